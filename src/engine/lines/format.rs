//! The format of a line of a game, and messages for lines that cannot be parsed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::error::Category;

use crate::ground::diagnostic::{Diagnostic, Source};
use crate::ground::html::characters::refused;

#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Head {
    pub(crate) goal: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) players: Option<[String; 2]>,
    /// The player who owns each mark; all other marks belong to the first player.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) pieces: BTreeMap<char, u8>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) board: Board,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<ResultOfLine>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) tally: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) moves: Vec<MoveOfLine>,
}

#[derive(Deserialize, Serialize)]
#[serde(untagged, expecting = "`board` must be a string, or a list of rows")]
pub(crate) enum Board {
    Text(String),
    /// The rows of a grid, with one character per square.
    Rows(Vec<String>),
}

#[derive(Deserialize, Serialize)]
#[serde(untagged, expecting = "`result` must be 1, 2 or a word")]
pub(crate) enum ResultOfLine {
    Winner(u8),
    Word(String),
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveOfLine {
    /// The place of the piece to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    /// The place to touch. If omitted, the move is a word next to the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
    /// The label of the move; by default, the name of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<String>,
    pub(crate) name: String,
    pub(crate) to: String,
}

pub(super) const HINT: &str = "use the keys `name`, `board`, `turn`, `result`, `tally` and `moves`; in each move, use \
                               the keys `name`, `to`, `at`, `from` and `label`";

pub(super) fn read_line<'a, T: Deserialize<'a>>(
    text: &'a str,
    source: &Source,
    start: usize,
    hint: &str,
) -> Result<T, Diagnostic> {
    let place = start..start + text.trim_end().len();
    if text.trim_start().starts_with('[') {
        let hint = "write each position on its own line, without brackets around the lines or commas between them";
        return Err(Diagnostic::new("this line is a list, not a position").at(source, place).hint(hint));
    }
    // Escapes can produce characters that files must not contain.
    if text.contains("\\u")
        && let Some(finding) = serde_json::from_str(text).ok().and_then(|value| flaw_of(&value))
    {
        return Err(finding.at(source, place));
    }
    serde_json::from_str(text).map_err(|error| {
        let column = error.column().saturating_sub(1).min(text.trim_end().len());
        let (message, own_hint) = explain(&error);
        Diagnostic::new(message).at(source, start + column..start + column).hint(own_hint.unwrap_or(hint))
    })
}

/// Returns the mistake in the first text that pages cannot show.
fn flaw_of(value: &Value) -> Option<Diagnostic> {
    match value {
        Value::String(text) => refused(text).map(|(finding, _)| finding),
        Value::Array(items) => items.iter().find_map(flaw_of),
        Value::Object(fields) => fields.values().find_map(flaw_of),
        _ => None,
    }
}

/// Explains why a line cannot be parsed, with a hint if the general hint does not fit.
fn explain(error: &serde_json::Error) -> (String, Option<&'static str>) {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    let quoted = text.split('`').nth(1).unwrap_or_default();
    let message = match (error.classify(), text.split(' ').next()) {
        (Category::Eof, _) => {
            return ("the line ends within an object".to_owned(), Some("write each object on one line"));
        }
        (Category::Syntax | Category::Io, _) => {
            let hint = "write one object per line, with strings and keys in double quotes, and `:` after each key";
            return (format!("this line is not JSON: {text}"), Some(hint));
        }
        (_, Some("missing")) => format!("the key `{quoted}` is missing"),
        (_, Some("unknown")) => format!("`{quoted}` is not a key of this line"),
        (_, Some("duplicate")) => format!("the key `{quoted}` occurs twice"),
        _ => {
            text.rsplit_once("expected ").map_or(text.to_owned(), |(_, wanted)| format!("this value must be {wanted}"))
        }
    };
    (message, None)
}
