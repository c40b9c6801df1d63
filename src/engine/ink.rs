//! Stories in the language [ink](https://github.com/inkle/ink): played from choice to choice, and explored until every
//! passage is found that a reader can come to.
//!
//! ```text
//! JSON ──► program ──► states, sliced ──► passages, merged
//! ```
//!
//! A program is played as ink's own runtime plays it. What a story knows before a passage, its state, is sliced: what
//! it can no longer read is forgotten, and counts grow no further than somebody asks. So two ways through a story that
//! differ in nothing that can still be told come to the same state. At last passages are merged that tell the same and
//! have the same futures.
//!
//! ```
//! use pageturner::story::{Program, StoryGraph};
//!
//! let json = r#"{"inkVersion": 21, "root": [["^Once upon a time.", "\n", "end", null], "done", null]}"#;
//! let program = Program::read(json)?;
//! let graph = StoryGraph::explore(&program, &[0], 100_000)?.merged();
//! assert_eq!(graph.passages[0].lines[0].text, "Once upon a time.");
//! assert!(graph.after[0].is_empty());
//! # Ok::<(), pageturner::story::StoryExploreError>(())
//! ```

mod commands;
mod explore;
mod growth;
mod layout;
mod liveness;
mod native;
mod output;
mod play;
mod precision;
mod program;
mod read;
mod state;
mod value;

pub use explore::{StoryExploreError, StoryGraph};
pub use growth::Growth;
pub use layout::{BEGINNING, Ending, StoryLayout, tag_value};
pub use output::Line;
pub use play::{Passage, PassageStep};
pub use program::{Program, StoryError};
pub use state::State;
