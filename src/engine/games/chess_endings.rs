//! Chess endings: king and one more piece against a bare king, by the rules of chess.
//!
//! In addition to the king, White has a queen, a rook or a pawn. A pawn promotes to a queen or a rook; with a bishop or
//! a knight, White could only draw. Play ends with checkmate or stalemate, or when Black captures the piece.
//!
//! - **Source:** the FIDE Laws of Chess, articles 1, 3 and 5.
//! - **Parameter:** `start`, the slug of the position in which play begins: `w-e1-ra1-e8`.
//! - **Squares** are named as in chess.
//! - **Slug:** `w` or `b` for the side to move, the square of the white king, the letter and square of the piece, and
//!   the square of the black king.
//! - **Known counts:** with a rook there are 175,168 legal positions in which White is to move and 223,944 in which
//!   Black is to move. With a queen, the counts are 144,508 and 223,944; with only the kings, the count is 3,612. The
//!   longest ways to mate take 16 moves with a rook, 10 with a queen and 28 with a pawn. See
//!   `tests/counts/chess-endings.toml`.

use crate::engine::game::{
    Clicks, Coordinates, Declare, GridStyle, Label, Message, Name, Otherwise, Outcome, Parameter, ParameterError,
    ParameterReader, Player, Players, Rules, Scene, Show, Slug, Square, Status, Target, Values, apply_symmetry,
};
use crate::engine::games::squares::{Squares, bit, each, has, name, named};

const SIDE: usize = 8;

/// Chess endings that begin in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChessEndings {
    start: Position,
}

/// The squares of the pieces, and the side to move. Squares are numbered row by row from the top: `a8` is 0, `h1` is
/// 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    turn: Player,
    /// The white king.
    white: usize,
    /// White's other piece; `None` if Black took it.
    piece: Option<(Kind, usize)>,
    /// The black king.
    black: usize,
}

/// A kind of piece other than the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Moves any distance in any of eight directions.
    Queen,
    /// Moves any distance along its row or its column.
    Rook,
    /// Moves one square ahead, or two from its starting square, and gives check diagonally.
    Pawn,
}

/// A move of a piece. In the order of moves, moves of kings come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// The kind that White's piece has after the move; `None` if a king moves.
    piece: Option<Kind>,
    to: usize,
}

