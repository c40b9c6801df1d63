//! The names of elements and attributes, grouped by purpose.

/// The elements without content and end tag: <https://html.spec.whatwg.org/multipage/syntax.html#void-elements>.
pub const VOID: &[&str] =
    &["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// The elements of a whole document, which only the page itself can contain.
pub const OF_DOCUMENTS: &[&str] =
    &["base", "body", "frame", "frameset", "head", "html", "link", "main", "meta", "plaintext", "title"];

/// The elements that texts can contain.
pub const ALLOWED: &[&str] = &[
    "a", "abbr", "address", "aside", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "col",
    "colgroup", "data", "dd", "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "h1", "h2",
    "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "q", "rp", "rt", "ruby",
    "s", "samp", "section", "small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th",
    "thead", "time", "tr", "u", "ul", "var", "wbr",
];

/// The phrasing elements that stories can contain.
pub const OF_PHRASES: &[&str] = &[
    "a", "abbr", "b", "bdi", "br", "cite", "code", "del", "dfn", "em", "i", "img", "ins", "kbd", "mark", "q", "s",
    "samp", "small", "span", "strong", "sub", "sup", "u", "var", "wbr",
];

/// The elements whose text begins on a new line.
pub const OF_BLOCKS: &[&str] = &[
    "address", "article", "aside", "blockquote", "center", "dd", "div", "dl", "dt", "figcaption", "figure", "footer",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "nav", "ol", "p", "pre", "section", "table", "tr", "ul",
];

/// The attributes with the address of a link or of a picture.
pub const ADDRESSES: &[&str] = &["href", "src"];

/// The elements whose content is not text for readers.
pub const WITHOUT_WORDS: &[&str] =
    &["iframe", "noembed", "noframes", "script", "style", "template", "textarea", "title"];

/// The attributes that texts can contain.
pub const ALLOWED_ATTRIBUTES: &[&str] = &[
    "abbr", "alt", "cite", "class", "colspan", "datetime", "dir", "headers", "height", "href", "hreflang", "id",
    "lang", "open", "rel", "reversed", "rowspan", "scope", "span", "src", "start", "title", "type", "value", "width",
];

/// The elements that run scripts, show other documents or send a reader's input.
pub(super) const ACTIVE: &[&str] = &[
    "applet", "base", "embed", "fencedframe", "foreignobject", "form", "frame", "frameset", "handler", "iframe",
    "listener", "object", "portal", "script",
];

/// The SVG elements that change an attribute of another element.
pub(super) const ANIMATING: &[&str] = &["animate", "animatemotion", "set"];

/// The elements that contain plain text in HTML, but markup in SVG.
pub(super) const OF_WORDS: &[&str] = &["iframe", "noembed", "noframes", "style", "textarea", "title", "xmp"];

pub(super) const STYLED: &[&str] =
    &["style", "fill", "stroke", "filter", "mask", "clip-path", "cursor", "marker-start", "marker-mid", "marker-end"];

/// The kinds of links that make browsers load a file, or prepare to.
pub(super) const LOADED: &[&str] = &[
    "stylesheet", "icon", "apple-touch-icon", "manifest", "preload", "prefetch", "modulepreload", "preconnect",
    "dns-prefetch",
];
