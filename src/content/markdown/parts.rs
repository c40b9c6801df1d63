//! The parts of a text that links can lead to: its headings, and all that has an `id`.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::content::structure::Flaw;
use crate::diagnostic::{MOST_TOLD, did_you_mean};

/// What the names of footnotes begin with, and those of the places that refer to them.
pub(super) const NOTE: &str = "fn-";
pub(super) const REFERENCE: &str = "fnref-";

/// What the name of a heading begins with whose own words make none.
const PART: &str = "part";

/// The names of the parts of a text, and the links that lead to them from the text itself.
#[derive(Debug, Default)]
pub(super) struct Parts {
    names: BTreeMap<String, Range<usize>>,
    /// For names that headings share, the number that comes next.
    numbers: BTreeMap<String, usize>,
    links: Vec<(String, Range<usize>)>,
}

impl Parts {
    /// Adds the name that an author gave a heading.
    pub(super) fn add_heading(&mut self, name: &str, place: Range<usize>) -> Result<(), Flaw> {
        let is_fit = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if !name.starts_with(char::is_alphabetic) || !name.chars().all(is_fit) {
            let hint = "a name begins with a letter, and goes on with letters, digits, `-`, `_` and `.`: `{#the-end}`";
            return Err(Flaw::new(place, format!("`{name}` cannot be the name of a heading"), hint));
        }
        self.add(name, place)
    }

    /// Adds a name that an author gave to anything.
    pub(super) fn add(&mut self, name: &str, place: Range<usize>) -> Result<(), Flaw> {
        if self.names.contains_key(name) {
            let hint = "give each part of a page a name of its own";
            return Err(Flaw::new(place, format!("there are two parts with the name `{name}`"), hint));
        }
        self.names.insert(name.to_owned(), place);
        Ok(())
    }

    /// Returns a name for a heading with these words, which no other part has. It stays the same while the words do,
    /// and headings with the same words keep their order.
    pub(super) fn name(&mut self, words: &str, place: Range<usize>) -> String {
        let name = words_as_name(words);
        let number = self.numbers.entry(name.clone()).or_insert(0);
        let free = loop {
            let numbered = if *number == 0 { name.clone() } else { format!("{name}-{number}") };
            *number += 1;
            if !self.names.contains_key(&numbered) {
                break numbered;
            }
        };
        self.names.insert(free.clone(), place);
        free
    }

    /// Adds a link that leads to a part of the text itself.
    pub(super) fn add_link(&mut self, part: String, place: Range<usize>) {
        self.links.push((part, place));
    }

    /// Returns the names of all parts, and what is wrong with the links to them.
    pub(super) fn finish(self) -> (impl Iterator<Item = String>, Vec<Flaw>) {
        let Self { names, links, .. } = self;
        let is_unknown = |(part, _): &(String, Range<usize>)| !names.contains_key(part);
        let flaw = |(number, (part, place)): (usize, (String, Range<usize>))| {
            let is_told = number < MOST_TOLD;
            let hint = if is_told { did_you_mean(&part, names.keys().map(String::as_str)) } else { String::new() };
            Flaw::new(place, format!("this page has no part `{part}`"), hint)
        };
        let flaws = links.into_iter().filter(is_unknown).enumerate().map(flaw).collect();
        (names.into_keys(), flaws)
    }
}

/// Returns words as a name: small letters and digits, with hyphens between the words. It begins with a letter, as
/// e-books want it.
fn words_as_name(words: &str) -> String {
    let mut name = String::new();
    for character in words.chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() || character == '_' {
            name.push(character);
        } else if (character.is_whitespace() || character == '-') && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_matches('-');
    match name {
        "" => PART.to_owned(),
        name if !name.starts_with(char::is_alphabetic) || name.starts_with(NOTE) || name.starts_with(REFERENCE) => {
            format!("{PART}-{name}")
        }
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_words() {
        for (words, name) in [
            ("How to play", "how-to-play"),
            ("What’s new?", "whats-new"),
            ("Größe & Preis", "größe-preis"),
            ("3 discs", "part-3-discs"),
            ("`site.toml` - what it says", "sitetoml-what-it-says"),
            ("???", "part"),
            ("Fn 1", "part-fn-1"),
        ] {
            assert_eq!(words_as_name(words), name);
        }
    }

    #[test]
    fn no_two_parts_have_one_name() {
        let mut parts = Parts::default();
        parts.add_heading("rules-1", 0..1).expect("a new name");
        assert_eq!([(); 3].map(|()| parts.name("Rules", 1..2)), ["rules", "rules-2", "rules-3"]);
        assert!(parts.add("rules", 2..3).is_err());
        assert!(parts.add_heading("2-many", 2..3).is_err());
    }
}
