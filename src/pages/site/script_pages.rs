//! The pages of scripts: lessons, lists of puzzles, and calendars.

use super::builder::PageBuilder;
use super::pages::Pages;
use crate::content::{Body, LessonSpec, SeriesKind, WEEK};
use crate::engine::game::Message;
use crate::ground::diagnostic::Diagnostic;
use crate::pages::page::{
    AnswersPage, ArticlePage, CalendarPage, DayLink, Destination, EditionId, LessonPage, Link, Month, OpenBoard,
    OpenPage, PageCard, PageId, PageRef, PageSlot, PuzzleCard, PuzzleGroup, ScriptPart, SidePage,
};
use crate::pages::script::puzzle::{Day, Puzzle};
use crate::pages::script::{OpenedScript, PlannedScript, StepPage};

/// The length of the first month of a calendar.
const MONTH: usize = 31;

const FEWEST_GROUPED: usize = 9;

impl PageBuilder<'_> {
    pub(crate) fn lesson_page(
        &self,
        opened: OpenedScript<'_>,
        (spec, then): (&LessonSpec, EditionId),
        page: PageId,
    ) -> Result<String, Diagnostic> {
        let page_ref = PageRef::new(opened.id, page);
        let then = if self.view.variant.has_edition(then) { then } else { opened.editions[0] };
        let then = self.site.plan.edition(then);
        let (number, part) = opened.script.part(page);
        let is_end = opened.script.steps[number].is_end();
        let mut board = OpenBoard::default();
        opened.draw(page, &mut board);
        let text = if is_end { &spec.end } else { &spec.steps[number].text };
        let mistake = if let StepPage::Mistake(index) = part { Some(index) } else { None };
        let back = if part == StepPage::Position { number.checked_sub(1) } else { Some(number) };
        let back = back.map(|step| {
            let title = Message::key("back-to-step").with_number("step", step + 1);
            self.link(page_ref.at(opened.script.page(step, StepPage::Position)), &self.say(&title))
        });
        let game = &self.site.spec(then.section).title;
        let title = match page {
            PageId::FIRST => (opened.summary.title.clone(), game.clone()),
            _ => (self.say(&opened.place_in_lesson(number, part)), format!("{} · {game}", opened.summary.title)),
        };
        let html = self.view.theme.render(&LessonPage {
            shared: SidePage {
                edition: Some(self.edition_link(then, then.title())),
                ..self.side_page(page_ref, (&title.0, &title.1), self.game_link(then.section))
            },
            lesson: self.titled_link(page_ref.first()),
            back,
            answer: mistake.map(|_| Link::at(self.links.address(opened.answer_to(number)), "")),
            part: match part {
                StepPage::Position if is_end => ScriptPart::End,
                StepPage::Position => ScriptPart::Step,
                StepPage::Choice(_) => ScriptPart::Choice,
                StepPage::Mistake(_) => ScriptPart::Mistake,
            },
            step: spec.steps.len().min(number + 1),
            steps: spec.steps.len(),
            body: if mistake.is_none() { self.body(text)? } else { String::new() },
            remarks: mistake.map(|index| opened.remarks(number, index)).unwrap_or_default(),
            board: board.close(self.links),
        })?;
        self.check_moves(&html, &board, page_ref)?;
        Ok(html)
    }

    pub(crate) fn calendar_page(&self, puzzles: OpenedScript<'_>, text: &Body) -> Result<CalendarPage, Diagnostic> {
        let today = self.site.date.map(Day::place_of);
        let days = Day::all().enumerate().map(|(number, day)| {
            let link = self.link(puzzles.page_of(number), &day.day.to_string());
            let is_today = today == Some(number);
            let game = self.site.game_of_day(puzzles, number);
            (day, DayLink { link, game, label: self.site.day_label(puzzles, number), is_today })
        });
        let days: Vec<_> = days.collect();
        let row = |days: &[(Day, DayLink)]| {
            let mut row: Vec<_> = days.iter().map(|(_, day)| Some(day.clone())).collect();
            row.resize_with(WEEK, || None);
            row
        };
        let months = days.chunk_by(|(one, _), (next, _)| one.month == next.month).map(|days| Month {
            id: days[0].0.part(),
            title: self.say(&Message::key("month").with_number("month", days[0].0.month)),
            rows: days.chunks(WEEK).map(row).collect(),
        });
        let mut months: Vec<_> = months.collect();
        let is_now = |month: &Month| month.rows.iter().flatten().flatten().any(|day| day.is_today);
        let now = months.iter().position(is_now).unwrap_or(0);
        months.rotate_left(now);
        let parts = months.iter().map(|month| Link::at(format!("#{}", month.id), &month.title));
        let today = today.map(|day| self.link(puzzles.page_of(day), &self.say(&Message::key("today-link"))));
        Ok(CalendarPage {
            shared: self.text_page(puzzles.first_page(), &puzzles.summary.title),
            summary: puzzles.summary.text.clone(),
            body: self.body(text)?,
            contents: today.into_iter().chain(parts).collect(),
            months,
        })
    }

    /// Returns the puzzle for the front page: the calendar's puzzle for the day of the build, if the site has a
    /// calendar and this day is set. In all other cases, returns a puzzle of medium difficulty.
    pub(super) fn puzzle_offered(&self) -> Result<Option<PuzzleCard>, Diagnostic> {
        let Some(script) = self.site.puzzles_offered(self.view) else { return Ok(None) };
        let Some(puzzles) = script.open_puzzles()? else { return Ok(None) };
        let date = self.site.date.filter(|_| script.is_calendar());
        let number = date.map_or(3 * puzzles.puzzle_count().min(MONTH) / 8, Day::place_of);
        let first = Destination::Page(script.first_page());
        let list = self.links.address(date.map_or(first, |_| Destination::Day(script.id.into(), number)));
        let page = puzzles.page_of(number);
        let mut open = OpenPage::default();
        Pages { site: self.site, view: self.view }.open(page, 0, &mut open)?;
        let mut game = self.game_link(self.site.plan.edition(puzzles.script.puzzles[number].edition).section);
        game.title = puzzles.game_title(number, &game.title);
        Ok(Some(PuzzleCard {
            link: self.link(page, &self.say(&puzzles.title_of(number))),
            is_today: date.is_some(),
            game,
            turn: open.flags.turn,
            status: open.text(PageSlot::Status).to_owned(),
            board: open.board.close(self.links),
            goal: open.text(PageSlot::Goal).to_owned(),
            list: Link::at(list, &script.summary.title),
        }))
    }

    pub(crate) fn list_of_puzzles(&self, script: OpenedScript<'_>) -> ArticlePage {
        let card = |(number, puzzle): (usize, &Puzzle)| PageCard {
            link: self
                .link(script.page_of(number), &self.say(&Message::key("puzzle").with_number("number", number + 1))),
            summary: self.difficulty(&script, puzzle),
            date: None,
            board: Some(puzzle.board(&self.site.catalogue).close(self.links)),
        };
        let all: Vec<_> = script.script.puzzles.iter().enumerate().collect();
        // A third each, the easy ones first.
        let titles = ["puzzles-easy", "puzzles-harder", "puzzles-hard"].map(|title| self.say(&Message::key(title)));
        let is_long = all.len() >= FEWEST_GROUPED;
        let size = if is_long { all.len().div_ceil(titles.len()) } else { all.len() };
        let groups = all.chunks(size.max(1)).zip(titles).map(|(part, title)| PuzzleGroup {
            title: if is_long { title } else { String::new() },
            cards: part.iter().copied().map(card).collect(),
        });
        let game = script.section.map(|section| self.game_link(section));
        let title = game.as_ref().map_or_else(
            || script.summary.title.clone(),
            |game| self.site.title_at(&script.summary.title, &game.title),
        );
        ArticlePage {
            shared: self.text_page(script.first_page(), &title),
            summary: script.summary.text.clone(),
            puzzles: groups.collect(),
            up: game,
            ..ArticlePage::default()
        }
    }

    pub(crate) fn answers_to_script(&self, script: OpenedScript<'_>, page: PageId) -> AnswersPage {
        let game = script.section.map_or_else(|| self.home(), |section| self.game_link(section));
        let place = format!("{} · {}", script.summary.title, game.title);
        let edition = Some(self.titled_link(script.first_page()));
        let title = self.title_of_answers(page);
        let shared = SidePage { edition, ..self.side_page(PageRef::new(script.id, page), (&title, &place), game) };
        AnswersPage { shared, how: String::new(), rows: script.answers(page, self.links) }
    }

    /// Returns the task of a puzzle, the puzzle's board if the collection uses several boards, and how often random
    /// moves solve it.
    fn difficulty(&self, script: &PlannedScript, puzzle: &Puzzle) -> String {
        let edition = self.site.plan.edition(puzzle.edition);
        let board = edition.spec.series.as_ref().filter(|series| series.kind == SeriesKind::Board);
        let board = board.filter(|_| script.editions.len() > 1);
        let message = match board {
            Some(board) => Message::key("puzzle-card-on-board").with("board", board.title.clone()),
            None => Message::key("puzzle-card"),
        };
        self.say(&message.with("task", puzzle.task()).with("tries", self.site.catalogue.grouped(puzzle.tries())))
    }
}
