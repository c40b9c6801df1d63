//! Editions on demand: games too large to explore, played by following the links of a server.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::boards::rows;
use crate::clients::wants_every_page;
use crate::default_site::legal_in_hanoi;
use crate::fixture::Fixture;
use crate::reading::Page;
use crate::serve::Server;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/on_demand")
}

/// Returns the HTML of the page of a name in an edition, and the names that its moves lead to.
fn page(server: &Server, edition: &str, name: &str) -> (String, BTreeSet<String>) {
    let response = server.get(&format!("{edition}/{name}.html"));
    assert_eq!(response.status, 200, "{edition}/{name}");
    let moves = Page::parse(&response.text());
    let moves = moves.moves().map(|link| link.href.strip_suffix(".html").expect("a page").to_owned()).collect();
    (response.text(), moves)
}

/// Draws one of some names, the same at each run.
fn draw(names: &BTreeSet<String>, number: usize) -> &str {
    names.iter().nth(number * 7919 % names.len()).expect("there is one")
}

#[test]
fn twenty_discs_can_be_carried() {
    let server = Server::start(&root(), &[]);
    let start = "a".repeat(20);
    let mut discs = start.clone();
    for number in 0..60 {
        let name = if discs == start { "index" } else { &discs };
        let (_, moves) = page(&server, "hanoi/20-discs", name);
        let legal: BTreeSet<_> = legal_in_hanoi(&discs, 3)
            .into_iter()
            .map(|next| if next == start { "index".to_owned() } else { next })
            .collect();
        assert_eq!(moves, legal, "{discs}");
        let next = draw(&moves, number);
        discs = if next == "index" { start.clone() } else { next.to_owned() };
    }
    let (end, moves) = page(&server, "hanoi/20-discs", &"c".repeat(20));
    assert!(moves.is_empty() && end.contains("Solved"), "{end}");
}

#[test]
fn the_computer_answers_in_nine_rows_as_its_handbook_says() {
    let server = Server::start(&root(), &[]);
    let sum = |rows: &[u32]| rows.iter().fold(0, |sum, row| sum ^ row);
    for game in 0..12 {
        let mut name = "index".to_owned();
        for ply in 0.. {
            let (text, moves) = page(&server, "rows/nine", &name);
            if moves.is_empty() {
                break;
            }
            // A name is what the reader's move leads to; the moves that follow tell what the computer left.
            let after: Vec<Vec<u32>> = moves.iter().map(|slug| rows(slug)).collect();
            let left: Vec<u32> = (0..9).map(|row| after.iter().map(|rows| rows[row]).max().expect("a row")).collect();
            assert_eq!(after.len() as u32, left.iter().sum::<u32>(), "{name}: every number of pieces from every row");
            if name != "index" {
                assert!(text.contains("The computer took"), "{name}: {text}");
                let before = rows(&name);
                assert_eq!(before.iter().zip(&left).filter(|(one, two)| one != two).count(), 1, "{name}: one row");
                // Charles Bouton: who leaves rows whose sum is 0 wins, and can from every other position.
                assert!(sum(&before) == 0 || sum(&left) == 0, "{name}: the computer left {left:?}");
            }
            name = draw(&moves, game * 31 + ply).to_owned();
        }
    }
}

#[test]
fn one_page_has_one_name() {
    let server = Server::start(&root(), &[]);
    // The start, with a piece of X on a second square, and O to move.
    let board = format!("ox-----ox{}o-----x", "-".repeat(34));
    let ataxx = |rest: &str| format!("ataxx/two-player/{board}{rest}.html");
    for (path, status) in [
        ("rows/nine/a-1-2-3-4-5-6-7-8-9.html", 404),
        ("rows/nine/b-1-2-3-4-5-6-7-8-0.html", 200),
        ("rows/nine/b-1-2-3-4-5-6-7-8-00.html", 404),
        ("rows/nine/b-1-2-3-4-5-6-7-8-10.html", 404),
        ("rows/nine/index~from-a1.html", 404),
        ("ataxx/two-player/index.html", 200),
        ("ataxx/two-player/xx.html", 404),
        (&*ataxx(""), 200),
        (&*ataxx("~from-g7"), 200),
        (&*ataxx("~from-a7"), 404),
        (&*ataxx("~from-"), 404),
        (&*ataxx("~hint"), 404),
        ("ataxx/two-player/.html", 404),
        ("ataxx/two-player/", 200),
    ] {
        assert_eq!(server.get(path).status, status, "{path}");
    }
}

