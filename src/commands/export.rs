//! `export`: writes games in other forms than the website.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::one_file::OneFile;
use super::terminal::Loudness;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::games::Games;
use crate::output::Observer;
use crate::site::{Options, PICTURE_WIDTH, PictureFormat, Site};
use crate::theme;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The form
    form: Form,
    /// What to export: games, with their rules, lessons and editions, or some of their editions; for `single` one
    /// edition, for `picture` one position
    #[arg(required = true, value_name = "GAME[/EDITION[/POSITION]]")]
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
    /// How many pixels wide a picture is; without it a PNG has 1200
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(16..=10_000))]
    width: Option<u16>,
    /// Export the editions that are marked as drafts, too
    #[arg(long)]
    drafts: bool,
    #[command(flatten)]
    jobs: super::arguments::Jobs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// An e-book
    Epub,
    /// One HTML file with all positions of an edition
    Single,
    /// A position as an SVG or a PNG
    Picture,
}

impl Form {
    /// Returns what the name of a file of this form ends with.
    fn ending(self) -> &'static str {
        match self {
            Self::Epub => "epub",
            Self::Single => "html",
            Self::Picture => "svg",
        }
    }

    /// Returns what messages call a file of this form.
    fn kind(self) -> &'static str {
        match self {
            Self::Epub => "book",
            Self::Single => "file",
            Self::Picture => "picture",
        }
    }
}

impl Arguments {
    fn options(&self, games: &Games, root: &Path, form: theme::Form) -> Options {
        Options {
            root: root.to_owned(),
            games: games.clone(),
            theme: self.theme.clone(),
            base_url: None,
            only: self.what.clone(),
            drafts: self.drafts,
            form,
        }
    }
}

pub(super) fn run(games: &Games, root: &Path, arguments: &Arguments, loudness: Loudness) -> Result<(), Diagnostics> {
    let form = arguments.form;
    if form == Form::Picture {
        return draw(games, root, arguments, loudness);
    }
    if arguments.width.is_some() {
        return wrong("only a picture has a width", "leave out --width, or export a `picture`");
    }
    let theme_form = match (form, arguments.compact) {
        (Form::Epub, false) => theme::Form::Book,
        (Form::Epub, true) => theme::Form::CompactBook,
        (Form::Single | Form::Picture, false) => theme::Form::SingleFile,
        (Form::Single | Form::Picture, true) => {
            let hint = "leave out --compact, or export an `epub`";
            return wrong("a single file has no other form that is compact", hint);
        }
    };
    let name = arguments.output.clone().unwrap_or_else(|| default_name(&arguments.what, form));
    let options = arguments.options(games, root, theme_form);
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
            let summary = site.book()?.write(out, observer)?;
            Ok(format!("{} files", summary.files))
        }
        Form::Single | Form::Picture => {
            let file = site.single_file()?;
            file.write(out, observer)?;
            Ok(format!("{} positions", file.positions()))
        }
    }
}

/// Writes a picture of a position.
fn draw(games: &Games, root: &Path, arguments: &Arguments, loudness: Loudness) -> Result<(), Diagnostics> {
    let Arguments { what, width, .. } = arguments;
    if arguments.compact || arguments.theme.is_some() {
        return wrong("a picture is drawn without a theme, and in one form", "leave out --theme and --compact");
    }
    let [position] = &what[..] else {
        return wrong("a picture has one position", "export one after the other");
    };
    let default = default_name(what, Form::Picture).with_extension(if width.is_some() { "png" } else { "svg" });
    let name = arguments.output.clone().unwrap_or(default);
    let is_stream = name == Path::new(super::arguments::STANDARD_OUTPUT);
    let format = match (name.extension().and_then(|ending| ending.to_str()), width) {
        (Some("png"), width) => PictureFormat::Png(width.unwrap_or(PICTURE_WIDTH)),
        (None, Some(width)) if is_stream => PictureFormat::Png(*width),
        (None, None) if is_stream => PictureFormat::Svg,
        (Some("svg"), None) => PictureFormat::Svg,
        (Some("svg"), Some(_)) => {
            let hint = "leave out --width, or let the name of the file end in `.png`";
            return wrong("an SVG has no width in pixels", hint);
        }
        _ => return wrong("the name of a picture ends in `.svg` or `.png`", "the ending says how it is drawn"),
    };
    let options = arguments.options(games, root, theme::Form::SingleFile);
    OneFile { root, name: &name, kind: Form::Picture.kind() }.write(&arguments.jobs, loudness, |out, _| {
        let picture = Site::picture(&options, position, format)?;
        out.write_all(&picture).map_err(|error| Diagnostic::io("write", &name, &error))?;
        Ok("1 position".to_owned())
    })
}

/// Returns what is to be told of arguments that do not go together.
fn wrong<T>(message: &str, hint: &str) -> Result<T, Diagnostics> {
    Err(Diagnostic::new(message).hint(hint).into())
}

/// Returns the name of a file with these games or editions: that of the first one.
fn default_name(what: &[String], form: Form) -> PathBuf {
    PathBuf::from(format!("{}.{}", what[0].replace('/', "-"), form.ending()))
}
