//! What templates may do with slots: print them, put them together, and ask whether they are there. Anything else
//! would depend on a text that differs from page to page, while a template is asked once for all of these pages.

use std::collections::BTreeSet;
use std::ops::Range;

use super::markup::{Kind, MisplacedTag, find_tags};
use crate::diagnostic::{Diagnostic, Source};
use crate::page::SLOTS;

/// Checks what templates do with slots.
///
/// # Errors
///
/// The first use of a slot that is none of the allowed ones, with its place.
pub(super) fn check<'a>(templates: impl Iterator<Item = &'a Source>) -> Result<(), Diagnostic> {
    let templates: Vec<_> =
        templates.map(|template| Ok((template, tags(template)?))).collect::<Result<_, Diagnostic>>()?;
    let all_tags = || templates.iter().flat_map(|(template, tags)| tags.iter().map(move |tag| (*template, tag)));
    let mut variables = BTreeSet::new();
    // A variable that is set to a slot is one, and can be set in one template and used in another.
    loop {
        let set: Vec<_> = all_tags().filter_map(|(_, tag)| tag.sets_slot(&variables)).collect();
        let before = variables.len();
        variables.extend(set);
        if variables.len() == before {
            break;
        }
    }
    all_tags().try_for_each(|(template, tag)| tag.check(&variables, template))
}

/// A tag of a template as its tokens.
struct Tag {
    tokens: Vec<Token>,
}

/// A word or sign of a tag.
struct Token {
    kind: TokenKind,
    range: Range<usize>,
}

#[derive(PartialEq, Eq)]
enum TokenKind {
    /// A path such as `page.title`, or a single name: all of its parts.
    Path(Vec<String>),
    /// A word of the template language.
    Word(String),
    /// A text or a number.
    Literal,
    Sign(&'static str),
}

/// The words of the template language.
const WORDS: [&str; 14] =
    ["and", "or", "not", "if", "elif", "else", "for", "in", "is", "set", "set_global", "filter", "true", "false"];

/// The words between which an expression stands alone.
const SEPARATORS: [&str; 6] = ["and", "or", "not", "if", "elif", "else"];

/// The signs of the template language, the longer ones first.
const SIGNS: [&str; 26] = [
    "...", "==", "!=", "<=", ">=", "//", "**", "</", "?.", "?[", "<", ">", "=", "+", "-", "*", "/", "%", "~", "|", "(",
    ")", "[", "]", ",", ":",
];

fn tags(template: &Source) -> Result<Vec<Tag>, Diagnostic> {
    let found = find_tags(template.text()).map_err(|misplaced: MisplacedTag| misplaced.diagnostic(template))?;
    let code = found.into_iter().filter(|(kind, _)| matches!(kind, Kind::Expression | Kind::Statement));
    Ok(code.map(|(_, range)| Tag { tokens: tokens(template.text(), range) }).collect())
}

fn tokens(text: &str, range: Range<usize>) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    // Without the signs that open and close the tag, and those that take away the blanks around it.
    let inner = &text[range.start + 2..range.end - 2];
    let (mut at, end) = (range.start + 2, range.end - 2 - usize::from(inner.ends_with('-')));
    at += usize::from(inner.starts_with('-') && at < end);
    while at < end {
        let rest = &text[at..end];
        let first = rest.chars().next().unwrap_or(' ');
        let start = at;
        let kind = if is_name(first) && !first.is_ascii_digit() {
            let (parts, length) = path(rest);
            at += length;
            match &parts[..] {
                [word] if WORDS.contains(&word.as_str()) => TokenKind::Word(word.clone()),
                _ => TokenKind::Path(parts),
            }
        } else if "\"'`".contains(first) {
            at += rest[1..].find(first).map_or(rest.len(), |length| length + 2);
            TokenKind::Literal
        } else if first.is_ascii_digit() {
            at += rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            TokenKind::Literal
        } else if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
            at += sign.len();
            TokenKind::Sign(sign)
        } else {
            at += first.len_utf8();
            continue;
        };
        tokens.push(Token { kind, range: start..at });
    }
    tokens
}

fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Returns the parts of the path at the beginning of a text, and its length. `a["b"]` is the same as `a.b`.
fn path(text: &str) -> (Vec<String>, usize) {
    let mut parts = Vec::new();
    let mut at = 0;
    loop {
        let length = text[at..].find(|c| !is_name(c)).unwrap_or(text.len() - at);
        parts.push(text[at..at + length].to_owned());
        at += length;
        while let Some((key, length)) = quoted_key(&text[at..]) {
            parts.push(key.to_owned());
            at += length;
        }
        let dot = ["?.", "."]
            .into_iter()
            .find(|dot| text[at..].strip_prefix(dot).is_some_and(|rest| rest.starts_with(|c: char| is_name(c))));
        match dot {
            Some(dot) => at += dot.len(),
            None => return (parts, at),
        }
    }
}

/// Returns the key of `["key"]` at the beginning of a text, and the length of all of it.
fn quoted_key(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix('[').or_else(|| text.strip_prefix("?["))?;
    let quote = inner.chars().next().filter(|quote| "\"'`".contains(*quote))?;
    let (key, _) = inner[1..].split_once(quote)?;
    let close = text.find(']')?;
    Some((key, close + 1))
}

impl Tag {
    /// Returns the variable that the tag sets, if it sets it to a slot, or to what is rendered up to another tag.
    fn sets_slot(&self, variables: &BTreeSet<String>) -> Option<String> {
        let [Token { kind: TokenKind::Word(word), .. }, Token { kind: TokenKind::Path(name), .. }, rest @ ..] =
            &self.tokens[..]
        else {
            return None;
        };
        let has_slot = rest.iter().any(|token| token.is_slot(variables));
        let is_block = !rest.iter().any(|token| token.kind == TokenKind::Sign("="));
        (word.starts_with("set") && (has_slot || is_block)).then(|| name.join("."))
    }

    /// Checks each expression of the tag.
    fn check(&self, variables: &BTreeSet<String>, template: &Source) -> Result<(), Diagnostic> {
        let tokens = match &self.tokens[..] {
            // What is set is no use of the variable.
            [Token { kind: TokenKind::Word(word), .. }, _, Token { kind: TokenKind::Sign("="), .. }, rest @ ..]
                if word.starts_with("set") =>
            {
                rest
            }
            [Token { kind: TokenKind::Word(word), .. }, _] if word.starts_with("set") => return Ok(()),
            tokens => tokens,
        };
        let is_separator = |token: &Token| match &token.kind {
            TokenKind::Word(word) => SEPARATORS.contains(&word.as_str()),
            _ => false,
        };
        for expression in tokens.split(is_separator) {
            let Some(slot) = expression.iter().find(|token| token.is_slot(variables)) else { continue };
            if let Some(verb) = misuse(expression) {
                let path = &template.text()[slot.range.clone()];
                return Err(Diagnostic::new(format!("`{path}` differs from page to page, so it cannot be {verb}"))
                    .at(template, slot.range.clone())
                    .hint(HINT));
            }
        }
        Ok(())
    }
}

const HINT: &str = "print it, or ask whether it is there; for choices there are fields that are no slots, \
                    such as `page.kind`, `page.turn` and `page.outcome`: \
                    the guide for authors of themes, themes/README.md, has them all";

/// Returns what an expression with a slot does to it, if that is not allowed.
fn misuse(expression: &[Token]) -> Option<&'static str> {
    let mut before: Option<&TokenKind> = None;
    for (index, Token { kind, .. }) in expression.iter().enumerate() {
        let found = match kind {
            TokenKind::Word(word) if word == "for" => Some("looped over"),
            TokenKind::Word(word) if word == "in" || word == "is" => {
                let is_loop = expression[..index].iter().any(|token| token.kind == TokenKind::Word("for".to_owned()));
                Some(if is_loop { "looped over" } else { "compared" })
            }
            TokenKind::Word(word) if word == "filter" => Some("filtered"),
            // So begins the call of a component.
            TokenKind::Sign("<") if index == 0 => Some("passed on"),
            TokenKind::Sign("==" | "!=" | "<" | "<=" | ">" | ">=") => Some("compared"),
            TokenKind::Sign("+" | "-" | "*" | "/" | "//" | "%" | "**") => Some("calculated with"),
            TokenKind::Sign("[" | "?[" | ":" | "...") => Some("put into something else"),
            TokenKind::Sign("|") => match expression.get(index + 1).map(|token| &token.kind) {
                Some(TokenKind::Path(name)) if name[..] == ["default"] => None,
                _ => Some("filtered"),
            },
            // A name before it makes it a call.
            TokenKind::Sign("(") => match before {
                Some(TokenKind::Path(name)) if name[..] != ["default"] => Some("passed on"),
                _ => None,
            },
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        before = Some(kind);
    }
    None
}

