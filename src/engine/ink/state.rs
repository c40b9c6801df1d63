//! States: what a story knows between two passages.

use super::program::{Call, Program};
use super::value::{ContainerId, NameId, NodeId, Value};

/// What a story knows when it is about to go on: at its beginning, or after a choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) thread: Thread,
    pub(super) globals: Vec<Value>,
    /// How often each container was visited whose visits are counted.
    pub(super) visits: Counts,
    /// In which turn each container was last visited, of those of which that is noted.
    pub(super) turns: Counts,
    pub(super) turn: i32,
    pub(super) stack: Vec<Value>,
    pub(super) seed: i64,
    pub(super) last_random: i64,
}

/// Numbers of containers. Those of most are left out: a large story has thousands of them, and as many states.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Counts(Vec<(ContainerId, i32)>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Thread {
    /// The call stack; never empty.
    pub(super) frames: Vec<Frame>,
    /// The node before; containers that it is in, too, are not entered anew.
    pub(super) before: Option<NodeId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Frame {
    pub(super) call: Call,
    /// The node that comes next; nothing where the flow has ended.
    pub(super) at: Option<NodeId>,
    pub(super) is_in_expression: bool,
    pub(super) temporaries: Vec<(NameId, Value)>,
    /// For a function that has said nothing so far, how long the output was when it began.
    pub(super) output_start: Option<usize>,
}

impl State {
    /// Returns about how many bytes of memory it takes.
    pub(super) fn bytes(&self) -> usize {
        let texts = |value: &Value| if let Value::Text(text) = value { text.len() } else { 0 };
        let frames = self.thread.frames.iter().map(|frame| {
            let temporaries = frame.temporaries.iter().map(|named| size_of_val(named) + texts(&named.1));
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

impl Counts {
    pub(super) fn get(&self, id: ContainerId) -> Option<i32> {
        self.0.binary_search_by_key(&id, |count| count.0).ok().map(|at| self.0[at].1)
    }

    pub(super) fn set(&mut self, id: ContainerId, count: i32) {
        match self.0.binary_search_by_key(&id, |count| count.0) {
            Ok(at) => self.0[at].1 = count,
            Err(at) => self.0.insert(at, (id, count)),
        }
    }

    /// Replaces each number by the result of a function, or leaves it out.
    pub(super) fn replace(&mut self, with: impl Fn(ContainerId, i32) -> Option<i32>) {
        self.0.retain_mut(|(id, count)| with(*id, *count).inspect(|new| *count = *new).is_some());
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
        Self { call, at, is_in_expression: false, temporaries: Vec::new(), output_start: None }
    }

    pub(super) fn get(&self, name: NameId) -> Option<&Value> {
        let index = self.temporaries.binary_search_by_key(&name, |(name, _)| *name).ok()?;
        Some(&self.temporaries[index].1)
    }

    pub(super) fn set(&mut self, name: NameId, value: Value) {
        match self.temporaries.binary_search_by_key(&name, |(name, _)| *name) {
            Ok(index) => self.temporaries[index].1 = value,
            Err(index) => self.temporaries.insert(index, (name, value)),
        }
    }
}
