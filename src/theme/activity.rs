//! What a template may not have: scripts, frames, forms, addresses that run something, and characters that are no text.

use super::markup::without_tags;
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::html::tokens::{Tag, Token, tokens};
use crate::html::{address, characters, elements};

/// Checks a template that is well-formed.
///
/// # Errors
///
/// Everything that it may not have.
pub(super) fn check(source: &Source, may_have_scripts: bool) -> Result<(), Diagnostics> {
    let markup = without_tags(source.text()).map_err(|misplaced| misplaced.diagnostic(source))?;
    let mut findings = Diagnostics::new();
    for token in tokens(&markup) {
        match token {
            Token::Text(text, range) => {
                findings.keep(characters::check(&text, source, range));
            }
            Token::Start(tag) => {
                for attribute in &tag.attributes {
                    findings.keep(characters::check(&attribute.value, source, attribute.range.clone()));
                }
                if !may_have_scripts {
                    findings.keep(check_tag(&tag, source));
                }
            }
            _ => {}
        }
    }
    findings.into_result(())
}

/// Checks that a template which begins pages forbids browsers what no page does.
///
/// # Errors
///
/// When it has a head without a policy.
pub(super) fn check_policy(source: &Source) -> Result<(), Diagnostic> {
    let text = source.text();
    match text.find("<head>") {
        Some(head) if !text.contains("Content-Security-Policy") && !text.contains(POLICY) => {
            Err(Diagnostic::new("these pages do not say that they have no scripts, plugins and frames")
                .at(source, head..head + "<head>".len())
                .hint(format!(
                    "write `{{% include \"{POLICY}\" %}}` after the line with `charset`; \
                     a theme that extends no other takes that template from the theme `plain`"
                )))
        }
        _ => Ok(()),
    }
}

/// The template that tells browsers what they may do.
const POLICY: &str = "policy.html";

fn check_tag(tag: &Tag, source: &Source) -> Result<(), Diagnostic> {
    if let Some(activity) = elements::activity(tag) {
        return Err(Diagnostic::new(format!("a template can have no {activity}"))
            .at(source, tag.range.clone())
            .hint("pages show something and have links, and nothing else: so they work everywhere"));
    }
    for attribute in &tag.attributes {
        if let Some(scheme) = address::forbidden_scheme_in(&attribute.name, &attribute.value) {
            return Err(Diagnostic::new(format!("no address can begin with `{scheme}:`"))
                .at(source, attribute.range.clone())
                .hint(address::hint()));
        }
    }
    Ok(())
}
