//! The options of a build.

use std::path::{Path, PathBuf};

use toml::value::Date;

use crate::content;
use crate::content::words;
use crate::engine::games::Games;
use crate::pages::theme::{self, Form};

/// The folders of a site that it is made from.
pub const SOURCES: [&str; 3] = [content::FOLDER, theme::FOLDER, words::FOLDER];

/// The folder of what authors write, inside the site's root.
pub const CONTENT: &str = content::FOLDER;

/// What a user can choose for a build without editing the site.
#[derive(Clone, Debug)]
pub struct Options {
    pub root: PathBuf,
    pub games: Games,
    /// The theme, if not the one in `site.toml`.
    pub theme: Option<String>,
    /// Where the site will be published, if not as in `site.toml`.
    pub base_url: Option<String>,
    /// The games (`nim`) and editions (`nim/two-player`) that the site is limited to; none means all.
    pub only: Vec<String>,
    /// The one language to read it in; without it a website has all of its languages, and anything else the first.
    pub language: Option<String>,
    /// The day that it is built for, whose puzzle the front page shows.
    pub date: Option<Date>,
    pub drafts: bool,
    pub form: Form,
}

pub fn has_content(root: &Path) -> bool {
    root.join(content::FOLDER).is_dir()
}
