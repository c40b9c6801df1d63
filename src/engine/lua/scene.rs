//! Boards: what a game shows, read into a scene, and what its moves touch there.

use mlua::{Table, Value};

use super::declared::Declared;
use super::reading::message;
use super::state::kind;
use super::vm::Vm;
use crate::engine::game::{
    Clicks, Coordinates, Fault, Grid, GridStyle, Heap, Heaps, Label, Message, Name, Pegs, Piece, Player, Scene, Slug,
    Square, Target,
};

/// A board and the names of its places.
pub(super) struct Board {
    pub(super) scene: Scene,
    /// The numbers of the squares of a grid, from 1, by their names.
    places: Option<Table>,
}

/// What a move touches, and what it is called where the game says nothing of it.
pub(super) struct Touched {
    pub(super) clicks: Clicks,
    pub(super) short: Message,
    pub(super) whole: Message,
    /// What it is called where nothing is chosen yet.
    pub(super) name: Message,
}

/// Reads what `board` returns.
///
/// # Errors
///
/// When it is no board.
pub(super) fn board(vm: &Vm, declared: &Declared, value: &Value) -> Result<Board, Fault> {
    let read = |table: &Table| -> mlua::Result<Option<Result<Board, Fault>>> {
        let kind: String = table.raw_get("kind")?;
        Ok(Some(match &*kind {
            "grid" => grid(vm, declared, table)?,
            "heaps" => heaps(vm, declared, table)?,
            "pegs" => pegs(vm, table)?,
            "text" => {
                let words = message(vm, declared, "board", &table.raw_get("words")?);
                words.map(|text| Board { scene: Scene::Text(text), places: None })
            }
            _ => return Ok(None),
        }))
    };
    let found = value.as_table().and_then(|table| read(table).ok()).flatten();
    found.unwrap_or_else(|| {
        let hint = "return `grid { … }`, `heaps { … }`, `pegs { … }` or `text \"…\"`";
        Err(vm.fault_of("board", format!("`board` returns {}, and no board", kind(value)), hint))
    })
}

fn grid(vm: &Vm, declared: &Declared, table: &Table) -> mlua::Result<Result<Board, Fault>> {
    let edges = match &*table.raw_get::<String>("edges")? {
        "chess" => Coordinates::Chess,
        "rows" => Coordinates::Rows,
        _ => Coordinates::Bare,
    };
    let mut squares = Vec::new();
    for cell in table.raw_get::<Table>("cells")?.sequence_values::<Value>() {
        let cell = cell?;
        squares.push(match &cell {
            Value::Integer(owner) => {
                let player = if *owner == 1 { Player::First } else { Player::Second };
                Square::Mark(player, Name::Borrowed(player.pick("x", "o")))
            }
            Value::String(text) => match &*text.to_string_lossy() {
                "." => Square::Empty,
                "o" => Square::Hole,
                "#" => Square::Wall,
                "_" => Square::Gap,
                text => {
                    let (owner, mark) = text.split_once('=').unwrap_or(("", text));
                    if mark.chars().count() > LONGEST_MARK {
                        let message = format!("the mark `{mark}` is too long for its place");
                        let hint = "a mark has one to three letters or digits";
                        return Ok(Err(vm.fault_of("board", message, hint)));
                    }
                    let owner = match owner {
                        "1" => Player::First,
                        "2" => Player::Second,
                        _ => declared.owners.get(mark).copied().unwrap_or(Player::First),
                    };
                    Square::Mark(owner, mark.to_owned().into())
                }
            },
            _ => Square::Gap,
        });
    }
    let mut emphasis = Vec::new();
    for place in table.raw_get::<Table>("lit")?.sequence_values::<usize>() {
        emphasis.push(place? - 1);
    }
    emphasis.sort_unstable();
    emphasis.dedup();
    let style = match &*table.raw_get::<String>("style")? {
        "discs" => GridStyle::Discs,
        "chequered" => GridStyle::Chequered,
        _ => GridStyle::Lines,
    };
    let scene = Scene::Grid(Grid { columns: table.raw_get("columns")?, style, edges, squares, emphasis });
    Ok(Ok(Board { scene, places: Some(table.raw_get("index")?) }))
}

/// How many letters a mark has at most.
const LONGEST_MARK: usize = 3;

/// How many pieces a row has at most.
const MOST_PIECES: u8 = 64;

