//! Implements [`Rules`] and [`Show`] for games in Lua.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{Arc, Mutex, PoisonError};

use mlua::{FromLuaMulti, LuaString, Table, Value};
use rustc_hash::FxHasher;

use super::cached::{CachedState, StateRules, StateView};
use super::declared::{Declared, GOAL, Reader};
use super::scene::{MoveView, move_slug};
use super::state::{Packed, kind};
use super::vm::{Sources, Vm};
use crate::engine::game::{
    Clicks, Fault, Heaps, Label, Message, Outcome, ParameterValue, Parameters, Part, Players, Rules, Scene, Show, Slug,
    Status, Target,
};

pub(super) struct LuaGame {
    declared: Arc<Declared>,
    sources: Sources,
    start: Packed,
    /// One interpreter for all threads outside the pool, followed by one for each thread of the pool.
    interpreters: Box<[Mutex<Option<Interpreter>>]>,
}

/// An interpreter, and a cache of what the game returned for recent states. The cache is useful because pages of nearby
/// positions are made one after the other.
struct Interpreter {
    vm: Vm,
    known: HashMap<Packed, CachedState, BuildHasherDefault<FxHasher>>,
    /// The number of states and moves in `known`.
    remembered: usize,
}

/// The number of states and moves at which an interpreter clears its cache.
const REMEMBERED: usize = 1 << 13;

/// The index of a move among the legal moves of its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Move(u16);

impl LuaGame {
    /// Starts a game with these options, all of which must be set.
    pub(super) fn begin(declared: &Arc<Declared>, sources: &Sources, options: &Parameters) -> Result<Self, Fault> {
        let vm = Vm::new(sources)?;
        let start = vm.start(options)?;
        let mut interpreters: Vec<Mutex<Option<Interpreter>>> = Vec::new();
        interpreters.resize_with(rayon::current_num_threads() + 1, Mutex::default);
        interpreters[0] = Mutex::new(Some(Interpreter::new(vm)));
        let sources = sources.clone();
        Ok(Self { declared: Arc::clone(declared), sources, start, interpreters: interpreters.into() })
    }

    /// Calls a function with the interpreter of this thread.
    fn ask<R>(&self, work: impl FnOnce(&mut Interpreter) -> R) -> R {
        let place = rayon::current_thread_index().map_or(0, |thread| 1 + thread % (self.interpreters.len() - 1));
        let lock = |place: usize| self.interpreters[place].lock().unwrap_or_else(PoisonError::into_inner);
        let mut slot = lock(place);
        if slot.is_none() {
            // This code was read before. If reading it fails now, the first interpreter also serves this thread.
            match Vm::new(&self.sources) {
                Ok(vm) => *slot = Some(Interpreter::new(vm)),
                Err(_) => slot = lock(0),
            }
        }
        work(slot.as_mut().expect("the first interpreter is there from the start"))
    }

    /// Calls a function with the cached results for a state and, if `plays`, with its moves played.
    fn look<R>(&self, state: &Packed, plays: bool, work: impl FnOnce(Reader<'_>, &mut CachedState) -> R) -> R {
        self.ask(|Interpreter { vm, known, remembered }| {
            let reader = Reader { vm, declared: &self.declared };
            if !known.get(state).is_some_and(|cached| !plays || cached.has_played()) {
                if *remembered >= REMEMBERED {
                    known.clear();
                    *remembered = 0;
                }
                let cached = CachedState::of(reader, state, plays);
                *remembered += 1 + cached.rules.as_ref().map_or(0, |rules| rules.count);
                known.insert(state.clone(), cached);
            }
            work(reader, known.get_mut(state).expect("it was added"))
        })
    }

    /// Calls a function with the view of a state. Returns `None` if the code contains a mistake, which
    /// [`check_shown`](Show::check_shown) reports.
    fn view<R>(&self, state: &Packed, work: impl FnOnce(&StateView) -> R) -> Option<R> {
        self.look(state, false, |reader, cached| cached.view(reader, state).ok().map(work))
    }

    /// Calls a function with the view of a move. Returns `None` if the code contains a mistake.
    fn move_view<R>(&self, state: &Packed, mv: Move, work: impl FnOnce(&MoveView) -> R) -> Option<R> {
        self.view(state, |view| view.moves.get(usize::from(mv.0)).map(work)).flatten()
    }
}

impl Interpreter {
    fn new(vm: Vm) -> Self {
        Self { vm, known: HashMap::default(), remembered: 0 }
    }
}

impl Vm {
    fn start(&self, options: &Parameters) -> Result<Packed, Fault> {
        let given = self.lua.create_table()?;
        for (name, value) in options {
            given.raw_set(&**name, self.option(value)?)?;
        }
        let start: Value = self.ask("start", (&self.game, given))?;
        let packed: Option<LuaString> = self.ask("pack", &start)?;
        packed.map(|bytes| Packed((*bytes.as_bytes()).into())).ok_or_else(|| self.unfit("start", &start))
    }

