//! Minifies a template once, so that every page that it renders comes out minified.
//!
//! Rendering a page takes a few microseconds and minifying it several times as long, so the work is done on the
//! template. The minifier does not know template tags. It gets stand-ins for them which it treats as they will turn
//! out: for an expression `{{ … }}` a word of text, for a statement `{% … %}` an element of a line. Template comments
//! go. Afterwards each stand-in gives way to its tag. (The minifier's own mode for such tags takes blanks beside them
//! to be at the edge of their element, and turns `{{ name }} wins` into `{{ name }}wins`.)

use std::ops::Range;

use minify_html::{Cfg, minify};

use super::markup::{Kind, MisplacedTag, find_tags};
use crate::page::BARE_FIELDS;

/// These make stand-ins that cannot be mistaken for text, which has no such [marks](crate::html::characters::MARKS).
const OPEN: char = '\u{10F5C0}';
const CLOSE: char = '\u{10F5C1}';
/// Begins the stand-in for a statement.
const STATEMENT: &str = "<wbr s";
const END: &str = "<wbr end>";

/// Returns the minified form of a template.
pub(super) fn minify_template(template: &str) -> Result<String, MisplacedTag> {
    minify_around(template, &find_tags(template)?, |html| omit_tags(&minify_markup(html)))
}

/// Returns the minified form of a template that is followed by others of its kind or by the end of what they stand in,
/// so that paragraphs at its end need no end tag.
pub(super) fn minify_leaf(template: &str) -> Result<String, MisplacedTag> {
    minify_around(template, &find_tags(template)?, |html| {
        let html = omit_tags(&minify_markup(html));
        let html = html.replace("</p><wbr s", "<wbr s");
        html.strip_suffix("</p>").unwrap_or(&html).to_owned()
    })
}

/// Minifies a text with stand-ins in place of its tags, and puts the tags back.
fn minify_around(
    text: &str,
    tags: &[(Kind, Range<usize>)],
    minify: impl Fn(&str) -> String,
) -> Result<String, MisplacedTag> {
    let mut prepared = String::with_capacity(text.len());
    let mut end = 0;
    for (number, (kind, range)) in tags.iter().enumerate() {
        prepared += &text[end..range.start];
        prepared += &stand_in(*kind, number, &text[range.clone()]);
        end = range.end;
    }
    prepared += &text[end..];
    let minified = minify(&prepared);

    let mut whole = String::with_capacity(text.len());
    let mut counts = vec![0; tags.len()];
    let mut rest = minified.as_str();
    while let Some(start) = rest.find(STAND_INS) {
        whole += &rest[..start];
        rest = &rest[start..];
        let found = number_of(rest).and_then(|number| {
            let (kind, range) = tags.get(number)?;
            let tag = &text[range.clone()];
            Some((number, tag, rest.strip_prefix(stand_in(*kind, number, tag).as_str())?))
        });
        if let Some((number, tag, after)) = found {
            counts[number] += 1;
            whole += tag;
            rest = after;
        } else {
            let first = rest.chars().next().map_or(rest.len(), char::len_utf8);
            whole += &rest[..first];
            rest = &rest[first..];
        }
    }
    whole += rest;
    let is_lost = |(number, (kind, _)): (usize, &(Kind, Range<usize>))| *kind != Kind::Comment && counts[number] != 1;
    match tags.iter().enumerate().position(is_lost) {
        Some(lost) => Err(MisplacedTag { range: tags[lost].1.clone() }),
        None => Ok(whole),
    }
}

/// What stand-ins begin with.
const STAND_INS: [char; 2] = [OPEN, '<'];

/// Returns the number of the tag for which there is a stand-in at the beginning of a text.
fn number_of(text: &str) -> Option<usize> {
    let text = text.strip_prefix(OPEN).or_else(|| text.strip_prefix(STATEMENT))?;
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..length].parse().ok()
}

/// Returns a template of XML without comments, and without the blanks between two elements or statements that stand on
/// lines of their own. Other blanks become one.
pub(super) fn minify_xml(template: &str) -> Result<String, MisplacedTag> {
    let mut small = String::with_capacity(template.len());
    let mut end = 0;
    let tags = find_tags(template)?;
    for (kind, range) in tags.iter().filter(|(kind, _)| *kind != Kind::Character) {
        let tag = if *kind == Kind::Comment { "" } else { &template[range.clone()] };
        push_text(&template[end..range.start], tag, &mut small);
        small += tag;
        end = range.end;
    }
    push_text(&template[end..], "", &mut small);
    Ok(small)
}

/// Appends text and elements up to a tag of the template, or its end.
fn push_text(text: &str, tag: &str, small: &mut String) {
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_whitespace()) {
        *small += &rest[..start];
        let blanks = rest[start..].len() - rest[start..].trim_ascii_start().len();
        let next = if start + blanks == rest.len() { tag } else { &rest[start + blanks..] };
        let after = small.is_empty() || small.ends_with(['>']) || small.ends_with("%}");
        let before = next.is_empty() || next.starts_with('<') || next.starts_with("{%");
        let is_between = after && before && rest[start..start + blanks].contains('\n');
        if !is_between && !small.ends_with(' ') {
            small.push(' ');
        }
        rest = &rest[start + blanks..];
    }
    *small += rest;
}

