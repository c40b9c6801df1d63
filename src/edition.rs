//! Editions: which pages a playable version of a game has, what each is called and what it shows.

use crate::content::{relative, root_of};
use crate::game::{Outcome, Player, Players, Scene, SlugError, Status};
use crate::graph::{Choice, Positions, StateId};
use crate::page::{Board, Frame, Link, PositionPage};
use crate::solve::{Solution, Value, Verdict};

/// A playable version of a game: its positions and where its pages stand on the site.
pub struct Edition {
    /// Its folder on the site, for example `nim/two-player`.
    pub folder: String,
    /// Its name for readers.
    pub title: String,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// Every position that play can reach.
    pub positions: Box<dyn Positions>,
}

impl Edition {
    /// The pages of the edition, as the positions that they show.
    pub fn pages(&self) -> impl ExactSizeIterator<Item = StateId> + use<> {
        self.positions.graph().states()
    }

    /// What comes of the game under best play from the beginning, in words such as `Player A wins in 7`.
    pub fn best_play(&self) -> String {
        let Verdict { value, distance } = Solution::of(self.positions.graph()).verdict(StateId::START);
        match (self.positions.players(), value) {
            (Players::One, Value::Win(_)) => format!("solved in {distance}"),
            (Players::One, _) => "cannot be solved".to_owned(),
            (players, Value::Win(player)) => format!("{} wins in {distance}", players.name(player)),
            (_, Value::Draw) => format!("a draw in {distance}"),
            (_, Value::Endless) => "endless".to_owned(),
        }
    }

    /// Where the page of a position stands on the site.
    pub fn path(&self, state: StateId) -> String {
        format!("{}/{}", self.folder, self.file_name(state))
    }

    /// Where the first page stands on the site.
    pub fn start_path(&self) -> String {
        self.path(StateId::START)
    }

    /// The start page has no second address under its slug.
    fn file_name(&self, state: StateId) -> String {
        match state {
            StateId::START => "index.html".to_owned(),
            _ => format!("{}.html", self.positions.slug(state)),
        }
    }

    /// The page of a position. `frame` is what holds for every page, `game` the path and name of the game's page.
    pub fn page(&self, state: StateId, frame: Frame, game: &Link) -> PositionPage {
        let positions = &*self.positions;
        let path = self.path(state);
        let to = |target: &str, title: &str| Link { href: relative(&path, target), title: title.to_owned() };
        let status = positions.graph().status(state);
        let status_text = describe(status, positions.players());
        let title = match state {
            StateId::START => format!("{} — {}", game.title, self.title),
            _ => format!("{status_text} ({}) — {}, {}", positions.slug(state), self.title, game.title),
        };
        let choices = positions.choices(state);
        PositionPage {
            title,
            game: to(&game.href, &game.title),
            edition: to(&self.start_path(), &self.title),
            home: to("index.html", &frame.site_title),
            status: status_text,
            goal: positions.goal(),
            over: matches!(status, Status::Over(_)),
            board: Board::new(positions.scene(state), &choices, |choice: &Choice| self.file_name(choice.leads_to)),
            frame: Frame { root: root_of(&path), ..frame },
        }
    }

    /// What stands on the board in the position of this slug.
    ///
    /// # Errors
    ///
    /// When play cannot reach such a position.
    pub fn scene_of(&self, slug: &str) -> Result<Scene, SlugError> {
        Ok(self.positions.scene(self.positions.find(slug)?))
    }

    /// What stands on the board in the beginning.
    pub fn start_scene(&self) -> Scene {
        self.positions.scene(StateId::START)
    }
}

/// The words for whose turn it is or how the game ended.
fn describe(status: Status, players: Players) -> String {
    match status {
        Status::Turn(Player::First) if players == Players::One => "Your move".to_owned(),
        Status::Turn(player) => format!("{} to move", players.name(player)),
        Status::Over(Outcome::Win(player)) => format!("{} wins", players.name(player)),
        Status::Over(Outcome::Draw) => "A draw: nobody wins".to_owned(),
        Status::Over(Outcome::Solved) => "Solved".to_owned(),
    }
}
