//! Opened folders on Unix: calls that take a folder's descriptor and a name in it.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, mkdirat, openat, renameat, statat, unlinkat};

use super::entry::{Access, Entry, EntryKind};

/// The descriptor of a folder.
#[derive(Debug)]
pub(super) struct Handle(OwnedFd);

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
/// Whoever opens a pipe would otherwise wait for its other end.
const FILE: OFlags = OFlags::NOFOLLOW.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK);

impl Handle {
    pub(super) fn open(folder: Option<&Self>, name: &Path) -> io::Result<Self> {
        Ok(Self(openat(folder.map_or(CWD, |folder| folder.0.as_fd()), name, FOLDER, Mode::empty())?))
    }

    pub(super) fn make_folder(&self, name: &Path) -> io::Result<()> {
        Ok(mkdirat(&self.0, name, Mode::from_raw_mode(0o777))?)
    }

    pub(super) fn entry(&self, name: &Path) -> io::Result<Entry> {
        Ok(entry(&statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?))
    }

    pub(super) fn open_file(&self, name: &Path, access: Access) -> io::Result<File> {
        let access = match access {
            Access::Read => OFlags::RDONLY,
            Access::Lock => OFlags::RDWR | OFlags::CREATE,
            Access::Create => OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL,
        };
        Ok(openat(&self.0, name, access | FILE, Mode::from_raw_mode(0o666))?.into())
    }

    /// Renames to a name that must be new; returns nothing where the file system cannot do that.
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    pub(super) fn move_to_new(&self, name: &Path, to: &Self, new_name: &Path) -> Option<io::Result<()>> {
        use rustix::fs::{RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(&self.0, name, &to.0, new_name, RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => None,
            result => Some(result.map_err(io::Error::from)),
        }
    }

    pub(super) fn rename(&self, name: &Path, to: &Self, new_name: &Path) -> io::Result<()> {
        Ok(renameat(&self.0, name, &to.0, new_name)?)
    }

    pub(super) fn remove_file(&self, name: &Path) -> io::Result<()> {
        Ok(unlinkat(&self.0, name, AtFlags::empty())?)
    }

    pub(super) fn remove_folder(&self, name: &Path) -> io::Result<()> {
        Ok(unlinkat(&self.0, name, AtFlags::REMOVEDIR)?)
    }

    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        let names = Dir::read_from(&self.0)?.map(|entry| Ok(entry?.file_name().to_bytes().to_owned()));
        let is_inside = |name: &io::Result<Vec<u8>>| !matches!(name.as_deref(), Ok(b"." | b".."));
        names.filter(is_inside).map(|name| Ok(OsString::from_vec(name?))).collect()
    }
}

#[allow(
    clippy::useless_conversion,
    clippy::unnecessary_cast,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "the types differ from system to system"
)]
fn entry(stat: &Stat) -> Entry {
    let kind = match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => EntryKind::File,
        FileType::Directory => EntryKind::Folder,
        FileType::Symlink => EntryKind::Link,
        _ => EntryKind::Other,
    };
    let changed = (i64::from(stat.st_ctime), stat.st_ctime_nsec as i64);
    Entry { kind, length: stat.st_size as u64, changed, device: stat.st_dev as u64 }
}
