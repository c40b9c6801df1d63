//! Pictures: of positions, for articles and for print, and of pages, for links to them.

use super::origins::PictureFormat;
use super::sites::Sites;
use crate::engine::game::Message;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::pages::chapter::FIRST_NAME;
use crate::pages::edition::{Edition, MAP_NAME, OpenedEdition};
use crate::pages::page::{ChapterId, MapKind, OpenBoard, PageId, PageRef, SectionId};
use crate::pages::picture::{self, Subject};
use crate::pages::plan::split;
use crate::pages::script::OpenedScript;
use crate::pages::site::Options;
use crate::pages::site::Site;
use crate::pages::site::start;

pub(crate) fn draw(
    site: &Site,
    edition: &Edition,
    (board, status): &(OpenBoard, String),
    format: PictureFormat,
) -> Vec<u8> {
    drawn(site, edition, &Subject::Board(board), status.clone().into(), &picture::description(board), format)
}

/// Draws what an edition has, of which the title names the `part`.
fn drawn(
    site: &Site,
    edition: &Edition,
    shown: &Subject<'_>,
    part: Message,
    description: &Message,
    format: PictureFormat,
) -> Vec<u8> {
    match format {
        PictureFormat::Png(width) => picture::png(shown, width),
        PictureFormat::Svg => {
            let game = format!("{}, {}", site.spec(edition.section).title, edition.title());
            let title = Message::key("title-and-part").with("title", game).with("part", part);
            let [title, description] = [&title, description].map(|said| site.catalogue.say(said));
            picture::svg(shown, &title, &description).into_bytes()
        }
    }
}

fn draw_map(site: &Site, edition: OpenedEdition<'_>, format: PictureFormat) -> Vec<u8> {
    let map = edition.map();
    let shade = |kind, shade: u32| match kind {
        MapKind::First => [0, 0x44, 0x77, 0xaa][shade as usize],
        MapKind::Endless => 0x66,
        MapKind::Draw => 0x99,
        MapKind::Second => 0xcc,
        MapKind::Stuck => 0xdd,
    };
    let dots: Vec<_> = map
        .layers
        .iter()
        .flat_map(|layer| layer.dots.iter().map(|dot| (dot.at, shade(layer.kind, layer.shade))))
        .collect();
    drawn(site, &edition, &Subject::Map(&dots), Message::key("map"), &map.summary(&site.catalogue), format)
}

/// Returns the picture of a chapter: the position that it begins with, beside what it is called.
///
/// # Errors
///
/// When a lesson cannot be opened.
pub(crate) fn draw_preview(site: &Site, page: PageRef) -> Result<Vec<u8>, Diagnostics> {
    let plan = &site.plan;
    let cover = |section: SectionId| {
        let (edition, slug) = site.cover(section);
        edition.picture(slug).unwrap_or_default()
    };
    let title = site.summary(page).title;
    Ok(match page.chapter {
        ChapterId::Section(section) => picture::preview(&cover(section), title, ""),
        ChapterId::Edition(id) => {
            let edition = plan.edition(id);
            let board = edition.open().map_or_else(|_| start(edition), |edition| edition.diagram(PageId::FIRST).0);
            picture::preview(&board, &site.game_of(id).title, title)
        }
        ChapterId::Script(id) => {
            let script = plan.script(id);
            let section = script.section.unwrap_or_else(|| plan.edition(script.editions[0]).section);
            let game = &site.spec(section).title;
            match script.is_lesson().then(|| script.open()).transpose()? {
                Some(OpenedScript::Lesson(lesson)) => {
                    picture::preview(&lesson.open_page(PageId::FIRST).board, title, game)
                }
                _ => picture::preview(&cover(section), game, title),
            }
        }
        _ => picture::preview(&cover(SectionId::new(0)), title, ""),
    })
}

impl Sites {
    /// Returns the picture of a position of the site in the folder of the options. The position is named by its path
    /// on the website without the ending, such as `nim/two-player/a-3-4-5`; an edition stands for its first page, and
    /// `nim/two-player/index~map` for its map.
    ///
    /// # Errors
    ///
    /// When the site has no such position, and everything that is wrong with it.
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
        let diagram = edition.page_named(name).map(|page| edition.diagram(page)).map_err(|unknown| {
            Diagnostic::new(unknown.to_string()).hint(edition.hint_where(name, site.plan.editions()))
        })?;
        Ok(draw(site, &edition, &diagram, format))
    }
}

fn find_edition_of<'a>(site: &'a Site, position: &str) -> Result<&'a Edition, Diagnostic> {
    let editions = site.plan.editions().iter();
    let is_inside = |edition: &&Edition| {
        let rest = position.strip_prefix(edition.folder());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    editions.clone().filter(is_inside).max_by_key(|edition| edition.folder().len()).ok_or_else(|| {
        let message = format!("the site has no edition that `{position}` is a position of");
        // What is left without the position is nearer to the name of an edition.
        let named = if position.matches('/').count() > 1 { split(position).0 } else { position };
        Diagnostic::new(message).hint(did_you_mean(named, editions.map(Edition::folder)))
    })
}
