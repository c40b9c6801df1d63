//! Towers of Hanoi: move a tower of discs to the last peg, one disc at a time, never a larger disc onto a smaller one.
//!
//! All discs begin on the first peg. Play ends when all of them are on the last peg.
//!
//! - **Source:** the puzzle that Édouard Lucas published in 1883. With four pegs, the puzzle is Henry Dudeney's Reve's
//!   Puzzle of 1907.
//! - **Parameters:** `discs`, from 1 to 20; `pegs`, 3 (the default) or 4.
//! - **Pegs** are named `a`, `b`, `c`, `d` from the left; disc 1 is the smallest.
//! - **Slug:** for each disc, the letter of its peg, with the largest disc first. With three discs on three pegs, `aaa`
//!   is the start and `ccc` is the goal.
//! - **Known counts:** n discs on three pegs have 3ⁿ positions and 3ⁿ⁺¹ − 5 moves (play stops at the goal, which would
//!   have two more moves), and the shortest solution takes 2ⁿ − 1 moves. On four pegs there are 4ⁿ positions, and the
//!   shortest solutions have the Frame–Stewart lengths 1, 3, 5, 9, 13, 17, 25, 33. See `tests/counts/hanoi.toml`.

use crate::engine::game::{
    Clicks, Declare, Label, MapPlace, Message, Otherwise, Outcome, Parameter, ParameterError, ParameterReader,
    ParameterValue, Pegs, Player, Players, Rules, Scene, Show, Slug, Status, Target, Values,
};

const PEG_LETTERS: [char; 4] = ['a', 'b', 'c', 'd'];

/// Towers of Hanoi with a number of discs and pegs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hanoi {
    /// The number of discs, from 1 to 20.
    pub discs: u8,
    /// The number of pegs, 3 or 4.
    pub pegs: u8,
}

/// The peg of each disc, in two bits per disc; disc 1 has the lowest two bits. The order of the discs on a peg follows
/// from their sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Discs(u64);

impl Discs {
    fn peg_of(self, disc: u8) -> u8 {
        (self.0 >> (2 * (disc - 1)) & 3) as u8
    }

    fn with(self, disc: u8, peg: u8) -> Self {
        let shift = 2 * (disc - 1);
        Self(self.0 & !(3 << shift) | u64::from(peg) << shift)
    }
}

/// Moves a disc to a peg. Moves are in the order of their discs, the smallest first, and then of their pegs from the
/// left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Carry {
    /// The disc; the smallest is 1.
    pub disc: u8,
    /// The new peg, from 0 on the left.
    pub to: u8,
}

impl Rules for Hanoi {
    type State = Discs;
    type Move = Carry;

    fn players(&self) -> Players {
        Players::One
    }

    fn start(&self) -> Discs {
        Discs(0)
    }

    fn status(&self, discs: &Discs) -> Status {
        let solved = (1..=self.discs).all(|disc| discs.peg_of(disc) == self.pegs - 1);
        if solved { Status::Over(Outcome::Solved) } else { Status::Turn(Player::First) }
    }

    fn moves(&self, discs: &Discs, out: &mut Vec<Carry>) {
        if self.status(discs) == Status::Over(Outcome::Solved) {
            return;
        }
        let mut taken = [false; PEG_LETTERS.len()];
        for disc in 1..=self.discs {
            let from = discs.peg_of(disc);
            if !taken[usize::from(from)] {
                taken[usize::from(from)] = true;
                // A peg with a smaller disc is not open to this one.
                out.extend((0..self.pegs).filter(|&peg| !taken[usize::from(peg)]).map(|to| Carry { disc, to }));
            }
        }
    }

    fn play(&self, discs: &Discs, carry: Carry) -> Discs {
        discs.with(carry.disc, carry.to)
    }

    /// Orders all pegs except the goal by their largest discs.
    fn canonical(&self, discs: &Discs) -> Discs {
        let goal = self.pegs - 1;
        let mut met = Vec::new();
        (1..=self.discs).rev().fold(*discs, |canonical, disc| {
            let peg = discs.peg_of(disc);
            if peg != goal && !met.contains(&peg) {
                met.push(peg);
            }
            let place = met.iter().position(|known| *known == peg).map_or(goal, |place| place as u8);
            canonical.with(disc, place)
        })
    }
}

