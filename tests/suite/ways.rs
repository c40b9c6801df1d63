//! The links of a page of play other than its moves: to its place in the site, to related pages, and to what comes
//! next.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use crate::files::{in_variant, is_beside_play, is_star};
use crate::fixture::Fixture;
use crate::html::{self, all};
use crate::prospects::{positions, prospects};
use crate::reading::{Link, Page, follow, one_line, pages_below};
use crate::whole_site::{FOLDER, IS_WHOLE, SITE, has, is_list_of_puzzles};

/// Returns the folder of a page.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the pages of play of the default site, by path. Lessons and text pages have no link to a new game.
fn pages_of_play() -> impl Iterator<Item = (&'static str, &'static Page)> {
    SITE.iter()
        .filter(|(path, page)| again(page).is_some() && !is_beside_play(path))
        .map(|(path, page)| (path.as_str(), page))
}

fn again(page: &Page) -> Option<&Link> {
    page.links.iter().find(|link| link.text == "New game" || link.text == "Play again")
}

pub(crate) fn is_over(page: &Page) -> bool {
    again(page).is_some_and(|link| link.text == "Play again")
}

#[test]
fn every_page_of_play_names_its_game_and_edition_in_sight() {
    let mut headings: BTreeMap<&str, &str> = BTreeMap::new();
    let mut count = 0;
    for (path, page) in pages_of_play() {
        let heading = headings.entry(folder(path)).or_insert(&page.heading);
        assert_eq!(page.heading, *heading, "{path} says where it is as all pages of its edition do");
        let game = page.links.iter().find(|link| page.heading.starts_with(&link.text)).expect("the game is a link");
        let target = follow(path, &game.href);
        assert_eq!(SITE[&target].heading, game.text, "{path} leads to its game");
        assert!(page.heading.split(" · ").count() >= 2, "{path} names no edition: {}", page.heading);
        count += 1;
    }
    let least = if *IS_WHOLE { 45_000 } else { 10_000 };
    assert!(count > least, "{count} pages of play");
    for variant in ["", "eink"] {
        let own = headings.iter().filter(|(folder, _)| in_variant(folder).0 == variant);
        let distinct: BTreeSet<_> = own.clone().map(|(_, heading)| heading).collect();
        assert_eq!(distinct.len(), own.count(), "no two editions are called the same");
    }
    assert_eq!(headings["ataxx/cross/hard-second"], "Ataxx · The Cross · Hard, it begins");
    let solo = headings["tic-tac-toe/solo-15"];
    assert!(solo.starts_with("Tic-tac-toe · Winnable games · Game 15 of "), "{solo}");
    assert_eq!(headings["nim/two-player"], "Nim · Two players");
}

#[test]
fn titles_begin_with_the_status_and_say_of_what() {
    let mut titles: HashMap<_, &str> = HashMap::new();
    for (path, page) in SITE.iter() {
        // Mistakes in one puzzle have the same title.
        let is_of_play = again(page).is_some() && !is_beside_play(path);
        if !is_of_play && !path.contains("puzzles/") && !path.contains("calendar/") {
            let other = titles.insert((in_variant(path).0, &page.title), path);
            assert_eq!(other, None, "{path} has the title {:?}, too", page.title);
        }
        if !is_of_play {
            continue;
        }
        let (status, place) = page.title.split_once(" — ").expect("a status and a place");
        let replied = status.strip_prefix("Computer: ").map(|told| told.rsplit_once(". ").expect("moves and a status"));
        assert_eq!(replied.is_some(), page.status.contains("The computer"), "{path}: {:?}", page.title);
        let last_word = |mv: &str| mv.rsplit(' ').next().expect("a word").to_owned();
        let mut moves = replied.into_iter().flat_map(|(moves, _)| moves.split(", "));
        assert!(moves.all(|mv| mv == "pass" || page.status.contains(&last_word(mv))), "{path}: {:?}", page.title);
        let status = replied.map_or(status, |(_, status)| status);
        let mut trail: Vec<_> = page.heading.split(" · ").collect();
        trail.reverse();
        assert_eq!(place.split(" · ").collect::<Vec<_>>(), trail, "{path}");
        assert!(one_line(&page.status).contains(status), "{path}: {status:?}, {:?}", page.status);
    }
    let title = &SITE["ataxx/windmill/hard/index.html"].title;
    assert_eq!(title, "Your move — Hard · The Windmill · Ataxx");
}

