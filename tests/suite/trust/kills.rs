//! Builds that are killed at random moments.

use std::time::{Duration, Instant};

use super::site::TrustSite;
use super::{how_many, told};
use crate::chance::Xorshift;

#[test]
fn a_killed_build_leaves_whole_pages_and_the_next_one_finishes() {
    let count = how_many(12, 1300);
    let interrupted = kill_builds(count);
    told(&format!("{count} builds killed at random moments, {interrupted} before their end: 0 wrong"));
    assert!(interrupted >= how_many(1, 1000), "{interrupted} builds were interrupted");
}

/// Kills builds one after the other, of a site that changes each time; sometimes lets one finish. Returns the number of
/// builds that were killed.
fn kill_builds(count: usize) -> usize {
    let site = TrustSite::new();
    let mut random = Xorshift::of_case(7);
    site.settle(1);
    let begin = Instant::now();
    site.finish(1, "before the first kill");
    let mut time = begin.elapsed();
    let (mut interrupted, mut is_known) = (0, true);
    for round in 0..count {
        let state = random.index(TrustSite::STATES);
        let when = format!("in round {round}");
        site.settle(state);
        if random.below(6) == 0 {
            site.forget();
            is_known = false;
        }
        // Without force, the first build writes nothing next to foreign files.
        let arguments = if is_known { &[][..] } else { &["--force"] };
        let mut build = site.build(arguments).spawn().expect("the program");
        std::thread::sleep(time * random.below(1000) / 1000);
        build.kill().expect("a kill");
        let is_interrupted = !build.wait().expect("an end").success();
        interrupted += usize::from(is_interrupted);
        // Late moments in a build are the interesting ones, and the speed of machines varies.
        let factor = if is_interrupted { 1.02 } else { 0.9 };
        time = time.mul_f64(factor).clamp(Duration::from_millis(4), Duration::from_secs(4));
        site.check_pages(&when);
        if random.below(4) == 0 {
            site.finish_by(arguments, state, &when);
            assert!(site.has_nothing_to_do(), "{when}: once it is finished, there is nothing to do");
            is_known = true;
        }
    }
    interrupted
}
