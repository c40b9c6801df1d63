//! Parameters: the named values that content gives to a game, and the reader through which a game gets them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::diagnostic::nearest;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterValue {
    /// A whole number.
    Integer(i64),
    /// `true` or `false`.
    Flag(bool),
    /// A text.
    Text(String),
    /// A list of values.
    List(Vec<ParameterValue>),
    /// A value of a type that no parameter can have, with the name of the type.
    Other(&'static str),
}

impl ParameterValue {
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

/// Reads parameters one by one and records which were asked for, so that unknown ones can be reported.
#[derive(Debug)]
pub struct Reader<'a> {
    values: &'a Parameters,
    asked: BTreeSet<&'static str>,
}

impl<'a> Reader<'a> {
    /// Creates a reader of these parameters.
    pub fn new(values: &'a Parameters) -> Self {
        Self { values, asked: BTreeSet::new() }
    }

    /// Returns a required whole number.
    ///
    /// # Errors
    ///
    /// Returns an error if it is missing, not a whole number, or out of range.
    pub fn integer(&mut self, key: &'static str, range: RangeInclusive<u8>) -> Result<u8, ParameterError> {
        match self.get(key) {
            Some(value) => number(key, value, &range),
            None => Err(self.missing(key, &format!("give it a number from {} to {}", range.start(), range.end()))),
        }
    }

    /// Returns a whole number, or `default` if it is not given.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a whole number or out of range.
    pub fn integer_or(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u8>,
        default: u8,
    ) -> Result<u8, ParameterError> {
        self.get(key).map_or(Ok(default), |value| number(key, value, &range))
    }

    /// Returns an optional whole number.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a whole number or out of range.
    pub fn optional_number(
        &mut self,
        key: &'static str,
        range: RangeInclusive<u16>,
    ) -> Result<Option<u16>, ParameterError> {
        self.get(key).map(|value| number(key, value, &range)).transpose()
    }

    /// Returns a required text. `hint` says which one to give.
    ///
    /// # Errors
    ///
    /// Returns an error if it is missing or not a text.
    pub fn text(&mut self, key: &'static str, hint: &str) -> Result<&'a str, ParameterError> {
        match self.get(key) {
            None => Err(self.missing(key, hint)),
            Some(ParameterValue::Text(text)) => Ok(text),
            Some(other) => Err(ParameterError {
                key: Some(key.to_owned()),
                problem: format!("the parameter `{key}` cannot be {}", other.describe()),
                hint: hint.to_owned(),
            }),
        }
    }

    /// Returns an optional list of texts.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a list of texts, or too short or too long.
    pub fn optional_texts(
        &mut self,
        key: &'static str,
        count: RangeInclusive<usize>,
    ) -> Result<Option<Vec<&'a str>>, ParameterError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let text = |item: &'a ParameterValue| match item {
            ParameterValue::Text(text) => Some(text.as_str()),
            _ => None,
        };
        let texts: Option<Vec<_>> = match value {
            ParameterValue::List(items) if count.contains(&items.len()) => items.iter().map(text).collect(),
            _ => None,
        };
        texts.map(Some).ok_or_else(|| ParameterError {
            key: Some(key.to_owned()),
            problem: format!("the parameter `{key}` cannot be {}", value.describe()),
            hint: format!("give it {} to {} texts", count.start(), count.end()),
        })
    }

    /// Returns a required list of whole numbers.
    ///
    /// # Errors
    ///
    /// Returns an error if it is missing, not a list of whole numbers, too short or too long, or if a number is out of
    /// range.
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
            Some(ParameterValue::List(items)) if count.contains(&items.len()) => {
                items.iter().map(|item| number(key, item, &range)).collect()
            }
            Some(other) => Err(ParameterError {
                key: Some(key.to_owned()),
                problem: format!("the parameter `{key}` cannot be {}", other.describe()),
                hint,
            }),
        }
    }

    /// Returns a flag, or `false` if it is not given.
    ///
    /// # Errors
    ///
    /// Returns an error if it is neither `true` nor `false`.
    pub fn flag(&mut self, key: &'static str) -> Result<bool, ParameterError> {
        match self.get(key) {
            None => Ok(false),
            Some(ParameterValue::Flag(flag)) => Ok(*flag),
            Some(other) => Err(ParameterError {
                key: Some(key.to_owned()),
                problem: format!("the parameter `{key}` cannot be {}", other.describe()),
                hint: "give it `true` or `false`".to_owned(),
            }),
        }
    }

    /// Checks that the game has asked for every parameter that was given.
    ///
    /// # Errors
    ///
    /// Returns an error that names a parameter which the game does not have.
    pub fn finish(self) -> Result<(), ParameterError> {
        match self.values.keys().find(|key| !self.asked.contains(key.as_str())) {
            None => Ok(()),
            Some(unknown) => Err(unknown_parameter(unknown, &self.asked)),
        }
    }

    fn get(&mut self, key: &'static str) -> Option<&'a ParameterValue> {
        self.asked.insert(key);
        self.values.get(key)
    }

    /// Returns the error for a missing parameter, or for a misspelt one if a name that was given is similar.
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
