//! Minifies a template once, so that every page that it renders comes out minified.
//!
//! Rendering a page takes a few microseconds and minifying it several times as long, so the work is done on the
//! template. The minifier does not know template tags. It gets stand-ins for them which it treats as they will turn
//! out: for an expression `{{ … }}` a word of text, for a statement `{% … %}` an element of a line. Template comments
//! go. Afterwards each stand-in gives way to its tag. (The minifier's own mode for such tags takes blanks beside them
//! to be at the edge of their element, and turns `{{ name }} wins` into `{{ name }}wins`.)

use minify_html::{Cfg, minify};

use super::markup::{Kind, find_tags};
use crate::diagnostic::{Diagnostic, Source};
use crate::page::BARE_FIELDS;

/// These make stand-ins that cannot be mistaken for text, which has no such [marks](crate::html::characters::MARKS).
const OPEN: char = '\u{10F5C0}';
const CLOSE: char = '\u{10F5C1}';
/// Stands at the end.
const END: &str = "<wbr end>";

/// Returns the minified form of a template of HTML.
///
/// # Errors
///
/// When a tag stands where the minifier does not keep it, such as in a comment of HTML.
pub(super) fn minify_template(template: &Source) -> Result<String, Diagnostic> {
    let (text, tags) = (template.text(), find_tags(template.text()));
    let mut prepared = String::with_capacity(text.len());
    let mut end = 0;
    for (number, (kind, range)) in tags.iter().enumerate() {
        prepared += &text[end..range.start];
        prepared += &stand_in(*kind, number, &text[range.clone()]);
        end = range.end;
    }
    prepared += &text[end..];

    let minified = omit_tags(&minify_markup(&prepared));
    let mut pieces = minified.split(OPEN);
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    let mut is_there = vec![false; tags.len()];
    for piece in pieces {
        if let Some((number, after)) = piece.split_once(CLOSE)
            && let Ok(number) = number.trim_end().parse::<usize>()
            && let Some((kind, range)) = tags.get(number)
            && let Some(after) = put_back(*kind, &text[range.clone()], after, &mut whole)
        {
            is_there[number] = true;
            whole += after;
        }
    }
    let is_lost = |((kind, _), is_there): (&(Kind, _), bool)| *kind != Kind::Comment && !is_there;
    match tags.iter().zip(is_there).position(is_lost) {
        Some(lost) => Err(Diagnostic::new("a template tag stands where no markup can be")
            .at(template, tags[lost].1.clone())
            .hint("put it between elements, or inside the quotes of an attribute's value; comments are `{# … #}`")),
        None => Ok(whole),
    }
}

/// Appends a tag in place of its stand-in, and returns what follows that, if the stand-in is whole.
fn put_back<'t>(kind: Kind, tag: &str, after: &'t str, whole: &mut String) -> Option<&'t str> {
    let after = if kind == Kind::Statement {
        let before = whole.strip_suffix("<wbr ")?.len();
        whole.truncate(before);
        after.strip_prefix('>')?
    } else {
        after
    };
    *whole += tag;
    Some(after)
}

/// Returns a template of XML without comments, and without the blanks around lines. Lines that begin and end with
/// elements or statements follow each other at once.
pub(super) fn minify_xml(template: &str) -> String {
    let (mut small, mut text, mut end) = (String::with_capacity(template.len()), String::new(), 0);
    for (_, range) in find_tags(template).into_iter().filter(|(kind, _)| *kind == Kind::Comment) {
        text += &template[end..range.start];
        end = range.end;
    }
    text += &template[end..];
    for line in text.lines().map(str::trim_ascii).filter(|line| !line.is_empty()) {
        let after = small.is_empty() || small.ends_with('>') || small.ends_with("%}");
        if !(after && (line.starts_with('<') || line.starts_with("{%"))) {
            small.push('\n');
        }
        small += line;
    }
    small
}

