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
mod selection;
mod single;
mod text_pages;
mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use basis::{Basis, View};
use collisions::check_collisions;
use files::FileTable;
use links::Links;
use making::{make_downloads, plan_downloads};
use neighbours::neighbours;
use opening::open_everything;
use planning::{lists, plan_articles, plan_games, plan_lessons, plan_puzzles, plan_variants};
use rayon::prelude::*;
use selection::select;

use crate::content;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::library::Library;
use crate::output::{FileId, Files, address};
use crate::plan::{Plan, Variant, split};

pub use book::BookFiles;
pub use files::WebsiteFiles;
pub use lookup::Found;
pub use options::{Options, SOURCES, has_content, inputs};
pub use pictures::{PICTURE_WIDTH, PictureFormat};
#[cfg(feature = "serve")]
pub use reloading::ReloadingSite;
pub use single::SingleFile;

/// What a folder of the website holds, without the folders in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FolderSize {
    /// How many pages there are.
    pub pages: usize,
    /// How many bytes all files have together.
    pub bytes: u64,
}

/// A site whose games are explored and whose pages are planned.
pub struct Site {
    basis: Basis,
    files: FileTable,
    library: Arc<Library>,
}

impl Site {
    /// Reads a site, explores its games, plans its pages and checks all of it. Editions on demand are left out.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the content or the theme.
    pub fn load(options: &Options) -> Result<Self, Diagnostics> {
        let site = Self::read(options, false, None)?;
        open_everything(&site.basis)?;
        if options.only.is_empty() {
            site.links().check()?;
        }
        make_downloads(&site.basis, |_| true)?;
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
        let plan = findings.keep(plan_games(&content, &library));
        let variants = findings.keep(plan_variants(&content, &unpublished, options));
        let (Some(mut plan), Some(variants)) = (plan, variants) else { return Err(findings) };
        findings.into_result(())?;

        plan_lessons(&mut plan, std::mem::take(&mut content.lessons), &unpublished)?;
        plan_puzzles(&mut plan, &content.games);
        plan_articles(&mut plan, &content);
        let form = options.form;
        let view =
            |(variant, theme)| View { form, neighbours: neighbours(&content, &plan, &variant, form), variant, theme };
        let views = variants.into_iter().map(view).collect();
        let (lists, root) = (lists(&content.articles), options.root.clone());
        let mut basis =
            Basis { root, content, unpublished, plan, views, lists, has_dates: false, downloads: Vec::new() };
        let has_dates = basis.landings().any(|page| basis.summary(page).date.is_some());
        basis.has_dates = has_dates;
        if form.is_website() {
            basis.downloads = plan_downloads(&basis);
        }
        let mut site = Self { files: FileTable::plan(&basis), basis, library };
        check_collisions(&site.basis, &site.files)?;
        site.limit_menu();
        Ok(site)
    }

    /// Removes the entries of the menu that lead nowhere since what they lead to is no part of the site now.
    fn limit_menu(&mut self) {
        let Some(mut menu) = self.basis.content.config.menu.take() else { return };
        let is_there = |path: &str| !self.basis.unpublished.is_part || self.links().leads_somewhere(path);
        menu.retain(|entry| entry.value.reference.as_ref().is_none_or(|page| is_there(&page.path.value)));
        self.basis.content.config.menu = Some(menu);
    }

    fn links(&self) -> Links<'_> {
        Links { site: &self.basis, files: &self.files }
    }

    /// Returns the games that were explored so far.
    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    /// Returns the folders of the editions on demand that are no part of the site, because it is to be written.
    pub fn left_out(&self) -> impl Iterator<Item = &str> {
        self.basis.unpublished.on_demand.iter().map(String::as_str)
    }

    /// Returns the hidden files and folders of the content that are not published, as messages call them.
    pub fn hidden_files(&self) -> &[String] {
        &self.basis.content.left_out
    }

    /// Returns which pages the site has.
    pub fn plan(&self) -> &Plan {
        &self.basis.plan
    }

    /// Returns where the site is published, if it says so; the address ends with `/`.
    pub fn base_url(&self) -> Option<&str> {
        self.basis.base_url()
    }

    /// Returns the files of the website.
    pub fn files(&self) -> WebsiteFiles<'_> {
        WebsiteFiles::new(&self.basis, &self.files)
    }

    /// Returns the book of all games that the site is limited to, after it was loaded for a book.
    ///
    /// # Errors
    ///
    /// When its positions cannot be rendered, which tells how many of them share a file.
    pub fn book(&self) -> Result<BookFiles<'_>, Diagnostic> {
        BookFiles::new(&self.basis, &self.basis.views[0])
    }

    /// Returns the one edition that a site loaded for a single file is limited to.
    ///
    /// # Errors
    ///
    /// When there are several, or when the theme cannot render what stands around its positions.
    pub fn single_file(&self) -> Result<SingleFile<'_>, Diagnostic> {
        SingleFile::new(&self.basis, &self.basis.views[0])
    }

    /// Returns the copies of the site.
    pub fn copies(&self) -> impl Iterator<Item = &Variant> {
        self.basis.views.iter().map(|view| &view.variant).filter(|variant| !variant.is_main())
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
