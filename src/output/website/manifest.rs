//! The manifest: what the website writer remembers of the files that it wrote into a folder.
//!
//! It is a text with a line for each file: its hash, its length and its path. The second line says what the site was
//! made from and how many files it has, which come first; others belong to the rest of a site of which a part was
//! built. While a build is under way that line is `unfinished`, and a file has a line for each content that it may
//! have. The last line has the hash of all before it, so that a manifest which was cut off, damaged or changed is none.
//!
//! ```text
//! pageturner manifest 6
//! 1f0c3dd4a2b9c5e86b7f0a9d8e3c2b14 2
//! 9f1c24b0aa63d702 1448 index.html
//! 2d06800538d394c2 692 nim/two-player/index.html
//! end 5d2ab1dcf0c3b7a1
//! ```

use std::io::{self, BufWriter, Read, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::digest::Digest;
use super::report::InputDigest;
use crate::diagnostic::Diagnostic;
use crate::output::paths::may_be_written;

/// What the first line begins with, before the number of the form.
const NAME: &str = "pageturner manifest ";
const FORM: &str = "6";
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
    lines: Vec<Line>,
    /// The lines in the order of their paths.
    by_path: OnceLock<Vec<usize>>,
}

/// A build that was finished.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finished {
    /// What it was made from.
    pub(super) inputs: InputDigest,
    /// How many files it had.
    pub(super) files: usize,
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
        let is_foreign =
            |line: usize| unusable(&format!("line {line} of {} is not what this program wrote", path.display()));
        let is_cut_off = || unusable(&format!("{} was cut off", path.display()));
        let text = String::from_utf8(bytes).map_err(|error| {
            let is_end = |byte: &&u8| **byte == b'\n';
            is_foreign(1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(is_end).count())
        })?;
        let (mut finished, mut lines, mut end) = (None, Vec::new(), 0);
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let begin = end;
            end += line.len();
            let line = line.strip_suffix('\n').ok_or_else(is_cut_off)?;
            if number == 1 {
                let form = line.strip_prefix(NAME).filter(|form| form.bytes().all(|byte| byte.is_ascii_digit()));
                if form.ok_or_else(|| is_foreign(1))? != FORM {
                    return Err(unusable(&format!(
                        "{} was written by another version of this program",
                        path.display()
                    )));
                }
            } else if number == 2 && line != UNFINISHED {
                finished = Some(Finished::read(line).ok_or_else(|| is_foreign(2))?);
            } else if let Some(checksum) = line.strip_prefix(LAST_LINE) {
                let is_whole = end == text.len() && checksum == format!("{:016x}", xxh3_64(&text.as_bytes()[..begin]));
                let manifest = Self { finished, text, lines, by_path: OnceLock::new() };
                return if is_whole { Ok(manifest) } else { Err(is_foreign(number)) };
            } else if number > 2 {
                lines.push(Line::read(line, begin).ok_or_else(|| is_foreign(number))?);
            }
        }
        Err(is_cut_off())
    }

    /// Returns how many lines there are. They have the numbers below.
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
    pub(super) fn lines(&self, path: &str) -> impl Iterator<Item = usize> {
        self.from(path).take_while(move |&line| self.path(line) == path)
    }

    /// Returns the contents that a file may have: none if the writer does not know it.
    pub(super) fn digests(&self, path: &str) -> impl Iterator<Item = Digest> {
        self.lines(path).map(|line| self.digest(line))
    }

    /// Returns whether some file lies in a folder or below it.
    pub(super) fn has_below(&self, folder: &str) -> bool {
        let folder = format!("{folder}/");
        self.from(&folder).next().is_some_and(|line| self.path(line).starts_with(&folder))
    }

    /// Returns the lines from the first on whose path does not come before this one, in the order of paths.
    fn from(&self, path: &str) -> impl Iterator<Item = usize> {
        let by_path = self.by_path.get_or_init(|| {
            let mut lines: Vec<_> = (0..self.len()).collect();
            lines.par_sort_unstable_by_key(|&line| self.path(line));
            lines
        });
        by_path[by_path.partition_point(|&line| self.path(line) < path)..].iter().copied()
    }
}

impl Line {
    /// Reads the line of a file that begins at a place of the text.
    fn read(line: &str, begin: usize) -> Option<Self> {
        let (hash, rest) = line.split_at_checked(16)?;
        let (length, path) = rest.strip_prefix(' ')?.split_once(' ')?;
        let digest = Digest { hash: number(hash, 16)?, length: number(length, 10)? };
        let end = begin + line.len();
        may_be_written(path).then_some(Self { digest, path: end - path.len()..end })
    }
}

impl Finished {
    /// Reads the second line.
    fn read(line: &str) -> Option<Self> {
        let (inputs, files) = line.split_at_checked(32).filter(|(inputs, _)| !inputs.starts_with('+'))?;
        let inputs = InputDigest(u128::from_str_radix(inputs, 16).ok()?);
        Some(Self { inputs, files: number(files.strip_prefix(' ')?, 10)?.try_into().ok()? })
    }
}

