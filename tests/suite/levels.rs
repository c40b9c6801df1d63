//! A person's results against each computer, found by playing only over the pages of the built site: the best result,
//! and the results of two simple players, one who moves at random and one who looks one move ahead.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use rayon::prelude::*;
use serde_json::Value as Json;

use crate::fixture::Fixture;
use crate::html::{self, all};
use crate::prospects::{positions, prospects};
use crate::reading::one_line;
use crate::serve::Server;
use crate::whole_site::{FOLDER, IS_WHOLE, SITE, has, pageturner};

/// The result of a page, for the person.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stand {
    GoesOn,
    Won,
    Drawn,
    Lost,
}

/// The positions of an edition, with the moves between them.
struct Pages {
    stands: Vec<Stand>,
    /// The results as seen by a player who looks one move ahead, and does not see what follows a pass.
    seen: Vec<Stand>,
    /// For each position, those after its moves.
    leads: Vec<Vec<usize>>,
    start: usize,
}

/// A person's results in an edition: the best, and those of two simple players.
struct Fares {
    best: (u8, usize),
    random: Shares,
    one_move_ahead: Shares,
}

/// The shares of games that are won and that are drawn.
#[derive(Clone, Copy, Debug)]
struct Shares {
    won: f64,
    drawn: f64,
}

/// The editions in which a person plays against a computer, recognised by their ends.
static EDITIONS: LazyLock<BTreeMap<String, Fares>> = LazyLock::new(|| {
    let folders: BTreeSet<&str> = SITE.keys().filter_map(|path| path.strip_suffix("/index.html")).collect();
    // Variants contain the same pages in another theme.
    let is_own = |folder: &&str| folder.contains('/') && !folder.starts_with("eink/") && !folder.ends_with("/lesson");
    let fares = folders.into_par_iter().filter(is_own).filter_map(|folder| Some((folder.to_owned(), fares(folder)?)));
    fares.collect()
});

fn stand(path: &str) -> Stand {
    let status = one_line(&SITE[path].status);
    let endings = [("You win", Stand::Won), ("You lose", Stand::Lost), ("A draw", Stand::Drawn)];
    // A puzzle has no opponent.
    let is_puzzle = status.contains("Solved");
    let ended = endings.iter().find(|(words, _)| !is_puzzle && status.contains(words)).map(|&(_, stand)| stand);
    ended.unwrap_or(Stand::GoesOn)
}

/// Returns the results in an edition, if it is one against a computer.
fn fares(folder: &str) -> Option<Fares> {
    let next = positions(folder);
    let stands: Vec<Stand> = next.keys().map(|path| stand(path)).collect();
    let passes = |path: &str| SITE[path].status.contains("had to pass");
    let seen =
        next.keys().zip(&stands).map(|(path, &stand)| if passes(path) { Stand::GoesOn } else { stand }).collect();
    if !stands.iter().any(|stand| [Stand::Won, Stand::Lost].contains(stand)) {
        return None;
    }
    for ((path, after), stand) in next.iter().zip(&stands) {
        assert!(*stand == Stand::GoesOn || after.is_empty(), "{path} has moves, although the game is over");
    }
    let numbers: BTreeMap<&str, usize> = next.keys().copied().zip(0..).collect();
    let leads = next.values().map(|after| after.iter().map(|to| numbers[to.as_str()]).collect()).collect();
    let start = format!("{folder}/index.html");
    let pages = Pages { stands, seen, leads, start: numbers[start.as_str()] };
    let best = prospects(&next)[start.as_str()];
    Some(Fares { best, random: pages.shares(<[usize]>::to_vec), one_move_ahead: pages.one_move_ahead() })
}

impl Pages {
    /// Returns the results of play in which all moves that `choose` leaves are equally likely. Play that goes on for
    /// 1,000 moves is neither won nor drawn.
    fn shares(&self, choose: impl Fn(&[usize]) -> Vec<usize>) -> Shares {
        let choices: Vec<Vec<usize>> = self.leads.iter().map(|leads| choose(leads)).collect();
        let mut shares = Shares { won: 0.0, drawn: 0.0 };
        let (mut now, mut next) = (vec![0.0; choices.len()], vec![0.0; choices.len()]);
        now[self.start] = 1.0;
        for _ in 0..=1000 {
            for (page, share) in now.iter_mut().enumerate().filter(|(_, share)| **share > 0.0) {
                match self.stands[page] {
                    Stand::Won => shares.won += *share,
                    Stand::Drawn => shares.drawn += *share,
                    Stand::Lost => {}
                    Stand::GoesOn => {
                        let count = f64::from(u32::try_from(choices[page].len()).expect("few moves"));
                        for &to in &choices[page] {
                            next[to] += *share / count;
                        }
                    }
                }
                *share = 0.0;
            }
            if next.iter().sum::<f64>() < 1e-9 {
                break;
            }
            std::mem::swap(&mut now, &mut next);
        }
        shares
    }

