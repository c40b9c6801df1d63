//! Text pages as ways into the games: each edition is one link away from its game's page, rows and tables name the
//! editions, links can lead to parts of pages, and visited links look different.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::files::{files_below, in_variant};
use crate::fixture::Fixture;
use crate::html::{self, all, text, values};
use crate::reading::{Link, Page, follow};
use crate::tree::{Html, Node};
use crate::whole_site::{FOLDER, IS_WHOLE, SITE, assert_whole};

/// Returns the ids on a page, in order.
fn ids(html: &str) -> Vec<String> {
    values(&Html::parse_document(html), "[id]", "id")
}

/// Returns the paths of the text pages of the whole site and its variants.
fn words() -> impl Iterator<Item = &'static String> {
    SITE.keys().filter(|path| in_variant(path).1.matches('/').count() < 2)
}

fn read(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).expect("a page")
}

#[test]
fn each_edition_is_one_link_away_from_its_games_page() {
    let mut editions = 0;
    for path in SITE.keys().filter(|path| path.ends_with("/index.html") && !path.contains("/docs/")) {
        let (variant, inside) = in_variant(path);
        let is_beside = ["lesson/index.html", "puzzles/index.html"].iter().any(|end| inside.ends_with(end));
        if inside.matches('/').count() < 2 || is_beside {
            continue;
        }
        let folder = path.strip_suffix(inside).expect("the end of the path");
        let game = format!("{folder}{}/index.html", inside.split('/').next().expect("a game"));
        // The text can also lead there, but has no labels for screen readers; and one link starts the game at once.
        let is_named =
            |link: &&Link| link.label.as_ref().is_some_and(|label| !label.starts_with(&format!("{}: ", link.text)));
        let doors = SITE[&game].links.iter().filter(is_named);
        assert_eq!(
            doors.filter(|link| follow(&game, &link.href) == *path).count(),
            1,
            "{game} leads to {path} of the variant {variant:?}"
        );
        editions += 1;
    }
    let least = if *IS_WHOLE { 60 } else { 25 };
    assert!(editions > least, "only {editions}");
}

#[test]
fn no_two_links_of_a_games_page_sound_alike() {
    for path in words().filter(|path| in_variant(path).1.ends_with("/index.html") && !path.contains("docs/")) {
        let links = SITE[path].links.iter().filter(|link| link.in_main && link.href.ends_with("/index.html"));
        let names: Vec<_> = links.map(|link| link.label.as_deref().unwrap_or(link.text.trim())).collect();
        let distinct: BTreeSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{path}: {names:?}");
    }
}

#[test]
fn series_and_boards_are_parts_of_their_games_page() {
    let names = ids(&read(&FOLDER, "ataxx/index.html"));
    for board in ["cross", "windmill", "gardens"] {
        assert!(names.iter().any(|name| name == board), "{board} in {names:?}");
    }
    for edition in ["solo", "two-player", "oxo"] {
        assert!(ids(&read(&FOLDER, "tic-tac-toe/index.html")).iter().any(|name| name == edition), "{edition}");
    }
}

/// Returns the cells of the table with a class, row by row: whether each is a header, its text, and its first link.
fn table(html: &str, class: &str) -> Vec<Vec<(bool, String, String)>> {
    let page = Html::parse_document(html);
    let cell = |cell: Node<'_>| {
        let mut links = cell.descendent_elements().filter_map(|element| element.attr("href"));
        (cell.attr("scope") == Some("row"), text(&cell), links.next().unwrap_or_default().to_owned())
    };
    let rows = all(&page, &format!("table.{class} tr"));
    rows.iter().map(|row| row.child_elements().map(cell).collect()).collect()
}

/// A game with levels and a series, and with headings of the same names.
const LEVELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/levels");

