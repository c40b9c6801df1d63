//! Puzzles: each is played over the published pages, with every move that leads on.

mod content;
mod days;
pub(crate) mod rules;
mod symmetry;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use pageturner::content::words::Catalogue;
use pageturner::game::Scene;
use pageturner::graph::Positions;

use crate::ataxx::{self, BOARDS, FOR_TWO};
use crate::html;
use crate::properties::board;
use crate::reading::{Link, follow, one_line};
use crate::whole_site::{self, FOLDER, SITE, assert_whole, named_moves};
use rules::{Kind, Rules, Wins};

/// A collection of the default site.
struct Collection {
    folder: &'static str,
    /// The games by the editions that show them, with the format into which slugs of boards are inserted.
    games: BTreeMap<String, (Rules, Vec<String>)>,
    kind: Kind,
}

/// A link to the result of a move, and its page.
type Offered = (&'static Link, String);

/// A puzzle that is being played.
struct Line<'a> {
    rules: &'a Rules,
    /// The wins that each player can force.
    wins: [Wins; 2],
    player: usize,
    moves: u32,
    /// Where it ends.
    ends: BTreeSet<String>,
}

fn tic_tac_toe() -> Collection {
    let rules = Rules::of_pages(Kind::TicTacToe, "tic-tac-toe/two-player", "0");
    let games = BTreeMap::from([("tic-tac-toe/two-player".to_owned(), (rules, Vec::new()))]);
    Collection { folder: "tic-tac-toe/puzzles", games, kind: Kind::TicTacToe }
}

fn nim() -> Collection {
    let kind = Kind::Nim { misere: false };
    let rules = Rules::of_pages(kind, "nim/two-player", "a-3-4-5");
    let games = BTreeMap::from([("nim/two-player".to_owned(), (rules, Vec::new()))]);
    Collection { folder: "nim/puzzles", games, kind }
}

fn marienbad() -> Collection {
    let kind = Kind::Nim { misere: true };
    let rules = Rules::of_nim(kind, &ROWS);
    Collection { folder: "nim/marienbad-puzzles", games: BTreeMap::from([(String::new(), (rules, Vec::new()))]), kind }
}

const ROWS: [(&str, usize); 4] = [("first row", 1), ("second row", 3), ("third row", 5), ("fourth row", 7)];

fn pegs() -> Collection {
    let rules = Rules::of_pages(Kind::Pegs, "peg-solitaire/corner", "-oooooooooooooo");
    let games = BTreeMap::from([("peg-solitaire/corner".to_owned(), (rules, Vec::new()))]);
    Collection { folder: "peg-solitaire/puzzles", games, kind: Kind::Pegs }
}

fn ataxx() -> Collection {
    let games = BOARDS.into_iter().filter(|(name, _)| FOR_TWO.contains(name)).map(|(name, board)| {
        let folder = format!("ataxx/{name}/two-player");
        let rules = Rules::of_pages(Kind::Ataxx, &folder, &ataxx::Rules::new(board).start());
        (folder, (rules, board.iter().map(|row| (*row).to_owned()).collect()))
    });
    Collection { folder: "ataxx/puzzles", games: games.collect(), kind: Kind::Ataxx }
}

/// Returns the text of a page.
fn text(path: &str) -> String {
    one_line(&html::page(&FOLDER.join(path)).root_element().text().collect::<Vec<_>>().join(" "))
}

/// Returns the page to which the link with a text leads.
fn linked(path: &str, words: &str) -> Option<String> {
    let link = SITE[path].links.iter().find(|link| link.text == words && !link.in_main)?;
    Some(follow(path, &link.href))
}

/// Returns an end to which a page leads.
fn some_end(path: &str) -> String {
    let way = whole_site::moves(path).into_iter().map(|(_, to)| to).find(|to| !to.contains("~not-"));
    way.map_or_else(|| path.to_owned(), |to| some_end(&to))
}

/// Returns the link of a puzzle's end to its position.
fn to_explore(page: &str) -> Option<String> {
    let end = some_end(page);
    linked(&end, "Explore the puzzle’s position")
}

impl Collection {
    fn page(&self, number: usize) -> String {
        format!("{}/{number:02}.html", self.folder)
    }

    /// Returns the game and the position of a puzzle. Its end links to the position in the edition that shows all
    /// positions; for a table of Nim, the position follows from its moves.
    fn position_on(&self, page: &str) -> (&(Rules, Vec<String>), String) {
        let Some(explored) = to_explore(page) else {
            let turn = if SITE[page].status.contains("Player A to move") { "a" } else { "b" };
            let rows = ROWS.map(|(name, _)| {
                let links = SITE[page].moves().map(|link| link.label.clone().expect("a name"));
                links.filter(|label| label.ends_with(&format!("from the {name}"))).count().to_string()
            });
            return (&self.games[""], format!("{turn}-{}", rows.join("-")));
        };
        let (folder, name) = explored.rsplit_once('/').expect("a folder");
        let slug = name.trim_end_matches(".html").trim_end_matches("~hint");
        let game = &self.games[folder];
        (game, if slug == "index" { game.0.start.clone() } else { slug.to_owned() })
    }

