//! Positions: the states of a game of any type, by their numbers, in the form that pages need.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::adjacency::{Graph, StateId};
use super::explore::{ExploreError, States, explore_with};
use super::promises::{check, is_sampled};
use crate::engine::game::{
    Clicks, Description, Label, MapPlace, Message, Name, Part, Piece, Players, Scene, Show, Slug, Status, Target,
};

/// A legal move of a state, with what a page needs to offer the move.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What a player touches to make the move.
    pub clicks: Clicks,
    /// The words for the move.
    pub label: Label,
    /// The message that says which places have this kind of move; see [`Show::kind`](crate::engine::game::Show::kind).
    pub kind: Message,
}

impl Choice {
    /// Returns the name of the move on pages where no piece is chosen: the visible text, such as `b3`. If the player
    /// must choose a piece first, returns both places, such as `e4 to d2`. For pieces of a row, which have no names,
    /// returns the whole phrase.
    pub fn name(&self) -> Message {
        let place = self.label.short.clone();
        match &self.clicks {
            Clicks { piece: Some(piece), .. } => {
                Message::key("piece-to-place").with("piece", piece.label.short.clone()).with("place", place)
            }
            Clicks { at: Target::Piece { .. }, .. } => self.label.whole.clone(),
            _ => place,
        }
    }

    /// Returns the name of the move. If another move in `choices` has the same name, returns the whole phrase.
    pub fn name_among(&self, choices: &[Self]) -> Message {
        let name = self.name();
        let is_alone = choices.iter().filter(|choice| choice.name() == name).count() == 1;
        if is_alone { name } else { self.label.whole.clone() }
    }
}

/// Returns the pieces that a player chooses before moving, without repetition, ordered by their places.
pub fn pieces(choices: &[Choice]) -> Vec<&Piece> {
    let pieces = choices.iter().filter_map(|choice| choice.clicks.piece.as_ref());
    let by_place: BTreeMap<_, _> = pieces.map(|piece| (piece.at, piece)).collect();
    by_place.into_values().collect()
}

/// Gives access, by number, to the explored states of a game of any type. A move is identified by its index among the
/// legal moves of its state.
pub trait Positions: Send + Sync {
    /// Returns the graph of the states.
    fn graph(&self) -> &Graph;

    /// Checks that a state can be shown. Compiled games always pass this check; the code of a game from a file can
    /// fail.
    ///
    /// # Errors
    ///
    /// Returns a mistake in the code.
    fn check(&self, state: StateId) -> Result<(), ExploreError>;

    /// Returns the number of players and their names.
    fn players(&self) -> &Players;

    /// Returns the aim of the players in one or two short sentences.
    fn goal(&self) -> Message;

    /// Returns whose turn it is in a state, or how the game ended.
    fn status(&self, state: StateId) -> Status {
        self.graph().status(state)
    }

    /// Returns the states after the legal moves of a state, one for each move, in the order of the moves.
    fn successors(&self, state: StateId) -> &[StateId] {
        self.graph().successors(state)
    }

    /// Returns the slug of a state.
    fn slug(&self, state: StateId) -> &str;

    /// Returns the state with this slug; `None` if play cannot reach a state with this slug.
    fn find(&self, slug: &str) -> Option<StateId>;

    /// Returns the slug of the state that represents this state up to symmetry; see
    /// [`Rules::canonical`](crate::engine::game::Rules::canonical).
    fn canonical_slug(&self, state: StateId) -> String;

    /// Returns the contents of the board. [`Show`](crate::engine::game::Show) explains this and the following methods.
    fn scene(&self, state: StateId) -> Scene;

    /// Returns the legal moves, in ascending order.
    fn choices(&self, state: StateId) -> Vec<Choice>;

    /// Returns the [`pieces`] that a player chooses before moving.
    fn pieces(&self, state: StateId) -> Vec<Piece> {
        pieces(&self.choices(state)).into_iter().cloned().collect()
    }

    /// Returns the slugs of the legal moves, in the order of the moves.
    fn move_slugs(&self, state: StateId) -> Vec<Slug>;

    /// Returns the slug of the legal move with this index.
    fn move_slug(&self, state: StateId, index: usize) -> Slug;

    /// Returns the phrase for making the legal move with this index, such as `took b2`.
    fn past_tense(&self, state: StateId, index: usize) -> Message;

