//! Digests: what tells whether a file is as it was.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::ground::diagnostic::Diagnostic;

/// What tells the contents of a file from other contents that the same file had: a hash of 64 bits, and the length.
///
/// A hash is only ever compared with the few that one file had, so two contents are taken for the same in one of 2^64
/// changes; it need not tell all files of a site apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Digest {
    pub(super) hash: u64,
    pub(super) length: u64,
}

impl Digest {
    pub(super) fn of(bytes: &[u8]) -> Self {
        Self { hash: xxh3_64(bytes), length: bytes.len() as u64 }
    }

    pub(super) fn of_file(path: &Path) -> Result<Self, Diagnostic> {
        File::open(path).and_then(Self::read).map_err(|error| Diagnostic::io("read", path, &error))
    }

    pub(super) fn read(mut from: impl Read) -> io::Result<Self> {
        let mut hasher = Xxh3::new();
        let length = io::copy(&mut from, &mut hasher)?;
        Ok(Self { hash: hasher.digest(), length })
    }
}
