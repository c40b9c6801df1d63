//! Playing against the computer: the claims of its editions, checked on the pages of the built site.

use std::collections::{BTreeMap, BTreeSet};

use crate::boards::{digits, rows};
use crate::english::CATALOGUE;
use crate::fixture::Fixture;
use crate::html;
use crate::reading::{Page, follow, outcome};
use crate::whole_site::{assert_whole, plain_edition};
use pageturner::game::{ParameterValue, Parameters};
use pageturner::games::Games;
use pageturner::graph::StateId;

fn stem(href: &str) -> &str {
    href.strip_suffix(".html").expect("a page")
}

/// Returns the slug of a page, and the reply that led to it. The page of the start shows its board.
fn parts(stem: &str) -> (&str, Option<&str>) {
    stem.split_once('~').map_or((stem, None), |(slug, reply)| (slug, Some(reply)))
}

const SQUARES: [&str; 9] = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];

/// Returns the board of a page. The page of the start has an empty board, or the first X, which its news names.
fn board(stem: &str, page: &Page) -> [u8; 9] {
    if stem != "index" {
        return digits(parts(stem).0);
    }
    let mut board = [0; 9];
    if let Some(square) = SQUARES.iter().position(|square| page.status.contains(&format!("took {square}."))) {
        board[square] = 1;
    }
    board
}

fn endings(folder: &str) -> BTreeMap<String, usize> {
    let mut endings = BTreeMap::new();
    for page in plain_edition(folder).values().filter(|page| page.moves().count() == 0) {
        *endings.entry(outcome(&page.status).to_owned()).or_default() += 1;
    }
    endings
}

#[test]
fn perfection_never_loses() {
    for folder in ["tic-tac-toe/unbeatable", "tic-tac-toe/unbeatable-second"] {
        let endings = endings(folder);
        assert!(!endings.contains_key("You win"), "{folder}: {endings:?}");
        assert!(endings["You lose"] > 0 && endings["A draw"] > 0, "{folder}: {endings:?}");
    }
}

#[test]
#[ignore = "reads all of the default site: `make test`"]
fn the_sixteen_games_can_be_won_and_lost() {
    assert_whole();
    let (mut first_squares, mut winnable, mut sizes) = (BTreeSet::new(), 0, Vec::new());
    for number in 1..=16 {
        let folder = format!("tic-tac-toe/solo-{number:02}");
        let pages = plain_edition(&folder);
        let start = board("index", pages["index"]);
        assert_eq!(start.contains(&1), number > 8, "{folder}: the computer begins the second half");
        first_squares.extend(start.iter().position(|&square| square == 1));
        let endings = endings(&folder);
        winnable += usize::from(endings.contains_key("You win"));
        assert!(endings.keys().any(|ending| ending != "You win"), "{folder} is won by every line of play");
        assert!((100..=600).contains(&pages.len()), "{folder} has {} boards", pages.len());
        sizes.push(pages.len());
    }
    assert!(first_squares.len() > 3, "the computer begins on the squares {first_squares:?}");
    assert!(winnable > 8, "most games can be won, but only {winnable} can");
    assert!(sizes[..8].iter().min() > sizes[8..].iter().max(), "games that the computer begins are smaller: {sizes:?}");
}

#[test]
fn a_seed_makes_the_same_games_and_another_seed_others() {
    let site = Fixture::new();
    let with_seed = |seed: u64, folder: &str| {
        let header = "+++\ntitle = \"T\"\nsummary = \"S\"\ngame = \"tic-tac-toe\"\n\
                      [[editions]]\nname = \"solo\"\ntitle = \"Solo\"\n\
                      volumes = 2\ncomputer = { policy = \"negamax\", blunder = 30, seed = ";
        site.write("content/t.md", &format!("{header}{seed} }}\n+++\n"));
        site.build(&["-o", folder]);
        crate::files::files_below(&site.root().join(folder).join("t"))
    };
    let one = with_seed(1, "one");
    assert!(with_seed(1, "again") == one);
    assert!(with_seed(2, "two") != one);
}

