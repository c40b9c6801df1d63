//! Slots: the texts and links that differ from page to page. Templates can print slots, join slots, pass slots to
//! messages, and ask whether a slot is empty. Any other use would depend on the text of the slot. This text differs
//! from page to page, but the engine renders a template once for all of these pages.

use std::ops::Range;

use super::markup::{Kind, find_tags};
use crate::ground::diagnostic::{Diagnostic, Source};
use crate::pages::page::SLOTS;

/// The words between expressions.
const SEPARATORS: [&str; 6] = ["and", "or", "not", "if", "elif", "else"];

/// The words that use the expression after them.
const VERBS: [&str; 6] = ["for", "in", "is", "filter", "set", "set_global"];

const HINT: &str = "print it, use it in a message, or test whether it exists; for decisions, use fields that are \
                    not slots, such as `page.kind`, `page.turn` and `page.outcome`: \
                    see themes/README.md, the guide for theme authors";

/// Checks how a template uses slots.
///
/// # Errors
///
/// Returns the first use of a slot that is not allowed, with its place.
pub(super) fn check(template: &Source) -> Result<(), Diagnostic> {
    // Whether a statement stores or filters the printed text, until its end tag.
    let mut is_kept = false;
    for (_, tag) in
        find_tags(template.text()).into_iter().filter(|(kind, _)| matches!(kind, Kind::Expression | Kind::Statement))
    {
        let tokens = tokens(template.text(), tag.start + 2..tag.end - 2);
        match tokens[..] {
            [("set" | "set_global", _), _] | [("filter", _), ..] => is_kept = true,
            [("endset" | "endfilter", _)] => is_kept = false,
            _ => {}
        }
        for expression in tokens.split(|(word, _)| SEPARATORS.contains(word)) {
            let slot = (0..expression.len()).find(|&index| is_slot(expression, index));
            if let Some((path, place)) = slot.map(|slot| expression[slot].clone())
                && (is_kept || !is_printed(expression))
            {
                let message = format!(
                    "`{path}` differs from page to page, so a template can only print it, use it in a message, or test \
                     whether it exists"
                );
                return Err(Diagnostic::new(message).at(template, place).hint(HINT));
            }
        }
    }
    Ok(())
}

/// A path, a literal or an operator, and its place in the template.
type Token<'t> = (&'t str, Range<usize>);

pub(super) fn tokens(text: &str, code: Range<usize>) -> Vec<Token<'_>> {
    let is_name = |c: char| c.is_alphanumeric() || "_.?".contains(c);
    let (mut tokens, mut at) = (Vec::new(), code.start);
    while let Some(first) = text[at..code.end].chars().next() {
        let rest = &text[at..code.end];
        let length = match first {
            '"' | '\'' | '`' => rest[1..].find(first).map_or(rest.len(), |length| length + 2),
            _ if is_name(first) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        // A `-` at the edge of a tag trims the whitespace around it.
        let is_edge = first == '-' && (at == code.start || at + 1 == code.end);
        if !first.is_whitespace() && !is_edge {
            tokens.push((&rest[..length], at..at + length));
        }
        at += length;
    }
    tokens
}

/// Returns whether a token is a path that ends in a slot, or the key in `page["title"]`.
fn is_slot(expression: &[Token<'_>], index: usize) -> bool {
    let word = expression[index].0;
    let is_key = index > 0 && expression[index - 1].0 == "[" && word.starts_with(['"', '\'', '`']);
    let field = if is_key { Some(word.trim_matches(['"', '\'', '`'])) } else { word.rsplit('.').next() };
    field.is_some_and(|field| (is_key || field.len() < word.len()) && SLOTS.split(' ').any(|slot| slot == field))
}

/// Returns whether an expression only joins texts, passes them to a message, or provides a default.
fn is_printed(expression: &[Token<'_>]) -> bool {
    let word = |index: usize| expression.get(index).map_or("", |(word, _)| word);
    (0..expression.len()).all(|index| match word(index) {
        "|" => word(index + 1) == "default",
        "=" => index > 1 && ["(", ","].contains(&word(index - 2)) && word(index + 1) != "=",
        "~" | "(" | ")" | "," => true,
        word_here => {
            word_here.starts_with(|c: char| c.is_alphanumeric() || "_\"'`".contains(c))
                && !VERBS.contains(&word_here)
                && (word(index + 1) != "(" || ["default", "say"].contains(&word_here))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_may_be_printed_and_asked_for() {
        for template in [
            "{{ page.title }} {{- page.status -}}",
            "{% if page.news and not page.over or page.tally %}{{ page.news }}{% elif page.goal %}{% endif %}",
            "{{ page.status ~ \" — \" ~ page.title }}",
            "{{ square.mark | default(value=\"==\") }}",
            "{% set move = square.move %}{% if move.worth %}{{ move.worth }}{% endif %}",
            "{% if page.kind == \"title\" and page.title %}{% endif %}",
            "{% for name in board.names %}{% if name == \"A\" %}{% endif %}{% endfor %}",
            "{% if loop.index > 1 %}{{ page.title }}{% endif %}{{ board.names | length * 7 / 2 }}",
            "{% include \"board.html\" %}{# {{ page.title | upper }} #}",
            "{{ say(key=\"a\", title=page.title, label=say(key=\"b\", text=page.status)) ~ page.goal }}",
        ] {
            assert!(check(&Source::new("a.html", template)).is_ok(), "{template}");
        }
    }

    #[test]
    fn slots_may_not_be_used_otherwise() {
        for template in [
            "{% if page.status == \"X to move\" %}{% endif %}",
            "{% if (page.status) != \"\" %}{% endif %}",
            "{% if \"X\" in page.status %}{% endif %}",
            "{% if page.status is starting_with(\"X\") %}{% endif %}",
            "{% if page[\"status\"] == \"\" %}{% endif %}",
            "{{ row.name | capitalize }}",
            "{{ row.name | default(value=\"\") | upper }}",
            "{% for letter in page.title %}{% endfor %}",
            "{{ thing(text=page.title) }}",
            "{{ say(key=\"a\", text=page.title | upper) }}",
            "{% set a = say(key=\"a\", text=page.title) %}",
            "{% if (a == page.title) %}{% endif %}",
            "{% if say(key=\"a\", text=page.title) == \"b\" %}{% endif %}",
            "{{ <thing text={page.title} /> }}",
            "{% set titles = [page.title] %}",
            "{{ page.title[0] }}",
            "{{ page.goal * 2 }}",
            "{% set a = page.status %}",
            "{% set a %}{{ page.status }}{% endset %}",
            "{% filter upper %}{{ page.status }}{% endfilter %}",
        ] {
            let flaw = check(&Source::new("a.html", template)).expect_err(template);
            assert!(flaw.to_string().ends_with("or test whether it exists"), "{template}: {flaw}");
        }
    }
}
