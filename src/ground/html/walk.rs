//! Reads HTML tag by tag, as browsers do.

use std::convert::Infallible;
use std::ops::Range;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Error, Span, Tokenizer};

#[derive(Debug, Default)]
pub struct Tag {
    /// The name of the element in lower case.
    pub name: String,
    pub attributes: Vec<Attribute>,
    /// True if the tag ends with `/>`.
    pub closes_itself: bool,
    pub range: Range<usize>,
}

#[derive(Debug, Default)]
pub struct Attribute {
    /// The name of the attribute in lower case.
    pub name: String,
    /// The value of the attribute, with character references decoded.
    pub value: String,
    pub range: Range<usize>,
}

impl Tag {
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        self.attribute(name).map(|attribute| attribute.value.as_str())
    }

    /// Returns the name of the element without its namespace prefix, which XML permits.
    pub fn local_name(&self) -> &str {
        self.name.rsplit(':').next().unwrap_or(&self.name)
    }
}

#[derive(Debug)]
pub enum Part<'a> {
    /// A tag that opens an element.
    Start(&'a Tag),
    /// A tag that closes an element: the element's name in lower case, and its place.
    End(&'a str, Range<usize>),
    /// The text between tags, with character references decoded, and its place.
    Text(&'a str, Range<usize>),
    /// A part that is not text: the declaration of a document, or markup that browsers repair, such as an unclosed tag
    /// or a repeated attribute.
    Flaw(Range<usize>),
}

/// Calls a function for each part of an HTML text, in order. Skips comments.
pub fn walk(html: &str, each: impl FnMut(Part<'_>)) {
    let mut walker = Walker { text: html, each, tag: Tag::default() };
    let callback = |event: CallbackEvent<'_>, span: Span<usize>| -> Option<Infallible> {
        walker.take(&event, span);
        None
    };
    let mut emitter = CallbackEmitter::<_, Infallible, usize>::new(callback);
    emitter.naively_switch_states(true);
    // The emitter calls the walker, so the tokens are not needed.
    Tokenizer::new_with_emitter(html, emitter).for_each(drop);
}

struct Walker<'a, F> {
    text: &'a str,
    each: F,
    tag: Tag,
}

impl<F: FnMut(Part<'_>)> Walker<'_, F> {
    fn take(&mut self, event: &CallbackEvent<'_>, span: Span<usize>) {
        let range = place(span, self.text);
        match *event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag = Tag { name: text_of(name), range, ..Tag::default() };
            }
            CallbackEvent::AttributeName { name } => {
                self.tag.attributes.push(Attribute { name: text_of(name), value: String::new(), range });
            }
            CallbackEvent::AttributeValue { value } => {
                if let Some(attribute) = self.tag.attributes.last_mut() {
                    attribute.value = text_of(value);
                    let is_quoted = self.text[range.end..].starts_with(['"', '\'']);
                    attribute.range.end = range.end + usize::from(is_quoted);
                }
            }
            CallbackEvent::CloseStartTag { self_closing } => {
                self.tag.closes_itself = self_closing;
                self.tag.range.end = range.end;
                (self.each)(Part::Start(&self.tag));
            }
            CallbackEvent::EndTag { name } => (self.each)(Part::End(&String::from_utf8_lossy(name), range)),
            CallbackEvent::String { value } => (self.each)(Part::Text(&String::from_utf8_lossy(value), range)),
            CallbackEvent::Doctype { .. } => (self.each)(Part::Flaw(range)),
            CallbackEvent::Error(error) if is_flaw(error) => {
                let start = self.text[..range.end].rfind('<').unwrap_or(range.end);
                (self.each)(Part::Flaw(start..range.end));
            }
            CallbackEvent::Comment { .. } | CallbackEvent::Error(_) => {}
        }
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns whether an error affects more than a character: unclosed tags and comments, attributes that can be misread,
/// and markup that is neither an element nor a comment.
fn is_flaw(error: Error) -> bool {
    const BEGINNINGS: [&str; 6] =
        ["cdata-", "eof-", "incorrectly-opened-", "missing-end-tag-", "unexpected-question-", "unexpected-solidus-"];
    let name = error.as_str();
    name.contains("attribute") || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

/// Returns the range of a span, extended to whole characters.
fn place(span: Span<usize>, source: &str) -> Range<usize> {
    let is_boundary = |byte: &usize| source.is_char_boundary(*byte);
    let end = (span.end..source.len()).find(is_boundary).unwrap_or(source.len());
    let start = (0..=span.start.min(end)).rfind(is_boundary).unwrap_or(0);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_in_their_order_with_their_places() {
        let html = "<!doctype html>ä <a HREF=\"b&amp;c\" title='d' i=j empty>e &lt; f</a><!-- g --><title>h<i</title>";
        let mut shown = Vec::new();
        walk(html, |part| {
            shown.push(match part {
                Part::Start(tag) => {
                    let attributes = tag.attributes.iter();
                    let attributes = attributes
                        .map(|Attribute { name, value, range }| format!(" {name}={value} at {}", &html[range.clone()]));
                    format!("<{}{}> at {}", tag.name, attributes.collect::<String>(), &html[tag.range.clone()])
                }
                Part::End(name, range) => format!("</{name}> at {}", &html[range]),
                Part::Text(text, _) => text.to_owned(),
                Part::Flaw(range) => format!("flaw {}", &html[range]),
            });
        });
        assert_eq!(
            shown,
            [
                "flaw <!doctype html>",
                "ä ",
                "<a href=b&c at HREF=\"b&amp;c\" title=d at title='d' i=j at i=j empty= at empty> at \
                 <a HREF=\"b&amp;c\" title='d' i=j empty>",
                "e < f",
                "</a> at </a>",
                "<title> at <title>",
                "h<i",
                "</title> at </title>",
            ]
        );
    }
}
