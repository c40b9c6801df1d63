//! Liveness: for each node of a story, the variables and counts that the story may still read.
//!
//! Other values cannot change a passage, so two states that differ only in those are one state. This is the backward
//! analysis of live variables that compilers use, over the nodes of a program. A call leads into the function or
//! tunnel and past it. The caller's frame keeps the slots that are live behind the call, so a return need not lead to
//! all callers.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem;
use std::sync::Arc;

use super::precision::Precision;
use super::program::{Call, Command, Divert, Node, Program, Slot, Target, Variable};
use super::state::State;
use super::value::{ContainerId, NameId, NodeId, Place, Reference, Value};

#[derive(Clone, Debug)]
pub(super) struct Liveness {
    slots: Slots,
    /// For each slot, how exactly the story can distinguish the counts in it.
    precision: Vec<Precision>,
    /// For each slot its place in a set, if the story reads it anywhere.
    bits: Vec<Option<usize>>,
    /// Nodes after each other mostly share a set.
    live: Vec<Arc<SlotSet>>,
    /// The slots that are live where `->-> target` can lead.
    onwards: SlotSet,
}

/// The numbers of slots: global variables first, and from these numbers on all others.
#[derive(Clone, Copy, Debug)]
struct Slots {
    names: usize,
    visits: usize,
    turns: usize,
    turn: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SlotSet(Box<[u64]>);

/// How many words of 64 bits all sets take at most. A story that would need more forgets nothing.
const MOST_WORDS: usize = 1 << 25;

/// Where play can go on from a node.
struct Edges {
    same_frame: Vec<NodeId>,
    /// In another frame, which has temporary variables of its own.
    own_frame: Vec<NodeId>,
}

impl Slots {
    fn of(program: &Program) -> Self {
        let names = program.globals.len();
        let visits = names + program.names.len();
        let turns = visits + program.visit_count;
        Self { names, visits, turns, turn: turns + program.turn_count }
    }

    fn count(self) -> usize {
        self.number(Slot::LastRandom) + 1
    }

    fn number(self, slot: Slot) -> usize {
        match slot {
            Slot::Variable(Variable::Global(id)) => id.0 as usize,
            Slot::Variable(Variable::Temporary(name)) => self.names + name.0 as usize,
            Slot::Visits(place) => self.visits + place as usize,
            Slot::Turns(place) => self.turns + place as usize,
            Slot::Turn => self.turn,
            Slot::Seed => self.turn + 1,
            Slot::LastRandom => self.turn + 2,
        }
    }

    fn name(self, name: NameId) -> usize {
        self.number(Slot::Variable(Variable::Temporary(name)))
    }
}

impl SlotSet {
    fn has(&self, bit: Option<usize>) -> bool {
        bit.is_some_and(|bit| self.0[bit / 64] >> (bit % 64) & 1 == 1)
    }

    fn add(&mut self, bit: Option<usize>) {
        if let Some(bit) = bit {
            self.0[bit / 64] |= 1 << (bit % 64);
        }
    }

