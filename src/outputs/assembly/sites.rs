//! Sites: a site in all its languages, and the outputs that can be made from it.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::book::BookFiles;
use super::check_links::check_links;
use super::files::plan_files;
use super::opening::{open_everything, open_file};
use super::pictures::{draw, draw_map};
use super::site_files::{Origin, PictureFormat, SiteFiles};
use super::website::{WebsiteFiles, write_file};
use crate::content::words::{Catalogue, Locales};
use crate::content::{self, Content, ContentFolder, language_folder};
use crate::engine::games::Games;
use crate::engine::solve::library::Library;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::outputs::all;
use crate::outputs::data::lines;
use crate::outputs::single::{SingleFile, only_edition};
use crate::pages::chapter::FIRST_NAME;
use crate::pages::edition::{Edition, MAP_NAME};
use crate::pages::page::OpenPage;
use crate::pages::plan::split;
use crate::pages::site::{Options, Site};

/// A site in each of its languages. The first language is at the top of the website. Each further language is in its
/// own folder.
pub struct Sites(Vec<Arc<SiteFiles>>);

impl Sites {
    /// Reads a site, plans its pages, explores its games and checks everything, but does not make the files to
    /// download.
    ///
    /// # Errors
    ///
    /// Returns the mistakes in the content or the theme.
    pub fn explore(options: &Options) -> Result<Self, Diagnostics> {
        let sites = Self::open(options, None)?;
        open_everything(&sites.0)?;
        all(sites.0.par_iter().map(|files| {
            let pages = files.segments.iter().filter_map(|file| match file.origin {
                Origin::Pages(page) if file.view == 0 => Some(page),
                _ => None,
            });
            check_links(files, &pages.collect::<Vec<_>>())
        }))?;
        Ok(sites)
    }

    /// Reads, explores and checks a site, and makes its downloads, so that all its files can be rendered.
    ///
    /// # Errors
    ///
    /// Returns the mistakes in the content or the theme.
    pub fn load(options: &Options) -> Result<Self, Diagnostics> {
        let sites = Self::explore(options)?;
        sites.0.iter().try_for_each(|files| files.downloads.make(&files.site, |_| true))?;
        Ok(sites)
    }

    /// Reads a site and plans its pages. The first [look-up](Self::look_up) of a page explores its game, and checks the
    /// positions on the page. `known` contains games that were explored before.
    ///
    /// # Errors
    ///
    /// Returns the mistakes in the content or the theme that can be found without exploring a game.
    pub fn open(options: &Options, known: Option<&Arc<Library>>) -> Result<Self, Diagnostics> {
        let contents = read_contents(options)?;
        let limit = contents[0].config.max_positions;
        let known = known.filter(|library| library.max_positions == limit);
        let library = known.map_or_else(|| Arc::new(Library::new(limit)), Arc::clone);
        let locales = Locales::read(&options.root, options.games.catalogues())?;
        let locales = locales.of_games(|name| contents[0].has_game(name)).with_games(&contents[0].words)?;
        let mut catalogues: Vec<_> =
            contents.iter().map(|content| locales.catalogue(&content.config.language)).collect();
        let languages: Vec<_> = catalogues.iter().map(Catalogue::tag_and_name).collect();
        for catalogue in &mut catalogues {
            catalogue.others = languages.iter().filter(|(tag, _)| tag != catalogue.language()).cloned().collect();
        }
        let mut sites = Vec::new();
        for (content, catalogue) in contents.into_iter().zip(catalogues) {
            let folder = if sites.is_empty() { String::new() } else { language_folder(catalogue.language()) };
            let site = Site::plan(options, content, sites.is_empty(), &library, &Arc::new(catalogue))?;
            sites.push(plan_files(site, folder, options)?);
        }
        check_folders(&sites)?;
        let known: Vec<_> = sites.iter().map(SiteFiles::as_other).collect();
        for site in &mut sites {
            site.others = known.iter().filter(|other| other.folder != site.folder).cloned().collect();
        }
        let mut sites = sites.into_iter();
        let first = Arc::new(sites.next().expect("a site has a language"));
        let translations = sites.map(|site| Arc::new(SiteFiles { original: Some(Arc::clone(&first)), ..site }));
        Ok(Self(std::iter::once(Arc::clone(&first)).chain(translations).collect()))
    }

