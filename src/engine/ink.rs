//! Stories in the language [ink](https://github.com/inkle/ink). This module plays a story from choice to choice, and
//! explores it until every passage that a reader can reach is found.
//!
//! ```text
//! JSON ──► program ──► states, sliced ──► passages, merged
//! ```
//!
//! A program runs as in ink's own runtime. A passage is what a reader sees between two choices, and a state is
//! everything that the story remembers before a passage. Slicing erases the values that the story can no longer read,
//! and caps each count at the largest value that the story compares it with. So two paths through a story end in the
//! same state if the story can never show the difference. Finally, passages with the same text and the same futures are
//! merged.
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
mod endless;
mod explore;
mod flow;
mod growth;
mod layout;
mod liveness;
mod native;
mod output;
mod play;
mod precision;
mod program;
mod read;
mod refusal;
mod slot;
mod state;
mod value;

pub use explore::StoryGraph;
pub use growth::Growth;
pub use layout::{BEGINNING, Ending, StoryLayout, tag_value};
pub use output::Line;
pub use play::{Passage, PassageStep};
pub use program::{Program, StoryError};
pub use refusal::StoryExploreError;
pub use state::State;
