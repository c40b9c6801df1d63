//! Named parts of a text: headings, footnotes, and fenced blocks.
//!
//! Footnotes follow the text, in the order of their first references. The number of a note links back to its reference.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use indexmap::IndexMap;
use pulldown_cmark::{Event, Tag};

/// The id of a heading whose words contain no letters.
const PART: &str = "part";

#[derive(Debug, Default)]
pub(super) struct PartNames {
    pub(super) known: BTreeSet<String>,
    /// The next number for headings with the same words.
    numbers: BTreeMap<String, usize>,
}

impl PartNames {
    /// Adds a heading, and returns a unique id for it. The id depends only on the words and on the order of headings
    /// with the same words.
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

/// Turns words into an id of lower-case letters, digits and hyphens. The id begins with a letter, as e-books require.
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

/// The prefixes of the ids of footnotes and of their references.
pub(super) const NOTE: &str = "fn-";
pub(super) const REFERENCE: &str = "fnref-";

/// Footnotes, by name in lower case.
#[derive(Default)]
pub(super) struct Footnotes<'t> {
    notes: BTreeMap<String, Note<'t>>,
    /// The number of references to each footnote, in the order of the first references.
    references: IndexMap<String, usize>,
}

type Note<'t> = (Range<usize>, Vec<Event<'t>>);

impl<'t> Footnotes<'t> {
    /// Adds a footnote. Returns whether its name is new.
    pub(super) fn add(&mut self, name: &str, events: Vec<Event<'t>>, range: &Range<usize>) -> bool {
        self.notes.insert(name.to_lowercase(), (range.clone(), events)).is_none()
    }

    /// Adds a reference to a footnote. Returns its id and its HTML.
    pub(super) fn refer(&mut self, name: &str) -> (String, String) {
        let entry = self.references.entry(name.to_lowercase());
        let number = entry.index() + 1;
        let count = entry.or_insert(0);
        *count += 1;
        let again = if *count == 1 { String::new() } else { format!("-{count}") };
        let id = format!("{REFERENCE}{number}{again}");
        let html = format!("<sup><a href=\"#{NOTE}{number}\" id=\"{id}\">{number}</a></sup>");
        (id, html)
    }

    /// Appends the footnotes to the text. Returns the parts that they add, and the notes without a reference.
    pub(super) fn finish(mut self, events: &mut Vec<Event<'t>>) -> (Vec<Part>, Vec<Part>) {
        let mut parts = Vec::new();
        for (name, number) in self.references.keys().zip(1..) {
            let Some((range, note)) = self.notes.remove(name) else { continue };
            let id = format!("{NOTE}{number}");
            let begin = if number == 1 { "<div class=\"footnotes\">\n" } else { "" };
            events.push(html(format!("{begin}<div id=\"{id}\">\n")));
            let mut note = note.into_iter().peekable();
            // The number goes into the first line of the note.
            events.extend(note.next_if(|event| matches!(event, Event::Start(Tag::Paragraph))));
            events.push(html(format!("<sup><a href=\"#{REFERENCE}{number}\">{number}</a></sup> ")));
            events.extend(note);
            events.push(html("</div>\n".to_owned()));
            parts.push((id, range));
        }
        if !parts.is_empty() {
            events.push(html("</div>\n".to_owned()));
        }
        (parts, self.notes.into_iter().map(|(name, (range, _))| (name, range)).collect())
    }
}

pub(super) type Part = (String, Range<usize>);

fn html<'t>(html: String) -> Event<'t> {
    Event::Html(html.into())
}

/// Returns the name in a footnote reference at this byte, if no such footnote exists.
pub(super) fn missing_footnote(text: &str, at: usize) -> Option<&str> {
    let is_escaped = text[..at].ends_with('\\');
    let rest = text[at..].strip_prefix("[^")?;
    let end = rest.find(|c: char| c.is_whitespace() || c == '[' || c == ']')?;
    let is_closed = rest[end..].starts_with(']');
    (is_closed && end > 0 && !is_escaped).then_some(&rest[..end])
}

pub(super) const BOARD: &str = "board";

pub(super) const STEP: &str = "step";

/// Returns the message and the hint for a fenced block whose name nearly matches one that the program reads. All other
/// blocks are code.
pub(super) fn misspelt_fence(info: &str) -> Option<(String, String)> {
    let info = info.trim();
    let word = info.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let lower = word.to_lowercase();
    // No name of a programming language is this similar.
    let name = [BOARD, STEP].into_iter().find(|name| strsim::damerau_levenshtein(&lower, name) <= 1)?;
    if info == name {
        return None;
    }
    if lower == name && word != info {
        let message = format!("the line that opens a `{name}` block can contain only this name");
        let hint = format!("write only ```{name} on this line, and the contents of the block below it");
        return Some((message, hint));
    }
    let message = format!("the page would show the block `{word}` as code");
    Some((message, format!("did you mean ```{name}?")))
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

    #[test]
    fn near_names_are_told_and_languages_are_code() {
        for near in ["baord", "boards", "bord", "Board", "stpe", "steps", "STEP", "board nim/two-player", "step{1}"] {
            assert!(misspelt_fence(near).is_some(), "{near}");
        }
        let languages = "rust toml sh bash zsh text tex sed awk swift stan c cpp java js json html css xml yaml sql";
        for code in languages.split(' ').chain(["", "board", "step", "rust,ignore", "console", "ada"]) {
            assert_eq!(misspelt_fence(code), None, "{code}");
        }
    }
}
