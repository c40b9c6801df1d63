//! The operators and functions of ink's expressions.

use std::sync::Arc;

use super::ids::{ItemId, ListId, words};
use super::lists::Lists;
use super::value::{Float, Items, Value};

words! { Native {
    Add = "+",
    Subtract = "-",
    Multiply = "*",
    Divide = "/",
    Modulo = "%",
    Negate = "_" "~",
    Equal = "==",
    Unequal = "!=",
    Greater = ">",
    Less = "<",
    AtLeast = ">=",
    AtMost = "<=",
    Not = "!",
    And = "&&",
    Or = "||",
    Min = "MIN",
    Max = "MAX",
    Power = "POW",
    Floor = "FLOOR",
    Ceiling = "CEILING",
    ToNumber = "INT",
    ToFloat = "FLOAT",
    Has = "?",
    HasNot = "!?",
    Intersect = "L^",
    ListMin = "LIST_MIN",
    ListMax = "LIST_MAX",
    ListAll = "LIST_ALL",
    ListCount = "LIST_COUNT",
    ListValue = "LIST_VALUE",
    ListInvert = "LIST_INVERT",
}}

impl Native {
    fn name(self) -> &'static str {
        Self::WORDS.iter().find(|&&(_, native)| native == self).map_or("", |&(word, _)| word)
    }

    pub(super) fn operands(self) -> usize {
        match self {
            Self::Negate
            | Self::Not
            | Self::Floor
            | Self::Ceiling
            | Self::ToNumber
            | Self::ToFloat
            | Self::ListMin
            | Self::ListMax
            | Self::ListAll
            | Self::ListCount
            | Self::ListValue
            | Self::ListInvert => 1,
            _ => 2,
        }
    }

    pub(super) fn of_one(self, lists: &Lists, value: &Value) -> Result<Value, String> {
        Ok(match (self, value) {
            (_, Value::Flag(flag)) => self.of_one(lists, &Value::Number(i32::from(*flag)))?,
            (Self::Negate, Value::Number(number)) => Value::Number(number.wrapping_neg()),
            (Self::Negate, Value::Float(float)) => Value::Float(Float(-float.0)),
            (Self::Not, Value::Number(number)) => Value::Flag(*number == 0),
            (Self::Not, Value::Float(float)) => Value::Flag(float.0 == 0.0),
            (Self::Not, Value::List(list)) => Value::Number(i32::from(list.items.is_empty())),
            (Self::Floor | Self::Ceiling | Self::ToNumber, Value::Number(_)) | (Self::ToFloat, Value::Float(_)) => {
                value.clone()
            }
            (Self::Floor, Value::Float(float)) => Value::Float(Float(float.0.floor())),
            (Self::Ceiling, Value::Float(float)) => Value::Float(Float(float.0.ceil())),
            (Self::ToNumber, Value::Float(float)) => Value::Number(float.0 as i32),
            (Self::ToFloat, Value::Number(number)) => Value::Float(fraction(*number)),
            (_, Value::List(list)) => self.of_list(lists, list).ok_or_else(|| self.refused(&[value]))?,
            _ => return Err(self.refused(&[value])),
        })
    }

    fn of_list(self, lists: &Lists, list: &Items) -> Option<Value> {
        let all = || list.origins.iter().flat_map(|list| lists.items_of(*list));
        Some(match self {
            Self::ListMin => single(lists, list.least(lists)),
            Self::ListMax => single(lists, list.greatest(lists)),
            Self::ListAll => Value::List(Arc::new(Items::new(lists, all().collect(), &list.origins))),
            Self::ListInvert => {
                let others = all().filter(|item| !list.items.contains(item)).collect();
                Value::List(Arc::new(Items::new(lists, others, &[])))
            }
            Self::ListCount => Value::count(list.items.len()),
            Self::ListValue => Value::Number(lists.value(list.greatest(lists)).unwrap_or(0)),
            _ => return None,
        })
    }

    pub(super) fn of_two(self, lists: &Lists, left: &Value, right: &Value) -> Result<Value, String> {
        let refused = || self.refused(&[left, right]);
        match (left, right) {
            (Value::Text(_), Value::Text(_) | Value::Number(_) | Value::Float(_) | Value::Flag(_))
            | (Value::Number(_) | Value::Float(_) | Value::Flag(_), Value::Text(_)) => {
                self.of_texts(&left.shown(lists), &right.shown(lists)).ok_or_else(refused)
            }
            (Value::Flag(flag), _) => self.of_two(lists, &Value::Number(i32::from(*flag)), right),
            (_, Value::Flag(flag)) => self.of_two(lists, left, &Value::Number(i32::from(*flag))),
            (Value::List(a), Value::List(b)) => self.of_lists(lists, a, b).ok_or_else(refused),
            (Value::List(list), Value::Number(by)) if matches!(self, Self::Add | Self::Subtract) => {
                let by = if self == Self::Add { *by } else { by.wrapping_neg() };
                Ok(Value::List(Arc::new(moved(lists, list, by))))
            }
            (Value::List(_), other) | (other, Value::List(_)) if matches!(self, Self::And | Self::Or) => {
                other.is_true().ok_or_else(refused)?;
                let [a, b] = [left, right].map(|value| Value::Flag(value.is_true() == Some(true)));
                self.of_two(lists, &a, &b)
            }
            (Value::Number(a), Value::Number(b)) => self.of_numbers(*a, *b),
            (Value::Float(_) | Value::Number(_), Value::Float(_) | Value::Number(_)) => {
                let float = |value: &Value| match value {
                    Value::Float(float) => float.0,
                    Value::Number(number) => fraction(*number).0,
                    _ => 0.0,
                };
                self.of_floats(float(left), float(right)).ok_or_else(refused)
            }
            (Value::Place(a), Value::Place(b)) => match self {
                Self::Equal => Ok(Value::Flag(a == b)),
                Self::Unequal => Ok(Value::Flag(a != b)),
                _ => Err(refused()),
            },
            _ => Err(refused()),
        }
    }

    fn of_numbers(self, a: i32, b: i32) -> Result<Value, String> {
        Ok(match self {
            Self::Add => Value::Number(a.wrapping_add(b)),
            Self::Subtract => Value::Number(a.wrapping_sub(b)),
            Self::Multiply => Value::Number(a.wrapping_mul(b)),
            Self::Divide | Self::Modulo if b == 0 => return Err(format!("{a} is divided by 0")),
            Self::Divide => Value::Number(a.wrapping_div(b)),
            Self::Modulo => Value::Number(a.wrapping_rem(b)),
            Self::Min => Value::Number(a.min(b)),
            Self::Max => Value::Number(a.max(b)),
            Self::Power => Value::Float(Float(f64::from(a).powf(f64::from(b)) as f32)),
            _ => self.compare(a, b).ok_or_else(|| self.refused(&[&Value::Number(a), &Value::Number(b)]))?,
        })
    }

    fn of_floats(self, a: f32, b: f32) -> Option<Value> {
        let float = |number| Some(Value::Float(Float(number)));
        match self {
            Self::Add => float(a + b),
            Self::Subtract => float(a - b),
            Self::Multiply => float(a * b),
            Self::Divide => float(a / b),
            Self::Modulo => float(a % b),
            Self::Min => float(a.min(b)),
            Self::Max => float(a.max(b)),
            Self::Power => float(f64::from(a).powf(f64::from(b)) as f32),
            _ => self.compare(a, b),
        }
    }

    fn compare<T: Copy + Default + PartialOrd>(self, a: T, b: T) -> Option<Value> {
        let zero = T::default();
        Some(Value::Flag(match self {
            Self::Equal => a == b,
            Self::Unequal => a != b,
            Self::Greater => a > b,
            Self::Less => a < b,
            Self::AtLeast => a >= b,
            Self::AtMost => a <= b,
            Self::And => a != zero && b != zero,
            Self::Or => a != zero || b != zero,
            _ => return None,
        }))
    }

    fn of_texts(self, a: &str, b: &str) -> Option<Value> {
        Some(match self {
            Self::Add => Value::text(&[a, b].concat()),
            Self::Equal => Value::Flag(a == b),
            Self::Unequal => Value::Flag(a != b),
            Self::Has => Value::Flag(a.contains(b)),
            Self::HasNot => Value::Flag(!a.contains(b)),
            _ => return None,
        })
    }

    fn of_lists(self, lists: &Lists, a: &Items, b: &Items) -> Option<Value> {
        let least = |list: &Items| lists.value(list.least(lists));
        let greatest = |list: &Items| lists.value(list.greatest(lists));
        let has = || !b.items.is_empty() && b.items.iter().all(|item| a.items.contains(item));
        let is_same = || a.items.len() == b.items.len() && (a.items.is_empty() || has());
        // A list that is empty is less than any other one.
        let flag = match self {
            Self::Has => has(),
            Self::HasNot => !has(),
            Self::Equal => is_same(),
            Self::Unequal => !is_same(),
            Self::And => !a.items.is_empty() && !b.items.is_empty(),
            Self::Or => !a.items.is_empty() || !b.items.is_empty(),
            Self::Greater => !a.items.is_empty() && (b.items.is_empty() || least(a) > greatest(b)),
            Self::Less => !b.items.is_empty() && (a.items.is_empty() || greatest(a) < least(b)),
            Self::AtLeast => {
                !a.items.is_empty() && (b.items.is_empty() || (least(a) >= least(b) && greatest(a) >= greatest(b)))
            }
            Self::AtMost => {
                !b.items.is_empty() && (a.items.is_empty() || (greatest(a) <= greatest(b) && least(a) <= least(b)))
            }
            Self::Add => return Some(join(lists, a, b)),
            Self::Subtract => return Some(keep(lists, a, &a.origins, |item| !b.items.contains(item))),
            Self::Intersect => return Some(keep(lists, a, &[], |item| b.items.contains(item))),
            _ => return None,
        };
        Some(Value::Flag(flag))
    }

    fn refused(self, values: &[&Value]) -> String {
        let kinds: Vec<&str> = values.iter().map(|value| value.kind()).collect();
        format!("`{}` makes nothing of {}", self.name(), kinds.join(" and "))
    }
}