/// The moves of the FIGnition opponent follow its description, by remembering the course of the game.
#[test]
fn the_walker_walks_as_described() {
    // Clockwise from the top-left corner, which the description numbers 1.
    const RING: [usize; 8] = [0, 1, 2, 5, 8, 7, 6, 3];
    struct Walk {
        first: usize,
        last: usize,
        turns: usize,
    }
    fn go_on(
        pages: &BTreeMap<&str, &Page>,
        name: &str,
        walk: Option<&Walk>,
        always_blocked: bool,
        seen: &mut BTreeSet<String>,
    ) {
        let before = board(name, pages[name]);
        for link in pages[name].moves() {
            let next = stem(&link.href);
            let Some(reply) = parts(next).1 else { continue };
            let square = SQUARES.iter().position(|square| *square == link.text).expect("a square");
            let place = RING.iter().position(|ring| *ring == square).expect("not the centre");
            let (expected, blocked) = match walk {
                None => (place + 1, true),
                Some(walk) => {
                    let opposite = walk.last + 4;
                    let blocked = square == RING[opposite % 8];
                    let began_on_an_edge = walk.first % 2 == 1;
                    let steps: &[usize] = if began_on_an_edge { &[2, 7] } else { &[2, 3, 6] };
                    (if blocked { walk.last + steps[walk.turns] } else { opposite }, blocked)
                }
            };
            assert_eq!(reply, SQUARES[RING[expected % 8]], "{name}: the answer to {}", link.text);
            assert_eq!(before[RING[expected % 8]], 0);
            let walk = Walk {
                first: walk.map_or(place, |walk| walk.first),
                last: expected % 8,
                turns: walk.map_or(0, |walk| walk.turns + 1),
            };
            let status = &pages[next].status;
            if always_blocked && blocked && pages[next].moves().count() == 0 {
                let ending = if walk.first % 2 == 1 { ". You lose: " } else { ". A draw: the board is full." };
                assert!(status.contains(ending), "{next}: {status}");
                seen.insert(ending.to_owned());
            }
            if walk.first % 2 == 1 && pages[next].moves().count() == 0 {
                assert!(status.contains(". You lose: "), "{next}: who begins on an edge loses, but {status}");
            }
            go_on(pages, next, Some(&walk), always_blocked && blocked, seen);
        }
    }
    let pages = plain_edition("tic-tac-toe/oxo");
    assert_eq!(pages["index"].status, "The computer took b2. Your move.");
    let mut seen = BTreeSet::new();
    go_on(&pages, "index", None, true, &mut seen);
    assert_eq!(seen.len(), 2, "blocked to the end, it wins after an edge and draws after a corner");
    assert!(!endings("tic-tac-toe/oxo").contains_key("You win"));
}

// ------------------------------------------------------------------------------------------------------------- Nim

fn xor(rows: &[u32]) -> u32 {
    rows.iter().fold(0, |xor, row| xor ^ row)
}

/// Returns the row, from the top, and the pieces that a link takes.
fn taken(before: &[u32], link: &crate::reading::Link) -> Vec<u32> {
    let label = link.label.as_deref().expect("a name");
    let row =
        ["top", "middle", "bottom"].iter().position(|row| label.ends_with(&format!("the {row} row"))).expect("a row");
    let pieces: u32 = label.split(' ').nth(1).expect("a number").parse().expect("a number");
    let mut after = before.to_vec();
    after[row] -= pieces;
    after
}

#[test]
fn the_handbooks_player_searches_in_its_order() {
    let mut by_chance = BTreeSet::new();
    for folder in ["nim/computer", "nim/computer-first"] {
        let pages = plain_edition(folder);
        for (name, page) in pages.iter().filter(|(name, _)| **name != "index") {
            let before = rows(parts(name).0);
            for link in page.moves() {
                let after = taken(&before, link);
                let (slug, reply) = parts(stem(&link.href));
                assert_eq!(reply.is_none(), after.iter().all(|&row| row == 0), "{folder}/{name}");
                // Rows from the bottom up, and in a row leaving 0, 1, 2 … pieces.
                let candidates = (0..3).rev().flat_map(|row| (0..after[row]).map(move |left| (row, left)));
                let found = candidates.map(|(row, left)| {
                    let mut rows = after.clone();
                    rows[row] = left;
                    rows
                });
                let winning = found.into_iter().find(|rows| xor(rows) == 0);
                match (winning, reply) {
                    (Some(expected), Some(_)) => assert_eq!(rows(slug), expected, "{folder}/{name}: {:?}", link.label),
                    (None, Some(reply)) => {
                        by_chance.insert(reply.to_owned());
                    }
                    (_, None) => {}
                }
            }
        }
    }
    assert!(by_chance.len() > 2, "in lost positions it plays at random: {by_chance:?}");
}

