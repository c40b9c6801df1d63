//! Files that many positions share: compact books and single files. Each position in them is on the website, with the
//! same moves.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::book::{COMPACT_BOOKS, export_as, files, folders, games, is_page, positions_of_the_first_edition};
use crate::files::is_beside_play;
use crate::reading::{Page, follow, one_line};
use crate::whole_site::{FOLDER, SITE, has};

/// A position in a shared file.
#[derive(Debug, Default)]
pub(crate) struct Leaf {
    /// Whose turn it is, or how the game ended.
    pub(crate) status: String,
    /// The addresses of the links on its board, each with its text.
    pub(crate) moves: Vec<(String, String)>,
    /// The same position with hints, or without.
    twin: Option<String>,
}

/// Compares the positions of an edition with those of the website, from the first one on. Returns the addresses of
/// those that play reaches. `leaves` contains them by address.
fn compare(leaves: &HashMap<String, Leaf>, first: &str, on_website: &str) -> BTreeSet<String> {
    // Its content requests hints only on the website.
    let has_twins = !on_website.starts_with("tic-tac-toe/two-player/");
    let mut origins = HashMap::from([(first.to_owned(), on_website.to_owned())]);
    let mut next = vec![first.to_owned()];
    while let Some(address) = next.pop() {
        let leaf = leaves.get(&address).unwrap_or_else(|| panic!("nothing stands at {address}"));
        let origin = origins[&address].clone();
        let page = &SITE[&origin];
        // In a single file, the computer's moves are in another place.
        let status = one_line(&page.status.replace('.', ""));
        assert!(!leaf.status.is_empty() && status.contains(&leaf.status), "{address}, which is {origin}: {leaf:?}");
        let moves: Vec<_> = page.moves().collect();
        assert_eq!(leaf.moves.len(), moves.len(), "{address}, which is {origin}: {leaf:?}");
        let mut pairs = Vec::new();
        for ((target, name), link) in leaf.moves.iter().zip(moves) {
            // The website's label contains more at its end, or before a hint.
            let (label, name) = (link.label.clone().unwrap_or_default().replace(',', ""), name.replace(',', ""));
            let is_said = label.starts_with(&name) || label.ends_with(&format!(": {name}"));
            assert!(is_said, "{address}, which is {origin}: {name:?}, {label:?}");
            pairs.push((target.clone(), follow(&origin, &link.href)));
        }
        let twin = page.links.iter().find(|link| link.text == "Show values" || link.text == "Hide values");
        let twin = twin.filter(|_| has_twins);
        assert_eq!(leaf.twin.is_some(), twin.is_some(), "{address}, which is {origin}");
        pairs.extend(leaf.twin.clone().zip(twin.map(|twin| follow(&origin, &twin.href))));
        for (target, origin) in pairs {
            if let Some(known) = origins.get(&target) {
                assert_eq!(*known, origin, "what {target} is, from {address}");
            } else {
                origins.insert(target.clone(), origin);
                next.push(target);
            }
        }
    }
    let distinct: BTreeSet<_> = origins.values().collect();
    assert_eq!(distinct.len(), origins.len(), "no page of the website stands there twice");
    let folder = on_website.trim_end_matches("index.html");
    let is_own = |name: &str| !name.contains('/') && (has_twins || !name.contains("~hint"));
    let planned = SITE.keys().filter(|path| path.strip_prefix(folder).is_some_and(is_own) && !is_beside_play(path));
    assert_eq!(origins.len(), planned.count(), "all positions of {folder} are there");
    origins.into_keys().collect()
}

fn twin(page: &Page) -> Option<&str> {
    page.links
        .iter()
        .find(|link| link.text == "Show values" || link.text == "Hide values")
        .map(|link| link.href.as_str())
}

/// Returns the positions of a compact book, by address.
fn leaves_of_book(files: &BTreeMap<String, String>) -> HashMap<String, Leaf> {
    // A link to a file leads to the first position in it.
    let first_name = |path: &str| {
        let rest = files.get(path)?.split_once("<hr id=\"")?.1;
        Some(rest.split('"').next().expect("a name").to_owned())
    };
    let address = |from: &str, href: &str| {
        let (path, name) = href.split_once('#').map_or((href, None), |(path, name)| (path, Some(name.to_owned())));
        let path = if path.is_empty() { from.to_owned() } else { follow(from, path) };
        let name = name.or_else(|| first_name(&path)).unwrap_or_default();
        format!("{path}#{name}")
    };
    let mut leaves = HashMap::new();
    for (path, text) in files.iter().filter(|(path, _)| path.contains('/') && !is_beside_play(path)) {
        for part in text.split("<hr id=\"").skip(1) {
            let (name, rest) = part.split_once("\"/>").expect("the end of the name");
            let (board, ways) = rest.split_once("<p class=\"ways\">").expect("the ways on from it");
            let page = Page::parse(board);
            let moves =
                page.links.iter().map(|link| (address(path, &link.href), link.label.clone().unwrap_or_default()));
            let leaf = Leaf {
                status: one_line(&page.heading.replace('.', "")),
                moves: moves.collect(),
                twin: twin(&Page::parse(ways)).map(|href| address(path, href)),
            };
            assert!(leaves.insert(format!("{path}#{name}"), leaf).is_none(), "{name} stands twice in {path}");
        }
    }
    leaves
}

