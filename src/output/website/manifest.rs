//! The manifest: what the website writer remembers of the files that it wrote into a folder.
//!
//! It is a text with a line for each file: its hash, its length and its path. While a build is under way a file has a
//! line for each content that it may have. The last line has the hash of all before it, so that a manifest which was
//! cut off, damaged or changed is none.
//!
//! ```text
//! pageturner manifest 5
//! 9f1c24b0aa63d702 1448 index.html
//! 2d06800538d394c2 692 nim/two-player/index.html
//! end 5d2ab1dcf0c3b7a1
//! ```

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::OnceLock;

use hashbrown::HashTable;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::digest::{Digest, Hasher};
use crate::diagnostic::Diagnostic;
use crate::files::LONGEST_PATH;
use crate::output::layout::may_be_written;
use crate::plan::split;

/// What the first line begins with, before the number of the form.
const NAME: &str = "pageturner manifest ";
const FORM: &str = "5";
/// What the last line begins with, before the hash.
const LAST_LINE: &str = "end ";
/// No line has more bytes: a hash, a length and a path.
const LONGEST_LINE: u64 = 64 + LONGEST_PATH as u64;

/// The files that the writer has written or is about to write.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    lines: Vec<Line>,
    /// The folders of files that follow each other.
    folders: Vec<Box<str>>,
    /// The names of all files, one after the other.
    names: String,
    checksum: u64,
    by_path: OnceLock<HashTable<u32>>,
}

#[derive(Debug)]
struct Line {
    digest: Digest,
    folder: u32,
    /// Where the name ends, which begins where that of the line before it ends.
    end: u32,
}

/// Why a manifest cannot be used.
#[derive(Debug)]
pub(super) enum Flaw {
    /// The number of the first line that this program did not write.
    Line(usize),
    CutOff,
    OtherVersion,
    Unreadable(io::Error),
}

impl Flaw {
    /// Returns what is to be told of the manifest at a path.
    pub(super) fn describe(&self, path: &Path) -> Diagnostic {
        let message = match self {
            Self::Unreadable(error) => return Diagnostic::io("read", path, error),
            Self::Line(line) => format!("line {line} of {} is not what this program wrote", path.display()),
            Self::CutOff => format!("{} was cut off", path.display()),
            Self::OtherVersion => format!("{} was written by another version of this program", path.display()),
        };
        Diagnostic::new(message)
            .hint("build with --force, as if it were not there; what is no longer part of the site then stays")
    }
}

impl Manifest {
    /// Reads what was written.
    ///
    /// # Errors
    ///
    /// When it is not what this version of the program wrote.
    pub(super) fn read(from: impl Read) -> Result<Self, Flaw> {
        let mut from = BufReader::with_capacity(1 << 16, from);
        let (mut manifest, mut hasher, mut line) = (Self::default(), Hasher::default(), Vec::new());
        for number in 1.. {
            line.clear();
            from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(Flaw::Unreadable)?;
            let text = line.strip_suffix(b"\n").ok_or(Flaw::CutOff)?;
            let text = std::str::from_utf8(text).map_err(|_| Flaw::Line(number))?;
            if let Some(checksum) = text.strip_prefix(LAST_LINE) {
                manifest.checksum = hasher.digest().hash;
                let is_end = from.fill_buf().map_err(Flaw::Unreadable)?.is_empty();
                let is_whole = is_end && number > 1 && checksum == format!("{:016x}", manifest.checksum);
                return if is_whole { Ok(manifest) } else { Err(Flaw::Line(number)) };
            } else if number == 1 {
                let form = text.strip_prefix(NAME).filter(|form| form.bytes().all(|byte| byte.is_ascii_digit()));
                if form.ok_or(Flaw::Line(1))? != FORM {
                    return Err(Flaw::OtherVersion);
                }
            } else {
                manifest.add(text).ok_or(Flaw::Line(number))?;
            }
            hasher.update(&line);
        }
        unreachable!("each line is the last, or is followed by another")
    }

    /// Adds the line of a file, if it is one.
    fn add(&mut self, line: &str) -> Option<()> {
        let (hash, rest) = line.split_at_checked(16)?;
        let (length, path) = rest.strip_prefix(' ')?.split_once(' ')?;
        let digest = Digest { hash: number(hash, 16)?, length: number(length, 10)? };
        if !may_be_written(path) {
            return None;
        }
        let (folder, name) = split(path);
        if self.folders.last().is_none_or(|last| **last != *folder) {
            self.folders.push(folder.into());
        }
        self.names.push_str(name);
        let end = u32::try_from(self.names.len()).ok()?;
        self.lines.push(Line { digest, folder: self.folders.len() as u32 - 1, end });
        Some(())
    }

    /// Returns how many lines there are. They have the numbers below.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns the hash of all lines.
    pub(super) fn checksum(&self) -> u64 {
        self.checksum
    }

    /// Returns the content that a line names.
    pub(super) fn digest(&self, line: usize) -> Digest {
        self.lines[line].digest
    }

    /// Returns the folder of a line's file.
    pub(super) fn folder(&self, line: usize) -> &str {
        &self.folders[self.lines[line].folder as usize]
    }

    /// Returns the name of a line's file in its folder.
    pub(super) fn name(&self, line: usize) -> &str {
        let begin = line.checked_sub(1).map_or(0, |before| self.lines[before].end);
        &self.names[begin as usize..self.lines[line].end as usize]
    }

