//! Which elements are open at a place of a text, those of its Markdown and those that its author wrote as HTML.
//!
//! Each has to be closed where it was opened, and to stand where a browser leaves it. So a text is whole by itself, and
//! cannot end what a page has around it.

use std::ops::Range;

use crate::html::elements;

/// How deep elements may stand in each other. What reads the HTML later goes down by recursion.
const DEEPEST: usize = 50;

/// What is wrong with a text.
#[derive(Debug)]
pub(super) struct Flaw {
    /// Its place in the text.
    pub(super) range: Range<usize>,
    pub(super) message: String,
    pub(super) hint: String,
}

impl Flaw {
    pub(super) fn new(range: Range<usize>, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { range, message: message.into(), hint: hint.into() }
    }
}

/// Who opened an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Writer {
    Markdown,
    /// The author of the text.
    Author,
}

/// An element that is open.
#[derive(Debug)]
struct Open {
    name: String,
    writer: Writer,
    range: Range<usize>,
    /// The number of the link that it is, if it leads to a place of the site.
    link: Option<usize>,
}

/// The elements that are open, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Structure {
    open: Vec<Open>,
}

impl Structure {
    /// Notes that an element begins. One that is void has no end.
    pub(super) fn start(&mut self, name: &str, writer: Writer, range: Range<usize>) -> Result<(), Flaw> {
        let names = self.open.iter().map(|open| open.name.as_str());
        if let Some(reason) = elements::misplaced(name, names) {
            let message = format!("{} cannot stand here", called(name, writer));
            return Err(Flaw::new(range, message, reason));
        }
        if self.is_at_bottom() {
            return Err(too_deep(range));
        }
        if !elements::is_void(name) || self.is_in_drawing() {
            self.open.push(Open { name: name.to_owned(), writer, range, link: None });
        }
        Ok(())
    }

    /// Notes that the element that began last, if it has an end, is this link.
    pub(super) fn set_link(&mut self, name: &str, link: usize) {
        if let Some(open) = self.open.last_mut().filter(|open| open.name == name) {
            open.link = Some(link);
        }
    }

    /// Notes that an element ends, and returns the number of the link that it was.
    pub(super) fn end(&mut self, name: &str, writer: Writer, range: Range<usize>) -> Result<Option<usize>, Flaw> {
        match self.open.last() {
            Some(open) if open.name == name && open.writer == writer => Ok(self.open.pop().and_then(|open| open.link)),
            Some(open) if writer == Writer::Markdown => Err(not_closed(open, &called(name, writer))),
            Some(open) if self.open.iter().any(|open| open.name == name && open.writer == writer) => {
                let message = format!("`</{name}>` stands where {} is still open", called(&open.name, open.writer));
                Err(Flaw::new(range, message, WHOLE))
            }
            _ => Err(Flaw::new(range, format!("`</{name}>` closes nothing"), WHOLE)),
        }
    }

    /// Notes that there are words.
    pub(super) fn words(&self, range: Range<usize>) -> Result<(), Flaw> {
        match self.open.last().filter(|open| elements::is_part_of_table(&open.name)) {
            Some(open) => {
                let hint = "words stand in the cells of a table, `<td>` and `<th>`, and in its `<caption>`";
                Err(Flaw::new(range, format!("words cannot stand in `<{}>`", open.name), hint))
            }
            None => Ok(()),
        }
    }

    /// Checks that all is closed where the text ends.
    pub(super) fn finish(&self) -> Result<(), Flaw> {
        self.open.last().map_or(Ok(()), |open| Err(not_closed(open, "the text")))
    }

    /// Whether the place is in a drawing or a formula, whose elements can close themselves.
    pub(super) fn is_in_drawing(&self) -> bool {
        self.open.iter().any(|open| ["svg", "math"].contains(&open.name.as_str()))
    }

    /// Whether nothing can stand any deeper.
    fn is_at_bottom(&self) -> bool {
        self.open.len() == DEEPEST
    }
}

const WHOLE: &str = "elements are closed in the order opposite to that in which they were opened";

fn too_deep(range: Range<usize>) -> Flaw {
    Flaw::new(range, "this text nests too deeply", "put fewer things into each other")
}

fn not_closed(open: &Open, outer: &str) -> Flaw {
    let Open { name, range, .. } = open;
    let hint = format!("write `</{name}>` before {outer} ends");
    Flaw::new(range.clone(), format!("`<{name}>` is not closed"), hint)
}

/// Returns what messages call an element.
fn called(name: &str, writer: Writer) -> String {
    let word = match name {
        _ if writer == Writer::Author => "",
        "a" => "a link",
        "blockquote" => "a quotation",
        "img" => "an image",
        "li" => "a part of a list",
        "ol" | "ul" => "a list",
        "p" => "a paragraph",
        "pre" => "a block of code",
        "table" | "thead" => "a table",
        "td" | "tr" => "a row of a table",
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => "a heading",
        _ => "",
    };
    if word.is_empty() { format!("`<{name}>`") } else { word.to_owned() }
}
