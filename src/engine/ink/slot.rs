//! Slots: the values of the facts that a story remembers.

use super::program::{Command, Node, Program, Slot, TURNS, Variable};
use super::state::State;
use super::value::{GlobalId, NameId, NodeId, Value, hashed};

impl Slot {
    pub(super) fn all(program: &Program) -> Vec<Self> {
        let globals = (0..program.globals.len() as u32).map(|id| Variable::Global(GlobalId(id)));
        // The compiler's names begin with `$`.
        let is_of_author = |(_, name): &(u32, &String)| !name.starts_with('$');
        let temporaries = (0..).zip(&program.names).filter(is_of_author).map(|(id, _)| Variable::Temporary(NameId(id)));
        let containers = || program.all_containers();
        let visits = containers().filter(|(_, container)| container.counts_visits).map(|(id, _)| Self::Visits(id));
        let turns = containers().filter(|(_, container)| container.notes_turns).map(|(id, _)| Self::Turns(id));
        let others = [Self::Turn, Self::Seed, Self::LastRandom];
        globals.chain(temporaries).map(Self::Variable).chain(visits).chain(turns).chain(others).collect()
    }

    /// Returns a hash of the slot and its value.
    pub(super) fn hash(self, state: &State) -> u64 {
        match self {
            Self::Variable(Variable::Global(id)) => hashed(&(self, &state.globals[id.0 as usize])),
            Self::Variable(Variable::Temporary(name)) => {
                let held: Vec<_> = state.thread.frames.iter().map(|frame| frame.temporaries.get(&name)).collect();
                hashed(&(self, held))
            }
            _ => hashed(&(self, self.number(state))),
        }
    }

    /// Returns the size of the value: a number, a count, or the length of a string.
    pub(super) fn number(self, state: &State) -> i64 {
        let length = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
        let of_value = |value: &Value| match value {
            Value::Number(number) => i64::from(*number),
            Value::Float(number) => number.get() as i64,
            Value::Text(text) => length(text.len()),
            _ => 0,
        };
        match self {
            Self::Variable(Variable::Global(id)) => of_value(&state.globals[id.0 as usize]),
            Self::Variable(Variable::Temporary(name)) => state.thread.top().temporaries.get(&name).map_or(0, of_value),
            Self::Visits(id) => state.visits.get(&id).copied().unwrap_or(0).into(),
            Self::Turns(id) => state.turns.get(&id).map_or(-1, |turn| (state.turn - turn).into()),
            Self::Turn => state.turn.into(),
            Self::Seed => state.seed,
            Self::LastRandom => state.last_random,
        }
    }

    pub(super) fn change(self, state: &mut State, with: impl Fn(f64) -> f64) {
        let changed = |number: i32| with(f64::from(number)) as i32;
        match self {
            Self::Variable(Variable::Global(id)) => match &mut state.globals[id.0 as usize] {
                Value::Number(number) => *number = changed(*number),
                held @ Value::Float(_) => {
                    if let Value::Float(number) = *held {
                        *held = Value::float(with(number.get()));
                    }
                }
                _ => {}
            },
            Self::Visits(id) => state.visits.get_mut(&id).into_iter().for_each(|count| *count = changed(*count)),
            // Earlier turns stay as long ago as they were.
            Self::Turn => {
                let more = changed(state.turn) - state.turn;
                state.turn += more;
                state.turns.values_mut().for_each(|turn| *turn = turn.saturating_add(more));
            }
            _ => {}
        }
    }

    /// Returns the name that an author can limit, if the slot has a number.
    pub(super) fn name(self, program: &Program, state: &State) -> Option<String> {
        match self {
            Self::Variable(Variable::Global(id)) => {
                let is_number = matches!(state.globals[id.0 as usize], Value::Number(_) | Value::Float(_));
                is_number.then(|| program.globals[id.0 as usize].clone())
            }
            Self::Visits(id) => program.container(id).name(),
            Self::Turn => Some(TURNS.to_owned()),
            _ => None,
        }
    }

    /// Returns whether the slot counts how often the story has read a shuffle.
    pub(super) fn is_of_shuffle(self, program: &Program) -> bool {
        let is_shuffle = |id| matches!(program.node(NodeId(id)), Node::Command(Command::ShuffleIndex));
        matches!(self, Self::Visits(id) if program.container(id).content.clone().any(is_shuffle))
    }
}

impl State {
    pub(super) fn clamp(&mut self, program: &Program) {
        for &(slot, least, most) in &program.clamps {
            slot.change(self, |number| number.clamp(least.into(), most.into()));
        }
    }
}
