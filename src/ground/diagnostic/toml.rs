//! TOML: deserializes a text in TOML, and reports all its mistakes at once, in words for authors.

use std::fmt::Display;
use std::ops::Range;

use serde::de::{DeserializeOwned, Error};
use toml::de::{DeTable, DeValue, Deserializer};

use super::finding::{Diagnostic, Diagnostics};
use super::source::Source;
use crate::ground::html::characters::refused;
use crate::ground::suggestion::{did_you_mean, nearest};

/// Separates the message and the hint of a [`refusal`].
const ADVICE: char = '\u{1F}';

/// The crate's message for a date where it expects a table.
const DATE: &str = "unknown field `$__toml_private_datetime`";

/// The crate's messages for integers that are too large.
const LARGE: [&str; 3] = ["integer", "invalid type: integer", "invalid value: integer"];

/// Our words for the mistakes that the crate reports. Each row contains the possible beginnings of the crate's message
/// or of the value that the crate expected, then our message, and then our hint. `KEY` is a placeholder for the key.
const MESSAGES: [(&[&str], &str, &str); 8] = [
    (&["duplicate key"], "this key is set twice", "remove one of the two lines"),
    (&["recursion", "cannot recurse"], "this value is nested too deeply", "use fewer levels of nesting"),
    (&["missing field"], "the key `KEY` is missing", "add a line `KEY = …`"),
    (&["a string", "wanted string"], "`KEY` must be a string", "put the value in quotes: `KEY = \"…\"`"),
    (&["a boolean"], "`KEY` must be `true` or `false`", "write `KEY = true` or `KEY = false`, without quotes"),
    (&["a sequence"], "`KEY` must be a list", "put the values in brackets: `KEY = […]`"),
    (&["a map", "struct", DATE], "`KEY` must be a table", "put the keys of the table in braces: `KEY = { … = … }`"),
    (&LARGE, "the number in `KEY` is too large", "write a number with fewer digits: `KEY = 3`"),
];

/// Hints for tables that authors often replace with another value.
const EXAMPLES: [(&str, &str); 2] = [
    ("computer", "set the level of the computer: `computer = { level = \"easy\" }`"),
    ("menu", "write a table for each entry: `[[menu]]`, and below it `title = \"About\"` and `page = \"about.md\"`"),
];

/// The message and the hint if no row of [`MESSAGES`] matches. In this case, the crate expected an integer.
const NO_NUMBER: (&str, &str) =
    ("`KEY` must be a whole number", "write the number in digits, without quotes: `KEY = 3`");

/// Returns the error of a deserializer that refuses a value, with a hint. In the message
/// and the hint, `KEY` is a placeholder for the key.
pub fn refusal<E: Error>(message: impl Display, hint: impl Display) -> E {
    E::custom(format_args!("{message}{ADVICE}{hint}"))
}

/// Deserializes a part of a source as TOML.
///
/// # Errors
///
/// If the part is not valid TOML, returns its first mistake. Otherwise, returns every unknown key and every value that
/// `T` does not accept.
pub fn read_toml<T: DeserializeOwned>(source: &Source, part: Range<usize>) -> Result<T, Diagnostics> {
    // Replace the text before the part with spaces, so that ranges match the source.
    let text = " ".repeat(part.start) + &source.text()[part.clone()];
    let mut table = DeTable::parse(&text).map_err(|error| match message_of(error.message()) {
        Some((message, hint)) => Diagnostic::new(message).hint(hint).at(source, error.span().unwrap_or_default()),
        None => syntax_mistake(&error, source),
    })?;
    let mut findings = Diagnostics::new();
    check_texts(table.get_ref(), &mut |text, place| {
        if let Some((finding, _)) = refused(text) {
            findings.push(finding.at(source, place));
        }
    });
    // Do not report these keys as missing: a finding already explains why.
    let mut excused = Vec::new();
    let value = loop {
        let error = match T::deserialize(Deserializer::from(table.clone())) {
            Ok(value) => break Some(value),
            Err(error) => error,
        };
        let said = error.message();
        // A key that is missing at the top level has no place of its own.
        let first_line = part.start..part.start + text[part.start..].lines().next().map_or(0, str::len);
        let place = error.span().filter(|place| place.start >= part.start && !place.is_empty()).unwrap_or(first_line);
        let removed = remove(table.get_mut(), &place);
        let missing = said.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
        if missing.is_none_or(|key| !excused.iter().any(|excused| excused == key)) {
            let key = missing.or(removed.as_deref()).unwrap_or("name");
            let (message, hint) = explain::<T>(said, key, text.split_at(place.start));
            findings.push(Diagnostic::new(message).at(source, place).hint(hint));
        }
        let Some(key) = removed.filter(|_| !findings.is_more_than_told()) else { break None };
        excused.extend(nearest(&key, quoted(said).skip(1)).map(str::to_owned));
        excused.push(key);
    };
    findings.sort();
    match value {
        Some(value) => findings.into_result(value),
        None => Err(findings),
    }
}

