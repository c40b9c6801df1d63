//! Reading: what the values of Lua mean that games return.

use mlua::{Table, Value};

use super::declared::Declared;
use super::state::kind;
use super::vm::Vm;
use crate::engine::game::{Fault, Message, Player};
use crate::ground::suggestion::did_you_mean;

/// Returns the player with a number.
pub(super) fn player(value: &Value) -> Option<Player> {
    match value {
        Value::Integer(1) => Some(Player::First),
        Value::Integer(2) => Some(Player::Second),
        _ => None,
    }
}

/// Reads what a game says: a text, a phrase, or nothing.
pub(super) fn message(vm: &Vm, declared: &Declared, function: &str, value: &Value) -> Result<Message, Fault> {
    let wrong = |what: String, hint: String| Err(vm.fault_of(function, what, hint));
    match value {
        Value::Nil | Value::Boolean(false) => Ok(Message::default()),
        Value::String(text) => Ok(text.to_string_lossy().into()),
        Value::Integer(number) => Ok(number.to_string().into()),
        Value::Table(table) if table.raw_get::<String>("kind").is_ok_and(|kind| kind == "phrase") => {
            let name: String = table.raw_get("name").unwrap_or_default();
            if !declared.phrases.contains(&name) {
                let known = declared.phrases.iter().map(String::as_str);
                let hint = did_you_mean(&name, known);
                return wrong(format!("the game has no phrase `{name}`"), hint);
            }
            let mut arguments: Vec<(String, Value)> = Vec::new();
            if let Ok(given) = table.raw_get::<Table>("arguments") {
                arguments.extend(given.pairs::<String, Value>().flatten());
            }
            arguments.sort_unstable_by(|a, b| a.0.cmp(&b.0));
            let mut said = Message::named(name.into());
            for (name, value) in arguments {
                said = match value {
                    Value::Integer(number) if number >= 0 => said.with_number(name, number),
                    other => said.with(name, message(vm, declared, function, &other)?),
                };
            }
            Ok(said)
        }
        other => {
            wrong(format!("`{function}` says {}", kind(other)), "return a text, or `phrase(name, { … })`".to_owned())
        }
    }
}
