//! The names of what has a folder of its own on the site.

use std::collections::HashSet;

use super::located::Located;
use crate::diagnostic::Diagnostic;
use crate::files;

/// The names of things of one kind in one folder.
pub(super) struct FolderNames {
    /// What messages call one of them.
    one: &'static str,
    /// What they call several.
    several: &'static str,
    /// Whether `/` can stand between the names of nested folders.
    are_nested: bool,
    known: HashSet<String>,
}

impl FolderNames {
    pub(super) fn of(one: &'static str, several: &'static str, are_nested: bool) -> Self {
        Self { one, several, are_nested, known: HashSet::new() }
    }

    /// Adds a name.
    ///
    /// # Errors
    ///
    /// When it is not fit for folders, or when there is another one with this name.
    pub(super) fn add(&mut self, name: &Located<String>) -> Result<(), Diagnostic> {
        let Self { one, several, are_nested, known } = self;
        let parts: Vec<&str> = if *are_nested { name.value.split('/').collect() } else { vec![&name.value] };
        if let Some(hint) = parts.iter().find_map(|part| why_unfit(part)) {
            let message = format!("`{}` cannot be the name of {one}, because it names a folder", name.value);
            let nested = if parts.len() > 1 { ", with `/` between the names of nested folders" } else { "" };
            return Err(name.diagnostic(message).hint(hint + nested));
        }
        if !known.insert(name.value.clone()) {
            let message = format!("there are two {several} with the name `{}`", name.value);
            return Err(name.diagnostic(message).hint("give each of them a name of its own"));
        }
        Ok(())
    }
}

/// Returns why a name is not fit for a folder of the site on every system, as a hint that says what to do.
fn why_unfit(name: &str) -> Option<String> {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if name.is_empty() || !name.bytes().all(is_plain) {
        return Some("use lower-case letters, digits and hyphens".to_owned());
    }
    files::why_unfit(name)
}
