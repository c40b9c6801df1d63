//! Flow: which nodes can follow each node of a story, and which slots (places of values in a state) the node reads.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem;

use super::program::{Call, Command, Divert, Node, Program, Slot, Target, Variable};
use super::value::{ContainerId, NameId, NodeId, Place, Value};

pub(super) struct Flow<'a> {
    program: &'a Program,
    /// For each divert to a temporary variable that is only set to fixed places, the nodes at these places. An example
    /// is the compiler's variable `$r`, which leads back from the text of a choice. The story prints this text both
    /// with the choice and after the choice.
    returns: HashMap<NodeId, BTreeSet<NodeId>>,
    /// The places that any other variable can contain.
    places: BTreeSet<Place>,
    /// Whether `->-> target` can lead to `places`.
    pub(super) leads_onwards: bool,
}

/// A way from a node to a node that can follow it.
pub(super) struct Edge {
    pub(super) to: NodeId,
    /// Whether the edge leads into another frame, which has its own temporary variables.
    pub(super) is_call: bool,
}

impl<'a> Flow<'a> {
    pub(super) fn of(program: &'a Program) -> Self {
        let mut flow = Self { program, returns: HashMap::new(), places: BTreeSet::new(), leads_onwards: false };
        // Names that the story reads, or sets to anything but a fixed place.
        let is_read = |id| match program.node(id) {
            Node::Variable(Variable::Temporary(name)) | Node::Reference(Variable::Temporary(name)) => Some(*name),
            Node::Assign { variable: Variable::Temporary(name), .. } if flow.place_before(id).is_none() => Some(*name),
            _ => None,
        };
        let read: HashSet<NameId> = program.ids().filter_map(is_read).collect();
        let mut own: Vec<(NodeId, NameId, Place)> = Vec::new();
        let mut known: HashSet<NodeId> = HashSet::new();
        for id in program.ids() {
            let Some((at, place)) = flow.place_before(id) else { continue };
            match program.node(id) {
                Node::Assign { variable: Variable::Temporary(name), .. } if !read.contains(name) => {
                    known.insert(at);
                    own.push((id, *name, place));
                }
                Node::Command(Command::TurnsSince | Command::ReadCount) => drop(known.insert(at)),
                _ => {}
            }
        }
        for id in program.ids().filter(|id| !known.contains(id)) {
            flow.places.extend(flow.as_place(id));
        }
        let leads_on = |id| {
            let is_leave = matches!(program.node(id), Node::Command(Command::LeaveTunnel));
            is_leave && !matches!(flow.value_before(id).map(|id| program.node(id)), Some(Node::Value(Value::Void)))
        };
        flow.leads_onwards = program.ids().any(leads_on);
        flow.find_returns(&own);
        flow
    }

    /// Finds where diverts to these temporary variables lead, from each node that sets the variable.
    fn find_returns(&mut self, own: &[(NodeId, NameId, Place)]) {
        let mut has_changed = true;
        while mem::take(&mut has_changed) {
            let edges: Vec<Vec<Edge>> = self.ids().map(|id| self.edges(id)).collect();
            for &(assigned, name, place) in own {
                let mut queue: Vec<NodeId> = self.program.next(assigned).into_iter().collect();
                let mut met: HashSet<NodeId> = queue.iter().copied().collect();
                while let Some(id) = queue.pop() {
                    match self.program.nodes.get(id.0 as usize) {
                        Some(Node::Assign { variable: Variable::Temporary(other), .. }) if *other == name => continue,
                        Some(Node::Divert(Divert {
                            target: Target::Variable(Variable::Temporary(other), _), ..
                        })) if *other == name => {
                            has_changed |= self.returns.entry(id).or_default().insert(place.node);
                        }
                        _ => {}
                    }
                    let after = edges[id.0 as usize].iter().filter(|edge| !edge.is_call);
                    queue.extend(after.map(|edge| edge.to).filter(|to| met.insert(*to)));
                }
            }
        }
    }

    /// Returns the node before a node. If that previous node ends an expression, returns the last node of the
    /// expression.
    fn value_before(&self, id: NodeId) -> Option<NodeId> {
        let before = self.program.before(id)?;
        match self.program.node(before) {
            Node::Command(Command::EndExpression) => self.program.before(before),
            _ => Some(before),
        }
    }

    /// Returns the place before a node, and the number of the node that contains this place.
    fn place_before(&self, id: NodeId) -> Option<(NodeId, Place)> {
        let before = self.value_before(id)?;
        Some((before, self.as_place(before)?))
    }

