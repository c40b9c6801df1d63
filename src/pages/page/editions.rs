//! The parts of a game's page: its editions, in rows and tables, and its downloads.

use serde::Serialize;

use super::board::Board;
use super::frame::{Link, Slot};
use super::story::Illustration;

/// A game on the front page or on the page of all games.
#[derive(Clone, Debug, Serialize)]
pub struct GameCard {
    /// The game's page.
    pub link: Link,
    /// One sentence that makes players curious.
    pub summary: String,
    /// The name of the group, if the game is in a group.
    pub group: Option<String>,
    /// A typical position of the game, without links.
    pub board: Board,
    /// The author's picture, to show instead of `board`.
    pub picture: Option<Illustration>,
    /// The first pages of the game's lessons.
    pub lessons: Vec<Link>,
    /// The first page of the edition that new players should try first, as in `GamePage`.
    pub play: Link,
    /// The number of editions of the game.
    pub ways: usize,
}

/// A group of editions on a game's page: a series, levels against the computer, or other consecutive editions.
#[derive(Clone, Debug, Serialize)]
pub struct SeriesCard {
    /// The `id` of this part of the page, to which links can lead; empty if the group is not a series.
    pub id: String,
    /// The name of the series; empty if the group is not a series.
    pub title: Slot,
    /// One sentence about the series; may be empty.
    pub summary: String,
    /// The first position, without links, if all editions of a series share a board.
    pub board: Option<Board>,
    /// The editions that are neither in `levels` nor in `volumes`.
    pub editions: Vec<EditionEntry>,
    /// True if an edition in `editions` has a `perfect` address.
    pub rings: bool,
    /// The levels against the computer, the easy levels first.
    pub levels: Vec<LevelRow>,
    /// The volumes (numbered editions) of a series: a row for each side that can move first.
    pub volumes: Vec<VolumeRow>,
}

impl SeriesCard {
    /// Returns the addresses of the star pages of the group's editions.
    pub fn stars(&self) -> impl Iterator<Item = &str> {
        let levels = self.levels.iter().flat_map(|row| [&row.you, &row.computer]).flatten();
        let volumes = self.volumes.iter().flat_map(|row| &row.editions);
        self.editions.iter().chain(levels).chain(volumes).filter_map(|entry| entry.star.as_deref())
    }
}

/// A level against the computer on a game's page. One of the level's two editions can be missing.
#[derive(Clone, Debug, Serialize)]
pub struct LevelRow {
    /// The name of the level, such as `Easy`.
    pub title: Slot,
    /// The edition in which the reader moves first.
    pub you: Option<EditionEntry>,
    /// The edition in which the computer moves first.
    pub computer: Option<EditionEntry>,
}

/// The volumes of a series in which the same side moves first.
#[derive(Clone, Debug, Serialize)]
pub struct VolumeRow {
    /// Who moves first in these volumes.
    pub begins: Begins,
    /// The reader's best result, such as `can be won in 5`, if all these volumes share it.
    pub promise: String,
    /// The volumes in order.
    pub editions: Vec<EditionEntry>,
}

/// A link to an edition, with a description.
#[derive(Clone, Debug, Serialize)]
pub struct EditionEntry {
    /// The `id` of this part of the page, to which links can lead.
    pub id: String,
    /// The edition's first page; the title is the edition's name within its series.
    pub link: Link,
    /// One sentence about the edition; may be empty.
    pub summary: String,
    /// The number of a volume in its series, from 1; 0 for other editions.
    pub number: u64,
    /// The name of the edition's level, if the edition has a level.
    pub level: Option<String>,
    /// Who moves first; nothing if no computer plays.
    pub begins: Option<Begins>,
    /// The reader's best result against the computer, such as `can be won in 5`; empty if no computer plays.
    pub promise: String,
    /// The address of the star's page. Only readers who earn the star reach this page. Use the address for a mark that
    /// shows whether the reader has earned the star.
    pub star: Option<String>,
    /// The address of the end that readers reach only if they waste no move. Use this address like `star`, for a second
    /// mark.
    pub perfect: Option<String>,
}

/// Who moves first, the reader or the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Begins {
    /// The reader.
    You,
    /// The computer.
    Computer,
}

/// The files of a game, a series or an edition.
#[derive(Clone, Debug, Serialize)]
pub struct FileCard {
    /// The name of the game, the series or the edition.
    pub title: Slot,
    /// Links to downloads: to e-books and single files, each with its size, and to the graph, which is a data file.
    pub files: Vec<Link>,
}
