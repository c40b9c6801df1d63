//! Mutations: small changes to a valid site, chosen by a seed.

use std::collections::BTreeMap;

use super::words::{kind, odd, words};
use crate::chance::Xorshift;

/// The files of a site, and of the writer's own folder in its output, by path.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// A change to a site.
#[derive(Debug, Default)]
pub(super) struct Mutation {
    /// Descriptions of the changes.
    pub(super) what: Vec<String>,
    /// The new bytes of each file that changes; `None` removes it.
    pub(super) files: BTreeMap<String, Option<Vec<u8>>>,
}

/// This line limits the work that a site causes, and stays unchanged.
const LIMIT: &[u8] = b"max_positions = 2000\n";

/// Returns the mutation with this number, of files with this ending.
pub(super) fn mutation(number: u64, site: &Files, ending: &str) -> Mutation {
    let chance = &mut Xorshift::of_case(number);
    let paths: Vec<_> = site.keys().filter(|path| path.ends_with(ending)).collect();
    let mut mutation = Mutation::default();
    for _ in 0..=chance.below(3) {
        let path = *chance.one_of(&paths);
        let bytes = match mutation.files.get(path) {
            Some(Some(bytes)) => bytes,
            Some(None) => continue,
            None => &site[path],
        };
        if chance.once_in(12) && !path.starts_with("public/") {
            let moved = bytes.clone();
            rename(path, moved, &mut mutation, chance);
            continue;
        }
        let mut bytes = bytes.clone();
        let (before, limit) = (bytes.clone(), find(&bytes, LIMIT));
        let done = change(kind(path), &mut bytes, site, chance);
        if limit.is_some() && find(&bytes, LIMIT).is_none() || bytes == before {
            continue;
        }
        mutation.what.push(format!("{path}: {done}"));
        mutation.files.insert(path.clone(), Some(bytes));
    }
    mutation
}

/// Renames or copies a file.
fn rename(path: &str, bytes: Vec<u8>, mutation: &mut Mutation, chance: &mut Xorshift) {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let long = format!("{}.md", "n".repeat(200));
    let name = if chance.once_in(8) { &long } else { chance.one_of(words("names")) };
    let to = format!("{folder}/{name}");
    mutation.what.push(format!("{path} is {to}"));
    if path != "content/site.toml" && !chance.once_in(3) {
        mutation.files.insert(path.to_owned(), None);
    }
    mutation.files.insert(to, Some(bytes));
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

/// Changes a file, and returns a description.
fn change(kind: &str, bytes: &mut Vec<u8>, site: &Files, chance: &mut Xorshift) -> String {
    match chance.below(14) {
        0 | 1 => change_parts(bytes, true, chance),
        2 | 3 => change_parts(bytes, false, chance),
        4 => change_value(bytes, chance),
        5..8 => {
            let word = chance.one_of(words(kind));
            insert(bytes, word.as_bytes(), chance, "the word")
        }
        8 => {
            let odd = *chance.one_of(&odd());
            insert(bytes, odd, chance, "odd bytes")
        }
        9 => {
            let word = chance.one_of(words(&format!("{kind}-nests")));
            let depth = *chance.one_of(&[10, 10, 100, 100, 1000, 1000, 20_000, 200_000]);
            insert(bytes, word.repeat(depth).as_bytes(), chance, &format!("{depth} times {word:?}, that is"))
        }
        10 => {
            let text = *chance.one_of(&["x", "word ", "é", "9", "\u{1F600}", "\"", "a.b"]);
            let length = *chance.one_of(&[300, 5000, 70_000, 300_000]);
            insert(
                bytes,
                text.repeat(length / text.len()).as_bytes(),
                chance,
                &format!("{length} bytes of {text:?}, that is"),
            )
        }
        11 => {
            let length = chance.index(bytes.len() + 1);
            bytes.truncate(length);
            format!("cut off after {length} bytes")
        }
        12 => {
            let other = *chance.one_of(&site.keys().collect::<Vec<_>>());
            let part = some_part(&site[other], chance);
            insert(bytes, &site[other][part.0..part.1], chance, &format!("part {part:?} of {other}, that is"))
        }
        _ => {
            let times = *chance.one_of(&[2, 3, 50]);
            *bytes = bytes.repeat(times);
            format!("{times} times")
        }
    }
}

fn some_part(bytes: &[u8], chance: &mut Xorshift) -> (usize, usize) {
    let start = chance.index(bytes.len() + 1);
    (start, start + chance.index(bytes.len() - start + 1))
}

fn insert(bytes: &mut Vec<u8>, what: &[u8], chance: &mut Xorshift, name: &str) -> String {
    let at = chance.index(bytes.len() + 1);
    bytes.splice(at..at, what.iter().copied());
    let shown = String::from_utf8_lossy(&what[..what.len().min(60)]).into_owned();
    format!("{name} {shown:?} at byte {at}")
}

/// Deletes, repeats or exchanges parts of a file: lines, or words and marks.
fn change_parts(bytes: &mut Vec<u8>, is_line: bool, chance: &mut Xorshift) -> String {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
    let goes_on = |one: &u8, other: &u8| if is_line { *one != b'\n' } else { is_word(one) && is_word(other) };
    let mut parts: Vec<Vec<u8>> = bytes.chunk_by(goes_on).map(<[u8]>::to_vec).collect();
    if parts.is_empty() {
        return "nothing".to_owned();
    }
    let (one, other) = (chance.index(parts.len()), chance.index(parts.len()));
    let name = if is_line { "line" } else { "token" };
    let shown = format!("{name} {one} {:?}", String::from_utf8_lossy(&parts[one]));
    let done = match chance.below(3) {
        0 => {
            parts.remove(one);
            format!("without {shown}")
        }
        1 => {
            parts.insert(other, parts[one].clone());
            format!("{shown} at {other}, too")
        }
        _ => {
            parts.swap(one, other);
            format!("{shown} and {name} {other} exchanged")
        }
    };
    *bytes = parts.concat();
    done
}

/// Gives a key a value of another type.
fn change_value(bytes: &mut Vec<u8>, chance: &mut Xorshift) -> String {
    let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    let has_value: Vec<_> = (0..lines.len()).filter(|&line| find(&lines[line], b" = ").is_some()).collect();
    if has_value.is_empty() {
        return "nothing".to_owned();
    }
    let line = *chance.one_of(&has_value);
    let key_end = find(&lines[line], b" = ").expect("it was found") + 3;
    let value = chance.one_of(words("values"));
    lines[line].truncate(key_end);
    lines[line].extend_from_slice(value.as_bytes());
    lines[line].push(b'\n');
    *bytes = lines.concat();
    format!("the value of line {} is {value:?}", line + 1)
}
