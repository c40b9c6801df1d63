//! Pages and drawings as trees, queried with selectors.

use std::fs;
use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::Event;

use crate::reading::one_line;
use crate::tree::{Html, Node};

/// Returns the page in a file.
pub(crate) fn page(path: &Path) -> Html {
    Html::parse_document(&fs::read_to_string(path).expect("a page"))
}

/// Returns the elements that a selector finds.
pub(crate) fn all<'a>(page: &'a Html, selector: &str) -> Vec<Node<'a>> {
    page.select(selector)
}

pub(crate) fn text(element: &Node<'_>) -> String {
    one_line(&element.text().collect::<String>())
}

/// Returns the text of each element that a selector finds.
pub(crate) fn texts(page: &Html, selector: &str) -> Vec<String> {
    all(page, selector).iter().map(text).collect()
}

/// Returns the values of an attribute of the elements that a selector finds.
pub(crate) fn values(page: &Html, selector: &str, attribute: &str) -> Vec<String> {
    all(page, selector).iter().map(|element| element.attr(attribute).unwrap_or_default().to_owned()).collect()
}

/// An XML element: its name, and its attributes with their values.
pub(crate) type Element = (String, Vec<(String, String)>);

/// Returns the elements of an XML file in order, or the reason why it cannot be parsed.
pub(crate) fn elements(xml: &str) -> Result<Vec<Element>, String> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_comments = true;
    let mut elements = Vec::new();
    loop {
        match reader.read_event().map_err(|error| error.to_string())? {
            Event::Start(tag) | Event::Empty(tag) => {
                let attribute = |attribute: Result<quick_xml::events::attributes::Attribute<'_>, _>| {
                    let attribute = attribute.map_err(|error| format!("{error}"))?;
                    let value = attribute.unescape_value().map_err(|error| error.to_string())?.into_owned();
                    Ok::<_, String>((String::from_utf8_lossy(attribute.key.as_ref()).into_owned(), value))
                };
                let attributes = tag.attributes().map(attribute).collect::<Result<_, _>>()?;
                elements.push((String::from_utf8_lossy(tag.name().as_ref()).into_owned(), attributes));
            }
            Event::Eof => return Ok(elements),
            _ => {}
        }
    }
}
