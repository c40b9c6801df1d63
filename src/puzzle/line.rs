//! The line of a puzzle: every position that comes of moves that keep the win, each after the reply of the other side.

use rustc_hash::FxHashMap;

use crate::edition;
use crate::game::{Computer, Player, Players, Policy, Status};
use crate::graph::StateId;
use crate::library::SolvedGame;
use crate::solve::{GameValue, Verdict};

/// What comes of a position by moves that keep the win.
pub(super) struct Line {
    /// The positions in the order of the moves that are left, the puzzle's own first.
    pub(super) nodes: Vec<Node>,
    /// How likely somebody goes all the way who plays any legal move, in parts of [`CERTAIN`].
    pub(super) odds: u128,
}

/// The odds of what happens in any case. Odds are whole numbers, so that they are the same on every machine.
pub(super) const CERTAIN: u128 = 1 << 100;

/// A position of a line.
pub(super) struct Node {
    pub(super) state: StateId,
    /// The same with the moves of the other side that led to it.
    pub(super) met: edition::Node,
    /// The position before the last move, whoever made it, if there is but one way to have come.
    pub(super) before: Option<StateId>,
    /// How many moves of the reader's own are left.
    pub(super) left: u32,
    /// For each legal move the position that it leads to, if it keeps the win. None are left at an end.
    pub(super) ways: Vec<Option<usize>>,
    /// How many pieces there are to choose from.
    pub(super) pieces: usize,
}

impl Node {
    /// Returns the moves that do not lead on, as their places among the legal ones.
    pub(super) fn mistakes(&self) -> impl Iterator<Item = usize> {
        self.ways.iter().enumerate().filter(|(_, way)| way.is_none()).map(|(index, _)| index)
    }

    fn page_count(&self) -> usize {
        1 + self.pieces + self.mistakes().count()
    }
}

/// Returns how many moves of a player's own are left to a win that the player can force.
pub(super) fn moves_left(game: &SolvedGame, player: Player, state: StateId) -> Option<u32> {
    let Verdict { value, distance } = game.solution().verdict(state);
    let is_own_turn = game.positions.graph().status(state) == Status::Turn(player);
    (value == GameValue::Win(player)).then(|| match game.positions.players() {
        Players::One => distance,
        // The players move in turn, and the last move can be either's.
        Players::Two(..) if is_own_turn => distance.div_ceil(2),
        Players::Two(..) => distance / 2,
    })
}

impl Line {
    /// Follows all moves that keep the win from a position in which the player to move has one, if that takes no more
    /// than `most` pages.
    pub(super) fn from(game: &SolvedGame, start: StateId, seed: u64, most: usize) -> Option<Self> {
        let (positions, graph) = (&*game.positions, game.positions.graph());
        let Status::Turn(player) = graph.status(start) else { return None };
        let computer = opponent(player, seed);
        let left = moves_left(game, player, start)?;
        let mut nodes =
            vec![Node { state: start, met: edition::Node::at(start), before: None, left, ways: Vec::new(), pieces: 0 }];
        let mut known: FxHashMap<(StateId, String), usize> = FxHashMap::default();
        let (mut next, mut pages) = (0, 0);
        while let Some(&Node { state, left, .. }) = nodes.get(next) {
            if left > 0 {
                let mut ways = Vec::new();
                for &after in graph.successors(state) {
                    let is_kept = moves_left(game, player, after) == Some(left - 1);
                    ways.push(is_kept.then(|| {
                        let met = edition::Node::after(after, positions, Some(game.solution()), &computer);
                        let (reached, mut name) = (met.state, String::new());
                        met.write_moves(positions, &mut name);
                        let before = Some(met.before().unwrap_or(state));
                        let place = *known.entry((reached, name)).or_insert(nodes.len());
                        match nodes.get_mut(place) {
                            Some(node) => node.before = node.before.filter(|_| node.before == before),
                            None => nodes.push(Node {
                                state: reached,
                                met,
                                before,
                                left: left - 1,
                                ways: Vec::new(),
                                pieces: 0,
                            }),
                        }
                        place
                    }));
                }
                nodes[next].ways = ways;
                nodes[next].pieces = positions.piece_count(state);
            }
            pages += nodes[next].page_count();
            if pages > most {
                return None;
            }
            next += 1;
        }
        let odds = odds(&nodes);
        Some(Self { nodes, odds })
    }
}

/// Returns what plays against the reader: its best, for as long as it can.
fn opponent(reader: Player, seed: u64) -> Computer {
    Computer { seat: reader.opponent(), policy: Policy::Perfect, blunder: 0, random_opening: false, seed }
}

/// Returns how likely somebody goes all the way from the first of these nodes who plays any legal move. Ways lead to
/// later nodes alone.
fn odds(nodes: &[Node]) -> u128 {
    let mut odds = vec![CERTAIN; nodes.len()];
    for (place, node) in nodes.iter().enumerate().rev().filter(|(_, node)| node.left > 0) {
        let kept: u128 = node.ways.iter().flatten().map(|&next| odds[next]).sum();
        odds[place] = (kept / node.ways.len() as u128).max(1);
    }
    odds[0]
}
