//! Sites in scripts other than Latin: from right to left, and without spaces. Their catalogues are unfinished
//! translations.

use std::path::Path;

use serde_json::{Value, json};

use crate::driver::{Chromium, STILL, Server};
use crate::fixture::Fixture;
use crate::html::{all, page, values};

/// The complaints about the sizes of elements on a page.
const SIZES: &str = include_str!("../clients/scripts/sizes.js");

/// The complaints about the order of a board, whose columns have the letters of squares, and about where texts begin. A
/// centred line can begin anywhere.
const ORDER: &str = "
    const middle = element => box(element).left + box(element).width / 2;
    const heads = [...document.querySelectorAll('main > table.grid th')];
    const names = heads.filter(head => /^[a-z]$/.test(head.textContent));
    names.forEach((name, at) => {
        if (at > 0 && middle(name) < middle(names[at - 1])) wrong.push(`${name.textContent} comes too early`);
    });
    for (const text of document.querySelectorAll('.text > p, .text li')) {
        const range = document.createRange();
        range.selectNodeContents(text);
        // A link in the first line has its own box.
        const boxes = [...range.getClientRects()], room = box(text);
        const line = boxes.filter(part => Math.abs(part.bottom - boxes[0].bottom) < boxes[0].height / 2);
        const left = Math.min(...line.map(part => part.left)), right = Math.max(...line.map(part => part.right));
        const isFromTheRight = room.right - right < left - room.left;
        if (isFromTheRight !== fromTheRight) wrong.push(`${text.textContent} begins on the other side`);
    }
    return wrong;
";

/// Builds a site of these tests.
fn site(name: &str) -> Fixture {
    let site = Fixture::empty();
    site.overlay(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name));
    site.build(&[]);
    site
}

#[test]
fn hebrew_is_read_from_the_right_and_boards_from_the_left() {
    let site = site("hebrew");
    for path in ["index.html", "nim/index.html", "tic-tac-toe/hard/index.html", "nim/lesson/index.html"] {
        let page = page(&site.public().join(path));
        assert_eq!(values(&page, "html", "lang"), ["he"], "{path}");
        assert_eq!(values(&page, "html", "dir"), ["rtl"], "{path}");
        assert!(values(&page, "table.grid, table.heaps, table.pegs", "dir").iter().all(|dir| dir == "ltr"), "{path}");
    }
    // Messages that the catalogue lacks are in English.
    let page = page(&site.public().join("tic-tac-toe/hard/index.html"));
    let goal = all(&page, ".goal").into_iter().next().expect("what there is to do");
    assert!(goal.text().collect::<String>().starts_with("You are X. "));
}

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn other_scripts_lay_out_well() {
    let chromium = Chromium::start(STILL);
    let mut wrong = Vec::new();
    let pages = [
        "index.html",
        "tic-tac-toe/index.html",
        "tic-tac-toe/hard/index.html",
        "nim/index.html",
        "nim/two-player/index.html",
        "nim/two-player/a-0-1-3~hint.html",
    ];
    for (name, is_from_the_right) in [("hebrew", true), ("japanese", false)] {
        let site = site(name);
        let server = Server::start(&site.public());
        for (width, height) in [(320, 568), (390, 844), (1280, 800)] {
            let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
            chromium.devtools("Emulation.setDeviceMetricsOverride", &screen);
            for path in pages {
                chromium.goto(&server.page(path));
                let script = format!("const fromTheRight = {is_from_the_right}; {SIZES} {ORDER}");
                let said = chromium.ask(&script);
                if said != Value::Array(Vec::new()) {
                    wrong.push(format!("{name}/{path} at {width} px: {said}"));
                }
            }
        }
    }
    chromium.stop();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