    /// Wins if a move wins, does not lose at once if a move does not, and otherwise moves at random.
    fn one_move_ahead(&self) -> Shares {
        self.shares(|leads| {
            let of = |is_good: &dyn Fn(Stand) -> bool| -> Vec<usize> {
                leads.iter().copied().filter(|&page| is_good(self.seen[page])).collect()
            };
            let (wins, holds) = (of(&|stand| stand == Stand::Won), of(&|stand| stand != Stand::Lost));
            [wins, holds, leads.to_vec()].into_iter().find(|moves| !moves.is_empty()).unwrap_or_default()
        })
    }
}

impl Shares {
    /// A win counts as one, a draw as half.
    fn score(self) -> f64 {
        self.won + self.drawn / 2.0
    }
}

/// The output of `list` for each edition, by its folder.
static LISTED: LazyLock<BTreeMap<String, Json>> = LazyLock::new(|| {
    let list = pageturner("list").arg("--json").output().expect("a run");
    let rows: Vec<Json> = serde_json::from_slice(&list.stdout).expect("JSON");
    let text = |row: &Json, key: &str| row[key].as_str().expect("a text").to_owned();
    rows.into_iter().map(|row| (format!("{}/{}", text(&row, "game"), text(&row, "edition")), row)).collect()
});

#[test]
fn every_edition_against_the_computer_is_found_by_how_its_games_end() {
    let found: Vec<&String> = EDITIONS.keys().collect();
    // In the whole site: 19 of tic-tac-toe, 7 of Nim, 6 on each of 4 boards of Ataxx, and, in the order of their names,
    // those of Achi, chess endings, Chomp, Corner the queen, Dodgem, Domineering, dots and boxes, fox and hounds, hare
    // and hounds, hexapawn, Kalah, the mind reader, Mū Tōrere, Pong Hau K’i and Reversi.
    let of_others = 4 + 2 + 8 + 6 + 2 + 4 + 3 + 2 + 3 + 4 + 3 + 2 + 3 + 6 + 4;
    let count = if *IS_WHOLE { 19 + 7 + 24 + of_others } else { 7 + 7 + 6 + 1 };
    assert_eq!(found.len(), count, "{found:?}");
    let listed = LISTED.iter().filter(|(_, row)| row["best_for_person"] != "").map(|(folder, _)| folder);
    assert_eq!(listed.collect::<Vec<_>>(), found);
}

#[test]
fn the_best_that_a_person_can_get_is_what_the_list_and_the_door_say() {
    for (folder, fares) in &*EDITIONS {
        let (listed, promised) = match fares.best {
            (3, moves) => (format!("a win in {moves}"), format!("can be won in {moves}")),
            (2, moves) => (format!("a draw in {moves}"), "a draw is a triumph".to_owned()),
            (1, _) => ("endless".to_owned(), "can be held for ever".to_owned()),
            _ => ("a loss".to_owned(), "survive as long as you can".to_owned()),
        };
        assert_eq!(LISTED[folder]["best_for_person"], *listed, "{folder}");
        assert_eq!(told_at_the_door(folder), Some(promised), "at the door of {folder}");
    }
}

/// Returns the best result of an edition on the page of its game, in the cell or the item with a link to the edition.
fn told_at_the_door(folder: &str) -> Option<String> {
    const PROMISES: [&str; 4] =
        ["can be won in ", "a draw is a triumph", "can be held for ever", "survive as long as you can"];
    let (game, edition) = folder.split_once('/').expect("a game and an edition");
    let page = html::page(&FOLDER.join(game).join("index.html"));
    let link = format!("a[href=\"{edition}/index.html\"]");
    let doors = all(&page, &format!("td:has({link}), li:has({link})"));
    let promise = |said: &str| {
        let start = PROMISES.iter().find_map(|promise| said.find(promise))?;
        Some(said[start..].trim().to_owned())
    };
    // The row of a series contains the result once for all its games, and the label of each link contains it, too.
    let door = doors.last()?;
    door.text().chain(door.descendent_elements().filter_map(|part| part.attr("aria-label"))).find_map(promise)
}

/// Returns the three levels of each board and seat: easy, medium, hard.
fn levels() -> Vec<[String; 3]> {
    let mut levels = vec![
        ["nim/easy", "nim/medium", "nim/computer"].map(str::to_owned),
        ["nim/easy-second", "nim/medium-second", "nim/computer-first"].map(str::to_owned),
    ];
    for board in ["cross", "bridges", "windmill", "gardens"] {
        for seat in ["", "-second"] {
            levels.push(["easy", "medium", "hard"].map(|level| format!("ataxx/{board}/{level}{seat}")));
        }
    }
    levels
}

