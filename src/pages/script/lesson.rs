//! Lessons: scripts by an author. In each step, only the move that the step teaches leads on to the next step. An end
//! follows the last step.

use std::sync::{Arc, OnceLock};

use crate::content::words::Catalogue;
use crate::content::{Body, Located, StepSpec};
use crate::engine::game::{Message, Slug};
use crate::engine::graph::{StateId, pieces};
use crate::ground::diagnostic::{Diagnostics, MOST, first_of};
use crate::pages::edition::{Answer, Edition, Node, OpenedEdition};
use crate::pages::page::{Destination, EditionId, OpenBoard, PageId, PageRef, ScriptId, ScriptPart};
use crate::pages::script::{Script, Step, StepPage};

/// A lesson. The first call of `open` finds the positions and moves of the lesson.
pub struct Lesson {
    id: ScriptId,
    /// The edition to play after the lesson.
    pub then: EditionId,
    steps: Vec<StepSpec>,
    end: Body,
    catalogue: Arc<Catalogue>,
    opened: OnceLock<Result<Script, Diagnostics>>,
}

/// An opened lesson.
#[derive(Clone, Copy)]
pub struct OpenedLesson<'a> {
    pub lesson: &'a Lesson,
    /// The author's steps, then the end.
    pub(super) script: &'a Script,
}

/// A page of a lesson with open links. See [`LessonPage`](crate::pages::page::LessonPage) for the fields.
pub struct OpenLessonPage<'a> {
    pub part: ScriptPart,
    /// The place in the lesson, such as `Step 2 of 6`; `None` on the first page of the lesson.
    pub place: Option<String>,
    pub step: usize,
    pub steps: usize,
    /// The page to go back to, with the title of the link.
    pub back: Option<(PageRef, String)>,
    /// After a mistake, the link to the answer.
    pub answer: Option<Destination>,
    /// The author's text.
    pub body: Option<&'a Body>,
    pub remarks: Vec<String>,
    pub board: OpenBoard,
}

impl Lesson {
    pub fn new(id: ScriptId, then: EditionId, steps: Vec<StepSpec>, end: Body, catalogue: Arc<Catalogue>) -> Self {
        Self { id, then, steps, end, catalogue, opened: OnceLock::new() }
    }

    /// Opens the lesson. The first call finds the positions and moves. `editions` are the editions of the whole site.
    pub(super) fn open<'e>(
        &self,
        edition: impl FnOnce() -> Result<OpenedEdition<'e>, Diagnostics>,
        editions: &[Edition],
    ) -> Result<OpenedLesson<'_>, Diagnostics> {
        let found = || self.find(edition()?, editions);
        let script = self.opened.get_or_init(found).as_ref().map_err(Clone::clone)?;
        Ok(OpenedLesson { lesson: self, script })
    }

    fn find(&self, edition: OpenedEdition<'_>, editions: &[Edition]) -> Result<Script, Diagnostics> {
        let mut findings = Diagnostics::new();
        let mut steps = Vec::new();
        for (number, spec) in (1..).zip(&self.steps) {
            let slug = &spec.position;
            let found = edition.positions().find(&slug.value);
            let found = found.ok_or_else(|| slug.locate(edition.no_position(&slug.value, editions)));
            let Some(state) = findings.keep(found) else { continue };
            steps.extend(findings.keep(find_step(spec, number, state, edition)));
        }
        findings.into_result(())?;
        steps.extend(steps.last().map(end_after));
        Ok(Script::new(steps, "", false))
    }

    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        self.steps.iter().map(|step| &step.text).chain([&self.end])
    }
}

impl<'a> OpenedLesson<'a> {
    pub(super) fn answers(self, page: PageId) -> Vec<Answer> {
        let Lesson { id, catalogue, steps, .. } = self.lesson;
        self.script.answers((*id, page), |step| step_of(step, steps.len()), catalogue)
    }

