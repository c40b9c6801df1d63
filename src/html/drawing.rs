//! Drawings and other files of XML, which are published as they are. One that is opened by itself is a document, so it
//! is held to what pages are held to.

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::tokens::{Attribute, Tag};
use super::{address, characters, elements};
use crate::diagnostic::{Diagnostic, Source};

/// The pictures that may stand in a drawing itself.
const PICTURES: [&str; 4] = ["data:image/gif", "data:image/jpeg", "data:image/png", "data:image/webp"];

/// Whether a file is a drawing, or other XML, which browsers read as it says itself; by its path.
pub fn is_drawing(path: &str) -> bool {
    has_ending(path, &["svg", "xml"])
}

/// Whether a file is a document that browsers show and nobody checks, by its path.
pub fn is_unchecked(path: &str) -> bool {
    has_ending(path, &["htm", "html", "mht", "mhtml", "shtml", "svgz", "xht", "xhtml"])
}

fn has_ending(path: &str, endings: &[&str]) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Checks a drawing.
///
/// # Errors
///
/// The first script, document of others or address that pages may not have, or what cannot be read.
pub fn check(source: &Source) -> Result<(), Diagnostic> {
    characters::check_source(source)?;
    let mut reader = Reader::from_str(source.text());
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    loop {
        let start = position(reader.buffer_position());
        let event = reader.read_event();
        let range = start..position(reader.buffer_position());
        match event {
            Ok(Event::Eof) => return Ok(()),
            Ok(Event::Start(tag) | Event::Empty(tag)) => check_tag(&tag, source, range)?,
            Ok(Event::PI(_)) => {
                let message = "a published file can have no instruction for programs";
                return Err(Diagnostic::new(message).at(source, range).hint("remove it"));
            }
            Ok(Event::DocType(text)) if text.contains(&b'[') => {
                let message = "a published file can have no declarations of its own";
                return Err(Diagnostic::new(message).at(source, range).hint("remove what stands in `[` and `]`"));
            }
            Ok(_) => {}
            Err(error) => return Err(unreadable(&error.to_string()).at(source, start..start)),
        }
    }
}

fn check_tag(tag: &BytesStart<'_>, source: &Source, range: Range<usize>) -> Result<(), Diagnostic> {
    let name = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_ascii_lowercase();
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| unreadable(&error.to_string()).at(source, range.clone()))?;
        let value = attribute.unescape_value();
        let value = value.map_err(|error| unreadable(&error.to_string()).at(source, range.clone()))?.into_owned();
        let name = name(attribute.key.local_name().as_ref());
        attributes.push(Attribute { name, value, range: range.clone() });
    }
    let changes_handler =
        |Attribute { name, value, .. }: &Attribute| name == "attributename" && value.trim().starts_with("on");
    let tag = Tag { name: name(tag.local_name().as_ref()), attributes, closes_itself: false, range: range.clone() };
    let activity = if ["foreignobject", "handler", "listener"].contains(&tag.name.as_str()) {
        Some(format!("`<{}>`", tag.name))
    } else if tag.attributes.iter().any(changes_handler) {
        Some("change of a script".to_owned())
    } else {
        elements::activity(&tag)
    };
    if let Some(activity) = activity {
        return Err(Diagnostic::new(format!("a published file can have no {activity}"))
            .at(source, range)
            .hint("browsers open such a file by itself, too; save a drawing as a plain SVG, or as a PNG"));
    }
    for Attribute { name, value, .. } in &tag.attributes {
        let is_picture = PICTURES.iter().any(|start| value.trim_start().starts_with(start));
        let scheme = address::forbidden_scheme_in(name, value).filter(|_| !is_picture);
        if let Some(scheme) = scheme {
            let message = format!("no address in a published file can begin with `{scheme}:`");
            return Err(Diagnostic::new(message).at(source, range).hint(address::hint()));
        }
    }
    Ok(())
}

fn unreadable(why: &str) -> Diagnostic {
    Diagnostic::new(format!("this file cannot be read: {why}")).hint("a file of SVG or XML is well-formed")
}

fn position(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_runs_nothing() {
        let message = |inner: &str| {
            let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{inner}</svg>");
            check(&Source::new("a.svg", text)).err().map(|error| error.to_string())
        };
        for drawing in [
            "<path d=\"M0 0h1\"/><style>a{fill:red}</style><a href=\"b.html\"><text>c &amp; d</text></a>",
            "<image href=\"data:image/png;base64,AAAA\"/><use href=\"#a\"/><!-- <script> -->",
            "<animate attributeName=\"x\" from=\"1\" to=\"2\"/>",
        ] {
            assert_eq!(message(drawing), None, "{drawing}");
        }
        for drawing in [
            "<script>alert(1)</script>",
            "<SCRIPT/>",
            "<x:script xmlns:x=\"http://www.w3.org/2000/svg\"/>",
            "<g onclick=\"a()\"/>",
            "<foreignObject/>",
            "<a href=\"javascript:a()\"/>",
            "<a xlink:href=\"java&#9;script:a()\"/>",
            "<set attributeName=\"onclick\" to=\"a()\"/>",
            "<animate attributeName=\"href\" values=\"javascript:a()\"/>",
            "<use href=\"data:image/svg+xml,a#b\"/>",
            "<?xml-stylesheet type=\"text/xsl\" href=\"a.xsl\"?>",
            "<!DOCTYPE svg [<!ENTITY a \"b\">]>",
            "<a title=\"&unknown;\"/>",
            "<path d=\"",
        ] {
            assert!(message(drawing).is_some(), "{drawing}");
        }
    }
}
