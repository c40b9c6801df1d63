//! Ataxx on boards with walls: pieces clone or jump, and capture the pieces next to the square where they land.
//!
//! Two players begin with two pieces each: X has the top left and bottom right corners, and O has the other two
//! corners. On a turn, a player moves one piece to a free square. A move of one step, in any of the eight directions,
//! **clones** the piece: the old piece stays. A move of two steps is a **jump**: the old square becomes free. Then all
//! pieces of the opponent next to the new square change sides. Walls are fixed; pieces can jump over walls, but not
//! land on them. A player who cannot move passes. Play ends when neither side can move, or when one side has no piece
//! left; the side with more pieces wins.
//!
//! - **Source:** a series of blog posts of 2006 about a clone of Ataxx named Pookie Pookie.
//! - **Parameters:** either `board` or `layout`. `board` is a list of three to seven strings of equal length (three to
//!   seven characters): `.` is a free square, and `#` is a wall. `layout` is the source's number for a seven-by-seven
//!   board whose walls are mirrored into all four quadrants. Bit i of the number (from bit 0, the least significant, to
//!   15) puts a wall on square i of the top left quadrant, which includes the middle lines and is counted row by row.
//! - **Squares** are named as in chess: columns `a` `b` `c` … from the left, rows `1` `2` `3` … from the bottom.
//! - **Slug:** `x` or `o` for the side to move, then `x`, `o` or `-` for each square without a wall, row by row from
//!   the top.
//! - **Moves:** clones of different pieces to the same square are one move.
//! - **Known counts:** from the start on the empty board of seven by seven there are 16, 256, 6,460 and 155,888
//!   sequences of one to four moves. For walled boards, see `tests/counts/ataxx.toml`.

use crate::engine::game::{
    Clicks, Coordinates, Declare, GridStyle, Junction, Label, Message, Name, Otherwise, Outcome, Parameter,
    ParameterError, ParameterReader, Player, Players, Rules, Scene, Show, Slug, Square, Status, Target, Values,
    apply_symmetry,
};
use crate::engine::games::squares::{self, Squares, bit, each, has};

const LARGEST: usize = 7;
const SMALLEST: usize = 3;

/// Ataxx on one board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ataxx {
    columns: usize,
    rows: usize,
    open: Squares,
    near: Vec<Squares>,
    far: Vec<Squares>,
}

/// The pieces of both sides, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AtaxxState {
    turn: Player,
    first: Squares,
    second: Squares,
}

impl AtaxxState {
    fn of(self, player: Player) -> Squares {
        player.pick(self.first, self.second)
    }

    fn taken(self) -> Squares {
        self.first | self.second
    }

    fn owner(self, square: usize) -> Option<Player> {
        [Player::First, Player::Second].into_iter().find(|&player| has(self.of(player), square))
    }
}

/// A move of a side. In the order of moves, clones come before jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// Puts another piece of the side on a square.
    Clone {
        /// The index of the square.
        to: usize,
    },
    /// Moves a piece from one square to another.
    Jump {
        /// The index of the square that the piece leaves.
        from: usize,
        /// The index of the square where the piece lands.
        to: usize,
    },
    /// Does nothing, because no piece can move.
    Pass,
}

impl Rules for Ataxx {
    type State = AtaxxState;
    type Move = Action;

    fn players(&self) -> Players {
        Players::Two(mark(Player::First).into(), mark(Player::Second).into())
    }

    fn start(&self) -> AtaxxState {
        let [top_left, top_right, bottom_left, bottom_right] = self.corners();
        AtaxxState {
            turn: Player::First,
            first: bit(top_left) | bit(bottom_right),
            second: bit(top_right) | bit(bottom_left),
        }
    }