    /// Plays all puzzles, and checks their list.
    fn play(&self) {
        let list = format!("{}/index.html", self.folder);
        let told = text(&list);
        let count = SITE[&list].moves().filter(|link| link.text.starts_with("Puzzle ")).count();
        assert!(count >= 24, "{list}: {count}");
        let mut wins: BTreeMap<*const Rules, [Wins; 2]> = BTreeMap::new();
        let (mut classes, mut easiest) = (BTreeSet::new(), 1.0);
        for number in 1..=count {
            let page = self.page(number);
            let ((rules, board), slug) = self.position_on(&page);
            let class = (std::ptr::from_ref(rules), symmetry::class(self.kind, board, &slug));
            assert!(classes.insert(class), "{page} is the same as another by symmetry");
            let wins = wins.entry(rules).or_insert_with(|| rules.wins()).clone();
            let player = rules.turn(&slug);
            let moves = *wins[player].get(&slug).unwrap_or_else(|| panic!("{page} shows {slug}, and there is no win"));
            assert_eq!(linked(&page, "Skip"), (number < count).then(|| self.page(number + 1)), "{page}");
            let after = &rules.moves[&slug];
            assert!(after.iter().any(|(_, to)| !wins[player].contains_key(to)), "{page}: no move throws the win away");
            let mut line = Line { rules, wins, player, moves, ends: BTreeSet::new() };
            let odds = self.walk(&mut line, &page, &slug, moves);
            assert!(odds <= easiest + 1e-9, "{page} is easier than the one before: {odds} after {easiest}");
            easiest = odds;
            let task = self.promise(player, moves);
            let said = told.split(&format!(" Puzzle {number} ")).nth(1).expect("a puzzle of the list");
            assert!(said.starts_with(&task), "{list} says of {number}: {said:.60}");
            let tries = format!("Luck: 1 in {}.", (1.0 / odds + 0.5 + 1e-6).floor());
            let said = said.split(" Puzzle ").next().expect("a puzzle").replace(',', "");
            assert!(said.contains(&tries), "{said:.60}: {tries}");
            for end in &line.ends {
                assert_eq!(linked(end, "Next puzzle"), (number < count).then(|| self.page(number + 1)), "{end}");
                assert!(SITE[end].links.iter().any(|link| follow(end, &link.href) == list), "{end} leads to the list");
            }
        }
    }

    /// Returns the expected text of a puzzle in a list.
    fn promise(&self, player: usize, moves: u32) -> String {
        match (self.kind, player) {
            (Kind::Pegs | Kind::Graph { is_for_one: true }, _) => format!("Solve it in {moves}"),
            (Kind::Nim { .. }, 0) => format!("Win in {moves} as Player A"),
            (Kind::Nim { .. }, _) => format!("Win in {moves} as Player B"),
            (Kind::TicTacToe | Kind::Ataxx, 0) => format!("Win in {moves} as X"),
            (Kind::TicTacToe | Kind::Ataxx, _) => format!("Win in {moves} as O"),
            (Kind::Graph { .. }, _) => format!("Win in {moves} as "),
        }
    }

