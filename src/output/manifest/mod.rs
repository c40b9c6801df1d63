//! The manifest: what the website writer remembers of the files that it wrote into a folder.
//!
//! It is a text, grouped by folder. A file has a line for each content that it may have: one, or more while a build is
//! under way. The last line shows that nothing was cut off, and seals the text for the folder that it was written in: a
//! manifest that came from elsewhere may name files that this program did not write.
//!
//! ```text
//! pageturner manifest 4
//! /
//! 9f1c24b0aa63d702 1448 index.html
//! /nim/two-player
//! 2d06800538d394c2 692 index.html
//! end 5d2ab1dcf0c3b7a1e4ee7d0fa1c4be4f
//! ```
//!
//! In memory it stays one text, with a number for each file; a site can have half a million. On the disk the lines are
//! [`packed`]; form 3, in which they were not, is still read.

mod digest;
pub(super) mod packed;
mod read;
mod witness;

use std::fmt::Write;
use std::ops::Range;
use std::sync::OnceLock;

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_64;

use crate::files::{NO_JEKYLL, WELL_KNOWN};
use crate::plan::split;

pub(super) use self::digest::{Digest, Hasher};
pub(super) use self::read::Flaw;
pub(super) use self::witness::Witness;

/// The folder inside the website that belongs to the writer.
pub(super) const STATE_FOLDER: &str = ".pageturner";

/// What the first line begins with, before the number of the form.
const NAME: &str = "pageturner manifest ";
const FORM: u32 = 4;
/// The form in which the text itself was on the disk.
const PLAIN_FORM: u32 = 3;
/// What the last line begins with, before the seal.
const LAST_LINE: &str = "end ";

/// The files that the writer has written or is about to write.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    text: String,
    /// Where the last line begins.
    end: usize,
    seal: u128,
    /// Where the first line of each file begins.
    files: Vec<u32>,
    /// Files with consecutive numbers in one folder: the first of them, and where the folder stands in the text.
    runs: Vec<(u32, Range<u32>)>,
    numbers: OnceLock<Numbers>,
}

impl Manifest {
    /// Returns how many files there are. They have the numbers below.
    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns whether the manifest was sealed by what only its folder has.
    pub(super) fn is_sealed_by(&self, witness: &Witness) -> bool {
        let mut hasher = Hasher::default();
        hasher.update(&self.text.as_bytes()[..self.end]);
        hasher.seal(Some(witness)) == self.seal
    }

    /// Returns whether some file is named twice, which this program never does.
    pub(super) fn names_a_file_twice(&self) -> bool {
        let mut paths = FxHashSet::default();
        let mut path = String::new();
        !(0..self.len()).all(|file| {
            path.clear();
            self.write_path(file, &mut path);
            paths.insert(xxh3_64(path.as_bytes()))
        })
    }

    /// Returns the folders that hold files, without those that hold only folders.
    pub(super) fn folders(&self) -> impl Iterator<Item = &str> {
        self.runs.iter().map(|(_, folder)| self.slice(folder))
    }

    /// Appends the path of a file.
    pub(super) fn write_path(&self, file: usize, out: &mut String) {
        let folder = self.folder(file);
        out.push_str(folder);
        if !folder.is_empty() {
            out.push('/');
        }
        out.push_str(self.line(self.files[file] as usize).name);
    }

    /// Returns the path of a file.
    pub(super) fn path(&self, file: usize) -> String {
        let mut path = String::new();
        self.write_path(file, &mut path);
        path
    }

    /// Returns the contents that a file may have: at least one.
    pub(super) fn digests(&self, file: usize) -> impl Iterator<Item = Digest> {
        let mut begin = self.files[file] as usize;
        let end = self.files.get(file + 1).map_or(self.end, |&next| next as usize);
        std::iter::from_fn(move || {
            // What follows the last file of a folder is the next folder.
            let is_file = begin < end && !self.text[begin..].starts_with('/');
            let line = is_file.then(|| self.line(begin))?;
            begin = line.end;
            Some(line.digest)
        })
    }

