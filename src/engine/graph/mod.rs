//! The graph of a game: every reachable state, and every move between them.
//!
//! States are numbered in the order of a breadth-first search from the start, which is number 0, so the numbers do not
//! depend on the number of threads. A [`Graph`] has only these numbers; [`Positions`] adds the states themselves, as
//! pages need them, without naming the game.

mod adjacency;
#[cfg(feature = "cli")]
mod dominators;
mod explore;
#[cfg(feature = "cli")]
mod lengths;
#[cfg(feature = "cli")]
mod odds;
mod parallel;
mod positions;
mod promises;
mod states;

pub(crate) use adjacency::Adjacency;
#[cfg(test)]
pub(crate) use adjacency::graph_of;
pub use adjacency::{Graph, StateId};
#[cfg(feature = "cli")]
pub(crate) use dominators::dominators;
#[cfg(feature = "cli")]
pub(crate) use explore::count_explored;
pub use explore::{ExploreError, States, explore, explored_count};
#[cfg(feature = "cli")]
pub(crate) use lengths::{Length, lengths};
#[cfg(feature = "cli")]
pub(crate) use odds::Odds;
#[cfg(feature = "cli")]
pub(crate) use parallel::try_map;
pub use positions::{Choice, Positions, pieces};
pub use states::explore_positions;
