//! Verbs that other programs have for what is called otherwise here: those of Zola, Hugo, mdBook and their like.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Names that users may know from elsewhere, and what to tell them.
const OTHER_NAMES: [(&[&str], &str); 10] = [
    (
        &["dev", "livereload", "open", "preview", "run", "server", "start", "watch"],
        "`pageturner serve` shows the site while you change it",
    ),
    (
        &["create", "new", "quickstart", "scaffold"],
        "`pageturner init` begins a site; a new page is a new Markdown file in content/",
    ),
    (
        &["audit", "doctor", "lint", "test", "validate", "verify"],
        "`pageturner check` tries every link, and looks for what a site must not have",
    ),
    (
        &["deploy", "gh-deploy", "publish", "upload"],
        "publish the folder that `pageturner build` writes; `pageturner init --github --force` adds a workflow for it",
    ),
    (&["compile", "generate", "make", "render"], "`pageturner build` writes the website"),
    (&["clear", "remove", "rm"], "`pageturner clean` deletes what the last build wrote"),
    (&["book", "ebook", "epub", "single"], "`pageturner export epub GAME` writes an e-book, `export single` one file"),
    (&["editions", "info", "ls", "stats"], "`pageturner list` has the editions of a site with their sizes"),
    (&["game", "parameters", "policies", "rules"], "`pageturner games` has the games, and what can be said to each"),
    (&["completion", "manual", "mangen"], "`pageturner completions SHELL` and `pageturner man` print these"),
];

/// Tells what a verb is called here that somebody knows by another name.
pub(super) fn explain(mut error: clap::Error) -> clap::Error {
    let hint = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(verb)) if error.kind() == ErrorKind::InvalidSubcommand => hint(verb),
        _ => None,
    };
    if let Some(hint) = hint {
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error
}

fn hint(verb: &str) -> Option<&'static str> {
    let verb = verb.to_lowercase();
    OTHER_NAMES.iter().find(|(names, _)| names.contains(&&*verb)).map(|(_, hint)| *hint)
}
