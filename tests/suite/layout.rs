//! The layout of pages in Chromium, at the sizes of phones, e-readers and desktops and in a small frame: nothing
//! overflows or needs scrolling in play, the board stays in place from page to page, everything is large enough to read
//! and touch, and colours are distinct.

use std::collections::{BTreeMap, BTreeSet};

use crate::clients::{large_sample, small_sample};
use crate::driver::{Chromium, STILL, Server};
use crate::files::{is_of_words, themes};
use crate::whole_site::{is_list_of_puzzles, site};
use serde_json::{Value, json};

/// Shows pages in a frame one after the other, each in some sizes, and returns the complaints.
const LOOK_AT_ALL: &str = include_str!("../clients/scripts/look-at-all.js");

/// Complaints about the sizes of elements on a page. A link within a text need not be large, and without a stylesheet
/// the navigation is a text.
const SIZES: &str = include_str!("../clients/scripts/sizes.js");

/// On e-ink, if a page is higher than wide, a square, a disc or a piece takes at least a tenth of the width.
const LARGE: &str = include_str!("../clients/scripts/large.js");

/// A game must fit the frame completely.
const WHOLE: &str = "
    const high = document.documentElement.scrollHeight;
    if (high > window.innerHeight) wrong.push(`${high} px high`);
    return wrong;
";

/// By how much a page is longer than the window.
const SCROLLS: &str = "
    const over = window.document.documentElement.scrollHeight - window.innerHeight;
    return over > 0 ? [`${over} px below the window`] : [];
";

/// Links to editions that are hard to touch.
const SMALL: &str = include_str!("../clients/scripts/small.js");

/// Visible texts that are too small. Marks on a picture are not texts.
const LETTERS: &str = include_str!("../clients/scripts/letters.js");

/// Texts on a board that extend beyond their cells.
const CUT: &str = include_str!("../clients/scripts/cut.js");

/// Texts in the margin.
const MARGINS: &str = include_str!("../clients/scripts/margins.js");

/// The place and the size of the board.
const BOARD: &str = include_str!("../clients/scripts/board.js");

/// The contrast of each text with its background, in colour and in 16 shades of grey. Text in the colour of its
/// background is not meant to be read.
const CONTRAST: &str = include_str!("../clients/scripts/contrast.js");

/// A check: the pages, the sizes, and the function that runs in a window.
struct Look {
    name: &'static str,
    is_of: fn(&str) -> bool,
    sizes: &'static [(u32, u32)],
    script: String,
}

const PLACE: &str = "the place of the board";

/// Returns the checks for a theme.
fn looks(theme: &str) -> Vec<Look> {
    let all_sizes: &[_] = &[(320, 640), (390, 844), (732, 762), (758, 899), (1072, 1300), (1280, 900)];
    let readers: &[_] = &[(600, 800), (758, 899)];
    let screens: &[_] = &[(390, 844), (600, 800), (1280, 800)];
    let look = |name, is_of, sizes, script: &str| Look { name, is_of, sizes, script: script.to_owned() };
    let colours = look("colours", |_| true, &[(390, 844)], CONTRAST);
    if theme == "plain" {
        return vec![colours, look("sizes", has_board, all_sizes, &format!("{SIZES} return wrong;"))];
    }
    let sizes = format!("{SIZES}{}", if theme == "eink" { LARGE } else { "return wrong;" });
    let mut looks = vec![
        colours,
        look("sizes", |_| true, all_sizes, &sizes),
        look("cut", |_| true, all_sizes, CUT),
        look("margins", is_of_words, all_sizes, MARGINS),
        look("scrolling", is_position, if theme == "eink" { readers } else { screens }, SCROLLS),
        look("ways to play", is_of_words, &[(320, 640), (758, 899), (1280, 900)], SMALL),
        look("letters", |_| true, &[(320, 640), (390, 844), (758, 899), (1280, 900)], LETTERS),
        look(PLACE, is_position, &[(390, 844), (758, 899), (1280, 900)], BOARD),
    ];
    if theme == "classic" {
        // A lesson, a map and a star page need more space.
        let is_of = |path: &str| {
            has_board(path) && !["/lesson/", "~map.html", "~won.html"].iter().any(|part| path.contains(part))
        };
        looks.push(look("a small frame", is_of, &[(320, 480)], &format!("{SIZES}{WHOLE}")));
    }
    looks
}