impl Declare for Hanoi {
    const NAME: &'static str = "hanoi";

    const SUMMARY: &'static str =
        "A puzzle: carry a tower to the last peg, one disc at a time, never a larger disc on a smaller.";

    const PARAMETERS: &'static [Parameter] = &[
        Parameter::new("discs", "the number of discs", Values::Integer(1..=20), Otherwise::Required, "3"),
        Parameter::new(
            "pegs",
            "the number of pegs",
            Values::Integer(3..=4),
            Otherwise::Default(ParameterValue::Integer(3)),
            "4",
        ),
    ];

    fn from_parameters(parameters: &ParameterReader<'_>) -> Result<Self, ParameterError> {
        let discs = parameters.integer("discs")?;
        let pegs = parameters.integer("pegs")?;
        Ok(Self { discs: discs as u8, pegs: pegs as u8 })
    }

    const SLUG_FORMAT: &'static str =
        "the peg of each disc, `a` to `d` from the left, the largest disc first: `aaa` is the start with three discs";

    const CATALOGUES: &'static [(&'static str, &'static str)] =
        &[("en", include_str!("hanoi.en.ftl")), ("de", include_str!("hanoi.de.ftl"))];
}

impl Show for Hanoi {
    fn slug(&self, discs: &Discs) -> String {
        (1..=self.discs).rev().map(|disc| PEG_LETTERS[usize::from(discs.peg_of(disc))]).collect()
    }

    fn move_slug(&self, _: &Discs, carry: Carry) -> Slug {
        Slug::new(format!("{}-{}", carry.disc, PEG_LETTERS[usize::from(carry.to)]))
    }

    fn goal(&self) -> Message {
        Message::key("goal").with("peg", peg_name(self.pegs - 1))
    }

    fn scene(&self, discs: &Discs) -> Scene {
        let on = |peg| (1..=self.discs).rev().filter(|&disc| discs.peg_of(disc) == peg).collect();
        Scene::Pegs(Pegs { discs: self.discs, pegs: (0..self.pegs).map(on).collect() })
    }

    fn clicks(&self, _: &Discs, carry: Carry) -> Clicks {
        Clicks::one(Target::Landing { peg: usize::from(carry.to), disc: carry.disc })
    }

    fn label(&self, discs: &Discs, carry: Carry) -> Label {
        let short = Message::key("carry").with_number("disc", carry.disc).with("to", peg_name(carry.to));
        Label::new(short, carried("carry-from", *discs, carry))
    }

    fn past_tense(&self, discs: &Discs, carry: Carry) -> Message {
        carried("moved", *discs, carry)
    }

    /// Draws the graph of the puzzle, in which neighbours are a move apart. On three pegs, the graph is a triangle of
    /// triangles with a whole tower in each corner. On four pegs, it is a square of squares.
    fn on_map(&self, discs: &Discs) -> MapPlace {
        let (mut x, mut y) = (0, 0);
        let mut corners = [0, 1, 2];
        for disc in (1..=self.discs).rev() {
            let (peg, side) = (discs.peg_of(disc), 1 << disc);
            if self.pegs == 4 {
                x += u32::from(peg % 2) * side;
                y += u32::from(peg / 2) * side;
                continue;
            }
            // At the top, on the left, on the right.
            let (right, down) = [(1, 0), (0, 2), (2, 2)][corners[usize::from(peg)]];
            x += right * side / 2;
            y += down * side / 2;
            // The disc can move to another peg if all smaller ones are on the third.
            corners.swap(usize::from((peg + 1) % 3), usize::from((peg + 2) % 3));
        }
        MapPlace::Point(x, y)
    }

    fn ending(&self, _: &Discs) -> Message {
        Message::key("whole-tower").with("peg", peg_name(self.pegs - 1))
    }
}

fn carried(message: &'static str, discs: Discs, Carry { disc, to }: Carry) -> Message {
    let from = peg_name(discs.peg_of(disc));
    Message::key(message).with_number("disc", disc).with("from", from).with("to", peg_name(to))
}

fn peg_name(peg: u8) -> String {
    PEG_LETTERS[usize::from(peg)].to_ascii_uppercase().to_string()
}
