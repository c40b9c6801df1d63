//! The guard over what is written: no page runs a script, and none makes a browser load anything from elsewhere,
//! whoever brought it: a text, a template, a drawing or a stylesheet.
//!
//! Patterns of a theme are checked when they are made, pages of words when they are rendered, and files when they are
//! read. So its cost does not grow with the number of positions.

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::QName;

use super::address::{Purpose, SCHEMES, addresses, hint, scheme};

use super::characters::TEXT_MARK;
use super::style;
use super::walk::{Attribute, Part, Tag, walk};
use crate::diagnostic::{Diagnostic, Source};

/// The elements that run scripts, show other documents or send what a reader writes.
const ACTIVE: [&str; 14] = [
    "applet",
    "base",
    "embed",
    "fencedframe",
    "foreignobject",
    "form",
    "frame",
    "frameset",
    "handler",
    "iframe",
    "listener",
    "object",
    "portal",
    "script",
];

/// The elements of drawings that change an attribute of another.
const ANIMATING: [&str; 3] = ["animate", "animatemotion", "set"];

/// The media types of `data:` addresses that browsers show and do not run.
const SHOWN: [&str; 4] = ["image/", "font/", "audio/", "video/"];

/// What to do about a script.
const ACTIVE_HINT: &str = "pages show something and have links, and nothing else: leave it out";

/// What to do about an address elsewhere that a browser would load.
const LOADED_HINT: &str = "put a copy of the file into the site; who reads a page is nobody else's business";

/// What no page may have, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// What it is.
    pub message: String,
    /// What to do.
    pub hint: String,
    /// How it is written: a name, or an address.
    pub written: String,
    /// Its place.
    pub range: Range<usize>,
}

impl Breach {
    /// `written` is the name in `what`.
    fn active(what: &str, written: &str, range: Range<usize>) -> Self {
        let (message, hint) = (format!("what is published can have no {what}"), ACTIVE_HINT.to_owned());
        Self { message, hint, written: written.to_owned(), range }
    }

    /// Returns what is to be told of it.
    pub fn diagnostic(self, source: &Source) -> Diagnostic {
        Diagnostic::new(self.message).at(source, self.range).hint(self.hint)
    }
}

/// What a site allows beyond what the guard lets pass.
#[derive(Clone, Debug, Default)]
pub struct Allowed {
    /// Whether texts and files may have all of HTML.
    pub raw_html: bool,
    /// Whether themes may have scripts, frames and forms.
    pub scripts_in_themes: bool,
    /// The endings of further files that are published.
    pub endings: Vec<String>,
}

/// What browsers take a file for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A page.
    Html,
    /// A stylesheet.
    Style,
    /// A drawing, or another file of XML.
    Xml,
    /// What runs nothing and leads nowhere.
    Other,
}

impl FileKind {
    /// Returns the kind that a path's ending says.
    pub fn of(path: &str) -> Self {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending.to_ascii_lowercase().as_str() {
            "htm" | "html" => Self::Html,
            "css" => Self::Style,
            "atom" | "opf" | "rss" | "svg" | "xht" | "xhtml" | "xml" | "xsl" | "xslt" => Self::Xml,
            _ => Self::Other,
        }
    }

    /// Whether links can lead to parts of such a file.
    pub fn has_parts(self) -> bool {
        matches!(self, Self::Html | Self::Xml)
    }
}

