//! Pieces of XML.

use quick_xml::escape::escape;

/// Appends an element with a text, unless that is empty.
pub(crate) fn push_element(name: &str, text: &str, xml: &mut String) {
    if !text.is_empty() {
        xml.extend(["<", name, ">", &escape(text), "</", name, ">\n"]);
    }
}