#[test]
fn others_are_told_what_an_edition_is() {
    let server = Server::start(&root(), &["--base-url", "https://example.org/"]);
    let first = server.get("ataxx/search-first/index.html").text();
    assert!(first.contains("og:image") && first.contains("oembed.json") && !first.contains("noindex"), "{first}");
    assert!(first.contains("The computer "), "the computer has begun");
    assert_eq!(server.get("ataxx/search-first/preview.png").status, 200);
    assert!(server.get("ataxx/search-first/oembed.json").text().contains("iframe"));
    let inner = server.get("hanoi/20-discs/aaaaaaaaaaaaaaaaaaab.html").text();
    assert!(inner.contains("noindex") && inner.contains("https://example.org/hanoi/20-discs/index.html"), "{inner}");
    assert!(server.get("sitemap.xml").text().contains("https://example.org/ataxx/search/index.html"));
}

#[test]
fn a_site_that_is_written_leaves_them_out() {
    let site = Fixture::new();
    site.overlay(&root());
    let (_, told) = site.run(&["build"]);
    assert!(
        told.contains("left ataxx/search, ataxx/search-first, ataxx/two-player and 2 more out of the site"),
        "{told}"
    );
    assert!(!site.public().join("hanoi/20-discs").exists() && !site.public().join("ataxx").exists());
    assert!(site.public().join("hanoi/3-discs/index.html").exists());
    assert_eq!(site.run(&["build", "--quiet", "--only", "hanoi"]).1, "");
    for form in ["epub", "single", "lines"] {
        let told = site.fail_to("export", &[form, "ataxx/two-player", "-o", "none"]);
        assert!(told.contains("`ataxx/two-player` is on demand") && told.contains("pageturner serve"), "{told}");
    }

    site.write("content/more.md", "+++\ntitle = \"More\"\n+++\n\n[Play](hanoi/20-discs/index.html).\n");
    let told = site.fail(&[]);
    assert!(told.contains("content/more.md:5") && told.contains("pageturner serve"), "{told}");
    let server = Server::start(site.root(), &[]);
    assert_eq!(server.get("more.html").status, 200, "a server has what it leads to");
    site.write("content/more.md", "+++\ntitle = \"More\"\n+++\n\n[Play](ataxx.md).\n");
    let told = site.fail(&[]);
    assert!(told.contains("content/more.md:5") && told.contains("pageturner serve"), "{told}");
    site.write("content/more.md", "+++\ntitle = \"More\"\n+++\n\n[Play](hanoi/20-discs/aaa.html).\n");
    assert_eq!(server.get("more.html").status, 500, "and looks where links lead");
}

#[test]
#[ignore = "needs the package `ataxx` for Python: `make test` installs it"]
fn random_games_of_ataxx_keep_to_other_rules() {
    let server = Server::start(&root(), &[]);
    let clients = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients");
    let (host, port) = server.address.split_once(':').expect("a port");
    let games = if wants_every_page() { 100 } else { 15 };
    let mut pages = 0;
    for (edition, computer) in [("two-player", "none"), ("search", "o"), ("search-first", "x")] {
        let mut play = Command::new("python3");
        play.arg(clients.join("ataxx_games.py")).arg(clients.join("ataxx"));
        play.args([host, port, &format!("ataxx/{edition}"), &games.to_string(), computer]);
        let output = play.output().expect("Python runs");
        assert!(output.status.success(), "{edition}: {}", String::from_utf8_lossy(&output.stderr));
        let read = String::from_utf8(output.stdout).expect("text");
        pages += read.trim().parse::<usize>().expect("a number");
    }
    assert!(pages > games * 100, "{pages} pages were read");
    // Nothing is kept of all these positions.
    let megabytes = server.most_memory();
    assert!(megabytes < 200, "{megabytes} MB for {pages} pages");
}
