//! Pictures of positions, for articles and for print: those that content asks for, and any that a user names.

use super::publishing::{Published, PublishedFile};
use super::{Options, Site};
use crate::content;
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::edition::{Edition, FIRST_NAME};
use crate::page::{EditionId, OpenBoard};
use crate::picture;
use crate::plan::split;

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
const FORMATS: [(&str, PictureFormat); 2] = [("svg", PictureFormat::Svg), ("png", PictureFormat::Png(PICTURE_WIDTH))];

impl Site {
    /// Returns the picture of a position of the site in the folder of the options. The position is named by its path
    /// on the website without the ending, such as `nim/two-player/a-3-4-5`; an edition stands for its first page.
    ///
    /// # Errors
    ///
    /// When the site has no such position, and everything that is wrong with it.
    pub fn picture(options: &Options, position: &str, format: PictureFormat) -> Result<Vec<u8>, Diagnostics> {
        let content = content::load(&options.root, &options.games)?;
        let games = content.games.iter();
        let folders = games.flat_map(|game| game.editions.iter().map(|edition| game.folder_of(edition)));
        let folders: Vec<String> = folders.collect();
        let of_edition = |folder: &&String| {
            let rest = position.strip_prefix(folder.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let Some(folder) = folders.iter().filter(of_edition).max_by_key(|folder| folder.len()) else {
            let message = format!("the site has no edition that `{position}` is a position of");
            // What is left without the position is nearer to the name of an edition.
            let named = if position.matches('/').count() > 1 { split(position).0 } else { position };
            let hint = did_you_mean(named, folders.iter().map(String::as_str));
            return Err(Diagnostic::new(message).hint(hint).into());
        };
        let site = Self::open(&Options { only: vec![folder.clone()], ..options.clone() }, None)?;
        let edition = site.plan.edition_in(folder).expect("it was asked for");
        let name = position[folder.len()..].trim_matches('/');
        let name = if name.is_empty() { FIRST_NAME } else { name };
        site.open_edition(edition)?;
        let diagram = if edition.is_on_demand() {
            edition.page_on_demand(name).map(|page| page.diagram())
        } else {
            edition.page_named(name).map(|page| edition.diagram(page))
        };
        let diagram = diagram.map_err(|unknown| {
            Diagnostic::new(unknown.to_string()).hint(edition.whereabouts(name, site.plan.editions()))
        })?;
        Ok(site.draw(edition, &diagram, format))
    }

    /// Plans the pictures that content asks for: each as shapes and as pixels, beside the pages of its edition.
    pub(super) fn plan_pictures(&self) -> Vec<PublishedFile> {
        let mut files = Vec::new();
        for edition in self.plan.editions() {
            for (number, named) in self.edition_spec(edition).pictures.iter().enumerate() {
                for (ending, format) in FORMATS {
                    let path = format!("{}/{}.{ending}", edition.folder(), named.value);
                    files.push(PublishedFile { path, what: Published::Picture(edition.id, number, format) });
                }
            }
        }
        files
    }

    /// Checks that open editions have the positions of the pictures that content asks for.
    pub(super) fn check_pictures(&self, editions: &[Edition]) -> Result<(), Diagnostics> {
        let mut findings = Diagnostics::new();
        for edition in editions {
            for named in &self.edition_spec(edition).pictures {
                let name = &named.value;
                let others = if findings.is_more_than_told() { &[] } else { self.plan.editions() };
                findings.keep(
                    edition.page_named(name).map_err(|unknown| {
                        named.diagnostic(unknown.to_string()).hint(edition.whereabouts(name, others))
                    }),
                );
            }
        }
        findings.into_result(())
    }

    /// Returns the picture with this number of those that content asks for of an edition, after they were checked.
    pub(super) fn draw_asked(&self, edition: EditionId, number: usize, format: PictureFormat) -> Vec<u8> {
        let edition = self.plan.edition(edition);
        let named = &self.edition_spec(edition).pictures[number];
        let page = edition.page_named(&named.value).expect("it was checked");
        self.draw(edition, &edition.diagram(page), format)
    }

    /// Returns the picture of a board with its status.
    fn draw(&self, edition: &Edition, (board, status): &(OpenBoard, String), format: PictureFormat) -> Vec<u8> {
        match format {
            PictureFormat::Png(width) => picture::png(board, width),
            PictureFormat::Svg => {
                let game = &self.spec(edition.section).title;
                picture::svg(board, &format!("{game}, {}: {status}", edition.title())).into_bytes()
            }
        }
    }
}
