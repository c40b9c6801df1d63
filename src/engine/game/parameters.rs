//! Parameters: what a game declares of its parameters, the values that content gives to them, and the reader through
//! which the game gets these.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::message::Name;
use crate::ground::suggestion::{did_you_mean, nearest};

/// A parameter of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its key in content.
    pub name: Name,
    /// What it is, as a phrase that follows a colon: `the number of discs`.
    pub about: Name,
    /// Which values it takes.
    pub values: Values,
    /// What holds where content does not give it.
    pub otherwise: Otherwise,
    /// One of its values as content writes it, such as `[3, 4, 5]`.
    pub example: Name,
}

impl Parameter {
    /// Creates a parameter from its name, what it is, its values, what holds without it, and an example.
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
    /// A text.
    Text(String),
    /// A list of values.
    List(Vec<ParameterValue>),
    /// A value of a type that no parameter can have, with the name of the type.
    Other(&'static str),
}

impl ParameterValue {
    /// Returns the value as content writes it.
    pub fn written(&self) -> String {
        match self {
            Self::Integer(number) => number.to_string(),
            Self::Flag(flag) => flag.to_string(),
            Self::Text(text) => format!("{text:?}"),
            Self::List(items) => format!("[{}]", items.iter().map(Self::written).collect::<Vec<_>>().join(", ")),
            Self::Other(kind) => (*kind).to_owned(),
        }
    }

    pub(super) fn describe(&self) -> String {
        match self {
            Self::Integer(number) => format!("the number {number}"),
            Self::Flag(flag) => format!("`{flag}`"),
            Self::Text(text) => format!("the text {text:?}"),
            Self::List(items) => format!("a list of {}", items.len()),
            Self::Other(kind) => format!("a {kind}"),
        }
    }
}

/// The values that a parameter takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// A whole number in a range.
    Integer(RangeInclusive<u16>),
    /// `true` or `false`.
    Flag,
    /// A text.
    Text,
    /// A list of texts. The range limits how many.
    Texts(RangeInclusive<usize>),
    /// A list of whole numbers. The first range limits how many, the second range limits each number.
    Integers(RangeInclusive<usize>, RangeInclusive<u8>),
}

/// What holds where a parameter is not given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// Nothing: it has to be given.
    Required,
    /// The parameter of this name has to be given instead. The game checks that, in
    /// [`from_parameters`](super::Declare::from_parameters).
    Instead(Name),
    /// It has this value.
    Default(ParameterValue),
}

impl Values {
    /// Returns the values in words, such as `a whole number from 1 to 20`.
    pub fn describe(&self) -> String {
        match self {
            Self::Integer(range) => format!("a whole number from {} to {}", range.start(), range.end()),
            Self::Flag => "`true` or `false`".to_owned(),
            Self::Text => "a text".to_owned(),
            Self::Texts(count) => format!("{} to {} texts", count.start(), count.end()),
            Self::Integers(count, each) => {
                let (least, most) = (count.start(), count.end());
                format!("{least} to {most} numbers from {} to {}", each.start(), each.end())
            }
        }
    }
}

/// The parameters of a game by their names.
pub type Parameters = BTreeMap<String, ParameterValue>;

/// A mistake in the parameters of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct ParameterError {
    /// The parameter at fault; `None` if one is missing.
    pub key: Option<String>,
    /// A description of the mistake.
    pub problem: String,
    /// What to do about it.
    pub hint: String,
}

impl ParameterError {
    /// Creates the error for a parameter with a wrong value.
    pub fn new(key: &str, problem: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { key: Some(key.to_owned()), problem: problem.into(), hint: hint.into() }
    }
}

/// Reads the parameters that a game declares, and reports those that it does not. A method panics for a parameter that
/// the game does not declare, or declares with another type.
#[derive(Debug)]
pub struct ParameterReader<'a> {
    values: &'a Parameters,
    declared: &'a [Parameter],
}

impl<'a> ParameterReader<'a> {
    /// Creates a reader of these parameters, for a game that declares those.
    pub fn new(values: &'a Parameters, declared: &'a [Parameter]) -> Self {
        Self { values, declared }
    }

    /// Returns a whole number.
    ///
    /// # Errors
    ///
    /// Returns an error if it is missing, not a whole number, or out of range.
    pub fn integer(&self, name: &str) -> Result<u16, ParameterError> {
        self.optional_integer(name)?.ok_or_else(|| self.missing(name))
    }

    /// Returns a whole number, if it is given.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a whole number or out of range.
    pub fn optional_integer(&self, name: &str) -> Result<Option<u16>, ParameterError> {
        let Values::Integer(range) = &self.declaration(name).values else { panic!("`{name}` is declared as a number") };
        self.get(name).map(|value| self.number_in(name, value, range)).transpose()
    }

