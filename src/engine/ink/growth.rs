//! Growth: what makes a story large, in words for its author.
//!
//! How much a fact multiplies the states is found by leaving it out: the states that differ in nothing else then merge.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use indexmap::{IndexMap, IndexSet};

use super::program::{Command, Container, DECLARATIONS, Divert, Node, Program, Slot, TURNS, Target, Variable};
use super::state::State;
use super::value::{ContainerId, Float, GlobalId, NameId, NodeId, Value};

/// A fact that a story remembers: a variable or a count, with what it does to the number of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// What it is, such as ``the variable `anger` ``.
    pub what: String,
    /// The name that a limit of it has, if an author gave it one: that of a variable, a knot, a stitch or a label, or
    /// `TURNS`.
    pub name: Option<String>,
    /// How many values it has in the states that were found.
    pub values: usize,
    /// How many states were looked at, and how many are left of them without it.
    pub states: (usize, usize),
    /// Other facts that always change with it, so that they multiply once, together.
    pub others: Vec<String>,
    /// The parts of the story that change it, by their paths.
    pub changed_in: Vec<String>,
    /// The parts of the story that read it, by their paths.
    pub read_in: Vec<String>,
    /// The choices after which it changes at once, by their words.
    pub changed_by: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Global(GlobalId),
    Temporary(NameId),
    /// How often a container was visited, and where that is counted.
    Visits(ContainerId, u32),
    /// In which turn it last was, and where that is noted.
    Turns(ContainerId, u32),
    Turn,
    Chance,
    CallStack,
}

/// The container with the words that a choice begins with.
const START: &str = "s";

const MOST_TOLD: usize = 12;

/// How many values of facts are looked at: in a story with many facts, fewer states.
const MOST_LOOKS: usize = 10_000_000;

/// In how many places of a story facts are compared with each other: in those with the most states.
const MOST_PLACES: usize = 64;

/// Where not all states were found, the first of them, one in 64, are compared with those that differ from them in one
/// fact alone: most of these were found, too.
const EARLY: usize = 64;

const MOST_NAMED: usize = 3;

impl Growth {
    /// Finds what multiplies these states, which are in the order of a search, the largest factor first.
    pub(super) fn of(program: &Program, states: &[&State], are_all: bool) -> Vec<Self> {
        Self::facts(program, states, are_all).into_iter().map(|(growth, _)| growth).collect()
    }

