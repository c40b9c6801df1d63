//! The manifest: what the website writer remembers of the files that it wrote into a folder.
//!
//! It is a text with a line for each file: its hash, its length and its path. The second line says what the site was
//! made from, how many files it had, and how many bytes; there are more lines for files where only a part of the site
//! was built. While a build is under way that line is `unfinished`, and a file has a line for each content that it may
//! have. The last line has the hash of all before it, so that a manifest which was cut off, damaged or changed is none.
//!
//! ```text
//! pageturner manifest 7
//! 1f0c3dd4a2b9c5e86b7f0a9d8e3c2b14 2 2140
//! 9f1c24b0aa63d702 1448 index.html
//! 2d06800538d394c2 692 nim/two-player/index.html
//! end 5d2ab1dcf0c3b7a1
//! ```

use std::io::{self, BufWriter, Read, Write};
use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::digest::Digest;
use super::report::InputDigest;
use crate::diagnostic::Diagnostic;
use crate::output::Summary;
use crate::output::paths::may_be_written;

/// What the first line begins with, before the number of the form.
const NAME: &str = "pageturner manifest ";
const FORM: &str = "7";
/// The second line while a build is under way.
const UNFINISHED: &str = "unfinished";
/// What the last line begins with, before the hash.
const LAST_LINE: &str = "end ";

/// The files that the writer has written or is about to write.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    /// What the last build wrote, if it was finished.
    pub(super) finished: Option<Finished>,
    text: String,
    /// The lines of files in the order of their paths.
    lines: Vec<Line>,
}

/// A build that was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Finished {
    /// What it was made from.
    pub(super) inputs: InputDigest,
    /// How much it had.
    pub(super) summary: Summary,
}

#[derive(Debug)]
struct Line {
    digest: Digest,
    /// Where the path stands in the text.
    path: Range<usize>,
}

impl Manifest {
    /// Reads what was written. Messages call it by its path.
    ///
    /// # Errors
    ///
    /// When it is not what this version of the program wrote.
    pub(super) fn read(mut from: impl Read, path: &Path) -> Result<Self, Diagnostic> {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).map_err(|error| Diagnostic::io("read", path, &error))?;
        let text = String::from_utf8(bytes).unwrap_or_default();
        let form = text.strip_prefix(NAME).and_then(|rest| rest.lines().next());
        let is_other = form.is_some_and(|form| form != FORM && form.bytes().all(|byte| byte.is_ascii_digit()));
        let flaw =
            if is_other { "was written by another version of this program" } else { "is not what this program wrote" };
        Self::parse(text).ok_or_else(|| {
            Diagnostic::new(format!("{} {flaw}", path.display()))
                .hint("build with --force, as if it were not there; what is no longer part of the site then stays")
        })
    }

    fn parse(text: String) -> Option<Self> {
        let end = text.strip_suffix('\n')?.rfind('\n')? + 1;
        let (body, last) = text.split_at(end);
        if last != last_line(xxh3_64(body.as_bytes())) {
            return None;
        }
        let mut begin = 0;
        let mut lines = body.split_inclusive('\n').map(|line| {
            begin += line.len();
            (line.trim_end_matches('\n'), begin - 1)
        });
        lines.next().filter(|(first, _)| first.strip_prefix(NAME) == Some(FORM))?;
        let (second, _) = lines.next()?;
        let finished = if second == UNFINISHED { None } else { Some(Finished::read(second)?) };
        let mut lines = lines.map(|(line, end)| Line::read(line, end)).collect::<Option<Vec<_>>>()?;
        lines.par_sort_unstable_by_key(|line| &text[line.path.clone()]);
        Some(Self { finished, text, lines })
    }

    /// Returns how many lines there are. They have the numbers below, in the order of their paths.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns the content that a line names.
    pub(super) fn digest(&self, line: usize) -> Digest {
        self.lines[line].digest
    }

    /// Returns the path of a line's file.
    pub(super) fn path(&self, line: usize) -> &str {
        &self.text[self.lines[line].path.clone()]
    }

    /// Returns the lines of a file: none if the writer does not know it.
    pub(super) fn lines(&self, path: &str) -> Range<usize> {
        let first = self.first_from(path);
        first..first + (first..self.len()).take_while(|&line| self.path(line) == path).count()
    }

    /// Returns the contents that a file may have: none if the writer does not know it.
    pub(super) fn digests(&self, path: &str) -> impl Iterator<Item = Digest> {
        self.lines(path).map(|line| self.digest(line))
    }

    /// Returns whether some file lies in a folder or below it.
    pub(super) fn has_below(&self, folder: &str) -> bool {
        let folder = format!("{folder}/");
        let line = self.first_from(&folder);
        line < self.len() && self.path(line).starts_with(&folder)
    }

    /// Returns the first line whose path does not come before this one.
    fn first_from(&self, path: &str) -> usize {
        self.lines.partition_point(|line| &self.text[line.path.clone()] < path)
    }
}

impl Line {
    /// Reads the line of a file that ends at a place of the text.
    fn read(line: &str, end: usize) -> Option<Self> {
        let (hash, rest) = line.split_once(' ')?;
        let (length, path) = rest.split_once(' ')?;
        let digest = Digest { hash: u64::from_str_radix(hash, 16).ok()?, length: length.parse().ok()? };
        may_be_written(path).then_some(Self { digest, path: end - path.len()..end })
    }
}

impl Finished {
    /// Reads the second line.
    fn read(line: &str) -> Option<Self> {
        let (inputs, rest) = line.split_once(' ')?;
        let (files, bytes) = rest.split_once(' ')?;
        let inputs = InputDigest(u128::from_str_radix(inputs, 16).ok()?);
        Some(Self { inputs, summary: Summary { files: files.parse().ok()?, bytes: bytes.parse().ok()? } })
    }
}

