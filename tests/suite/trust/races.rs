//! Another thread replaces folders with links, and puts files in the way, during builds.

use std::fs;
use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::site::TrustSite;
use super::{how_many, told};
use crate::chance::Xorshift;
use crate::files::files_below;

#[test]
fn meddling_during_builds_leads_nowhere() {
    let count = how_many(8, 250);
    let swaps = race(count);
    told(&format!("{count} builds beside a meddler who swapped folders {swaps} times: 0 wrong"));
}

/// Runs builds during which a thread replaces folders of the website with links to a folder outside, and back, and puts
/// a file where a page belongs. Returns how often it did.
fn race(count: usize) -> usize {
    let site = TrustSite::new();
    let outside = site.root().join("outside");
    // Files that a writer that follows links would overwrite or delete.
    for path in [
        "two-player/index.html",
        "index.html",
        "inner.txt",
        "a.txt",
        "deep/er.txt",
        "unfinished/index.html",
        "manifest",
    ] {
        let path = outside.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, "precious").expect("a file");
    }
    let before = files_below(&outside);
    let mut swaps = 0;
    for round in 0..count {
        let when = format!("in round {round}");
        let mut random = Xorshift::of_case(round as u64);
        site.start();
        let state = 1 + random.index(TrustSite::STATES - 1);
        site.settle(state);
        let is_over = AtomicBool::new(false);
        swaps += std::thread::scope(|scope| {
            let meddler = scope.spawn(|| meddle(&site, &mut random, &is_over));
            let status = site.build(&[]).status().expect("the program");
            is_over.store(true, Relaxed);
            assert!(matches!(status.code(), Some(0 | 1)), "{when} it ended with {status:?}");
            meddler.join().expect("the meddler")
        });
        assert!(files_below(&outside) == before, "{when} what is outside is not as it was");
    }
    swaps
}

fn meddle(site: &TrustSite, random: &mut Xorshift, is_over: &AtomicBool) -> usize {
    const FOLDERS: [&str; 6] = ["nim", "nim/two-player", "thing", "notes", "other", ".pageturner"];
    let (public, aside) = (site.public(), site.root().join("aside"));
    let outside = site.root().join("outside");
    let mut swaps = 0;
    while !is_over.load(Relaxed) {
        let path = public.join(random.one_of(&FOLDERS));
        if fs::rename(&path, &aside).is_ok() {
            swaps += usize::from(symlink(&outside, &path).is_ok());
            std::thread::sleep(Duration::from_micros(random.below(3000).into()));
            let _ = fs::remove_file(&path);
            if fs::rename(&aside, &path).is_err() {
                let _ = fs::remove_dir_all(&aside);
                let _ = fs::remove_file(&aside);
            }
        }
    }
    swaps
}
