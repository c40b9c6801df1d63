//! Minifies rendered templates. The program minifies each pattern once, so that all pages made from the pattern are
//! minified. The program minifies text pages one by one.

use minify_html::{Cfg, minify};

use super::templates::{Form, LEAF};

/// The delimiters of the number in the mark of a cell.
pub(super) const PART_BEGIN: &str = "\u{10F5C2}p";
pub(super) const PART_END: &str = "p\u{10F5C3}";

/// Follows the page in the minifier's input, so that the minifier closes the page's last element in any case.
const END: &str = "<wbr end>";

/// Texts that the minifier must not see: the text, its stand-in, and the published text. Texts cannot contain the
/// stand-ins, which are [marks](crate::ground::html::characters::MARKS).
const STAND_INS: [(&str, &str, &str); 5] = [
    // The minifier prints these unescaped where it considers that harmless, which is wrong before a slot.
    ("&amp;", "\u{10F5C5}", "&amp;"),
    ("&lt;", "\u{10F5C6}", "&lt;"),
    // A line break to keep.
    ("&#10;", "\u{10F5C7}", "\n"),
    // A part of a board is an element.
    (PART_BEGIN, "<wbr \u{10F5C8}", PART_BEGIN),
    (PART_END, "\u{10F5C9}>", PART_END),
];

pub(super) fn minified_page(form: Form, html: String) -> String {
    if form.is_book() { html } else { minify_html(&html) }
}

/// Minifies a stylesheet: removes indentation, blank lines and comments, except those that begin with `/*!`, such as
/// licences.
pub(super) fn minified_sheet(sheet: &str) -> String {
    let (mut minified, mut rest) = (String::new(), sheet);
    let add = |minified: &mut String, code: &str| {
        for character in code.chars() {
            if !(character.is_whitespace() && minified.ends_with('\n')) {
                minified.push(character);
            }
        }
    };
    while let Some(at) = rest.find(['"', '\'', '/']) {
        add(&mut minified, &rest[..at]);
        rest = &rest[at..];
        let (is_kept, end) = match rest.as_bytes() {
            [b'/', b'*', next, ..] => (*next == b'!', rest[2..].find("*/").map(|end| end + 4)),
            [b'/', ..] => (true, Some(1)),
            [quote, ..] => (true, rest[1..].find(char::from(*quote)).map(|end| end + 2)),
            [] => break,
        };
        let end = end.unwrap_or(rest.len());
        minified += if is_kept { &rest[..end] } else { "" };
        rest = &rest[end..];
    }
    add(&mut minified, rest);
    minified
}

pub(super) fn minified_pattern(form: Form, template: &str, html: &str) -> String {
    if form.is_book() {
        return minify_xml(html);
    }
    let mut minified = minify_html(html);
    // In a file, another position or an end tag follows.
    if template == LEAF && minified.ends_with("</p>") {
        minified.truncate(minified.len() - "</p>".len());
    }
    minified
}

/// Minifies HTML; returns it unchanged if its end is inside a tag or the like.
fn minify_html(html: &str) -> String {
    let mut seen = format!("{html}{END}");
    for (written, stand_in, _) in STAND_INS {
        seen = seen.replace(written, stand_in);
    }
    let minified = minify(seen.as_bytes(), &Cfg::spec_compliant());
    let minified = String::from_utf8_lossy(&minified);
    let Some(whole) = minified.strip_suffix(END) else { return html.to_owned() };
    // The minifier lets references to quotes end without a semicolon, which HTML forbids.
    let mut published = omit_tags(whole);
    for quote in ["&#34;", "&#39;"] {
        published = published.replace(quote, &quote[..4]).replace(&quote[..4], quote);
    }
    for (_, stand_in, written) in STAND_INS {
        published = published.replace(stand_in, written);
    }
    published
}