/// Directions, as steps to the right and down. The first four are a rook's; a pawn gives check along the last two.
const DIRECTIONS: [(isize, isize); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

fn next_to(from: usize, (right, down): (isize, isize)) -> Option<usize> {
    let (column, row) = ((from % SIDE).checked_add_signed(right)?, (from / SIDE).checked_add_signed(down)?);
    (column < SIDE && row < SIDE).then_some(row * SIDE + column)
}

fn beside(square: usize) -> Squares {
    DIRECTIONS.into_iter().filter_map(|direction| next_to(square, direction)).map(bit).sum()
}

/// Returns the squares in these directions from a square, in each direction up to and including the first occupied
/// square.
fn lines(from: usize, directions: &[(isize, isize)], occupied: Squares) -> Squares {
    let mut squares = 0;
    for &direction in directions {
        let mut at = from;
        while let Some(next) = next_to(at, direction) {
            squares |= bit(next);
            if has(occupied, next) {
                break;
            }
            at = next;
        }
    }
    squares
}

impl Kind {
    const ALL: [Self; 3] = [Self::Queen, Self::Rook, Self::Pawn];

    fn attacks(self, from: usize, occupied: Squares) -> Squares {
        match self {
            Self::Queen => lines(from, &DIRECTIONS, occupied),
            Self::Rook => lines(from, &DIRECTIONS[..4], occupied),
            Self::Pawn => DIRECTIONS[6..].iter().filter_map(|&direction| next_to(from, direction)).map(bit).sum(),
        }
    }

    fn goes(self, from: usize, occupied: Squares) -> Squares {
        if self != Self::Pawn {
            return self.attacks(from, occupied) & !occupied;
        }
        let one = bit(from - SIDE) & !occupied;
        let two = if one != 0 && from / SIDE == SIDE - 2 { bit(from - 2 * SIDE) & !occupied } else { 0 };
        one | two
    }

    /// Returns the letter of the kind in slugs, its mark on boards, and its name in catalogues.
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
    /// Returns the squares that White's piece attacks. The black king does not block the lines of the piece.
    fn attacked(self) -> Squares {
        self.piece.map_or(0, |(kind, at)| kind.attacks(at, bit(self.white)))
    }

    fn is_check(self) -> bool {
        has(self.attacked(), self.black)
    }

    fn has_pawn(self) -> bool {
        matches!(self.piece, Some((Kind::Pawn, _)))
    }

    fn is_legal(self) -> bool {
        let is_apart = self.white != self.black && !has(beside(self.white), self.black);
        let is_placed = match self.piece {
            // Black has just taken it.
            None => self.turn == Player::First,
            Some((kind, at)) => {
                at != self.white && at != self.black && (kind != Kind::Pawn || (1..SIDE - 1).contains(&(at / SIDE)))
            }
        };
        is_apart && is_placed && (self.turn == Player::Second || !self.is_check())
    }

    fn king_goes(self) -> Squares {
        match self.turn {
            Player::First => beside(self.white) & !beside(self.black) & !self.piece.map_or(0, |(_, at)| bit(at)),
            Player::Second => beside(self.black) & !beside(self.white) & !self.attacked(),
        }
    }

    fn piece_goes(self) -> Squares {
        let piece = self.piece.filter(|_| self.turn == Player::First);
        piece.map_or(0, |(kind, at)| kind.goes(at, bit(self.white) | bit(self.black)))
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

    /// Returns the square from which a piece moves, and the message that names the piece.
    fn moved(self, step: Step) -> (usize, Message) {
        match (step.piece, self.piece) {
            (Some(_), Some((kind, at))) => (at, kind.name()),
            _ => (self.turn.pick(self.white, self.black), Message::key("king")),
        }
    }

    fn promotion(self, step: Step) -> Option<Kind> {
        step.piece.filter(|&kind| self.has_pawn() && kind != Kind::Pawn)
    }

    /// Returns the legal position with a slug, such as `w-e1-ra1-e8`; `None` if there is no such position.
    pub fn read(text: &str) -> Option<Self> {
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

fn square(name: &str) -> Option<usize> {
    named(name, SIDE, SIDE)
}

fn name_of(square: usize) -> String {
    name(square, SIDE, SIDE)
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
        if position.piece.is_some() && position.king_goes() | position.piece_goes() != 0 {
            return Status::Turn(position.turn);
        }
        // Only a piece can give check.
        Status::Over(if position.is_check() { Outcome::Win(Player::First) } else { Outcome::Draw })
    }

    fn moves(&self, position: &Position, out: &mut Vec<Step>) {
        let Some((kind, _)) = position.piece else { return };
        out.extend(each(position.king_goes()).map(|to| Step { piece: None, to }));
        for to in each(position.piece_goes()) {
            let becomes: &[Kind] = if kind == Kind::Pawn && to < SIDE { &[Kind::Queen, Kind::Rook] } else { &[kind] };
            out.extend(becomes.iter().map(|&kind| Step { piece: Some(kind), to }));
        }
    }

    fn play(&self, position: &Position, step: Step) -> Position {
        position.after(step)
    }

    /// A board without a pawn can be mirrored and rotated. A board with a pawn can only be mirrored from left to right.
    fn canonical(&self, position: &Position) -> Position {
        let symmetries: &[usize] = if position.has_pawn() { &[0, 2] } else { &[0, 1, 2, 3, 4, 5, 6, 7] };
        let image = |&symmetry: &usize| {
            let at = |square| apply_symmetry(square, SIDE, SIDE, symmetry);
            let piece = position.piece.map(|(kind, square)| (kind, at(square)));
            Position { white: at(position.white), piece, black: at(position.black), ..*position }
        };
        let order = |position: &Position| (position.white, position.piece, position.black);
        symmetries.iter().map(image).min_by_key(order).expect("a position is its own image")
    }

    /// The black king is worse off near the edge and near the white king. A pawn is better off the further it advances.
    fn estimate(&self, position: &Position) -> i32 {
        let Some((kind, at)) = position.piece else { return 0 };
        let [white, black] = [position.white, position.black].map(|at| [at % SIDE, at / SIDE]);
        let edge: usize = black.into_iter().map(|line| (2 * line).abs_diff(7)).sum();
        let apart: usize = white.into_iter().zip(black).map(|(one, other)| one.abs_diff(other)).sum();
        let worth = if kind == Kind::Pawn { 100 - 10 * (at / SIDE) } else { 200 };
        ((worth + 2 * edge - apart) as u32).cast_signed()
    }
}

impl Declare for ChessEndings {
    const NAME: &'static str = "chess-endings";

    const SUMMARY: &'static str = "White has a king and a queen, a rook or a pawn; Black has only a king.";

    const PARAMETERS: &'static [Parameter] = &[Parameter::new(
        "start",
        "the first position: the side to move, the white king, the piece and the black king",
        Values::Text,
        Otherwise::Required,
        "\"w-e1-ra1-e8\"",
    )];

    fn from_parameters(parameters: &ParameterReader<'_>) -> Result<Self, ParameterError> {
        let text = parameters.text("start")?;
        let start = Position::read(text).filter(|start| start.piece.is_some());
        let start = start.ok_or_else(|| {
            let hint = "write the side to move, the white king, the piece and the black king: \"w-e1-ra1-e8\"";
            ParameterError::new("start", format!("`{text}` is not a legal chess position of this game"), hint)
        })?;
        Ok(Self { start })
    }

    const SLUG_FORMAT: &'static str = "`w` or `b` for the side to move, then the white king's square, the other \
                                       piece's letter (`q`, `r` or `p`) and square, and the black king's square: \
                                       `w-e1-ra1-e8`";

    const CATALOGUES: &'static [(&'static str, &'static str)] =
        &[("en", include_str!("chess_endings.en.ftl")), ("de", include_str!("chess_endings.de.ftl"))];
}

impl Show for ChessEndings {
    fn slug(&self, position: &Position) -> String {
        let turn = position.turn.pick('w', 'b');
        let piece = position.piece.map(|(kind, at)| format!("-{}{}", kind.letter(), name_of(at))).unwrap_or_default();
        format!("{turn}-{}{piece}-{}", name_of(position.white), name_of(position.black))
    }

    fn move_slug(&self, position: &Position, step: Step) -> Slug {
        let promotion = position.promotion(step).map(|kind| format!("-{}", kind.letter())).unwrap_or_default();
        Slug::new(format!("{}-{}{promotion}", name_of(position.moved(step).0), name_of(step.to)))
    }

    fn goal(&self) -> Message {
        Message::key("goal")
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut squares = vec![Square::Empty; SIDE * SIDE];
        let mut put = |at: usize, player, mark| squares[at] = Square::Mark(player, Name::Borrowed(mark));
        put(position.white, Player::First, "K");
        put(position.black, Player::Second, "k");
        if let Some((kind, at)) = position.piece {
            put(at, Player::First, kind.names().1);
        }
        Scene::grid(SIDE, GridStyle::Chequered, Coordinates::Chess, squares)
    }

    /// Black has only the king, so the player does not choose it first. The player of White first chooses a piece.
    /// Promotion to a rook is a word next to the board.
    fn clicks(&self, position: &Position, step: Step) -> Clicks {
        let (from, what) = position.moved(step);
        let at = match position.promotion(step) {
            Some(Kind::Rook) => Target::Word(0),
            _ => Target::Square(step.to),
        };
        if position.turn == Player::Second {
            return Clicks { by: vec![Target::Square(from)], ..Clicks::one(at) };
        }
        let choose = Message::key("choose").with("square", name_of(from)).with("piece", what);
        Clicks::move_piece(name_of(from), choose, Target::Square(from), at)
    }

    fn label(&self, position: &Position, step: Step) -> Label {
        let to = name_of(step.to);
        match position.promotion(step) {
            Some(Kind::Rook) => Label::new(Message::key("to-rook"), Message::key("to-rook-on").with("to", to)),
            Some(_) => Label::new(to.clone(), Message::key("to-queen-on").with("to", to)),
            None => {
                let (from, piece) = position.moved(step);
                let whole = Message::key("go").with("to", to.clone()).with("from", name_of(from)).with("piece", piece);
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
            (None, None) => Message::key("went").with("from", name_of(from)).with("piece", piece),
        };
        let check = if after.turn == Player::Second && after.is_check() { "yes" } else { "no" };
        message.with("to", name_of(step.to)).with("check", check.to_owned())
    }

    fn ending(&self, position: &Position) -> Message {
        Message::key(match position.piece {
            None => "bare-kings",
            Some(_) if position.is_check() => "checkmate",
            Some(_) => "stalemate",
        })
    }
}