/// Returns whether a page contains a board, and is not a text page.
fn has_board(path: &str) -> bool {
    !is_of_words(path) && !is_list_of_puzzles(path)
}

/// Returns whether a page shows a position. Text pages and lessons contain more.
fn is_position(path: &str) -> bool {
    // Those of a calendar are from several games.
    let others = ["/lesson/", "docs/", "puzzles/", "calendar/", "~won.html", "~map.html"];
    !is_of_words(path) && !others.iter().any(|other| path.contains(other))
}

/// A complaint: the name of the check, the size, the page and the text.
type Said = (String, String, String, String);

/// Returns the complaints about pages, each with the indices of its checks.
fn look_at(chromium: &Chromium, server: &Server, pages: &[(String, Vec<usize>)], looks: &[Look]) -> Vec<Said> {
    chromium.goto(&server.empty());
    let pages: Vec<_> = pages.iter().map(|(path, looks)| json!([server.page(path), looks])).collect();
    let look = |look: &Look| json!({ "name": look.name, "sizes": look.sizes, "script": look.script });
    let arguments = vec![json!(pages), looks.iter().map(look).collect::<Value>()];
    let said = chromium.ask_async(LOOK_AT_ALL, &arguments);
    serde_json::from_value(said).expect("what is said of them")
}

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn pages_look_as_they_should_in_every_theme() {
    let chromium = Chromium::start(STILL);
    let small: BTreeSet<String> = small_sample().into_iter().collect();
    let mut wrong = Vec::new();
    for theme in themes() {
        let server = Server::start(&site(&theme));
        let looks = looks(&theme);
        // One page of each kind is enough for most checks; whether a board stays in place takes several pages of an
        // edition.
        let of = |path: String| {
            let is_of = |look: &Look| (look.is_of)(&path) && (look.name == PLACE || small.contains(&path));
            let numbers = looks.iter().enumerate().filter(|(_, look)| is_of(look)).map(|(number, _)| number).collect();
            (path, numbers)
        };
        let pages: Vec<(String, Vec<usize>)> = large_sample().into_iter().map(of).collect();
        let said = look_at(&chromium, &server, &pages, &looks);
        let (places, said): (Vec<_>, Vec<_>) = said.into_iter().partition(|(name, ..)| name == PLACE);
        wrong.extend(said.iter().map(|said| format!("{theme}: {said:?}")));
        if theme != "plain" {
            wrong.extend(boards_that_move(places).iter().map(|said| format!("{theme}: {said}")));
        }
        chromium.prefer(&[("prefers-color-scheme", "dark")]);
        let pages: Vec<_> = small.iter().map(|path| (path.clone(), vec![0])).collect();
        let said = look_at(&chromium, &server, &pages, &looks[..1]);
        wrong.extend(said.iter().map(|said| format!("{theme}, in the dark: {said:?}")));
        chromium.prefer(&[]);
    }
    chromium.stop();
    assert_nothing_wrong(&wrong);
}

/// Returns the boards with another place or size than on another page of their edition.
fn boards_that_move(places: Vec<Said>) -> Vec<String> {
    let mut found: BTreeMap<(String, String), (Vec<f64>, String)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (_, size, page, place) in places {
        let place: Vec<f64> = place.split(' ').map(|number| number.parse().expect("a number")).collect();
        let edition = page.rsplit_once('/').expect("a folder").0.to_owned();
        let (first, one) = found.entry((size, edition)).or_insert_with(|| (place.clone(), page.clone()));
        // Layout has fractions of a pixel.
        if first.iter().zip(&place).any(|(a, b)| (a - b).abs() > 0.5) {
            wrong.push(format!("{first:?} on {one}, {place:?} on {page}"));
        }
    }
    assert!(found.len() >= 150, "{} editions were looked at", found.len());
    wrong
}

pub(crate) fn assert_nothing_wrong(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} complaints, of them\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}
