//! The addresses in stylesheets and `style` attributes: a plain search, without a grammar.
//!
//! The guarantee that a page loads nothing from other sites depends on this search. So it looks behind every quote and
//! every `url(`, even in comments.

use std::ops::Range;

use super::characters::TEXT_MARK;

/// Returns the addresses of a stylesheet, each with its place: all addresses in `url()` and `@import`, and from other
/// strings, the addresses on other hosts. Ignores references to parts of the document itself, such as `url(#a)`.
pub fn addresses(stylesheet: &str) -> Vec<(String, Range<usize>)> {
    let (text, places) = unescaped(stylesheet);
    let lower = text.to_ascii_lowercase();
    let mut addresses = Vec::new();
    // A quote after `url(` belongs to it.
    let mut next = 0;
    while let Some(at) = lower[next..].find(['"', '\'', '(']).map(|found| next + found) {
        next = at + 1;
        let is_url = lower.as_bytes()[at] == b'(';
        if is_url && !lower[..at].ends_with("url") {
            continue;
        }
        let start = if is_url { text.len() - text[next..].trim_ascii_start().len() } else { at };
        let quote = text[start..].chars().next().filter(|sign| ['"', '\''].contains(sign));
        let begin = start + usize::from(quote.is_some());
        let is_end = |sign: char| quote.map_or("()\"'".contains(sign), |quote| sign == quote);
        let end = text[begin..].find(is_end).map_or(text.len(), |length| begin + length);
        let address = text[begin..end].trim_end_matches(|sign: char| quote.is_none() && sign.is_ascii_whitespace());
        let is_address = is_url || lower[..at].trim_end().ends_with("@import") || is_elsewhere(address);
        if is_address && !address.is_empty() && !address.starts_with('#') {
            addresses.push((address.to_owned(), places[begin]..places[end]));
            next = end;
        }
    }
    addresses
}

/// Returns whether an address is on another host, or can become one.
fn is_elsewhere(address: &str) -> bool {
    // Browsers ignore spaces and control characters, and read a backslash as a slash.
    let signs = address.chars().filter(|&sign| sign > ' ');
    let bare: String = signs.map(|sign| if sign == '\\' { '/' } else { sign.to_ascii_lowercase() }).collect();
    [TEXT_MARK, "//", "http:", "https:"].iter().any(|begin| bare.starts_with(begin))
}

/// Decodes the escapes of a stylesheet, and returns for each byte its place in the original.
fn unescaped(stylesheet: &str) -> (String, Vec<usize>) {
    let (mut text, mut places) = (String::with_capacity(stylesheet.len()), Vec::with_capacity(stylesheet.len() + 1));
    let mut rest = stylesheet;
    while let Some(sign) = rest.chars().next() {
        let (length, sign) = if sign == '\\' { escape(&rest[1..]) } else { (sign.len_utf8(), Some(sign)) };
        let before = text.len();
        text.extend(sign);
        places.resize(places.len() + text.len() - before, stylesheet.len() - rest.len());
        rest = &rest[length..];
    }
    places.push(stylesheet.len());
    (text, places)
}

/// Returns the length of an escape and its character. The length includes the backslash, which precedes `text`. An
/// escaped line break has no character. <https://www.w3.org/TR/css-syntax-3/#consume-escaped-code-point>
fn escape(text: &str) -> (usize, Option<char>) {
    let digits = text.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    if digits == 0 {
        let sign = text.chars().next();
        return (1 + sign.map_or(0, char::len_utf8), sign.filter(|sign| !['\n', '\r', '\u{c}'].contains(sign)));
    }
    let code = u32::from_str_radix(&text[..digits], 16).unwrap_or_default();
    let blank = usize::from(text[digits..].starts_with(|sign: char| sign.is_ascii_whitespace()));
    (1 + digits + blank, Some(char::from_u32(code).unwrap_or('\u{fffd}')))
}

/// Returns whether a string is a colour in a form that every browser reads: three or six hexadecimal digits.
pub fn is_color(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    [3, 6].contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_wherever_stylesheets_have_them() {
        let found = |stylesheet: &str| {
            addresses(stylesheet).into_iter().map(|(address, _)| address).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(found("a { background: url(b.png) }"), "b.png");
        assert_eq!(found("a { background: url( 'b c.png' ) , URL(\"d.png\") }"), "b c.png d.png");
        assert_eq!(found("@import \"a.css\"; @import url(b.css) screen;"), "a.css b.css");
        assert_eq!(found("@media print { @supports (x: y) { a { src: url(c.woff) format('woff') } } }"), "c.woff");
        assert_eq!(found("b::before { content: 'c.png' 'a: b' \"\" url(#a) }"), "");
        assert_eq!(found("background:url(x\\2e png)"), "x.png");
    }

    #[test]
    fn no_writing_hides_what_is_elsewhere() {
        for stylesheet in [
            "a{background:image-set('//a.org/b' 1x)}",
            "@IMPORT/**/\"https://a.org/b\"",
            "a{b:\\75 \\72l(\\2f /a.org/b)}",
            "a{content:'\\27';b:src(\"//a.org/b\")}",
            "@import \"\\\r\n//a.org/b\"",
            "a{content:'\\\n';b:url( \t'\\\n//a.org/b')}",
            "/* ' */ a{b:url(\\5c\\5c a.org/b)}",
            "a{content:\"/*\";b:url(//a.org/b);c:\"*/\"}",
            "--a:'ht\\tp://a.org/b';b:src(var(--a))",
            "a{b:url(c(//a.org/b)}a{b:url(\n//a.org/b",
        ] {
            let found = addresses(stylesheet);
            assert!(found.iter().any(|(address, _)| is_elsewhere(address)), "{stylesheet}: {found:?}");
        }
    }

    #[test]
    fn colors_have_simple_forms() {
        assert!(["#fff", "#00695C"].into_iter().all(is_color));
        let others = ["", "#", "fff", "#ffff", "#00695c80", "#ggg", "#\u{e9}a", "teal", "rgb(0 0 0)", "red;}"];
        assert!(!others.into_iter().any(is_color));
    }

    #[test]
    fn addresses_have_their_places() {
        let stylesheet = "a { b: url( 'c' ) url(d) }\n@import\n \"e\";";
        let found = addresses(stylesheet).into_iter().map(|(_, range)| &stylesheet[range]);
        assert_eq!(found.collect::<Vec<_>>(), ["c", "d", "e"]);
    }

    #[test]
    fn long_stylesheets_are_read_at_once() {
        for part in ["url(", "url('", "a{b:url(", "\"", "\\", "' "] {
            addresses(&part.repeat(200_000));
        }
    }
}
