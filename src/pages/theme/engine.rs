//! The template engine. Errors of the engine point into the template as the author wrote it. No other module uses the
//! engine's crate.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use tera::{Context, ErrorKind, Kwargs, State, Tera, TeraResult, Value};

use super::markup::{Kind, find_tags};
use super::slots::tokens;
use crate::content::words::{Arguments, Catalogue};
use crate::ground::diagnostic::{Diagnostic, Source, did_you_mean};
use crate::ground::html::guard::Breach;
use crate::pages::page::CellKind;

const HINT: &str =
    "see themes/README.md, the guide for theme authors, for the fields of templates; templates use Tera 2";

/// The maximum number of bytes of a rendered page, and of letters and items that its template stores or loops over.
/// Without a limit, nested loops and growing texts would soon take gigabytes.
const MOST: usize = 1 << 25;

/// A page of limited length.
struct Limited(Vec<u8>);

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MOST {
            return Err(io::ErrorKind::WriteZero.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

thread_local! {
    /// The letters and items left for the current page.
    static LEFT: Cell<usize> = const { Cell::new(0) };
}

const TOO_LARGE: &str = "the page is too large\nend loops earlier, and do not append a string to itself";

/// The prefix for the names of the original templates of cells. The template with the name of the cell prints a mark if
/// its input is a mark.
const WHOLE: &str = "the whole ";

pub(super) struct Engine {
    tera: Tera,
    sources: BTreeMap<String, Source>,
}

impl Engine {
    /// Creates an engine with these templates, by name. The templates print the messages of a catalogue. `icons` are
    /// the files of icons.
    ///
    /// # Errors
    ///
    /// Returns the first mistake in a template, or in how templates refer to each other.
    pub(super) fn new(
        sources: BTreeMap<String, Source>,
        catalogue: Arc<Catalogue>,
        icons: &[&str],
    ) -> Result<Self, Diagnostic> {
        let mut tera = Tera::new();
        tera.autoescape_on([".html"]);
        tera.global_context().insert("rtl", &catalogue.is_right_to_left());
        tera.global_context().insert("icons", icons);
        tera.register_function("say", move |given: Kwargs, _: &State<'_>| say(&catalogue, &given));
        tera.register_filter("limited", |value: Value, _: Kwargs, _: &State<'_>| limited(value));
        let added = tera.add_raw_templates(with_marks(&sources));
        let engine = Self { tera, sources };
        added.map_err(|error| engine.diagnostic(&error))?;
        Ok(engine)
    }

    pub(super) fn set_logo(&mut self, path: Option<&str>) {
        self.tera.global_context().insert("logo", &path);
    }

    pub(super) fn render_cell<P: Serialize>(&self, name: &'static str, cell: &P) -> Result<String, Diagnostic> {
        self.render(&format!("{WHOLE}{name}.html"), name, cell)
    }

    /// Renders a template. The only input of the template is `value`, under the name `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if the template uses a field that the value does not have.
    pub(super) fn render<P: Serialize>(
        &self,
        template: &str,
        name: &'static str,
        value: &P,
    ) -> Result<String, Diagnostic> {
        LEFT.set(MOST);
        let mut page = Limited(Vec::new());
        let rendered = Value::try_from_serializable(value).and_then(|value| {
            let mut context = Context::new();
            context.insert_value(name, value);
            self.tera.render_to(template, &context, &mut page)
        });
        match rendered {
            Ok(()) => Ok(String::from_utf8(page.0).expect("the engine writes texts")),
            Err(error) if matches!(error.kind(), ErrorKind::Io(_)) => {
                let message = format!("{} renders a page of more than {} MB", self.name(template), MOST >> 20);
                Err(Diagnostic::new(message).hint("end the loops of this template earlier"))
            }
            Err(error) => Err(self.diagnostic(&error)),
        }
    }

    pub(super) fn name<'a>(&'a self, template: &'a str) -> &'a str {
        self.sources.get(template).map_or(template, Source::name)
    }

    /// Reports a part of a rendered template that no page may contain. If the template contains the part, the place is
    /// in the template. Otherwise, the place is in the result.
    pub(super) fn breach(&self, template: &str, rendered: &str, breach: Breach) -> Diagnostic {
        let sources = self.sources.values().filter(|_| !breach.written.is_empty());
        let found = sources.into_iter().find_map(|source| Some((source, source.text().find(&breach.written)?)));
        if let Some((source, start)) = found {
            let range = start..start + breach.written.len();
            return Breach { range, ..breach }.diagnostic(source);
        }
        breach.diagnostic(&Source::new(format!("the output of {}", self.name(template)), rendered))
    }

    fn diagnostic(&self, error: &tera::Error) -> Diagnostic {
        match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
                // Errors of `say` contain a hint in a second line.
                let (message, hint) = report.message().split_once('\n').unwrap_or((report.message(), HINT));
                let range = &report.span().range;
                self.at(Diagnostic::new(message).hint(hint), report.filename(), |text| as_written(text, range))
            }
            ErrorKind::MissingParent { current, parent } => self.unknown_template(current, parent),
            ErrorKind::CircularExtend { tpl, inheritance_chain } => {
                let hint = "to extend the template of an extended theme, write the theme's name before the file name: \
                            `classic/base.html`";
                self.circle("extend", tpl, inheritance_chain, hint)
            }
            ErrorKind::CircularInclude { tpl, include_chain } => self.circle("include", tpl, include_chain, HINT),
            _ => self.reported(&error.to_string()),
        }
    }

    /// Reports a cycle of templates. `chain` ends with the one that repeats; `first` precedes it.
    fn circle(&self, verb: &str, first: &str, chain: &[String], hint: &str) -> Diagnostic {
        let names = std::iter::once(first).chain(chain.iter().map(String::as_str));
        let names: Vec<&str> = names.filter(|name| !name.starts_with(WHOLE)).collect();
        let (last, before) = (names[names.len() - 1], names[names.len().saturating_sub(2)]);
        let begin = names[..names.len() - 1].iter().rposition(|name| *name == last).unwrap_or(0);
        let message = format!("templates {verb} each other in a circle: {}", names[begin..].join(" → "));
        self.at(Diagnostic::new(message).hint(hint), before, |text| quoted(text, last).unwrap_or_default())
    }

    /// Parses an error that the engine returns as text: `error: MESSAGE`, then `--> NAME:LINE:COLUMN`.
    fn reported(&self, report: &str) -> Diagnostic {
        let message = report.lines().next().unwrap_or_default().trim_start_matches("error: ");
        let place = report.lines().find_map(|line| line.trim().strip_prefix("--> "));
        let mut parts = place.unwrap_or_default().rsplitn(3, ':');
        let (column, line) = (parts.next().and_then(|n| n.parse().ok()), parts.next().and_then(|n| n.parse().ok()));
        let (Some(name), Some(line), Some(column)) = (parts.next(), line, column) else {
            return Diagnostic::new(format!("the theme has an error: {message}")).hint(HINT);
        };
        if let Some(unknown) = message.strip_prefix("Unknown template `").and_then(|rest| rest.strip_suffix('`')) {
            return self.unknown_template(name, unknown);
        }
        self.at(Diagnostic::new(message).hint(HINT), name, |text| {
            as_written(text, &place_of(&with_limits(text), line, column))
        })
    }

    fn unknown_template(&self, user: &str, unknown: &str) -> Diagnostic {
        let diagnostic = Diagnostic::new(format!("the theme has no template `{unknown}`"));
        let hint = did_you_mean(unknown, self.sources.keys().map(String::as_str));
        self.at(diagnostic.hint(hint), user, |text| quoted(text, unknown).unwrap_or_default())
    }

    fn at(&self, diagnostic: Diagnostic, template: &str, place: impl Fn(&str) -> Range<usize>) -> Diagnostic {
        match self.sources.get(template.trim_start_matches(WHOLE)) {
            Some(source) => diagnostic.at(source, place(source.text())),
            None => diagnostic,
        }
    }
}

/// Formats the message `key` with the other arguments.
fn say(catalogue: &Catalogue, given: &Kwargs) -> TeraResult<String> {
    let mut arguments = Arguments::new();
    for (name, value) in given.iter().filter(|(_, value)| !value.is_undefined() && !value.is_none()) {
        let name = name.to_string();
        match value.as_u64() {
            Some(number) => arguments.set(name, number),
            None => arguments.set(name, value.to_string()),
        }
    }
    let said = catalogue.say_named(given.must_get("key")?, &arguments);
    said.map_err(|(message, hint)| tera::Error::message(format!("{message}\n{hint}")))
}

pub(super) fn escape(text: &str, out: &mut Vec<u8>) {
    // A loop that never stops early checks many bytes at once.
    let is_special = |byte| matches!(byte, b'&' | b'<' | b'>' | b'"' | b'\'');
    if text.bytes().fold(false, |found, byte| found | is_special(byte)) {
        tera::escape_html(text, out).expect("a buffer takes all bytes");
    } else {
        out.extend_from_slice(text.as_bytes());
    }
}

/// Returns the templates for the engine. The templates of cells print a mark if their input is a mark.
fn with_marks(sources: &BTreeMap<String, Source>) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (name, source) in sources {
        let text = with_limits(source.text());
        if let Some(cell) = name.strip_suffix(".html").filter(|cell| CellKind::NAMES.contains(cell)) {
            let mark = format!("{{% if {cell} is string %}}{{{{ {cell} | safe }}}}{{% else %}}");
            let whole = format!("{WHOLE}{name}");
            all.push((name.to_owned(), format!("{mark}{{% include \"{whole}\" %}}{{% endif %}}")));
            all.push((whole, text));
        } else {
            all.push((name.to_owned(), text));
        }
    }
    all
}

/// Counts a value that a template stores or loops over.
fn limited(value: Value) -> TeraResult<Value> {
    let left = LEFT.get().checked_sub(1 + value.len().unwrap_or_default());
    LEFT.set(left.ok_or_else(|| tera::Error::message(TOO_LARGE))?);
    Ok(value)
}

/// Returns the additions to a template that limit what it stores and loops over, with their places.
fn limits(text: &str) -> Vec<(usize, &'static str)> {
    let mut added = Vec::new();
    let tags = find_tags(text).into_iter().filter(|(kind, _)| *kind == Kind::Statement && !text.contains("endraw"));
    for tokens in tags.map(|(_, tag)| tokens(text, tag.start + 2..tag.end - 2)) {
        let [(verb @ ("for" | "set" | "set_global"), _), .., (_, last)] = &tokens[..] else { continue };
        let sign = if *verb == "for" { "in" } else { "=" };
        match tokens.iter().find(|(word, _)| *word == sign) {
            Some((_, sign)) => added.extend([(sign.end, " ("), (last.end, ") | limited")]),
            None => added.push((last.end, " | limited")),
        }
    }
    added
}

fn with_limits(text: &str) -> String {
    let mut limited = text.to_owned();
    limits(text).iter().rev().for_each(|(at, added)| limited.insert_str(*at, added));
    limited
}

/// Converts a place in a template with limits to a place in the author's template.
fn as_written(text: &str, range: &Range<usize>) -> Range<usize> {
    let limits = limits(text);
    let moved =
        |at, (place, added): &(usize, &str)| if at > *place { (*place).max(at - added.len().min(at)) } else { at };
    limits.iter().fold(range.start, moved)..limits.iter().fold(range.end, moved)
}

pub(super) fn quoted(text: &str, name: &str) -> Option<Range<usize>> {
    let found = ['"', '\'', '`'].iter().find_map(|quote| text.find(&format!("{quote}{name}{quote}")));
    found.map(|start| start..start + name.len() + 2)
}

/// Returns the place in a text of a line and a column, both from 1.
fn place_of(text: &str, line: usize, column: usize) -> Range<usize> {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let in_line = text[before..].char_indices().nth(column.saturating_sub(1)).map_or(0, |(index, _)| index);
    before + in_line..before + in_line
}