    fn status(&self, position: &AtaxxState) -> Status {
        let (first, second) = (position.first, position.second);
        let can_move = |player| self.can_move(position, player);
        if first != 0 && second != 0 && (can_move(Player::First) || can_move(Player::Second)) {
            return Status::Turn(position.turn);
        }
        Status::Over(match first.count_ones().cmp(&second.count_ones()) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::First),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Less => Outcome::Win(Player::Second),
        })
    }

    fn moves(&self, position: &AtaxxState, out: &mut Vec<Action>) {
        if matches!(self.status(position), Status::Over(_)) {
            return;
        }
        let (own, free) = (position.of(position.turn), self.free(position));
        out.extend(each(free).filter(|&to| self.near[to] & own != 0).map(|to| Action::Clone { to }));
        out.extend(each(own).flat_map(|from| each(self.far[from] & free).map(move |to| Action::Jump { from, to })));
        if out.is_empty() {
            out.push(Action::Pass);
        }
    }

    fn play(&self, position: &AtaxxState, action: Action) -> AtaxxState {
        let turned = self.turned(position, action);
        let (left, reached) = match action {
            Action::Clone { to } => (0, bit(to)),
            Action::Jump { from, to } => (bit(from), bit(to)),
            Action::Pass => (0, 0),
        };
        let own = position.of(position.turn) & !left | reached | turned;
        let other = position.of(position.turn.opponent()) & !turned;
        let (first, second) = position.turn.pick((own, other), (other, own));
        AtaxxState { turn: position.turn.opponent(), first, second }
    }

    /// Mirrors and rotates the board as far as its walls allow, and gives the first player the move.
    fn canonical(&self, position: &AtaxxState) -> AtaxxState {
        let (own, other) = (position.of(position.turn), position.of(position.turn.opponent()));
        let image = |square, symmetry| bit(apply_symmetry(square, self.columns, self.rows, symmetry));
        let all = |squares, symmetry| each(squares).map(|square| image(square, symmetry)).sum::<Squares>();
        let count = if self.columns == self.rows { 8 } else { 4 };
        let kept = (0..count).filter(|&symmetry| all(self.open, symmetry) == self.open);
        let images = kept.map(|symmetry| (all(own, symmetry), all(other, symmetry)));
        let (first, second) = images.min().unwrap_or((own, other));
        AtaxxState { turn: Player::First, first, second }
    }

    fn estimate(&self, position: &AtaxxState) -> i32 {
        let count = |squares: Squares| squares.count_ones().cast_signed();
        count(position.first) - count(position.second)
    }
}

impl Declare for Ataxx {
    const NAME: &'static str = "ataxx";

    const SUMMARY: &'static str =
        "Pieces clone or jump, and capture the pieces next to where they land; the side with more pieces wins.";

    const PARAMETERS: &'static [Parameter] = &[
        Parameter::new(
            "board",
            "the rows of the board, each of three to seven characters, with `.` for a free square and `#` for a wall",
            Values::Texts(SMALLEST..=LARGEST),
            Otherwise::Instead(Name::Borrowed("layout")),
            "[\"...\", \".#.\", \"...\"]",
        ),
        Parameter::new(
            "layout",
            "the walls on a seven-by-seven board, where bit i puts a wall on square i of each quadrant",
            Values::Integer(0..=u16::MAX),
            Otherwise::Instead(Name::Borrowed("board")),
            "0x37EE",
        ),
    ];

    fn from_parameters(parameters: &ParameterReader<'_>) -> Result<Self, ParameterError> {
        let layout = parameters.optional_integer("layout")?;
        let board = parameters.optional_texts("board")?;
        let (key, game) = match (layout, board) {
            (Some(layout), None) => ("layout", Self::of_layout(layout)),
            (None, Some(rows)) => ("board", Self::of_rows(&rows)?),
            (Some(_), Some(_)) => {
                let problem = "`layout` and `board` cannot be used together";
                return Err(ParameterError::new("layout", problem, "remove one of them"));
            }
            (None, None) => return Err(parameters.missing("board")),
        };
        game.check(key)?;
        Ok(game)
    }

    const SLUG_FORMAT: &'static str = "`x` or `o` for the side to move, then `x`, `o` or `-` for each square without \
                                       a wall, row by row from the top: `xx-o--o-x`";

    const CATALOGUES: &'static [(&'static str, &'static str)] =
        &[("en", include_str!("ataxx.en.ftl")), ("de", include_str!("ataxx.de.ftl"))];
}

