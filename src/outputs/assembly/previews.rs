//! Previews: metadata for programs that show link previews, and frames for editions and puzzles on other sites.

use super::site_files::SiteFiles;
use crate::engine::game::Message;
use crate::outputs::data::embed::{self, Framed};
use crate::outputs::data::feed;
use crate::pages::chapter::Summary;
use crate::pages::page::{ChapterId, PageRef, Playable, Preview, Translation, translations};
use crate::pages::picture::PREVIEW_SIZE;
use crate::pages::site::{Site, View};

const PREVIEW: &str = "preview.png";

impl SiteFiles {
    /// Returns the preview of a page; `None` for a page inside an edition or a lesson, or if the site has no base URL.
    pub(super) fn preview(&self, view: &View, page: PageRef) -> Option<Preview> {
        let site = &self.site;
        site.base_url()?;
        let playable = site.beginning_on(page);
        let is_inside = page != page.first() && playable.is_none();
        if is_inside || page.is_beside_front() || site.is_not_found(page) {
            return None;
        }
        let Summary { text, image, .. } = site.summary(page);
        // An article without a picture uses the site's.
        let of_site = || site.summary(PageRef::FRONT).image.as_ref();
        let image = image.as_ref().or_else(|| of_site().filter(|_| page.chapter.is_article()));
        let drawn = preview_path(site, page).filter(|_| image.is_none());
        let framed = playable.filter(|_| view.variant.is_main());
        // Search engines index only the main variant, so only its pages list their counterparts in other languages.
        let mut alternates = translations(&site.catalogue, |number| {
            self.others[number].address(page, &view.variant, &site.plan).filter(|_| view.variant.is_main())
        });
        if let Some(href) = self.page_address(page).filter(|_| !alternates.is_empty()) {
            let language = site.catalogue.language().to_owned();
            alternates.insert(0, Translation { href, name: String::new(), language });
        }
        if let Some(first) = alternates.get(usize::from(!self.folder.is_empty())).cloned() {
            alternates.push(Translation { language: "x-default".to_owned(), ..first });
        }
        Some(Preview {
            summary: text.to_owned(),
            drawn: drawn.is_some(),
            image: match image {
                Some(own) => self.content_address(&own.value),
                None => drawn.and_then(|path| self.published_address(&path)),
            },
            oembed: framed.and_then(|playable| self.published_address(&oembed_path(site, playable))),
            feed: self.file_alone(feed::PATH).and_then(|file| self.published_address(&file.path)),
            alternates,
        })
    }

    /// Returns the frame for embedding an opened edition or puzzle, if the site is published.
    pub(super) fn framed(&self, playable: Playable) -> Option<Framed<'_>> {
        let site = &self.site;
        let game_of = |section| &site.spec(section).title;
        let (page, game, title) = match playable {
            Playable::Edition(edition) => {
                let edition = site.plan.edition(edition);
                (PageRef::start_of(edition.id), game_of(edition.section).clone(), edition.title().to_owned())
            }
            Playable::Puzzle(id, number) => {
                let script = site.plan.script(id);
                let puzzles = script.open_puzzles().ok()??;
                let title = Message::key("title-and-part").with("title", script.summary.title.clone());
                let title = site.catalogue.say(&title.with("part", puzzles.title_of(number)));
                let section = site.plan.edition(puzzles.script.puzzles[number].edition).section;
                (puzzles.page_of(number), puzzles.game_title(number, game_of(section)), title)
            }
        };
        let picture = preview_path(site, page).and_then(|path| self.published_address(&path));
        Some(Framed {
            address: self.page_address(page)?,
            title: site.title_at(&game, &title),
            site_title: &site.content.config.title,
            base_url: site.base_url()?,
            picture: picture.map(|address| (address, PREVIEW_SIZE)),
        })
    }
}

pub(super) fn oembed_path(site: &Site, playable: Playable) -> String {
    match playable {
        Playable::Edition(edition) => format!("{}/{}", site.plan.edition(edition).folder(), embed::FILE),
        Playable::Puzzle(id, number) => format!("{}/{:02}-{}", site.plan.script(id).folder, number + 1, embed::FILE),
    }
}

/// Returns the path of a page's drawn preview picture. A site without games has no such picture.
pub(crate) fn preview_path(site: &Site, page: PageRef) -> Option<String> {
    let folder = match page.chapter {
        // Only boards are drawn.
        ChapterId::Story(_) => return None,
        ChapterId::Article(_) => "",
        _ => site.plan.folder(page),
    };
    let slash = if folder.is_empty() { "" } else { "/" };
    (!site.plan.sections.is_empty()).then(|| format!("{folder}{slash}{PREVIEW}"))
}
