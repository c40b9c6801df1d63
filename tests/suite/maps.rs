//! Maps: every position of an edition is a dot, which links to its page and shows its value by colour.

use std::collections::{BTreeMap, BTreeSet};

use pageturner::game::{Outcome, Player, Status};

use crate::book::export_as;
use crate::files::{is_beside_play, is_of_words, plain};
use crate::html::{all, page, text};
use crate::oracle::{Value, Values};
use crate::prospects::{is_for_two, positions, prospects};
use crate::reading::follow;
use crate::whole_site::{FOLDER, SITE, has};

/// A dot of a map.
struct Dot {
    name: String,
    at: (i32, i32),
    /// The class of its group: its value.
    class: String,
}

/// Returns the folders of all editions that have a map. Maps of stories are tested elsewhere.
pub(crate) fn editions() -> impl Iterator<Item = &'static str> {
    SITE.keys().filter(|path| !is_of_words(path)).filter_map(|path| path.strip_suffix("/index~map.html"))
}

/// Returns the dots of an edition by the pages that they link to.
fn dots(edition: &str) -> BTreeMap<String, Dot> {
    let path = format!("{edition}/index~map.html");
    let map = page(&FOLDER.join(&path));
    let mut dots = BTreeMap::new();
    for group in all(&map, "svg.map > g") {
        let class = group.attr("class").expect("a class").to_owned();
        for dot in group.child_elements() {
            let way = dot.attrs().find_map(|(name, value)| (name == "href").then_some(value)).expect("an address");
            let place = dot.child_elements().next().and_then(|path| path.attr("d")).expect("a place");
            let (x, y) = place.trim_start_matches('M').trim_end_matches("h0").split_once(' ').expect("two numbers");
            let at = (x.parse().expect("a number"), y.parse().expect("a number"));
            let name = dot.attr("id").expect("a name").to_owned();
            let known = dots.insert(follow(&path, way), Dot { name, at, class: class.clone() });
            assert!(known.is_none(), "{path} has two dots for {way}");
        }
    }
    dots
}

#[test]
fn every_position_has_a_dot_of_its_own_and_each_page_leads_to_its_dot() {
    let mut count = 0;
    for edition in editions() {
        let (dots, next) = (dots(edition), positions(edition));
        assert_eq!(dots.keys().collect::<Vec<_>>(), next.keys().copied().collect::<Vec<_>>(), "{edition}");
        let places: BTreeSet<_> = dots.values().map(|dot| dot.at).collect();
        assert_eq!(places.len(), dots.len(), "{edition}: dots lie on each other");
        for path in SITE.keys().filter(|path| path.rsplit_once('/').is_some_and(|(folder, _)| folder == edition)) {
            if is_beside_play(path) {
                continue;
            }
            let way = SITE[path].links.iter().find(|link| link.href.starts_with("index~map.html#"));
            // A chosen piece has the dot of the page before.
            if path.contains("~from-") {
                assert!(way.is_none(), "{path}");
                continue;
            }
            let way = way.unwrap_or_else(|| panic!("{path} does not say where it is"));
            let plain = plain(path);
            let own = dots.get(&plain).or_else(|| dots.get(&format!("{edition}/index.html")));
            assert_eq!(way.href.split('#').nth(1), own.map(|dot| dot.name.as_str()), "{path}");
        }
        count += dots.len();
    }
    assert!(count > 15_000, "{count} dots");
}

#[test]
fn maps_say_in_words_how_many_positions_there_are() {
    let map = page(&FOLDER.join("tic-tac-toe/two-player/index~map.html"));
    let told = text(&all(&map, "main")[0]);
    // Of 5,478 boards, 958 are ends; the numbers by marks are those in GAMES.md.
    for words in ["5,478 positions, 958 of them ends", "0 marks: 1", "1 mark: 9", "4 marks: 756", "6 marks: 1,520"] {
        assert!(told.contains(&words.replace("0 marks", "No marks")), "{words}: {told}");
    }
}

