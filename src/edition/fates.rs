//! Fates: what an end is worth beside what could have been had.

use super::Edition;
use super::mistakes::{LastGood, last_good};
use super::prospects::Prospect;
use super::words::moves;
use crate::game::Players;
use crate::graph::StateId;
use crate::page::PageId;
use crate::solve::{GameValue, Verdict};

/// What is to be said of an end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fate {
    /// Whether as much was got as can be, and that is something.
    pub(super) is_best: bool,
    /// The page on which more was given away.
    pub(super) mistake: Option<PageId>,
    /// What could have been had, as a sentence; empty where nothing more could.
    pub(super) missed: String,
}

/// Returns what a prospect is worth, a higher number for more.
pub(super) fn worth(prospect: Prospect) -> u8 {
    match prospect {
        Prospect::Win(_) => 3,
        Prospect::Draw(_) => 2,
        Prospect::Endless => 1,
        Prospect::Loss => 0,
    }
}

impl Edition {
    /// Whether there is anything to get: a win, a draw against who never loses, a game without an end, a solution.
    /// Of an edition on demand that is not known. Of all others it needs an opened edition.
    pub fn has_prize(&self) -> bool {
        !self.is_on_demand() && self.worth_of(0) > 0
    }

    /// Returns what is said to whoever got the best that can be had: what was done, and what is left to be done. Needs
    /// an opened edition that has a prize.
    pub fn congratulation(&self) -> (String, String) {
        let (done, left) = match self.prospects().map(|prospects| prospects.of(0)) {
            Some(Prospect::Win(moves)) => (
                "You beat the computer!",
                format!("It can be done in {moves}. If you took longer, there is a shorter way to be found."),
            ),
            Some(Prospect::Endless) => {
                let left = "The game goes round in circles, and more than that nobody gets here, whoever plays.";
                ("You and the computer shake hands!", left.to_owned())
            }
            Some(_) => {
                let left =
                    "More than a draw nobody gets here, whoever plays: you made no mistake that could be punished.";
                ("You held the computer to a draw!", left.to_owned())
            }
            None => {
                let shortest = moves(self.verdict(StateId::START).distance);
                (
                    "You solved it!",
                    format!("It can be done in {shortest}. If you took more, there is a shorter way to be found."),
                )
            }
        };
        (done.to_owned(), left)
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

    fn verdict_of(&self, node: usize) -> Verdict {
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
        match self.last_good()[node] {
            LastGood::Always(last) => {
                let page = PageId::new(self.nodes().first_view(last as usize));
                let mistake = Some(self.twin(page).unwrap_or(page));
                Fate { is_best: false, mistake, missed: self.could_have(last as usize) }
            }
            _ => Fate { missed: self.can_be(), ..Fate::default() },
        }
    }

    fn last_good(&self) -> &[LastGood] {
        let opened = self.opened();
        opened.last_good.get_or_init(|| {
            let graph = self.positions().graph();
            let worth: Vec<u8> = (0..self.nodes().iter().count()).map(|node| self.worth_of(node)).collect();
            last_good(&worth, |node| opened.nodes.successors(node, graph).collect())
        })
    }

    /// Returns what could have been had from a node, as a sentence.
    fn could_have(&self, node: usize) -> String {
        match self.prospects().map(|prospects| prospects.of(node)) {
            Some(Prospect::Win(moves)) => format!("You could have won in {moves}."),
            Some(Prospect::Endless) => "You could have gone on for ever.".to_owned(),
            Some(_) => "You could have drawn.".to_owned(),
            None => format!("You could have solved it in {}.", moves(self.verdict_of(node).distance)),
        }
    }

    /// Returns what can be had from the beginning, as a sentence.
    fn can_be(&self) -> String {
        match self.prospects().map(|prospects| prospects.of(0)) {
            Some(Prospect::Win(moves)) => format!("This game can be won in {moves}."),
            Some(Prospect::Endless) => "This game can go on for ever.".to_owned(),
            Some(_) => "This game can be drawn.".to_owned(),
            None => format!("It can be solved in {}.", moves(self.verdict(StateId::START).distance)),
        }
    }
}
