//! Parameters: the named values that content gives to a game, and the reader through which a game gets them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::RangeInclusive;

use super::declaration::{Otherwise, Parameter, ParameterValue, Values};
use crate::suggestion::nearest;

/// The parameters of a game by their names.
pub type Parameters = BTreeMap<String, ParameterValue>;

/// What is wrong with the parameters of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct ParameterError {
    /// The parameter at fault; `None` if one is missing.
    pub key: Option<String>,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub hint: String,
}

/// Reads the parameters that a game declares, and reports those that it does not. A method panics for a parameter that
/// the game does not declare, or declares with another type.
#[derive(Debug)]
pub struct ParameterReader<'a> {
    values: &'a Parameters,
    declared: &'static [Parameter],
}

impl<'a> ParameterReader<'a> {
    /// Creates a reader of these parameters, for a game that declares those.
    pub fn new(values: &'a Parameters, declared: &'static [Parameter]) -> Self {
        Self { values, declared }
    }

    /// Returns a whole number.
    ///
    /// # Errors
    ///
    /// Returns an error if it is missing, not a whole number, or out of range.
    pub fn integer(&self, name: &str) -> Result<u16, ParameterError> {
        self.optional_integer(name)?.ok_or_else(|| self.missing(self.declaration(name)))
    }

    /// Returns a whole number, if it is given.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a whole number or out of range.
    pub fn optional_integer(&self, name: &str) -> Result<Option<u16>, ParameterError> {
        let declared = self.declaration(name);
        let Values::Integer(range) = &declared.values else { panic!("`{name}` is declared as a number") };
        self.get(declared).map(|value| number(declared.name, value, range)).transpose()
    }

    /// Returns a text.
    ///
    /// # Errors
    ///
    /// Returns an error if it is missing or not a text.
    pub fn text(&self, name: &str) -> Result<&'a str, ParameterError> {
        let declared = self.declaration(name);
        match self.get(declared) {
            None => Err(self.missing(declared)),
            Some(ParameterValue::Text(text)) => Ok(text),
            Some(other) => Err(wrong(declared, other)),
        }
    }

    /// Returns a list of texts, if it is given.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a list of texts, or too short or too long.
    pub fn optional_texts(&self, name: &str) -> Result<Option<Vec<&'a str>>, ParameterError> {
        let declared = self.declaration(name);
        let Values::Texts(count) = &declared.values else { panic!("`{name}` is declared as texts") };
        let Some(value) = self.get(declared) else { return Ok(None) };
        let text = |item: &'a ParameterValue| match item {
            ParameterValue::Text(text) => Some(text.as_str()),
            _ => None,
        };
        let texts: Option<Vec<_>> = match value {
            ParameterValue::List(items) if count.contains(&items.len()) => items.iter().map(text).collect(),
            _ => None,
        };
        texts.map(Some).ok_or_else(|| wrong(declared, value))
    }

    /// Returns a list of whole numbers.
    ///
    /// # Errors
    ///
    /// Returns an error if it is missing, not a list of whole numbers, too short or too long, or if a number is out of
    /// range.
    pub fn integers(&self, name: &str) -> Result<Vec<u8>, ParameterError> {
        let declared = self.declaration(name);
        let Values::Integers(count, each) = &declared.values else { panic!("`{name}` is declared as numbers") };
        match self.get(declared) {
            None => Err(self.missing(declared)),
            Some(ParameterValue::List(items)) if count.contains(&items.len()) => {
                items.iter().map(|item| number(declared.name, item, each)).collect()
            }
            Some(other) => Err(wrong(declared, other)),
        }
    }

    /// Returns a flag.
    ///
    /// # Errors
    ///
    /// Returns an error if it is missing, or neither `true` nor `false`.
    pub fn flag(&self, name: &str) -> Result<bool, ParameterError> {
        let declared = self.declaration(name);
        match self.get(declared) {
            None => Err(self.missing(declared)),
            Some(ParameterValue::Flag(flag)) => Ok(*flag),
            Some(other) => Err(wrong(declared, other)),
        }
    }

    /// Checks that the game declares every parameter that was given.
    ///
    /// # Errors
    ///
    /// Returns an error that names a parameter which the game does not have.
    pub fn finish(self) -> Result<(), ParameterError> {
        let known: BTreeSet<_> = self.declared.iter().map(|declared| declared.name).collect();
        match self.values.keys().find(|key| !known.contains(key.as_str())) {
            None => Ok(()),
            Some(unknown) => Err(unknown_parameter(unknown, &known)),
        }
    }

    /// Returns the declaration of a parameter that a game reads.
    ///
    /// # Panics
    ///
    /// If the game does not declare it.
    fn declaration(&self, name: &str) -> &'static Parameter {
        self.declared.iter().find(|declared| declared.name == name).expect("a game declares what it reads")
    }

    /// Returns the value that is given, or else the default.
    fn get(&self, declared: &'static Parameter) -> Option<&'a ParameterValue> {
        self.values.get(declared.name).or(match &declared.otherwise {
            Otherwise::Default(value) => Some(value),
            Otherwise::Required | Otherwise::Instead(_) => None,
        })
    }

    /// Returns the error for a missing parameter, or for a misspelt one if a name that was given is similar.
    fn missing(&self, declared: &Parameter) -> ParameterError {
        let misspelt = self.values.keys().find(|given| nearest(given, [declared.name]).is_some());
        match misspelt {
            Some(given) => unknown_parameter(given, &BTreeSet::from([declared.name])),
            None => ParameterError {
                key: None,
                problem: format!("the parameter `{}` is missing", declared.name),
                hint: wanted(declared),
            },
        }
    }
}

fn wrong(declared: &Parameter, value: &ParameterValue) -> ParameterError {
    ParameterError {
        key: Some(declared.name.to_owned()),
        problem: format!("the parameter `{}` cannot be {}", declared.name, value.describe()),
        hint: wanted(declared),
    }
}

/// Returns which value to give, as a hint.
fn wanted(Parameter { values, about, example, .. }: &Parameter) -> String {
    match values {
        Values::Integer(range) => format!("give it a number from {} to {}", range.start(), range.end()),
        Values::Text => format!("give it {about}, such as {example}"),
        Values::Integers(..) => format!("give it {}, such as {example}", values.describe()),
        Values::Flag | Values::Texts(_) => format!("give it {}", values.describe()),
    }
}

fn unknown_parameter(key: &str, known: &BTreeSet<&'static str>) -> ParameterError {
    let hint = match nearest(key, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "this game has no parameters".to_owned(),
        None => format!("this game knows {}", quoted_list(known)),
    };
    ParameterError { key: Some(key.to_owned()), problem: format!("unknown parameter `{key}`"), hint }
}

fn quoted_list(names: &BTreeSet<&'static str>) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Returns the value as a whole number in a range.
fn number<N: TryFrom<i64> + PartialOrd + Display>(
    key: &'static str,
    value: &ParameterValue,
    range: &RangeInclusive<N>,
) -> Result<N, ParameterError> {
    if let ParameterValue::Integer(number) = value
        && let Ok(number) = N::try_from(*number)
        && range.contains(&number)
    {
        return Ok(number);
    }
    Err(ParameterError {
        key: Some(key.to_owned()),
        problem: format!("the parameter `{key}` cannot be {}", value.describe()),
        hint: format!("a whole number from {} to {} is allowed here", range.start(), range.end()),
    })
}
