//! The declarations in the table of a game: everything but its functions, such as players, goal, options and phrases.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use mlua::{Function, LuaString, Table, Value};

use super::state::{field, kind};
use super::vm::{Sources, Vm};
use crate::engine::game::{
    Description, Fault, Message, Name, Otherwise, Parameter, ParameterValue, Player, Players, PolicyDescription,
    Values, is_slug,
};
use crate::engine::limits::{LONGEST_NAME, LONGEST_TEXT};
use crate::ground::html::characters::refused;
use crate::ground::suggestion::{did_you_mean, nearest};

#[derive(Debug)]
pub(super) struct Declared {
    pub(super) description: Arc<Description>,
    pub(super) players: Players,
    /// The player who owns each mark; all other marks belong to the first player.
    pub(super) owners: BTreeMap<String, Player>,
    /// The game's phrases, and the messages that the program needs from the game, by name.
    pub(super) phrases: BTreeMap<String, Phrase>,
    pub(super) catalogue: String,
    /// The names of the functions that the game contains.
    pub(super) has: BTreeSet<&'static str>,
}

const REQUIRED: [(&str, &str); 4] = [
    ("start", "add `function game.start(options)`, which returns the first state"),
    (
        "moves",
        "add `function game.moves(state)`, which returns a list of moves, such as `{ tap(\"a1\"), tap(\"a2\") }`",
    ),
    ("play", "add `function game.play(state, move)`, which returns the state after a move"),
    (
        "board",
        "add `function game.board(state)`, which returns a board, such as `grid { on = board, marks = state.at }`",
    ),
];

const OPTIONAL: [&str; 9] = ["result", "turn", "slug", "say", "symmetries", "estimate", "tally", "reasoning", "ending"];

/// The size of a phrase, and the arguments that it uses.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    length: usize,
    /// The maximum number of places where the phrase inserts a value or chooses a variant.
    places: usize,
    arguments: BTreeSet<String>,
}

/// The arguments that the program gives to phrases of moves.
const GIVEN: [&str; 3] = ["who", "places", "count"];

/// The maximum number of bytes of a text with all its phrases filled in.
const LONGEST_SAID: usize = 10 * LONGEST_TEXT;

/// The maximum number of bytes of an integer.
const LONGEST_NUMBER: usize = 20;

/// The deepest nesting of phrases.
const DEEPEST_PHRASE: usize = 4;

const WORDS: [&str; 6] = ["players", "goal", "summary", "options", "phrases", "policies"];
const OWNERS: &str = "pieces";

pub(super) const GOAL: &str = "goal";
const PLAYERS: [&str; 2] = ["player-1", "player-2"];

impl Declared {
    pub(super) fn read(vm: &Vm, sources: &Sources) -> Result<Self, Fault> {
        let mut game = GameTable { table: &vm.game, sources, catalogue: String::new(), phrases: BTreeMap::new() };
        game.check_names()?;
        let has = game.functions()?;
        game.read_phrases()?;
        let players = game.players()?;
        let goal = game.text("goal")?;
        if let Some(goal) = &goal {
            game.add(GOAL, &literal(goal));
        }
        let summary = game.text("summary")?.or(goal.clone()).unwrap_or_default();
        let description = Description {
            name: sources.name.clone().into(),
            summary: summary.into(),
            parameters: game.list("options")?.iter().map(|option| game.option(option)).collect::<Result<_, _>>()?,
            slugs: "the names that the game returns, or else sixteen digits and letters from `a` to `f`".into(),
            policies: game.list("policies")?.iter().map(|policy| game.policy(policy)).collect::<Result<_, _>>()?,
        };
        let owners = game.owners()?;
        let GameTable { catalogue, phrases, .. } = game;
        Ok(Self { description: Arc::new(description), players, owners, phrases, catalogue, has })
    }

    pub(super) fn has(&self, function: &str) -> bool {
        self.has.contains(function)
    }

