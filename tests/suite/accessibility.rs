//! Accessibility: axe-core and the Nu validator check the pages, and a test plays them with only the keyboard.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::book::export_as;
use crate::clients::{pages, run, small_sample_in, wants_every_page};
use crate::driver::{Chromium, STILL, Server};
use crate::files::{in_language, in_variant, is_of_words, themes};
use crate::fixture::Fixture;
use crate::layout::assert_nothing_wrong;
use crate::reading::Page;
use crate::temporary::TempDir;
use crate::whole_site::site;
use serde_json::{Value, json};

/// The folder of the checkers from npm.
const CHECKERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/node_modules");

/// Everything in WCAG 2.2 at the levels A and AA, and that names begin with the visible text.
const JUDGE: &str = include_str!("../clients/scripts/judge.js");

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn axe_finds_nothing() {
    let axe = fs::read_to_string(Path::new(CHECKERS).join("axe-core/axe.min.js"));
    let axe = axe.unwrap_or_else(|error| panic!("axe-core is missing ({error}): `make clients` installs it"));
    let chromium = Chromium::start(STILL);
    chromium.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": axe }));
    let pages = small_sample_in("classic");
    assert!(pages.len() >= 80, "{} pages are judged", pages.len());
    for theme in themes() {
        let pages = small_sample_in(&theme);
        let server = Server::start(&site(&theme));
        let (mut wrong, mut passed) = (Vec::new(), BTreeSet::new());
        for path in &pages {
            chromium.goto(&server.page(path));
            let judged = chromium.ask_async(JUDGE, &[]);
            let [violations, fulfilled]: [Vec<String>; 2] = serde_json::from_value(judged).expect("two lists");
            wrong.extend(violations.iter().map(|said| format!("{theme}, {path}: {said}")));
            passed.extend(fulfilled);
        }
        for rule in ["color-contrast", "document-title", "html-lang-valid", "link-name", "target-size", "valid-lang"] {
            assert!(passed.contains(rule), "axe looked at {rule}: {passed:?}");
        }
        assert_nothing_wrong(&wrong);
    }
    chromium.stop();
}

/// Returns the messages of the Nu validator about pages, or about all pages in folders. It does not guess languages:
/// single files contain too few words for that, and another test checks languages.
fn validate(paths: &[PathBuf]) -> String {
    let jar = Path::new(CHECKERS).join("vnu-jar/build/dist/vnu.jar");
    assert!(jar.is_file(), "the Nu validator is missing: `make clients` installs it");
    let mut command = Command::new("java");
    command.args(["-Xss8m", "-Xmx3g", "-jar"]).arg(jar).args(["--skip-non-html", "--no-langdetect"]).args(paths);
    let output = run(&mut command);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() || !said.is_empty(), "the validator failed without a word");
    said
}

#[test]
#[ignore = "needs the Nu validator: `make test` installs it"]
fn the_validator_finds_nothing_on_any_page() {
    // A site with a base URL lets players send positions by email. Each kind of board has one single file.
    let addressed = Fixture::new();
    addressed.build(&["--base-url", "https://example.org/games/"]);
    let mut paths = vec![addressed.public()];
    for edition in ["tic-tac-toe/two-player", "hanoi/3-discs", "nim/two-player", "ataxx/cross/easy", "kalah/easy"] {
        let path = addressed.root().join(edition.replace('/', "-") + ".html");
        fs::write(&path, export_as("single", &[edition], &[])).expect("a file");
        paths.push(path);
    }
    for theme in themes() {
        let folder = site(&theme);
        if wants_every_page() {
            paths.push(folder);
            continue;
        }
        // The text pages of variants link to other places.
        let is_in_variant = |path: &String| !in_variant(in_language(path).1).0.is_empty();
        let words = pages(&folder).into_iter().filter(|path| is_of_words(path) && is_in_variant(path));
        paths.extend(small_sample_in(&theme).into_iter().chain(words).map(|path| folder.join(path)));
    }
    assert_eq!(validate(&paths), "");
}

#[test]
#[ignore = "needs the Nu validator: `make test` installs it"]
fn the_validator_looks_at_pages() {
    let folder = TempDir::new();
    let page = folder.path().join("wrong.html");
    fs::write(&page, "<!doctype html><title>A</title><table border=1><tr><td><center>B</center></table>")
        .expect("a file");
    assert!(validate(&[page]).contains("obsolete"));
}

/// Records the address, the focus ring and the place of every element that gets the focus. Opens the hidden result of
/// best play on the way.
const WATCH: &str = "
    window.focused = [];
    addEventListener('focusin', ({ target }) => {
        if (target.tagName === 'SUMMARY') return;
        const style = getComputedStyle(target), { top, bottom } = target.getBoundingClientRect();
        const isSeen = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
        focused.push([target.getAttribute('href'), isSeen && top > -1 && bottom < innerHeight + 1]);
    });
";

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn the_tab_key_goes_from_the_way_up_through_the_moves_to_the_navigation() {
    let chromium = Chromium::start(STILL);
    for theme in themes() {
        let folder = site(&theme);
        let server = Server::start(&folder);
        // Only one answer is shown at a time.
        let is_of_play = |path: &&String| !is_of_words(path) && !path.contains("~answers");
        for path in small_sample_in(&theme).iter().filter(is_of_play) {
            let page = Page::parse(&fs::read_to_string(folder.join(path)).expect("a page"));
            let expected: Vec<_> = page.links.iter().filter(|link| link.is_visible).collect();
            let moves = page.moves().count();
            let above = expected.iter().take_while(|link| !link.in_main).count();
            let is_in_order = above <= 2 && expected[above..above + moves].iter().all(|link| link.in_main);
            assert!(is_in_order || moves == 0, "moves come after the line above them on {path}");
            chromium.goto(&server.page(path));
            chromium.ask(WATCH);
            let summaries = chromium.ask("return document.querySelectorAll('summary').length");
            let keys = expected.len() + summaries.as_u64().expect("a number") as usize;
            chromium.press(&"\u{E004}".repeat(keys));
            let expected: Value = expected.iter().map(|link| json!([link.href, true])).collect();
            assert_eq!(chromium.ask("return focused"), expected, "{theme}, {path}");
        }
    }
    chromium.stop();
}