    /// Returns the content of a file, if there is only one that it may have.
    pub(super) fn only_digest(&self, file: usize) -> Option<Digest> {
        let mut digests = self.digests(file);
        let first = digests.next();
        if digests.next().is_none() { first } else { None }
    }

    /// Returns the number of the file with this path. `last` is the file that was found before, after which the next is
    /// looked for first: files are mostly asked for in their order.
    pub(super) fn find(&self, path: &str, last: &mut Option<usize>) -> Option<usize> {
        if self.files.is_empty() {
            return None;
        }
        let next = last.map_or(0, |last| last + 1);
        let found = if self.is_at(path, next) { Some(next) } else { self.numbers().find(self, path) };
        *last = found.or(*last);
        found
    }

    fn numbers(&self) -> &Numbers {
        self.numbers.get_or_init(|| Numbers::of(self))
    }

    fn is_at(&self, path: &str, file: usize) -> bool {
        let (folder, name) = split(path);
        self.files.get(file).is_some_and(|&begin| self.line(begin as usize).name == name && self.folder(file) == folder)
    }

    /// Returns the folder of a file.
    pub(super) fn folder(&self, file: usize) -> &str {
        let run = self.runs.partition_point(|(first, _)| *first as usize <= file);
        self.slice(&self.runs[run - 1].1)
    }

    fn slice(&self, range: &Range<u32>) -> &str {
        &self.text[range.start as usize..range.end as usize]
    }

    /// Returns the line of a file that begins at this byte.
    fn line(&self, begin: usize) -> Line<'_> {
        Line::read(&self.text, begin).expect("the manifest was checked when it was read")
    }
}

/// Finds files by their paths: a hash table of their numbers, with open addresses.
#[derive(Debug)]
struct Numbers(Box<[u32]>);

impl Numbers {
    const EMPTY: u32 = u32::MAX;

    fn of(manifest: &Manifest) -> Self {
        let size = (manifest.len() * 2).next_power_of_two();
        let mut table = vec![Self::EMPTY; size].into_boxed_slice();
        let mut path = String::new();
        for file in 0..manifest.len() {
            path.clear();
            manifest.write_path(file, &mut path);
            let free = slots(&path, size).find(|&slot| table[slot] == Self::EMPTY);
            table[free.expect("half of the table is empty")] = file as u32;
        }
        Self(table)
    }

    fn find(&self, manifest: &Manifest, path: &str) -> Option<usize> {
        let files = slots(path, self.0.len()).map(|slot| self.0[slot]).take_while(|&file| file != Self::EMPTY);
        files.map(|file| file as usize).find(|&file| manifest.is_at(path, file))
    }
}

/// Returns the places of a table in which a path is looked for, in their order.
fn slots(path: &str, size: usize) -> impl Iterator<Item = usize> {
    let first = xxh3_64(path.as_bytes()) as usize;
    (0..size).map(move |step| first.wrapping_add(step) & (size - 1))
}

/// A line of a file, and where the next one begins.
struct Line<'a> {
    digest: Digest,
    name: &'a str,
    end: usize,
}

impl<'a> Line<'a> {
    /// Reads the line that begins at this byte, if it is one of a file.
    fn read(text: &'a str, begin: usize) -> Option<Self> {
        let rest = &text[begin..];
        let length = rest.find('\n')?;
        let (hash, rest) = rest[..length].split_at_checked(16)?;
        let (digits, name) = rest.strip_prefix(' ')?.split_once(' ')?;
        let digest = Digest { hash: number(hash, 16)?, length: number(digits, 10)? };
        Some(Self { digest, name, end: begin + length + 1 })
    }
}

/// Reads a number that is written as the manifest writes it, without a sign.
fn number(digits: &str, radix: u32) -> Option<u64> {
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, radix).ok() }
}

/// Writes the text of a manifest piece by piece: first [`begin`](Self::begin), then files, then [`end`](Self::end).
#[derive(Debug)]
pub(super) struct Lines;

impl Lines {
    /// Returns the first line.
    pub(super) fn begin() -> String {
        format!("{NAME}{FORM}\n")
    }

