//! The elements of HTML: those without content, and what texts may have.

/// The elements without content, which need no end tag:
/// <https://html.spec.whatwg.org/multipage/syntax.html#void-elements>.
const VOID: &str = "area base br col embed hr img input link meta source track wbr";

/// The elements that make a document, or take in all that follows them: they are the page's own.
const OF_DOCUMENTS: &str = "base body frame frameset head html link main meta plaintext title";

/// The elements that texts may have.
const ALLOWED: &str = "a abbr address aside b bdi bdo blockquote br caption cite code col colgroup data dd del \
    details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp \
    section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr";

/// The attributes that these may have.
const ALLOWED_ATTRIBUTES: &str = "abbr alt cite class colspan datetime dir headers height href hreflang id lang open \
    rel reversed rowspan scope span src start title type value width";

/// Whether an element has no content, and so no end tag.
pub fn is_void(element: &str) -> bool {
    has(VOID, element)
}

/// Whether an element is the page's own, in which texts stand.
pub fn is_of_documents(element: &str) -> bool {
    has(OF_DOCUMENTS, element)
}

/// Whether texts may have an element.
pub fn is_allowed(element: &str) -> bool {
    has(ALLOWED, element)
}

/// Whether an element of a text may have an attribute.
pub fn is_allowed_attribute(attribute: &str) -> bool {
    has(ALLOWED_ATTRIBUTES, attribute)
}

fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}
