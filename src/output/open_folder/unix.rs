//! Opened folders on Unix: calls that take a folder's descriptor and a name in it.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, fstat, mkdirat, openat, renameat, statat, unlinkat};

use super::{Entry, EntryKind};

/// The descriptor of a folder.
#[derive(Debug)]
pub(super) struct Handle(OwnedFd);

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
/// Whoever opens a pipe would otherwise wait for its other end.
const FILE: OFlags = OFlags::NOFOLLOW.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK);

fn file_mode() -> Mode {
    Mode::from_raw_mode(0o666)
}

impl Handle {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(openat(CWD, path, FOLDER, Mode::empty())?))
    }

    pub(super) fn duplicate(&self) -> io::Result<Self> {
        Ok(Self(self.0.try_clone()?))
    }

    pub(super) fn open_folder(&self, name: &Path) -> io::Result<Self> {
        Ok(Self(openat(&self.0, name, FOLDER, Mode::empty())?))
    }

    pub(super) fn make_folder(&self, name: &Path) -> io::Result<()> {
        Ok(mkdirat(&self.0, name, Mode::from_raw_mode(0o777))?)
    }

    pub(super) fn entry(&self, name: &Path) -> io::Result<Entry> {
        Ok(entry(&statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?))
    }

    pub(super) fn open_file(&self, name: &Path) -> io::Result<File> {
        Ok(openat(&self.0, name, OFlags::RDONLY | FILE, Mode::empty())?.into())
    }

    pub(super) fn open_lock(&self, name: &Path) -> io::Result<File> {
        Ok(openat(&self.0, name, OFlags::RDWR | OFlags::CREATE | FILE, file_mode())?.into())
    }

    pub(super) fn is_same_file(&self, name: &Path, file: &File) -> io::Result<bool> {
        let (one, other) = (statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?, fstat(file)?);
        Ok((one.st_dev, one.st_ino) == (other.st_dev, other.st_ino))
    }

    pub(super) fn create_file(&self, name: &Path) -> io::Result<File> {
        Ok(openat(&self.0, name, OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | FILE, file_mode())?.into())
    }

    pub(super) fn move_to_new(&self, name: &Path, to: &Self, new_name: &Path) -> Option<io::Result<()>> {
        flagged::rename_to_new(&self.0, name, &to.0, new_name)
    }

    pub(super) fn exchange(&self, name: &Path, with: &Self, other_name: &Path) -> Option<io::Result<()>> {
        flagged::exchange(&self.0, name, &with.0, other_name)
    }

    pub(super) fn replace(&self, name: &Path, to: &Self, new_name: &Path) -> io::Result<()> {
        Ok(renameat(&self.0, name, &to.0, new_name)?)
    }

    pub(super) fn remove_file(&self, name: &Path) -> io::Result<()> {
        Ok(unlinkat(&self.0, name, AtFlags::empty())?)
    }

    pub(super) fn remove_folder(&self, name: &Path) -> io::Result<()> {
        Ok(unlinkat(&self.0, name, AtFlags::REMOVEDIR)?)
    }

    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.0)? {
            let name = entry?.file_name().to_bytes().to_owned();
            if name != b"." && name != b".." {
                names.push(OsString::from_vec(name));
            }
        }
        Ok(names)
    }

    #[cfg(any(target_os = "linux", target_os = "android"))]
    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(rustix::fs::syncfs(&self.0)?)
    }

    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    #[expect(clippy::unnecessary_wraps, reason = "Linux says what went wrong")]
    pub(super) fn sync(&self) -> io::Result<()> {
        rustix::fs::sync();
        Ok(())
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

/// Renaming that not every system knows, and on those that do not every file system: nothing is returned then.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod flagged {
    use std::io;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::{RenameFlags, renameat_with};
    use rustix::io::Errno;

    pub(super) fn rename_to_new(from: &OwnedFd, name: &Path, to: &OwnedFd, new_name: &Path) -> Option<io::Result<()>> {
        rename(from, name, to, new_name, RenameFlags::NOREPLACE)
    }

    pub(super) fn exchange(from: &OwnedFd, name: &Path, to: &OwnedFd, new_name: &Path) -> Option<io::Result<()>> {
        rename(from, name, to, new_name, RenameFlags::EXCHANGE)
    }

    fn rename(
        from: &OwnedFd,
        name: &Path,
        to: &OwnedFd,
        new_name: &Path,
        flags: RenameFlags,
    ) -> Option<io::Result<()>> {
        match renameat_with(from, name, to, new_name, flags) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => None,
            result => Some(result.map_err(io::Error::from)),
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod flagged {
    use std::io;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    pub(super) fn rename_to_new(_: &OwnedFd, _: &Path, _: &OwnedFd, _: &Path) -> Option<io::Result<()>> {
        None
    }

    pub(super) fn exchange(_: &OwnedFd, _: &Path, _: &OwnedFd, _: &Path) -> Option<io::Result<()>> {
        None
    }
}
