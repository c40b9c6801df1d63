//! Games that break a promise of the traits: the error names the game, the position and the promise. They get no pages,
//! and nothing panics.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use pageturner::content::EditionSpec;
use pageturner::content::words::Locales;
use pageturner::engine::solve::library::Library;
use pageturner::game::{
    Clicks, Computer, Coordinates, Declare, GridStyle, Heap, Heaps, Label, Outcome, ParameterError, ParameterReader,
    Parameters, Piece, Player, Players, Policy, PolicyDescription, Rules, Scene, Show, Slug, Square, Status, Target,
};
use pageturner::games::Games;
use pageturner::graph::{StateId, explore_positions};
use pageturner::pages::edition::Edition;
use pageturner::pages::page::{EditionId, OpenBoard, SectionId};

use crate::english::CATALOGUE;

/// The promise that a game breaks.
#[derive(Clone, Copy, PartialEq)]
enum Broken {
    Nothing,
    Order,
    MovesAtTheEnd,
    NoMoves,
    Puzzle,
    Solved,
    Slug,
    SameSlugs,
    MoveSlugs,
    Reserved,
    OffTheBoard,
    SameClicks,
    TwoMeanings,
    TwoPieces,
    SamePieceSlugs,
    Rows,
    Size,
    Kind,
    NoChoice,
    IllegalChoice,
    /// No promise: it shows a row for each number played so far.
    Growing,
}

/// The number of calls to the policy of a game that keeps its promises.
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// Players count by one or two; the player who says the last number wins.
struct Count(Broken);

thread_local! {
    /// The promise broken by the games that are opened next.
    static NEXT: Cell<Broken> = const { Cell::new(Broken::Nothing) };
}

impl Count {
    fn is(&self, broken: Broken) -> bool {
        self.0 == broken
    }

    /// Returns the last number. The slugs of the first positions are parsed again, which finds equal ones.
    fn last(&self) -> u8 {
        if self.is(Broken::SameSlugs) { 90 } else { 3 }
    }
}

impl Rules for Count {
    type State = (u8, Player);
    type Move = u8;

    fn players(&self) -> Players {
        if self.is(Broken::Puzzle) { Players::One } else { Players::Two("A".into(), "B".into()) }
    }

    fn start(&self) -> (u8, Player) {
        (0, Player::First)
    }

    fn status(&self, &(count, turn): &(u8, Player)) -> Status {
        match count == self.last() {
            true if self.is(Broken::Solved) => Status::Over(Outcome::Solved),
            true => Status::Over(Outcome::Win(turn.opponent())),
            false => Status::Turn(turn),
        }
    }

    fn moves(&self, &(count, _): &(u8, Player), out: &mut Vec<u8>) {
        match count {
            3 if self.is(Broken::MovesAtTheEnd) => out.push(0),
            2 if self.is(Broken::NoMoves) => {}
            0 if self.is(Broken::Order) => out.extend([2, 1]),
            _ => out.extend(1..=2.min(self.last() - count)),
        }
    }

    fn play(&self, &(count, turn): &(u8, Player), more: u8) -> (u8, Player) {
        (count + more, turn.opponent())
    }
}

impl Declare for Count {
    const NAME: &'static str = "count";

    const SUMMARY: &'static str = "Count to three.";

    fn from_parameters(_: &ParameterReader<'_>) -> Result<Self, ParameterError> {
        Ok(Self(NEXT.get()))
    }

    const POLICIES: &'static [PolicyDescription] = &[PolicyDescription::new("slow", "It thinks for long.")];
}

/// Returns the declarations of the game, as for a built-in game.
fn described() -> Arc<pageturner::game::Description> {
    Arc::new(pageturner::game::Description::of::<Count>())
}

impl Show for Count {
    fn slug(&self, &(count, turn): &(u8, Player)) -> String {
        let mut out = if self.is(Broken::Slug) { "Nr. " } else { "nr-" }.to_owned();
        out.push_str(&count.to_string());
        if !self.is(Broken::SameSlugs) || count < 80 {
            out.push(if turn == Player::First { 'a' } else { 'b' });
        }
        out
    }

    fn move_slug(&self, _: &(u8, Player), more: u8) -> Slug {
        match more {
            _ if self.is(Broken::MoveSlugs) => Slug::new("more"),
            2 if self.is(Broken::Reserved) => Slug::new("hint"),
            _ => Slug::new(more.to_string()),
        }
    }

    fn policy_moves(&self, _: &str, _: &(u8, Player)) -> Vec<u8> {
        match self.0 {
            Broken::NoChoice => Vec::new(),
            Broken::IllegalChoice => vec![7],
            _ => {
                ASKED.fetch_add(1, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(20));
                vec![1]
            }
        }
    }

    fn scene(&self, &(count, _): &(u8, Player)) -> Scene {
        if self.is(Broken::Kind) && count > 0 {
            return Scene::Heaps(Heaps { rows: Vec::new() });
        }
        if self.is(Broken::Growing) {
            let row = Heap { name: "row".into(), pieces: 1, places: 1 };
            return Scene::Heaps(Heaps { rows: vec![row; 2 + usize::from(count)] });
        }
        let squares = vec![Square::Empty; if self.is(Broken::Size) { 4 + usize::from(count) } else { 4 }];
        let columns = if self.is(Broken::Rows) { 3 } else { squares.len() };
        Scene::grid(columns, GridStyle::Lines, Coordinates::Bare, squares)
    }

