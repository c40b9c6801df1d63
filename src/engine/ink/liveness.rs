//! Liveness: for each node of a story, the variables and counts that the story may still read.
//!
//! Other values cannot change a passage, so two states that differ only in those are one state. This is the backward
//! analysis of live variables that compilers use, over the nodes of a program. A call leads into the function or
//! tunnel and past it. The caller's frame keeps the slots that are live behind the call, so a return need not lead to
//! all callers.

use std::hash::BuildHasherDefault;
use std::mem;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxHasher;

use super::flow::{Edges, Flow};
use super::precision::Precision;
use super::program::{Program, Slot, Variable};
use super::state::State;
use super::value::{GlobalId, NameId, NodeId, Reference, Value};

#[derive(Clone, Debug, Default)]
pub(super) struct Liveness {
    /// The slots that the story reads anywhere. Their numbers are their bits in sets.
    slots: IndexMap<Slot, SlotReads, BuildHasherDefault<FxHasher>>,
    /// The sets of nodes, unless they are too large. Nodes after each other mostly share one.
    live: Vec<Arc<SlotSet>>,
    /// The ranks of nodes where there are no sets.
    ranks: Vec<u32>,
    /// The slots that are live where `->-> target` can lead.
    onwards: SlotSet,
    /// What each node reads.
    reads: Vec<Vec<Slot>>,
}

/// How a story reads a slot.
#[derive(Clone, Copy, Debug)]
struct SlotReads {
    /// How exactly it can distinguish the counts in it.
    precision: Precision,
    /// The lowest rank of the nodes that read it.
    lowest: u32,
}

/// The slots of these bits; without sets, those that are read at a rank up to this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SlotSet {
    words: Box<[u64]>,
    rank: u32,
}

/// How many words of 64 bits all sets take at most. In a story that would need more, the ranks of nodes are compared.
const MOST_WORDS: usize = 1 << 25;

impl SlotSet {
    fn has(&self, bit: usize) -> bool {
        self.words[bit / 64] >> (bit % 64) & 1 == 1
    }

    fn add(&mut self, bit: usize) {
        self.words[bit / 64] |= 1 << (bit % 64);
    }

    fn remove(&mut self, bit: usize) {
        self.words[bit / 64] &= !(1 << (bit % 64));
    }

    fn add_all(&mut self, other: &Self, mask: Option<&Self>) {
        self.rank = self.rank.max(other.rank);
        for (index, (word, more)) in self.words.iter_mut().zip(&other.words).enumerate() {
            *word |= more & mask.map_or(!0, |mask| mask.words[index]);
        }
    }
}

impl Liveness {
    pub(super) fn of(program: &Program) -> Self {
        let flow = Flow::of(program);
        let edges: Vec<Edges> = flow.ids().map(|id| flow.edges(id)).collect();
        let (order, ranks) = ranked(&edges);
        let reads: Vec<Vec<Slot>> = program.ids().map(|id| flow.reads(id)).collect();
        let mut slots = IndexMap::<Slot, SlotReads, _>::default();
        for (id, read) in program.ids().zip(&reads) {
            let (precision, rank) = (Precision::at(program, id), ranks[id.0 as usize]);
            for &slot in read {
                let known = slots.entry(slot).or_insert(SlotReads { precision: Precision::NOTHING, lowest: rank });
                *known = SlotReads { precision: known.precision.and(precision), lowest: known.lowest.min(rank) };
            }
        }
        let words = slots.len().div_ceil(64);
        let is_joint = |(edges, reads): &(&Edges, &Vec<Slot>)| !reads.is_empty() || edges.count() > 1;
        if edges.iter().zip(&reads).filter(is_joint).count().saturating_mul(words) > MOST_WORDS {
            let rank = if flow.leads_onwards { ranks[flow.anywhere().0 as usize] } else { 0 };
            let onwards = SlotSet { rank, ..SlotSet::default() };
            return Self { slots, live: Vec::new(), ranks, onwards, reads };
        }
        let none = SlotSet { words: vec![0; words].into(), rank: 0 };
        // All but the temporary variables, which each frame has of its own.
        let mut shared = none.clone();
        let is_shared = |slot: &&Slot| !matches!(slot, Slot::Variable(Variable::Temporary(_)));
        let bit = |slot: &Slot| slots.get_index_of(slot);
        slots.keys().filter(is_shared).filter_map(bit).for_each(|bit| shared.add(bit));
        let nothing = Arc::new(none.clone());
        let mut live: Vec<Arc<SlotSet>> = edges.iter().map(|_| Arc::clone(&nothing)).collect();
        let mut has_changed = true;
        while mem::take(&mut has_changed) {
            for &index in &order {
                let Edges { same_frame, own_frame } = &edges[index];
                let reads = reads.get(index).map_or(&[][..], |reads| reads);
                let assigned = flow.assigned(index).and_then(|variable| bit(&Slot::Variable(variable)));
                let next = same_frame.first().map(|to| &live[to.0 as usize]);
                if let (Some(next), 1, true, None) = (next, edges[index].count(), reads.is_empty(), assigned) {
                    has_changed |= live[index] != *next;
                    live[index] = Arc::clone(next);
                    continue;
                }
                let mut set = none.clone();
                let (same, own) =
                    (same_frame.iter().map(|to| (to, None)), own_frame.iter().map(|to| (to, Some(&shared))));
                same.chain(own).for_each(|(to, mask)| set.add_all(&live[to.0 as usize], mask));
                if let Some(bit) = assigned {
                    set.remove(bit);
                }
                reads.iter().filter_map(bit).for_each(|bit| set.add(bit));
                if set != *live[index] {
                    let same = next.filter(|next| ***next == set).map(Arc::clone);
                    live[index] = same.unwrap_or_else(|| Arc::new(set));
                    has_changed = true;
                }
            }
        }
        let onwards = if flow.leads_onwards { (*live[flow.anywhere().0 as usize]).clone() } else { none };
        Self { slots, live, ranks: Vec::new(), onwards, reads }
    }

