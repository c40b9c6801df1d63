//! Liveness: which variables and counts a story can still read, from each of its nodes on.
//!
//! What it can no longer read makes no difference to what is told, so two states that differ in nothing else are one.
//! This is the backward analysis of live variables that compilers use, over the nodes of a program. A call leads into
//! the function or tunnel and past it; what is live behind the call a state finds in the frame that it comes back to,
//! so no return leads to all callers.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::counts::Counts;
use super::ids::{ContainerId, NameId, NodeId, Place};
use super::program::{Call, Command, Divert, Node, Program, Target, Variable};
use super::state::State;
use super::value::{Reference, Value};

#[derive(Clone, Debug)]
pub(super) struct Liveness {
    slots: Slots,
    counts: Counts,
    live: Vec<Set>,
    /// What is live where `->-> target` can lead.
    onwards: Set,
}

/// The places of what is read in a set: global variables, and from these numbers on all else.
#[derive(Clone, Copy, Debug)]
struct Slots {
    names: usize,
    visits: usize,
    turns: usize,
    turn: usize,
    seed: usize,
    last_random: usize,
    count: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Set(Box<[u64]>);

struct Edge {
    to: NodeId,
    /// Whether that is in another frame, which has temporary variables of its own.
    is_in_frame_of_its_own: bool,
}

/// What a node reads, and what it writes without reading it.
#[derive(Default)]
struct Effect {
    reads: Vec<usize>,
    writes: Option<usize>,
}

impl Slots {
    fn of(program: &Program) -> Self {
        let names = program.globals.len();
        let visits = names + program.names.len();
        let turns = visits + program.visit_count;
        let turn = turns + program.turn_count;
        Self { names, visits, turns, turn, seed: turn + 1, last_random: turn + 2, count: turn + 3 }
    }

    fn name(self, id: NameId) -> usize {
        self.names + id.0 as usize
    }

    fn variable(self, variable: &Variable) -> usize {
        match variable {
            Variable::Global(id) => id.0 as usize,
            Variable::Temporary(name) => self.name(*name),
        }
    }
}

impl Set {
    fn empty(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)].into())
    }

    fn has(&self, slot: usize) -> bool {
        self.0[slot / 64] >> (slot % 64) & 1 == 1
    }

    fn add(&mut self, slot: usize) {
        self.0[slot / 64] |= 1 << (slot % 64);
    }

    fn remove(&mut self, slot: usize) {
        self.0[slot / 64] &= !(1 << (slot % 64));
    }

    fn add_all(&mut self, other: &Self, mask: Option<&Self>) {
        for (index, (word, more)) in self.0.iter_mut().zip(&other.0).enumerate() {
            *word |= more & mask.map_or(!0, |mask| mask.0[index]);
        }
    }
}

impl Liveness {
    pub(super) fn of(program: &Program) -> Self {
        let slots = Slots::of(program);
        let flow = Flow::of(program);
        let edges: Vec<Vec<Edge>> = program.ids().map(|id| flow.edges(id)).collect();
        let effects: Vec<Effect> = program.ids().map(|id| flow.effect(id, slots)).collect();
        // All but the temporary variables, which each frame has of its own.
        let mut shared = Set::empty(slots.count);
        (0..slots.names).chain(slots.visits..slots.count).for_each(|slot| shared.add(slot));
        let mut live = vec![Set::empty(slots.count); program.nodes.len()];
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for id in program.ids().rev() {
                let index = id.0 as usize;
                let mut set = Set::empty(slots.count);
                for edge in &edges[index] {
                    set.add_all(&live[edge.to.0 as usize], edge.is_in_frame_of_its_own.then_some(&shared));
                }
                let effect = &effects[index];
                if let Some(slot) = effect.writes {
                    set.remove(slot);
                }
                effect.reads.iter().for_each(|&slot| set.add(slot));
                if set != live[index] {
                    live[index] = set;
                    has_changed = true;
                }
            }
        }
        let mut onwards = Set::empty(slots.count);
        flow.onwards.iter().for_each(|to| onwards.add_all(&live[to.0 as usize], None));
        let counts = Counts::of(program, |id| flow.counted(id));
        Self { slots, counts, live, onwards }
    }

    pub(super) fn slice(&self, program: &Program, state: &mut State) {
        let slots = self.slots;
        let last = state.thread.frames.len() - 1;
        let mut frames: Vec<Set> = Vec::with_capacity(last + 1);
        for (index, frame) in state.thread.frames.iter().enumerate() {
            let at = if index == last { frame.at } else { frame.at.and_then(|at| program.next(at)) };
            let mut live = at.map_or_else(|| Set::empty(slots.count), |at| self.live[at.0 as usize].clone());
            if index < last {
                live.add_all(&self.onwards, None);
            }
            frames.push(live);
        }
        let mut all = Set::empty(slots.count);
        for live in &frames {
            all.add_all(live, None);
        }
        // What is live refers to what is live, too.
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for (index, frame) in state.thread.frames.iter().enumerate() {
                for (name, value) in &frame.temporaries {
                    let Value::Reference(reference) = value else { continue };
                    if !frames[index].has(slots.name(*name)) {
                        continue;
                    }
                    let (set, slot) = match *reference {
                        Reference::Global(id) => (&mut all, id.0 as usize),
                        Reference::Temporary(frame, name) => match frames.get_mut(frame as usize) {
                            Some(live) => (live, slots.name(name)),
                            None => continue,
                        },
                    };
                    has_changed |= !set.has(slot);
                    set.add(slot);
                }
            }
        }
        for (frame, live) in state.thread.frames.iter_mut().zip(&frames) {
            let is_live = |name: NameId| live.has(slots.name(name));
            let forget =
                |(name, value): (NameId, Value)| Some((name, if is_live(name) { value } else { value.forgotten()? }));
            frame.temporaries = std::mem::take(&mut frame.temporaries).into_iter().filter_map(forget).collect();
        }
        for (global, slot) in state.globals.iter_mut().zip(0..) {
            if !all.has(slot) {
                *global = global.forgotten().unwrap_or(Value::Void);
            }
        }
        for ((count, asked), slot) in state.visits.iter_mut().zip(&self.counts.visits).zip(slots.visits..) {
            *count = if all.has(slot) { asked.least(*count) } else { 0 };
        }
        // Turns are read as how long ago they were.
        let now = state.turn;
        if !all.has(slots.turn) {
            state.turn = 0;
        }
        for ((turn, asked), slot) in state.turns.iter_mut().zip(&self.counts.turns).zip(slots.turns..) {
            let ago = turn.filter(|_| all.has(slot)).map(|turn| asked.least(now - turn));
            *turn = ago.map(|ago| state.turn - ago);
        }
        if !all.has(slots.seed) {
            state.seed = 0;
        }
        if !all.has(slots.last_random) {
            state.last_random = 0;
        }
    }
}

