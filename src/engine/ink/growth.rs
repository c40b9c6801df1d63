//! Growth: explains to the author of a story why the story is large.
//!
//! To measure how much a fact multiplies the states, this module leaves the fact out: states that differ only in this
//! fact then merge.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;

use indexmap::{IndexMap, IndexSet};

use super::explore::Found;
use super::liveness::Liveness;
use super::program::{Command, Container, DECLARATIONS, Divert, Node, Program, Slot, Target, Variable};
use super::state::State;
use super::value::{ContainerId, NodeId, hashed};

/// A fact that a story remembers, such as a variable, and how much it multiplies the states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The name of the fact in messages, such as ``the variable `anger` ``.
    pub what: String,
    /// The number of values of the fact in the states found.
    pub values: usize,
    /// The number of states compared, and the number of states that remain if the fact is left out.
    pub states: (usize, usize),
    /// The other facts that always change together with this fact. Facts that depend on each other count as one factor.
    pub others: Vec<String>,
    /// The paths of the knots, stitches and functions that change the fact.
    pub changed_in: Vec<String>,
    /// The paths of the knots, stitches and functions that read the fact.
    pub read_in: Vec<String>,
    /// The texts of the choices that directly change the fact.
    pub changed_by: Vec<String>,
}

/// The name of the container with the text that begins a choice.
const START: &str = "s";

const MOST_TOLD: usize = 12;

/// The maximum number of values of facts that are compared. If a story has many facts, fewer states are compared.
const MOST_LOOKS: usize = 10_000_000;

/// The number of places in which facts are compared with each other: the places with the most states.
const MOST_PLACES: usize = 64;

/// If a search is incomplete, only the first 1/64 of the states are compared with those that differ from them in one
/// fact, because most of the latter have been found.
const EARLY: usize = 64;

const MOST_NAMED: usize = 3;

impl Growth {
    /// Returns the facts that multiply the states found, the largest factor first. `is_whole` is true if the search is
    /// complete.
    pub(super) fn of(program: &Program, found: &Found, is_whole: bool) -> Vec<Self> {
        let all = Slot::all(program);
        let states: Vec<&State> = found.states.iter().take(MOST_LOOKS / all.len() + 1).collect();
        let early = if is_whole && states.len() == found.states.len() { states.len() } else { states.len() / EARLY };
        let place = |state: &State| {
            let frames: Vec<_> = state.thread.frames.iter().map(|frame| (frame.at, frame.call)).collect();
            hashed(&(state.thread.before, frames))
        };
        let mut totals: Vec<u64> = states.iter().map(|state| place(state)).collect();
        let mut places: IndexMap<u64, Vec<usize>> = IndexMap::new();
        totals.iter().enumerate().for_each(|(number, place)| places.entry(*place).or_default().push(number));
        places.sort_by_key(|_, numbers| std::cmp::Reverse(numbers.len()));
        // For each place and fact a number, equal for two facts if each determines the other there; 0 where the fact
        // has only one value.
        let mut groups: Vec<(Vec<u64>, usize, Vec<Slot>)> = Vec::new();
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
            let is_same = |other: &[u64]| {
                let mut both = signs.iter().zip(other).filter(|(one, other)| **one != 0 && **other != 0).peekable();
                both.peek().is_some() && both.all(|(one, other)| one == other)
            };
            match groups.iter_mut().find(|(other, ..)| is_same(other)) {
                Some(group) => group.2.push(fact),
                None => groups.push((signs, values, vec![fact])),
            }
        }
        let mut factors: Vec<((usize, usize), usize, Vec<Slot>)> = Vec::new();
        for (_, values, facts) in groups {
            let mut classes: HashMap<u64, usize> = HashMap::new();
            for (number, (total, state)) in totals.iter().zip(&states).enumerate() {
                let own = facts.iter().fold(0_u64, |sum, fact| sum.wrapping_add(fact.hash(state)));
                let class = total.wrapping_sub(own);
                if number <= early || classes.contains_key(&class) {
                    *classes.entry(class).or_default() += 1;
                }
            }
            factors.push(((classes.values().sum(), classes.len()), values, facts));
        }
        let factor = |(with, without): (usize, usize)| with * 1000 / without.max(1);
        factors.sort_by_key(|(states, values, _)| std::cmp::Reverse((factor(*states), *values)));
        let described = |(states, values, slots): ((usize, usize), usize, Vec<Slot>)| {
            let others = slots[1..].iter().map(|slot| what(program, *slot)).collect();
            Self { values, states, others, ..Self::describe(program, &found.liveness, slots[0]) }
        };
        factors.into_iter().take(MOST_TOLD).map(described).collect()
    }

    /// Describes a slot, and the places that change and read it.
    pub(super) fn describe(program: &Program, liveness: &Liveness, slot: Slot) -> Self {
        let changes = |id: &NodeId| match (slot, program.node(*id)) {
            // A function can change a variable that is passed to it as `ref`.
            (Slot::Variable(own), Node::Assign { variable, .. } | Node::Reference(variable)) => own == *variable,
            (Slot::Visits(container) | Slot::Turns(container), Node::Container(other)) => container == *other,
            _ => false,
        };
        let enters = |id: &NodeId| match (slot, program.node(*id)) {
            (
                Slot::Visits(container) | Slot::Turns(container),
                Node::Divert(Divert { target: Target::Place(place), .. }),
            ) => program.container_at(place.node) == container,
            _ => false,
        };
        let changing: Vec<NodeId> = program.ids().filter(changes).collect();
        let reading: Vec<NodeId> = program.ids().filter(|id| liveness.reads(*id).contains(&slot)).collect();
        let made = match slot {
            Slot::Visits(_) | Slot::Turns(_) => program.ids().filter(enters).collect(),
            _ => changing.clone(),
        };
        // The node of a knot is in the root, but play enters it from elsewhere.
        let is_part = matches!(slot, Slot::Visits(id) | Slot::Turns(id) if program.container(id).is_part);
        Self {
            what: what(program, slot),
            values: 0,
            states: (0, 1),
            others: Vec::new(),
            changed_in: parts(program, if is_part { &made } else { &changing }),
            read_in: parts(program, &reading),
            changed_by: choices_to(program, &made),
        }
    }
}

