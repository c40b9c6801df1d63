//! The manifest: what the website writer remembers of the files that it wrote into a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use xxhash_rust::xxh3::xxh3_128;

/// What tells the contents of a file from all others: 128 bits of hash, and the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Digest {
    hash: u128,
    length: u64,
}

impl Digest {
    /// The digest of a file with these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self { hash: xxh3_128(bytes), length: bytes.len() as u64 }
    }

    /// The number of bytes.
    pub fn length(self) -> u64 {
        self.length
    }
}

/// The files that the writer has written or is about to write, each with the contents that it may have: one, or two
/// while a build is under way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    pub(super) files: BTreeMap<String, BTreeSet<Digest>>,
}

const FIRST_LINE: &str = "pageturner manifest 1";

impl Manifest {
    /// Adds a file, or a further content that a file may have.
    pub(super) fn add(&mut self, path: &str, digest: Digest) {
        self.files.entry(path.to_owned()).or_default().insert(digest);
    }

    pub(super) fn owns(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// One line for each content of each file: hash, length, path.
    pub(super) fn to_text(&self) -> String {
        let mut text = format!("{FIRST_LINE}\n");
        for (path, digests) in &self.files {
            for Digest { hash, length } in digests {
                writeln!(text, "{hash:032x} {length} {path}").expect("writing to a string succeeds");
            }
        }
        text
    }

    /// Reads what [`to_text`](Self::to_text) wrote; `Err` is the number of the first line that it did not write.
    pub(super) fn parse(text: &str) -> Result<Self, usize> {
        let mut lines = (1_usize..).zip(text.lines());
        if lines.next().is_none_or(|(_, line)| line != FIRST_LINE) {
            return Err(1);
        }
        let mut manifest = Self::default();
        for (number, line) in lines {
            let (path, digest) = parse_line(line).ok_or(number)?;
            manifest.add(path, digest);
        }
        Ok(manifest)
    }
}

fn parse_line(line: &str) -> Option<(&str, Digest)> {
    let (hash, rest) = line.split_once(' ')?;
    let (length, path) = rest.split_once(' ')?;
    let digest = Digest { hash: u128::from_str_radix(hash, 16).ok()?, length: length.parse().ok()? };
    stays_inside(path).then_some((path, digest))
}

/// Whether a relative path cannot lead out of the folder that it is read from.
pub(super) fn stays_inside(path: &str) -> bool {
    let safe = |part: &str| !part.is_empty() && part != "." && part != "..";
    !path.contains(['\\', ':', '\0', '\n']) && path.split('/').all(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let mut manifest = Manifest::default();
        manifest.add("nim/index.html", Digest::of(b"old"));
        manifest.add("nim/index.html", Digest::of(b"newer"));
        manifest.add("a name with blanks.txt", Digest::of(b""));
        assert_eq!(Manifest::parse(&manifest.to_text()), Ok(manifest));
    }

    #[test]
    fn a_manifest_cannot_name_files_outside() {
        for path in ["../x", "a/../../x", "/etc/passwd", "", "a//b", "c:x", "a\\..\\b"] {
            let text = format!("{FIRST_LINE}\n{:032x} 0 {path}\n", 0);
            assert_eq!(Manifest::parse(&text), Err(2), "{path}");
        }
        assert_eq!(Manifest::parse("something else"), Err(1));
        assert_eq!(Manifest::parse(""), Err(1), "it was cut off");
    }
}
