//! Builds in which one system call fails, or that are killed at one, and disks that become full, with `strace`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::site::TrustSite;
use super::told;

/// The calls by which a build changes anything.
const CALLS: [&str; 8] = ["openat", "mkdirat", "renameat2", "renameat", "unlinkat", "write", "flock", "ftruncate"];

/// A build of the small site makes fewer calls of each kind.
const MOST_CALLS: usize = 10_000;

/// The fault at a call.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Fails(&'static str),
    Kills,
}

const FAULTS: [Fault; 4] = [Fault::Fails("ENOSPC"), Fault::Fails("EIO"), Fault::Fails("EACCES"), Fault::Kills];

#[test]
#[ignore = "needs strace: `make test` installs it"]
fn some_calls_that_fail_or_kill_lose_nothing() {
    let site = TrustSite::new();
    let counts = [("renameat2", 3), ("write", 5), ("unlinkat", 1), ("openat", 40), ("mkdirat", 2)];
    for (round, (call, number)) in counts.into_iter().enumerate() {
        inject(&site, call, number, FAULTS[round % 4], [round % 3, round % 3 + 1]);
    }
}

#[test]
#[ignore = "takes minutes: `make trust`"]
fn trust_every_call_fails_once() {
    let site = TrustSite::new();
    for fault in FAULTS {
        let mut count = 0;
        for (states, call) in [[0, 1], [1, 2], [2, 3], [3, 0]].into_iter().flat_map(|s| CALLS.map(|call| (s, call))) {
            count += (1..MOST_CALLS).take_while(|&number| inject(&site, call, number, fault, states)).count();
        }
        told(&format!("{count} system calls, each once: {fault:?}: 0 wrong"));
    }
}

/// Builds a site whose content has changed from one state to another, with a fault at the call with this number.
/// Returns whether there was such a call.
fn inject(site: &TrustSite, call: &str, number: usize, fault: Fault, [from, to]: [usize; 2]) -> bool {
    let when = format!("after {fault:?} at {call} {number}, from {from} to {to}");
    site.settle(from);
    site.finish(from, &when);
    site.settle(to);
    let what = match fault {
        Fault::Fails(error) => format!("error={error}"),
        Fault::Kills => "signal=KILL".to_owned(),
    };
    let (status, trace) = trace(site, &[format!("inject={call}:{what}:when={number}")], call);
    let is_injected = match fault {
        Fault::Fails(_) => trace.contains("(INJECTED)"),
        Fault::Kills => trace.contains("killed by SIGKILL"),
    };
    match (fault, status) {
        (Fault::Fails(_), Some(0)) if !is_injected => site.check_whole(to, &when),
        // The program either continues without the call or reports that it cannot; exit code 127 means that it could
        // not even be loaded.
        (Fault::Fails(_), Some(0 | 1 | 127)) | (Fault::Kills, _) => site.check_pages(&when),
        (_, status) => panic!("{when} it ended with {status:?}"),
    }
    site.finish(to, &when);
    is_injected
}

/// Runs a build with `strace`. Returns its exit code, if it had one, and the trace.
fn trace(site: &TrustSite, injections: &[String], calls: &str) -> (Option<i32>, String) {
    let file = site.root().join("trace");
    let file = file.to_str().expect("Unicode");
    let traced = format!("trace={calls}");
    let mut runner = vec!["strace", "-f", "-o", file, "-e", &traced];
    runner.extend(injections.iter().flat_map(|injection| ["-e", injection]));
    let status = site.build_by(&runner, &["--jobs", "1"]).status().expect("strace");
    (status.code(), fs::read_to_string(file).expect("a trace"))
}

