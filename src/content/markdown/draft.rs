//! A text under construction: its parts and the mistakes found so far.

use std::ops::Range;

use super::parts::PartNames;
use crate::content::body::{Body, Insert, MARK, Reference, escaped};
use crate::content::document::Document;
use crate::content::files::Size;
use crate::content::links::{self, LinkTarget};
use crate::content::located::Located;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::ground::html::address::Purpose;
use crate::ground::html::guard::{Breach, breach_of_address};
use crate::ground::html::walk::{Attribute, Tag};
use crate::ground::html::{characters, elements};

/// The deepest nesting of elements: the minifier is recursive.
const DEEPEST: usize = 50;

/// A text under construction. Ranges are relative to the text, which begins after the file's header.
pub(super) struct Draft<'d> {
    pub(super) document: &'d Document<'d>,
    pub(super) body: Body,
    pub(super) names: PartNames,
    pub(super) first_link: Option<Range<usize>>,
    /// The open elements, the innermost last; `None` once a tag is misplaced.
    open: Option<Vec<Open>>,
    own_links: Vec<(String, Range<usize>)>,
    findings: Diagnostics,
}

/// An open element. Its end tag must come where the author opened it, so that a text cannot close elements of the page.
pub(super) struct Open {
    pub(super) name: Option<String>,
    pub(super) range: Range<usize>,
    /// The index of its link, if the target is on the site.
    pub(super) link: Option<usize>,
}

impl<'d> Draft<'d> {
    pub(super) fn new(document: &'d Document<'d>) -> Self {
        Self {
            document,
            body: Body::default(),
            names: PartNames::default(),
            first_link: None,
            open: Some(Vec::new()),
            own_links: Vec::new(),
            findings: Diagnostics::new(),
        }
    }

    pub(super) fn flaw(&mut self, range: &Range<usize>, message: impl Into<String>, hint: impl Into<String>) {
        let finding = Diagnostic::new(message).at(&self.document.source, self.document.in_file(range)).hint(hint);
        self.findings.push(finding);
    }

    pub(super) fn check_characters(&mut self, words: &str, range: &Range<usize>) {
        if let Some((refused, _)) = characters::refused(words) {
            self.findings.push(refused.at(&self.document.source, self.document.in_file(range)));
        }
    }

    pub(super) fn check_address(&mut self, address: &str, is_image: bool, range: &Range<usize>) {
        // A `data:` address embeds an image: it is neither a link nor a file of the site.
        let breach = breach_of_address(address, Purpose::Link, range).or_else(|| {
            let breach = breach_of_address(address, Purpose::Part, range);
            breach.filter(|_| is_image && !self.document.rules.raw_html)
        });
        if let Some(Breach { message, hint, .. }) = breach {
            self.flaw(range, message, hint);
        }
    }

    pub(super) fn add_name(&mut self, name: &str, range: &Range<usize>) {
        if !self.names.known.insert(name.to_owned()) {
            let message = format!("two parts of the page have the name `{name}`");
            self.flaw(range, message, "rename one of them");
        }
    }

    pub(super) fn is_outside(&self) -> bool {
        self.open.as_ref().is_none_or(Vec::is_empty)
    }

    pub(super) fn push_open(&mut self, element: Open) {
        let Some(open) = &mut self.open else { return };
        if open.len() == DEEPEST {
            self.open = None;
            self.flaw(&element.range, "this text is nested too deeply", "nest fewer elements");
        } else {
            open.push(element);
        }
    }

    /// Closes an element and returns the index of its link. `name` is `None` for elements from Markdown. Reports
    /// nothing after the first misplaced tag.
    pub(super) fn close(&mut self, name: Option<&str>, range: &Range<usize>) -> Option<usize> {
        let mut open = self.open.take()?;
        match open.pop() {
            Some(last) if last.name.as_deref() == name => {
                self.open = Some(open);
                return last.link;
            }
            // The tag closes an outer element, or an element from Markdown ends, so this one is still open.
            Some(Open { name: Some(inner), range, .. })
                if name.is_none() || open.iter().any(|outer| outer.name.as_deref() == name) =>
            {
                self.add_not_closed(&inner, &range, "the paragraph, item or element");
            }
            _ => {
                let hint = "remove it, or correct the order: always close the most recently opened element first";
                self.flaw(range, format!("`</{}>` closes no open element", name.unwrap_or_default()), hint);
            }
        }
        None
    }