    /// Returns the hint for a wrong result.
    pub(super) fn results(&self) -> &'static str {
        match self.players {
            Players::One => "return `solved` or `stuck`, or nothing while play continues",
            Players::Two(..) => {
                "return `win(1)`, `win(2)` or `draw`, or nothing while play continues; to skip a turn, use `pass()`"
            }
        }
    }
}

/// Reads what the game's functions return.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) vm: &'a Vm,
    pub(super) declared: &'a Declared,
}

impl Reader<'_> {
    pub(super) fn fault<T>(
        self,
        function: &str,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Result<T, Fault> {
        Err(self.vm.fault_of(function, message, hint))
    }

    pub(super) fn text(self, function: &str, text: &LuaString) -> Result<String, Fault> {
        let longest = if function == "moves" { LONGEST_NAME } else { LONGEST_TEXT };
        read_text(text, longest).or_else(|(message, hint)| self.fault(function, message, hint))
    }

    pub(super) fn message(self, function: &str, value: &Value) -> Result<Message, Fault> {
        match self.message_in(function, value, 0)? {
            (message, ..=LONGEST_SAID) => Ok(message),
            (_, longest) => self.fault(
                function,
                format!("this phrase with its arguments can grow to {longest} bytes"),
                format!("insert fewer or shorter arguments: texts can have at most {LONGEST_SAID} bytes"),
            ),
        }
    }

    /// Returns a message nested at this depth, and the maximum number of its bytes.
    fn message_in(self, function: &str, value: &Value, depth: usize) -> Result<(Message, usize), Fault> {
        match value {
            Value::Nil | Value::Boolean(false) => Ok((Message::default(), 0)),
            Value::String(text) => Ok((self.text(function, text)?.into(), text.as_bytes().len())),
            Value::Integer(number) => Ok((number.to_string().into(), LONGEST_NUMBER)),
            Value::Table(table) if table.raw_get::<String>("kind").is_ok_and(|kind| kind == "phrase") => {
                if depth >= DEEPEST_PHRASE {
                    let hint = "check that no phrase contains itself";
                    return self.fault(function, format!("phrases are nested more than {DEEPEST_PHRASE} deep"), hint);
                }
                let name: String = table.raw_get("name").unwrap_or_default();
                let phrases = &self.declared.phrases;
                let Some(phrase) = phrases.get(&name) else {
                    let hint = did_you_mean(&name, phrases.keys().map(String::as_str));
                    return self.fault(function, format!("the game has no phrase `{name}`"), hint);
                };
                let given = table.raw_get::<Table>("arguments").ok();
                let arguments: BTreeMap<String, Value> =
                    given.iter().flat_map(|given| given.pairs().flatten()).collect();
                let is_missing = |name: &&String| !arguments.contains_key(*name) && !GIVEN.contains(&&***name);
                if let Some(missing) = phrase.arguments.iter().find(is_missing) {
                    let what = format!("the phrase `{name}` needs `${missing}`");
                    return self.fault(function, what, format!("write `phrase({name:?}, {{ {missing} = … }})`"));
                }
                let (mut said, mut longest) = (Message::named(name.into()), LONGEST_NUMBER);
                for (name, value) in arguments {
                    if let Value::Integer(number @ 0..) = value {
                        said = said.with_number(name, number);
                    } else {
                        let (argument, length) = self.message_in(function, &value, depth + 1)?;
                        (said, longest) = (said.with(name, argument), longest.max(length));
                    }
                }
                Ok((said, phrase.length.saturating_add(phrase.places.saturating_mul(longest))))
            }
            other => {
                let hint = "return a string, or `phrase(name, { … })`";
                self.fault(function, format!("`{function}` returns {}", kind(other)), hint)
            }
        }
    }
}

/// Returns a text that pages can show, or the mistake in it and a hint.
fn read_text(text: &LuaString, longest: usize) -> Result<String, (String, String)> {
    let Ok(text) = text.to_str() else {
        let hint = "use `split`, which keeps characters whole: in UTF-8, a character can have several bytes";
        return Err((
            format!("the string \"{}\" ends or begins inside a character", text.to_string_lossy()),
            hint.to_owned(),
        ));
    };
    if text.len() > longest {
        return Err((format!("a string has {} bytes", text.len()), format!("shorten it to at most {longest} bytes")));
    }
    match refused(&text) {
        Some((finding, _)) => Err((finding.to_string(), finding.advice().unwrap_or_default().to_owned())),
        None => Ok(text.to_owned()),
    }
}

