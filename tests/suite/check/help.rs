//! The documentation page about `check`.

use crate::files::of_project;

/// The page lists the name of every rule, and no others.
#[test]
fn the_page_about_it_names_every_rule() {
    let (source, page) = (of_project("src/tool/check/finding.rs"), of_project("content/docs/checking.md"));
    let names = source.split("pub enum Kind {").nth(1).and_then(|rest| rest.split('}').next()).expect("the kinds");
    let names = names.lines().map(str::trim).filter(|line| line.starts_with(char::is_uppercase));
    let names: Vec<_> = names.map(|name| hyphened(name.trim_end_matches(','))).collect();
    assert!(names.len() > 12, "the names were found");
    for name in names {
        assert!(page.contains(&format!("`{name}`")), "the page about checking does not say what `{name}` is");
    }
}

/// Returns the name of a variant as in reports.
fn hyphened(variant: &str) -> String {
    let mut name = String::new();
    for (at, character) in variant.char_indices() {
        if at > 0 && character.is_uppercase() {
            name.push('-');
        }
        name.extend(character.to_lowercase());
    }
    name
}
