//! The colours of a site that replace those of its theme.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::driver::{Chromium, STILL, Server};
use crate::files::{files_below, is_page};
use crate::fixture::Fixture;
use crate::layout::assert_nothing_wrong;

/// Colours that no theme uses, and their values in a browser.
const COLORS: &str = "
[colors.light]
accent = \"#00695c\"
paper = \"#fff\"
ink = \"#123\"
soft = \"#405060\"
wash = \"#e0f2f1\"

[colors.dark]
accent = \"#7fd1c3\"
";
const LIGHT: [&str; 3] = ["rgb(0, 105, 92)", "rgb(255, 255, 255)", "rgb(17, 34, 51)"];
const DARK_ACCENT: &str = "rgb(127, 209, 195)";

/// Returns the small site in these colours, with a variant in black and white.
fn colored() -> Fixture {
    let site = Fixture::new();
    let settings = fs::read_to_string(site.root().join("content/site.toml")).expect("settings");
    let variant = "\n[[variants]]\nname = \"ink\"\ntitle = \"For e-ink\"\ntheme = \"eink\"\n";
    site.write("content/site.toml", &format!("{settings}{variant}"));
    site.build(&[]);
    fs::rename(site.public(), site.root().join("before")).expect("a move");
    site.write("content/site.toml", &format!("{settings}{COLORS}{variant}"));
    site.build(&[]);
    site
}

#[test]
fn colors_are_rules_at_the_end_of_one_stylesheet() {
    let site = colored();
    let (before, mut after) = (files_below(&site.root().join("before")), files_below(&site.public()));
    let style = after.get_mut("style.css").expect("a stylesheet");
    let rules = style.split_off(before["style.css"].len());
    let changed = before.iter().filter(|(path, bytes)| after.get(*path) != Some(*bytes)).map(|(path, _)| path);
    assert_eq!(changed.collect::<Vec<_>>(), Vec::<&String>::new(), "other files have changed");
    assert!(after.keys().any(|path| is_page(path)));
    let rules = String::from_utf8(rules).expect("a text");
    assert!(rules.contains("(prefers-color-scheme:light){*{--a:#00695c!important;--paper:#fff!important;"), "{rules}");
    assert!(rules.ends_with("(prefers-color-scheme:dark){*{--a:#7fd1c3!important}}\n"), "{rules}");
}

#[test]
fn a_theme_of_the_site_has_the_colors_that_it_uses() {
    let site = Fixture::new();
    site.write("content/site.toml", "title = \"A\"\ntheme = \"mine\"\n[colors.light]\npaper = \"#eee\"\n");
    site.write("themes/mine/theme.toml", "extends = \"eink\"\n");
    site.write("themes/mine/static/style.css", "body { background: var(--papers); }\n");
    let message = site.fail(&[]);
    assert!(message.contains("no theme of the site uses the colour `paper`"), "{message}");
    site.build(&["--theme", "plain"]);
    site.write("themes/mine/static/style.css", "body { background: var(--paper, #fff); }\n");
    site.build(&[]);
    assert!(site.read("style.css").ends_with("(prefers-color-scheme:light){*{--paper:#eee!important}}\n"));
}

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn every_board_and_every_page_of_words_has_the_colors_of_the_site() {
    let site = Fixture::empty();
    site.overlay_at("content", &Path::new(env!("CARGO_MANIFEST_DIR")).join("content"));
    let settings = fs::read_to_string(site.root().join("content/site.toml")).expect("settings");
    site.write("content/site.toml", &format!("{settings}{COLORS}"));
    let editions = ["tic-tac-toe/solo-01", "nim/computer", "hanoi/3-discs", "ataxx/cross/easy", "peg-solitaire/corner"];
    let only: Vec<&str> = editions.iter().flat_map(|name| ["--only", name]).collect();
    site.build(&only);
    let (chromium, server) = (Chromium::start(STILL), Server::start(&site.public()));
    let color = |what: &str, of: &str| format!("return getComputedStyle(document.querySelector('{what}')).{of}");
    let mut wrong = Vec::new();
    for scheme in ["light", "dark"] {
        chromium.prefer(&[("prefers-color-scheme", scheme)]);
        let games = editions.iter().map(|folder| folder.split('/').next().expect("a game"));
        for folder in games.chain(editions) {
            chromium.goto(&server.page(&format!("{folder}/index.html")));
            let said = match scheme {
                "dark" => vec![("nav a", "color", DARK_ACCENT)],
                _ => [("nav a", "color"), ("body", "backgroundColor"), ("body", "color")]
                    .into_iter()
                    .zip(LIGHT)
                    .map(|((what, of), color)| (what, of, color))
                    .collect(),
            };
            for (what, of, expected) in said {
                let found = chromium.ask(&color(what, of));
                if found != json!(expected) {
                    wrong.push(format!("{scheme}, {folder}: {what} has {found}"));
                }
            }
            // Boards have their own accent if the site sets none.
            let of_board = "return getComputedStyle(document.querySelector('main table')).getPropertyValue('--a')";
            let has_board = editions.contains(&folder);
            let accent = if scheme == "dark" { "#7fd1c3" } else { "#00695c" };
            if has_board && chromium.ask(of_board) != json!(accent) {
                wrong.push(format!("{scheme}, {folder}: the board has another accent"));
            }
        }
    }
    assert_nothing_wrong(&wrong);
    chromium.stop();
}
