//! The operators and functions of ink's expressions.

use super::value::{Float, ItemId, Items, Lists, Value, words};

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
        const OF_ONE: [Native; 12] = [
            Native::Negate,
            Native::Not,
            Native::Floor,
            Native::Ceiling,
            Native::ToNumber,
            Native::ToFloat,
            Native::ListMin,
            Native::ListMax,
            Native::ListAll,
            Native::ListCount,
            Native::ListValue,
            Native::ListInvert,
        ];
        if OF_ONE.contains(&self) { 1 } else { 2 }
    }

    pub(super) fn of_one(self, lists: &Lists, value: &Value) -> Result<Value, String> {
        Ok(match (self, value) {
            (_, Value::Flag(flag)) => self.of_one(lists, &Value::Number(i32::from(*flag)))?,
            (Self::Negate, Value::Number(number)) => Value::Number(number.wrapping_neg()),
            (Self::Negate, Value::Float(float)) => Value::float(-float.get()),
            (Self::Not, Value::Number(number)) => Value::Flag(*number == 0),
            (Self::Not, Value::Float(float)) => Value::Flag(float.get() == 0.0),
            (Self::Not, Value::List(list)) => Value::Number(i32::from(list.items.is_empty())),
            (Self::Floor | Self::Ceiling | Self::ToNumber, Value::Number(_)) | (Self::ToFloat, Value::Float(_)) => {
                value.clone()
            }
            (Self::Floor, Value::Float(float)) => Value::float(float.get().floor()),
            (Self::Ceiling, Value::Float(float)) => Value::float(float.get().ceil()),
            (Self::ToNumber, Value::Float(float)) => Value::Number(float.get() as i32),
            (Self::ToFloat, Value::Number(number)) => Value::float(f64::from(*number)),
            (_, Value::List(list)) => self.of_list(lists, list).ok_or_else(|| self.refused(&[value]))?,
            _ => return Err(self.refused(&[value])),
        })
    }

    fn of_list(self, lists: &Lists, list: &Items) -> Option<Value> {
        let all = || list.origins.iter().flat_map(|list| lists.items_of(*list));
        Some(match self {
            Self::ListMin => Value::list(lists, list.least(lists), &[]),
            Self::ListMax => Value::list(lists, list.greatest(lists), &[]),
            Self::ListAll => Value::list(lists, all(), &list.origins),
            Self::ListInvert => Value::list(lists, all().filter(|item| !list.items.contains(item)), &[]),
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
                let moved = |&id: &ItemId| {
                    let item = lists.item(id);
                    lists.item_with(item.list, item.value.wrapping_add(by))
                };
                Ok(Value::list(lists, list.items.iter().filter_map(moved), &[]))
            }
            (Value::List(_), other) | (other, Value::List(_)) if matches!(self, Self::And | Self::Or) => {
                other.is_true().ok_or_else(refused)?;
                let [a, b] = [left, right].map(|value| Value::Flag(value.is_true() == Some(true)));
                self.of_two(lists, &a, &b)
            }
            (Value::Number(a), Value::Number(b)) => self.of_numbers(*a, *b),
            (Value::Float(_) | Value::Number(_), Value::Float(_) | Value::Number(_)) => {
                let [a, b] = [left, right].map(|value| match value {
                    Value::Float(float) => float.get(),
                    Value::Number(number) => Float::of(f64::from(*number)).get(),
                    _ => unreachable!("both are numbers"),
                });
                self.of_floats(a, b).ok_or_else(refused)
            }
            (Value::Place(a), Value::Place(b)) if matches!(self, Self::Equal | Self::Unequal) => {
                Ok(Value::Flag((a == b) == (self == Self::Equal)))
            }
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
            Self::Power => Value::float(f64::from(a).powf(f64::from(b))),
            _ => self.compare(a, b).ok_or_else(|| self.refused(&[&Value::Number(a), &Value::Number(b)]))?,
        })
    }

    fn of_floats(self, a: f64, b: f64) -> Option<Value> {
        Some(Value::float(match self {
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::Multiply => a * b,
            Self::Divide => a / b,
            Self::Modulo => a % b,
            Self::Min => a.min(b),
            Self::Max => a.max(b),
            Self::Power => a.powf(b),
            _ => return self.compare(a, b),
        }))
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
        let is_in = |list: &Items, item: &ItemId| list.items.contains(item);
        let has = || !b.items.is_empty() && b.items.iter().all(|item| is_in(a, item));
        let is_same = || a.items.len() == b.items.len() && (a.items.is_empty() || has());
        // An empty list is less than any other.
        let is_above = |is: bool| !a.items.is_empty() && (b.items.is_empty() || is);
        Some(Value::Flag(match self {
            Self::Has => has(),
            Self::HasNot => !has(),
            Self::Equal => is_same(),
            Self::Unequal => !is_same(),
            Self::And => !a.items.is_empty() && !b.items.is_empty(),
            Self::Or => !a.items.is_empty() || !b.items.is_empty(),
            Self::Greater => is_above(least(a) > greatest(b)),
            Self::AtLeast => is_above(least(a) >= least(b) && greatest(a) >= greatest(b)),
            Self::Less => return Self::Greater.of_lists(lists, b, a),
            Self::AtMost => return Self::AtLeast.of_lists(lists, b, a),
            Self::Add => {
                let more = b.items.iter().filter(|item| !is_in(a, item));
                return Some(Value::list(lists, a.items.iter().chain(more).copied(), &a.origins));
            }
            Self::Subtract => {
                let rest = a.items.iter().copied().filter(|item| !is_in(b, item));
                return Some(Value::list(lists, rest, &a.origins));
            }
            Self::Intersect => {
                return Some(Value::list(lists, a.items.iter().copied().filter(|item| is_in(b, item)), &[]));
            }
            _ => return None,
        }))
    }

    fn refused(self, values: &[&Value]) -> String {
        let kinds: Vec<&str> = values.iter().map(|value| value.kind()).collect();
        format!("`{}` does not support {}", self.name(), kinds.join(" and "))
    }
}

/// Returns the items of a list between two bounds. A bound is a number or a list. For a list, the value of its least or
/// greatest item is the bound.
pub(super) fn range(lists: &Lists, list: &Items, from: &Value, to: &Value) -> Value {
    let bound = |bound: &Value, item: fn(&Items, &Lists) -> Option<ItemId>| match bound {
        Value::Number(number) => Some(*number),
        Value::List(bound) => lists.value(item(bound, lists)),
        _ => None,
    };
    let (least, greatest) = (bound(from, Items::least).unwrap_or(0), bound(to, Items::greatest).unwrap_or(i32::MAX));
    let within = |item: &ItemId| (least..=greatest).contains(&lists.item(*item).value);
    // The range of an empty list has no origins.
    let origins = if list.items.is_empty() { &[][..] } else { &list.origins };
    Value::list(lists, list.in_order(lists).into_iter().filter(within), origins)
}
