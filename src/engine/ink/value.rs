//! Values: what variables of a story hold, and what its expressions are about.

use std::sync::Arc;

use super::ids::{GlobalId, ItemId, ListId, NameId, Place};
use super::lists::Lists;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    /// What a function returns that returns nothing.
    Void,
    Flag(bool),
    Number(i32),
    Float(Float),
    Text(Arc<str>),
    List(Arc<Items>),
    Place(Place),
    /// A variable that a function was given to change.
    Reference(Reference),
    /// A tag of a choice, on its way to the choice.
    Tag(Arc<str>),
}

/// A number with a fraction, with the precision that ink gives it. It is what its bits are, so that states can be told
/// apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Float(pub(super) f32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reference {
    Global(GlobalId),
    /// One of the frame with this number.
    Temporary(u32, NameId),
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Items {
    /// By their values. Where `LIST_RANDOM` is used, in the order in which they came, which decides what is drawn.
    pub(super) items: Vec<ItemId>,
    /// The lists that they are of, or were while there were some.
    pub(super) origins: Vec<ListId>,
}

impl PartialEq for Float {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Eq for Float {}

impl std::hash::Hash for Float {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.to_bits().hash(state);
    }
}

impl Value {
    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn count(count: usize) -> Self {
        Self::Number(i32::try_from(count).unwrap_or(i32::MAX))
    }

    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Void => "nothing",
            Self::Flag(_) => "true or false",
            Self::Number(_) => "a number",
            Self::Float(_) => "a number with a fraction",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Place(_) => "a place to divert to",
            Self::Reference(_) => "a variable",
            Self::Tag(_) => "a tag",
        }
    }

    /// Returns whether a condition holds that has this value; nothing where it can be no condition.
    pub(super) fn is_true(&self) -> Option<bool> {
        match self {
            Self::Flag(flag) => Some(*flag),
            Self::Number(number) => Some(*number != 0),
            Self::Float(float) => Some(float.0 != 0.0),
            Self::Text(text) => Some(!text.is_empty()),
            Self::List(list) => Some(!list.items.is_empty()),
            Self::Void | Self::Tag(_) => Some(false),
            Self::Place(_) | Self::Reference(_) => None,
        }
    }

    /// Returns what is left of a value that nobody can read any more: of a list from which lists it was, which an empty
    /// one takes over that comes in its place.
    pub(super) fn forgotten(&self) -> Option<Self> {
        match self {
            Self::List(list) => Some(Self::List(Arc::new(Items { items: Vec::new(), origins: list.origins.clone() }))),
            _ => None,
        }
    }

    pub(super) fn shown(&self, lists: &Lists) -> Arc<str> {
        match self {
            Self::Void | Self::Reference(_) | Self::Place(_) => "".into(),
            Self::Flag(flag) => flag.to_string().into(),
            Self::Number(number) => number.to_string().into(),
            Self::Float(Float(float)) if float.is_infinite() => {
                if *float > 0.0 { "Infinity" } else { "-Infinity" }.into()
            }
            Self::Float(float) => float.0.to_string().into(),
            Self::Text(text) | Self::Tag(text) => Arc::clone(text),
            Self::List(list) => list.shown(lists).into(),
        }
    }
}

impl Items {
    /// Returns a list of items, in the order in which they came. Where there are none, it is of these `origins`.
    pub(super) fn new(lists: &Lists, items: Vec<ItemId>, origins: &[ListId]) -> Self {
        let mut list = Self { items, origins: Vec::new() };
        if !lists.are_drawn_from {
            list.items.sort_by_key(|&item| lists.item(item).value);
        }
        if list.items.is_empty() {
            list.origins = origins.to_vec();
        } else {
            for &item in &list.items {
                let origin = lists.item(item).list;
                if !list.origins.contains(&origin) {
                    list.origins.push(origin);
                }
            }
        }
        list
    }

    /// Returns the item of the greatest value, the first of several.
    pub(super) fn greatest(&self, lists: &Lists) -> Option<ItemId> {
        self.items.iter().copied().rev().max_by_key(|&item| lists.item(item).value)
    }

    /// Returns the item of the least value, the first of several.
    pub(super) fn least(&self, lists: &Lists) -> Option<ItemId> {
        self.items.iter().copied().min_by_key(|&item| lists.item(item).value)
    }

    /// Returns the items by their values, and those of the same value by the names of their lists.
    pub(super) fn in_order(&self, lists: &Lists) -> Vec<ItemId> {
        let key = |id: &ItemId| {
            let item = lists.item(*id);
            let list = lists.name(item.list);
            (item.value, list.to_lowercase(), list)
        };
        let mut items = self.items.clone();
        items.sort_by(|a, b| key(a).cmp(&key(b)));
        items
    }

    fn shown(&self, lists: &Lists) -> String {
        self.in_order(lists).into_iter().map(|id| &*lists.item(id).name).collect::<Vec<_>>().join(", ")
    }
}
