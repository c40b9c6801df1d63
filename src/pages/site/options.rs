//! The options of a build.

use std::path::{Path, PathBuf};

use toml::value::Date;

use crate::content;
use crate::content::words;
use crate::engine::games::Games;
use crate::pages::theme::{self, Form};

/// The folders from which a site is built.
pub const SOURCES: [&str; 3] = [content::FOLDER, theme::FOLDER, words::FOLDER];

/// The folder with the content, inside the site's root.
pub const CONTENT: &str = content::FOLDER;

/// The choices of a user for a build.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub root: PathBuf,
    pub games: Games,
    /// The theme, if it overrides the theme in `site.toml`.
    pub theme: Option<String>,
    /// The URL of the published site, if it overrides the URL in `site.toml`.
    pub base_url: Option<String>,
    /// The games (`nim`) and editions (`nim/two-player`) to build; empty means all.
    pub only: Vec<String>,
    /// The only language to build. By default, a website contains all languages of the site, and any other output
    /// contains the first language.
    pub language: Option<String>,
    /// The day of the build. The front page shows the puzzle of this day.
    pub date: Option<Date>,
    pub drafts: bool,
    pub form: Form,
}

pub fn has_content(root: &Path) -> bool {
    root.join(content::FOLDER).is_dir()
}