/// What the guard comes by on its way through a file.
#[derive(Debug)]
pub enum Seen<'a> {
    /// A tag that opens an element.
    Start(&'a Tag),
    /// One that closes an element, by its name.
    End(&'a str),
    /// An address, what it is for, its place, and the tag that has it, if a tag does.
    Address(&'a str, Purpose, &'a Range<usize>, Option<&'a Tag>),
    /// What no page may have.
    Breach(Breach),
}

/// Checks a file of a kind, or a part of one.
///
/// # Errors
///
/// The first thing that it may not have, or why it cannot be read.
pub fn check(kind: FileKind, text: &str) -> Result<(), Breach> {
    let mut first = None;
    read(kind, text, |seen| match seen {
        Seen::Breach(breach) if first.is_none() => first = Some(breach),
        _ => {}
    });
    first.map_or(Ok(()), Err)
}

/// Reads a file of a kind to its end, and calls a function for all that it has.
pub fn read(kind: FileKind, text: &str, each: impl FnMut(Seen<'_>)) {
    let mut guard = Guard { each, element: String::new(), drawings: 0, is_told: false };
    match kind {
        FileKind::Html => walk(text, |part| guard.take(part)),
        FileKind::Style => guard.style(text, &(0..text.len())),
        FileKind::Xml => guard.take_xml(text).unwrap_or_else(|breach| (guard.each)(Seen::Breach(breach))),
        FileKind::Other => {}
    }
}

/// Reads a file part by part.
struct Guard<F> {
    each: F,
    /// The element that began last and has not ended.
    element: String,
    /// How many drawings are open in HTML.
    drawings: usize,
    /// Whether enough is told of a tag already.
    is_told: bool,
}

impl<F: FnMut(Seen<'_>)> Guard<F> {
    fn take(&mut self, part: Part<'_>) {
        // What a browser reads as markup where the reader sees words alone.
        const WORDS: [&str; 7] = ["iframe", "noembed", "noframes", "style", "textarea", "title", "xmp"];
        let is_drawing = |name: &str| ["math", "svg"].contains(&name);
        match part {
            Part::Start(tag) => {
                self.drawings += usize::from(is_drawing(&tag.name) && !tag.closes_itself);
                self.start(tag);
            }
            Part::End(name, _) => {
                self.drawings = self.drawings.saturating_sub(usize::from(is_drawing(name)));
                self.end(name);
            }
            Part::Text(text, range) if self.drawings > 0 && WORDS.contains(&&*self.element) && text.contains('<') => {
                let message = format!("markup in the `<{}>` of a drawing", self.element);
                (self.each)(Seen::Breach(Breach::active(&message, &self.element, range)));
            }
            Part::Text(text, range) if self.element == "style" => self.style(text, &range),
            Part::Text(..) | Part::Doctype(_) | Part::Flaw(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        self.element.clear();
        self.element.push_str(tag.local_name());
        let is_animating = ANIMATING.contains(&tag.local_name());
        let active = tag.attributes.iter().find(|attribute| is_active(attribute, is_animating));
        self.is_told = true;
        if ACTIVE.contains(&tag.local_name()) {
            let breach = Breach::active(&format!("`<{}>`", tag.name), &format!("<{}", tag.name), tag.range.clone());
            (self.each)(Seen::Breach(breach));
        } else if let Some(Attribute { name, range, .. }) = active {
            (self.each)(Seen::Breach(Breach::active(&format!("attribute `{name}`"), name, range.clone())));
        } else {
            self.is_told = false;
        }
        (self.each)(Seen::Start(tag));
        addresses(tag, |address, purpose, range| self.address(address, purpose, range, Some(tag)));
        self.is_told = false;
    }

    fn end(&mut self, name: &str) {
        self.element.clear();
        (self.each)(Seen::End(name));
    }

    fn address(&mut self, address: &str, purpose: Purpose, range: &Range<usize>, tag: Option<&Tag>) {
        if let Some(breach) = breach_of_address(address, purpose, range).filter(|_| !self.is_told) {
            (self.each)(Seen::Breach(breach));
        }
        (self.each)(Seen::Address(address, purpose, range, tag));
    }

    /// Reads a stylesheet. `place` is its own in the file, where it may be written longer than it is read.
    fn style(&mut self, text: &str, place: &Range<usize>) {
        for found in style::addresses(text) {
            let start = (place.start + found.range.start).min(place.end);
            let range = start..(place.start + found.range.end).clamp(start, place.end);
            self.address(&found.address, Purpose::Part, &range, None);
        }
    }

    /// Reads a drawing or another file of XML. One that is opened by itself is a document like a page.
    fn take_xml(&mut self, text: &str) -> Result<(), Breach> {
        let mut reader = Reader::from_str(text);
        reader.config_mut().check_end_names = false;
        reader.config_mut().allow_unmatched_ends = true;
        reader.config_mut().expand_empty_elements = true;
        let position = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        loop {
            let start = position(reader.buffer_position());
            let event = reader.read_event();
            let range = start..position(reader.buffer_position());
            let is_style = self.element == "style";
            match event {
                Ok(Event::Eof) => return Ok(()),
                Ok(Event::Start(tag)) => self.start(&tag_of(&tag, range)?),
                Ok(Event::End(tag)) => self.end(&lower_case(tag.name().as_ref())),
                Ok(Event::Text(text)) if is_style => self.style(&String::from_utf8_lossy(&text), &range),
                Ok(Event::CData(text)) if is_style => self.style(&String::from_utf8_lossy(&text), &range),
                Ok(Event::GeneralRef(_)) if is_style => {
                    return Err(Breach::active("references in a style", "&", range));
                }
                Ok(Event::PI(_)) => return Err(Breach::active("instruction for programs", "<?", range)),
                Ok(Event::DocType(text)) if text.contains(&b'[') => {
                    return Err(Breach::active("declarations of its own", "[", range));
                }
                Ok(_) => {}
                Err(error) => return Err(unreadable(&error.to_string(), start..start)),
            }
        }
    }
}

/// Whether an attribute runs something or leads on by itself, or changes another one to what does.
fn is_active(Attribute { name, value, .. }: &Attribute, is_animating: bool) -> bool {
    let value = || value.trim().to_ascii_lowercase();
    match name.as_str() {
        "formaction" | "srcdoc" | "xml:base" => true,
        "http-equiv" => value() == "refresh",
        "attributename" => is_animating && (value().starts_with("on") || value().ends_with("href")),
        name => name.starts_with("on"),
    }
}

/// Returns what is wrong with an address in `range`: it runs something, or makes a browser load from elsewhere.
pub fn breach_of_address(address: &str, purpose: Purpose, range: &Range<usize>) -> Option<Breach> {
    let scheme = scheme(address);
    let is_shown = || {
        let data = address.split_once(':').map_or("", |(_, data)| data).trim_start().to_ascii_lowercase();
        purpose == Purpose::Part && SHOWN.iter().any(|kind| data.starts_with(kind))
    };
    let is_elsewhere = || address.trim_start().replace(['\\', '\t', '\n', '\r'], "/").starts_with("//");
    if address.trim_start().starts_with(TEXT_MARK) {
        let message = "a text is no address: it would be one that nobody has checked".to_owned();
        let hint = "print an address here, such as `href`, or begin with one".to_owned();
        return Some(Breach { message, hint, written: String::new(), range: range.clone() });
    }
    match (scheme.as_deref(), purpose) {
        (Some("data"), _) if is_shown() => None,
        (Some(scheme), _) if !SCHEMES.contains(&scheme) => Some(Breach {
            message: format!("no address can begin with `{scheme}:`"),
            hint: hint(),
            written: format!("{scheme}:"),
            range: range.clone(),
        }),
        (scheme, Purpose::Part) if scheme.is_some() || is_elsewhere() => Some(Breach {
            message: format!("`{address}` would be loaded from elsewhere"),
            hint: LOADED_HINT.to_owned(),
            written: address.to_owned(),
            range: range.clone(),
        }),
        _ => None,
    }
}

/// Returns a tag of XML as one of HTML.
fn tag_of(tag: &BytesStart<'_>, range: Range<usize>) -> Result<Tag, Breach> {
    // Any prefix can stand for the vocabulary of links.
    let name_of = |key: QName<'_>| match key.prefix() {
        Some(prefix) if prefix.as_ref() != b"xml" => lower_case(key.local_name().as_ref()),
        _ => lower_case(key.as_ref()),
    };
    let attributes = tag.attributes().map(|attribute| {
        let attribute = attribute.map_err(|error| unreadable(&error.to_string(), range.clone()))?;
        let value = attribute.unescape_value().map_err(|error| unreadable(&error.to_string(), range.clone()))?;
        Ok(Attribute { name: name_of(attribute.key), value: value.into_owned(), range: range.clone() })
    });
    let attributes = attributes.collect::<Result<_, _>>()?;
    Ok(Tag { name: lower_case(tag.name().as_ref()), attributes, closes_itself: false, range })
}

fn lower_case(name: &[u8]) -> String {
    String::from_utf8_lossy(name).to_ascii_lowercase()
}

fn unreadable(why: &str, range: Range<usize>) -> Breach {
    let hint = "a file of SVG or XML is well-formed".to_owned();
    Breach { message: format!("this file cannot be read: {why}"), hint, written: String::new(), range }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shows_something_passes() {
        for (path, text) in [
            ("a.html", "<a href=https://example.org/ cite='http://a.b/'>a</a><img src=a.png srcset='b.png 2x'>"),
            ("a.html", "<link rel=canonical href=https://example.org/><link rel=stylesheet href=../a.css>"),
            ("a.html", "<meta property=og:image content=https://example.org/a.png><p style='fill:url(#a)'>"),
            ("a.html", "<img src='data:image/png;base64,AA'><title>a < b</title><svg><title>a</title></svg>"),
            ("a.css", "@namespace url(http://www.w3.org/2000/svg); a{background:url('data:image/svg+xml,a')}"),
            ("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'><style>a{fill:red}</style><a href='b.html'/></svg>"),
            ("a.svg", "<svg><animate attributeName='x' from='1'/><use href='#a'/><!-- <script> --></svg>"),
            ("a.txt", "<script>"),
        ] {
            assert_eq!(check(FileKind::of(path), text), Ok(()), "{text}");
        }
    }

    #[test]
    fn what_runs_or_comes_from_elsewhere_is_refused() {
        for (path, text) in [
            ("a.html", "<script>a()</script>"),
            ("a.html", "<p onclick=a()>"),
            ("a.html", "<a href='java\nscript:a()'>"),
            ("a.html", "<iframe srcdoc=a>"),
            ("a.html", "<meta http-equiv=Refresh content='0;url=a.html'>"),
            ("a.html", "<img src=//example.org/a.png>"),
            ("a.html", "<img srcset='a.png, https://example.org/a.png 2x'>"),
            ("a.html", "<link rel='a Stylesheet' href=https://example.org/a.css>"),
            ("a.html", "<style>@import 'https://example.org/a.css'</style>"),
            ("a.html", "<p style='background:url(\\5c\\5c example.org/a)'>"),
            ("a.html", "<svg><title><img src=a onerror=a()></title></svg>"),
            ("a.html", "<a href='data:image/png,a'>"),
            ("a.css", "@import \"http://example.org/a.css\";"),
            ("a.svg", "<x:script xmlns:x='http://www.w3.org/2000/svg'/>"),
            ("a.svg", "<foreignObject/>"),
            ("a.svg", "<a x:href='java&#9;script:a()'/>"),
            ("a.svg", "<set attributeName='onclick' to='a()'/>"),
            ("a.svg", "<animate attributeName='href' values='javascript:a()'/>"),
            ("a.svg", "<style>@import '&#104;ttp://example.org/'</style>"),
            ("a.xml", "<?xml-stylesheet href='a.xsl'?>"),
            ("a.svg", "<!DOCTYPE svg [<!ENTITY a 'b'>]>"),
            ("a.svg", "<a title='&unknown;'/>"),
            ("a.svg", "<path d='"),
        ] {
            assert!(check(FileKind::of(path), text).is_err(), "{text}");
        }
    }
}
