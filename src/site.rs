//! The site: the whole pipeline, from a folder with content to the bytes of every file.
//!
//! ```text
//! content ──► game ──► graph ──► solve ──► policy ──► edition, lesson ──► page ──► theme ──► output
//! ```

mod book;
mod checks;
mod downloads;
mod files;
mod inputs;
mod open;
mod single;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use downloads::DownloadFile;
use files::FileTable;
use open::{open_sections, open_views, select};
use rayon::prelude::*;

use crate::content::{self, Content, EditionSpec, GameSpec};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::edition::Edition;
use crate::graph::StateId;
use crate::library::Library;
use crate::output::{FileId, Files, address};
use crate::page::{EditionId, SectionId};
use crate::plan::{Plan, Variant, split};
use crate::theme::{self, Form, Theme};

pub use book::BookFiles;
pub use files::WebsiteFiles;
pub use inputs::inputs;
pub use single::SingleFile;

/// The folders of a site that it is made from.
pub const SOURCES: [&str; 2] = [content::FOLDER, theme::FOLDER];

/// What a user can choose for a build without editing the site.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of the site.
    pub root: PathBuf,
    /// The theme, if not the one in `site.toml`.
    pub theme: Option<String>,
    /// Where the site will be published, if not as in `site.toml`.
    pub base_url: Option<String>,
    /// The games (`nim`) and editions (`nim/two-player`) that the site is limited to; none means all.
    pub only: Vec<String>,
    /// Whether drafts are part of the site.
    pub drafts: bool,
    /// What is published.
    pub form: Form,
}

/// What a folder of the website holds, without the folders in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FolderSize {
    /// How many pages there are.
    pub pages: usize,
    /// How many bytes all files have together.
    pub bytes: u64,
}

/// Some of a site's pages, in one form.
struct View {
    form: Form,
    /// Which pages these are.
    variant: Variant,
    /// What they look like.
    theme: Arc<Theme>,
}

/// A site whose games are explored and whose pages are planned.
pub struct Site {
    content: Content,
    plan: Plan,
    /// For each section the edition and the position that picture its game.
    covers: Vec<(EditionId, StateId)>,
    /// The site itself, and its copies.
    views: Vec<View>,
    /// The folders of editions that exist but are no part of the site now.
    absent: BTreeSet<String>,
    /// What it offers beside its pages.
    downloads: Vec<DownloadFile>,
    files: FileTable,
}

impl Site {
    /// Reads a site, explores its games and plans its pages.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the content or the theme.
    pub fn load(options: &Options) -> Result<Self, Diagnostics> {
        let mut content = content::load(&options.root)?;
        let mut findings = Diagnostics::new();
        let unpublished = findings.keep(select(&mut content, options)).unwrap_or_default();
        if let Some(url) = &options.base_url {
            content.config.base_url = findings.keep(content::check_base_url(url));
        }
        let library = Library::new(content.config.max_positions);
        let (sections, views) =
            rayon::join(|| open_sections(&content, &library), || open_views(&content, &unpublished, options));
        let (sections, views) = (findings.keep(sections), findings.keep(views));
        let (Some((plan, covers)), Some(views)) = (sections, views) else { return Err(findings) };

        let (files, downloads) = (FileTable::default(), Vec::new());
        let mut site = findings.into_result(Self {
            content,
            plan,
            covers,
            views,
            absent: unpublished.absent,
            downloads,
            files,
        })?;
        site.open_lessons()?;
        site.add_articles();
        if options.form.is_website() {
            site.downloads = site.make_downloads(&options.root)?;
        }
        site.files = site.plan_files();
        site.check_collisions()?;
        if options.only.is_empty() {
            site.check_links()?;
        }
        Ok(site)
    }

    /// Returns which pages the site has.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the files of the website.
    pub fn files(&self) -> WebsiteFiles<'_> {
        WebsiteFiles { site: self }
    }

    /// Returns the copies of the site.
    pub fn copies(&self) -> impl Iterator<Item = &Variant> {
        self.variants().filter(|variant| !variant.is_main())
    }

    /// Returns the site itself and its copies.
    fn variants(&self) -> impl Iterator<Item = &Variant> {
        self.views.iter().map(|view| &view.variant)
    }

    /// Returns what content says of the game of a section.
    pub fn spec(&self, section: SectionId) -> &GameSpec {
        &self.content.games[section.index()]
    }

    /// Returns what content says of an edition.
    fn edition_spec(&self, edition: &Edition) -> &EditionSpec {
        let first = self.plan.editions_of(self.plan.section(edition.section))[0].id;
        &self.spec(edition.section).editions[edition.id.index() - first.index()]
    }

    /// Returns the pages and bytes in each folder of the website.
    ///
    /// # Errors
    ///
    /// When a file cannot be rendered.
    pub fn sizes(&self) -> Result<BTreeMap<String, FolderSize>, Diagnostics> {
        let files = self.files();
        let all = (0..files.count() as u32).into_par_iter().with_min_len(64).map(FileId);
        let measured = all.map_init(Default::default, |(scratch, bytes, path), file| {
            Vec::clear(bytes);
            String::clear(path);
            files.render(file, scratch, bytes)?;
            files.write_path(file, path);
            Ok((split(path).0.to_owned(), address::is_page(path), bytes.len() as u64))
        });
        let sizes: Result<Vec<_>, Diagnostic> = measured.collect();
        let mut folders: BTreeMap<String, FolderSize> = BTreeMap::new();
        for (folder, is_page, bytes) in sizes? {
            let size = folders.entry(folder).or_default();
            size.pages += usize::from(is_page);
            size.bytes += bytes;
        }
        Ok(folders)
    }
}