    /// Begins a folder; the files that follow lie in it.
    pub(super) fn folder(out: &mut String, folder: &str) {
        out.push('/');
        out.push_str(folder);
        out.push('\n');
    }

    /// Adds a file, or a further content of the last one.
    pub(super) fn file(out: &mut String, digest: Digest, name: &str) {
        writeln!(out, "{:016x} {} {name}", digest.hash, digest.length).expect("writing to a string succeeds");
    }

    /// Returns the last line, with the seal of all before it.
    pub(super) fn end(seal: u128) -> String {
        format!("{LAST_LINE}{seal:032x}\n")
    }
}

/// Returns whether a relative path stays in the folder that it is read from, and leads to nothing hidden there, such as
/// the writer's own folder or that of git, but what hosts look for.
pub(super) fn may_be_written(path: &str) -> bool {
    let below = path.strip_prefix(WELL_KNOWN).and_then(|rest| rest.strip_prefix('/'));
    path == NO_JEKYLL || is_visible(below.unwrap_or(path))
}

/// Returns whether a relative path may be that of a folder with files of a website; the empty path is the website's
/// own.
fn may_be_folder(path: &str) -> bool {
    match path.strip_prefix(WELL_KNOWN) {
        Some(rest) => rest.is_empty() || rest.strip_prefix('/').is_some_and(is_visible),
        None => path.is_empty() || is_visible(path),
    }
}

/// Returns whether a file of a website may have a name in a folder.
fn may_lie_in(folder: &str, name: &str) -> bool {
    (!name.contains('/') && is_visible(name)) || (folder.is_empty() && name == NO_JEKYLL)
}