    fn add_not_closed(&mut self, name: &str, range: &Range<usize>, outer: &str) {
        self.flaw(range, format!("`<{name}>` is not closed"), format!("write `</{name}>` before {outer} ends"));
    }

    pub(super) fn refer(&mut self, address: &str, image: Option<&str>, range: &Range<usize>) -> Option<usize> {
        if address.starts_with('#') {
            self.own_links.push((links::part(address).unwrap_or_default(), range.clone()));
            return None;
        }
        let LinkTarget { path, suffix } = links::resolve(&self.document.path, address)?;
        let path = self.located(path, range);
        self.body.links.push(Reference { path, suffix, image: image.map(str::to_owned) });
        Some(self.body.links.len() - 1)
    }

    pub(super) fn located<T>(&self, value: T, range: &Range<usize>) -> Located<T> {
        Located { value, source: self.document.source.clone(), range: self.document.in_file(range) }
    }

    /// Adds an insert, and returns the marks for it.
    pub(super) fn insert(&mut self, insert: Insert) -> String {
        self.body.inserts.push(insert);
        format!("{MARK}{}{MARK}", self.body.inserts.len() - 1)
    }

    /// Adds a tag with a link, and returns the marks for it. If the tag is an image without a size, adds its size.
    pub(super) fn insert_tag(&mut self, tag: &Tag, link: usize) -> String {
        let Reference { path, image, .. } = &self.body.links[link];
        let size = image.as_ref().and_then(|_| self.document.images.size(&path.value));
        self.insert(Insert::Tag { link, html: write_tag(tag, true, size) })
    }

    /// Returns the text. Reports elements that are still open, and links to missing parts.
    pub(super) fn finish(mut self) -> Result<Body, Diagnostics> {
        if let Some(Open { name: Some(name), range, .. }) = self.open.take().and_then(|mut open| open.pop()) {
            self.add_not_closed(&name, &range, "the text");
        }
        let names = std::mem::take(&mut self.names.known);
        let own_links = std::mem::take(&mut self.own_links);
        for (part, place) in own_links.iter().filter(|(part, _)| !names.contains(part)) {
            let hint = did_you_mean(part, names.iter().map(String::as_str));
            self.flaw(place, format!("this page has no part `{part}`"), hint);
        }
        self.findings.sort();
        self.findings.into_result(Body { ids: names, ..self.body })
    }
}

pub(super) fn is_link(attribute: &Attribute) -> bool {
    ["href", "src"].contains(&attribute.name.as_str())
}

/// Returns a tag with these attributes, without an empty title.
pub(super) fn tag_of(name: &str, attributes: &[(&str, &str)]) -> Tag {
    let mut tag = Tag { name: name.to_owned(), ..Tag::default() };
    for (name, value) in attributes.iter().filter(|(name, value)| *name != "title" || !value.is_empty()) {
        tag.attributes.push(Attribute { name: (*name).to_owned(), value: (*value).to_owned(), range: 0..0 });
    }
    tag
}

/// Writes a tag. If the tag `is_open`, a mark replaces its address. If the tag is an image without a size, adds this
/// `size`.
pub(super) fn write_tag(tag: &Tag, is_open: bool, size: Option<Size>) -> String {
    let mut html = format!("<{}", tag.name);
    let mut write = |name: &str, value: &str| html.extend([" ", name, "=\"", value, "\""]);
    let mut is_open = is_open;
    for attribute in &tag.attributes {
        if is_open && is_link(attribute) {
            write(&attribute.name, &MARK.to_string());
            is_open = false;
        } else {
            write(&attribute.name, &escaped(&attribute.value));
        }
    }
    let has_size = ["width", "height"].iter().any(|name| tag.attribute(name).is_some());
    if let Some((width, height)) = size.filter(|_| !has_size) {
        write("width", &width.to_string());
        write("height", &height.to_string());
    }
    html += if elements::VOID.contains(&&*tag.name) { " />" } else { ">" };
    if tag.closes_itself && !elements::VOID.contains(&&*tag.name) {
        html.extend(["</", &tag.name, ">"]);
    }
    html
}
