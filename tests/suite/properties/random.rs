//! Random tables: games of one or two players with loops, passes, dead ends, unreachable states, every kind of board,
//! and texts that HTML has to escape.

use pageturner::game::{
    Clicks, Computer, Coordinates, Grid, GridStyle, Heap, Heaps, Label, Outcome, Pegs, Piece, Player, Players, Policy,
    Scene, Slug, Square, Status, Target,
};

use super::table::{Case, EditionCase, LAST, Move, State, Table};
use crate::chance::Xorshift;

const SLUG_FORMAT: [&str; 14] =
    ["0", "a-3-4", "hints", "x", "-", "from-a1", "b--b", "51", "zz", "index1", "9", "c3", "k-", "q"];
const MOVE_SLUGS: [&str; 10] = ["a1", "b2", "pass", "1-2", "-", "x", "c-c", "from", "7", "hints"];
const SHORTS: [&str; 10] = ["a1", "b & c", "x<y", "\"q\"", "it's", "ü", "take 1", "→", "7", "&lt;"];
const RESTS: [&str; 5] = ["", ", play here", " <b>not bold</b>", ", \"ok\" & 'fine'", "; go > on"];
const NAMES: [(&str, &str); 3] = [("X", "O"), ("Player A", "Player B"), ("<One>", "T & wo")];
const MARKS: [(&str, &str); 3] = [("X", "O"), ("<", "&"), ("w", "ß")];
const TALLIES: [&str; 3] = ["", "X has 3", "<1> & 2"];

const LINES: [&str; 4] = ["You stand at a <river>.", "On the far bank: nobody.", "a & b", "Night falls."];

/// The kinds of boards. A table has one kind.
#[derive(Clone, Copy)]
enum Shape {
    Grid { columns: usize, rows: usize, style: GridStyle, pieces: bool },
    Heaps { rows: usize },
    Pegs { pegs: usize, discs: u8 },
    Text,
}

pub(super) fn case(number: u64) -> Case {
    let chance = &mut Xorshift::of_case(number);
    let puzzle = chance.once_in(3);
    let alternating = !chance.once_in(3);
    // In that case no turn lasts for ever, not even a computer's.
    let turns_end = alternating || chance.once_in(2);
    let shape = shape(chance);
    let size = 1 + chance.index(9);
    let statuses: Vec<_> = (0..size).map(|_| if puzzle { puzzle_status(chance) } else { status(chance) }).collect();
    let mut slugs = SLUG_FORMAT;
    chance.shuffle(&mut slugs);
    let mut rows = Vec::new();
    for (index, &wanted) in statuses.iter().enumerate() {
        let follows = |next: &usize| match (wanted, statuses[*next]) {
            _ if puzzle => true,
            (Status::Turn(mover), Status::Turn(other)) if mover == other => {
                !alternating && (!turns_end || *next > index)
            }
            (Status::Turn(_), Status::Turn(_)) => true,
            (_, next) => matches!(next, Status::Over(_)),
        };
        let targets: Vec<_> = (0..size).filter(follows).collect();
        let status = match wanted {
            Status::Turn(_) if targets.is_empty() => Status::Over(if puzzle { Outcome::Stuck } else { Outcome::Draw }),
            wanted => wanted,
        };
        let (scene, clicks) = scene_and_clicks(shape, chance);
        let clicks = if matches!(status, Status::Turn(_)) { clicks } else { Vec::new() };
        rows.push(State {
            slug: slugs[index].to_owned(),
            status,
            scene,
            tally: (*chance.one_of(&TALLIES)).to_owned(),
            estimate: chance.below(7).cast_signed() - 3,
            moves: moves(clicks, &targets, chance),
        });
    }
    let players = if puzzle {
        Players::One
    } else {
        let (first, second) = *chance.one_of(&NAMES);
        Players::Two(first.into(), second.into())
    };
    let editions = 1 + chance.index(2);
    let mut edition = |_| EditionCase {
        computer: (turns_end && !puzzle && !chance.once_in(3)).then(|| computer(chance)),
        hints: chance.once_in(2),
        leads_on: chance.once_in(2),
    };
    let editions = (0..editions).map(&mut edition).collect();
    Case { table: Table { players, states: rows }, editions, look: chance.index(6) }
}

