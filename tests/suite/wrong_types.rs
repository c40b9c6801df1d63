//! Values of the wrong type: for any value of any key, the message speaks of content, not of the program.

use pageturner::outputs::assembly::Sites;
use pageturner::pages::site::Options;
use rayon::prelude::*;

use crate::fixture::Fixture;
use crate::keys::{TABLES, Table, keys, prepare};
use crate::whole_site::options_of;

/// A value of each type in TOML, and numbers at the limits.
const VALUES: &str = r#"3 -1 0 300 4294967296 99999999999999999999 1e3 1.5 nan true "x" "" [] [1] ["x"] [[]]
    [{a=1}] {a=1} {} 1979-05-27 1979-05-27T07:32:00Z 07:32:00"#;

/// Words that only readers of the program's code know. `string` is not one of them: TOML has strings.
const RUST: &str = "Raw struct u8 u16 u32 u64 usize i64 i128 f64 bool enum Option sequence map tuple unit \
    integer float floating boolean str char deserialize Spanned identifier field newtype RawComputer \
    RawEdition RawBoard RawVariant datetime array";

#[test]
fn values_of_wrong_types_are_told_in_words() {
    let wrong: Vec<String> = TABLES.par_iter().flat_map_iter(wrong_in).collect();
    assert!(wrong.is_empty(), "{} messages:\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns the messages about wrong values in a table.
fn wrong_in(table: &Table) -> Vec<String> {
    let site = Fixture::new();
    let theme = if table.part == "themes" { "mine" } else { "classic" };
    let options = Options { theme: Some(theme.to_owned()), ..options_of(site.root()) };
    prepare(&site, table);
    let mut wrong = Vec::new();
    for key in keys(table) {
        let others: Vec<&str> = table.others_than(&key.name).collect();
        let around: Vec<&str> = table.before.lines().chain(others.iter().copied()).chain(table.after.lines()).collect();
        for value in VALUES.split_whitespace() {
            let line = format!("{} = {value}", key.name);
            site.write(&table.path, &format!("{}{line}\n{}\n{}", table.before, others.join("\n"), table.after));
            let Err(findings) = Sites::load(&options) else { continue };
            let message = findings.plain();
            let told = message.lines().filter(|line| !around.iter().any(|other| line.ends_with(other)));
            let told = told.filter(|line| !line.contains(" | ")).collect::<Vec<_>>().join(" ");
            let has_word = |word| told.split(|c: char| !c.is_alphanumeric()).any(|told| told == word);
            let is_rust = RUST.split_whitespace().any(has_word);
            let is_odd = is_rust || told.contains("\\n") || told.contains("unknown variant");
            let has_place = ["[content/", "[themes/", "theme.toml"].iter().any(|place| message.contains(place));
            if is_odd || !has_place || !message.contains("help:") {
                wrong.push(format!("{line}\n{message}"));
            }
        }
    }
    wrong
}