    /// Returns how the finished game ended; the message can be empty.
    fn ending(&self, state: StateId) -> Message;

    /// Returns the score of each side so far; the message can be empty.
    fn tally(&self, state: StateId) -> Message;

    /// Returns the place of a state on the map of all positions.
    fn on_map(&self, state: StateId) -> MapPlace;

    /// Returns sentences that explain the value of a state; the message can be empty.
    fn reasoning(&self, state: StateId) -> Message;

    /// Estimates who is ahead: a positive number means the first player, and a negative number the second player.
    fn estimate(&self, state: StateId) -> i32;

    /// Returns the indices of the moves that the named policy accepts; there is at least one.
    ///
    /// # Errors
    ///
    /// Returns an error if the policy returns no move, or an illegal one.
    fn policy_moves(&self, name: &str, state: StateId) -> Result<Vec<usize>, ExploreError>;
}

struct Explored<G: Show> {
    game: Arc<G>,
    description: Arc<Description>,
    players: Players,
    states: States<G>,
    graph: Graph,
    slugs: Slugs,
}

/// The slug of each state, because games in files take long to make slugs.
#[derive(Default)]
struct Slugs {
    /// All slugs, one after the other.
    text: String,
    /// The end of each slug in the text.
    ends: Vec<usize>,
    /// The hashes of the slugs with the numbers of their states, which [`sort`](Self::sort) sorts. This is faster than
    /// to sort the slugs themselves.
    hashes: Vec<(u64, u32)>,
}

impl Slugs {
    fn push(&mut self, slug: &str) {
        self.hashes.push((hash(slug), self.ends.len() as u32));
        self.text.push_str(slug);
        self.ends.push(self.text.len());
    }

    /// Prepares searches, when all slugs are known.
    fn sort(&mut self) {
        self.hashes.par_sort_unstable();
    }

    fn get(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[number]]
    }

    fn find(&self, slug: &str) -> Option<usize> {
        let found = self.hashes.binary_search_by_key(&hash(slug), |&(hash, _)| hash).ok()?;
        let number = self.hashes[found].1 as usize;
        (self.get(number) == slug).then_some(number)
    }

    /// Returns the numbers of two states with the same slug, if there are any.
    fn repeated(&self) -> Option<(usize, usize)> {
        let same = self.hashes.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        same.map(|pair| (pair[0].1 as usize, pair[1].1 as usize)).min_by_key(|pair| pair.1)
    }
}

fn hash(slug: &str) -> u64 {
    xxh3_64(slug.as_bytes())
}

impl<G: Show> Explored<G> {
    fn name(&self) -> &Name {
        &self.description.name
    }

    fn state(&self, id: StateId) -> &G::State {
        &self.states[id.index()]
    }

    fn with_moves<R>(&self, id: StateId, work: impl FnOnce(&G::State, Vec<G::Move>) -> R) -> R {
        let (state, mut moves) = (self.state(id), Vec::with_capacity(16));
        self.game.moves(state, &mut moves);
        moves.truncate(self.graph.successors(id).len());
        work(state, moves)
    }

    fn with_move<R>(&self, id: StateId, index: usize, work: impl FnOnce(&G::State, G::Move) -> R) -> Option<R> {
        self.with_moves(id, |state, moves| Some(work(state, *moves.get(index)?)))
    }
}

impl<G: Show> Positions for Explored<G> {
    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn check(&self, id: StateId) -> Result<(), ExploreError> {
        // The exploration checked the sample.
        if is_sampled(id.index()) {
            return Ok(());
        }
        let state = self.state(id);
        self.game.check_shown(state).map_err(|fault| ExploreError::fault(state, fault))
    }

    fn players(&self) -> &Players {
        &self.players
    }

    fn goal(&self) -> Message {
        self.description.goal(self.game.goal())
    }

    fn slug(&self, state: StateId) -> &str {
        self.slugs.get(state.index())
    }

    fn find(&self, slug: &str) -> Option<StateId> {
        self.slugs.find(slug).map(StateId::new)
    }

    fn canonical_slug(&self, state: StateId) -> String {
        let canonical = self.game.canonical(self.state(state));
        match self.states.get_index_of(&canonical) {
            Some(number) => self.slugs.get(number).to_owned(),
            None => self.game.slug(&canonical),
        }
    }

    fn scene(&self, state: StateId) -> Scene {
        self.game.scene(self.state(state)).of(self.name())
    }

