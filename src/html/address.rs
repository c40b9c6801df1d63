//! Addresses, read as browsers read them, and what the addresses of a tag are for.

use std::ops::Range;

use super::style;
use super::walk::Tag;

/// The schemes that an address may have. One without a scheme is a path of the site or an address on the same host.
pub const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// Returns the scheme of an address in lower case, as the URL standard finds it: control characters and blanks before
/// it go, and so do tabs and line breaks anywhere. <https://url.spec.whatwg.org/#concept-basic-url-parser>
pub fn scheme(address: &str) -> Option<String> {
    let mut scheme = String::new();
    for character in address.trim_start_matches(|c: char| c <= ' ').chars() {
        match character {
            '\t' | '\n' | '\r' => {}
            ':' if !scheme.is_empty() => return Some(scheme),
            'a'..='z' | 'A'..='Z' => scheme.push(character.to_ascii_lowercase()),
            '0'..='9' | '+' | '-' | '.' if !scheme.is_empty() => scheme.push(character),
            _ => return None,
        }
    }
    None
}

/// Returns the hint for an address with a forbidden scheme.
pub fn hint() -> String {
    let schemes: Vec<_> = SCHEMES.iter().map(|scheme| format!("`{scheme}:`")).collect();
    format!("an address is a path of the site or begins with one of {}", schemes.join(", "))
}

/// What an address is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Readers follow it.
    Link,
    /// Browsers load it to show the page.
    Part,
    /// It is named and no more.
    Mention,
}

/// Calls a function for each address of a tag, with its purpose and the place of the attribute that has it. What names
/// a part of the document itself in a style is left out.
pub fn addresses(tag: &Tag, mut each: impl FnMut(&str, Purpose, &Range<usize>)) {
    for attribute in &tag.attributes {
        let (value, range) = (attribute.value.as_str(), &attribute.range);
        match attribute.name.as_str() {
            "style" | "fill" | "stroke" | "filter" | "mask" | "clip-path" | "cursor" | "marker-start"
            | "marker-mid" | "marker-end" => {
                for found in style::addresses(value) {
                    each(&found.address, Purpose::Part, range);
                }
            }
            "srcset" | "imagesrcset" => {
                for candidate in candidates(value) {
                    each(candidate, Purpose::Part, range);
                }
            }
            name => {
                if let Some(purpose) = purpose(tag, name, value) {
                    each(value, purpose, range);
                }
            }
        }
    }
}

/// Returns what the value of an attribute is for, if it is an address.
fn purpose(tag: &Tag, attribute: &str, value: &str) -> Option<Purpose> {
    let element = tag.local_name();
    Some(match attribute {
        "href" | "xlink:href" => match element {
            "a" | "area" => Purpose::Link,
            "link" if is_loaded(tag) => Purpose::Part,
            "link" => Purpose::Mention,
            "base" => return None,
            _ => Purpose::Part,
        },
        "src" | "poster" | "background" | "lowsrc" | "dynsrc" | "ping" => Purpose::Part,
        "data" if element == "object" => Purpose::Part,
        "cite" | "longdesc" | "action" | "formaction" => Purpose::Mention,
        "content" if element == "meta" && (value.starts_with("https://") || value.starts_with("http://")) => {
            Purpose::Mention
        }
        _ => return None,
    })
}

/// Whether a `<link>` makes browsers load a file, or get ready to.
fn is_loaded(link: &Tag) -> bool {
    const KINDS: [&str; 9] = [
        "stylesheet",
        "icon",
        "apple-touch-icon",
        "manifest",
        "preload",
        "prefetch",
        "modulepreload",
        "preconnect",
        "dns-prefetch",
    ];
    let kinds = link.value("rel").unwrap_or_default().split_ascii_whitespace();
    kinds.into_iter().any(|kind| KINDS.iter().any(|known| kind.eq_ignore_ascii_case(known)))
}

/// Returns the addresses in a list of images for screens of different kinds:
/// <https://html.spec.whatwg.org/multipage/images.html#srcset-attribute>.
fn candidates(list: &str) -> Vec<&str> {
    let is_blank = |c: char| c.is_ascii_whitespace();
    let mut addresses = Vec::new();
    let mut rest = list.trim_start_matches(|c| is_blank(c) || c == ',');
    while !rest.is_empty() {
        let (address, more) = rest.split_at(rest.find(is_blank).unwrap_or(rest.len()));
        let bare = address.trim_end_matches(',');
        addresses.push(bare);
        // After a comma at its end, no width or density follows.
        let more = if bare == address { more.find(',').map_or("", |comma| &more[comma..]) } else { more };
        rest = more.trim_start_matches(|c| is_blank(c) || c == ',');
    }
    addresses
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forbidden_scheme(address: &str) -> Option<String> {
        scheme(address).filter(|scheme| !SCHEMES.contains(&scheme.as_str()))
    }

    #[test]
    fn schemes_are_found_as_browsers_find_them() {
        for address in [
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            " javascript:alert(1)",
            "\u{1}\u{1f} javascript:alert(1)",
            "java\tscript:alert(1)",
            "java\r\nscript\n:alert(1)",
            "\tj\na\rvascript:alert(1)",
            "javascript://example.org/%0aalert(1)",
            "javascript::alert(1)",
        ] {
            assert_eq!(forbidden_scheme(address).as_deref(), Some("javascript"), "{address:?}");
        }
        assert_eq!(forbidden_scheme("vbscript:x").as_deref(), Some("vbscript"));
        assert_eq!(forbidden_scheme("data:text/html,x").as_deref(), Some("data"));
        assert_eq!(forbidden_scheme("DATA:image/png;base64,AA").as_deref(), Some("data"));
        assert_eq!(forbidden_scheme("view-source:x").as_deref(), Some("view-source"));
        assert_eq!(forbidden_scheme("blob:https://example.org/1").as_deref(), Some("blob"));
        assert_eq!(forbidden_scheme("c:/file").as_deref(), Some("c"));
    }

    #[test]
    fn addresses_of_the_web_and_paths_are_allowed() {
        for address in [
            "https://example.org/a:b",
            "HTTP://example.org",
            "//example.org/x",
            "mailto:somebody@example.org",
            "tel:+1-555",
            "about.md",
            "../nim/index.html#rules",
            "#javascript:alert(1)",
            "?javascript:alert(1)",
            "./javascript:alert(1)",
            "a/javascript:alert(1)",
            "1javascript:x",
            ":javascript:x",
            "javascript%3Aalert(1)",
            "\u{a0}javascript:x",
            "",
        ] {
            assert_eq!(forbidden_scheme(address), None, "{address:?}");
        }
    }

    #[test]
    fn lists_of_images_are_taken_apart() {
        for (list, addresses) in [
            ("a.png", "a.png"),
            ("a.png 1x, b.png 2x", "a.png b.png"),
            ("a.png, b.png", "a.png b.png"),
            ("a,b.png 100w,c.png 200w", "a,b.png c.png"),
            (" , a.png\t1x ,\n b.png ,", "a.png b.png"),
            (",", ""),
        ] {
            assert_eq!(candidates(list).join(" "), addresses, "{list:?}");
        }
    }
}
