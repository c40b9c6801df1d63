//! Chess endings: a king and one more piece against the bare king, by the rules of chess.
//!
//! White has a queen, a rook or a pawn beside the king. A pawn that comes to the far edge becomes a queen or a rook;
//! a bishop or a knight could only draw. Play ends with a checkmate, with a stalemate, or when the piece is taken.
//!
//! - **Source:** the laws of chess of the FIDE, articles 1, 3 and 5.
//! - **Parameter:** `start`, the slug of the position in which play begins: `w-e1-ra1-e8`.
//! - **Squares** are named as in chess.
//! - **Slug:** `w` or `b` for who is to move, the white king, the piece after its letter, the black king.
//! - **Known counts:** with a rook there are 175,168 legal positions in which White is to move and 223,944 in which
//!   Black is, with a queen 144,508 and as many, and 3,612 in which the kings are alone. The longest ways to mate take
//!   16 moves with a rook, 10 with a queen and 28 with a pawn. See `tests/counts/chess-endings.toml`.

use crate::engine::game::{
    Clicks, Coordinates, Declare, GridStyle, Label, Message, Name, Otherwise, Outcome, Parameter, ParameterError,
    ParameterReader, Player, Players, Rules, Scene, Show, Slug, SlugError, Square, Status, Target, Values,
    apply_symmetry,
};

const SIDE: u8 = 8;

/// A square: row by row from the top, so that `a8` is 0 and `h1` is 63.
type At = u8;

/// A set of squares, a bit for each.
type Squares = u64;

/// An ending, with the position in which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChessEndings {
    start: Position,
}

/// Where the pieces stand, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    turn: Player,
    /// The white king.
    white: At,
    /// White's other piece, unless it was taken.
    piece: Option<(Kind, At)>,
    /// The black king.
    black: At,
}

/// A kind of piece beside the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// It goes any way in any of eight directions.
    Queen,
    /// It goes any way along its row and its column.
    Rook,
    /// It goes one square ahead, from its first one or two, and gives check diagonally.
    Pawn,
}

/// A move of a piece. Those of kings are less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// What White's piece becomes, or stays; nothing if a king moves.
    piece: Option<Kind>,
    to: At,
}