    fn clicks(&self, _: &(u8, Player), more: u8) -> Clicks {
        let at = |square| Target::Square(square);
        let piece = |square: usize, slug: &'static str| Piece {
            at: at(square),
            slug: Slug::new(slug),
            label: Label::new(slug, slug),
        };
        let choose = |piece, square| Clicks { piece: Some(piece), ..Clicks::one(at(square)) };
        match more {
            _ if self.is(Broken::Growing) => Clicks::one(Target::Piece { row: usize::from(more) - 1, piece: 1 }),
            2 if self.is(Broken::OffTheBoard) => Clicks::one(at(4)),
            _ if self.is(Broken::SameClicks) => Clicks::one(at(0)),
            2 if self.is(Broken::TwoMeanings) => choose(piece(0, "a"), 1),
            _ if self.is(Broken::TwoPieces) => choose(piece(3, if more == 1 { "a" } else { "b" }), more.into()),
            _ if self.is(Broken::SamePieceSlugs) => choose(piece(usize::from(more) - 1, "a"), 3),
            _ => Clicks::one(at(usize::from(more) - 1)),
        }
    }
}

fn problem(broken: Broken) -> String {
    let explored = explore_positions(Arc::new(Count(broken)), described(), 1000);
    explored.err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn a_game_that_keeps_all_promises_is_explored() {
    assert_eq!(problem(Broken::Nothing), "");
}

#[test]
fn each_broken_promise_is_told_with_game_position_and_rule() {
    let told = [
        (Broken::Order, "(0, First): moves must be strictly ascending, but these are [2, 1]"),
        (Broken::MovesAtTheEnd, "(3, First): the game is over here, but there are moves"),
        (Broken::NoMoves, "(2, Second): the game is not over here, but there are no moves"),
        (Broken::Puzzle, "(1, Second): a puzzle has one player, and can only end solved or stuck"),
        (Broken::Solved, "(3, First): a game of two players cannot end solved or stuck"),
        (Broken::Slug, "(0, First): the slug \"Nr. 0a\" must consist of lower-case letters"),
        (Broken::SameSlugs, "the slug of this position is also the slug of (8"),
        (Broken::MoveSlugs, "(0, First): two moves have the slug `more`"),
        (Broken::Reserved, "(0, First): a move cannot have the slug `hint`"),
        (Broken::OffTheBoard, "(0, First): a move touches a place that is a wall, or not on the board"),
        (Broken::SameClicks, "(0, First): touching place 1 of row 1 would make two different moves"),
        (Broken::TwoMeanings, "(0, First): touching place 1 of row 1 would both choose a piece"),
        (Broken::TwoPieces, "(0, First): two moves describe the piece at place 4 of row 1 differently"),
        (Broken::SamePieceSlugs, "(0, First): two pieces have the slug `a`"),
        (Broken::Rows, "(0, First): a grid must have whole rows, but this one has 4 squares in rows of 3"),
        (Broken::Size, "(1, Second): the grid differs in size from the grid at the start: 5 squares"),
        (Broken::Kind, "(1, Second): the board differs in kind from the board at the start"),
    ];
    for (broken, rule) in told {
        let problem = problem(broken);
        assert!(problem.contains(rule), "{problem:?} does not say {rule:?}");
        assert!(problem.starts_with("the game `") && problem.contains("ount`"), "{problem}");
    }
}

/// Returns an edition in which the policy of the game moves first.
fn edition() -> Edition {
    let game = Games::default().with::<Count>().open(Count::NAME, &Parameters::new()).expect("a game");
    let policy = Policy::Named("slow".to_owned());
    let computer = Computer { seat: Player::First, policy, blunder: 0, random_opening: false, seed: 0 };
    let spec = EditionSpec::new("Count", game, Some(computer));
    let (library, catalogue) = (Arc::new(Library::new(1000)), Arc::new(Locales::shipped([]).catalogue("en")));
    Edition::new(EditionId::new(0), SectionId::new(0), "count".to_owned(), spec, library, catalogue)
}

#[test]
fn a_policy_that_names_no_legal_move_is_told_with_game_position_and_rule() {
    for (broken, named) in [(Broken::NoChoice, "[]"), (Broken::IllegalChoice, "[7]")] {
        NEXT.set(broken);
        let problem = edition().open().err().expect("a broken promise").to_string();
        let rule = "the game `count` breaks a promise at (0, First): `slow` must choose at least one legal move";
        assert_eq!(problem, format!("{rule}, but chooses {named}"));
    }
}

#[test]
fn an_edition_is_planned_once_however_many_ask_for_it() {
    edition().open().expect("an edition");
    let alone = ASKED.swap(0, Ordering::Relaxed);
    let (shared, together) = (edition(), Barrier::new(4));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                together.wait();
                shared.open().expect("an edition");
            });
        }
    });
    assert_eq!(ASKED.load(Ordering::Relaxed), alone);
}

/// For example, a game that shows a list of its moves.
#[test]
fn a_board_can_have_more_rows_than_before_the_last_move() {
    let positions =
        explore_positions(Arc::new(Count(Broken::Growing)), described(), 1000).expect("it breaks no promise");
    let board =
        OpenBoard::picture(&positions.scene(StateId::new(1)), Some(&positions.scene(StateId::START)), &CATALOGUE);
    let pieces: Vec<_> = board.cells.iter().map(|cell| cell.shape.piece_count()).collect();
    assert_eq!(pieces, [1, 1, 1, 0, 0, 0], "three rows and their pieces");
}
