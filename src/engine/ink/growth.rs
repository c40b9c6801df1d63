//! Growth: why a story has no end, or too many states, in words for its author.

use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::hash::Hash;

use super::program::{Command, Container, DECLARATIONS, Divert, Node, Program, TURNS, Target, Variable, named_part};
use super::state::State;
use super::value::{ContainerId, GlobalId, NodeId, Value};

/// A value of a story that causes many states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// What grows, such as ``the variable `anger` ``.
    pub what: String,
    /// The name that a limit of it has, if an author gave it one: that of a variable, a knot or a stitch, or `TURNS`.
    pub name: Option<String>,
    /// How many values it has in the states that were found.
    pub values: usize,
    /// The parts of the story that change it, by their paths.
    pub changed_in: Vec<String>,
    /// The parts of the story that read it, by their paths.
    pub read_in: Vec<String>,
    /// The choices after which it changes at once, by their words.
    pub changed_by: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GrowthCause {
    Global(GlobalId),
    Visits(ContainerId),
    Turns(ContainerId),
    Turn,
    Chance,
    CallStack,
}

/// The container with the words that a choice begins with.
const START: &str = "s";

/// How many values of one thing are worth a word.
const FEW: usize = 8;

const MOST_TOLD: usize = 3;

const MOST_NAMED: usize = 3;

impl Growth {
    /// Finds what has the most values in these states, the greatest first, three at most.
    pub(super) fn of(program: &Program, states: &[&State]) -> Vec<Self> {
        let mut found: Vec<(usize, GrowthCause)> = Vec::new();
        for id in (0..program.globals.len() as u32).map(GlobalId) {
            found.push((distinct(states, |state| &state.globals[id.0 as usize]), GrowthCause::Global(id)));
        }
        for (number, container) in program.containers.iter().enumerate() {
            let id = ContainerId(number as u32);
            if let Some(slot) = container.visits {
                found.push((distinct(states, |state| state.visits[slot as usize]), GrowthCause::Visits(id)));
            }
            if let Some(slot) = container.turns {
                let ago = |state: &State| state.turns[slot as usize].map(|turn| state.turn - turn);
                found.push((distinct(states, ago), GrowthCause::Turns(id)));
            }
        }
        found.push((distinct(states, |state| state.turn), GrowthCause::Turn));
        found.push((distinct(states, |state| state.last_random), GrowthCause::Chance));
        found.push((distinct(states, |state| state.thread.frames.len()), GrowthCause::CallStack));
        found.retain(|(values, _)| *values >= FEW);
        found.sort_by_key(|(values, _)| std::cmp::Reverse(*values));
        found.into_iter().take(MOST_TOLD).map(|(values, grown)| grown.told(program, states, values)).collect()
    }
}

fn distinct<'s, T: Hash + Eq>(states: &[&'s State], value: impl Fn(&'s State) -> T) -> usize {
    states.iter().map(|state| value(state)).collect::<HashSet<T>>().len()
}

impl GrowthCause {
    fn told(self, program: &Program, states: &[&State], values: usize) -> Growth {
        let is_number = |id: GlobalId| {
            let held = states.first().map(|state| &state.globals[id.0 as usize]);
            matches!(held, Some(Value::Number(_) | Value::Float(_)))
        };
        let (what, name) = match self {
            Self::Global(id) => {
                let name = &*program.globals[id.0 as usize];
                (format!("the variable `{name}`"), Some(name).filter(|_| is_number(id)))
            }
            Self::Visits(id) => {
                let container = program.container(id);
                let what = format!("how often {} was read", called(container));
                (what, Some(&*container.path).filter(|_| container.is_part))
            }
            Self::Turns(id) => (format!("how long ago {} was read", called(program.container(id))), None),
            Self::Turn => ("the number of the turn".to_owned(), Some(TURNS)),
            Self::Chance => ("chance".to_owned(), None),
            Self::CallStack => ("how deep tunnels are in each other".to_owned(), None),
        };
        let parts = |is_meant: &dyn Fn(NodeId) -> bool| {
            let nodes = program.ids().filter(|&id| is_meant(id));
            let parts: BTreeSet<&str> = nodes.map(|id| program.part(id)).filter(|part| *part != DECLARATIONS).collect();
            parts.into_iter().take(MOST_NAMED).map(str::to_owned).collect()
        };
        let changes = |id| match (self, program.node(id)) {
            (Self::Global(global), Node::Assign { variable: Variable::Global(other), .. }) => global == *other,
            (Self::Visits(container) | Self::Turns(container), Node::Container(other)) => container == *other,
            (Self::CallStack, Node::Divert(divert)) => divert.pushes.is_some(),
            _ => false,
        };
        let reads = |id| match (self, program.node(id)) {
            (
                Self::Global(global),
                Node::Variable(Variable::Global(other)) | Node::Reference(Variable::Global(other)),
            ) => global == *other,
            (Self::Visits(container), Node::ReadCount(other)) => container == *other,
            (Self::Visits(container), Node::Command(Command::VisitIndex)) => container == program.parent(id),
            (Self::Turn, Node::Command(Command::Turns))
            | (Self::Chance, Node::Command(Command::Random | Command::ListRandom)) => true,
            _ => false,
        };
        let makes = |id| match (self, program.node(id)) {
            (
                Self::Visits(container) | Self::Turns(container),
                Node::Divert(Divert { target: Target::Place(place), .. }),
            ) => program.container_at(place.node) == container,
            (Self::Visits(_) | Self::Turns(_), _) => false,
            _ => changes(id),
        };
        // A knot stands in the beginning, but is come into from elsewhere.
        let is_part = matches!(self, Self::Visits(id) | Self::Turns(id) if program.container(id).is_part);
        let changed_in = if is_part { parts(&makes) } else { parts(&changes) };
        let changed_by = choices_to(program, &makes);
        Growth { what, name: name.map(str::to_owned), values, changed_in, read_in: parts(&reads), changed_by }
    }
}

fn called(container: &Container) -> String {
    let (path, part) = (&container.path, named_part(&container.path));
    match (container.is_part, part) {
        (true, _) => format!("`{path}`"),
        (false, "") => format!("`{path}`, a sequence, a gather or a choice in the beginning,"),
        (false, part) => format!("`{path}`, a sequence, a gather or a choice in `{part}`,"),
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

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has {} values", self.what, self.values)?;
        let named = |part: &String| if part.is_empty() { "the beginning".to_owned() } else { format!("`{part}`") };
        let list = |parts: &[String]| parts.iter().map(named).collect::<Vec<_>>().join(", ");
        if !self.changed_in.is_empty() {
            write!(f, ", changed in {}", list(&self.changed_in))?;
        }
        if !self.read_in.is_empty() {
            write!(f, ", read in {}", list(&self.read_in))?;
        }
        if !self.changed_by.is_empty() {
            let choices: Vec<String> = self.changed_by.iter().map(|choice| format!("{choice:?}")).collect();
            write!(f, ", for example after {}", choices.join(", "))?;
        }
        Ok(())
    }
}
