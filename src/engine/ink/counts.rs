//! Counts: how much of the number of visits, or of turns, a story can tell apart.
//!
//! Counts grow for ever where a story goes in circles. But most are only asked whether they are above 0, compared with
//! a number, or taken modulo the length of a sequence. Beyond what is asked of it, a count can stay where it is.

use super::ids::{ContainerId, NodeId};
use super::native::Native;
use super::program::{Command, Node, Program};
use super::value::Value;

/// What is asked of a count, wherever it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Exactly,
    /// What it is up to a bound; and beyond that, its remainder by a divisor.
    UpTo {
        bound: i32,
        divisor: i32,
    },
}

impl Asked {
    const NOTHING: Self = Self::UpTo { bound: 0, divisor: 1 };
    const WHETHER_ANY: Self = Self::UpTo { bound: 1, divisor: 1 };

    /// The greatest divisor that is worth it: beyond, a count would have more values than a story has pages.
    const GREATEST: i32 = 1000;

    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::UpTo { bound, divisor: one }, Self::UpTo { bound: other, divisor: two }) => {
                match (one / greatest_common_divisor(one, two)).checked_mul(two) {
                    Some(divisor @ ..=Self::GREATEST) => Self::UpTo { bound: bound.max(other), divisor },
                    _ => Self::Exactly,
                }
            }
            _ => Self::Exactly,
        }
    }

    /// Returns the least count that the story cannot tell from this one.
    pub(super) fn least(self, count: i32) -> i32 {
        match self {
            Self::UpTo { bound, divisor } if count > bound => bound + (count - bound) % divisor,
            _ => count,
        }
    }

    /// Returns what is asked of n where this is asked of n - 1.
    fn of_next(self) -> Self {
        match self {
            Self::UpTo { bound, divisor } => Self::UpTo { bound: bound.saturating_add(1), divisor },
            Self::Exactly => self,
        }
    }
}

fn greatest_common_divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[derive(Clone, Debug)]
pub(super) struct Counts {
    pub(super) visits: Vec<Asked>,
    pub(super) turns: Vec<Asked>,
}

impl Counts {
    /// Finds what is asked. `read_at` tells of which containers a node reads the visits, or the turns since.
    pub(super) fn of(program: &Program, read_at: impl Fn(NodeId) -> Vec<ContainerId>) -> Self {
        let mut counts =
            Self { visits: vec![Asked::NOTHING; program.visit_count], turns: vec![Asked::NOTHING; program.turn_count] };
        for id in program.ids() {
            let asked = match program.node(id) {
                Node::Choice(_) => Asked::WHETHER_ANY,
                Node::Command(Command::VisitIndex) => asked_of(program, id).of_next(),
                _ => asked_of(program, id),
            };
            for container in read_at(id) {
                let container = program.container(container);
                let counted = match program.node(id) {
                    Node::Command(Command::TurnsSince) => container.turns.map(|slot| &mut counts.turns[slot as usize]),
                    _ => container.visits.map(|slot| &mut counts.visits[slot as usize]),
                };
                if let Some(counted) = counted {
                    *counted = counted.and(asked);
                }
            }
        }
        counts
    }
}

/// Returns what is asked of the number that a node adds to the stack, by following the expression.
fn asked_of(program: &Program, id: NodeId) -> Asked {
    let mut above: Vec<Option<i32>> = Vec::new();
    let constant = |node: &Node| match node {
        Node::Value(Value::Number(number)) => Some(*number),
        _ => None,
    };
    let mut at = id;
    while let Some(next) = program.next(at).filter(|next| program.parent(*next) == program.parent(id)) {
        at = next;
        match program.node(at) {
            Node::Value(_) | Node::Variable(_) | Node::ReadCount(_) => above.push(constant(program.node(at))),
            Node::Native(native) if above.is_empty() => {
                let left = program.before(id).and_then(|before| constant(program.node(before)));
                return match (native, left) {
                    (Native::Not | Native::And | Native::Or, _) => Asked::WHETHER_ANY,
                    (Native::Modulo, _) => Asked::Exactly,
                    (_, Some(number)) if native.operands() == 2 => compared(*native, number),
                    _ => Asked::Exactly,
                };
            }
            Node::Native(native) if native.operands() == 2 => {
                let right = above.pop().flatten();
                if above.is_empty() {
                    return match (native, right) {
                        (Native::And | Native::Or, _) => Asked::WHETHER_ANY,
                        (_, Some(number)) => compared(*native, number),
                        _ => Asked::Exactly,
                    };
                }
                *above.last_mut().expect("it is not empty") = None;
            }
            Node::Command(Command::ShuffleIndex) if above.len() == 1 => {
                let length = above[0].zip(program.shuffle_rounds).and_then(|(count, rounds)| count.checked_mul(rounds));
                return match length {
                    Some(divisor @ 1..=Asked::GREATEST) => Asked::UpTo { bound: 0, divisor },
                    _ => Asked::Exactly,
                };
            }
            Node::Native(_) => *above.last_mut().expect("it is not empty") = None,
            Node::Command(Command::EndExpression) if above.is_empty() => {
                let next = program.next(at).map(|next| program.node(program.enter(next)));
                return match next {
                    Some(Node::Divert(divert)) if divert.is_conditional => Asked::WHETHER_ANY,
                    Some(Node::Choice(point)) if point.has_condition => Asked::WHETHER_ANY,
                    _ => Asked::Exactly,
                };
            }
            _ => return Asked::Exactly,
        }
    }
    Asked::Exactly
}

fn compared(native: Native, number: i32) -> Asked {
    match native {
        Native::Equal
        | Native::Unequal
        | Native::Greater
        | Native::Less
        | Native::AtLeast
        | Native::AtMost
        | Native::Min => Asked::UpTo { bound: number.saturating_add(1).max(0), divisor: 1 },
        Native::Modulo if number > 0 => Asked::UpTo { bound: 0, divisor: number },
        _ => Asked::Exactly,
    }
}