#[test]
fn a_compact_book_has_the_positions_of_the_website_and_nothing_else() {
    for ((game, some), (_, book)) in games().zip(&*COMPACT_BOOKS) {
        let (files, folders) = (files(book), folders(&some));
        let leaves = leaves_of_book(&files);
        let mut reached = BTreeSet::new();
        for (number, folder) in folders.iter().enumerate() {
            let first = format!("{number}/0.xhtml#a");
            if leaves.contains_key(&first) {
                reached.extend(compare(&leaves, &first, &format!("{folder}/index.html")));
            }
        }
        assert_eq!(reached, leaves.keys().cloned().collect(), "{game}");
        // All links that are not moves also have targets.
        for (path, text) in files.iter().filter(|(path, _)| is_page(path)) {
            for link in Page::parse(text).links {
                let (target, name) = link.href.split_once('#').unwrap_or((&link.href, ""));
                let target = if target.is_empty() { path.clone() } else { follow(path, target) };
                let exists = files.contains_key(&target);
                let is_answer = || is_beside_play(&target) && files[&target].contains(&format!("<hr id=\"{name}\""));
                let is_there = || leaves.contains_key(&format!("{target}#{name}")) || is_answer();
                let exists = exists && (name.is_empty() || is_there());
                assert!(exists, "{game}: {} on {path} leads nowhere", link.href);
            }
        }
    }
    // GAMES.md
    let boards = leaves_of_book(&files(&COMPACT_BOOKS[0].1)).into_keys().filter(|address| address.starts_with("2/"));
    assert_eq!(boards.count(), positions_of_the_first_edition());
}

/// Returns the positions of a single file, by address.
pub(crate) fn leaves_of_file(html: &str) -> HashMap<String, Leaf> {
    let mut leaves = HashMap::new();
    for part in html.split_once("<main>").expect("positions").1.split("<div><").skip(1) {
        let (_, status) = part.split_once("<footer>").expect("what is said of the part");
        let status = status.split('<').next().expect("a text");
        let begins = part.match_indices(" id=").filter(|(at, _)| part[..*at].ends_with(['p', 'v']));
        let mut begins: Vec<usize> = begins.map(|(at, _)| at + " id=".len()).collect();
        begins.push(part.find("<footer>").expect("the end of the part"));
        for range in begins.windows(2) {
            let (name, rest) = part[range[0]..range[1]].split_once('>').expect("the end of the tag");
            let (board, words) = rest.split_once("<i>").unwrap_or((rest, ""));
            let moves = Page::parse(board).links.into_iter().map(|link| (link.href, link.text));
            let leaf = Leaf {
                status: status.to_owned(),
                moves: moves.collect(),
                twin: twin(&Page::parse(words)).map(str::to_owned),
            };
            assert!(leaves.insert(format!("#{name}"), leaf).is_none(), "{name} stands there twice");
        }
    }
    leaves
}

/// Returns the address of the first position in a single file.
pub(crate) fn first_of_file(html: &str) -> String {
    let new_game = Page::parse(html).links.into_iter().find(|link| link.text == "New game");
    new_game.expect("a link to the first position").href
}

#[test]
fn a_single_file_has_the_positions_of_the_website_and_nothing_else() {
    let editions = games().flat_map(|(_, some)| folders(&some));
    let editions = editions.filter(|folder| folder.contains('/') && !folder.ends_with("/lesson"));
    for edition in editions.chain(["tic-tac-toe/unbeatable".to_owned()]) {
        let html = String::from_utf8(export_as("single", &[&edition], &[])).expect("a text");
        let leaves = leaves_of_file(&html);
        let reached = compare(&leaves, &first_of_file(&html), &format!("{edition}/index.html"));
        assert_eq!(reached, leaves.keys().cloned().collect(), "{edition}");
        let asks = html.replacen("http-equiv=Content-Security-Policy", "", 1);
        for part in ["<script", "<link", "<img", "url(", "@import", "http"] {
            assert!(!asks.contains(part), "{edition}: {part} could ask for something");
        }
        let leads_out = Page::parse(&html).links.into_iter().find(|link| !link.href.starts_with('#'));
        assert!(leads_out.is_none(), "{edition}: {leads_out:?}");
    }
}

/// The limits are those of the project, based on what others have published.
#[test]
fn books_and_single_files_are_small() {
    let two_player = &["tic-tac-toe/two-player"];
    let single = export_as("single", two_player, &[]);
    assert!(single.len() <= 444_000, "{}", single.len());
    let compact = export_as("epub", two_player, &["--compact"]);
    assert!(compact.len() <= 240_000, "{}", compact.len());
    let book = export_as("epub", two_player, &[]);
    assert!(book.len() <= 2_200_000, "{}", book.len());
    // The website offers what an export creates, and the page shows its size.
    let offered = |name: &str| std::fs::read(FOLDER.join("tic-tac-toe/downloads").join(name)).expect("a download");
    assert!(offered("tic-tac-toe-two-player.html") == single);
    assert!(offered("tic-tac-toe-two-player.epub") == compact);
    // The game's page shows a position of that edition, which is in the book's first page.
    if has("hanoi/4-discs-4-pegs") {
        let offered = std::fs::read(FOLDER.join("hanoi/downloads/hanoi-6-discs.epub")).expect("a download");
        assert!(offered == export_as("epub", &["hanoi/6-discs"], &["--compact"]), "a compact book");
    }
    let page = std::fs::read_to_string(FOLDER.join("tic-tac-toe/index.html")).expect("the game's page");
    for text in [
        format!("downloads/tic-tac-toe-two-player.html>One file, {} KB<", single.len().div_ceil(1000)),
        format!("downloads/tic-tac-toe-two-player.epub>E-book, {} KB<", compact.len().div_ceil(1000)),
        "downloads/tic-tac-toe-solo.epub>E-book".to_owned(),
    ] {
        assert!(page.contains(&text), "{text}");
    }
}
