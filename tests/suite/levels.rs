//! What a person gets from each computer, found by playing over the pages of the built site alone: the best that can be
//! got, and how two simple players fare, the one who moves at random and the one who looks one move ahead.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::sync::LazyLock;

use pageturner::game::{Outcome, Player, Status};
use rayon::prelude::*;
use serde_json::Value as Json;

use crate::fixture::Fixture;
use crate::oracle::{Value, Values};
use crate::reading::one_line;
use crate::serve::Server;
use crate::whole_site::{FOLDER, IS_WHOLE, SITE, has, named_moves, pageturner};

/// How play stands on a page, for the person.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stand {
    GoesOn,
    Won,
    Drawn,
    Lost,
}

/// The pages of an edition that play comes to, with the moves between them.
struct Pages {
    stands: Vec<Stand>,
    /// For each page those that its moves lead to.
    leads: Vec<Vec<usize>>,
}

/// How people fare in an edition: what can be got, and what two simple players get of it.
struct Fares {
    best: Best,
    random: Shares,
    one_move_ahead: Shares,
}

/// The shares of games that are won and that are drawn.
#[derive(Clone, Copy, Debug)]
struct Shares {
    won: f64,
    drawn: f64,
}

/// The best that can be got.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Best {
    Win(u32),
    Draw(u32),
    Endless,
    Neither,
}

/// The editions in which a person plays against a computer: some of their games say so when they end.
static EDITIONS: LazyLock<BTreeMap<String, Fares>> = LazyLock::new(|| {
    let folders: BTreeSet<&str> = SITE.keys().filter_map(|path| path.strip_suffix("/index.html")).collect();
    // Copies of the site have the same pages in another theme.
    let is_own = |folder: &&str| folder.contains('/') && !folder.starts_with("eink/") && !folder.ends_with("/lesson");
    let against_computer = folders.into_par_iter().filter(is_own).filter_map(|folder| {
        let pages = read(folder);
        let is_one = pages.stands.iter().any(|stand| [Stand::Won, Stand::Lost].contains(stand));
        is_one.then(|| (folder.to_owned(), pages.fares()))
    });
    against_computer.collect()
});

fn stand(path: &str) -> Stand {
    let status = one_line(&SITE[path].status);
    let endings = [("You win", Stand::Won), ("You lose", Stand::Lost), ("A draw", Stand::Drawn)];
    let ended = endings.iter().find(|(words, _)| status.contains(words)).map(|&(_, stand)| stand);
    ended.unwrap_or(Stand::GoesOn)
}

/// Follows the moves of an edition from its first page.
fn read(folder: &str) -> Pages {
    let start = format!("{folder}/index.html");
    let (mut paths, mut numbers) = (vec![start.clone()], HashMap::from([(start, 0)]));
    let mut leads: Vec<Vec<usize>> = Vec::new();
    while let Some(path) = paths.get(leads.len()).cloned() {
        let mut next = Vec::new();
        for (_, target) in named_moves(&path) {
            let number = *numbers.entry(target.clone()).or_insert(paths.len());
            if number == paths.len() {
                paths.push(target);
            }
            next.push(number);
        }
        leads.push(next);
    }
    let stands: Vec<Stand> = paths.iter().map(|path| stand(path)).collect();
    for ((path, stand), leads) in paths.iter().zip(&stands).zip(&leads) {
        // Other ends than these are of games without a computer.
        assert!(*stand == Stand::GoesOn || leads.is_empty(), "{path} has moves, although the game is over");
    }
    Pages { stands, leads }
}

impl Pages {
    fn best(&self) -> Best {
        let positions = self.stands.iter().zip(&self.leads).map(|(stand, leads)| {
            let status = match stand {
                Stand::GoesOn => Status::Turn(Player::First),
                Stand::Won => Status::Over(Outcome::Win(Player::First)),
                Stand::Drawn => Status::Over(Outcome::Draw),
                Stand::Lost => Status::Over(Outcome::Win(Player::Second)),
            };
            (status, leads.iter().map(|&to| to as u32).collect())
        });
        match Values::of(&positions.collect::<Vec<_>>(), false).value(0) {
            Value::Win(Player::First, (_, moves)) => Best::Win(moves),
            Value::Draw(moves) => Best::Draw(moves),
            Value::Endless => Best::Endless,
            _ => Best::Neither,
        }
    }

    fn fares(&self) -> Fares {
        Fares { best: self.best(), random: self.shares(<[usize]>::to_vec), one_move_ahead: self.one_move_ahead() }
    }

