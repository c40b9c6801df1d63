//! Boards: turns what `board` returns into a scene, and finds the targets of moves on it.

use std::collections::BTreeSet;

use mlua::{Table, Value};

use super::declared::Reader;
use super::state::{field, kind};
use super::vm::Vm;
use crate::engine::game::{
    Clicks, Coordinates, Fault, Grid, GridStyle, Heap, Heaps, Label, Message, Name, Pegs, Player, Scene, Slug, Square,
    Target,
};
use crate::engine::limits::{MOST_ROWS, MOST_SQUARES};

pub(super) struct Board {
    pub(super) scene: Scene,
    /// The index (from 1) of each square of a grid, by its name.
    places: Option<Table>,
}

/// What the game returns to show a move.
pub(super) struct MoveView {
    pub(super) clicks: Clicks,
    pub(super) label: Label,
    pub(super) past: Message,
}

/// The maximum number of characters of a mark.
const LONGEST_MARK: usize = 3;

/// The maximum number of pieces of a row.
const MOST_PIECES: u8 = 64;

impl Reader<'_> {
    /// Reads what the game's function `board` returned.
    pub(super) fn board(self, value: &Value) -> Result<Board, Fault> {
        match value.as_table().map(|table| self.board_of(table)) {
            Some(Ok(Some(board))) => Ok(board),
            // Errors of Lua itself have no place. They occur if no function for boards has made the table.
            Some(Err(fault)) if fault.place.is_some() => Err(fault),
            _ => {
                let hint = "return `grid { … }`, `heaps { … }`, `pegs { … }` or `text \"…\"`";
                self.fault("board", format!("`board` returns {}, not a board", kind(value)), hint)
            }
        }
    }

    fn board_of(self, table: &Table) -> Result<Option<Board>, Fault> {
        let scene = match &*table.raw_get::<String>("kind")? {
            "grid" => Scene::Grid(self.grid(table)?),
            "heaps" => Scene::Heaps(self.heaps(table)?),
            "pegs" => Scene::Pegs(self.pegs(table)?),
            "text" => {
                let signs = table.raw_get::<String>("signs")?;
                Scene::Text(self.message("board", &table.raw_get("words")?)?, signs.into())
            }
            _ => return Ok(None),
        };
        let places = if matches!(scene, Scene::Grid(_)) { Some(table.raw_get("index")?) } else { None };
        Ok(Some(Board { scene, places }))
    }

    fn grid(self, table: &Table) -> Result<Grid, Fault> {
        let edges = match &*table.raw_get::<String>("edges")? {
            "chess" => Coordinates::Chess,
            "rows" => Coordinates::Rows,
            _ => Coordinates::Bare,
        };
        let style = match &*table.raw_get::<String>("style")? {
            "discs" => GridStyle::Discs,
            "chequered" => GridStyle::Chequered,
            _ => GridStyle::Lines,
        };
        let cells = table.raw_get::<Table>("cells")?;
        let (columns, count): (usize, usize) = (table.raw_get("columns")?, cells.raw_len());
        let is_named = edges != Coordinates::Bare;
        if count > MOST_SQUARES || is_named && (columns > MOST_ROWS || count > columns * MOST_ROWS) {
            let hint =
                format!("use at most {MOST_SQUARES} squares, and at most {MOST_ROWS} rows if squares have names");
            return self.fault("board", format!("a grid of {count} squares is too large"), hint);
        }
        let squares = cells.sequence_values().map(|cell| self.square(&cell?)).collect::<Result<_, _>>()?;
        let lit: BTreeSet<usize> = table.raw_get::<Table>("lit")?.sequence_values().collect::<Result<_, _>>()?;
        let emphasis = lit.into_iter().map(|place| place - 1).collect();
        let squares_of = |list: mlua::Result<Vec<usize>>| Ok(list?.into_iter().map(|place| place - 1).collect());
        let lists = |name: &str| -> mlua::Result<Vec<Vec<usize>>> {
            table.raw_get::<Table>(name)?.sequence_values().map(squares_of).collect()
        };
        let (pieces, joined) = (lists("pieces")?, lists("joined")?);
        Ok(Grid { columns, style, edges, squares, emphasis, pieces, joined })
    }

    fn square(self, cell: &Value) -> Result<Square, Fault> {
        let text = match cell {
            Value::Integer(owner) => {
                let player = if *owner == 1 { Player::First } else { Player::Second };
                return Ok(Square::Mark(player, Name::Borrowed(player.pick("x", "o"))));
            }
            Value::String(text) => self.text("board", text)?,
            _ => return Ok(Square::Gap),
        };
        Ok(match &*text {
            "." => Square::Empty,
            "o" => Square::Hole,
            "#" => Square::Wall,
            "_" => Square::Gap,
            "+" => Square::Dot,
            "-" => Square::Line,
            text => {
                let (owner, mark) = text.split_once('=').unwrap_or(("", text));
                if mark.trim().is_empty() || mark.chars().count() > LONGEST_MARK {
                    let hint = "use one to three letters or digits";
                    return self.fault("board", format!("the mark `{mark}` is blank or too long"), hint);
                }
                let owner = match owner {
                    "1" => Player::First,
                    "2" => Player::Second,
                    _ => self.declared.owners.get(mark).copied().unwrap_or(Player::First),
                };
                Square::Mark(owner, mark.to_owned().into())
            }
        })
    }

    fn heaps(self, table: &Table) -> Result<Heaps, Fault> {
        let mut rows = Vec::new();
        let given = table.raw_get::<Table>("rows")?;
        if given.raw_len() > MOST_ROWS {
            let message = format!("`heaps` has {} rows", given.raw_len());
            return self.fault("board", message, format!("use at most {MOST_ROWS} rows"));
        }
        for row in given.sequence_values::<Table>() {
            let row = row?;
            let (left, of): (i64, i64) = (row.raw_get("left")?, row.raw_get("of")?);
            let counts = u8::try_from(left).ok().zip(u8::try_from(of).ok());
            let Some((pieces, places)) = counts.filter(|&(left, of)| left <= of && of <= MOST_PIECES) else {
                let hint = format!("use at most {MOST_PIECES} places, and no more pieces than places");
                return self.fault("board", format!("a row cannot have {left} of {of} pieces"), hint);
            };
            let mut name = self.message("board", &row.raw_get("name")?)?;
            if name.is_empty() {
                name = Message::key("row-number").with_number("row", rows.len() + 1);
            }
            rows.push(Heap { name, pieces, places });
        }
        Ok(Heaps { rows })
    }

    fn pegs(self, table: &Table) -> Result<Pegs, Fault> {
        let discs: usize = table.raw_get("discs")?;
        let pegs = table.raw_get::<Table>("pegs")?;
        let pegs: Vec<Vec<u8>> =
            pegs.sequence_values::<Table>().map(|peg| peg?.sequence_values().collect()).collect::<Result<_, _>>()?;
        let mut all: Vec<u8> = pegs.iter().flatten().copied().collect();
        all.sort_unstable();
        let is_whole = discs <= 20 && all.iter().copied().eq(1..=discs as u8);
        if !is_whole || pegs.is_empty() || pegs.len() > 4 || !pegs.iter().all(|peg| peg.is_sorted_by(|a, b| a > b)) {
            let hint =
                "number the discs from 1, the smallest, and list those of each peg from the bottom up: `{ 3, 1 }`";
            return self.fault("board", "these numbers are not discs on pegs", hint);
        }
        Ok(Pegs { discs: discs as u8, pegs })
    }

    /// Returns the view of a move for which the game has no words. `number` is its index.
    pub(super) fn touched(self, board: &Board, mv: &Table, number: usize) -> Result<MoveView, Fault> {
        let whole_number = |name: &str| field(mv, name).as_integer().and_then(|number| usize::try_from(number).ok());
        let kind: String = mv.raw_get("kind").unwrap_or_default();
        match (&*kind, &board.scene) {
            ("pass", _) => Ok(MoveView::word(Target::Pass, Message::key("pass"))),
            ("choose", _) => {
                let word = field(mv, "word");
                if word.as_string().is_some_and(|word| word.as_bytes().trim_ascii().is_empty()) {
                    let hint = "write a word, such as `choose(\"take\")`";
                    return self.fault("moves", "the word of a move is blank", hint);
                }
                Ok(MoveView::word(Target::Word(number), self.message("moves", &word)?))
            }
            ("tap", Scene::Grid(_)) => {
                let (at, place) = self.place(board, &field(mv, "at"))?;
                let whole = Message::key("move-place").with("place", place.clone());
                let label = Label::new(place.clone(), whole);
                Ok(MoveView::new(Clicks::one(at), label, place))
            }
            ("drag", Scene::Grid(_)) => self.drag(board, mv, number),
            ("tap", Scene::Heaps(heaps)) => {
                let found = whole_number("at").zip(whole_number("piece")).and_then(|(row, piece)| {
                    let row = row.checked_sub(1)?;
                    let heap = heaps.rows.get(row).filter(|heap| (1..=heap.pieces.into()).contains(&piece))?;
                    Some((Target::Piece { row, piece: piece as u8 }, piece, heap))
                });
                let Some((target, piece, heap)) = found else {
                    let hint = "name an existing piece: `tap(2, 3)` touches the third piece of the second row";
                    return self.fault("moves", "a move touches a piece that does not exist", hint);
                };
                let take = |message| Message::key(message).with_number("pieces", piece);
                let whole = take("take-pieces-from").with("row", heap.name.clone());
                let label = Label::new(take("take-pieces"), whole.clone());
                Ok(MoveView::new(Clicks::one(target), label, whole))
            }
            ("drag", Scene::Pegs(pegs)) => {
                let found = whole_number("from").zip(whole_number("to")).and_then(|(disc, peg)| {
                    let (disc, peg) = (u8::try_from(disc).ok()?, peg.checked_sub(1)?);
                    let target = Target::Landing { peg, disc };
                    let from = pegs.pegs.iter().position(|discs| discs.last() == Some(&disc))?;
                    board.scene.has(target).then_some((disc, peg, from, target))
                });
                let Some((disc, to, from, target)) = found else {
                    let hint =
                        "write `drag(1, 3)` to carry disc 1 to peg 3; carry only top discs, never onto smaller ones";
                    return self.fault("moves", "a move carries a disc to a peg where it cannot go", hint);
                };
                let letter = |peg: usize| char::from(b'A' + peg as u8).to_string();
                let about = |name| {
                    Message::key(name).with_number("disc", disc).with("from", letter(from)).with("to", letter(to))
                };
                let label = Label::new(about("carry-disc"), about("carry-disc-from"));
                Ok(MoveView::new(Clicks::one(target), label.clone(), label.short))
            }
            _ => {
                let hint = "on a grid, write `tap(\"a1\")` or `drag(\"a1\", \"a2\")`; on rows, `tap(2, 3)`; on pegs, \
                            `drag(1, 3)`; next to a text, `choose(\"go on\")`";
                self.fault("moves", format!("this kind of board does not support `{kind}`"), hint)
            }
        }
    }

    /// Reads the move of a piece to a place, or to a word next to the board.
    fn drag(self, board: &Board, mv: &Table, number: usize) -> Result<MoveView, Fault> {
        let (from, piece) = self.place(board, &field(mv, "from"))?;
        let (at, short) = if let Value::Table(word) = field(mv, "goes") {
            (Target::Word(number), self.message("moves", &field(&word, "word"))?)
        } else {
            let (at, place) = self.place(board, &field(mv, "to"))?;
            (at, Message::from(place))
        };
        let about = |message| Message::key(message).with("place", short.clone()).with("piece", piece.clone());
        let (whole, name) = (about("move-from"), about("piece-to-place"));
        let choose = Message::key("move-choose").with("piece", piece.clone());
        Ok(MoveView::new(Clicks::move_piece(piece, choose, from, at), Label { short, whole }, name))
    }

    fn place(self, board: &Board, value: &Value) -> Result<(Target, String), Fault> {
        let name = value.as_string().map(mlua::LuaString::to_string_lossy);
        let square =
            name.as_ref().and_then(|name| board.places.as_ref()?.raw_get::<usize>(&**name).ok()?.checked_sub(1));
        if let (Some(square), Some(name)) = (square, &name) {
            return Ok((Target::Square(square), name.clone()));
        }
        let what = name.map_or_else(|| kind(value), |name| format!("`{name}`"));
        let hint = "check that a place is on the board before you add the move";
        self.fault("moves", format!("a move goes to {what}, which is not on the board"), hint)
    }
}

pub(super) fn move_slug(vm: &Vm, mv: &Table) -> Result<Slug, Fault> {
    mv.raw_get::<String>("name").map(Slug::new).map_err(|_| {
        let hint = "add a name for URLs: `choose(phrase(\"…\"), \"name\")`";
        vm.fault_of("moves", "a move with a phrase needs a name", hint)
    })
}

impl MoveView {
    /// Creates the view of a move. `name` is its name on pages where no piece is chosen.
    fn new(clicks: Clicks, label: Label, name: impl Into<Message>) -> Self {
        Self { clicks, label, past: Message::key("played").with("move", name) }
    }

    fn word(target: Target, word: Message) -> Self {
        Self::new(Clicks::one(target), Label::new(word.clone(), word.clone()), word)
    }
}
