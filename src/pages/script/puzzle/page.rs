//! The pages of puzzles, with open links.

use super::day::Day;
use super::line::Puzzle;
use crate::engine::game::{Message, Player, Players};
use crate::engine::graph::{StateId, pieces};
use crate::engine::solve::GameValue;
use crate::pages::edition::{did, goal_of, set_ending};
use crate::pages::page::{
    Around, Destination, EditionId, End, OpenPage, PageId, PageRef, PageSlot, ScriptPart, Seat, SectionId, capitalized,
};
use crate::pages::script::planned::OpenedScript;
use crate::pages::script::step::{Step, StepPage};

/// The parts of the site that the pages of puzzles mention.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub around: Around<'a>,
    pub section: SectionId,
    pub game_title: &'a str,
    /// Returns whether the variant of the site contains an edition.
    pub has_edition: &'a dyn Fn(EditionId) -> bool,
}

struct PuzzlePage<'a> {
    collection: OpenedScript<'a>,
    /// The index of the puzzle in the collection.
    number: usize,
    puzzle: &'a Puzzle,
    /// The index of the step in the script.
    place: usize,
    step: &'a Step,
    part: StepPage,
}

impl OpenedScript<'_> {
    pub fn open_page(self, page: PageId, context: &Context<'_>, out: &mut OpenPage) {
        let (place, part) = self.script.part(page);
        let number = self.puzzle_with(place);
        let (puzzle, step) = (&self.script.puzzles[number], &self.script.steps[place]);
        let shown = PuzzlePage { collection: self, number, puzzle, place, step, part };
        let around = if part == StepPage::Position { context.around } else { context.around.in_passing() };
        let game_title = self.game_title(number, context.game_title);
        out.begin(PageRef::new(self.id, page), &around, (context.section, &game_title));
        shown.set_links(context, out);
        self.draw(page, &mut out.board);
        shown.set_words(out);
        let (status, puzzle) = (out.text(PageSlot::Status).to_owned(), self.catalogue().say(&self.title_of(number)));
        let place = format!("{puzzle}, {}, {}", self.summary.title, game_title);
        let title = Message::key("title-at").with("title", status).with("place", place);
        out.say(PageSlot::Title, &title, self.catalogue());
    }
}