    /// Returns the path of a line's file.
    pub(super) fn path(&self, line: usize) -> String {
        match (self.folder(line), self.name(line)) {
            ("", name) => name.to_owned(),
            (folder, name) => format!("{folder}/{name}"),
        }
    }

    /// Returns the lines of a file: none if the writer does not know it.
    pub(super) fn lines(&self, path: &str) -> impl Iterator<Item = usize> {
        let (folder, name) = split(path);
        let lines = self.by_path().iter_hash(hash(folder, name)).map(|&line| line as usize);
        lines.filter(move |&line| self.name(line) == name && self.folder(line) == folder)
    }

    /// Returns the contents that a file may have: none if the writer does not know it.
    pub(super) fn digests(&self, path: &str) -> impl Iterator<Item = Digest> {
        self.lines(path).map(|line| self.digest(line))
    }

    /// Returns whether some file lies in a folder or below it.
    pub(super) fn has_below(&self, folder: &str) -> bool {
        let is_below = |rest: &str| rest.is_empty() || rest.starts_with('/');
        self.folders.iter().any(|known| known.strip_prefix(folder).is_some_and(is_below))
    }

    fn by_path(&self) -> &HashTable<u32> {
        self.by_path.get_or_init(|| {
            let hash = |line: usize| hash(self.folder(line), self.name(line));
            let mut table = HashTable::with_capacity(self.len());
            for line in 0..self.len() {
                table.insert_unique(hash(line), line as u32, |&line| hash(line as usize));
            }
            table
        })
    }
}

fn hash(folder: &str, name: &str) -> u64 {
    xxh3_64_with_seed(name.as_bytes(), xxh3_64(folder.as_bytes()))
}

/// Reads a number that is written as the manifest writes it, without a sign.
fn number(digits: &str, radix: u32) -> Option<u64> {
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, radix).ok() }
}

/// Writes a manifest line by line.
pub(super) struct Lines<W: Write> {
    out: BufWriter<W>,
    hasher: Hasher,
    line: Vec<u8>,
}

impl<W: Write> Lines<W> {
    /// Writes the first line.
    pub(super) fn begin(out: W) -> io::Result<Self> {
        let out = BufWriter::with_capacity(1 << 16, out);
        let mut lines = Self { out, hasher: Hasher::default(), line: Vec::new() };
        writeln!(lines.line, "{NAME}{FORM}")?;
        lines.put()?;
        Ok(lines)
    }

    /// Adds a file.
    pub(super) fn add(&mut self, digest: Digest, path: &str) -> io::Result<()> {
        writeln!(self.line, "{:016x} {} {path}", digest.hash, digest.length)?;
        self.put()
    }

    /// Writes the last line, and returns the hash of all before it.
    pub(super) fn end(mut self) -> io::Result<u64> {
        let checksum = self.hasher.digest().hash;
        writeln!(self.line, "{LAST_LINE}{checksum:016x}")?;
        self.put()?;
        self.out.flush()?;
        Ok(checksum)
    }

    fn put(&mut self) -> io::Result<()> {
        self.hasher.update(&self.line);
        self.out.write_all(&self.line)?;
        self.line.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a manifest of two folders, one of whose files may have two contents.
    fn sample() -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut lines = Lines::begin(&mut bytes).expect("a buffer");
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

    /// Returns a manifest with these lines between the first and the last.
    fn of_lines(lines: &str) -> Vec<u8> {
        let text = format!("{NAME}{FORM}\n{lines}");
        format!("{text}end {:016x}\n", xxh3_64(text.as_bytes())).into_bytes()
    }

    fn flaw(bytes: &[u8]) -> String {
        Manifest::read(bytes).map_or_else(|flaw| flaw.describe(Path::new("x")).to_string(), |_| "none".to_owned())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let manifest = Manifest::read(&*sample()).expect("a manifest");
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
    }

    #[test]
    fn a_manifest_cannot_name_files_outside_or_hidden_ones() {
        for path in
            ["../x", "a/../../x", "/etc/x", "a//b", "c:x", "a\\..\\b", ".pageturner/x", "a/.git/x", ".htaccess", ""]
        {
            let bytes = of_lines(&format!("{:016x} 0 {path}\n", 0));
            assert_eq!(flaw(&bytes), "line 2 of x is not what this program wrote", "{path}");
        }
        for path in ["x", ".nojekyll", ".well-known/a/b"] {
            assert_eq!(flaw(&of_lines(&format!("{:016x} 0 {path}\n", 0))), "none", "{path}");
        }
    }

    #[test]
    fn a_manifest_that_was_cut_off_or_damaged_is_none() {
        let whole = sample();
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
            assert_eq!(flaw(&[&whole, more.as_bytes()].concat()), "line 6 of x is not what this program wrote");
        }
        assert_eq!(flaw(&of_lines("+000000000000000 0 x\n")), "line 2 of x is not what this program wrote");
        assert_eq!(flaw(b"end ef46db3751d8e999\n"), "line 1 of x is not what this program wrote");
        assert_eq!(flaw(&vec![b'a'; 1 << 20]), "x was cut off");
    }

    #[test]
    fn other_forms_are_called_what_they_are() {
        for form in ["1", "4", "6", "12345678901234567890"] {
            let bytes = format!("{NAME}{form}\nwhatever");
            assert_eq!(flaw(bytes.as_bytes()), "x was written by another version of this program");
        }
        assert_eq!(flaw(b"something else\n"), "line 1 of x is not what this program wrote");
    }
}
