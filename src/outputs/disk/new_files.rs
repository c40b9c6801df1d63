//! New files. [`NewFile`] writes a file next to its place, and moves it to its place when it is complete. [`NewFiles`]
//! adds files to a folder, without replacing files or following symbolic links.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use same_file::Handle;
use xxhash_rust::xxh3::xxh3_64;

use super::guard::{absolute, symbolic_link, what_it_holds, with_ancestors};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, OrCannot};
use crate::pages::plan::split;

/// The record of exported files in a site's folder: a line for each, with its path, length and time.
const RECORD: &str = ".pageturner-exports";

#[derive(Debug)]
pub struct NewFile {
    place: PathBuf,
    record: PathBuf,
    /// The word for the file in messages, such as `book`.
    kind: &'static str,
}

impl NewFile {
    /// Checks the place of a file, and changes nothing. `root` is the site's folder. With `force`, the export can
    /// replace a file that did not come from an export.
    ///
    /// # Errors
    ///
    /// Returns an error if the file must not be written to this place.
    pub fn open(place: &Path, kind: &'static str, root: &Path, force: bool) -> Result<Self, Diagnostic> {
        let refuse = |what: &str, hint: &str| {
            Err(Diagnostic::new(format!("{} {what}", place.display())).hint(format!("{hint} for the {kind}")))
        };
        match fs::symlink_metadata(place) {
            Ok(metadata) if !metadata.is_file() => return refuse("is not a regular file", "choose another name"),
            _ => {}
        }
        if !folder_of(place).is_dir() {
            return refuse("is in a folder that does not exist", "create the folder, or choose another one");
        }
        let file = Self { place: place.to_owned(), record: root.join(RECORD), kind };
        if !force && place.exists() && !file.recorded().contains(&file.line()?) {
            return refuse("already exists, and no export wrote it", "replace it with --force, or choose another name");
        }
        Ok(file)
    }

    /// Returns the line that records the file that is now at this place. Its first word is a hash of the place.
    fn line(&self) -> Result<String, Diagnostic> {
        let metadata = fs::metadata(&self.place).or_cannot("read", &self.place)?;
        let time = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        let place = xxh3_64(absolute(&self.place)?.as_os_str().as_encoded_bytes());
        Ok(format!("{place:016x} {} {}", metadata.len(), time.as_nanos()))
    }

    fn recorded(&self) -> Vec<String> {
        fs::read_to_string(&self.record).unwrap_or_default().lines().map(str::to_owned).collect()
    }

    /// Adds the file to the record. If the record does not contain the file, the next export needs `--force`.
    fn note(&self) -> Result<(), Diagnostic> {
        let (mut lines, line) = (self.recorded(), self.line()?);
        lines.retain(|other| other.split(' ').next() != line.split(' ').next());
        lines.push(line);
        let _ = fs::write(&self.record, lines.join("\n") + "\n");
        Ok(())
    }

    /// Writes the file, and returns the result of `write`.
    ///
    /// # Errors
    ///
    /// Returns an error if `write` fails, or if another build is writing the file. In both cases, nothing changes at
    /// the file's place.
    pub fn write<T>(&self, write: impl FnOnce(&File) -> Result<T, Diagnostics>) -> Result<T, Diagnostics> {
        let name = self.place.file_name().unwrap_or_default().to_string_lossy();
        let path = folder_of(&self.place).join(format!(".{name}.unfinished"));
        let file = begin(&path).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => {
                Diagnostic::new(format!("another build is writing this {}", self.kind)).hint("wait until it finishes")
            }
            _ => Diagnostic::io("write", &path, &error),
        })?;
        let put = |done| fs::rename(&path, &self.place).or_cannot("write", &self.place).map(|()| done);
        let done = write(&file).and_then(|done| Ok(put(done)?)).inspect_err(|_| drop(fs::remove_file(&path)))?;
        self.note()?;
        Ok(done)
    }
}

/// Creates a temporary file. If a killed build left such a file, overwrites that file. A running build has locked its
/// temporary file.
fn begin(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other("it is not a regular file"));
    }
    loop {
        let file = File::options().write(true).create(true).truncate(false).open(path)?;
        if take(&file, path)? {
            return Ok(file);
        }
    }
}

