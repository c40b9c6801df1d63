//! Dates: the days on which pages were written.

use toml::Spanned;
use toml::value::{Date, Datetime};

use super::Located;
use super::header::located;
use crate::diagnostic::{Diagnostic, Source};

/// Returns the date of a header, which has no time of the day.
pub(super) fn day(written: Option<Spanned<Datetime>>, source: &Source) -> Result<Option<Date>, Diagnostic> {
    let Some(written) = written else { return Ok(None) };
    let written: Located<Datetime> = located(written, source);
    match written.value {
        Datetime { date: Some(date), time: None, .. } => Ok(Some(date)),
        Datetime { date: Some(date), .. } => Err(written
            .diagnostic("the date of a page is a day, without a time")
            .hint(format!("write `date = {date}`"))),
        Datetime { date: None, .. } => Err(written
            .diagnostic("the date of a page is a day, not a time")
            .hint("write the year, the month and the day: `date = 2026-11-22`")),
    }
}