fn parts(program: &Program, nodes: &[NodeId]) -> Vec<String> {
    let parts: BTreeSet<&str> = nodes.iter().map(|&id| program.part(id)).filter(|part| *part != DECLARATIONS).collect();
    parts.into_iter().take(MOST_NAMED).map(str::to_owned).collect()
}

fn what(program: &Program, slot: Slot) -> String {
    match slot {
        Slot::Variable(Variable::Global(id)) => format!("the variable `{}`", program.globals[id.0 as usize]),
        Slot::Variable(Variable::Temporary(name)) => {
            format!("the temporary variable `{}`", program.names[name.0 as usize])
        }
        Slot::Visits(id) => format!("the number of visits to {}", called(program, id)),
        Slot::Turns(id) => format!("the number of turns since {}", called(program, id)),
        Slot::Turn => "the turn count".to_owned(),
        Slot::Seed => "the seed of random numbers".to_owned(),
        Slot::LastRandom => "the result of RANDOM".to_owned(),
    }
}

/// Returns a name for a container that an author understands.
pub(super) fn called(program: &Program, id: ContainerId) -> String {
    let container = program.container(id);
    let part = match program.part(container.node) {
        "" => "the beginning".to_owned(),
        part => format!("`{part}`"),
    };
    let is_choice = |at: &NodeId| matches!(program.node(*at), Node::Choice(point) if point.container == id);
    match (container.name(), program.ids().find(is_choice)) {
        (Some(name), _) => format!("`{name}`"),
        (None, Some(choice)) => format!("the choice {:?}", words_of(program, choice)),
        (None, None) => format!("a sequence or a gather in {part}"),
    }
}

/// Returns the texts of some choices that lead to one of `nodes` before the story prints anything else.
fn choices_to(program: &Program, nodes: &[NodeId]) -> Vec<String> {
    let containers: HashSet<ContainerId> = nodes.iter().map(|&id| program.parent(id)).collect();
    let leads = |id: &NodeId| match program.node(*id) {
        Node::Choice(point) => containers.contains(&program.container_at(point.target.node)),
        _ => false,
    };
    let words: BTreeSet<String> = program.ids().filter(leads).map(|id| words_of(program, id)).collect();
    words.into_iter().filter(|words| !words.is_empty()).take(MOST_NAMED).collect()
}

/// Returns the part of a choice's text that is always the same.
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
    /// Returns in words where the story changes the fact, and where it reads the fact, each after a semicolon.
    pub fn places(&self) -> String {
        let named = |part: &String| if part.is_empty() { "the beginning".to_owned() } else { format!("`{part}`") };
        let list = |parts: &[String]| parts.iter().map(named).collect::<Vec<_>>().join(", ");
        let mut changed = Vec::new();
        if !self.changed_in.is_empty() {
            changed.push(format!("in {}", list(&self.changed_in)));
        }
        if !self.changed_by.is_empty() && self.others.is_empty() {
            let choices: Vec<String> = self.changed_by.iter().map(|choice| format!("{choice:?}")).collect();
            let choice = if choices.len() == 1 { "choice" } else { "choices" };
            changed.push(format!("for example by the {choice} {}", choices.join(", ")));
        }
        let mut text = String::new();
        if !changed.is_empty() {
            text.extend(["; changed ", &changed.join(", ")]);
        }
        if !self.read_in.is_empty() {
            text.extend(["; read in ", &list(&self.read_in)]);
        }
        text
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if !self.others.is_empty() {
            write!(f, " (always changes with {})", self.others.join(" and "))?;
        }
        let tenths = self.states.0 * 10 / self.states.1.max(1);
        write!(f, ": {} values, ", self.values)?;
        match tenths {
            ..=10 => f.write_str("which follow from other facts")?,
            _ => write!(f, "multiplies the states by {}.{}", tenths / 10, tenths % 10)?,
        }
        f.write_str(&self.places())
    }
}
