//! States: what a story remembers between two passages.

use std::collections::BTreeMap;

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

/// A number for each container.
pub(super) type Counts = BTreeMap<ContainerId, i32>;

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
    pub(super) temporaries: BTreeMap<NameId, Value>,
    /// For a function that has printed nothing yet, the length of the output when the function began.
    pub(super) output_start: Option<usize>,
}

impl State {
    /// Returns the approximate size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let texts = |value: &Value| if let Value::Text(text) = value { text.len() } else { 0 };
        let frames = &self.thread.frames[..];
        let temporaries = frames.iter().flat_map(|frame| frame.temporaries.values());
        let values = self.globals.iter().chain(&self.stack).chain(temporaries);
        let counts = (self.visits.len() + self.turns.len()) * size_of::<(ContainerId, i32)>();
        size_of::<Self>()
            + size_of_val(frames)
            + counts
            + values.map(|value| size_of_val(value) + texts(value)).sum::<usize>()
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
        Self { call, at, is_in_expression: false, temporaries: BTreeMap::new(), output_start: None }
    }
}