fn check_texts(table: &DeTable<'_>, check: &mut impl FnMut(&str, Range<usize>)) {
    let mut values = Vec::new();
    for (key, value) in table {
        check(key.get_ref(), key.span());
        values.push(value);
    }
    while let Some(value) = values.pop() {
        match value.get_ref() {
            DeValue::String(text) => check(text, value.span()),
            DeValue::Array(items) => values.extend(items),
            DeValue::Table(table) => check_texts(table, check),
            _ => {}
        }
    }
}

/// Returns the keys of a part of a source with their places; none if the part is not valid TOML.
pub fn toml_keys(source: &Source, part: Range<usize>) -> Vec<(String, Range<usize>)> {
    let table = DeTable::parse(&source.text()[part.clone()]).ok();
    let keys = table.iter().flat_map(|table| table.get_ref().keys());
    let in_source = |place: Range<usize>| place.start + part.start..place.end + part.start;
    keys.map(|key| (key.get_ref().to_string(), in_source(key.span()))).collect()
}

/// Removes the entry whose key or value is at this place, or the list item at this place, so that the rest can be read.
/// Returns the key of the entry or of the list.
fn remove(table: &mut DeTable<'_>, place: &Range<usize>) -> Option<String> {
    let found = table.iter().find(|(key, value)| key.span() == *place || value.span() == *place);
    if let Some(key) = found.map(|(key, _)| key.get_ref().to_string()) {
        table.remove(&*key);
        return Some(key);
    }
    table.iter_mut().find_map(|(key, value)| remove_below(value.get_mut(), key.get_ref(), place))
}

fn remove_below(value: &mut DeValue<'_>, key: &str, place: &Range<usize>) -> Option<String> {
    match value {
        DeValue::Table(table) => remove(table, place),
        DeValue::Array(items) if items.iter().any(|item| item.span() == *place) => {
            *items = items.clone().into_iter().filter(|item| item.span() != *place).collect();
            Some(key.to_owned())
        }
        DeValue::Array(items) => items.iter_mut().find_map(|item| remove_below(item.get_mut(), key, place)),
        _ => None,
    }
}

/// Returns the message and the hint for a key or its value. `before` and `after` are the source before and after the
/// start of the key or value.
fn explain<T: DeserializeOwned>(said: &str, key: &str, (before, after): (&str, &str)) -> (String, String) {
    let known: Vec<&str> = quoted(said).skip(1).collect();
    if said.starts_with("unknown field") && !said.starts_with(DATE) {
        return unknown_key::<T>(key, &known, before);
    }
    if said.starts_with("unknown variant") {
        let word = quoted(said).next().unwrap_or_default();
        return (format!("`{word}` is not a possible value of `{key}`"), did_you_mean(word, known));
    }
    if said.ends_with("expected a sequence") && after.starts_with(&format!("[{key}]")) {
        return (format!("the header of a table in `{key}` needs two brackets"), format!("write `[[{key}]]`"));
    }
    let (message, hint) = said.split_once(ADVICE).or_else(|| message_of(said)).unwrap_or(NO_NUMBER);
    let example = EXAMPLES.iter().find(|(table, _)| hint.contains("{ … = … }") && *table == key);
    (
        message.replace("KEY", key),
        example.map_or_else(|| hint.replace("KEY", key), |(_, example)| (*example).to_owned()),
    )
}

fn message_of(said: &str) -> Option<(&'static str, &'static str)> {
    let expected = said.rsplit_once("expected ").map_or(said, |(_, expected)| expected);
    let is_said = |begin: &&str| said.starts_with(begin) || expected.starts_with(begin);
    let row = MESSAGES.iter().find(|(begins, ..)| begins.iter().any(is_said));
    row.map(|&(_, message, hint)| (message, hint))
}

/// Returns the message and the hint for an unknown key of a table. `before` is the text up to the key.
fn unknown_key<T: DeserializeOwned>(key: &str, known: &[&str], before: &str) -> (String, String) {
    let table = before.lines().rfind(|line| line.starts_with('[')).unwrap_or_default().trim_end();
    if !table.is_empty() && keys_of::<T>().iter().any(|top| top == key) {
        let message = format!("the key `{key}` does not belong to the table `{table}`");
        return (
            message,
            "move it above the first line that begins with `[`: a table contains all keys below its header".to_owned(),
        );
    }
    let plural = format!("{key}s");
    let hint = if before.ends_with('[') && known.contains(&&*plural) {
        format!("did you mean `[[{plural}]]`?")
    } else {
        did_you_mean(key, known.iter().copied())
    };
    (format!("unknown key `{key}`"), hint)
}

fn quoted(said: &str) -> impl Iterator<Item = &str> {
    said.split('`').skip(1).step_by(2)
}

