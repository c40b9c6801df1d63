//! The values that the code of a game returned for a state: its rules, and its view (what pages show).

use mlua::{LuaString, Table, Value};

use super::declared::{Reader, text};
use super::scene::{Board, MoveView, move_slug};
use super::state::{Packed, field, kind};
use crate::engine::game::{Fault, Junction, Label, Message, Outcome, Player, Players, Scene, Status};
use crate::engine::limits::MOST_MOVES;

pub(super) struct CachedState {
    pub(super) rules: Result<StateRules, Fault>,
    view: Option<Result<StateView, Fault>>,
}

/// What the rules return for a state.
pub(super) struct StateRules {
    pub(super) status: Status,
    /// The moves as the game returned them, and the number of moves.
    pub(super) moves: Table,
    pub(super) count: usize,
    /// The state after each move, and the slug of this state, if the moves were played.
    pub(super) expanded: Option<(Vec<Packed>, String)>,
}

/// What the game returns to show a state.
pub(super) struct StateView {
    pub(super) scene: Scene,
    pub(super) tally: Message,
    pub(super) reasoning: Message,
    pub(super) ending: Message,
    pub(super) moves: Vec<MoveView>,
}

impl CachedState {
    /// Calls the rules for a state and, if `plays`, plays each of its moves.
    pub(super) fn of(reader: Reader<'_>, state: &Packed, plays: bool) -> Self {
        Self { rules: reader.rules(state, plays), view: None }
    }

    pub(super) fn has_played(&self) -> bool {
        self.rules.as_ref().map_or(true, |rules| rules.expanded.is_some())
    }

    pub(super) fn view(&mut self, reader: Reader<'_>, state: &Packed) -> Result<&StateView, Fault> {
        let view = || reader.view(state, self.rules.as_ref().map_err(Clone::clone)?);
        self.view.get_or_insert_with(view).as_ref().map_err(Clone::clone)
    }
}

/// The results of the prelude's `expand`.
type Expansion = (Value, Value, Value, Option<usize>, Option<LuaString>, Value, Value);

impl Reader<'_> {
    fn rules(self, state: &Packed, plays: bool) -> Result<StateRules, Fault> {
        let Self { vm, declared } = self;
        let packed = plays.then(|| vm.lua.create_string(&state.0)).transpose()?;
        let expansion: Expansion = vm.ask("expand", (&vm.game, state.unpack(&vm.lua)?, packed))?;
        let (result, turn, moves, count, after, unfit, slug) = expansion;
        let slug = plays.then(|| vm.read_slug(state, slug)).transpose()?;
        if !result.is_nil() {
            let status = Status::Over(self.outcome(&result)?);
            let expanded = slug.map(|slug| (Vec::new(), slug));
            return Ok(StateRules { status, moves: vm.lua.create_table()?, count: 0, expanded });
        }
        let Some(player) = turn.as_integer().and_then(Player::numbered) else {
            let hint = "set `state.turn` to 1 or 2, or write `function game.turn(state)`";
            let function = if declared.has("turn") { "turn" } else { "start" };
            return self.fault(function, format!("the turn must be 1 or 2, but is {}", kind(&turn)), hint);
        };
        let Value::Table(moves) = moves else {
            let hint = "begin the function with `local moves = {}`, and end it with `return moves`";
            return self.fault("moves", format!("`moves` returns {}, not a list", kind(&moves)), hint);
        };
        let Some(count) = count else {
            let hint = "make moves with `tap(place)`, `drag(from, to)`, `choose(word)` or `pass()`";
            return self.fault("moves", "`moves` returns a value that is not a move", hint);
        };
        if count > MOST_MOVES {
            let message = format!("`moves` returns {count} moves, but a page can show only {MOST_MOVES}");
            return self.fault("moves", message, "split a turn into several smaller moves");
        }
        let is_stuck = count == 0 && declared.players == Players::One;
        let status = if is_stuck { Status::Over(Outcome::Stuck) } else { Status::Turn(player) };
        let expanded = match (slug, after) {
            (None, _) => None,
            (Some(slug), Some(packed)) => Some((Packed::split(&packed.as_bytes()), slug)),
            (Some(_), None) => return Err(vm.unfit("play", &unfit)),
        };
        Ok(StateRules { status, moves, count, expanded })
    }

    fn outcome(self, result: &Value) -> Result<Outcome, Fault> {
        let has = |name: &str| result.as_table().is_some_and(|table| table.raw_get::<bool>(name).unwrap_or(false));
        let winner = result.as_table().and_then(|table| Player::numbered(field(table, "winner").as_integer()?));
        Ok(match winner {
            Some(player) => Outcome::Win(player),
            None if has("draw") => Outcome::Draw,
            None if has("solved") => Outcome::Solved,
            None if has("stuck") => Outcome::Stuck,
            None => {
                let what = format!("`result` returns {}, which is not a result", kind(result));
                return self.fault("result", what, self.declared.results());
            }
        })
    }

    fn view(self, state: &Packed, rules: &StateRules) -> Result<StateView, Fault> {
        let vm = self.vm;
        let unpacked = state.unpack(&vm.lua)?;
        let is_over = matches!(rules.status, Status::Over(_));
        let (seen, tally, reasoning, ending, said): (Value, Value, Value, Value, Table) =
            vm.ask("show", (&vm.game, unpacked, &rules.moves, is_over))?;
        let board = self.board(&seen)?;
        let mut moves = Vec::with_capacity(rules.count);
        for (index, mv) in rules.moves.sequence_values::<Table>().enumerate() {
            let said: Value = said.raw_get(index + 1).unwrap_or(Value::Nil);
            moves.push(self.move_view(&board, (index, &mv?), &said)?);
        }
        let tally = self.message("tally", &tally)?;
        let reasoning = self.message("reasoning", &reasoning)?;
        let ending = self.message("ending", &ending)?;
        Ok(StateView { scene: board.scene, tally, reasoning, ending, moves })
    }

    fn move_view(self, board: &Board, (number, mv): (usize, &Table), said: &Value) -> Result<MoveView, Fault> {
        let (name_on_page, now, done) = match said {
            Value::Table(both) if field(both, "kind").is_nil() => {
                let mut keys = both.pairs::<Value, Value>().flatten().filter_map(|(key, _)| text(&key));
                if let Some(key) = keys.find(|key| !["name", "now", "done"].contains(&&**key)) {
                    let hint = "return a string, or `{ now = \"drive ahead\", done = \"drove ahead\" }`";
                    return self.fault("say", format!("`say` returns a table with the unknown field `{key}`"), hint);
                }
                let part = |name: &str| self.message("say", &field(both, name));
                (part("name")?, part("now")?, part("done")?)
            }
            said => (Message::default(), self.message("say", said)?, Message::default()),
        };
        move_slug(self.vm, mv)?;
        let mut view = self.touched(board, mv, number)?;
        if !name_on_page.is_empty() {
            view.label = Label::new(name_on_page.clone(), name_on_page);
        }
        if !now.is_empty() {
            view.label.whole = Message::List(Junction::Comma, vec![view.label.short.clone(), now]);
        }
        if !done.is_empty() {
            view.past = done;
        }
        Ok(view)
    }
}
