//! The nodes of an edition as a graph, and the pages that show these nodes.
//!
//! The computer has one reply to each position, so a person who plays against the computer in fact plays alone. If each
//! move includes the computer's reply, an edition is the graph of a game for one player. The solver solves this game
//! like any other game.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use indexmap::IndexSet;

use super::mistakes::{Missed, Mistakes};
use super::node::Node;
use crate::engine::game::{Computer, Player, Players, Policy};
use crate::engine::graph::{CHUNK, ExploreError, Graph, Length, StateId, lengths, try_map};
use crate::engine::solve::library::SolvedGame;
use crate::engine::solve::policy::Chooser;
use crate::engine::solve::{GameValue, Solution, Verdict};
use crate::pages::page::PageId;

/// A view: what a page shows of a node, except hints.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodePage {
    pub(super) node: StateId,
    /// The index of the chosen piece among the pieces that can move in the position.
    pub(super) chosen: Option<usize>,
}

/// The kind of a page. Several pages can show the same view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// For every reader.
    Plain,
    /// For readers who have wasted no move.
    Perfect,
    /// With the worth of each move.
    Hint,
}

/// The nodes, in the order in which play reaches them.
pub(super) struct Nodes {
    pub(super) game: Arc<SolvedGame>,
    /// The nodes of play against a computer. If people play each other, each node is a position, and this field is
    /// `None`.
    folded: Option<Folded>,
    /// For each node, the index of its first view; at the end, the number of views.
    first_views: Vec<u32>,
    /// The indices of the views that have a page for readers who have wasted no move, ascending.
    perfect: Vec<usize>,
    mistakes: OnceLock<Mistakes>,
    lengths: OnceLock<Vec<Length>>,
    /// The pages that have a row among the answers.
    pub(super) answered: OnceLock<Vec<PageId>>,
}

/// The nodes of play against a computer. Each move includes the computer's replies.
struct Folded {
    person: Player,
    nodes: Vec<Node>,
    /// The names of the nodes in addresses.
    names: IndexSet<String>,
    graph: Graph,
    verdicts: OnceLock<Vec<Verdict>>,
}

impl Nodes {
    /// Finds all nodes that a reader can reach. With `counts_waste`, adds pages for readers who have wasted no move.
    ///
    /// # Errors
    ///
    /// Returns an error if a turn of the computer never ends, a policy chooses an illegal move, or a position cannot be
    /// shown.
    pub(super) fn plan(
        game: Arc<SolvedGame>,
        computer: Option<&Computer>,
        counts_waste: bool,
    ) -> Result<Self, ExploreError> {
        let folded = computer.map(|computer| Folded::new(&game, computer)).transpose()?;
        let mut nodes = Self {
            game,
            folded,
            first_views: vec![0],
            perfect: Vec::new(),
            mistakes: OnceLock::new(),
            lengths: OnceLock::new(),
            answered: OnceLock::new(),
        };
        let views = try_map(
            0..nodes.graph().states().len(),
            CHUNK,
            || (),
            |(), node| {
                let state = nodes.state(StateId::new(node));
                nodes.game.positions.check(state)?;
                Ok(1 + nodes.game.positions.pieces(state).len() as u32)
            },
        );
        for views in views? {
            nodes.first_views.push(nodes.first_views[nodes.first_views.len() - 1] + views);
        }
        if counts_waste {
            nodes.perfect = nodes.on_shortest_ways();
        }
        Ok(nodes)
    }

    /// Returns the views of the nodes on shortest paths to the goal, except the start.
    fn on_shortest_ways(&self) -> Vec<usize> {
        let shortest = self.verdict(StateId::START).distance;
        let is_on_one = |node: &StateId| {
            let Verdict { value, distance, .. } = self.verdict(*node);
            matches!(value, GameValue::Win(_)) && self.length(*node).fewest + distance == shortest
        };
        let nodes = self.graph().states().skip(1).filter(is_on_one);
        nodes.flat_map(|node| self.views_of_node(node)).collect()
    }

    /// Returns the graph of the nodes. The edges of the graph are the legal moves in order.
    pub(super) fn graph(&self) -> &Graph {
        self.folded.as_ref().map_or(self.game.positions.graph(), |folded| &folded.graph)
    }

