//! Reading a manifest, and refusing what this program did not write.

use super::{Digest, FIRST_LINE, LAST_LINE, Line, Lines, Manifest, may_be_written, stays_inside};
use crate::plan::split;

/// The first line of the form that was written before: hash of 128 bits, length and path on each line, in the order of
/// the paths.
const FIRST_LINE_OF_OLD_FORM: &str = "pageturner manifest 1";

impl Manifest {
    /// Reads what was written, today or before.
    ///
    /// # Errors
    ///
    /// The number of the first line that this program did not write.
    pub(crate) fn parse(bytes: Vec<u8>) -> Result<Self, usize> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            valid.split(|&byte| byte == b'\n').count()
        })?;
        let is_old = text.lines().next() == Some(FIRST_LINE_OF_OLD_FORM);
        Self::parse_current(if is_old { from_old_form(&text)? } else { text })
    }

    fn parse_current(text: String) -> Result<Self, usize> {
        // Places in the text are kept as 32 bits.
        if u32::try_from(text.len()).is_err() {
            return Err(1);
        }
        let mut files = Vec::new();
        let mut runs = Vec::new();
        let mut last_name = None;
        let mut begin = 0;
        for number in 1_usize.. {
            let length = text[begin..].find('\n').ok_or(number)?;
            let line = &text[begin..begin + length];
            let end = begin + length + 1;
            match line.strip_prefix('/') {
                _ if number == 1 && line == FIRST_LINE => {}
                _ if number == 1 => return Err(1),
                Some(folder) if folder.is_empty() || may_be_written(folder) => {
                    runs.push((files.len() as u32, begin as u32 + 1..(begin + length) as u32));
                    last_name = None;
                }
                None if line == LAST_LINE && end == text.len() => break,
                None if line == LAST_LINE => return Err(number + 1),
                _ => {
                    let name = Line::read(&text, begin).map(|line| line.name).filter(|_| !runs.is_empty());
                    let name = name.filter(|name| !name.contains('/') && may_be_written(name)).ok_or(number)?;
                    if last_name != Some(name) {
                        files.push(begin as u32);
                    }
                    last_name = Some(name);
                }
            }
            begin = end;
        }
        files.shrink_to_fit();
        Ok(Self { text, files, runs, ..Self::default() })
    }
}

/// Turns a manifest of the old form into one of today's.
fn from_old_form(text: &str) -> Result<String, usize> {
    let mut converted = String::new();
    Lines::begin(&mut converted);
    let mut last_folder = None;
    for (number, line) in (1_usize..).zip(text.lines()).skip(1) {
        let (path, digest) = parse_old_line(line).ok_or(number)?;
        let (folder, name) = split(path);
        if last_folder != Some(folder) {
            Lines::folder(&mut converted, folder);
            last_folder = Some(folder);
        }
        Lines::file(&mut converted, digest, name);
    }
    Lines::end(&mut converted);
    Ok(converted)
}

fn parse_old_line(line: &str) -> Option<(&str, Digest)> {
    let (hash, rest) = line.split_once(' ')?;
    let (length, path) = rest.split_once(' ')?;
    let digest = Digest::new(u128::from_str_radix(hash, 16).ok()?, length.parse().ok()?);
    (stays_inside(path) && may_be_written(path)).then_some((path, digest))
}

#[cfg(test)]
mod tests {
    use xxhash_rust::xxh3::xxh3_128;

    use super::*;

    #[test]
    fn the_old_form_is_still_read() {
        let line = |bytes: &[u8], path: &str| format!("{:032x} {} {path}\n", xxh3_128(bytes), bytes.len());
        let long = [7; 1000];
        let lines = [line(b"old", "a/x"), line(&long, "a/x"), line(b"b", "b"), line(b"c", "a/z")];
        let text = format!("{FIRST_LINE_OF_OLD_FORM}\n{}", lines.concat());
        let manifest = Manifest::parse(text.clone().into_bytes()).expect("a manifest");
        let paths: Vec<_> = (0..manifest.len()).map(|file| manifest.path(file)).collect();
        assert_eq!(paths, ["a/x", "b", "a/z"]);
        assert_eq!(manifest.digests(0).collect::<Vec<_>>(), [Digest::of(b"old"), Digest::of(&long)]);
        for path in ["../x", "a/../../x", "/etc/passwd", "", "a//b", "c:x", "a\\..\\b", ".pageturner/lock"] {
            let text = text.clone() + &line(b"", path);
            assert_eq!(Manifest::parse(text.into_bytes()).err(), Some(6), "{path}");
        }
    }
}