/// From 2-2-3 there are winning moves in every row: one piece from a row of two, or all of the row of three. The
/// handbook's search begins at the bottom.
#[test]
fn the_handbooks_player_begins_at_the_bottom() {
    let rows = ParameterValue::List([2, 2, 3].map(ParameterValue::Integer).to_vec());
    let game = Games::standard().open("nim", &Parameters::from([("rows".to_owned(), rows)])).expect("a game");
    let positions = game.explore(1000).expect("a small game");
    let choices = positions.choices(StateId::START);
    let chosen: Vec<_> = positions
        .policy_moves("handbook", StateId::START)
        .expect("legal moves")
        .into_iter()
        .map(|index| CATALOGUE.say(&choices[index].label.whole))
        .collect();
    assert_eq!(chosen, ["take 3 from the bottom row"]);
}

#[test]
fn the_computer_begins_where_it_should() {
    assert_eq!(plain_edition("nim/computer")["index"].status, "Your move.");
    assert!(plain_edition("nim/computer-first")["index"].status.starts_with("The computer took "));
    // 1, 3, 5 and 7 balance: from there, a perfect player would never lose, but this one sometimes does.
    let endings = endings("nim/marienbad");
    assert!(endings["You win"] > 0 && endings["You lose"] > 0, "{endings:?}");
}

#[test]
fn a_game_of_a_series_leads_to_the_next() {
    let pages = plain_edition("tic-tac-toe/solo-15");
    let (name, ended) = pages.iter().find(|(_, page)| page.moves().count() == 0).expect("an end");
    let next = ended.links.iter().find(|link| link.text == "Next: Game 16").expect("an offer");
    assert_eq!(follow(&format!("tic-tac-toe/solo-15/{name}.html"), &next.href), "tic-tac-toe/solo-16/index.html");
}

#[test]
fn a_named_policy_plays_on_from_boards_that_it_would_never_have_come_to() {
    let site = Fixture::new();
    let computer = "computer = { policy = \"fignition\", blunder = 50, plays = \"second\" }";
    let edition = format!("[[editions]]\nname = \"a\"\ntitle = \"A\"\n{computer}");
    site.write(
        "content/t.md",
        &format!("+++\ntitle = \"T\"\nsummary = \"S\"\ngame = \"tic-tac-toe\"\n{edition}\n+++\n"),
    );
    site.build(&[]);
}

/// A stone on a1 or c1, which the computer puts on b1: two pages show where it came from.
const STONE: &str = "local board = squares(3, 1)
local game = { players = { \"Red\", \"Blue\" }, phrases = { went = \"went from { $from } to { $to }\" } }
function game.start() return { turn = 1 } end
function game.result(state) if state.over then return win(1) end end
function game.moves(state)
  if not state.at then return { tap(\"a1\"), tap(\"c1\") } end
  return state.at == \"b1\" and { choose(\"end\") } or { tap(\"b1\") }
end
function game.play(state, move)
  return { turn = 3 - state.turn, at = move.at or state.at, over = not move.at or nil }
end
function game.say(state, move)
  return { done = state.at and move.at and phrase(\"went\", { from = state.at, to = move.at }) or nil }
end
function game.board(state) return grid { on = board, marks = state.at and { [state.at] = 2 } or {} } end
return game
";

#[test]
fn a_reply_that_does_something_else_from_another_position_has_a_page_of_its_own() {
    let site = Fixture::new();
    site.write("content/stone.lua", STONE);
    let edition = "[[editions]]\nname = \"only\"\ntitle = \"Only\"\ncomputer = { level = \"hard\" }\n";
    site.write(
        "content/stone.md",
        &format!("+++\ntitle = \"Stone\"\nsummary = \"A stone.\"\ngame = \"stone.lua\"\n{edition}+++\n"),
    );
    site.build(&[]);
    let folder = site.root().join("public/stone/only");
    let start = html::page(&folder.join("index.html"));
    for square in ["a1", "c1"] {
        let links = html::all(&start, "main a");
        let link = links.iter().find(|link| link.attr("aria-label").is_some_and(|label| label.starts_with(square)));
        let after = html::page(&folder.join(link.expect("a move").attr("href").expect("an address")));
        let told = html::texts(&after, "h2").concat();
        assert!(told.starts_with(&format!("The computer went from {square} to b1.")), "{square}: {told}");
    }
}