    pub(super) fn node(&self, node: StateId) -> Cow<'_, Node> {
        match &self.folded {
            Some(folded) => Cow::Borrowed(&folded.nodes[node.index()]),
            None => Cow::Owned(Node::at(node)),
        }
    }

    /// Appends the name of a node in addresses.
    pub(super) fn write_name(&self, node: StateId, out: &mut String) {
        match &self.folded {
            Some(folded) => out.push_str(&folded.names[node.index()]),
            None => out.push_str(self.game.positions.slug(node)),
        }
    }

    pub(super) fn state(&self, node: StateId) -> StateId {
        self.folded.as_ref().map_or(node, |folded| folded.nodes[node.index()].state)
    }

    /// Returns the player who plays alone: the person against the computer, or the solver of a puzzle; `None` if people
    /// play each other.
    pub(super) fn reader(&self) -> Option<Player> {
        let is_puzzle = *self.game.positions.players() == Players::One;
        self.folded.as_ref().map(|folded| folded.person).or(is_puzzle.then_some(Player::First))
    }

    /// Returns the verdict on a node: the result, and the distance to it. Against the computer, the result is the best
    /// result for the person, and the distance counts only the person's moves.
    pub(super) fn verdict(&self, node: StateId) -> Verdict {
        match &self.folded {
            Some(folded) => folded.verdicts()[node.index()],
            None => self.game.solution().verdict(node),
        }
    }

    /// Returns the verdict on a node after a move to it. If the computer wins, the distance also counts the computer's
    /// replies to this move.
    pub(super) fn verdict_after_move(&self, next: StateId) -> Verdict {
        match &self.folded {
            Some(folded) => folded.after_move(folded.verdicts(), next),
            None => self.verdict(next),
        }
    }

    /// Returns the best result for the reader, at any speed: 2 for a win, 1 for a draw, 0 for endless play, -1 for a
    /// loss.
    pub(super) fn rank(&self, node: StateId) -> i8 {
        self.reader().map_or(0, |reader| self.verdict(node).worth(reader).0)
    }

    /// Returns the better result that the reader missed before a node; `None` if the node still allows the best result.
    pub(super) fn missed(&self, node: StateId) -> Option<Missed<'_>> {
        if self.rank(node) == self.rank(StateId::START) {
            return None;
        }
        let ranks = || self.graph().states().map(|node| self.rank(node)).collect();
        self.mistakes.get_or_init(|| Mistakes::of(self.graph(), ranks())).before(node)
    }

    /// Returns the number of the reader's moves on the paths to a node.
    pub(super) fn length(&self, node: StateId) -> Length {
        self.lengths.get_or_init(|| lengths(self.graph()))[node.index()]
    }

    pub(super) fn view_count(&self) -> usize {
        self.first_views[self.first_views.len() - 1] as usize
    }

    /// Returns the view with this index. Each node has a view with all moves, then a view for each piece to choose.
    pub(super) fn view(&self, view: usize) -> NodePage {
        let node = StateId::new(self.first_views.partition_point(|&first| first as usize <= view) - 1);
        NodePage { node, chosen: (view - self.first_view(node)).checked_sub(1) }
    }

    /// Returns the index of a node's view with all moves.
    pub(super) fn first_view(&self, node: StateId) -> usize {
        self.first_views[node.index()] as usize
    }

    /// Finds a node by its name in addresses.
    pub(super) fn find(&self, name: &str) -> Option<StateId> {
        match &self.folded {
            Some(folded) => folded.names.get_index_of(name).map(StateId::new),
            None => self.game.positions.find(name),
        }
    }

    /// Returns the indices of a node's views.
    pub(super) fn views_of_node(&self, node: StateId) -> Range<usize> {
        self.first_view(node)..self.first_view(StateId::new(node.index() + 1))
    }

    /// Returns the number of pages without hints.
    pub(super) fn plain_page_count(&self) -> usize {
        self.view_count() + self.perfect.len()
    }

    /// Returns the page of a view. If the view is on no shortest path, the `Perfect` page is the plain page.
    pub(super) fn page(&self, view: usize, kind: Kind) -> PageId {
        PageId::new(match kind {
            Kind::Plain => view,
            Kind::Perfect => self.perfect.binary_search(&view).map_or(view, |place| self.view_count() + place),
            Kind::Hint => self.plain_page_count() + view,
        })
    }

    /// Returns the page of the end for readers who have wasted no move, if there is exactly one.
    pub(super) fn perfect_end(&self) -> Option<PageId> {
        let is_end = |view: &&usize| self.graph().successors(self.view(**view).node).is_empty();
        let mut ends = self.perfect.iter().filter(is_end);
        ends.next().filter(|_| ends.next().is_none()).map(|&view| self.page(view, Kind::Perfect))
    }

    /// Returns the index of a page's view, and the kind of the page.
    pub(super) fn page_view(&self, page: PageId) -> (usize, Kind) {
        let number = page.index();
        match (number.checked_sub(self.plain_page_count()), number.checked_sub(self.view_count())) {
            (Some(view), _) => (view, Kind::Hint),
            (None, Some(place)) => (self.perfect[place], Kind::Perfect),
            (None, None) => (number, Kind::Plain),
        }
    }
}