#[test]
fn every_end_has_a_way_on_that_is_not_to_play_again() {
    let mut ended = BTreeSet::new();
    for (path, page) in pages_of_play().filter(|(_, page)| is_over(page)) {
        ended.insert(folder(path));
        let elsewhere = |link: &&Link| {
            let target = follow(path, &link.href);
            !link.in_main
                && !TO_BETTER.contains(&&*link.text)
                && folder(&target) != folder(path)
                && (is_list_of_puzzles(&target) || SITE.get(&target).is_some_and(|page| again(page).is_some()))
        };
        let way = page.links.iter().find(elsewhere).unwrap_or_else(|| panic!("{path} is a dead end"));
        assert!(way.href.ends_with("/index.html"), "{path} goes on in the middle of {}", way.href);
        let is_hint = |link: &Link| ["Hint", "Show values"].contains(&&*link.text);
        assert!(!page.links.iter().any(is_hint), "{path} offers hints after the end");
        let places = |wanted: &Link| page.links.iter().position(|link| link.text == wanted.text);
        assert!(places(way) < places(again(page).expect("a new game")), "{path}: to play again comes second");
    }
    let editions: BTreeSet<_> = pages_of_play().map(|(path, _)| folder(path)).collect();
    assert_eq!(ended, editions, "each edition has ends");
    // Three pegs in the corners.
    let stuck = &SITE["peg-solitaire/corner/----------o---o.html"];
    let puzzles = stuck.links.iter().find(|link| link.text == "Puzzles: The last pegs").expect("puzzles");
    assert_eq!(puzzles.href, "../puzzles/index.html");
}

/// Returns the pages of a built fixture.
fn pages(site: &Fixture) -> BTreeMap<String, Page> {
    site.build(&[]);
    pages_below(&site.public())
}

/// Returns the texts of the links from a page to other editions, with their folders.
fn ways(pages: &BTreeMap<String, Page>, path: &str) -> Vec<(String, String)> {
    let page = &pages[path];
    let others =
        page.links.iter().filter(|link| !link.in_main && link.is_visible && !page.heading.contains(&link.text));
    let others = others.map(|link| (link.text.clone(), folder(&follow(path, &link.href)).to_owned()));
    others.filter(|(_, to)| to != folder(path)).collect()
}

/// Returns the path of an end of an edition with this status.
fn end(pages: &BTreeMap<String, Page>, edition: &str, status: &str) -> String {
    let is_it =
        |(path, page): &(&String, &Page)| folder(path) == edition && is_over(page) && page.status.contains(status);
    pages.iter().find(is_it).unwrap_or_else(|| panic!("{edition} never ends with {status}")).0.clone()
}

