//! The verbs that add files to a folder. `init` creates a site. `theme` copies a built-in theme. `games new` writes a
//! game in Lua with its page. `words` writes catalogues for you to fill in.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use super::session::Session;
use super::terminal::print;
use crate::content;
use crate::content::words::{self, Form, check_tag};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, visible};
use crate::outputs::assembly::locales;
use crate::outputs::disk::new_files::{Added, NewFiles};
use crate::pages::theme;
use crate::tool::starter::{CONTENT, SETTINGS, Starter, check_name, game_code, game_page};

#[derive(Args, Debug)]
pub(super) struct Init {
    /// The folder of the new site; created if it does not exist
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    #[command(flatten)]
    starter: Starter,
    /// Add the missing files to a folder that is not empty; existing files stay unchanged
    #[arg(long)]
    force: bool,
}

impl Init {
    pub(super) fn run(&self, session: &Session<'_>) -> Result<(), Diagnostics> {
        let root = &session.root;
        let is_here = root == Path::new(".");
        // Removes `.` at its end.
        let shown = if is_here { self.folder.clone() } else { root.join(&self.folder).components().collect() };
        let place = NewFiles::open(&shown)?;
        if !self.force {
            place.check_empty()?;
        }
        let mut files = self.starter.files(&place.folder)?;
        if place.has(SETTINGS) {
            self.check_nothing_to_say()?;
            // It is a site already, so do not add content.
            files.retain(|(path, _)| path == SETTINGS || !path.starts_with(CONTENT));
        }
        let added = place.write(&files)?;
        Ok(session.print(&(listing(&shown, &added) + &next(&shown, self.starter.github)))?)
    }

    /// Checks that no flag sets a value of the settings. The file of the settings already exists, and stays unchanged.
    fn check_nothing_to_say(&self) -> Result<(), Diagnostic> {
        let write = |key: &str| format!("write `{key} = \"…\"` into {SETTINGS}");
        let Starter { title, theme, base_url, games, story, .. } = &self.starter;
        let (flag, hint) = match (title, theme, base_url, &games[..], story) {
            (Some(_), ..) => ("title", write("title")),
            (_, Some(_), ..) => ("theme", write("theme")),
            (_, _, Some(_), ..) => ("base-url", write("base_url")),
            (.., [game, ..], _) => {
                ("game", format!("add a page for it: `pageturner games {game}` prints a header to copy"))
            }
            (.., Some(_)) => ("story", "create a site in another folder, and copy the files of the story".to_owned()),
            _ => return Ok(()),
        };
        Err(Diagnostic::new(format!("{SETTINGS} already exists, so --{flag} would change nothing")).hint(hint))
    }
}

fn listing(folder: &Path, added: &Added) -> String {
    let line = |what: &str, path: &String| {
        let path = folder.join(path).display().to_string();
        let path = path.strip_prefix("./").unwrap_or(&path);
        format!("{what} {}\n", visible(path))
    };
    let written = added.written.iter().map(|path| line("wrote", path));
    let kept = added.kept.iter().map(|path| line("kept", path));
    written.chain(kept).collect()
}

fn next(folder: &Path, github: bool) -> String {
    let mut text = "\nThe site is ready. Next:\n\n".to_owned();
    if folder != Path::new(".") {
        let folder = folder.display().to_string();
        let is_plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
        let folder = if folder.chars().all(is_plain) { folder } else { format!("'{}'", folder.replace('\'', "'\\''")) };
        text.extend(["  cd ", &visible(&folder), "\n"]);
    }
    text += "  pageturner serve    serve the site at http://127.0.0.1:1111/ while you edit content/\n";
    text += "  pageturner build    write the website into the folder public/\n";
    text += "  pageturner games    list the games and their parameters\n";
    if github {
        text +=
            "\nTo publish: push the folder to GitHub, and choose \"GitHub Actions\" under \"Pages\" in the settings.\n";
    }
    text
}

