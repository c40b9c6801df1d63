//! A node of an edition: a position that the reader meets, with the moves that led to it.
//!
//! If the computer moves several times in a row, or the reader can only pass, the computer moves more than once before
//! the reader chooses. The page mentions all of these moves. The name of the page contains all of them, each after a
//! `~`: `51~b2~c3`. Slugs cannot contain `~`. If moves with the same names start from another position and have another
//! effect, they need a second page. The name of the second page adds this position: `51~b2~after-50`.

use crate::engine::game::{Message, Status, Target};
use crate::engine::graph::{Choice, ExploreError, Positions, StateId};
use crate::engine::solve::library::SolvedGame;
use crate::engine::solve::policy::Chooser;

/// A position, and the moves that led to it: the replies of the computer, and the passes between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) state: StateId,
    /// The position before the first of these moves.
    first: StateId,
    /// The moves, as indices among the legal ones.
    moves: Box<[u32]>,
    /// How often the reader had to pass.
    passes: u32,
}

impl Node {
    /// Creates the node of a position without moves that led to it.
    pub(crate) fn at(state: StateId) -> Self {
        Self { state, first: state, moves: Box::default(), passes: 0 }
    }

    /// Returns the node after a move to `state`. The computer replies as long as it is the computer's turn. With
    /// `skips_passes`, play also continues while the reader can only pass, unless play would then never end.
    ///
    /// # Errors
    ///
    /// Returns an error if the computer's turn never ends, or a policy chooses an illegal move.
    pub(crate) fn after(state: StateId, chooser: &Chooser<'_>, skips_passes: bool) -> Result<Self, ExploreError> {
        let Chooser { computer, positions, .. } = *chooser;
        // Detects a position that repeats. Brent, "An Improved Monte Carlo Factorization Algorithm" (1980).
        let (mut moves, mut reached, mut mark, mut passes) = (Vec::new(), state, state, 0);
        loop {
            let index = match positions.status(reached) {
                Status::Turn(player) if player == computer.seat => chooser.choose(reached)?,
                // Choices are costly, so request them only if there is one move.
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
                return Err(ExploreError::EndlessTurn { slug: positions.slug(mark).to_owned() });
            }
            if moves.len().is_power_of_two() {
                mark = reached;
            }
        }
    }

    /// Returns the node of a position with the only move that leads to this position. Returns `None` for the start, and
    /// if several moves lead to the position.
    pub(super) fn by_only_move(state: StateId, game: &SolvedGame) -> Option<Self> {
        if state == StateId::START {
            return None;
        }
        let &[first] = game.predecessors().of(state) else { return None };
        let index = game.positions.graph().successors(first).iter().position(|&next| next == state)?;
        Some(Self { state, first, moves: [index as u32].into(), passes: 0 })
    }

    /// Returns the position before the moves. If the reader passed, returns the position before the last move by the
    /// player who made the first move.
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

    /// Returns the name of the node in addresses: the slugs of the position and of the moves.
    pub(crate) fn name(&self, positions: &dyn Positions) -> String {
        let mut name = positions.slug(self.state).to_owned();
        self.write_moves(positions, &mut name);
        name
    }

    /// Appends the slug of the position before the moves.
    pub(super) fn write_first(&self, positions: &dyn Positions, out: &mut String) {
        out.extend(["~after-", positions.slug(self.first)]);
    }

    /// Returns whether the page of another node with the same position would show the same moves.
    pub(super) fn shows_as(&self, other: &Self, positions: &dyn Positions) -> bool {
        let scene = |node: &Self| node.before(positions).map(|before| positions.scene(before));
        let has_both = |node: &Self| node.passes > 0 && node.move_count() > 0;
        let told = |node: &Self| if has_both(node) { node.names(positions) } else { node.done(positions) };
        told(self) == told(other) && scene(self) == scene(other)
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
    matches!(choices, [only] if only.clicks.at == Target::Pass)
}