/// Returns a site with two boards, three levels in both seats, and another game with two puzzles.
fn site_with_levels() -> Fixture {
    let site = Fixture::new();
    site.overlay(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/boards")));
    site
}

#[test]
fn ends_lead_on_by_what_was_got() {
    let pages = pages(&site_with_levels());
    let first = |edition: &str, status: &str| ways(&pages, &end(&pages, edition, status)).swap_remove(0);
    let way = |text: &str, to: &str| (text.to_owned(), to.to_owned());
    assert_eq!(first("nim/small/easy", "You win"), way("Try Hard", "nim/small/hard"));
    assert_eq!(first("nim/small/hard", "You win"), way("Let it begin", "nim/small/hard-second"));
    assert_eq!(first("nim/small/easy-second", "You win"), way("Try Hard", "nim/small/hard-second"));
    assert_eq!(first("nim/small/hard", "You lose"), way("Try Easy", "nim/small/easy"));
    assert_eq!(first("nim/small/easy", "You lose"), way("Let it begin", "nim/small/easy-second"));
    assert_eq!(first("nim/small/hard-second", "You lose"), way("Try Easy", "nim/small/easy-second"));
    let all = |status: &str| ways(&pages, &end(&pages, "nim/small/hard", status));
    let easier = way("Try Easy", "nim/small/easy");
    assert!(all("You lose").contains(&easier) && !all("You win").contains(&easier), "who wins goes on to more");
    let lost = ways(&pages, &end(&pages, "nim/small/easy", "You lose"));
    assert!(!lost.contains(&way("Try Hard", "nim/small/hard")), "who loses is not sent to a harder level: {lost:?}");
    let large = way("Next board: The Large Table", "nim/large/two-player");
    assert_eq!(first("nim/small/two-player", "Player A wins"), large);
    assert_eq!(first("nim/large/two-player", "Player A wins"), way("Next game: Hanoi", "hanoi/2-discs"));
    assert_eq!(first("hanoi/2-discs", "Solved"), way("Next: 3 discs", "hanoi/3-discs"));
    assert_eq!(first("hanoi/3-discs", "Solved"), way("Next game: Nim", "nim/small/easy"));
}

#[test]
fn first_pages_lead_to_the_editions_beside_them() {
    let pages = pages(&site_with_levels());
    let way = |text: &str, to: &str| (text.to_owned(), to.to_owned());
    assert_eq!(
        ways(&pages, "nim/small/easy/index.html"),
        [
            way("Let it begin", "nim/small/easy-second"),
            way("Try Hard", "nim/small/hard"),
            way("Next board: The Large Table", "nim/large/easy"),
        ]
    );
    assert_eq!(
        ways(&pages, "nim/large/hard-second/index.html"),
        [way("You begin", "nim/large/hard"), way("Try Easy", "nim/large/easy-second"),]
    );
    let middle = pages
        .keys()
        .find(|path| folder(path) == "nim/small/easy" && !path.ends_with("index.html") && !is_over(&pages[*path]));
    let middle = middle.expect("a page between");
    assert_eq!(ways(&pages, middle), []);
}

/// The links from ends to the answer about the last position that allowed a better result, or about the moves, one of
/// which was the mistake.
pub(super) const TO_BETTER: [&str; 5] = [
    "Where did it go wrong?",
    "Go back to where you could win",
    "Go back to where you could draw",
    "Go back to where you could play on",
    "Go back to where the goal was in reach",
];

#[test]
fn the_best_ends_lead_to_congratulations() {
    let mut ends: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (path, page) in pages_of_play() {
        if let Some(link) = page.links.iter().find(|link| ["Take your star", "Shake hands"].contains(&&*link.text)) {
            assert_eq!(is_over(page), link.text == "Take your star", "{path} congratulates too early");
            let target = follow(path, &link.href);
            assert_eq!(target, format!("{}/index~won.html", folder(path)), "{path}");
            let told = ["You win", "A draw", "Solved", "Your move"].into_iter().find(|told| page.status.contains(told));
            ends.entry(target).or_default().insert(told.unwrap_or_else(|| panic!("{path} ended badly")));
        }
    }
    let prizes: BTreeSet<&str> = SITE.keys().map(String::as_str).filter(|path| is_star(path)).collect();
    assert_eq!(ends.keys().map(String::as_str).collect::<BTreeSet<_>>(), prizes);
    for (prize, told) in &ends {
        assert_eq!(told.len(), 1, "{prize} is for one thing: {told:?}");
        let page = &SITE[prize];
        assert!(page.title.starts_with("Your star — ") && page.moves().count() == 0, "{prize}");
        assert!(page.links.iter().any(|link| link.text == "Play again"), "{prize} is a dead end");
    }
    assert_eq!(ends["tic-tac-toe/unbeatable/index~won.html"], BTreeSet::from(["A draw"]));
    assert_eq!(ends["hanoi/3-discs/index~won.html"], BTreeSet::from(["Solved"]));
    assert_eq!(ends["nim/computer/index~won.html"], BTreeSet::from(["You win"]));
    assert_eq!(ends["ataxx/windmill/hard/index~won.html"], BTreeSet::from(["Your move"]));
    assert!(!prizes.contains("tic-tac-toe/two-player/index~won.html"), "between people somebody always wins");
}

/// Returns the contents of the squares, pegs or rows of the first board of a page.
fn board(path: &str) -> String {
    let page = html::page(&FOLDER.join(path));
    html::text(all(&page, "table").first().expect("a board"))
}

#[test]
fn prizes_show_the_end_of_a_shortest_way() {
    for edition in [
        "tic-tac-toe/solo-01",
        "tic-tac-toe/unbeatable",
        "nim/computer",
        "ataxx/cross/easy",
        "ataxx/bridges/easy-second",
        "hanoi/3-discs",
        "peg-solitaire/corner",
    ]
    .into_iter()
    .filter(|edition| has(edition))
    {
        let next = positions(edition);
        let known = prospects(&next);
        let (best, moves) = known[format!("{edition}/index.html").as_str()];
        let is_best = |path: &str| known.get(path).filter(|(worth, _)| *worth == best).map(|(_, moves)| *moves);
        let mut nearest = BTreeSet::from([format!("{edition}/index.html")]);
        for left in (0..moves).rev() {
            let after = nearest.iter().flat_map(|path| next[path.as_str()].iter());
            nearest = after.filter(|path| is_best(path) == Some(left)).cloned().collect();
        }
        let prize = format!("{edition}/index~won.html");
        let shown = board(&prize);
        assert!(nearest.iter().any(|end| board(end) == shown), "{prize} shows {shown}, not one of {nearest:?}");
        let html = fs::read_to_string(FOLDER.join(&prize)).expect("a page");
        let told = match best {
            2 => "This is one way to get it.".to_owned(),
            _ => format!("For instance, by one of the shortest ways: {moves} moves."),
        };
        assert!(html.contains(&told), "{prize} says {told:?}");
    }
}

#[test]
fn who_goes_round_in_circles_can_shake_hands() {
    let editions = ["windmill/hard", "windmill/hard-second", "windmill/easy", "bridges/easy", "bridges/easy-second"];
    for edition in editions.map(|edition| format!("ataxx/{edition}")).iter().filter(|edition| has(edition)) {
        let next = positions(edition);
        let start = format!("{edition}/index.html");
        let prospects = prospects(&next);
        let is_held = prospects[start.as_str()].0 == 1;
        assert_eq!(is_held, edition.contains("/hard"), "{edition}");
        let after = |path: &str| {
            let mut met: BTreeSet<&str> = BTreeSet::new();
            let mut left: Vec<&str> = next[path].iter().map(String::as_str).collect();
            while let Some(page) = left.pop() {
                if met.insert(page) {
                    left.extend(next[page].iter().map(String::as_str));
                }
            }
            met
        };
        let on_circles = next.keys().map(|path| (path, after(path))).filter(|(path, met)| met.contains(*path));
        let after_circles: BTreeSet<&str> = on_circles.flat_map(|(_, met)| met).collect();
        for path in next.keys() {
            let goes_on = prospects[path].0 == 1;
            let shakes_hands = SITE[*path].links.iter().any(|link| link.text == "Shake hands");
            assert_eq!(shakes_hands, is_held && goes_on && after_circles.contains(path), "{path}");
        }
    }
}