fn status(chance: &mut Xorshift) -> Status {
    match chance.below(9) {
        0 => Status::Over(Outcome::Win(Player::First)),
        1 => Status::Over(Outcome::Win(Player::Second)),
        2 => Status::Over(Outcome::Draw),
        3..6 => Status::Turn(Player::First),
        _ => Status::Turn(Player::Second),
    }
}

fn puzzle_status(chance: &mut Xorshift) -> Status {
    match chance.below(6) {
        0 => Status::Over(Outcome::Solved),
        1 => Status::Over(Outcome::Stuck),
        _ => Status::Turn(Player::First),
    }
}

fn computer(chance: &mut Xorshift) -> Computer {
    let depth = 1 + chance.below(3) as u8;
    let policies =
        [Policy::Perfect, Policy::Perfect, Policy::Negamax { depth }, Policy::Random, Policy::Named(LAST.into())];
    Computer {
        seat: *chance.one_of(&[Player::First, Player::Second]),
        policy: chance.one_of(&policies).clone(),
        blunder: *chance.one_of(&[0, 0, 0, 50, 100]),
        random_opening: chance.once_in(4),
        seed: u64::from(chance.below(1000)),
    }
}

fn shape(chance: &mut Xorshift) -> Shape {
    match chance.below(7) {
        6 => Shape::Text,
        0 => Shape::Heaps { rows: 1 + chance.index(3) },
        1 => Shape::Pegs { pegs: 2 + chance.index(3), discs: 1 + chance.below(4) as u8 },
        _ => {
            let (columns, rows) = (1 + chance.index(4), 1 + chance.index(4));
            let style = *chance.one_of(&[GridStyle::Lines, GridStyle::Discs, GridStyle::Chequered]);
            Shape::Grid { columns, rows, style, pieces: chance.once_in(2) }
        }
    }
}

/// Returns a board and its targets, at least one.
fn scene_and_clicks(shape: Shape, chance: &mut Xorshift) -> (Scene, Vec<Clicks>) {
    let (scene, places) = match shape {
        Shape::Grid { columns, rows, style, pieces } => return grid(columns, rows, style, pieces, chance),
        Shape::Heaps { rows } => heaps(rows, chance),
        Shape::Pegs { pegs, discs } => pegs_and_discs(pegs, discs, chance),
        Shape::Text => {
            let lines = some_of(LINES.to_vec(), chance).join("\n");
            (Scene::Text(lines.into(), (*chance.one_of(&["", "W1G2"])).into()), (0..4).map(Target::Word).collect())
        }
    };
    (scene, some_of(places, chance).into_iter().map(Clicks::one).collect())
}

/// Returns some items of a list in any order, at least one.
fn some_of<T>(mut things: Vec<T>, chance: &mut Xorshift) -> Vec<T> {
    chance.shuffle(&mut things);
    let count = 1 + chance.index(things.len().min(4));
    things.truncate(count);
    things
}

fn heaps(rows: usize, chance: &mut Xorshift) -> (Scene, Vec<Target>) {
    let mut rows: Vec<_> = (0..rows)
        .map(|row| Heap { name: format!("row <{row}>").into(), pieces: chance.below(4) as u8, places: 4 })
        .collect();
    rows[0].pieces += 1;
    let pieces = |(row, heap): (usize, &Heap)| (1..=heap.pieces).map(move |piece| Target::Piece { row, piece });
    let places = rows.iter().enumerate().flat_map(pieces).collect();
    (Scene::Heaps(Heaps { rows }), places)
}

fn pegs_and_discs(pegs: usize, discs: u8, chance: &mut Xorshift) -> (Scene, Vec<Target>) {
    let mut on: Vec<Vec<u8>> = vec![Vec::new(); pegs];
    for disc in (1..=discs).rev() {
        on[chance.index(pegs)].push(disc);
    }
    // The smallest disc is on top of some peg, so it can always move to another one.
    let tops: Vec<u8> = on.iter().filter_map(|discs| discs.last().copied()).collect();
    let fits = |peg: usize, disc: u8| on[peg].last().is_none_or(|&top| disc < top);
    let landings =
        |disc: u8| (0..pegs).filter(move |&peg| fits(peg, disc)).map(move |peg| Target::Landing { peg, disc });
    let places = tops.iter().flat_map(|&disc| landings(disc)).collect();
    (Scene::Pegs(Pegs { discs, pegs: on }), places)
}

