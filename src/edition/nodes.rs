//! The nodes of an edition: the positions that its readers meet, each with the computer's reply that led to it, and
//! the pages that show them.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::game::{Computer, Slug, Status};
use crate::graph::{Graph, Positions, StateId};
use crate::library::SolvedGame;
use crate::policy;
use crate::solve::Solution;

/// A position, and the reply that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    pub(crate) state: StateId,
    pub(crate) reply: Option<Reply>,
}

/// The last move, which is the computer's where it replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reply {
    /// The position in which it was made.
    pub(crate) before: StateId,
    /// Its place among the legal moves there.
    index: u32,
}

impl Reply {
    /// Returns the move that leads to a position, of whoever made it, where there is but one.
    pub(super) fn only_to(state: StateId, game: &SolvedGame) -> Option<Self> {
        let before = game.origins().only(state)?;
        let index = game.positions.graph().successors(before).iter().position(|&next| next == state)?;
        Some(Self { before, index: index as u32 })
    }

    /// Returns its place among the legal moves.
    pub(crate) fn index(self) -> usize {
        self.index as usize
    }
}

/// What a page shows of a node, without hints.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) node: usize,
    /// The piece that was chosen, as its place among those of the position.
    pub(super) chosen: Option<usize>,
}

/// The nodes in the order in which play reaches them, the first page first.
pub(super) struct Nodes {
    met: Met,
    /// For each node the number of its first view, and at the end the number of views; empty where each node has one.
    first_views: Vec<u32>,
}

/// The positions that readers meet.
enum Met {
    /// All of them: nodes have the numbers of positions.
    All { count: usize },
    /// Those that a computer in one seat leaves.
    Some {
        nodes: Vec<Node>,
        /// For each position the node that a reader comes to by making a move that leads to it.
        after: Vec<u32>,
        /// The nodes in the order of their positions, once somebody asks for those of one.
        by_state: OnceLock<Vec<u32>>,
    },
}

/// Stands for a position that no reader's move leads to.
const NEVER: u32 = u32::MAX;

impl Nodes {
    /// Follows all that a reader can do from the beginning.
    pub(super) fn plan(game: &SolvedGame, computer: Option<&Computer>) -> Self {
        let met = match computer {
            None => Met::All { count: game.positions.graph().states().len() },
            Some(computer) => follow(game, computer),
        };
        let mut nodes = Self { met, first_views: Vec::new() };
        let mut first_views = Vec::with_capacity(nodes.len() + 1);
        let mut count = 0;
        for node in nodes.iter() {
            first_views.push(count as u32);
            count += 1 + game.positions.piece_count(node.state);
        }
        first_views.push(count as u32);
        if count > nodes.len() {
            nodes.first_views = first_views;
        }
        nodes
    }

    fn len(&self) -> usize {
        match &self.met {
            Met::All { count } => *count,
            Met::Some { nodes, .. } => nodes.len(),
        }
    }

    /// Returns the nodes in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Node> + '_ {
        (0..self.len()).map(|node| self.node(node))
    }

    /// Returns the node with this number.
    pub(super) fn node(&self, node: usize) -> Node {
        match &self.met {
            Met::All { .. } => Node { state: StateId::new(node), reply: None },
            Met::Some { nodes, .. } => nodes[node],
        }
    }

    /// Returns how many views there are.
    pub(super) fn view_count(&self) -> usize {
        self.first_views.last().map_or(self.len(), |&count| count as usize)
    }

    /// Returns the view with this number: for each node one with all moves, and after it one for each piece that has
    /// to be chosen.
    pub(super) fn view(&self, view: usize) -> View {
        if self.first_views.is_empty() {
            return View { node: view, chosen: None };
        }
        let node = self.first_views.partition_point(|&first| first as usize <= view) - 1;
        View { node, chosen: (view - self.first_view(node)).checked_sub(1) }
    }

    /// Returns the number of the view of a node that has all moves.
    pub(super) fn first_view(&self, node: usize) -> usize {
        self.first_views.get(node).map_or(node, |&first| first as usize)
    }

    /// Returns the nodes that a reader comes to from a node, by each of the legal moves in their order.
    pub(super) fn successors(&self, node: usize, graph: &Graph) -> impl Iterator<Item = usize> {
        graph.successors(self.node(node).state).iter().map(|&state| self.node_after(state))
    }

    /// Returns the node that a reader comes to by making a move that leads to a position.
    fn node_after(&self, state: StateId) -> usize {
        match &self.met {
            Met::All { .. } => state.index(),
            Met::Some { after, .. } => after[state.index()] as usize,
        }
    }

    /// Returns the view that a reader comes to by making a move that leads to a position.
    pub(super) fn view_after(&self, state: StateId) -> usize {
        self.first_view(self.node_after(state))
    }

    /// Returns the views of the nodes that show a position.
    pub(super) fn views_of(&self, state: StateId) -> impl Iterator<Item = usize> + '_ {
        let shown = match &self.met {
            Met::All { .. } => vec![state.index() as u32],
            Met::Some { nodes, by_state, .. } => {
                let by_state = by_state.get_or_init(|| {
                    let mut numbers: Vec<u32> = (0..nodes.len() as u32).collect();
                    numbers.sort_by_key(|&node| nodes[node as usize].state);
                    numbers
                });
                let start = by_state.partition_point(|&node| nodes[node as usize].state < state);
                let shown = by_state[start..].iter().take_while(|&&node| nodes[node as usize].state == state);
                shown.copied().collect()
            }
        };
        shown.into_iter().flat_map(|node| {
            let node = node as usize;
            let end = if node + 1 == self.len() { self.view_count() } else { self.first_view(node + 1) };
            self.first_view(node)..end
        })
    }
}

/// Returns the positions that readers meet who play against a computer.
fn follow(game: &SolvedGame, computer: &Computer) -> Met {
    let (positions, graph) = (&*game.positions, game.positions.graph());
    let solution = policy::needs_solution(&computer.policy).then(|| game.solution());
    let mut nodes: Vec<Node> = Vec::new();
    // Different positions, answered in moves of the same name, can lead to one page.
    let mut known: FxHashMap<(StateId, Option<Slug>), u32> = FxHashMap::default();
    let mut after = vec![NEVER; graph.states().len()];
    let mut arrive = |state: StateId, nodes: &mut Vec<Node>| {
        if after[state.index()] == NEVER {
            let node = answer(positions, solution, computer, state);
            let reply = node.reply.map(|reply| positions.move_slugs(reply.before).swap_remove(reply.index()));
            let number = *known.entry((node.state, reply)).or_insert(nodes.len() as u32);
            match nodes.get_mut(number as usize) {
                Some(known) => *known = node,
                None => nodes.push(node),
            }
            after[state.index()] = number;
        }
    };
    arrive(StateId::START, &mut nodes);
    let mut next = 0;
    while let Some(&Node { state, .. }) = nodes.get(next) {
        for &successor in graph.successors(state) {
            arrive(successor, &mut nodes);
        }
        next += 1;
    }
    Met::Some { nodes, after, by_state: OnceLock::new() }
}

/// Returns what a reader meets after a move that leads to `state`: the computer's reply if it is its turn.
pub(crate) fn answer(
    positions: &dyn Positions,
    solution: Option<&Solution>,
    computer: &Computer,
    state: StateId,
) -> Node {
    if positions.status(state) != Status::Turn(computer.seat) {
        return Node { state, reply: None };
    }
    let index = policy::choose(computer, positions, solution, state);
    let reply = Reply { before: state, index: index as u32 };
    Node { state: positions.successors(state)[index], reply: Some(reply) }
}
