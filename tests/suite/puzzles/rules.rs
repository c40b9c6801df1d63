//! Games for the tests of puzzles. Moves come from the published pages of an edition for all players, from rules
//! implemented here, or from the graph of the game, whose counts are known. The meaning of a position comes from its
//! slug, or from that graph. The wins that a player can force come from a search implemented here.

use std::collections::{BTreeMap, BTreeSet};

use pageturner::game::{Outcome, Player, Status};
use pageturner::graph::Positions;

use crate::boards::{digits, has_won};
use crate::oracle::Values;
use crate::whole_site;

/// Wins that a player can force: the number of the player's own moves, by the slugs of the positions.
pub(crate) type Wins = BTreeMap<String, u32>;

/// A game with all of its positions.
pub(crate) struct Rules {
    /// The names and the results of the legal moves, by the slugs of the positions.
    pub(crate) moves: BTreeMap<String, Vec<(String, String)>>,
    pub(crate) start: String,
    kind: Kind,
    /// For a game from its graph, the status and the canonical slug of each position.
    known: BTreeMap<String, (Status, String)>,
}

/// How slugs are parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    TicTacToe,
    Nim { misere: bool },
    Ataxx,
    Pegs,
    Graph { is_for_one: bool },
}

impl Rules {
    /// Reads the moves from the pages of an edition, whose first page shows the position `start`.
    pub(crate) fn of_pages(kind: Kind, folder: &str, start: &str) -> Self {
        let slug = |path: &str| {
            let name = path.strip_prefix(&format!("{folder}/")).and_then(|name| name.strip_suffix(".html"));
            let name = name.unwrap_or_else(|| panic!("{path} is no page of {folder}"));
            if name == "index" { start.to_owned() } else { name.to_owned() }
        };
        let mut moves = BTreeMap::new();
        let mut queue = vec![format!("{folder}/index.html")];
        while let Some(path) = queue.pop() {
            let offered = whole_site::moves(&path);
            queue.extend(offered.iter().map(|(_, to)| to.clone()).filter(|to| !moves.contains_key(&slug(to))));
            let named = offered.into_iter().map(|(link, to)| (link.label.clone().expect("a name"), slug(&to)));
            moves.insert(slug(&path), named.collect());
        }
        Self { moves, start: start.to_owned(), kind, known: BTreeMap::new() }
    }

    /// Reads the moves from the graph of a game. Their names are their slugs.
    pub(crate) fn of_graph(positions: &dyn Positions, is_for_one: bool) -> Self {
        let graph = positions.graph();
        let (mut moves, mut known) = (BTreeMap::new(), BTreeMap::new());
        for state in graph.states() {
            let slug = positions.slug(state).to_owned();
            let names = positions.move_slugs(state).into_iter().map(|name| name.to_string());
            let after = graph.successors(state).iter().map(|&to| positions.slug(to).to_owned());
            moves.insert(slug.clone(), names.zip(after).collect());
            known.insert(slug, (graph.status(state), positions.canonical_slug(state)));
        }
        let start = positions.slug(pageturner::graph::StateId::START).to_owned();
        Self { moves, start, kind: Kind::Graph { is_for_one }, known }
    }

    /// Creates all tables of Nim with at most these numbers of pieces in the named rows.
    pub(crate) fn of_nim(kind: Kind, rows: &[(&str, usize)]) -> Self {
        let mut tables = vec![Vec::new()];
        for (_, most) in rows {
            tables =
                tables.iter().flat_map(|table| (0..=*most).map(move |row| [&table[..], &[row]].concat())).collect();
        }
        let slug = |turn: char, table: &[usize]| {
            table.iter().fold(turn.to_string(), |slug, pieces| format!("{slug}-{pieces}"))
        };
        let mut moves = BTreeMap::new();
        for table in &tables {
            for (turn, other) in [('a', 'b'), ('b', 'a')] {
                let mut ways = Vec::new();
                for (row, (name, _)) in rows.iter().enumerate() {
                    for taken in 1..=table[row] {
                        let mut after = table.clone();
                        after[row] -= taken;
                        ways.push((format!("take {taken} from the {name}"), slug(other, &after)));
                    }
                }
                moves.insert(slug(turn, table), ways);
            }
        }
        let all: Vec<usize> = rows.iter().map(|(_, most)| *most).collect();
        Self { moves, start: slug('a', &all), kind, known: BTreeMap::new() }
    }