impl Folded {
    /// Finds all nodes that a person can reach against a computer.
    fn new(game: &SolvedGame, computer: &Computer) -> Result<Self, ExploreError> {
        let positions = &*game.positions;
        let solution = (computer.policy == Policy::Perfect).then(|| game.solution());
        let chooser = Chooser::new(computer, positions, solution);
        let mut nodes: Vec<Node> = Vec::new();
        // Different positions can have the same page name, if the replies have the same names.
        let mut names: IndexSet<String> = IndexSet::new();
        let mut met: Vec<Option<StateId>> = vec![None; positions.graph().states().len()];
        let mut arrive = |state: StateId, nodes: &mut Vec<Node>| {
            if let Some(number) = met[state.index()] {
                return Ok(number);
            }
            let node = Node::after(state, &chooser, true)?;
            let mut name = node.name(positions);
            // A page shows the effect of the moves, so moves with the same names but another effect need another page.
            if names.get_index_of(&name).is_some_and(|other| !nodes[other].shows_as(&node, positions)) {
                node.write_first(positions, &mut name);
            }
            let (number, is_new) = names.insert_full(name);
            nodes.extend(is_new.then_some(node));
            met[state.index()] = Some(StateId::new(number));
            Ok(StateId::new(number))
        };
        arrive(StateId::START, &mut nodes)?;
        let mut graph = Graph::empty();
        while let Some(&Node { state, .. }) = nodes.get(graph.states().len()) {
            let moves = positions.graph().successors(state).iter();
            let next = moves.map(|&next| arrive(next, &mut nodes)).collect::<Result<Vec<_>, _>>()?;
            graph.push(positions.graph().status(state), next.into_iter());
        }
        Ok(Self { person: computer.seat.opponent(), nodes, names, graph, verdicts: OnceLock::new() })
    }

    /// Returns the best result for the person from each node. If the best result is a loss, the person delays the loss
    /// as long as possible, and the verdict counts the computer's moves.
    fn verdicts(&self) -> &[Verdict] {
        self.verdicts.get_or_init(|| {
            let solution = Solution::of(&self.graph);
            let mut verdicts: Vec<_> = self.graph.states().map(|node| solution.verdict(node)).collect();
            // To the solver, a graph without ends in which one player moves is an unsolvable puzzle.
            let unsolvable = verdicts.iter_mut().filter(|verdict| verdict.value == GameValue::Unsolvable);
            unsolvable.for_each(|verdict| verdict.value = GameValue::Endless);
            let is_lost = |node: &StateId| verdicts[node.index()].value == GameValue::Win(self.person.opponent());
            let mut lost: Vec<StateId> = self.graph.states().filter(is_lost).collect();
            // All moves lead to nodes that are nearer to the end.
            lost.sort_by_key(|node| verdicts[node.index()].distance);
            for node in lost {
                let next = self.graph.successors(node).iter();
                let moves = next.map(|&next| self.after_move(&verdicts, next).winner_moves).max().unwrap_or(0);
                verdicts[node.index()].winner_moves = moves;
            }
            verdicts
        })
    }

    fn after_move(&self, verdicts: &[Verdict], next: StateId) -> Verdict {
        let verdict = verdicts[next.index()];
        if verdict.value != GameValue::Win(self.person.opponent()) {
            return verdict;
        }
        let moves = verdict.winner_moves + self.nodes[next.index()].move_count();
        Verdict { winner_moves: moves, distance: moves, ..verdict }
    }
}
