//! Scripts as chapters, planned and opened: the lessons and collections of puzzles among the pages of a site.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::layout::Script;
use super::puzzle::{Day, Puzzle};
use super::step::{Step, StepPage};
use super::{lesson, puzzle};
use crate::content::words::Catalogue;
use crate::content::{Body, LessonSpec, PuzzlesSpec};
use crate::engine::game::Message;
use crate::engine::graph::pieces;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::pages::chapter::{Chapter, FIRST_NAME, Leads, Summary};
use crate::pages::edition::{Edition, any_of, begun, count_pages, on_page, play};
use crate::pages::page::{
    AnswerRow, Destination, EditionId, Link, LinkResolver, Offer, OpenBoard, PageId, PageRef, ScriptId, SectionId,
};

/// A lesson or a collection of puzzles. The first call of `open` finds the positions and moves.
pub struct PlannedScript {
    pub id: ScriptId,
    /// The section of the script's game; `None` for a calendar, whose puzzles can be from several games.
    pub section: Option<SectionId>,
    /// The editions that supply the positions of the script.
    pub editions: Vec<EditionId>,
    /// All editions of the site.
    pub all_editions: Arc<Vec<Edition>>,
    pub folder: String,
    pub summary: Summary,
    pub kind: ScriptKind,
    pub(crate) opened: OnceLock<Result<Script, Diagnostics>>,
}

pub enum ScriptKind {
    /// A lesson, written by an author, and the edition to play after it.
    Lesson(Box<LessonSpec>, EditionId),
    /// Puzzles found by the solver, and the text of a calendar. The first page of the collection lists the puzzles.
    Puzzles(Box<PuzzlesSpec>, Option<Body>),
}

/// An opened script.
#[derive(Clone, Copy)]
pub struct OpenedScript<'a> {
    planned: &'a PlannedScript,
    pub script: &'a Script,
}

impl Deref for OpenedScript<'_> {
    type Target = PlannedScript;

    fn deref(&self) -> &PlannedScript {
        self.planned
    }
}

impl PlannedScript {
    pub fn first_page(&self) -> PageRef {
        PageRef::start_of(self.id)
    }

    pub fn is_lesson(&self) -> bool {
        matches!(self.kind, ScriptKind::Lesson(..))
    }

    /// Returns whether the script is a calendar, which contains a puzzle for each day.
    pub fn is_calendar(&self) -> bool {
        matches!(self.kind, ScriptKind::Puzzles(_, Some(_)))
    }

    /// Returns the number of puzzles, which is known before the script is opened; 0 for a lesson.
    pub fn puzzle_count(&self) -> usize {
        match &self.kind {
            ScriptKind::Lesson(..) => 0,
            ScriptKind::Puzzles(spec, _) => spec.positions.len() + spec.count.as_ref().map_or(0, |count| count.value),
        }
    }

    pub(super) fn catalogue(&self) -> &Catalogue {
        self.all_editions[self.editions[0].index()].catalogue()
    }

    /// Opens the script, if it contains puzzles.
    ///
    /// # Errors
    ///
    /// Returns an error for every position or move that the script's games do not contain.
    pub fn open_puzzles(&self) -> Result<Option<OpenedScript<'_>>, Diagnostics> {
        (!self.is_lesson()).then(|| self.open()).transpose()
    }

    /// Opens the script. The first call finds the positions and moves.
    ///
    /// # Errors
    ///
    /// Returns an error for every position or move that the script's games do not contain.
    pub fn open(&self) -> Result<OpenedScript<'_>, Diagnostics> {
        let script = self.opened.get_or_init(|| self.find()).as_ref().map_err(Clone::clone)?;
        Ok(OpenedScript { planned: self, script })
    }

    fn find(&self) -> Result<Script, Diagnostics> {
        let editions = self.editions.iter().map(|edition| self.all_editions[edition.index()].open());
        let editions = editions.collect::<Result<Vec<_>, _>>();
        let editions = editions.map_err(|error| Diagnostic::new(error.to_string()))?;
        match &self.kind {
            ScriptKind::Lesson(spec, _) => lesson::find(&spec.steps, editions[0], &self.all_editions),
            ScriptKind::Puzzles(spec, calendar) => puzzle::find(spec, calendar.is_some(), &editions),
        }
    }
}

