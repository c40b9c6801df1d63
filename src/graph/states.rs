//! The states of one game as [`Positions`]: all of them, or those that somebody has asked for.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::adjacency::{Graph, StateId};
use super::explore::{ExploreError, States, explore};
use super::positions::{Choice, ExploredPositions, Positions};
use super::promises::{check, is_sampled};
use crate::game::{
    Clicks, Description, MapPlace, Message, Name, Part, Piece, Players, Scene, Show, Slug, SlugError, Status,
};

/// Where states are kept.
trait Store<G: Show>: Send + Sync {
    /// Calls a function with a state.
    fn with<R>(&self, id: StateId, work: impl FnOnce(&G::State) -> R) -> R;

    /// Returns the number of a state; nothing if play cannot reach it.
    fn number(&self, state: G::State) -> Option<StateId>;

    /// Returns the graph of the states, if all are known.
    fn graph(&self) -> Option<&Graph>;
}

/// All states of a game, with its graph.
struct Explored<G: Show> {
    states: States<G>,
    graph: Graph,
}

/// The states of a game that somebody has asked for, and the results of their moves. Each gets its number when it is
/// met.
struct Unexplored<G: Show>(Mutex<States<G>>);

/// States of one game.
struct StatesOf<G: Show, S> {
    game: Arc<G>,
    description: Arc<Description>,
    players: Players,
    store: S,
}

impl<G: Show, S: Store<G>> StatesOf<G, S> {
    fn new(game: Arc<G>, description: Arc<Description>, store: S) -> Self {
        let players = match game.players() {
            Players::Two(first, second) => Players::Two(first.of(&description.name), second.of(&description.name)),
            Players::One => Players::One,
        };
        Self { game, description, players, store }
    }

    /// Returns the name of the game, whose messages are said in its words.
    fn name(&self) -> &Name {
        &self.description.name
    }

    /// Calls a function with a state and its legal moves.
    fn with_moves<R>(&self, id: StateId, work: impl FnOnce(&G::State, Vec<G::Move>) -> R) -> R {
        self.store.with(id, |state| {
            let mut moves = Vec::with_capacity(16);
            self.game.moves(state, &mut moves);
            work(state, moves)
        })
    }
}

impl<G: Show, S: Store<G>> Positions for StatesOf<G, S> {
    fn check(&self, state: StateId) -> Result<(), ExploreError> {
        let is_explored = self.store.graph().is_some();
        self.store.with(state, |state| {
            let rules = if is_explored { Ok(()) } else { self.game.check(state) };
            rules.and_then(|()| self.game.check_shown(state)).map_err(|fault| ExploreError::fault(state, fault))
        })
    }

    fn players(&self) -> &Players {
        &self.players
    }

    fn goal(&self) -> Message {
        let goal = self.game.goal();
        if goal.is_empty() { self.description.summary.clone().into() } else { goal.of(self.name()) }
    }

    fn status(&self, id: StateId) -> Status {
        match self.store.graph() {
            Some(graph) => graph.status(id),
            None => self.store.with(id, |state| self.game.status(state)),
        }
    }

    fn successors(&self, id: StateId) -> Cow<'_, [StateId]> {
        if let Some(graph) = self.store.graph() {
            return Cow::Borrowed(graph.successors(id));
        }
        let play = |state: &_, moves: Vec<_>| moves.into_iter().map(|mv| self.game.play(state, mv)).collect();
        let next: Vec<G::State> = self.with_moves(id, play);
        next.into_iter().map(|state| self.store.number(state).expect("a state is met")).collect()
    }

    fn write_slug(&self, state: StateId, out: &mut String) {
        self.store.with(state, |state| self.game.slug(state, out));
    }

    fn find(&self, slug: &str) -> Result<StateId, SlugError> {
        let state = self.game.parse_slug(slug)?;
        self.store.number(state).ok_or_else(|| SlugError::new(slug, "play cannot reach it"))
    }

    fn canonical_slug(&self, state: StateId) -> String {
        let mut slug = String::new();
        self.store.with(state, |state| self.game.slug(&self.game.canonical(state), &mut slug));
        slug
    }

    fn scene(&self, state: StateId) -> Scene {
        let mut scene = self.store.with(state, |state| self.game.scene(state));
        match &mut scene {
            Scene::Heaps(heaps) => heaps.rows.iter_mut().for_each(|row| row.name.set_game(self.name())),
            Scene::Text(text) => text.set_game(self.name()),
            Scene::Grid(_) | Scene::Pegs(_) => {}
        }
        scene
    }

    fn choices(&self, id: StateId) -> Vec<Choice> {
        self.with_moves(id, |state, moves| {
            let choice = |mv| Choice {
                clicks: self.game.clicks(state, mv).of(self.name()),
                label: self.game.label(state, mv).of(self.name()),
                kind: self.game.kind(state, mv).of(self.name()),
            };
            moves.into_iter().map(choice).collect()
        })
    }

    fn pieces(&self, id: StateId) -> Vec<Piece> {
        self.with_moves(id, |state, moves| {
            let piece = |mv| match self.game.clicks(state, mv).of(self.name()) {
                Clicks::ChooseThenPlace { piece, .. } => Some(piece),
                Clicks::Place { .. } => None,
            };
            let mut pieces: Vec<Piece> = moves.into_iter().filter_map(piece).collect();
            pieces.sort_by_key(|piece| piece.at);
            pieces.dedup_by_key(|piece| piece.at);
            pieces
        })
    }

    fn move_slugs(&self, id: StateId) -> Vec<Slug> {
        self.with_moves(id, |state, moves| moves.into_iter().map(|mv| self.game.move_slug(state, mv)).collect())
    }

    fn move_slug(&self, id: StateId, index: usize) -> Slug {
        self.with_moves(id, |state, moves| self.game.move_slug(state, moves[index]))
    }

    fn past_tense(&self, id: StateId, index: usize) -> Message {
        self.with_moves(id, |state, moves| self.game.past_tense(state, moves[index])).of(self.name())
    }

    fn ending(&self, state: StateId) -> Message {
        self.store.with(state, |state| self.game.ending(state)).of(self.name())
    }

    fn tally(&self, state: StateId) -> Message {
        self.store.with(state, |state| self.game.tally(state)).of(self.name())
    }

    fn on_map(&self, state: StateId) -> MapPlace {
        match self.store.with(state, |state| self.game.on_map(state)) {
            MapPlace::Row(row, title) => MapPlace::Row(row, title.of(self.name())),
            place => place,
        }
    }

    fn reasoning(&self, state: StateId) -> Message {
        self.store.with(state, |state| self.game.reasoning(state)).of(self.name())
    }

    fn estimate(&self, state: StateId) -> i32 {
        self.store.with(state, |state| self.game.estimate(state))
    }

    fn policy_moves(&self, name: &str, id: StateId) -> Result<Vec<usize>, ExploreError> {
        self.with_moves(id, |state, moves| {
            let chosen = self.game.policy_moves(name, state);
            let indices: Option<Vec<usize>> = chosen.iter().map(|mv| moves.binary_search(mv).ok()).collect();
            indices.filter(|indices| !indices.is_empty()).ok_or_else(|| {
                let problem = format!("`{name}` chooses among legal moves, one at least, but these are {chosen:?}");
                ExploreError::broken(self.name(), state, problem)
            })
        })
    }
}

