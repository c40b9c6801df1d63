//! `export`: writes games in other forms than the website.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};

use super::build::{megabytes, time_since};
use super::progress::Progress;
use super::{Loudness, print};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::{NewFile, Summary, book};
use crate::site::{Options, SOURCES, Site};
use crate::theme::Markup;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The form
    form: Form,
    /// What to export: games, with their rules, lessons and editions, or some of their editions
    #[arg(required = true, value_name = "GAME[/EDITION]")]
    what: Vec<String>,
    /// The file, from the site's folder; `-` for standard output. Without it the name is that of the game
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The theme, instead of the one for books that comes with the program
    #[arg(short, long, value_name = "NAME")]
    theme: Option<String>,
    /// Export the editions that are marked as drafts, too
    #[arg(long)]
    drafts: bool,
    #[command(flatten)]
    jobs: super::Jobs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// An e-book, one position to a page
    Epub,
}

pub(super) fn run(root: PathBuf, arguments: &Arguments, loudness: Loudness) -> Result<(), Diagnostics> {
    let begin = Instant::now();
    let Form::Epub = arguments.form;
    let output = arguments.output.clone().unwrap_or_else(|| default_name(&arguments.what));
    let is_stream = output == Path::new(super::STANDARD_OUTPUT);
    let place = root.join(&output);
    let file = if is_stream { None } else { Some(NewFile::open(&place, "book", &root, &SOURCES)?) };
    let options = Options {
        root,
        theme: arguments.theme.clone(),
        base_url: None,
        only: arguments.what.clone(),
        drafts: arguments.drafts,
        markup: Markup::Xhtml,
    };
    let progress = Progress::new(loudness);
    let written = arguments.jobs.with(|| {
        let site = Site::load(&options)?;
        match &file {
            Some(file) => file.write(|out| book::write(&site.book(), out, &progress)),
            None => book::write(&site.book(), std::io::stdout(), &progress),
        }
    });
    progress.finish();
    let Summary { files, .. } = written?;
    if loudness == Loudness::Quiet {
        return Ok(());
    }
    if is_stream {
        eprint!("{files} files in one book: written{}", time_since(begin));
        return Ok(());
    }
    let bytes = std::fs::metadata(&place).map_err(|error| Diagnostic::io("look at", &place, &error))?.len();
    let place = place.display();
    Ok(print(&format!("{files} files, {} MB in {place}: written{}", megabytes(bytes), time_since(begin)))?)
}

/// Returns the name of a book of these games or editions: that of the first one.
fn default_name(what: &[String]) -> PathBuf {
    PathBuf::from(format!("{}.epub", what[0].replace('/', "-")))
}
