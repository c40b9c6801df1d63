//! Addresses that links and images may have, read as browsers read them.

/// The schemes that an address may have. One without a scheme is a path of the site or an address on the same host.
pub const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// The attributes whose values are addresses.
const ATTRIBUTES: [&str; 19] = [
    "action",
    "background",
    "cite",
    "classid",
    "codebase",
    "data",
    "dynsrc",
    "formaction",
    "href",
    "icon",
    "longdesc",
    "lowsrc",
    "manifest",
    "poster",
    "profile",
    "src",
    "usemap",
    "xlink:href",
    "xml:base",
];

/// The attributes whose values are lists of addresses, or of what an address is changed to.
const LISTS: [&str; 8] = ["archive", "by", "from", "imagesrcset", "ping", "srcset", "to", "values"];

/// Returns the scheme of an address that may not have it, in lower case.
pub fn forbidden_scheme(address: &str) -> Option<String> {
    scheme(address).filter(|scheme| !SCHEMES.contains(&scheme.as_str()))
}

/// Returns the forbidden scheme of an address in the value of an attribute, if the attribute holds any.
pub fn forbidden_scheme_in(attribute: &str, value: &str) -> Option<String> {
    if ATTRIBUTES.contains(&attribute) {
        return forbidden_scheme(value);
    }
    // The address in `0;url=…`, which a page goes to by itself.
    if attribute == "content" {
        let (_, address) = value.split_once('=')?;
        return forbidden_scheme(address.trim_start().trim_start_matches(['"', '\'']));
    }
    let parts = || value.split(|c: char| c == ',' || c == ';' || c == ' ' || c.is_ascii_control());
    let is_list = LISTS.contains(&attribute);
    // A list is split at what is also left out within an address, so it is read in both ways.
    is_list.then(|| parts().find_map(forbidden_scheme).or_else(|| forbidden_scheme(value)))?
}

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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn lists_of_addresses_are_read_whole() {
        let found = |attribute, value| forbidden_scheme_in(attribute, value).is_some();
        assert!(found("srcset", "a.png 1x, javascript:x 2x"));
        assert!(found("values", "#a;java\tscript:x"));
        assert!(found("to", "java\nscript:x"));
        assert!(found("content", "0; url = 'javascript:x'"));
        assert!(found("xlink:href", "javascript:x"));
        assert!(!found("srcset", "a.png 1x, https://example.org/b.png 2x"));
        assert!(!found("content", "width=device-width"));
        assert!(!found("title", "javascript: the good parts"));
    }
}