    /// Continues from a page with a position from which the win takes `left` of the player's own moves. Returns the
    /// probability that random moves go all the way.
    fn walk(&self, line: &mut Line<'_>, path: &str, slug: &str, left: u32) -> f64 {
        assert_eq!(self.task(path), left, "{path} says {:?}", SITE[path].status);
        let (rules, player) = (line.rules, line.player);
        let offered = whole_site::moves(path);
        let pairs = self.with_results(rules, (&line.wins[player], left), &offered, slug);
        assert_eq!(pairs.len(), rules.moves[slug].len(), "{path} has the legal moves of {slug}");
        // A clone in Ataxx has a link on its square, and again with each piece that can make it. No two moves have the
        // same result.
        let mut odds = BTreeMap::new();
        for ((link, target), (name, after)) in pairs {
            if !matches!(self.kind, Kind::Graph { .. }) {
                assert_eq!(link.label.as_ref(), Some(name), "{path}");
            }
            if line.wins[player].get(after) != Some(&(left - 1)) {
                self.look_at_mistake(line, (path, target), after, left);
                odds.insert(after, 0.0);
                continue;
            }
            let stem = target.trim_end_matches(".html");
            let shown = stem.split('~').nth(1).unwrap_or_else(|| panic!("{target} names a position"));
            if rules.turn(after) == player || rules.is_over(after) {
                assert_eq!(shown, after, "{path} leads to {target}");
            } else {
                assert!(rules.after_replies(player, after).contains(shown), "{target} is no reply to {after}");
                // The other side resists: the win takes no fewer moves than promised.
                assert_eq!(line.wins[player].get(shown), Some(&(left - 1)), "{target}");
                let right = SITE[target].status.strip_prefix("Right. ");
                assert_eq!(
                    right.is_none(),
                    rules.is_over(shown),
                    "{target} goes on, and says that so far all is right"
                );
                let told = right.unwrap_or(&SITE[target].status);
                let is_of_player = ["X ", "O ", "Player "].iter().any(|name| told.starts_with(name));
                assert!(is_of_player || matches!(self.kind, Kind::Graph { .. }), "{target}");
            }
            let way_on = if left == 1 {
                Self::look_at_end(line, target, shown);
                1.0
            } else {
                self.walk(line, target, shown, left - 1)
            };
            odds.insert(after, way_on);
        }
        odds.values().sum::<f64>() / f64::from(odds.len() as u32)
    }

