//! The markup of a template: its tags, and whether it is well-formed.
//!
//! Browsers guess where unclosed elements end, often not as the author meant. So templates must be well-formed XML,
//! whichever branches of an `if` they take. The program makes both websites and e-books from XML.

use std::ops::Range;

use quick_xml::errors::IllFormedError::{MismatchedEndTag, UnmatchedEndTag};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Error, Reader};

use crate::ground::diagnostic::{Diagnostic, Source};
use crate::ground::html::elements::VOID;
use crate::ground::html::guard::lower_case;

/// The kind of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Expression,
    Statement,
    Comment,
}

/// The maximum number of levels of nested elements, because the minifier is recursive.
const DEEPEST: usize = 100;

/// Checks that a template is well-formed, whichever branches it takes.
///
/// # Errors
///
/// Returns the first flaw, with its place.
pub(super) fn check(source: &Source) -> Result<(), Diagnostic> {
    check_markup(source, &without_tags(source.text()))
}

/// Checks that the markup of a source is well-formed.
///
/// # Errors
///
/// Returns the first flaw, with its place.
pub(super) fn check_markup(source: &Source, markup: &str) -> Result<(), Diagnostic> {
    let flaw = |message: String, range: Range<usize>, hint: &str| Diagnostic::new(message).at(source, range).hint(hint);
    let mut reader = Reader::from_str(markup);
    let mut open: Vec<(String, Range<usize>)> = Vec::new();
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader.read_event();
        let range = start..reader.buffer_position() as usize;
        match event {
            Err(Error::IllFormed(error @ (MismatchedEndTag { .. } | UnmatchedEndTag(_)))) => {
                return Err(flaw(error.to_string(), range, WHOLE));
            }
            Err(error) => {
                let start = reader.error_position() as usize;
                let hint = "add a missing quote or `>`, or write `&lt;` for the character `<`";
                return Err(flaw(format!("this is not valid markup: {error}"), start..start, hint));
            }
            Ok(Event::Start(tag)) => {
                check_attributes(&tag, source, &range)?;
                if open.len() == DEEPEST {
                    return Err(flaw("this is nested too deeply".to_owned(), range, "nest fewer elements"));
                }
                open.push((lower_case(tag.name().as_ref()), range));
            }
            Ok(Event::Empty(tag)) => {
                check_attributes(&tag, source, &range)?;
                let name = lower_case(tag.name().as_ref());
                let is_drawing = open.iter().any(|(outer, _)| ["svg", "math"].contains(&&**outer));
                if !is_drawing && name != "svg" && !VOID.contains(&&*name) {
                    let hint = format!("write `<{name}></{name}>`");
                    return Err(flaw(
                        format!("in HTML, `<{name}/>` opens an element without closing it"),
                        range,
                        &hint,
                    ));
                }
            }
            Ok(Event::End(_)) => drop(open.pop()),
            Ok(Event::Eof) => break,
            Ok(_) => {}
        }
    }
    match open.pop() {
        Some((name, range)) => Err(flaw(format!("`<{name}>` is not closed"), range, WHOLE)),
        None => Ok(()),
    }
}

const WHOLE: &str = "close each element where it opens: in the same template, the same block, and the same branch of \
                     an `if`; close empty elements like `<br/>`";

/// Replaces printed expressions with letters, and statements and comments with spaces, so that everything else keeps
/// its place. Statements can contain whole attributes; expressions cannot.
fn without_tags(template: &str) -> String {
    let mut markup = String::with_capacity(template.len());
    for (kind, range) in find_tags(template) {
        markup += &template[markup.len()..range.start];
        markup.extend(range.map(|_| if kind == Kind::Expression { 'x' } else { ' ' }));
    }
    markup += &template[markup.len()..];
    markup
}