/// Omits the end tag of the document, the start tag of its body if it has no attributes, and the end tags of table
/// parts and list items before a cell or at the end. After these end tags, only more such parts or the end can follow,
/// which the minifier cannot know.
fn omit_tags(html: &str) -> String {
    let mut html = html.strip_suffix("</html>").unwrap_or(html).replacen("<body>", "", 1);
    for part in ["td", "th", "tr", "tbody", "li"] {
        let end_tag = format!("</{part}>");
        html = html.replace(&format!("{end_tag}<wbr \u{10F5C8}"), "<wbr \u{10F5C8}");
        html.truncate(html.strip_suffix(&end_tag).unwrap_or(&html).len());
    }
    html
}

/// Removes the spaces around lines of XML, and line breaks between elements or cells.
fn minify_xml(xml: &str) -> String {
    let mut small = String::with_capacity(xml.len());
    for line in xml.lines().map(str::trim_ascii).filter(|line| !line.is_empty()) {
        let after = small.is_empty() || small.ends_with('>') || small.ends_with(PART_END);
        if !(after && (line.starts_with('<') || line.starts_with(PART_BEGIN))) {
            small.push('\n');
        }
        small += line;
    }
    small
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_tags_that_no_browser_needs_go() {
        for (html, minified) in [
            ("<p>  a <b>b</b> <i>c</i>  d</p>\n <p>e</p>\n", "<p>a <b>b</b> <i>c</i> d<p>e</p>"),
            ("<div><p>a</p></div>", "<div><p>a</div>"),
            ("<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p>c</p>\n", "<ul><li>a<li>b</ul><p>c</p>"),
            ("<pre><code>a\n  &lt;b&gt;\n</code></pre>\n", "<pre><code>a\n  &lt;b>\n</code></pre>"),
            ("<p>a<!-- b --></p>&#10;<p>c</p>", "<p>a</p>\n<p>c</p>"),
            ("<a class=\"b\" title=\"c d\">e</a>", "<a title=\"c d\" class=b>e</a>"),
        ] {
            assert_eq!(minify_html(html), minified);
        }
    }

    #[test]
    fn parts_of_boards_are_elements() {
        let part = format!("{PART_BEGIN}1{PART_END}");
        let html = format!("<table>\n <tr>\n <th>a</th>\n {part}\n {part}\n </tr>\n</table>");
        assert_eq!(minify_html(&html), format!("<table><tr><th>a{part}{part}</table>"));
        assert_eq!(minify_html(&format!("<p>{part} {part}</p>")), format!("<p>{part} {part}</p>"));
        assert_eq!(minify_html("\n<td>a</td>\n"), "<td>a");
        let xml = format!("<p>\n  \n {part}\n <b>c</b>\n  d\n</p>\n");
        assert_eq!(minify_xml(&xml), format!("<p>{part}<b>c</b>\nd\n</p>"));
    }

    #[test]
    fn characters_mean_what_they_meant() {
        for html in ["a &amp; b &lt; c", "&amp;lt;", "&lt;b> &amp;copy;", "<a href=\"?a=b&amp;c d\">&lt;/a></a>"] {
            assert_eq!(minify_html(html), html);
        }
        assert_eq!(minify_html("<p>a  &gt; &quot;b&quot; {{ c }}</p>\n<p>d</p>\n"), "<p>a > \"b\" {{ c }}<p>d</p>");
        let quotes = "<p title='\"it&#39;s\" \";'>c</p>";
        assert_eq!(minify_html(quotes), quotes);
        assert_eq!(minify_html("<p title=\"&lt;!-- a --> b\">c</p>"), "<p title=\"&lt;!-- a --> b\">c</p>");
    }

    #[test]
    fn stylesheets_lose_indents_and_comments_and_nothing_else() {
        for (sheet, minified) in [
            ("/* a */ b { c: d } /**/", " b { c: d } "),
            ("/*! mine */ b { c: url(//d/e) }", "/*! mine */ b { c: url(//d/e) }"),
            ("b { content: \"/* c */\" } /* d", "b { content: \"/* c */\" } "),
            ("b { content: '/*' /* c */ }", "b { content: '/*'  }"),
            ("b {\n  c: d;\n\n  /* e */\n  f: '\\\n  g'\n}", "b {\nc: d;\nf: '\\\n  g'\n}"),
        ] {
            assert_eq!(minified_sheet(sheet), minified);
        }
    }
}
