//! The manifest: a record of the files that the website writer has written into a folder.
//!
//! The manifest contains a line for each file: its hash, its length and its path. The second line identifies the inputs
//! of the build. During a build, that line is `unfinished`, and the manifest contains a line for each possible content
//! of a file. The last line contains the hash of everything before it, so a build notices if a manifest was cut off,
//! damaged or edited.
//!
//! ```text
//! pageturner manifest 7
//! 1f0c3dd4a2b9c5e86b7f0a9d8e3c2b14
//! 9f1c24b0aa63d702 1448 index.html
//! 2d06800538d394c2 692 nim/two-player/index.html
//! end 5d2ab1dcf0c3b7a1
//! ```

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::ground::diagnostic::{Diagnostic, OrCannot};
use crate::outputs::disk::guard::may_be_written;

const NAME: &str = "pageturner manifest ";
const FORM: &str = "7";
pub(super) const UNFINISHED: &str = "unfinished";

#[derive(Debug, Default)]
pub(super) struct Manifest {
    /// The second line of the manifest, which identifies the inputs of the build.
    pub(super) made_from: String,
    /// The lines of files, sorted by path.
    pub(super) lines: Vec<Line>,
}

#[derive(Debug)]
pub(super) struct Line {
    pub(super) path: String,
    pub(super) digest: Digest,
    /// Whether the site still contains the file, as far as the survey knows.
    is_planned: AtomicBool,
}

impl Manifest {
    pub(super) fn read(text: &str, path: &Path) -> Result<Self, Diagnostic> {
        Self::parse(text).ok_or_else(|| {
            let form = text.strip_prefix(NAME).and_then(|rest| rest.lines().next());
            let is_other = form.is_some_and(|form| form != FORM && form.bytes().all(|byte| byte.is_ascii_digit()));
            let flaw = if is_other {
                "was written by another version of this program"
            } else {
                "was changed after this program wrote it"
            };
            Diagnostic::new(format!("{} {flaw}", path.display())).hint(
                "build with --force to ignore it; pages that are no longer part of the site then stay in the folder",
            )
        })
    }

    fn parse(text: &str) -> Option<Self> {
        let (body, last) = text.split_at(text.strip_suffix('\n')?.rfind('\n')? + 1);
        if last != last_line(xxh3_64(body.as_bytes())) {
            return None;
        }
        let (first, rest) = body.split_once('\n')?;
        let (made_from, lines) = rest.split_once('\n')?;
        let mut lines = lines.par_split_terminator('\n').map(Line::read).collect::<Option<Vec<_>>>()?;
        lines.par_sort_by(|a, b| a.path.cmp(&b.path));
        (first.strip_prefix(NAME) == Some(FORM)).then(|| Self { made_from: made_from.to_owned(), lines })
    }

    /// Returns the lines of a file; empty if the writer has not written it.
    pub(super) fn lines_of(&self, path: &str) -> &[Line] {
        let lines = &self.lines[self.first_from(path)..];
        &lines[..lines.iter().take_while(|line| line.path == path).count()]
    }

    /// Records that the site contains a file. `is_there` is whether the file already exists. If it exists, but the
    /// manifest does not contain its path, the path in the manifest may differ in case: some systems have one file for
    /// both paths.
    pub(super) fn plan(&self, path: &str, is_there: bool) {
        let lines = self.lines_of(path);
        for line in lines {
            line.is_planned.store(true, Relaxed);
        }
        if is_there && lines.is_empty() {
            let path = path.to_lowercase();
            for line in self.lines.iter().filter(|line| line.path.to_lowercase() == path) {
                line.is_planned.store(true, Relaxed);
            }
        }
    }

    pub(super) fn has_below(&self, folder: &str) -> bool {
        let folder = format!("{folder}/");
        self.lines.get(self.first_from(&folder)).is_some_and(|line| line.path.starts_with(&folder))
    }

    fn first_from(&self, path: &str) -> usize {
        self.lines.partition_point(|line| *line.path < *path)
    }
}

impl Line {
    fn read(line: &str) -> Option<Self> {
        let (hash, rest) = line.split_once(' ')?;
        let (length, path) = rest.split_once(' ')?;
        let digest = Digest { hash: u64::from_str_radix(hash, 16).ok()?, length: length.parse().ok()? };
        may_be_written(path).then(|| Self { path: path.to_owned(), digest, is_planned: AtomicBool::new(false) })
    }

    pub(super) fn is_stale(&self) -> bool {
        !self.is_planned.load(Relaxed)
    }
}

fn last_line(hash: u64) -> String {
    format!("end {hash:016x}\n")
}

pub(super) fn write(out: impl Write, made_from: &str, lines: impl Iterator<Item = (Digest, String)>) -> io::Result<()> {
    let (mut out, mut hasher) = (BufWriter::with_capacity(1 << 16, out), Xxh3::new());
    let mut put = |text: &str| {
        hasher.update(text.as_bytes());
        out.write_all(text.as_bytes())
    };
    put(&format!("{NAME}{FORM}\n{made_from}\n"))?;
    for (digest, path) in lines {
        put(&format!("{:016x} {} {path}\n", digest.hash, digest.length))?;
    }
    out.write_all(last_line(hasher.digest()).as_bytes())?;
    out.flush()
}

/// The digest of a file's content: a 64-bit hash and the length.
///
/// A hash is compared only with the few other hashes of the same file, so one of 2^64 changes goes unnoticed.
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
        File::open(path).and_then(Self::read).or_cannot("read", path)
    }

    pub(super) fn read(mut from: impl Read) -> io::Result<Self> {
        let mut hasher = Xxh3::new();
        let length = io::copy(&mut from, &mut hasher)?;
        Ok(Self { hash: hasher.digest(), length })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_whose_name_only_changed_its_case_is_not_stale_where_both_are_one() {
        let line = |path: &str| Line::read(&format!("0 0 {path}")).expect("a line");
        for (path, is_there, stale) in [("page", false, ["Page", "other"].as_slice()), ("page", true, &["other"])] {
            let manifest = Manifest { lines: vec![line("Page"), line("other")], ..Manifest::default() };
            manifest.plan(path, is_there);
            let found: Vec<_> = manifest.lines.iter().filter(|line| line.is_stale()).map(|line| &*line.path).collect();
            assert_eq!(found, stale);
        }
    }

    #[test]
    fn a_manifest_that_was_cut_off_or_damaged_is_none() {
        let mut whole = Vec::new();
        let lines = [("old", "nim/index.html"), ("x", "nim/x"), ("newer", "nim/index.html")];
        let lines = lines.map(|(content, path)| (Digest::of(content.as_bytes()), path.to_owned()));
        write(&mut whole, UNFINISHED, lines.into_iter()).expect("a buffer");
        let is_read = |bytes: &[u8]| std::str::from_utf8(bytes).is_ok_and(|text| Manifest::parse(text).is_some());
        assert!(is_read(&whole));
        for end in 0..whole.len() {
            assert!(!is_read(&whole[..end]), "after {end} bytes");
            for value in [0, b'0', b'1', b'a', b'\n', 0xff] {
                let mut bytes = whole.clone();
                bytes[end] = value;
                assert!(bytes == whole || !is_read(&bytes), "{value} at {end}");
            }
        }
        for more in ["\n", "end\n", "x"] {
            assert!(!is_read(&[&whole, more.as_bytes()].concat()));
        }
    }
}
