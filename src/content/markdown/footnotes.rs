//! Footnotes: wherever an author writes them, they stand at the end of the text, in the order in which it refers to
//! them. The number of a note leads back to the place that refers to it.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use super::Cut;
use super::parts::{NOTE, REFERENCE};
use crate::content::structure::Flaw;

/// The footnotes of a text, by their names in small letters.
#[derive(Debug, Default)]
pub(super) struct Footnotes<'t> {
    notes: BTreeMap<String, Note<'t>>,
    /// The names in the order in which the text refers to them.
    order: Vec<String>,
    /// The place of each of these in that order.
    numbers: BTreeMap<String, usize>,
    /// How often it refers to each of these.
    references: Vec<usize>,
}

/// What a footnote says.
#[derive(Debug)]
struct Note<'t> {
    events: Vec<(Event<'t>, Cut)>,
    range: Range<usize>,
}

impl<'t> Footnotes<'t> {
    /// Adds a footnote.
    pub(super) fn add(&mut self, name: &str, events: Vec<(Event<'t>, Cut)>, range: Range<usize>) -> Result<(), Flaw> {
        let key = name.to_lowercase();
        if self.notes.contains_key(&key) {
            let hint = "give each footnote a name of its own";
            return Err(Flaw::new(first_line(&range), format!("there are two footnotes `[^{name}]`"), hint));
        }
        self.notes.insert(key, Note { events, range });
        Ok(())
    }

    /// Returns what refers to a footnote, as HTML.
    pub(super) fn refer(&mut self, name: &str) -> String {
        let key = name.to_lowercase();
        let next = self.order.len();
        let index = *self.numbers.entry(key.clone()).or_insert(next);
        if index == next {
            self.order.push(key);
            self.references.push(0);
        }
        self.references[index] += 1;
        let id = reference_id(index + 1, self.references[index]);
        format!("<sup><a href=\"#{NOTE}{0}\" id=\"{id}\">{0}</a></sup>", index + 1)
    }

    /// Returns the names that the footnotes have as parts of the page.
    pub(super) fn ids(&self) -> impl Iterator<Item = String> {
        let places = self.references.iter().zip(1..).flat_map(|(&count, number)| {
            let references = (1..=count).map(move |count| reference_id(number, count));
            std::iter::once(format!("{NOTE}{number}")).chain(references)
        });
        places.collect::<Vec<_>>().into_iter()
    }

    /// Returns what stands at the end of the text, and what is wrong with the footnotes.
    pub(super) fn finish(mut self) -> (Vec<(Event<'t>, Cut)>, Vec<Flaw>) {
        let mut events = Vec::new();
        let html = |html: String| (Event::Html(html.into()), Cut::Html);
        for (name, number) in self.order.iter().zip(1..) {
            let Some(note) = self.notes.remove(name) else { continue };
            let begin = if number == 1 { "<div class=\"footnotes\">\n" } else { "" };
            events.push(html(format!("{begin}<div id=\"{NOTE}{number}\">\n")));
            let back = html(format!("<sup><a href=\"#{REFERENCE}{number}\">{number}</a></sup> "));
            let mut note = note.events.into_iter().peekable();
            // The number stands in the first line of the note.
            events.extend(note.next_if(|(event, _)| matches!(event, Event::Start(Tag::Paragraph))));
            events.push(back);
            events.extend(note);
            events.push(html("</div>\n".to_owned()));
        }
        if !events.is_empty() {
            events.push(html("</div>\n".to_owned()));
        }
        let unused = self.notes.into_iter().map(|(name, note)| {
            let hint = format!("write `[^{name}]` where the text refers to it");
            Flaw::new(first_line(&note.range), format!("nothing refers to the footnote `[^{name}]`"), hint)
        });
        (events, unused.collect())
    }
}

fn reference_id(number: usize, count: usize) -> String {
    if count == 1 { format!("{REFERENCE}{number}") } else { format!("{REFERENCE}{number}-{count}") }
}

/// Returns the place that stands for a whole footnote in messages.
fn first_line(range: &Range<usize>) -> Range<usize> {
    range.start..range.start + 1
}

/// Returns the name of the footnote that a text seems to refer to at a byte, and that is not there.
pub(super) fn missing(text: &str, at: usize) -> Option<&str> {
    let is_escaped = text[..at].ends_with('\\');
    let rest = text[at..].strip_prefix("[^")?;
    let end = rest.find(|c: char| c.is_whitespace() || c == '[' || c == ']')?;
    let is_closed = rest[end..].starts_with(']');
    (is_closed && end > 0 && !is_escaped).then_some(&rest[..end])
}
