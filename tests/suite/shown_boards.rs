//! Boards and the texts around them, read from the pages of the default site: names at the edges, reasons of ends, the
//! last move, the kinds of worth, and rows that stay in place.

use std::collections::{BTreeMap, BTreeSet};

use crate::html::{self, all, text, texts};

use crate::boards::{self, digits, has_won, rows};
use crate::fixture::Fixture;
use crate::reading::{self, Link, Page, ending, one_line};
use crate::tree::{Html, Node};
use crate::whole_site::{FOLDER, PAGES, SITE, edition, has};

fn page(path: &str) -> Html {
    html::page(&FOLDER.join(path))
}

/// Returns the paths of the pages of an edition, by name.
fn pages_of(folder: &str) -> BTreeMap<&'static str, String> {
    edition(folder).into_keys().map(|name| (name, format!("{folder}/{name}.html"))).collect()
}

/// Returns whether a page shows all moves of its position, and no hints.
fn is_plain(name: &str) -> bool {
    !name.contains("~hint") && !name.contains("~from-")
}

// ------------------------------------------------------------------------------------------------------------ edges

/// Returns the cells of a row, or those with this name.
fn cells<'a>(row: &Node<'a>, name: &str) -> Vec<Node<'a>> {
    let is_there = |cell: &Node<'_>| name.is_empty() || cell.name() == name;
    row.child_elements().filter(is_there).collect()
}

/// Returns the number of columns that a cell spans.
fn columns(cell: &Node<'_>) -> usize {
    cell.attr("colspan").map_or(1, |columns| columns.parse().expect("a number"))
}

/// Returns the squares of a table, by the names in the cells at its edges.
fn squares<'a>(page: &'a Html) -> BTreeMap<String, Node<'a>> {
    let rows = all(page, "main table tr");
    let (heads, rows) = rows.split_first().expect("rows");
    let heads = cells(heads, "");
    // Heads that fill the first row are those of columns; the others are those of their rows.
    assert!(heads.iter().all(|head| head.name() == "th") && text(&heads[0]).is_empty(), "names of columns");
    let mut squares = BTreeMap::new();
    for row in rows {
        let [name] = &cells(row, "th")[..] else { panic!("a row has one name") };
        assert_eq!(cells(row, "")[0].name(), "th", "it stands at the left");
        let in_each = |cell: Node<'a>| std::iter::repeat_n(cell, columns(&cell));
        let row_cells: Vec<_> = cells(row, "td").into_iter().flat_map(in_each).collect();
        assert_eq!(row_cells.len(), heads.len() - 1);
        for (column, cell) in heads[1..].iter().zip(row_cells) {
            squares.insert(format!("{}{}", text(column), text(name)), cell);
        }
    }
    squares
}

#[test]
fn the_edges_name_the_squares_as_the_links_do() {
    let folders = ["tic-tac-toe/two-player", "ataxx/cross/two-player", "ataxx/gardens/hard", "tic-tac-toe/unbeatable"];
    for (folder, size) in folders.into_iter().zip([9, 16, 49, 9]) {
        for (name, path) in pages_of(folder).into_iter().step_by(17) {
            let page = page(&path);
            let squares = squares(&page);
            assert_eq!(squares.len(), size, "{path}");
            for (square, cell) in &squares {
                for link in cell.select("a:not([rel])") {
                    assert!(text(&link).split(' ').any(|word| word == square), "{path}: {} on {square}", text(&link));
                }
            }
            assert!(squares.contains_key("a1"), "{name}");
        }
    }
    for path in ["peg-solitaire/corner/index.html", "nim/two-player/index.html"] {
        assert!(all(&page(path), "main tr:first-child th + th").is_empty(), "{path} has no such names");
    }
}

// ---------------------------------------------------------------------------------------------------- reasons of ends

/// Returns how a page says that the game is over, without the last moves.
fn verdict(path: &str) -> String {
    reading::verdict(&one_line(&SITE[path].status)).to_owned()
}

#[test]
fn every_end_says_why() {
    let mut reasons = BTreeSet::new();
    let is_over = |path: &str| {
        ending(&SITE[path].status).is_some() && !path.contains("/lesson/") && !crate::files::is_beside_play(path)
    };
    for path in SITE.keys().filter(|path| is_over(path)) {
        let verdict = verdict(path);
        let (_, reason) = verdict.split_once(": ").unwrap_or_else(|| panic!("{path} says only {verdict:?}"));
        assert!(reason.ends_with('.') && !reason.contains(':'), "{path}: {verdict:?}");
        reasons.insert(reason.to_owned());
    }
    assert!(reasons.len() > 20, "{reasons:?}");
}

