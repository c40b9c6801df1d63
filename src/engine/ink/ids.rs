//! Numbers of what a story is made of, and words of its format.

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

/// Declares what compiled stories have words for. The first word of each names it in messages.
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
    /// The node; that of a container where `is_whole`.
    pub(super) node: NodeId,
    /// Whether it is named as a whole container, and not as a node in one.
    pub(super) is_whole: bool,
}
