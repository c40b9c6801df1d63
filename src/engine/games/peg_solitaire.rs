//! Peg solitaire on a triangle: pegs jump over pegs and remove them, until one is left.
//!
//! Fifteen holes form a triangle of five rows. Every hole except one begins with a peg. A peg jumps over a neighbour,
//! along one of the three directions of the triangle, into an empty hole two steps away; the peg that it jumps over is
//! removed. Play ends when no peg can jump. The puzzle is solved if a single peg is left, no matter where; otherwise
//! the puzzle is stuck.
//!
//! - **Source:** Martin Gardner, "Penny Puzzles", in *Mathematical Carnival* (1975); John Beasley, *The Ins and Outs
//!   of Peg Solitaire* (1985).
//! - **Parameter:** `empty`, the hole that begins without a peg.
//! - **Holes** are lettered by row from the top and numbered from the left: `a1`, `b1`, `b2`, … `e5`.
//! - **Slug:** one character for each hole, row by row from the top: `o` for a peg, `-` for an empty hole.
//!   `-oooooooooooooo` is the start with the hole `a1` empty.
//! - **Known counts:** with `a1` empty there are 3,016 positions, 10,306 moves and 568,630 different games, of which
//!   29,760 leave one peg. With `c1` empty there are 4,237 positions and 15,772 moves. See
//!   `tests/counts/peg-solitaire.toml`.

use crate::engine::game::{
    Clicks, Coordinates, Declare, GridStyle, Label, MapPlace, Message, Name, Otherwise, Outcome, Parameter,
    ParameterError, ParameterReader, Player, Players, Rules, Scene, Show, Slug, Square, Status, Target, Values,
};

const ROWS: usize = 5;
const HOLES: usize = ROWS * (ROWS + 1) / 2;

/// In the scene, neighbours of a row are two columns apart, and each row is shifted by one column from the next.
const COLUMNS: usize = 2 * ROWS - 1;

/// Peg solitaire on the triangle of fifteen holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PegSolitaire {
    empty: Hole,
}

/// A hole by its row from the top and its place in the row from the left, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Hole {
    row: usize,
    place: usize,
}

impl Hole {
    /// Returns all holes, row by row from the top.
    fn all() -> impl Iterator<Item = Self> {
        (0..ROWS).flat_map(|row| (0..=row).map(move |place| Self { row, place }))
    }

    fn named(name: &str) -> Option<Self> {
        Self::all().find(|hole| hole.name() == name)
    }

    fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.row as u8), self.place + 1)
    }

    fn at(self, rows: isize, places: isize) -> Option<Self> {
        let (row, place) = (self.row.checked_add_signed(rows)?, self.place.checked_add_signed(places)?);
        (row < ROWS && place <= row).then_some(Self { row, place })
    }

    fn square(self) -> usize {
        self.row * COLUMNS + (ROWS - 1 - self.row) + 2 * self.place
    }

    /// Returns the image of the hole under a symmetry of the triangle, which reorders the distances from the three
    /// sides.
    fn image(self, [left, right, _]: [usize; 3]) -> Self {
        let steps = [self.place, self.row - self.place, ROWS - 1 - self.row];
        Self { row: steps[left] + steps[right], place: steps[left] }
    }

    fn target(self) -> Target {
        Target::Square(self.square())
    }
}

/// The symmetries of the triangle: the permutations of its three sides.
const SYMMETRIES: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The steps, in rows and places, from a hole to its six neighbours, in the order of the neighbours.
const DIRECTIONS: [(isize, isize); 6] = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)];

/// The holes with pegs: bit n is the n-th hole, row by row from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pegs(u16);

impl Pegs {
    fn has(self, hole: Hole) -> bool {
        self.0 & bit(hole) != 0
    }

    fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the holes with pegs, row by row from the top.
    fn holes(self) -> impl Iterator<Item = Hole> {
        Hole::all().filter(move |&hole| self.has(hole))
    }

    fn jumps(self, from: Hole) -> impl Iterator<Item = Jump> {
        let jump =
            move |(rows, places)| Some(Jump { from, to: from.at(2 * rows, 2 * places)?, over: from.at(rows, places)? });
        let jumps = DIRECTIONS.into_iter().filter_map(jump);
        jumps.filter(move |jump| self.has(jump.over) && !self.has(jump.to))
    }
}

fn bit(Hole { row, place }: Hole) -> u16 {
    1 << (row * (row + 1) / 2 + place)
}

/// A jump of a peg over another peg into an empty hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Jump {
    from: Hole,
    to: Hole,
    over: Hole,
}

impl Jump {
    fn message(self, name: &'static str) -> Message {
        let Self { from, to, over } = self;
        Message::key(name).with("from", from.name()).with("over", over.name()).with("to", to.name())
    }
}

impl Rules for PegSolitaire {
    type State = Pegs;
    type Move = Jump;

