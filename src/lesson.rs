//! Lessons: the pages of a tutorial, one for each step, one for each move that is not the one to find, and one for the
//! end.
//!
//! A step shows a position with all of its legal moves, over the pages of pieces that have to be chosen first. The
//! move that is taught leads to the next step, every other to a page that says why not and leads back.

use std::fmt::Write;
use std::sync::{Arc, OnceLock};

use toml::value::Date;

use crate::content::{Body, LessonSpec, Located, StepSpec};
use crate::diagnostic::{Diagnostics, first_of};
use crate::edition::{Edition, FIRST_NAME, moves, page_called};
use crate::game::{Player, Players, Slug, Status};
use crate::graph::{ExploredPositions, Positions, StateId, pieces};
use crate::library::SolvedGame;
use crate::page::{EditionId, Lead, LessonId, LessonPart, Offer, OpenBoard, PageId, PageRef};
use crate::solve::{GameValue, Verdict};

/// A lesson. Its positions and moves are found when it is opened.
pub struct Lesson {
    /// Its place among the lessons of the site.
    pub id: LessonId,
    /// The edition whose game it teaches.
    pub edition: EditionId,
    /// The edition to play after it, if it names one that is part of the site.
    then: Option<EditionId>,
    spec: LessonSpec,
    opened: OnceLock<Opened>,
}

/// What a lesson is once its positions and moves are found.
struct Opened {
    game: Arc<SolvedGame>,
    steps: Vec<Step>,
    /// The pages: first the steps, then the end, then the pages beside the way.
    parts: Vec<Part>,
}

struct Step {
    state: StateId,
    /// The place of the move that is taught among the legal moves.
    taught: usize,
    /// For each legal move why it does not lead on.
    why_not: Vec<String>,
    /// How many pieces there are to choose from.
    pieces: usize,
    /// The number of its first page beside the way: one for each piece, then one for each move that is not taught.
    beside: usize,
}

/// What a page of a lesson shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The step of this number.
    Step(usize),
    /// What is said when all steps are done.
    End,
    /// In a step, the piece that was chosen, as its place among those of the position.
    Choice(usize, usize),
    /// In a step, the move at this place among the legal ones, which does not lead on.
    Mistake(usize, usize),
}

/// A page of a lesson with open links.
pub struct OpenLessonPage<'a> {
    /// What the page is.
    pub part: LessonPart,
    /// The number of the step, from 1.
    pub step: usize,
    /// How many steps there are.
    pub steps: usize,
    /// The page to go back to, and its title.
    pub back: Option<(PageRef, String)>,
    /// What the author says on it.
    pub body: Option<&'a Body>,
    /// After a mistake what was done, why it does not lead on, and what it costs, in sentences; else empty.
    pub remarks: Vec<String>,
    /// The board.
    pub board: OpenBoard,
}

/// What is said of a move that the author says nothing of.
const NOT_THIS: &str = "That is a legal move, but not the one to find here.";

impl Lesson {
    /// Returns the lesson that content describes, for an edition.
    pub fn new(spec: LessonSpec, id: LessonId, edition: EditionId) -> Self {
        Self { id, edition, then: None, spec, opened: OnceLock::new() }
    }

    /// Returns the same lesson with an edition to play after it.
    #[must_use]
    pub fn followed_by(self, then: Option<EditionId>) -> Self {
        Self { then, ..self }
    }

    /// Returns the edition to play after it, if it names one that is part of the site.
    pub fn then(&self) -> Option<EditionId> {
        self.then
    }

    /// Finds the positions and moves that the lesson names in its edition, which has to be open. `editions` are those
    /// of the whole site. Everything that is said of its pages, but for the name of the first, comes after it.
    ///
    /// # Errors
    ///
    /// Every position that play cannot reach, and every move that is not legal.
    pub fn open(&self, edition: &Edition, editions: &[Edition]) -> Result<(), Diagnostics> {
        if self.opened.get().is_some() {
            return Ok(());
        }
        let positions = edition.positions();
        let mut findings = Diagnostics::new();
        let mut steps = Vec::new();
        for step in &self.spec.steps {
            let slug = &step.position;
            let found = positions.find(&slug.value);
            let found = found
                .map_err(|error| slug.diagnostic(error.to_string()).hint(edition.whereabouts(&slug.value, editions)));
            if let Some(state) = findings.keep(found) {
                steps.extend(findings.keep(Step::open(step, state, positions)));
            }
        }
        let mut steps = findings.into_result(steps)?;
        let mut parts: Vec<Part> = (0..steps.len()).map(Part::Step).chain([Part::End]).collect();
        for (number, step) in steps.iter_mut().enumerate() {
            step.beside = parts.len();
            parts.extend((0..step.pieces).map(|piece| Part::Choice(number, piece)));
            let mistakes = (0..step.why_not.len()).filter(|&index| index != step.taught);
            parts.extend(mistakes.map(|index| Part::Mistake(number, index)));
        }
        let game = Arc::clone(edition.game());
        self.opened.get_or_init(|| Opened { game, steps, parts });
        Ok(())
    }

