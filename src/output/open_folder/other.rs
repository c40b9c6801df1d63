//! Opened folders where the standard library has no calls that take one: paths stand for them, so a folder that is
//! swapped for a link while a build is at work is followed.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::entry::{Access, Entry, EntryKind};

/// The path of a folder.
#[derive(Debug)]
pub(super) struct Handle(PathBuf);

impl Handle {
    pub(super) fn open(folder: Option<&Self>, name: &Path) -> io::Result<Self> {
        let path = folder.map_or_else(|| name.to_owned(), |folder| folder.0.join(name));
        if fs::symlink_metadata(&path)?.is_dir() { Ok(Self(path)) } else { Err(io::ErrorKind::NotADirectory.into()) }
    }

    pub(super) fn make_folder(&self, name: &Path) -> io::Result<()> {
        fs::create_dir(self.0.join(name))
    }

    pub(super) fn entry(&self, name: &Path) -> io::Result<Entry> {
        let metadata = fs::symlink_metadata(self.0.join(name))?;
        let kind = match metadata.file_type() {
            kind if kind.is_file() => EntryKind::File,
            kind if kind.is_dir() => EntryKind::Folder,
            kind if kind.is_symlink() => EntryKind::Link,
            _ => EntryKind::Other,
        };
        let changed = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let changed = (changed.as_secs() as i64, i64::from(changed.subsec_nanos()));
        Ok(Entry { kind, length: metadata.len(), changed, device: 0 })
    }

    pub(super) fn open_file(&self, name: &Path, access: Access) -> io::Result<File> {
        let path = self.0.join(name);
        if fs::symlink_metadata(&path).is_ok_and(|metadata| !metadata.is_file()) {
            return Err(io::Error::other("it is no regular file"));
        }
        let mut options = OpenOptions::new();
        options.read(access != Access::Create).write(access != Access::Read);
        options.create(access == Access::Lock).truncate(false).create_new(access == Access::Create).open(path)
    }

    pub(super) fn rename(&self, name: &Path, to: &Self, new_name: &Path) -> io::Result<()> {
        fs::rename(self.0.join(name), to.0.join(new_name))
    }

    pub(super) fn remove_file(&self, name: &Path) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    pub(super) fn remove_folder(&self, name: &Path) -> io::Result<()> {
        fs::remove_dir(self.0.join(name))
    }

    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        fs::read_dir(&self.0)?.map(|entry| Ok(entry?.file_name())).collect()
    }
}
