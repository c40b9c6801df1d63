//! HTML in a text: what an author may write beside Markdown.
//!
//! It does not go through as it is, but is read as browsers read it, checked, and written anew. So nobody finds other
//! tags in it than those that were checked.

use std::ops::Range;

use super::images::Size;
use super::structure::Flaw;
use crate::html::address::Purpose;
use crate::html::guard::{Breach, breach_of_address};
use crate::html::walk::{Attribute, Tag};
use crate::html::{characters, elements};

/// The line of `site.toml` that allows all HTML in texts.
const ALLOW_ALL: &str = "to have all of HTML in texts, write `raw_html = true` into content/site.toml";

/// Returns what is wrong with a tag, but for its place among others. `is_free` says that texts may have all elements
/// and attributes that are not the page's own. The ranges are those of the tag.
pub(super) fn flaws(tag: &Tag, is_free: bool) -> Vec<Flaw> {
    let Tag { name, attributes, range, .. } = tag;
    if elements::is_of_documents(name) {
        let message = format!("`<{name}>` cannot stand in a text");
        return vec![Flaw::new(range.clone(), message, "the theme writes what makes a page of a text")];
    }
    if !is_free && !elements::is_allowed(name) {
        return vec![Flaw::new(range.clone(), format!("`<{name}>` cannot stand in a text"), ALLOW_ALL)];
    }
    let mut flaws = Vec::new();
    for Attribute { name: attribute, value, range } in attributes {
        let flaw = |message: String, hint: &str| Flaw::new(range.clone(), message, hint);
        if !is_free && !elements::is_allowed_attribute(attribute) {
            flaws.push(flaw(format!("`<{name}>` in a text cannot have `{attribute}`"), ALLOW_ALL));
        } else if let Some((character, _)) = characters::find(value) {
            flaws.push(flaw(characters::message(character), characters::HINT));
        } else if ["cite", "href", "src"].contains(&&**attribute) {
            flaws.extend(flaw_of_address(value, attribute == "src" && !is_free, range.clone()));
        }
    }
    flaws
}

/// Returns what is wrong with an address in a text, if anything is.
pub(super) fn flaw_of_address(address: &str, is_image: bool, range: Range<usize>) -> Option<Flaw> {
    // What holds the image itself is no link, and no image of a text.
    let breach = breach_of_address(address, Purpose::Link, &range)
        .or_else(|| breach_of_address(address, Purpose::Part, &range).filter(|_| is_image));
    breach.map(|Breach { message, hint, .. }| Flaw::new(range, message, hint))
}

/// Returns what is to be told of HTML that browsers would read in a way of their own.
pub(super) fn misread(range: Range<usize>) -> Flaw {
    let hint = "attributes come once and look like `name=\"value\"`, a tag ends with `>`, a quote with a quote, a \
                comment with `-->`, each before the next empty line; where a `<` is meant, write `&lt;`";
    Flaw::new(range, "this HTML is not clear", hint)
}

/// Returns the attribute of a tag that leads somewhere, or shows what lies somewhere.
pub(super) fn link(tag: &Tag) -> Option<&Attribute> {
    tag.attributes.iter().find(|attribute| is_link(attribute))
}

/// Returns the words for those who do not see an image.
pub(super) fn words(tag: &Tag) -> &str {
    let words = tag.attributes.iter().find(|attribute| attribute.name == "alt");
    words.map_or("", |attribute| &attribute.value)
}

fn is_link(attribute: &Attribute) -> bool {
    ["href", "src"].contains(&attribute.name.as_str())
}

/// Returns a tag as pages have it, and the place of its [`link`]'s value in it. Where that is known only later, the
/// value is left out. An image that says nothing of its size gets it.
pub(super) fn write_tag(tag: &Tag, is_open: bool, size: Option<Size>) -> (String, usize) {
    let mut html = format!("<{}", tag.name);
    let mut place = 0;
    for attribute in &tag.attributes {
        let Attribute { name, value, .. } = attribute;
        if place == 0 && is_link(attribute) {
            place = html.len() + name.len() + " =\"".len();
            write_attribute(name, if is_open { "" } else { value }, &mut html);
        } else {
            write_attribute(name, value, &mut html);
        }
    }
    if !tag.attributes.iter().any(|attribute| ["width", "height"].contains(&attribute.name.as_str())) {
        write_size(size, &mut html);
    }
    html += if elements::is_void(&tag.name) { " />" } else { ">" };
    if tag.closes_itself && !elements::is_void(&tag.name) {
        html.extend(["</", &tag.name, ">"]);
    }
    (html, place)
}

/// Writes the size of an image, so that a page leaves room for it before it comes.
pub(super) fn write_size(size: Option<Size>, html: &mut String) {
    if let Some((width, height)) = size {
        write_attribute("width", &width.to_string(), html);
        write_attribute("height", &height.to_string(), html);
    }
}

/// Writes an attribute, and a blank before it.
pub(super) fn write_attribute(name: &str, value: &str, html: &mut String) {
    html.extend([" ", name, "=\"", &escaped(value), "\""]);
}

/// Returns a text as it stands in HTML, also between quotes.
pub(super) fn escaped(value: &str) -> String {
    let mut html = String::with_capacity(value.len());
    for character in value.chars() {
        match character {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            character => html.push(character),
        }
    }
    html
}
