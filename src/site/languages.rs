//! Languages: a site in each of its languages, side by side on one website.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use super::basis::{Site, View};
use super::collisions::check_collisions;
use super::links::check_links;
use super::making::make_downloads;
use super::opening::{all, open_everything};
use super::options::Options;
use super::origins::Origin;
use super::planning::{
    lists, plan_articles, plan_calendars, plan_games, plan_lessons, plan_puzzles, plan_stories, plan_variants,
};
use super::selection::select;
use crate::content::{self, Content, language_folder};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::games::Games;
use crate::library::Library;
use crate::output::address::OtherLanguage;
use crate::page::Languages;
use crate::words::{Catalogue, Locales};

/// A site in each of its languages. The first one stands at the top of the website, each further one in a folder.
pub struct Sites(Vec<Arc<Site>>);

impl Sites {
    /// Reads a site, explores its games, plans its pages and checks all of it. The files that it offers for
    /// download are [made](Self::make_downloads) later.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the content or the theme.
    pub fn explore(options: &Options) -> Result<Self, Diagnostics> {
        let sites = Self::open(options, None)?;
        open_everything(&sites.0)?;
        all(sites.0.par_iter().map(|site| {
            let pages = site.segments.iter().filter_map(|file| match file.origin {
                Origin::Pages(page) if file.view == 0 => Some(page),
                _ => None,
            });
            check_links(site, &pages.collect::<Vec<_>>())
        }))?;
        Ok(sites)
    }

    /// Reads, explores and checks a site, and makes the files that it offers for download: then all its files are ready
    /// to be rendered.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the content or the theme.
    pub fn load(options: &Options) -> Result<Self, Diagnostics> {
        let sites = Self::explore(options)?;
        sites.make_downloads()?;
        Ok(sites)
    }

    /// Makes the books and single files that the site offers, whose sizes its pages say.
    ///
    /// # Errors
    ///
    /// When a theme cannot render a page.
    pub fn make_downloads(&self) -> Result<(), Diagnostics> {
        self.0.iter().try_for_each(|site| make_downloads(site, |_| true))
    }

    /// Reads a site and plans its pages. A game is explored, and what a page says of positions checked, when the page
    /// is first [looked up](Self::look_up). Games that `known` has explored are not explored again.
    ///
    /// # Errors
    ///
    /// What is wrong with the content or the theme, as far as no game has to be explored to know it.
    pub fn open(options: &Options, known: Option<&Arc<Library>>) -> Result<Self, Diagnostics> {
        let contents = read_contents(options)?;
        let limit = contents[0].config.max_positions;
        let known = known.filter(|library| library.max_positions == limit);
        let library = known.map_or_else(|| Arc::new(Library::new(limit)), Arc::clone);
        let locales = Locales::read(&options.root, options.games.catalogues())?;
        let locales = locales.of_games(|name| contents[0].has_game(name)).with_games(&contents[0].words)?;
        let catalogues: Vec<_> =
            contents.iter().map(|content| Arc::new(locales.catalogue(&content.config.language))).collect();
        let named = |catalogue: &Arc<Catalogue>| {
            let tag = catalogue.language().to_owned();
            (tag.clone(), catalogue.name().unwrap_or(tag))
        };
        let mut sites = Vec::new();
        for (content, catalogue) in contents.into_iter().zip(&catalogues) {
            let own = content.config.language.clone();
            let others = catalogues.iter().filter(|other| other.language() != own).map(named).collect();
            let folder = if sites.is_empty() { String::new() } else { language_folder(&own) };
            let place = (folder, Languages { own, others });
            sites.push(Site::plan_all(options, content, place, &library, catalogue)?);
        }
        check_folders(&sites)?;
        let known: Vec<_> = sites.iter().map(Site::as_other).collect();
        for site in &mut sites {
            site.others = known.iter().filter(|other| other.folder != site.folder).cloned().collect();
        }
        let mut sites = sites.into_iter();
        let first = Arc::new(sites.next().expect("a site has a language"));
        let translations = sites.map(|site| Arc::new(Site { original: Some(Arc::clone(&first)), ..site }));
        Ok(Self(std::iter::once(Arc::clone(&first)).chain(translations).collect()))
    }

    /// Returns the site in its first language.
    pub fn first(&self) -> &Site {
        &self.0[0]
    }

    /// Returns the site in each of its languages, the first one before the others.
    pub fn all(&self) -> impl Iterator<Item = &Site> {
        self.0.iter().map(|site| &**site)
    }

    /// Returns the folders of the site with other themes and in further languages, with their titles.
    pub fn copies(&self) -> impl Iterator<Item = (&String, &String)> {
        let variants = self.first().views.iter().skip(1).map(|view| (&view.variant.folder, &view.variant.title));
        variants.chain(self.all().skip(1).map(|site| (&site.folder, &site.content.config.title)))
    }