    fn option(&self, value: &ParameterValue) -> mlua::Result<Value> {
        Ok(match value {
            ParameterValue::Integer(number) => Value::Integer(*number),
            ParameterValue::Flag(flag) => Value::Boolean(*flag),
            ParameterValue::Text(text) => Value::String(self.lua.create_string(text)?),
            ParameterValue::List(items) => {
                let items: Result<Vec<Value>, _> = items.iter().map(|item| self.option(item)).collect();
                Value::Table(self.lua.create_sequence_from(items?)?)
            }
            ParameterValue::Other(_) => Value::Nil,
        })
    }

    /// Explains why a value that a function of the game returned is not a state.
    pub(super) fn unfit(&self, function: &str, value: &Value) -> Fault {
        if value.is_nil() {
            let hint = "end each branch of the function with `return state`";
            return self.fault_of(function, format!("`{function}` returns no state"), hint);
        }
        let found: Result<(LuaString, LuaString, LuaString), Fault> = self.ask("unfit", value);
        let (path, what, hint) = match found {
            Ok((path, what, hint)) => (path.to_string_lossy(), what.to_string_lossy(), hint.to_string_lossy()),
            Err(fault) => return fault,
        };
        let place = if path.is_empty() { String::new() } else { format!(" at `state{path}`") };
        self.fault_of(function, format!("`{function}` returns a state that contains {what}{place}"), hint)
    }
}

impl Rules for LuaGame {
    type State = Packed;
    type Move = Move;

    fn players(&self) -> Players {
        self.declared.players.clone()
    }

    fn start(&self) -> Packed {
        self.start.clone()
    }

    fn status(&self, state: &Packed) -> Status {
        let broken = match self.declared.players {
            Players::One => Outcome::Stuck,
            Players::Two(..) => Outcome::Draw,
        };
        self.look(state, false, |_, cached| cached.rules.as_ref().map_or(Status::Over(broken), |rules| rules.status))
    }

    fn moves(&self, state: &Packed, out: &mut Vec<Move>) {
        let count = self.look(state, false, |_, cached| cached.rules.as_ref().map_or(0, |rules| rules.count));
        out.extend((0..count as u16).map(Move));
    }

    fn play(&self, state: &Packed, mv: Move) -> Packed {
        let after = |rules: &StateRules| rules.expanded.as_ref()?.0.get(usize::from(mv.0)).cloned();
        self.look(state, true, |_, cached| after(cached.rules.as_ref().ok()?)).unwrap_or_else(|| state.clone())
    }

    fn check(&self, state: &Packed) -> Result<(), Fault> {
        self.look(state, true, |_, cached| cached.rules.as_ref().map(drop).map_err(Clone::clone))
    }

    fn canonical(&self, state: &Packed) -> Packed {
        if !self.declared.has("symmetries") {
            return state.clone();
        }
        let alike = self.ask(|Interpreter { vm, .. }| vm.alike(state)).unwrap_or_default();
        alike.into_iter().chain([state.clone()]).min().expect("the state is alike to itself")
    }

    fn estimate(&self, state: &Packed) -> i32 {
        if !self.declared.has("estimate") {
            return 0;
        }
        self.ask(|Interpreter { vm, .. }| vm.estimate(state)).unwrap_or_default()
    }
}

impl Vm {
    fn ask_of<R: FromLuaMulti>(&self, function: &str, state: &Packed) -> Result<R, Fault> {
        self.ask(function, (&self.game, state.unpack(&self.lua)?))
    }

    fn slug(&self, declared: &Declared, state: &Packed) -> Result<String, Fault> {
        if declared.has("slug") { self.read_slug(state, self.ask_of("slug", state)?) } else { Ok(state.number()) }
    }

    /// Reads what the game's function `slug` returned.
    pub(super) fn read_slug(&self, state: &Packed, slug: Value) -> Result<String, Fault> {
        match slug {
            Value::Nil | Value::Boolean(false) => Ok(state.number()),
            Value::String(text) => Ok(text.to_string_lossy()),
            other => {
                let message = format!("`slug` returns {}", kind(&other));
                Err(self.fault_of("slug", message, "return a string of lower-case letters, digits and hyphens"))
            }
        }
    }

    fn alike(&self, state: &Packed) -> Result<Vec<Packed>, Fault> {
        let (packed, unfit): (Option<LuaString>, Value) = self.ask_of("alike", state)?;
        packed.map(|states| Packed::split(&states.as_bytes())).ok_or_else(|| self.unfit("symmetries", &unfit))
    }

    fn estimate(&self, state: &Packed) -> Result<i32, Fault> {
        let value: Value = self.ask_of("estimate", state)?;
        let whole = value.as_integer().or_else(|| value.as_number().map(|number| number.round() as i64));
        whole.map(|number| number.clamp(-1_000_000, 1_000_000) as i32).ok_or_else(|| {
            let message = format!("`estimate` returns {}", kind(&value));
            self.fault_of("estimate", message, "return a number, which is above 0 if the first player is ahead")
        })
    }

