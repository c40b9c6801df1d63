//! A program: the compiled content of a story as a list of nodes, with all paths resolved.
//!
//! Ink compiles a story to nested containers. In a program, the nodes of all containers form one list, and the nodes of
//! a container are consecutive. So a number identifies a place of the story, and the following node is known.

use std::collections::BTreeMap;
use std::iter::successors;
use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexSet;

use super::native::Native;
use super::value::{ContainerId, GlobalId, Lists, NameId, NodeId, Place, Value, words};

/// The reason why a story cannot be read, or cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("{message}{}", in_part(.path))]
pub struct StoryError {
    /// The mistake, in words.
    pub message: String,
    /// The path of the part of the story with the mistake, such as `knot.stitch`; can be empty.
    pub path: String,
    /// How the author can correct the mistake.
    pub help: &'static str,
}

fn in_part(path: &str) -> String {
    // Authors name knots and stitches; compilers number all other parts.
    match named_part(path) {
        "" => String::new(),
        part => format!(" (in `{part}`)"),
    }
}

/// A compiled story, ready to play.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub(super) nodes: Vec<Node>,
    pub(super) containers: Vec<Container>,
    /// The next node of each node, unless a divert leads elsewhere; `None` at the end of a knot or a function.
    pub(super) next: Vec<Option<NodeId>>,
    /// The container of each node; the root contains itself.
    pub(super) parents: Vec<ContainerId>,
    pub(super) globals: IndexSet<String>,
    pub(super) names: IndexSet<String>,
    pub(super) lists: Lists,
    /// The numbers that the author limits, each with its least and its greatest value.
    pub(super) clamps: Vec<(Slot, i32, i32)>,
    /// The number of rounds after which shuffles repeat, if the author limits it.
    pub(super) shuffle_rounds: Option<i32>,
}

/// A place in a state that contains one value: a fact that a story remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Slot {
    Variable(Variable),
    /// The number of visits to a container.
    Visits(ContainerId),
    /// The turn in which the story last visited a container.
    Turns(ContainerId),
    Turn,
    Seed,
    LastRandom,
}

/// The container in which compilers declare global variables.
pub(super) const DECLARATIONS: &str = "global decl";