#[test]
fn dots_have_the_colours_of_what_can_be_got() {
    for edition in editions() {
        let next = positions(edition);
        // Between two people, a dot shows who of them can win.
        if is_for_two(&next) {
            continue;
        }
        let (known, dots) = (prospects(&next), dots(edition));
        let is_puzzle = next.keys().any(|path| SITE[*path].status.contains("Solved"));
        let farthest = known.values().map(|(_, moves)| *moves).max().expect("a position");
        let mut meaning: BTreeMap<&str, BTreeSet<(u8, usize)>> = BTreeMap::new();
        for (path, (worth, moves)) in known {
            let quarter = if is_puzzle && worth == 3 { moves * 4 / (farthest + 1) } else { 0 };
            // A puzzle that goes on for ever is not solved either.
            let worth = if is_puzzle && worth == 1 { 0 } else { worth };
            meaning.entry(&dots[path].class).or_default().insert((worth, quarter));
        }
        let all: BTreeSet<_> = meaning.values().flatten().collect();
        assert!(meaning.values().all(|worths| worths.len() == 1), "{edition}: {meaning:?}");
        assert_eq!(all.len(), meaning.len(), "{edition}: {meaning:?}");
    }
}

#[test]
fn dots_of_two_players_have_the_colour_of_who_can_win() {
    for edition in ["tic-tac-toe/two-player", "nim/two-player"] {
        let next = positions(edition);
        let numbers: BTreeMap<&str, u32> = next.keys().copied().zip(0..).collect();
        let graph = next.iter().map(|(path, after)| {
            let said = &SITE[*path].status;
            let is_first = |words: [&str; 2]| words.iter().any(|name| said.contains(name));
            let player = if is_first(["X to move", "Player A to move"]) { Player::First } else { Player::Second };
            let winner = if is_first(["X wins", "Player A wins"]) { Player::First } else { Player::Second };
            let status = match said.contains("draw") {
                _ if !after.is_empty() => Status::Turn(player),
                true => Status::Over(Outcome::Draw),
                false => Status::Over(Outcome::Win(winner)),
            };
            (status, after.iter().map(|to| numbers[to.as_str()]).collect())
        });
        let values = Values::of(&graph.collect::<Vec<_>>(), false);
        let dots = dots(edition);
        for (path, number) in numbers {
            let expected = match values.value(number as usize) {
                Value::Win(Player::First, _) => "first shade0",
                Value::Win(Player::Second, _) => "second shade0",
                _ => "draw shade0",
            };
            assert_eq!(dots[path].class, expected, "{path}");
        }
    }
}

#[test]
fn the_map_of_hanoi_is_its_triangle() {
    for (edition, discs) in [("hanoi/3-discs", 3), ("hanoi/5-discs", 5), ("hanoi/6-discs", 6)] {
        if !has(edition) {
            continue;
        }
        let dots = dots(edition);
        assert_eq!(dots.len(), 3_usize.pow(discs));
        let at = |path: &str| dots[path].at;
        // The towers are in the corners of a triangle whose sides have a dot for each of 2ⁿ steps.
        let side = 2_i32.pow(discs + 1) - 2;
        assert_eq!(at(&format!("{edition}/index.html")), (side / 2, 0));
        let corner = |peg: &str| at(&format!("{edition}/{}.html", peg.repeat(discs as usize)));
        assert_eq!([corner("b"), corner("c")], [(0, side), (side, side)]);
        // Neighbouring dots are a move apart.
        for (path, next) in positions(edition) {
            for to in next {
                let (one, other) = (at(path), at(&to));
                let apart = ((one.0 - other.0).abs(), (one.1 - other.1).abs());
                assert!([(2, 0), (1, 2)].contains(&apart), "{path} is {apart:?} from {to}");
            }
        }
    }
}

#[test]
fn a_map_can_be_printed() {
    let poster = export_as("picture", &["tic-tac-toe/two-player"], &["--map"]);
    let poster = String::from_utf8(poster).expect("a drawing");
    // White paper, and a dot for each position.
    assert_eq!(poster.matches("<path").count(), 1 + 5478);
    assert_eq!(
        poster.matches("fill=\"#000\"").count(),
        dots("tic-tac-toe/two-player").values().filter(|dot| dot.class.starts_with("first")).count()
    );
    assert!(poster.contains("<title>Tic-tac-toe, Two players: All positions</title>"), "{poster:.400}");
}
