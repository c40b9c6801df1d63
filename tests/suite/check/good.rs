//! Good sites, in which the check finds nothing.

use std::process::Command;

use super::site;
use crate::clients::wants_every_page;
use crate::files::themes;
use crate::fixture::Fixture;
use crate::whole_site::{self, IS_WHOLE, ROOT, assert_whole, pageturner};

/// Checks the site that the tests read, and asserts that it passes. Returns the closing line.
fn prove(arguments: &[&str]) -> String {
    proven(pageturner("check").args(arguments), arguments)
}

fn proven(program: &mut Command, arguments: &[&str]) -> String {
    let output = program.output().expect("a run");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.is_empty(), "{arguments:?}: {told}");
    String::from_utf8(output.stdout).expect("text")
}

/// In other themes, parts of the site are enough, unless `EVERY_PAGE` requests everything.
#[test]
#[ignore = "reads all of the default site: `make test`"]
fn the_site_is_proven() {
    assert_whole();
    for theme in themes().into_iter().filter(|theme| wants_every_page() || theme == "classic") {
        let folder = whole_site::site(&theme);
        let line = prove(&["--dir", folder.to_str().expect("Unicode"), "--theme", &theme]);
        let number = |word: &str| {
            let before = line.split(word).next().and_then(|text| text.trim_end().rsplit(' ').next());
            before.and_then(|number| number.parse::<usize>().ok()).unwrap_or_else(|| panic!("{theme}: {line}"))
        };
        // All but the text pages, the stars, the maps and the answers, in both languages.
        let (pages, positions) = (number("pages,"), number("pages of play,"));
        assert!(line.contains("no problems found"), "{theme}: {line}");
        assert!(pages > 60_000 && (pages - 2000..pages).contains(&positions), "{theme}: {line}");
        if wants_every_page() {
            assert_eq!(without_time(&prove(&[])), without_time(&line), "the plan is proven as the folder is");
        }
    }
}

fn without_time(line: &str) -> &str {
    line.split(" in ").next().expect("a beginning")
}

#[test]
fn the_plan_is_proven_as_the_folder_is() {
    let site = Fixture::new();
    site.write("content/site.toml", "title = \"Games\"\nlanguages = [\"de\"]\n");
    site.write("content/site.de.toml", "title = \"Spiele\"\n");
    site.build(&[]);
    let (plan, folder) = (site.run(&["check"]).0, site.run(&["check", "--dir", "public"]).0);
    assert!(plan.contains("no problems found"), "{plan}");
    assert_eq!(without_time(&plan), without_time(&folder));
}

/// Asserts that a part of the site passes. Returns the closing line.
fn prove_part(arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_pageturner"));
    proven(program.arg("--root").arg(&*ROOT).arg("check").args(arguments), arguments)
}

#[test]
fn parts_of_the_site_are_proven_in_every_theme_and_under_a_base() {
    let bases: [&[&str]; 3] =
        [&[], &["-u", "https://example.org/games/"], &["-u", "https://example.org/", "--jobs", "1"]];
    for (theme, more) in themes().iter().zip(bases.iter().cycle()) {
        // Most pages belong to puzzles.
        let puzzles: &[&str] = if *IS_WHOLE || theme == "classic" { &["--only", "nim/puzzles"] } else { &[] };
        let some = ["--only", "ataxx/cross/hard", "--only", "tic-tac-toe/oxo", "--theme", theme];
        let arguments = [puzzles, &some, more].concat();
        assert!(prove_part(&arguments).contains("no problems found"), "{theme} {more:?}");
    }
}

/// The tests of the default site compute legal moves from addresses; the check must find the same number.
#[test]
fn as_many_moves_are_proven_as_there_are() {
    let line = prove_part(&["--only", "hanoi/4-discs"]);
    // In the site, in its variant and in German, with hints and without: 3⁵ − 5 moves of 3⁴ positions. Of the 2⁴ − 1
    // pages of perfect play, all but the end have three moves.
    let perfect = 14 * 3;
    let (moves, positions) = (3 * (2 * 238 + perfect), 3 * (2 * 81 + 15));
    assert!(line.contains(&format!("{moves} moves on {positions} pages of play")), "{line}");
}

#[test]
fn a_quiet_check_says_nothing_of_a_good_site() {
    let output = site().output(&["check", "--quiet"]);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
}