    /// Returns the links of a page to the results of moves, each with its move. Moves of a graph are known by their
    /// targets.
    fn with_results<'l>(
        &self,
        rules: &'l Rules,
        (wins, left): (&Wins, u32),
        offered: &'l [Offered],
        slug: &str,
    ) -> Vec<(&'l Offered, &'l (String, String))> {
        let legal = &rules.moves[slug];
        if !matches!(self.kind, Kind::Graph { .. }) {
            assert_eq!(offered.len(), legal.len(), "the page has the legal moves of {slug}");
            return offered.iter().zip(legal).collect();
        }
        let leads = |(_, target): &Offered, (name, after): &(String, String)| {
            let stem = target.trim_end_matches(".html");
            match stem.split_once("~not-") {
                Some((_, wrong)) => wrong == name,
                None if wins.get(after) != Some(&(left - 1)) => false,
                None => {
                    let shown = stem.split('~').nth(1).unwrap_or_default();
                    shown == after || rules.after_replies(rules.turn(slug), after).contains(shown)
                }
            }
        };
        // A clone in Ataxx has a link on its square, and again with each piece that can make it.
        let is_legal = |link: &&Offered| legal.iter().any(|mv| leads(link, mv));
        let link_of = |mv| Some((offered.iter().find(|link| leads(link, mv))?, mv));
        let pairs: Option<Vec<_>> = legal.iter().map(link_of).collect();
        pairs.filter(|_| offered.iter().all(|link| is_legal(&link))).unwrap_or_default()
    }

    /// Returns the position of a graph that a page shows: its board is the same, the win takes as long, and its moves
    /// lead to the targets of the page's links.
    fn position_of_graph(
        &self,
        (positions, catalogue): (&dyn Positions, &Catalogue),
        (rules, wins): (&Rules, &[Wins; 2]),
        page: &str,
    ) -> Option<String> {
        let (offered, left) = (whole_site::moves(page), self.task(page));
        let board = board::read(&fs::read_to_string(FOLDER.join(page)).expect("a page"));
        let is_shown = |slug: &&String| {
            let player = rules.turn(slug);
            if wins[player].get(*slug) != Some(&left) || rules.moves[*slug].len() > offered.len() {
                return false;
            }
            let pairs = self.with_results(rules, (&wins[player], left), &offered, slug);
            let keeps = |after: &String| wins[player].get(after) == Some(&(left - 1));
            let is_same = |scene: &Scene| match scene {
                Scene::Text(told, _) => {
                    let lines: Vec<_> = board.iter().map(|row| row[0].text.as_str()).collect();
                    one_line(&catalogue.say(told)) == one_line(&lines.join(" "))
                }
                _ => board::check(scene, &board).is_ok(),
            };
            !pairs.is_empty()
                && pairs.iter().all(|((_, to), (_, after))| keeps(after) != to.contains("~not-"))
                && is_same(&positions.scene(positions.find(slug).expect("a position")))
        };
        let mut found = rules.moves.keys().filter(is_shown);
        let slug = found.next()?;
        assert_eq!(found.next(), None, "{page} can also be {slug}");
        Some(slug.clone())
    }

    /// Returns the number of moves that a page promises.
    fn task(&self, path: &str) -> u32 {
        let status = &SITE[path].status;
        let is_for_one = matches!(self.kind, Kind::Pegs | Kind::Graph { is_for_one: true });
        let words = if is_for_one { "Solve it in " } else { "find the win in " };
        match status.split_once(words) {
            None => {
                assert!(status.contains("find the win") || status.contains("Find the last move"), "{path}: {status:?}");
                1
            }
            Some((_, rest)) => {
                rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse().ok()).expect("a number")
            }
        }
    }

    fn look_at_end(line: &mut Line<'_>, path: &str, slug: &str) {
        assert_eq!(line.rules.winner(slug), Some(line.player), "{path}");
        assert!(SITE[path].status.contains("Solved"), "{path} says {:?}", SITE[path].status);
        assert_eq!(SITE[path].moves().count(), 0, "{path}");
        line.ends.insert(path.to_owned());
    }

    /// Checks the page after a move to `after` that does not keep the win.
    fn look_at_mistake(&self, line: &Line<'_>, (path, target): (&str, &str), after: &str, left: u32) {
        let page = &SITE[target];
        let step = path.trim_end_matches(".html").split("~from-").next().expect("a page");
        let wins_later = line.wins[line.player].contains_key(after)
            && !matches!(self.kind, Kind::Graph { is_for_one: true } | Kind::Pegs);
        let status = if wins_later { "Not the fastest" } else { "Not this one" };
        assert_eq!((page.status.as_str(), page.moves().count()), (status, 0), "{target}");
        assert_eq!(linked(target, "Try again"), Some(format!("{step}.html")), "{target}");
        let (player, said) = (line.player, text(target));
        let expected = match (line.wins[player].get(after), line.wins[1 - player].get(after)) {
            (Some(more), _) if self.kind == (Kind::Graph { is_for_one: true }) => {
                let moves = |count: u32| if count == 1 { "1 move".to_owned() } else { format!("{count} moves") };
                match left {
                    1 => format!("From here it takes {}.", moves(*more)),
                    _ => format!("From here it takes {}; after the right move it takes {}.", moves(*more), left - 1),
                }
            }
            (Some(more), _) => format!("That wins, too, but not before move {}.", line.moves - left + 1 + more),
            (_, Some(0)) if !line.rules.is_over(after) => "wins, whatever you do.".to_owned(),
            (_, Some(0)) => "has won.".to_owned(),
            (_, Some(1)) => "can win at once.".to_owned(),
            (_, Some(moves)) => format!("can win in {moves} moves, whatever you do."),
            _ if matches!(self.kind, Kind::Pegs | Kind::Graph { is_for_one: true }) => {
                "From here it cannot be solved any more.".to_owned()
            }
            _ if line.rules.is_over(after) => "And so it is a draw.".to_owned(),
            _ => "Now ".to_owned(),
        };
        assert!(said.contains(&expected), "{target} does not say {expected:?}: {said}");
        let is_again = !line.rules.is_over(after) && line.rules.turn(after) == player;
        assert!(!is_again || !said.contains(" replies: "), "{target}: {said}");
        let told = said.split_once(" replies: ").map(|(_, rest)| rest.split_once('.').expect("a sentence").0);
        let to_find = named_moves(&format!("{step}.html")).into_iter().filter(|(_, to)| !to.contains("~not-"));
        let to_find: Vec<_> = to_find.map(|(name, _)| name).collect();
        for told in told.iter().flat_map(|told| told.split(" or ")).flat_map(|told| told.split(", ")) {
            assert!(!to_find.iter().any(|name| name == told), "{target} gives {told} away");
            if matches!(self.kind, Kind::Graph { .. }) {
                continue;
            }
            let is_told = |(label, _): &&(String, String)| match told.split_once(" to ") {
                Some((from, to)) => label.starts_with(to) && label.ends_with(&format!("from {from}")),
                None => label.starts_with(told) && !label.contains("jump"),
            };
            let (_, answered) = line.rules.moves[after].iter().find(is_told).expect("a legal move");
            let wins = |slug: &str| line.wins[1 - player].get(slug);
            match wins(after) {
                Some(moves) => assert_eq!(wins(answered), Some(&(moves - 1)), "{target}: {told}"),
                None => assert_eq!(line.wins[player].get(answered), None, "{target}: {told}"),
            }
        }
    }
}

#[test]
fn puzzles_of_tic_tac_toe_keep_what_they_promise() {
    tic_tac_toe().play();
}

#[test]
fn puzzles_of_nim_keep_what_they_promise() {
    nim().play();
    marienbad().play();
}

#[test]
#[ignore = "reads all of the default site: `make test`"]
fn puzzles_of_ataxx_keep_what_they_promise() {
    assert_whole();
    ataxx().play();
}

#[test]
fn puzzles_of_peg_solitaire_keep_what_they_promise() {
    pegs().play();
}
