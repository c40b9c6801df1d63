//! `export`: writes games in forms other than the website.

use std::ffi::OsStr;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};

use super::session::{Jobs, Session};
use super::terminal::time_since;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, OrCannot, visible};
use crate::outputs::assembly::{PICTURE_WIDTH, PictureFormat, Sites};
use crate::outputs::disk::NewFile;
use crate::outputs::{Observer, size};
use crate::pages::edition::MAP_NAME;
use crate::pages::site::Options;
use crate::pages::theme;

#[allow(clippy::struct_excessive_bools, reason = "each is a flag that a user can give")]
#[derive(Args, Debug)]
pub(super) struct Export {
    /// The format to write
    #[arg(value_name = "FORMAT")]
    form: Form,
    /// What to export. `epub` takes games (with their rules, lessons and editions), stories and single editions.
    /// `single` takes one edition or story, `lines` one edition, and `picture` one position
    #[arg(required = true, value_name = "GAME[/EDITION[/POSITION]]")]
    what: Vec<String>,
    /// The file to write, relative to the site's folder; `-` means standard output. By default, the file is
    /// named after the first GAME, such as `nim-two-player.html`
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// For `epub` and `single`: the theme, instead of the built-in one
    #[arg(short, long, value_name = "NAME")]
    theme: Option<String>,
    /// For `epub`: put many positions into each file of the book, to make the book many times smaller
    #[arg(long)]
    compact: bool,
    /// For `picture`: draw the map of all positions of an edition, instead of one position
    #[arg(long)]
    map: bool,
    /// For `picture`: write a PNG of this width; without this flag, a FILE that ends in .png is 1200 pixels wide
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(16..=10_000))]
    width: Option<u16>,
    /// The language to export; the default is the first language of the site
    #[arg(short, long, value_name = "TAG")]
    language: Option<String>,
    /// Include content that is marked as a draft
    #[arg(long)]
    drafts: bool,
    /// Replace an existing file even if no export wrote it
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// An e-book
    Epub,
    /// One HTML file with all positions of an edition, or with a story
    Single,
    /// A position as an SVG or a PNG
    Picture,
    /// All positions of an edition in JSON, one per line. A page of a site can use this file as a game
    Lines,
}

impl Export {
    pub(super) fn run(&self, session: &Session<'_>) -> Result<(), Diagnostics> {
        self.check()?;
        let (kind, ending) = match (self.form, self.width) {
            (Form::Epub, _) => ("book", "epub"),
            (Form::Single, _) => ("file", "html"),
            (Form::Lines, _) => ("file", "jsonl"),
            (Form::Picture, None) => ("picture", "svg"),
            (Form::Picture, Some(_)) => ("picture", "png"),
        };
        let default_name = || PathBuf::from(format!("{}.{ending}", self.what[0].replace('/', "-")));
        let name = self.output.clone().unwrap_or_else(default_name);
        let ending = if is_stream(&name) { Some(ending) } else { name.extension().and_then(OsStr::to_str) };
        let options = self.options(session);
        let load = || Sites::load(&options);
        self.write(session, &name, kind, |out, observer| {
            Ok(match self.form {
                Form::Epub => format!("{} files", load()?.book()?.write(out, observer)?),
                Form::Lines => format!("{} positions", load()?.write_lines(BufWriter::new(out), &name)?),
                Form::Single => {
                    let sites = load()?;
                    let file = sites.single_file()?;
                    file.write(out, observer)?;
                    format!("{} pages", file.page_count())
                }
                Form::Picture => {
                    let what = if self.map { format!("{}/{MAP_NAME}", self.what[0]) } else { self.what[0].clone() };
                    let picture = Sites::picture(&options, &what, picture_format(ending, self.width)?)?;
                    out.write_all(&picture).or_cannot("write", &name)?;
                    if self.map { "1 map" } else { "1 position" }.to_owned()
                }
            })
        })
    }

    /// Checks that the form supports each flag.
    fn check(&self) -> Result<(), Diagnostic> {
        let flags: [(_, _, &[Form]); 4] = [
            ("--theme", self.theme.is_some(), &[Form::Epub, Form::Single]),
            ("--compact", self.compact, &[Form::Epub]),
            ("--map", self.map, &[Form::Picture]),
            ("--width", self.width.is_some(), &[Form::Picture]),
        ];
        let form = self.form.to_possible_value().expect("no form is hidden");
        for (flag, is_given, forms) in flags {
            if is_given && !forms.contains(&self.form) {
                let message = format!("the format `{}` does not support {flag}", form.get_name());
                return Err(Diagnostic::new(message).hint(format!("omit {flag}, or choose another format")));
            }
        }
        if self.form == Form::Picture && self.what.len() > 1 {
            return Err(
                Diagnostic::new("a picture can show only one position").hint("export the positions one at a time")
            );
        }
        Ok(())
    }

    fn options(&self, session: &Session<'_>) -> Options {
        Options {
            theme: self.theme.clone(),
            only: self.what.clone(),
            language: self.language.clone(),
            drafts: self.drafts,
            form: match self.form {
                Form::Epub if self.compact => theme::Form::CompactBook,
                Form::Epub => theme::Form::Book,
                Form::Single | Form::Picture | Form::Lines => theme::Form::SingleFile,
            },
            ..session.options()
        }
    }

    /// Calls `write` with the file or with standard output, and prints a summary: `write` returns a description of the
    /// contents, such as `12 files`. If the file goes to standard output, prints the summary to standard error.
    fn write(
        &self,
        session: &Session<'_>,
        name: &Path,
        kind: &'static str,
        write: impl FnOnce(&mut (dyn Write + Send), &dyn Observer) -> Result<String, Diagnostics> + Send,
    ) -> Result<(), Diagnostics> {
        let begin = Instant::now();
        let place = session.root.join(name);
        let file = if is_stream(name) { None } else { Some(NewFile::open(&place, kind, &session.root, self.force)?) };
        let shown = visible(&place.display().to_string()).into_owned();
        let written = self.jobs.with(session, |progress| match &file {
            Some(file) => file.write(|mut file| {
                let what = write(&mut file, progress)?;
                let bytes = file.metadata().or_cannot("read", &place)?.len();
                Ok(format!("{what}, {} in {shown}", size(bytes)))
            }),
            None => Ok(write(&mut io::stdout(), progress)? + " in one " + kind),
        });
        let done = format!("{}: written{}", written?, time_since(begin));
        if file.is_none() {
            session.note(&done);
            return Ok(());
        }
        Ok(session.print(&done)?)
    }
}

/// Returns whether a file name means standard output.
fn is_stream(name: &Path) -> bool {
    name == Path::new("-")
}

fn picture_format(ending: Option<&str>, width: Option<u16>) -> Result<PictureFormat, Diagnostic> {
    match (ending, width) {
        (Some("svg"), None) => Ok(PictureFormat::Svg),
        (Some("png"), width) => Ok(PictureFormat::Png(width.unwrap_or(PICTURE_WIDTH))),
        (Some("svg"), Some(_)) => Err(Diagnostic::new("--width does not apply to an SVG")
            .hint("omit --width, or give the file a name that ends in `.png`")),
        _ => Err(Diagnostic::new("the name of a picture must end in `.svg` or `.png`")
            .hint("rename the file: its extension selects the format")),
    }
}
