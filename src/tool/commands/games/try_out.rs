//! `games try`: plays through a game in a file, and tells its designer about it.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;

use crate::engine::games::Games;
use crate::ground::diagnostic::Diagnostics;
use crate::tool::commands::progress::Progress;
use crate::tool::commands::terminal::{Verbosity, print};
use crate::tool::playtest::playtest;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The file of the game, such as content/dodgem.lua
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Its options, in place of what they are by default
    #[arg(value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// How long a designer waits before being told what makes a game so large.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) fn run(games: &Games, arguments: &Arguments, verbosity: Verbosity) -> Result<(), Diagnostics> {
    let (progress, begin, mut is_told) = (Progress::new(verbosity), Instant::now(), false);
    let tried = playtest(&arguments.file, &arguments.options, games, |error| {
        if !is_told && begin.elapsed() > PATIENCE {
            is_told = true;
            verbosity.tell(&format!("note: {error}; exploring goes on\n"));
        }
    });
    drop(progress);
    Ok(print(&tried?)?)
}
