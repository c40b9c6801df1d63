//! The lists that a story declares, and their items.

use std::ops::Range;

use super::ids::{ItemId, ListId};

#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    pub(super) all: Vec<List>,
    pub(super) items: Vec<Item>,
    /// Whether chance takes an item of a list somewhere, so that the order in which it got its items matters.
    pub(super) are_drawn_from: bool,
}

#[derive(Clone, Debug)]
pub(super) struct List {
    pub(super) name: String,
    pub(super) items: Range<u32>,
}

#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) list: ListId,
    pub(super) name: String,
    pub(super) value: i32,
}

impl Lists {
    pub(super) fn named(&self, name: &str) -> Option<ListId> {
        self.all.iter().position(|list| list.name == name).map(|number| ListId(number as u32))
    }

    pub(super) fn name(&self, list: ListId) -> &str {
        &self.all[list.0 as usize].name
    }

    pub(super) fn items_of(&self, list: ListId) -> impl Iterator<Item = ItemId> + use<> {
        self.all[list.0 as usize].items.clone().map(ItemId)
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

    /// Returns an item by its name, with or without that of its list before it. Of several the last is meant.
    pub(super) fn item_named(&self, name: &str) -> Option<ItemId> {
        let is_meant = |item: &Item| match name.split_once('.') {
            Some((list, own)) => item.name == own && self.name(item.list) == list,
            None => item.name == name,
        };
        self.items.iter().rposition(is_meant).map(|number| ItemId(number as u32))
    }
}