/// Steps to the right and down. The first half of them leads to squares with larger numbers, the other half back.
const STEPS: [(isize, isize); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

/// The directions of a rook among these.
const STRAIGHT: [usize; 4] = [0, 1, 4, 5];

/// The squares from each one to the edge, in each direction.
const RAYS: [[Squares; 64]; 8] = {
    let mut rays = [[0; 64]; 8];
    let mut index = 0;
    while index < 8 * 64 {
        let (direction, from) = (index / 64, index % 64);
        let mut at = from;
        while let Some(next) = next_to(at, direction) {
            rays[direction][from] |= 1 << next;
            at = next;
        }
        index += 1;
    }
    rays
};

/// The squares beside each one.
const BESIDE: [Squares; 64] = {
    let mut beside = [0; 64];
    let mut index = 0;
    while index < 8 * 64 {
        if let Some(next) = next_to(index % 64, index / 64) {
            beside[index % 64] |= 1 << next;
        }
        index += 1;
    }
    beside
};

const fn next_to(from: usize, direction: usize) -> Option<usize> {
    let (right, down) = STEPS[direction];
    let (Some(column), Some(row)) = ((from % 8).checked_add_signed(right), (from / 8).checked_add_signed(down)) else {
        return None;
    };
    if column < 8 && row < 8 { Some(row * 8 + column) } else { None }
}

fn bit(square: At) -> Squares {
    1 << square
}

fn has(squares: Squares, square: At) -> bool {
    squares & bit(square) != 0
}

fn each(mut squares: Squares) -> impl Iterator<Item = At> {
    std::iter::from_fn(move || {
        let next = squares.trailing_zeros() as At;
        squares &= squares.wrapping_sub(1);
        (next < 64).then_some(next)
    })
}

/// Returns the squares of a ray up to the first that is occupied, with that one.
fn up_to(direction: usize, from: At, occupied: Squares) -> Squares {
    let rays = &RAYS[direction];
    let ray = rays[usize::from(from)];
    let met = ray & occupied;
    match met {
        0 => ray,
        _ if direction < 4 => ray ^ rays[met.trailing_zeros() as usize],
        _ => ray ^ rays[met.ilog2() as usize],
    }
}

impl Kind {
    const ALL: [Self; 3] = [Self::Queen, Self::Rook, Self::Pawn];

    fn attacks(self, from: At, occupied: Squares) -> Squares {
        let lines = |directions: &[usize]| directions.iter().fold(0, |all, &to| all | up_to(to, from, occupied));
        match self {
            Self::Queen => lines(&[0, 1, 2, 3, 4, 5, 6, 7]),
            Self::Rook => lines(&STRAIGHT),
            Self::Pawn => {
                [6, 7].iter().fold(0, |all, &to| all | RAYS[to][usize::from(from)] & BESIDE[usize::from(from)])
            }
        }
    }

    fn goes(self, from: At, occupied: Squares) -> Squares {
        if self != Self::Pawn {
            return self.attacks(from, occupied) & !occupied;
        }
        let one = bit(from - SIDE) & !occupied;
        let two = if one != 0 && from / SIDE == SIDE - 2 { bit(from - 2 * SIDE) & !occupied } else { 0 };
        one | two
    }

    /// Returns its letter in slugs, its mark on boards, and its name in catalogues.
    fn names(self) -> (char, &'static str, &'static str) {
        match self {
            Self::Queen => ('q', "Q", "queen"),
            Self::Rook => ('r', "R", "rook"),
            Self::Pawn => ('p', "P", "pawn"),
        }
    }

    fn letter(self) -> char {
        self.names().0
    }

    fn name(self) -> Message {
        Message::key(self.names().2)
    }
}

impl Position {
    /// Returns the squares that White's piece attacks. The black king does not block it.
    fn attacked(self) -> Squares {
        self.piece.map_or(0, |(kind, at)| kind.attacks(at, bit(self.white)))
    }

    fn is_check(self) -> bool {
        has(self.attacked(), self.black)
    }

    fn is_legal(self) -> bool {
        let apart = self.white != self.black && !has(BESIDE[usize::from(self.white)], self.black);
        let piece = match self.piece {
            // Black has just taken it.
            None => self.turn == Player::First,
            Some((kind, at)) => {
                at != self.white && at != self.black && (kind != Kind::Pawn || (1..SIDE - 1).contains(&(at / SIDE)))
            }
        };
        apart && piece && (self.turn == Player::Second || !self.is_check())
    }

    fn goes(self) -> Squares {
        let [white, black] = [self.white, self.black].map(|king| BESIDE[usize::from(king)]);
        match self.turn {
            Player::First => white & !black & !self.piece.map_or(0, |(_, at)| bit(at)),
            Player::Second => black & !white & !self.attacked(),
        }
    }

    fn steps(self, out: &mut Vec<Step>) {
        out.extend(each(self.goes()).map(|to| Step { piece: None, to }));
        let Some((kind, at)) = self.piece.filter(|_| self.turn == Player::First) else { return };
        for to in each(kind.goes(at, bit(self.white) | bit(self.black))) {
            let becomes: &[Kind] = if kind == Kind::Pawn && to < SIDE { &[Kind::Queen, Kind::Rook] } else { &[kind] };
            out.extend(becomes.iter().map(|&kind| Step { piece: Some(kind), to }));
        }
    }

    fn after(self, Step { piece, to }: Step) -> Self {
        let mut after = Self { turn: self.turn.opponent(), ..self };
        match (piece, self.turn) {
            (Some(kind), _) => after.piece = Some((kind, to)),
            (None, Player::First) => after.white = to,
            (None, Player::Second) => {
                after.black = to;
                after.piece = self.piece.filter(|&(_, at)| at != to);
            }
        }
        after
    }

    /// Returns the square that a step leaves, and the message of what leaves it.
    fn moved(self, step: Step) -> (At, Message) {
        match (step.piece, self.piece) {
            (Some(_), Some((kind, at))) => (at, kind.name()),
            _ => (self.turn.pick(self.white, self.black), Message::key("king")),
        }
    }

    fn promotion(self, step: Step) -> Option<Kind> {
        let is_pawn = matches!(self.piece, Some((Kind::Pawn, _)));
        step.piece.filter(|&kind| is_pawn && kind != Kind::Pawn)
    }

    /// Appends the slug. Each of hundreds of thousands of positions has one, so nothing is formatted.
    fn write(self, out: &mut String) {
        out.extend([self.turn.pick('w', 'b'), '-']);
        out.extend(letters(self.white));
        if let Some((kind, at)) = self.piece {
            out.extend(['-', kind.letter()].into_iter().chain(letters(at)));
        }
        out.push('-');
        out.extend(letters(self.black));
    }

    fn read(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('-').collect();
        let (turn, white, piece, black) = match *parts {
            [turn, white, black] => (turn, white, None, black),
            [turn, white, piece, black] => {
                let kind = Kind::ALL.into_iter().find(|kind| piece.starts_with(kind.letter()))?;
                (turn, white, Some((kind, square(&piece[1..])?)), black)
            }
            _ => return None,
        };
        let turn = match turn {
            "w" => Player::First,
            "b" => Player::Second,
            _ => return None,
        };
        let position = Self { turn, white: square(white)?, piece, black: square(black)? };
        position.is_legal().then_some(position)
    }
}

fn name(at: At) -> String {
    letters(at).into_iter().collect()
}

fn letters(at: At) -> [char; 2] {
    [char::from(b'a' + at % SIDE), char::from(b'8' - at / SIDE)]
}

fn square(text: &str) -> Option<At> {
    match *text.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some((b'8' - row) * SIDE + column - b'a'),
        _ => None,
    }
}

