//! Manifests that somebody else wrote, or that were damaged.

use std::fs;
use std::time::Duration;

use super::site::TrustSite;
use super::told;
use crate::chance::Xorshift;

#[test]
fn hostile_manifests_touch_nothing_of_others() {
    try_manifests(20);
}

#[test]
#[ignore = "takes minutes: `make trust`"]
fn trust_manifests() {
    let refused = try_manifests(600);
    told(&format!("600 hostile manifests, {refused} of them refused: 0 wrong"));
}

/// Puts manifests into the folder of a site and builds it. Returns how many builds were refused.
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
        if random.below(3) == 0 {
            let _ = fs::remove_file(site.public().join(".pageturner/stamp"));
        }
        site.settle(state);
        let mut build = assert_cmd::Command::from_std(site.build(&[]));
        let output = build.timeout(Duration::from_secs(10)).output().expect("the program, within ten seconds");
        site.check_foreign(&when);
        match output.status.code() {
            Some(0) => {}
            Some(1) => refused += 1,
            code => panic!("{when}: {code:?} {}", String::from_utf8_lossy(&output.stderr)),
        }
        // Whoever throws the folder away begins anew.
        if round % 10 == 0 || output.status.code() != Some(0) {
            site.start();
        }
    }
    refused
}

/// Returns a manifest that names what is not its business, or is broken in some other way.
fn hostile(real: &[u8], random: &mut Xorshift) -> Vec<u8> {
    const PATHS: [&str; 16] = [
        "/\nHASH 11 CNAME\n",
        "/.git\nHASH 11 HEAD\n",
        "/nim\nHASH 11 mine.html\n",
        "/mine\nHASH 11 x\n",
        "/.well-known\nHASH 11 x\n",
        "/.pageturner\nHASH 1 lock\n",
        "/..\nHASH 11 victim\n",
        "/nim/../..\nHASH 11 victim\n",
        "/\nHASH 11 ../victim\n",
        "//etc\nHASH 11 passwd\n",
        "/\nHASH 18446744073709551615 CNAME\n",
        "/\nHASH 11 \n",
        "/mine/x\nHASH 11 y\n",
        "/\nHASH 11 mine\n",
        "/\nHASH 11 nim\n",
        "/./mine\nHASH 11 x\n",
    ];
    let hash = format!("{:016x}", xxhash_rust::xxh3::xxh3_128(b"of somebody") as u64);
    let named = random.one_of(&PATHS).replace("HASH", &hash);
    match random.below(6) {
        // More files, before the end of a real one.
        0 | 1 => {
            let (files, end) = real.split_at(real.len().saturating_sub(17));
            [files, &records(&named), end].concat()
        }
        // Nothing else, with a last line of some form.
        2 => format!("pageturner manifest 3\n{named}end {:032x}\n", random.below(u32::MAX)).into_bytes(),
        3 => format!("pageturner manifest {}\n{named}end\n", random.below(9)).into_bytes(),
        // Some bytes are others.
        4 => {
            let mut bytes = real.to_vec();
            for _ in 0..=random.below(4) {
                let at = random.index(bytes.len());
                bytes[at] = random.below(256) as u8;
            }
            bytes
        }
        // Something is missing, or comes twice.
        _ => {
            let (from, to) = (random.index(real.len()), random.index(real.len()));
            [&real[..from.max(to)], &real[from.min(to)..]].concat()
        }
    }
}

/// Returns the line of a folder and that of a file as a manifest has them on the disk.
fn records(lines: &str) -> Vec<u8> {
    let (folder, file) = lines[1..].split_once('\n').expect("two lines");
    let mut parts = file.trim_end_matches('\n').splitn(3, ' ');
    let mut part = || parts.next().expect("three parts");
    let (hash, length, name) = (part(), part(), part());
    let hash = u64::from_str_radix(hash, 16).expect("a hash").to_le_bytes();
    let length: u64 = length.parse().expect("a length");
    // Seven bits of a number in a byte, the lowest first.
    let length = (0..10).map(|place| length >> (7 * place)).take_while(|&rest| rest > 0);
    let mut length: Vec<u8> = length.map(|rest| rest as u8 | 0x80).collect();
    *length.last_mut().expect("a length that is not 0") &= 0x7f;
    let sizes = [folder.len() as u8, name.len() as u8];
    [&[0, sizes[0]], folder.as_bytes(), &[2, 0, sizes[1]], name.as_bytes(), &length, &hash].concat()
}
