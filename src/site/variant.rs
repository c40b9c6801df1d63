//! Variants: the site itself, and its copies with other themes in folders of their own.

use std::collections::BTreeSet;
use std::path::Path;

use super::Game;
use super::open::is_named;
use crate::content::{Config, Located};
use crate::diagnostic::Diagnostics;
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
    /// Whether this is the site itself.
    pub(super) fn is_main(&self) -> bool {
        self.folder.is_empty()
    }

    /// Where its copy of the page at `path` of the site stands.
    pub(super) fn path(&self, path: &str) -> String {
        format!("{}{path}", self.folder)
    }

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
    theme::check_name(root, &name.value).map_err(|unknown| name.locate(unknown))?;
    Theme::load(root, &name.value, minify)
}
