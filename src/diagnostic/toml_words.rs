//! What the TOML reader says, in words for people who write content: nothing of the types of this program.

use std::ops::Range;

use serde::de::DeserializeOwned;

use super::{Diagnostic, Source, did_you_mean, toml_syntax};

/// What a key takes, for messages and hints.
struct Wanted {
    /// What it is called.
    name: &'static str,
    /// How it is written, with `KEY` in place of the key.
    hint: &'static str,
}

const TEXT: Wanted = Wanted { name: "a text", hint: "a text stands in quotes: `KEY = \"…\"`" };
const FLAG: Wanted = Wanted { name: "`true` or `false`", hint: "write `KEY = true` or `KEY = false`, without quotes" };
const NUMBER: Wanted =
    Wanted { name: "a whole number", hint: "write the number in digits and without quotes: `KEY = 3`" };
const DAY: Wanted = Wanted { name: "a date", hint: "write the date without quotes: `KEY = 2026-11-22`" };
const LIST: Wanted = Wanted { name: "a list", hint: "a list stands in brackets: `KEY = […]`" };
const TABLE: Wanted = Wanted { name: "a table", hint: "a table stands in braces: `KEY = { … = … }`" };
const OTHER: Wanted =
    Wanted { name: "something else", hint: "if it is meant as a text, put it in quotes: `KEY = \"…\"`" };

/// Stands for dates in what the reader says.
const DATE: &str = "$__toml_private_datetime";

/// What the reader says of tables in place of dates.
const NO_DATE: [&str; 2] = ["expected field with custom name", "datetime key not found"];

/// Returns a message about what the TOML reader found wrong in a part of a source. What is missing has no place of its
/// own, and is told of the first line of the part.
pub(super) fn diagnostic(error: &toml::de::Error, source: &Source, part: &Range<usize>) -> Diagnostic {
    let said = error.message().lines().next().unwrap_or_default();
    let first_line = source.text()[part.clone()].lines().next().map_or(0, str::len);
    let place = match error.span() {
        Some(span) if !(said.starts_with("missing field") && span.is_empty()) => span,
        _ => 0..first_line,
    };
    let place = part.start + place.start..part.start + place.end;
    let value = source.text().get(place.clone()).unwrap_or_default();
    // What is known follows in quotes: unknown field `titel`, expected one of `title`, `summary`.
    let mut quoted = said.split('`').skip(1).step_by(2);
    let first = quoted.next().unwrap_or_default();
    let (message, hint) = if let Some(told) = table_mistake(said, first, source, &place) {
        told
    } else if said.contains(DATE) {
        wrong_type(&wanted(said), value, said, source, place.start)
    } else if said.starts_with("unknown field") {
        (format!("unknown key `{first}`"), did_you_mean(first, quoted.collect::<Vec<_>>()))
    } else if said.starts_with("unknown variant") {
        (format!("`{first}` is none of the words that can stand here"), did_you_mean(first, quoted.collect::<Vec<_>>()))
    } else if said.starts_with("missing field") {
        (format!("the key `{first}` is missing"), format!("add a line `{first} = …`"))
    } else if said.starts_with("invalid type")
        || said.starts_with("invalid value")
        || said.starts_with("invalid length")
    {
        wrong_type(&wanted(said), value, said, source, place.start)
    } else if NO_DATE.contains(&said) {
        (
            "a date belongs here, not a table".to_owned(),
            "write the day alone and without quotes: `2026-11-22`".to_owned(),
        )
    } else if said == "wanted string or table" {
        wrong_type(&TEXT, value, said, source, place.start)
    } else if said == "duplicate key" {
        ("this key stands here twice".to_owned(), "keep one of the two lines".to_owned())
    } else if said.contains("recurs") {
        ("this part nests too deeply".to_owned(), "put fewer things into each other".to_owned())
    } else if said.starts_with(BLANK_TITLE) {
        (said.to_owned(), "write what readers call it: `title = \"…\"`".to_owned())
    } else {
        if let Some((message, hint, place)) = line_mistake(said, source, part, place.start) {
            return Diagnostic::new(message).at(source, place).hint(hint);
        }
        let hint = "this part is TOML: `name = \"text\"`, `name = 3`, `name = [1, 2]`, `name = true`";
        (if said.is_empty() { "this is not TOML" } else { said }.to_owned(), hint.to_owned())
    };
    Diagnostic::new(message).at(source, place).hint(hint)
}