fn heaps(vm: &Vm, declared: &Declared, table: &Table) -> mlua::Result<Result<Board, Fault>> {
    let mut rows = Vec::new();
    let too_many = |left: i64, of: i64| {
        let hint = format!("a row has up to {MOST_PIECES} places, and no more pieces than places");
        vm.fault_of("board", format!("a row has {left} of {of} pieces"), hint)
    };
    for row in table.raw_get::<Table>("rows")?.sequence_values::<Table>() {
        let row = row?;
        let (left, of): (i64, i64) = (row.raw_get("left")?, row.raw_get("of")?);
        let (Ok(pieces), Ok(places @ 0..=MOST_PIECES)) = (u8::try_from(left), u8::try_from(of)) else {
            return Ok(Err(too_many(left, of)));
        };
        if pieces > places {
            return Ok(Err(too_many(left, of)));
        }
        let name = match message(vm, declared, "board", &row.raw_get("name")?) {
            Ok(name) if name.is_empty() => Message::key("row-number").with_number("row", rows.len() + 1),
            Ok(name) => name,
            Err(fault) => return Ok(Err(fault)),
        };
        rows.push(Heap { name, pieces, places });
    }
    Ok(Ok(Board { scene: Scene::Heaps(Heaps { rows }), places: None }))
}

fn pegs(vm: &Vm, table: &Table) -> mlua::Result<Result<Board, Fault>> {
    let discs: usize = table.raw_get("discs")?;
    let mut pegs = Vec::new();
    for peg in table.raw_get::<Table>("pegs")?.sequence_values::<Table>() {
        let peg: Vec<u8> = peg?.sequence_values::<u8>().collect::<Result<_, _>>()?;
        pegs.push(peg);
    }
    let mut all: Vec<u8> = pegs.iter().flatten().copied().collect();
    all.sort_unstable();
    let is_whole = discs <= 20 && all.iter().copied().eq(1..=discs as u8);
    if !is_whole || pegs.is_empty() || pegs.len() > 4 || !pegs.iter().all(|peg| peg.is_sorted_by(|a, b| a > b)) {
        let hint = "the discs are numbered from 1, the smallest, and each peg has them from the bottom up: `{ 3, 1 }`";
        return Ok(Err(vm.fault_of("board", "these are no discs on pegs".to_owned(), hint)));
    }
    Ok(Ok(Board { scene: Scene::Pegs(Pegs { discs: discs as u8, pegs }), places: None }))
}

impl Board {
    /// Returns what a move touches, which is the one with this number.
    ///
    /// # Errors
    ///
    /// When the board has no such place.
    pub(super) fn touched(&self, vm: &Vm, declared: &Declared, mv: &Table, number: usize) -> Result<Touched, Fault> {
        let part = |name: &str| mv.raw_get::<Value>(name).unwrap_or(Value::Nil);
        let kind: String = mv.raw_get("kind").unwrap_or_default();
        match (&*kind, &self.scene) {
            ("pass", _) => Ok(Touched::pass()),
            ("choose", _) => {
                let word = message(vm, declared, "moves", &part("word"))?;
                let clicks = Clicks::one(Target::Word(number));
                Ok(Touched { clicks, short: word.clone(), whole: word.clone(), name: word })
            }
            ("tap", Scene::Grid(_)) => {
                let (at, place) = self.place(vm, &part("at"))?;
                let whole = Message::key("move-place").with("place", place.clone());
                let short = Message::from(place);
                Ok(Touched { clicks: Clicks::one(at), whole, name: short.clone(), short })
            }
            ("drag", Scene::Grid(_)) => self.drag(vm, declared, mv, number),
            ("tap", Scene::Heaps(heaps)) => {
                let numbers = (part("at").as_integer(), part("piece").as_integer());
                let (row, piece) = (numbers.0.map(usize::try_from), numbers.1.map(u8::try_from));
                let found = row.zip(piece).and_then(|(row, piece)| {
                    let (row, piece) = (row.ok()?, piece.ok()?);
                    let heap = heaps.rows.get(row.checked_sub(1)?)?;
                    (1..=heap.pieces).contains(&piece).then_some((row, piece, heap))
                });
                let Some((row, piece, heap)) = found else {
                    let hint = "`tap(2, 3)` touches the third piece of the second row, which has to be there";
                    return Err(vm.fault_of("moves", "a move touches no piece".to_owned(), hint));
                };
                let short = Message::key("take-pieces").with_number("pieces", piece);
                let whole =
                    Message::key("take-pieces-from").with_number("pieces", piece).with("row", heap.name.clone());
                let clicks = Clicks::one(Target::Piece { row: row - 1, piece });
                Ok(Touched { clicks, short, name: whole.clone(), whole })
            }
            ("drag", Scene::Pegs(pegs)) => {
                let (disc, peg) = (part("from").as_integer(), part("to").as_integer());
                let found = disc.zip(peg).and_then(|(disc, peg)| {
                    let (disc, peg) = (u8::try_from(disc).ok()?, usize::try_from(peg).ok()?.checked_sub(1)?);
                    let target = Target::Landing { peg, disc };
                    let from = pegs.pegs.iter().position(|discs| discs.last() == Some(&disc))?;
                    self.scene.has(target).then_some((disc, peg, from, target))
                });
                let Some((disc, to, from, target)) = found else {
                    let hint =
                        "`drag(1, 3)` carries disc 1 to the third peg: it lies on top, and on no smaller one then";
                    return Err(vm.fault_of("moves", "a move carries a disc where it cannot go".to_owned(), hint));
                };
                let letter = |peg: usize| char::from(b'A' + peg as u8).to_string();
                let about = |name| {
                    Message::key(name).with_number("disc", disc).with("from", letter(from)).with("to", letter(to))
                };
                let (short, whole) = (about("carry-disc"), about("carry-disc-from"));
                Ok(Touched { clicks: Clicks::one(target), name: short.clone(), short, whole })
            }
            _ => {
                let hint = match self.scene {
                    Scene::Grid(_) => {
                        "on a grid places are touched, `tap(\"a1\")`, or pieces moved, `drag(\"a1\", \"a2\")`"
                    }
                    Scene::Heaps(_) => "in rows pieces are touched: `tap(2, 3)` is the third piece of the second row",
                    Scene::Text(_) => "beside a text words are chosen: `choose(\"go on\")`",
                    Scene::Pegs(_) => "on pegs discs are carried: `drag(1, 3)` is disc 1 to the third peg",
                };
                Err(vm.fault_of("moves", format!("the board has nothing for `{kind}`"), hint))
            }
        }
    }

