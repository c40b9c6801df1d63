//! Parameters: how a game declares them, their values in content, and the reader that checks them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::message::Name;
use crate::ground::suggestion::{did_you_mean, nearest};

/// A parameter of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The key of the parameter in content.
    pub name: Name,
    /// The meaning of the parameter, as a phrase that follows a colon: `the number of discs`.
    pub about: Name,
    /// The values that the parameter accepts.
    pub values: Values,
    /// What applies if content omits the parameter.
    pub otherwise: Otherwise,
    /// One of the accepted values, in TOML, such as `[3, 4, 5]`.
    pub example: Name,
}

impl Parameter {
    /// Creates a parameter.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        values: Values,
        otherwise: Otherwise,
        example: &'static str,
    ) -> Self {
        Self {
            name: Name::Borrowed(name),
            about: Name::Borrowed(about),
            values,
            otherwise,
            example: Name::Borrowed(example),
        }
    }
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ParameterValue {
    /// A whole number.
    Integer(i64),
    /// `true` or `false`.
    Flag(bool),
    /// A string.
    Text(String),
    /// A list of values.
    List(Vec<ParameterValue>),
    /// A value of a type that no parameter accepts, with the name of the type.
    Other(&'static str),
}

impl ParameterValue {
    /// Returns the value as TOML.
    pub fn written(&self) -> String {
        match self {
            Self::Integer(number) => number.to_string(),
            Self::Flag(flag) => flag.to_string(),
            Self::Text(text) => format!("{text:?}"),
            Self::List(items) => format!("[{}]", items.iter().map(Self::written).collect::<Vec<_>>().join(", ")),
            Self::Other(kind) => (*kind).to_owned(),
        }
    }

    fn as_number<N: TryFrom<i64>>(&self) -> Option<N> {
        if let Self::Integer(number) = self { N::try_from(*number).ok() } else { None }
    }

    fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    fn items(&self) -> Option<&[Self]> {
        if let Self::List(items) = self { Some(items) } else { None }
    }

    fn describe(&self) -> String {
        match self {
            Self::Integer(number) => format!("the number {number}"),
            Self::Flag(flag) => format!("`{flag}`"),
            Self::Text(text) => format!("the string {text:?}"),
            Self::List(items) => format!("a list of length {}", items.len()),
            Self::Other(kind) => format!("a {kind}"),
        }
    }
}

/// The values that a parameter accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// A whole number in a range.
    Integer(RangeInclusive<u16>),
    /// `true` or `false`.
    Flag,
    /// A string.
    Text,
    /// A list of strings, with the range of the list's length.
    Texts(RangeInclusive<usize>),
    /// A list of whole numbers, with the range of the list's length and the range of each number.
    Integers(RangeInclusive<usize>, RangeInclusive<u8>),
}

/// What applies if a parameter is omitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// The parameter is required.
    Required,
    /// The parameter is required unless the parameter with this name is set. The game checks this in
    /// [`from_parameters`](super::Declare::from_parameters).
    Instead(Name),
    /// The parameter is optional, with this default.
    Default(ParameterValue),
}

impl Values {
    /// Returns the value that is not accepted: the given value, or an item of a list. Returns `None` if all is
    /// accepted.
    pub(crate) fn unfit<'v>(&self, value: &'v ParameterValue) -> Option<&'v ParameterValue> {
        match (self, value) {
            (Self::Integer(range), ParameterValue::Integer(number))
                if u16::try_from(*number).is_ok_and(|number| range.contains(&number)) =>
            {
                None
            }
            (Self::Flag, ParameterValue::Flag(_)) | (Self::Text, ParameterValue::Text(_)) => None,
            (Self::Texts(count), ParameterValue::List(items)) if count.contains(&items.len()) => {
                items.iter().find_map(|item| Self::Text.unfit(item))
            }
            (Self::Integers(count, each), ParameterValue::List(items)) if count.contains(&items.len()) => {
                let each = Self::Integer(u16::from(*each.start())..=u16::from(*each.end()));
                items.iter().find_map(|item| each.unfit(item))
            }
            _ => Some(value),
        }
    }

    /// Describes the values in words, such as `a whole number from 1 to 20`.
    pub fn describe(&self) -> String {
        match self {
            Self::Integer(range) => format!("a whole number from {} to {}", range.start(), range.end()),
            Self::Flag => "`true` or `false`".to_owned(),
            Self::Text => "a string".to_owned(),
            Self::Texts(count) => format!("{} to {} strings", count.start(), count.end()),
            Self::Integers(count, each) => {
                let (least, most) = (count.start(), count.end());
                format!("{least} to {most} numbers from {} to {}", each.start(), each.end())
            }
        }
    }
}

/// The values of a game's parameters, by name.
pub type Parameters = BTreeMap<String, ParameterValue>;

/// A mistake in the parameters of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct ParameterError {
    /// The name of the wrong parameter; `None` if a parameter is missing.
    pub key: Option<String>,
    /// The mistake, in words.
    pub problem: String,
    /// How to correct the mistake.
    pub hint: String,
}

impl ParameterError {
    /// Creates the error for a parameter with a wrong value.
    pub fn new(key: &str, problem: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { key: Some(key.to_owned()), problem: problem.into(), hint: hint.into() }
    }
}

/// Reads the parameters of a game. Each method panics if the game declares no parameter with the given name and the
/// type of the method.
#[derive(Debug)]
pub struct ParameterReader<'a> {
    values: &'a Parameters,
    declared: &'a [Parameter],
}

