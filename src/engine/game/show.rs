//! Showing: the methods that pages need in addition to a game's rules.

use std::collections::HashMap;
use std::fmt::Write;
use std::hash::Hash;

use indexmap::IndexSet;
use xxhash_rust::xxh3::xxh3_64;

use super::message::{Label, Message, Slug, SlugError};
use super::rules::{Fault, Rules};
use super::scene::{Clicks, Heap, Heaps, Scene, Target};

/// How pages name and show the states and moves of a game.
///
/// You need not implement any method. By default, states are named by hashes, moves by their `Debug` texts, and the
/// board is the state's `Debug` text above a list of its moves. Each method that you implement improves on that.
pub trait Show: Rules + Sized {
    // ---------------------------------------------------------------------------------------------------- notation

    /// Appends the slug of a state to `out`: its name in addresses, of lower-case letters, digits and hyphens. Slugs
    /// are never empty or `index`, differ from state to state, and are the same in every release.
    ///
    /// By default, the slug is a hash of the state's `Debug` text, so it lasts as long as that text does. To publish a
    /// game for long, give it slugs of its own, and implement [`parse_slug`](Self::parse_slug).
    fn slug(&self, state: &Self::State, out: &mut String) {
        let number = xxh3_64(format!("{state:?}").as_bytes());
        write!(out, "{number:016x}").expect("writing to a string succeeds");
    }

    /// Returns the state with this [`slug`](Self::slug).
    ///
    /// By default, this searches the first hundred thousand states, which is slow in a large game.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not follow the game's slug format.
    fn parse_slug(&self, text: &str) -> Result<Self::State, SlugError> {
        SlugSearch::default().find(self, text)
    }

    /// Returns the name of a move in addresses. It differs from those of the other legal moves and is the same in every
    /// release. It is not `hint` or `perfect` and does not begin with `from-`: such names belong to pages of hints, of
    /// perfect play and of chosen pieces. By default, it is made from the `Debug` text of the move.
    fn move_slug(&self, _state: &Self::State, mv: Self::Move) -> Slug {
        Slug::new(format!("{mv:?}"))
    }

    /// Returns the moves among which the named policy chooses, at least one and all of them legal; the seed decides
    /// between them. The name is one of [`POLICIES`](super::Declare::POLICIES), and the game is not over.
    fn policy_moves(&self, _name: &str, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves
    }

    // ----------------------------------------------------------------------------------------------------- showing

    /// Checks that a state can be shown, as [`check`](Rules::check) does for the rules.
    ///
    /// # Errors
    ///
    /// Returns the mistake in the code.
    fn check_shown(&self, _state: &Self::State) -> Result<(), Fault> {
        Ok(())
    }

    /// Checks the methods that opponents and puzzles call for a state: the canonical state, the estimate, and the
    /// choices of the policies.
    ///
    /// # Errors
    ///
    /// Returns the mistake in the code.
    fn check_advice(&self, _state: &Self::State) -> Result<(), Fault> {
        Ok(())
    }

    /// Returns the fault for a broken promise: for a game that was read from a file, a line of its code. `part` says
    /// which promise is broken, and `problem` how.
    fn blame(&self, _part: Part, _problem: &str) -> Option<Fault> {
        None
    }

    /// Returns the aim of the players in one or two short sentences. By default, it is the summary of the game.
    fn goal(&self) -> Message {
        Message::default()
    }

    /// Returns the contents of the board. All states of a game have the same kind of scene. Grids all have the same
    /// number of columns, at least one, and the same number of squares. Implement this method and
    /// [`clicks`](Self::clicks) together. By default, the scene is the state's `Debug` text above a list of its moves.
    fn scene(&self, state: &Self::State) -> Scene {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let row = |name: String, pieces| Heap { name: name.into(), pieces, places: pieces };
        let mut rows = vec![row(format!("{state:?}"), 0)];
        rows.extend(moves.into_iter().map(|mv| row(self.move_slug(state, mv).to_string(), 1)));
        Scene::Heaps(Heaps { rows })
    }

    /// Returns what a player touches to make a legal move: places in the scene, different for any two moves. A piece to
    /// choose has the same slug and label in all moves of a state, and no other piece has that slug.
    fn clicks(&self, state: &Self::State, mv: Self::Move) -> Clicks {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        let before = moves.iter().take_while(|&&other| other != mv).count();
        Clicks::one(Target::Piece { row: 1 + before, piece: 1 })
    }

