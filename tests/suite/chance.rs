//! Chance for tests: the same numbers on every machine and in every run.

/// A generator of numbers (Marsaglia, "Xorshift RNGs", 2003).
pub(crate) struct Xorshift(pub(crate) u64);

impl Xorshift {
    /// A generator for a case of a series: neighbours have nothing in common. The mixing is that of `SplitMix64`
    /// (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
    pub(crate) fn of_case(case: u64) -> Self {
        let mut mixed = case.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        // Zero is the one state that never changes.
        Self((mixed ^ (mixed >> 31)) | 1)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as u32) % bound
    }

    /// An index of a list of this length.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        self.below(u32::try_from(length).expect("a short list")) as usize
    }

    /// Whether something happens that does so once in `times`.
    pub(crate) fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// One of some things.
    pub(crate) fn one_of<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.index(things.len())]
    }

    /// Brings things into another order.
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.index(last + 1));
        }
    }
}