#[test]
#[expect(clippy::print_stdout, reason = "with `--nocapture` it prints the table of all levels")]
fn each_level_is_harder_than_the_one_before_it_on_every_board_and_in_either_seat() {
    for folders in levels().iter().filter(|folders| folders.iter().all(|folder| has(folder))) {
        let played = folders.each_ref().map(|folder| {
            let Fares { best, random, one_move_ahead } = &EDITIONS[folder];
            let (random, searcher) = (random.score(), one_move_ahead.score());
            println!("{folder:<30} {best:?}: random play {random:.3}, one move ahead {searcher:.3}");
            (*best, random, searcher)
        });
        let [(easy, ..), (medium, ..), _] = played;
        for (level, best) in [("easy", easy), ("medium", medium)] {
            assert!(best.0 == 3 && best.1 > 2, "{folders:?}: {level} gives {best:?}");
        }
        for (one, next) in [(0, 1), (1, 2)] {
            let ((_, random, searcher), (_, next_random, next_searcher)) = (played[one], played[next]);
            assert!(random > next_random + 0.05, "{folders:?}: random play {random:.3}, then {next_random:.3}");
            assert!(searcher > next_searcher + 0.05, "{folders:?}: one move {searcher:.3}, then {next_searcher:.3}");
        }
    }
}

#[test]
fn beginners_can_beat_the_easy_computers_and_thought_beats_chance() {
    for [easy, ..] in levels().iter().filter(|[easy, ..]| has(easy)) {
        let won = EDITIONS[easy].random.won;
        assert!((0.2..=0.5).contains(&won), "random play wins {won:.3} of {easy}");
    }
    for (folder, fares) in &*EDITIONS {
        let (random, searcher) = (fares.random.score(), fares.one_move_ahead.score());
        let nothing_to_get = fares.best.0 < 2;
        // In Reversi against a perfect computer, the moves that can still lose are not the last ones.
        let nothing_to_see = folder == "reversi/hard-second" && (searcher - random).abs() < 1e-9;
        assert!(
            searcher > random || nothing_to_get || nothing_to_see,
            "{folder}: {random:.3} at random, {searcher:.3} one move ahead"
        );
    }
}

/// A server explores the editions whose results a game's page shows when that page is requested.
#[test]
fn a_game_has_its_page_although_one_of_its_editions_is_too_large() {
    let site = Fixture::new();
    site.write("content/site.toml", "title = \"A site\"\nmax_positions = 100\n");
    let edition = |name: &str, rows: &str| {
        let computer = "computer = { policy = \"perfect\" }";
        format!("[[editions]]\nname = \"{name}\"\ntitle = \"{name}\"\nparameters.rows = {rows}\n{computer}\n")
    };
    let header = "title = \"Nim\"\nsummary = \"Take.\"\ngame = \"nim\"";
    let editions = edition("small", "[1, 2]") + &edition("large", "[9, 9, 9]");
    site.write("content/nim.md", &format!("+++\n{header}\n{editions}+++\n"));
    let server = Server::start(site.root(), &[]);
    let door = server.get("nim/");
    assert_eq!(door.status, 200, "{}", door.text());
    assert!(["small/index.html", "large/index.html"].iter().all(|link| door.text().contains(link)));
    // Take one from the row of two: the computer has to take one of 1 and 1, and the last piece is yours.
    assert!(door.text().contains("can be won in 2"), "{}", door.text());
    assert_eq!(server.get("nim/small/index.html").status, 200);
    let large = server.get("nim/large/index.html");
    assert_eq!(large.status, 500);
    assert!(large.text().contains("100 positions"), "{}", large.text());
}

/// A level is short for the computer that its keys describe: a build with those keys writes nothing.
#[test]
fn levels_are_short_for_computers() {
    for (short, long) in [
        ("level = \"easy\"", "policy = \"greedy\", blunder = 80"),
        ("level = \"medium\", seed = 7", "policy = \"negamax\", blunder = 25, seed = 7"),
        ("level = \"hard\", plays = \"first\"", "policy = \"perfect\", plays = \"first\""),
        ("level = \"easy\", depth = 3, blunder = 0", "policy = \"negamax\", depth = 3"),
        ("level = \"medium\", policy = \"handbook\"", "policy = \"handbook\", blunder = 25"),
    ] {
        let site = Fixture::new();
        let build = |computer: &str| {
            let edition = format!("name = \"a\"\ntitle = \"A\"\ncomputer = {{ {computer} }}\n");
            let header = "title = \"Nim\"\nsummary = \"Take.\"\ngame = \"nim\"\nparameters.rows = [3, 4, 5]\n";
            site.write("content/nim.md", &format!("+++\n{header}[[editions]]\n{edition}+++\n"));
            site.build(&[])
        };
        build(short);
        let told = build(long);
        assert!(told.contains("nothing written"), "{short}: {told}");
        assert!(!build("policy = \"random\", seed = 99").contains("nothing written"));
    }
}
