//! What the table of a game declares beside its functions: who plays, the goal, the options, the phrases and so on.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::RangeInclusive;

use mlua::{Function, Table, Value};

use super::state::kind;
use super::vm::{Sources, Vm};
use crate::engine::game::{
    Description, Fault, Message, Name, Otherwise, Parameter, ParameterValue, Player, Players, PolicyDescription, Values,
};
use crate::ground::suggestion::{did_you_mean, nearest};

#[derive(Debug)]
pub(super) struct Declared {
    pub(super) description: Description,
    pub(super) players: Players,
    pub(super) has_goal: bool,
    /// Whose pieces have these marks; all others are the first player's.
    pub(super) owners: BTreeMap<String, Player>,
    /// The names of the phrases, and those that the program asks for.
    pub(super) phrases: BTreeSet<String>,
    pub(super) catalogue: String,
    /// The functions that the game has, of those that it need not have.
    pub(super) has: BTreeSet<&'static str>,
}

const REQUIRED: [(&str, &str); 4] = [
    ("start", "`function game.start(options)` returns the state in which play begins"),
    ("moves", "`function game.moves(state)` returns the list of moves, such as `{ tap(\"a1\"), tap(\"a2\") }`"),
    ("play", "`function game.play(state, move)` returns the state after a move"),
    ("board", "`function game.board(state)` returns what is seen, such as `grid { on = board, marks = state.at }`"),
];

const OPTIONAL: [&str; 9] = ["result", "turn", "slug", "unslug", "say", "symmetries", "estimate", "tally", "ending"];

const WORDS: [&str; 6] = ["players", "goal", "summary", "options", "phrases", "policies"];
const OWNERS: &str = "pieces";

pub(super) const GOAL: &str = "goal";
const PLAYERS: [&str; 2] = ["player-1", "player-2"];

impl Declared {
    pub(super) fn read(vm: &Vm, sources: &Sources) -> Result<Self, Fault> {
        let game = &vm.game;
        check_names(game, sources)?;
        let mut has = BTreeSet::new();
        for name in OPTIONAL {
            match value(game, name) {
                Value::Nil => {}
                Value::Function(_) => drop(has.insert(name)),
                other => return Err(wrong(sources, name, "a function", &other)),
            }
        }
        for (name, hint) in REQUIRED {
            match value(game, name) {
                Value::Function(_) => {}
                Value::Nil => {
                    return Err(fault(sources, "return", format!("the game has no function `{name}`"), hint));
                }
                other => return Err(wrong(sources, name, "a function", &other)),
            }
        }
        let mut words = Words { sources, catalogue: String::new(), phrases: BTreeSet::new() };
        words.read_phrases(game)?;
        let players = players(game, &mut words)?;
        let goal = optional_text(game, "goal", sources)?;
        if let Some(goal) = &goal {
            words.add(GOAL, &literal(goal));
        }
        let summary = optional_text(game, "summary", sources)?.or(goal.clone()).unwrap_or_default();
        let description = Description {
            name: sources.name.clone().into(),
            summary: summary.into(),
            parameters: options(game, sources)?,
            slugs: "as the game says them, or else sixteen digits and letters from `a` to `f`".into(),
            policies: policies(game, sources)?,
        };
        let Words { catalogue, phrases, .. } = words;
        let owners = owners(game, sources)?;
        Ok(Self { description, players, has_goal: goal.is_some(), owners, phrases, catalogue, has })
    }
}

struct Words<'a> {
    sources: &'a Sources,
    catalogue: String,
    phrases: BTreeSet<String>,
}

impl Words<'_> {
    fn add(&mut self, name: &str, pattern: &str) {
        writeln!(self.catalogue, "{name} = {}", indented(pattern)).expect("writing to a string succeeds");
        self.phrases.insert(name.to_owned());
    }

    fn read_phrases(&mut self, game: &Table) -> Result<(), Fault> {
        let phrases = pairs(game, "phrases", "a table of texts by their names", self.sources)?;
        let phrases = phrases.into_iter().map(|(key, value)| (key.to_string().unwrap_or_default(), text(&value)));
        let phrases: BTreeMap<String, Option<String>> = phrases.collect();
        for (name, pattern) in phrases {
            let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
                && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
            let refused = |message: String, hint: &str| Err(fault(self.sources, &name, message, hint));
            if !is_name {
                let hint = "names of phrases have small letters, digits and hyphens";
                return refused(format!("`{name}` cannot name a phrase"), hint);
            }
            if name == GOAL || PLAYERS.contains(&&*name) {
                let hint = "it is there already: `goal` and `players` of the game";
                return refused(format!("`{name}` cannot name a phrase"), hint);
            }
            let Some(pattern) = pattern.filter(|pattern| !pattern.trim().is_empty()) else {
                let hint = "a phrase is a text, such as `\"took { $place }\"`";
                return refused(format!("the phrase `{name}` says nothing"), hint);
            };
            self.add(&name, &pattern);
        }
        Ok(())
    }
}

