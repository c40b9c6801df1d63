//! The addresses in stylesheets, and in the attributes that hold styles.

use std::ops::Range;

use cssparser::color::parse_named_color;
use cssparser::{ParseError, Parser, Token};

/// Returns the addresses that a stylesheet makes browsers load, each with its place: those in `url()`, in lists of
/// images, and of stylesheets that it imports. Parts of the document that has the style, such as `url(#a)`, are left
/// out, and so is what browsers cannot read.
pub fn addresses(stylesheet: &str) -> Vec<(String, Range<usize>)> {
    let mut addresses = Vec::new();
    // Most styles in attributes load nothing.
    if stylesheet.contains(['(', '@']) {
        // Where blocks nest deeper than the reader goes, browsers stop as well.
        let _ = collect(&mut Parser::new(stylesheet), false, &mut addresses);
    }
    addresses.retain(|(address, _)| !address.starts_with('#'));
    addresses
}

/// Whether a text is a colour in one of the forms that every browser reads: three or six hexadecimal digits, or a name.
pub fn is_color(text: &str) -> bool {
    match text.strip_prefix('#') {
        Some(digits) => [3, 6].contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit()),
        None => parse_named_color(text).is_ok(),
    }
}

/// The functions in which strings are addresses.
const LISTS: [&str; 6] = ["url", "src", "image-set", "-webkit-image-set", "image", "cross-fade"];

/// Adds the addresses up to the end of a block, in which strings can be addresses, too.
fn collect(
    parser: &mut Parser<'_>,
    are_strings: bool,
    addresses: &mut Vec<(String, Range<usize>)>,
) -> Result<(), ParseError<()>> {
    // The name of the rule that is open.
    let mut rule = String::new();
    loop {
        parser.skip_whitespace();
        let start = parser.position().byte_index();
        let Ok(token) = parser.next() else { return Ok(()) };
        let address = match token {
            Token::UnquotedUrl(address) if rule != "namespace" => Some(address.to_string()),
            Token::QuotedString(text) if rule == "import" || are_strings => Some(text.to_string()),
            _ => None,
        };
        let has_strings_inside = match token {
            Token::Function(name) => {
                Some(rule != "namespace" && LISTS.iter().any(|list| name.eq_ignore_ascii_case(list)))
            }
            Token::CurlyBracketBlock | Token::ParenthesisBlock | Token::SquareBracketBlock => Some(false),
            _ => None,
        };
        match token {
            Token::AtKeyword(name) => rule = name.to_ascii_lowercase(),
            Token::Semicolon | Token::CurlyBracketBlock => rule.clear(),
            _ => {}
        }
        if let Some(address) = address {
            addresses.push((address, start..parser.position().byte_index()));
        }
        if let Some(are_strings) = has_strings_inside {
            parser.parse_nested_block(|parser| collect(parser, are_strings, addresses))?;
        }
    }
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
        assert_eq!(found("a { background: image-set('d.png' 1x, url(e.png) 2x) }"), "d.png e.png");
        assert_eq!(found("/* url(a.png) */ b::before { content: 'url(c.png)' }"), "");
        assert_eq!(found("background:url(x\\2e png)"), "x.png");
    }

    #[test]
    fn colors_have_simple_forms() {
        assert!(["#fff", "#00695C", "teal", "RebeccaPurple"].into_iter().all(is_color));
        let others = ["", "#", "fff", "#ffff", "#00695c80", "#ggg", "#\u{e9}a", "transparent", "rgb(0 0 0)", "red;}"];
        assert!(!others.into_iter().any(is_color));
    }

    #[test]
    fn addresses_have_their_places() {
        let stylesheet = "a { b: url( 'c' ) url(d) }\n@import\n \"e\";";
        let found = addresses(stylesheet).into_iter().map(|(_, range)| &stylesheet[range]);
        assert_eq!(found.collect::<Vec<_>>(), ["'c'", "url(d)", "\"e\""]);
    }

    #[test]
    fn blocks_that_nest_without_end_are_left_alone() {
        addresses(&"(".repeat(1_000_000));
        addresses(&"a{b:url(".repeat(100_000));
    }
}
