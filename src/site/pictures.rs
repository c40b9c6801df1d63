//! Pictures: of positions, for articles and for print, and of pages, for links to them.

use super::basis::Basis;
use crate::edition::Edition;
use crate::page::{OpenBoard, PageRef};
use crate::picture;
use crate::plan::ScriptKind;

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// As shapes, for any size.
    Svg,
    /// As pixels, so many from left to right.
    Png(u16),
}

/// How many pixels from left to right a PNG has where nobody says otherwise.
pub const PICTURE_WIDTH: u16 = 1200;

/// The formats in which content gets each picture, with what their names end with.
pub(super) const FORMATS: [(&str, PictureFormat); 2] =
    [("svg", PictureFormat::Svg), ("png", PictureFormat::Png(PICTURE_WIDTH))];

/// Returns the picture of a board with its status.
pub(super) fn draw(
    site: &Basis,
    edition: &Edition,
    (board, status): &(OpenBoard, String),
    format: PictureFormat,
) -> Vec<u8> {
    match format {
        PictureFormat::Png(width) => picture::png(board, width),
        PictureFormat::Svg => {
            let game = &site.spec(edition.section).title;
            picture::svg(board, &format!("{game}, {}: {status}", edition.title())).into_bytes()
        }
    }
}

/// Returns the picture of a page, which is open: the position that it begins with, beside what it is called.
pub(super) fn draw_preview(site: &Basis, page: PageRef) -> Vec<u8> {
    let plan = &site.plan;
    let cover = |section: usize| {
        let (edition, slug) = site.cover(plan.sections()[section].id);
        edition.picture(slug).unwrap_or_default()
    };
    let title = site.summary(page).title;
    match page {
        PageRef::Front | PageRef::Article(_) | PageRef::Star(_) => picture::preview(&cover(0), title, ""),
        PageRef::Section(section) => picture::preview(&cover(section.index()), title, ""),
        PageRef::Position(id, first) => {
            let edition = plan.edition(id);
            let start =
                if edition.is_on_demand() { edition.picture(None).ok() } else { Some(edition.diagram(first).0) };
            picture::preview(&start.unwrap_or_default(), &site.game_of(id).title, title)
        }
        PageRef::Script(id, first) => {
            let script = plan.script(id);
            let game = &site.spec(script.section).title;
            match &script.kind {
                ScriptKind::Lesson(lesson) => picture::preview(&lesson.open_page(first).board, title, game),
                ScriptKind::Puzzles(_) => picture::preview(&cover(script.section.index()), game, title),
            }
        }
    }
}