#[derive(Args, Debug)]
pub(super) struct NewTheme {
    /// What to do
    what: What,
    /// The name of the new theme; the files go into themes/NAME
    name: String,
    /// The built-in theme to copy
    #[arg(long, value_name = "THEME", default_value = theme::DEFAULT)]
    #[arg(value_parser = PossibleValuesParser::new(theme::built_in()))]
    from: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    /// Write a copy of a built-in theme for you to change
    New,
}

impl NewTheme {
    pub(super) fn run(&self, session: &Session<'_>) -> Result<(), Diagnostics> {
        let Self { what: What::New, name, from } = self;
        theme::check_new_name(name)?;
        let folder = session.root.join(theme::FOLDER).join(name);
        let place = NewFiles::open(&folder)?;
        place.check_free(&folder, &[""], "choose another name, or delete the folder first")?;
        let next = format!(
            "\nThe theme is ready. To use it, add `theme = \"{name}\"` to content/site.toml; \
             to try it once, build with --theme {name}.\n"
        );
        let added = place.write(&Vec::from_iter(theme::built_in_files(from)))?;
        Ok(session.print(&(listing(&folder, &added) + &next))?)
    }
}

#[derive(Args, Debug)]
pub(super) struct NewGame {
    /// The name of the game in URLs, such as `dodgem`
    name: String,
    /// The kind of board
    #[arg(short, long, value_enum, default_value = "squares")]
    kind: Kind,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    /// A board of squares, for two players
    Squares,
    /// Rows of pieces, for two players
    Heaps,
    /// A board of squares, for one player
    Puzzle,
    /// A text with words to choose, for one player
    Text,
}

impl NewGame {
    pub(super) fn run(&self, session: &Session<'_>) -> Result<(), Diagnostics> {
        let Self { name, kind } = self;
        check_name(name, "a game")?;
        let folder = session.root.join(CONTENT);
        let place = NewFiles::open(&folder)?;
        let code = game_code(kind.to_possible_value().expect("no kind is hidden").get_name());
        let page = game_page(name, matches!(kind, Kind::Squares | Kind::Heaps));
        let files = [(format!("{name}.lua"), code), (format!("{name}.md"), &*page)];
        place.check_free(&folder, &[&files[0].0, &files[1].0], "choose another name")?;
        Ok(session.print(&listing(&folder, &place.write(&files)?))?)
    }
}

#[derive(Args, Debug)]
pub(super) struct Words {
    /// The tag of the language, such as `de` or `pt-BR`
    language: String,
    /// Leave out messages that are already translated
    #[arg(long)]
    missing: bool,
    /// Write the catalogues into DIR, relative to the site's folder, instead of printing them. Builds read catalogues
    /// from `locales`. The catalogue of a game file, such as `content/mine.lua`, always goes next to that file
    #[arg(short, long, value_name = "DIR")]
    output_dir: Option<PathBuf>,
}

impl Words {
    pub(super) fn run(&self, session: &Session<'_>) -> Result<(), Diagnostics> {
        check_tag(&self.language)?;
        let forms = locales(&session.root, session.games)?.forms(&self.language, self.missing);
        let Some(folder) = &self.output_dir else {
            let form = |Form { path, is_in_content, text }: &Form| {
                let folder = if *is_in_content { content::FOLDER } else { words::FOLDER };
                format!("### {folder}/{path}\n\n{text}\n")
            };
            return Ok(print(&forms.iter().map(form).collect::<String>())?);
        };
        let folder_of = |form: &Form| session.root.join(if form.is_in_content { Path::new(CONTENT) } else { folder });
        let mut there = Diagnostics::new();
        for form in &forms {
            let (folder, hint) = (folder_of(form), "move it elsewhere, and copy what you need from it");
            there.keep(NewFiles::open(&folder)?.check_free(&folder, &[&form.path], hint));
        }
        there.into_result(())?;
        for form in forms {
            let folder = folder_of(&form);
            let added = NewFiles::open(&folder)?.write(&[(form.path, form.text)])?;
            session.print(&listing(&folder, &added))?;
        }
        Ok(())
    }
}
