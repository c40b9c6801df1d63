//! Names of elements and attributes, by what they do.

/// The elements without content, which need no end tag:
/// <https://html.spec.whatwg.org/multipage/syntax.html#void-elements>.
pub const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// The elements that make a document, or take in all that follows them: they are the page's own.
pub const OF_DOCUMENTS: &[&str] =
    &["base", "body", "frame", "frameset", "head", "html", "link", "main", "meta", "plaintext", "title"];

/// The elements that texts may have.
pub const ALLOWED: &[&str] = &[
    "a", "abbr", "address", "aside", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "col",
    "colgroup", "data", "dd", "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "h1", "h2",
    "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "rp", "rt", "ruby",
    "s", "samp", "section", "small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th",
    "thead", "time", "tr", "u", "ul", "var", "wbr",
];

/// The elements that mark words in a line, of which stories may have these.
pub const OF_PHRASES: &[&str] = &[
    "a", "abbr", "b", "bdi", "br", "cite", "code", "del", "dfn", "em", "i", "img", "ins", "kbd", "mark", "q", "s",
    "samp", "small", "span", "strong", "sub", "sup", "u", "var", "wbr",
];

/// The elements whose words stand on lines of their own.
pub const OF_BLOCKS: &[&str] = &[
    "address", "article", "aside", "blockquote", "center", "dd", "div", "dl", "dt", "figcaption", "figure", "footer",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "nav", "ol", "p", "pre", "section", "table", "tr", "ul",
];

/// The attributes with the address of a link, and of a picture.
pub const ADDRESSES: &[&str] = &["href", "src"];

/// The elements whose content is no text.
pub const WITHOUT_WORDS: &[&str] =
    &["iframe", "noembed", "noframes", "script", "style", "template", "textarea", "title"];

/// The attributes that these may have.
pub const ALLOWED_ATTRIBUTES: &[&str] = &[
    "abbr", "alt", "cite", "class", "colspan", "datetime", "dir", "headers", "height", "href", "hreflang", "id",
    "lang", "open", "rel", "reversed", "rowspan", "scope", "span", "src", "start", "title", "type", "value", "width",
];

/// The elements that run scripts, show other documents or send what a reader writes.
pub(super) const ACTIVE: &[&str] = &[
    "applet", "base", "embed", "fencedframe", "foreignobject", "form", "frame", "frameset", "handler", "iframe",
    "listener", "object", "portal", "script",
];

/// The elements of drawings that change an attribute of another.
pub(super) const ANIMATING: &[&str] = &["animate", "animatemotion", "set"];

/// The elements that have words in HTML, where a browser reads markup in a drawing.
pub(super) const OF_WORDS: &[&str] = &["iframe", "noembed", "noframes", "style", "textarea", "title", "xmp"];

pub(super) const STYLED: &[&str] =
    &["style", "fill", "stroke", "filter", "mask", "clip-path", "cursor", "marker-start", "marker-mid", "marker-end"];

/// The kinds of links that make browsers load a file, or get ready to.
pub(super) const LOADED: &[&str] = &[
    "stylesheet", "icon", "apple-touch-icon", "manifest", "preload", "prefetch", "modulepreload", "preconnect",
    "dns-prefetch",
];