struct Flow<'a> {
    program: &'a Program,
    /// For each divert to a temporary variable that only ever gets fixed places, these places. The compiler's `$r` is
    /// one: it leads back from the text of a choice, which is told where the choice is offered and where it is made.
    returns: HashMap<NodeId, BTreeSet<NodeId>>,
    /// The places that other variables can have.
    places: BTreeSet<Place>,
    /// Where `->-> target` can lead.
    onwards: BTreeSet<NodeId>,
}

impl<'a> Flow<'a> {
    fn of(program: &'a Program) -> Self {
        let mut flow = Self { program, returns: HashMap::new(), places: BTreeSet::new(), onwards: BTreeSet::new() };
        // Names that are read, or get something else than a fixed place.
        let mut is_read: HashSet<NameId> = HashSet::new();
        for id in program.ids() {
            match program.node(id) {
                Node::Variable(Variable::Temporary(name)) | Node::Reference(Variable::Temporary(name)) => {
                    is_read.insert(*name);
                }
                Node::Assign { variable: Variable::Temporary(name), .. } if flow.place_before(id).is_none() => {
                    is_read.insert(*name);
                }
                _ => {}
            }
        }
        let mut own: Vec<(NodeId, NameId, Place)> = Vec::new();
        let mut known: HashSet<NodeId> = HashSet::new();
        for id in program.ids() {
            let Some((at, place)) = flow.place_before(id) else { continue };
            match program.node(id) {
                Node::Assign { variable: Variable::Temporary(name), .. } if !is_read.contains(name) => {
                    known.insert(at);
                    own.push((id, *name, place));
                }
                Node::Command(Command::TurnsSince | Command::ReadCount) => drop(known.insert(at)),
                _ => {}
            }
        }
        for id in program.ids() {
            if let Node::Value(Value::Place(place)) = program.node(id)
                && !known.contains(&id)
            {
                flow.places.insert(*place);
            }
        }
        let leads_on = |id: &NodeId| {
            let is_leave = matches!(program.node(*id), Node::Command(Command::LeaveTunnel));
            is_leave && !matches!(flow.value_before(*id).map(|id| program.node(id)), Some(Node::Value(Value::Void)))
        };
        if program.ids().any(|id| leads_on(&id)) {
            flow.onwards = flow.places.iter().map(|place| place.node).collect();
        }
        flow.find_returns(&own);
        flow
    }

    /// Finds where diverts to those temporary variables lead that only ever have these places, each from where the
    /// variable gets it.
    fn find_returns(&mut self, own: &[(NodeId, NameId, Place)]) {
        loop {
            let mut has_changed = false;
            let edges: Vec<Vec<Edge>> = self.program.ids().map(|id| self.edges(id)).collect();
            for &(assigned, name, place) in own {
                let mut queue: Vec<NodeId> = self.program.next(assigned).into_iter().collect();
                let mut met: HashSet<NodeId> = queue.iter().copied().collect();
                while let Some(id) = queue.pop() {
                    match self.program.node(id) {
                        Node::Assign { variable: Variable::Temporary(other), .. } if *other == name => continue,
                        Node::Divert(Divert { target: Target::Variable(Variable::Temporary(other), _), .. })
                            if *other == name =>
                        {
                            has_changed |= self.returns.entry(id).or_default().insert(place.node);
                        }
                        _ => {}
                    }
                    let same_frame = edges[id.0 as usize].iter().filter(|edge| !edge.is_in_frame_of_its_own);
                    queue.extend(same_frame.map(|edge| edge.to).filter(|to| met.insert(*to)));
                }
            }
            if !has_changed {
                return;
            }
        }
    }

