//! What players look at: the board stays where it is from page to page of an edition, all of a page is in sight,
//! letters are large enough, and no mark is lost on paper or where somebody chose all colours.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::clients::{large_sample, run, small_sample};
use crate::driver::{Chromium, Server, Settings};
use crate::layout::{STILL, assert_nothing_wrong, look_in, styled};
use crate::whole_site::site;
use fantoccini::wd::PrintConfigurationBuilder;
use serde_json::json;

/// The pages of positions: those of words and lessons have more to say.
fn positions() -> Vec<String> {
    let is_of_words = |path: &str| {
        let others = ["/lesson/", "docs/", "puzzles/", "~won.html"];
        path.matches('/').count() < 2 || others.iter().any(|other| path.contains(other))
    };
    large_sample().into_iter().filter(|path| !is_of_words(path)).collect()
}

/// Where a board is and how large, and on which page.
type Place = (Vec<f64>, String);

/// The place and the size of the board.
const BOARD: &str = include_str!("../clients/scripts/board.js");

#[tokio::test]
#[ignore = "needs Chromium: `make test` installs it"]
async fn the_board_of_an_edition_has_one_place_and_one_size() {
    let sizes = [(360, 740), (390, 844), (758, 899), (1280, 800)];
    let said = look_in(&styled(), false, |_| (positions(), sizes.to_vec(), BOARD.to_owned())).await;
    let mut places: BTreeMap<(String, String), Vec<Place>> = BTreeMap::new();
    for words in &said {
        // `classic 390x844 http://…/site/nim/computer/index.html: 12.0 40.0 …`
        let (look, rest) = words.split_once(" http").expect("a theme and a size");
        let (page, place) = rest.split_once(": ").expect("a page");
        let edition = page.rsplit_once('/').expect("a folder").0;
        let place = place.split(' ').map(|number| number.parse().expect("a number")).collect();
        places.entry((look.to_owned(), edition.to_owned())).or_default().push((place, page.to_owned()));
    }
    assert!(places.len() >= 120, "{} editions were looked at", places.len());
    let mut wrong = Vec::new();
    for ((look, _), found) in places {
        let (first, one) = &found[0];
        // A layout counts in parts of a dot.
        let is_elsewhere = |place: &[f64]| first.iter().zip(place).any(|(a, b)| (a - b).abs() > 0.5);
        if let Some((place, other)) = found.iter().find(|(place, _)| is_elsewhere(place)) {
            wrong.push(format!("{look}: {first:?} on {one}, {place:?} on {other}"));
        }
    }
    assert_nothing_wrong(&wrong);
}

/// By how much a page is longer than the window.
const SCROLLS: &str = "
    const over = window.document.documentElement.scrollHeight - window.innerHeight;
    return over > 0 ? [`${over} px below the window`] : [];
";

#[tokio::test]
#[ignore = "needs Chromium: `make test` installs it"]
async fn nothing_scrolls_in_play() {
    let wrong = look_in(&styled(), false, |theme| {
        let eink = vec![(600, 800), (758, 899)];
        let sizes = if theme == "eink" { eink } else { vec![(390, 844), (600, 800), (1280, 800)] };
        (positions(), sizes, SCROLLS.to_owned())
    })
    .await;
    assert_nothing_wrong(&wrong);
}

/// Texts that can be seen and are smaller than they ought to be. Marks on a picture are no texts.
const LETTERS: &str = include_str!("../clients/scripts/letters.js");

#[tokio::test]
#[ignore = "needs Chromium: `make test` installs it"]
async fn letters_are_large_enough() {
    let sizes = [(360, 740), (390, 844), (758, 899), (1280, 800)];
    assert_nothing_wrong(&look_in(&styled(), false, |_| (large_sample(), sizes.to_vec(), LETTERS.to_owned())).await);
}

/// How many marks there are on a board: pieces, discs, and squares of a line.
const MARKS: &str = "
    const inSight = element => element.getBoundingClientRect().bottom < innerHeight;
    window.marks = [...document.querySelectorAll('main > table :is(b, i)')].filter(inSight);
    return window.marks.length;
";

/// Prints the current page without backgrounds, as browsers do unless they are told otherwise, and returns its dots.
async fn printed(chromium: &Chromium) -> Vec<u8> {
    let print = PrintConfigurationBuilder::default().background(false).build().expect("a configuration");
    let pdf = chromium.client.print(print).await.expect("a printed page");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.pdf");
    fs::write(&file, pdf).expect("a file");
    run(Command::new("pdftoppm").args(["-r", "96", "-gray", "-singlefile"]).arg(&file).arg(folder.path().join("page")));
    fs::read(folder.path().join("page.pgm")).expect("a picture")
}

/// How many dots differ clearly.
fn difference(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).filter(|(one, other)| one.abs_diff(**other) > 96).count()
}

/// One page of each game and kind, with marks on its board.
fn with_marks() -> Vec<String> {
    let mut kinds = BTreeMap::new();
    for path in small_sample().into_iter().filter(|path| path.matches('/').count() >= 2 && !path.contains("/lesson/")) {
        let game = path.split('/').next().expect("a game").to_owned();
        kinds.entry((game, path.contains("from-"))).or_insert(path);
    }
    kinds.into_values().collect()
}

/// The marks on boards that make no difference to a picture of their page. `prepare` is done once a page is there.
async fn lost_marks(
    chromium: &Chromium,
    prepare: impl AsyncFn(),
    picture: impl AsyncFn() -> Vec<u8>,
    least: usize,
) -> Vec<String> {
    let mut lost = Vec::new();
    for theme in styled() {
        let server = Server::start(&site(&theme)).await;
        for path in with_marks() {
            chromium.goto(&server.page(&path)).await;
            prepare().await;
            let count = chromium.ask(MARKS).await.as_u64().expect("a number");
            let whole = picture().await;
            for mark in 0..count.min(4) {
                let show = |how: &str| format!("window.marks[{mark}].style.visibility = '{how}'");
                chromium.ask(&show("hidden")).await;
                let without = picture().await;
                chromium.ask(&show("visible")).await;
                if without == whole || difference(&whole, &without) < least {
                    lost.push(format!("{theme}, {path}: mark {mark} is not to be seen"));
                }
            }
        }
    }
    lost
}

#[tokio::test]
#[ignore = "needs Chromium: `make test` installs it"]
async fn every_mark_is_on_paper_without_backgrounds() {
    for dark in [false, true] {
        let chromium = Chromium::start(Settings { dark, ..STILL }).await;
        assert_nothing_wrong(&lost_marks(&chromium, async || (), async || printed(&chromium).await, 20).await);
        chromium.stop().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium: `make test` installs it"]
async fn every_mark_is_there_in_colours_that_somebody_chose() {
    let chromium = Chromium::start(STILL).await;
    let choose = async || {
        let colours = json!({ "features": [{ "name": "forced-colors", "value": "active" }] });
        chromium.devtools("Emulation.setEmulatedMedia", &colours).await;
        chromium.wait_for("return matchMedia('(forced-colors: active)').matches", &json!(true)).await;
    };
    let picture = async || chromium.client.screenshot().await.expect("a picture");
    assert_nothing_wrong(&lost_marks(&chromium, choose, picture, 0).await);
    chromium.stop().await;
}
