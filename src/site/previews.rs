//! Previews: what pages tell the programs that show links to them, and how editions and puzzles are shown in frames
//! elsewhere.

use super::basis::{Site, Summary, View};
use super::origins::Playable;
use crate::game::Message;
use crate::output::embed::{self, Framed};
use crate::output::feed;
use crate::page::{PageId, PageRef, Preview};
use crate::picture::PREVIEW_SIZE;
use crate::plan::ScriptKind;

const PREVIEW: &str = "preview.png";

/// Returns what a page tells whoever links to it; nothing of one inside of an edition or a lesson, and where nobody
/// knows the address of the site.
pub(super) fn preview(site: &Site, view: &View, page: PageRef) -> Option<Preview> {
    site.base_url().filter(|_| view.form.is_website())?;
    let playable = Playable::beginning_on(site, page);
    let is_inside = page.number() > 0 && playable.is_none();
    let is_beside = matches!(
        page,
        PageRef::Star(_) | PageRef::Map(_) | PageRef::Stars | PageRef::Passage(..) | PageRef::StoryMap(_)
    );
    if is_inside || is_beside || site.is_not_found(page) {
        return None;
    }
    let Summary { text, image, .. } = site.summary(page);
    // A plain page without a picture has that of the site.
    let of_site = || matches!(page, PageRef::Article(_)).then(|| site.summary(PageRef::Front).image).flatten();
    let image = image.or_else(of_site);
    let drawn = preview_path(site, page).filter(|_| image.is_none());
    let framed = playable.filter(|_| view.variant.is_main());
    let languages = &view.theme.languages;
    let alternates = languages
        .alternates(site.page_address(page), |number| site.others[number].address(page, &view.variant, &site.plan));
    Some(Preview {
        summary: text.to_owned(),
        drawn: drawn.is_some(),
        image: match image {
            Some(own) => site.content_address(&own.value),
            None => drawn.and_then(|path| site.published_address(&path)),
        },
        oembed: framed.and_then(|playable| site.published_address(&playable.oembed_path(site))),
        feed: site.file_alone(feed::PATH).and_then(|file| site.published_address(&file.path)),
        // Other languages tell of the first page of a collection alone.
        alternates: if is_inside { Vec::new() } else { alternates },
    })
}

/// Returns the path of the picture that is drawn of a page. A site without games has nothing to draw.
pub(super) fn preview_path(site: &Site, page: PageRef) -> Option<String> {
    let folder = match page {
        // What is drawn are boards.
        PageRef::Story(_) => return None,
        PageRef::Article(_) => site.plan.folder(PageRef::Front),
        page => site.plan.folder(page),
    };
    let slash = if folder.is_empty() { "" } else { "/" };
    (!site.plan.sections().is_empty()).then(|| format!("{folder}{slash}{PREVIEW}"))
}

impl Playable {
    pub(super) fn beginning_on(site: &Site, page: PageRef) -> Option<Self> {
        match page {
            PageRef::Position(edition, PageId::FIRST) => Some(Self::Edition(edition)),
            PageRef::Script(id, page) if page != PageId::FIRST => match &site.plan.script(id).kind {
                ScriptKind::Puzzles(collection) => Some(Self::Puzzle(id, collection.beginning_on(page)?)),
                ScriptKind::Lesson(_) => None,
            },
            _ => None,
        }
    }

    pub(super) fn oembed_path(self, site: &Site) -> String {
        match self {
            Self::Edition(edition) => format!("{}/{}", site.plan.edition(edition).folder(), embed::FILE),
            Self::Puzzle(id, number) => format!("{}/{:02}-{}", site.plan.script(id).folder, number + 1, embed::FILE),
        }
    }

    /// Returns how it is shown on pages of others, if it is known where it is published. A puzzle has to be open.
    pub(super) fn framed(self, site: &Site) -> Option<Framed<'_>> {
        let (page, section, title) = match self {
            Self::Edition(edition) => {
                let edition = site.plan.edition(edition);
                (PageRef::start_of(edition.id), edition.section, edition.title().to_owned())
            }
            Self::Puzzle(id, number) => {
                let script = site.plan.script(id);
                let ScriptKind::Puzzles(collection) = &script.kind else { return None };
                let title = Message::key("title-and-part").with("title", script.title.clone());
                let title = site.catalogue.say(&title.with("part", collection.number(number)));
                (collection.first_page(number), site.plan.edition(collection.puzzles()[number].edition).section, title)
            }
        };
        let picture = preview_path(site, page).and_then(|path| site.published_address(&path));
        Some(Framed {
            address: site.page_address(page)?,
            title: site.title_at(&site.spec(section).title, &title),
            site_title: &site.content.config.title,
            base_url: site.base_url()?,
            picture: picture.map(|address| (address, PREVIEW_SIZE)),
        })
    }
}
