//! A game of another crate with its site: Chomp (David Gale, 1974). Two players bite into a bar of chocolate. A bite
//! removes a square, and all squares above it and to its right. The player who eats the poisoned square at the bottom
//! left loses. To serve the site, run `cargo run --example chomp -- --root examples/chomp serve`.

use std::process::ExitCode;

use pageturner::Games;
use pageturner::game::{
    Clicks, Coordinates, Declare, GridStyle, Otherwise, Outcome, Parameter, ParameterError, ParameterReader, Player,
    Players, Rules, Scene, Show, Slug, Square, Status, Target, Values,
};

/// Chomp on a bar with these numbers of rows and columns.
pub struct Chomp {
    rows: u8,
    columns: u8,
}

impl Rules for Chomp {
    /// The player to move, and the squares left in each row from the bottom.
    type State = (Player, Vec<u8>);
    /// The row and the column of a square, from 0 at the bottom left.
    type Move = (u8, u8);

    fn players(&self) -> Players {
        Players::Two("Player A".into(), "Player B".into())
    }

    fn start(&self) -> Self::State {
        (Player::First, vec![self.columns; self.rows.into()])
    }

    fn status(&self, (turn, rows): &Self::State) -> Status {
        // If nothing is left, the other player has eaten the poisoned square.
        if rows[0] == 0 { Status::Over(Outcome::Win(*turn)) } else { Status::Turn(*turn) }
    }

    fn moves(&self, (_, rows): &Self::State, out: &mut Vec<Self::Move>) {
        out.extend((0..).zip(rows).flat_map(|(row, &length)| (0..length).map(move |column| (row, column))));
    }

    fn play(&self, (turn, rows): &Self::State, (row, column): Self::Move) -> Self::State {
        let left = |(number, &length): (u8, &u8)| if number < row { length } else { length.min(column) };
        (turn.opponent(), (0..).zip(rows).map(left).collect())
    }
}

impl Declare for Chomp {
    const NAME: &'static str = "chomp";
    const SUMMARY: &'static str = "Bite off a square with all above it and to its right. Whoever eats a1 loses.";
    const PARAMETERS: &'static [Parameter] = &[side("rows", "the rows of the bar"), side("columns", "its columns")];
    const SLUG_FORMAT: &'static str = "`a` or `b` for the player to move, then the squares left in each row: `a-4-4-4`";

    fn from_parameters(parameters: &ParameterReader<'_>) -> Result<Self, ParameterError> {
        // Both numbers are in the declared range.
        let [rows, columns] = [parameters.integer("rows")? as u8, parameters.integer("columns")? as u8];
        Ok(Self { rows, columns })
    }
}

impl Show for Chomp {
    fn slug(&self, (turn, rows): &Self::State) -> String {
        let turn = if *turn == Player::First { "a" } else { "b" };
        rows.iter().fold(turn.to_owned(), |slug, length| format!("{slug}-{length}"))
    }

    fn move_slug(&self, _: &Self::State, (row, column): Self::Move) -> Slug {
        Slug::new(format!("{}{}", char::from(b'a' + column), row + 1))
    }

    fn scene(&self, (_, rows): &Self::State) -> Scene {
        let square = |row: u8, column: u8| match (row, column) {
            _ if column >= rows[usize::from(row)] => Square::Wall,
            (0, 0) => Square::Mark(Player::Second, "!".into()),
            _ => Square::Empty,
        };
        let squares = (0..self.rows).rev().flat_map(|row| (0..self.columns).map(move |column| square(row, column)));
        let (columns, squares) = (self.columns.into(), squares.collect());
        Scene::grid(columns, GridStyle::Discs, Coordinates::Chess, squares)
    }

    fn clicks(&self, _: &Self::State, (row, column): Self::Move) -> Clicks {
        // The squares of a scene begin at the top left.
        let from_the_top = usize::from(self.rows - 1 - row);
        Clicks::one(Target::Square(from_the_top * usize::from(self.columns) + usize::from(column)))
    }
}

const fn side(name: &'static str, about: &'static str) -> Parameter {
    Parameter::new(name, about, Values::Integer(2..=7), Otherwise::Required, "3")
}

fn main() -> ExitCode {
    pageturner::program(&Games::standard().with::<Chomp>())
}
