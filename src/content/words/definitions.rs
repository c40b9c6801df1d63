//! The messages and terms that Fluent files define. This module also checks that pages use each message, and that its
//! arguments exist in English, too.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser::{ErrorKind, ParserError};
use fluent_syntax::unicode::unescape_unicode_to_string;
use indexmap::IndexSet;

use crate::ground::diagnostic::{Diagnostic, Diagnostics, Source, did_you_mean};
use crate::ground::html::characters::refused;

/// The parts of messages and of terms. The names of terms begin with `-`.
pub(super) struct Definitions<'a>(BTreeMap<String, Vec<Part<'a>>>);

/// A part of a message. The strings are slices of the file.
pub(super) enum Part<'a> {
    Text(&'a str),
    /// An argument, without `$`.
    Argument(&'a str),
    /// A reference to a message or a term: its name without `-`, and its whole name.
    Reference(&'a str, String),
    Function(&'a str),
    Attribute(&'a str),
}

impl<'a> Definitions<'a> {
    /// Collects definitions. Later files override earlier ones.
    pub(super) fn new(files: impl IntoIterator<Item = &'a FluentResource>) -> Self {
        let entries = files.into_iter().flat_map(FluentResource::entries);
        Self(entries.filter_map(|entry| Some((name(entry)?.1, parts(entry)))).collect())
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.keys().map(String::as_str)
    }

    fn parts(&self, name: &str) -> &[Part<'a>] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns, for each definition, the definitions that use it.
    fn users(&self) -> HashMap<&str, Vec<&str>> {
        let mut users: HashMap<&str, Vec<&str>> = HashMap::new();
        for name in self.names() {
            self.references(name).for_each(|other| users.entry(other).or_default().push(name));
        }
        users
    }

    fn references(&self, name: &str) -> impl Iterator<Item = &str> {
        self.parts(name).iter().filter_map(|part| match part {
            Part::Reference(_, other) => Some(&**other),
            _ => None,
        })
    }

    pub(super) fn arguments(&self, name: &str) -> IndexSet<&'a str> {
        let others = reached(self.references(name).collect(), |name| self.references(name).collect());
        let parts = [name].into_iter().chain(others).flat_map(|name| self.parts(name));
        parts.filter_map(|part| if let Part::Argument(argument) = part { Some(*argument) } else { None }).collect()
    }
}

/// Returns the names in `first`, and all names that `next` reaches from them.
fn reached<'n>(first: Vec<&'n str>, next: impl Fn(&'n str) -> Vec<&'n str>) -> IndexSet<&'n str> {
    let mut reached: IndexSet<&str> = first.into_iter().collect();
    let mut at = 0;
    while let Some(&name) = reached.get_index(at) {
        reached.extend(next(name));
        at += 1;
    }
    reached
}

/// Returns the name of a definition as in the file, and with the `-` of a term.
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

/// The argument of messages about a move that says who made it. English does not use it.
const WHO: &str = "who";

/// The deepest nesting of braces.
const DEEPEST: usize = 16;

pub(super) fn check_syntax(source: &Source, errors: &[ParserError]) -> Diagnostics {
    let told = |ParserError { pos, kind, .. }: &ParserError| {
        let (message, hint) = explain(kind);
        Diagnostic::new(message).at(source, pos.clone()).hint(hint)
    };
    errors.iter().map(told).collect()
}

/// Parses a catalogue. Rejects deep nesting first, because the parser is recursive.
pub(super) fn parse(text: &str) -> Result<FluentResource, Vec<ParserError>> {
    let (mut depth, mut is_quoted) = (0_usize, false);
    for (pos, byte) in text.bytes().enumerate() {
        match byte {
            b'"' if depth > 0 => is_quoted = !is_quoted,
            b'\n' => is_quoted = false,
            b'{' if !is_quoted => depth += 1,
            b'}' if !is_quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            let begin = text[..pos].rfind('\n').map_or(0, |line| line + 1);
            return Err(vec![ParserError { pos: begin..begin, slice: None, kind: ErrorKind::ExpectedToken('}') }]);
        }
    }
    let resource = FluentResource::try_new(text.to_owned()).map_err(|(_, errors)| errors)?;
    // Escapes must also produce allowed characters.
    let is_refused = |part: &&str| refused(&unescape_unicode_to_string(part)).is_some();
    let literals = resource.entries().flat_map(parts).filter_map(|part| match part {
        Part::Text(text) if resource.source()[..range(text, resource.source()).start].ends_with('"') => Some(text),
        _ => None,
    });
    let wrong = literals.into_iter().find(is_refused).map(|text| ParserError {
        pos: range(text, resource.source()),
        slice: None,
        kind: ErrorKind::InvalidUnicodeEscapeSequence(text.to_owned()),
    });
    match wrong {
        Some(wrong) => Err(vec![wrong]),
        None => Ok(resource),
    }
}

/// Returns the name of the first malformed message, the mistake, and a hint.
pub(in crate::content) fn flaw_of_catalogue(text: &str) -> Option<(&str, String, &'static str)> {
    let errors = parse(text).err()?;
    let ParserError { pos, slice, kind } = errors.first()?;
    let entry = &text[slice.as_ref().unwrap_or(pos).start..];
    let name = entry.split_once(" =").map_or(entry, |(name, _)| name);
    let (message, hint) = explain(kind);
    Some((name, message, hint))
}

/// Describes a mistake, and returns a hint.
fn explain(kind: &ErrorKind) -> (String, &'static str) {
    use ErrorKind as Kind;
    let braces = "write arguments and choices in braces: `{ $count }`";
    let (what, hint) = match kind {
        Kind::MissingDefaultVariant | Kind::MultipleDefaultVariants => {
            ("exactly one variant must be the default", "mark the default variant with a star: `*[other] …`")
        }
        Kind::MessageReferenceAsSelector | Kind::MessageAttributeAsSelector | Kind::TermReferenceAsSelector => {
            ("a variant cannot be selected by a message", "select it by an argument: `{ $count -> …`")
        }
        Kind::ExpectedToken('}') => ("a brace is not closed", braces),
        Kind::UnbalancedClosingBrace => ("this brace closes no open brace", braces),
        Kind::ExpectedInlineExpression | Kind::ExpectedCharRange { .. } => ("a name is missing here", braces),
        Kind::UnterminatedStringLiteral => ("a quote is not closed", "end a string in braces with `\"`: `{ \"…\" }`"),
        Kind::UnknownEscapeSequence(_) | Kind::InvalidUnicodeEscapeSequence(_) => {
            ("this escape is not a printable character", "write the character itself")
        }
        _ => ("a name must be followed by `=` and a text", "write `name = text`, and indent further lines"),
    };
    (format!("this message is not valid: {what}"), hint)
}

/// Checks a file against the English messages of its game or, without a game, of the program. `beside` contains the
/// messages that the file can refer to, and `of_program` contains the English messages of the program.
///
/// # Errors
///
/// Returns all mistakes in the file.
pub(super) fn check(
    source: &Source,
    file: &FluentResource,
    beside: &Definitions<'_>,
    english: &Definitions<'_>,
    of_program: &Definitions<'_>,
) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    let (mut known, users) = (HashSet::new(), beside.users());
    let users_of = |name: &str| users.get(name).cloned().unwrap_or_default();
    for entry in file.entries() {
        let Some((place, name)) = name(entry) else { continue };
        let mut tell = |finding: Diagnostic, part: &str| findings.push(finding.at(source, range(part, file.source())));
        if !known.insert(name.clone()) {
            tell(Diagnostic::new(format!("`{name}` occurs twice")).hint("remove one of the two"), place);
        }
        let leading = reached(users_of(&name), users_of);
        // Only other messages use this message, so it can use their arguments.
        let asked = if english.0.contains_key(&name) { vec![&*name] } else { leading.iter().copied().collect() };
        let is_term = name.starts_with('-');
        if asked.is_empty() && !is_term {
            let hint = if of_program.0.contains_key(&name) {
                "move it into the program's catalogue, such as `de.ftl`, because games share this message".to_owned()
            } else {
                did_you_mean(&name, english.names())
            };
            tell(Diagnostic::new(format!("no page uses `{name}`")).hint(hint), place);
            continue;
        }
        if leading.contains(&*name) {
            let finding = Diagnostic::new(format!("`{name}` refers to itself"));
            tell(finding.hint("remove the reference, or refer to another message"), place);
        }
        let arguments = asked.iter().flat_map(|name| english.arguments(name));
        let arguments = (!is_term).then(|| arguments.chain([WHO]).collect::<Vec<_>>());
        for part in parts(entry) {
            if let Some((finding, place)) = flaw(&part, arguments.as_deref(), beside, english) {
                tell(finding, place);
            }
        }
    }
    findings.sort();
    findings.into_result(())
}

/// Returns the mistake in a part of a message, and its place. `arguments` is `None` for terms.
fn flaw<'a>(
    part: &Part<'a>,
    arguments: Option<&[&str]>,
    beside: &Definitions<'_>,
    english: &Definitions<'_>,
) -> Option<(Diagnostic, &'a str)> {
    let (message, hint, place) = match *part {
        Part::Text(text) => {
            let tag = &text[tag(text)?];
            (
                format!("messages are plain text, so the page would show the tag `{tag}` as text"),
                "write messages without HTML".to_owned(),
                tag,
            )
        }
        Part::Argument(argument) => {
            let arguments = arguments.filter(|arguments| !arguments.contains(&argument))?;
            let known = arguments.iter().filter(|argument| **argument != WHO);
            let known: Vec<_> = known.map(|argument| format!("${argument}")).collect();
            let hint = if known.is_empty() {
                format!("remove `${argument}`: in English, this message has no arguments")
            } else {
                did_you_mean(&format!("${argument}"), known.iter().map(String::as_str).collect::<Vec<_>>())
            };
            (format!("in English, this message has no argument `${argument}`"), hint, argument)
        }
        Part::Reference(_, ref name) if beside.0.contains_key(name) => return None,
        Part::Reference(place, ref name) => {
            let hint = if english.0.contains_key(name) {
                format!("add `{name}` to this catalogue, too")
            } else {
                did_you_mean(name, beside.names())
            };
            (format!("the catalogues of this language contain no message `{name}`"), hint, place)
        }
        Part::Function(name) => {
            let hint = "write only the argument, such as `{ $count }`";
            (format!("there is no function `{name}`"), hint.to_owned(), name)
        }
        Part::Attribute(name) => (
            format!("attributes such as `{name}` are not supported"),
            "remove it, and write only the text of the message".to_owned(),
            name,
        ),
    };
    Some((Diagnostic::new(message).hint(hint), place))
}

fn tag(text: &str) -> Option<Range<usize>> {
    let is_start = |rest: &str| rest.trim_start_matches('/').starts_with(|c: char| c.is_ascii_alphabetic());
    let start = text.match_indices('<').find(|&(at, _)| is_start(&text[at + 1..]))?.0;
    let end = text[start..].find('>').map_or(text.len(), |length| start + length + 1);
    Some(start..end)
}

fn range(part: &str, text: &str) -> Range<usize> {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    start..start + part.len()
}