    fn remove(&mut self, bit: Option<usize>) {
        if let Some(bit) = bit {
            self.0[bit / 64] &= !(1 << (bit % 64));
        }
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
        let edges: Vec<Edges> = program.ids().map(|id| flow.edges(id)).collect();
        let numbers = |id| flow.reads(id).into_iter().map(|slot| slots.number(slot)).collect();
        let reads: Vec<Vec<usize>> = program.ids().map(numbers).collect();
        let mut precision = vec![Precision::NOTHING; slots.count()];
        for (id, read) in program.ids().zip(&reads) {
            let needed = Precision::at(program, id);
            for &slot in read {
                precision[slot] = precision[slot].and(needed);
            }
        }
        let (mut bits, mut count) = (vec![None; slots.count()], 0_usize);
        for &slot in reads.iter().flatten() {
            if bits[slot].is_none() {
                bits[slot] = Some(count);
                count += 1;
            }
        }
        let none = SlotSet(vec![0; count.div_ceil(64)].into());
        let is_joint = |id: &NodeId| {
            let (Edges { same_frame, own_frame }, reads) = (&edges[id.0 as usize], &reads[id.0 as usize]);
            !reads.is_empty() || same_frame.len() + own_frame.len() > 1
        };
        if program.ids().filter(is_joint).count().saturating_mul(none.0.len()) > MOST_WORDS {
            let all = SlotSet(vec![!0; none.0.len()].into());
            let shared = Arc::new(all.clone());
            let live = program.ids().map(|_| Arc::clone(&shared)).collect();
            return Self { slots, precision, bits, live, onwards: all };
        }
        // All but the temporary variables, which each frame has of its own.
        let mut shared = none.clone();
        (0..slots.names).chain(slots.visits..slots.count()).for_each(|slot| shared.add(bits[slot]));
        let nothing = Arc::new(none.clone());
        let mut live: Vec<Arc<SlotSet>> = program.ids().map(|_| Arc::clone(&nothing)).collect();
        let mut has_changed = true;
        while mem::take(&mut has_changed) {
            for id in program.ids().rev() {
                let index = id.0 as usize;
                let Edges { same_frame, own_frame } = &edges[index];
                let assigned = match program.node(id) {
                    Node::Assign { variable, .. } => bits[slots.number(Slot::Variable(*variable))],
                    _ => None,
                };
                let next = same_frame.first().map(|to| &live[to.0 as usize]);
                let mut set = none.clone();
                if let (Some(next), 1, true, true, None) =
                    (next, same_frame.len(), own_frame.is_empty(), reads[index].is_empty(), assigned)
                {
                    has_changed |= live[index] != *next;
                    live[index] = Arc::clone(next);
                    continue;
                }
                let (same, own) =
                    (same_frame.iter().map(|to| (to, None)), own_frame.iter().map(|to| (to, Some(&shared))));
                same.chain(own).for_each(|(to, mask)| set.add_all(&live[to.0 as usize], mask));
                set.remove(assigned);
                reads[index].iter().for_each(|&slot| set.add(bits[slot]));
                if set != *live[index] {
                    let same = next.filter(|next| ***next == set).map(Arc::clone);
                    live[index] = same.unwrap_or_else(|| Arc::new(set));
                    has_changed = true;
                }
            }
        }
        let mut onwards = none;
        flow.onwards.iter().for_each(|to| onwards.add_all(&live[to.0 as usize], None));
        Self { slots, precision, bits, live, onwards }
    }