    /// Finds the same, with the facts that change together.
    pub(super) fn facts(program: &Program, states: &[&State], are_all: bool) -> Vec<(Self, Vec<Fact>)> {
        let all = Fact::all(program);
        let states = &states[..states.len().min(MOST_LOOKS / all.len() + 1)];
        let early = if are_all { states.len() } else { states.len() / EARLY };
        let place = |state: &State| {
            let frames: Vec<_> = state.thread.frames.iter().map(|frame| (frame.at, frame.call)).collect();
            hashed(&(state.thread.before, frames))
        };
        let mut totals: Vec<u64> = states.iter().map(|state| place(state)).collect();
        let mut places: IndexMap<u64, Vec<usize>> = IndexMap::new();
        totals.iter().enumerate().for_each(|(number, place)| places.entry(*place).or_default().push(number));
        places.sort_by_key(|_, numbers| std::cmp::Reverse(numbers.len()));
        // For each place a number that two facts share if each says there what the other is; 0 where one is the same.
        let mut groups: Vec<(Vec<u64>, usize, Vec<Fact>)> = Vec::new();
        for fact in all {
            let hashes: Vec<u64> = states.iter().map(|state| fact.hash(state)).collect();
            totals.iter_mut().zip(&hashes).for_each(|(total, hash)| *total = total.wrapping_add(*hash));
            let mut values = 1;
            let sign = |numbers: &Vec<usize>| {
                let mut known: IndexSet<u64> = IndexSet::new();
                let column: Vec<usize> = numbers.iter().map(|&number| known.insert_full(hashes[number]).0).collect();
                values = values.max(known.len());
                if known.len() > 1 { hashed(&column) } else { 0 }
            };
            let signs: Vec<u64> = places.values().take(MOST_PLACES).map(sign).collect();
            if values == 1 {
                continue;
            }
            let both =
                |other: &[u64]| signs.iter().zip(other).filter(|(one, other)| **one != 0 && **other != 0).count();
            let same =
                |other: &[u64]| signs.iter().zip(other).filter(|(one, other)| **one != 0 && one == other).count();
            match groups.iter_mut().find(|(other, ..)| same(other) > 0 && same(other) == both(other)) {
                Some(group) => group.2.push(fact),
                None => groups.push((signs, values, vec![fact])),
            }
        }
        let mut found: Vec<((usize, usize), usize, Vec<Fact>)> = Vec::new();
        for (_, values, facts) in groups {
            let mut classes: HashMap<u64, usize> = HashMap::new();
            for (number, (total, state)) in totals.iter().zip(states).enumerate() {
                let own = facts.iter().fold(0_u64, |sum, fact| sum.wrapping_add(fact.hash(state)));
                match classes.entry(total.wrapping_sub(own)) {
                    Entry::Occupied(mut class) => *class.get_mut() += 1,
                    Entry::Vacant(class) if number <= early => drop(class.insert(1)),
                    Entry::Vacant(_) => {}
                }
            }
            found.push(((classes.values().sum(), classes.len()), values, facts));
        }
        let factor = |(with, without): (usize, usize)| with * 1000 / without.max(1);
        found.sort_by_key(|(states, values, _)| std::cmp::Reverse((factor(*states), *values)));
        let told = |(merged, values, facts): ((usize, usize), usize, Vec<Fact>)| {
            let others = facts[1..].iter().map(|fact| fact.told(program, states[0], 0).what).collect();
            (Self { states: merged, others, ..facts[0].told(program, states[0], values) }, facts)
        };
        found.into_iter().take(MOST_TOLD).map(told).collect()
    }
}