    pub fn first(&self) -> &Site {
        &self.0[0].site
    }

    /// Returns the site in each of its languages, the first language first.
    pub fn all(&self) -> impl Iterator<Item = &Site> {
        self.0.iter().map(|files| &files.site)
    }

    /// Returns the folders of the further variants and languages, with their titles.
    pub fn copies(&self) -> impl Iterator<Item = (&String, &String)> {
        let variants = self.first().views.iter().skip(1).map(|view| (&view.variant.folder, &view.variant.title));
        variants.chain(self.0.iter().skip(1).map(|files| (&files.folder, &files.site.content.config.title)))
    }

    /// Returns the files of the website. All chapters must be open.
    pub fn files(&self) -> WebsiteFiles<'_> {
        WebsiteFiles::new(self.by_language())
    }

    /// Returns the files of each language, the first language first.
    pub(super) fn by_language(&self) -> impl Iterator<Item = &SiteFiles> {
        self.0.iter().map(|files| &**files)
    }

    /// Returns the language of a path on the website, and the path relative to that language's folder.
    pub(crate) fn at<'a>(&self, path: &'a str) -> (&SiteFiles, &'a str) {
        let mut translations = self.by_language().skip(1);
        let found = translations.find_map(|files| Some((files, path.strip_prefix(&files.folder)?)));
        found.unwrap_or((&self.0[0], path))
    }

    /// Returns the bytes that a build would write to a path of the website, such as `nim/two-player/index.html`; `None`
    /// if the site contains no such file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be made, or contains a mistake.
    pub fn look_up(&self, path: &str) -> Result<Option<Vec<u8>>, Diagnostics> {
        let (files, path) = self.at(path);
        let file = match files.file_alone(path) {
            Some(file) => Some((file.view, file.origin)),
            None => files.find_page(path)?,
        };
        file.map(|file| files.make(file)).transpose()
    }

    /// Returns the book of a site that was loaded for a book.
    ///
    /// # Errors
    ///
    /// Returns an error if a position cannot be rendered. Positions are rendered to measure how many fit into a file.
    pub fn book(&self) -> Result<BookFiles<'_>, Diagnostic> {
        BookFiles::new(self.first(), &self.first().views[0])
    }

    /// Returns the single file of a site that was loaded for one edition or story.
    ///
    /// # Errors
    ///
    /// Returns an error if the site does not contain exactly one edition or story, or if the theme cannot render the
    /// text around the positions.
    pub fn single_file(&self) -> Result<SingleFile<'_>, Diagnostic> {
        SingleFile::new(self.first(), &self.first().views[0])
    }

    /// Returns the picture of a position, as bytes in this format. `position` is the path of its page on the website
    /// without the extension, such as `nim/two-player/a-3-4-5`. The path of an edition means its first page, and
    /// `nim/two-player/index~map` means the map of the edition.
    ///
    /// # Errors
    ///
    /// Returns the mistakes in the site, or an error if the position does not exist.
    pub fn picture(options: &Options, position: &str, format: PictureFormat) -> Result<Vec<u8>, Diagnostics> {
        let sites = Sites::open(&Options { only: Vec::new(), drafts: true, ..options.clone() }, None)?;
        let site = sites.first();
        let edition = find_edition_of(site, position)?;
        let name = position[edition.folder().len()..].trim_matches('/');
        let name = if name.is_empty() { FIRST_NAME } else { name };
        let edition = site.open_edition(edition.id)?;
        if name == MAP_NAME {
            return Ok(draw_map(site, edition, format));
        }
        let page = edition.page_named(name).ok_or_else(|| edition.no_position(name, &site.plan.editions))?;
        Ok(draw(site, &edition, &edition.diagram(page), format))
    }

    /// Writes the game of the only edition of a site as JSON, one position per line. Returns the number of positions.
    /// `file` is the name of the output in messages.
    ///
    /// # Errors
    ///
    /// Returns an error if the site does not contain exactly one edition, or if the file cannot be written.
    pub fn write_lines(&self, out: impl Write, file: &Path) -> Result<usize, Diagnostic> {
        let site = self.first();
        let edition = only_edition(site, &site.views[0])?;
        lines::write(site.open_edition(edition.id)?, out).map_err(|error| Diagnostic::io("write", file, &error))
    }
}