/// The name for the number of the current turn, where names of variables are expected.
pub(super) const TURNS: &str = "TURNS";

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the format has a flag for each")]
pub(super) struct Container {
    /// The path of the container from the root, such as `knot.stitch.0`.
    pub(super) path: String,
    pub(super) node: NodeId,
    pub(super) content: Range<u32>,
    /// The named containers in this container, whether they are in its content or not.
    pub(super) named: BTreeMap<String, ContainerId>,
    pub(super) counts_visits: bool,
    /// Whether the container records the turn of its last visit.
    pub(super) notes_turns: bool,
    /// Whether the container counts only visits that begin at its first node.
    pub(super) counts_at_start: bool,
    /// Whether the container is a knot, a stitch or a function, which an author named.
    pub(super) is_part: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Node {
    /// Continues with the contents of a container.
    Container(ContainerId),
    /// Adds a text to the passage or, in an expression, to the stack.
    Text(Arc<str>),
    /// Joins the text before it and the text after it on one line.
    Glue,
    Value(Value),
    /// Adds a reference to a variable to the stack.
    Reference(Variable),
    Command(Command),
    Native(Native),
    Divert(Divert),
    Choice(ChoicePoint),
    Variable(Variable),
    ReadCount(ContainerId),
    Assign {
        variable: Variable,
        is_new: bool,
    },
    Tag(Arc<str>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Variable {
    Global(GlobalId),
    Temporary(NameId),
}

words! { Command {
    BeginExpression = "ev",
    EndExpression = "/ev",
    Output = "out",
    Duplicate = "du",
    Pop = "pop",
    Return = "~ret",
    LeaveTunnel = "->->",
    BeginString = "str",
    EndString = "/str",
    BeginTag = "#",
    EndTag = "/#",
    Nothing = "nop",
    ChoiceCount = "choiceCnt",
    Turns = "turn",
    TurnsSince = "turns",
    ReadCount = "readc",
    Random = "rnd",
    SeedRandom = "srnd",
    VisitIndex = "visit",
    ShuffleIndex = "seq",
    BeginThread = "thread",
    Done = "done",
    End = "end",
    ListFromNumber = "listInt",
    ListRange = "range",
    ListRandom = "lrnd",
}}

#[derive(Clone, Debug)]
pub(super) struct Divert {
    pub(super) target: Target,
    pub(super) pushes: Option<Call>,
    /// Whether the divert takes a value from the stack, and leads on only if this value is true.
    pub(super) is_conditional: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Target {
    Place(Place),
    Variable(Variable, String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Call {
    Function,
    Tunnel,
}

#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the format has a flag for each")]
pub(super) struct ChoicePoint {
    pub(super) target: Place,
    pub(super) container: ContainerId,
    pub(super) has_condition: bool,
    pub(super) has_start: bool,
    pub(super) has_choice_only: bool,
    pub(super) is_invisible: bool,
    pub(super) is_once_only: bool,
}

impl Program {
    /// Returns whether the story uses random numbers, so that the course of the story depends on the seed.
    pub fn has_chance(&self) -> bool {
        use Command::{ListRandom, Random, ShuffleIndex};
        self.nodes.iter().any(|node| matches!(node, Node::Command(Random | ShuffleIndex | ListRandom)))
    }

    /// Between passages, limits a number to the range from `least` to `most`. `name` is a variable, or `TURNS` for the
    /// turn count. To limit a number of visits, `name` is the path of a knot or stitch, or the label of a
    /// gather.
    ///
    /// # Errors
    ///
    /// Returns an error if the story contains nothing of this name, or compares it with a number outside the range.
    pub fn limit(&mut self, name: &str, least: i32, most: i32) -> Result<(), StoryError> {
        let named = |(_, container): &(ContainerId, &Container)| container.name().is_some_and(|own| own == name);
        let slots: Vec<Slot> = if let Some(global) = self.global(name) {
            vec![Slot::Variable(global)]
        } else if name == TURNS {
            vec![Slot::Turn]
        } else if self.all_containers().any(|container| named(&container)) {
            // Visits that are not counted cannot grow.
            let counted = self.all_containers().filter(named).filter(|(_, container)| container.counts_visits);
            counted.map(|(id, _)| Slot::Visits(id)).collect()
        } else {
            let message = format!("the story has no variable, knot, stitch or label `{name}`");
            return Err(StoryError { message, path: String::new(), help: "" });
        };
        if let Some(number) = self.compared(&slots).find(|number| !(least..=most).contains(number)) {
            let message = format!("the story compares `{name}` with {number}, which is beyond this limit");
            return Err(StoryError { message, path: String::new(), help: "use a limit that includes this number" });
        }
        // Counts begin at 0, whatever the least value is.
        let least_of = |slot| if matches!(slot, Slot::Variable(_)) { least } else { least.min(0) };
        self.clamps.extend(slots.into_iter().map(|slot| (slot, least_of(slot), most)));
        Ok(())
    }

    /// Returns, for each comparison of one of these slots with a number, a value that the slot must be able to reach.
    fn compared(&self, slots: &[Slot]) -> impl Iterator<Item = i32> {
        let is_one = |node: &Node| match node {
            Node::Variable(variable) => slots.contains(&Slot::Variable(*variable)),
            Node::ReadCount(container) => slots.contains(&Slot::Visits(*container)),
            _ => false,
        };
        self.nodes.windows(3).filter_map(move |nodes| match nodes {
            [node, Node::Value(Value::Number(number)), Node::Native(native)] if is_one(node) => match native {
                Native::Greater | Native::AtMost => Some(number.saturating_add(1)),
                Native::Less => Some(number.saturating_sub(1)),
                Native::Equal | Native::Unequal | Native::AtLeast => Some(*number),
                _ => None,
            },
            _ => None,
        })
    }

    /// Makes the orders of shuffles repeat after `rounds` rounds. By default, each round has a new order.
    pub fn limit_shuffles(&mut self, rounds: u16) {
        self.shuffle_rounds = Some(i32::from(rounds.max(1)));
    }

    /// Returns the names of the variables, knots, stitches and labels that [`limit`](Self::limit) accepts.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.globals.iter().cloned().chain(self.containers.iter().filter_map(Container::name))
    }

    pub(super) fn global(&self, name: &str) -> Option<Variable> {
        self.globals.get_index_of(name).map(|number| Variable::Global(GlobalId(number as u32)))
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = (ContainerId, &str)> {
        self.all_containers().filter(|(_, container)| container.is_part).map(|(id, container)| (id, &*container.path))
    }

    pub(super) fn all_containers(&self) -> impl Iterator<Item = (ContainerId, &Container)> {
        (0..).map(ContainerId).zip(&self.containers)
    }

    pub(super) fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn container(&self, id: ContainerId) -> &Container {
        &self.containers[id.0 as usize]
    }

    pub(super) fn parent(&self, id: NodeId) -> ContainerId {
        self.parents[id.0 as usize]
    }

    pub(super) fn next(&self, id: NodeId) -> Option<NodeId> {
        self.next[id.0 as usize]
    }

    pub(super) fn before(&self, id: NodeId) -> Option<NodeId> {
        let first = self.container(self.parent(id)).content.start;
        (id.0 > first).then(|| NodeId(id.0 - 1))
    }

    pub(super) fn as_container(&self, id: NodeId) -> Option<ContainerId> {
        match *self.node(id) {
            Node::Container(container) => Some(container),
            _ => None,
        }
    }

    /// Returns the first node of a container; the container itself if it is empty.
    pub(super) fn first(&self, container: ContainerId) -> NodeId {
        let container = self.container(container);
        if container.content.is_empty() { container.node } else { NodeId(container.content.start) }
    }

    /// Returns the first node in a container that is not itself a container. Returns an empty container, and a node
    /// that is not a container, unchanged.
    pub(super) fn enter(&self, mut id: NodeId) -> NodeId {
        while let Some(container) = self.as_container(id).filter(|&container| self.first(container) != id) {
            id = self.first(container);
        }
        id
    }

    /// Returns the innermost container at a node: the node itself, or the container around it.
    pub(super) fn container_at(&self, id: NodeId) -> ContainerId {
        self.as_container(id).unwrap_or(self.parent(id))
    }

    pub(super) fn start(&self, place: Place) -> NodeId {
        match self.as_container(place.node) {
            Some(container) if place.is_whole => self.first(container),
            _ => place.node,
        }
    }

    /// Returns a container and those around it, the root last.
    pub(super) fn around(&self, container: ContainerId) -> impl Iterator<Item = ContainerId> {
        successors(Some(container), |inner| (inner.0 > 0).then(|| self.parent(self.container(*inner).node)))
    }

    /// Returns, as a node, the innermost container that both nodes are in. A container counts as being in itself.
    pub(super) fn common(&self, one: NodeId, other: NodeId) -> NodeId {
        let others: Vec<ContainerId> = self.around(self.container_at(other)).collect();
        let common = self.around(self.container_at(one)).find(|container| others.contains(container));
        self.container(common.expect("the root is around all nodes")).node
    }

    pub(super) fn path(&self, id: NodeId) -> &str {
        &self.container(self.parent(id)).path
    }

    /// Returns the path of a place, in the form that ink prints.
    pub(super) fn place_path(&self, place: Place) -> String {
        let (path, first) = (self.path(place.node), self.container(self.parent(place.node)).content.start);
        let inside = || format!("{path}{}{}", if path.is_empty() { "" } else { "." }, place.node.0 - first);
        self.as_container(place.node).map_or_else(inside, |container| self.container(container).path.clone())
    }

    /// Returns the knot and the stitch of a node by the author's names, such as `knot.stitch`.
    pub(super) fn part(&self, id: NodeId) -> &str {
        named_part(self.path(id))
    }
}

impl Container {
    /// Returns the name that an author can use for the container: the path of a knot or a stitch, or a label after its
    /// knot and stitch.
    pub(super) fn name(&self) -> Option<String> {
        let names: Vec<&str> = self.path.split('.').filter(|name| !is_of_compiler(name)).collect();
        let is_named = self.path.ends_with(names.last()?) && (self.is_part || self.counts_visits);
        is_named.then(|| names.join("."))
    }
}

/// Returns whether a part's name comes from the compiler, not the author.
fn is_of_compiler(name: &str) -> bool {
    name.parse::<u32>().is_ok() || name.contains(['-', '$'])
}

pub(super) fn named_part(path: &str) -> &str {
    let mut end = 0;
    for (number, name) in path.split('.').take(2).enumerate() {
        if name.parse::<u32>().is_ok() || number > 0 && is_of_compiler(name) {
            break;
        }
        end += name.len() + usize::from(end > 0);
    }
    &path[..end]
}