    /// Reads the move of a piece to a place, or to a word beside the board.
    fn drag(&self, vm: &Vm, declared: &Declared, mv: &Table, number: usize) -> Result<Touched, Fault> {
        let part = |name: &str| mv.raw_get::<Value>(name).unwrap_or(Value::Nil);
        let (piece_at, piece) = self.place(vm, &part("from"))?;
        let choose = Message::key("move-choose").with("piece", piece.clone());
        let label = Label::new(piece.clone(), choose);
        let slug = Slug::new(piece.clone());
        let (at, short) = if let Value::Table(word) = part("goes") {
            let text = message(vm, declared, "moves", &word.raw_get("word").unwrap_or(Value::Nil))?;
            (Target::Word(number), text)
        } else {
            let (at, place) = self.place(vm, &part("to"))?;
            (at, Message::from(place))
        };
        let whole = Message::key("move-from").with("place", short.clone()).with("piece", piece.clone());
        let name = Message::key("piece-to-place").with("piece", piece).with("place", short.clone());
        let clicks = Clicks::ChooseThenPlace { piece: Piece { at: piece_at, slug, label }, at };
        Ok(Touched { clicks, short, whole, name })
    }

    /// Returns the square with a name.
    fn place(&self, vm: &Vm, value: &Value) -> Result<(Target, String), Fault> {
        let name = value.as_string().map(mlua::LuaString::to_string_lossy);
        let index = name.as_ref().and_then(|name| self.places.as_ref()?.raw_get::<usize>(&**name).ok());
        index.and_then(|index| Some((Target::Square(index.checked_sub(1)?), name.clone()?))).ok_or_else(|| {
            let what = name.map_or_else(|| kind(value), |name| format!("`{name}`"));
            let hint = "moves touch places that the board has: see whether the place is one before you add the move";
            vm.fault_of("moves", format!("a move goes to {what}, which the board does not have"), hint)
        })
    }
}

/// Returns the name of a move in addresses.
///
/// # Errors
///
/// When it has none: words in the language of the reader make no names.
pub(super) fn move_slug(vm: &Vm, mv: &Table) -> Result<Slug, Fault> {
    mv.raw_get::<String>("name").map(Slug::new).map_err(|_| {
        let hint = "name it in addresses: `choose(phrase(\"…\"), \"name\")`";
        vm.fault_of("moves", "a word of a phrase has no name".to_owned(), hint)
    })
}

impl Touched {
    fn pass() -> Self {
        let short = Message::key("pass");
        Self { clicks: Clicks::one(Target::Pass), whole: short.clone(), name: short.clone(), short }
    }
}
