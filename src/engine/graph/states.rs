//! The states of one game as [`Positions`].

use std::sync::Arc;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::adjacency::{Graph, StateId};
use super::explore::{ExploreError, States, explore_with};
use super::positions::{Choice, Positions};
use super::promises::{check, is_sampled};
use crate::engine::game::{
    Clicks, Description, MapPlace, Message, Name, Part, Piece, Players, Scene, Show, Slug, SlugError,
};

/// All states of one game, with its graph.
struct Explored<G: Show> {
    game: Arc<G>,
    description: Arc<Description>,
    players: Players,
    states: States<G>,
    graph: Graph,
}

impl<G: Show> Explored<G> {
    /// Returns the name of the game, whose messages are said in its words.
    fn name(&self) -> &Name {
        &self.description.name
    }

    fn state(&self, id: StateId) -> &G::State {
        &self.states[id.index()]
    }

    /// Calls a function with a state and its legal moves.
    fn with_moves<R>(&self, id: StateId, work: impl FnOnce(&G::State, Vec<G::Move>) -> R) -> R {
        let (state, mut moves) = (self.state(id), Vec::with_capacity(16));
        self.game.moves(state, &mut moves);
        work(state, moves)
    }
}

impl<G: Show> Positions for Explored<G> {
    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn check(&self, state: StateId) -> Result<(), ExploreError> {
        let state = self.state(state);
        self.game.check_shown(state).map_err(|fault| ExploreError::fault(state, fault))
    }

    fn players(&self) -> &Players {
        &self.players
    }

    fn goal(&self) -> Message {
        self.description.goal(self.game.goal())
    }

    fn write_slug(&self, state: StateId, out: &mut String) {
        self.game.slug(self.state(state), out);
    }

    fn find(&self, slug: &str) -> Result<StateId, SlugError> {
        let number = self.states.get_index_of(&self.game.parse_slug(slug)?);
        number.map(StateId::new).ok_or_else(|| SlugError::new(slug, "play cannot reach it"))
    }

    fn canonical_slug(&self, state: StateId) -> String {
        let mut slug = String::new();
        self.game.slug(&self.game.canonical(self.state(state)), &mut slug);
        slug
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
                let problem = format!("`{name}` chooses among legal moves, one at least, but these are {chosen:?}");
                ExploreError::broken(self.name(), state, problem)
            })
        })
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
) -> Result<Box<dyn Positions>, ExploreError> {
    let start = game.scene(&game.start());
    let broken = |state: &G::State, (part, problem): (Part, String)| match game.blame(part, &problem) {
        Some(fault) => ExploreError::fault(state, fault),
        None => ExploreError::broken(&description.name, state, problem),
    };
    let visit = |number: usize, state: &G::State| {
        if is_sampled(number) {
            let checked = game.check_shown(state).and_then(|()| game.check_advice(state));
            checked.map_err(|fault| ExploreError::fault(state, fault))?;
        }
        let slug = check(&*game, number, state, &start).map_err(|broke| broken(state, broke))?;
        Ok(xxh3_64(slug.as_bytes()))
    };
    let (states, graph, slugs) = explore_with(&*game, limit, visit)?;
    let mut order: Vec<u32> = (0..slugs.len() as u32).collect();
    order.par_sort_unstable_by_key(|&number| (slugs[number as usize], number));
    let pairs = order.windows(2).map(|pair| (pair[0] as usize, pair[1] as usize));
    let same = pairs.filter(|&(first, second)| slugs[first] == slugs[second]);
    if let Some((first, second)) = same.min_by_key(|&(_, second)| second) {
        let problem = format!("its slug is also that of {:?}", states[first]);
        return Err(broken(&states[second], (Part::Slug, problem)));
    }
    let players = game.players().of(&description.name);
    Ok(Box::new(Explored { game, description, players, states, graph }))
}
