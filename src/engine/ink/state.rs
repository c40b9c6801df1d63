//! States: what a story knows between two passages.

use super::program::{Call, Program, Slot, Variable};
use super::value::{NameId, NodeId, Value};

/// What a story knows when it is about to go on: at its beginning, or after a choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) thread: Thread,
    pub(super) globals: Vec<Value>,
    /// How often each container was visited whose visits are counted.
    pub(super) visits: Vec<i32>,
    /// In which turn each container was last visited, of those of which that is noted.
    pub(super) turns: Vec<Option<i32>>,
    pub(super) turn: i32,
    pub(super) stack: Vec<Value>,
    pub(super) seed: i64,
    pub(super) last_random: i64,
}

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
    pub(super) fn at(program: &Program, node: NodeId, seed: i64) -> Self {
        Self {
            thread: Thread { before: Some(NodeId(0)), ..Thread::at(Some(node)) },
            globals: vec![Value::Number(0); program.globals.len()],
            visits: vec![0; program.visit_count],
            turns: vec![None; program.turn_count],
            turn: 0,
            stack: Vec::new(),
            seed,
            last_random: 0,
        }
    }

    pub(super) fn clamp(&mut self, program: &Program) {
        for &(slot, most) in &program.clamps {
            match slot {
                Slot::Variable(Variable::Global(id)) => {
                    let held = &mut self.globals[id.0 as usize];
                    match *held {
                        Value::Number(number) => *held = Value::Number(number.min(most.into())),
                        Value::Float(number) => *held = Value::float(number.get().min(most.into())),
                        _ => {}
                    }
                }
                Slot::Visits(slot) => {
                    let visits = &mut self.visits[slot as usize];
                    *visits = i32::from(most).min(*visits);
                }
                // What was noted of earlier turns stays as long ago.
                Slot::Turn => {
                    let over = (self.turn - i32::from(most)).max(0);
                    self.turn -= over;
                    self.turns.iter_mut().flatten().for_each(|turn| *turn -= over);
                }
                _ => {}
            }
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
