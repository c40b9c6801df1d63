//! Manifests that another program wrote, or that are damaged.

use std::fs;
use std::process::Stdio;

use super::site::TrustSite;
use super::{how_many, told};
use crate::chance::Xorshift;

#[test]
fn hostile_manifests_touch_nothing_of_others() {
    let count = how_many(20, 600);
    let refused = try_manifests(count);
    told(&format!("{count} hostile manifests, {refused} of them refused: 0 wrong"));
}

/// Puts manifests into the folder of a site and builds it. Returns the number of refused builds.
fn try_manifests(count: usize) -> usize {
    let site = TrustSite::new();
    let mut random = Xorshift::of_case(11);
    let path = site.public().join(".pageturner/manifest");
    let mut refused = 0;
    for round in 0..count {
        let when = format!("with manifest {round}");
        let state = random.index(TrustSite::STATES);
        let real = fs::read(&path).expect("a manifest");
        fs::write(&path, hostile(&real, &mut random)).expect("a write");
        site.settle(state);
        let output = site.build_by(&["timeout", "10"], &[]).stderr(Stdio::piped()).output().expect("timeout");
        site.check_foreign(&when);
        match output.status.code() {
            Some(0) => {}
            Some(1) => refused += 1,
            code => panic!("{when}: {code:?} {}", String::from_utf8_lossy(&output.stderr)),
        }
        // Starts again with a new folder.
        if round % 10 == 0 || output.status.code() != Some(0) {
            site.start();
        }
    }
    refused
}

/// Returns a manifest that lists foreign files, or is broken in some other way.
fn hostile(real: &[u8], random: &mut Xorshift) -> Vec<u8> {
    const PATHS: [&str; 15] = [
        "HASH 11 CNAME\n",
        "HASH 11 .git/HEAD\n",
        "HASH 11 nim/mine.html\n",
        "HASH 11 mine/x\n",
        "HASH 11 .well-known/x\n",
        "HASH 1 .pageturner/lock\n",
        "HASH 11 ../victim\n",
        "HASH 11 nim/../../victim\n",
        "HASH 11 /etc/passwd\n",
        "HASH 18446744073709551615 CNAME\n",
        "HASH 11 \n",
        "HASH 11 mine/x/y\n",
        "HASH 11 mine\n",
        "HASH 11 nim\n",
        "HASH 11 ./mine/x\n",
    ];
    let hash = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(b"of somebody"));
    let named = random.one_of(&PATHS).replace("HASH", &hash);
    match random.below(6) {
        // More files, before the end of a real one.
        0 | 1 => {
            let (files, end) = real.split_at(real.len().saturating_sub("end 0123456789abcdef\n".len()));
            [files, named.as_bytes(), end].concat()
        }
        // Nothing else, with a last line of some form.
        2 => format!("pageturner manifest 7\nunfinished\n{named}end {:016x}\n", random.below(u32::MAX)).into_bytes(),
        3 => format!("pageturner manifest {}\n{named}end\n", random.below(9)).into_bytes(),
        // Some bytes are changed.
        4 => {
            let mut bytes = real.to_vec();
            for _ in 0..=random.below(4) {
                let at = random.index(bytes.len());
                bytes[at] = random.below(256) as u8;
            }
            bytes
        }
        // Something is missing, or repeated.
        _ => {
            let (from, to) = (random.index(real.len()), random.index(real.len()));
            [&real[..from.max(to)], &real[from.min(to)..]].concat()
        }
    }
}
