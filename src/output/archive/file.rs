//! An archive in a file: it is written beside its place, and takes it when it is whole.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use super::{Compression, write};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::guard::{absolute, is_source};
use crate::output::{Files, Observer, Summary};

/// The place of an archive.
#[derive(Debug)]
pub struct ArchiveFile {
    place: PathBuf,
    form: Compression,
}

impl ArchiveFile {
    /// Looks at the place of an archive, and changes nothing. `root` is the site's own folder, and `sources` are the
    /// folders in it that the site is made from.
    ///
    /// # Errors
    ///
    /// When the name does not say the form, or when no archive may be written there.
    pub fn open(place: &Path, root: &Path, sources: &[&str]) -> Result<Self, Diagnostic> {
        let name = place.file_name().map(|name| name.to_string_lossy());
        let form = name.and_then(|name| Compression::of_name(&name)).ok_or_else(|| {
            let message = format!("{} is no name of an archive", place.display());
            Diagnostic::new(message).hint("let the name end in `.tar`, `.tar.gz` or `.tgz`")
        })?;
        let refuse = |what: &str, hint: &str| {
            Err(Diagnostic::new(format!("{} {what}", place.display())).hint(format!("{hint} for the archive")))
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
        Ok(Self { place: place.to_owned(), form })
    }

    /// Writes the archive.
    ///
    /// # Errors
    ///
    /// When a file cannot be rendered, when writing fails, or when another build is at it. The place is then as it was.
    pub fn write(&self, files: &impl Files, observer: &dyn Observer) -> Result<Summary, Diagnostics> {
        let mut unfinished = Unfinished::begin(&self.place)?;
        let summary = write(files, self.form, &unfinished.file, observer)?;
        fs::rename(&unfinished.path, &self.place).map_err(|error| Diagnostic::io("write", &self.place, &error))?;
        unfinished.is_in_place = true;
        Ok(summary)
    }
}

/// The archive while it is written. What is left of it is removed when it is dropped.
struct Unfinished {
    path: PathBuf,
    file: File,
    is_in_place: bool,
}

impl Unfinished {
    fn begin(place: &Path) -> Result<Self, Diagnostic> {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let path = folder_of(place).join(format!(".{name}.unfinished"));
        let fail = |error: &std::io::Error| Diagnostic::io("write", &path, error);
        // A build that was killed leaves its file, one that is at work has it locked.
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(|error| fail(&error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Diagnostic::new("another build is writing this archive").hint("wait until it is done"));
            }
            Err(TryLockError::Error(error)) => return Err(fail(&error)),
        }
        file.set_len(0).map_err(|error| fail(&error))?;
        Ok(Self { path, file, is_in_place: false })
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.is_in_place {
            let _ = fs::remove_file(&self.path);
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
