//! Values with their places in the files of the site, and deserializers for values that need more than a type.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use toml::value::{Date, Datetime};
use toml::{Spanned, Value};

use crate::ground::diagnostic::{Diagnostic, Diagnostics, Source, read_toml, refusal};
use crate::ground::files;
use crate::ground::html::address::way;

#[derive(Clone, Debug, Default)]
pub struct Located<T> {
    pub value: T,
    pub(super) source: Source,
    pub(super) range: Range<usize>,
}

impl<T> Located<T> {
    /// Returns the relative link from the file of this value to a path of the site.
    pub(crate) fn way_to(&self, path: &str) -> String {
        way(self.source.name().split_once('/').map_or("", |(_, path)| path), path)
    }

    pub fn diagnostic(&self, message: impl Into<String>) -> Diagnostic {
        self.locate(Diagnostic::new(message))
    }

    /// Sets the place of a finding to the place of this value.
    pub fn locate(&self, finding: Diagnostic) -> Diagnostic {
        finding.at(&self.source, self.range.clone())
    }

    /// Returns another value with the place of this one.
    pub(crate) fn with<U>(&self, value: U) -> Located<U> {
        Located { value, source: self.source.clone(), range: self.range.clone() }
    }
}

thread_local! {
    /// The file that is being read, because deserializers have no access to it.
    static SOURCE: RefCell<Source> = RefCell::default();
}

pub(super) fn read<T: DeserializeOwned>(source: &Source, part: Range<usize>) -> Result<T, Diagnostics> {
    SOURCE.set(source.clone());
    read_toml(source, part)
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Located<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Spanned::deserialize(deserializer).map(Into::into)
    }
}

impl<T> From<Spanned<T>> for Located<T> {
    fn from(spanned: Spanned<T>) -> Self {
        let range = spanned.span();
        Self { value: spanned.into_inner(), source: SOURCE.with_borrow(Clone::clone), range }
    }
}

/// Reads a table with arbitrary keys.
pub(super) fn entries<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<(Located<String>, T)>, D::Error> {
    let table: BTreeMap<Spanned<String>, T> = BTreeMap::deserialize(deserializer)?;
    Ok(table.into_iter().map(|(key, value)| (key.into(), value)).collect())
}

/// Reads a string that is not blank, for a title or the only text of a link.
pub(super) fn title<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    let is_nothing = |c: char| c.is_whitespace() || files::is_invisible(c);
    if text.chars().all(is_nothing) {
        return Err(refusal("a title cannot be blank", "write a name for readers: `KEY = \"…\"`"));
    }
    Ok(text)
}

pub(super) fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
    const HINT: &str = "write the year, the month and the day, without quotes: `KEY = 2026-11-22`";
    match Value::deserialize(deserializer)? {
        Value::Datetime(Datetime { date: Some(date), time: None, .. }) => Ok(Some(date)),
        Value::Datetime(Datetime { date: Some(date), .. }) => {
            Err(refusal("`KEY` must be a date without a time", format!("write `KEY = {date}`")))
        }
        _ => Err(refusal("`KEY` must be a date", HINT)),
    }
}

/// Reads earlier addresses of a page: paths of pages or folders.
pub(super) fn aliases<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let aliases: Vec<String> = Vec::deserialize(deserializer)?;
    let is_unfit = |part: &str| ["", ".", ".."].contains(&part) || files::why_unfit(part).is_some();
    if let Some(alias) = aliases.iter().find(|alias| alias.strip_suffix('/').unwrap_or(alias).split('/').any(is_unfit))
    {
        let hint = "write a path from the root of the site, such as `KEY = [\"old-name\", \"2025/old/\"]`";
        return Err(refusal(format!("`{alias}` is not a valid address"), hint));
    }
    Ok(aliases)
}

pub(super) fn within<'de, D: Deserializer<'de>, T: TryFrom<i64>, const LEAST: i64, const MOST: i64>(
    deserializer: D,
) -> Result<T, D::Error> {
    let number = i64::deserialize(deserializer)?;
    let fit = T::try_from(number).ok().filter(|_| (LEAST..=MOST).contains(&number));
    fit.ok_or_else(|| {
        let hint = format!("write a whole number from {LEAST} to {MOST}");
        refusal(format!("`KEY` cannot be {number}"), hint)
    })
}

/// An integer within bounds, for optional and nested values.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Within<T: TryFrom<i64>, const LEAST: i64, const MOST: i64>(
    #[serde(deserialize_with = "within::<_, _, LEAST, MOST>")] pub T,
);

/// Checks that names are valid folder names and differ from each other. Messages call them `one` and `several`. If
/// `are_nested`, the names can contain `/` between folders.
pub(super) fn check_folder_names<'a>(
    [one, several]: [&str; 2],
    are_nested: bool,
    names: impl IntoIterator<Item = &'a Located<String>>,
    findings: &mut Diagnostics,
) {
    let mut known = HashSet::new();
    for name in names {
        let parts: Vec<&str> = if are_nested { name.value.split('/').collect() } else { vec![&name.value] };
        if let Some(hint) = parts.iter().find_map(|part| why_unfit_for_folder(part)) {
            let message = format!("`{}` cannot be the name of {one}, because it is not a valid folder", name.value);
            let nested = if parts.len() > 1 { ", with `/` between the names of nested folders" } else { "" };
            findings.push(name.diagnostic(message).hint(hint + nested));
        } else if !known.insert(&name.value) {
            let message = format!("two {several} have the name `{}`", name.value);
            findings.push(name.diagnostic(message).hint("rename one of them"));
        }
    }
}

/// Returns a hint if a name is not a valid folder name on every system.
fn why_unfit_for_folder(name: &str) -> Option<String> {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    let is_plain = !name.is_empty() && name.bytes().all(is_plain);
    if is_plain { files::why_unfit(name) } else { Some("use lower-case letters, digits and hyphens".to_owned()) }
}
