//! The command line: the verbs, the proof of a site, the starter of a new one, and the trial of a game.

pub mod check;
pub(crate) mod commands;
mod knowledge;
pub(crate) mod playtest;
mod starter;