/// Locks a temporary file and empties it. Returns `false`, and changes nothing, if the build that had locked the file
/// has just moved it to its place.
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

#[derive(Debug)]
pub struct NewFiles {
    /// The folder, without symbolic links and `..`.
    pub folder: PathBuf,
}

/// The paths of the files, by what happened to them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    pub written: Vec<String>,
    /// The files that existed before, and are unchanged.
    pub kept: Vec<String>,
}

impl NewFiles {
    /// Checks a folder, and changes nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if something other than a folder is at its path, or if the folder cannot be read.
    pub fn open(folder: &Path) -> Result<Self, Diagnostic> {
        let there = folder.ancestors().find(|above| above.exists());
        if let Some(file) = there.filter(|there| !there.is_dir()) {
            return Err(no_folder(file));
        }
        Ok(Self { folder: absolute(folder)? })
    }

    pub fn has(&self, path: &str) -> bool {
        fs::symlink_metadata(self.folder.join(path)).is_ok()
    }

    /// Checks that none of these paths exists. The empty path is the folder itself, which messages call `shown`.
    pub(crate) fn check_free(&self, shown: &Path, paths: &[&str], hint: &str) -> Result<(), Diagnostics> {
        let there = paths.iter().filter(|path| self.has(path));
        let finding = |path: &&str| {
            let place: PathBuf = shown.join(path).components().collect();
            Diagnostic::new(format!("{} already exists", place.display())).hint(hint)
        };
        there.map(finding).collect::<Diagnostics>().into_result(())
    }

    /// Checks that the folder contains no visible files.
    ///
    /// # Errors
    ///
    /// Returns an error that lists some of the visible files.
    pub fn check_empty(&self) -> Result<(), Diagnostic> {
        let names = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            entries => entries.and_then(|entries| entries.map(|entry| Ok(entry?.file_name())).collect()),
        };
        let names = names.or_cannot("read", &self.folder)?;
        let Some(what) = what_it_holds(names) else { return Ok(()) };
        Err(Diagnostic::new(format!("{} is not empty: {what}", self.folder.display()))
            .hint("choose another folder, or add the missing files with --force, which keeps existing files"))
    }

    /// Writes the files that are missing, in order, with their folders.
    ///
    /// # Errors
    ///
    /// Returns an error if something other than a folder is where a folder belongs. In this case, writes nothing. Also
    /// returns an error if a file cannot be written. In this case, the files before it stay.
    pub fn write(self, files: &[(String, impl AsRef<[u8]>)]) -> Result<Added, Diagnostics> {
        let mut findings = Diagnostics::new();
        for folder in files.iter().flat_map(|(path, _)| with_ancestors(split(path).0)) {
            findings.keep(self.check_folder(folder));
        }
        findings.into_result(())?;
        fs::create_dir_all(&self.folder).or_cannot("create", &self.folder)?;
        let mut added = Added::default();
        for (path, bytes) in files {
            let place = self.folder.join(path);
            let is_new = add_file(&place, bytes.as_ref()).or_cannot("write", &place)?;
            let list = if is_new { &mut added.written } else { &mut added.kept };
            list.push(path.clone());
        }
        Ok(added)
    }

    fn check_folder(&self, path: &str) -> Result<(), Diagnostic> {
        let path = self.folder.join(path);
        match fs::symlink_metadata(&path) {
            Ok(there) if there.is_symlink() => Err(symbolic_link(&path)),
            Ok(there) if !there.is_dir() => Err(no_folder(&path)),
            _ => Ok(()),
        }
    }
}

/// Writes a file if its path is free. Returns whether it was.
fn add_file(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    let mut file = match File::create_new(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
        file => file?,
    };
    // Leave no partial file. Only this call has written to it, so removing it is safe.
    file.write_all(bytes).inspect_err(|_| drop(fs::remove_file(path)))?;
    Ok(true)
}

fn no_folder(path: &Path) -> Diagnostic {
    Diagnostic::new(format!("{} is not a folder, but must be one", path.display()))
        .hint("move it elsewhere, or choose another folder")
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
