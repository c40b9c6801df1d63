//! HTML as browsers read it, tag by tag, with the place of each.

use std::ops::Range;

use html5gum::{DefaultEmitter, Error, HtmlString, Span, Token as Read, Tokenizer};

use super::walk::{Attribute, Tag, character_range};

/// A part of HTML.
#[derive(Debug)]
pub enum Token {
    /// The tag that opens an element.
    Start(Tag),
    /// The tag that closes one, by its name in lower case.
    End(String, Range<usize>),
    /// Words between the tags, with all characters as they are meant.
    Text(String, Range<usize>),
    /// A comment.
    Comment,
    /// What browsers read in some way that nobody means.
    Flaw(Flaw, Range<usize>),
}

/// What is wrong with HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A tag or a comment, or a quote in it, does not close.
    Open,
    /// The attributes of a tag can be misread.
    Attributes,
    /// It is no element and no comment.
    NoMarkup,
}

/// Returns the parts of HTML in their order.
pub fn tokens(html: &str) -> Vec<Token> {
    let mut emitter = DefaultEmitter::new_with_span();
    emitter.naively_switch_states(true);
    let (mut tokens, length) = (Vec::new(), html.len());
    // Where the part begins that is not yet read to its end.
    let mut rest = 0;
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        let token = match token {
            Read::StartTag(tag) => {
                let attributes = tag.attributes.into_iter().map(|(name, value)| Attribute {
                    name: text(&name),
                    range: range(value.span, html),
                    value: text(&value.value),
                });
                let attributes = attributes.collect();
                let range = range(tag.span, html);
                Token::Start(Tag { name: text(&tag.name), attributes, closes_itself: tag.self_closing, range })
            }
            Read::EndTag(tag) => Token::End(text(&tag.name), range(tag.span, html)),
            Read::String(words) => {
                let place = range(words.span, html);
                Token::Text(text(&words.value), place)
            }
            Read::Comment(comment) => {
                let place = rest..range(comment.span, html).end;
                if html[place.clone()].starts_with("<!--") {
                    Token::Comment
                } else {
                    Token::Flaw(Flaw::NoMarkup, place)
                }
            }
            Read::Doctype(doctype) => Token::Flaw(Flaw::NoMarkup, range(doctype.span, html)),
            Read::Error(error) => match flaw(error.value) {
                Some(Flaw::Open) => {
                    let start = html[rest..].find('<').map_or(rest, |start| rest + start);
                    Token::Flaw(Flaw::Open, start..length)
                }
                Some(flaw) => {
                    let end = range(error.span, html).end;
                    let start = html[..end].rfind('<').unwrap_or(end);
                    Token::Flaw(flaw, start..end)
                }
                None => continue,
            },
        };
        rest = match &token {
            Token::Start(Tag { range, .. }) | Token::End(_, range) | Token::Text(_, range) => range.end,
            Token::Comment | Token::Flaw(..) => rest,
        };
        tokens.push(token);
    }
    tokens
}

/// Returns the flaw that an error in reading is, if more than a character is in question.
fn flaw(error: Error) -> Option<Flaw> {
    match error {
        Error::EofBeforeTagName
        | Error::EofInCdata
        | Error::EofInComment
        | Error::EofInDoctype
        | Error::EofInScriptHtmlCommentLikeText
        | Error::EofInTag => Some(Flaw::Open),
        Error::DuplicateAttribute
        | Error::EndTagWithAttributes
        | Error::MissingAttributeValue
        | Error::MissingWhitespaceBetweenAttributes
        | Error::UnexpectedCharacterInAttributeName
        | Error::UnexpectedCharacterInUnquotedAttributeValue
        | Error::UnexpectedEqualsSignBeforeAttributeName
        | Error::UnexpectedSolidusInTag => Some(Flaw::Attributes),
        Error::MissingEndTagName => Some(Flaw::NoMarkup),
        _ => None,
    }
}

fn text(bytes: &HtmlString) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn range(span: Span<usize>, html: &str) -> Range<usize> {
    character_range(span.start..span.end, html)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_place() {
        let html = "ä <a href=\"b&amp;c\" title='d'>e &lt; f</a><!-- g --><br>";
        let shown: Vec<_> = tokens(html)
            .into_iter()
            .map(|token| match token {
                Token::Start(tag) => {
                    let attributes = tag.attributes.iter();
                    let attributes = attributes
                        .map(|Attribute { name, value, range }| format!(" {name}={value} at {}", &html[range.clone()]));
                    format!("<{}{}> at {}", tag.name, attributes.collect::<String>(), &html[tag.range])
                }
                Token::End(name, range) => format!("</{name}> at {}", &html[range]),
                Token::Text(text, range) => format!("{text} at {}", &html[range]),
                Token::Comment => "comment".to_owned(),
                Token::Flaw(flaw, range) => format!("{flaw:?} at {}", &html[range]),
            })
            .collect();
        assert_eq!(
            shown,
            [
                "ä  at ä ",
                "<a href=b&c at href=\"b&amp;c\" title=d at title='d'> at <a href=\"b&amp;c\" title='d'>",
                "e < f at e &lt; f",
                "</a> at </a>",
                "comment",
                "<br> at <br>",
            ]
        );
    }

    #[test]
    fn what_browsers_read_in_a_way_of_their_own_is_a_flaw() {
        for (html, flaw, place) in [
            ("a <div title=\"b<c", Flaw::Open, "<div title=\"b<c"),
            ("a <!-- b", Flaw::Open, "<!-- b"),
            ("<p>a <b", Flaw::Open, "<b"),
            ("a <", Flaw::Open, "<"),
            ("<!doctype html>", Flaw::NoMarkup, "<!doctype html>"),
            ("a <?php b ?>", Flaw::NoMarkup, "<?php b ?>"),
            ("a </>", Flaw::NoMarkup, "</>"),
            ("a </ b>", Flaw::NoMarkup, "</ b>"),
            ("<![CDATA[a]]>", Flaw::NoMarkup, "<![CDATA[a]]>"),
        ] {
            let found = tokens(html).into_iter().find_map(|token| match token {
                Token::Flaw(flaw, range) => Some((flaw, html[range].to_owned())),
                _ => None,
            });
            assert_eq!(found, Some((flaw, place.to_owned())), "{html}");
        }
        for html in ["<p a=b a=c>", "<p a='b'c='d'>", "<p a\"b>", "<p a=b'c>", "<p/a>", "<p =a>", "</p a>"] {
            let is_flaw = |token: &Token| matches!(token, Token::Flaw(Flaw::Attributes, _));
            assert!(tokens(html).iter().any(is_flaw), "{html}");
        }
    }
}
