//! Footnotes: wherever an author writes them, they stand at the end of the text, in the order in which it refers to
//! them. The number of a note leads back to the place that refers to it.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::Event;

use super::flaws::Flaws;
use super::placed::Placed;

/// What the names of footnotes begin with, and those of the places that refer to them.
pub(super) const NOTE: &str = "fn-";
pub(super) const REFERENCE: &str = "fnref-";

/// The class of the element that has all footnotes.
pub(super) const NOTES: &str = "footnotes";

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
    events: Vec<Placed<'t>>,
    range: Range<usize>,
}

impl<'t> Footnotes<'t> {
    /// Adds a footnote.
    pub(super) fn add(&mut self, name: &str, events: Vec<Placed<'t>>, range: Range<usize>, flaws: &mut Flaws<'_>) {
        let key = name.to_lowercase();
        if self.notes.contains_key(&key) {
            let hint = "give each footnote a name of its own";
            return flaws.add(&first_byte(&range), format!("there are two footnotes `[^{name}]`"), hint);
        }
        self.notes.insert(key, Note { events, range });
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
        let count = self.references[index];
        let again = if count == 1 { String::new() } else { format!("-{count}") };
        format!("<sup><a href=\"#{NOTE}{0}\" id=\"{REFERENCE}{0}{again}\">{0}</a></sup>", index + 1)
    }

    /// Returns what stands at the end of the text.
    pub(super) fn finish(mut self, flaws: &mut Flaws<'_>) -> Vec<Placed<'t>> {
        let mut events = Vec::new();
        let html = |html: String| Placed::of_markdown(Event::Html(html.into()), 0..0);
        for (name, number) in self.order.iter().zip(1..) {
            let Some(note) = self.notes.remove(name) else { continue };
            let begin = if number == 1 { format!("<div class=\"{NOTES}\">\n") } else { String::new() };
            events.push(html(format!("{begin}<div id=\"{NOTE}{number}\">\n")));
            let back = html(format!("<sup><a href=\"#{REFERENCE}{number}\">{number}</a></sup> "));
            let mut note = note.events.into_iter().peekable();
            // The number stands in the first line of the note.
            events.extend(note.next_if(Placed::begins_paragraph));
            events.push(back);
            events.extend(note);
            events.push(html("</div>\n".to_owned()));
        }
        if !events.is_empty() {
            events.push(html("</div>\n".to_owned()));
        }
        for (name, note) in self.notes {
            let hint = format!("write `[^{name}]` where the text refers to it");
            flaws.add(&first_byte(&note.range), format!("nothing refers to the footnote `[^{name}]`"), hint);
        }
        events
    }
}

/// Returns the place that stands for a whole footnote in messages.
fn first_byte(range: &Range<usize>) -> Range<usize> {
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
