//! Previews: what pages tell the programs that show links to them, and how an edition is shown in a frame elsewhere.

use super::basis::{Site, Summary, View};
use crate::edition::Edition;
use crate::output::embed::{self, Framed};
use crate::output::feed;
use crate::page::{EditionId, PageRef, Preview};
use crate::picture::PREVIEW_SIZE;

/// The file with the picture of a page, in the folder of the page.
const PREVIEW: &str = "preview.png";

/// Returns what a page tells whoever links to it; nothing of one inside of an edition or a lesson, and where nobody
/// knows the address of the site.
pub(super) fn preview(site: &Site, view: &View, page: PageRef) -> Option<Preview> {
    site.base_url().filter(|_| view.form.is_website())?;
    if page.number() > 0 || site.is_not_found(page) || matches!(page, PageRef::Star(_)) {
        return None;
    }
    let Summary { text, image, .. } = site.summary(page);
    // A plain page without a picture has that of the site.
    let of_site = || matches!(page, PageRef::Article(_)).then(|| site.summary(PageRef::Front).image).flatten();
    let image = image.or_else(of_site);
    let drawn = preview_path(site, page).filter(|_| image.is_none());
    let framed = match page {
        PageRef::Position(edition, _) if view.variant.is_main() => Some(edition),
        _ => None,
    };
    Some(Preview {
        summary: text.to_owned(),
        drawn: drawn.is_some(),
        image: match image {
            Some(own) => site.content_address(&own.value),
            None => drawn.and_then(|path| site.published_address(&path)),
        },
        oembed: framed.and_then(|edition| site.published_address(&oembed_path(site, edition))),
        feed: site.file_alone(feed::PATH).and_then(|file| site.published_address(&file.path)),
        alternates: view
            .theme
            .languages
            .alternates(site.page_address(page), |number| site.others[number].address(page, &view.variant, &site.plan)),
    })
}

/// Returns the path of the picture that is drawn of a page. A site without games has nothing to draw.
pub(super) fn preview_path(site: &Site, page: PageRef) -> Option<String> {
    let folder = match page {
        PageRef::Article(_) => site.plan.folder(PageRef::Front),
        page => site.plan.folder(page),
    };
    let slash = if folder.is_empty() { "" } else { "/" };
    (!site.plan.sections().is_empty()).then(|| format!("{folder}{slash}{PREVIEW}"))
}

/// Returns the path of what oEmbed says of an edition.
pub(super) fn oembed_path(site: &Site, edition: EditionId) -> String {
    format!("{}/{}", site.plan.edition(edition).folder(), embed::FILE)
}

/// Returns how an edition is shown on pages of others, if it is known where it is published.
pub(super) fn framed<'a>(site: &'a Site, edition: &Edition) -> Option<Framed<'a>> {
    let page = PageRef::start_of(edition.id);
    let picture = preview_path(site, page).and_then(|path| site.published_address(&path));
    Some(Framed {
        address: site.page_address(page)?,
        title: site.title_at(&site.spec(edition.section).title, edition.title()),
        site_title: &site.content.config.title,
        base_url: site.base_url()?,
        picture: picture.map(|address| (address, PREVIEW_SIZE)),
    })
}
