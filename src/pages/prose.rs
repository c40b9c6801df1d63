//! Prose: the texts of stories as HTML.
//!
//! Authors of ink stories mark words with HTML tags, which Inky's web export keeps. In this program, every line is a
//! paragraph, so block elements become inline elements on their own lines. The program omits elements that it does not
//! know. In English, straight quotes and dashes become typographic ones.

use std::collections::BTreeSet;

use crate::content::escaped;
use crate::ground::html::address::link;
use crate::ground::html::elements::{ADDRESSES, OF_BLOCKS, OF_PHRASES, VOID, WITHOUT_WORDS};
use crate::ground::html::walk::{Attribute, Part, Tag, walk};

/// Words that begin with an apostrophe instead of a quote.
const CLIPPED: [&str; 10] = ["tis", "twas", "twere", "twill", "em", "til", "cause", "bout", "round", "n"];

/// The attributes that are kept, in addition to addresses.
const ATTRIBUTES: [&str; 5] = ["alt", "class", "dir", "lang", "title"];

#[derive(Debug)]
enum Piece {
    Words(String),
    /// A tag that opens an element: the element's name, the attributes as HTML, and the address of a picture.
    Start(&'static str, String, Option<String>),
    End(&'static str),
    /// The beginning or the end of a block.
    Break,
}

/// Returns a text as HTML, with all tags closed. `image` returns the address of a picture.
pub(crate) fn html(text: &str, is_english: bool, image: impl Fn(&str) -> Option<String>) -> String {
    written(pieces(text, is_english, &mut BTreeSet::new()), image)
}

/// Returns the text of a choice as HTML. The text becomes a link, so it cannot contain links.
pub(crate) fn html_of_choice(text: &str, is_english: bool, image: impl Fn(&str) -> Option<String>) -> String {
    let mut pieces = pieces(text, is_english, &mut BTreeSet::new());
    pieces.retain(|piece| !matches!(piece, Piece::Start("a", ..) | Piece::End("a")));
    written(pieces, image)
}

fn written(pieces: Vec<Piece>, image: impl Fn(&str) -> Option<String>) -> String {
    let (mut html, mut open) = (String::new(), Vec::new());
    let (mut has_words, mut breaks) = (false, false);
    for piece in pieces {
        let is_shown = match &piece {
            Piece::Words(words) => !words.trim().is_empty(),
            piece => matches!(piece, Piece::Start("img", ..)),
        };
        if is_shown && std::mem::take(&mut breaks) && has_words {
            html += "<br/>";
        }
        has_words |= is_shown;
        match piece {
            Piece::Words(words) => {
                let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                html += &words.replace('\n', "<br/>");
            }
            Piece::Start("img", attributes, source) => {
                let source = source.and_then(|source| image(&source));
                html.extend(source.map(|source| format!("<img src=\"{}\"{attributes}/>", escaped(&source))));
            }
            Piece::Start(name, attributes, _) => {
                let is_void = VOID.contains(&name);
                html.extend(["<", name, &attributes, if is_void { "/>" } else { ">" }]);
                open.extend(Some(name).filter(|_| !is_void));
            }
            // Omit an end tag that would close another element.
            Piece::End(name) if open.last() == Some(&name) => {
                html.extend(["</", name, ">"]);
                open.pop();
            }
            Piece::End(_) => {}
            Piece::Break => breaks = true,
        }
    }
    open.iter().rev().for_each(|name| html.extend(["</", *name, ">"]));
    if has_words { html } else { String::new() }
}

pub(crate) fn plain(text: &str, is_english: bool) -> String {
    let words = |piece| match piece {
        Piece::Words(words) => words,
        Piece::Start("br", ..) | Piece::Break => " ".to_owned(),
        Piece::Start(..) | Piece::End(_) => String::new(),
    };
    pieces(text, is_english, &mut BTreeSet::new()).into_iter().map(words).collect::<String>().trim().to_owned()
}

/// Returns the addresses of the pictures in a text. Adds the tags that are omitted to `left_out`.
pub(crate) fn images(text: &str, left_out: &mut BTreeSet<String>) -> Vec<String> {
    let image = |piece| if let Piece::Start("img", _, source) = piece { source } else { None };
    pieces(text, false, left_out).into_iter().filter_map(image).collect()
}

/// Returns the first words of a text, about `length` characters.
pub(crate) fn first_words(text: &str, length: usize) -> String {
    let mut words = String::new();
    for word in text.split_whitespace() {
        if words.chars().count() + word.chars().count() > length {
            let cut = words.trim_end_matches(|c: char| c.is_ascii_punctuation() || c == '—').to_owned();
            return format!("{}…", if cut.is_empty() { word.chars().take(length).collect() } else { cut });
        }
        if !words.is_empty() {
            words.push(' ');
        }
        words += word;
    }
    words
}

fn pieces(text: &str, is_english: bool, left_out: &mut BTreeSet<String>) -> Vec<Piece> {
    if !text.contains(['<', '&']) {
        return vec![Piece::Words(typeset(text, is_english, &mut None))];
    }
    // A `<` without a `>` after it is text.
    let end = text.rfind('>').map_or(0, |end| end + 1);
    let text = text[..end].to_owned() + &text[end..].replace('<', "&lt;");
    let (mut pieces, mut before, mut hidden) = (Vec::new(), None, None::<String>);
    walk(&text, |part| match part {
        Part::Text(words, _) if hidden.is_none() => pieces.push(Piece::Words(typeset(words, is_english, &mut before))),
        Part::Start(tag) if hidden.is_none() => {
            if WITHOUT_WORDS.contains(&&*tag.name) {
                hidden = Some(tag.name.clone());
            }
            start(tag, &mut pieces, left_out);
        }
        Part::End(name, _) if hidden.as_deref().is_none_or(|hidden| hidden == name) => {
            hidden = None;
            pieces.extend(shown(name).map(Piece::End));
            pieces.extend(OF_BLOCKS.contains(&name).then_some(Piece::Break));
        }
        _ => {}
    });
    pieces
}

/// Adds a start tag, with the attributes that are kept.
fn start(tag: &Tag, pieces: &mut Vec<Piece>, left_out: &mut BTreeSet<String>) {
    pieces.extend(OF_BLOCKS.contains(&&*tag.name).then_some(Piece::Break));
    let (mut attributes, source, link) = (String::new(), tag.value("src"), link(tag));
    for Attribute { name, value, .. } in &tag.attributes {
        if ATTRIBUTES.contains(&&**name) {
            attributes.extend([" ", name, "=\"", &escaped(value), "\""]);
        } else if !ADDRESSES.contains(&&**name) {
            left_out.insert(format!("`<{} {name}>`", tag.name));
        }
    }
    let is_complete = match &*tag.name {
        "a" => link.is_some(),
        "img" => source.is_some(),
        _ => true,
    };
    let Some(name) = shown(&tag.name).filter(|_| is_complete) else {
        left_out.insert(format!("`<{}>`", tag.name));
        return;
    };
    if name == "img" && tag.attribute("alt").is_none() {
        attributes += " alt=\"\"";
    }
    attributes.extend(link.filter(|_| name == "a"));
    pieces.push(Piece::Start(name, attributes, source.map(str::to_owned)));
}

/// Returns the element that replaces an author's element; `None` if it is omitted.
fn shown(name: &str) -> Option<&'static str> {
    match name {
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Some("strong"),
        "blockquote" | "div" | "p" => Some("span"),
        "hr" => Some("br"),
        _ => OF_PHRASES.iter().find(|known| **known == name).copied(),
    }
}

/// Replaces straight quotes and dashes with typographic ones. `before` is the character before the text.
fn typeset(words: &str, is_english: bool, before: &mut Option<char>) -> String {
    let (mut text, mut rest) = (String::with_capacity(words.len()), words);
    while let Some(character) = rest.chars().next() {
        let set = is_english.then(|| set(*before, rest)).flatten();
        let (set, length) = set.unwrap_or((character, character.len_utf8()));
        text.push(set);
        (*before, rest) = (Some(set), &rest[length..]);
    }
    text
}

/// Returns the typographic character for the start of a text, and the number of bytes that it replaces.
fn set(before: Option<char>, text: &str) -> Option<(char, usize)> {
    let begins = before.is_none_or(|before| before.is_whitespace() || "([{—–-/“‘".contains(before));
    match text.as_bytes() {
        [b'-', b'-', b'-', ..] => Some(('—', 3)),
        [b'-', b'-', ..] => Some(('—', 2)),
        [b'.', b'.', b'.', ..] => Some(('…', 3)),
        [b'"', ..] => Some((if begins && before != Some('“') { '“' } else { '”' }, 1)),
        [b'\'', ..] => {
            let word: String = text[1..].chars().take_while(|c| c.is_alphanumeric()).collect();
            let is_clipped = word.starts_with(|c: char| c.is_ascii_digit()) || CLIPPED.contains(&&*word.to_lowercase());
            Some((if begins && !is_clipped { '‘' } else { '’' }, 1))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_quotes_and_dashes_become_those_of_books() {
        let english = |text| html(text, true, |_| None);
        assert_eq!(english(r#""I'm," he said, "not 'sure'.""#), "“I’m,” he said, “not ‘sure’.”");
        assert_eq!(english("'Tis the '90s -- or so... (\"quite\")"), "’Tis the ’90s — or so… (“quite”)");
        assert_eq!(english("\"<i>Now!</i>\" she said"), "“<i>Now!</i>” she said");
        assert_eq!(english("\"\" (\"\")"), "“” (“”)");
        assert_eq!(html("\"a\" -- 'b'", false, |_| None), "\"a\" -- 'b'");
    }

    #[test]
    fn tags_are_shown_as_far_as_they_mark_words_and_all_are_closed() {
        let (mut left_out, image) = (BTreeSet::new(), |path: &str| (path == "a.png").then(|| format!("../{path}")));
        for (text, expected) in [
            ("a <b>bold <i>word</b> <script>x</script>", "a <b>bold <i>word </i></b>"),
            ("1 < 2 & 3<br>4, I <3 you, a<b", "1 &lt; 2 &amp; 3<br/>4, I &lt;3 you, a&lt;b"),
            ("<center><font color=red>\"A\"</font></center> &mdash; B", "“A”<br/> — B"),
            ("<h2 id=x>A</h2><p class='b c' style=x>B", "<strong>A</strong><span class=\"b c\"><br/>B</span>"),
            (
                "<a href='https://a.org/?b&amp;c'>A</a> <a href=b.html>B</a>",
                "<a href=\"https://a.org/?b&amp;c\">A</a> B",
            ),
            ("<a href='javascript:a()' onclick=a()>A</a>", "A"),
            (
                "<img src=a.png alt='A \"b\"' onerror=x><img src=b.png>",
                "<img src=\"../a.png\" alt=\"A &quot;b&quot;\"/>",
            ),
            ("<SPAN CLASS=\"a\">A</SPAN></div>", "<span class=\"a\">A</span>"),
            ("</div><div class=a>", ""),
        ] {
            assert_eq!(html(text, true, image), expected, "{text}");
            images(text, &mut left_out);
        }
        let expected =
            "`<a onclick>` `<a>` `<center>` `<font color>` `<font>` `<h2 id>` `<img onerror>` `<p style>` `<script>`";
        assert_eq!(left_out.into_iter().collect::<Vec<_>>().join(" "), expected);
        assert_eq!(plain("<b>a</b><br/>b <p>c</p>", false), "a b  c");
        assert_eq!(html_of_choice("<a href=tel:1 class=a>A</a> <abbr>B</abbr>", false, |_| None), "A <abbr>B</abbr>");
    }

    #[test]
    fn first_words_end_between_words() {
        assert_eq!(first_words("The tide has gone out, and nobody saw it.", 24), "The tide has gone out…");
        assert_eq!(first_words("Short.", 24), "Short.");
    }
}
