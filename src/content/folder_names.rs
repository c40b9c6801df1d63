//! The names of what has a folder of its own on the site.

use std::collections::HashSet;

use super::located::Located;
use crate::ground::diagnostic::Diagnostics;
use crate::ground::files;

/// Checks the names of all things of a kind: each is fit for a folder, and no two are the same. `one` is what messages
/// call one of them, `several` what they call several. If they `are_nested`, `/` can stand between the names of
/// folders.
pub(super) fn check<'a>(
    [one, several]: [&str; 2],
    are_nested: bool,
    names: impl IntoIterator<Item = &'a Located<String>>,
) -> Result<(), Diagnostics> {
    let (mut findings, mut known) = (Diagnostics::new(), HashSet::new());
    for name in names {
        let parts: Vec<&str> = if are_nested { name.value.split('/').collect() } else { vec![&name.value] };
        if let Some(hint) = parts.iter().find_map(|part| why_unfit(part)) {
            let message = format!("`{}` cannot be the name of {one}, because it names a folder", name.value);
            let nested = if parts.len() > 1 { ", with `/` between the names of nested folders" } else { "" };
            findings.push(name.diagnostic(message).hint(hint + nested));
        } else if !known.insert(&name.value) {
            let message = format!("there are two {several} with the name `{}`", name.value);
            findings.push(name.diagnostic(message).hint("give each of them a name of its own"));
        }
    }
    findings.into_result(())
}

/// Returns why a name is not fit for a folder of the site on every system, as a hint that says what to do.
fn why_unfit(name: &str) -> Option<String> {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if name.is_empty() || !name.bytes().all(is_plain) {
        return Some("use lower-case letters, digits and hyphens".to_owned());
    }
    files::why_unfit(name)
}
