//! Scripts: sequences of positions, each with a move to find, and the pages that show these positions. An author writes
//! a lesson; the solver finds a collection of puzzles. Both are scripts.
//!
//! A step shows a position with all its legal moves. Some moves lead on to another step. Every other move leads to a
//! page that shows the result of the move and links back to the step. A step without moves is an end.
//!
//! The pages of the steps come first. After these pages, each step has a page for each piece that a player can choose
//! before moving it, and a page for each move that does not lead on. The name of such a page consists of the step, such
//! as `07`, and the piece or the move: `07~from-b2`, `07~not-b2`. The first page of a collection of puzzles lists the
//! puzzles.

mod layout;
mod lesson;
mod planned;
pub(crate) mod puzzle;
mod step;

pub use planned::{OpenedScript, PlannedScript, ScriptKind};
pub(crate) use step::StepPage;
