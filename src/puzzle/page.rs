//! The pages of puzzles: what each shows, with open links.

use super::line::Node;
use super::{Collection, Part, Puzzle, What};
use crate::edition::{Edition, goal_of};
use crate::game::{Player, Players, Status};
use crate::graph::{StateId, pieces};
use crate::lesson::cost;
use crate::page::{Destination, EditionId, End, Lead, Offer, OpenPage, PageId, PageRef, PageSlot, PuzzlePart, Seat};
use crate::solve::{GameValue, Verdict};

/// What the pages of puzzles say of the site around them.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// The name of the site.
    pub site_title: &'a str,
    /// The name of the game.
    pub game_title: &'a str,
    /// The editions of the whole site.
    pub editions: &'a [Edition],
    /// Whether the edition is there to be explored.
    pub has_edition: &'a dyn Fn(EditionId) -> bool,
    /// Whether pages tell search engines by which address they should know them.
    pub canonical: bool,
}

impl Collection {
    /// Writes a page of a puzzle into `out`, in place of what was there.
    ///
    /// # Panics
    ///
    /// Panics if it is the first page, which lists the puzzles.
    pub fn open_page(&self, page: PageId, around: &Around<'_>, out: &mut OpenPage) {
        let part = self.part(page).expect("the list of puzzles is a page of words");
        let puzzle = &self.puzzles()[part.puzzle];
        let node = &puzzle.line.nodes[part.node];
        out.clear();
        out.flags.hint = false;
        (out.flags.turn, out.flags.end) = (None, None);
        out.flags.part = Some(match part.what {
            What::Mistake(_) => PuzzlePart::Mistake,
            What::Position if node.left == 0 => PuzzlePart::End,
            What::Position | What::Choice(_) => PuzzlePart::Step,
        });
        self.set_links(part, around, out);
        match (part.what, out.flags.part) {
            (What::Mistake(index), _) => puzzle.show_mistake(node, index, out),
            (_, Some(PuzzlePart::End)) => puzzle.show_end(node, out),
            (What::Position, _) => self.show_step(part, None, out),
            (What::Choice(piece), _) => self.show_step(part, Some(piece), out),
        }
        let status = out.text(PageSlot::Status).to_owned();
        out.set_text(PageSlot::Title, |out| {
            out.extend([&status, " — ", &self.number(part.puzzle), ", ", self.title(), ", ", around.game_title]);
        });
    }

    /// Returns what a puzzle is called, by its place in the collection.
    pub fn number(&self, puzzle: usize) -> String {
        format!("Puzzle {} of {}", puzzle + 1, self.puzzles().len())
    }

    /// Returns the pages that the moves on a page lead to, and the page before a piece was chosen, if one was.
    pub fn leads(&self, page: PageId) -> (Vec<PageId>, Option<PageId>) {
        let Some(part) = self.part(page) else { return (Vec::new(), None) };
        let puzzle = &self.puzzles()[part.puzzle];
        let (positions, node) = (&*puzzle.game.positions, &puzzle.line.nodes[part.node]);
        let choices = match part.what {
            What::Position | What::Choice(_) if node.left > 0 => positions.choices(node.state),
            _ => return (Vec::new(), None),
        };
        let chosen = match part.what {
            What::Choice(piece) => Some(piece),
            _ => None,
        };
        let page_after = |lead| PageId::new(self.number_of(self.after(part, lead)));
        let leads = Lead::onward(&choices, chosen).map(page_after);
        (leads.collect(), chosen.map(|_| page_after(Lead::Back)))
    }

    /// Returns what a link on the board of a part leads to.
    fn after(&self, part: Part, lead: Lead) -> Part {
        let node = &self.puzzles()[part.puzzle].line.nodes[part.node];
        match lead {
            Lead::Move(index) => match node.ways[index] {
                Some(next) => Part { node: next, what: What::Position, ..part },
                None => Part { what: What::Mistake(index), ..part },
            },
            Lead::Piece(piece) => Part { what: What::Choice(piece), ..part },
            Lead::Back => Part { what: What::Position, ..part },
        }
    }

    /// Sets the links that do not stand on the board, with their titles.
    fn set_links(&self, part: Part, around: &Around<'_>, out: &mut OpenPage) {
        let list = PageRef::Puzzle(self.id, PageId::FIRST);
        let mut link = |slot, to, title: &str| out.set_titled_link(slot, to, title);
        link(PageSlot::Game, PageRef::Section(self.section), around.game_title);
        link(PageSlot::Group, list, self.title());
        link(PageSlot::Edition, self.first_page(part.puzzle), &self.number(part.puzzle));
        link(PageSlot::Home, PageRef::Front, around.site_title);
        if let What::Mistake(_) = part.what {
            let step = Part { what: What::Position, ..part };
            link(PageSlot::Back, self.page_of(step), "Try again");
        }
        let puzzle = &self.puzzles()[part.puzzle];
        if let Some((state, title)) = puzzle.to_explore(part) {
            let edition = &around.editions[puzzle.edition.index()];
            if let Some(page) = edition.page_to_explore(state).filter(|_| (around.has_edition)(edition.id)) {
                link(PageSlot::Explore, PageRef::Position(edition.id, page), title);
            }
        }
        let is_solved = puzzle.line.nodes[part.node].left == 0;
        if matches!(part.what, What::Position) && part.puzzle + 1 < self.puzzles().len() {
            let title = if is_solved { "Next puzzle" } else { "Skip" };
            link(PageSlot::Next, self.first_page(part.puzzle + 1), title);
        } else if is_solved {
            link(PageSlot::Next, PageRef::Section(self.section), "That was the last: more ways to play");
        }
        out.set_text(PageSlot::SiteTitle, |out| out.push_str(around.site_title));
        out.set_link(PageSlot::Root, Destination::ThemeFolder);
        out.flags.unlisted = around.canonical;
        if around.canonical {
            // Search engines are sent to the list of the puzzles.
            out.set_link(PageSlot::Canonical, Destination::Canonical(list));
        }
    }

