//! Lessons: the pages of a tutorial, one for each step, one for each move that is not the one to find, and one for the end.
//!
//! A step shows a position with all of its legal moves, over the pages of pieces that have to be chosen first. The move that
//! is taught leads to the next step, every other to a page that says why not and leads back.

use std::sync::Arc;

use crate::content::{self, relative};
use crate::diagnostic::{Diagnostics, first_of};
use crate::edition::{Edition, piece_at};
use crate::game::{Player, Players, Slug, Status, Target};
use crate::graph::{Positions, StateId, pieces};
use crate::page::{Board, Frame, Lead, LessonPage, LessonPart, Link, Offer};
use crate::solve::{GameValue, SolvedGame, Verdict};

/// A lesson whose positions and moves are found.
pub struct Lesson {
    content: content::Lesson,
    /// The first page of the edition whose game it teaches.
    edition: Link,
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
}

/// What a page of a lesson shows.
#[derive(Clone, Copy)]
enum Part {
    /// The step of this number.
    Step(usize),
    /// What is said when all steps are done.
    End,
    /// In a step, where the piece stands that was chosen.
    Choice(usize, Target),
    /// In a step, the move at this place among the legal ones, which does not lead on.
    Mistake(usize, usize),
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
        let beside = |(number, step): (usize, &Step)| {
            let choices = positions.choices(step.state);
            let pieces: Vec<_> = pieces(&choices).into_iter().map(|piece| Part::Choice(number, piece.at)).collect();
            let taught = step.taught;
            let mistakes = (0..step.why_not.len()).filter(move |&place| place != taught);
            pieces.into_iter().chain(mistakes.map(move |place| Part::Mistake(number, place)))
        };
        let way = (0..steps.len()).map(Part::Step).chain([Part::End]);
        let parts = way.chain(steps.iter().enumerate().flat_map(beside)).collect();
        Ok(Self { content: lesson, edition: edition.link(), game: Arc::clone(edition.game()), steps, parts })
    }

    /// Its folder on the site.
    pub fn folder(&self) -> &str {
        &self.content.folder
    }

    /// The folder of the edition that it teaches.
    pub fn edition(&self) -> &str {
        &self.content.edition.value
    }

    /// How many positions have a move to find.
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// How many moves are offered on all pages together.
    pub fn move_count(&self) -> usize {
        self.steps.iter().map(|step| step.why_not.len()).sum()
    }

    /// How many pages there are; they are numbered from the first step, which is 0.
    pub fn page_count(&self) -> usize {
        self.parts.len()
    }

    /// The first page, under the lesson's name.
    pub fn link(&self) -> Link {
        Link { href: self.path(0), title: self.content.title.clone() }
    }

    /// One sentence about it; may be empty.
    pub fn summary(&self) -> &str {
        &self.content.summary
    }

    /// Everything that the author says on its pages.
    pub fn bodies(&self) -> impl Iterator<Item = &content::Body> {
        self.content.steps.iter().map(|step| &step.text).chain([&self.content.end])
    }

    /// What the author says on a page; nothing on that of a mistake.
    pub fn body(&self, page: usize) -> Option<&content::Body> {
        match self.parts[page] {
            Part::Step(step) | Part::Choice(step, _) => Some(&self.content.steps[step].text),
            Part::End => Some(&self.content.end),
            Part::Mistake(..) => None,
        }
    }

    /// Where a page stands on the site.
    pub fn path(&self, page: usize) -> String {
        format!("{}/{}.html", self.content.folder, self.file_stem(self.parts[page]))
    }

    fn file_stem(&self, part: Part) -> String {
        match part {
            Part::Step(0) => "index".to_owned(),
            Part::Step(step) => (step + 1).to_string(),
            Part::End => "end".to_owned(),
            Part::Choice(step, piece) => {
                let slug = piece_at(&*self.game.positions, self.steps[step].state, piece).slug;
                format!("{}~from-{slug}", step + 1)
            }
            Part::Mistake(step, place) => {
                let slug = self.game.positions.move_slugs(self.steps[step].state).swap_remove(place);
                format!("{}~{slug}", step + 1)
            }
        }
    }

    /// A page. `body` is what the author says on it, as HTML, `frame` what holds for every page, and `game` the path and
    /// name of the game's page.
    pub fn page(&self, page: usize, body: String, frame: Frame, game: &Link) -> LessonPage {
        let path = self.path(page);
        let to = |target: &str, title: &str| Link { href: relative(&path, target), title: title.to_owned() };
        let part = self.parts[page];
        let last = self.steps.len() - 1;
        let (step, kind, board) = match part {
            Part::Step(step) => (step, LessonPart::Step, self.board(step, None)),
            Part::Choice(step, piece) => (step, LessonPart::Choice, self.board(step, Some(piece))),

            Part::End => (last, LessonPart::End, self.board_after(last, self.steps[last].taught)),
            Part::Mistake(step, place) => (step, LessonPart::Mistake, self.board_after(step, place)),
        };
        let news = match part {
            Part::Mistake(step, place) => self.why_not(step, place),
            _ => Vec::new(),
        };
        let back = if kind == LessonPart::Step { step.checked_sub(1) } else { Some(step) };
        LessonPage {
            title: format!("{} ({}) — {}", self.content.title, self.file_stem(part), game.title),
            lesson: to(&self.path(0), &self.content.title),
            edition: to(&self.edition.href, &self.edition.title),
            game: to(&game.href, &game.title),
            home: to("index.html", &frame.site_title),
            back: back.map(|step| to(&self.path(step), &format!("Back to step {}", step + 1))),
            part: kind,
            step: step + 1,
            steps: self.steps.len(),
            body,
            news,
            board,
            frame,
        }
    }

    /// The board of a step with its moves, or with those of a chosen piece.
    fn board(&self, step: usize, chosen: Option<Target>) -> Board {
        let address = |lead| {
            let part = match lead {
                Lead::Move(place) if place != self.steps[step].taught => Part::Mistake(step, place),
                Lead::Move(_) if step + 1 < self.steps.len() => Part::Step(step + 1),
                Lead::Move(_) => Part::End,
                Lead::Piece(piece) => Part::Choice(step, piece),
                Lead::Back => Part::Step(step),
            };
            format!("{}.html", self.file_stem(part))
        };
        let offer = Offer { chosen, worths: &[], address: &address };
        Board::new(&*self.game.positions, self.steps[step].state, None, &offer)
    }

    /// The board after a move of a step, to be looked at.
    fn board_after(&self, step: usize, place: usize) -> Board {
        let positions = &*self.game.positions;
        let state = self.steps[step].state;
        Board::picture(positions, positions.graph().successors(state)[place], Some(state))
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
        let mut told = vec![format!("You {}.", positions.done(*state, place)), why_not[place].clone()];
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
fn cost(mover: Player, players: &Players, made: Verdict, taught: Verdict) -> Option<String> {
    let in_words = |distance: u32| if distance == 1 { "1 move".to_owned() } else { format!("{distance} moves") };
    match (made.value, taught.value) {
        (GameValue::Win(_), GameValue::Win(_)) if *players == Players::One && made.distance > taught.distance => {
            Some(match taught.distance {
                0 => format!("From here it still takes {}.", in_words(made.distance)),
                distance => {
                    format!("From here it takes {}; after the right move it takes {distance}.", in_words(made.distance))
                }
            })
        }
        (GameValue::Win(winner), other) if winner != mover && other != made.value => {
            let winner = players.name(winner);
            Some(match made.distance {
                0 => format!("And so {winner} has won."),
                distance => format!("Now {winner} can win in {}, whatever you do.", in_words(distance)),
            })
        }
        (GameValue::Draw, GameValue::Win(_)) => Some("Now it is a draw, if nobody goes wrong.".to_owned()),
        (GameValue::Unsolvable, GameValue::Win(_)) => Some("Now it cannot be solved any more.".to_owned()),
        (GameValue::Endless, GameValue::Win(_)) => Some("Now nobody can force a win.".to_owned()),
        _ => None,
    }
}