impl<G: Show> ExploredPositions for StatesOf<G, Explored<G>> {
    fn graph(&self) -> &Graph {
        &self.store.graph
    }
}

impl<G: Show> Store<G> for Explored<G> {
    fn with<R>(&self, id: StateId, work: impl FnOnce(&G::State) -> R) -> R {
        work(&self.states[id.index()])
    }

    fn number(&self, state: G::State) -> Option<StateId> {
        self.states.get_index_of(&state).map(StateId::new)
    }

    fn graph(&self) -> Option<&Graph> {
        Some(&self.graph)
    }
}

impl<G: Show> Store<G> for Unexplored<G> {
    fn with<R>(&self, id: StateId, work: impl FnOnce(&G::State) -> R) -> R {
        work(&self.0.lock().unwrap_or_else(PoisonError::into_inner)[id.index()])
    }

    fn number(&self, state: G::State) -> Option<StateId> {
        Some(StateId::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).insert_full(state).0))
    }

    fn graph(&self) -> Option<&Graph> {
        None
    }
}

/// Finds every state of a game that play can reach, and checks what it promises of them.
///
/// # Errors
///
/// Returns an error if there are more than `limit` states, or if the game breaks a promise.
pub fn explore_positions<G: Show>(
    game: Arc<G>,
    description: Arc<Description>,
    limit: usize,
) -> Result<Box<dyn ExploredPositions>, ExploreError> {
    let (states, graph) = explore(&*game, limit)?;
    check_all(&*game, &description.name, &states)?;
    Ok(Box::new(StatesOf::new(game, description, Explored { states, graph })))
}

/// Checks what a game promises of its states, and that each has a slug of its own.
fn check_all<G: Show>(game: &G, name: &str, states: &States<G>) -> Result<(), ExploreError> {
    let broken = |number: usize, (part, problem): (Part, String)| match game.blame(part, &problem) {
        Some(fault) => ExploreError::fault(&states[number], fault),
        None => ExploreError::broken(name, &states[number], problem),
    };
    let start = game.scene(&states[0]);
    let check = |number: usize| {
        let state = &states[number];
        if is_sampled(number) {
            let checked = game.check_shown(state).and_then(|()| game.check_advice(state));
            checked.map_err(|fault| ExploreError::fault(state, fault))?;
        }
        let slug = check(game, number, state, &start).map_err(|broke| broken(number, broke))?;
        Ok((xxh3_64(slug.as_bytes()), number))
    };
    let checked: Vec<Result<_, ExploreError>> = (0..states.len()).into_par_iter().map(check).collect();
    let mut slugs = checked.into_iter().collect::<Result<Vec<_>, _>>()?;
    slugs.par_sort_unstable();
    let same = slugs.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    match same.min_by_key(|pair| pair[1].1) {
        Some(pair) => Err(broken(pair[1].1, (Part::Slug, format!("its slug is also that of {:?}", states[pair[0].1])))),
        None => Ok(()),
    }
}

/// Returns the positions of a game that is not explored: each is found when somebody asks for it, and
/// [`find`](Positions::find) does not check that play can reach it. States have the numbers in which they were met, the
/// start being [`StateId::START`].
pub fn unexplored<G: Show>(game: Arc<G>, description: Arc<Description>) -> Box<dyn Positions> {
    let states = [game.start()].into_iter().collect();
    Box::new(StatesOf::new(game, description, Unexplored::<G>(Mutex::new(states))))
}