    /// Returns the legal moves from which a policy chooses.
    fn choose(&self, number: usize, state: &Packed, moves: &Table) -> Result<Vec<Move>, Fault> {
        let chosen: Value = self.ask("choose", (&self.game, number + 1, state.unpack(&self.lua)?, moves))?;
        let moves: Vec<Table> = moves.sequence_values().flatten().collect();
        let is_legal = |chosen: &Table| moves.iter().position(|mv| mv == chosen).map(|index| Move(index as u16));
        let found = match &chosen {
            Value::Table(one) => match is_legal(one) {
                Some(mv) => Some(vec![mv]),
                None => one.sequence_values::<Table>().map(|mv| is_legal(&mv.ok()?)).collect(),
            },
            _ => None,
        };
        found.filter(|moves| !moves.is_empty()).ok_or_else(|| {
            let hint = "return one of `moves`, or a list of some of them";
            self.fault_of("policies", "a policy returns no legal move", hint)
        })
    }
}

impl Show for LuaGame {
    fn slug(&self, state: &Packed) -> String {
        self.ask(|Interpreter { vm, known, .. }| {
            match known.get(state).and_then(|cached| cached.rules.as_ref().ok()?.expanded.as_ref()) {
                Some((_, slug)) => slug.clone(),
                None => vm.slug(&self.declared, state).unwrap_or_default(),
            }
        })
    }

    fn move_slug(&self, state: &Packed, mv: Move) -> Slug {
        self.look(state, false, |reader, cached| {
            let table = cached.rules.as_ref().ok()?.moves.raw_get(usize::from(mv.0) + 1).ok()?;
            move_slug(reader.vm, &table).ok()
        })
        .unwrap_or_else(|| Slug::new(mv.0.to_string()))
    }

    fn policy_moves(&self, name: &str, state: &Packed) -> Vec<Move> {
        let number = self.declared.description.policies.iter().position(|policy| policy.name == name);
        self.look(state, false, |reader, cached| {
            let rules = cached.rules.as_ref().ok()?;
            reader.vm.choose(number?, state, &rules.moves).ok()
        })
        .unwrap_or_default()
    }

    fn check_shown(&self, state: &Packed) -> Result<(), Fault> {
        self.look(state, false, |reader, cached| cached.view(reader, state).map(drop))
    }

    fn check_advice(&self, state: &Packed) -> Result<(), Fault> {
        self.look(state, false, |Reader { vm, .. }, cached| {
            if self.declared.has("symmetries") {
                vm.alike(state)?;
            }
            if self.declared.has("estimate") {
                vm.estimate(state)?;
            }
            let policies = self.declared.description.policies.len();
            match &cached.rules {
                Ok(rules) if rules.count > 0 => {
                    (0..policies).try_for_each(|number| vm.choose(number, state, &rules.moves).map(drop))
                }
                _ => Ok(()),
            }
        })
    }

    fn blame(&self, part: Part, problem: &str) -> Option<Fault> {
        let (function, hint) = match part {
            Part::Slug if self.declared.has("slug") => {
                ("slug", "return a different slug for each position, of lower-case letters, digits and hyphens")
            }
            Part::Slug => ("start", "add a function `slug` to the game"),
            Part::Status => ("result", self.declared.results()),
            Part::Board => ("board", "return boards of one kind and size for all positions"),
            Part::Moves => {
                let hint = "leave out moves to walls, and give each move a different target and its own name, as in \
                            `choose(\"…\", \"name-a-to-z\")`";
                ("moves", hint)
            }
        };
        Some(self.ask(|Interpreter { vm, .. }| vm.fault_of(function, problem, hint)))
    }

    fn goal(&self) -> Message {
        if self.declared.phrases.contains_key(GOAL) { Message::named(GOAL.into()) } else { Message::default() }
    }

    fn scene(&self, state: &Packed) -> Scene {
        self.view(state, |view| view.scene.clone()).unwrap_or_else(|| Scene::Heaps(Heaps { rows: Vec::new() }))
    }

    fn clicks(&self, state: &Packed, mv: Move) -> Clicks {
        self.move_view(state, mv, |mv| mv.clicks.clone()).unwrap_or_else(|| Clicks::one(Target::Pass))
    }

    fn label(&self, state: &Packed, mv: Move) -> Label {
        self.move_view(state, mv, |mv| mv.label.clone()).unwrap_or_else(|| Label::new("", ""))
    }

    fn past_tense(&self, state: &Packed, mv: Move) -> Message {
        self.move_view(state, mv, |mv| mv.past.clone()).unwrap_or_default()
    }

    fn ending(&self, state: &Packed) -> Message {
        self.view(state, |view| view.ending.clone()).unwrap_or_default()
    }

    fn reasoning(&self, state: &Packed) -> Message {
        self.view(state, |view| view.reasoning.clone()).unwrap_or_default()
    }

    fn tally(&self, state: &Packed) -> Message {
        self.view(state, |view| view.tally.clone()).unwrap_or_default()
    }
}
