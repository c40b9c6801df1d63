//! States: what a story remembers between two passages.

use super::program::{Call, Program};
use super::value::{ContainerId, NameId, NodeId, Value};

/// Everything that a story remembers at its beginning, or after a choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) thread: Thread,
    pub(super) globals: Vec<Value>,
    /// The number of visits of each container that counts them.
    pub(super) visits: Counts,
    /// The turn of the last visit to each container that records it.
    pub(super) turns: Counts,
    pub(super) turn: i32,
    pub(super) stack: Vec<Value>,
    pub(super) seed: i64,
    pub(super) last_random: i64,
}

/// Values by keys, sorted by key. A list takes less memory than a hash map, and large stories have many states.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct SortedMap<K, V>(pub(super) Vec<(K, V)>);

/// A number for each container.
pub(super) type Counts = SortedMap<ContainerId, i32>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Thread {
    /// The call stack; never empty.
    pub(super) frames: Vec<Frame>,
    /// The previous node. The step to the next node does not enter containers around both nodes again.
    pub(super) before: Option<NodeId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Frame {
    pub(super) call: Call,
    /// The next node; `None` if the flow has ended.
    pub(super) at: Option<NodeId>,
    pub(super) is_in_expression: bool,
    pub(super) temporaries: SortedMap<NameId, Value>,
    /// For a function that has printed nothing yet, the length of the output when the function began.
    pub(super) output_start: Option<usize>,
}

impl State {
    /// Returns the approximate size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let texts = |value: &Value| if let Value::Text(text) = value { text.len() } else { 0 };
        let frames = self.thread.frames.iter().map(|frame| {
            let temporaries = frame.temporaries.0.iter().map(|named| size_of_val(named) + texts(&named.1));
            size_of_val(frame) + temporaries.sum::<usize>()
        });
        let globals = self.globals.iter().map(|value| size_of_val(value) + texts(value));
        let counts = size_of_val(&*self.visits.0) + size_of_val(&*self.turns.0) + size_of_val(&*self.stack);
        size_of::<Self>() + frames.chain(globals).sum::<usize>() + counts
    }

    pub(super) fn at(program: &Program, node: NodeId, seed: i64) -> Self {
        Self {
            thread: Thread { before: Some(NodeId(0)), ..Thread::at(Some(node)) },
            globals: vec![Value::Number(0); program.globals.len()],
            visits: Counts::default(),
            turns: Counts::default(),
            turn: 0,
            stack: Vec::new(),
            seed,
            last_random: 0,
        }
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Copy + Ord, V> SortedMap<K, V> {
    pub(super) fn get(&self, key: K) -> Option<&V> {
        self.0.binary_search_by_key(&key, |pair| pair.0).ok().map(|at| &self.0[at].1)
    }

    pub(super) fn set(&mut self, key: K, value: V) {
        match self.0.binary_search_by_key(&key, |pair| pair.0) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    /// Replaces each value with the result of a function. If the result is `None`, removes the value.
    pub(super) fn replace(&mut self, with: impl Fn(K, &V) -> Option<V>) {
        self.0.retain_mut(|(key, value)| match with(*key, value) {
            Some(new) => {
                *value = new;
                true
            }
            None => false,
        });
    }
}

impl Thread {
    pub(super) fn at(node: Option<NodeId>) -> Self {
        Self { frames: vec![Frame::new(Call::Tunnel, node)], before: None }
    }

    pub(super) fn top(&self) -> &Frame {
        self.frames.last().expect("a call stack has a frame")
    }

    pub(super) fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a call stack has a frame")
    }
}

impl Frame {
    pub(super) fn new(call: Call, at: Option<NodeId>) -> Self {
        Self { call, at, is_in_expression: false, temporaries: SortedMap::default(), output_start: None }
    }
}
