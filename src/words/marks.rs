//! Marks: around what is said in another language than that of its page, until the page is HTML.
//!
//! Only catalogues that lack something write them. What leaves the program has none: pages get elements that tell the
//! language, and where no elements can be, as in attributes and titles, the marks are dropped.

/// Stands before what is said in the page's own language. It may be a part of something in English.
pub(super) const OWN: char = '\u{10F5CA}';

/// Stands before what is said in English.
pub(super) const ENGLISH: char = '\u{10F5CB}';

/// Stands after either.
pub(super) const END: char = '\u{10F5CC}';

const ALL: [char; 3] = [OWN, ENGLISH, END];

/// The end of the one element that has text but no elements in it.
const TITLE_END: &str = "</title";

/// Whether a character is a mark.
pub(crate) fn is_mark(character: char) -> bool {
    ALL.contains(&character)
}

/// Returns a text without its marks.
pub(super) fn without(text: &str) -> String {
    text.replace(ALL, "")
}

/// Returns HTML with elements in place of the marks. `attributes` returns those of an element in English, or else in
/// the page's own language.
pub(super) fn replaced(html: &str, attributes: impl Fn(bool) -> String) -> String {
    let mut out = String::with_capacity(html.len());
    // What is begun and not ended: whether it is in English, and whether it has an element.
    let mut begun: Vec<(bool, bool)> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find(|c| c == '<' || is_mark(c)) {
        let (text, from_here) = rest.split_at(at);
        out.push_str(text);
        if from_here.starts_with('<') {
            let (tag, after) = from_here.split_at(markup_length(from_here));
            out.push_str(&without(tag));
            rest = after;
            continue;
        }
        let (mark, after) = from_here.split_at(OWN.len_utf8());
        rest = after;
        if mark.starts_with(END) {
            let Some((is_english, true)) = begun.pop() else { continue };
            // What follows in the same language is read on in one direction.
            let again = if is_english { ENGLISH } else { OWN };
            match rest.strip_prefix(' ').and_then(|after| after.strip_prefix(again)) {
                Some(after) => {
                    out.push(' ');
                    begun.push((is_english, true));
                    rest = after;
                }
                None => out.push_str("</span>"),
            }
            continue;
        }
        let is_english = mark.starts_with(ENGLISH);
        let differs = is_english != begun.last().is_some_and(|&(is_english, _)| is_english);
        if differs {
            out.extend(["<span ", &attributes(is_english), ">"]);
        }
        begun.push((is_english, differs));
    }
    out.push_str(rest);
    out
}

/// Returns the length of the tag that a text begins with, or of a title up to its end.
fn markup_length(html: &str) -> usize {
    if html.starts_with("<title") {
        return html.find(TITLE_END).unwrap_or(html.len());
    }
    let mut quote = None;
    for (at, byte) in html.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return at + 1,
            (b'"' | b'\'', None) => quote = Some(byte),
            (byte, Some(open)) if byte == open => quote = None,
            _ => {}
        }
    }
    html.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_stand_where_the_language_changes() {
        for (marked, html) in [
            ("a [b] c", "a <span lang=en>b</span> c"),
            ("(a [b (c) d] e)", "a <span lang=en>b <span lang=he>c</span> d</span> e"),
            ("[a] [b (c)] d", "<span lang=en>a b <span lang=he>c</span></span> d"),
            ("[a [b] c]", "<span lang=en>a b c</span>"),
            ("<a title='[a>b]' b=\"'[c]\">[d]</a>", "<a title='a>b' b=\"'c\"><span lang=en>d</span></a>"),
            ("<title>[a] b</title>[c]", "<title>a b</title><span lang=en>c</span>"),
        ] {
            let marks = [("(", OWN), (")", END), ("[", ENGLISH), ("]", END)];
            let marked =
                marks.iter().fold(marked.to_owned(), |text, (sign, mark)| text.replace(sign, &mark.to_string()));
            let found = replaced(&marked, |is_english| format!("lang={}", if is_english { "en" } else { "he" }));
            assert_eq!(found, html);
        }
    }
}