/// Returns the keys that a type reads from a table, in their order, if it reads no others.
pub(super) fn keys_of<T: DeserializeOwned>() -> Vec<String> {
    let error = toml::from_str::<T>("no-such-key = 0").err();
    let said = error.as_ref().map_or("", |error| error.message());
    said.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

/// Returns a message about a key that stands in a table and is one of those `above` all tables.
pub(super) fn below_table(
    error: &toml::de::Error,
    source: &Source,
    part: &Range<usize>,
    above: &[String],
) -> Option<Diagnostic> {
    let key = error.message().strip_prefix("unknown field `")?.split('`').next()?;
    let place = error.span()?;
    let place = part.start + place.start..part.start + place.end;
    let table = source.text().get(part.start..place.start)?.lines().rfind(|line| line.trim_start().starts_with('['))?;
    above.iter().any(|known| known == key).then(|| {
        Diagnostic::new(format!("the key `{key}` does not belong to the table `{}`", table.trim()))
            .at(source, place)
            .hint("put it above the first line that begins with `[`: a table has all keys below it")
    })
}

/// Returns what is wrong with the line that the TOML reader stopped in, as [`toml_syntax`] tells it, with its place.
fn line_mistake(said: &str, source: &Source, part: &Range<usize>, at: usize) -> Option<(String, String, Range<usize>)> {
    let text = source.text().get(..part.end)?;
    let start = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next()?;
    let (message, hint, place) = toml_syntax::mistake(line, said, at - start)?;
    Some((message, hint, start + place.start..start + place.end))
}

/// The tables that there can be several of, by their names.
const SEVERAL: [&str; 4] = ["boards", "editions", "menu", "variants"];

/// Returns what to tell of a table that is written as if there were one of its kind.
fn table_mistake(said: &str, key: &str, source: &Source, place: &Range<usize>) -> Option<(String, String)> {
    let text = source.text();
    let line = text.get(..place.start)?.rfind('\n').map_or(0, |end| end + 1);
    let name = text[line..].lines().next()?.trim().strip_prefix('[')?.trim_start_matches('[').split(']').next()?.trim();
    let plural = SEVERAL.into_iter().find(|several| *several == name || several.strip_suffix('s') == Some(name))?;
    let is_single = said.starts_with("invalid type: map");
    let is_misspelt = said.starts_with("unknown field") && key == name && plural != name;
    let told = || (format!("a table of `{plural}` begins with two brackets"), format!("write `[[{plural}]]`"));
    (is_single || is_misspelt).then(told)
}

/// What is said of titles without words.
pub const BLANK_TITLE: &str = "a title needs words";

/// Returns what a key takes, after what the reader expected.
fn wanted(said: &str) -> Wanted {
    match said.rsplit_once("expected ").map_or("", |(_, wanted)| wanted) {
        "a string" => TEXT,
        "a boolean" => FLAG,
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => NUMBER,
        "a TOML datetime" => DAY,
        "a sequence" => LIST,
        "a map" => TABLE,
        structure if structure.starts_with("struct ") => TABLE,
        _ if said.contains(DATE) && said.contains("unknown field") => TABLE,
        _ => OTHER,
    }
}

/// Returns the message and the hint for a value of a wrong type, which begins at a byte of a source.
fn wrong_type(wanted: &Wanted, value: &str, said: &str, source: &Source, start: usize) -> (String, String) {
    let found = found(value, said);
    let before = source.text().get(..start).unwrap_or_default();
    let key = key_before(before).unwrap_or("name");
    let hint = wanted.hint.replace("KEY", key);
    if found == wanted.name {
        // Of the right type it can only be outside of what numbers can say.
        return ("this number is too large, or too small".to_owned(), "write one with fewer digits".to_owned());
    }
    (format!("{} belongs here, not {found}", wanted.name), hint)
}

/// Returns what a value is called, after how it is written and what the reader said.
fn found(value: &str, said: &str) -> &'static str {
    let number = value.trim_start_matches(['+', '-']);
    let is_number = number.starts_with(|c: char| c.is_ascii_digit());
    match value.as_bytes().first() {
        Some(b'"' | b'\'') => TEXT.name,
        // Tables also begin with their names in brackets.
        Some(b'[') if !said.contains(": map,") => LIST.name,
        Some(b'[' | b'{') => TABLE.name,
        _ if said.contains(DATE) || (is_number && number[1..].contains([':', '-']) && !number.contains(['e', 'E'])) => {
            "a date or a time"
        }
        _ if is_number && (said.contains(": integer") || number.bytes().all(|b| b.is_ascii_digit() || b == b'_')) => {
            NUMBER.name
        }
        _ if is_number => "a number with a point or an exponent",
        _ if value == "true" => "`true`",
        _ if value == "false" => "`false`",
        _ => "a value of another kind",
    }
}

/// Returns the key whose value begins at the end of a text.
fn key_before(text: &str) -> Option<&str> {
    let line = text.rsplit('\n').next()?;
    let (before, _) = line.rsplit_once('=')?;
    let key = before.rsplit(['{', ',']).next()?.trim();
    let is_bare = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    (!key.is_empty() && key.chars().all(is_bare)).then_some(key)
}