    pub fn open_page(self, page: PageId) -> OpenLessonPage<'a> {
        let Self { lesson, script } = self;
        let Lesson { id, catalogue, .. } = lesson;
        let (number, part) = script.part(page);
        let (step, steps) = (&script.steps[number], lesson.steps.len());
        let page_of = |page| PageRef::new(*id, page);
        let mut board = OpenBoard::default();
        script.draw((*id, page), catalogue, &mut board);
        let back = if part == StepPage::Position { number.checked_sub(1) } else { Some(number) };
        let answer = matches!(part, StepPage::Mistake(_)).then(|| Script::answer_to(*id, number));
        let place = (page != PageId::FIRST).then(|| catalogue.say(&place(step, part, number, steps)));
        let (part, body, remarks) = match part {
            StepPage::Position if step.is_end() => (ScriptPart::End, Some(&lesson.end), Vec::new()),
            StepPage::Position => (ScriptPart::Step, Some(&lesson.steps[number].text), Vec::new()),
            StepPage::Choice(_) => (ScriptPart::Choice, Some(&lesson.steps[number].text), Vec::new()),
            StepPage::Mistake(index) => {
                let why_not = step.next[index].clone().err().filter(|why| !why.is_empty());
                let why_not = why_not.unwrap_or_else(|| catalogue.say(&Message::key("legal-but-not-this")));
                let mut remarks = vec![catalogue.say(&step.done(index)), why_not];
                remarks.extend(step.cost(index).iter().map(|sentence| catalogue.say(sentence)));
                (ScriptPart::Mistake, None, remarks)
            }
        };
        let back = back.map(|step| {
            let title = Message::key("back-to-step").with_number("step", step + 1);
            (page_of(script.page(step, StepPage::Position)), catalogue.say(&title))
        });
        OpenLessonPage { part, place, step: steps.min(number + 1), steps, back, answer, body, remarks, board }
    }
}

/// Returns the place of a page in a lesson: `Step 2 of 6`, then the piece or the move.
fn place(step: &Step, part: StepPage, number: usize, steps: usize) -> Message {
    let choices = step.game.positions.choices(step.node.state);
    let more = match part {
        StepPage::Position if step.is_end() => return Message::key("well-done"),
        StepPage::Position => Message::default(),
        StepPage::Choice(piece) => Message::key("chosen").with("piece", pieces(&choices)[piece].label.short.clone()),
        StepPage::Mistake(index) => choices[index].name_among(&choices),
    };
    let place = step_of(number, steps);
    if more.is_empty() { place } else { Message::key("title-and-part").with("title", place).with("part", more) }
}

fn step_of(number: usize, steps: usize) -> Message {
    Message::key("step-of").with_number("step", number + 1).with_number("steps", steps)
}

/// Returns the step with this number, in which one move leads on.
///
/// # Errors
///
/// Returns an error for every move in the author's step that is not legal, or that has a text although it leads on.
fn find_step(spec: &StepSpec, number: usize, state: StateId, edition: OpenedEdition<'_>) -> Result<Step, Diagnostics> {
    let (game, slugs) = (edition.game(), edition.positions().move_slugs(state));
    if slugs.is_empty() {
        let message = format!("the game is over in `{}`", spec.position.value);
        return Err(spec.position.diagnostic(message).hint("name a position with a legal move").into());
    }
    let find = |mv: &Located<String>| {
        let index = slugs.iter().position(|slug| slug.as_str() == mv.value);
        index.ok_or_else(|| {
            let message = format!("`{}` is not a legal move in `{}`", mv.value, spec.position.value);
            mv.diagnostic(message).hint(legal(edition, state, &slugs))
        })
    };
    let mut findings = Diagnostics::new();
    let taught = findings.keep(find(&spec.mv));
    let mut next = vec![Err(spec.otherwise.clone()); slugs.len()];
    for (mv, why) in &spec.instead {
        match findings.keep(find(mv)) {
            Some(index) if taught == Some(index) => findings.push(
                mv.diagnostic(format!("`{}` is the right move of this step", mv.value))
                    .hint("explain only wrong moves here; explain the right move in the next step"),
            ),
            Some(index) => next[index] = Err(why.clone()),
            None => {}
        }
    }
    if let Some(index) = taught {
        next[index] = Ok(number);
    }
    let name = number.to_string();
    findings.into_result(Step { name, game: Arc::clone(game), node: Node::at(state), before: None, next })
}

/// Returns the end of a lesson, which shows the result of the last move.
fn end_after(last: &Step) -> Step {
    let (taught, _) = last.onward().expect("a move leads on");
    let (game, node) = (Arc::clone(&last.game), Node::at(last.after(taught)));
    Step { name: "end".to_owned(), game, node, before: Some(last.node.state), next: Vec::new() }
}

fn legal(edition: OpenedEdition<'_>, state: StateId, slugs: &[Slug]) -> String {
    let choices = edition.positions().choices(state);
    let labels = choices.iter().map(|choice| edition.catalogue().say(&choice.label.whole));
    let named: Vec<_> = slugs.iter().zip(labels).map(|(slug, label)| format!("`{slug}` ({label})")).collect();
    format!("the legal moves are {}", first_of(&named, MOST, "; "))
}