    /// Shows a position with a move to find, or the places of a piece that was chosen.
    fn show_step(&self, part: Part, chosen: Option<usize>, out: &mut OpenPage) {
        let puzzle = &self.puzzles()[part.puzzle];
        let (positions, node) = (&*puzzle.game.positions, &puzzle.line.nodes[part.node]);
        let choices = positions.choices(node.state);
        let lead = |lead| self.page_of(self.after(part, lead));
        let offer = Offer { choices: &choices, chosen, worths: &[], page: &lead };
        out.flags.turn = Some(match puzzle.player() {
            Player::First => Seat::First,
            Player::Second => Seat::Second,
        });
        out.board.draw(positions, node.state, node.met.before(), Some(&offer));
        let reader = (*positions.players() != Players::One).then(|| puzzle.player());
        out.set_text(PageSlot::Goal, |out| out.push_str(&goal_of(positions, reader)));
        out.set_text(PageSlot::Tally, |out| out.push_str(&positions.tally(node.state)));
        out.set_text(PageSlot::Status, |out| match chosen {
            None => out.push_str(&puzzle.task_at(node)),
            Some(chosen) => out.extend([&*pieces(&choices)[chosen].label.short, " chosen: touch where it goes"]),
        });
        if node.met.before().is_some() {
            out.set_text(PageSlot::News, |out| out.push_str(&puzzle.told(node)));
        }
    }
}

impl Puzzle {
    /// Returns a position for readers to look into, with the title of the link: after a mistake that which came of it,
    /// and at the end the one that they solved.
    fn to_explore(&self, part: Part) -> Option<(StateId, &'static str)> {
        let node = &self.line.nodes[part.node];
        match part.what {
            What::Mistake(index) => {
                Some((self.game.positions.graph().successors(node.state)[index], "Explore this position"))
            }
            What::Position if node.left == 0 => Some((self.line.nodes[0].state, "Explore this puzzle")),
            What::Position | What::Choice(_) => None,
        }
    }

    /// Returns who has to find the win.
    pub(super) fn player(&self) -> Player {
        match self.game.positions.status(self.line.nodes[0].state) {
            Status::Turn(player) => player,
            Status::Over(_) => unreachable!("a puzzle has a move to find"),
        }
    }

    /// Returns what there is to find in a position of the line.
    fn task_at(&self, node: &Node) -> String {
        let players = self.game.positions.players();
        match (players, node.left) {
            (Players::One, 1) => "Find the last move".to_owned(),
            (Players::One, left) => format!("Solve it in {left} moves"),
            (players, 1) => format!("{} to move: find the win", players.name(self.player())),
            (players, left) => format!("{} to move: find the win in {left}", players.name(self.player())),
        }
    }

    /// Returns what the other side did, as a sentence.
    fn told(&self, node: &Node) -> String {
        let positions = &*self.game.positions;
        let done = node.met.done(positions);
        format!("{} {done}.", positions.players().name(self.player().opponent()))
    }

    /// Shows the end of the line.
    fn show_end(&self, node: &Node, out: &mut OpenPage) {
        let positions = &*self.game.positions;
        out.board.draw(positions, node.state, node.before, None);
        let ending = positions.ending(node.state);
        if ending.is_empty() {
            out.set_text(PageSlot::Tally, |out| out.push_str(&positions.tally(node.state)));
        }
        out.set_text(PageSlot::Reason, |out| out.push_str(&ending));
        if node.met.before().is_some() {
            out.set_text(PageSlot::News, |out| out.push_str(&self.told(node)));
        }
        let (end, status) = match positions.players() {
            Players::One => (End::Solved, "Solved".to_owned()),
            players @ Players::Two(..) => (End::Won, format!("Solved. {} wins", players.name(self.player()))),
        };
        out.flags.end = Some(end);
        out.set_text(PageSlot::Status, |out| out.push_str(&status));
    }

    /// Shows what comes of a move that does not lead on: the board after it, what was done, and what it costs.
    fn show_mistake(&self, node: &Node, index: usize, out: &mut OpenPage) {
        let positions = &*self.game.positions;
        let next = positions.graph().successors(node.state)[index];
        out.board.draw(positions, next, Some(node.state), None);
        out.set_text(PageSlot::Status, |out| out.push_str("Not this one"));
        out.set_text(PageSlot::News, |out| out.extend(["You ", &positions.done(node.state, index), "."]));
        out.set_text(PageSlot::Missed, |out| out.push_str(&self.cost(node, next)));
    }

    /// Returns what a move costs that leads to `next` and does not keep the win, as a sentence.
    fn cost(&self, node: &Node, next: StateId) -> String {
        let (positions, solution) = (&*self.game.positions, self.game.solution());
        let (player, players) = (self.player(), positions.players());
        let made = solution.verdict(next);
        if *players != Players::One && made.value == GameValue::Win(player) {
            // The moves of the reader's own before this one, this one, and those after it.
            let before = self.moves() - node.left;
            return format!("That wins, too, but not before move {}.", before + 1 + made.distance / 2);
        }
        // Where two play, a puzzle counts the moves of the one who wins: here the other side, whose turn it is.
        let distance = if *players == Players::One { made.distance } else { made.distance.div_ceil(2) };
        let kept = Verdict { value: GameValue::Win(player), distance: node.left - 1 };
        cost(player, players, Verdict { distance, ..made }, kept).unwrap_or_default()
    }
}