impl Show for Ataxx {
    fn slug(&self, position: &AtaxxState) -> String {
        let letter = |player: Player| player.pick('x', 'o');
        let squares = each(self.open).map(|square| position.owner(square).map_or('-', letter));
        [letter(position.turn)].into_iter().chain(squares).collect()
    }

    fn move_slug(&self, _: &AtaxxState, action: Action) -> Slug {
        Slug::new(match action {
            Action::Clone { to } => self.name(to),
            Action::Jump { from, to } => format!("{}-{}", self.name(from), self.name(to)),
            Action::Pass => "pass".to_owned(),
        })
    }

    fn goal(&self) -> Message {
        Message::key("goal")
    }

    fn scene(&self, position: &AtaxxState) -> Scene {
        let square = |square| match position.owner(square) {
            Some(player) => Square::Mark(player, Name::Borrowed(mark(player))),
            None if has(self.open, square) => Square::Empty,
            None => Square::Wall,
        };
        let squares = (0..self.columns * self.rows).map(square).collect();
        Scene::grid(self.columns, GridStyle::Discs, Coordinates::Chess, squares)
    }

    fn clicks(&self, position: &AtaxxState, action: Action) -> Clicks {
        match action {
            Action::Clone { to } => {
                let pieces = each(self.near[to] & position.of(position.turn)).map(Target::Square).collect();
                Clicks { by: pieces, ..Clicks::one(Target::Square(to)) }
            }
            Action::Jump { from, to } => {
                let choose = Message::key("choose-piece").with("piece", self.name(from));
                Clicks::move_piece(self.name(from), choose, Target::Square(from), Target::Square(to))
            }
            Action::Pass => Clicks::one(Target::Pass),
        }
    }

    fn label(&self, _: &AtaxxState, action: Action) -> Label {
        match action {
            Action::Clone { to } => Label::new(self.name(to), Message::key("clone-here").with("to", self.name(to))),
            Action::Jump { from, to } => {
                let jump = Message::key("jump-here").with("to", self.name(to)).with("from", self.name(from));
                Label::new(self.name(to), jump)
            }
            Action::Pass => Label::new(Message::key("pass"), Message::key("pass-why")),
        }
    }

    fn past_tense(&self, position: &AtaxxState, action: Action) -> Message {
        let turned: Vec<Message> = each(self.turned(position, action)).map(|square| self.name(square).into()).collect();
        let has_turned = !turned.is_empty();
        let done = match action {
            Action::Clone { to } => {
                Message::key(if has_turned { "cloned-and-turned" } else { "cloned" }).with("to", self.name(to))
            }
            Action::Jump { from, to } => Message::key(if has_turned { "jumped-and-turned" } else { "jumped" })
                .with("from", self.name(from))
                .with("to", self.name(to)),
            Action::Pass => Message::key("passed"),
        };
        if has_turned { done.with("turned", Message::List(Junction::And, turned)) } else { done }
    }

    fn kind(&self, _: &AtaxxState, action: Action) -> Message {
        Message::key(match action {
            Action::Clone { .. } => "kind-clone",
            Action::Jump { .. } => "kind-jump",
            Action::Pass => "kind-move",
        })
    }

    fn ending(&self, position: &AtaxxState) -> Message {
        let count = |player| position.of(player).count_ones();
        let (first, second) = (count(Player::First), count(Player::Second));
        let lost_all = if first == 0 { Some(Player::First) } else { (second == 0).then_some(Player::Second) };
        lost_all.map_or_else(
            || Message::key("score").with_number("more", first.max(second)).with_number("less", first.min(second)),
            |player| Message::key("lost-all").with("player", mark(player)),
        )
    }

