//! Chromium without JavaScript plays the site by clicking, a whole game to each kind of ending of each game: in a
//! window, and in frames of a blog that forbid scripts.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::LazyLock;

use crate::clients::{lot, wants_every_page};
use crate::driver::{Chromium, Server, WITHOUT_SCRIPTS};
use crate::files::{in_language, in_variant, is_of_words};
use crate::reading::{ENDINGS, ending, follow, one_line};
use crate::whole_site::{FOLDER, IS_WHOLE, PAGES};
use serde_json::json;

/// A path from the first page of an edition to an end.
struct Game {
    edition: String,
    ending: &'static str,
    clicks: Vec<Click>,
}

/// A link to click, and the expected text of its target.
#[derive(Clone)]
struct Click {
    href: String,
    title: String,
    status: String,
}

/// Returns a shortest game to each kind of ending of an edition or a lesson, found by following links.
fn games_of(edition: &str) -> Vec<Game> {
    let start = format!("{edition}/index.html");
    // For each page reached, the page before it and the link between them.
    let mut reached: BTreeMap<String, (String, Click)> = BTreeMap::new();
    let mut ends: BTreeMap<&'static str, String> = BTreeMap::new();
    let mut queue = VecDeque::from([start.clone()]);
    let mut seen = BTreeSet::from([start.clone()]);
    while let Some(path) = queue.pop_front() {
        let page = &PAGES[&path];
        let status = one_line(&page.status);
        if let Some((_, click)) = reached.get_mut(&path) {
            click.title.clone_from(&page.title);
            click.status.clone_from(&status);
        }
        if page.moves().next().is_none() {
            // The page after a mistake in a lesson has no moves, but is not an end.
            if let Some(ending) = ending(&status) {
                ends.entry(ending).or_insert(path);
            } else {
                assert!(
                    ["Not this one", "Not the fastest", "Der ist es nicht", "Nicht der schnellste"].contains(&&*status),
                    "{path}: {status}"
                );
            }
            continue;
        }
        for link in page.moves() {
            let target = follow(&path, &link.href);
            if seen.insert(target.clone()) {
                let click = Click { href: link.href.clone(), title: String::new(), status: String::new() };
                reached.insert(target.clone(), (path.clone(), click));
                queue.push_back(target);
            }
        }
    }
    let game = |(ending, end): (&'static str, String)| {
        let mut clicks = Vec::new();
        let mut path = end;
        while let Some((before, click)) = reached.get(&path) {
            clicks.push(click.clone());
            path.clone_from(before);
        }
        clicks.reverse();
        Game { edition: edition.to_owned(), ending, clicks }
    };
    ends.into_iter().map(game).collect()
}

/// Returns a game to each kind of ending of each edition and lesson.
fn all_games() -> Vec<Game> {
    let pages = PAGES.keys().filter(|path| in_variant(in_language(path).1).0.is_empty() && !is_of_words(path));
    pages.filter_map(|path| path.strip_suffix("/index.html")).flat_map(games_of).collect()
}

/// The title and the status of the current page or frame.
const WHERE: &str = "return [document.title, document.querySelector('main h2').innerText.split(/\\s+/).join(' ')]";

/// Plays a game in the current page or frame.
fn play(chromium: &Chromium, game: &Game) {
    for Click { href, title, status } in &game.clicks {
        chromium.click(href);
        chromium.wait_for(WHERE, &json!([title, status]));
    }
    let Click { status, .. } = game.clicks.last().expect("a move");
    assert_eq!(ending(status), Some(game.ending), "{}", game.edition);
}

/// The games to play on the site.
static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let games = all_games();
    let editions: BTreeSet<_> = games.iter().map(|game| &game.edition).collect();
    let endings: BTreeSet<_> = games.iter().map(|game| game.ending).collect();
    // 20 of tic-tac-toe, 5 of Hanoi, 8 of Nim, 7 on two boards of Ataxx and 6 on two, 1 of peg solitaire, 5 lessons,
    // and 5 collections of puzzles; in German 15 editions, 4 lessons and 2 collections.
    let of_rust = 20 + 5 + 8 + 14 + 12 + 1 + 5 + 5 + 15 + 4 + 2;
    // 90 of games in Lua and 2 of chess, 5 lessons and 13 collections; in German 25 editions and 5 lessons.
    let of_others = 90 + 2 + 5 + 13 + 25 + 5;
    assert!(!*IS_WHOLE || editions.len() == of_rust + of_others, "{}: {editions:?}", editions.len());
    assert_eq!(endings.len(), ENDINGS.len(), "{endings:?}");
    games
});

/// Returns the games to play: for each ending of each game, a random edition; in a frame another one than in a window.
/// With `EVERY_PAGE=1`, returns all games.
fn drawn(sort: &str) -> Vec<&'static Game> {
    if wants_every_page() {
        return GAMES.iter().collect();
    }
    let mut drawn: BTreeMap<(&str, &str), &Game> = BTreeMap::new();
    for game in &*GAMES {
        let lot = |game: &Game| lot(&format!("{sort} {}", game.edition));
        let name = in_language(&game.edition).1.split('/').next().expect("a game");
        let drawn = drawn.entry((name, game.ending)).or_insert(game);
        if lot(game) < lot(drawn) {
            *drawn = game;
        }
    }
    drawn.into_values().collect()
}

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn every_ending_of_every_game_is_played_by_clicking_without_javascript() {
    let server = Server::start(&FOLDER);
    let chromium = Chromium::start(WITHOUT_SCRIPTS);
    for game in drawn("window") {
        chromium.open(&server.page(&format!("{}/index.html", game.edition)));
        play(&chromium, game);
    }
    chromium.stop();
}

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn every_ending_of_every_game_is_played_in_a_frame_of_another_site_that_forbids_scripts() {
    let (server, blog) = (Server::start(&FOLDER), Server::start(&FOLDER));
    let chromium = Chromium::start(WITHOUT_SCRIPTS);
    for game in drawn("frame") {
        let page = server.page(&format!("{}/index.html", game.edition));
        chromium.open(&blog.host(320, 480, &page));
        assert_eq!(chromium.ask("scrollTo(0, 40); return scrollY"), 40);
        chromium.enter_frame();
        play(&chromium, game);
        chromium.leave_frame();
        assert_eq!(chromium.ask("return [document.title, scrollY]"), json!(["A blog", 40]), "{}", game.edition);
    }
    chromium.stop();
}
