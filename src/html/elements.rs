//! The elements of HTML: what texts may have of them, and what may stand in what.

/// The elements without content, which need no end tag:
/// <https://html.spec.whatwg.org/multipage/syntax.html#void-elements>.
const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// The elements that texts may have, each with the attributes that it may have beside [those of all](FOR_ALL).
const ALLOWED: [(&str, &[&str]); 66] = [
    ("a", &["href", "hreflang", "rel"]),
    ("abbr", &[]),
    ("address", &[]),
    ("aside", &[]),
    ("b", &[]),
    ("bdi", &[]),
    ("bdo", &[]),
    ("blockquote", &["cite"]),
    ("br", &[]),
    ("caption", &[]),
    ("cite", &[]),
    ("code", &[]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
    ("data", &["value"]),
    ("dd", &[]),
    ("del", &["cite", "datetime"]),
    ("details", &["open"]),
    ("dfn", &[]),
    ("div", &[]),
    ("dl", &[]),
    ("dt", &[]),
    ("em", &[]),
    ("figcaption", &[]),
    ("figure", &[]),
    ("h1", &[]),
    ("h2", &[]),
    ("h3", &[]),
    ("h4", &[]),
    ("h5", &[]),
    ("h6", &[]),
    ("hr", &[]),
    ("i", &[]),
    ("img", &["alt", "height", "src", "width"]),
    ("ins", &["cite", "datetime"]),
    ("kbd", &[]),
    ("li", &["value"]),
    ("mark", &[]),
    ("ol", &["reversed", "start", "type"]),
    ("p", &[]),
    ("pre", &[]),
    ("q", &["cite"]),
    ("rp", &[]),
    ("rt", &[]),
    ("ruby", &[]),
    ("s", &[]),
    ("samp", &[]),
    ("section", &[]),
    ("small", &[]),
    ("span", &[]),
    ("strong", &[]),
    ("sub", &[]),
    ("summary", &[]),
    ("sup", &[]),
    ("table", &[]),
    ("tbody", &[]),
    ("td", &["colspan", "headers", "rowspan"]),
    ("tfoot", &[]),
    ("th", &["abbr", "colspan", "headers", "rowspan", "scope"]),
    ("thead", &[]),
    ("time", &["datetime"]),
    ("tr", &[]),
    ("u", &[]),
    ("ul", &[]),
    ("var", &[]),
    ("wbr", &[]),
];

/// The attributes that every allowed element may have.
const FOR_ALL: [&str; 5] = ["class", "dir", "id", "lang", "title"];

/// The elements that make a document, or take in all that follows them: they are the page's own.
const OF_DOCUMENTS: [&str; 11] =
    ["base", "body", "frame", "frameset", "head", "html", "link", "main", "meta", "plaintext", "title"];

/// The elements before whose start a paragraph ends:
/// <https://html.spec.whatwg.org/multipage/grouping-content.html#the-p-element>.
const AFTER_PARAGRAPHS: [&str; 41] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "plaintext",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "ul",
    "xmp",
];

/// The elements that end an open one of their own kind.
const NEVER_IN_THEMSELVES: [&str; 6] = ["a", "button", "form", "nobr", "option", "select"];

const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

/// The elements that stand only in certain others.
const PARENTS: [(&[&str], &[&str]); 9] = [
    (&["li"], &["ul", "ol", "menu"]),
    (&["dt", "dd"], &["dl", "div"]),
    (&["caption", "colgroup", "thead", "tbody", "tfoot"], &["table"]),
    (&["tr"], &["table", "thead", "tbody", "tfoot"]),
    (&["td", "th"], &["tr"]),
    (&["col"], &["colgroup"]),
    (&["rt", "rp"], &["ruby"]),
    (&["summary"], &["details"]),
    (&["figcaption"], &["figure"]),
];

/// The elements in which only certain others stand, and no text.
const PARTS_OF_TABLES: [&str; 6] = ["table", "thead", "tbody", "tfoot", "tr", "colgroup"];

/// Whether an element has no content, and so no end tag.
pub fn is_void(element: &str) -> bool {
    VOID.contains(&element)
}

/// Whether only parts of tables stand in an element, and no text.
pub fn is_part_of_table(element: &str) -> bool {
    PARTS_OF_TABLES.contains(&element)
}

/// Whether texts may have an element.
pub fn is_allowed(element: &str) -> bool {
    allowed_attributes(element).is_some()
}

/// Whether an element that texts may have may have an attribute there.
pub fn allows(element: &str, attribute: &str) -> bool {
    FOR_ALL.contains(&attribute) || allowed_attributes(element).is_some_and(|own| own.contains(&attribute))
}

fn allowed_attributes(element: &str) -> Option<&'static [&'static str]> {
    ALLOWED.iter().find(|(name, _)| *name == element).map(|(_, attributes)| *attributes)
}

/// Whether an element is the page's own, in which texts stand.
pub fn is_of_documents(element: &str) -> bool {
    OF_DOCUMENTS.contains(&element)
}

/// Returns why a browser would not leave an element where it is written, if it would not: `open` are the elements
/// around it, the nearest last.
///
/// A text whose elements are closed in order and which keeps to this is read as it is written, so that it cannot end
/// what stands around it: <https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody>.
pub fn misplaced<'a>(element: &str, open: impl DoubleEndedIterator<Item = &'a str> + Clone) -> Option<String> {
    let parent = open.clone().next_back().unwrap_or_default();
    if let Some((_, parents)) = PARENTS.iter().find(|(children, _)| children.contains(&element)) {
        let names: Vec<_> = parents.iter().map(|parent| format!("`<{parent}>`")).collect();
        let missing = || Some(format!("it stands in {} and in nothing else", names.join(" or ")));
        let in_list = || open.clone().nth_back(1) == Some("dl");
        return if !parents.contains(&parent) || (parent == "div" && !in_list()) { missing() } else { None };
    }
    if is_part_of_table(parent) {
        return Some(format!("in `<{parent}>` stand only parts of tables"));
    }
    let ends = |outer: &str| {
        (outer == "p" && AFTER_PARAGRAPHS.contains(&element))
            || (outer == element && NEVER_IN_THEMSELVES.contains(&element))
            || (HEADINGS.contains(&outer) && HEADINGS.contains(&element))
    };
    let outer = open.rev().find(|outer| ends(outer))?;
    Some(match outer {
        "p" => "it ends the paragraph around it: begin a line with it, after an empty one".to_owned(),
        outer => format!("it ends the `<{outer}>` around it: close that first"),
    })
}