fn indented(pattern: &str) -> String {
    pattern.trim().replace('\n', "\n    ")
}

/// Escapes a text for Fluent.
fn literal(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    let escape = |c: char| if matches!(c, '{' | '}') { format!("{{\"{c}\"}}") } else { c.to_string() };
    words.join(" ").chars().map(escape).collect()
}

pub(super) fn text(value: &Value) -> Option<String> {
    value.as_string().map(LuaString::to_string_lossy)
}

/// Returns a fault at the first line that contains a word.
pub(super) fn fault(sources: &Sources, word: &str, message: String, hint: impl Into<String>) -> Fault {
    Fault::new(message, hint).at_first(sources.line_with(&[word])).at(sources.own(), 1)
}

/// The table of a game, and the messages read from it so far.
struct GameTable<'a> {
    table: &'a Table,
    sources: &'a Sources,
    catalogue: String,
    phrases: BTreeMap<String, Phrase>,
}

impl GameTable<'_> {
    fn value(&self, name: &str) -> Value {
        field(self.table, name)
    }

    fn fault<T>(&self, word: &str, message: impl Into<String>, hint: impl Into<String>) -> Result<T, Fault> {
        Err(fault(self.sources, word, message.into(), hint))
    }

    fn wrong<T>(&self, name: &str, wanted: &str, value: &Value) -> Result<T, Fault> {
        let what = format!("`{name}` must be {wanted}, not {}", kind(value));
        self.fault(name, what, format!("write `{name}` as {wanted}"))
    }

    fn inner(&self, name: &str, wanted: &str) -> Result<Option<Table>, Fault> {
        match self.value(name) {
            Value::Nil => Ok(None),
            Value::Table(table) => Ok(Some(table)),
            other => self.wrong(name, wanted, &other),
        }
    }

    fn pairs(&self, name: &str, wanted: &str) -> Result<Vec<(Value, Value)>, Fault> {
        Ok(self.inner(name, wanted)?.iter().flat_map(|table| table.pairs().flatten()).collect())
    }

    /// Returns the items of a list, and checks that their names differ.
    fn list(&self, list: &str) -> Result<Vec<Value>, Fault> {
        let Some(table) = self.inner(list, "a list")? else { return Ok(Vec::new()) };
        if table.raw_len() == 0 && !table.is_empty() {
            let what = format!("`{list}` must be a list, not a table with named fields");
            return self.fault(list, what, "write `{ { … }, { … } }`");
        }
        let (items, mut seen): (Vec<Value>, _) = (table.sequence_values().flatten().collect(), BTreeSet::new());
        let named = items.iter().filter_map(|item| text(&field(item.as_table()?, "name")));
        match { named }.find(|name| !seen.insert(name.clone())) {
            Some(name) => {
                self.fault(&name, format!("two items of `{list}` have the name `{name}`"), "rename one of them")
            }
            None => Ok(items),
        }
    }

    fn text(&self, name: &str) -> Result<Option<String>, Fault> {
        match self.value(name) {
            Value::Nil => Ok(None),
            Value::String(text) => Ok(Some(self.shown(name, &text, LONGEST_TEXT)?)),
            other => self.wrong(name, "a string", &other),
        }
    }

    fn shown(&self, name: &str, text: &LuaString, longest: usize) -> Result<String, Fault> {
        read_text(text, longest).or_else(|(message, hint)| self.fault(name, message, hint))
    }

    /// Checks that no name in the table looks misspelt. A game can add names of its own.
    fn check_names(&self) -> Result<(), Fault> {
        let known = || {
            let required = REQUIRED.iter().map(|(name, _)| *name);
            required.chain(OPTIONAL).chain(WORDS).chain([OWNERS])
        };
        let keys = self.table.pairs::<Value, Value>().flatten();
        let names: BTreeSet<String> = keys.filter_map(|(key, _)| text(&key)).collect();
        for name in names.iter().filter(|name| !known().any(|known| known == *name)) {
            if let Some(meant) = nearest(name, known()).filter(|meant| self.value(meant).is_nil()) {
                let hint = format!("did you mean `{meant}`?");
                return self.fault(name, format!("`{name}` is not a field of a game"), hint);
            }
        }
        Ok(())
    }

    fn functions(&self) -> Result<BTreeSet<&'static str>, Fault> {
        let mut has = BTreeSet::new();
        let optional = OPTIONAL.into_iter().map(|name| (name, None));
        for (name, needed) in optional.chain(REQUIRED.map(|(name, hint)| (name, Some(hint)))) {
            match (self.value(name), needed) {
                (Value::Function(_), _) => drop(has.insert(name)),
                (Value::Nil, None) => {}
                (Value::Nil, Some(hint)) => {
                    let (code, message) = (self.sources.own(), format!("the game has no function `{name}`"));
                    return Err(Fault::new(message, hint).at(code, code.text.lines().count()));
                }
                (other, _) => return self.wrong(name, "a function", &other),
            }
        }
        Ok(has)
    }

    fn add(&mut self, name: &str, pattern: &str) {
        writeln!(self.catalogue, "{name} = {}", indented(pattern)).expect("writing to a string succeeds");
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let names = pattern.split('$').skip(1).map(|rest| rest.split(|c| !is_of_name(c)).next().unwrap_or_default());
        let arguments = names.filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let places = pattern.matches('{').count();
        self.phrases.insert(name.to_owned(), Phrase { length: pattern.len(), places, arguments });
    }

    fn read_phrases(&mut self) -> Result<(), Fault> {
        let phrases = self.pairs("phrases", "a table of strings by their names")?.into_iter();
        let phrases: BTreeMap<String, Value> =
            phrases.map(|(key, value)| (key.to_string().unwrap_or_default(), value)).collect();
        for (name, value) in phrases {
            let is_name = name.starts_with(|c: char| c.is_ascii_lowercase()) && is_slug(&name);
            let refused = |hint| self.fault(&name, format!("`{name}` cannot be the name of a phrase"), hint);
            if !is_name {
                return refused("use lower-case letters, digits and hyphens");
            }
            if name == GOAL || PLAYERS.contains(&&*name) {
                return refused("choose another name: the program uses this one for `goal` or `players`");
            }
            let pattern = value.as_string().map(|text| self.shown(&name, text, LONGEST_TEXT)).transpose()?;
            let Some(pattern) = pattern.filter(|pattern| !pattern.trim().is_empty()) else {
                let hint = "write a string, such as `\"took { $place }\"`";
                return self.fault(&name, format!("the phrase `{name}` is blank"), hint);
            };
            self.add(&name, &pattern);
        }
        Ok(())
    }

    fn players(&mut self) -> Result<Players, Fault> {
        let Some(table) = self.inner("players", "a list of two names")? else { return Ok(Players::One) };
        let names = table.sequence_values::<Value>().flatten();
        let names =
            names.map(|name| name.as_string().map(|text| self.shown("players", text, LONGEST_NAME)).transpose());
        let names: Vec<_> = names.collect::<Result<_, _>>()?;
        let [Some(first), Some(second)] = &names[..] else {
            let hint = "write `players = { \"X\", \"O\" }`, or remove `players` for a puzzle";
            let what = format!("`players` must contain two names, but this list has {}", names.len());
            return self.fault("players", what, hint);
        };
        if first == second || [first, second].iter().any(|name| name.trim().is_empty()) {
            let hint = "write `players = { \"X\", \"O\" }`";
            return self.fault("players", "each player needs a name of its own", hint);
        }
        let mut player = |message: &'static str, name: &str| {
            self.add(message, &literal(name));
            Message::named(message.into())
        };
        Ok(Players::Two(player(PLAYERS[0], first), player(PLAYERS[1], second)))
    }

    fn owners(&self) -> Result<BTreeMap<String, Player>, Fault> {
        let owner = |(mark, owner): (Value, Value)| match owner.as_integer().and_then(Player::numbered) {
            Some(player) => Ok((text(&mark).unwrap_or_default(), player)),
            None => self.wrong(OWNERS, "a table from marks to 1 or 2", &owner),
        };
        self.pairs(OWNERS, "a table from marks to players")?.into_iter().map(owner).collect()
    }

    fn policy(&self, given: &Value) -> Result<PolicyDescription, Fault> {
        let parts = given.as_table().and_then(|policy| {
            policy.raw_get::<Function>("choose").ok()?;
            Some((text(&field(policy, "name"))?, text(&field(policy, "about"))?))
        });
        let Some((name, about)) = parts else {
            let hint =
                "write `{ name = \"careful\", about = \"How it plays.\", choose = function(state, moves) … end }`";
            let message = "a policy needs the fields `name`, `about` and `choose`, which is a function";
            return self.fault("policies", message, hint);
        };
        Ok(PolicyDescription { name: name.into(), about: about.into() })
    }

    fn option(&self, given: &Value) -> Result<Parameter, Fault> {
        let name = given.as_table().and_then(|table| text(&field(table, "name")));
        let Some((table, name)) = given.as_table().zip(name) else {
            return self.fault("options", "an option needs a `name`", OPTION_HINT);
        };
        option(table, &name)
            .map_or_else(|| self.fault(&name, format!("the option `{name}` is not valid"), OPTION_HINT), Ok)
    }
}

