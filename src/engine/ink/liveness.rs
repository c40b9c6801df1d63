//! Liveness: for each node of a story, the variables and counts that the story may still read.
//!
//! No other value can change a passage, so states that differ only in other values are merged. This is the
//! live-variable analysis of compilers, over the nodes of a program. A call leads into the function or tunnel, and also
//! past it. The caller's frame keeps the slots (places of values) that are live after the call, so a return need not
//! lead to all callers.

use std::hash::BuildHasherDefault;
use std::mem;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxHasher;

use super::flow::{Edge, Flow};
use super::precision::Precision;
use super::program::{Program, Slot, Variable};
use super::state::State;
use super::value::{GlobalId, NameId, NodeId, Reference, Value};

#[derive(Clone, Debug, Default)]
pub(super) struct Liveness {
    /// All slots that the story reads, and how precisely it reads them. The index of a slot is its bit in sets.
    slots: IndexMap<Slot, Precision, BuildHasherDefault<FxHasher>>,
    /// The live slots at each node. Consecutive nodes mostly share one set.
    live: Vec<Arc<SlotSet>>,
    /// The slots that are live where `->-> target` can lead.
    onwards: SlotSet,
    /// The slots that each node reads.
    reads: Vec<Vec<Slot>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SlotSet(Box<[u64]>);

impl SlotSet {
    fn has(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    fn add(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    fn remove(&mut self, bit: usize) {
        self.0[bit / 64] &= !(1 << (bit % 64));
    }

    fn add_all(&mut self, other: &Self, mask: Option<&Self>) {
        for (index, (word, more)) in self.0.iter_mut().zip(&other.0).enumerate() {
            *word |= more & mask.map_or(!0, |mask| mask.0[index]);
        }
    }
}

impl Liveness {
    pub(super) fn of(program: &Program) -> Self {
        let flow = Flow::of(program);
        let edges: Vec<Vec<Edge>> = flow.ids().map(|id| flow.edges(id)).collect();
        let reads: Vec<Vec<Slot>> = program.ids().map(|id| flow.reads(id)).collect();
        let mut slots = IndexMap::<Slot, Precision, _>::default();
        for (id, read) in program.ids().zip(&reads) {
            for &slot in read {
                let known = slots.entry(slot).or_insert(Precision::NOTHING);
                *known = known.and(Precision::at(program, id));
            }
        }
        let none = SlotSet(vec![0; slots.len().div_ceil(64)].into());
        let bit = |slot: &Slot| slots.get_index_of(slot);
        // Each frame has temporary variables of its own. Frames share all other slots.
        let mut shared = none.clone();
        let is_shared = |slot: &&Slot| !matches!(slot, Slot::Variable(Variable::Temporary(_)));
        slots.keys().filter(is_shared).filter_map(bit).for_each(|bit| shared.add(bit));
        let nothing = Arc::new(none.clone());
        let mut live: Vec<Arc<SlotSet>> = edges.iter().map(|_| Arc::clone(&nothing)).collect();
        let order = postorder(&edges);
        let mut has_changed = true;
        while mem::take(&mut has_changed) {
            for &index in &order {
                let reads = reads.get(index).map_or(&[][..], |reads| reads);
                let assigned = flow.assigned(index).and_then(|variable| bit(&Slot::Variable(variable)));
                if let ([Edge { to, is_call: false }], [], None) = (&edges[index][..], reads, assigned) {
                    has_changed |= live[index] != live[to.0 as usize];
                    live[index] = Arc::clone(&live[to.0 as usize]);
                    continue;
                }
                let mut set = none.clone();
                for edge in &edges[index] {
                    set.add_all(&live[edge.to.0 as usize], edge.is_call.then_some(&shared));
                }
                if let Some(bit) = assigned {
                    set.remove(bit);
                }
                reads.iter().filter_map(bit).for_each(|bit| set.add(bit));
                if set != *live[index] {
                    live[index] = Arc::new(set);
                    has_changed = true;
                }
            }
        }
        let onwards = if flow.leads_onwards { (*live[flow.anywhere().0 as usize]).clone() } else { none };
        Self { slots, live, onwards, reads }
    }

    /// Erases the values that the story can no longer read, and lowers each count to the least count that has the same
    /// effect in the story.
    pub(super) fn slice(&self, program: &Program, mut state: State) -> State {
        let last = state.thread.frames.len() - 1;
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
        // A live reference also makes its variable live. No reference leads to another reference.
        for (index, frame) in state.thread.frames.iter().enumerate() {
            for (name, value) in &frame.temporaries {
                let Value::Reference(reference) = value else { continue };
                if !self.has(&frames[index], temporary(*name)) {
                    continue;
                }
                let (set, slot) = match *reference {
                    Reference::Global(id) => (Some(&mut all), Slot::Variable(Variable::Global(id))),
                    Reference::Temporary(frame, name) => (frames.get_mut(frame as usize), temporary(name)),
                };
                if let Some((set, bit)) = set.zip(self.slots.get_index_of(&slot)) {
                    set.add(bit);
                }
            }
        }
        for (frame, live) in state.thread.frames.iter_mut().zip(&frames) {
            let is_live = |name| self.has(live, temporary(name));
            let erase = |value: &mut Value| value.erased().map(|erased| *value = erased).is_some();
            frame.temporaries.retain(|&name, value| is_live(name) || erase(value));
        }
        let is_live = |slot| self.has(&all, slot);
        for (global, id) in state.globals.iter_mut().zip((0..).map(GlobalId)) {
            if !is_live(Slot::Variable(Variable::Global(id))) {
                *global = global.erased().unwrap_or(Value::Void);
            }
        }
        let lowered = |slot, count| Some(self.slots.get(&slot).filter(|_| is_live(slot))?.least(count));
        state.visits.retain(|&id, count| {
            *count = lowered(Slot::Visits(id), *count).unwrap_or(0);
            *count != 0
        });
        // The story reads turns as the number of turns since then.
        let now = state.turn;
        if !is_live(Slot::Turn) {
            state.turn = 0;
        }
        state.turns.retain(|&id, turn| {
            let since = lowered(Slot::Turns(id), now - *turn);
            since.map(|since| *turn = state.turn - since).is_some()
        });
        if !is_live(Slot::Seed) {
            state.seed = 0;
        }
        if !is_live(Slot::LastRandom) {
            state.last_random = 0;
        }
        state
    }

    fn has(&self, set: &SlotSet, slot: Slot) -> bool {
        self.slots.get_index_of(&slot).is_some_and(|bit| set.has(bit))
    }

    pub(super) fn reads(&self, id: NodeId) -> &[Slot] {
        &self.reads[id.0 as usize]
    }

    /// Returns whether a number in a slot can grow for ever. A count that is only compared with numbers cannot grow for
    /// ever.
    pub(super) fn can_grow(&self, slot: Slot) -> bool {
        !matches!(slot, Slot::Visits(_) | Slot::Turns(_)) || self.slots.get(&slot) == Some(&Precision::Exact)
    }
}

fn temporary(name: NameId) -> Slot {
    Slot::Variable(Variable::Temporary(name))
}

/// Returns the numbers of all nodes. Each node comes after most of the nodes to which it leads. In this order, liveness
/// settles in few rounds.
fn postorder(edges: &[Vec<Edge>]) -> Vec<usize> {
    let (mut order, mut met) = (Vec::with_capacity(edges.len()), vec![false; edges.len()]);
    for root in 0..edges.len() {
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut enter = Some(root);
        loop {
            if let Some(node) = enter.take().filter(|&node| !mem::replace(&mut met[node], true)) {
                path.push((node, 0));
            }
            let Some((node, next)) = path.last_mut() else { break };
            enter = edges[*node].get(*next).map(|edge| edge.to.0 as usize);
            *next += 1;
            if enter.is_none() {
                order.push(*node);
                path.pop();
            }
        }
    }
    order
}
