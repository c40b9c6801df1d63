//! The guard: checks that no page runs a script, or makes a browser load anything from another site. The guard reads
//! texts, templates, drawings and stylesheets.
//!
//! The guard checks the patterns of a theme when the program makes them, text pages when it renders them, and files
//! when it reads them. So the cost of the guard does not grow with the number of positions.

use std::collections::HashSet;
use std::fmt::Display;
use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::address::{HINT, Purpose, SCHEMES, addresses, flaw, scheme};
use super::characters::TEXT_MARK;
use super::elements::{ACTIVE, ANIMATING, OF_WORDS};
use super::style;
use super::walk::{Attribute, Part, Tag, walk};
use crate::ground::diagnostic::{Diagnostic, Source};

/// The media types of `data:` addresses that browsers show but do not run.
const SHOWN: [&str; 4] = ["image/", "font/", "audio/", "video/"];

const ACTIVE_HINT: &str = "remove it: pages contain text, pictures and links, but nothing that runs";

const LOADED_HINT: &str = "copy the file into the site: pages load nothing from other hosts";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    pub message: String,
    pub hint: String,
    /// The forbidden text as written in the file: a name, or an address.
    pub written: String,
    pub range: Range<usize>,
}

impl Breach {
    fn new(message: String, hint: &str, written: &str, range: &Range<usize>) -> Self {
        Self { message, hint: hint.to_owned(), written: written.to_owned(), range: range.clone() }
    }

    /// Creates a breach by an element or an attribute, whose name `written` is inserted into `what`.
    fn active(what: &str, written: &str, range: &Range<usize>) -> Self {
        Self::new(format!("published files cannot contain {what}"), ACTIVE_HINT, written, range)
    }

    fn unreadable(why: &impl Display, range: &Range<usize>) -> Self {
        Self::new(
            format!("this file cannot be read: {why}"),
            "correct the file: SVG and XML files must be well-formed",
            "",
            range,
        )
    }

    pub fn diagnostic(self, source: &Source) -> Diagnostic {
        Diagnostic::new(self.message).at(source, self.range).hint(self.hint)
    }
}

/// The exceptions to the rules of the guard that a site permits.
#[derive(Clone, Debug, Default)]
pub struct Allowed {
    pub raw_html: bool,
    pub scripts_in_themes: bool,
    pub endings: Vec<String>,
}

/// The kinds of files, as browsers see them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    Html,
    Style,
    /// A drawing, or another XML file.
    Xml,
    /// A file that runs nothing and contains no links.
    Other,
}

impl FileKind {
    pub fn of(path: &str) -> Self {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending.to_ascii_lowercase().as_str() {
            "htm" | "html" => Self::Html,
            "css" => Self::Style,
            "atom" | "opf" | "rss" | "svg" | "xht" | "xhtml" | "xml" | "xsl" | "xslt" => Self::Xml,
            _ => Self::Other,
        }
    }

    pub fn has_parts(self) -> bool {
        matches!(self, Self::Html | Self::Xml)
    }
}

