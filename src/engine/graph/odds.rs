//! Odds: how likely moves made at random, one as likely as the other, come to something.

/// Odds in parts of [`CERTAIN`](Self::CERTAIN): whole numbers, so that they are the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Odds(u128);

impl Odds {
    /// Those of what never happens.
    pub(crate) const NONE: Self = Self(0);

    /// Those of what happens in any case.
    pub(crate) const CERTAIN: Self = Self(1 << 100);

    /// Returns the odds before a choice among `count` moves, after some of which they are these, and after the others
    /// none.
    pub(crate) fn before(after: impl Iterator<Item = Self>, count: usize) -> Self {
        Self(after.map(|odds| odds.0).sum::<u128>() / count as u128)
    }

    /// Returns how many tries succeed once, if it ever happens.
    pub(crate) fn tries(self) -> Option<u128> {
        (Self::CERTAIN.0 + self.0 / 2).checked_div(self.0)
    }
}