pub(super) fn hashed(value: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

impl Fact {
    pub(super) fn all(program: &Program) -> Vec<Self> {
        let containers = || (0..).map(ContainerId).zip(&program.containers);
        let globals = (0..program.globals.len() as u32).map(|id| Self::Global(GlobalId(id)));
        // The names of the compiler begin with a sign.
        let is_of_author = |(_, name): &(u32, &String)| !name.starts_with('$');
        let temporaries = (0..).zip(&program.names).filter(is_of_author).map(|(id, _)| Self::Temporary(NameId(id)));
        let visits = containers().filter_map(|(id, container)| Some(Self::Visits(id, container.visits?)));
        let turns = containers().filter_map(|(id, container)| Some(Self::Turns(id, container.turns?)));
        let others = [Self::Turn, Self::Chance, Self::CallStack];
        globals.chain(temporaries).chain(visits).chain(turns).chain(others).collect()
    }

    fn hash(self, state: &State) -> u64 {
        match self {
            Self::Global(id) => hashed(&(id, &state.globals[id.0 as usize])),
            Self::Temporary(name) => {
                let held: Vec<_> = state.thread.frames.iter().map(|frame| frame.get(name)).collect();
                hashed(&(0, name, held))
            }
            Self::Chance => hashed(&(1, state.last_random, state.seed)),
            Self::Visits(id, _) | Self::Turns(id, _) => {
                hashed(&(id, matches!(self, Self::Turns(..)), self.number(state)))
            }
            Self::Turn => hashed(&(2, self.number(state))),
            Self::CallStack => hashed(&(3, self.number(state))),
        }
    }

    /// Returns how large the fact is: a number, a count, or the length of a text.
    pub(super) fn number(self, state: &State) -> i64 {
        let length = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
        let of_value = |value: &Value| match value {
            Value::Number(number) => i64::from(*number),
            Value::Float(number) => number.get() as i64,
            Value::Text(text) => length(text.len()),
            _ => 0,
        };
        match self {
            Self::Global(id) => of_value(&state.globals[id.0 as usize]),
            Self::Temporary(name) => state.thread.top().get(name).map_or(0, of_value),
            Self::Visits(_, slot) => state.visits.get(slot).into(),
            Self::Turns(_, slot) => state.turns[slot as usize].map_or(-1, |turn| (state.turn - turn).into()),
            Self::Turn => state.turn.into(),
            Self::Chance => state.last_random,
            Self::CallStack => length(state.thread.frames.len()),
        }
    }

    /// Adds to a number or a count.
    pub(super) fn add(self, state: &mut State, more: i32) {
        match self {
            Self::Global(id) => match &mut state.globals[id.0 as usize] {
                Value::Number(number) => *number = number.saturating_add(more),
                Value::Float(number) => *number = Float::of(number.get() + f64::from(more)),
                _ => {}
            },
            Self::Visits(_, slot) => state.visits.set(slot, state.visits.get(slot).saturating_add(more)),
            Self::Turn => state.turn += more,
            _ => {}
        }
    }

    pub(super) fn slot(self) -> Option<Slot> {
        match self {
            Self::Global(id) => Some(Slot::Variable(Variable::Global(id))),
            Self::Visits(_, slot) => Some(Slot::Visits(slot)),
            Self::Turns(_, slot) => Some(Slot::Turns(slot)),
            _ => None,
        }
    }

    /// Returns the name by which an author can limit a fact that has a number in this state.
    pub(super) fn name(self, program: &Program, state: &State) -> Option<String> {
        match self {
            Self::Global(id) => {
                let is_number = matches!(state.globals[id.0 as usize], Value::Number(_) | Value::Float(_));
                is_number.then(|| program.globals[id.0 as usize].clone())
            }
            Self::Visits(id, _) => program.container(id).name(),
            Self::Turn => Some(TURNS.to_owned()),
            _ => None,
        }
    }

    /// Whether it is how often a shuffle was read.
    pub(super) fn is_of_shuffle(self, program: &Program) -> bool {
        let is_shuffle = |id| matches!(program.node(NodeId(id)), Node::Command(Command::ShuffleIndex));
        matches!(self, Self::Visits(id, _) if program.container(id).content.clone().any(is_shuffle))
    }

    pub(super) fn told(self, program: &Program, state: &State, values: usize) -> Growth {
        let what = match self {
            Self::Global(id) => format!("the variable `{}`", program.globals[id.0 as usize]),
            Self::Temporary(name) => format!("the temporary variable `{}`", program.names[name.0 as usize]),
            Self::Visits(id, _) => format!("how often {} was reached", called(program, id)),
            Self::Turns(id, _) => format!("how long ago {} was reached", called(program, id)),
            Self::Turn => "the number of the turn".to_owned(),
            Self::Chance => "what RANDOM draws".to_owned(),
            Self::CallStack => "how deep tunnels are in each other".to_owned(),
        };
        let parts = |is_meant: &dyn Fn(NodeId) -> bool| {
            let nodes = program.ids().filter(|&id| is_meant(id));
            let parts: BTreeSet<&str> = nodes.map(|id| program.part(id)).filter(|part| *part != DECLARATIONS).collect();
            parts.into_iter().take(MOST_NAMED).map(str::to_owned).collect()
        };
        let is_own = |variable: Variable| match self {
            Self::Global(id) => variable == Variable::Global(id),
            Self::Temporary(name) => variable == Variable::Temporary(name),
            _ => false,
        };
        let changes = |id| match (self, program.node(id)) {
            // A function can change what it gets as `ref`.
            (_, Node::Assign { variable, .. } | Node::Reference(variable)) => is_own(*variable),
            (Self::Visits(container, _) | Self::Turns(container, _), Node::Container(other)) => container == *other,
            (Self::CallStack, Node::Divert(divert)) => divert.pushes.is_some(),
            _ => false,
        };
        let reads = |id| match (self, program.node(id)) {
            (_, Node::Variable(variable) | Node::Reference(variable)) => is_own(*variable),
            (Self::Visits(container, _), Node::ReadCount(other)) => container == *other,
            (Self::Visits(container, _), Node::Choice(point)) => point.is_once_only && container == point.container,
            (Self::Visits(container, _), Node::Command(Command::VisitIndex)) => container == program.parent(id),
            (Self::Turn, Node::Command(Command::Turns))
            | (Self::Chance, Node::Command(Command::Random | Command::ListRandom)) => true,
            _ => false,
        };
        let makes = |id| match (self, program.node(id)) {
            (
                Self::Visits(container, _) | Self::Turns(container, _),
                Node::Divert(Divert { target: Target::Place(place), .. }),
            ) => program.container_at(place.node) == container,
            (Self::Visits(..) | Self::Turns(..), _) => false,
            _ => changes(id),
        };
        // A knot stands in the beginning, but is come into from elsewhere.
        let is_part = matches!(self, Self::Visits(id, _) | Self::Turns(id, _) if program.container(id).is_part);
        let changed_in = if is_part { parts(&makes) } else { parts(&changes) };
        Growth {
            what,
            name: self.name(program, state),
            values,
            states: (values, 1),
            others: Vec::new(),
            changed_in,
            read_in: parts(&reads),
            changed_by: choices_to(program, &makes),
        }
    }
}

fn called(program: &Program, id: ContainerId) -> String {
    let container = program.container(id);
    let part = if program.part(container.node).is_empty() { "the beginning" } else { program.part(container.node) };
    let is_choice = |at: &NodeId| matches!(program.node(*at), Node::Choice(point) if point.container == id);
    match (container.name(), program.ids().find(is_choice)) {
        (Some(name), _) => format!("`{name}`"),
        (None, Some(choice)) => format!("the choice {:?}", words_of(program, choice)),
        (None, None) => format!("`{}`, a sequence or a gather in `{part}`,", container.path),
    }
}

/// Returns the words of some choices after which the story comes to such a node before it tells anything else.
fn choices_to(program: &Program, is_meant: &dyn Fn(NodeId) -> bool) -> Vec<String> {
    let containers: HashSet<ContainerId> =
        program.ids().filter(|&id| is_meant(id)).map(|id| program.parent(id)).collect();
    let leads = |id: &NodeId| match program.node(*id) {
        Node::Choice(point) => containers.contains(&program.container_at(point.target.node)),
        _ => false,
    };
    let words: BTreeSet<String> = program.ids().filter(leads).map(|id| words_of(program, id)).collect();
    words.into_iter().filter(|words| !words.is_empty()).take(MOST_NAMED).collect()
}

/// Returns the words of a choice, as far as they are always the same.
fn words_of(program: &Program, choice: NodeId) -> String {
    let text = |id: NodeId| match program.node(id) {
        Node::Text(text) => text.trim_matches('\n'),
        _ => "",
    };
    let inside = |container: &Container| container.content.clone().map(|id| text(NodeId(id))).collect::<String>();
    let start = program.container(program.parent(choice)).named.get(START);
    let start = start.map(|&start| inside(program.container(start))).unwrap_or_default();
    let before = std::iter::successors(program.before(choice), |&id| program.before(id));
    let is_own = |id: &NodeId| !matches!(program.node(*id), Node::Command(Command::BeginExpression));
    let mut only: Vec<&str> = before.take_while(is_own).map(text).collect();
    only.reverse();
    (start + &only.concat()).trim().to_owned()
}

impl Growth {
    /// Returns where it is changed and read, and by which choices, each after a comma.
    pub fn places(&self) -> String {
        let named = |part: &String| if part.is_empty() { "the beginning".to_owned() } else { format!("`{part}`") };
        let list = |parts: &[String]| parts.iter().map(named).collect::<Vec<_>>().join(", ");
        let mut text = String::new();
        for (what, parts) in [(", changed in ", &self.changed_in), (", read in ", &self.read_in)] {
            if !parts.is_empty() {
                text.extend([what, &list(parts)]);
            }
        }
        if !self.changed_by.is_empty() && self.others.is_empty() {
            let choices: Vec<String> = self.changed_by.iter().map(|choice| format!("{choice:?}")).collect();
            text.extend([", for example after ", &choices.join(", ")]);
        }
        text
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.states.0 * 10 / self.states.1.max(1);
        write!(f, "{} has {} values, × {}.{}", self.what, self.values, tenths / 10, tenths % 10)?;
        if !self.others.is_empty() {
            write!(f, ", with {}", self.others.join(" and "))?;
        }
        f.write_str(&self.places())
    }
}