/// The parts of a file that the guard reports.
#[derive(Debug)]
pub enum GuardEvent<'a> {
    /// A tag that opens an element.
    Start(&'a Tag),
    /// A tag that closes an element: the name of the element.
    End(&'a str),
    /// An address, its purpose, its place, and the tag that contains it, if any.
    Address(&'a str, Purpose, &'a Range<usize>, Option<&'a Tag>),
    /// A part that a page must not contain.
    Breach(Breach),
}

/// Checks a file of this kind, or a part of such a file.
///
/// # Errors
///
/// Returns the first forbidden part, or the reason why the file cannot be parsed.
pub fn check(kind: FileKind, text: &str) -> Result<(), Breach> {
    let mut first = None;
    read(kind, text, |seen| match seen {
        GuardEvent::Breach(breach) if first.is_none() => first = Some(breach),
        _ => {}
    });
    first.map_or(Ok(()), Err)
}

/// Parses a file of this kind to its end, and calls a function for each event.
pub fn read(kind: FileKind, text: &str, each: impl FnMut(GuardEvent<'_>)) {
    let mut guard = Guard { each, element: String::new(), drawings: 0 };
    match kind {
        FileKind::Html => walk(text, |part| guard.take(part)),
        FileKind::Style => guard.style(text, &(0..text.len())),
        FileKind::Xml => guard.take_xml(text).unwrap_or_else(|breach| (guard.each)(GuardEvent::Breach(breach))),
        FileKind::Other => {}
    }
}

struct Guard<F> {
    each: F,
    /// The last element that was opened and not closed.
    element: String,
    /// The number of SVG elements that are open in HTML.
    drawings: usize,
}

impl<F: FnMut(GuardEvent<'_>)> Guard<F> {
    fn take(&mut self, part: Part<'_>) {
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
            Part::Text(text, range)
                if self.drawings > 0 && OF_WORDS.contains(&&*self.element) && text.contains('<') =>
            {
                let what = format!("markup in the `<{}>` of a drawing", self.element);
                (self.each)(GuardEvent::Breach(Breach::active(&what, &self.element, &range)));
            }
            Part::Text(text, range) if self.element == "style" => self.style(text, &range),
            Part::Text(..) | Part::Flaw(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        tag.local_name().clone_into(&mut self.element);
        if let Some(breach) = breach_of_tag(tag) {
            (self.each)(GuardEvent::Breach(breach));
        }
        (self.each)(GuardEvent::Start(tag));
        addresses(tag, |address, purpose, range| self.address(address, purpose, range, Some(tag)));
    }

    fn end(&mut self, name: &str) {
        self.element.clear();
        (self.each)(GuardEvent::End(name));
    }

    fn address(&mut self, address: &str, purpose: Purpose, range: &Range<usize>, tag: Option<&Tag>) {
        let is_told = || tag.is_some_and(|tag| breach_of_tag(tag).is_some());
        if let Some(breach) = breach_of_address(address, purpose, range).filter(|_| !is_told()) {
            (self.each)(GuardEvent::Breach(breach));
        }
        (self.each)(GuardEvent::Address(address, purpose, range, tag));
    }

    /// Reads a stylesheet. `place` is its range in the file. Character references can make this range longer than the
    /// stylesheet.
    fn style(&mut self, text: &str, place: &Range<usize>) {
        for (address, found) in style::addresses(text) {
            let [start, end] = [found.start, found.end].map(|byte| (place.start + byte).min(place.end));
            self.address(&address, Purpose::Part, &(start..end), None);
        }
    }

    /// Reads a drawing or another XML file. A browser can open such a file by itself, as a document like a page.
    fn take_xml(&mut self, text: &str) -> Result<(), Breach> {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        // Browsers read all pieces of a style as one text.
        let mut style = (String::new(), 0);
        loop {
            let start = reader.buffer_position() as usize;
            let event = reader.read_event();
            let range = start..reader.buffer_position() as usize;
            let is_style = self.element == "style";
            match event {
                Ok(Event::Eof) => return Ok(()),
                Ok(Event::Start(tag)) => {
                    style = (String::new(), range.end);
                    self.start(&tag_of(&tag, range)?);
                }
                Ok(Event::End(tag)) => {
                    self.style(&std::mem::take(&mut style.0), &(style.1..range.start));
                    self.end(&lower_case(tag.name().as_ref()));
                }
                Ok(Event::Text(text)) if is_style => style.0 += &String::from_utf8_lossy(&text),
                Ok(Event::CData(text)) if is_style => style.0 += &String::from_utf8_lossy(&text),
                Ok(Event::GeneralRef(_)) if is_style => {
                    return Err(Breach::active("references in a style", "&", &range));
                }
                Ok(Event::PI(_)) => return Err(Breach::active("processing instructions", "<?", &range)),
                Ok(Event::DocType(text)) if text.contains(&b'[') => {
                    return Err(Breach::active("their own declarations", "[", &range));
                }
                Ok(_) => {}
                Err(error) => return Err(Breach::unreadable(&error, &(start..start))),
            }
        }
    }
}

fn breach_of_tag(tag: &Tag) -> Option<Breach> {
    if ACTIVE.contains(&tag.local_name()) {
        return Some(Breach::active(&format!("`<{}>`", tag.name), &format!("<{}", tag.name), &tag.range));
    }
    let is_animating = ANIMATING.contains(&tag.local_name());
    let Attribute { name, range, .. } = tag.attributes.iter().find(|attribute| is_active(attribute, is_animating))?;
    Some(Breach::active(&format!("the attribute `{name}`"), name, range))
}

/// Returns whether an attribute runs a script, leads to another page by itself, or animates such an attribute.
fn is_active(Attribute { name, value, .. }: &Attribute, is_animating: bool) -> bool {
    let value = || value.trim().to_ascii_lowercase();
    match name.as_str() {
        "formaction" | "srcdoc" | "xml:base" => true,
        "http-equiv" => value() == "refresh",
        "attributename" => is_animating && (value().starts_with("on") || value().ends_with("href")),
        name => name.starts_with("on"),
    }
}

/// Returns the problem with the address in `range`, if the address runs a script or makes a browser load a file from
/// another site.
pub fn breach_of_address(address: &str, purpose: Purpose, range: &Range<usize>) -> Option<Breach> {
    // Browsers ignore control characters, too.
    let bare = address.trim_start_matches(|character| character <= ' ');
    if bare.starts_with(TEXT_MARK) {
        let message = "a text cannot be used as an address, because its scheme is not checked".to_owned();
        return Some(Breach::new(
            message,
            "print only a field that contains an address, such as `href`, or begin the address with such a field",
            "",
            range,
        ));
    }
    let is_part = purpose == Purpose::Part;
    match scheme(address) {
        Some(scheme) if scheme == "data" && is_part && is_shown(address) => None,
        Some(scheme) if !SCHEMES.contains(&&*scheme) => {
            let message = format!("no address can begin with `{scheme}:`");
            Some(Breach::new(message, HINT, &format!("{scheme}:"), range))
        }
        Some(_) if !is_part && let Some(part) = flaw(address) => {
            let message = format!("`{address}` is not a valid address: `{part}` is wrong");
            Some(Breach::new(message, "write external addresses like `https://example.org/a%20page`", address, range))
        }
        None if !bare.replace(['\\', '\t', '\n', '\r'], "/").starts_with("//") => None,
        _ if !is_part => None,
        _ => Some(Breach::new(format!("`{address}` would be loaded from another site"), LOADED_HINT, address, range)),
    }
}

fn is_shown(address: &str) -> bool {
    let data = address.split_once(':').map_or("", |(_, data)| data).trim_start().to_ascii_lowercase();
    SHOWN.iter().any(|kind| data.starts_with(kind))
}

fn tag_of(tag: &BytesStart<'_>, range: Range<usize>) -> Result<Tag, Breach> {
    let (mut attributes, mut known) = (Vec::new(), HashSet::new());
    // The parser's own search for repeated attributes is slow if there are many.
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| Breach::unreadable(&error, &range))?;
        if !known.insert(attribute.key) {
            return Err(Breach::unreadable(&"an attribute occurs twice", &range));
        }
        let value = attribute.unescape_value().map_err(|error| Breach::unreadable(&error, &range))?.into_owned();
        // Any prefix can denote the namespace of links.
        let name = match attribute.key.prefix() {
            Some(prefix) if prefix.as_ref() != b"xml" => lower_case(attribute.key.local_name().as_ref()),
            _ => lower_case(attribute.key.as_ref()),
        };
        attributes.push(Attribute { name, value, range: range.clone() });
    }
    Ok(Tag { name: lower_case(tag.name().as_ref()), attributes, closes_itself: false, range })
}

pub fn lower_case(name: &[u8]) -> String {
    String::from_utf8_lossy(name).to_ascii_lowercase()
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
            ("a.css", "a{background:url('data:image/svg+xml,a')}"),
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
            ("a.html", "<a href='java\nscript:a()'>"),
            ("a.html", "<meta http-equiv=Refresh content='0;url=a.html'>"),
            ("a.html", "<img srcset='a.png, https://example.org/a.png 2x'>"),
            ("a.html", "<link rel='a Stylesheet' href=https://example.org/a.css>"),
            ("a.html", "<style>@import 'https://example.org/a.css'</style>"),
            ("a.html", "<p style='background:url(\\5c\\5c example.org/a)'>"),
            ("a.css", "a{background:url('\\1 //example.org/a')}"),
            ("a.html", "<svg><title><img src=a onerror=a()></title></svg>"),
            ("a.html", "<a href='data:image/png,a'>"),
            ("a.svg", "<x:script xmlns:x='http://www.w3.org/2000/svg'/>"),
            ("a.svg", "<a x:href='java&#9;script:a()'/>"),
            ("a.svg", "<set attributeName='onclick' to='a()'/>"),
            ("a.svg", "<animate attributeName='href' values='javascript:a()'/>"),
            ("a.svg", "<style>@import '&#104;ttp://example.org/'</style>"),
            ("a.svg", "<style>a{fill:url(<!-- a -->//example.org/a)}</style>"),
            ("a.xml", "<?xml-stylesheet href='a.xsl'?>"),
            ("a.svg", "<!DOCTYPE svg [<!ENTITY a 'b'>]>"),
            ("a.svg", "<a title='&unknown;'/>"),
            ("a.svg", "<path d='"),
        ] {
            assert!(check(FileKind::of(path), text).is_err(), "{text}");
        }
    }
}
