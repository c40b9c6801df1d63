//! What is no TOML: the mistakes of those who know it a little, or another language, and what to type instead.

use std::ops::Range;

/// What the reader says of a line with a key and no `=`.
const NO_EQUALS: &str = "key with no value";

/// Returns what to tell of a line that the TOML reader could not read, and what to type: the message, the hint, and
/// the part of the line that it is about. `said` is what the reader said, `column` where it stopped.
pub(super) fn mistake(line: &str, said: &str, column: usize) -> Option<(String, String, Range<usize>)> {
    let shown = line.trim_end();
    let whole = shown.len() - shown.trim_start().len()..shown.len();
    let Some((key, value, place)) = assignment(shown) else {
        let (key, value) = without_equals(shown).filter(|_| said.starts_with(NO_EQUALS))?;
        let hint = format!("write `{key} = {}`", as_value(value));
        return Some((format!("between `{key}` and its value stands no `=`"), hint, whole));
    };
    let told = |message: &str, value: &str| (message.to_owned(), format!("write `{key} = {value}`"), place.clone());
    let plain = value.split(" #").next().unwrap_or(value).trim_end();
    if plain.is_empty() {
        let hint = format!("write what it says behind the `=`, such as `{key} = \"…\"`, or remove the line");
        return Some((format!("`{key}` has no value"), hint, whole));
    }
    let inner = plain.trim_matches(is_quote);
    if plain.starts_with(is_curved) {
        return Some(told("quotes in TOML are straight: `\"`", &as_text(inner)));
    }
    if plain.starts_with(['"', '\'']) {
        let quote = &plain[..1];
        if said.contains("escape") {
            return Some(told("a backslash in a text is written twice", &as_text(inner)));
        }
        if plain.len() > 2 && plain.ends_with(quote) && inner.contains(quote) && !plain.starts_with("\"\"\"") {
            return Some(told("a quote in a text is written with a backslash before it", &as_text(inner)));
        }
        if !plain[1..].contains(quote) {
            return Some(told(&format!("this text begins with `{quote}` and does not end with it"), &as_text(inner)));
        }
        return None;
    }
    match &*plain.to_lowercase() {
        "true" | "yes" | "on" => return Some(told("this is written `true`", "true")),
        "false" | "no" | "off" => return Some(told("this is written `false`", "false")),
        _ => {}
    }
    if plain.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+') {
        return number(plain).map(|(message, value)| told(message, &value)).or_else(|| date(key, plain, said, place));
    }
    if plain.starts_with(['[', '{', '(']) || column < place.start {
        return None;
    }
    Some(told("a text stands in quotes", &as_text(inner)))
}

/// Returns the key and the value of a line, and the place of the value.
fn assignment(line: &str) -> Option<(&str, &str, Range<usize>)> {
    let (before, after) = line.split_once('=')?;
    let key = before.trim();
    let value = after.trim();
    let start = line.len() - after.trim_start().len();
    is_key(key).then_some((key, value, start..line.len()))
}

/// Returns the key and the value of a line that has `:` or nothing between them.
fn without_equals(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let end = line.find(|c: char| c == ':' || c.is_whitespace())?;
    let value = line[end..].trim_start_matches([':', ' ', '\t']);
    (is_key(&line[..end]) && !value.is_empty()).then_some((&line[..end], value))
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

fn is_curved(character: char) -> bool {
    "“”„‟‘’‚«»".contains(character)
}

fn is_quote(character: char) -> bool {
    is_curved(character) || "\"'".contains(character)
}

/// Returns a text as TOML.
fn as_text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns what a value means that stands behind a wrong sign, as TOML.
fn as_value(value: &str) -> String {
    let is_whole = value == "true" || value == "false" || value.bytes().all(|b| b.is_ascii_digit());
    if is_whole || value.starts_with(['"', '\'', '[', '{']) { value.to_owned() } else { as_text(value) }
}

/// Returns what is wrong with a number, and the number as TOML.
fn number(value: &str) -> Option<(&'static str, String)> {
    let is_of = |signs: &str| value.chars().all(|c| c.is_ascii_digit() || signs.contains(c));
    let groups = |sign: char| value.split(sign).skip(1).all(|group| group.len() == 3);
    if (value.contains(',') && is_of("-+,") && groups(',')) || (value.matches('.').count() > 1 && groups('.')) {
        return Some(("the digits of a number stand together", value.replace([',', '.'], "_")));
    }
    if value.matches(',').count() == 1 && is_of("-+,") {
        return Some(("numbers here are whole", value.split(',').next().unwrap_or(value).to_owned()));
    }
    None
}

/// Returns what is wrong with a date.
fn date(key: &str, value: &str, said: &str, place: Range<usize>) -> Option<(String, String, Range<usize>)> {
    let parts: Vec<&str> = value.split(['.', '/', '-']).collect();
    let is_date = parts.len() == 3 && parts.iter().all(|part| part.bytes().all(|b| b.is_ascii_digit()));
    if let Some((_, wanted)) = said.split_once("date, expected ") {
        let hint = format!("it has a {wanted}, and is written as `{key} = 2026-11-22`");
        return Some(("there is no such date".to_owned(), hint, place));
    }
    if !is_date {
        return None;
    }
    let message = "a date begins with the year, and has hyphens".to_owned();
    let year = parts.iter().find(|part| part.len() == 4).filter(|_| parts[2].len() == 4);
    let hint = match year {
        Some(year) => {
            format!("write the year, the month and the day: `{key} = {year}-{:0>2}-{:0>2}`", parts[1], parts[0])
        }
        None => format!("write the year, the month and the day: `{key} = 2026-11-22`"),
    };
    Some((message, hint, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_is_written_out() {
        for (line, hint) in [
            ("title = Tipps und Tricks", "write `title = \"Tipps und Tricks\"`"),
            ("title = Tipps # the best", "write `title = \"Tipps\"`"),
            ("title: Essay", "write `title = \"Essay\"`"),
            ("title : \"Essay\"", "write `title = \"Essay\"`"),
            ("order: 3", "write `order = 3`"),
            ("title \"Essay\"", "write `title = \"Essay\"`"),
            ("title = \"Essay", "write `title = \"Essay\"`"),
            ("title = 'Essay\"", "write `title = \"Essay\"`"),
            ("title = Essay\"", "write `title = \"Essay\"`"),
            ("title = “Essay”", "write `title = \"Essay\"`"),
            ("title = „A \"B\"“", "write `title = \"A \\\"B\"`"),
            ("title = \"The \"best\" game\"", "write `title = \"The \\\"best\\\" game\"`"),
            ("draft = True", "write `draft = true`"),
            ("draft = no", "write `draft = false`"),
            ("order = 1,5", "write `order = 1`"),
            ("max_positions = 1.000.000", "write `max_positions = 1_000_000`"),
            ("max_positions = 1,000,000", "write `max_positions = 1_000_000`"),
            ("date = 22.11.2026", "write the year, the month and the day: `date = 2026-11-22`"),
        ] {
            let (_, told, place) = mistake(line, NO_EQUALS, line.len()).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(told, hint);
            assert!(line.get(place).is_some_and(|part| !part.is_empty()));
        }
    }

    #[test]
    fn of_what_is_unclear_nothing_is_said() {
        for line in ["", "[[editions]", "title = \"a\" b", "rows = [1, 2", "# a: b", "]", "}", "= 3", "1 2", "a b"] {
            assert_eq!(mistake(line, "", line.len()), None, "{line}");
        }
    }
}
