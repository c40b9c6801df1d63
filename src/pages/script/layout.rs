//! The pages of a script and their names.

use indexmap::IndexMap;

use super::puzzle::Puzzle;
use super::step::{Step, StepPage};
use crate::pages::chapter::{FIRST_NAME, Leads};
use crate::pages::page::{BoardLink, PageId};

/// The pages of an opened script.
pub struct Script {
    pub(crate) steps: Vec<Step>,
    /// The puzzles, easy ones first; empty in a lesson.
    pub(crate) puzzles: Vec<Puzzle>,
    /// The name of each page by the step and the part that it shows, in the order of the pages, without the list.
    names: IndexMap<(usize, StepPage), String>,
    /// The page of the first step: 1 if the first page is a list, otherwise 0.
    first: usize,
}

impl Script {
    /// Creates a lesson or, if there are puzzles, a collection of them, whose first page is a list. In the name of a
    /// page of puzzles, `not-` precedes a move that does not lead on.
    pub(super) fn new(steps: Vec<Step>, puzzles: Vec<Puzzle>) -> Self {
        let has_list = !puzzles.is_empty();
        let mistake = if has_list { "not-" } else { "" };
        let positions = (0..steps.len()).map(|step| (step, StepPage::Position));
        let beside = steps.iter().enumerate().flat_map(|(number, step)| step.beside().map(move |page| (number, page)));
        let name = |(step, page): (usize, StepPage)| ((step, page), steps[step].name_of(page, mistake));
        let mut names: IndexMap<_, _> = positions.chain(beside).map(name).collect();
        if !has_list {
            FIRST_NAME.clone_into(&mut names[0]);
        }
        Self { steps, puzzles, names, first: usize::from(has_list) }
    }

    pub(crate) fn position_count(&self) -> usize {
        self.steps.iter().filter(|step| !step.is_end()).count()
    }

    pub(crate) fn move_count(&self) -> usize {
        self.steps.iter().map(|step| step.next.len()).sum()
    }

    pub(crate) fn page_count(&self) -> usize {
        self.first + self.names.len()
    }

    /// Returns the step and the part that a page shows. The page must not be the list.
    pub(crate) fn part(&self, page: PageId) -> (usize, StepPage) {
        let shown = page.index().checked_sub(self.first).and_then(|place| self.names.get_index(place));
        *shown.expect("a page of a step").0
    }

    pub(crate) fn page(&self, step: usize, part: StepPage) -> PageId {
        PageId::new(self.first + self.names.get_index_of(&(step, part)).expect("a part of a step"))
    }

    pub(crate) fn page_named(&self, name: &str) -> Option<PageId> {
        if name == FIRST_NAME {
            return Some(PageId::FIRST);
        }
        self.names.values().position(|known| known == name).map(|place| PageId::new(self.first + place))
    }

    pub(crate) fn write_name(&self, page: PageId, out: &mut String) {
        let place = page.index().checked_sub(self.first);
        out.push_str(place.map_or(FIRST_NAME, |place| &self.names[place]));
    }

    /// Returns the pages after the moves on a page and, if a piece is chosen, the page to return to.
    pub(crate) fn leads(&self, page: PageId) -> Leads {
        let (step, part) = self.part(page);
        let shown = &self.steps[step];
        let chosen = match part {
            StepPage::Choice(piece) => Some(piece),
            StepPage::Position if !shown.is_end() => None,
            StepPage::Position | StepPage::Mistake(_) => return (Vec::new(), None),
        };
        let choices = shown.game.positions.choices(shown.node.state);
        let leads = BoardLink::onward(&choices, chosen).map(|lead| self.page_after(step, lead));
        (leads.collect(), chosen.map(|_| self.page(step, StepPage::Position)))
    }

    pub(super) fn page_after(&self, step: usize, lead: BoardLink) -> PageId {
        match lead {
            BoardLink::Move(index) => match self.steps[step].next[index] {
                Ok(next) => self.page(next, StepPage::Position),
                Err(_) => self.page(step, StepPage::Mistake(index)),
            },
            BoardLink::Piece(piece) => self.page(step, StepPage::Choice(piece)),
            BoardLink::Back => self.page(step, StepPage::Position),
        }
    }
}
