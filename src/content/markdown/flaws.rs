//! What is wrong with a text.

use std::ops::Range;

use super::text::Text;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::html::address::Purpose;
use crate::html::characters;
use crate::html::guard::{Breach, breach_of_address};

/// What is wrong with a text.
pub(super) struct Flaws<'a> {
    text: &'a Text<'a>,
    found: Diagnostics,
}

impl<'a> Flaws<'a> {
    pub(super) fn of(text: &'a Text<'a>) -> Self {
        Self { text, found: Diagnostics::new() }
    }

    /// Adds a flaw of a range of the text.
    pub(super) fn add(&mut self, range: &Range<usize>, message: impl Into<String>, hint: impl Into<String>) {
        self.found.push(Diagnostic::new(message).at(self.text.source, self.text.in_file(range)).hint(hint));
    }

    /// Checks that words have only characters of texts.
    pub(super) fn check_characters(&mut self, words: &str, range: &Range<usize>) {
        if let Some((refused, _)) = characters::refused(words) {
            self.found.push(refused.at(self.text.source, self.text.in_file(range)));
        }
    }

    /// Checks an address as its author wrote it.
    pub(super) fn check_address(&mut self, address: &str, is_image: bool, range: &Range<usize>) {
        self.check_characters(address, range);
        // What holds the image itself is no link, and no image of a text.
        let breach = breach_of_address(address, Purpose::Link, range)
            .or_else(|| breach_of_address(address, Purpose::Part, range).filter(|_| is_image && !self.text.is_free));
        if let Some(Breach { message, hint, .. }) = breach {
            self.add(range, message, hint);
        }
    }

    /// Adds that browsers would read HTML in a way of their own.
    pub(super) fn add_misread(&mut self, range: &Range<usize>) {
        let hint = "attributes come once and look like `name=\"value\"`, a tag ends with `>`, a quote with a quote, a \
                    comment with `-->`, each before the next empty line; where a `<` is meant, write `&lt;`";
        self.add(range, "this HTML is not clear", hint);
    }

    /// Returns a value if nothing is wrong.
    pub(super) fn into_result<T>(mut self, value: T) -> Result<T, Diagnostics> {
        self.found.sort();
        self.found.into_result(value)
    }
}
