//! Short names, for parts of pages that readers never see by name.

use std::fmt::Write;

/// Returns the name with a number, for an `id`: a character of `first`, and then of `others`. Low numbers have short
/// names.
pub fn short_name(number: usize, first: &[u8], others: &[u8]) -> impl Iterator<Item = char> {
    let mut rest = number / first.len();
    let others = std::iter::from_fn(move || {
        let last = rest.checked_sub(1)?;
        rest = last / others.len();
        Some(others[last % others.len()])
    });
    std::iter::once(first[number % first.len()]).chain(others).map(char::from)
}

/// The characters of the names that readers never see, which begin with a letter. Capitals are left out, since some
/// take them for small letters.
const NAMING: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";

/// Returns the name of the dot of this number on a map, or of the page at this place in a file of a book.
pub fn dot_name(number: usize) -> impl Iterator<Item = char> {
    short_name(number, &NAMING[..26], NAMING)
}

/// Appends a dot of a map as SVG: its name, its address, and where it is. The tab key skips it, since a map has
/// thousands, and browsers without drawings find no links there.
pub(crate) fn write_dot(number: usize, href: &str, (x, y): (u32, u32), out: &mut String) {
    out.push_str("<a id=");
    out.extend(dot_name(number));
    write!(out, " tabindex=-1 xlink:href={href}><path d=\"M{x} {y}h0\"/></a>").expect("writing to a string succeeds");
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn short_names_differ_and_are_short() {
        let names: BTreeSet<String> =
            (0..100_000).map(|number| short_name(number, b"ab", b"abc012").collect()).collect();
        assert_eq!(names.len(), 100_000);
        assert!(names.iter().all(|name| name.len() <= 7 && name.starts_with(|first: char| first.is_ascii_lowercase())));
    }
}
