//! Parameters: the named values that content gives to a game, and the reader through which a game gets them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::declaration::{Otherwise, Parameter, ParameterValue, Values};
use crate::ground::suggestion::{did_you_mean, nearest};

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
        match self.get(name) {
            None => Ok(None),
            Some(ParameterValue::List(items)) if count.contains(&items.len()) => {
                items.iter().map(|item| self.text_in(name, item)).collect::<Result<_, _>>().map(Some)
            }
            Some(other) => Err(self.wrong(name, other)),
        }
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
        match self.required(name)? {
            ParameterValue::List(items) if count.contains(&items.len()) => {
                items.iter().map(|item| self.number_in(name, item, each)).collect()
            }
            other => Err(self.wrong(name, other)),
        }
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
        match self.values.keys().find(|key| !names.contains(&key.as_str())) {
            None => Ok(()),
            Some(unknown) => Err(unknown_parameter(unknown, &names)),
        }
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
        let misspelt = self.values.keys().find(|given| nearest(given, [name]).is_some());
        match misspelt {
            Some(given) => unknown_parameter(given, &[name]),
            None => ParameterError {
                key: None,
                problem: format!("the parameter `{name}` is missing"),
                hint: self.wanted(name),
            },
        }
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
