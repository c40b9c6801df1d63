//! Lessons: the pages of a tutorial, one for each step, one for each move that is not the one to find, and one for the end.
//!
//! A step shows a position with all of its legal moves. The move that is taught leads to the next step, every other to a
//! page that says why not and leads back.

use std::sync::Arc;

use crate::content::{self, relative, root_of};
use crate::diagnostic::{Diagnostics, first_of};
use crate::edition::Edition;
use crate::game::{Player, Players, Slug, Status};
use crate::graph::{Positions, StateId};
use crate::page::{Board, Frame, LessonCard, LessonPage, LessonPart, Link};
use crate::solve::{SolvedGame, Value, Verdict};

/// A lesson whose positions and moves are found.
pub struct Lesson {
    content: content::Lesson,
    /// The first page of the edition whose game it teaches.
    edition: Link,
    game: Arc<SolvedGame>,
    steps: Vec<Step>,
    /// The moves that are not taught, each with the step and its place among the legal moves there.
    mistakes: Vec<(usize, usize)>,
}

struct Step {
    state: StateId,
    /// The place of the move that is taught among the legal moves.
    taught: usize,
    /// For each legal move why it does not lead on.
    why_not: Vec<String>,
}

/// What a page of a lesson shows.
#[derive(Clone, Copy)]
enum Part {
    /// The step of this number.
    Step(usize),
    /// A move that does not lead on, by its number among all such moves.
    Mistake(usize),
    /// What is said when all steps are done.
    End,
}

/// What is said of a move that the author says nothing of.
const NOT_THIS: &str = "That is a legal move, but not the one to find here.";

impl Lesson {
    /// Finds the positions and moves that a lesson names in its edition. `editions` are those of the whole site.
    ///
    /// # Errors
    ///
    /// Every position that play cannot reach, and every move that is not legal.
    pub fn open(lesson: content::Lesson, edition: &Edition, editions: &[&Edition]) -> Result<Self, Diagnostics> {
        let positions = edition.positions();
        let mut findings = Diagnostics::new();
        let mut steps = Vec::new();
        for step in &lesson.steps {
            let slug = &step.position;
            let found = positions.find(&slug.value);
            let found = found
                .map_err(|error| slug.diagnostic(error.to_string()).hint(edition.whereabouts(&slug.value, editions)));
            if let Some(state) = findings.keep(found) {
                steps.extend(findings.keep(Step::open(step, state, positions)));
            }
        }
        let steps = findings.into_result(steps)?;
        let others = |(number, step): (usize, &Step)| {
            let taught = step.taught;
            (0..step.why_not.len()).filter(move |&place| place != taught).map(move |place| (number, place))
        };
        Ok(Self {
            content: lesson,
            edition: edition.link(),
            game: Arc::clone(edition.game()),
            mistakes: steps.iter().enumerate().flat_map(others).collect(),
            steps,
        })
    }

    /// Its folder on the site.
    pub fn folder(&self) -> &str {
        &self.content.folder
    }

    /// How many positions have a move to find.
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// How many moves are offered on all pages together.
    pub fn move_count(&self) -> usize {
        self.steps.len() + self.mistakes.len()
    }

    /// How many pages there are; they are numbered from the first step, which is 0. After the steps comes the end, and then
    /// the mistakes.
    pub fn page_count(&self) -> usize {
        self.steps.len() + 1 + self.mistakes.len()
    }

    /// The first page, under the lesson's name.
    pub fn link(&self) -> Link {
        Link { href: self.path(0), title: self.content.title.clone() }
    }

    /// The lesson on its game's page.
    pub fn card(&self) -> LessonCard {
        LessonCard { link: self.link(), summary: self.content.summary.clone() }
    }

    /// Everything that the author says on its pages.
    pub fn bodies(&self) -> impl Iterator<Item = &content::Body> {
        self.content.steps.iter().map(|step| &step.text).chain([&self.content.end])
    }

    /// What the author says on a page; nothing on that of a mistake.
    pub fn body(&self, page: usize) -> Option<&content::Body> {
        self.bodies().nth(page)
    }

    fn part(&self, page: usize) -> Part {
        match page.checked_sub(self.steps.len()) {
            None => Part::Step(page),
            Some(0) => Part::End,
            Some(beyond) => Part::Mistake(beyond - 1),
        }
    }

    /// Where a page stands on the site.
    pub fn path(&self, page: usize) -> String {
        format!("{}/{}.html", self.content.folder, self.file_stem(self.part(page)))
    }

    fn file_stem(&self, part: Part) -> String {
        match part {
            Part::Step(0) => "index".to_owned(),
            Part::Step(step) => (step + 1).to_string(),
            Part::Mistake(mistake) => {
                let (step, place) = self.mistakes[mistake];
                let slug = self.game.positions.move_slugs(self.steps[step].state).swap_remove(place);
                format!("{}~{slug}", step + 1)
            }
            Part::End => "end".to_owned(),
        }
    }

