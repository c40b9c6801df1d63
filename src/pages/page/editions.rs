//! The parts of a game's page: its editions, in rows and tables, and its downloads.

use serde::Serialize;

use super::board::Board;
use super::frame::{Link, Slot};
use super::story::Illustration;

/// A game on the front page.
#[derive(Clone, Debug, Serialize)]
pub struct GameCard {
    /// The game's page.
    pub link: Link,
    /// One sentence that makes players curious.
    pub summary: String,
    /// The group of the game, if it is in one.
    pub group: Option<String>,
    /// A position without links that represents the game.
    pub board: Board,
    /// A picture to show instead of the position.
    pub picture: Option<Illustration>,
    /// The first pages of its lessons.
    pub lessons: Vec<Link>,
    /// The first page of the edition to begin with. Its title is that of the edition or of its series; for a level, it
    /// is `Against the computer`.
    pub play: Link,
    /// The number of editions of the game.
    pub ways: usize,
}

/// Editions that belong together on their game's page: a series, several levels, or consecutive editions.
#[derive(Clone, Debug, Serialize)]
pub struct SeriesCard {
    /// The `id` of this part of the page, to which links can lead; empty if it is not a series.
    pub id: String,
    /// The name of the series; empty if it is not a series.
    pub title: Slot,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// The board, without links, on which the editions of the series are played, if they share one.
    pub board: Option<Board>,
    /// The editions that are neither one of several levels nor a volume.
    pub editions: Vec<EditionEntry>,
    /// Whether any of these has an end for players who wasted no move.
    pub rings: bool,
    /// The levels against the computer, the easy ones first.
    pub levels: Vec<LevelRow>,
    /// The volumes in which the reader moves first, and those in which the computer does.
    pub volumes: Vec<VolumeRow>,
}

impl SeriesCard {
    /// Returns the addresses of its stars.
    pub fn stars(&self) -> impl Iterator<Item = &str> {
        let levels = self.levels.iter().flat_map(|row| [&row.you, &row.computer]).flatten();
        let volumes = self.volumes.iter().flat_map(|row| &row.editions);
        self.editions.iter().chain(levels).chain(volumes).filter_map(|entry| entry.star.as_deref())
    }
}

/// A level against the computer on a game's page. One of its editions can be missing.
#[derive(Clone, Debug, Serialize)]
pub struct LevelRow {
    /// Its name: `Easy`.
    pub title: Slot,
    /// The edition in which the reader moves first.
    pub you: Option<EditionEntry>,
    /// The edition in which the computer moves first.
    pub computer: Option<EditionEntry>,
}

/// The volumes of a series in which the same side moves first.
#[derive(Clone, Debug, Serialize)]
pub struct VolumeRow {
    /// Who moves first.
    pub begins: Begins,
    /// The best result that all of them share, such as `can be won in 5`; otherwise empty.
    pub promise: String,
    /// The volumes in their order.
    pub editions: Vec<EditionEntry>,
}

/// A link to an edition, with a description.
#[derive(Clone, Debug, Serialize)]
pub struct EditionEntry {
    /// The `id` of this part of the page, to which links can lead.
    pub id: String,
    /// Its first page; the title is the edition's name within its series.
    pub link: Link,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// Its number among the volumes of its series, from 1; otherwise 0.
    pub number: u64,
    /// The name of its level, if it is one of several.
    pub level: Option<String>,
    /// Who moves first, if the computer plays.
    pub begins: Option<Begins>,
    /// A person's best result, such as `can be won in 5`; empty if only people play.
    pub promise: String,
    /// The address of its star's page, which readers reach only by winning. Use it for a mark that shows whether they
    /// did.
    pub star: Option<String>,
    /// The address of the end for players who wasted no move, for another such mark.
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

/// The files of a game that readers can download.
#[derive(Clone, Debug, Serialize)]
pub struct FileCard {
    /// The game, the series or the edition in the files.
    pub title: Slot,
    /// The files: e-books and single files, each with its size, and graphs as data.
    pub files: Vec<Link>,
}
