//! `games try`: plays through a game in a file, and tells its designer about it.

use std::path::PathBuf;

use clap::Args;

use crate::commands::progress::Progress;
use crate::commands::terminal::{Loudness, print};
use crate::diagnostic::Diagnostics;
use crate::games::Games;
use crate::site::try_game;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The file of the game, such as content/dodgem.lua
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Its options, in place of what they are by default
    #[arg(value_name = "NAME=VALUE")]
    options: Vec<String>,
}

pub(super) fn run(games: &Games, arguments: &Arguments, loudness: Loudness) -> Result<(), Diagnostics> {
    let progress = Progress::new(loudness);
    let tried = try_game(&arguments.file, &arguments.options, games);
    drop(progress);
    Ok(print(&tried?)?)
}