impl Rules for ChessEndings {
    type State = Position;
    type Move = Step;

    fn players(&self) -> Players {
        Players::Two(Message::key("white"), Message::key("black"))
    }

    fn start(&self) -> Position {
        self.start
    }

    fn status(&self, position: &Position) -> Status {
        let Some((kind, at)) = position.piece else { return Status::Over(Outcome::Draw) };
        let can_move = position.goes() != 0
            || position.turn == Player::First && kind.goes(at, bit(position.white) | bit(position.black)) != 0;
        match can_move {
            true => Status::Turn(position.turn),
            false if position.is_check() => Status::Over(Outcome::Win(Player::First)),
            false => Status::Over(Outcome::Draw),
        }
    }

    fn moves(&self, position: &Position, out: &mut Vec<Step>) {
        if position.piece.is_some() {
            position.steps(out);
        }
    }

    fn play(&self, position: &Position, step: Step) -> Position {
        position.after(step)
    }

    /// The board can be mirrored and turned; with a pawn it can be mirrored from left to right.
    fn canonical(&self, position: &Position) -> Position {
        let has_pawn = matches!(position.piece, Some((Kind::Pawn, _)));
        let symmetries: &[usize] = if has_pawn { &[0, 2] } else { &[0, 1, 2, 3, 4, 5, 6, 7] };
        let image = |&symmetry: &usize| {
            let at = |square: At| apply_symmetry(square.into(), SIDE.into(), SIDE.into(), symmetry) as At;
            let piece = position.piece.map(|(kind, square)| (kind, at(square)));
            Position { white: at(position.white), piece, black: at(position.black), ..*position }
        };
        let order = |position: &Position| (position.white, position.piece, position.black);
        symmetries.iter().map(image).min_by_key(order).expect("a position is its own image")
    }

    /// The black king is worse off near the edge and near the other one, and a pawn better off far ahead.
    fn estimate(&self, position: &Position) -> i32 {
        let Some((kind, at)) = position.piece else { return 0 };
        let [white, black] = [position.white, position.black].map(|at| [i32::from(at % SIDE), i32::from(at / SIDE)]);
        let edge: i32 = black.into_iter().map(|line| (2 * line - 7).abs()).sum();
        let apart: i32 = white.into_iter().zip(black).map(|(one, other)| (one - other).abs()).sum();
        let worth = if kind == Kind::Pawn { 100 - 10 * i32::from(at / SIDE) } else { 200 };
        worth + 2 * edge - apart
    }
}

impl Declare for ChessEndings {
    const NAME: &'static str = "chess-endings";

    const SUMMARY: &'static str = "White has a king and a queen, a rook or a pawn, and Black the bare king.";