fn grid(columns: usize, rows: usize, style: GridStyle, pieces: bool, chance: &mut Xorshift) -> (Scene, Vec<Clicks>) {
    let marks = *chance.one_of(&MARKS);
    let squares: Vec<_> = (0..columns * rows).map(|_| square(marks, chance)).collect();
    let is_free = |index: &usize| matches!(squares[*index], Square::Empty | Square::Hole);
    let is_marked = |index: &usize| matches!(squares[*index], Square::Mark(..));
    let (mut free, mut marked): (Vec<_>, Vec<_>) =
        ((0..squares.len()).filter(is_free).collect(), (0..squares.len()).filter(is_marked).collect());
    chance.shuffle(&mut free);
    chance.shuffle(&mut marked);
    let emphasis = (0..squares.len()).filter(|_| chance.once_in(4)).collect();
    let clicks = if (free.is_empty() && marked.is_empty()) || chance.once_in(10) {
        vec![Clicks::one(Target::Pass)]
    } else if pieces && !free.is_empty() && !marked.is_empty() {
        moving(&free, &marked, chance)
    } else {
        let places = free.into_iter().chain(marked).map(Target::Square).chain([Target::Word(7)]).collect();
        some_of(places, chance).into_iter().map(Clicks::one).collect()
    };
    let edges = *chance.one_of(&[Coordinates::Bare, Coordinates::Chess, Coordinates::Rows]);
    let is_of_one = |two: &[usize]| squares[two[0]] == squares[two[1]] && is_marked(&two[0]);
    let pairs =
        (0..squares.len() - 1).filter(|index| index % columns + 1 < columns).map(|index| vec![index, index + 1]);
    let pieces = pairs.filter(|pair| is_of_one(pair)).take(1).collect();
    let line = (0..squares.len()).filter(|_| chance.once_in(3)).collect();
    let joined = if chance.once_in(4) { vec![line] } else { Vec::new() };
    (Scene::Grid(Grid { columns, style, edges, squares, emphasis, pieces, joined }), clicks)
}

fn square(marks: (&'static str, &'static str), chance: &mut Xorshift) -> Square {
    match chance.below(10) {
        0 => Square::Wall,
        1 => Square::Gap,
        2 => Square::Hole,
        3 => Square::Dot,
        4 => Square::Line,
        5 | 6 => Square::Empty,
        7 | 8 => Square::Mark(Player::First, marks.0.into()),
        _ => Square::Mark(Player::Second, marks.1.into()),
    }
}

/// Returns moves of pieces to choose, and moves to other squares that such a piece can also make.
fn moving(free: &[usize], marked: &[usize], chance: &mut Xorshift) -> Vec<Clicks> {
    let (direct, chosen) = free.split_at(chance.index(free.len()).min(2));
    let mut clicks = Vec::new();
    for (number, &piece) in marked.iter().take(2).enumerate() {
        let piece = Piece {
            at: Target::Square(piece),
            slug: Slug::new(["p", "p-2"][number]),
            label: label(["piece 1", "<piece 2>"][number], chance),
        };
        for &square in chosen.iter().take(1 + chance.index(3)) {
            clicks.push(Clicks { piece: Some(piece.clone()), ..Clicks::one(Target::Square(square)) });
        }
    }
    for &square in direct {
        let by = marked.iter().take(chance.index(3)).map(|&piece| Target::Square(piece)).collect();
        clicks.push(Clicks { by, ..Clicks::one(Target::Square(square)) });
    }
    chance.shuffle(&mut clicks);
    clicks
}

/// Returns a label that begins with the visible text.
fn label(short: &'static str, chance: &mut Xorshift) -> Label {
    let rest = *chance.one_of(&RESTS);
    Label::new(short, [short, rest].concat())
}

/// Gives each target a resulting state, and words.
fn moves(clicks: Vec<Clicks>, targets: &[usize], chance: &mut Xorshift) -> Vec<Move> {
    let (mut slugs, mut shorts) = (MOVE_SLUGS, SHORTS);
    chance.shuffle(&mut slugs);
    chance.shuffle(&mut shorts);
    let words = slugs.into_iter().zip(shorts);
    let of = |(clicks, (slug, short)): (Clicks, (&'static str, &'static str))| Move {
        to: *chance.one_of(targets),
        slug: slug.to_owned(),
        label: label(short, chance),
        clicks,
    };
    clicks.into_iter().zip(words).map(of).collect()
}
