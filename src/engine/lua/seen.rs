//! What is known of the state that an interpreter was last asked about: what the rules say of it, and what is shown.

use mlua::{LuaString, Table, Value};

use super::declared::Declared;
use super::reading::{message, player};
use super::scene::{Board, board, move_slug};
use super::state::{Packed, kind};
use super::vm::{MOST_MOVES, Vm};
use crate::engine::game::{Clicks, Fault, Heaps, Junction, Label, Message, Outcome, Players, Scene, Status, Target};

/// What is known of a state.
pub(super) struct Seen {
    pub(super) state: Packed,
    pub(super) rules: Result<SeenRules, Fault>,
    shown: Option<Result<Shown, Fault>>,
}

/// What the rules say of a state.
pub(super) struct SeenRules {
    pub(super) status: Status,
    /// The moves as the game made them, and how many.
    pub(super) moves: Table,
    pub(super) count: usize,
    /// What each leads to, and the slug of the state, if it was expanded.
    pub(super) expanded: Option<(Vec<Packed>, String)>,
}

/// What is shown of a state.
pub(super) struct Shown {
    pub(super) scene: Scene,
    pub(super) tally: Message,
    pub(super) ending: Message,
    pub(super) moves: Vec<ShownMove>,
}

/// What is shown of a move.
pub(super) struct ShownMove {
    pub(super) clicks: Clicks,
    pub(super) label: Label,
    pub(super) past: Message,
}

impl Seen {
    /// Asks the rules about a state, and what its moves lead to if it `plays` them.
    pub(super) fn of(vm: &Vm, declared: &Declared, state: &Packed, plays: bool) -> Self {
        Self { state: state.clone(), rules: SeenRules::of(vm, declared, state, plays), shown: None }
    }

    /// Returns what is shown of the state.
    pub(super) fn shown(&mut self, vm: &Vm, declared: &Declared) -> Result<&Shown, Fault> {
        let Self { state, rules, shown } = self;
        let shown = shown.get_or_insert_with(|| match rules {
            Ok(rules) => Shown::of(vm, declared, state, rules),
            Err(fault) => Err(fault.clone()),
        });
        shown.as_ref().map_err(Clone::clone)
    }

    /// Returns the scene of a state that cannot be shown.
    pub(super) fn nothing() -> Scene {
        Scene::Heaps(Heaps { rows: Vec::new() })
    }

    /// Returns the clicks of a move that cannot be shown.
    pub(super) fn nowhere() -> Clicks {
        Clicks::one(Target::Pass)
    }
}

impl SeenRules {
    fn of(vm: &Vm, declared: &Declared, state: &Packed, plays: bool) -> Result<Self, Fault> {
        let unpacked = state.unpack(&vm.lua)?;
        let expanded: (Value, Value, Value, Option<usize>, Option<LuaString>, Value, Value) =
            vm.ask("expand", (&vm.game, unpacked, plays))?;
        let (result, turn, moves, count, after, unfit, slug) = expanded;
        let slug = plays.then(|| vm.read_slug(state, slug)).transpose()?;
        if !result.is_nil() {
            let status = Status::Over(outcome(vm, &declared.players, &result)?);
            let expanded = slug.map(|slug| (Vec::new(), slug));
            return Ok(Self { status, moves: vm.lua.create_table()?, count: 0, expanded });
        }
        let Some(player) = player(&turn) else {
            let hint = "let `state.turn` be 1 or 2, or write `function game.turn(state)`";
            let function = if declared.has.contains("turn") { "turn" } else { "start" };
            let what = if turn.is_nil() {
                "nothing says whose turn it is".to_owned()
            } else {
                format!("the turn is neither 1 nor 2, but {}", kind(&turn))
            };
            return Err(vm.fault_of(function, what, hint));
        };
        let Value::Table(moves) = moves else {
            let message = format!("`moves` returns {}, and not a list", kind(&moves));
            let hint = "begin it with `local moves = {}`, and end it with `return moves`";
            return Err(vm.fault_of("moves", message, hint));
        };
        let Some(count) = count else {
            let hint = "make moves with `tap(place)`, `drag(from, to)`, `choose(word)` or `pass()`";
            return Err(vm.fault_of("moves", "`moves` returns something that is no move".to_owned(), hint));
        };
        if count > MOST_MOVES {
            let message = format!("`moves` returns {count} moves, and a page has room for {MOST_MOVES}");
            return Err(vm.fault_of("moves", message, "let a turn be made of several smaller moves"));
        }
        let status = match declared.players {
            _ if count > 0 => Status::Turn(player),
            Players::One => Status::Over(Outcome::Stuck),
            Players::Two(..) => {
                let hint = "give the game a `result` there, `win(1)`, `win(2)` or `draw`, or let the player `pass()`";
                return Err(vm.fault_of("moves", "play goes on here, and there is no move".to_owned(), hint));
            }
        };
        let expanded = match (slug, after) {
            (None, _) => None,
            (Some(slug), Some(packed)) => Some((Packed::split(&packed.as_bytes()), slug)),
            (Some(_), None) => return Err(vm.unfit("play", &unfit)),
        };
        Ok(Self { status, moves, count, expanded })
    }
}