    fn players(&self) -> Players {
        Players::One
    }

    fn start(&self) -> Pegs {
        Pegs((1 << HOLES) - 1 - bit(self.empty))
    }

    fn status(&self, pegs: &Pegs) -> Status {
        if pegs.count() == 1 {
            Status::Over(Outcome::Solved)
        } else if pegs.holes().any(|from| pegs.jumps(from).next().is_some()) {
            Status::Turn(Player::First)
        } else {
            Status::Over(Outcome::Stuck)
        }
    }

    fn moves(&self, pegs: &Pegs, out: &mut Vec<Jump>) {
        out.extend(pegs.holes().flat_map(|from| pegs.jumps(from)));
    }

    fn play(&self, pegs: &Pegs, jump: Jump) -> Pegs {
        Pegs(pegs.0 & !bit(jump.from) & !bit(jump.over) | bit(jump.to))
    }

    fn canonical(&self, pegs: &Pegs) -> Pegs {
        let images = SYMMETRIES.map(|symmetry| pegs.holes().map(|hole| bit(hole.image(symmetry))).sum());
        Pegs(images.into_iter().min().unwrap_or(pegs.0))
    }
}

impl Declare for PegSolitaire {
    const NAME: &'static str = "peg-solitaire";

    const SUMMARY: &'static str =
        "A puzzle: on a triangle of fifteen holes, pegs jump over pegs and remove them, until one is left.";

    const PARAMETERS: &'static [Parameter] =
        &[Parameter::new("empty", "the hole that is empty at the start", Values::Text, Otherwise::Required, "\"a1\"")];

    fn from_parameters(parameters: &ParameterReader<'_>) -> Result<Self, ParameterError> {
        let name = parameters.text("empty")?;
        let hint = "name a hole: `a1` at the top, `b1` and `b2` below it, and so on, down to the row from `e1` to `e5`";
        let unknown = || ParameterError::new("empty", format!("there is no hole `{name}`"), hint);
        Ok(Self { empty: Hole::named(name).ok_or_else(unknown)? })
    }

    const SLUG_FORMAT: &'static str =
        "for each hole, row by row from the top, `o` for a peg or `-` for none: `-oooooooooooooo`";

    const CATALOGUES: &'static [(&'static str, &'static str)] =
        &[("en", include_str!("peg_solitaire.en.ftl")), ("de", include_str!("peg_solitaire.de.ftl"))];
}

impl Show for PegSolitaire {
    fn slug(&self, pegs: &Pegs) -> String {
        Hole::all().map(|hole| if pegs.has(hole) { 'o' } else { '-' }).collect()
    }

    fn move_slug(&self, _: &Pegs, jump: Jump) -> Slug {
        Slug::new(format!("{}-{}", jump.from.name(), jump.to.name()))
    }

    fn goal(&self) -> Message {
        Message::key("goal")
    }

    fn scene(&self, pegs: &Pegs) -> Scene {
        let mut squares = vec![Square::Gap; ROWS * COLUMNS];
        for hole in Hole::all() {
            let peg = Square::Mark(Player::First, Name::Borrowed("o"));
            squares[hole.square()] = if pegs.has(hole) { peg } else { Square::Hole };
        }
        Scene::grid(COLUMNS, GridStyle::Lines, Coordinates::Rows, squares)
    }

    /// If a peg has one jump, the player touches the peg to make the jump. If the peg has several jumps, the player
    /// chooses the peg and then the hole.
    fn clicks(&self, pegs: &Pegs, jump: Jump) -> Clicks {
        if pegs.jumps(jump.from).count() == 1 {
            return Clicks::one(jump.from.target());
        }
        let choose = Message::key("choose-jump").with("peg", jump.from.name());
        Clicks::move_piece(jump.from.name(), choose, jump.from.target(), jump.to.target())
    }

    fn label(&self, pegs: &Pegs, jump: Jump) -> Label {
        if pegs.jumps(jump.from).count() == 1 {
            Label::new(jump.from.name(), jump.message("jump-over"))
        } else {
            Label::new(jump.to.name(), jump.message("jump-here"))
        }
    }

    fn past_tense(&self, _: &Pegs, jump: Jump) -> Message {
        jump.message("jumped")
    }

    fn kind(&self, _: &Pegs, _: Jump) -> Message {
        Message::key("kind-jump")
    }

    fn ending(&self, pegs: &Pegs) -> Message {
        match pegs.count() {
            1 => Message::key("single-peg"),
            count => Message::key("no-jump").with_number("pegs", count),
        }
    }

    fn on_map(&self, pegs: &Pegs) -> MapPlace {
        MapPlace::Row(HOLES as u32 - pegs.count(), self.tally(pegs))
    }

    fn tally(&self, pegs: &Pegs) -> Message {
        Message::key("pegs-left").with_number("pegs", pegs.count())
    }
}
