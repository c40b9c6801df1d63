//! A node of an edition: a position that its readers meet, and the moves that led to it.
//!
//! Where the turn stays with the computer, or the reader can only pass, the computer moves several times before its
//! reader does. A page tells all of these moves and has all of them in its name, each after a `~`: `51~b2~c3`. No slug
//! has such a mark in it. If moves of these names also come from a position in which they do something else, the name
//! of that page has the position, too: `51~b2~after-50`.

use crate::engine::game::{Message, Status, Target};
use crate::engine::graph::{Choice, ExploreError, Positions, StateId};
use crate::engine::solve::library::SolvedGame;
use crate::engine::solve::policy::Chooser;

/// A position, and the moves that led to it: those of the computer, where it replies, and the passes between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) state: StateId,
    /// The position in which the first of the moves was made.
    first: StateId,
    /// The moves, each as its place among the legal ones.
    moves: Box<[u32]>,
    /// How many of them are passes of the reader, who had no other move.
    passes: u32,
}

impl Node {
    /// Creates a node of a position that is not said how it was reached.
    pub(crate) fn at(state: StateId) -> Self {
        Self { state, first: state, moves: Box::default(), passes: 0 }
    }

    /// Returns what a reader meets after a move that leads to `state`: the computer replies for as long as it is its
    /// turn and, if `skips_passes`, for as long as its reader can only pass. Passes that would never end are left to
    /// the reader.
    ///
    /// # Errors
    ///
    /// When its turn never ends, or a policy of the game names no legal move.
    pub(crate) fn after(state: StateId, chooser: &Chooser<'_>, skips_passes: bool) -> Result<Self, ExploreError> {
        let Chooser { computer, positions, .. } = *chooser;
        // A position to be met again in a circle. Brent, "An Improved Monte Carlo Factorization Algorithm" (1980).
        let (mut moves, mut reached, mut mark, mut passes) = (Vec::new(), state, state, 0);
        loop {
            let index = match positions.status(reached) {
                Status::Turn(player) if player == computer.seat => chooser.choose(reached)?,
                // Only where there is one move is it worth asking what it is.
                Status::Turn(_)
                    if skips_passes
                        && reached != StateId::START
                        && positions.successors(reached).len() == 1
                        && must_pass(&positions.choices(reached)) =>
                {
                    passes += 1;
                    0
                }
                _ => return Ok(Self { state: reached, first: state, moves: moves.into(), passes }),
            };
            reached = positions.successors(reached)[index];
            moves.push(index as u32);
            if reached == mark && passes > 0 {
                return Self::after(state, chooser, false);
            }
            if reached == mark {
                return Err(ExploreError::EndlessTurn { slug: positions.slug(mark) });
            }
            if moves.len().is_power_of_two() {
                mark = reached;
            }
        }
    }

    /// Returns a position with the move that leads to it, if there is only one, by either player. Returns nothing for
    /// the start.
    pub(super) fn by_only_move(state: StateId, game: &SolvedGame) -> Option<Self> {
        if state == StateId::START {
            return None;
        }
        let &[first] = game.predecessors().of(state) else { return None };
        let index = game.positions.graph().successors(first).iter().position(|&next| next == state)?;
        Some(Self { state, first, moves: [index as u32].into(), passes: 0 })
    }

    /// Returns the position before the moves, if there are any. After passes, returns the position before the last
    /// move of the player who made the first.
    pub(crate) fn before(&self, positions: &dyn Positions) -> Option<StateId> {
        let mut before = self.moves(positions).map(|(before, _)| before);
        match self.passes {
            0 => before.next(),
            _ => before.filter(|&state| positions.status(state) == positions.status(self.first)).last(),
        }
    }

    pub(super) fn move_count(&self) -> u32 {
        self.moves.len() as u32 - self.passes
    }

    fn moves(&self, positions: &dyn Positions) -> impl Iterator<Item = (StateId, usize)> {
        self.moves.iter().scan(self.first, |state, &index| {
            let before = *state;
            *state = positions.successors(before)[index as usize];
            Some((before, index as usize))
        })
    }

    /// Appends the slugs of the moves, each after a `~`.
    pub(crate) fn write_moves(&self, positions: &dyn Positions, out: &mut String) {
        for (before, index) in self.moves(positions) {
            out.extend(["~", positions.move_slug(before, index).as_str()]);
        }
    }

    /// Returns its name in addresses: the slug of the position, and those of the moves.
    pub(crate) fn name(&self, positions: &dyn Positions) -> String {
        let mut name = positions.slug(self.state);
        self.write_moves(positions, &mut name);
        name
    }

    /// Appends the slug of the position before the moves.
    pub(super) fn write_first(&self, positions: &dyn Positions, out: &mut String) {
        out.push_str("~after-");
        positions.write_slug(self.first, out);
    }

    /// Whether its moves, and those of another node of the same position, are told and shown in the same way.
    pub(super) fn shows_as(&self, other: &Self, positions: &dyn Positions) -> bool {
        let scene = |node: &Self| node.before(positions).map(|before| positions.scene(before));
        self.done(positions) == other.done(positions) && scene(self) == scene(other)
    }

    pub(crate) fn names(&self, positions: &dyn Positions) -> Vec<(Status, Message)> {
        let name = |(before, index): (StateId, usize)| {
            let choices = positions.choices(before);
            (positions.status(before), choices[index].name_among(&choices))
        };
        self.moves(positions).map(name).collect()
    }

    pub(crate) fn done(&self, positions: &dyn Positions) -> Vec<(Status, Message)> {
        let done = |(before, index)| (positions.status(before), positions.past_tense(before, index));
        self.moves(positions).map(done).collect()
    }
}

pub(super) fn must_pass(choices: &[Choice]) -> bool {
    matches!(choices, [only] if only.clicks.at() == Target::Pass)
}