#[test]
fn levels_are_rows_with_a_cell_for_each_who_can_begin() {
    let site = Fixture::new();
    site.overlay(Path::new(LEVELS));
    for theme in ["classic", "eink", "plain"] {
        site.build(&["--theme", theme]);
        let html = read(&site.public(), "nim/index.html");
        let game = Page::parse(&html);
        for edition in ["two-player", "easy", "easy-first", "hard", "again-01", "again-04"] {
            let to = format!("{edition}/index.html");
            let doors = game.links.iter().filter(|link| link.href == to && link.text != "Play");
            assert_eq!(doors.count(), 1, "{theme} leads to {edition}");
        }
        let label = |to: &str| game.links.iter().rfind(|link| link.href == to).and_then(|link| link.label.as_deref());
        assert!(label("hard/index.html").expect("a label").starts_with("Hard: You begin"));
        assert!(label("easy-first/index.html").expect("a label").starts_with("Easy: It begins"));
        assert!(label("again-03/index.html").expect("a label").starts_with("Again and again: Game 3"));
        let front = Page::parse(&read(&site.public(), "index.html"));
        let play = front.links.iter().find(|link| link.href == "nim/hard/index.html").expect("a way to play");
        assert_eq!(play.label.as_deref().unwrap_or(&play.text), "Play: Against the computer");
        assert!(front.links.iter().any(|link| link.text == "All 8 ways to play"));
    }
    site.build(&[]);
    let html = read(&site.public(), "nim/index.html");
    let levels = table(&html, "levels");
    let levels = levels.iter().map(|row| row.iter().map(|(heads, words, to)| (*heads, without_promise(words), &**to)));
    let levels: Vec<Vec<_>> = levels.map(Iterator::collect).collect();
    assert_eq!(
        levels,
        [
            [
                (true, "Easy", ""),
                (false, "You begin", "easy/index.html"),
                (false, "It begins", "easy-first/index.html")
            ],
            [(true, "Hard", ""), (false, "You begin", "hard/index.html"), (false, "", "")],
        ]
    );
    let volumes = table(&html, "volumes");
    let heads: Vec<_> = volumes.iter().map(|row| (row[0].0, row[0].1.as_str(), row.len() - 1)).collect();
    // All editions of a row, with either side to move first, have the same best result.
    assert_eq!(heads, [(true, "You begin each can be won in 2", 2), (true, "It begins each can be won in 1", 2)]);
    // A heading has the name of an edition, so one of them gets another id.
    let names = ids(&html);
    for name in ["easy", "easy-2", "again", "two-player", "two"] {
        assert_eq!(names.iter().filter(|known| *known == name).count(), 1, "{name} in {names:?}");
    }
}

#[test]
fn games_of_a_group_are_listed_below_its_name() {
    let site = Fixture::new();
    let nim = fs::read_to_string(site.root().join("content/nim.md")).expect("a page");
    for (name, group) in [("marbles", "Puzzles"), ("coins", "For two"), ("beans", "Puzzles")] {
        let page = nim.replacen('\n', &format!("\ngroup = \"{group}\"\norder = 9\n"), 1);
        site.write(&format!("content/{name}.md"), &page.replace("title = \"Nim\"", &format!("title = \"{name}\"")));
    }
    for theme in ["classic", "eink", "plain"] {
        site.build(&["--theme", theme]);
        let front = html::page(&site.public().join("index.html"));
        let links = values(&front, "main a", "href");
        assert!(links.iter().any(|to| to == "games.html"), "{theme}: {links:?}");
        assert!(!links.iter().any(|to| to == "beans/index.html"), "{theme}: {links:?}");
        let page = html::page(&site.public().join("games.html"));
        let headings: Vec<_> = all(&page, "main h2").iter().map(text).collect();
        // Groups are in the order of their first games, by title here, and follow the games without a group.
        assert_eq!(headings, ["Puzzles", "For two"], "{theme}");
        let links = values(&page, "main li > a", "href");
        let listed: Vec<_> = links.iter().filter_map(|to| to.strip_suffix("/index.html")).collect();
        let own = |name: &&str| ["beans", "marbles", "coins"].contains(name);
        let listed: Vec<_> = listed.into_iter().filter(own).collect();
        assert_eq!(listed, ["beans", "marbles", "coins"], "{theme}");
    }
}

/// Returns the text of a cell without the best result.
fn without_promise(words: &str) -> &str {
    ["You begin", "It begins"].into_iter().find(|own| words.starts_with(own)).unwrap_or(words)
}

#[test]
fn long_texts_begin_with_a_list_of_their_headings() {
    let site = Fixture::new();
    site.overlay(Path::new(LEVELS));
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n## One\n## Two\n## Three\n");
    let long = "+++\ntitle = \"Long\"\n+++\n## It's *one*\n### Not this\n## Größe\n## Three {#tree}\n## Four\n";
    site.write("content/long.md", long);
    for theme in ["classic", "eink", "plain"] {
        site.build(&["--theme", theme]);
        let parts = |path: &str| -> Vec<(String, String)> {
            let page = Page::parse(&read(&site.public(), path));
            let parts = page.links.into_iter().filter(|link| link.href.starts_with('#'));
            parts.map(|link| (link.href, link.text)).collect()
        };
        let expected = [("#its-one", "It’s one"), ("#gr%C3%B6%C3%9Fe", "Größe"), ("#tree", "Three"), ("#four", "Four")];
        assert_eq!(parts("long.html"), expected.map(|(to, words)| (to.to_owned(), words.to_owned())), "{theme}");
        assert_eq!(parts("nim/index.html").len(), 4, "{theme}");
        assert_eq!(parts("about.html").len(), 0, "{theme}: three headings are seen at once");
        let long = html::page(&site.public().join("long.html"));
        assert_eq!(values(&long, "nav[aria-label]", "aria-label"), ["Contents"], "{theme}");
    }
}