    /// Returns the words for a legal move. By default, they are its slug.
    fn label(&self, state: &Self::State, mv: Self::Move) -> Label {
        let slug = self.move_slug(state, mv).to_string();
        Label::new(slug.clone(), slug)
    }

    /// Returns what a player has done by making a legal move, such as `took b2`, which follows the player's name. The
    /// message gets the argument `who`: `you`, `computer` or `player`. By default, the player `played` the label.
    fn past_tense(&self, state: &Self::State, mv: Self::Move) -> Message {
        Message::key("played").with("move", self.label(state, mv).short)
    }

    /// Returns the words for the places of such moves, such as `a2 is a clone`. The message gets the arguments
    /// `places`, in words, and their `count`. By default, they are moves.
    fn kind(&self, _state: &Self::State, _mv: Self::Move) -> Message {
        Message::key("kind-move")
    }

    /// Returns how a game ended, as a phrase that follows a colon, such as `the top row`; empty if the result says it
    /// all. The game is over.
    fn ending(&self, _state: &Self::State) -> Message {
        Message::default()
    }

    /// Returns the score of each side so far, such as `X has 3, O has 6`; empty if players do not count anything.
    fn tally(&self, _state: &Self::State) -> Message {
        Message::default()
    }

    /// Returns the place of a state on the map of all positions. By default, rows contain the states from which best
    /// play takes equally long.
    fn on_map(&self, _state: &Self::State) -> MapPlace {
        MapPlace::Distance
    }

    /// Returns a sentence or two that explain the value of a state; empty if the game has no theory.
    fn reasoning(&self, _state: &Self::State) -> Message {
        Message::default()
    }
}

/// A promise of a game about each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Its slug.
    Slug,
    /// The contents of its board.
    Board,
    /// Its moves, with their labels and the places to touch.
    Moves,
}

pub(crate) fn slug_of<G: Show>(game: &G, state: &G::State) -> String {
    let mut slug = String::new();
    game.slug(state, &mut slug);
    slug
}

/// A search for states by their slugs, among the first hundred thousand. Each search continues the one before.
#[derive(Clone, Debug)]
pub(crate) struct SlugSearch<S> {
    known: IndexSet<S>,
    next: usize,
    /// The numbers of the states searched so far, by their slugs.
    slugs: HashMap<String, usize>,
}

impl<S> Default for SlugSearch<S> {
    fn default() -> Self {
        Self { known: IndexSet::new(), next: 0, slugs: HashMap::new() }
    }
}

impl<S: Clone + Eq + Hash> SlugSearch<S> {
    pub(crate) fn find<G: Show<State = S>>(&mut self, game: &G, text: &str) -> Result<S, SlugError> {
        const MOST: usize = 100_000;
        if let Some(&number) = self.slugs.get(text) {
            return Ok(self.known[number].clone());
        }
        if self.known.is_empty() {
            self.known.insert(game.start());
        }
        let mut moves = Vec::new();
        while let Some(state) = self.known.get_index(self.next).cloned() {
            self.next += 1;
            game.moves(&state, &mut moves);
            for mv in moves.drain(..) {
                if self.known.len() < MOST {
                    self.known.insert(game.play(&state, mv));
                }
            }
            let slug = slug_of(game, &state);
            let is_meant = slug == text;
            self.slugs.entry(slug).or_insert(self.next - 1);
            if is_meant {
                return Ok(state);
            }
        }
        Err(SlugError::new(text, "play cannot reach a position of this name"))
    }
}

/// The place of a state on the map of all positions. All states of a game have places of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapPlace {
    /// At a point: steps from the left, and steps from the top. Neighbours are two steps apart.
    Point(u32, u32),
    /// In the row of this number, from the top. The message says what its states have in common, such as `5 marks`.
    Row(u32, Message),
    /// In a row with the states from which best play takes equally long.
    Distance,
}

impl MapPlace {
    /// Returns the point, if it is one.
    pub fn point(&self) -> Option<(u32, u32)> {
        match *self {
            Self::Point(x, y) => Some((x, y)),
            Self::Row(..) | Self::Distance => None,
        }
    }
}