#[test]
fn who_takes_the_last_piece_of_marienbad_loses() {
    for path in pages_of("nim/marienbad").into_values().filter(|path| SITE[path].moves().next().is_none()) {
        assert!(verdict(&path).ends_with(": the last piece is taken, and whoever takes it loses."), "{path}");
    }
}

#[test]
fn tic_tac_toe_names_the_line_and_the_board_shows_it() {
    let lines = [
        ("012", "the top row", "row"),
        ("345", "the middle row", "row"),
        ("678", "the bottom row", "row"),
        ("036", "the left column", "col"),
        ("147", "the middle column", "col"),
        ("258", "the right column", "col"),
        ("048", "a diagonal", "dia"),
        ("246", "a diagonal", "anti"),
    ];
    let mut seen = BTreeSet::new();
    for (name, path) in
        pages_of("tic-tac-toe/two-player").into_iter().filter(|(name, _)| *name != "index" && is_plain(name))
    {
        let board = digits(name);
        let Some(mark) = (1..=2).find(|&mark| has_won(&board, mark)) else { continue };
        let is_won = |line: &&(&str, _, _)| line.0.bytes().all(|square| board[usize::from(square - b'0')] == mark);
        let won: Vec<_> = lines.iter().filter(is_won).collect();
        let reason = if won.len() > 1 { "two rows at once" } else { won[0].1 };
        let winner = ["X", "O"][usize::from(mark) - 1];
        assert_eq!(verdict(&path), format!("{winner} wins: {reason}."), "{path}");
        seen.insert(reason);
        let page = page(&path);
        for (index, cell) in all(&page, "main table td").into_iter().take(9).enumerate() {
            let through = won.iter().filter(|line| line.0.bytes().any(|square| usize::from(square - b'0') == index));
            let expected: BTreeSet<_> = through.map(|line| line.2).collect();
            let classes: BTreeSet<_> = cell.classes().collect();
            let is_line = |class: &&str| lines.iter().any(|line| line.2 == *class);
            let shown: BTreeSet<_> = classes.iter().copied().filter(is_line).collect();
            assert_eq!(shown, expected, "{path}, square {index}");
            assert_eq!(classes.contains("won"), !expected.is_empty(), "{path}, square {index}");
        }
    }
    assert_eq!(seen.len(), 8, "{seen:?}");
}

// ------------------------------------------------------------------------------------------------------ the last move

#[test]
fn the_mark_that_was_just_placed_is_told_and_shown() {
    let mut told = 0;
    for (name, path) in pages_of("tic-tac-toe/two-player").into_iter().filter(|(name, _)| is_plain(name)) {
        let page = page(&path);
        let placed = all(&page, "td.placed");
        let status = one_line(&SITE[&path].status);
        let Some((mover, square)) = status.split_once(". ").and_then(|(news, _)| news.split_once(" took ")) else {
            assert!(placed.is_empty(), "{path}: {status}");
            continue;
        };
        assert_eq!(placed.len(), 1, "{path}");
        assert_eq!(placed[0].attr("aria-label"), Some(&*format!("{square}, {mover}, just placed")), "{path}");
        let marks = digits(name).iter().filter(|&&mark| mark > 0).count();
        assert_eq!(mover, if marks % 2 == 1 { "X" } else { "O" }, "{path}");
        told += 1;
    }
    assert!(told >= 9, "{told} pages tell their last move");
}

// -------------------------------------------------------------------------------------------------------------- hints

