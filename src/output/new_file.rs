//! A file that takes its place when it is whole: until then it is written beside it.

use std::fs::{self, File};
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
        let final_name = self.place.file_name().unwrap_or_default();
        let name = format!(".{}.unfinished", final_name.to_string_lossy());
        let path = folder_of(&self.place).join(&name);
        let fail = |error: &io::Error| Diagnostic::io("write", &path, error);
        let folder = OpenFolder::open(&absolute(folder_of(&self.place))?).map_err(|error| fail(&error))?;
        let unfinished = Unfinished::begin(&folder, &name).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => {
                Diagnostic::new(format!("another build is writing this {}", self.kind)).hint("wait until it is done")
            }
            _ => fail(&error),
        })?;
        let _registered = Registered::of(path);
        let result = write(&unfinished.file)?;
        unfinished.put(&folder, final_name).map_err(|error| Diagnostic::io("write", &self.place, &error))?;
        Ok(result)
    }
}

/// Says for as long as it lives which file is being written.
struct Registered(());

impl Registered {
    fn of(path: PathBuf) -> Self {
        *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = Some(path);
        Self(())
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// A file while it is written. What is left of it is removed when it is dropped before it was put in its place.
pub(super) struct Unfinished<'a> {
    folder: &'a OpenFolder,
    name: &'a str,
    file: File,
    is_in_place: bool,
}

impl<'a> Unfinished<'a> {
    /// Begins a file. A build that was killed leaves its file, which is written over; one that is at work has it
    /// locked.
    ///
    /// # Errors
    ///
    /// When it cannot be created; [`WouldBlock`](io::ErrorKind::WouldBlock) when another build has it locked.
    pub(super) fn begin(folder: &'a OpenFolder, name: &'a str) -> io::Result<Self> {
        let file = folder.open_lock(name)?;
        file.try_lock()?;
        file.set_len(0)?;
        Ok(Self { folder, name, file, is_in_place: false })
    }

    /// Returns the file to write.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Puts the file in its place, instead of one that may stand there.
    pub(super) fn put(mut self, to: &OpenFolder, final_name: impl AsRef<Path>) -> io::Result<()> {
        self.folder.replace(self.name, to, final_name)?;
        self.is_in_place = true;
        Ok(())
    }
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        if !self.is_in_place {
            let _ = self.folder.remove_file(self.name);
        }
    }
}

/// Returns the folder in which a file lies.
fn folder_of(place: &Path) -> &Path {
    match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
