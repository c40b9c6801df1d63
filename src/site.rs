//! The site: the whole pipeline, from a folder with content to the bytes of every file.
//!
//! ```text
//! content ──► game ──► graph ──► solve ──► policy ──► edition, lesson, puzzle ──► page ──► theme ──► output
//! ```

mod articles;
mod book;
mod checks;
mod doors;
mod downloads;
mod explore;
mod files;
mod inputs;
mod known;
mod lookup;
mod open;
mod pictures;
mod preview;
mod prizes;
mod publishing;
mod puzzles;
#[cfg(feature = "serve")]
mod reloading;
mod single;
mod ways;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use articles::Lists;
use downloads::DownloadFile;
use files::FileTable;
use open::{open_views, plan_sections, select};
use publishing::PublishedFile;
use rayon::prelude::*;

use crate::content::{self, Content, EditionSpec, GameSpec};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::edition::{Edition, Ways};
use crate::games::Games;
use crate::library::Library;
use crate::output::{FileId, Files, address};
use crate::page::{EditionId, SectionId};
use crate::plan::{Plan, Variant, split};
use crate::theme::{self, Form, Theme};

pub use book::BookFiles;
pub use files::WebsiteFiles;
pub use inputs::inputs;
pub use lookup::{Found, ServerScratch};
pub use pictures::{PICTURE_WIDTH, PictureFormat};
#[cfg(feature = "serve")]
pub use reloading::ReloadingSite;
pub use single::SingleFile;

/// The folders of a site that it is made from.
pub const SOURCES: [&str; 2] = [content::FOLDER, theme::FOLDER];

/// Whether a folder holds the content of a site.
pub fn has_content(root: &Path) -> bool {
    root.join(content::FOLDER).is_dir()
}

/// What a user can choose for a build without editing the site.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder of the site.
    pub root: PathBuf,
    /// The games that it can have.
    pub games: Games,
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
    /// For each edition of the site where its pages lead beside its moves.
    ways: Vec<Ways>,
}

/// A site whose games are explored and whose pages are planned.
pub struct Site {
    content: Content,
    plan: Plan,
    library: Arc<Library>,
    /// For each section the edition that pictures its game.
    covers: Vec<EditionId>,
    /// The site itself, and its copies.
    views: Vec<View>,
    /// The folders of editions that exist but are no part of the site now.
    absent: BTreeSet<String>,
    /// The folders of editions on demand, where they are no part of the site.
    left_out: BTreeSet<String>,
    /// The folder that it was read from.
    root: PathBuf,
    /// The plain pages that are no part of the site now, by the names of their files without the ending.
    drafts: BTreeSet<String>,
    /// The plain pages that others list.
    lists: Lists,
    /// Whether somebody chose a part of the site.
    is_part: bool,
    /// What it offers beside its pages.
    downloads: Vec<DownloadFile>,
    /// What it has for other programs.
    published: Vec<PublishedFile>,
    files: FileTable,
    /// Its files but for the pages of editions and lessons, by their paths.
    alone: OnceLock<lookup::Alone>,
}

impl Site {
    /// Reads a site, explores its games, plans its pages and checks all of it. Editions on demand are left out.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the content or the theme.
    pub fn load(options: &Options) -> Result<Self, Diagnostics> {
        let site = Self::read(options, false, None)?;
        site.open_everything()?;
        site.check_pictures(site.plan.editions())?;
        if options.only.is_empty() {
            site.check_links()?;
        }
        site.make_downloads(&site.downloads)?;
        Ok(site)
    }

    /// Reads a site and plans its pages. A game is explored, and what a page says of positions checked, when
    /// [`answer`](Self::look_up) is first asked for it. Games that `known` has explored are not explored again.
    ///
    /// # Errors
    ///
    /// What is wrong with the content or the theme, as far as no game has to be explored to know it.
    pub fn open(options: &Options, known: Option<&Arc<Library>>) -> Result<Self, Diagnostics> {
        Self::read(options, true, known)
    }

    fn read(options: &Options, has_on_demand: bool, known: Option<&Arc<Library>>) -> Result<Self, Diagnostics> {
        let mut content = content::load(&options.root, &options.games)?;
        let mut findings = Diagnostics::new();
        let unpublished = findings.keep(select(&mut content, options, has_on_demand)).unwrap_or_default();
        if let Some(url) = &options.base_url {
            content.config.base_url = findings.keep(content::check_base_url(url));
        }
        let limit = content.config.max_positions;
        let library = known.filter(|library| library.max_positions() == limit);
        let library = library.map_or_else(|| Arc::new(Library::new(limit)), Arc::clone);
        let planned = findings.keep(plan_sections(&content, &library));
        let views = findings.keep(open_views(&content, &unpublished, options));
        let (Some((plan, covers)), Some(views)) = (planned, views) else { return Err(findings) };

        let lists = articles::lists(&content.articles);
        let mut site = findings.into_result(Self {
            content,
            plan,
            library,
            covers,
            views,
            absent: unpublished.absent,
            is_part: !options.only.is_empty(),
            left_out: unpublished.on_demand,
            drafts: unpublished.articles,
            lists,
            root: options.root.clone(),
            downloads: Vec::new(),
            published: Vec::new(),
            files: FileTable::default(),
            alone: OnceLock::new(),
        })?;
        site.add_lessons()?;
        site.add_puzzles();
        site.link_editions();
        site.add_articles();
        if options.form.is_website() {
            site.downloads = site.plan_downloads();
            site.published = site.plan_published(site.plan_pictures());
        }
        site.files = site.plan_files();
        site.check_collisions()?;
        if !options.only.is_empty() {
            site.limit_menu();
        }
        Ok(site)
    }

    /// Returns the games that were explored so far.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// Returns the folders of the editions on demand that are no part of the site, because it is to be written.
    pub fn left_out(&self) -> impl Iterator<Item = &str> {
        self.left_out.iter().map(String::as_str)
    }

    /// Returns the hidden files and folders of the content that are not published, as messages call them.
    pub fn hidden_files(&self) -> &[String] {
        &self.content.left_out
    }

    /// Returns which pages the site has.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Whether it is known where the site is published.
    pub fn has_base_url(&self) -> bool {
        self.content.config.base_url.is_some()
    }

    /// Returns the files of the website.
    pub fn files(&self) -> WebsiteFiles<'_> {
        WebsiteFiles::new(self)
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
