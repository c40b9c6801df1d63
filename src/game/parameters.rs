//! Parameters: the named values that content gives to a game, and how a game reads them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::diagnostic::nearest;

/// A value that content can give to a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// `true` or `false`.
    Flag(bool),
    /// A text.
    Text(String),
    /// A list of values.
    List(Vec<Value>),
    /// A value of a type that no parameter has, by the name of that type.
    Other(&'static str),
}

impl Value {
    fn describe(&self) -> String {
        match self {
            Self::Integer(number) => format!("the number {number}"),
            Self::Flag(flag) => format!("`{flag}`"),
            Self::Text(text) => format!("the text {text:?}"),
            Self::List(items) => format!("a list of {}", items.len()),
            Self::Other(kind) => format!("a {kind}"),
        }
    }
}

/// The named values that content gives to a game.
pub type Parameters = BTreeMap<String, Value>;

/// What is wrong with the parameters of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct ParameterError {
    /// The parameter at fault, when it was given at all.
    pub key: Option<String>,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub hint: String,
}

/// Reads parameters one by one and remembers which were asked for, so that the rest can be reported.
#[derive(Debug)]
pub struct Reader<'a> {
    values: &'a Parameters,
    asked: BTreeSet<&'static str>,
}

impl<'a> Reader<'a> {
    /// A reader of these parameters.
    pub fn new(values: &'a Parameters) -> Self {
        Self { values, asked: BTreeSet::new() }
    }

    /// A whole number that has to be given.
    ///
    /// # Errors
    ///
    /// When it is missing, no whole number, or out of range.
    pub fn integer(&mut self, key: &'static str, range: RangeInclusive<u8>) -> Result<u8, ParameterError> {
        match self.get(key) {
            Some(value) => number(key, value, &range),
            None => Err(self.missing(key, &format!("give it a number from {} to {}", range.start(), range.end()))),
        }
    }

    /// A whole number that has a default.
    ///
    /// # Errors
    ///
    /// When it is no whole number or out of range.
    pub fn integer_or(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u8>,
        default: u8,
    ) -> Result<u8, ParameterError> {
        self.get(key).map_or(Ok(default), |value| number(key, value, &range))
    }

    /// A whole number, if it is given.
    ///
    /// # Errors
    ///
    /// When it is no whole number or out of range.
    pub fn optional_number(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u16>,
    ) -> Result<Option<u16>, ParameterError> {
        self.get(key).map(|value| number(key, value, &range)).transpose()
    }

    /// A list of texts, if it is given.
    ///
    /// # Errors
    ///
    /// When it is no list of texts, or too short or too long.
    pub fn optional_texts(
        &mut self,
        key: &'static str,
        count: RangeInclusive<usize>,
    ) -> Result<Option<Vec<&'a str>>, ParameterError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let text = |item: &'a Value| match item {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        };
        let texts: Option<Vec<_>> = match value {
            Value::List(items) if count.contains(&items.len()) => items.iter().map(text).collect(),
            _ => None,
        };
        texts.map(Some).ok_or_else(|| ParameterError {
            key: Some(key.to_owned()),
            problem: format!("the parameter `{key}` cannot be {}", value.describe()),
            hint: format!("give it {} to {} texts", count.start(), count.end()),
        })
    }

    /// A list of whole numbers that has to be given.
    ///
    /// # Errors
    ///
    /// When it is missing, no list of whole numbers, too short or too long, or when one of them is out of range.
    pub fn integers(
        &mut self,
        key: &'static str,
        count: RangeInclusive<usize>,
        range: RangeInclusive<u8>,
    ) -> Result<Vec<u8>, ParameterError> {
        let hint = format!(
            "give it {} to {} numbers from {} to {}, such as [3, 4, 5]",
            count.start(),
            count.end(),
            range.start(),
            range.end()
        );
        match self.get(key) {
            None => Err(self.missing(key, &hint)),
            Some(Value::List(items)) if count.contains(&items.len()) => {
                items.iter().map(|item| number(key, item, &range)).collect()
            }
            Some(other) => Err(ParameterError {
                key: Some(key.to_owned()),
                problem: format!("the parameter `{key}` cannot be {}", other.describe()),
                hint,
            }),
        }
    }

    /// `true` or `false`; `false` when it is not given.
    ///
    /// # Errors
    ///
    /// When it is neither.
    pub fn flag(&mut self, key: &'static str) -> Result<bool, ParameterError> {
        match self.get(key) {
            None => Ok(false),
            Some(Value::Flag(flag)) => Ok(*flag),
            Some(other) => Err(ParameterError {
                key: Some(key.to_owned()),
                problem: format!("the parameter `{key}` cannot be {}", other.describe()),
                hint: "give it `true` or `false`".to_owned(),
            }),
        }
    }

    /// Ends the reading.
    ///
    /// # Errors
    ///
    /// When a parameter was given that the game never asked for.
    pub fn finish(self) -> Result<(), ParameterError> {
        match self.values.keys().find(|key| !self.asked.contains(key.as_str())) {
            None => Ok(()),
            Some(unknown) => Err(unknown_parameter(unknown, &self.asked)),
        }
    }

    fn get(&mut self, key: &'static str) -> Option<&'a Value> {
        self.asked.insert(key);
        self.values.get(key)
    }

    /// A missing parameter is often one that was misspelt: then that one is to blame.
    fn missing(&self, key: &'static str, hint: &str) -> ParameterError {
        let misspelt = self.values.keys().find(|given| nearest(given, [key]).is_some());
        match misspelt {
            Some(given) => unknown_parameter(given, &BTreeSet::from([key])),
            None => ParameterError {
                key: None,
                problem: format!("the parameter `{key}` is missing"),
                hint: hint.to_owned(),
            },
        }
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

/// A whole number of the type of its range.
fn number<N: TryFrom<i64> + PartialOrd + Display>(
    key: &'static str,
    value: &Value,
    range: &RangeInclusive<N>,
) -> Result<N, ParameterError> {
    if let Value::Integer(number) = value
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