impl PuzzlePage<'_> {
    fn set_links(&self, context: &Context<'_>, out: &mut OpenPage) {
        let Self { collection, number, puzzle, .. } = *self;
        let game = PageRef::start_of(context.section);
        let list = Destination::Page(collection.first_page());
        let list = if collection.is_calendar() { Destination::Day(collection.id.into(), number) } else { list };
        out.set_link(PageSlot::Group, list);
        out.set_text(PageSlot::Group, |out| out.push_str(&collection.summary.title));
        if !self.step.is_end() {
            out.set_link(PageSlot::Answer, collection.answer_to(self.place));
            out.say(PageSlot::Answer, &Message::key("show-the-answer"), collection.catalogue());
        }
        let mut link = |slot, to, title: &Message| out.set_said_link(slot, to, title, collection.catalogue());
        link(PageSlot::Edition, collection.page_of(number), &collection.title_of(number));
        if let StepPage::Mistake(_) = self.part {
            let step = collection.script.page(self.place, StepPage::Position);
            link(PageSlot::Back, PageRef::new(collection.id, step), &Message::key("try-again"));
        }
        let edition = &collection.all_editions[puzzle.edition.index()];
        if let Some((state, title)) = self.to_explore().filter(|_| (context.has_edition)(edition.id))
            && let Some(page) = edition.open().ok().and_then(|edition| edition.page_to_explore(state))
        {
            link(PageSlot::Explore, PageRef::new(edition.id, page), &Message::key(title));
        }
        let is_solved = self.step.is_end();
        if self.part != StepPage::Position {
            return;
        }
        let count = collection.script.puzzles.len();
        if collection.is_calendar() {
            // Do not link to the next day until this one is solved.
            let (other, title) = if is_solved { (number + 1, "day-after") } else { (number + count - 1, "day-before") };
            let other = collection.page_of(other % count);
            if is_solved {
                let title = Message::key("play-this").with("title", context.game_title.to_owned());
                link(PageSlot::Next, game, &title);
            }
            let slot = if is_solved { PageSlot::BoardOf } else { PageSlot::Next };
            link(slot, other, &Message::key(title));
        } else if number + 1 < count {
            let title = if is_solved { "next-puzzle" } else { "skip-puzzle" };
            link(PageSlot::Next, collection.page_of(number + 1), &Message::key(title));
        } else if is_solved {
            link(PageSlot::Next, game, &Message::key("last-puzzle"));
        }
    }

    /// Returns a position to explore: after a mistake, the position after the wrong move; at the end, the start of the
    /// puzzle.
    fn to_explore(&self) -> Option<(StateId, &'static str)> {
        match self.part {
            StepPage::Mistake(index) => Some((self.step.after(index), "explore")),
            StepPage::Position if self.step.is_end() => Some((self.puzzle.start, "explore-puzzle")),
            StepPage::Position | StepPage::Choice(_) => None,
        }
    }

    fn set_words(&self, out: &mut OpenPage) {
        let (positions, state) = (&*self.step.game.positions, self.step.node.state);
        let catalogue = self.collection.catalogue();
        if let StepPage::Mistake(index) = self.part {
            out.flags.part = Some(ScriptPart::Mistake);
            let status = if self.wins_later(index) { "not-the-fastest" } else { "not-this-one" };
            out.say(PageSlot::Status, &Message::key(status), catalogue);
            out.say(PageSlot::News, &self.step.done(index), catalogue);
            let cost: Vec<_> = self.cost(index).iter().map(|sentence| capitalized(catalogue.say(sentence))).collect();
            out.set_text(PageSlot::Missed, |out| out.push_str(&cost.join(" ")));
            return;
        }
        let is_right = self.part == StepPage::Position && self.place != self.puzzle.first && !self.step.is_end();
        let right = is_right.then(|| catalogue.say(&Message::key("right")));
        let other = self.name(self.puzzle.player.opponent()).filter(|_| self.step.node.before(positions).is_some());
        let news = other.map(|other| {
            let replies = self.step.node.done(positions).into_iter().map(|(_, done)| done);
            let news = did("player-did", "player", replies.collect()).with("player", other);
            capitalized(catalogue.say(&news))
        });
        let told: Vec<_> = right.into_iter().chain(news).collect();
        out.set_text(PageSlot::News, |out| out.push_str(&told.join(" ")));
        if self.step.is_end() {
            out.flags.part = Some(ScriptPart::End);
            out.flags.end = Some(if self.is_for_one() { End::Solved } else { End::Won });
            if self.collection.is_calendar() {
                out.say(PageSlot::Missed, &Day::at(self.number).said("day-solved"), catalogue);
                out.set_link(PageSlot::Letter, Destination::Letter(self.collection.page_of(self.number)));
                out.say(PageSlot::Letter, &Message::key("send-day"), catalogue);
            }
        } else {
            out.flags.part = Some(ScriptPart::Step);
            out.flags.turn = Some(self.puzzle.player.pick(Seat::First, Seat::Second));
            let reader = (!self.is_for_one()).then_some(self.puzzle.player);
            let start = positions.scene(StateId::START);
            let goal = goal_of(positions.players(), positions.goal(), &start, reader);
            out.say(PageSlot::Goal, &goal, catalogue);
        }
        set_ending(positions, state, catalogue, out);
        out.say(PageSlot::Status, &self.status(), catalogue);
    }

    fn is_for_one(&self) -> bool {
        *self.step.game.positions.players() == Players::One
    }

    fn name(&self, player: Player) -> Option<Message> {
        self.step.game.positions.players().name(player).cloned()
    }

    fn status(&self) -> Message {
        let positions = &*self.step.game.positions;
        if let StepPage::Choice(piece) = self.part {
            let choices = positions.choices(self.step.node.state);
            return Message::key("chosen-in-puzzle").with("piece", pieces(&choices)[piece].label.short.clone());
        }
        let is_last = self.left() == 1;
        let message = match self.name(self.puzzle.player) {
            None if self.step.is_end() => Message::key("solved"),
            None => Message::key(if is_last { "find-last" } else { "find-solution" }),
            Some(_) if self.step.is_end() => Message::key("solved-won"),
            Some(player) => Message::key(if is_last { "find-win" } else { "find-win-in" }).with("player", player),
        };
        message.with_number("moves", self.left())
    }

    fn left(&self) -> u32 {
        self.step.game.solution().verdict(self.step.node.state).winner_moves
    }

    fn cost(&self, index: usize) -> Vec<Message> {
        if self.wins_later(index) {
            // The reader's moves before this one, this one, and those after it.
            let (before, after) = (self.puzzle.moves - self.left(), self.step.verdict_after(index).winner_moves);
            return vec![Message::key("cost-later").with_number("move", before + 1 + after)];
        }
        self.step.cost(index)
    }

    /// Returns whether a wrong move only takes longer to win, in a puzzle for two players.
    fn wins_later(&self, index: usize) -> bool {
        !self.is_for_one() && self.step.verdict_after(index).value == GameValue::Win(self.puzzle.player)
    }
}
