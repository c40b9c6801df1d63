//! The staging folder, in which files are written before they are put in place whole.
//!
//! It lies in the writer's own folder, so on the file system of the website, and is a tree like that of the website: a
//! folder that is new to the website is put in place with all its files by one rename.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::existing::{MANIFEST, STATE_FOLDER, open_state};
use crate::diagnostic::Diagnostic;
use crate::output::guard::symbolic_link;
use crate::output::interrupt::AtWork;
use crate::output::open_folder::{EntryKind, OpenFolder};

const LOCK: &str = "lock";
/// The staging folder, in the writer's own folder.
pub(super) const FOLDER: &str = "unfinished";
/// The new manifest in the staging folder: no file of a website has this name.
const NEW_MANIFEST: &str = ".manifest";

/// The right to change a website, which one build has at a time, and the place where it makes files.
#[derive(Debug)]
pub(super) struct Staging {
    root: OpenFolder,
    state: OpenFolder,
    tree: OpenFolder,
    /// The folders that this build made for the website, the innermost first.
    made: Vec<PathBuf>,
    lock: File,
    _at_work: AtWork,
}

impl Staging {
    /// Locks a website, whose folder is made where it is missing, and removes what a build left that was killed.
    ///
    /// # Errors
    ///
    /// When that is not possible, or when another build is at work in the folder.
    pub(super) fn begin(folder: &Path) -> Result<Self, Diagnostic> {
        let made = folder.ancestors().take_while(|above| !above.exists()).map(Path::to_owned).collect();
        let root = fs::create_dir_all(folder).and_then(|()| OpenFolder::open(folder));
        let root = root.map_err(|error| Diagnostic::io("create", folder, &error))?;
        open_state(&root)?;
        let path = folder.join(STATE_FOLDER);
        let state = root.make_folder(STATE_FOLDER).map_err(|error| Diagnostic::io("create", &path, &error))?;
        let lock = lock(&state)?;
        let at_work = AtWork::begin();
        let tree = state.remove_all(FOLDER).and_then(|()| state.make_folder(FOLDER));
        let tree = tree.map_err(|error| Diagnostic::io("create", &path.join(FOLDER), &error))?;
        Ok(Self { root, state, tree, made, lock, _at_work: at_work })
    }

    /// Returns the folder of the website.
    pub(super) fn root(&self) -> &OpenFolder {
        &self.root
    }

    /// Returns the tree of staged files.
    pub(super) fn tree(&self) -> &OpenFolder {
        &self.tree
    }

    /// Writes a manifest and puts it in place.
    pub(super) fn put_manifest(&self, write: impl FnOnce(&File) -> io::Result<()>) -> Result<(), Diagnostic> {
        let put = || {
            write(&self.tree.create_file(NEW_MANIFEST)?)?;
            self.tree.replace(NEW_MANIFEST, &self.state, MANIFEST)
        };
        put().map_err(|error| Diagnostic::io("write", &self.state.path().join(MANIFEST), &error))
    }

    /// Removes the manifest.
    pub(super) fn remove_manifest(&self) -> Result<(), Diagnostic> {
        let removed = self.state.remove_file(MANIFEST);
        removed.map_err(|error| Diagnostic::io("delete", &self.state.path().join(MANIFEST), &error))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // What cannot be removed now is removed by the next build.
        let _ = self.state.remove_all(FOLDER);
        // Where there is no manifest nothing is remembered: no build has written anything yet, or all was deleted.
        if matches!(self.state.entry(MANIFEST), Ok(None)) {
            let _ = self.state.remove_file(LOCK);
            let _ = self.root.remove_folder(STATE_FOLDER);
            for folder in &self.made {
                let _ = fs::remove_dir(folder);
            }
        }
        // A process that another thread is just starting may have it open, too, which closing would not help against.
        let _ = self.lock.unlock();
    }
}

/// Locks the writer's own folder.
fn lock(state: &OpenFolder) -> Result<File, Diagnostic> {
    let path = state.path().join(LOCK);
    let file = state.open_lock(LOCK).map_err(|error| match state.entry(LOCK) {
        Ok(Some(entry)) if entry.kind == EntryKind::Link => symbolic_link(&path),
        Ok(Some(entry)) if entry.kind != EntryKind::File => {
            Diagnostic::new(format!("{} is no regular file", path.display())).hint("remove it, and build again")
        }
        _ => Diagnostic::io("create", &path, &error),
    })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let website = state.path().parent().unwrap_or(&path).display().to_string();
            Err(Diagnostic::new(format!("another build is writing into {website}")).hint("wait until it is done"))
        }
        Err(TryLockError::Error(error)) => Err(Diagnostic::io("lock", &path, &error)),
    }
}