/// Returns the last line, with the hash of all before it.
fn last_line(hash: u64) -> String {
    format!("{LAST_LINE}{hash:016x}\n")
}

/// Writes a manifest line by line.
pub(super) struct Lines<W: Write> {
    out: BufWriter<W>,
    hasher: Xxh3,
}

impl<W: Write> Lines<W> {
    /// Writes the first two lines.
    pub(super) fn begin(out: W, finished: Option<Finished>) -> io::Result<Self> {
        let mut lines = Self { out: BufWriter::with_capacity(1 << 16, out), hasher: Xxh3::new() };
        let second = finished.map_or_else(
            || UNFINISHED.to_owned(),
            |Finished { inputs, summary }| format!("{:032x} {} {}", inputs.0, summary.files, summary.bytes),
        );
        lines.put(&format!("{NAME}{FORM}\n{second}\n"))?;
        Ok(lines)
    }

    /// Adds a file.
    pub(super) fn add(&mut self, digest: Digest, path: &str) -> io::Result<()> {
        self.put(&format!("{:016x} {} {path}\n", digest.hash, digest.length))
    }

    /// Writes the last line.
    pub(super) fn end(mut self) -> io::Result<()> {
        let last = last_line(self.hasher.digest());
        self.put(&last)?;
        self.out.flush()
    }

    fn put(&mut self, text: &str) -> io::Result<()> {
        self.hasher.update(text.as_bytes());
        self.out.write_all(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a manifest of two folders, one of whose files may have two contents.
    fn sample(finished: Option<Finished>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut lines = Lines::begin(&mut bytes, finished).expect("a buffer");
        for (content, path) in [
            ("", "a name with blanks.txt"),
            ("old", "nim/two/index.html"),
            ("x", "nim/two/x"),
            ("newer", "nim/two/index.html"),
        ] {
            lines.add(Digest::of(content.as_bytes()), path).expect("a buffer");
        }
        lines.end().expect("a buffer");
        bytes
    }

    fn flaw(bytes: &[u8]) -> String {
        Manifest::read(bytes, Path::new("x")).map_or_else(|flaw| flaw.to_string(), |_| "none".to_owned())
    }

    const FOREIGN: &str = "x is not what this program wrote";

    #[test]
    fn what_is_written_is_read_back() {
        let finished = Finished { inputs: InputDigest(u128::MAX - 5), summary: Summary { files: 3, bytes: 9 } };
        for finished in [None, Some(finished)] {
            let manifest = Manifest::read(&*sample(finished), Path::new("x")).expect("a manifest");
            assert_eq!(manifest.finished, finished);
            let paths: Vec<_> = (0..manifest.len()).map(|line| manifest.path(line)).collect();
            assert_eq!(paths, ["a name with blanks.txt", "nim/two/index.html", "nim/two/index.html", "nim/two/x"]);
            let mut digests: Vec<_> = manifest.digests("nim/two/index.html").collect();
            digests.sort_by_key(|digest| digest.length);
            assert_eq!(digests, [Digest::of(b"old"), Digest::of(b"newer")]);
            assert_eq!(manifest.digests("a name with blanks.txt").collect::<Vec<_>>(), [Digest::of(b"")]);
            assert_eq!(manifest.lines("nim/two/x"), 3..4);
            for unknown in ["x", "two/x", "nim/two", "nim/two/x.html", ""] {
                assert!(manifest.lines(unknown).is_empty(), "{unknown}");
            }
            assert!(manifest.has_below("nim") && manifest.has_below("nim/two") && !manifest.has_below("ni"));
        }
        assert!(Manifest::default().lines("x").is_empty());
    }

    #[test]
    fn a_manifest_cannot_name_files_outside_or_hidden_ones() {
        let named = |path: &str| {
            let mut bytes = Vec::new();
            let mut lines = Lines::begin(&mut bytes, None).expect("a buffer");
            lines.add(Digest::of(b""), path).and_then(|()| lines.end()).expect("a buffer");
            flaw(&bytes)
        };
        for path in
            ["../x", "a/../../x", "/etc/x", "a//b", "c:x", "a\\..\\b", ".pageturner/x", "a/.git/x", ".htaccess", ""]
        {
            assert_eq!(named(path), FOREIGN, "{path}");
        }
        for path in ["x", ".nojekyll", ".well-known/a/b"] {
            assert_eq!(named(path), "none", "{path}");
        }
    }

    #[test]
    fn a_manifest_that_was_cut_off_or_damaged_is_none() {
        let whole = sample(None);
        assert_eq!(flaw(&whole), "none");
        for end in 0..whole.len() {
            assert_eq!(flaw(&whole[..end]), FOREIGN, "after {end} bytes");
            for value in [0, b'0', b'1', b'a', b'\n', 0xff] {
                let mut bytes = whole.clone();
                bytes[end] = value;
                assert!(bytes == whole || flaw(&bytes) != "none", "{value} at {end}");
            }
        }
        for more in ["\n", "end\n", "x"] {
            assert_eq!(flaw(&[&whole, more.as_bytes()].concat()), FOREIGN);
        }
    }

    #[test]
    fn other_forms_are_called_what_they_are() {
        for form in ["1", "6", "8", "12345678901234567890"] {
            let bytes = format!("{NAME}{form}\nwhatever");
            assert_eq!(flaw(bytes.as_bytes()), "x was written by another version of this program");
        }
        assert_eq!(flaw(b"something else\n"), FOREIGN);
    }
}
