//! The starter: what `init` puts into an empty folder to begin a site with. Its files lie in `src/starter/site`, as
//! they will in that folder.

use std::path::Path;

use include_dir::{Dir, include_dir};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::files;
use crate::html::characters;
use crate::theme;

static SITE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/starter/site");

/// The file that makes a folder a site. It is the last to be written, so a folder that has it has all others.
pub(crate) const SETTINGS: &str = "content/site.toml";

/// What only those need who publish on GitHub Pages.
const GITHUB: &str = ".github/";

/// The line of the settings that has the title.
const TITLE_LINE: &str = "title = \"A site of games\"";
/// The line of the settings in which a theme can be named.
const THEME_LINE: &str = "# theme = \"classic\"";

/// The line of the workflow that has the address of the repository of the program.
const SOURCE_LINE: &str = "  PAGETURNER: \"https://github.com/NAME/pageturner\"";

/// What the user can choose for a new site.
#[derive(Clone, Debug, Default)]
pub(crate) struct Starter {
    /// The name of the site, if it is known already.
    pub title: Option<String>,
    /// The name of its theme, if it is not left to the program.
    pub theme: Option<String>,
    /// If it is to be published on GitHub Pages, the address of the git repository that the program is built from.
    pub github: Option<String>,
}

impl Starter {
    /// Returns the files of the new site in `folder`, by their paths: the settings last.
    ///
    /// # Errors
    ///
    /// When the title is none, or when there is no such theme.
    pub(crate) fn files(&self, folder: &Path) -> Result<Vec<(String, Vec<u8>)>, Diagnostics> {
        let mut findings = Diagnostics::new();
        let settings = findings.keep(self.settings(folder));
        let mut files = Vec::new();
        collect(&SITE, &mut files);
        files.retain(|(path, _)| path != SETTINGS && (self.github.is_some() || !path.starts_with(GITHUB)));
        if let Some(address) = &self.github {
            findings.keep(check_source(address));
            let line = format!("  PAGETURNER: {}", quoted(address));
            for (_, workflow) in files.iter_mut().filter(|(path, _)| path.starts_with(GITHUB)) {
                *workflow = String::from_utf8_lossy(workflow).replacen(SOURCE_LINE, &line, 1).into_bytes();
            }
        }
        files.sort();
        files.extend(settings.map(|settings| (SETTINGS.to_owned(), settings.into_bytes())));
        findings.into_result(files)
    }

    /// Returns the text of the settings.
    fn settings(&self, folder: &Path) -> Result<String, Diagnostics> {
        let mut findings = Diagnostics::new();
        let file = SITE.get_file(SETTINGS).expect("the starter has settings");
        let mut text = file.contents_utf8().expect("the settings are a text").to_owned();
        if let Some(title) = &self.title {
            let line = findings.keep(check_title(title)).map(|()| format!("title = {}", quoted(title)));
            text = text.replacen(TITLE_LINE, &line.unwrap_or_default(), 1);
        }
        if let Some(theme) = &self.theme {
            findings.keep(theme::check_for_website(folder, theme));
            text = text.replacen(THEME_LINE, &format!("theme = {}", quoted(theme)), 1);
        }
        findings.into_result(text)
    }
}

/// Appends all files of a folder by their paths from the starter's own.
fn collect(folder: &Dir<'_>, files: &mut Vec<(String, Vec<u8>)>) {
    for file in folder.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        files.push((path, file.contents().to_vec()));
    }
    folder.dirs().for_each(|inner| collect(inner, files));
}

/// Checks that a text can be the title of a site.
fn check_title(title: &str) -> Result<(), Diagnostic> {
    if title.chars().all(|c| c.is_whitespace() || files::is_invisible(c)) {
        return Err(Diagnostic::new("the title is blank").hint("give the site a name that can be seen"));
    }
    if title.contains(['\n', '\r', '\t']) {
        return Err(Diagnostic::new("the title has more than one line, or a tab").hint("write it in one line"));
    }
    match characters::refused(title) {
        Some((refused, _)) => Err(refused),
        None => Ok(()),
    }
}

/// Checks that an address is one that a workflow can get a repository from without asking anybody.
fn check_source(address: &str) -> Result<(), Diagnostic> {
    let is_fit = |c: char| c.is_ascii_alphanumeric() || "-._~:/@%+".contains(c);
    let rest = address.strip_prefix("https://").unwrap_or_default();
    if rest.contains('/') && !rest.starts_with('/') && rest.chars().all(is_fit) {
        return Ok(());
    }
    Err(Diagnostic::new(format!("`{address}` is no address of a public git repository"))
        .hint("it looks like `https://github.com/NAME/pageturner`"))
}

/// Returns a text without control characters as TOML and YAML have it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_have_the_lines_that_are_replaced() {
        let text = SITE.get_file(SETTINGS).and_then(|file| file.contents_utf8()).expect("the settings");
        for line in [TITLE_LINE, THEME_LINE] {
            assert_eq!(text.lines().filter(|known| *known == line).count(), 1, "{line}");
        }
    }

    #[test]
    fn the_workflow_has_the_address_that_it_was_given() {
        let made = |address: &str| {
            let starter = Starter { github: Some(address.to_owned()), ..Starter::default() };
            let files = starter.files(Path::new(".")).ok()?;
            let (_, workflow) = files.into_iter().find(|(path, _)| path.ends_with("pages.yml"))?;
            String::from_utf8(workflow).ok()
        };
        let workflow = made("https://example.org/a/b.git").expect("a workflow");
        assert!(workflow.contains("PAGETURNER: \"https://example.org/a/b.git\"\n") && !workflow.contains("NAME"));
        for wrong in
            ["", "https://", "https:///a", "git@example.org:a/b", "https://a b/c", "https://a/\"\nb", "../here"]
        {
            assert_eq!(made(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn a_title_is_read_back_as_it_was_written() {
        for title in ["Games", "\"Games\" \\ more", "Spiele für zwei", "''' \"\"\"", "\\u0041", "日本 #1", "a\u{202e}b"]
        {
            let starter = Starter { title: Some(title.to_owned()), ..Starter::default() };
            let text = starter.settings(Path::new(".")).expect("settings");
            let settings: toml::Table = text.parse().expect("TOML");
            assert_eq!(settings["title"].as_str(), Some(title));
        }
    }

    #[test]
    fn what_is_no_title_is_refused() {
        for title in ["", " ", "\u{200b}", "a\nb", "a\rb", "a\tb", "a\0b", "a\u{1b}[31mb", "a\u{7f}", "a\u{85}b"] {
            let starter = Starter { title: Some(title.to_owned()), ..Starter::default() };
            assert!(starter.settings(Path::new(".")).is_err(), "{title:?}");
        }
    }
}
