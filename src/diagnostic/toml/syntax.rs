//! What is no TOML: the mistakes of those who know it a little, or another language, and what to type instead.

use std::ops::Range;

use toml::de::Error;

use crate::diagnostic::finding::Diagnostic;
use crate::diagnostic::source::Source;

/// Returns what is told of the first mistake in a source: what the crate says of it, and the line to type.
pub(super) fn mistake(error: &Error, source: &Source) -> Diagnostic {
    let said = error.message();
    let place = error.span().unwrap_or_default();
    let told = |message: &str, hint: &str| Diagnostic::new(message).hint(hint).at(source, place.clone());
    if said.starts_with("duplicate key") {
        return told("this key stands here twice", "keep one of the two lines");
    }
    if said.contains("recurs") {
        return told("this part nests too deeply", "put fewer things into each other");
    }
    let text = source.text();
    let start = text.get(..place.start).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    // What it expected instead are the signs of all that could have stood there, but for dates.
    let problem = if said.contains("date") { said } else { said.split(", expected").next().unwrap_or(said) };
    let Some((meant, assignment)) = Assignment::of(line).and_then(|assignment| Some((assignment.line()?, assignment)))
    else {
        let hint = "lines of TOML look like `name = \"text\"`, `name = 3`, `name = [1, 2]`, `name = true`";
        return told(&format!("this is not TOML: {problem}"), hint);
    };
    let Assignment { place, is_bare, .. } = assignment;
    let is_text = is_bare && meant.ends_with('"');
    let problem = if is_text { "a text stands between straight quotes" } else { problem };
    Diagnostic::new(format!("this is not TOML: {problem}"))
        .at(source, start + place.start..start + place.end)
        .hint(format!("write `{meant}`"))
}

/// A line that says what a key is.
struct Assignment<'t> {
    key: &'t str,
    value: &'t str,
    /// The place of the value in the line; where no `=` stands before it, that of all of it.
    place: Range<usize>,
    /// Whether the value stands behind `=` and without quotes of TOML.
    is_bare: bool,
}

impl<'t> Assignment<'t> {
    fn of(line: &'t str) -> Option<Self> {
        let line = line.trim_end();
        let indent = line.len() - line.trim_start().len();
        let sign = line.find('=').or_else(|| Some(indent + line[indent..].find([':', ' ', '\t'])?))?;
        let (key, rest) = (line[..sign].trim(), &line[sign..]);
        let value = rest.trim_start_matches(['=', ':', ' ', '\t']);
        let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
        let has_sign = rest.starts_with('=') && !value.is_empty();
        let start = if has_sign { line.len() - value.len() } else { indent };
        let value = if value.starts_with('#') { "" } else { value.split(" #").next().unwrap_or(value).trim_end() };
        let is_bare = has_sign && !value.starts_with(['"', '\'']);
        is_key.then_some(Self { key, value, place: start..line.len(), is_bare })
    }

    /// Returns the line as TOML, if it is clear what it means.
    fn line(&self) -> Option<String> {
        let Self { key, value, .. } = self;
        let inner = value.trim_matches(is_quote);
        let is_quoted = value.starts_with(['"', '\'']);
        let is_unclear = value.starts_with(['[', '{', '(', '='])
            || (is_quoted && !value.ends_with(is_quote) && inner.contains(is_quote))
            || (value.starts_with("\"\"\"") || value.starts_with("'''"));
        let meant = match &*value.to_lowercase() {
            _ if is_unclear => return None,
            "true" | "yes" | "on" => "true".to_owned(),
            "false" | "no" | "off" => "false".to_owned(),
            _ if is_quoted => text(inner),
            _ => date(value).or_else(|| number(value)).unwrap_or_else(|| text(inner)),
        };
        Some(format!("{key} = {meant}"))
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
    let parts: Vec<&str> = value.split(['.', '/', '-']).collect();
    let is_date = parts.len() == 3 && parts.iter().all(|part| part.bytes().all(|digit| digit.is_ascii_digit()));
    match parts[..] {
        [day, month, year] if is_date && year.len() == 4 => Some(format!("{year}-{month:0>2}-{day:0>2}")),
        [year, month, day] if is_date && year.len() == 4 && !value.contains('-') => {
            Some(format!("{year}-{month:0>2}-{day:0>2}"))
        }
        _ if is_date && value.contains('-') => Some("2026-11-22".to_owned()),
        _ => None,
    }
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
        ] {
            let assignment = Assignment::of(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(assignment.line().as_deref(), Some(meant), "{line}");
            assert!(line.get(assignment.place).is_some_and(|part| !part.is_empty()));
        }
    }

    #[test]
    fn of_what_is_unclear_nothing_is_said() {
        for line in ["", "[[editions]", "title = \"a\" b", "rows = [1, 2", "# a: b", "]", "}", "= 3", "\"a\""] {
            assert_eq!(Assignment::of(line).and_then(|assignment| assignment.line()), None, "{line}");
        }
    }
}
