//! Fates: what an end is worth beside what could have been had.

use super::Edition;
use super::dominators::dominators;
use super::mistakes::{LastGood, last_good};
use super::nodes::Node;
use super::prospects::Prospect;
use super::words::moves;
use crate::game::Players;
use crate::page::{OpenBoard, PageId, PageRef};
use crate::solve::{GameValue, Verdict};

/// What is to be said of an end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fate {
    /// Whether as much was got as can be, and that is something.
    pub(super) is_best: bool,
    /// A node from which more could be had, and that all ways to the end pass.
    pub(super) better: Option<Better>,
    /// What could have been had, as a sentence; empty where nothing more could.
    pub(super) missed: String,
}

/// A node from which more could be had than was got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Better {
    pub(super) node: usize,
    /// Whether it was given away by the move made there, whatever came before; else that depends on the way.
    pub(super) is_mistake: bool,
}

/// What is known of the ways to each node.
pub(super) struct Mistakes {
    /// Where more could be had last.
    last_good: Vec<LastGood>,
    /// The last node before it that all ways pass.
    dominators: Vec<u32>,
}

/// Returns what a prospect is worth, a higher number for more.
pub(super) fn worth(prospect: Prospect) -> u8 {
    match prospect {
        Prospect::Win(_) => 3,
        Prospect::Draw(_) => 2,
        Prospect::Endless => 1,
        Prospect::Loss(_) => 0,
    }
}

impl Edition {
    /// Whether there is anything to get: a win, a draw against who never loses, a game without an end, a solution.
    /// Of an edition on demand that is not known. Of all others it needs an opened edition.
    pub fn has_prize(&self) -> bool {
        !self.is_on_demand() && self.worth_of(0) > 0
    }

    /// Returns a board on which the best that can be had was got as soon as can be; where play goes round in circles,
    /// the first one. Needs an opened edition that has a prize.
    pub fn best_end(&self) -> OpenBoard {
        let (nodes, graph) = (self.nodes(), self.positions().graph());
        let (mut node, mut before) = (0, None);
        while let Some(left) = self.left_to_best(node).filter(|&left| left > 0) {
            let nearer = nodes.successors(node, graph).find(|&next| self.left_to_best(next) == Some(left - 1));
            before = Some(nodes.node(node).state);
            node = nearer.expect("what is left of a shortest way gets less with one of the moves");
        }
        let Node { state, reply } = nodes.node(node);
        OpenBoard::picture(self.positions(), state, reply.map(|reply| reply.before).or(before))
    }

    /// Returns how many moves of a person's own it takes from a node to get the best that can be had from the
    /// beginning; nothing where it cannot be had any more, and where it has no end.
    fn left_to_best(&self, node: usize) -> Option<u32> {
        if self.worth_of(node) < self.worth_of(0) {
            return None;
        }
        match self.prospects().map(|prospects| prospects.of(node)) {
            Some(Prospect::Win(left) | Prospect::Draw(left)) => Some(left),
            Some(Prospect::Endless | Prospect::Loss(_)) => None,
            None => Some(self.verdict_of(node).distance),
        }
    }

    /// Returns what is said to whoever got the best that can be had: what was done, and what is left to be done. Needs
    /// an opened edition that has a prize.
    pub fn congratulation(&self) -> (String, String) {
        let (done, left) = match self.prospects().map(|prospects| prospects.of(0)) {
            Some(Prospect::Win(_)) => ("You beat the computer!", self.how_fast()),
            Some(Prospect::Endless) => {
                let left = "The game goes round in circles, and more than that nobody gets here, whoever plays.";
                ("You and the computer shake hands!", left.to_owned())
            }
            Some(_) => {
                let left = "More than a draw nobody gets here, whoever plays. This is one way to get it.";
                ("You held the computer to a draw!", left.to_owned())
            }
            None => ("You solved it!", self.how_fast()),
        };
        (done.to_owned(), left)
    }

    /// Returns what is said of the best having been got in the fewest moves that it takes. It has to have an end.
    fn how_fast(&self) -> String {
        let (nodes, graph) = (self.nodes(), self.positions().graph());
        let is_detour = |here: u32, next| self.left_to_best(next).is_some_and(|there| there + 1 != here);
        let has_detour = |node| {
            self.left_to_best(node).is_some_and(|here| nodes.successors(node, graph).any(|next| is_detour(here, next)))
        };
        let fewest = moves(self.left_to_best(0).expect("an end that is the best"));
        if (0..nodes.iter().count()).any(has_detour) {
            format!("Here it is done in {fewest}. If you took more, there is a shorter way to be found.")
        } else {
            format!("Here it is done in {fewest}, and every other way takes as many.")
        }
    }

    /// Whether it is a puzzle, which nobody plays against anybody.
    fn is_puzzle(&self) -> bool {
        self.positions().players() == &Players::One
    }

