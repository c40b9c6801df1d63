//! What is left of builds that are killed at moments all over the time that one takes.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::files::files_below;
use crate::fixture::Fixture;

/// A build is killed again and again at later and later moments. Whatever is there then is a whole page of the old site
/// or of the new one, and one build that is let finish makes all of it new.
#[test]
fn a_killed_build_leaves_whole_pages_and_the_next_one_finishes() {
    let site = Fixture::new();
    let with_title = |title: &str| {
        site.write("content/site.toml", &format!("title = \"{title}\"\n"));
        let rows = "+++\ntitle = \"Nim\"\nsummary = \"Take.\"\ngame = \"nim\"\n[[editions]]\nname = \"two-player\"\n\
                    title = \"Two\"\nparameters = { rows = [6, 7, 8] }\n+++\n";
        site.write("content/nim.md", &rows.replace("title = \"Nim\"", &format!("title = \"{title}\"")));
    };
    let expected = |folder: &str| {
        site.build(&["-o", folder]);
        files_below(&site.root().join(folder))
    };
    with_title("Old");
    let old = expected("old");
    with_title("New");
    let new = expected("new");
    assert_ne!(old["nim/two-player/index.html"], new["nim/two-player/index.html"]);

    let mut interrupted = 0;
    for delay in (0..120).step_by(15) {
        with_title(if delay % 2 == 0 { "New" } else { "Old" });
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("pageturner"))
            .args(["build", "-q"])
            .current_dir(site.root())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        std::thread::sleep(Duration::from_millis(delay));
        child.kill().expect("a kill");
        interrupted += usize::from(!child.wait().expect("an end").success());
        let found: BTreeMap<_, _> = if site.public().exists() { files_below(&site.public()) } else { BTreeMap::new() };
        for (path, bytes) in found {
            let whole = Some(&bytes) == old.get(&path) || Some(&bytes) == new.get(&path);
            assert!(whole, "after {delay} ms {path} is neither old nor new");
        }
    }
    assert!(interrupted > 0, "no build was interrupted");
    with_title("New");
    site.build(&[]);
    assert!(files_below(&site.public()) == new);
    assert!(!site.public().join(".pageturner/unfinished").exists());
}

/// Builds are killed at moments all over the time that one takes: of a new folder, of a site that grows, and of one
/// that shrinks. The next build finishes each, and the one after finds nothing to do.
#[test]
fn whatever_a_killed_build_left_the_next_one_finishes() {
    let site = Fixture::new();
    let settle = |is_large: bool| {
        let rows = if is_large { "[5, 6, 7]" } else { "[2, 3]" };
        site.write(
            "content/nim.md",
            &format!(
                "+++\ntitle = \"Nim\"\nsummary = \"Take.\"\ngame = \"nim\"\n[[editions]]\nname = \"two-player\"\n\
                 title = \"Rows {rows}\"\nparameters = {{ rows = {rows} }}\n+++\n"
            ),
        );
    };
    let expected = [false, true].map(|is_large| {
        settle(is_large);
        let begin = Instant::now();
        site.build(&["-o", "expected"]);
        (files_below(&site.root().join("expected")), begin.elapsed())
    });
    let mut interrupted = 0;
    for round in (0..24_u32).step_by(4) {
        let is_large = round % 3 != 2;
        if round % 3 == 0 {
            let _ = fs::remove_dir_all(site.public());
        }
        settle(is_large);
        let (files, time) = &expected[usize::from(is_large)];
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("pageturner"))
            .args(["build", "-q"])
            .current_dir(site.root())
            .spawn()
            .expect("the program");
        // Most of a build goes by before it changes the folder, and its end is what counts.
        std::thread::sleep(time.mul_f64(0.4 + 0.7 * f64::from(round * 7 % 24) / 24.0));
        child.kill().expect("a kill");
        interrupted += usize::from(!child.wait().expect("an end").success());
        if site.public().exists() {
            let of_either = |path: &String, bytes| expected.iter().any(|(files, _)| files.get(path) == Some(bytes));
            for (path, bytes) in &files_below(&site.public()) {
                assert!(of_either(path, bytes), "in round {round} {path} is no page of either site");
            }
        }
        site.build(&[]);
        assert!(files_below(&site.public()) == *files, "round {round}");
        assert!(site.build(&[]).contains("nothing written"), "round {round}");
        assert!(!site.public().join(".pageturner/unfinished").exists(), "round {round}");
    }
    assert!(interrupted > 0, "no build was interrupted");
}
