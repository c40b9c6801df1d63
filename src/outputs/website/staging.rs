//! The staging folder, in which files are written before they are put in place.
//!
//! The staging folder is inside the writer's own folder, and so on the same file system as the website. Its tree is
//! like that of the website: one rename puts a new folder in place with all its files.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::manifest::{self, Digest};
use super::previous::{MANIFEST, STATE_FOLDER, open_state};
use crate::ground::diagnostic::{Diagnostic, OrCannot};
use crate::outputs::disk::guard::symbolic_link;
use crate::outputs::disk::open_folder::{EntryKind, OpenFolder};

const LOCK: &str = "lock";
pub(super) const FOLDER: &str = "unfinished";
/// The new manifest in the staging folder. No file of a website has this name.
const NEW_MANIFEST: &str = ".manifest";

/// The lock that lets one build at a time change a website, and the folder for the new files of this build.
#[derive(Debug)]
pub(super) struct Staging {
    pub(super) root: OpenFolder,
    path: PathBuf,
    state: OpenFolder,
    pub(super) tree: OpenFolder,
    /// The folders that this build made for the website, the innermost first.
    made: Vec<PathBuf>,
    lock: File,
}

impl Staging {
    /// Creates the folder of a website if necessary, locks it, and removes the files that a killed build left.
    ///
    /// # Errors
    ///
    /// Returns an error if one of these steps fails, or if another build is running in the folder.
    pub(super) fn begin(path: &Path) -> Result<Self, Diagnostic> {
        let made = path.ancestors().take_while(|above| !above.exists()).map(Path::to_owned).collect();
        let root = fs::create_dir_all(path).and_then(|()| OpenFolder::open(path)).or_cannot("create", path)?;
        open_state(&root, path)?;
        let own = path.join(STATE_FOLDER);
        let state = root.make_folder(STATE_FOLDER).or_cannot("create", &own)?;
        let lock = lock(&state, path)?;
        let tree = state.remove_all(FOLDER).and_then(|()| state.make_folder(FOLDER)).or_cannot("create", &own)?;
        Ok(Self { root, path: path.to_owned(), state, tree, made, lock })
    }

    pub(super) fn put_manifest(
        &self,
        made_from: &str,
        lines: impl Iterator<Item = (Digest, String)>,
    ) -> Result<(), Diagnostic> {
        let written = self.tree.create_file(NEW_MANIFEST).and_then(|file| manifest::write(file, made_from, lines));
        let put = written.and_then(|()| self.tree.replace(NEW_MANIFEST, &self.state, MANIFEST));
        put.or_cannot("write", self.path.join(STATE_FOLDER).join(MANIFEST))
    }

    pub(super) fn remove_manifest(&self) -> Result<(), Diagnostic> {
        self.state.remove_file(MANIFEST).or_cannot("delete", self.path.join(STATE_FOLDER).join(MANIFEST))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // The next build removes the rest.
        let _ = self.state.remove_all(FOLDER);
        // Without a manifest, no build has written anything yet, or everything was deleted.
        if matches!(self.state.entry(MANIFEST), Ok(None)) {
            let _ = self.state.remove_file(LOCK);
            let _ = self.root.remove_folder(STATE_FOLDER);
            for folder in &self.made {
                let _ = fs::remove_dir(folder);
            }
        }
        // A process that another thread is starting may hold the file open, too, so closing it may not unlock it.
        let _ = self.lock.unlock();
    }
}

fn lock(state: &OpenFolder, website: &Path) -> Result<File, Diagnostic> {
    let path = website.join(STATE_FOLDER).join(LOCK);
    let file = match state.create_file(LOCK) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            state.open_file(LOCK).and_then(|file| file.ok_or(ErrorKind::NotFound.into()))
        }
        created => created,
    };
    let file = file.map_err(|error| match state.entry(LOCK) {
        Ok(Some(entry)) if entry.kind == EntryKind::Link => symbolic_link(&path),
        _ => Diagnostic::io("open", &path, &error),
    })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Diagnostic::new(format!("another build is writing into {}", website.display()))
                .hint("wait until it finishes"))
        }
        Err(TryLockError::Error(error)) => Err(Diagnostic::io("lock", &path, &error)),
    }
}
