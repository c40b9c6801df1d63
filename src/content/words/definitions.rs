//! What files of Fluent define: the messages and terms by their names, and what each is made of.

use std::collections::BTreeMap;

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use indexmap::IndexSet;

/// What messages are made of, and terms with the dash before their names.
pub(super) struct Definitions<'a>(BTreeMap<String, Vec<Part<'a>>>);

/// What a message is made of. Each is a part of the file.
pub(super) enum Part<'a> {
    Text(&'a str),
    /// An argument, without its `$`.
    Argument(&'a str),
    /// A reference to a message or a term, without its dash, and the name of that.
    Reference(&'a str, String),
    Function(&'a str),
    Attribute(&'a str),
}

impl<'a> Definitions<'a> {
    /// Returns what files define; a later one replaces what earlier ones do.
    pub(super) fn new(files: impl IntoIterator<Item = &'a FluentResource>) -> Self {
        let entries = files.into_iter().flat_map(FluentResource::entries);
        Self(entries.filter_map(|entry| Some((name(entry)?.1, parts(entry)))).collect())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.keys().map(String::as_str)
    }

    fn parts(&self, name: &str) -> &[Part<'a>] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn leading_to(&self, name: &str) -> Vec<&str> {
        self.names().filter(|other| *other != name && self.leads_to(other, name)).collect()
    }

    /// Whether a definition refers to another one, or to itself, by others or at once.
    pub(super) fn leads_to(&self, from: &str, to: &str) -> bool {
        self.reach(from).contains(to)
    }

    pub(super) fn arguments(&self, name: &str) -> IndexSet<&'a str> {
        let parts = [name].into_iter().chain(self.reach(name)).flat_map(|name| self.parts(name));
        parts.filter_map(|part| if let Part::Argument(argument) = part { Some(*argument) } else { None }).collect()
    }

    fn reach(&self, name: &str) -> IndexSet<&str> {
        let mut reached = IndexSet::new();
        let (mut name, mut next) = (Some(name), 0);
        while let Some(here) = name {
            for part in self.parts(here) {
                if let Part::Reference(_, further) = part {
                    reached.insert(&**further);
                }
            }
            name = reached.get_index(next).copied();
            next += 1;
        }
        reached
    }
}

/// Returns the name of a definition as the file has it, and with the dash of a term.
pub(super) fn name<'a>(entry: &Entry<&'a str>) -> Option<(&'a str, String)> {
    match entry {
        Entry::Message(message) => Some((message.id.name, message.id.name.to_owned())),
        Entry::Term(term) => Some((term.id.name, format!("-{}", term.id.name))),
        _ => None,
    }
}

pub(super) fn parts<'a>(entry: &Entry<&'a str>) -> Vec<Part<'a>> {
    let mut found = Vec::new();
    let (value, attributes) = match entry {
        Entry::Message(message) => (message.value.as_ref(), &message.attributes),
        Entry::Term(term) => (Some(&term.value), &term.attributes),
        _ => return found,
    };
    if let Some(pattern) = value {
        add_pattern(pattern, &mut found);
    }
    found.extend(attributes.iter().map(|attribute| Part::Attribute(attribute.id.name)));
    found
}

fn add_pattern<'a>(pattern: &Pattern<&'a str>, found: &mut Vec<Part<'a>>) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => found.push(Part::Text(value)),
            PatternElement::Placeable { expression } => add_expression(expression, found),
        }
    }
}

fn add_expression<'a>(expression: &Expression<&'a str>, found: &mut Vec<Part<'a>>) {
    match expression {
        Expression::Inline(inline) => add_inline(inline, found),
        Expression::Select { selector, variants } => {
            add_inline(selector, found);
            for variant in variants {
                add_pattern(&variant.value, found);
            }
        }
    }
}

fn add_inline<'a>(inline: &InlineExpression<&'a str>, found: &mut Vec<Part<'a>>) {
    let (part, attribute) = match inline {
        InlineExpression::StringLiteral { value } => (Part::Text(value), None),
        InlineExpression::NumberLiteral { .. } => return,
        InlineExpression::FunctionReference { id, .. } => (Part::Function(id.name), None),
        InlineExpression::MessageReference { id, attribute } => {
            (Part::Reference(id.name, id.name.to_owned()), attribute.as_ref())
        }
        InlineExpression::TermReference { id, attribute, .. } => {
            (Part::Reference(id.name, format!("-{}", id.name)), attribute.as_ref())
        }
        InlineExpression::VariableReference { id } => (Part::Argument(id.name), None),
        InlineExpression::Placeable { expression } => return add_expression(expression, found),
    };
    found.push(part);
    found.extend(attribute.map(|attribute| Part::Attribute(attribute.name)));
}
