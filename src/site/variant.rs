//! Variants: the site itself, and its copies with other themes in folders of their own.

use std::collections::BTreeSet;
use std::path::Path;

use super::Game;
use super::open::is_named;
use crate::content::{self, Config, Content, Located};
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::edition::Edition;
use crate::lesson::Lesson;
use crate::theme::{self, Minify, Theme};

/// One copy of the site. The first one is the site itself and has all of it.
pub(super) struct Variant {
    /// The folder that it stands in, with the `/` after it; empty for the site itself.
    pub(super) folder: String,
    /// What pages of other variants call it.
    pub(super) title: String,
    pub(super) theme: Theme,
    /// The folders of the editions that it has, if not all.
    editions: Option<BTreeSet<String>>,
}

impl Variant {
    /// Whether the variant has an edition.
    pub(super) fn has(&self, edition: &Edition) -> bool {
        self.has_folder(&edition.folder)
    }

    /// Whether the variant has a lesson: it comes with the edition that it teaches.
    pub(super) fn has_lesson(&self, lesson: &Lesson) -> bool {
        self.has_folder(lesson.edition())
    }

    /// Whether the variant has anything of a game.
    pub(super) fn has_game(&self, game: &Game) -> bool {
        game.editions().iter().any(|edition| self.has(edition))
    }

    fn has_folder(&self, folder: &str) -> bool {
        self.editions.as_ref().is_none_or(|editions| editions.contains(folder))
    }
}

/// Opens the site itself and its variants, of which `content` no longer has the games. `editions` are the folders of those that
/// are part of the site now, and `theme` the one that a user chose for this build.
pub(super) fn open_variants(
    root: &Path,
    config: &Config,
    editions: &[&str],
    theme: Option<&str>,
    minify: Minify,
) -> Result<Vec<Variant>, Diagnostics> {
    let mut findings = Diagnostics::new();
    let own = match (theme, &config.theme) {
        (None, Some(named)) => load_named(root, named, minify),
        (theme, _) => Theme::load(root, theme.unwrap_or(theme::DEFAULT), minify),
    };
    let own = findings.keep(own).map(|theme| Variant {
        folder: String::new(),
        title: config.main_title.clone(),
        theme,
        editions: None,
    });
    let mut variants = Vec::from_iter(own);
    for variant in &config.variants {
        let Some(theme) = findings.keep(load_named(root, &variant.theme, minify)) else { continue };
        let only: Vec<String> = variant.only.iter().map(|name| name.value.clone()).collect();
        let chosen = editions.iter().filter(|folder| only.is_empty() || is_named(folder, &only, editions));
        let chosen: BTreeSet<_> = chosen.map(|folder| (*folder).to_owned()).collect();
        // A build that is limited to other games leaves nothing of it.
        if !chosen.is_empty() {
            let folder = format!("{}/", variant.name.value);
            variants.push(Variant { folder, title: variant.title.clone(), theme, editions: Some(chosen) });
        }
    }
    findings.into_result(variants)
}

/// Loads a theme that content names.
fn load_named(root: &Path, name: &Located<String>, minify: Minify) -> Result<Theme, Diagnostics> {
    let known = theme::names(root);
    if !known.contains(&name.value) {
        let hint = did_you_mean(&name.value, known.iter().map(String::as_str));
        return Err(name.diagnostic(format!("unknown theme `{}`", name.value)).hint(hint).into());
    }
    Theme::load(root, &name.value, minify)
}

/// The names in a variant's `only` have to be those of games, boards or editions.
pub(super) fn check_names(content: &Content, known: &[String]) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    for name in content.config.variants.iter().flat_map(|variant: &content::Variant| &variant.only) {
        if !known.contains(&name.value) {
            let hint = did_you_mean(&name.value, known.iter().map(String::as_str));
            let finding: Diagnostic = name.diagnostic(format!("the site has no game or edition `{}`", name.value));
            findings.push(finding.hint(hint));
        }
    }
    findings.into_result(())
}