/// Returns what the minifier sees in place of a tag. The blank in it keeps the quotes of an attribute, since nobody
/// knows yet what the value will be; but pages promise that some fields never need quotes.
fn stand_in(kind: Kind, number: usize, tag: &str) -> String {
    match kind {
        Kind::Expression if is_bare_field(tag) => format!("{OPEN}{number}{CLOSE}"),
        Kind::Expression => format!("{OPEN}{number} {CLOSE}"),
        Kind::Statement => format!("<wbr {OPEN}{number}{CLOSE}>"),
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
    // The minifier writes `&` and `<` where it takes them to be harmless, and is wrong where others follow.
    const SPELT_OUT: [(&str, &str); 2] = [("&amp;", "\u{10F5C5}"), ("&lt;", "\u{10F5C6}")];
    let hidden = SPELT_OUT.iter().fold(format!("{html}{END}"), |html, (written, mark)| html.replace(written, mark));
    let minified = minify(hidden.as_bytes(), &Cfg::spec_compliant());
    let minified = String::from_utf8_lossy(&minified);
    let Some(whole) = minified.strip_suffix(END) else { return html.to_owned() };
    SPELT_OUT.iter().fold(whole.to_owned(), |html, (written, mark)| html.replace(mark, written))
}

/// Returns the minified form of HTML that becomes part of a page, in its stretches between which other things stand.
pub(super) fn minify_text(stretches: &[String]) -> Vec<String> {
    const BREAK: &str = "<wbr \u{10F5C7}>";
    minify_markup(&stretches.join(BREAK)).split(BREAK).map(str::to_owned).collect()
}

/// Leaves out the end tag of a document and the bare start tag of its body, and the end tags of parts of tables and
/// lists that stand before a statement or at the end of a template: only more such parts, or the end of the whole, can
/// follow. The minifier cannot know that.
fn omit_tags(html: &str) -> String {
    let mut html = html.strip_suffix("</html>").unwrap_or(html).replacen("<body>", "", 1);
    for part in ["td", "th", "tr", "tbody", "li"] {
        let end_tag = format!("</{part}>");
        html = html.replace(&format!("{end_tag}<wbr {OPEN}"), &format!("<wbr {OPEN}"));
        html.truncate(html.strip_suffix(&end_tag).unwrap_or(&html).len());
    }
    html
}

/// Leaves out the end tags of paragraphs that stand before a statement or at the end of a template which is followed by
/// others of its kind, or by the end of what they stand in.
pub(super) fn omit_ends_of_paragraphs(template: &str) -> String {
    template.strip_suffix("</p>").unwrap_or(template).replace("</p>{%", "{%")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minified(template: &str) -> String {
        minify_template(&Source::new("a.html", template)).expect("every tag stands where it may")
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
        for text in ["a &amp; b &lt; c", "&amp;lt;", "&lt;b> &amp;copy;", "<a href=\"?a=b&amp;c\">&lt;/a></a>"] {
            assert_eq!(minify_text(&[text.to_owned()]), [text]);
        }
        let stretches = ["<p>a  &gt; &quot;b&quot; {{ c }}</p>\n".to_owned(), "<p>d</p>\n".to_owned()];
        assert_eq!(minify_text(&stretches), ["<p>a > \"b\" {{ c }}</p>", "<p>d</p>"]);
        assert_eq!(
            minified(r#"<a class="{{ width }}" href="{{ a.title }}">b</a>"#),
            r#"<a class="{{ width }}" href="{{ a.title }}">b</a>"#
        );
    }

    #[test]
    fn a_tag_in_a_comment_of_html_is_an_error() {
        assert!(minify_template(&Source::new("a.html", "<p>a<!-- {{ b }} --></p>")).is_err());
    }

    #[test]
    fn lines_of_xml_follow_each_other() {
        assert_eq!(minify_xml("<p>\n  {# a\n b #}\n  <b>{{ c }}</b>\n  d\n</p>\n"), "<p><b>{{ c }}</b>\nd\n</p>");
    }
}
