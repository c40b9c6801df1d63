//! The site: the whole pipeline, from a folder with content to the bytes of every file.
//!
//! ```text
//! content ──► game ──► graph ──► solve ──► policy ──► edition, lesson, puzzle ──► page ──► theme ──► output
//! ```

mod basis;
mod book;
mod cards;
mod collisions;
mod downloads;
mod file_bytes;
mod files;
mod knowledge;
mod links;
mod lookup;
mod making;
mod neighbours;
mod opening;
mod options;
mod origins;
mod pages;
mod pictures;
mod planning;
mod previews;
#[cfg(feature = "serve")]
mod reloading;
mod runs;
mod selection;
mod single;
mod text_pages;
mod website;
mod words;

use std::collections::HashMap;
use std::sync::Arc;

use basis::View;
use collisions::check_collisions;
use files::segments;
use links::check_links;
use making::{make_downloads, plan_downloads};
use opening::open_everything;
use planning::{lists, plan_articles, plan_games, plan_lessons, plan_puzzles, plan_variants};
use selection::select;

use crate::content;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::library::Library;
use crate::plan::{Plan, Variant};
use crate::words::Catalogue;

pub use basis::Site;
pub use book::BookFiles;
pub use lookup::Found;
pub use options::{Options, SOURCES, has_content, inputs};
pub use origins::{PICTURE_WIDTH, PictureFormat};
#[cfg(feature = "serve")]
pub use reloading::ReloadingSite;
pub use single::SingleFile;
pub use website::{FolderSize, WebsiteFiles};

impl Site {
    /// Reads a site, explores its games, plans its pages and checks all of it. Editions on demand are left out.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the content or the theme.
    pub fn load(options: &Options) -> Result<Self, Diagnostics> {
        let site = Self::read(options, false, None)?;
        open_everything(&site)?;
        let pages = site.segments.iter().filter(|file| file.view == 0).filter_map(|file| file.origin.first_page());
        check_links(&site, &pages.collect::<Vec<_>>())?;
        make_downloads(&site, |_| true)?;
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
        let known = known.filter(|library| library.max_positions() == limit);
        let library = known.map_or_else(|| Arc::new(Library::new(limit)), Arc::clone);
        let catalogue = Catalogue::english(options.games.catalogues("en")).for_language(&content.config.language);
        content.name_editions(&catalogue);
        let catalogue = Arc::new(catalogue);
        let plan = findings.keep(plan_games(&content, &library, &catalogue));
        let variants = findings.keep(plan_variants(&content, &unpublished, options, &catalogue));
        let (Some(mut plan), Some(variants)) = (plan, variants) else { return Err(findings) };
        findings.into_result(())?;

        plan_lessons(&mut plan, std::mem::take(&mut content.lessons), &unpublished, &catalogue)?;
        plan_puzzles(&mut plan, &content.games, &catalogue);
        plan_articles(&mut plan, &content);
        let mut views = Vec::new();
        for (variant, theme) in variants {
            views.push(View::new(&content, &plan, variant, theme, options.form, &catalogue));
        }
        let (root, lists) = (options.root.clone(), lists(&content.articles));
        let (downloads, segments, alone) = (Vec::new(), Vec::new(), HashMap::new());
        let mut site =
            Self { root, content, unpublished, plan, views, lists, downloads, segments, alone, library, catalogue };
        site.plan_files(options);
        check_collisions(&site)?;
        Ok(site)
    }

    /// Plans the files of the website: those of the site itself first, then those of each variant.
    fn plan_files(&mut self, options: &Options) {
        if options.form.is_website() {
            self.downloads = plan_downloads(self);
        }
        self.segments = (0..self.views.len()).flat_map(|view| segments(self, view)).collect();
        let alone = self.segments.iter().enumerate().filter(|(_, segment)| segment.stands_alone());
        self.alone = alone.map(|(number, segment)| (segment.path.clone(), number)).collect();
    }

    /// Returns the games that were explored so far.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// Returns the folders of the editions on demand that are no part of the site, because it is to be written.
    pub fn left_out(&self) -> impl Iterator<Item = &str> {
        self.unpublished.on_demand.iter().map(String::as_str)
    }

    /// Returns the hidden files and folders of the content that are not published, as messages call them.
    pub fn hidden_files(&self) -> &[String] {
        &self.content.left_out
    }

    /// Returns which pages the site has.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the files of the website.
    pub fn files(&self) -> WebsiteFiles<'_> {
        WebsiteFiles::new(self)
    }

    /// Returns the book of all games that the site is limited to, after it was loaded for a book.
    ///
    /// # Errors
    ///
    /// When its positions cannot be rendered, which tells how many of them share a file.
    pub fn book(&self) -> Result<BookFiles<'_>, Diagnostic> {
        BookFiles::new(self, &self.views[0])
    }

    /// Returns the one edition that a site loaded for a single file is limited to.
    ///
    /// # Errors
    ///
    /// When there are several, or when the theme cannot render what stands around its positions.
    pub fn single_file(&self) -> Result<SingleFile<'_>, Diagnostic> {
        SingleFile::new(self, &self.views[0])
    }

    /// Returns the copies of the site.
    pub fn copies(&self) -> impl Iterator<Item = &Variant> {
        self.views.iter().map(|view| &view.variant).filter(|variant| !variant.is_main())
    }
}
