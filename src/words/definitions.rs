//! What files of Fluent define: the messages and terms by their names, and what each is made of.

use std::collections::BTreeMap;

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

/// Messages, and terms with the dash before their names.
pub(super) struct Definitions<'a>(BTreeMap<String, &'a Pattern<&'a str>>);

/// What a message is made of. Each is a part of the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part<'a> {
    Text(&'a str),
    /// An argument, without its `$`.
    Argument(&'a str),
    /// An argument that chooses among variants. It is an `Argument`, too.
    Selector(&'a str),
    /// A reference to a message.
    Message(&'a str),
    /// A reference to a term, without its dash.
    Term(&'a str),
    /// A function, which programs have to know.
    Function(&'a str),
    /// An attribute of a message or a term.
    Attribute(&'a str),
}

impl<'a> Definitions<'a> {
    /// Returns what files define; a later one replaces what earlier ones do.
    pub(super) fn new(files: impl IntoIterator<Item = &'a FluentResource>) -> Self {
        let entries = files.into_iter().flat_map(FluentResource::entries);
        Self(entries.filter_map(|entry| Some((name(entry)?.1, value(entry)?))).collect())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.keys().map(String::as_str)
    }

    /// Returns the names that a definition refers to.
    fn references(&self, name: &str) -> Vec<String> {
        let parts = self.0.get(name).map(|pattern| parts(pattern)).unwrap_or_default();
        parts.into_iter().filter_map(Part::reference).collect()
    }

    /// Returns the names of the messages that lead to a definition, but for its own.
    pub(super) fn leading_to(&self, name: &str) -> Vec<&str> {
        self.names().filter(|other| *other != name && self.reach(other).iter().any(|reached| reached == name)).collect()
    }

    /// Returns the arguments of a message and of those that it refers to.
    pub(super) fn arguments(&self, name: &str) -> Vec<&'a str> {
        let mut found = Vec::new();
        for name in self.reach(name) {
            for part in self.0.get(&name).map(|pattern| parts(pattern)).unwrap_or_default() {
                if let Part::Argument(argument) = part
                    && !found.contains(&argument)
                {
                    found.push(argument);
                }
            }
        }
        found
    }

    /// Whether a definition refers to itself, by others or at once.
    pub(super) fn is_circle(&self, name: &str) -> bool {
        self.references(name).iter().any(|next| self.reach(next).iter().any(|reached| reached == name))
    }

    /// Returns a name and all that its definition leads to.
    fn reach(&self, name: &str) -> Vec<String> {
        let mut reached = vec![name.to_owned()];
        let mut next = 0;
        while let Some(name) = reached.get(next) {
            let further = self.references(name);
            next += 1;
            for name in further {
                if !reached.contains(&name) {
                    reached.push(name);
                }
            }
        }
        reached
    }
}

impl Part<'_> {
    /// Returns the name of the definition that is referred to.
    pub(super) fn reference(self) -> Option<String> {
        match self {
            Part::Message(name) => Some(name.to_owned()),
            Part::Term(name) => Some(format!("-{name}")),
            _ => None,
        }
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

fn value<'e, 'a>(entry: &'e Entry<&'a str>) -> Option<&'e Pattern<&'a str>> {
    match entry {
        Entry::Message(message) => message.value.as_ref(),
        Entry::Term(term) => Some(&term.value),
        _ => None,
    }
}

/// Returns what a definition of a file is made of, with its attributes.
pub(super) fn parts_of<'a>(entry: &Entry<&'a str>) -> Vec<Part<'a>> {
    let attributes = match entry {
        Entry::Message(message) => &*message.attributes,
        Entry::Term(term) => &*term.attributes,
        _ => &[],
    };
    let attributes = attributes.iter().map(|attribute| Part::Attribute(attribute.id.name));
    value(entry).map(parts).into_iter().flatten().chain(attributes).collect()
}

/// Returns what a message is made of.
pub(super) fn parts<'a>(pattern: &Pattern<&'a str>) -> Vec<Part<'a>> {
    let mut found = Vec::new();
    add_pattern(pattern, &mut found);
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
            if let InlineExpression::VariableReference { id } = selector {
                found.push(Part::Selector(id.name));
            }
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
        InlineExpression::MessageReference { id, attribute } => (Part::Message(id.name), attribute.as_ref()),
        InlineExpression::TermReference { id, attribute, .. } => (Part::Term(id.name), attribute.as_ref()),
        InlineExpression::VariableReference { id } => (Part::Argument(id.name), None),
        InlineExpression::Placeable { expression } => return add_expression(expression, found),
    };
    found.push(part);
    found.extend(attribute.map(|attribute| Part::Attribute(attribute.name)));
}
