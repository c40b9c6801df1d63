//! Reads HTML tag by tag, as browsers do.

use std::ops::Range;

use html5gum::{DefaultEmitter, Error, Span, StartTag, Token, Tokenizer};

/// A tag that opens an element.
#[derive(Debug, Default)]
pub struct Tag {
    /// The name of the element in lower case.
    pub name: String,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// Whether it ends with `/>`.
    pub closes_itself: bool,
    /// Its place.
    pub range: Range<usize>,
}

/// An attribute of an element.
#[derive(Debug, Default)]
pub struct Attribute {
    /// Its name in lower case.
    pub name: String,
    /// Its value, with character references decoded.
    pub value: String,
    /// Its place.
    pub range: Range<usize>,
}

impl Tag {
    /// Returns the attribute with this name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// Returns the value of the attribute with this name.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.attribute(name).map(|attribute| attribute.value.as_str())
    }

    /// Returns the name of the element without that of its vocabulary, which XML can have before it.
    pub fn local_name(&self) -> &str {
        self.name.rsplit(':').next().unwrap_or(&self.name)
    }
}

/// A part of HTML, on the way through it.
#[derive(Debug)]
pub enum Part<'a> {
    /// The tag that opens an element.
    Start(&'a Tag),
    /// The tag that closes one, by its name in lower case.
    End(&'a str, Range<usize>),
    /// Words between the tags, with all characters as they are meant, and their place.
    Text(&'a str, Range<usize>),
    /// What is no part of a text: the declaration of a document, and what browsers read in a way of their own, such as
    /// a tag that never closes or an attribute that comes twice.
    Flaw(Range<usize>),
}

/// Calls a function for each part of HTML in its order. Comments are left out.
pub fn walk(html: &str, mut each: impl FnMut(Part<'_>)) {
    let mut emitter = DefaultEmitter::new_with_span();
    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(html, emitter).flatten() {
        match token {
            Token::StartTag(tag) => each(Part::Start(&tag_of(&tag, html))),
            Token::EndTag(tag) => each(Part::End(&text(&tag.name), place(tag.span, html))),
            Token::String(words) => each(Part::Text(&text(&words), place(words.span, html))),
            Token::Doctype(declaration) => each(Part::Flaw(place(declaration.span, html))),
            Token::Error(error) if is_flaw(*error) => {
                let end = place(error.span, html).end;
                each(Part::Flaw(html[..end].rfind('<').unwrap_or(end)..end));
            }
            Token::Comment(_) | Token::Error(_) => {}
        }
    }
}

fn tag_of(tag: &StartTag<usize>, html: &str) -> Tag {
    let mut attributes = Vec::new();
    for (name, value) in &tag.attributes {
        let mut span = value.span;
        // Its end counts a quote after the value, which is not always there.
        if !value.is_empty() && !html[place(span, html)].ends_with(['"', '\'']) {
            span.end -= 1;
        }
        attributes.push(Attribute { name: text(name), value: text(value), range: place(span, html) });
    }
    attributes.sort_by_key(|attribute| attribute.range.start);
    Tag { name: text(&tag.name), attributes, closes_itself: tag.self_closing, range: place(tag.span, html) }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Whether more than a character is in question where HTML is read with an error: the tags and comments that never
/// close, attributes that can be misread, and what is no element and no comment.
fn is_flaw(error: Error) -> bool {
    const BEGINNINGS: [&str; 6] =
        ["cdata-", "eof-", "incorrectly-opened-", "missing-end-tag-", "unexpected-question-", "unexpected-solidus-"];
    let name = error.as_str();
    name.contains("attribute") || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

/// Returns the range of a span, moved to where characters begin and end.
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