/// Returns the keys that a type reads from a table, in order, if the type rejects all other keys.
fn keys_of<T: DeserializeOwned>() -> Vec<String> {
    let error = toml::from_str::<T>("no-such-key = 0").err();
    let said = error.as_ref().map_or("", |error| error.message());
    quoted(said).skip(1).map(str::to_owned).collect()
}

fn syntax_mistake(error: &toml::de::Error, source: &Source) -> Diagnostic {
    let said = error.message();
    let place = error.span().unwrap_or_default();
    // The rest of the message lists all possible signs. Only for dates does it contain more.
    let problem = if said.contains("date") { said } else { said.split(", expected").next().unwrap_or(said) };
    let text = source.text();
    let start = text.get(..place.start).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let Some((meant, place)) = meant(line) else {
        let hint = "write lines such as `name = \"text\"`, `name = 3`, `name = [1, 2]` or `name = true`";
        return Diagnostic::new(format!("this is not TOML: {problem}")).hint(hint).at(source, place);
    };
    let is_bare = line[..place.start].contains('=') && !line[place.start..].starts_with(['"', '\'']);
    let problem = if is_bare && meant.ends_with('"') { "a string needs straight quotes" } else { problem };
    Diagnostic::new(format!("this is not TOML: {problem}"))
        .at(source, start + place.start..start + place.end)
        .hint(format!("write `{meant}`"))
}

/// Returns a line as valid TOML, if its meaning is clear. Also returns the place of the mistake: the value, or the
/// whole line if it contains no `=` with a value.
fn meant(line: &str) -> Option<(String, Range<usize>)> {
    let line = line.trim_end();
    let indent = line.len() - line.trim_start().len();
    let sign = line.find('=').or_else(|| Some(indent + line[indent..].find([':', ' ', '\t'])?))?;
    let (key, rest) = (line[..sign].trim(), &line[sign..]);
    if key.is_empty() || !key.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
        return None;
    }
    let value = rest.trim_start_matches(['=', ':', ' ', '\t']);
    let has_sign = rest.starts_with('=') && !value.is_empty();
    let start = if has_sign { line.len() - value.len() } else { indent };
    let value = if value.starts_with('#') { "" } else { value.split(" #").next().unwrap_or(value).trim_end() };
    Some((format!("{key} = {}", meant_value(value)?), start..line.len()))
}

fn meant_value(value: &str) -> Option<String> {
    let (inner, is_digit) = (value.trim_matches(is_quote), |sign: char| sign.is_ascii_digit());
    let is_quoted = value.starts_with(['"', '\'']);
    let is_unclear = value.starts_with(['[', '{', '(', '='])
        || (is_quoted && !value.ends_with(is_quote) && inner.contains(is_quote))
        || (value.starts_with("\"\"\"") || value.starts_with("'''"));
    match &*value.to_lowercase() {
        _ if is_unclear => None,
        "true" | "yes" | "on" => Some("true".to_owned()),
        "false" | "no" | "off" => Some("false".to_owned()),
        _ if is_quoted => Some(text(inner)),
        _ if value.starts_with(is_digit) && !value.contains(char::is_alphabetic) => date(value),
        _ => Some(text(inner)),
    }
}

fn is_quote(character: char) -> bool {
    "“”„‟‘’‚«»\"'".contains(character)
}

fn text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns a date in the right order and form. For a date that does not exist, returns an example.
fn date(value: &str) -> Option<String> {
    let mut parts: Vec<&str> = value.split(['.', '/', '-']).collect();
    if parts.len() != 3 || !parts.iter().all(|part| part.bytes().all(|digit| digit.is_ascii_digit())) {
        return None;
    }
    if parts[2].len() == 4 {
        parts.reverse();
    }
    let date = format!("{}-{:0>2}-{:0>2}", parts[0], parts[1], parts[2]);
    if parts[0].len() == 4 && date != value {
        return Some(date);
    }
    value.contains('-').then(|| "2026-11-22".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_is_written_out() {
        for (line, meant) in [
            ("title = Tipps # the best", "title = \"Tipps\""),
            ("title : \"Essay\"", "title = \"Essay\""),
            ("title = Essay\"", "title = \"Essay\""),
            ("title = „A \"B\"“", "title = \"A \\\"B\""),
            ("title = \"The \"best\" game\"", "title = \"The \\\"best\\\" game\""),
            ("title =", "title = \"\""),
            ("draft = no", "draft = false"),
            ("date = 2026/11/22", "date = 2026-11-22"),
            ("date = 2026-1-5", "date = 2026-01-05"),
        ] {
            let (written, place) = super::meant(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(written, meant, "{line}");
            assert!(line.get(place).is_some_and(|part| !part.is_empty()));
        }
    }

    #[test]
    fn of_what_is_unclear_nothing_is_said() {
        for line in ["", "[[editions]", "title = \"a\" b", "rows = [1, 2", "# a: b", "]", "}", "= 3", "\"a\""] {
            assert_eq!(meant(line), None, "{line}");
        }
    }
}
