//! The markup of a template: where the template's tags stand in it, and whether it is whole.
//!
//! Templates are minified before anything is known of what their tags will give. That needs markup which is
//! well-formed whichever way the tags go. A browser, too, would make something else of an element that stays open than
//! its author meant. So templates are well-formed XML, of which HTML and e-books can be made alike.

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::diagnostic::{Diagnostic, Source};
use crate::html::elements;

/// A template tag in a place where it cannot be kept: inside an element's tag but not in the quotes of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MisplacedTag {
    /// The range of the tag in the template.
    pub(super) range: Range<usize>,
}

impl MisplacedTag {
    /// Returns what is to be told of it.
    pub(super) fn diagnostic(self, source: &Source) -> Diagnostic {
        Diagnostic::new("a template tag stands where no markup can be").at(source, self.range).hint(
            "put it between elements, or inside the quotes of an attribute's value; \
             or close the quotes that are open before it",
        )
    }
}

/// What a tag of a template is to the markup around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Expression,
    Statement,
    /// A comment of the template language or of HTML.
    Comment,
    /// A written-out `&` or `<`, which the minifier would spell anew without knowing what follows it.
    Character,
}

/// How each kind of tag opens and closes.
const TAGS: [(&str, &str, Kind); 6] = [
    ("{{", "}}", Kind::Expression),
    ("{%", "%}", Kind::Statement),
    ("{#", "#}", Kind::Comment),
    ("<!--", "-->", Kind::Comment),
    ("&amp", ";", Kind::Character),
    ("&lt", ";", Kind::Character),
];

/// How deep elements may stand in each other. What minifies them goes down by recursion.
const DEEPEST: usize = 100;

/// Whether every element of a template is closed where it has to be.
///
/// # Errors
///
/// The first flaw, with its place.
pub(super) fn check(source: &Source) -> Result<(), Diagnostic> {
    let markup = without_tags(source.text()).map_err(|misplaced| misplaced.diagnostic(source))?;
    let flaw = |message: String, range: Range<usize>, hint: &str| Diagnostic::new(message).at(source, range).hint(hint);
    let mut reader = Reader::from_str(&markup);
    let settings = reader.config_mut();
    settings.check_end_names = false;
    settings.allow_unmatched_ends = true;
    let mut open: Vec<(String, Range<usize>)> = Vec::new();
    loop {
        let start = position(reader.buffer_position());
        let event = reader.read_event();
        let range = start..position(reader.buffer_position());
        match event {
            Err(error) => {
                let start = position(reader.error_position());
                let hint = "is a quote or a `>` missing, or a `<` meant that is written `&lt;`?";
                return Err(flaw(format!("this is no markup: {error}"), start..start, hint));
            }
            Ok(Event::Eof) => break,
            Ok(Event::Start(tag)) => {
                check_attributes(&tag, source, &range)?;
                if open.len() == DEEPEST {
                    return Err(flaw("this nests too deeply".to_owned(), range, "put fewer elements into each other"));
                }
                open.push((name_of(tag.name().as_ref()), range));
            }
            Ok(Event::Empty(tag)) => {
                check_attributes(&tag, source, &range)?;
                let name = name_of(tag.name().as_ref());
                let is_drawing = open.iter().any(|(outer, _)| ["svg", "math"].contains(&&**outer));
                if !is_drawing && name != "svg" && !elements::is_void(&name) {
                    let hint = format!("write `<{name}></{name}>`");
                    return Err(flaw(format!("`<{name}/>` stays open in HTML"), range, &hint));
                }
            }
            Ok(Event::End(tag)) => {
                let name = name_of(tag.name().as_ref());
                match open.pop() {
                    Some((inner, _)) if inner == name => {}
                    Some((inner, place)) => {
                        let line = source.text()[..place.start].matches('\n').count() + 1;
                        let message = format!("`</{name}>` stands where the `<{inner}>` of line {line} is still open");
                        return Err(flaw(message, range, WHOLE));
                    }
                    None => return Err(flaw(format!("`</{name}>` closes nothing"), range, WHOLE)),
                }
            }
            Ok(_) => {}
        }
    }
    match open.pop() {
        Some((name, range)) => Err(flaw(format!("`<{name}>` is not closed"), range, WHOLE)),
        None => Ok(()),
    }
}

const WHOLE: &str = "elements are closed in the template, the block and the branch of a statement that opens them; \
                     those without content close themselves, such as `<br/>`";

/// Returns a template with blanks for its tags, so that everything else keeps its place.
pub(super) fn without_tags(template: &str) -> Result<String, MisplacedTag> {
    let mut markup = String::with_capacity(template.len());
    for (_, range) in find_tags(template)? {
        markup += &template[markup.len()..range.start];
        markup.extend(range.map(|_| ' '));
    }
    markup += &template[markup.len()..];
    Ok(markup)
}

