//! The folder that a thread works in: files mostly come folder by folder.

use std::io;

use super::Website;
use crate::output::open_folder::OpenFolder;

/// The folder that was opened last, or was not there.
#[derive(Default)]
pub(super) struct LastFolder(Option<(String, Option<OpenFolder>)>);

impl LastFolder {
    /// Returns a folder of the website, if it exists.
    pub(super) fn get(&mut self, website: &Website, path: &str) -> io::Result<Option<&OpenFolder>> {
        if self.0.as_ref().is_none_or(|(known, _)| known != path) {
            self.0 = Some((path.to_owned(), website.opened_if_there(path)?));
        }
        Ok(self.0.as_ref().and_then(|(_, folder)| folder.as_ref()))
    }
}
