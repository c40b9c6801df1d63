//! What several verbs can be told.

use std::path::PathBuf;

use clap::Args;

use super::progress::Progress;
use super::terminal::Verbosity;
use crate::engine::games::Games;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::pages::site::Options;
use crate::pages::theme::Form;

/// The name of a file that stands for standard output.
pub(super) const STANDARD_OUTPUT: &str = "-";

/// The stack of a thread, in bytes; only what is used of it takes memory.
pub(super) const STACK: usize = 64 << 20;

/// What several verbs can be told about the site.
#[derive(Args, Debug)]
pub(super) struct SiteArguments {
    /// The theme, instead of the one in content/site.toml
    #[arg(short, long, value_name = "NAME")]
    theme: Option<String>,
    /// Limit the site to a game or an edition; can be given several times
    #[arg(long, value_name = "GAME[/EDITION]")]
    pub(super) only: Vec<String>,
    /// Have the editions that are marked as drafts, too
    #[arg(long)]
    drafts: bool,
}

#[derive(Args, Debug)]
pub(super) struct Jobs {
    /// How many threads work at once; 0 means one for each core
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=256))]
    jobs: u16,
}

impl SiteArguments {
    pub(super) fn options(&self, games: &Games, root: PathBuf, base_url: Option<String>) -> Options {
        Options {
            language: None,
            root,
            games: games.clone(),
            theme: self.theme.clone(),
            base_url,
            only: self.only.clone(),
            date: None,
            drafts: self.drafts,
            form: Form::Website,
        }
    }
}

impl Jobs {
    /// Does work on as many threads as the user asked for, while a line shows how far it is.
    pub(super) fn with<T: Send>(
        &self,
        verbosity: Verbosity,
        work: impl FnOnce(&Progress) -> Result<T, Diagnostics> + Send,
    ) -> Result<T, Diagnostics> {
        // HTML is minified by recursion, and content may nest.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.into()).stack_size(STACK).build();
        let pool = pool.map_err(|error| {
            Diagnostic::new(format!("cannot start {} threads: {error}", self.jobs)).hint("ask for fewer with --jobs")
        })?;
        let progress = Progress::new(verbosity);
        pool.install(|| work(&progress))
    }
}
