//! Scripts: positions with a move to find in each, and the pages that show them. A lesson is a script that an author
//! wrote, and a collection of puzzles one that the solver wrote.
//!
//! A step shows a position with all of its legal moves. Some of them lead on, to another step; every other one leads to
//! a page that shows what comes of it and leads back. A step without moves is an end.
//!
//! The pages are those of the steps, and then beside each step one for each piece that has to be chosen before it is
//! moved, and one for each move that does not lead on. Their names are that of the step, such as `07`, with the piece
//! or the move after it: `07~from-b2`, `07~not-b2`. A collection of puzzles has a list of them for its first page.

use std::sync::Arc;

use crate::edition::{FIRST_NAME, Node, moves, page_called};
use crate::game::{Players, Status};
use crate::graph::{StateId, pieces};
use crate::library::SolvedGame;
use crate::page::{Lead, Offer, OpenBoard, PageId, PageRef};
use crate::solve::{GameValue, Verdict};

/// A position with a move to find, or an end.
pub(crate) struct Step {
    /// The name of its page.
    pub(crate) name: String,
    pub(crate) game: Arc<SolvedGame>,
    /// The position, and the moves that its page tells.
    pub(crate) node: Node,
    /// The position before the last move, whoever made it, if the page shows what that move did.
    pub(crate) before: Option<StateId>,
    /// For each legal move the step that it leads to, if it leads on; empty at an end.
    pub(crate) next: Vec<Option<usize>>,
}

/// What a page shows of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepPage {
    /// The position with its moves, or the end.
    Position,
    /// The piece that was chosen, as its place among those of the position.
    Choice(usize),
    /// What comes of the move at this place among the legal ones, which does not lead on.
    Mistake(usize),
}

/// Steps and the pages that show them.
pub(crate) struct Script {
    steps: Vec<Step>,
    /// The number of the first page beside each step, and at the end the number of pages.
    beside: Vec<usize>,
    /// What stands before a move that does not lead on in the name of its page.
    mistake: &'static str,
    /// The number of the page of the first step: 1 after a list, else 0.
    first: usize,
}

impl Step {
    /// Whether no move is left to be found.
    pub(crate) fn is_end(&self) -> bool {
        self.next.is_empty()
    }

    /// Returns the moves that do not lead on, as their places among the legal ones.
    fn mistakes(&self) -> impl Iterator<Item = usize> {
        (0..self.next.len()).filter(|&index| self.next[index].is_none())
    }

    /// Returns how many pages show it.
    pub(crate) fn page_count(&self) -> usize {
        1 + self.piece_count() + self.mistakes().count()
    }

    fn piece_count(&self) -> usize {
        if self.is_end() { 0 } else { self.game.positions.piece_count(self.node.state) }
    }

    /// Returns the position after a legal move.
    pub(crate) fn after(&self, index: usize) -> StateId {
        self.game.positions.graph().successors(self.node.state)[index]
    }

    /// Returns what the reader did by a legal move, in a sentence.
    pub(crate) fn done(&self, index: usize) -> String {
        format!("You {}.", self.game.positions.past_tense(self.node.state, index))
    }

    /// Returns the value of the position after a legal move.
    pub(crate) fn verdict_after(&self, index: usize) -> Verdict {
        self.game.solution().verdict(self.after(index))
    }

    /// Returns what a move that does not lead on costs under best play, compared with one that does; nothing where it
    /// is no worse. `counted` are the moves that are said to be left to a loss.
    pub(crate) fn cost(&self, index: usize, counted: fn(Verdict) -> u32) -> Option<String> {
        let players = self.game.positions.players();
        let Status::Turn(mover) = self.game.positions.status(self.node.state) else { return None };
        let made = self.verdict_after(index);
        let right = self.verdict_after(self.next.iter().position(Option::is_some)?);
        let text = match (made.value, right.value) {
            (GameValue::Win(_), GameValue::Win(_))
                if *players == Players::One && made.winner_moves > right.winner_moves =>
            {
                match right.winner_moves {
                    0 => format!("From here it still takes {}.", moves(made.winner_moves)),
                    fewest => {
                        format!(
                            "From here it takes {}; after the right move it takes {fewest}.",
                            moves(made.winner_moves)
                        )
                    }
                }
            }
            (GameValue::Win(winner), other) if winner != mover && other != made.value => {
                let winner = players.name(winner);
                match made.distance {
                    0 => format!("And so {winner} has won."),
                    _ => format!("Now {winner} can win in {}, whatever you do.", moves(counted(made))),
                }
            }
            (GameValue::Draw, GameValue::Win(_)) if made.distance == 0 => "And so it is a draw.".to_owned(),
            (GameValue::Draw, GameValue::Win(_)) => "Now it is a draw, if nobody goes wrong.".to_owned(),
            (GameValue::Unsolvable, GameValue::Win(_)) => "From here it cannot be solved any more.".to_owned(),
            (GameValue::Endless, GameValue::Win(_)) => "Now nobody can force a win.".to_owned(),
            _ => return None,
        };
        Some(text)
    }
}

impl Script {
    /// Returns the script of some steps, with a list as its first page if it `has_list`. `mistake` stands before a move
    /// that does not lead on in the name of its page.
    pub(crate) fn new(steps: Vec<Step>, mistake: &'static str, has_list: bool) -> Self {
        let first = usize::from(has_list);
        let mut beside = vec![first + steps.len()];
        for step in &steps {
            beside.push(beside[beside.len() - 1] + step.page_count() - 1);
        }
        Self { steps, beside, mistake, first }
    }

