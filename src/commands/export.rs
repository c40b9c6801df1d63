//! `export`: writes games in other forms than the website.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::Loudness;
use super::one_file::OneFile;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::{Observer, book};
use crate::site::{Options, Site};
use crate::theme;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The form
    form: Form,
    /// What to export: games, with their rules, lessons and editions, or some of their editions; for `single` one
    /// edition
    #[arg(required = true, value_name = "GAME[/EDITION]")]
    what: Vec<String>,
    /// The file, from the site's folder; `-` for standard output. Without it the name is that of the game
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The theme, instead of the one for this form that comes with the program
    #[arg(short, long, value_name = "NAME")]
    theme: Option<String>,
    /// Put many positions into each file of an e-book, which makes it a tenth of the size
    #[arg(long)]
    compact: bool,
    /// Export the editions that are marked as drafts, too
    #[arg(long)]
    drafts: bool,
    #[command(flatten)]
    jobs: super::Jobs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// An e-book
    Epub,
    /// One HTML file with all positions of an edition
    Single,
}

impl Form {
    /// Returns what the name of a file of this form ends with.
    fn ending(self) -> &'static str {
        match self {
            Self::Epub => "epub",
            Self::Single => "html",
        }
    }

    /// Returns what messages call a file of this form.
    fn kind(self) -> &'static str {
        match self {
            Self::Epub => "book",
            Self::Single => "file",
        }
    }
}

pub(super) fn run(root: &Path, arguments: &Arguments, loudness: Loudness) -> Result<(), Diagnostics> {
    let form = arguments.form;
    let theme_form = match (form, arguments.compact) {
        (Form::Epub, false) => theme::Form::Book,
        (Form::Epub, true) => theme::Form::CompactBook,
        (Form::Single, false) => theme::Form::SingleFile,
        (Form::Single, true) => {
            return Err(Diagnostic::new("a single file has no other form that is compact")
                .hint("leave out --compact, or export an `epub`")
                .into());
        }
    };
    let name = arguments.output.clone().unwrap_or_else(|| default_name(&arguments.what, form));
    let options = Options {
        root: root.to_owned(),
        theme: arguments.theme.clone(),
        base_url: None,
        only: arguments.what.clone(),
        drafts: arguments.drafts,
        form: theme_form,
    };
    let file = OneFile { root, name: &name, kind: form.kind() };
    file.write(&arguments.jobs, loudness, |out, observer| write(&Site::load(&options)?, form, out, observer))
}

/// Writes a site in a form, and returns how much of what is in it.
fn write(
    site: &Site,
    form: Form,
    out: &mut (dyn Write + Send),
    observer: &dyn Observer,
) -> Result<String, Diagnostics> {
    match form {
        Form::Epub => {
            let summary = book::write(&site.book()?, out, observer)?;
            Ok(format!("{} files", summary.files))
        }
        Form::Single => {
            let file = site.single_file()?;
            file.write(out, observer)?;
            Ok(format!("{} positions", file.positions()))
        }
    }
}

/// Returns the name of a file with these games or editions: that of the first one.
fn default_name(what: &[String], form: Form) -> PathBuf {
    PathBuf::from(format!("{}.{}", what[0].replace('/', "-"), form.ending()))
}
