//! `export`: writes games in other forms than the website.

use std::ffi::OsStr;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::arguments::{Jobs, STANDARD_OUTPUT};
use super::one_file::OneFile;
use super::terminal::Verbosity;
use crate::engine::games::Games;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::outputs::assembly::{PICTURE_WIDTH, PictureFormat, Sites};
use crate::pages::edition::MAP_NAME;
use crate::pages::site::Options;
use crate::pages::theme;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The form
    form: Form,
    /// What to export: games, with their rules, lessons and editions, or some of their editions; for `single` and
    /// `lines` one edition, for `picture` one position
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
    /// Draw the map of all positions of an edition in place of one position
    #[arg(long)]
    map: bool,
    /// How many pixels wide a picture is; without it a PNG has 1200
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(16..=10_000))]
    width: Option<u16>,
    /// The language, if not the first one of the site
    #[arg(short, long, value_name = "TAG")]
    language: Option<String>,
    /// Export the editions that are marked as drafts, too
    #[arg(long)]
    drafts: bool,
    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// An e-book
    Epub,
    /// One HTML file with all positions of an edition
    Single,
    /// A position as an SVG or a PNG
    Picture,
    /// The game of an edition as JSON, one position a line, which content can name as a game again
    Lines,
}

pub(super) fn run(games: &Games, root: &Path, arguments: &Arguments, verbosity: Verbosity) -> Result<(), Diagnostics> {
    arguments.check()?;
    let Arguments { form, what, width, .. } = arguments;
    let (kind, ending) = match (form, width) {
        (Form::Epub, _) => ("book", "epub"),
        (Form::Single, _) => ("file", "html"),
        (Form::Lines, _) => ("file", "jsonl"),
        (Form::Picture, None) => ("picture", "svg"),
        (Form::Picture, Some(_)) => ("picture", "png"),
    };
    let default_name = || PathBuf::from(format!("{}.{ending}", what[0].replace('/', "-")));
    let name = arguments.output.clone().unwrap_or_else(default_name);
    let options = arguments.options(games, root);
    let file = OneFile { root, name: &name, kind };
    match form {
        Form::Epub => file.write(&arguments.jobs, verbosity, |out, observer| {
            let files = Sites::load(&options)?.book()?.write(out, observer)?;
            Ok(format!("{files} files"))
        }),
        Form::Single => file.write(&arguments.jobs, verbosity, |out, observer| {
            let sites = Sites::load(&options)?;
            let file = sites.single_file()?;
            file.write(out, observer)?;
            Ok(format!("{} pages", file.page_count()))
        }),
        Form::Lines => file.write(&arguments.jobs, verbosity, |out, _| {
            let positions = Sites::load(&options)?.write_lines(BufWriter::new(out), &name)?;
            Ok(format!("{positions} positions"))
        }),
        Form::Picture => {
            let is_stream = name == Path::new(STANDARD_OUTPUT);
            let ending = if is_stream { Some(ending) } else { name.extension().and_then(OsStr::to_str) };
            let format = picture_format(ending, *width)?;
            file.write(&arguments.jobs, verbosity, |out, _| {
                let what = if arguments.map { format!("{}/{MAP_NAME}", what[0]) } else { what[0].clone() };
                let picture = Sites::picture(&options, &what, format)?;
                out.write_all(&picture).map_err(|error| Diagnostic::io("write", &name, &error))?;
                Ok(if arguments.map { "1 map" } else { "1 position" }.to_owned())
            })
        }
    }
}

impl Arguments {
    fn check(&self) -> Result<(), Diagnostic> {
        let wrong = |message: &str, hint: &str| Err(Diagnostic::new(message).hint(hint));
        match self.form {
            Form::Picture if self.compact || self.theme.is_some() => {
                wrong("a picture is drawn without a theme, and in one form", "leave out --theme and --compact")
            }
            Form::Lines if self.compact || self.theme.is_some() => {
                wrong("lines have no theme, and one form", "leave out --theme and --compact")
            }
            Form::Picture if self.what.len() > 1 => wrong("a picture has one position", "export one after the other"),
            Form::Epub | Form::Single | Form::Lines if self.map => {
                wrong("only a picture is a map", "leave out --map, or export a `picture`")
            }
            Form::Epub | Form::Single | Form::Lines if self.width.is_some() => {
                wrong("only a picture has a width", "leave out --width, or export a `picture`")
            }
            Form::Single if self.compact => {
                wrong("a single file has no other form that is compact", "leave out --compact, or export an `epub`")
            }
            _ => Ok(()),
        }
    }

    fn options(&self, games: &Games, root: &Path) -> Options {
        Options {
            root: root.to_owned(),
            games: games.clone(),
            theme: self.theme.clone(),
            base_url: None,
            only: self.what.clone(),
            language: self.language.clone(),
            date: None,
            drafts: self.drafts,
            form: match self.form {
                Form::Epub if self.compact => theme::Form::CompactBook,
                Form::Epub => theme::Form::Book,
                Form::Single | Form::Picture | Form::Lines => theme::Form::SingleFile,
            },
        }
    }
}

fn picture_format(ending: Option<&str>, width: Option<u16>) -> Result<PictureFormat, Diagnostic> {
    match (ending, width) {
        (Some("svg"), None) => Ok(PictureFormat::Svg),
        (Some("png"), width) => Ok(PictureFormat::Png(width.unwrap_or(PICTURE_WIDTH))),
        (Some("svg"), Some(_)) => Err(Diagnostic::new("an SVG has no width in pixels")
            .hint("leave out --width, or let the name of the file end in `.png`")),
        _ => {
            Err(Diagnostic::new("the name of a picture ends in `.svg` or `.png`")
                .hint("the ending says how it is drawn"))
        }
    }
}
