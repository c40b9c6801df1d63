//! The files of a built site.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

/// All files below a folder but those of the writer's own folder, by their paths from it.
pub(crate) fn files_below(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let walk = WalkDir::new(folder).into_iter().filter_entry(|entry| entry.file_name() != ".pageturner");
    walk.map(|entry| entry.expect("a readable entry"))
        .filter(|entry| !entry.file_type().is_dir())
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).expect("below the folder").to_str().expect("Unicode");
            (path.to_owned(), fs::read(entry.path()).expect("a readable file"))
        })
        .collect()
}
