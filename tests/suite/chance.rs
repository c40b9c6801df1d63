//! Random numbers for tests: the same on every machine and in every run.

/// A generator of numbers (Marsaglia, "Xorshift RNGs", 2003).
pub(crate) struct Xorshift(pub(crate) u64);

impl Xorshift {
    /// Creates a generator for a case of a series; neighbouring cases are unrelated. The mixing is that of `SplitMix64`
    /// (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
    pub(crate) fn of_case(case: u64) -> Self {
        let mut mixed = case.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        // Zero is the only state that never changes.
        Self((mixed ^ (mixed >> 31)) | 1)
    }

    /// Returns a number below `bound`.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as u32) % bound
    }

    /// Returns an index of a list of this length.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        self.below(u32::try_from(length).expect("a short list")) as usize
    }

    /// Returns true once in `times` calls, on average.
    pub(crate) fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// Returns one of some items.
    pub(crate) fn one_of<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.index(things.len())]
    }

    /// Shuffles items.
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.index(last + 1));
        }
    }
}
