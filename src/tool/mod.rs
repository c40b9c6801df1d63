//! The command line: the verbs, the proof of a site, the starter of a new one, and the playtest of a game.

pub mod check;
pub(crate) mod commands;
pub(crate) mod playtest;
mod starter;