/// Reads a result of the game.
fn outcome(vm: &Vm, players: &Players, result: &Value) -> Result<Outcome, Fault> {
    let wrong = |what: String| {
        let hint = match players {
            Players::One => "return `solved` or `stuck`, or nothing while play goes on",
            Players::Two(..) => "return `win(1)`, `win(2)` or `draw`, or nothing while play goes on",
        };
        vm.fault_of("result", what, hint)
    };
    let Value::Table(table) = result else {
        return Err(wrong(format!("`result` returns {}, which is no result", kind(result))));
    };
    let has = |name: &str| table.raw_get::<bool>(name).unwrap_or(false);
    let winner = table.raw_get::<Value>("winner").ok().and_then(|winner| player(&winner));
    let outcome = match winner {
        Some(player) => Outcome::Win(player),
        None if has("draw") => Outcome::Draw,
        None if has("solved") => Outcome::Solved,
        None if has("stuck") => Outcome::Stuck,
        None => return Err(wrong("`result` returns a table, which is no result".to_owned())),
    };
    let is_of_puzzle = matches!(outcome, Outcome::Solved | Outcome::Stuck);
    match players {
        Players::One if !is_of_puzzle => Err(wrong("a puzzle for one is neither won nor drawn".to_owned())),
        Players::Two(..) if is_of_puzzle => Err(wrong("a game of two is neither solved nor stuck".to_owned())),
        _ => Ok(outcome),
    }
}

impl Shown {
    fn of(vm: &Vm, declared: &Declared, state: &Packed, rules: &SeenRules) -> Result<Self, Fault> {
        let unpacked = state.unpack(&vm.lua)?;
        let is_over = matches!(rules.status, Status::Over(_));
        let (seen, tally, ending, said): (Value, Value, Value, Table) =
            vm.ask("show", (&vm.game, unpacked, &rules.moves, is_over))?;
        let board = board(vm, declared, &seen)?;
        let mut moves = Vec::with_capacity(rules.count);
        for (index, mv) in rules.moves.sequence_values::<Table>().enumerate() {
            let said: Value = said.raw_get(index + 1).unwrap_or(Value::Nil);
            moves.push(shown_move(vm, declared, &board, (index, &mv?), &said)?);
        }
        let tally = message(vm, declared, "tally", &tally)?;
        let ending = message(vm, declared, "ending", &ending)?;
        Ok(Self { scene: board.scene, tally, ending, moves })
    }
}

/// Reads a move, and what is said of it.
fn shown_move(
    vm: &Vm,
    declared: &Declared,
    board: &Board,
    (number, mv): (usize, &Table),
    said: &Value,
) -> Result<ShownMove, Fault> {
    let (now, done) = match said {
        Value::Table(both) if both.raw_get::<Value>("kind").is_ok_and(|kind| kind.is_nil()) => {
            let part = |name: &str| message(vm, declared, "say", &both.raw_get(name).unwrap_or(Value::Nil));
            (part("now")?, part("done")?)
        }
        said => (message(vm, declared, "say", said)?, Message::default()),
    };
    move_slug(vm, mv)?;
    let touched = board.touched(vm, declared, mv, number)?;
    let with = |short: &Message, otherwise: Message| {
        if now.is_empty() { otherwise } else { Message::List(Junction::Comma, vec![short.clone(), now.clone()]) }
    };
    let whole = with(&touched.short, touched.whole);
    let past = if done.is_empty() { Message::key("played").with("move", touched.name) } else { done };
    let label = Label { short: touched.short, whole };
    Ok(ShownMove { clicks: touched.clicks, label, past })
}