/// Returns a whole number as a fraction, as ink has them.
#[expect(clippy::cast_precision_loss, reason = "ink's fractions are of single precision")]
fn fraction(number: i32) -> Float {
    Float(number as f32)
}

fn join(lists: &Lists, a: &Items, b: &Items) -> Value {
    let more = b.items.iter().filter(|item| !a.items.contains(item));
    let items = a.items.iter().chain(more).copied().collect();
    Value::List(Arc::new(Items::new(lists, items, &a.origins)))
}

/// Returns those items of a list that are wanted; where there are none, it is of these `origins`.
fn keep(lists: &Lists, list: &Items, origins: &[ListId], is_wanted: impl Fn(&ItemId) -> bool) -> Value {
    let items = list.items.iter().copied().filter(is_wanted).collect();
    Value::List(Arc::new(Items::new(lists, items, origins)))
}

/// Returns for each item the one of its list whose value is greater by so much, where there is one.
fn moved(lists: &Lists, list: &Items, by: i32) -> Items {
    let other = |&id: &ItemId| {
        let item = lists.item(id);
        lists.item_with(item.list, item.value.wrapping_add(by))
    };
    Items::new(lists, list.items.iter().filter_map(other).collect(), &[])
}

/// Returns the items of a list whose values are between two bounds, each a number, or a list whose least or greatest
/// item counts.
pub(super) fn range(lists: &Lists, list: &Items, from: &Value, to: &Value) -> Items {
    let least = match from {
        Value::Number(number) => *number,
        Value::List(bound) => lists.value(bound.least(lists)).unwrap_or(0),
        _ => 0,
    };
    let greatest = match to {
        Value::Number(number) => *number,
        Value::List(bound) => lists.value(bound.greatest(lists)).unwrap_or(i32::MAX),
        _ => i32::MAX,
    };
    let items = list.in_order(lists).into_iter();
    let within = items.filter(|&item| (least..=greatest).contains(&lists.item(item).value)).collect();
    // What comes of a list without items was of no list.
    Items::new(lists, within, if list.items.is_empty() { &[] } else { &list.origins })
}

pub(super) fn single(lists: &Lists, item: Option<ItemId>) -> Value {
    Value::List(Arc::new(Items::new(lists, item.into_iter().collect(), &[])))
}