    /// Erases what a state cannot read any more, and lowers its counts to the least that are not told apart.
    pub(super) fn slice(&self, program: &Program, mut state: State) -> State {
        let slots = self.slots;
        let last = state.thread.frames.len() - 1;
        let bit = |slot: usize| self.bits[slot];
        let none = || SlotSet(vec![0; self.onwards.0.len()].into());
        let (mut frames, mut all) = (Vec::with_capacity(last + 1), none());
        for (index, frame) in state.thread.frames.iter().enumerate() {
            let at = if index == last { frame.at } else { frame.at.and_then(|at| program.next(at)) };
            let mut live = at.map_or_else(none, |at| (*self.live[at.0 as usize]).clone());
            if index < last {
                live.add_all(&self.onwards, None);
            }
            all.add_all(&live, None);
            frames.push(live);
        }
        // A live reference makes its variable live, too.
        let mut has_changed = true;
        while mem::take(&mut has_changed) {
            for (index, frame) in state.thread.frames.iter().enumerate() {
                for (name, value) in &frame.temporaries {
                    let Value::Reference(reference) = value else { continue };
                    if !frames[index].has(bit(slots.name(*name))) {
                        continue;
                    }
                    let (set, slot) = match *reference {
                        Reference::Global(id) => (&mut all, bit(id.0 as usize)),
                        Reference::Temporary(frame, name) => match frames.get_mut(frame as usize) {
                            Some(live) => (live, bit(slots.name(name))),
                            None => continue,
                        },
                    };
                    has_changed |= !set.has(slot);
                    set.add(slot);
                }
            }
        }
        for (frame, live) in state.thread.frames.iter_mut().zip(&frames) {
            let rest = |(name, value): (NameId, Value)| {
                Some((name, if live.has(bit(slots.name(name))) { value } else { value.erased()? }))
            };
            frame.temporaries = mem::take(&mut frame.temporaries).into_iter().filter_map(rest).collect();
        }
        for (global, slot) in state.globals.iter_mut().zip(0..) {
            if !all.has(bit(slot)) {
                *global = global.erased().unwrap_or(Value::Void);
            }
        }
        state.visits.replace(|slot, count| {
            let slot = slots.visits + slot as usize;
            if all.has(bit(slot)) { self.precision[slot].least(count) } else { 0 }
        });
        // Turns are read as how long ago they were.
        let now = state.turn;
        if !all.has(bit(slots.number(Slot::Turn))) {
            state.turn = 0;
        }
        for (turn, slot) in state.turns.iter_mut().zip(slots.turns..) {
            let ago = turn.filter(|_| all.has(bit(slot))).map(|turn| self.precision[slot].least(now - turn));
            *turn = ago.map(|ago| state.turn - ago);
        }
        if !all.has(bit(slots.number(Slot::Seed))) {
            state.seed = 0;
        }
        if !all.has(bit(slots.number(Slot::LastRandom))) {
            state.last_random = 0;
        }
        state
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
        let mut has_changed = true;
        while mem::take(&mut has_changed) {
            let edges: Vec<Edges> = self.program.ids().map(|id| self.edges(id)).collect();
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
                    queue.extend(edges[id.0 as usize].same_frame.iter().filter(|to| met.insert(**to)));
                }
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
                None => self.places.iter().map(|place| place.node).collect(),
            },
        }
    }

    fn edges(&self, id: NodeId) -> Edges {
        let program = self.program;
        let begins_thread = |node| matches!(program.node(node), Node::Command(Command::BeginThread));
        let (next, mut same_frame, mut own_frame) = (program.next(id), Vec::new(), Vec::new());
        match program.node(id) {
            Node::Container(container) if !program.container(*container).content.is_empty() => {
                same_frame.push(program.first(*container));
            }
            Node::Divert(divert @ Divert { pushes: Some(call), .. }) => {
                own_frame = self.targets(id, divert);
                same_frame.extend(next);
                if *call == Call::Tunnel {
                    same_frame.extend(&self.onwards);
                }
            }
            Node::Divert(divert) => {
                same_frame = self.targets(id, divert);
                if divert.is_conditional || program.before(id).is_some_and(begins_thread) {
                    same_frame.extend(next);
                }
            }
            Node::Choice(point) => same_frame.extend(next.into_iter().chain([program.start(point.target)])),
            Node::Command(Command::Done | Command::End | Command::Return) => {}
            Node::Command(Command::LeaveTunnel) => own_frame.extend(&self.onwards),
            _ => same_frame.extend(next),
        }
        Edges { same_frame, own_frame }
    }

    /// Returns what a node reads. All that a node writes is the variable that it assigns.
    fn reads(&self, id: NodeId) -> Vec<Slot> {
        let program = self.program;
        let visits = |container| program.container(container).visits.map(Slot::Visits);
        let turns = |container| program.container(container).turns.map(Slot::Turns);
        match program.node(id) {
            Node::Variable(variable)
            | Node::Reference(variable)
            | Node::Divert(Divert { target: Target::Variable(variable, _), .. })
            // One that is no new declaration needs the variable, and follows it where that is a reference.
            | Node::Assign { variable: variable @ Variable::Temporary(_), is_new: false } => {
                vec![Slot::Variable(*variable)]
            }
            Node::ReadCount(container) => visits(*container).into_iter().collect(),
            Node::Choice(point) if point.is_once_only => visits(point.container).into_iter().collect(),
            Node::Command(Command::VisitIndex) => visits(program.parent(id)).into_iter().collect(),
            Node::Command(Command::ReadCount) => self.counted(id).into_iter().filter_map(visits).collect(),
            Node::Command(Command::TurnsSince) => self.counted(id).into_iter().filter_map(turns).collect(),
            Node::Command(Command::Turns) => vec![Slot::Turn],
            Node::Command(Command::ShuffleIndex) => vec![Slot::Seed],
            Node::Command(Command::Random | Command::ListRandom) => vec![Slot::Seed, Slot::LastRandom],
            _ => Vec::new(),
        }
    }

    /// Returns the containers whose visits or turns a node can ask about, by a place on the stack.
    fn counted(&self, id: NodeId) -> Vec<ContainerId> {
        let places = match self.place_before(id) {
            Some((_, place)) => vec![place],
            None => self.places.iter().copied().collect(),
        };
        places.into_iter().filter_map(|place| self.program.as_container(place.node)).collect()
    }
}
