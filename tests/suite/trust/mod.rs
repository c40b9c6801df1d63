//! What kills, failing system calls, full disks, meddlers and hostile manifests leave of a folder: whole pages, all that
//! belongs to others, and a site that the next build finishes without help.
//!
//! A usual run tries a few of each, `make trust` many, and says how many there were.

mod failures;
mod kills;
mod manifests;
mod races;
mod site;

/// Numbers that look random and are the same in each run (xorshift64*, Vigna 2016).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a number below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

/// Says what a test did, in the form that `make trust` shows.
#[expect(clippy::print_stdout, reason = "that is what the long tests are run for")]
fn told(what: &str) {
    println!("trust: {what}");
}
