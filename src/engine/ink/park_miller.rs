//! Random numbers that are the same for the same seed, those of inkjs, so that a story which is played on the
//! web tells the same here.

/// A sequence of random numbers: the generator of Park and Miller with the multiplier 48,271, as in inkjs.
pub(super) struct ParkMiller(i64);

impl ParkMiller {
    const MODULUS: i64 = (1 << 31) - 1;

    pub(super) fn new(seed: i64) -> Self {
        let seed = seed % Self::MODULUS;
        Self(if seed <= 0 { seed + Self::MODULUS - 1 } else { seed })
    }

    pub(super) fn next(&mut self) -> u32 {
        self.0 = self.0 * 48_271 % Self::MODULUS;
        self.0.unsigned_abs() as u32
    }
}