fn check_attributes(tag: &BytesStart<'_>, source: &Source, range: &Range<usize>) -> Result<(), Diagnostic> {
    match tag.attributes().find_map(Result::err) {
        Some(_) => Err(Diagnostic::new(format!(
            "the attributes of `<{}>` are not well-formed",
            lower_case(tag.name().as_ref())
        ))
        .at(source, range.clone())
        .hint("write each attribute once, as `name=\"value\"`, and print values inside the quotes")),
        None => Ok(()),
    }
}

/// Returns the tags and comments of a template in order, up to a tag that never closes, which is an error anyway.
pub(super) fn find_tags(template: &str) -> Vec<(Kind, Range<usize>)> {
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(length) = template[at..].find('{') {
        at += length;
        let rest = &template[at..];
        let (kind, length) = match rest.as_bytes() {
            [b'{', b'{', ..] => (Kind::Expression, length_of_code(rest, "}}")),
            [b'{', b'%', ..] => (Kind::Statement, length_of_code(rest, "%}")),
            [b'{', b'#', ..] => (Kind::Comment, rest.find("#}").map(|end| end + 2)),
            _ => {
                at += 1;
                continue;
            }
        };
        let Some(length) = length else { break };
        tags.push((kind, at..at + length));
        at += length;
    }
    tags
}

/// Returns the length of the tag at the start of `rest`, if it closes. Strings inside it can contain anything.
fn length_of_code(rest: &str, closing: &str) -> Option<usize> {
    let mut open_quote = None;
    for (at, character) in rest.char_indices().skip(2) {
        if let Some(quote) = open_quote {
            open_quote = (character != quote).then_some(quote);
        } else if rest[at..].starts_with(closing) {
            return Some(at + closing.len());
        } else if "\"'`".contains(character) {
            open_quote = Some(character);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flaw(template: &str) -> Option<String> {
        check(&Source::new("a.html", template)).err().map(|flaw| flaw.to_string())
    }

    /// Without this limit, the search for the end of each tag would read the whole template, which takes hours.
    #[test]
    fn a_tag_that_never_closes_is_the_last() {
        let template = "{{ page.{% if <!-- ".repeat(200_000);
        assert_eq!(find_tags(&template), []);
    }

    #[test]
    fn what_is_whole_passes() {
        for template in [
            "<!DOCTYPE html><html lang=\"{{ a }}\"><meta charset=\"utf-8\"/>\
             <body>{% block b %}{% endblock %}</body></html>",
            "<ul>{% for a in b %}<li>{{ a }}<br/>{{ \"</ul>\" }}</li>{% endfor %}</ul>",
            "{# <p> #}<!-- <p> --><details open=\"\"><summary>a &amp; b&#160;c</summary></details>",
            "<p{% if a %} class=\"b\"{% endif %}>c</p>",
            "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0h1\"/></svg>",
        ] {
            assert_eq!(flaw(template), None, "{template}");
        }
    }

    #[test]
    fn what_stays_open_is_found() {
        for (template, message) in [
            ("<div><span></div>", "expected `</span>`, but `</div>` was found"),
            ("<p>a</p></main>", "close tag `</main>` does not match any open tag"),
            ("{% if a %}<p>{% endif %}", "`<p>` is not closed"),
            ("<i class=\"icon\"/>", "in HTML, `<i/>` opens an element without closing it"),
            ("<p class=\"a\" class=\"b\"></p>", "the attributes of `<p>` are not well-formed"),
            ("<p>a<br>b</p>", "expected `</br>`, but `</p>` was found"),
            ("<details open></details>", "the attributes of `<details>` are not well-formed"),
            ("<p class=a></p>", "the attributes of `<p>` are not well-formed"),
            ("<p {{ a }}>b</p>", "the attributes of `<p>` are not well-formed"),
            ("<p class={{ a }}>b</p>", "the attributes of `<p>` are not well-formed"),
            ("<p>a & b</p>", "this is not valid markup"),
            ("<p class=\"a>b</p>", "this is not valid markup"),
        ] {
            let found = flaw(template).unwrap_or_default();
            assert!(found.contains(message), "{template}: {found:?}");
        }
    }
}
