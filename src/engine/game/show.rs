//! Showing: the methods that pages need in addition to the rules of a game.

use xxhash_rust::xxh3::xxh3_64;

use super::message::{Label, Message, Slug};
use super::rules::{Fault, Rules};
use super::scene::{Clicks, Heap, Heaps, Scene, Target};

/// How pages name and show the states and moves of a game.
///
/// All methods are optional. By default, slugs of states are hashes, slugs of moves come from their `Debug` text, and
/// the board is the state's `Debug` text above a list of its moves.
pub trait Show: Rules + Sized {
    // ---------------------------------------------------------------------------------------------------- notation

    /// Returns the slug of a state: the name of the state in addresses, of lower-case letters, digits and hyphens. A
    /// slug must not be empty or `index`. All states must have different slugs, which must be the same in every
    /// release.
    ///
    /// By default, the slug is a hash of the state's `Debug` text, so the slug changes whenever this text changes. For
    /// addresses that last, implement this method.
    fn slug(&self, state: &Self::State) -> String {
        format!("{:016x}", xxh3_64(format!("{state:?}").as_bytes()))
    }

    /// Returns the slug of a move: the name of the move in addresses. The slug must differ from the slugs of the other
    /// legal moves, and must be the same in every release. The slug must not be `hint` or `perfect`, or begin with
    /// `from-`: these names are reserved for pages of hints, of perfect play and of chosen pieces. By default, the slug
    /// is made from the `Debug` text of the move.
    fn move_slug(&self, _state: &Self::State, mv: Self::Move) -> Slug {
        Slug::new(format!("{mv:?}"))
    }

    /// Returns the legal moves that a policy of the game accepts; at least one. If the policy accepts several moves,
    /// the computer's seed selects one of these. The name of the policy is one of
    /// [`POLICIES`](super::Declare::POLICIES), and the game is not over.
    fn policy_moves(&self, _name: &str, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves
    }

    // ----------------------------------------------------------------------------------------------------- showing

    /// Checks that pages can show a state. As with [`Rules::check`], compiled games always pass this check.
    ///
    /// # Errors
    ///
    /// Returns a mistake in the code.
    fn check_shown(&self, _state: &Self::State) -> Result<(), Fault> {
        Ok(())
    }

    /// Checks the methods that opponents and puzzles call for a state: [`canonical`](Rules::canonical),
    /// [`estimate`](Rules::estimate) and [`policy_moves`](Self::policy_moves).
    ///
    /// # Errors
    ///
    /// Returns a mistake in the code.
    fn check_advice(&self, _state: &Self::State) -> Result<(), Fault> {
        Ok(())
    }

    /// Returns the fault for a broken promise of a game that was read from a file, with a line of the file if known.
    /// For compiled games, returns `None`. `part` is what breaks the promise, and `problem` says how.
    fn blame(&self, _part: Part, _problem: &str) -> Option<Fault> {
        None
    }

    /// Returns the aim of the players in one or two short sentences. By default, pages show the summary of the game
    /// instead.
    fn goal(&self) -> Message {
        Message::default()
    }

    /// Returns the contents of the board. The kind of scene is the same in all states of a game. All grids of a game
    /// have the same number of columns (at least one) and the same number of squares. If you implement this method,
    /// also implement [`clicks`](Self::clicks). By default, the scene is the state's `Debug` text above a list of its
    /// moves.
    fn scene(&self, state: &Self::State) -> Scene {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let row = |name: String, pieces| Heap { name: name.into(), pieces, places: pieces };
        let mut rows = vec![row(format!("{state:?}"), 0)];
        rows.extend(moves.into_iter().map(|mv| row(self.move_slug(state, mv).to_string(), 1)));
        Scene::Heaps(Heaps { rows })
    }

    /// Returns what a player touches to make a legal move. Any two moves of a state have different clicks. A piece that
    /// the player chooses first has the same slug and label in all moves of a state, and no other piece has this slug.
    fn clicks(&self, state: &Self::State, mv: Self::Move) -> Clicks {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let before = moves.iter().take_while(|&&other| other != mv).count();
        Clicks::one(Target::Piece { row: 1 + before, piece: 1 })
    }

    /// Returns the words for a legal move. By default, the words are the move's slug.
    fn label(&self, state: &Self::State, mv: Self::Move) -> Label {
        let slug = self.move_slug(state, mv).to_string();
        Label::new(slug.clone(), slug)
    }

    /// Returns the phrase for a move just made, such as `took b2`, which follows the player's name. The message gets
    /// the argument `who`: `you`, `computer` or `player`. By default, the phrase is `played` with the label.
    fn past_tense(&self, state: &Self::State, mv: Self::Move) -> Message {
        Message::key("played").with("move", self.label(state, mv).short)
    }

    /// Returns the message that says which places have this kind of move, such as `a2 is a clone`. The message gets
    /// the arguments `places`, a list in words, and `count`. By default, the message says that the places are moves.
    fn kind(&self, _state: &Self::State, _mv: Self::Move) -> Message {
        Message::key("kind-move")
    }

    /// Returns how a finished game ended, as a phrase that follows a colon, such as `the top row`. If the result needs
    /// no explanation, the message is empty. By default, the message is always empty.
    fn ending(&self, _state: &Self::State) -> Message {
        Message::default()
    }

    /// Returns the score of each side so far, such as `X has 3, O has 6`. If the game has no score, the message is
    /// empty.
    fn tally(&self, _state: &Self::State) -> Message {
        Message::default()
    }

    /// Returns the place of a state on the map of all positions. By default, a row of the map contains the states with
    /// the same distance under best play.
    fn on_map(&self, _state: &Self::State) -> MapPlace {
        MapPlace::Distance
    }

    /// Returns one or two sentences that explain the value of a state. If the game has no theory, the message is empty.
    fn reasoning(&self, _state: &Self::State) -> Message {
        Message::default()
    }
}

/// One part of what [`Rules`] and [`Show`] require of a game for each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The slug.
    Slug,
    /// Whose turn it is, or how the game ended, and whether there are moves.
    Status,
    /// The contents of the board.
    Board,
    /// The moves, with their slugs, labels and clicks.
    Moves,
}

/// The place of a state on the map of all positions. All states of a game have the same kind of place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapPlace {
    /// At a point: the number of steps from the left, and the number from the top. Neighbours are two steps apart.
    Point(u32, u32),
    /// In the row with this number, counted from 0 at the top. The message names what the states of the row share, such
    /// as `5 marks`.
    Row(u32, Message),
    /// In a row with all states that have the same distance under best play.
    Distance,
}

impl MapPlace {
    /// Returns the point; `None` if the place is in a row.
    pub fn point(&self) -> Option<(u32, u32)> {
        match *self {
            Self::Point(x, y) => Some((x, y)),
            Self::Row(..) | Self::Distance => None,
        }
    }
}
