//! What pages look like in Chromium, at the sizes of phones, readers and desks and in a small frame: nothing overflows,
//! everything can be touched, colours can be told apart, and discs travel.

use crate::clients::large_sample;
use crate::driver::{Chromium, Server, Settings};
use crate::files::themes;
use crate::whole_site::{is_list_of_puzzles, site};
use serde_json::{Value, json};

/// With scripts, so that pages can be asked for their sizes.
pub(crate) const STILL: Settings = Settings { javascript: true, dark: false, reduced_motion: true };

/// Shows pages in a frame one after the other, in several sizes, and gives what a function says of the frame's window,
/// where that is anything.
const LOOK_AT_ALL: &str = include_str!("../clients/scripts/look-at-all.js");

/// What is wrong with the sizes of things on a page. A link within a text need not be large, and without a stylesheet
/// the navigation is a text.
const SIZES: &str = include_str!("../clients/scripts/sizes.js");

/// A game has to fit the frame whole.
const WHOLE: &str = "
    const high = document.documentElement.scrollHeight;
    if (high > window.innerHeight) wrong.push(`${high} px high`);
    return wrong;
";

/// On e-ink, where a page is higher than wide, a square, a disc or a piece takes at least a tenth of the width.
const LARGE: &str = include_str!("../clients/scripts/large.js");

async fn look(chromium: &Chromium, server: &Server, pages: &[String], sizes: &[(u32, u32)], look: &str) -> Vec<String> {
    chromium.goto(&server.empty()).await;
    let pages: Vec<_> = pages.iter().map(|path| server.page(path)).collect();
    let arguments = vec![json!(pages), json!(sizes), json!(look)];
    let said = chromium.client.execute_async(LOOK_AT_ALL, arguments).await.expect("all pages are looked at");
    said.as_array().expect("a list").iter().map(|words| words.as_str().expect("text").to_owned()).collect()
}

/// What there is to look at in a theme: pages, sizes of the window, and a function that says what is wrong.
pub(crate) type Look = (Vec<String>, Vec<(u32, u32)>, String);

/// What is said of pages in some themes.
pub(crate) async fn look_in(themes: &[String], dark: bool, of: impl Fn(&str) -> Look) -> Vec<String> {
    let chromium = Chromium::start(Settings { dark, ..STILL }).await;
    let mut said = Vec::new();
    for theme in themes {
        let server = Server::start(&site(theme)).await;
        let (pages, sizes, what) = of(theme);
        let words = look(&chromium, &server, &pages, &sizes, &what).await;
        said.extend(words.into_iter().map(|words| format!("{theme} {words}")));
    }
    chromium.stop().await;
    said
}

/// The themes with a style.
pub(crate) fn styled() -> Vec<String> {
    themes().into_iter().filter(|theme| theme != "plain").collect()
}

/// Pages with a board, without those of words.
fn boards() -> Vec<String> {
    let has_board = |path: &String| path.matches('/').count() > 1 && !is_list_of_puzzles(path);
    large_sample().into_iter().filter(has_board).collect()
}

pub(crate) fn assert_nothing_wrong(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} complaints, of them\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}

#[tokio::test]
#[ignore = "needs Chromium: `make test` installs it"]
async fn nothing_overflows_and_everything_can_be_touched() {
    let sizes = [(360, 740), (390, 844), (732, 762), (758, 899), (1072, 1300), (1280, 900)];
    let wrong = look_in(&themes(), false, |theme| {
        let pages = if theme == "plain" { boards() } else { large_sample() };
        (pages, sizes.to_vec(), format!("{SIZES}{}", if theme == "eink" { LARGE } else { "return wrong;" }))
    })
    .await;
    assert_nothing_wrong(&wrong);
}

#[tokio::test]
#[ignore = "needs Chromium: `make test` installs it"]
async fn a_game_is_whole_in_a_small_frame() {
    // A lesson has more to say than fits.
    let pages = || boards().into_iter().filter(|path| !path.contains("/lesson/")).collect();
    let wrong =
        look_in(&["classic".to_owned()], false, |_| (pages(), vec![(320, 480)], format!("{SIZES}{WHOLE}"))).await;
    assert_nothing_wrong(&wrong);
}

/// Ways to play that are hard to touch.
const SMALL: &str = include_str!("../clients/scripts/small.js");

#[tokio::test]
#[ignore = "needs Chromium: `make test` installs it"]
async fn ways_to_play_can_be_touched() {
    let pages = || large_sample().into_iter().filter(|path| path.matches('/').count() < 2).collect();
    let sizes = [(360, 740), (758, 899), (1280, 900)];
    assert_nothing_wrong(&look_in(&styled(), false, |_| (pages(), sizes.to_vec(), SMALL.to_owned())).await);
}

/// The contrast of each text with what is behind it, as it is and as one of 16 greys. Text that is as its background is
/// not meant to be read.
const CONTRAST: &str = include_str!("../clients/scripts/contrast.js");

#[tokio::test]
#[ignore = "needs Chromium: `make test` installs it"]
async fn every_text_can_be_told_from_its_background_also_in_sixteen_greys() {
    for dark in [false, true] {
        let wrong = look_in(&themes(), dark, |_| (large_sample(), vec![(390, 844)], CONTRAST.to_owned())).await;
        assert_nothing_wrong(&wrong);
    }
}

/// The names of what is being moved from the page before, with where it came from and goes to.
const TRAVELLERS: &str = include_str!("../clients/scripts/travellers.js");

/// What travels while the smallest disc goes from peg A to peg B.
async fn travellers(settings: Settings) -> Vec<Value> {
    let server = Server::start(&site("classic")).await;
    let chromium = Chromium::start(Settings { javascript: true, ..settings }).await;
    let mut seen = Vec::new();
    // The page is told to be there when it is; an animation may begin later, and may be over.
    for _ in 0..5 {
        chromium.goto(&server.page("hanoi/3-discs/index.html")).await;
        chromium.click("aab.html").await;
        for _ in 0..10 {
            seen.extend(chromium.ask(TRAVELLERS).await.as_array().expect("a list").clone());
        }
    }
    chromium.stop().await;
    seen.dedup();
    seen
}

#[tokio::test]
#[ignore = "needs Chromium: `make test` installs it"]
async fn a_disc_travels_from_peg_to_peg() {
    assert_eq!(travellers(Settings::default()).await, [json!("::view-transition-group(d1)")]);
}

#[tokio::test]
#[ignore = "needs Chromium: `make test` installs it"]
async fn nothing_travels_where_motion_is_not_wanted() {
    assert_eq!(travellers(Settings { reduced_motion: true, ..Settings::default() }).await, Vec::<Value>::new());
}
