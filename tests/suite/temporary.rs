//! Folders that are removed when a test is over.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{fs, io, process};

use crate::whole_site::roomy_folder;

/// A folder that is removed when dropped.
pub(crate) struct TempDir(PathBuf);

impl TempDir {
    pub(crate) fn new() -> Self {
        Self::new_in(Path::new(roomy_folder()))
    }

    pub(crate) fn new_in(folder: &Path) -> Self {
        Self(new_folder(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // A folder that cannot be removed is not a failure of the test.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Creates a folder with a unique name. It is short, because the program breaks lines that contain it.
pub(crate) fn new_folder(folder: &Path) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed).wrapping_add(process::id().wrapping_mul(509));
        let new = folder.join(format!("t{:05x}", number & 0xF_FFFF));
        match fs::create_dir(&new) {
            Ok(()) => return new,
            // Another process uses it, or was killed and left it.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => panic!("no temporary folder {}: {error}", new.display()),
        }
    }
}
