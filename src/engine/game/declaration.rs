//! What a game declares of itself: its parameters, which are read and listed from here, and its named policies.

use std::ops::RangeInclusive;

use super::names::Name;

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
    /// A list of so many texts.
    Texts(RangeInclusive<usize>),
    /// A list of so many whole numbers, each in a range.
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

/// What readers of a list of policies are told of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyDescription {
    /// Its name in content.
    pub name: Name,
    /// How it plays, in one sentence.
    pub about: Name,
}

impl PolicyDescription {
    /// Creates the description of a policy from its name and a sentence about how it plays.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name: Name::Borrowed(name), about: Name::Borrowed(about) }
    }
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
