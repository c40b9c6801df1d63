//! Nim: two players take pieces in turn, any number of them from one row; the last piece decides.
//!
//! In normal play, the player who takes the last piece wins. In misère play, this player loses.
//!
//! - **Source:** a handbook on game development in Flash, chapter 11; Charles Bouton, "Nim, A Game with a Complete
//!   Mathematical Theory", Annals of Mathematics 3 (1901).
//! - **Parameters:** `rows`, a list of 1 to 9 numbers: the pieces of each row, from 1 to 30; `misere`, `false` by
//!   default.
//! - **Slug:** `a` or `b` for the player to move, then the pieces of each row from the top: `a-3-4-5`.
//! - **Policies:** `handbook`, the computer player of the handbook, which wins every position that can be won.
//! - **Known counts:** rows 3-4-5 have 232 positions and 1,356 moves, and rows 1-3-5-7 have 752 positions and 5,920
//!   moves. See `tests/counts/nim.toml`.

use crate::engine::game::{
    Clicks, Declare, Heap, Heaps, Junction, Label, MapPlace, Message, Otherwise, Outcome, Parameter, ParameterError,
    ParameterReader, ParameterValue, Player, Players, PolicyDescription, Rules, Scene, Show, Slug, Status, Target,
    Values,
};

/// Nim with given rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    /// The pieces of each row from the top: one to nine rows of 1 to 30 pieces.
    pub rows: Vec<u8>,
    /// If `true`, the player who takes the last piece loses.
    pub misere: bool,
}

/// The pieces left, and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NimState {
    /// The player to move.
    pub turn: Player,
    /// The pieces left in each row from the top.
    pub rows: Vec<u8>,
}

/// Takes pieces from one row. Moves are in the order of their rows from the top, and then of their numbers of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Take {
    /// The row, from 0 at the top.
    pub row: usize,
    /// The number of pieces that the player takes, at least 1.
    pub pieces: u8,
}

impl Rules for Nim {
    type State = NimState;
    type Move = Take;

    fn players(&self) -> Players {
        Players::Two(Message::key("player-a"), Message::key("player-b"))
    }

    fn start(&self) -> NimState {
        NimState { turn: Player::First, rows: self.rows.clone() }
    }

    fn status(&self, left: &NimState) -> Status {
        if left.rows.iter().any(|&pieces| pieces > 0) {
            return Status::Turn(left.turn);
        }
        let took_the_last = left.turn.opponent();
        Status::Over(Outcome::Win(if self.misere { left.turn } else { took_the_last }))
    }

    fn moves(&self, left: &NimState, out: &mut Vec<Take>) {
        for (row, &pieces) in left.rows.iter().enumerate() {
            out.extend((1..=pieces).map(|pieces| Take { row, pieces }));
        }
    }

    fn play(&self, left: &NimState, take: Take) -> NimState {
        let mut rows = left.rows.clone();
        rows[take.row] -= take.pieces;
        NimState { turn: left.turn.opponent(), rows }
    }

    /// Sorts the rows, and gives the first player the move.
    fn canonical(&self, left: &NimState) -> NimState {
        let mut rows = left.rows.clone();
        rows.sort_unstable();
        NimState { turn: Player::First, rows }
    }
}

impl Declare for Nim {
    const NAME: &'static str = "nim";

    const SUMMARY: &'static str = "Take any number of pieces from one row; the player who takes the last piece wins.";

    const PARAMETERS: &'static [Parameter] = &[
        Parameter::new(
            "rows",
            "the pieces of each row, from the top",
            Values::Integers(1..=9, 1..=30),
            Otherwise::Required,
            "[3, 4, 5]",
        ),
        Parameter::new(
            "misere",
            "if `true`, taking the last piece loses",
            Values::Flag,
            Otherwise::Default(ParameterValue::Flag(false)),
            "true",
        ),
    ];

    fn from_parameters(parameters: &ParameterReader<'_>) -> Result<Self, ParameterError> {
        let rows = parameters.integers("rows")?;
        let misere = parameters.flag("misere")?;
        Ok(Self { rows, misere })
    }

    const SLUG_FORMAT: &'static str =
        "`a` or `b` for the player to move, then the pieces of each row from the top: `a-3-4-5`";

    const POLICIES: &'static [PolicyDescription] = &[PolicyDescription::new(
        "handbook",
        "Plays by the book: it wins from every position that is not lost, and otherwise moves at random.",
    )];

    const CATALOGUES: &'static [(&'static str, &'static str)] =
        &[("en", include_str!("nim.en.ftl")), ("de", include_str!("nim.de.ftl"))];
}

impl Show for Nim {
    fn slug(&self, left: &NimState) -> String {
        left.rows.iter().fold(left.turn.pick("a", "b").to_owned(), |slug, pieces| format!("{slug}-{pieces}"))
    }

