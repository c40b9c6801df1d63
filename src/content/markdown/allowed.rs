//! What an author may write as HTML beside Markdown.

use std::ops::Range;

use super::flaws::Flaws;
use crate::html::elements;
use crate::html::walk::{Attribute, Tag};

/// The line of `site.toml` that allows all HTML in texts.
const ALLOW_ALL: &str = "to have all of HTML in texts, write `raw_html = true` into content/site.toml";

/// Checks a tag of an author, but for its place among others. `is_free` says that texts may have all elements and
/// attributes that are not the page's own; `place` returns the place in the text of one in the HTML.
pub(super) fn check(tag: &Tag, is_free: bool, place: impl Fn(&Range<usize>) -> Range<usize>, flaws: &mut Flaws<'_>) {
    let Tag { name, attributes, range, .. } = tag;
    let is_of_documents = elements::is_of_documents(name);
    if is_of_documents || !(is_free || elements::is_allowed(name)) {
        let hint = if is_of_documents { "the theme writes what makes a page of a text" } else { ALLOW_ALL };
        return flaws.add(&place(range), format!("`<{name}>` cannot stand in a text"), hint);
    }
    for Attribute { name: attribute, value, range } in attributes {
        let range = place(range);
        if !is_free && !elements::is_allowed_attribute(attribute) {
            flaws.add(&range, format!("`<{name}>` in a text cannot have `{attribute}`"), ALLOW_ALL);
        } else if ["cite", "href", "src"].contains(&&**attribute) {
            flaws.check_address(value, attribute == "src", &range);
        } else {
            flaws.check_characters(value, &range);
        }
    }
}