    fn at(&self, node: NodeId) -> SlotSet {
        let index = node.0 as usize;
        self.live
            .get(index)
            .map_or_else(|| SlotSet { rank: self.ranks[index], ..SlotSet::default() }, |live| (**live).clone())
    }

    /// Erases what a state cannot read any more, and lowers its counts to the least that are not told apart.
    pub(super) fn slice(&self, program: &Program, mut state: State) -> State {
        let last = state.thread.frames.len() - 1;
        let none = || SlotSet { words: vec![0; self.onwards.words.len()].into(), rank: 0 };
        let (mut frames, mut all) = (Vec::with_capacity(last + 1), none());
        for (index, frame) in state.thread.frames.iter().enumerate() {
            let at = if index == last { frame.at } else { frame.at.and_then(|at| program.next(at)) };
            let mut live = at.map_or_else(none, |at| self.at(at));
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
                    if !self.has(&frames[index], temporary(*name)) {
                        continue;
                    }
                    let (set, slot) = match *reference {
                        Reference::Global(id) => (&mut all, Slot::Variable(Variable::Global(id))),
                        Reference::Temporary(frame, name) => match frames.get_mut(frame as usize) {
                            Some(live) => (live, temporary(name)),
                            None => continue,
                        },
                    };
                    if let Some((bit, _, read)) = self.slots.get_full(&slot).filter(|_| !self.has(set, slot)) {
                        has_changed = true;
                        if self.live.is_empty() {
                            set.rank = read.lowest;
                        } else {
                            set.add(bit);
                        }
                    }
                }
            }
        }
        for (frame, live) in state.thread.frames.iter_mut().zip(&frames) {
            let rest = |(name, value): (NameId, Value)| {
                Some((name, if self.has(live, temporary(name)) { value } else { value.erased()? }))
            };
            frame.temporaries = mem::take(&mut frame.temporaries).into_iter().filter_map(rest).collect();
        }
        for (global, id) in state.globals.iter_mut().zip((0..).map(GlobalId)) {
            if !self.has(&all, Slot::Variable(Variable::Global(id))) {
                *global = global.erased().unwrap_or(Value::Void);
            }
        }
        let lowered = |slot, count| {
            self.slots.get(&slot).filter(|_| self.has(&all, slot)).map(|read| read.precision.least(count))
        };
        state.visits.replace(|id, count| lowered(Slot::Visits(id), count).filter(|count| *count != 0));
        // Turns are read as how long ago they were.
        let now = state.turn;
        let is_live = |slot| self.has(&all, slot);
        if !is_live(Slot::Turn) {
            state.turn = 0;
        }
        state.turns.replace(|id, turn| Some(state.turn - lowered(Slot::Turns(id), now - turn)?));
        if !is_live(Slot::Seed) {
            state.seed = 0;
        }
        if !is_live(Slot::LastRandom) {
            state.last_random = 0;
        }
        state
    }

    fn has(&self, set: &SlotSet, slot: Slot) -> bool {
        let is_in = |(bit, _, read): (usize, &Slot, &SlotReads)| {
            if self.live.is_empty() { read.lowest <= set.rank } else { set.has(bit) }
        };
        self.slots.get_full(&slot).is_some_and(is_in)
    }

    pub(super) fn reads(&self, id: NodeId) -> &[Slot] {
        &self.reads[id.0 as usize]
    }

    /// Whether a number in a slot can grow without end: a count that is only compared with numbers stops there.
    pub(super) fn can_grow(&self, slot: Slot) -> bool {
        let is_exact = || self.slots.get(&slot).is_some_and(|read| read.precision == Precision::Exact);
        !matches!(slot, Slot::Visits(_) | Slot::Turns(_)) || is_exact()
    }
}

fn temporary(name: NameId) -> Slot {
    Slot::Variable(Variable::Temporary(name))
}

/// Returns the numbers of nodes, each after most that it leads to, and the rank of each node from 1: that of its
/// strongly connected component in Tarjan's algorithm. A node leads to no higher rank.
fn ranked(edges: &[Edges]) -> (Vec<usize>, Vec<u32>) {
    let (mut order, mut ranks) = (Vec::with_capacity(edges.len()), vec![0; edges.len()]);
    let (mut met, mut low, mut rank) = (0_u32, vec![0_u32; edges.len()], 1);
    let (mut path, mut open): (Vec<(usize, usize, u32)>, Vec<usize>) = (Vec::new(), Vec::new());
    for root in 0..edges.len() {
        let mut enter = Some(root).filter(|&root| low[root] == 0);
        loop {
            if let Some(node) = enter.take() {
                met += 1;
                low[node] = met;
                path.push((node, 0, met));
                open.push(node);
            }
            let Some((node, next, own)) = path.last_mut() else { break };
            if let Some(to) = edges[*node].get(*next).map(|to| to.0 as usize) {
                *next += 1;
                if low[to] == 0 {
                    enter = Some(to);
                } else if ranks[to] == 0 {
                    low[*node] = low[*node].min(low[to]);
                }
                continue;
            }
            let (node, own) = (*node, *own);
            path.pop();
            order.push(node);
            if let Some((before, ..)) = path.last() {
                low[*before] = low[*before].min(low[node]);
            }
            if low[node] == own {
                let first = open.iter().rposition(|&other| other == node).unwrap_or(0);
                open.drain(first..).for_each(|other| ranks[other] = rank);
                rank += 1;
            }
        }
    }
    (order, ranks)
}