#[test]
fn a_lesson_ends_with_what_it_taught() {
    for (lesson, edition) in [
        ("tic-tac-toe", "solo-01"),
        ("hanoi", "3-discs"),
        ("nim", "computer"),
        ("ataxx", "cross/easy"),
        ("peg-solitaire", "corner"),
    ] {
        let path = format!("{lesson}/lesson/end.html");
        let page = &SITE[&path];
        let after = page.links.iter().position(|link| link.text.starts_with("Play: ")).expect("something to play");
        let leads: Vec<_> = page.links[after..].iter().take(2).map(|link| follow(&path, &link.href)).collect();
        assert_eq!(leads, [format!("{lesson}/{edition}/index.html"), format!("{lesson}/index.html")]);
    }
}

/// Returns the luminance of a colour such as `#8a2f12` or `#fff`.
fn luminance(colour: &str) -> f64 {
    let digits: Vec<u32> = colour.chars().skip(1).map(|digit| digit.to_digit(16).expect("a digit")).collect();
    let parts: Vec<u32> = match digits.len() {
        3 => digits.iter().map(|digit| digit * 17).collect(),
        _ => digits.chunks(2).map(|pair| pair[0] * 16 + pair[1]).collect(),
    };
    let linear = |part: u32| match f64::from(part) / 255.0 {
        part if part <= 0.04045 => part / 12.92,
        part => ((part + 0.055) / 1.055).powf(2.4),
    };
    parts.iter().zip([0.2126, 0.7152, 0.0722]).map(|(&part, share)| linear(part) * share).sum()
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns the colours in a rule, by property; for a variable, its fallback.
fn colours<'a>(rule: &'a str) -> BTreeMap<&'a str, &'a str> {
    let declarations = rule.split(['{', '}', ';']).skip(1).filter_map(|declaration| declaration.split_once(':'));
    let colour = |value: &'a str| value.find('#').map(|start| value[start..].trim_end_matches(')'));
    let colours = declarations.filter_map(|(property, value)| Some((property.trim(), colour(value.trim())?)));
    colours.filter(|(property, _)| property.ends_with("color")).collect()
}

#[test]
fn what_was_seen_can_be_told_from_what_was_not() {
    for theme in ["classic", "eink"] {
        let sheet = read(Path::new(env!("CARGO_MANIFEST_DIR")), &format!("themes/{theme}/static/words.css"));
        let mut told = 0;
        for scheme in sheet.split("(prefers-color-scheme: dark)") {
            let rules: Vec<_> = scheme.lines().map(str::trim).collect();
            for seen in rules.iter().filter(|rule| rule.contains(":visited")) {
                let selectors = seen.split('{').next().expect("selectors");
                let before = format!("{}{{", selectors.replace(":visited", ""));
                let unseen = rules.iter().find(|rule| rule.starts_with(&before)).expect("the mark is there before");
                let unseen = colours(unseen);
                for (property, colour) in colours(seen) {
                    let found = contrast(colour, unseen[property]);
                    assert!(found >= 3.0, "{theme}, {selectors}: {property} differs by {found:.2} only");
                    told += 1;
                }
            }
        }
        assert!(told >= 3, "{theme} tells {told} things");
    }
}

#[test]
#[ignore = "reads all of the default site: `make test`"]
fn the_copies_for_e_ink_and_in_german_are_small_and_have_lessons_and_both_seats() {
    assert_whole();
    let count = |folder: &str| files_below(&FOLDER.join(folder)).len();
    assert!(count("eink") <= 8_000 && count("de") <= 10_000, "{} and {}", count("eink"), count("de"));
    let has = |path: &str| SITE.contains_key(&format!("eink/{path}/index.html"));
    for game in ["tic-tac-toe", "hanoi", "nim", "ataxx"] {
        assert!(has(&format!("{game}/lesson")), "the lesson of {game}");
    }
    for edition in ["tic-tac-toe/unbeatable-second", "tic-tac-toe/oxo", "tic-tac-toe/solo-01", "tic-tac-toe/solo-09"] {
        assert!(has(edition), "{edition}");
    }
    for level in ["nim/easy", "nim/medium", "ataxx/cross/hard"] {
        assert!(has(level) && has(&format!("{level}-second")), "{level} in either seat");
    }
}
