//! `init`: begins a new site in an empty folder.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::terminal::Verbosity;
use crate::engine::games::FIRST;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, visible};
use crate::outputs::disk::new_files::{Added, NewFiles};
use crate::tool::starter::{self, CONTENT, LANGUAGES, SETTINGS, Starter};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The folder of the new site; it is made if it does not exist
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// The name of the site
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The language of its texts
    #[arg(short, long, value_name = "TAG", default_value = "en", value_parser = PossibleValuesParser::new(LANGUAGES))]
    language: String,
    /// Its theme: `classic`, `eink` or `plain`
    #[arg(short, long, value_name = "NAME")]
    theme: Option<String>,
    /// A game that it has, instead of Nim; can be given several times
    #[arg(long = "game", value_name = "GAME", value_parser = PossibleValuesParser::new(starter::games()))]
    games: Vec<String>,
    /// Where it will be published: the address of its folder
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Add a workflow that publishes the site on GitHub Pages; it builds the program from the repository of --from
    #[arg(long, requires = "from")]
    github: bool,
    /// For --github: the git repository that you had this program from, by its address on the web
    #[arg(long, value_name = "URL", requires = "github")]
    from: Option<String>,
    /// Add the files that are missing to a folder that is not empty; files that exist stay as they are
    #[arg(long)]
    force: bool,
}

pub(super) fn run(root: &Path, arguments: &Arguments, verbosity: Verbosity) -> Result<(), Diagnostics> {
    let Arguments { title, theme, games, base_url, force, .. } = arguments;
    let is_here = root == Path::new(".");
    // Without the dot that it may end with.
    let shown = if is_here { arguments.folder.clone() } else { root.join(&arguments.folder).components().collect() };
    let place = NewFiles::open(&shown)?;
    if !force {
        place.check_empty()?;
    }
    let starter = Starter {
        title: title.clone(),
        language: arguments.language.clone(),
        theme: theme.clone(),
        games: if games.is_empty() { vec![FIRST.to_owned()] } else { games.clone() },
        base_url: base_url.clone(),
        github: arguments.from.clone(),
    };
    let mut files = starter.files(&place.folder)?;
    if place.has(SETTINGS) {
        check_nothing_to_say(arguments)?;
        // It is a site already, whose content is not ours to add to.
        files.retain(|(path, _)| path == SETTINGS || !path.starts_with(CONTENT));
    }
    let added = place.write(&files)?;
    Ok(verbosity.print(&(told(&shown, &added) + &next(&shown, arguments.github)))?)
}

/// Checks that nothing was asked for that would have to be written into settings which exist.
fn check_nothing_to_say(Arguments { title, theme, games, base_url, .. }: &Arguments) -> Result<(), Diagnostic> {
    let write = |key: &str| format!("write `{key} = \"…\"` into {SETTINGS}");
    let (flag, hint) = match (title, theme, base_url, &games[..]) {
        (Some(_), ..) => ("title", write("title")),
        (_, Some(_), ..) => ("theme", write("theme")),
        (_, _, Some(_), _) => ("base-url", write("base_url")),
        (.., [game, ..]) => ("game", format!("`pageturner games {game}` prints what a page of it begins with")),
        _ => return Ok(()),
    };
    Err(Diagnostic::new(format!("{SETTINGS} is there already, so --{flag} would change nothing")).hint(hint))
}

pub(super) fn told(folder: &Path, added: &Added) -> String {
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
    text += "  pageturner serve    show the site at http://127.0.0.1:1111/ while you change content/\n";
    text += "  pageturner build    write the website into the folder public/\n";
    text += "  pageturner games    list the games, and what can be said to each of them\n";
    if github {
        text +=
            "\nTo publish: push the folder to GitHub, and choose \"GitHub Actions\" in its settings under \"Pages\".\n";
    }
    text
}
