//! Explores and solves games in Rust, in Lua and as lines of JSON, and plays stories in ink.

pub mod game;
pub mod games;
pub mod graph;
#[cfg(feature = "cli")]
pub mod ink;
#[cfg(feature = "cli")]
mod limits;
#[cfg(feature = "cli")]
pub mod lines;
#[cfg(feature = "cli")]
pub mod lua;
pub mod solve;
