//! Arguments of the program, mutated.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

use super::words::ODD;
use crate::chance::Xorshift;

/// Valid arguments, for the folder of the site.
const VALID: [&str; 12] = [
    "build",
    "build --dry-run --verbose",
    "build --force --jobs 1 --theme plain",
    "build --only nim --only hanoi/2-discs --drafts",
    "build --base-url https://example.org/x/ --output-dir out/site",
    "build --archive out.tar",
    "build --archive out.tar.gz --quiet",
    "list",
    "list --only nim/misere",
    "export epub nim/two-player --output nim.epub",
    "export epub hanoi --compact --output hanoi.epub",
    "export single nim/two-player --output nim.html",
];

/// Arguments to put in the place of others. None names a place outside of the site's folder, which would be allowed.
const WORDS: [&str; 30] = [
    "",
    "-",
    "--",
    "-r",
    "--root",
    "--help",
    "--version",
    "--jobs",
    "--jobs=257",
    "--jobs=-1",
    "--only",
    "--only=",
    "--theme",
    "--theme=..",
    "--theme=nowhere",
    "--base-url",
    "--base-url=x",
    "--base-url=http://",
    "--output-dir=",
    "--output-dir=.",
    "--output-dir=content",
    "--output-dir=public/nim",
    "--archive=x.zip",
    "--archive=none/x.tar",
    "nim/..",
    "nim//two-player",
    "nim/two-player/index",
    "NIM",
    "ünï",
    "--compact",
];

/// The arguments with this number.
pub(super) fn arguments(chance: &mut Xorshift) -> Vec<OsString> {
    let mut words: Vec<OsString> = chance.one_of(&VALID).split(' ').map(OsString::from).collect();
    // As they are, they show what mutated files do.
    if chance.once_in(2) {
        return words;
    }
    for _ in 0..=chance.below(2) {
        let (one, other) = (chance.index(words.len()), chance.index(words.len()));
        match chance.below(6) {
            0 if words.len() > 1 => drop(words.remove(one)),
            1 => words.insert(other, words[one].clone()),
            2 => words.swap(one, other),
            3 => words[one] = OsString::from(*chance.one_of(&WORDS)),
            4 => words.insert(one, OsString::from(*chance.one_of(&WORDS))),
            _ => words[one].push(odd(chance)),
        }
    }
    words
}

/// Text that no shell would pass on, without the zero that ends an argument.
fn odd(chance: &mut Xorshift) -> OsString {
    let odd = chance.one_of(&ODD);
    let times = *chance.one_of(&[1, 1, 1, 3000]);
    OsString::from_vec(odd.iter().copied().filter(|&byte| byte > 0).collect::<Vec<_>>().repeat(times))
}