/// A disk becomes full at different points, and stays full: each page is then complete, old or new. Once there is
/// space, the next build continues.
#[test]
#[ignore = "needs strace: `make test` installs it"]
fn a_disk_that_fills_leaves_whole_pages() {
    let site = TrustSite::new();
    let mut count = 0;
    for [from, to] in [[0, 1], [1, 2], [2, 3], [3, 0]] {
        for number in [1, 2, 4, 6, 9, 13, 18, 24, 31, 39, 48, 60] {
            let when = format!("on a disk that is full from the {number}th call on, from {from} to {to}");
            site.settle(from);
            site.finish(from, &when);
            site.settle(to);
            // On a full disk, calls that open existing files, and renaming without a new name, still work.
            let injections = ["write", "mkdirat"].map(|call| format!("inject={call}:error=ENOSPC:when={number}+"));
            let (status, _) = trace(&site, &injections, "write,mkdirat,openat,renameat2");
            site.check_pages(&when);
            if status == Some(0) {
                site.check_whole(to, &when);
            }
            count += 1;
            site.finish(to, &when);
        }
    }
    told(&format!("{count} disks that filled: 0 wrong"));
}

/// If a page cannot be read, it is not known to be stale: it stays, and the next build looks again.
#[test]
#[ignore = "needs strace: `make test` installs it"]
fn a_stale_page_that_cannot_be_read_is_remembered() {
    let site = TrustSite::new();
    site.settle(2);
    site.finish(2, "before the page is stale");
    site.settle(0);
    // A changed time makes the build read the file.
    assert!(Command::new("touch").arg(site.public().join("words.html")).status().expect("touch").success());
    let runner = ["strace", "-f", "-P", "words.html", "-e", "inject=openat:error=EACCES"];
    for _ in 0..2 {
        let output = site.build_by(&runner, &[]).stderr(Stdio::piped()).output().expect("strace");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{told}");
        assert!(told.contains("left words.html alone") && told.contains("cannot be read: Permission denied"), "{told}");
        assert!(site.public().join("words.html").exists());
    }
    site.finish(0, "when it can be read");
}

/// Mounts a file system, if this process may. Returns whether it did.
fn mount(size: usize, at: &Path) -> bool {
    let options = format!("size={size}k");
    let mut command = Command::new("mount");
    command.args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(at).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn unmount(at: &Path) {
    assert!(Command::new("umount").arg(at).status().expect("umount").success());
}

#[test]
#[ignore = "mounts a file system: `make trust`"]
fn trust_a_mount_in_the_folder_is_named() {
    let site = TrustSite::new();
    let inner = site.public().join("notes");
    if !mount(64, &inner) {
        told("no file system can be mounted here, so none was in the folder");
        return;
    }
    site.settle(1);
    let output = site.build(&[]).stderr(Stdio::piped()).output().expect("the program");
    unmount(&inner);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("is on another file system") && message.contains("unmount it"), "{message}");
    site.check_whole(0, "after a mount was in the way");
    site.finish(1, "without the mount");
    told("1 mount in the folder: named");
}

/// The same with a real file system that is too small, if the tests may mount one.
#[test]
#[ignore = "mounts a file system: `make trust`"]
fn trust_a_small_disk_fills() {
    let site = TrustSite::new();
    let disk = site.root().join("disk");
    fs::create_dir(&disk).expect("a folder");
    let mut outcomes = [0, 0];
    for size in (64..400).step_by(8) {
        if !mount(size, &disk) {
            told("no file system can be mounted here, so no small disk was tried");
            return;
        }
        let public = disk.join("public");
        for state in [0, 1, 2, 3] {
            site.settle(state);
            let status = site.build(&["-o", "disk/public"]).status().expect("the program");
            outcomes[usize::from(status.success())] += 1;
            let after = if public.exists() { crate::files::files_below(&public) } else { super::site::Files::new() };
            let when = format!("on a disk of {size} KiB in state {state}");
            assert!(after.iter().all(|(path, bytes)| site.is_page(path, bytes)), "{when}");
            assert!(!status.success() || site.is(state, &after), "{when}");
        }
        unmount(&disk);
    }
    told(&format!(
        "{} builds on small disks, {} of which had no room: 0 wrong",
        outcomes[0] + outcomes[1],
        outcomes[0]
    ));
}
