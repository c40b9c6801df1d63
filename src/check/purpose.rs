//! What the attributes of elements are for.

use crate::html::tokens::{Attribute, Tag};

/// What an address is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Readers follow it.
    Link,
    /// Browsers ask for it to show the page.
    Part,
    /// It is named and no more.
    Mention,
}

/// Whether an element says that the page is in UTF-8.
pub(super) fn names_utf8(meta: &Tag) -> bool {
    meta.attributes.iter().any(|Attribute { name, value, .. }| {
        let value = value.trim().to_ascii_lowercase();
        match name.as_str() {
            "charset" => value == "utf-8",
            "content" => value.contains("charset=utf-8"),
            _ => false,
        }
    })
}

/// Returns what the value of an attribute is for, if it is an address.
pub(super) fn purpose(tag: &Tag, attribute: &str, value: &str) -> Option<Purpose> {
    let element = tag.name.rsplit(':').next().unwrap_or(&tag.name);
    Some(match attribute {
        "href" | "xlink:href" => match element {
            "a" | "area" => Purpose::Link,
            "link" if asks_for_more(tag) => Purpose::Part,
            "link" => Purpose::Mention,
            // Scripts and frames, and what addresses are seen from, are told as what they are.
            "base" => return None,
            _ => Purpose::Part,
        },
        "src" | "poster" | "background" | "lowsrc" | "dynsrc" => Purpose::Part,
        "data" if element == "object" => Purpose::Part,
        "cite" | "longdesc" | "action" | "formaction" => Purpose::Mention,
        "content" if element == "meta" && (value.starts_with("https://") || value.starts_with("http://")) => {
            Purpose::Mention
        }
        _ => return None,
    })
}

/// Whether a `<link>` lets browsers ask for a file.
fn asks_for_more(link: &Tag) -> bool {
    let rel = link.attributes.iter().find(|attribute| attribute.name == "rel");
    let kinds = ["stylesheet", "icon", "apple-touch-icon", "manifest", "preload", "prefetch", "modulepreload"];
    rel.is_some_and(|rel| rel.value.split_ascii_whitespace().any(|kind| kinds.contains(&kind)))
}
