//! A file that takes its place when it is whole: until then it is written beside it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::guard::{absolute, is_source};
use super::open_folder::OpenFolder;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The file that is being written, for whoever ends the program before it is whole.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Removes what is there of the file that is being written. Its place is then as it was.
pub fn remove_unfinished() {
    if let Some(path) = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = fs::remove_file(path);
    }
}

/// The place of a file that is to be written.
#[derive(Debug)]
pub struct NewFile {
    place: PathBuf,
    /// What the file is to users, such as `archive`.
    kind: &'static str,
}

impl NewFile {
    /// Looks at the place of a file, and changes nothing. `root` is the site's own folder, and `sources` are the
    /// folders in it that the site is made from. Messages call the file by its `kind`, such as `archive`.
    ///
    /// # Errors
    ///
    /// When no file may be written there.
    pub fn open(place: &Path, kind: &'static str, root: &Path, sources: &[&str]) -> Result<Self, Diagnostic> {
        let refuse = |what: &str, hint: &str| {
            Err(Diagnostic::new(format!("{} {what}", place.display())).hint(format!("{hint} for the {kind}")))
        };
        match fs::symlink_metadata(place) {
            Ok(metadata) if !metadata.is_file() => return refuse("is not a regular file", "choose another name"),
            _ => {}
        }
        if is_source(&absolute(place)?, root, sources) {
            return refuse("lies among what the site is made from", "choose another folder");
        }
        if !folder_of(place).is_dir() {
            return refuse("would lie in a folder that does not exist", "create the folder, or choose another one");
        }
        Ok(Self { place: place.to_owned(), kind })
    }

    /// Writes the file, and returns what `write` does.
    ///
    /// # Errors
    ///
    /// When `write` fails, or when another build is at it. The place is then as it was.
    pub fn write<T>(&self, write: impl FnOnce(&File) -> Result<T, Diagnostics>) -> Result<T, Diagnostics> {
        let mut unfinished = Unfinished::begin(self)?;
        let result = write(&unfinished.file)?;
        unfinished.put().map_err(|error| Diagnostic::io("write", &self.place, &error))?;
        Ok(result)
    }
}

/// A file while it is written. What is left of it is removed when it is dropped.
struct Unfinished {
    folder: OpenFolder,
    name: PathBuf,
    final_name: PathBuf,
    file: File,
    is_in_place: bool,
}

impl Unfinished {
    fn begin(NewFile { place, kind }: &NewFile) -> Result<Self, Diagnostic> {
        let final_name = PathBuf::from(place.file_name().unwrap_or_default());
        let name = PathBuf::from(format!(".{}.unfinished", final_name.to_string_lossy()));
        let path = folder_of(place).join(&name);
        let fail = |error: &std::io::Error| Diagnostic::io("write", &path, error);
        // A build that was killed leaves its file, one that is at work has it locked.
        let folder = OpenFolder::open(&absolute(folder_of(place))?).map_err(|error| fail(&error))?;
        let file = folder.open_lock(&name).map_err(|error| fail(&error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(
                    Diagnostic::new(format!("another build is writing this {kind}")).hint("wait until it is done")
                );
            }
            Err(TryLockError::Error(error)) => return Err(fail(&error)),
        }
        file.set_len(0).map_err(|error| fail(&error))?;
        *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = Some(path);
        Ok(Self { folder, name, final_name, file, is_in_place: false })
    }

    /// Puts the file in its place.
    fn put(&mut self) -> io::Result<()> {
        self.file.sync_all()?;
        self.folder.replace(&self.name, &self.folder, &self.final_name)?;
        self.is_in_place = true;
        Ok(())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.is_in_place {
            let _ = self.folder.remove_file(&self.name);
        }
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Returns the folder in which a file lies.
fn folder_of(place: &Path) -> &Path {
    match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