    fn choices(&self, id: StateId) -> Vec<Choice> {
        self.with_moves(id, |state, moves| {
            let choice = |mv| Choice {
                clicks: self.game.clicks(state, mv).of(self.name()),
                label: self.game.label(state, mv).of(self.name()),
                kind: self.game.kind(state, mv).of(self.name()),
            };
            let mut choices: Vec<Choice> = moves.into_iter().map(choice).collect();
            // Code from a file can fail on a second call. The number of moves in the graph decides.
            choices.resize_with(self.graph.successors(id).len(), || Choice {
                clicks: Clicks::one(Target::Pass),
                label: Label::new("", ""),
                kind: Message::default(),
            });
            choices
        })
    }

    fn move_slugs(&self, id: StateId) -> Vec<Slug> {
        self.with_moves(id, |state, moves| moves.into_iter().map(|mv| self.game.move_slug(state, mv)).collect())
    }

    fn move_slug(&self, id: StateId, index: usize) -> Slug {
        let slug = self.with_move(id, index, |state, mv| self.game.move_slug(state, mv));
        slug.unwrap_or_else(|| Slug::new(index.to_string()))
    }

    fn past_tense(&self, id: StateId, index: usize) -> Message {
        self.with_move(id, index, |state, mv| self.game.past_tense(state, mv)).unwrap_or_default().of(self.name())
    }

    fn ending(&self, state: StateId) -> Message {
        self.game.ending(self.state(state)).of(self.name())
    }

    fn tally(&self, state: StateId) -> Message {
        self.game.tally(self.state(state)).of(self.name())
    }

    fn on_map(&self, state: StateId) -> MapPlace {
        match self.game.on_map(self.state(state)) {
            MapPlace::Row(row, title) => MapPlace::Row(row, title.of(self.name())),
            place => place,
        }
    }

    fn reasoning(&self, state: StateId) -> Message {
        self.game.reasoning(self.state(state)).of(self.name())
    }

    fn estimate(&self, state: StateId) -> i32 {
        self.game.estimate(self.state(state))
    }

    fn policy_moves(&self, name: &str, id: StateId) -> Result<Vec<usize>, ExploreError> {
        self.with_moves(id, |state, moves| {
            let chosen = self.game.policy_moves(name, state);
            let indices: Option<Vec<usize>> = chosen.iter().map(|mv| moves.binary_search(mv).ok()).collect();
            indices.filter(|indices| !indices.is_empty()).ok_or_else(|| {
                let problem = format!("`{name}` must choose at least one legal move, but chooses {chosen:?}");
                ExploreError::broken(self.name(), state, problem)
            })
        })
    }
}

/// Finds every reachable state of a game, and checks that the game keeps the promises of
/// [`Rules`](crate::engine::game::Rules) and [`Show`].
///
/// # Errors
///
/// Returns an error if there are more than `limit` states, or if the game breaks a promise.
pub fn explore_positions<G: Show>(
    game: Arc<G>,
    description: Arc<Description>,
    limit: usize,
) -> Result<Box<dyn Positions>, ExploreError> {
    let start = game.start();
    game.check_shown(&start).map_err(|fault| ExploreError::fault(&start, fault))?;
    let start = game.scene(&start);
    let broken = |state: &G::State, (part, problem): (Part, String)| match game.blame(part, &problem) {
        Some(fault) => ExploreError::fault(state, fault),
        None => ExploreError::broken(&description.name, state, problem),
    };
    let visit = |number: usize, state: &G::State| {
        if is_sampled(number) {
            let checked = game.check_shown(state).and_then(|()| game.check_advice(state));
            checked.map_err(|fault| ExploreError::fault(state, fault))?;
        }
        check(&*game, number, state, &start).map_err(|broke| broken(state, broke))
    };
    let broken_status = |state: &G::State, problem| broken(state, (Part::Status, problem));
    let mut slugs = Slugs::default();
    let (states, graph) = explore_with(&*game, limit, broken_status, visit, |slug| slugs.push(&slug))?;
    slugs.sort();
    if let Some((first, second)) = slugs.repeated() {
        let problem = format!("the slug of this position is also the slug of {:?}", states[first]);
        return Err(broken(&states[second], (Part::Slug, problem)));
    }
    let players = game.players().of(&description.name);
    Ok(Box::new(Explored { game, description, players, states, graph, slugs }))
}