impl SiteFiles {
    /// Returns the page at a path of the website, with the index of its view.
    ///
    /// # Errors
    ///
    /// Returns the mistakes in the chapter to which the page would belong.
    fn find_page(&self, path: &str) -> Result<Option<(usize, Origin)>, Diagnostics> {
        for (_, path) in self.inside(path) {
            if let Some(first) = self.site.plan.first_page_in(split(path).0) {
                self.site.open(first)?;
            }
        }
        Ok(self.page_at(path).map(|(view, page)| (view, Origin::Pages(page))))
    }

    /// Makes a file of a view, after opening and checking its chapter.
    fn make(&self, (view, origin): (usize, Origin)) -> Result<Vec<u8>, Diagnostics> {
        open_file(&self.site, origin)?;
        if let Origin::Pages(page) = origin {
            check_links(self, &[page])?;
            self.downloads.make(&self.site, |file| file.of == page)?;
        }
        let mut bytes = Vec::new();
        write_file(self, (view, origin), &mut OpenPage::default(), &mut bytes)?;
        Ok(bytes)
    }
}

/// Returns the catalogues of a site and of its games. If the content cannot be read, returns the catalogues of all
/// games.
///
/// # Errors
///
/// Returns the mistakes in the catalogues.
pub fn locales(root: &Path, games: &Games) -> Result<Locales, Diagnostics> {
    let locales = Locales::read(root, games.catalogues())?;
    let content = ContentFolder::open(root, games).and_then(|folder| folder.read(&folder.config.language));
    Ok(match content {
        Ok(content) => locales.of_games(|name| content.has_game(name)).with_games(&content.words)?,
        Err(_) => locales,
    })
}

/// Reads the content of a site in each of its languages, or only in the requested language.
fn read_contents(options: &Options) -> Result<Vec<Content>, Diagnostics> {
    let mut folder = ContentFolder::open(&options.root, &options.games)?;
    if let Some(url) = &options.base_url {
        folder.config.base_url = Some(content::check_base_url(url)?);
    }
    let known: Vec<&str> = folder.languages().collect();
    match &options.language {
        Some(tag) if !known.contains(&tag.as_str()) => {
            let hint = format!("available: {}", known.join(", "));
            Err(Diagnostic::new(format!("the site does not have the language `{tag}`")).hint(hint).into())
        }
        Some(tag) => Ok(vec![folder.read(tag)?]),
        None if !options.form.is_website() => Ok(vec![folder.read(known[0])?]),
        None => known.into_iter().map(|tag| folder.read(tag)).collect(),
    }
}

/// Checks that no file of the first language is in the folder of another language.
fn check_folders(sites: &[SiteFiles]) -> Result<(), Diagnostics> {
    let in_the_way = sites[1..].iter().filter_map(|site| {
        let file = sites[0].segments.iter().find(|file| file.path.to_lowercase().starts_with(&site.folder))?;
        let language = site.site.catalogue.language();
        let message = format!("the file `{}` is in the folder of the language `{language}`", file.path);
        Some(Diagnostic::new(message).hint("rename the page or file that is published at this path"))
    });
    in_the_way.collect::<Diagnostics>().into_result(())
}

fn find_edition_of<'a>(site: &'a Site, position: &str) -> Result<&'a Edition, Diagnostic> {
    let editions = site.plan.editions.iter();
    let is_inside = |edition: &&Edition| {
        let rest = position.strip_prefix(edition.folder());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    editions.clone().filter(is_inside).max_by_key(|edition| edition.folder().len()).ok_or_else(|| {
        let message = format!("the site contains no edition with the position `{position}`");
        // Without the position, the rest is more similar to the name of an edition.
        let named = if position.matches('/').count() > 1 { split(position).0 } else { position };
        Diagnostic::new(message).hint(did_you_mean(named, editions.map(Edition::folder)))
    })
}
