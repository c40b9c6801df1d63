//! Prose: the texts of stories as HTML.
//!
//! Authors of ink mark words with tags of HTML, which ink's own player passes on; a few that mark words are known here,
//! and everything else is text. In English typed quotes and dashes become those of books.

use crate::ground::html::elements::OF_PHRASES;

/// The tag that breaks a line, which has no end.
const BREAK: &str = "br";

/// What begins with an apostrophe, and no quote.
const CLIPPED: [&str; 10] = ["tis", "twas", "twere", "twill", "em", "til", "cause", "bout", "round", "n"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Character(char),
    Start(&'static str),
    End(&'static str),
}

/// Returns a text as HTML, in which tags are closed that the text leaves open.
pub(crate) fn html(text: &str, is_english: bool) -> String {
    let (mut html, mut open) = (String::new(), Vec::new());
    for piece in pieces(text, is_english) {
        match piece {
            Piece::Character('&') => html += "&amp;",
            Piece::Character('<') => html += "&lt;",
            Piece::Character('>') => html += "&gt;",
            Piece::Character('\n') | Piece::Start(BREAK) => html += "<br/>",
            Piece::Character(character) => html.push(character),
            Piece::Start(name) => {
                html.extend(["<", name, ">"]);
                open.push(name);
            }
            // What would close another tag is left out.
            Piece::End(name) if open.last() == Some(&name) => {
                html.extend(["</", name, ">"]);
                open.pop();
            }
            Piece::End(_) => {}
        }
    }
    open.iter().rev().for_each(|name| html.extend(["</", *name, ">"]));
    html
}

pub(crate) fn plain(text: &str, is_english: bool) -> String {
    let character = |piece| match piece {
        Piece::Character(character) => Some(character),
        Piece::Start(BREAK) => Some(' '),
        Piece::Start(_) | Piece::End(_) => None,
    };
    pieces(text, is_english).into_iter().filter_map(character).collect()
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

fn pieces(text: &str, is_english: bool) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(text.len());
    let (mut before, mut rest) = (None, text);
    while let Some(character) = rest.chars().next() {
        if let Some((tag, length)) = tag(rest) {
            pieces.push(tag);
            rest = &rest[length..];
            continue;
        }
        let (set, length) = match is_english.then(|| typeset(before, rest)).flatten() {
            Some(set) => set,
            None => (character, character.len_utf8()),
        };
        pieces.push(Piece::Character(set));
        (before, rest) = (Some(set), &rest[length..]);
    }
    pieces
}

/// Returns the tag that a text begins with, and how long it is.
fn tag(text: &str) -> Option<(Piece, usize)> {
    let inside = text.strip_prefix('<')?;
    let end = inside.find('>')?;
    let (name, is_end) = match inside[..end].strip_prefix('/') {
        Some(name) => (name, true),
        None => (inside[..end].trim_end_matches(['/', ' ']), false),
    };
    let name = OF_PHRASES.iter().find(|tag| tag.eq_ignore_ascii_case(name))?;
    Some((if is_end { Piece::End(name) } else { Piece::Start(name) }, end + 2))
}

/// Returns what stands in a book for what a text begins with, and for how many bytes.
fn typeset(before: Option<char>, text: &str) -> Option<(char, usize)> {
    let begins = before.is_none_or(|before| before.is_whitespace() || "([{—–-/“‘".contains(before));
    match text.as_bytes() {
        [b'-', b'-', b'-', ..] => Some(('—', 3)),
        [b'-', b'-', ..] => Some(('—', 2)),
        [b'.', b'.', b'.', ..] => Some(('…', 3)),
        [b'"', ..] => Some((if begins { '“' } else { '”' }, 1)),
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
        let english = |text| html(text, true);
        assert_eq!(english(r#""I'm," he said, "not 'sure'.""#), "“I’m,” he said, “not ‘sure’.”");
        assert_eq!(english("'Tis the '90s -- or so... (\"quite\")"), "’Tis the ’90s — or so… (“quite”)");
        assert_eq!(english("\"<i>Now!</i>\" she said"), "“<i>Now!</i>” she said");
        assert_eq!(html("\"a\" -- 'b'", false), "\"a\" -- 'b'");
    }

    #[test]
    fn few_tags_are_known_and_all_are_closed() {
        let foreign = |text| html(text, false);
        assert_eq!(
            foreign("a <b>bold <i>word</b> <script>x</script>"),
            "a <b>bold <i>word &lt;script&gt;x&lt;/script&gt;</i></b>"
        );
        assert_eq!(foreign("1 < 2 & 3<br>4"), "1 &lt; 2 &amp; 3<br/>4");
        assert_eq!(plain("<b>a</b><br/>b", false), "a b");
    }

    #[test]
    fn first_words_end_between_words() {
        assert_eq!(first_words("The tide has gone out, and nobody saw it.", 24), "The tide has gone out…");
        assert_eq!(first_words("Short.", 24), "Short.");
    }
}