    /// Returns the node before one, or before the end of the expression before it.
    fn value_before(&self, id: NodeId) -> Option<NodeId> {
        let before = self.program.before(id)?;
        match self.program.node(before) {
            Node::Command(Command::EndExpression) => self.program.before(before),
            _ => Some(before),
        }
    }

    /// Returns the place that stands before a node, and at which node.
    fn place_before(&self, id: NodeId) -> Option<(NodeId, Place)> {
        let before = self.value_before(id)?;
        match self.program.node(before) {
            Node::Value(Value::Place(place)) => Some((before, *place)),
            _ => None,
        }
    }

    fn targets(&self, id: NodeId, divert: &Divert) -> Vec<NodeId> {
        match &divert.target {
            Target::Place(place) => vec![self.program.start(*place)],
            Target::Variable(..) => match self.returns.get(&id) {
                Some(returns) => returns.iter().copied().collect(),
                None => self.places.iter().map(|place| place.node).collect(),
            },
        }
    }

    fn edges(&self, id: NodeId) -> Vec<Edge> {
        let program = self.program;
        let same = |to| Edge { to, is_in_frame_of_its_own: false };
        let own = |to| Edge { to, is_in_frame_of_its_own: true };
        let next = || program.next(id).map(same);
        match program.node(id) {
            Node::Container(container) if !program.container(*container).content.is_empty() => {
                vec![same(program.first(*container))]
            }
            Node::Divert(divert) => {
                let targets = self.targets(id, divert).into_iter();
                let starts_thread = program
                    .before(id)
                    .is_some_and(|before| matches!(program.node(before), Node::Command(Command::BeginThread)));
                match divert.pushes {
                    Some(call) => {
                        let onwards = if call == Call::Tunnel { Some(&self.onwards) } else { None };
                        let onwards = onwards.into_iter().flatten().copied().map(same);
                        targets.map(own).chain(next()).chain(onwards).collect()
                    }
                    None if divert.is_conditional || starts_thread => targets.map(same).chain(next()).collect(),
                    None => targets.map(same).collect(),
                }
            }
            Node::Choice(point) => next().into_iter().chain([same(program.start(point.target))]).collect(),
            Node::Command(Command::Done | Command::End | Command::Return) => Vec::new(),
            Node::Command(Command::LeaveTunnel) => self.onwards.iter().copied().map(own).collect(),
            _ => next().into_iter().collect(),
        }
    }

    fn counted(&self, id: NodeId) -> Vec<ContainerId> {
        let program = self.program;
        match program.node(id) {
            Node::ReadCount(container) => vec![*container],
            Node::Choice(point) if point.is_once_only => vec![point.container],
            Node::Command(Command::VisitIndex) => vec![program.parent(id)],
            Node::Command(Command::TurnsSince | Command::ReadCount) => {
                let places = match self.place_before(id) {
                    Some((_, place)) => vec![place],
                    None => self.places.iter().copied().collect(),
                };
                places.into_iter().filter_map(|place| program.as_container(place.node)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn effect(&self, id: NodeId, slots: Slots) -> Effect {
        let program = self.program;
        let reads = |reads: Vec<usize>| Effect { reads, writes: None };
        match program.node(id) {
            Node::Variable(variable)
            | Node::Reference(variable)
            | Node::Divert(Divert { target: Target::Variable(variable, _), .. }) => {
                reads(vec![slots.variable(variable)])
            }
            // One that is no new declaration needs the variable, and follows it where that is a reference.
            Node::Assign { variable: Variable::Temporary(name), is_new: false } => reads(vec![slots.name(*name)]),
            Node::Assign { variable, .. } => Effect { reads: Vec::new(), writes: Some(slots.variable(variable)) },
            Node::Command(Command::TurnsSince) => {
                let turns = |container| program.container(container).turns;
                reads(self.counted(id).into_iter().filter_map(turns).map(|slot| slots.turns + slot as usize).collect())
            }
            Node::Command(Command::Turns) => reads(vec![slots.turn]),
            Node::Command(Command::ShuffleIndex) => reads(vec![slots.seed]),
            Node::Command(Command::Random | Command::ListRandom) => reads(vec![slots.seed, slots.last_random]),
            _ => {
                let visits = |container| program.container(container).visits;
                reads(
                    self.counted(id).into_iter().filter_map(visits).map(|slot| slots.visits + slot as usize).collect(),
                )
            }
        }
    }
}