impl Chapter for PlannedScript {
    fn folder(&self) -> &str {
        &self.folder
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn starts(&self) -> &'static [PageId] {
        &[PageId::FIRST, PageId::ANSWERS]
    }

    fn count_from(&self, page: PageId) -> usize {
        match self.open() {
            Ok(opened) if page.is_beside() => {
                count_pages(opened.script.steps.len()).saturating_sub(page.answers_number())
            }
            Ok(opened) => opened.script.page_count(),
            Err(_) => usize::from(!page.is_beside()),
        }
    }

    fn write_name(&self, page: PageId, out: &mut String) {
        match page {
            PageId::FIRST => out.push_str(FIRST_NAME),
            page if page.is_beside() => page.write_answers_name(out),
            page => self.open().into_iter().for_each(|opened| opened.script.write_name(page, out)),
        }
    }

    fn page_named(&self, name: &str) -> Option<PageId> {
        match PageId::answers_named(name) {
            Some(page) => (self.count_from(page) > 0).then_some(page),
            None => self.open().ok()?.script.page_named(name),
        }
    }

    fn leads(&self, page: PageId) -> Option<Leads> {
        let is_of_puzzle = !self.is_lesson() && page.is_later();
        is_of_puzzle.then(|| Some(self.open().ok()?.script.leads(page))).flatten()
    }
}

impl OpenedScript<'_> {
    /// Returns the answers on a page, without questions.
    pub(crate) fn answers(self, page: PageId, links: &dyn LinkResolver) -> Vec<AnswerRow> {
        let page_of = |step| PageRef::new(self.id, self.script.page(step, StepPage::Position));
        let answer = |(row, (number, step)): (usize, (usize, &Step))| {
            let (found, next) = step.onward()?;
            let choices = step.game.positions.choices(step.node.state);
            let right = choices.iter().zip(&step.next).filter(|(_, next)| next.is_ok());
            let right: Vec<_> = right.map(|(choice, _)| choice).collect();
            let place = if self.is_lesson() { self.step_of(number) } else { self.title_of(self.puzzle_with(number)) };
            let told = Message::key("answer-at").with("place", place).with("choices", any_of(&right, &choices));
            let title = play(right.len() == 1, choices[found].name_among(&choices));
            Some(AnswerRow {
                answer: begun(self.catalogue().say(&told)),
                play: Some(Link::to(page_of(next), &self.catalogue().say(&title), links)),
                ..AnswerRow::of(page_of(number), row, links)
            })
        };
        on_page(page, self.script.steps.iter().enumerate()).filter_map(answer).collect()
    }

    pub(crate) fn answer_to(self, step: usize) -> Destination {
        Destination::Answer(self.id.into(), 2 * step + 1)
    }

    /// Draws the board of a page.
    pub(crate) fn draw(self, page: PageId, board: &mut OpenBoard) {
        let (step, part) = self.script.part(page);
        let shown @ Step { game, node, before, .. } = &self.script.steps[step];
        let positions = &*game.positions;
        let (state, before, chosen) = match part {
            StepPage::Mistake(index) => (shown.after(index), Some(node.state), None),
            StepPage::Position => (node.state, *before, None),
            StepPage::Choice(piece) => (node.state, *before, Some(piece)),
        };
        let has_moves = !shown.is_end() && !matches!(part, StepPage::Mistake(_));
        let choices = positions.choices(node.state);
        let lead = |lead| PageRef::new(self.id, self.script.page_after(step, lead));
        let offer = has_moves.then_some(Offer { choices: &choices, chosen, worths: &[], page: &lead });
        let before = before.map(|before| positions.scene(before));
        board.draw(&positions.scene(state), before.as_ref(), offer.as_ref(), self.catalogue());
    }
}