/// Returns what the minifier sees in place of a tag. The blank in it keeps the quotes of an attribute, since nobody
/// knows yet what the value will be; but pages promise that some fields never need quotes.
fn stand_in(kind: Kind, number: usize, tag: &str) -> String {
    match kind {
        Kind::Expression if is_bare_field(tag) => format!("{OPEN}{number}{CLOSE}"),
        Kind::Expression | Kind::Character => format!("{OPEN}{number} {CLOSE}"),
        Kind::Statement => format!("{STATEMENT}{number}>"),
        Kind::Comment => String::new(),
    }
}

/// Whether an expression is nothing but a field of a page whose value never needs quotes.
fn is_bare_field(tag: &str) -> bool {
    let path = tag.trim_matches(['{', '}', '-', ' ']);
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    // A variable of the template's own has no dot, and nobody knows what it holds.
    path.rsplit_once('.').is_some_and(|(of, field)| of.split('.').all(is_name) && BARE_FIELDS.contains(&field))
}

/// Returns the minified form of HTML. What stands at its end is closed, whatever follows. As it is where its end is in
/// the middle of something.
fn minify_markup(html: &str) -> String {
    let minified = minify(format!("{html}{END}").as_bytes(), &Cfg::spec_compliant());
    let minified = String::from_utf8_lossy(&minified);
    minified.strip_suffix(END).unwrap_or(html).to_owned()
}

/// Leaves out the end tag of a document and the bare start tag of its body, and the end tags of parts of tables and
/// lists that stand before a statement or at the end of a template: only more such parts, or the end of the whole, can
/// follow. The minifier cannot know that.
fn omit_tags(html: &str) -> String {
    let mut html = html.strip_suffix("</html>").unwrap_or(html).replacen("<body>", "", 1);
    for part in ["td", "th", "tr", "tbody", "li"] {
        let end_tag = format!("</{part}>");
        html = html.replace(&format!("{end_tag}<wbr s"), "<wbr s");
        html.truncate(html.strip_suffix(&end_tag).unwrap_or(&html).len());
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minified(template: &str) -> String {
        minify_template(template).expect("every tag stands where it may")
    }

    #[test]
    fn blanks_around_expressions_stay_and_others_go() {
        assert_eq!(minified("<p>  {{ a }} {{ b }}  wins </p>"), "<p>{{ a }} {{ b }} wins</p>");
        assert_eq!(minified("<p>{{ a }} <b>b</b></p>  <p>c</p>"), "<p>{{ a }} <b>b</b><p>c</p>");
    }

    #[test]
    fn statements_leave_no_trace_in_tables() {
        assert_eq!(
            minified("<table>\n <tr>\n {% for x in xs %}\n  <td>{{ x }}</td>\n {% endfor %}\n </tr>\n</table>"),
            "<table><tr>{% for x in xs %}<td>{{ x }}{% endfor %}</table>"
        );
    }

    #[test]
    fn blanks_between_the_turns_of_a_loop_stay() {
        assert_eq!(
            minified("<p>{% for a in b %}<a>{{ a }}</a> {% endfor %}</p><p>c</p>"),
            "<p>{% for a in b %}<a>{{ a }}</a> {% endfor %}<p>c</p>"
        );
    }

    #[test]
    fn a_paragraph_is_closed_before_what_may_be_text() {
        assert_eq!(minified("<p>a</p>"), "<p>a</p>");
        assert_eq!(minified("<div><p>a</p>{{ b }}</div>"), "<div><p>a</p>{{ b }}</div>");
        assert_eq!(minified("<div><p>a</p>{% if b %}c{% endif %}</div>"), "<div><p>a</p>{% if b %}c{% endif %}</div>");
        assert_eq!(minified("<div><p>a</p></div>"), "<div><p>a</div>");
    }

    #[test]
    fn attributes_with_expressions_keep_their_quotes() {
        assert_eq!(
            minified(r#"<a class="b" title="{{ title }}">{{ text }}</a>"#),
            r#"<a title="{{ title }}" class=b>{{ text }}</a>"#
        );
        assert_eq!(minified(r#"<a href="{{ a.href }}">b</a>"#), "<a href={{ a.href }}>b</a>");
        assert_eq!(minified(r#"<a href="{{ a.href ~ b }}">c</a>"#), r#"<a href="{{ a.href ~ b }}">c</a>"#);
    }

    #[test]
    fn comments_go_and_strings_may_hold_braces() {
        assert_eq!(minified("<p>a{# a { comment #}b {{ \"}}\" }}</p>"), "<p>ab {{ \"}}\" }}</p>");
        assert_eq!(minified("<p>a<!-- b --></p><p>c</p>"), "<p>a<p>c</p>");
    }

    #[test]
    fn characters_mean_what_they_meant() {
        assert_eq!(minified("<p>a&amp;{{ b }} &lt;{{ c }}</p>"), "<p>a&amp;{{ b }} &lt;{{ c }}</p>");
        assert_eq!(minified(r#"<p title="<!-- a --> b">c</p>"#), r#"<p title="<!-- a --> b">c</p>"#);
        assert_eq!(
            minified(r#"<a class="{{ width }}" href="{{ a.title }}">b</a>"#),
            r#"<a class="{{ width }}" href="{{ a.title }}">b</a>"#
        );
    }

    #[test]
    fn a_tag_among_attributes_is_an_error() {
        let template = "<p {% if a %}class=b{% endif %}>c</p>";
        assert_eq!(minify_template(template), Err(MisplacedTag { range: 3..13 }));
    }
}