fn indented(pattern: &str) -> String {
    pattern.trim().replace('\n', "\n    ")
}

/// Returns a text that Fluent says as it stands.
fn literal(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    let escape = |c: char| if matches!(c, '{' | '}') { format!("{{\"{c}\"}}") } else { c.to_string() };
    words.join(" ").chars().map(escape).collect()
}

fn value(game: &Table, name: &str) -> Value {
    game.raw_get(name).unwrap_or(Value::Nil)
}

fn text(value: &Value) -> Option<String> {
    if let Value::String(text) = value { Some(text.to_string_lossy()) } else { None }
}

/// Returns the number of the first line of the game's own file that has a word.
fn line_of(sources: &Sources, word: &str) -> usize {
    let lines = sources.own().text.lines();
    let place = if word == "return" {
        lines.clone().count().checked_sub(1).filter(|&last| last > 0)
    } else {
        lines.clone().position(|line| {
            line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').any(|part| part == word)
        })
    };
    place.map_or(1, |place| place + 1)
}

/// Returns what is wrong at the first line that has a word.
pub(super) fn fault(sources: &Sources, word: &str, message: String, hint: impl Into<String>) -> Fault {
    Fault::new(message, hint).at(sources.own(), line_of(sources, word))
}

fn wrong(sources: &Sources, name: &str, wanted: &str, value: &Value) -> Fault {
    fault(sources, name, format!("`{name}` is {wanted}, and not {}", kind(value)), "")
}

fn table(game: &Table, name: &str, wanted: &str, sources: &Sources) -> Result<Option<Table>, Fault> {
    match value(game, name) {
        Value::Nil => Ok(None),
        Value::Table(table) => Ok(Some(table)),
        other => Err(wrong(sources, name, wanted, &other)),
    }
}

fn pairs(game: &Table, name: &str, wanted: &str, sources: &Sources) -> Result<Vec<(Value, Value)>, Fault> {
    Ok(table(game, name, wanted, sources)?.iter().flat_map(|table| table.pairs().flatten()).collect())
}

fn list(game: &Table, name: &str, wanted: &str, sources: &Sources) -> Result<Vec<Value>, Fault> {
    Ok(table(game, name, wanted, sources)?.iter().flat_map(|table| table.sequence_values().flatten()).collect())
}

fn optional_text(game: &Table, name: &str, sources: &Sources) -> Result<Option<String>, Fault> {
    match value(game, name) {
        Value::Nil => Ok(None),
        Value::String(text) => Ok(Some(text.to_string_lossy())),
        other => Err(wrong(sources, name, "a text", &other)),
    }
}

/// Checks that no part of a game is misspelt. Others that it has are its own.
fn check_names(game: &Table, sources: &Sources) -> Result<(), Fault> {
    let known = || {
        let required = REQUIRED.iter().map(|(name, _)| *name);
        required.chain(OPTIONAL).chain(WORDS).chain([OWNERS])
    };
    let mut names: Vec<String> = game.pairs::<Value, Value>().flatten().filter_map(|(key, _)| text(&key)).collect();
    names.sort_unstable();
    for name in names.iter().filter(|name| !known().any(|known| known == *name)) {
        let meant = nearest(name, known());
        if let Some(meant) = meant.filter(|meant| value(game, meant).is_nil()) {
            return Err(fault(sources, name, format!("a game has no `{name}`"), format!("did you mean `{meant}`?")));
        }
    }
    Ok(())
}

fn players(game: &Table, words: &mut Words<'_>) -> Result<Players, Fault> {
    let sources = words.sources;
    let Some(table) = table(game, "players", "a list of two names", sources)? else { return Ok(Players::One) };
    let names: Vec<_> = table.sequence_values::<Value>().flatten().map(|name| text(&name)).collect();
    let [Some(first), Some(second)] = &names[..] else {
        let hint = "write `players = { \"X\", \"O\" }`; a puzzle for one has no `players`";
        return Err(fault(sources, "players", format!("two play a game, and these are {}", names.len()), hint));
    };
    let mut player = |message: &'static str, name: &str| {
        words.add(message, &literal(name));
        Message::named(message.into())
    };
    Ok(Players::Two(player(PLAYERS[0], first), player(PLAYERS[1], second)))
}

fn owners(game: &Table, sources: &Sources) -> Result<BTreeMap<String, Player>, Fault> {
    let owner = |(mark, owner): (Value, Value)| match owner {
        Value::Integer(1) => Ok((text(&mark).unwrap_or_default(), Player::First)),
        Value::Integer(2) => Ok((text(&mark).unwrap_or_default(), Player::Second)),
        other => Err(wrong(sources, OWNERS, "a table from marks to 1 or 2", &other)),
    };
    pairs(game, OWNERS, "a table from marks to players", sources)?.into_iter().map(owner).collect()
}

