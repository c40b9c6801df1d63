//! Addresses, read as browsers read them, and the purposes of the addresses in a tag.

use std::borrow::Cow;
use std::ops::Range;

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::elements::{LOADED, STYLED};
use super::style;
use super::walk::{Attribute, Tag};

/// The schemes that an author's address can have. An address without a scheme is a path of the site or of
/// its host.
pub const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// Returns the scheme of an address in lower case. As in the URL standard, ignores control characters and spaces at the
/// beginning, and tabs and line breaks anywhere. <https://url.spec.whatwg.org/#concept-basic-url-parser>
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

/// Resolves an address relative to a folder of the site, and decodes it. Paths of folders end with `/`; the root is
/// empty. A path that leaves the site begins with `..`.
pub fn join(folder: &str, address: &str) -> String {
    let mut parts: Vec<Cow<'_, str>> = folder.split('/').filter(|part| !part.is_empty()).map(Cow::from).collect();
    let mut is_folder = true;
    for part in address.split('/') {
        let part = percent_decode_str(part).decode_utf8_lossy();
        is_folder = matches!(&*part, "" | "." | "..");
        if !is_folder || part == ".." && parts.last().is_none_or(|last| last == "..") {
            parts.push(part);
        } else if part == ".." {
            parts.pop();
        }
    }
    parts.join("/") + if is_folder && !parts.is_empty() { "/" } else { "" }
}

/// Appends the shortest relative path from one folder of the site to another. Unless the path is empty, it ends with
/// `/`.
pub(crate) fn write_way(from: &str, to: &str, out: &mut String) {
    let mut from = from.split('/').filter(|part| !part.is_empty()).peekable();
    let mut to = to.split('/').filter(|part| !part.is_empty()).peekable();
    while from.peek().is_some() && from.peek() == to.peek() {
        from.next();
        to.next();
    }
    from.map(|_| "..").chain(to).for_each(|part| out.extend([part, "/"]));
}

/// Returns the relative path from one file of the site to another.
pub(crate) fn way(from: &str, to: &str) -> String {
    let split = |path: &str| path.rsplit_once('/').map_or(0, |(folder, _)| folder.len() + 1);
    let (mut way, name) = (String::new(), split(to));
    write_way(&from[..split(from)], &to[..name], &mut way);
    way + &to[name..]
}

/// Percent-encodes a path on the website for a link.
pub fn encode(path: &str) -> String {
    utf8_percent_encode(path, NOT_IN_LINKS).to_string()
}

/// Percent-encodes an author's address for a link. Existing escapes stay.
pub fn encode_written(address: &str) -> String {
    utf8_percent_encode(address, NOT_IN_ADDRESSES).to_string()
}

/// Returns whether an address leads to another site and browsers can follow the address.
pub fn leads_out(address: &str) -> bool {
    scheme(address).is_some_and(|own| SCHEMES.contains(&&*own)) && flaw(address).is_none()
}

/// If browsers cannot follow an address with a scheme, returns the wrong part: a `%` without digits, a port or a host.
pub fn flaw(address: &str) -> Option<&str> {
    let (scheme, rest) = address.split_once(':')?;
    let is_digit = |at| rest.as_bytes().get(at).is_some_and(u8::is_ascii_hexdigit);
    if rest.match_indices('%').any(|(at, _)| !is_digit(at + 1) || !is_digit(at + 2)) {
        return Some("%");
    }
    let authority =
        rest.trim_start_matches('/').split(['/', '?', '#']).next().filter(|_| scheme.starts_with("http"))?;
    let named = authority.rsplit_once('@').map_or(authority, |(_, named)| named);
    let (host, port) = named.rsplit_once(':').unwrap_or((named, ""));
    if !port.is_empty() && port.parse::<u16>().is_err() {
        return Some(port);
    }
    let is_host = !host.is_empty() && !format!(".{host}").contains("..") && !host.contains(char::is_whitespace);
    (!is_host).then_some(if host.is_empty() { address } else { host })
}

/// Returns the `href` attribute for an author's link, if the link leads out of the site.
pub fn link(tag: &Tag) -> Option<String> {
    let address = tag.value("href").filter(|address| leads_out(address))?;
    Some(format!(" href=\"{}\"", encode_written(address).replace('&', "&amp;")))
}

/// The characters that an address must escape. `%` is not one of these characters, because it begins an existing
/// escape.
const NOT_IN_ADDRESSES: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`').add(b'\'');

/// The characters to escape in a link: all except letters, digits, `-`, `.`, `_`, `~`, and the `/` between names.
pub(crate) const NOT_IN_LINKS: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The hint for an address whose scheme is not in [`SCHEMES`].
pub const HINT: &str = "write a path of the site, or begin with `http:`, `https:`, `mailto:` or `tel:`";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A link for readers to follow.
    Link,
    /// A part of the page, such as a picture, which browsers load together with the page.
    Part,
    /// The mention of a document, which browsers do not load.
    Mention,
}

/// Calls a function for each address of a tag, with its purpose and the place of its attribute. Ignores the references
/// in a style that lead to the document itself, such as `url(#a)`.
pub fn addresses(tag: &Tag, mut each: impl FnMut(&str, Purpose, &Range<usize>)) {
    for Attribute { name, value, range } in &tag.attributes {
        if STYLED.contains(&&**name) {
            for (address, _) in style::addresses(value) {
                each(&address, Purpose::Part, range);
            }
        } else if ["srcset", "imagesrcset"].contains(&name.as_str()) {
            // The width of an image follows its address. This also checks whatever follows a comma inside an address.
            for image in value.split(',') {
                if let Some(address) = image.split_ascii_whitespace().next() {
                    each(address, Purpose::Part, range);
                }
            }
        } else if let Some(purpose) = purpose(tag, name, value) {
            each(value, purpose, range);
        }
    }
}

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

/// Returns whether a `<link>` makes browsers load a file, or prepare to.
fn is_loaded(link: &Tag) -> bool {
    let kinds = link.value("rel").unwrap_or_default().to_ascii_lowercase();
    kinds.split_ascii_whitespace().any(|kind| LOADED.contains(&kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_climb_no_further_than_needed() {
        for (from, to, expected) in [
            ("", "nim", "nim/"),
            ("nim", "", "../"),
            ("nim", "nim/two-player", "two-player/"),
            ("nim/a", "hanoi/c", "../../hanoi/c/"),
            ("nim/a", "nim/a", ""),
            ("eink/nim", "nim", "../../nim/"),
        ] {
            let mut way = String::new();
            write_way(from, to, &mut way);
            assert_eq!(way, expected, "from {from} to {to}");
        }
        assert_eq!(way("a/b.md", "c.lua"), "../c.lua");
        assert_eq!(way("a.md", "b/c.lua"), "b/c.lua");
    }

    #[test]
    fn schemes_are_found_as_browsers_find_them() {
        for address in ["\u{1} java\tscript:a()", "\tj\na\rvascript\n:a()", "JavaScript::a()"] {
            assert_eq!(scheme(address).as_deref(), Some("javascript"), "{address:?}");
        }
        assert_eq!(scheme("view-source:x").as_deref(), Some("view-source"));
        for path in ["//a.org/x", "#a:b", "?a:b", "./a:b", "a/b:c", "1a:b", ":a:b", "a%3Ab", "\u{a0}a:b", ""] {
            assert_eq!(scheme(path), None, "{path:?}");
        }
    }
}
