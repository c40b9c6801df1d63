//! Pages as pictures: no mark is lost in print or with forced colours, and discs move between pages.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::clients::{run, small_sample};
use crate::driver::{Chromium, STILL, Server, Settings};
use crate::files::{files_below, in_language, is_of_words, themes};
use crate::layout::assert_nothing_wrong;
use crate::temporary::TempDir;
use crate::whole_site::{SITE, is_list_of_puzzles, site};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

/// The number of marks to check on the boards of a page: the first and the last visible one of each kind.
const MARKS: &str = "
    const inSight = element => element.getBoundingClientRect().bottom < innerHeight;
    const ends = all => [...new Set([...all.slice(0, 1), ...all.slice(-1)])];
    const ofKind = kind => [...document.querySelectorAll(`main table :is(${kind})`)].filter(inSight);
    // In heaps, an `i` is the place of a piece that was taken.
    window.marks = ['b', ':not(.heaps *) > i'].flatMap(kind => ends(ofKind(kind)));
    return window.marks.length;
";

/// Prints the current page without backgrounds, as browsers do by default, and returns its pixels.
fn printed(chromium: &Chromium) -> Vec<u8> {
    // The driver's own command for this allows a busy machine only ten seconds.
    let pdf = chromium.devtools("Page.printToPDF", &json!({ "printBackground": false }));
    let pdf = BASE64_STANDARD.decode(pdf["data"].as_str().expect("a printed page")).expect("base 64");
    let folder = TempDir::new();
    let file = folder.path().join("page.pdf");
    fs::write(&file, pdf).expect("a file");
    run(Command::new("pdftoppm").args(["-r", "96", "-gray"]).arg(&file).arg(folder.path().join("page")));
    let pages = files_below(folder.path()).into_iter().filter(|(path, _)| path != "page.pdf");
    pages.flat_map(|(_, bytes)| bytes).collect()
}

/// Returns the number of pixels that differ clearly.
fn difference(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one.abs_diff(**other) > 96).count()
}

/// Returns one page of each game and kind with marks on boards: with all moves, with a chosen piece, with many boards.
fn with_marks() -> Vec<String> {
    let mut kinds = BTreeMap::new();
    for path in small_sample().into_iter().filter(|path| !is_of_words(path) && !path.contains("/lesson/")) {
        let game = in_language(&path).1.split('/').next().expect("a game").to_owned();
        kinds.entry((game, path.contains("from-"))).or_insert(path);
    }
    let lists = SITE.keys().filter(|path| is_list_of_puzzles(path) && path.matches('/').count() == 2);
    kinds.into_values().chain(lists.cloned()).collect()
}

/// Returns the marks on boards that make no difference to a picture of their page.
fn lost_marks(chromium: &Chromium, picture: impl Fn() -> Vec<u8>, least: usize) -> Vec<String> {
    let mut lost = Vec::new();
    for theme in themes().into_iter().filter(|theme| theme != "plain") {
        let server = Server::start(&site(&theme));
        for path in with_marks() {
            chromium.goto(&server.page(&path));
            let count = chromium.ask(MARKS).as_u64().expect("a number");
            let whole = picture();
            for mark in 0..count {
                let show = |how: &str| format!("window.marks[{mark}].style.visibility = '{how}'");
                chromium.ask(&show("hidden"));
                let without = picture();
                chromium.ask(&show("visible"));
                if without == whole || difference(&whole, &without) < least {
                    lost.push(format!("{theme}, {path}: mark {mark} is not to be seen"));
                }
            }
        }
    }
    lost
}

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn every_mark_is_on_paper_without_backgrounds_and_there_in_colours_that_somebody_chose() {
    let chromium = Chromium::start(STILL);
    for scheme in ["light", "dark"] {
        chromium.prefer(&[("prefers-color-scheme", scheme)]);
        assert_nothing_wrong(&lost_marks(&chromium, || printed(&chromium), 20));
    }
    chromium.prefer(&[("forced-colors", "active")]);
    chromium.wait_for("return matchMedia('(forced-colors: active)').matches", &json!(true));
    let picture = || chromium.screenshot();
    assert_nothing_wrong(&lost_marks(&chromium, picture, 0));
    chromium.stop();
}

/// The names of the elements that are moving from the previous page, with their old and new places.
const TRAVELLERS: &str = include_str!("../clients/scripts/travellers.js");

/// Returns what moves while the smallest disc goes from peg A to peg B.
fn travellers(settings: Settings) -> Vec<Value> {
    let server = Server::start(&site("classic"));
    let chromium = Chromium::start(settings);
    let mut seen = Vec::new();
    // The page is loaded when the driver says so, but an animation can begin later, or be over.
    for _ in 0..5 {
        chromium.goto(&server.page("hanoi/3-discs/index.html"));
        chromium.click("aab.html");
        for _ in 0..10 {
            seen.extend(chromium.ask(TRAVELLERS).as_array().expect("a list").clone());
        }
    }
    chromium.stop();
    seen.dedup();
    seen
}

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn a_disc_travels_from_peg_to_peg_where_motion_is_wanted() {
    let moving = Settings { reduced_motion: false, ..STILL };
    assert_eq!(travellers(moving), [json!("::view-transition-group(d1)")]);
    assert_eq!(travellers(STILL), Vec::<Value>::new());
}
