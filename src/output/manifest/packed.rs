//! The form in which a manifest lies on the disk: its text, packed into less than half of the bytes.
//!
//! After the first line come records, one for each further line of the text. Numbers have seven bits in a byte, the
//! lowest first, and the eighth says that more follow.
//!
//! | record | bytes |
//! |---|---|
//! | a folder | 0, the length of its path, its path |
//! | a file | a number, its name, its length, its hash in 8 bytes |
//! | the end | 1, the seal in 16 bytes |
//!
//! A name is told by that of the file before it in the same folder: how many bytes they begin with alike, to which the
//! number of the record adds 2; how many they end with alike; how many are between, and these.

use super::{Digest, Flaw, Line, Lines};
use crate::files::{LONGEST_NAME, LONGEST_PATH};

const FOLDER: u64 = 0;
const END: u64 = 1;
const FILE: u64 = 2;

/// Packs lines of a manifest, without the first and the last, that begin with a folder.
pub(in crate::output) fn pack(lines: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(lines.len() / 2);
    let (mut begin, mut last) = (0, "");
    while begin < lines.len() {
        if let Some(line) = Line::read(lines, begin).filter(|_| !lines[begin..].starts_with('/')) {
            pack_file(&line, last, &mut out);
            (begin, last) = (line.end, line.name);
        } else {
            let length = lines[begin..].find('\n').unwrap_or(lines.len() - begin);
            let folder = lines[begin..begin + length].trim_start_matches('/');
            number(FOLDER, &mut out);
            number(folder.len() as u64, &mut out);
            out.extend(folder.as_bytes());
            (begin, last) = (begin + length + 1, "");
        }
    }
    out
}

fn pack_file(Line { digest, name, .. }: &Line<'_>, last: &str, out: &mut Vec<u8>) {
    let (own, last) = (name.as_bytes(), last.as_bytes());
    let begins = own.iter().zip(last).take_while(|(one, other)| one == other).count();
    let most = own.len().min(last.len()) - begins;
    let ends = own.iter().rev().zip(last.iter().rev()).take(most).take_while(|(one, other)| one == other).count();
    let middle = &own[begins..own.len() - ends];
    for part in [FILE + begins as u64, ends as u64, middle.len() as u64] {
        number(part, out);
    }
    out.extend(middle);
    number(digest.length, out);
    out.extend(digest.hash.to_le_bytes());
}

/// Returns the last record.
pub(in crate::output) fn end(seal: u128) -> Vec<u8> {
    let mut out = Vec::new();
    number(END, &mut out);
    out.extend(seal.to_le_bytes());
    out
}

fn number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Returns the text of a manifest whose records these are. Whether it is one that this program wrote is not known yet.
///
/// # Errors
///
/// When these are no records, with the number of the line that one of them would be.
pub(super) fn unpack(records: &[u8]) -> Result<String, Flaw> {
    let mut text = Lines::begin();
    text.reserve(records.len() * 2);
    let mut name: Vec<u8> = Vec::new();
    let mut bytes = Bytes(records);
    for line in 2_usize.. {
        // Places in the text are kept as 32 bits.
        if u32::try_from(text.len()).is_err() {
            return Err(Flaw::Line(line));
        }
        let flaw = |found: Found| match found {
            Found::Nothing => Flaw::CutOff,
            Found::Nonsense => Flaw::Line(line),
        };
        match bytes.number().map_err(flaw)? {
            FOLDER => {
                let length = bytes.number().map_err(flaw)?;
                let folder = bytes.text(length).map_err(flaw)?;
                Lines::folder(&mut text, folder);
                name.clear();
            }
            END => {
                let seal = bytes.take(16).map_err(flaw)?;
                let seal = u128::from_le_bytes(seal.try_into().expect("sixteen bytes"));
                if !bytes.0.is_empty() {
                    return Err(Flaw::Line(line + 1));
                }
                text.push_str(&Lines::end(seal));
                return Ok(text);
            }
            kind => {
                let digest = bytes.file(kind - FILE, &mut name).map_err(flaw)?;
                let name = std::str::from_utf8(&name).map_err(|_| Flaw::Line(line))?;
                Lines::file(&mut text, digest, name);
            }
        }
    }
    unreachable!("records end")
}

/// Why there is no record.
#[derive(Clone, Copy)]
enum Found {
    Nothing,
    Nonsense,
}

/// The bytes that are not read yet.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Found> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Found::Nothing)?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u64, Found> {
        let mut number = 0;
        for place in 0..10 {
            let byte = self.take(1)?[0];
            let part = u64::from(byte & 0x7f);
            // The tenth byte has one bit of a number, and no number is written with more bytes than it needs.
            if (place == 9 && byte > 1) || (place > 0 && byte == 0) {
                return Err(Found::Nonsense);
            }
            number |= part << (7 * place);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Found::Nonsense)
    }

    fn text(&mut self, length: u64) -> Result<&'a str, Found> {
        let length = usize::try_from(length).ok().filter(|length| *length <= LONGEST_PATH).ok_or(Found::Nonsense)?;
        std::str::from_utf8(self.take(length)?).map_err(|_| Found::Nonsense)
    }

    /// Reads a file after how its name begins, which it makes of that of the last one.
    fn file(&mut self, begins: u64, name: &mut Vec<u8>) -> Result<Digest, Found> {
        let (ends, middle) = (self.number()?, self.number()?);
        let size =
            |number: u64| usize::try_from(number).ok().filter(|size| *size <= LONGEST_NAME).ok_or(Found::Nonsense);
        let (begins, ends, middle) = (size(begins)?, size(ends)?, size(middle)?);
        if begins + ends > name.len() || begins + ends + middle > LONGEST_NAME {
            return Err(Found::Nonsense);
        }
        let rest = name.len() - ends;
        name.splice(begins..rest, self.take(middle)?.iter().copied());
        let length = self.number()?;
        let hash = u64::from_le_bytes(self.take(8)?.try_into().expect("eight bytes"));
        Ok(Digest { hash, length })
    }
}