    /// Returns the steps in their order.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns how many positions have a move to find.
    pub(crate) fn position_count(&self) -> usize {
        self.steps.iter().filter(|step| !step.is_end()).count()
    }

    /// Returns how many moves are offered on all pages together.
    pub(crate) fn move_count(&self) -> usize {
        self.steps.iter().map(|step| step.next.len()).sum()
    }

    /// Returns how many pages there are.
    pub(crate) fn page_count(&self) -> usize {
        self.beside[self.steps.len()]
    }

    /// Returns the step that a page shows, and what it shows of it. The page is not that of the list.
    pub(crate) fn part(&self, page: PageId) -> (usize, StepPage) {
        let page = page.index();
        if page < self.beside[0] {
            return (page.checked_sub(self.first).expect("a list shows no step"), StepPage::Position);
        }
        let step = self.beside.partition_point(|&first| first <= page) - 1;
        let (place, pieces) = (page - self.beside[step], self.steps[step].piece_count());
        let mistake = |place| self.steps[step].mistakes().nth(place).expect("pages beside a step");
        (step, if place < pieces { StepPage::Choice(place) } else { StepPage::Mistake(mistake(place - pieces)) })
    }

    /// Returns the page that shows a part of a step.
    pub(crate) fn page(&self, step: usize, part: StepPage) -> PageId {
        let before = |index| self.steps[step].mistakes().take_while(|&mistake| mistake < index).count();
        PageId::new(match part {
            StepPage::Position => self.first + step,
            StepPage::Choice(piece) => self.beside[step] + piece,
            StepPage::Mistake(index) => self.beside[step] + self.steps[step].piece_count() + before(index),
        })
    }

    /// Returns the page with this name, such as `07~not-b2`.
    pub(crate) fn page_named(&self, name: &str) -> Option<PageId> {
        let is_of = |step: &usize| {
            let rest = name.strip_prefix(&self.steps[*step].name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('~'))
        };
        let steps = (0..self.steps.len()).filter(is_of);
        let pages =
            steps.flat_map(|step| [self.first + step].into_iter().chain(self.beside[step]..self.beside[step + 1]));
        let pages = [PageId::FIRST].into_iter().chain(pages.map(PageId::new));
        page_called(name, pages, |page, out| self.write_name(page, out))
    }

    /// Appends the name of a page.
    pub(crate) fn write_name(&self, page: PageId, out: &mut String) {
        if page == PageId::FIRST {
            return out.push_str(FIRST_NAME);
        }
        let (step, part) = self.part(page);
        let Step { name, game, node, .. } = &self.steps[step];
        out.push_str(name);
        match part {
            StepPage::Position => {}
            StepPage::Choice(piece) => {
                out.extend(["~from-", pieces(&game.positions.choices(node.state))[piece].slug.as_str()]);
            }
            StepPage::Mistake(index) => {
                out.extend(["~", self.mistake, game.positions.move_slugs(node.state)[index].as_str()]);
            }
        }
    }

    /// Returns the pages that the moves on a page lead to, and the page before a piece was chosen, if one was.
    pub(crate) fn leads(&self, page: PageId) -> (Vec<PageId>, Option<PageId>) {
        let (step, part) = self.part(page);
        let shown = &self.steps[step];
        let chosen = match part {
            StepPage::Choice(piece) => Some(piece),
            StepPage::Position if !shown.is_end() => None,
            StepPage::Position | StepPage::Mistake(_) => return (Vec::new(), None),
        };
        let choices = shown.game.positions.choices(shown.node.state);
        let leads = Lead::onward(&choices, chosen).map(|lead| self.page_after(step, lead));
        (leads.collect(), chosen.map(|_| self.page(step, StepPage::Position)))
    }

    /// Returns the page that a link on the board of a step leads to.
    fn page_after(&self, step: usize, lead: Lead) -> PageId {
        match lead {
            Lead::Move(index) => match self.steps[step].next[index] {
                Some(next) => self.page(next, StepPage::Position),
                None => self.page(step, StepPage::Mistake(index)),
            },
            Lead::Piece(piece) => self.page(step, StepPage::Choice(piece)),
            Lead::Back => self.page(step, StepPage::Position),
        }
    }

    /// Draws the board of a page in place of what was drawn before. `to` returns what a link to a page refers to.
    pub(crate) fn draw(&self, page: PageId, to: impl Fn(PageId) -> PageRef, board: &mut OpenBoard) {
        let (step, part) = self.part(page);
        let shown @ Step { game, node, before, .. } = &self.steps[step];
        let positions = &*game.positions;
        let chosen = match part {
            StepPage::Mistake(index) => return board.draw(positions, shown.after(index), Some(node.state), None),
            StepPage::Position if shown.is_end() => return board.draw(positions, node.state, *before, None),
            StepPage::Position => None,
            StepPage::Choice(piece) => Some(piece),
        };
        let choices = positions.choices(node.state);
        let lead = |lead| to(self.page_after(step, lead));
        let offer = Offer { choices: &choices, chosen, worths: &[], page: &lead };
        board.draw(positions, node.state, *before, Some(&offer));
    }
}