    const PARAMETERS: &'static [Parameter] = &[Parameter::new(
        "start",
        "the position in which play begins: who is to move, the white king, the piece, the black king",
        Values::Text,
        Otherwise::Required,
        "\"w-e1-ra1-e8\"",
    )];

    fn from_parameters(parameters: &ParameterReader<'_>) -> Result<Self, ParameterError> {
        let text = parameters.text("start")?;
        let start = Position::read(text).filter(|start| start.piece.is_some());
        let start = start.ok_or_else(|| {
            let hint = "write who is to move, the white king, the piece and the black king: \"w-e1-ra1-e8\"";
            ParameterError::new("start", format!("`{text}` is no position of chess"), hint)
        })?;
        Ok(Self { start })
    }

    const SLUG_FORMAT: &'static str = "`w` or `b` for who is to move, then the squares of the white king, of the piece \
                                       after its letter `q`, `r` or `p`, and of the black king: `w-e1-ra1-e8`";

    const CATALOGUES: &'static [(&'static str, &'static str)] =
        &[("en", include_str!("chess_endings.en.ftl")), ("de", include_str!("chess_endings.de.ftl"))];
}

impl Show for ChessEndings {
    fn slug(&self, position: &Position, out: &mut String) {
        position.write(out);
    }

    fn parse_slug(&self, text: &str) -> Result<Position, SlugError> {
        let wrong = || SlugError::new(text, format!("a position is {}", Self::SLUG_FORMAT));
        Position::read(text).ok_or_else(wrong)
    }

    fn move_slug(&self, position: &Position, step: Step) -> Slug {
        let promotion = position.promotion(step).map(|kind| format!("-{}", kind.letter())).unwrap_or_default();
        Slug::new(format!("{}-{}{promotion}", name(position.moved(step).0), name(step.to)))
    }

    fn goal(&self) -> Message {
        Message::key("goal")
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut squares = vec![Square::Empty; usize::from(SIDE * SIDE)];
        let mut put = |at: At, player, mark: &'static str| {
            squares[usize::from(at)] = Square::Mark(player, Name::Borrowed(mark));
        };
        put(position.white, Player::First, "K");
        put(position.black, Player::Second, "k");
        if let Some((kind, at)) = position.piece {
            put(at, Player::First, kind.names().1);
        }
        Scene::grid(SIDE.into(), GridStyle::Chequered, Coordinates::Chess, squares)
    }

    /// The bare king goes where it is told; of White's pieces one has to be chosen. What a pawn becomes besides a queen
    /// is a word beside the board.
    fn clicks(&self, position: &Position, step: Step) -> Clicks {
        let (from, what) = position.moved(step);
        let at = match position.promotion(step) {
            Some(Kind::Rook) => Target::Word(0),
            _ => Target::Square(step.to.into()),
        };
        if position.turn == Player::Second {
            return Clicks::Place { at, by: vec![Target::Square(from.into())] };
        }
        let choose = Message::key("choose").with("square", name(from)).with("piece", what);
        Clicks::move_piece(name(from), choose, Target::Square(from.into()), at)
    }

    fn label(&self, position: &Position, step: Step) -> Label {
        let to = name(step.to);
        match position.promotion(step) {
            Some(Kind::Rook) => Label::new(Message::key("to-rook"), Message::key("to-rook-on").with("to", to)),
            Some(_) => Label::new(to.clone(), Message::key("to-queen-on").with("to", to)),
            None => {
                let (from, piece) = position.moved(step);
                let whole = Message::key("go").with("to", to.clone()).with("from", name(from)).with("piece", piece);
                Label::new(to, whole)
            }
        }
    }

    fn past_tense(&self, position: &Position, step: Step) -> Message {
        let (from, piece) = position.moved(step);
        let after = position.after(step);
        let took = position.piece.filter(|_| after.piece.is_none());
        let message = match (took, position.promotion(step)) {
            (Some((kind, _)), _) => Message::key("took").with("taken", kind.name()),
            (None, Some(kind)) => Message::key("promoted").with("becomes", kind.name()),
            (None, None) => Message::key("went").with("from", name(from)).with("piece", piece),
        };
        let check = if after.turn == Player::Second && after.is_check() { "yes" } else { "no" };
        message.with("to", name(step.to)).with("check", check.to_owned())
    }

    fn ending(&self, position: &Position) -> Message {
        Message::key(match position.piece {
            None => "bare-kings",
            Some(_) if position.is_check() => "checkmate",
            Some(_) => "stalemate",
        })
    }
}