    /// A page. `body` is what the author says on it, as HTML, `frame` what holds for every page, and `game` the path and
    /// name of the game's page.
    pub fn page(&self, page: usize, body: String, frame: Frame, game: &Link) -> LessonPage {
        let positions = &*self.game.positions;
        let path = self.path(page);
        let to = |target: &str, title: &str| Link { href: relative(&path, target), title: title.to_owned() };
        let part = self.part(page);
        let (step, board, news) = match part {
            Part::Step(number) => {
                let state = self.steps[number].state;
                let address = |place| self.address(number, place);
                (number, Board::new(positions.scene(state), &positions.choices(state), &[], None, address), Vec::new())
            }
            Part::Mistake(mistake) => {
                let (number, place) = self.mistakes[mistake];
                (number, self.board_after(number, place), self.why_not(number, place))
            }
            Part::End => {
                let last = self.steps.len() - 1;
                (last, self.board_after(last, self.steps[last].taught), Vec::new())
            }
        };
        let back = match part {
            Part::Step(number) => number.checked_sub(1),
            Part::Mistake(_) | Part::End => Some(step),
        };
        LessonPage {
            title: format!("{} ({}) — {}", self.content.title, self.file_stem(part), game.title),
            lesson: to(&self.path(0), &self.content.title),
            edition: to(&self.edition.href, &self.edition.title),
            game: to(&game.href, &game.title),
            home: to("index.html", &frame.site_title),
            back: back.map(|step| to(&self.path(step), &format!("Step {}", step + 1))),
            part: match part {
                Part::Step(_) => LessonPart::Step,
                Part::Mistake(_) => LessonPart::Mistake,
                Part::End => LessonPart::End,
            },
            step: step + 1,
            steps: self.steps.len(),
            body,
            news,
            board,
            frame: Frame { root: root_of(&path), ..frame },
        }
    }

    /// The page that a move of a step leads to.
    fn address(&self, step: usize, place: usize) -> String {
        let part = if place != self.steps[step].taught {
            let mistake = self.mistakes.binary_search(&(step, place)).expect("every other move is a mistake");
            Part::Mistake(mistake)
        } else if step + 1 < self.steps.len() {
            Part::Step(step + 1)
        } else {
            Part::End
        };
        format!("{}.html", self.file_stem(part))
    }

    /// The board after a move of a step, to be looked at.
    fn board_after(&self, step: usize, place: usize) -> Board {
        let positions = &*self.game.positions;
        let state = self.steps[step].state;
        let next = positions.graph().successors(state)[place];
        let last = positions.made(state, place).target;
        Board::new(positions.scene(next), &[], &[], Some(last), |_| String::new())
    }

    /// What the reader did, why it does not lead on, and what it would cost.
    fn why_not(&self, step: usize, place: usize) -> Vec<String> {
        let positions = &*self.game.positions;
        let Step { state, taught, why_not } = &self.steps[step];
        let successors = positions.graph().successors(*state);
        let verdict = |place: usize| self.game.solution().verdict(successors[place]);
        let Status::Turn(mover) = positions.graph().status(*state) else {
            unreachable!("a step has a move to find");
        };
        let mut told = vec![format!("You {}.", positions.made(*state, place).done), why_not[place].clone()];
        told.extend(cost(mover, positions.players(), verdict(place), verdict(*taught)));
        told
    }
}

impl Step {
    fn open(step: &content::Step, state: StateId, positions: &dyn Positions) -> Result<Self, Diagnostics> {
        let slugs = positions.move_slugs(state);
        if slugs.is_empty() {
            let message = format!("nothing is left to play in `{}`", step.position.value);
            return Err(step.position.diagnostic(message).hint("name a position with a legal move").into());
        }
        let find = |mv: &content::Located<String>| {
            let place = slugs.iter().position(|slug| slug.as_str() == mv.value);
            place.ok_or_else(|| {
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
                Some(place) if taught == Some(place) => findings.push(
                    mv.diagnostic(format!("`{}` is the move that leads on", mv.value))
                        .hint("explain the other moves here, and what is right about this one in the next step"),
                ),
                Some(place) => why_not[place].clone_from(why),
                None => {}
            }
        }
        match taught {
            Some(taught) => findings.into_result(Self { state, taught, why_not }),
            None => Err(findings),
        }
    }
}

/// A hint that names the legal moves of a position.
fn legal(positions: &dyn Positions, state: StateId, slugs: &[Slug]) -> String {
    let labels = positions.choices(state).into_iter().map(|choice| choice.label.full());
    let named: Vec<_> = slugs.iter().zip(labels).map(|(slug, label)| format!("`{slug}` ({label})")).collect();
    format!("legal are {}", first_of(&named, "; "))
}

/// What a move costs under best play, compared with the move that is taught; nothing where it is no worse.
fn cost(mover: Player, players: Players, made: Verdict, taught: Verdict) -> Option<String> {
    let after = |distance: u32| match distance {
        1 => "in 1 move".to_owned(),
        distance => format!("in {distance} moves"),
    };
    match (made.value, taught.value) {
        (Value::Win(_), Value::Win(_)) if players == Players::One && made.distance > taught.distance => Some(format!(
            "From here it takes {} moves; after the right move it takes {}.",
            made.distance, taught.distance
        )),
        (Value::Win(winner), other) if winner != mover && other != made.value => {
            let now = if made.distance == 0 { "at once".to_owned() } else { after(made.distance) };
            Some(format!("Now {} can win {now}, whatever you do.", players.name(winner)))
        }
        (Value::Draw, Value::Win(_)) => Some("Now it is a draw, if nobody goes wrong.".to_owned()),
        (Value::Endless, Value::Win(_)) => Some("Now nobody can force a win.".to_owned()),
        _ => None,
    }
}
