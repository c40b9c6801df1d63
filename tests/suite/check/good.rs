//! Good sites, in which nothing is found.

use assert_cmd::Command;

use super::site;
use crate::files::themes;
use crate::whole_site;

/// Checks the default site and asserts that it is proven; returns the closing line.
fn prove(arguments: &[&str]) -> String {
    let mut program = Command::cargo_bin("pageturner").expect("the program");
    let output = program.args(["--root", env!("CARGO_MANIFEST_DIR"), "check"]).args(arguments).output().expect("a run");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.is_empty(), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_default_site_is_proven_in_every_theme() {
    for theme in themes() {
        let folder = whole_site::site(&theme);
        let line = prove(&["--dir", folder.to_str().expect("Unicode"), "--theme", &theme]);
        let number = |word: &str| {
            let before = line.split(word).next().and_then(|text| text.trim_end().rsplit(' ').next());
            before.and_then(|number| number.parse::<usize>().ok()).unwrap_or_else(|| panic!("{theme}: {line}"))
        };
        // All but the pages of words and the prizes.
        let (pages, positions) = (number("pages,"), number("positions,"));
        assert!(line.contains("all as it should be"), "{theme}: {line}");
        assert!(pages > 110_000 && (pages - 500..pages).contains(&positions), "{theme}: {line}");
    }
}

#[test]
fn the_plan_is_proven_as_the_folder_is() {
    let folder = whole_site::FOLDER.to_str().expect("Unicode");
    let without_time = |line: String| line.split(" in ").next().expect("a beginning").to_owned();
    assert_eq!(without_time(prove(&[])), without_time(prove(&["--dir", folder])));
}

#[test]
fn parts_of_the_default_site_are_proven_in_every_theme_and_under_a_base() {
    let bases: [&[&str]; 3] =
        [&[], &["-u", "https://example.org/games/"], &["-u", "https://example.org/", "--jobs", "1"]];
    for (theme, more) in themes().iter().zip(bases.iter().cycle()) {
        let arguments = [&["--only", "nim", "--only", "ataxx/cross", "--theme", theme], *more].concat();
        assert!(prove(&arguments).contains("all as it should be"), "{theme} {more:?}");
    }
}

/// The tests of the default site work out legal moves from addresses; there are as many as here.
#[test]
fn as_many_moves_are_proven_as_there_are() {
    let line = prove(&["--only", "hanoi/4-discs"]);
    // In the site and in its variant, with hints and without: 3⁵ − 5 moves of 3⁴ positions.
    assert!(line.contains(&format!("{} legal moves on {} positions", 4 * 238, 4 * 81)), "{line}");
}

#[test]
fn a_quiet_check_says_nothing_of_a_good_site() {
    let output = site().pageturner().args(["check", "--quiet"]).output().expect("a run");
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
}