impl<'a> ParameterReader<'a> {
    /// Creates a reader of `values` for a game that declares the parameters `declared`.
    pub fn new(values: &'a Parameters, declared: &'a [Parameter]) -> Self {
        Self { values, declared }
    }

    /// Returns the value of a parameter that is a whole number.
    ///
    /// # Errors
    ///
    /// Returns an error if the parameter is missing, is not a whole number, or is out of range.
    pub fn integer(&self, name: &str) -> Result<u16, ParameterError> {
        self.optional_integer(name)?.ok_or_else(|| self.missing(name))
    }

    /// Returns the value of a parameter that is a whole number, or `None` if the parameter is omitted without a
    /// default.
    ///
    /// # Errors
    ///
    /// Returns an error if the parameter is not a whole number, or is out of range.
    pub fn optional_integer(&self, name: &str) -> Result<Option<u16>, ParameterError> {
        self.read(name, ParameterValue::as_number)
    }

    /// Returns the value of a parameter that is a string.
    ///
    /// # Errors
    ///
    /// Returns an error if the parameter is missing, or is not a string.
    pub fn text(&self, name: &str) -> Result<&'a str, ParameterError> {
        self.read(name, ParameterValue::as_text)?.ok_or_else(|| self.missing(name))
    }

    /// Returns the value of a parameter that is a list of strings, or `None` if the parameter is omitted without a
    /// default.
    ///
    /// # Errors
    ///
    /// Returns an error if the parameter is not a list of strings, or if the list is too short or too long.
    pub fn optional_texts(&self, name: &str) -> Result<Option<Vec<&'a str>>, ParameterError> {
        self.read(name, |value| value.items()?.iter().map(ParameterValue::as_text).collect())
    }

    /// Returns the value of a parameter that is a list of whole numbers.
    ///
    /// # Errors
    ///
    /// Returns an error if the parameter is missing, or is not a list of whole numbers. Also returns an error if the
    /// list is too short or too long, or if a number is out of range.
    pub fn integers(&self, name: &str) -> Result<Vec<u8>, ParameterError> {
        let numbers = self.read(name, |value| value.items()?.iter().map(ParameterValue::as_number).collect())?;
        numbers.ok_or_else(|| self.missing(name))
    }

    /// Returns the value of a parameter that is `true` or `false`.
    ///
    /// # Errors
    ///
    /// Returns an error if the parameter is missing, or is neither `true` nor `false`.
    pub fn flag(&self, name: &str) -> Result<bool, ParameterError> {
        self.read(name, |value| if let ParameterValue::Flag(flag) = value { Some(*flag) } else { None })?
            .ok_or_else(|| self.missing(name))
    }

    /// Returns the values of the parameters that are set, and the defaults of omitted parameters.
    ///
    /// # Errors
    ///
    /// Returns an error if a required parameter is missing, or if a parameter has the wrong type or is out of range.
    pub fn all(&self) -> Result<Parameters, ParameterError> {
        let mut all = Parameters::new();
        for Parameter { name, otherwise, .. } in self.declared {
            match self.read(name, Some)? {
                Some(value) => drop(all.insert(name.to_string(), value.clone())),
                None if *otherwise == Otherwise::Required => return Err(self.missing(name)),
                None => {}
            }
        }
        Ok(all)
    }

    /// Checks that the game declares every parameter that is set.
    ///
    /// # Errors
    ///
    /// Returns an error if a parameter is unknown.
    pub fn finish(self) -> Result<(), ParameterError> {
        let names: Vec<&str> = self.declared.iter().map(|declared| &*declared.name).collect();
        let unknown = self.values.keys().find(|key| !names.contains(&key.as_str()));
        unknown.map_or(Ok(()), |unknown| Err(unknown_parameter(unknown, &names)))
    }

    fn declaration(&self, name: &str) -> &'a Parameter {
        self.declared.iter().find(|declared| declared.name == name).expect("a game declares what it reads")
    }

    /// Returns the value of a parameter, or else its default, converted to the declared type. Returns `None` if the
    /// parameter has neither.
    fn read<T>(
        &self,
        name: &str,
        convert: impl Fn(&'a ParameterValue) -> Option<T>,
    ) -> Result<Option<T>, ParameterError> {
        let Parameter { values, otherwise, .. } = self.declaration(name);
        let default = if let Otherwise::Default(value) = otherwise { Some(value) } else { None };
        let Some(value) = self.values.get(name).or(default) else { return Ok(None) };
        if let Some(unfit) = values.unfit(value) {
            let problem = format!("the parameter `{name}` does not accept {}", unfit.describe());
            return Err(ParameterError::new(name, problem, self.wanted(name)));
        }
        Ok(Some(convert(value).unwrap_or_else(|| panic!("`{name}` is declared with another type"))))
    }

    /// Returns the error for a missing parameter. If the name of a given parameter is similar, the error suggests a
    /// misspelling.
    pub(crate) fn missing(&self, name: &str) -> ParameterError {
        if let Some(given) = self.values.keys().find(|given| nearest(given, [name]).is_some()) {
            return unknown_parameter(given, &[name]);
        }
        ParameterError { key: None, problem: format!("the parameter `{name}` is missing"), hint: self.wanted(name) }
    }

    fn wanted(&self, name: &str) -> String {
        let Parameter { values, about, example, .. } = self.declaration(name);
        format!("set it to {}, such as `{name} = {example}`: {about}", values.describe())
    }
}

fn unknown_parameter(key: &str, known: &[&str]) -> ParameterError {
    let hint = match known {
        [] => "this game has no parameters".to_owned(),
        known => did_you_mean(key, known.iter().copied()),
    };
    ParameterError::new(key, format!("unknown parameter `{key}`"), hint)
}
