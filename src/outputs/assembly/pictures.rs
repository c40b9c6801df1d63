//! Pictures of positions, for articles and print, and pictures of pages, for link previews.

use super::site_files::PictureFormat;
use crate::engine::game::Message;
use crate::ground::diagnostic::Diagnostics;
use crate::pages::edition::{Edition, OpenedEdition};
use crate::pages::page::{ChapterId, MapKind, OpenBoard, PageId, PageRef, SectionId};
use crate::pages::picture::{self, Subject};
use crate::pages::site::Site;

pub(crate) fn draw(
    site: &Site,
    edition: &Edition,
    (board, status): &(OpenBoard, String),
    format: PictureFormat,
) -> Vec<u8> {
    drawn(site, edition, &Subject::Board(board), status.clone().into(), &picture::description(board), format)
}

/// Draws a position of an edition. `part` completes the picture's title.
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

pub(super) fn draw_map(site: &Site, edition: OpenedEdition<'_>, format: PictureFormat) -> Vec<u8> {
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
    drawn(site, &edition, &Subject::Map(&dots), Message::key("map"), &map.summary.into(), format)
}

/// Returns the preview picture of a chapter: its first position next to its title.
///
/// # Errors
///
/// Returns an error if a lesson cannot be opened.
pub(crate) fn draw_preview(site: &Site, page: PageRef) -> Result<Vec<u8>, Diagnostics> {
    let plan = &site.plan;
    let cover = |section: SectionId| {
        let (edition, slug) = site.cover(section);
        edition.picture(slug)
    };
    let title = &site.summary(page).title;
    Ok(match page.chapter {
        ChapterId::Section(section) => picture::preview(&cover(section), title, ""),
        ChapterId::Edition(id) => {
            let edition = plan.edition(id);
            let board =
                edition.open().map_or_else(|_| edition.picture(None), |edition| edition.diagram(PageId::FIRST).0);
            picture::preview(&board, &site.game_of(id).title, title)
        }
        ChapterId::Script(id) => {
            let script = plan.script(id);
            let section = script.section.unwrap_or_else(|| plan.edition(script.editions[0]).section);
            let game = &site.spec(section).title;
            if script.is_lesson() {
                let mut board = OpenBoard::default();
                script.open()?.draw(PageId::FIRST, &mut board);
                picture::preview(&board, title, game)
            } else {
                picture::preview(&cover(section), game, title)
            }
        }
        _ => picture::preview(&cover(SectionId::new(0)), title, ""),
    })
}
