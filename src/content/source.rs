//! The folder and the files of content.

use std::fs;
use std::path::Path;

use crate::ground::diagnostic::{Diagnostic, Source};
use crate::ground::files;
use crate::ground::html::characters;

/// The folder of a site's content, inside the site's root.
pub const FOLDER: &str = "content";

/// The file in the content folder that says what holds for the whole site.
pub const CONFIG_FILE: &str = "site.toml";

pub(super) fn config_file(language: &str) -> String {
    format!("site.{language}.toml")
}

/// Reads a file of settings in the content folder; `hint` says what to do where there is none.
pub(super) fn read_settings(root: &Path, name: &str, hint: &str) -> Result<Source, Diagnostic> {
    let path = root.join(FOLDER).join(name);
    read_source(root, &path).map_err(|error| if path.exists() { error } else { error.hint(hint) })
}

/// Reads a file of the site as text, named in messages by its path from the root.
pub(super) fn read_source(root: &Path, path: &Path) -> Result<Source, Diagnostic> {
    let name = files::shown(path, root);
    let bytes = fs::read(path).map_err(|error| Diagnostic::io("read", Path::new(&name), &error))?;
    characters::source(&name, &bytes)
}
