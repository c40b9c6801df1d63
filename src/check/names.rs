//! The names of files: whether every system has room for them, and tells them apart.

use rustc_hash::FxHashMap;

use super::fault::{Fault, Kind};
use super::paths::Paths;
use crate::files::{LONGEST_PATH, alike, why_unfit};

/// Returns what is wrong with the names of a site's files.
pub(super) fn check(paths: &Paths) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut known: FxHashMap<String, &str> = FxHashMap::default();
    let mut last_folder = None;
    for (file, path) in paths.iter() {
        if let Some(other) = known.insert(alike(path), path) {
            let differ = if other.to_lowercase() == path.to_lowercase() { "case" } else { "how letters are composed" };
            let message = format!(
                "`{other}` and `{path}` differ only in {differ}; many systems do not tell them apart, and keep one"
            );
            faults.push(Fault::new(Kind::Name, message, "rename one of them").of(file));
        }
        if path.len() > LONGEST_PATH {
            let message = format!("a path has {} bytes, and some hosts take at most {LONGEST_PATH}", path.len());
            faults.push(Fault::new(Kind::Name, message, "choose shorter names").of(file));
        }
        // Most files lie in the folder of the one before.
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let parts = if last_folder == Some(folder) { "" } else { folder };
        last_folder = Some(folder);
        for part in parts.split('/').chain([name]).filter(|part| !part.is_empty()) {
            if let Some(why) = why_unfit(part) {
                let message = format!("the name `{part}` does not make an address that works everywhere");
                faults.push(Fault::new(Kind::Name, message, why).of(file));
            }
        }
    }
    faults
}