/// Returns whether no part of a path is hidden, and all of them are names.
fn is_visible(path: &str) -> bool {
    let is_safe = |part: &str| !part.is_empty() && !part.starts_with('.');
    let is_bad = |byte| matches!(byte, b'\\' | b':' | b'\0' | b'\n');
    // Without a way out of the loop it looks at many bytes at once.
    !path.bytes().fold(false, |found, byte| found | is_bad(byte)) && path.split('/').all(is_safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of a manifest of two folders, one of whose files may have two contents.
    fn sample() -> String {
        let mut text = format!("{NAME}{PLAIN_FORM}\n");
        Lines::folder(&mut text, "");
        Lines::file(&mut text, Digest::of(b""), "a name with blanks.txt");
        Lines::folder(&mut text, "nim/two");
        Lines::file(&mut text, Digest::of(b"old"), "index.html");
        Lines::file(&mut text, Digest::of(b"newer"), "index.html");
        Lines::file(&mut text, Digest::of(b"x"), "x.html");
        text + &Lines::end(7)
    }

    #[test]
    fn what_is_written_is_read_back() {
        let manifest = Manifest::parse(sample().into_bytes()).expect("a manifest");
        let paths: Vec<_> = (0..manifest.len()).map(|file| manifest.path(file)).collect();
        assert_eq!(paths, ["a name with blanks.txt", "nim/two/index.html", "nim/two/x.html"]);
        assert_eq!(manifest.digests(1).collect::<Vec<_>>(), [Digest::of(b"old"), Digest::of(b"newer")]);
        assert_eq!((manifest.only_digest(0), manifest.only_digest(1)), (Some(Digest::of(b"")), None));
        assert_eq!(manifest.only_digest(2), Some(Digest::of(b"x")));
        assert_eq!(manifest.folders().collect::<Vec<_>>(), ["", "nim/two"]);
    }

    #[test]
    fn files_are_found_in_any_order() {
        let manifest = Manifest::parse(sample().into_bytes()).expect("a manifest");
        for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
            let mut last = None;
            for file in order {
                assert_eq!(manifest.find(&manifest.path(file), &mut last), Some(file));
                assert_eq!(manifest.find("nim/two/y.html", &mut last), None);
                assert_eq!(manifest.find("x.html", &mut last), None);
            }
        }
        assert_eq!(Manifest::default().find("x", &mut None), None);
    }

    #[test]
    fn a_manifest_cannot_name_files_outside() {
        for folder in
            ["..", "a/../..", "/etc", "a//b", "c:x", "a\\..\\b", ".pageturner", ".pageturner/x", ".git", "a/.git"]
        {
            let text = of_lines(&format!("/{folder}\n{:016x} 0 x\n", 0));
            assert_eq!(Manifest::parse(text).err(), Some(Flaw::Line(2)), "{folder}");
        }
        for name in ["..", ".", "", "a/b", "a\\b", "c:x", "/x", "a\0", ".pageturner", ".git", ".htaccess"] {
            let text = of_lines(&format!("/\n{:016x} 0 {name}\n", 0));
            assert_eq!(Manifest::parse(text).err(), Some(Flaw::Line(3)), "{name}");
        }
    }

    #[test]
    fn of_hidden_files_a_manifest_can_name_those_that_hosts_look_for() {
        for (folder, name) in [("", ".nojekyll"), (".well-known", "security.txt"), (".well-known/a/b", "c")] {
            let text = of_lines(&format!("/{folder}\n{:016x} 0 {name}\n", 0));
            assert!(Manifest::parse(text).is_ok(), "{folder}/{name}");
            assert!(may_be_written(format!("{folder}/{name}").trim_start_matches('/')), "{folder}/{name}");
        }
        let others = [
            ("", ".well-known"),
            ("", ".nojekyll2"),
            ("", ".NoJekyll"),
            ("a", ".nojekyll"),
            (".nojekyll", "x"),
            (".well-known", ".nojekyll"),
            (".well-known", ".git"),
            (".well-known", ".."),
            (".well-known/", "x"),
            (".well-known/..", "x"),
            (".well-known/.git", "x"),
            (".well-known2", "x"),
            (".well-known\\..", "x"),
            ("a/.well-known", "x"),
        ];
        for (folder, name) in others {
            let text = of_lines(&format!("/{folder}\n{:016x} 0 {name}\n", 0));
            assert!(Manifest::parse(text).is_err(), "{folder}/{name}");
            let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
            assert!(!may_be_written(&path), "{path}");
        }
    }

    #[test]
    fn a_manifest_that_was_cut_off_or_damaged_is_none() {
        let text = sample();
        for end in 0..text.len() {
            let flaw = Manifest::parse(text.as_bytes()[..end].to_vec()).err();
            let is_first_line = !text[..end].contains('\n');
            assert!(
                flaw == Some(Flaw::CutOff) || is_first_line && flaw.is_some(),
                "cut off after {end} bytes: {flaw:?}"
            );
        }
        for (at, _) in text.char_indices() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = 0xff;
            let line = text[..at].matches('\n').count() + 1;
            assert_eq!(Manifest::parse(bytes).err(), Some(Flaw::Line(line)), "damaged at {at}");
        }
        for more in ["end\n", "\n", "/\n", "0000000000000000 0 x\n"] {
            assert_eq!(Manifest::parse((text.clone() + more).into_bytes()).err(), Some(Flaw::Line(9)), "{more:?}");
        }
        assert_eq!(Manifest::parse(of_lines("0000000000000000 0 x\n")).err(), Some(Flaw::Line(2)));
        assert_eq!(Manifest::parse(of_lines("/\n+000000000000000 0 x\n")).err(), Some(Flaw::Line(3)));
    }

    /// Returns the sample as it lies on the disk.
    fn packed_sample() -> Vec<u8> {
        let text = sample();
        let lines = text.split_once('\n').and_then(|(_, rest)| Some(rest.rsplit_once(LAST_LINE)?.0)).expect("lines");
        [Lines::begin().as_bytes(), &packed::pack(lines), &packed::end(7)].concat()
    }

    #[test]
    fn a_packed_manifest_is_the_same_and_smaller() {
        let (packed, plain) = (packed_sample(), sample());
        assert!(packed.len() * 3 < plain.len() * 2, "{} and {} bytes", packed.len(), plain.len());
        let manifest = Manifest::parse(packed).expect("a manifest");
        assert_eq!(manifest.text, plain.replacen("manifest 3", "manifest 4", 1));
        assert_eq!(manifest.seal, 7);
        // Names that begin and end alike, and some that are the beginning or the end of others.
        let mut lines = String::new();
        Lines::folder(&mut lines, "a");
        for (number, name) in
            ["aaaa", "aaa", "aaaaa", "b", "ab", "aba", "a", "ünder", "üüder", "x y"].iter().enumerate()
        {
            Lines::file(&mut lines, Digest { hash: u64::MAX - number as u64, length: 1 << (6 * number) }, name);
        }
        let packed = [&packed::pack(&lines)[..], &packed::end(u128::MAX)].concat();
        assert_eq!(packed::unpack(&packed), Ok(Lines::begin() + &lines + &Lines::end(u128::MAX)));
    }

    #[test]
    fn a_packed_manifest_that_was_cut_off_or_damaged_is_none_or_not_sealed() {
        let whole = packed_sample();
        let is_known = |bytes: &[u8]| {
            Manifest::parse(bytes.to_vec()).is_ok_and(|manifest| {
                manifest.text[..manifest.end] == {
                    let known = Manifest::parse(packed_sample()).expect("a manifest");
                    known.text[..known.end].to_owned()
                } && manifest.seal == 7
            })
        };
        assert!(is_known(&whole));
        for end in 0..whole.len() {
            let flaw = Manifest::parse(whole[..end].to_vec()).err();
            assert!(flaw == Some(Flaw::CutOff) || flaw.is_some() && end < 22, "cut off after {end} bytes: {flaw:?}");
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[end] = value;
                assert!(bytes == whole || !is_known(&bytes), "{value} at {end}");
            }
        }
        assert!(Manifest::parse([&whole[..], b"\0"].concat()).is_err());
        // Numbers that lead out of the last name, or ask for more than there can be.
        for records in
            [&[2, 1, 0][..], &[3, 0, 0], &[0, 0xff, 0xff, 0xff, 0xff, 0x0f], &[2, 0, 0xff, 0xff, 3], &[0x80; 20]]
        {
            let records = [&[0, 0], records, &[0; 8], &packed::end(7)].concat();
            assert_eq!(packed::unpack(&records).err(), Some(Flaw::Line(3)), "{records:?}");
        }
    }

    #[test]
    fn other_forms_are_called_what_they_are() {
        let flaw = |text: &str| Manifest::parse(text.as_bytes().to_vec()).err();
        assert_eq!(flaw("pageturner manifest 2\n/\nend\n"), Some(Flaw::Older));
        assert_eq!(flaw("pageturner manifest 1\n"), Some(Flaw::Older));
        assert_eq!(flaw("pageturner manifest 5\nwhatever\n"), Some(Flaw::Newer));
        assert_eq!(Manifest::parse(b"pageturner manifest 5\n\xff".to_vec()).err(), Some(Flaw::Newer));
        assert_eq!(flaw("pageturner manifest 03\n/\n"), Some(Flaw::Line(1)));
        assert_eq!(flaw("something else\n"), Some(Flaw::Line(1)));
    }

    #[test]
    fn a_file_that_is_named_twice_is_noticed() {
        let manifest = |lines: &str| Manifest::parse(of_lines(lines)).expect("a manifest");
        let line = |name: &str| format!("{:016x} 0 {name}\n", 0);
        assert!(!manifest(&format!("/\n{}{}/a\n{}", line("x"), line("y"), line("x"))).names_a_file_twice());
        assert!(manifest(&format!("/\n{}{}{}", line("x"), line("y"), line("x"))).names_a_file_twice());
        assert!(manifest(&format!("/\n{}/a\n{}/\n{}", line("x"), line("x"), line("x"))).names_a_file_twice());
    }

    /// Returns a manifest with these lines between the first and the last.
    fn of_lines(lines: &str) -> Vec<u8> {
        format!("{NAME}{PLAIN_FORM}\n{lines}{}", Lines::end(7)).into_bytes()
    }
}