    fn opened(&self) -> &Opened {
        self.opened.get().unwrap_or_else(|| panic!("{} is asked for its pages before it is opened", self.folder()))
    }

    /// Returns the solved game.
    fn game(&self) -> &SolvedGame {
        &self.opened().game
    }

    fn steps(&self) -> &[Step] {
        &self.opened().steps
    }

    fn part(&self, page: PageId) -> Part {
        self.opened().parts[page.index()]
    }

    /// Returns its folder on the site.
    pub fn folder(&self) -> &str {
        &self.spec.folder
    }

    /// Returns its name for readers.
    pub fn title(&self) -> &str {
        &self.spec.title
    }

    /// Returns when it was written.
    pub fn date(&self) -> Option<Date> {
        self.spec.date
    }

    /// Returns one sentence about it; may be empty.
    pub fn summary(&self) -> &str {
        &self.spec.summary
    }

    /// Returns how many positions have a move to find.
    pub fn step_count(&self) -> usize {
        self.steps().len()
    }

    /// Returns how many moves are offered on all pages together.
    pub fn move_count(&self) -> usize {
        self.steps().iter().map(|step| step.why_not.len()).sum()
    }

    /// Returns how many pages there are; they are numbered from the first step, which is 0.
    pub fn page_count(&self) -> usize {
        self.opened().parts.len()
    }

    /// Returns everything that the author says on its pages.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        self.spec.steps.iter().map(|step| &step.text).chain([&self.spec.end])
    }

    /// Returns the page with this name in the lesson, such as `1~1-b`.
    pub fn page_named(&self, name: &str) -> Option<PageId> {
        if name == FIRST_NAME {
            return Some(PageId::FIRST);
        }
        let number: Option<usize> = name.split('~').next().and_then(|number| number.parse().ok());
        let pages = match number.and_then(|number| number.checked_sub(1)) {
            None => vec![self.number_of(Part::End)],
            Some(step) => {
                let Step { pieces, why_not, beside, .. } = self.steps().get(step)?;
                [self.number_of(Part::Step(step))]
                    .into_iter()
                    .chain(*beside..beside + pieces + why_not.len() - 1)
                    .collect()
            }
        };
        page_called(name, pages.into_iter().map(PageId::new), |page, out| self.write_name(page, out))
    }

    /// Appends the name of a page in the lesson, such as `1~1-b`.
    pub fn write_name(&self, page: PageId, out: &mut String) {
        if page == PageId::FIRST {
            return out.push_str(FIRST_NAME);
        }
        let positions = &*self.game().positions;
        match self.part(page) {
            Part::Step(step) => out.push_str(&(step + 1).to_string()),
            Part::End => out.push_str("end"),
            Part::Choice(step, piece) => {
                let choices = positions.choices(self.steps()[step].state);
                let piece = &pieces(&choices)[piece].slug;
                write!(out, "{}~from-{piece}", step + 1).expect("memory");
            }
            Part::Mistake(step, index) => {
                let slug = positions.move_slugs(self.steps()[step].state).swap_remove(index);
                write!(out, "{}~{slug}", step + 1).expect("memory");
            }
        }
    }

    /// Returns a page.
    pub fn open_page(&self, page: PageId) -> OpenLessonPage<'_> {
        let last = self.steps().len() - 1;
        let text = |step: usize| Some(&self.spec.steps[step].text);
        let (step, part, board, body) = match self.part(page) {
            Part::Step(step) => (step, LessonPart::Step, self.board(step, None), text(step)),
            Part::Choice(step, piece) => (step, LessonPart::Choice, self.board(step, Some(piece)), text(step)),
            Part::End => {
                (last, LessonPart::End, self.board_after(last, self.steps()[last].taught), Some(&self.spec.end))
            }
            Part::Mistake(step, index) => (step, LessonPart::Mistake, self.board_after(step, index), None),
        };
        let remarks = match self.part(page) {
            Part::Mistake(step, index) => self.why_not(step, index),
            _ => Vec::new(),
        };
        let back = if part == LessonPart::Step { step.checked_sub(1) } else { Some(step) };
        let back = back.map(|step| (self.page_of(Part::Step(step)), format!("Back to step {}", step + 1)));
        OpenLessonPage { part, step: step + 1, steps: self.steps().len(), back, body, remarks, board }
    }

    fn page_of(&self, part: Part) -> PageRef {
        PageRef::Lesson(self.id, PageId::new(self.number_of(part)))
    }

    /// Returns the number of the page that shows a part.
    fn number_of(&self, part: Part) -> usize {
        match part {
            Part::Step(step) => step,
            Part::End => self.steps().len(),
            Part::Choice(step, piece) => self.steps()[step].beside + piece,
            Part::Mistake(step, index) => {
                let Step { taught, pieces, beside, .. } = self.steps()[step];
                beside + pieces + index - usize::from(index > taught)
            }
        }
    }

    /// Returns the board of a step with its moves, or with those of a chosen piece.
    fn board(&self, step: usize, chosen: Option<usize>) -> OpenBoard {
        let positions = &*self.game().positions;
        let Step { state, taught, .. } = self.steps()[step];
        let lead = |lead| {
            self.page_of(match lead {
                Lead::Move(index) if index != taught => Part::Mistake(step, index),
                Lead::Move(_) if step + 1 < self.steps().len() => Part::Step(step + 1),
                Lead::Move(_) => Part::End,
                Lead::Piece(piece) => Part::Choice(step, piece),
                Lead::Back => Part::Step(step),
            })
        };
        let choices = positions.choices(state);
        let offer = Offer { choices: &choices, chosen, worths: &[], page: &lead };
        let mut board = OpenBoard::default();
        board.draw(positions, state, None, Some(&offer));
        board
    }

    /// Returns the board after a move of a step, to be looked at.
    fn board_after(&self, step: usize, index: usize) -> OpenBoard {
        let positions = &*self.game().positions;
        let state = self.steps()[step].state;
        OpenBoard::picture(positions, positions.graph().successors(state)[index], Some(state))
    }

    /// Returns what the reader did, why it does not lead on, and what it would cost.
    fn why_not(&self, step: usize, index: usize) -> Vec<String> {
        let positions = &*self.game().positions;
        let Step { state, taught, ref why_not, .. } = self.steps()[step];
        let successors = positions.graph().successors(state);
        let verdict = |index: usize| self.game().solution().verdict(successors[index]);
        let Status::Turn(mover) = positions.graph().status(state) else {
            unreachable!("a step has a move to find");
        };
        let mut told = vec![format!("You {}.", positions.done(state, index)), why_not[index].clone()];
        told.extend(cost(mover, positions.players(), verdict(index), verdict(taught)));
        told
    }
}

