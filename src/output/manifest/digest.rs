//! Digests: what tells whether a file is as it was.

use std::io::{self, Read};

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use super::Witness;

/// What tells the contents of a file from other contents that the same file had: a hash of 64 bits, and the length.
///
/// A hash is only ever compared with the few that one file had, so two contents are taken for the same in one of 2^64
/// changes; it need not tell all files of a site apart. It is the lower half of the 128 bits that the first form of the
/// manifest had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::output) struct Digest {
    pub(super) hash: u64,
    pub(super) length: u64,
}

impl Digest {
    /// Returns the digest of a file with these bytes.
    pub(in crate::output) fn of(bytes: &[u8]) -> Self {
        Self::new(xxh3_128(bytes), bytes.len() as u64)
    }

    /// Returns the digest of what a reader gives, a piece at a time.
    pub(in crate::output) fn read(mut from: impl Read) -> io::Result<Self> {
        let mut hasher = Hasher::default();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match from.read(&mut buffer) {
                Ok(0) => return Ok(hasher.digest()),
                Ok(read) => hasher.update(&buffer[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the digest with the lower half of this hash.
    pub(in crate::output) fn new(hash: u128, length: u64) -> Self {
        Self { hash: hash as u64, length }
    }

    /// Returns the hash alone.
    pub(in crate::output) fn hash(self) -> u64 {
        self.hash
    }

    /// Returns the number of bytes.
    pub(in crate::output) fn length(self) -> u64 {
        self.length
    }
}

/// Makes the digest of bytes that come a piece at a time.
#[derive(Default)]
pub(in crate::output) struct Hasher {
    hasher: Xxh3,
    length: u64,
}

impl Hasher {
    pub(in crate::output) fn update(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
        self.length += bytes.len() as u64;
    }

    pub(in crate::output) fn digest(&self) -> Digest {
        Digest::new(self.hasher.digest128(), self.length)
    }

    /// Returns the seal that a witness puts under the bytes so far.
    pub(in crate::output) fn seal(&self, witness: Option<&Witness>) -> u128 {
        Witness::seal(witness, &self.hasher)
    }
}
