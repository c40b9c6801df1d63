//! The puzzles of the calendar: a solver of the tests checks each, and months go from easy to hard.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use pageturner::game::Players;
use pageturner::outputs::assembly::Sites;

use super::rules::{Kind, Rules, Wins};
use super::{Collection, Line, ataxx, marienbad, nim, pegs, symmetry, tic_tac_toe, to_explore};
use crate::html;
use crate::reading::follow;
use crate::whole_site::{FOLDER, ROOT, SITE, assert_whole, options};

/// A game, and the wins that each player can force.
type Solved<'a> = (&'a Rules, &'a [Wins; 2]);

/// Returns the days of a calendar, each with its page and the tooltip of its link.
fn days() -> Vec<(String, String)> {
    let list = html::page(&FOLDER.join("calendar/index.html"));
    let links = html::all(&list, "td a").into_iter().map(|link| {
        let attribute = |name| link.attr(name).expect("an attribute").to_owned();
        (follow("calendar/index.html", &attribute("href")), attribute("title"))
    });
    links.collect()
}

#[test]
#[ignore = "reads all of the default site: `make test`"]
fn each_day_has_a_puzzle_that_keeps_what_it_promises() {
    assert_whole();
    let days = days();
    assert_eq!(days.len(), 366);
    let pages: BTreeSet<_> = days.iter().map(|(page, _)| page).collect();
    assert_eq!(pages.len(), 366);
    assert_eq!((days[0].0.as_str(), days[59].0.as_str()), ("calendar/01-01.html", "calendar/02-29.html"));
    let games = [
        ("Tic-tac-toe", tic_tac_toe()),
        ("Nim", nim()),
        ("Nim · Marienbad", marienbad()),
        ("Peg solitaire", pegs()),
        ("Ataxx", ataxx()),
    ];
    let of_pages: BTreeMap<&str, Collection> = games.into_iter().collect();
    let columns = columns();
    let sites = Sites::open(&options(), None).expect("a site");
    let editions = &sites.first().plan.editions;
    let mut graphs: BTreeMap<&str, (Rules, [Wins; 2])> = BTreeMap::new();
    let (mut known, mut shown, mut used) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut wins_of_pages: BTreeMap<*const Rules, [Wins; 2]> = BTreeMap::new();
    let mut easiest: BTreeMap<&str, f64> = BTreeMap::new();
    for (place, (page, label)) in days.iter().enumerate() {
        let name = label.split(": ").nth(1).expect("a game");
        let html = html::page(&FOLDER.join(page));
        let heading = html::texts(&html, "h1").concat();
        assert!(heading.starts_with(&format!("{name} · A puzzle for each day · ")), "{page}: {heading}");
        // Addresses differ from day to day.
        let written = fs::read_to_string(FOLDER.join(page)).expect("a page");
        let board = written.split("<main").nth(1).and_then(|rest| rest.split("</main").next()).expect("a board");
        let board = board.split("href=").map(|part| part.split_once([' ', '>']).map_or(part, |(_, rest)| rest));
        assert!(shown.insert((name.to_owned(), board.collect::<String>())), "{page} is another day's");
        let column = &columns[(page[12..14].parse::<usize>().expect("a day") - 1) % 7];
        let folder = linked_game(page);
        assert!(column.iter().any(|edition| edition.starts_with(&folder)), "{page} is in a column of other games");
        used.insert(folder.clone());
        // The others have no pages from which all moves could be read.
        let collection = of_pages.get(name).filter(|_| name != "Ataxx" || to_explore(page).is_some());
        let mut walk =
            |collection: &Collection, game: &str, (rules, wins): Solved<'_>, board: &[String], slug: String| {
                let class = match collection.kind {
                    Kind::Graph { .. } => rules.class(&slug),
                    kind => symmetry::class(kind, board, &slug),
                };
                let class = (game.to_owned(), class);
                assert!(known.insert(class), "{page} is the same as another by symmetry");
                let player = rules.turn(&slug);
                let moves =
                    *wins[player].get(&slug).unwrap_or_else(|| panic!("{page} shows {slug}, and there is no win"));
                assert!(label.contains(&collection.promise(player, moves)), "{label}");
                let is_missed = |after: &String| match collection.kind {
                    Kind::Graph { is_for_one: true } => wins[player].get(after) != Some(&(moves - 1)),
                    _ => !wins[player].contains_key(after),
                };
                assert!(rules.moves[&slug].iter().any(|(_, to)| is_missed(to)), "{page} is always won");
                let mut line = Line { rules, wins: wins.clone(), player, moves, ends: BTreeSet::new() };
                easiest.insert(page, collection.walk(&mut line, page, &slug, moves));
                for end in &line.ends {
                    look_at_letter(end, &days[place], moves);
                }
            };
        if let Some(collection) = collection {
            let ((rules, board), slug) = collection.position_on(page);
            let wins = wins_of_pages.entry(rules).or_insert_with(|| rules.wins());
            let game = format!("{name} {:?}", std::ptr::from_ref(rules));
            walk(collection, &game, (rules, wins), board, slug);
            continue;
        }
        let is_there = column.iter().filter(|edition| edition.starts_with(&folder)).find_map(|edition| {
            let own = editions.iter().find(|own| own.folder() == edition).expect("an edition");
            let positions = own.open().expect("a game").positions();
            let is_for_one = *positions.players() == Players::One;
            let (rules, wins) = graphs.entry(edition).or_insert_with(|| {
                let rules = Rules::of_graph(positions, is_for_one);
                let wins = rules.wins();
                (rules, wins)
            });
            let kind = Kind::Graph { is_for_one };
            let collection = Collection { folder: "calendar", games: BTreeMap::new(), kind };
            let slug = collection.position_of_graph((positions, &sites.first().catalogue), (rules, wins), page)?;
            walk(&collection, edition, (rules, wins), &[], slug);
            Some(())
        });
        assert!(is_there.is_some(), "{page} shows no position of {name}");
    }
    assert_eq!(known.len(), 366, "each is another puzzle");
    assert!(used.len() >= 12, "{used:?}");
    // Months go from easy to hard.
    for ((one, _), (next, _)) in days.iter().zip(&days[1..]).filter(|(one, next)| one.0[9..11] == next.0[9..11]) {
        assert!(easiest[&**next] <= easiest[&**one] + 1e-9, "{one} is harder than {next}");
    }
}

/// Returns the editions of each column of the calendar, as in its header.
fn columns() -> Vec<Vec<String>> {
    let text = fs::read_to_string(ROOT.join("content/calendar.md")).expect("a calendar");
    let header: toml::Table = text.split("+++").nth(1).expect("a header").parse().expect("TOML");
    header["calendar"]["columns"].clone().try_into().expect("lists of editions")
}

/// Returns the folder of the game to which a day's heading links, with `/`.
fn linked_game(page: &str) -> String {
    let link = html::all(&html::page(&FOLDER.join(page)), "h1 a")[0].attr("href").expect("an address").to_owned();
    follow(page, &link).trim_end_matches("index.html").to_owned()
}

/// A solved day has a letter to send, without an address on a site that has none.
fn look_at_letter(end: &str, (_, label): &(String, String), moves: u32) {
    let (day, _) = label.split_once(": ").expect("a day");
    let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
    let line = format!("mailto:?body={day}: solved in {moves}").replace(' ', "%20");
    let letter = SITE[end].links.iter().find(|link| link.text == "Send your result").map(|link| &link.href);
    assert_eq!(letter, Some(&line), "{end}");
}