    /// Returns the player to move, or who would be next: 0 or 1.
    pub(crate) fn turn(&self, slug: &str) -> usize {
        match self.kind {
            Kind::TicTacToe => digits(slug).iter().filter(|&&square| square > 0).count() % 2,
            Kind::Nim { .. } => usize::from(slug.starts_with('b')),
            Kind::Ataxx => usize::from(slug.starts_with('o')),
            Kind::Pegs => 0,
            Kind::Graph { .. } => usize::from(self.known[slug].0 == Status::Turn(Player::Second)),
        }
    }

    /// Returns the canonical slug of a position of a graph.
    pub(crate) fn class(&self, slug: &str) -> String {
        self.known[slug].1.clone()
    }

    /// Returns the positions after the moves of the other player, who is to move.
    pub(crate) fn after_replies(&self, player: usize, slug: &str) -> BTreeSet<&str> {
        let (mut found, mut queue) = (BTreeSet::new(), vec![slug]);
        while let Some(slug) = queue.pop() {
            for (_, to) in &self.moves[slug] {
                if self.is_over(to) || self.turn(to) == player {
                    found.insert(&**to);
                } else {
                    queue.push(to);
                }
            }
        }
        found
    }

    /// Returns whether play is over.
    pub(crate) fn is_over(&self, slug: &str) -> bool {
        self.moves[slug].is_empty()
    }

    /// Returns the winner if play is over; with pegs, the player if one peg is left.
    pub(crate) fn winner(&self, slug: &str) -> Option<usize> {
        let count = |mark| slug[1..].matches(mark).count();
        match self.kind {
            _ if !self.is_over(slug) => None,
            Kind::TicTacToe => (0..2).find(|&player| has_won(&digits(slug), player as u8 + 1)),
            // The player who would be next did not take the last piece.
            Kind::Nim { misere } => Some(if misere { self.turn(slug) } else { 1 - self.turn(slug) }),
            Kind::Ataxx => match count('x').cmp(&count('o')) {
                std::cmp::Ordering::Greater => Some(0),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Less => Some(1),
            },
            Kind::Pegs => (slug.matches('o').count() == 1).then_some(0),
            Kind::Graph { .. } => match self.known[slug].0 {
                Status::Over(Outcome::Win(Player::First) | Outcome::Solved) => Some(0),
                Status::Over(Outcome::Win(Player::Second)) => Some(1),
                _ => None,
            },
        }
    }

    /// Returns the wins that each player can force.
    pub(crate) fn wins(&self) -> [Wins; 2] {
        let players = [Player::First, Player::Second];
        let numbers: BTreeMap<&String, u32> = self.moves.keys().zip(0..).collect();
        let positions = self.moves.iter().map(|(slug, ways)| {
            let status = match self.winner(slug) {
                Some(player) => Status::Over(Outcome::Win(players[player])),
                None if ways.is_empty() => Status::Over(Outcome::Draw),
                None => Status::Turn(players[self.turn(slug)]),
            };
            (status, ways.iter().map(|(_, to)| numbers[to]).collect())
        });
        let values = Values::of(&positions.collect::<Vec<_>>(), false);
        players.map(|player| {
            let win = |(slug, number): (&String, usize)| Some((slug.clone(), values.win(player, number)?.0));
            self.moves.keys().zip(0..).filter_map(win).collect()
        })
    }
}
