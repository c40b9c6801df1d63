//! Values: the contents of variables, the results of expressions, and the keywords of ink's format.

use std::hash::BuildHasher;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};
use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexMap;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(super) struct $name(pub(super) u32);)+
    };
}

ids! {
    NodeId,
    ContainerId,
    GlobalId,
    /// The number of the name of a temporary variable.
    NameId,
    ListId,
    ItemId,
}

/// Declares an enum for keywords of compiled stories. The first keyword of each variant is its name in messages.
macro_rules! words {
    ($name:ident { $($variant:ident = $($word:literal)+,)+ }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum $name { $($variant,)+ }

        impl $name {
            const WORDS: &[(&str, Self)] = &[$($(($word, Self::$variant),)+)+];

            pub(super) fn named(word: &str) -> Option<Self> {
                Self::WORDS.iter().find(|(known, _)| *known == word).map(|&(_, meant)| meant)
            }
        }
    };
}
pub(super) use words;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Place {
    /// The node; the node of a container if `is_whole`.
    pub(super) node: NodeId,
    /// Whether the place is a whole container, not a node in a container.
    pub(super) is_whole: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    /// The result of a function that returns nothing.
    Void,
    Flag(bool),
    Number(i32),
    Float(Float),
    Text(Arc<str>),
    List(Arc<Items>),
    Place(Place),
    /// A variable that a function may change.
    Reference(Reference),
    /// A tag of a choice, until the choice is added.
    Tag(Arc<str>),
}

pub(super) fn hashed(value: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

/// The bits of a fractional number, so that states are equal if these bits are equal. The precision is that of ink.
/// Above [`EXACT`], it is that of the web.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Float(u64);

/// Integers up to this one, 2⁵³, are exact on the web.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// From this number on, the web prints numbers with an exponent.
const LONGEST: f64 = 1e21;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reference {
    Global(GlobalId),
    /// A variable of the frame with this number.
    Temporary(u32, NameId),
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Items {
    /// The items, sorted by value. In a story with `LIST_RANDOM`, the items are in the order in which they were added,
    /// because this order decides which item is drawn.
    pub(super) items: Vec<ItemId>,
    /// The declared lists that the items belong to. If there are no items, the declared lists of the last items.
    pub(super) origins: Vec<ListId>,
}

/// The lists that a story declares, and their items.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    /// The lists by their names. The items of a list are consecutive.
    pub(super) all: IndexMap<String, Range<u32>>,
    pub(super) items: Vec<Item>,
    /// Whether the story draws items of lists at random, so that their order matters.
    pub(super) are_drawn_from: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) list: ListId,
    pub(super) name: String,
    pub(super) value: i32,
}

impl Float {
    pub(super) fn of(number: f64) -> Self {
        let number = if number.abs() < EXACT { f64::from(number as f32) } else { number };
        Self(number.to_bits())
    }

    pub(super) fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl Value {
    pub(super) fn float(number: f64) -> Self {
        Self::Float(Float::of(number))
    }

    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn count(count: usize) -> Self {
        Self::Number(i32::try_from(count).unwrap_or(i32::MAX))
    }

    /// Creates a list of items in the order given. If there are no items, the origins of the list are `origins`.
    pub(super) fn list(lists: &Lists, items: impl IntoIterator<Item = ItemId>, origins: &[ListId]) -> Self {
        let mut list = Items { items: items.into_iter().collect(), origins: Vec::new() };
        if !lists.are_drawn_from {
            list.items.sort_by_key(|&item| lists.item(item).value);
        }
        if list.items.is_empty() {
            list.origins = origins.to_vec();
        }
        for &item in &list.items {
            let origin = lists.item(item).list;
            if !list.origins.contains(&origin) {
                list.origins.push(origin);
            }
        }
        Self::List(Arc::new(list))
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

    /// Returns whether a condition with this value holds; `None` if it cannot be a condition.
    pub(super) fn is_true(&self) -> Option<bool> {
        match self {
            Self::Flag(flag) => Some(*flag),
            Self::Number(number) => Some(*number != 0),
            Self::Float(float) => Some(float.get() != 0.0),
            Self::Text(text) => Some(!text.is_empty()),
            Self::List(list) => Some(!list.items.is_empty()),
            Self::Void | Self::Tag(_) => Some(false),
            Self::Place(_) | Self::Reference(_) => None,
        }
    }

    /// Returns what remains of a value that the story no longer reads. A list becomes empty, but keeps its origins.
    pub(super) fn erased(&self) -> Option<Self> {
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
            Self::Float(float) => match float.get() {
                f64::INFINITY => "Infinity".into(),
                f64::NEG_INFINITY => "-Infinity".into(),
                number if number.abs() >= LONGEST => format!("{number:e}").replace('e', "e+").into(),
                number if number.abs() >= EXACT => number.to_string().into(),
                number => (number as f32).to_string().into(),
            },
            Self::Text(text) | Self::Tag(text) => Arc::clone(text),
            Self::List(list) => {
                let names: Vec<&str> = list.in_order(lists).into_iter().map(|id| &*lists.item(id).name).collect();
                names.join(", ").into()
            }
        }
    }
}

impl Items {
    /// Returns the first item with the greatest value.
    pub(super) fn greatest(&self, lists: &Lists) -> Option<ItemId> {
        self.items.iter().copied().rev().max_by_key(|&item| lists.item(item).value)
    }

    /// Returns the first item with the least value.
    pub(super) fn least(&self, lists: &Lists) -> Option<ItemId> {
        self.items.iter().copied().min_by_key(|&item| lists.item(item).value)
    }

    /// Returns the items sorted by value, then by the names of their lists.
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
}

impl Lists {
    pub(super) fn named(&self, name: &str) -> Option<ListId> {
        self.all.get_index_of(name).map(|number| ListId(number as u32))
    }

    pub(super) fn name(&self, list: ListId) -> &str {
        self.all.get_index(list.0 as usize).map_or("", |(name, _)| name)
    }

    pub(super) fn items_of(&self, list: ListId) -> impl Iterator<Item = ItemId> + use<> {
        self.all[list.0 as usize].clone().map(ItemId)
    }

    pub(super) fn item(&self, id: ItemId) -> &Item {
        &self.items[id.0 as usize]
    }

    pub(super) fn value(&self, item: Option<ItemId>) -> Option<i32> {
        item.map(|item| self.item(item).value)
    }

    pub(super) fn item_with(&self, list: ListId, value: i32) -> Option<ItemId> {
        self.items_of(list).find(|&id| self.item(id).value == value)
    }

    /// Returns an item by its name, with or without the name of its list. If several items match, returns the last
    /// item.
    pub(super) fn item_named(&self, name: &str) -> Option<ItemId> {
        let is_meant = |item: &Item| match name.split_once('.') {
            Some((list, own)) => item.name == own && self.name(item.list) == list,
            None => item.name == name,
        };
        self.items.iter().rposition(is_meant).map(|number| ItemId(number as u32))
    }
}
