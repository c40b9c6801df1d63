//! Precision: how precisely a story can distinguish numbers of visits or of turns.
//!
//! If a story loops, counts can grow for ever. But most stories only check whether a count is above 0, compare it with
//! a number, or take it modulo the length of a sequence. A count can be capped if the story cannot notice the cap.

use super::native::Native;
use super::program::{Command, Node, Program};
use super::value::{NodeId, Value};

/// How precisely a story reads a count, in all places that read this count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    Exact,
    /// Reads the exact count up to a bound. Beyond the bound, reads only the remainder by a divisor.
    UpTo {
        bound: i32,
        divisor: i32,
    },
}

impl Precision {
    pub(super) const NOTHING: Self = Self::UpTo { bound: 0, divisor: 1 };
    const WHETHER_ANY: Self = Self::UpTo { bound: 1, divisor: 1 };

    /// The greatest useful divisor. With a greater divisor, a count would have more values than a story has pages.
    const GREATEST: i32 = 1000;

    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::UpTo { bound, divisor: one }, Self::UpTo { bound: other, divisor: two }) => {
                match (one / greatest_common_divisor(one, two)).checked_mul(two) {
                    Some(divisor @ ..=Self::GREATEST) => Self::UpTo { bound: bound.max(other), divisor },
                    _ => Self::Exact,
                }
            }
            _ => Self::Exact,
        }
    }

    /// Returns how precisely a node reads a count.
    pub(super) fn at(program: &Program, id: NodeId) -> Self {
        match (program.node(id), of_number(program, id)) {
            (Node::Choice(_), _) => Self::WHETHER_ANY,
            // The number is one less than the count.
            (Node::Command(Command::VisitIndex), Self::UpTo { bound, divisor }) => {
                Self::UpTo { bound: bound.saturating_add(1), divisor }
            }
            (_, asked) => asked,
        }
    }

    /// Returns the least count that the story cannot distinguish from `count`.
    pub(super) fn least(self, count: i32) -> i32 {
        match self {
            Self::UpTo { bound, divisor } if count > bound => bound + (count - bound) % divisor,
            _ => count,
        }
    }
}

fn greatest_common_divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Returns how precisely an expression reads the number that a node pushes onto the stack.
fn of_number(program: &Program, id: NodeId) -> Precision {
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
                return if *native == Native::Modulo { Precision::Exact } else { compared(*native, left) };
            }
            Node::Native(native) if native.operands() == 2 => {
                let right = above.pop().flatten();
                match above.last_mut() {
                    Some(left) => *left = None,
                    None => return compared(*native, right),
                }
            }
            Node::Command(Command::ShuffleIndex) if above.len() == 1 => {
                let length = above[0].zip(program.shuffle_rounds).and_then(|(count, rounds)| count.checked_mul(rounds));
                return match length {
                    Some(divisor @ 1..=Precision::GREATEST) => Precision::UpTo { bound: 0, divisor },
                    _ => Precision::Exact,
                };
            }
            Node::Native(_) => *above.last_mut().expect("it is not empty") = None,
            Node::Command(Command::EndExpression) if above.is_empty() => {
                let next = program.next(at).map(|next| program.node(program.enter(next)));
                return match next {
                    Some(Node::Divert(divert)) if divert.is_conditional => Precision::WHETHER_ANY,
                    Some(Node::Choice(point)) if point.has_condition => Precision::WHETHER_ANY,
                    _ => Precision::Exact,
                };
            }
            _ => return Precision::Exact,
        }
    }
    Precision::Exact
}

fn compared(native: Native, number: Option<i32>) -> Precision {
    use Native::{And, AtLeast, AtMost, Equal, Greater, Less, Min, Modulo, Not, Or, Unequal};
    match (native, number) {
        (Not | And | Or, _) => Precision::WHETHER_ANY,
        (Equal | Unequal | Greater | Less | AtLeast | AtMost | Min, Some(number)) => {
            Precision::UpTo { bound: number.saturating_add(1).max(0), divisor: 1 }
        }
        (Modulo, Some(divisor @ 1..)) => Precision::UpTo { bound: 0, divisor },
        _ => Precision::Exact,
    }
}