    fn tally(&self, position: &AtaxxState) -> Message {
        let (first, second) = (position.first.count_ones(), position.second.count_ones());
        Message::key("tally").with_number("first", first).with_number("second", second)
    }
}

impl Ataxx {
    fn new(columns: usize, rows: usize, is_wall: impl Fn(usize, usize) -> bool) -> Self {
        let place = |square: usize| (square / columns, square % columns);
        let squares = || 0..columns * rows;
        let open = squares().filter(|&square| !is_wall(place(square).0, place(square).1)).map(bit).sum();
        let at = |distance: usize| {
            let is_at = |one: usize, other: usize| {
                let ((row, column), (other_row, other_column)) = (place(one), place(other));
                row.abs_diff(other_row).max(column.abs_diff(other_column)) == distance
            };
            squares().map(|one| squares().filter(|&other| is_at(one, other)).map(bit).sum()).collect()
        };
        Self { columns, rows, open, near: at(1), far: at(2) }
    }

    fn of_layout(layout: u16) -> Self {
        // Mirror images: a line has the same walls as the line at the same distance from the opposite edge.
        let folded = |line: usize| line.min(LARGEST - 1 - line);
        Self::new(LARGEST, LARGEST, |row, column| layout >> (4 * folded(row) + folded(column)) & 1 == 1)
    }

    fn of_rows(rows: &[&str]) -> Result<Self, ParameterError> {
        let columns = rows[0].chars().count();
        for row in rows {
            if let Some(odd) = row.chars().find(|&square| square != '.' && square != '#') {
                let hint = "use only `.` for a free square and `#` for a wall";
                return Err(ParameterError::new("board", format!("a board cannot contain {odd:?}"), hint));
            }
        }
        if !(SMALLEST..=LARGEST).contains(&columns) || rows.iter().any(|row| row.len() != columns) {
            let hint = format!("give all rows the same length, from {SMALLEST} to {LARGEST}");
            return Err(ParameterError::new("board", "the rows of the board do not form a grid", hint));
        }
        Ok(Self::new(columns, rows.len(), |row, column| rows[row].as_bytes()[column] == b'#'))
    }

    /// Checks that both sides can begin on this board. Errors name the parameter `key`.
    fn check(&self, key: &str) -> Result<(), ParameterError> {
        if let Some(corner) = self.corners().into_iter().find(|&corner| !has(self.open, corner)) {
            let problem = format!("a wall is on {}, where a piece begins", self.name(corner));
            return Err(ParameterError::new(key, problem, "keep the four corners free"));
        }
        let start = self.start();
        for player in [Player::First, Player::Second] {
            if !self.can_move(&start, player) {
                let problem = format!("walls enclose the pieces of {}, so they could never move", mark(player));
                let hint = "for each side, keep a square free within two steps of one of the side's pieces";
                return Err(ParameterError::new(key, problem, hint));
            }
        }
        Ok(())
    }

    /// Returns the corners: top left, top right, bottom left, bottom right.
    fn corners(&self) -> [usize; 4] {
        let last = self.columns * self.rows - 1;
        [0, self.columns - 1, last + 1 - self.columns, last]
    }

    fn free(&self, position: &AtaxxState) -> Squares {
        self.open & !position.taken()
    }

    fn can_move(&self, position: &AtaxxState, player: Player) -> bool {
        let free = self.free(position);
        each(position.of(player)).any(|piece| (self.near[piece] | self.far[piece]) & free != 0)
    }

    fn turned(&self, position: &AtaxxState, action: Action) -> Squares {
        match action {
            Action::Clone { to } | Action::Jump { to, .. } => self.near[to] & position.of(position.turn.opponent()),
            Action::Pass => 0,
        }
    }

    fn name(&self, square: usize) -> String {
        squares::name(square, self.columns, self.rows)
    }
}

/// Returns the mark of a player, which is also the player's name.
fn mark(player: Player) -> &'static str {
    player.pick("X", "O")
}