    fn as_place(&self, id: NodeId) -> Option<Place> {
        match self.program.node(id) {
            Node::Value(Value::Place(place)) => Some(*place),
            _ => None,
        }
    }

    fn targets(&self, id: NodeId, divert: &Divert) -> Vec<NodeId> {
        match &divert.target {
            Target::Place(place) => vec![self.program.start(*place)],
            Target::Variable(..) => match self.returns.get(&id) {
                Some(returns) => returns.iter().copied().collect(),
                None => vec![self.anywhere()],
            },
        }
    }

    /// Returns the nodes of the program, and an additional node, which leads to all `places`.
    pub(super) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..=self.anywhere().0).map(NodeId)
    }

    pub(super) fn anywhere(&self) -> NodeId {
        NodeId(self.program.nodes.len() as u32)
    }

    pub(super) fn edges(&self, id: NodeId) -> Vec<Edge> {
        let program = self.program;
        let onwards = self.leads_onwards.then_some(self.anywhere());
        let is_thread = |node| matches!(program.node(node), Node::Command(Command::BeginThread));
        let (mut same_frame, mut own_frame) = (Vec::new(), Vec::new());
        match program.nodes.get(id.0 as usize) {
            None => same_frame.extend(self.places.iter().map(|place| place.node)),
            Some(Node::Container(container)) if !program.container(*container).content.is_empty() => {
                same_frame.push(program.first(*container));
            }
            Some(Node::Divert(divert @ Divert { pushes: Some(call), .. })) => {
                own_frame = self.targets(id, divert);
                same_frame.extend(program.next(id).into_iter().chain(onwards.filter(|_| *call == Call::Tunnel)));
            }
            Some(Node::Divert(divert)) => {
                same_frame = self.targets(id, divert);
                if divert.is_conditional || program.before(id).is_some_and(is_thread) {
                    same_frame.extend(program.next(id));
                }
            }
            Some(Node::Choice(point)) => {
                same_frame.extend(program.next(id).into_iter().chain([program.start(point.target)]));
            }
            Some(Node::Command(Command::Done | Command::End | Command::Return)) => {}
            Some(Node::Command(Command::LeaveTunnel)) => own_frame.extend(onwards),
            Some(_) => same_frame.extend(program.next(id)),
        }
        let same_frame = same_frame.into_iter().map(|to| Edge { to, is_call: false });
        same_frame.chain(own_frame.into_iter().map(|to| Edge { to, is_call: true })).collect()
    }

    pub(super) fn assigned(&self, node: usize) -> Option<Variable> {
        match self.program.nodes.get(node) {
            Some(Node::Assign { variable, .. }) => Some(*variable),
            _ => None,
        }
    }

    pub(super) fn reads(&self, id: NodeId) -> Vec<Slot> {
        let program = self.program;
        match program.node(id) {
            Node::Variable(variable)
            | Node::Reference(variable)
            | Node::Divert(Divert { target: Target::Variable(variable, _), .. })
            // Assigning to a declared variable reads it first, to follow it if it is a reference.
            | Node::Assign { variable: variable @ Variable::Temporary(_), is_new: false } => {
                vec![Slot::Variable(*variable)]
            }
            Node::ReadCount(container) => vec![Slot::Visits(*container)],
            Node::Choice(point) if point.is_once_only => vec![Slot::Visits(point.container)],
            Node::Command(Command::VisitIndex) => vec![Slot::Visits(program.parent(id))],
            Node::Command(Command::ReadCount) => self.counted(id).map(Slot::Visits).collect(),
            Node::Command(Command::TurnsSince) => self.counted(id).map(Slot::Turns).collect(),
            Node::Command(Command::Turns) => vec![Slot::Turn],
            Node::Command(Command::ShuffleIndex) => vec![Slot::Seed],
            Node::Command(Command::Random | Command::ListRandom) => vec![Slot::Seed, Slot::LastRandom],
            _ => Vec::new(),
        }
    }

    /// Returns the containers whose visits or turns a node can read through a place on the stack.
    fn counted(&self, id: NodeId) -> impl Iterator<Item = ContainerId> {
        let fixed = self.place_before(id).map(|(_, place)| place);
        let others = self.places.iter().copied().filter(move |_| fixed.is_none());
        fixed.into_iter().chain(others).filter_map(|place| self.program.as_container(place.node))
    }
}