/// Returns a site whose editions have hints: against a perfect computer, against one that errs, and for two people.
fn site_with_hints() -> (Fixture, BTreeMap<String, Page>) {
    let site = Fixture::new();
    let header =
        |game: &str, more: &str| format!("+++\ntitle = \"{game}\"\nsummary = \"A\"\ngame = \"{game}\"\n{more}+++\n");
    let edition =
        |name: &str, more: &str| format!("[[editions]]\nname = \"{name}\"\ntitle = \"{name}\"\nhints = true\n{more}\n");
    let perfect = "computer = { plays = \"second\", policy = \"perfect\", seed = 1 }";
    site.write("content/tic-tac-toe.md", &header("tic-tac-toe", &edition("unbeatable", perfect)));
    let misere = "parameters = { rows = [1, 3, 5, 7], misere = true }\n\
                  computer = { plays = \"second\", policy = \"handbook\", blunder = 15, seed = 1961 }";
    site.write(
        "content/nim.md",
        &header("nim", &(edition("two-player", "parameters = { rows = [3, 4, 5] }") + &edition("marienbad", misere))),
    );
    site.build(&[]);
    let pages = reading::pages_below(&site.public());
    (site, pages.into_iter().filter(|(path, _)| path.ends_with("~hint.html")).collect())
}

#[test]
fn hints_tell_their_kind_and_words_stand_where_moves_differ() {
    let mut seen = BTreeSet::new();
    let (site, with_hints) = site_with_hints();
    let hanoi = pages_of("hanoi/4-discs").into_values().filter(|path| path.ends_with("~hint.html"));
    for (root, paths) in [(&site.public(), with_hints.into_keys().collect()), (&*FOLDER, hanoi.collect::<Vec<_>>())] {
        for path in paths {
            let page = html::page(&root.join(&path));
            let links = all(&page, "main table a");
            let hints = all(&page, "main table a small");
            assert!(hints.is_empty() || hints.len() == links.len(), "{path}: all moves tell their worth, or none");
            let mut words = BTreeSet::new();
            for hint in &hints {
                let expected = match &*text(hint) {
                    "draws" => "draw",
                    words if words.starts_with("wins in ") => "win",
                    words if words.starts_with("loses ") => "loss",
                    "stuck" => "stuck",
                    words if words.ends_with(" left") => "left",
                    words => panic!("{path}: {words:?}"),
                };
                let class = hint.attr("class").expect("a class");
                let is_best = !hint.select("strong").is_empty();
                match expected {
                    "left" => assert_eq!(class, if is_best { "on" } else { "longer" }, "{path}"),
                    kind => assert_eq!(class, kind, "{path}"),
                }
                seen.insert(class.to_owned());
                words.insert(text(hint));
            }
            let said: Vec<_> = all(&page, "main p").iter().map(text).collect();
            let said = said.join(" ");
            assert_ne!(words.len(), 1, "{path}: what is said of all moves is said once, not as {words:?}");
            if hints.is_empty() && !links.is_empty() {
                let begins = ["all ", "both moves ", "every move ", "the only move ", "no move "];
                let said = said.to_lowercase();
                assert!(begins.iter().any(|begin| said.contains(begin)), "{path}: {said}");
            }
            let has_numbers = words.iter().any(|word| word.contains("wins in ") || word.contains("loses in "));
            assert!(!has_numbers || said.contains("Numbers count the winner’s moves."), "{path}: {said}");
        }
    }
    assert_eq!(seen, ["draw", "longer", "loss", "on", "win"].map(str::to_owned).into());
    let start = html::page(&site.public().join("tic-tac-toe/unbeatable/0~hint.html"));
    let said: Vec<_> = all(&start, "main p").iter().map(text).collect();
    assert!(said.contains(&"Against this computer all nine moves draw.".to_owned()), "{said:?}");
}

#[test]
fn hints_say_where_they_count_on_mistakes() {
    let (mut counted_on, mut others) = (0, 0);
    let (site, with_hints) = site_with_hints();
    for (path, shown) in with_hints.iter().filter(|(path, _)| path.starts_with("nim/marienbad/")) {
        let name = path.rsplit('/').next().expect("a name");
        let slug = name.split('~').next().expect("a slug");
        let rows = rows(slug);
        let is_lost = if rows.iter().all(|&pieces| pieces <= 1) {
            rows.iter().sum::<u32>() % 2 == 1
        } else {
            rows.iter().fold(0, |xor, row| xor ^ row) == 0
        };
        let wins = shown.moves().any(|mv| mv.text.contains("wins"));
        let said = texts(&html::page(&site.public().join(path)), "main p").join(" ");
        let is_said = said.contains("These values take this computer’s replies into account, mistakes included.");
        assert_eq!(is_said, is_lost && wins, "{path}");
        *(if is_said { &mut counted_on } else { &mut others }) += 1;
    }
    assert!(counted_on > 0 && others > 0, "{counted_on}, {others}");
}

// ------------------------------------------------------------------------------------------------------------ choices

