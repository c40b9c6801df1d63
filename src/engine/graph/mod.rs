//! The graph of a game: every reachable state, and every move between them.
//!
//! States are numbered from 0, the start, in the order of a breadth-first search; the order does not depend on the
//! number of threads. A [`Graph`] contains only these numbers. [`Positions`] adds the states themselves, in the form
//! that pages need, for games of any type.

mod adjacency;
mod explore;
#[cfg(feature = "cli")]
mod paths;
mod positions;
mod promises;

pub(crate) use adjacency::Adjacency;
#[cfg(test)]
pub(crate) use adjacency::graph_of;
pub use adjacency::{Graph, StateId};
#[cfg(feature = "serve")]
pub(crate) use explore::cancel;
#[cfg(feature = "cli")]
pub(crate) use explore::{CHUNK, Lookup, Numbered, Successor, cancelled_count, check_status, search, try_map};
pub use explore::{ExploreError, States, explore, explored_count};
#[cfg(feature = "cli")]
pub(crate) use paths::{Dominators, Length, Odds, lengths};
pub use positions::{Choice, Positions, explore_positions, pieces};
#[cfg(feature = "cli")]
pub(crate) use promises::{check_board, check_names, check_slug};
