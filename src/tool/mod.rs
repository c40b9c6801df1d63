//! The command line: the verbs, the checker, the files of a new site, and the playtest of a game.

pub mod check;
pub(crate) mod commands;
pub(crate) mod playtest;
mod starter;