fn policies(game: &Table, sources: &Sources) -> Result<Vec<PolicyDescription>, Fault> {
    let policy = |value: Value| {
        let parts = value.as_table().map(|policy| {
            let has_choice = policy.raw_get::<Function>("choose").is_ok();
            (text(&self::value(policy, "name")), text(&self::value(policy, "about")), has_choice)
        });
        let Some((Some(name), Some(about), true)) = parts else {
            let hint =
                "write `{ name = \"careful\", about = \"How it plays.\", choose = function(state, moves) … end }`";
            let message = "a policy has a name, a sentence about it and a function `choose`";
            return Err(fault(sources, "policies", message.to_owned(), hint));
        };
        Ok(PolicyDescription { name: name.into(), about: about.into() })
    };
    list(game, "policies", "a list", sources)?.into_iter().map(policy).collect()
}

fn options(game: &Table, sources: &Sources) -> Result<Vec<Parameter>, Fault> {
    list(game, "options", "a list", sources)?.iter().map(|each| option(each, sources)).collect()
}

/// Reads an option: `{ name = "size", about = "the squares of a side", default = 3, from = 2, to = 5 }`.
fn option(given: &Value, sources: &Sources) -> Result<Parameter, Fault> {
    const EXAMPLE: &str =
        "write `{ name = \"size\", about = \"the squares of a side\", default = 3, from = 2, to = 5 }`";
    let name = given.as_table().and_then(|table| text(&value(table, "name")));
    let (Some(table), Some(name)) = (given.as_table(), name) else {
        let message = "an option has a name, a phrase about it and a default";
        return Err(fault(sources, "options", message.to_owned(), EXAMPLE));
    };
    let wrong = |message: String, hint: String| fault(sources, &name, message, hint);
    for key in table.pairs::<Value, Value>().flatten().filter_map(|(key, _)| text(&key)) {
        const KNOWN: [&str; 6] = ["name", "about", "default", "from", "to", "most"];
        if !KNOWN.contains(&&*key) {
            return Err(wrong(format!("an option has no `{key}`"), did_you_mean(&key, KNOWN)));
        }
    }
    let about = text(&value(table, "about"));
    let about = about.ok_or_else(|| wrong(format!("nothing is said about the option `{name}`"), EXAMPLE.to_owned()))?;
    let default = parameter(&value(table, "default"));
    let bound = |key: &str, otherwise: u16| match value(table, key) {
        Value::Nil => Ok(otherwise),
        Value::Integer(number) => u16::try_from(number).map_err(|_| number.to_string()),
        other => Err(kind(&other)),
    };
    let bound = |key: &str, otherwise| {
        let from_zero = format!("it is a whole number from 0 to {}", u16::MAX);
        bound(key, otherwise)
            .map_err(|what| wrong(format!("`{key}` of the option `{name}` cannot be {what}"), from_zero))
    };
    let range = |most: u16| Ok::<_, Fault>(bound("from", 0)?..=bound("to", most)?);
    let count = || Ok::<RangeInclusive<usize>, Fault>(1..=usize::from(bound("most", 16)?));
    let values = match &default {
        Some(ParameterValue::Integer(_)) => Values::Integer(range(u16::MAX)?),
        Some(ParameterValue::Flag(_)) => Values::Flag,
        Some(ParameterValue::Text(_)) => Values::Text,
        Some(ParameterValue::List(items)) if matches!(items[..], [ParameterValue::Text(_), ..]) => {
            Values::Texts(count()?)
        }
        Some(ParameterValue::List(_)) => {
            let range = range(255)?;
            let each = |bound: u16| u8::try_from(bound).unwrap_or(u8::MAX);
            Values::Integers(count()?, each(*range.start())..=each(*range.end()))
        }
        _ => {
            let message = format!("the option `{name}` has no default");
            return Err(wrong(
                message,
                "give it a whole number, `true`, `false`, a text or a list: `default = 3`".into(),
            ));
        }
    };
    let default = default.expect("there is one");
    let example: Name = default.written().into();
    Ok(Parameter { name: name.into(), about: about.into(), values, otherwise: Otherwise::Default(default), example })
}

fn parameter(value: &Value) -> Option<ParameterValue> {
    Some(match value {
        Value::Integer(number) => ParameterValue::Integer(*number),
        Value::Boolean(flag) => ParameterValue::Flag(*flag),
        Value::String(text) => ParameterValue::Text(text.to_string_lossy()),
        Value::Table(list) => {
            let items: Option<Vec<_>> = list.sequence_values::<Value>().map(|item| parameter(&item.ok()?)).collect();
            ParameterValue::List(items.filter(|items| !items.is_empty())?)
        }
        _ => return None,
    })
}