    /// Returns what comes of play in which each of the moves that `choose` leaves is as likely as the others. What goes
    /// on after 1,000 moves is neither won nor drawn.
    fn shares(&self, choose: impl Fn(&[usize]) -> Vec<usize>) -> Shares {
        let choices: Vec<Vec<usize>> = self.leads.iter().map(|leads| choose(leads)).collect();
        let mut shares = Shares { won: 0.0, drawn: 0.0 };
        let (mut now, mut next) = (vec![0.0; choices.len()], vec![0.0; choices.len()]);
        now[0] = 1.0;
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

    /// Who looks one move ahead wins if a move wins, does not lose at once if a move does not, and else moves at
    /// random.
    fn one_move_ahead(&self) -> Shares {
        self.shares(|leads| {
            let of = |is_good: &dyn Fn(Stand) -> bool| -> Vec<usize> {
                leads.iter().copied().filter(|&page| is_good(self.stands[page])).collect()
            };
            let (wins, holds) = (of(&|stand| stand == Stand::Won), of(&|stand| stand != Stand::Lost));
            [wins, holds, leads.to_vec()].into_iter().find(|moves| !moves.is_empty()).unwrap_or_default()
        })
    }
}

impl Shares {
    /// A win counts one, a draw half.
    fn score(self) -> f64 {
        self.won + self.drawn / 2.0
    }
}

/// What `list` tells of each edition, by its folder.
static LISTED: LazyLock<BTreeMap<String, Json>> = LazyLock::new(|| {
    let list = pageturner("list").arg("--json").output().expect("a run");
    let rows: Vec<Json> = serde_json::from_slice(&list.stdout).expect("JSON");
    let text = |row: &Json, key: &str| row[key].as_str().expect("a text").to_owned();
    rows.into_iter().map(|row| (format!("{}/{}", text(&row, "game"), text(&row, "edition")), row)).collect()
});

#[test]
fn every_edition_against_the_computer_is_found_by_how_its_games_end() {
    let found: Vec<&String> = EDITIONS.keys().collect();
    // Of the whole site 19 of tic-tac-toe, 7 of Nim, and 6 on each of 5 boards of Ataxx.
    let count = if *IS_WHOLE { 19 + 7 + 30 } else { 7 + 7 + 6 };
    assert_eq!(found.len(), count, "{found:?}");
    let listed = LISTED.iter().filter(|(_, row)| row["best_for_person"] != "").map(|(folder, _)| folder);
    assert_eq!(listed.collect::<Vec<_>>(), found);
}

#[test]
fn the_best_that_a_person_can_get_is_what_the_list_and_the_door_say() {
    for (folder, fares) in &*EDITIONS {
        let (listed, promised) = match fares.best {
            Best::Win(moves) => (format!("a win in {moves}"), format!("can be won in {moves}")),
            Best::Draw(moves) => (format!("a draw in {moves}"), "a draw is a triumph".to_owned()),
            Best::Endless => ("endless".to_owned(), "can be held for ever".to_owned()),
            Best::Neither => ("neither".to_owned(), "survive as long as you can".to_owned()),
        };
        assert_eq!(LISTED[folder]["best_for_person"], *listed, "{folder}");
        assert_eq!(told_at_the_door(folder), Some(promised), "at the door of {folder}");
    }
}

/// What the page of its game says of an edition: the promise in the cell or the item with a link to it.
fn told_at_the_door(folder: &str) -> Option<String> {
    let (game, edition) = folder.split_once('/').expect("a game and an edition");
    let html = fs::read_to_string(FOLDER.join(game).join("index.html")).expect("the page of a game");
    let to_edition = [format!("\"{edition}/index.html"), format!("={edition}/index.html")];
    let cells = html.split("<td").flat_map(|part| part.split("<li"));
    let mut told = cells.filter(|cell| to_edition.iter().any(|link| cell.contains(link))).filter_map(|rest| {
        let ends = ["<tr", "</table", "</ul", "<p"].iter().filter_map(|end| rest.find(end));
        let cell = &rest[..ends.min().unwrap_or(rest.len())];
        let starts = ["can be won in ", "a draw is a triumph", "can be held for ever", "survive as long as you can"];
        let promise = starts.iter().find_map(|start| cell.find(start)).map(|start| &cell[start..])?;
        Some(promise.split(['<', '"']).next().unwrap_or_default().to_owned())
    });
    told.next()
}

/// The three levels of each board and seat: easy, medium, hard.
fn levels() -> Vec<[String; 3]> {
    let mut levels = vec![
        ["nim/easy", "nim/medium", "nim/computer"].map(str::to_owned),
        ["nim/easy-second", "nim/medium-second", "nim/computer-first"].map(str::to_owned),
    ];
    for board in ["cross", "bridges", "windmill", "tower", "gardens"] {
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
            assert!(matches!(best, Best::Win(moves) if moves > 2), "{folders:?}: {level} gives {best:?}");
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
        let nothing_to_get = [Best::Endless, Best::Neither].contains(&fares.best);
        assert!(searcher > random || nothing_to_get, "{folder}: {random:.3} at random, {searcher:.3} one move ahead");
    }
}

/// A server explores what the door promises of when the door is asked for.
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
