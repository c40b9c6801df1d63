//! What is no TOML: the mistakes of those who know it a little, or another language, and what to type instead.

use std::ops::Range;

use toml::de::Error;

use crate::ground::diagnostic::finding::Diagnostic;
use crate::ground::diagnostic::source::Source;

pub(super) fn mistake(error: &Error, source: &Source) -> Diagnostic {
    let said = error.message();
    let place = error.span().unwrap_or_default();
    // What it expected instead are the signs of all that could have stood there, but for dates.
    let problem = if said.contains("date") { said } else { said.split(", expected").next().unwrap_or(said) };
    let text = source.text();
    let start = text.get(..place.start).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let Some((meant, place)) = meant(line) else {
        let hint = "lines of TOML look like `name = \"text\"`, `name = 3`, `name = [1, 2]`, `name = true`";
        return Diagnostic::new(format!("this is not TOML: {problem}")).hint(hint).at(source, place);
    };
    let is_bare = line[..place.start].contains('=') && !line[place.start..].starts_with(['"', '\'']);
    let problem = if is_bare && meant.ends_with('"') { "a text stands between straight quotes" } else { problem };
    Diagnostic::new(format!("this is not TOML: {problem}"))
        .at(source, start + place.start..start + place.end)
        .hint(format!("write `{meant}`"))
}

/// Returns a line that says what a key is as TOML, if it is clear what it means, and the place of the mistake in it:
/// the value, or all of it where no `=` stands before one.
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
    let inner = value.trim_matches(is_quote);
    let is_quoted = value.starts_with(['"', '\'']);
    let is_unclear = value.starts_with(['[', '{', '(', '='])
        || (is_quoted && !value.ends_with(is_quote) && inner.contains(is_quote))
        || (value.starts_with("\"\"\"") || value.starts_with("'''"));
    match &*value.to_lowercase() {
        _ if is_unclear => None,
        "true" | "yes" | "on" => Some("true".to_owned()),
        "false" | "no" | "off" => Some("false".to_owned()),
        _ if is_quoted => Some(text(inner)),
        _ => date(value).or_else(|| number(value)).or_else(|| Some(text(inner))),
    }
}

fn is_quote(character: char) -> bool {
    "“”„‟‘’‚«»\"'".contains(character)
}

fn text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns a number, whose digits may be in groups.
fn number(value: &str) -> Option<String> {
    let groups: Vec<&str> = value.split(['.', ',', '_']).collect();
    if !groups.iter().all(|group| !group.is_empty() && group.bytes().all(|digit| digit.is_ascii_digit())) {
        return None;
    }
    let is_whole = groups[1..].iter().all(|group| group.len() == 3);
    Some(if is_whole { groups.join("_") } else { groups[0].to_owned() })
}

/// Returns a date whose parts come in another order or with other signs; of one that there is not, another one.
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
            ("max_positions = 1,000,000", "max_positions = 1_000_000"),
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
