//! Footnotes: wherever an author writes them, they stand at the end of the text, in the order in which it refers to
//! them. The number of a note leads back to the place that refers to it.

use std::collections::BTreeMap;
use std::ops::Range;

use indexmap::IndexMap;
use pulldown_cmark::{Event, Tag};

/// What the names of footnotes begin with, and those of the places that refer to them.
pub(super) const NOTE: &str = "fn-";
pub(super) const REFERENCE: &str = "fnref-";

/// The footnotes of a text, by their names in small letters.
#[derive(Default)]
pub(super) struct Footnotes<'t> {
    notes: BTreeMap<String, Note<'t>>,
    /// How often the text refers to each, in the order in which it does so first.
    references: IndexMap<String, usize>,
}

type Note<'t> = (Range<usize>, Vec<Event<'t>>);

impl<'t> Footnotes<'t> {
    /// Adds a footnote. Returns whether no other one has its name.
    pub(super) fn add(&mut self, name: &str, events: Vec<Event<'t>>, range: &Range<usize>) -> bool {
        self.notes.insert(name.to_lowercase(), (range.clone(), events)).is_none()
    }

    /// Returns what refers to a footnote: the name of that part, and the HTML.
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

    /// Adds what stands at the end of the text, and returns the places of the notes there with their names as parts,
    /// and the notes to which nothing refers.
    pub(super) fn finish(mut self, events: &mut Vec<Event<'t>>) -> (Vec<Part>, Vec<Part>) {
        let mut parts = Vec::new();
        for (name, number) in self.references.keys().zip(1..) {
            let Some((range, note)) = self.notes.remove(name) else { continue };
            let id = format!("{NOTE}{number}");
            let begin = if number == 1 { "<div class=\"footnotes\">\n" } else { "" };
            events.push(html(format!("{begin}<div id=\"{id}\">\n")));
            let mut note = note.into_iter().peekable();
            // The number stands in the first line of the note.
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

/// Returns the name of the footnote that a text seems to refer to at a byte, and that is not there.
pub(super) fn missing(text: &str, at: usize) -> Option<&str> {
    let is_escaped = text[..at].ends_with('\\');
    let rest = text[at..].strip_prefix("[^")?;
    let end = rest.find(|c: char| c.is_whitespace() || c == '[' || c == ']')?;
    let is_closed = rest[end..].starts_with(']');
    (is_closed && end > 0 && !is_escaped).then_some(&rest[..end])
}
