//! Which elements are open at a place of a text, those of its Markdown and those that its author wrote as HTML. Each
//! has to be closed where it was opened, so that a text cannot end what a page has around it.

use std::ops::Range;

use crate::html::elements;

/// How deep elements may stand in each other: the minifier goes down by recursion.
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
    /// The first element that stands too deep.
    too_deep: Option<Range<usize>>,
}

impl Structure {
    /// Notes that an element begins. One that is void has no end.
    pub(super) fn start(&mut self, name: &str, writer: Writer, range: Range<usize>) {
        if self.open.len() == DEEPEST {
            self.too_deep.get_or_insert_with(|| range.clone());
        }
        if !elements::is_void(name) {
            self.open.push(Open { name: name.to_owned(), writer, range, link: None });
        }
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
            Some(open) if open.writer == Writer::Author => Err(not_closed(open, "the paragraph, item or element")),
            _ => {
                let hint = "elements are closed in the order opposite to that in which they were opened";
                Err(Flaw::new(range, format!("`</{name}>` closes nothing"), hint))
            }
        }
    }

    /// Checks that all is closed where the text ends, and that nothing stood too deep.
    pub(super) fn finish(&self) -> Result<(), Flaw> {
        if let Some(range) = &self.too_deep {
            return Err(Flaw::new(range.clone(), "this text nests too deeply", "put fewer things into each other"));
        }
        self.open.last().map_or(Ok(()), |open| Err(not_closed(open, "the text")))
    }
}

fn not_closed(Open { name, range, .. }: &Open, outer: &str) -> Flaw {
    Flaw::new(range.clone(), format!("`<{name}>` is not closed"), format!("write `</{name}>` before {outer} ends"))
}