/// Checks that no attribute comes twice or without quotes.
fn check_attributes(tag: &BytesStart<'_>, source: &Source, range: &Range<usize>) -> Result<(), Diagnostic> {
    match tag.attributes().find_map(Result::err) {
        Some(_) => {
            Err(Diagnostic::new(format!("the attributes of `<{}>` are not clear", name_of(tag.name().as_ref())))
                .at(source, range.clone())
                .hint("each comes once, and looks like `name=\"value\"`"))
        }
        None => Ok(()),
    }
}

fn name_of(name: &[u8]) -> String {
    String::from_utf8_lossy(name).to_ascii_lowercase()
}

fn position(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// Returns the tags and comments of a template in their order.
pub(super) fn find_tags(template: &str) -> Result<Vec<(Kind, Range<usize>)>, MisplacedTag> {
    let mut tags = Vec::new();
    let mut place = Context::Text;
    let mut at = 0;
    // Whether a tag that opens so was found not to close. No template has such a tag, so no other is looked for.
    let mut is_open = TAGS.map(|(_, closing, _)| !template.contains(closing));
    // Nothing else begins a tag or ends a context.
    while let Some(length) = template[at..].find(['{', '<', '&', '>', '"', '\'']) {
        at += length;
        let rest = &template[at..];
        let tag = TAGS.iter().zip(&mut is_open).find(|((opening, ..), _)| rest.starts_with(opening));
        let tag = tag.filter(|((opening, ..), _)| *opening != "<!--" || place == Context::Text);
        let found = tag.filter(|(_, is_open)| !**is_open).and_then(|(tag, is_open)| {
            let length = length_of_tag(rest, tag);
            *is_open = length.is_none() && tag.2 != Kind::Character;
            Some((tag.2, length?))
        });
        let Some((kind, length)) = found else {
            place = place.after(rest);
            at += 1;
            continue;
        };
        let range = at..at + length;
        if place == Context::Element && kind != Kind::Comment {
            return Err(MisplacedTag { range });
        }
        at = range.end;
        tags.push((kind, range));
    }
    Ok(tags)
}

/// Where in the markup a character stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Text,
    Element,
    Value(char),
}

impl Context {
    /// Returns the place after the first character of `rest`.
    fn after(self, rest: &str) -> Self {
        let mut characters = rest.chars();
        match (self, characters.next().unwrap_or(' ')) {
            (Self::Text, '<') if characters.next().is_some_and(|c| c.is_ascii_alphabetic()) => Self::Element,
            (Self::Element, '>') => Self::Text,
            (Self::Element, quote @ ('"' | '\'')) => Self::Value(quote),
            (Self::Value(open), quote) if open == quote => Self::Element,
            (place, _) => place,
        }
    }
}

/// Returns the length of the tag at the beginning of `rest`, if it closes: strings inside it may hold anything.
fn length_of_tag(rest: &str, &(opening, closing, kind): &(&str, &str, Kind)) -> Option<usize> {
    let has_strings = matches!(kind, Kind::Expression | Kind::Statement);
    let mut open_quote = None;
    for (at, character) in rest.char_indices().skip(opening.len()) {
        if let Some(quote) = open_quote {
            open_quote = (character != quote).then_some(quote);
        } else if rest[at..].starts_with(closing) {
            return Some(at + closing.len());
        } else if kind == Kind::Character {
            return None;
        } else if has_strings && "\"'`".contains(character) {
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

    /// Reading to the end for each of them would take hours.
    #[test]
    fn tags_that_never_close_are_passed_over() {
        let template = "{{ page.{% if <!-- ".repeat(200_000);
        assert_eq!(find_tags(&template), Ok(Vec::new()));
    }

    #[test]
    fn what_is_whole_passes() {
        for template in [
            "<!DOCTYPE html><html lang=\"{{ a }}\"><meta charset=\"utf-8\"/>\
             <body>{% block b %}{% endblock %}</body></html>",
            "<ul>{% for a in b %}<li>{{ a }}<br/>{{ \"</ul>\" }}</li>{% endfor %}</ul>",
            "{# <p> #}<!-- <p> --><details open=\"\"><summary>a &amp; b&#160;c</summary></details>",
            "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0h1\"/></svg>",
        ] {
            assert_eq!(flaw(template), None, "{template}");
        }
    }

    #[test]
    fn what_stays_open_is_found() {
        for (template, message) in [
            ("<div><span></div>", "`</div>` stands where the `<span>` of line 1 is still open"),
            ("<p>a</p></main>", "`</main>` closes nothing"),
            ("{% if a %}<p>{% endif %}", "`<p>` is not closed"),
            ("<i class=\"icon\"/>", "`<i/>` stays open in HTML"),
            ("<p class=\"a\" class=\"b\"></p>", "the attributes of `<p>` are not clear"),
            ("<p>a<br>b</p>", "`</p>` stands where the `<br>` of line 1 is still open"),
            ("<details open></details>", "the attributes of `<details>` are not clear"),
            ("<p class=a></p>", "the attributes of `<p>` are not clear"),
            ("<p>a & b</p>", "this is no markup"),
            ("<p class=\"a>b</p>", "this is no markup"),
        ] {
            let found = flaw(template).unwrap_or_default();
            assert!(found.contains(message), "{template}: {found:?}");
        }
    }
}
