//! Pageturner solves finite games, and turns them into static pages: one page for every position, every move a plain
//! link, no script.

pub mod game;
pub mod games;
pub mod graph;
pub mod policy;
pub mod solve;
mod solved;
mod suggestion;

#[cfg(feature = "cli")]
pub mod check;
#[cfg(feature = "cli")]
pub mod commands;
#[cfg(feature = "cli")]
pub mod content;
#[cfg(feature = "cli")]
pub mod diagnostic;
#[cfg(feature = "cli")]
pub mod edition;
#[cfg(feature = "cli")]
pub mod files;
#[cfg(feature = "cli")]
pub mod html;
#[cfg(feature = "cli")]
pub mod lesson;
#[cfg(feature = "cli")]
pub mod library;
#[cfg(feature = "cli")]
pub mod output;
#[cfg(feature = "cli")]
pub mod page;
#[cfg(feature = "cli")]
pub mod picture;
#[cfg(feature = "cli")]
pub mod plan;
#[cfg(feature = "cli")]
pub mod puzzle;
#[cfg(feature = "cli")]
mod script;
#[cfg(feature = "cli")]
pub mod site;
#[cfg(feature = "cli")]
pub mod starter;
#[cfg(feature = "cli")]
pub mod theme;

#[cfg(feature = "cli")]
pub use commands::program;
pub use games::Games;
pub use solved::{MOST_STATES, Position, Solved, solve};