#[test]
fn a_chosen_piece_says_where_it_can_go_and_how_to_take_it_back() {
    let mut seen = 0;
    let editions =
        ["ataxx/cross/two-player", "ataxx/gardens/hard", "ataxx/windmill/easy-second", "peg-solitaire/corner"];
    for folder in editions.into_iter().filter(|folder| has(folder)) {
        for (name, path) in pages_of(folder) {
            let Some((_, piece)) = name.trim_end_matches("~hint").split_once("~from-") else { continue };
            let status = one_line(&SITE[&path].status);
            let status = status.split(". ").next().expect("a sentence").trim_end_matches('.');
            let rest = status.strip_prefix(&format!("{piece} chosen: ")).unwrap_or_else(|| panic!("{path}: {status}"));
            let places = rest.strip_suffix(&format!("; touch {piece} to cancel"));
            let places = places.unwrap_or_else(|| panic!("{path}: {status}"));
            let moves = || SITE[&path].moves().filter(|link| !link.is_back);
            let phrase = |kind: &str, names: Vec<&str>| match names[..] {
                [] => None,
                [one] => Some(format!("{one} is a {kind}")),
                [one, two] => Some(format!("{one} and {two} are {kind}s")),
                [one, two, three] => Some(format!("{one}, {two} and {three} are {kind}s")),
                ref many => Some(format!("{} places are {kind}s", many.len())),
            };
            let name = |link: &'static Link| link.text.split(' ').next().expect("a name");
            let clones = phrase("clone", moves().filter(|link| !is_jump(link)).map(name).collect());
            let jumps = phrase("jump", moves().filter(|link| is_jump(link)).map(name).collect());
            let expected: Vec<_> = [clones, jumps].into_iter().flatten().collect();
            assert_eq!(places, expected.join(", "), "{path}");
            for mark in ["placed", "turned", "left"] {
                assert!(!SITE[&path].classes.iter().any(|class| class == mark), "{path} has marks of the last move");
            }
            seen += 1;
        }
    }
    assert!(seen > 1000, "{seen} choices");
}

fn is_jump(link: &Link) -> bool {
    link.label.as_deref().is_some_and(|label| label.contains("jump"))
}

// --------------------------------------------------------------------------------------------------------------- rows

#[test]
fn pieces_of_rows_stay_where_they_are() {
    for (folder, rows) in
        [("nim/two-player", &[3, 4, 5][..]), ("nim/computer", &[3, 4, 5]), ("nim/marienbad", &[1, 3, 5, 7])]
    {
        for (name, path) in pages_of(folder).into_iter().filter(|(name, _)| *name != "index") {
            let left = boards::rows(name.split('~').next().expect("a slug"));
            let page = page(&path);
            for (row, (&places, &left)) in all(&page, "main table tr").iter().zip(rows.iter().zip(&left)) {
                let left = left as usize;
                let shown: String =
                    row.select("td > *").into_iter().map(|place| if place.name() == "i" { '.' } else { 'o' }).collect();
                let expected = format!("{}{}", ".".repeat(places - left), "o".repeat(left));
                assert_eq!(shown, expected, "{path}");
            }
            // The pieces that were taken last are next to those left.
            let taken = one_line(&SITE[&path].status)
                .split(" took ")
                .nth(1)
                .map(|rest| rest.split(' ').next().expect("a number").parse::<usize>().expect("a number"));
            assert_eq!(all(&page, "td i.left").len(), taken.unwrap_or(0), "{path}");
        }
    }
}

#[test]
fn touching_a_piece_takes_it_and_all_before_it() {
    let page = page("nim/two-player/index.html");
    for row in all(&page, "main table tr") {
        let links: Vec<_> = row.select("a").into_iter().map(|link| text(&link)).collect();
        let expected: Vec<_> = (1..=links.len()).map(|pieces| format!("take {pieces}")).collect();
        assert_eq!(links, expected);
    }
}

// -------------------------------------------------------------------------------------------------------------- names

#[test]
fn what_stands_on_squares_has_a_name() {
    for path in pages_of("ataxx/windmill/hard").values().step_by(29) {
        let page = page(path);
        let squares = squares(&page);
        for (square, cell) in squares {
            let seen = text(&cell);
            let is_named = match cell.attr("class") {
                Some("wall") => seen == vec!["wall"; columns(&cell)].join(" "),
                Some(last @ ("placed" | "turned")) => {
                    cell.attr("aria-label") == Some(&format!("{square}, {seen}, just {last}"))
                }
                _ => true,
            };
            assert!(is_named, "{path}, {square}: {}", text(&cell));
        }
    }
}