    /// Returns the number of the row, counted from 1 at the top, and the number of pieces: `2-3`.
    fn move_slug(&self, _: &NimState, take: Take) -> Slug {
        Slug::new(format!("{}-{}", take.row + 1, take.pieces))
    }

    /// Returns the first move to a position that the opponent loses. If there is no such move, returns all moves. As in
    /// the handbook, the search tries the rows from the bottom up, and in each row leaves 0 pieces first, then 1, 2 and
    /// so on.
    fn policy_moves(&self, _: &str, left: &NimState) -> Vec<Take> {
        let mut moves = Vec::new();
        self.moves(left, &mut moves);
        let found = moves.iter().rev().find(|&&take| self.is_lost(&self.play(left, take).rows));
        found.map_or(moves.clone(), |&take| vec![take])
    }

    fn goal(&self) -> Message {
        Message::key(if self.misere { "goal-misere" } else { "goal" })
    }

    fn scene(&self, left: &NimState) -> Scene {
        let heap = |(row, (&pieces, &places))| Heap { name: self.with_row("row", row), pieces, places };
        Scene::Heaps(Heaps { rows: left.rows.iter().zip(&self.rows).enumerate().map(heap).collect() })
    }

    fn clicks(&self, _: &NimState, take: Take) -> Clicks {
        Clicks::one(Target::Piece { row: take.row, piece: take.pieces })
    }

    fn label(&self, _: &NimState, take: Take) -> Label {
        let whole = self.with_row("take-from", take.row).with_number("pieces", take.pieces);
        Label::new(Message::key("take").with_number("pieces", take.pieces), whole)
    }

    fn past_tense(&self, _: &NimState, take: Take) -> Message {
        self.with_row("took", take.row).with_number("pieces", take.pieces)
    }

    fn ending(&self, _: &NimState) -> Message {
        Message::key(if self.misere { "last-piece-misere" } else { "last-piece" })
    }

    /// Draws a cube in slices, once for each player to move. The axes of the cube are the pieces left in the rows.
    fn on_map(&self, left: &NimState) -> MapPlace {
        let (mut at, mut step) = ([0; 2], [2; 2]);
        let rows = self.rows.iter().zip(&left.rows).rev().map(|(&most, &pieces)| (most, pieces));
        for (number, (most, value)) in rows.chain([(1, left.turn.pick(0, 1))]).enumerate() {
            // The last row counts down, the two before it to the right, and so on in pairs.
            let axis = usize::from(number.div_ceil(2).is_multiple_of(2));
            at[axis] += u32::from(value) * step[axis];
            step[axis] = step[axis] * (u32::from(most) + 1) + 2;
        }
        MapPlace::Point(at[0], at[1])
    }

    fn reasoning(&self, left: &NimState) -> Message {
        if self.misere && left.rows.iter().all(|&pieces| pieces <= 1) {
            return Message::key("single-pieces");
        }
        let powers = |number: u8| (0..5).rev().map(|bit| 1 << bit).filter(move |power| number & power != 0);
        let sum = |&pieces: &u8| powers(pieces).map(|power| power.to_string()).collect::<Vec<_>>().join(" + ").into();
        let rows: Vec<Message> = left.rows.iter().filter(|&&pieces| pieces > 0).map(sum).collect();
        let xor = left.rows.iter().fold(0, |xor, pieces| xor ^ pieces);
        let message = Message::key(if xor == 0 { "even" } else { "odd" }).with_number("count", rows.len());
        let message = message.with("rows", Message::List(Junction::Comma, rows));
        if xor == 0 {
            return message;
        }
        let odd = powers(xor).map(|power| Message::key("several").with_number("number", power)).collect();
        message.with("odd", Message::List(Junction::And, odd))
    }
}

impl Nim {
    /// Returns whether the player to move loses, by Bouton's theory. Misère play differs from normal play only when no
    /// row has two pieces or more.
    fn is_lost(&self, rows: &[u8]) -> bool {
        let xor = rows.iter().fold(0, |xor, pieces| xor ^ pieces);
        if self.misere && rows.iter().all(|&pieces| pieces <= 1) { xor == 1 } else { xor == 0 }
    }

    /// Adds the name of a row to a message. Up to three rows are called top, middle and bottom; more rows are numbered.
    fn with_row(&self, message: &'static str, row: usize) -> Message {
        let message = Message::key(message);
        match self.rows.len() {
            1 => message.with("row", "only"),
            2 => message.with("row", ["top", "bottom"][row]),
            3 => message.with("row", ["top", "middle", "bottom"][row]),
            _ => message.with_number("row", row + 1),
        }
    }
}