/// Only lessons have these.
impl OpenedScript<'_> {
    /// Returns the place of a page in a lesson: `Step 2 of 6`, then the piece or the move.
    pub(crate) fn place_in_lesson(self, number: usize, part: StepPage) -> Message {
        let step = &self.script.steps[number];
        let choices = step.game.positions.choices(step.node.state);
        let more = match part {
            StepPage::Position if step.is_end() => return Message::key("well-done"),
            StepPage::Position => return self.step_of(number),
            StepPage::Choice(piece) => {
                Message::key("chosen").with("piece", pieces(&choices)[piece].label.short.clone())
            }
            StepPage::Mistake(index) => choices[index].name_among(&choices),
        };
        Message::key("title-and-part").with("title", self.step_of(number)).with("part", more)
    }

    /// Returns the place of a step in a lesson. The last step of the script is the end.
    fn step_of(self, number: usize) -> Message {
        let steps = self.script.steps.len() - 1;
        Message::key("step-of").with_number("step", number + 1).with_number("steps", steps)
    }

    /// Returns what the page of a move that does not lead on says about this move, in sentences.
    pub(crate) fn remarks(self, step: usize, index: usize) -> Vec<String> {
        let step = &self.script.steps[step];
        let say = |message: &Message| self.catalogue().say(message);
        let why_not = step.next[index].clone().err().filter(|why| !why.is_empty());
        let why_not = why_not.unwrap_or_else(|| say(&Message::key("legal-but-not-this")));
        let mut remarks = vec![say(&step.done(index)), why_not];
        remarks.extend(step.cost(index).iter().map(say));
        remarks
    }
}

/// Only puzzles have these.
impl<'a> OpenedScript<'a> {
    /// Returns the title of a puzzle's game. If the puzzle's edition has different rules, adds the name of the edition.
    pub fn game_title(self, puzzle: usize, title: &str) -> String {
        match &self.script.puzzles[puzzle].rules {
            Some(rules) => format!("{title} · {rules}"),
            None => title.to_owned(),
        }
    }

    /// Returns the news that readers can send to others after a day of a calendar.
    pub fn letter(self, page: PageId) -> Option<String> {
        let number = self.beginning_on(page).filter(|_| self.is_calendar())?;
        let letter = Message::key("day-letter").with("title", self.title_of(number));
        Some(self.catalogue().say(&letter.with_number("moves", self.script.puzzles[number].moves)))
    }

    /// Returns the puzzle that a page shows. The page must not be the list.
    pub(crate) fn puzzle_on(self, page: PageId) -> &'a Puzzle {
        &self.script.puzzles[self.puzzle_with(self.script.part(page).0)]
    }

    /// Returns the index of the puzzle that contains a step.
    pub(crate) fn puzzle_with(self, step: usize) -> usize {
        self.script.puzzles.partition_point(|puzzle| puzzle.first <= step) - 1
    }

    /// Returns the index of the puzzle that starts on a page, if one does. The page must not be the list.
    pub fn beginning_on(self, page: PageId) -> Option<usize> {
        let (step, part) = self.script.part(page);
        let puzzle = self.script.puzzles.binary_search_by_key(&step, |puzzle| puzzle.first).ok();
        puzzle.filter(|_| part == StepPage::Position)
    }

    pub fn page_of(self, puzzle: usize) -> PageRef {
        PageRef::new(self.id, self.script.page(self.script.puzzles[puzzle].first, StepPage::Position))
    }

    /// Returns the number of a puzzle, or its day in a calendar.
    pub fn title_of(self, puzzle: usize) -> Message {
        if self.is_calendar() {
            return Day::at(puzzle).said("day");
        }
        let all = self.script.puzzles.len();
        Message::key("puzzle-of").with_number("number", puzzle + 1).with_number("all", all)
    }
}