/// The pegs and holes of a board in rows, as in addresses: the places of each row are numbered.
#[test]
fn every_peg_and_every_hole_has_a_name() {
    let rows = ["a", "b", "c", "d", "e"].into_iter().zip(1..);
    let names: Vec<_> = rows.flat_map(|(row, places)| (1..=places).map(move |place| format!("{row}{place}"))).collect();
    let mut fixed = 0;
    for (slug, path) in pages_of("peg-solitaire/corner") {
        let Some(places) = slug.get(..15).filter(|_| is_plain(slug)) else { continue };
        let page = page(&path);
        let cells = all(&page, "main td").into_iter().filter(|cell| !text(cell).is_empty());
        let cells: Vec<_> = cells.collect();
        assert_eq!(cells.len(), 15, "{path}");
        for ((cell, name), place) in cells.iter().zip(&names).zip(places.chars()) {
            let label = cell.attr("aria-label").unwrap_or_default();
            let is_named = match (place, cell.attr("class").unwrap_or_default()) {
                _ if !cell.select("a").is_empty() => text(cell).split(' ').any(|word| word == name),
                ('o', "placed") => label == format!("{name}, o, just placed"),
                ('o', "") => label == format!("{name}, o"),
                ('-', "hole") => label == name,
                ('-', "hole left") => label == format!("{name}, just left"),
                _ => false,
            };
            assert!(is_named, "{path}, {name}: {}", text(cell));
            fixed += usize::from(!label.is_empty());
        }
    }
    assert!(fixed > 1000, "{fixed} places without a move have a name");
}

#[test]
fn walls_that_follow_each_other_in_a_row_are_one_cell() {
    let page = page("ataxx/gardens/hard/index.html");
    let rows: Vec<Vec<_>> = all(&page, "main tbody tr").iter().map(|row| cells(row, "td")).collect();
    let columns_of = |row: &[Node<'_>]| row.iter().map(columns).sum::<usize>();
    assert!(rows.len() == 7 && rows.iter().all(|row| columns_of(row) == 7));
    let is_wall = |cell: &Node<'_>| cell.attr("class") == Some("wall");
    assert!(!rows.iter().any(|row| row.windows(2).any(|pair| pair.iter().all(is_wall))), "two walls are two cells");
    // Everything but a wall is its own cell, and so is a single wall.
    let wide = |cell: &&Node<'_>| cell.attr("colspan").is_some();
    assert!(rows.iter().flatten().filter(wide).all(|cell| is_wall(cell) && columns(cell) > 1));
    // Text browsers show their number.
    let is_told = |cell: &Node<'_>| text(cell) == vec!["wall"; columns(cell)].join(" ");
    assert!(rows.iter().flatten().filter(|cell| is_wall(cell)).all(is_told));
    let walls: usize = rows.iter().flatten().filter(|cell| is_wall(cell)).map(columns).sum();
    assert_eq!(walls, 36);
}

// --------------------------------------------------------------------------------------------------------- landings

/// A piece that moves one square copies itself; a piece that moves two leaves its square.
#[test]
fn squares_where_a_piece_lands_that_leaves_its_own_are_marked_in_every_language() {
    let mut landings = BTreeMap::<&str, usize>::new();
    let choices = PAGES.keys().filter(|path| path.contains("ataxx/cross/hard/") && path.contains("~from-"));
    for path in choices {
        let piece = path.rsplit_once("~from-").expect("a piece").1.as_bytes();
        for (name, cell) in squares(&page(path)) {
            let Some(link) = cell.select("a:not([rel])").into_iter().next() else {
                continue;
            };
            let distance = name.bytes().zip(piece).map(|(one, other)| one.abs_diff(*other)).max();
            let is_marked = cell.classes().any(|class| class == "landing");
            assert_eq!(is_marked, distance == Some(2), "{name} on {path}: {}", text(&link));
            *landings.entry(if path.starts_with("de/") { "de" } else { "en" }).or_default() += usize::from(is_marked);
        }
    }
    assert!(landings.len() == 2 && landings.values().all(|count| *count > 10), "{landings:?}");
}