    /// Returns the site in the language that has a path of the website, and the path from its folder.
    pub(super) fn at<'a>(&self, path: &'a str) -> (&Site, &'a str) {
        let mut translations = self.all().skip(1);
        let found = translations.find_map(|site| Some((site, path.strip_prefix(&site.folder)?)));
        found.unwrap_or((self.first(), path))
    }
}

/// Returns the catalogues of a site, with those of its games alone; while its content cannot be read, of all games.
///
/// # Errors
///
/// What is wrong with the catalogues.
pub fn locales(root: &Path, games: &Games) -> Result<Locales, Diagnostics> {
    let locales = Locales::read(root, games.catalogues())?;
    Ok(match content::load(root, games) {
        Ok(content) => locales.of_games(|name| content.has_game(name)).with_games(&content.words)?,
        Err(_) => locales,
    })
}

/// Reads the content of a site in each of its languages, or in the one that was asked for.
fn read_contents(options: &Options) -> Result<Vec<Content>, Diagnostics> {
    let Options { root, games, form, language, .. } = options;
    let mut first = content::load(root, games)?;
    if let Some(url) = &options.base_url {
        first.config.base_url = Some(content::check_base_url(url)?);
    }
    let tags = || first.config.languages.iter().map(|tag| &*tag.value);
    match language {
        Some(tag) if *tag == first.config.language => Ok(vec![first]),
        Some(tag) if tags().any(|known| known == tag) => Ok(vec![content::load_translation(root, games, &first, tag)?]),
        Some(tag) => {
            let known: Vec<_> = std::iter::once(&*first.config.language).chain(tags()).collect();
            let hint = format!("its languages are {}", known.join(", "));
            Err(Diagnostic::new(format!("the site is not in the language `{tag}`")).hint(hint).into())
        }
        None if !form.is_website() => Ok(vec![first]),
        None => {
            let translations = tags().map(|tag| content::load_translation(root, games, &first, tag));
            let translations = translations.collect::<Result<Vec<_>, _>>()?;
            Ok(std::iter::once(first).chain(translations).collect())
        }
    }
}

/// Checks that nothing of the first language stands in the folder of another one.
fn check_folders(sites: &[Site]) -> Result<(), Diagnostics> {
    let in_the_way = sites[1..].iter().filter_map(|site| {
        let file = sites[0].segments.iter().find(|file| file.path.to_lowercase().starts_with(&site.folder))?;
        let message = format!("`{}` stands in the folder of the language `{}`", file.path, site.catalogue.language());
        Some(Diagnostic::new(message).hint("rename what it is made from"))
    });
    in_the_way.collect::<Diagnostics>().into_result(())
}

impl Site {
    /// Plans the pages of a site in one of its languages, which has a folder.
    fn plan_all(
        options: &Options,
        mut content: Content,
        (folder, languages): (String, Languages),
        library: &Arc<Library>,
        catalogue: &Arc<Catalogue>,
    ) -> Result<Self, Diagnostics> {
        content.name_editions(catalogue);
        let mut findings = Diagnostics::new();
        let unpublished = findings.keep(select(&mut content, options, folder.is_empty()));
        let unpublished = unpublished.unwrap_or_default();
        let plan = findings.keep(plan_games(&content, library, catalogue));
        let variants = findings.keep(plan_variants(&content, &unpublished, options, &languages, catalogue));
        let (Some(mut plan), Some(variants)) = (plan, variants) else { return Err(findings) };
        findings.into_result(())?;

        plan_lessons(&mut plan, std::mem::take(&mut content.lessons), &unpublished, catalogue)?;
        plan_puzzles(&mut plan, &content.games, catalogue);
        plan_calendars(&mut plan, std::mem::take(&mut content.calendars), &unpublished, catalogue)?;
        plan_stories(&mut plan, std::mem::take(&mut content.stories), content.config.max_positions);
        plan_articles(&mut plan, &content);
        let mut views = Vec::new();
        for (variant, theme) in variants {
            views.push(View::new(&content, &plan, variant, theme, options.form, catalogue));
        }
        let mut site = Self {
            root: options.root.clone(),
            lists: lists(&content.articles),
            date: options.date,
            content,
            unpublished,
            plan,
            views,
            downloads: Vec::new(),
            segments: Vec::new(),
            alone: HashMap::new(),
            library: Arc::clone(library),
            catalogue: Arc::clone(catalogue),
            folder,
            original: None,
            others: Vec::new(),
        };
        site.plan_files(options);
        check_collisions(&site)?;
        Ok(site)
    }

    /// Returns what the site in other languages has to know of it in this one.
    fn as_other(&self) -> OtherLanguage {
        let pages = self.segments.iter().filter(|segment| matches!(segment.origin, Origin::Pages(_)));
        OtherLanguage {
            folder: self.folder.clone(),
            base_url: self.base_url().map(str::to_owned),
            pages: pages.map(|segment| segment.path.clone()).collect(),
        }
    }
}
