//! A file that takes its place when it is whole: until then it is written beside it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use same_file::Handle;

use super::guard::{absolute, is_source};
use crate::ground::diagnostic::{Diagnostic, Diagnostics};

static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is there of the file that is being written. Its place is then as it was.
pub fn remove_unfinished() {
    if let Some(path) = unfinished().take() {
        let _ = fs::remove_file(path);
    }
}

#[derive(Debug)]
pub struct NewFile {
    place: PathBuf,
    /// What the file is to users, such as `book`.
    kind: &'static str,
}

impl NewFile {
    /// Looks at the place of a file, and changes nothing. `root` is the site's own folder, and `sources` are the
    /// folders in it that the site is made from. Messages call the file by its `kind`, such as `book`.
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
        let name = self.place.file_name().unwrap_or_default().to_string_lossy();
        let path = folder_of(&self.place).join(format!(".{name}.unfinished"));
        let file = begin(&path).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => {
                Diagnostic::new(format!("another build is writing this {}", self.kind)).hint("wait until it is done")
            }
            _ => Diagnostic::io("write", &path, &error),
        })?;
        *unfinished() = Some(path);
        let written = write(&file).and_then(|done| self.put_in_place().map(|()| done));
        remove_unfinished();
        written
    }

    /// Puts the unfinished file in place. Nobody removes it meanwhile, nor afterwards one that has the same name by
    /// then.
    fn put_in_place(&self) -> Result<(), Diagnostics> {
        let mut unfinished = unfinished();
        let renamed = unfinished.as_ref().map_or(Ok(()), |path| fs::rename(path, &self.place));
        renamed.map_err(|error| Diagnostic::io("write", &self.place, &error))?;
        *unfinished = None;
        Ok(())
    }
}

/// Begins a file. One that a build left which was killed is written over; one that is at work has it locked.
fn begin(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other("it is no regular file"));
    }
    loop {
        let file = File::options().write(true).create(true).truncate(false).open(path)?;
        if take(&file, path)? {
            return Ok(file);
        }
    }
}

/// Locks a file and empties it, unless the build that had it locked has just put it in its place. Returns whether it
/// is still there.
fn take(file: &File, path: &Path) -> io::Result<bool> {
    file.try_lock()?;
    let opened = Handle::from_file(file.try_clone()?)?;
    let is_there = Handle::from_path(path).is_ok_and(|there| there == opened);
    if is_there { file.set_len(0).map(|()| true) } else { Ok(false) }
}

fn folder_of(place: &Path) -> &Path {
    match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_another_build_has_put_in_place_meanwhile_stays_whole() {
        let folder = std::env::temp_dir().join(format!("pageturner-{}-new-file", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        let (path, place) = (folder.join(".x.unfinished"), folder.join("x"));
        fs::write(&path, "whole").expect("a file");
        let opened = File::options().write(true).open(&path).expect("a file");
        fs::rename(&path, &place).expect("a new name");
        fs::write(&path, "another").expect("a file");
        assert!(!take(&opened, &path).expect("a lock"));
        assert_eq!(fs::read(&place).expect("a file"), b"whole");
        fs::remove_dir_all(&folder).expect("a removal");
    }
}