impl Token {
    /// Whether this is a slot, or a variable that may be one.
    fn is_slot(&self, variables: &BTreeSet<String>) -> bool {
        match &self.kind {
            TokenKind::Path(parts) => match &parts[..] {
                [name] => variables.contains(name),
                [.., field] => SLOTS.contains(&field.as_str()),
                [] => false,
            },
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flaw(templates: &[&str]) -> Option<String> {
        let sources: Vec<_> = templates.iter().map(|text| Source::new("a.html", *text)).collect();
        check(sources.iter()).err().map(|flaw| flaw.to_string())
    }

    #[test]
    fn slots_may_be_printed_and_asked_for() {
        for template in [
            "{{ page.title }} {{- page.status -}}",
            "{% if page.news and not page.over or page.tally %}{{ page.news }}{% elif page.goal %}{% endif %}",
            "{{ page.status ~ \" — \" ~ page.title }}",
            "{{ square.mark | default(value=\"==\") }}",
            "{% set move = square.move %}{% if move.worth %}{{ move.worth }}{% endif %}",
            "{% set title = page.title %}<p>{{ title }}</p>",
            "{% if page.kind == \"front\" and page.title %}{% endif %}",
            "{% for name in board.names %}{% if name == \"A\" %}{% endif %}{% endfor %}",
            "{% if loop.index > 1 %}{{ page.title }}{% endif %}{{ board.names | length * 7 / 2 }}",
            "{% include \"board.html\" %}{# {{ page.title | upper }} #}",
        ] {
            assert_eq!(flaw(&[template]), None, "{template}");
        }
    }

    #[test]
    fn slots_may_not_be_used_otherwise() {
        for (template, verb) in [
            ("{% if page.status == \"X to move\" %}{% endif %}", "compared"),
            ("{% if (page.status) != \"\" %}{% endif %}", "compared"),
            ("{% if \"X\" in page.status %}{% endif %}", "compared"),
            ("{% if page.status is starting_with(\"X\") %}{% endif %}", "compared"),
            ("{% if page[\"status\"] == \"\" %}{% endif %}", "compared"),
            ("{{ row.name | capitalize }}", "filtered"),
            ("{{ row.name | default(value=\"\") | upper }}", "filtered"),
            ("{% for letter in page.title %}{% endfor %}", "looped over"),
            ("{{ thing(text=page.title) }}", "passed on"),
            ("{{ <thing text={page.title} /> }}", "passed on"),
            ("{% set titles = [page.title] %}", "put into something else"),
            ("{{ page.title[0] }}", "put into something else"),
            ("{{ page.goal * 2 }}", "calculated with"),
        ] {
            let found = flaw(&[template]).unwrap_or_default();
            assert!(found.ends_with(&format!("cannot be {verb}")), "{template}: {found:?}");
        }
    }

    #[test]
    fn a_variable_is_what_it_was_set_to_in_any_template() {
        let setting = "{% set a = page.status %}{% set b = a %}";
        assert!(flaw(&[setting, "{% if b == \"X\" %}{% endif %}"]).is_some());
        assert!(flaw(&["{% set a %}{{ page.status }}{% endset %}{{ a | upper }}"]).is_some());
        assert!(flaw(&["{% set a = page.kind %}{% if a == \"front\" %}{% endif %}"]).is_none());
    }
}
