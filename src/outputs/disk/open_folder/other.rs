//! Opened folders where the standard library has no calls that take one: paths stand for them, so a folder that is
//! swapped for a link while a build is at work is followed.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::entry::{Entry, EntryKind, if_there};

#[derive(Clone, Debug)]
pub(crate) struct OpenFolder(PathBuf);

impl OpenFolder {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if fs::symlink_metadata(path)?.is_dir() {
            Ok(Self(path.to_owned()))
        } else {
            Err(ErrorKind::NotADirectory.into())
        }
    }

    pub(crate) fn open_inner(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        Self::open(&self.0.join(name))
    }

    pub(crate) fn make_inner(&self, name: &str) -> io::Result<()> {
        fs::create_dir(self.0.join(name))
    }

    pub(crate) fn entry(&self, name: impl AsRef<Path>) -> io::Result<Option<Entry>> {
        let Some(metadata) = if_there(fs::symlink_metadata(self.0.join(name)))? else { return Ok(None) };
        let kind = match metadata.file_type() {
            kind if kind.is_file() => EntryKind::File,
            kind if kind.is_dir() => EntryKind::Folder,
            kind if kind.is_symlink() => EntryKind::Link,
            _ => EntryKind::Other,
        };
        let changed = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let changed = (changed.as_secs() as i64, i64::from(changed.subsec_nanos()));
        Ok(Some(Entry { kind, length: metadata.len(), changed, device: 0 }))
    }

    pub(crate) fn open_inner_file(&self, name: &str) -> io::Result<File> {
        match self.entry(name)?.map(|entry| entry.kind) {
            Some(EntryKind::Link) => Err(io::Error::other("it is a link")),
            _ => File::open(self.0.join(name)),
        }
    }

    pub(crate) fn create_file(&self, name: &str) -> io::Result<File> {
        File::create_new(self.0.join(name))
    }

    pub(crate) fn move_to_new(&self, name: &str, to: &Self) -> io::Result<()> {
        if to.entry(name)?.is_some() { Err(ErrorKind::AlreadyExists.into()) } else { self.replace(name, to, name) }
    }

    pub(crate) fn replace(&self, name: &str, to: &Self, new_name: &str) -> io::Result<()> {
        fs::rename(self.0.join(name), to.0.join(new_name))
    }

    pub(crate) fn remove_file(&self, name: impl AsRef<Path>) -> io::Result<()> {
        if_there(fs::remove_file(self.0.join(name))).map(drop)
    }

    pub(crate) fn remove_folder(&self, name: impl AsRef<Path>) -> io::Result<()> {
        fs::remove_dir(self.0.join(name))
    }

    pub(crate) fn names(&self) -> io::Result<Vec<OsString>> {
        fs::read_dir(&self.0)?.map(|entry| Ok(entry?.file_name())).collect()
    }
}