impl Step {
    fn open(step: &StepSpec, state: StateId, positions: &dyn ExploredPositions) -> Result<Self, Diagnostics> {
        let slugs = positions.move_slugs(state);
        if slugs.is_empty() {
            let message = format!("nothing is left to play in `{}`", step.position.value);
            return Err(step.position.diagnostic(message).hint("name a position with a legal move").into());
        }
        let find = |mv: &Located<String>| {
            let index = slugs.iter().position(|slug| slug.as_str() == mv.value);
            index.ok_or_else(|| {
                let message = format!("`{}` is no legal move in `{}`", mv.value, step.position.value);
                mv.diagnostic(message).hint(legal(positions, state, &slugs))
            })
        };
        let mut findings = Diagnostics::new();
        let taught = findings.keep(find(&step.mv));
        let otherwise = if step.otherwise.is_empty() { NOT_THIS } else { &step.otherwise };
        let mut why_not = vec![otherwise.to_owned(); slugs.len()];
        for (mv, why) in &step.instead {
            match findings.keep(find(mv)) {
                Some(index) if taught == Some(index) => findings.push(
                    mv.diagnostic(format!("`{}` is the move that leads on", mv.value))
                        .hint("explain the other moves here, and what is right about this one in the next step"),
                ),
                Some(index) => why_not[index].clone_from(why),
                None => {}
            }
        }
        match taught {
            Some(taught) => {
                let pieces = positions.piece_count(state);
                findings.into_result(Self { state, taught, why_not, pieces, beside: 0 })
            }
            None => Err(findings),
        }
    }
}

/// Returns a hint that names the legal moves of a position.
fn legal(positions: &dyn Positions, state: StateId, slugs: &[Slug]) -> String {
    let labels = positions.choices(state).into_iter().map(|choice| choice.label.full());
    let named: Vec<_> = slugs.iter().zip(labels).map(|(slug, label)| format!("`{slug}` ({label})")).collect();
    format!("legal are {}", first_of(&named, "; "))
}

/// Returns what a move costs under best play, compared with the move that is taught; nothing where it is no worse.
pub(crate) fn cost(mover: Player, players: &Players, made: Verdict, taught: Verdict) -> Option<String> {
    match (made.value, taught.value) {
        (GameValue::Win(_), GameValue::Win(_)) if *players == Players::One && made.distance > taught.distance => {
            Some(match taught.distance {
                0 => format!("From here it still takes {}.", moves(made.distance)),
                distance => {
                    format!("From here it takes {}; after the right move it takes {distance}.", moves(made.distance))
                }
            })
        }
        (GameValue::Win(winner), other) if winner != mover && other != made.value => {
            let winner = players.name(winner);
            Some(match made.distance {
                0 => format!("And so {winner} has won."),
                distance => format!("Now {winner} can win in {}, whatever you do.", moves(distance)),
            })
        }
        (GameValue::Draw, GameValue::Win(_)) if made.distance == 0 => Some("And so it is a draw.".to_owned()),
        (GameValue::Draw, GameValue::Win(_)) => Some("Now it is a draw, if nobody goes wrong.".to_owned()),
        (GameValue::Unsolvable, GameValue::Win(_)) => Some("From here it cannot be solved any more.".to_owned()),
        (GameValue::Endless, GameValue::Win(_)) => Some("Now nobody can force a win.".to_owned()),
        _ => None,
    }
}