const OPTION_HINT: &str = "write `{ name = \"size\", about = \"the squares of a side\", default = 3, from = 2, to = 5 \
                           }`, with a default in this range; a list as default can have `most` items";

/// Reads an option; `None` if a field is missing, unknown or wrong.
fn option(table: &Table, name: &str) -> Option<Parameter> {
    const KNOWN: [&str; 6] = ["name", "about", "default", "from", "to", "most"];
    if !table.pairs::<String, Value>().all(|pair| pair.is_ok_and(|(key, _)| KNOWN.contains(&&*key))) {
        return None;
    }
    let bound = |key: &str, otherwise: u16| match field(table, key) {
        Value::Nil => Some(otherwise),
        value => u16::try_from(value.as_integer()?).ok(),
    };
    let range = |most: u16| Some(bound("from", 0)?..=bound("to", most)?);
    let count = || Some(1..=usize::from(bound("most", 16)?));
    let default = parameter(&field(table, "default"))?;
    let values = match &default {
        ParameterValue::Flag(_) => Values::Flag,
        ParameterValue::Text(_) => Values::Text,
        ParameterValue::List(items) if matches!(items[..], [ParameterValue::Text(_), ..]) => Values::Texts(count()?),
        ParameterValue::List(_) => {
            let range = range(255)?;
            let each = |bound: u16| u8::try_from(bound).unwrap_or(u8::MAX);
            Values::Integers(count()?, each(*range.start())..=each(*range.end()))
        }
        ParameterValue::Integer(_) | ParameterValue::Other(_) => Values::Integer(range(u16::MAX)?),
    };
    if values.unfit(&default).is_some() {
        return None;
    }
    let (about, example) = (text(&field(table, "about"))?.into(), Name::from(default.written()));
    Some(Parameter { name: name.to_owned().into(), about, values, otherwise: Otherwise::Default(default), example })
}

/// Returns the default of an option: a value, or a list of values.
fn parameter(value: &Value) -> Option<ParameterValue> {
    let item = |item: mlua::Result<Value>| item.ok().filter(|item| !item.is_table()).and_then(|item| parameter(&item));
    Some(match value {
        Value::Integer(number) => ParameterValue::Integer(*number),
        Value::Boolean(flag) => ParameterValue::Flag(*flag),
        Value::String(text) => ParameterValue::Text(text.to_string_lossy()),
        Value::Table(list) => {
            let items: Option<Vec<_>> = list.sequence_values::<Value>().map(item).collect();
            ParameterValue::List(items.filter(|items| !items.is_empty())?)
        }
        _ => return None,
    })
}
