//! The names of the parts of a text, which links can lead to: of its headings, and of all that has an `id`.

use std::collections::{BTreeMap, BTreeSet};

use super::footnotes::{NOTE, REFERENCE};

/// What the name of a heading begins with whose own words make none.
const PART: &str = "part";

#[derive(Debug, Default)]
pub(super) struct PartNames {
    pub(super) known: BTreeSet<String>,
    /// For names that headings share, the number that comes next.
    numbers: BTreeMap<String, usize>,
}

impl PartNames {
    /// Adds a name for a heading with these words, which no other part has, and returns it. It stays the same while
    /// the words do, and headings with the same words keep their order.
    pub(super) fn add_heading(&mut self, words: &str) -> String {
        let name = words_as_name(words);
        let number = self.numbers.entry(name.clone()).or_insert(0);
        loop {
            let numbered = if *number == 0 { name.clone() } else { format!("{name}-{number}") };
            *number += 1;
            if self.known.insert(numbered.clone()) {
                return numbered;
            }
        }
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
        for (words, name) in [("What’s new?", "whats-new"), ("???", "part"), ("Fn 1", "part-fn-1")] {
            assert_eq!(words_as_name(words), name);
        }
    }
}