    /// Returns a text.
    ///
    /// # Errors
    ///
    /// Returns an error if it is missing or not a text.
    pub fn text(&self, name: &str) -> Result<&'a str, ParameterError> {
        self.text_in(name, self.required(name)?)
    }

    /// Returns a list of texts, if it is given.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a list of texts, or too short or too long.
    pub fn optional_texts(&self, name: &str) -> Result<Option<Vec<&'a str>>, ParameterError> {
        let Values::Texts(count) = &self.declaration(name).values else { panic!("`{name}` is declared as texts") };
        let texts = |value| self.items(name, value, count)?.iter().map(|item| self.text_in(name, item)).collect();
        self.get(name).map(texts).transpose()
    }

    /// Returns a list of whole numbers.
    ///
    /// # Errors
    ///
    /// Returns an error if it is missing, not a list of whole numbers, too short or too long, or if a number is out of
    /// range.
    pub fn integers(&self, name: &str) -> Result<Vec<u8>, ParameterError> {
        let Values::Integers(count, each) = &self.declaration(name).values else {
            panic!("`{name}` is declared as numbers")
        };
        let items = self.items(name, self.required(name)?, count)?;
        items.iter().map(|item| self.number_in(name, item, each)).collect()
    }

    /// Returns a flag.
    ///
    /// # Errors
    ///
    /// Returns an error if it is missing, or neither `true` nor `false`.
    pub fn flag(&self, name: &str) -> Result<bool, ParameterError> {
        match self.required(name)? {
            ParameterValue::Flag(flag) => Ok(*flag),
            other => Err(self.wrong(name, other)),
        }
    }

    /// Returns all parameters that the game declares, those with their defaults, too, that are not given.
    ///
    /// # Errors
    ///
    /// Returns an error if one is missing, has the wrong type or is out of range.
    pub fn all(&self) -> Result<Parameters, ParameterError> {
        let mut all = Parameters::new();
        for Parameter { name, values, otherwise, .. } in self.declared {
            let Some(value) = self.get(name) else {
                if *otherwise == Otherwise::Required {
                    return Err(self.missing(name));
                }
                continue;
            };
            match values {
                Values::Integer(_) => self.integer(name).map(drop),
                Values::Flag => self.flag(name).map(drop),
                Values::Text => self.text(name).map(drop),
                Values::Texts(_) => self.optional_texts(name).map(drop),
                Values::Integers(..) => self.integers(name).map(drop),
            }?;
            all.insert(name.to_string(), value.clone());
        }
        Ok(all)
    }

    /// Checks that the game declares every parameter that was given.
    ///
    /// # Errors
    ///
    /// Returns an error that names a parameter which the game does not have.
    pub fn finish(self) -> Result<(), ParameterError> {
        let names: Vec<&str> = self.declared.iter().map(|declared| &*declared.name).collect();
        let unknown = self.values.keys().find(|key| !names.contains(&key.as_str()));
        unknown.map_or(Ok(()), |unknown| Err(unknown_parameter(unknown, &names)))
    }

    fn declaration(&self, name: &str) -> &'a Parameter {
        self.declared.iter().find(|declared| declared.name == name).expect("a game declares what it reads")
    }

    fn get(&self, name: &str) -> Option<&'a ParameterValue> {
        self.values.get(name).or(match &self.declaration(name).otherwise {
            Otherwise::Default(value) => Some(value),
            Otherwise::Required | Otherwise::Instead(_) => None,
        })
    }

    fn required(&self, name: &str) -> Result<&'a ParameterValue, ParameterError> {
        self.get(name).ok_or_else(|| self.missing(name))
    }

    fn items(
        &self,
        name: &str,
        value: &'a ParameterValue,
        count: &RangeInclusive<usize>,
    ) -> Result<&'a [ParameterValue], ParameterError> {
        match value {
            ParameterValue::List(items) if count.contains(&items.len()) => Ok(items),
            other => Err(self.wrong(name, other)),
        }
    }

    fn text_in(&self, name: &str, value: &'a ParameterValue) -> Result<&'a str, ParameterError> {
        match value {
            ParameterValue::Text(text) => Ok(text),
            other => Err(self.wrong(name, other)),
        }
    }

    fn number_in<N: TryFrom<i64> + PartialOrd>(
        &self,
        name: &str,
        value: &ParameterValue,
        range: &RangeInclusive<N>,
    ) -> Result<N, ParameterError> {
        let number = match value {
            ParameterValue::Integer(number) => N::try_from(*number).ok(),
            _ => None,
        };
        number.filter(|number| range.contains(number)).ok_or_else(|| self.wrong(name, value))
    }

    /// Returns the error for a missing parameter, or for a misspelt one if a name that was given is similar.
    fn missing(&self, name: &str) -> ParameterError {
        if let Some(given) = self.values.keys().find(|given| nearest(given, [name]).is_some()) {
            return unknown_parameter(given, &[name]);
        }
        ParameterError { key: None, problem: format!("the parameter `{name}` is missing"), hint: self.wanted(name) }
    }

    fn wrong(&self, name: &str, value: &ParameterValue) -> ParameterError {
        let problem = format!("the parameter `{name}` cannot be {}", value.describe());
        ParameterError::new(name, problem, self.wanted(name))
    }

    fn wanted(&self, name: &str) -> String {
        let Parameter { values, about, example, .. } = self.declaration(name);
        format!("give it {}: {about}, such as `{name} = {example}`", values.describe())
    }
}

fn unknown_parameter(key: &str, known: &[&str]) -> ParameterError {
    let hint = match known {
        [] => "this game has no parameters".to_owned(),
        known => did_you_mean(key, known.iter().copied()),
    };
    ParameterError::new(key, format!("unknown parameter `{key}`"), hint)
}
