//! The subject of a check, with facts that its files do not contain. For a site: the purpose of each page, and the
//! targets of its moves. For a folder with any website: its files.

use std::fs;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use walkdir::DirEntry;

use super::finding::{Finding, Kind};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, OrCannot};
use crate::ground::files::SiteFolder;
use crate::outputs::assembly::Sites;
use crate::outputs::website::STATE_FOLDER;
use crate::outputs::{FileId, Files};
use crate::pages::page::{ChapterId, PageId};

#[derive(Clone, Copy, Default)]
pub struct Subject<'a> {
    /// The site of the files; `None` if another program wrote them.
    pub site: Option<&'a Sites>,
    pub base_url: Option<&'a str>,
    /// The folder that must contain exactly the files of the site. If there is no site, the folder to check.
    pub folder: Option<&'a Folder>,
}

/// An expected link in the main part of a page.
pub(super) struct ExpectedLink {
    pub(super) path: String,
    /// True if the link leads back from a chosen piece.
    pub(super) is_back: bool,
}

impl Subject<'_> {
    /// Returns the expected links in the main part of a position's page, and whether that part can also contain links
    /// to other sites, as in stories. Returns `None` for any other page.
    pub(super) fn expected_links(&self, path: &str) -> Option<(Vec<ExpectedLink>, bool)> {
        let (files, path) = self.site?.at(path);
        let ((view, page), plan) = (files.page_at(path)?, &files.site.plan);
        let (moves, back) = plan.chapter(page.chapter).leads(page.page)?;
        let link = |to: PageId, is_back| ExpectedLink { path: files.path(view, page.at(to)), is_back };
        let moves = moves.into_iter().map(|page| link(page, false));
        let is_story = matches!(page.chapter, ChapterId::Story(_));
        Some((moves.chain(back.map(|page| link(page, true))).collect(), is_story))
    }

    /// Returns whether a path is an earlier address of a page. The file at such a path redirects, and no page links to
    /// this file.
    pub(super) fn is_alias(&self, path: &str) -> bool {
        self.site.map(|site| site.at(path)).is_some_and(|(files, path)| files.is_alias(path))
    }

    /// Returns whether a path belongs to a part of the site that is left out.
    pub(super) fn is_left_out(&self, path: &str) -> bool {
        // If the build contains only some parts of a game, other pages can still link to the rest, and to the game's
        // Markdown file.
        let game = |path: &str| path.split('/').next().unwrap_or_default().trim_end_matches(".md").to_owned();
        let Some((files, path)) = self.site.map(|site| site.at(path)) else { return false };
        let unpublished = &files.site.unpublished;
        unpublished.is_part && unpublished.absent.iter().any(|folder| game(folder) == game(path))
    }

    /// Returns whether pages may contain scripts, frames and forms.
    pub(super) fn may_have_scripts(&self) -> bool {
        let allowed = self.site.map(|site| &site.first().content.config.allowed);
        allowed.is_some_and(|allowed| allowed.scripts_in_themes || allowed.raw_html)
    }
}

const NOT_PUBLISHED: [&str; 2] = [STATE_FOLDER, ".git"];

#[derive(Debug)]
pub struct Folder {
    files: IndexMap<String, PathBuf, FxBuildHasher>,
    /// Entries that are not files, or cannot be published, such as a symbolic link that leads out of the folder.
    pub(super) unreadable: Diagnostics,
}

impl Folder {
    /// Finds the files below a folder.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such folder.
    pub fn open(folder: &Path) -> Result<Self, Diagnostic> {
        let inside = fs::canonicalize(folder).or_cannot("open", folder)?;
        if !inside.is_dir() {
            let message = format!("{} is not a folder", folder.display());
            return Err(Diagnostic::new(message).hint("name the folder of a website"));
        }
        let site_folder = SiteFolder { folder: &inside, name: "the folder", root: &inside };
        let is_published = |entry: &DirEntry| {
            !(entry.file_type().is_dir() && NOT_PUBLISHED.iter().any(|name| entry.file_name() == *name))
        };
        let (files, unreadable) = site_folder.files(is_published);
        Ok(Self { files: files.into_iter().map(|file| (file.path, file.origin)).collect(), unreadable })
    }

    pub(super) fn compare(&self, path: &str, expected: &[u8]) -> Result<Option<Finding>, Diagnostic> {
        let hint = "build again with the flags of this check; make lasting changes in the content or the theme";
        let Some(origin) = self.files.get(path) else {
            return Ok(Some(Finding::new(Kind::Missing, format!("`{path}` is missing from the folder"), hint)));
        };
        let is_same = read(origin)? == expected;
        Ok((!is_same).then(|| Finding::new(Kind::Changed, "this file differs from the generated file", hint)))
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    fn file(&self, file: FileId) -> (&str, &Path) {
        let (path, origin) = self.files.get_index(file.index()).expect("files are asked for by their numbers");
        (path, origin)
    }
}

impl Files for Folder {
    type Scratch = ();

    fn count(&self) -> usize {
        self.files.len()
    }

    fn path(&self, file: FileId) -> String {
        self.file(file).0.to_owned()
    }

    fn source(&self, file: FileId) -> Option<&Path> {
        Some(self.file(file).1)
    }

    fn render(&self, file: FileId, (): &mut (), out: &mut Vec<u8>) -> Result<(), Diagnostic> {
        out.extend(read(self.file(file).1)?);
        Ok(())
    }
}

fn read(origin: &Path) -> Result<Vec<u8>, Diagnostic> {
    fs::read(origin).or_cannot("read", origin)
}