    /// Returns what can be got from a node, a higher number for more; 0 where people play each other.
    fn worth_of(&self, node: usize) -> u8 {
        match self.prospects() {
            Some(prospects) => worth(prospects.of(node)),
            None => u8::from(self.is_puzzle() && matches!(self.verdict_of(node).value, GameValue::Win(_))),
        }
    }

    /// Whether a person can get more from a node than against best play, since the computer makes mistakes; nothing
    /// where only people play.
    pub(super) fn counts_on_mistakes(&self, node: usize) -> Option<bool> {
        let person = self.description.computer.as_ref()?.seat.opponent();
        let verdict = self.verdict_of(node);
        let in_best_play = match verdict.value {
            GameValue::Win(winner) if winner == person => Prospect::Win(verdict.moves_of_winner(person)),
            GameValue::Draw => Prospect::Draw(verdict.distance),
            GameValue::Endless => Prospect::Endless,
            GameValue::Win(_) | GameValue::Unsolvable => Prospect::Loss(verdict.moves_of_winner(person)),
        };
        Some(worth(in_best_play) < self.worth_of(node))
    }

    pub(super) fn verdict_of(&self, node: usize) -> Verdict {
        self.verdict(self.nodes().node(node).state)
    }

    /// Whether a person can call it a day at a node: play goes round in circles, and nobody can get more.
    pub(super) fn goes_round(&self, node: usize) -> bool {
        let Some(prospects) = self.prospects() else { return false };
        prospects.of(0) == Prospect::Endless && prospects.is_on_circle(node)
    }

    /// Returns what is to be said of the end that a node is; nothing where people play each other.
    pub(super) fn fate(&self, node: usize) -> Fate {
        let (best, got) = (self.worth_of(0), self.worth_of(node));
        if best == got {
            return Fate { is_best: best > 0, ..Fate::default() };
        }
        let (better, by) = match self.mistakes().last_good[node] {
            LastGood::Always { node, by } => (Better { node: node as usize, is_mistake: true }, by),
            LastGood::Nowhere | LastGood::Somewhere => {
                (Better { node: self.last_better(node), is_mistake: false }, None)
            }
        };
        Fate { is_best: false, better: Some(better), missed: self.could_have(better.node, by) }
    }

    /// Returns the last node that all ways to a node pass and from which more can be had than from that one. There is
    /// none unless more can be had from the beginning.
    fn last_better(&self, node: usize) -> usize {
        let got = self.worth_of(node);
        let mut better = node;
        while self.worth_of(better) == got {
            better = self.mistakes().dominators[better] as usize;
        }
        better
    }

    fn mistakes(&self) -> &Mistakes {
        let opened = self.opened();
        opened.mistakes.get_or_init(|| {
            let graph = self.positions().graph();
            let worth: Vec<u8> = (0..self.nodes().iter().count()).map(|node| self.worth_of(node)).collect();
            let after = |node| opened.nodes.successors(node, graph).collect();
            let successors: Vec<Vec<usize>> = (0..worth.len()).map(after).collect();
            Mistakes { last_good: last_good(&worth, &successors), dominators: dominators(&successors) }
        })
    }

    /// Returns the page on which to look for what would have been better from a node, with the title of a link there:
    /// the one with hints, if there is any. Nothing if it is the first page, and there is none.
    pub(super) fn way_to_better(&self, better: Better, explored: Option<&Self>) -> Option<(PageRef, &'static str)> {
        let node = better.node;
        let page = PageId::new(self.nodes().first_view(node));
        let title = match better {
            Better { is_mistake: true, .. } => "Where did it go wrong?",
            Better { node: 0, .. } => "Try again with hints",
            _ => "Back to a better position",
        };
        match (self.twin(page), explored) {
            (Some(twin), _) => Some((PageRef::Position(self.id, twin), title)),
            (None, _) if node > 0 => Some((PageRef::Position(self.id, page), title)),
            // Hints there are about best play, which may get less than can be had from a computer that makes mistakes.
            (None, Some(explored)) if explored.description.hints && self.counts_on_mistakes(node) == Some(false) => {
                let page = explored.page_of(self.nodes().node(node).state, None);
                // Nobody replies there.
                Some((PageRef::Position(explored.id, page), "Explore the beginning"))
            }
            _ => None,
        }
    }

    /// Returns what could have been had from a node, with the move that gave it away if that is known, in a sentence.
    fn could_have(&self, node: usize, by: Option<u32>) -> String {
        let mut sentence = match self.prospects().map(|prospects| prospects.of(node)) {
            Some(Prospect::Win(moves)) => format!("You could have won in {moves}"),
            Some(Prospect::Endless) => "You could have gone on for ever".to_owned(),
            Some(_) => "You could have drawn".to_owned(),
            None => format!("You could have solved it in {}", moves(self.verdict_of(node).distance)),
        };
        if let Some(mv) = by {
            let done = self.positions().done(self.nodes().node(node).state, mv as usize);
            sentence.extend([", but you ", &done]);
        }
        sentence + "."
    }
}
