//! Plain pages: what the site leads to from all pages of words, and how the pages of a folder hang together.
//!
//! A page `index.md` in a folder lists the other pages there, and those lead back to it and to each other.

use std::collections::HashMap;

use super::doors::contents;
use super::words::Words;
use crate::content::{ArticleSpec, MenuEntry, MenuTarget, Reference};
use crate::diagnostic::Diagnostic;
use crate::page::{ArticleId, ArticlePage, Link, LinkResolver, PageCard, PageRef};
use crate::plan::split;

/// How many plain pages are listed on each other; with more of them they are listed on the front page alone, or a site
/// would have a link for each two of its pages.
const MOST_LISTED: usize = 24;

/// The fewest headings of a text that are listed above it.
const FEWEST_LISTED: usize = 4;

/// The name of the page that lists the others of its folder.
const INDEX: &str = "index";

/// The pages that each page named `index` lists, by its name with its folder before it.
pub(super) type Lists = HashMap<String, Vec<ArticleId>>;

/// Returns what the plain pages of a site list, which come in their order.
pub(super) fn lists(articles: &[ArticleSpec]) -> Lists {
    let indices = articles.iter().filter(|article| split(&article.name).1 == INDEX);
    let mut lists: Lists = indices.map(|index| (index.name.clone(), Vec::new())).collect();
    for (number, article) in articles.iter().enumerate() {
        if let Some(list) = list_with(&article.name).and_then(|index| lists.get_mut(&index)) {
            list.push(ArticleId::new(number));
        }
    }
    lists
}

/// Returns the name of the page that lists a page, if there is such a page: that of its folder, and for this one that
/// of the folder around it. Pages in no folder are the site's own.
fn list_with(name: &str) -> Option<String> {
    let (folder, own_name) = split(name);
    let folder = if own_name == INDEX { split(folder).0 } else { folder };
    (!folder.is_empty()).then(|| format!("{folder}/{INDEX}"))
}

impl Words<'_> {
    pub(super) fn article_page(
        &self,
        article: ArticleId,
        resolver: &dyn LinkResolver,
    ) -> Result<ArticlePage, Diagnostic> {
        let page = PageRef::Article(article);
        let spec = &self.site.content.articles[article.index()];
        let index = list_with(&spec.name).and_then(|index| self.site.lists.get_key_value(&index));
        let siblings = index.map_or(&[][..], |(_, pages)| pages);
        let place = siblings.iter().position(|&sibling| sibling == article);
        let neighbour = |place: Option<usize>| Some(self.article_link(*siblings.get(place?)?, resolver));
        let index = index.and_then(|(name, _)| self.site.plan.article_named(name));
        let parts = contents(&spec.body.headings);
        let listed = self.site.lists.get(&spec.name).into_iter().flatten();
        Ok(ArticlePage {
            title: spec.title.clone(),
            summary: spec.summary.clone(),
            date: spec.date.map(|date| date.to_string()),
            body: self.body(&spec.body, resolver)?,
            contents: if parts.len() < FEWEST_LISTED { Vec::new() } else { parts },
            pages: listed.map(|&page| self.page_card(page, resolver)).collect(),
            puzzles: false,
            up: index.map(|index| self.article_link(index, resolver)),
            previous: neighbour(place.and_then(|place| place.checked_sub(1))),
            next: neighbour(place.map(|place| place + 1)),
            home: self.home(resolver),
            menu: self.menu(resolver),
            variants: self.other_variants(page, resolver),
            frame: self.frame(page, resolver),
        })
    }

    fn page_card(&self, article: ArticleId, resolver: &dyn LinkResolver) -> PageCard {
        let ArticleSpec { summary, date, .. } = &self.site.content.articles[article.index()];
        PageCard {
            link: self.article_link(article, resolver),
            summary: summary.clone(),
            date: date.map(|date| date.to_string()),
            board: None,
        }
    }

    fn article_link(&self, article: ArticleId, resolver: &dyn LinkResolver) -> Link {
        let title = &self.site.content.articles[article.index()].title;
        Link::to(PageRef::Article(article), title, resolver)
    }

    /// Returns what pages of words lead to: the menu of the site, or all plain pages, or where there are many the way
    /// to the page that has them.
    pub(super) fn menu(&self, resolver: &dyn LinkResolver) -> Vec<Link> {
        let is_long = self.site.content.config.menu.is_none() && self.site.content.articles.len() > MOST_LISTED;
        if self.view.form.is_website() && is_long {
            return vec![Link::to(PageRef::Front, "All pages", resolver)];
        }
        self.whole_menu(resolver)
    }

    /// Returns the menu of the site, or all plain pages.
    pub(super) fn whole_menu(&self, resolver: &dyn LinkResolver) -> Vec<Link> {
        if !self.view.form.is_website() {
            return Vec::new();
        }
        if let Some(menu) = &self.site.content.config.menu {
            return menu.iter().filter_map(|entry| menu_link(entry, resolver)).collect();
        }
        let articles = self.site.plan.articles();
        let listed = articles.filter(|&article| !self.site.is_not_found(PageRef::Article(article)));
        listed.map(|article| self.article_link(article, resolver)).collect()
    }
}

/// Returns an entry of the menu as a link.
fn menu_link(MenuEntry { title, target }: &MenuEntry, resolver: &dyn LinkResolver) -> Option<Link> {
    let address = match target {
        MenuTarget::Url(url) => url.clone(),
        MenuTarget::Page(Reference { path, suffix, .. }) => resolver.link_to(&path.value, suffix)?,
    };
    Some(Link::at(address, title))
}