/// Returns what is to be told of a manifest that cannot be used.
fn unusable(message: &str) -> Diagnostic {
    Diagnostic::new(message)
        .hint("build with --force, as if it were not there; what is no longer part of the site then stays")
}

/// Reads a number that is written as the manifest writes it, without a sign.
fn number(digits: &str, radix: u32) -> Option<u64> {
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, radix).ok() }
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
        let second = finished.map(|Finished { inputs, files }| format!("{:032x} {files}", inputs.0));
        lines.put(&format!("{NAME}{FORM}\n{}\n", second.as_deref().unwrap_or(UNFINISHED)))?;
        Ok(lines)
    }

    /// Adds a file.
    pub(super) fn add(&mut self, digest: Digest, path: &str) -> io::Result<()> {
        self.put(&format!("{:016x} {} {path}\n", digest.hash, digest.length))
    }

    /// Writes the last line.
    pub(super) fn end(mut self) -> io::Result<()> {
        let last = format!("{LAST_LINE}{:016x}\n", self.hasher.digest());
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

    /// Returns a manifest with these lines between the second and the last.
    fn of_lines(lines: &str) -> Vec<u8> {
        let text = format!("{NAME}{FORM}\n{UNFINISHED}\n{lines}");
        format!("{text}end {:016x}\n", xxh3_64(text.as_bytes())).into_bytes()
    }

    fn read(bytes: &[u8]) -> Result<Manifest, Diagnostic> {
        Manifest::read(bytes, Path::new("x"))
    }

    fn flaw(bytes: &[u8]) -> String {
        read(bytes).map_or_else(|flaw| flaw.to_string(), |_| "none".to_owned())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let manifest = read(&sample(None)).expect("a manifest");
        let paths: Vec<_> = (0..manifest.len()).map(|line| manifest.path(line)).collect();
        assert_eq!(paths, ["a name with blanks.txt", "nim/two/index.html", "nim/two/x", "nim/two/index.html"]);
        let mut digests: Vec<_> = manifest.digests("nim/two/index.html").collect();
        digests.sort_by_key(|digest| digest.length);
        assert_eq!(digests, [Digest::of(b"old"), Digest::of(b"newer")]);
        assert_eq!(manifest.digests("a name with blanks.txt").collect::<Vec<_>>(), [Digest::of(b"")]);
        assert_eq!(manifest.lines("nim/two/x").collect::<Vec<_>>(), [2]);
        for unknown in ["x", "two/x", "nim/two", "nim/two/x.html", ""] {
            assert_eq!(manifest.lines(unknown).count(), 0, "{unknown}");
        }
        assert!(manifest.has_below("nim") && manifest.has_below("nim/two") && !manifest.has_below("ni"));
        assert_eq!(Manifest::default().lines("x").count(), 0);
        assert!(manifest.finished.is_none());
        let finished = Finished { inputs: InputDigest(u128::MAX - 5), files: 3 };
        let read = read(&sample(Some(finished))).expect("a manifest").finished.expect("it is finished");
        assert_eq!((read.inputs, read.files), (finished.inputs, finished.files));
    }

    #[test]
    fn a_manifest_cannot_name_files_outside_or_hidden_ones() {
        for path in
            ["../x", "a/../../x", "/etc/x", "a//b", "c:x", "a\\..\\b", ".pageturner/x", "a/.git/x", ".htaccess", ""]
        {
            let bytes = of_lines(&format!("{:016x} 0 {path}\n", 0));
            assert_eq!(flaw(&bytes), "line 3 of x is not what this program wrote", "{path}");
        }
        for path in ["x", ".nojekyll", ".well-known/a/b"] {
            assert_eq!(flaw(&of_lines(&format!("{:016x} 0 {path}\n", 0))), "none", "{path}");
        }
    }

    #[test]
    fn a_manifest_that_was_cut_off_or_damaged_is_none() {
        let whole = sample(None);
        assert_eq!(flaw(&whole), "none");
        for end in 0..whole.len() {
            assert_eq!(flaw(&whole[..end]), "x was cut off", "after {end} bytes");
            for value in [0, b'0', b'1', b'a', b'\n', 0xff] {
                let mut bytes = whole.clone();
                bytes[end] = value;
                assert!(bytes == whole || flaw(&bytes) != "none", "{value} at {end}");
            }
        }
        for more in ["\n", "end\n", "x"] {
            assert_eq!(flaw(&[&whole, more.as_bytes()].concat()), "line 7 of x is not what this program wrote");
        }
        assert_eq!(flaw(&of_lines("+000000000000000 0 x\n")), "line 3 of x is not what this program wrote");
        assert_eq!(flaw(b"end ef46db3751d8e999\n"), "line 1 of x is not what this program wrote");
        assert_eq!(flaw(&vec![b'a'; 1 << 20]), "x was cut off");
    }

    #[test]
    fn other_forms_are_called_what_they_are() {
        for form in ["1", "5", "7", "12345678901234567890"] {
            let bytes = format!("{NAME}{form}\nwhatever");
            assert_eq!(flaw(bytes.as_bytes()), "x was written by another version of this program");
        }
        assert_eq!(flaw(b"something else\n"), "line 1 of x is not what this program wrote");
    }
}
