//! Books: their pages are those of the website with the same moves, they contain nothing that reading systems reject,
//! and their bytes never change.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use zip::{CompressionMethod, ZipArchive};

use crate::clients::wants_every_page;
use crate::files::is_beside_play;
use crate::fixture::Fixture;
use crate::html::elements;
use crate::pictures::size_of_png;
use crate::reading::{Page, follow, one_line};
use crate::whole_site::{IS_WHOLE, ROOT, SITE, options};
use pageturner::outputs::assembly::Sites;
use pageturner::pages::site::Options;

/// The games of the default site, and the editions that represent each if testing all would take too long.
const GAMES: [(&str, &[&str]); 5] = [
    ("tic-tac-toe", &["tic-tac-toe/two-player", "tic-tac-toe/solo-01", "tic-tac-toe/solo-02"]),
    ("hanoi", &["hanoi/3-discs", "hanoi/4-discs"]),
    ("nim", &["nim/two-player", "nim/computer", "nim/computer-first"]),
    ("ataxx", &["ataxx/cross/hard"]),
    ("peg-solitaire", &["peg-solitaire"]),
];

/// The games with thousands of pages in a book, which are only tested with the whole site.
const LARGE: [&str; 2] = ["tic-tac-toe", "peg-solitaire"];

/// Returns what the tests export of each game; with `EVERY_PAGE=1`, everything.
pub(crate) fn games() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let games = GAMES.into_iter().filter(|(game, _)| *IS_WHOLE || !LARGE.contains(game));
    games.map(|(game, some)| (game, if wants_every_page() { vec![game] } else { some.to_vec() }))
}

/// The books of these games, exported once for all tests that read them.
pub(crate) static BOOKS: LazyLock<Vec<(&str, Vec<u8>)>> =
    LazyLock::new(|| games().map(|(game, some)| (game, export(&some, &[]))).collect());

/// The same as compact books.
pub(crate) static COMPACT_BOOKS: LazyLock<Vec<(&str, Vec<u8>)>> =
    LazyLock::new(|| games().map(|(game, some)| (game, export(&some, &["--compact"]))).collect());

/// Exports some games or editions of the default site as one book.
pub(crate) fn export(what: &[&str], arguments: &[&str]) -> Vec<u8> {
    export_as("epub", what, arguments)
}

/// Exports some games or editions of the default site in a form.
pub(crate) fn export_as(form: &str, what: &[&str], arguments: &[&str]) -> Vec<u8> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_pageturner"));
    program.arg("--root").arg(&*ROOT).args(["--quiet", "export", form, "--output", "-"]);
    let output = program.args(what).args(arguments).output().expect("the program runs");
    assert!(output.status.success(), "{what:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn open(book: &[u8]) -> ZipArchive<Cursor<&[u8]>> {
    ZipArchive::new(Cursor::new(book)).expect("a book is a zip")
}

/// Returns the files of a book by path, with bytes of the cover's picture that are not text replaced.
pub(crate) fn files(book: &[u8]) -> BTreeMap<String, String> {
    let mut book = open(book);
    let count = book.len();
    let read = |number| {
        let mut file = book.by_index(number).expect("a file");
        let mut text = Vec::new();
        file.read_to_end(&mut text).expect("it is whole");
        (file.name().expect("a name").into_owned(), String::from_utf8_lossy(&text).into_owned())
    };
    (0..count).map(read).collect()
}

pub(crate) fn is_page(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending == "xhtml")
}

/// Returns the folders of the website whose pages are in the folders of a book, in order.
pub(crate) fn folders(what: &[&str]) -> Vec<String> {
    let only = what.iter().map(|name| (*name).to_owned()).collect();
    let site = Sites::load(&Options { only, ..options() }).unwrap_or_else(|findings| panic!("{findings:?}"));
    let plan = &site.first().plan;
    let mut folders = Vec::new();
    for section in &plan.sections {
        folders.push(section.folder.clone());
        folders
            .extend(plan.scripts_of(section).filter(|script| script.is_lesson()).map(|lesson| lesson.folder.clone()));
        folders.extend(plan.editions_of(section).iter().map(|edition| edition.folder().to_owned()));
    }
    folders
}

#[test]
fn a_book_has_the_pages_of_the_website_and_each_has_the_same_moves() {
    for ((game, some), (_, book)) in games().zip(&*BOOKS) {
        let folders = folders(&some);
        let on_website = |path: &str| {
            let (folder, name) = path.split_once('/')?;
            Some(format!("{}/{}.html", folders[folder.parse::<usize>().ok()?], name.strip_suffix(".xhtml")?))
        };
        let files = files(book);
        let pages: BTreeMap<&str, Page> =
            files.iter().filter(|(path, _)| is_page(path)).map(|(path, text)| (&**path, Page::parse(text))).collect();
        let mut compared = BTreeSet::new();
        for (path, page) in &pages {
            let targets = page.links.iter().map(|link| (link, follow(path, &link.href)));
            for (link, target) in targets.clone() {
                assert!(files.contains_key(&target), "{game}: {path} leads to {target}, as {:?}", link.text);
            }
            let Some(origin) = on_website(path).filter(|_| !path.ends_with("/~about.xhtml") && !is_beside_play(path))
            else {
                continue;
            };
            let site = SITE.get(&origin).unwrap_or_else(|| panic!("{game}: {path} is {origin} on no website"));
            compared.insert(origin.clone());
            if origin.matches('/').count() < 2 {
                continue;
            }
            let moves = targets.filter(|(link, _)| link.in_main);
            let moves: Vec<_> = moves.map(|(link, target)| (on_website(&target), link.label.clone())).collect();
            let expected = site.moves().map(|link| (Some(follow(&origin, &link.href)), link.label.clone()));
            assert_eq!(moves, expected.collect::<Vec<_>>(), "{game}: the moves of {path}, which is {origin}");
            let words = |page: &Page| one_line(&page.status.replace('.', ""));
            if origin.contains("/lesson/") {
                assert_eq!(words(page), words(site), "{game}: what {path} says");
            } else {
                let heading = one_line(&page.heading.replace('.', ""));
                assert_eq!(heading, words(site), "{game}: what {path} says");
            }
        }
        let planned = SITE.keys().filter(|path| {
            let folder = path.rsplit_once('/').map(|(folder, _)| folder).filter(|_| !is_beside_play(path));
            // Tic-tac-toe for two players has no hints in a book.
            let has_no_hints = |folder: &str| folder == "tic-tac-toe/two-player" && path.ends_with("~hint.html");
            folder.is_some_and(|folder| folders.iter().any(|known| known == folder) && !has_no_hints(folder))
        });
        assert_eq!(compared, planned.cloned().collect(), "{game}: the book has all pages of its folders");
        let is_beside = |path: &str| path.ends_with("/~about.xhtml") || is_beside_play(path);
        let beside = pages.keys().filter(|path| is_beside(path)).count();
        assert_eq!(pages.len(), compared.len() + beside + 3, "{game}: and the cover, the title and the contents");
    }
}

#[test]
fn all_pages_of_a_book_can_be_reached_from_its_contents() {
    let files = files(&BOOKS[0].1);
    let mut reached = BTreeSet::from(["contents.xhtml".to_owned()]);
    let mut next: Vec<String> = reached.iter().cloned().collect();
    while let Some(path) = next.pop() {
        for link in Page::parse(&files[&path]).links.iter().filter(|link| link.is_visible) {
            let target = follow(&path, &link.href);
            if reached.insert(target.clone()) {
                next.push(target);
            }
        }
    }
    // The cover and the title are before the contents, and nothing links back to them.
    reached.extend(["cover.xhtml".to_owned(), "title.xhtml".to_owned()]);
    let pages: BTreeSet<_> = files.keys().filter(|path| is_page(path)).cloned().collect();
    assert_eq!(reached, pages);
    // GAMES.md: 5,478 boards, in addition to the rules, the contents and the lesson.
    let boards = pages
        .iter()
        .filter(|path| path.starts_with("2/") && !path.ends_with("/~about.xhtml") && !is_beside_play(path))
        .count();
    assert_eq!(boards, positions_of_the_first_edition());
}

/// Returns the number of positions in the first edition of the first book: all boards of tic-tac-toe; or those of a
/// tower of three discs, and the seven before the end of perfect play.
pub(crate) fn positions_of_the_first_edition() -> usize {
    if *IS_WHOLE { 5478 } else { 27 + 7 }
}

/// Returns a stylesheet without its comments.
fn without_comments(text: &str) -> String {
    let parts = text.split("/*").enumerate();
    parts.map(|(at, part)| if at == 0 { part } else { part.split_once("*/").expect("an end").1 }).collect()
}

#[test]
fn books_have_nothing_that_readers_of_books_refuse() {
    for (game, book, compact) in all_books() {
        let mut archive = open(book);
        let first = archive.by_index(0).expect("a file");
        assert_eq!(first.name().expect("a name"), "mimetype");
        assert_eq!(first.compression(), CompressionMethod::Stored);
        drop(first);
        // The type is where programs look for it that do not unpack the book.
        assert_eq!(&book[30..58], b"mimetypeapplication/epub+zip", "{game}");
        let mut cover = Vec::new();
        archive.by_name("cover.png").expect("a cover").read_to_end(&mut cover).expect("it is whole");
        assert_eq!(size_of_png(&cover), (1200, 1600), "{game}");
        for (path, text) in files(book) {
            assert!(path.bytes().all(|b| b.is_ascii_alphanumeric() || b"/.-~".contains(&b)), "{game}: {path}");
            assert!(text.len() < 260_000 || path == "book.opf", "{game}: {path} is too large for some readers");
            if Path::new(&path).extension().is_some_and(|ending| ending == "css") {
                let text = without_comments(&text);
                for part in ["flex", "grid-", "var(", "display: none", "display:none", "position:fixed", "--"] {
                    assert!(!text.contains(part), "{game}: {path} has {part}");
                }
            }
            if is_page(&path) {
                for part in ["<!--", "alt=\"\"", "<script", "display:none", "&nbsp;"] {
                    assert!(!text.contains(part), "{game}: {path} has {part}");
                }
                // The element with an `id` has at most eight characters, or a link to it can open as a footnote. No
                // link of a book leads to the headings of rules, which have ids for the website.
                let headings = (1..=6).map(|level| text.matches(&format!("<h{level} id=\"")).count()).sum::<usize>();
                let ids = text.matches(" id=\"").count() - headings;
                assert_eq!(ids, text.matches("<hr id=\"").count(), "{game}: {path}");
                let names = text.split("<hr id=\"").skip(1).map(|rest| rest.split('"').next().expect("a name"));
                assert!(names.clone().all(|name| name.len() <= 8), "{game}: {path}");
                let has_parts = |path: &str| compact || is_beside_play(path);
                assert!(has_parts(&path) || ids == 0, "{game}: {path}");
                let links = Page::parse(&text).links.into_iter().filter(|link| link.href.contains('#'));
                let to_part = links.map(|link| link.href).find(|href| !has_parts(&follow(&path, href)));
                assert!(to_part.is_none(), "{game}: {path} has {to_part:?}");
                assert!(!text.contains(" epub:") || path == "contents.xhtml", "{game}: {path} has an epub attribute");
                elements(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
            }
        }
    }
}

/// Returns the books in both arrangements, each with its game and whether it is compact.
fn all_books() -> impl Iterator<Item = (&'static str, &'static [u8], bool)> {
    let books = BOOKS.iter().map(|(game, book)| (*game, &book[..], false));
    books.chain(COMPACT_BOOKS.iter().map(|(game, book)| (*game, &book[..], true)))
}

#[test]
fn each_book_has_a_name_of_its_own() {
    let identifier = |what: &[&str]| {
        let package = &files(&export(what, &[]))["book.opf"];
        let (_, rest) = package.split_once("<dc:identifier id=\"id\">").expect("an identifier");
        rest.split_once('<').expect("its end").0.to_owned()
    };
    assert!(identifier(&["nim"]).starts_with("urn:uuid:"));
    assert_ne!(identifier(&["nim", "hanoi/3-discs"]), identifier(&["nim"]));
}

#[test]
fn what_a_book_does_not_have_is_on_the_website_or_no_link() {
    let site = Fixture::new();
    let rules = |site: &Fixture| {
        let page = files(&site.output(&["export", "epub", "nim", "-o", "-", "-q"]).stdout)["0/index.xhtml"].clone();
        let (_, text) = page.split_once("See ").expect("the text of the small site");
        text.split_once("</p>").expect("its end").0.to_owned()
    };
    let text = rules(&site);
    assert!(text.contains("about, <a href=\"../1/b-0-2.xhtml\">a position</a> and a file."), "{text}");
    let config = fs::read_to_string(site.root().join("content/site.toml")).expect("a text");
    site.write("content/site.toml", &format!("base_url = \"https://example.org/games/\"\n{config}"));
    let text = rules(&site);
    assert!(text.contains("<a href=\"https://example.org/games/about.html\">about</a>"), "{text}");
    assert!(text.contains("<a href=\"https://example.org/games/notes/plan.txt\">a file</a>"), "{text}");
}

/// The star, the map and the pages with hints of an edition are outside of the pages in a book.
#[test]
fn links_to_pages_beside_those_of_a_book_lead_out_of_it() {
    let site = Fixture::new();
    let header = "title = \"Nim\"\nsummary = \"Take pieces.\"\ngame = \"nim\"\nparameters = { rows = [1, 2] }\n\
                  [[editions]]\nname = \"two-player\"\ntitle = \"Two\"\nhints = true\n\
                  [[editions]]\nname = \"easy\"\ntitle = \"Easy\"\ncomputer = { level = \"easy\" }\n";
    let text =
        "[Star](nim/easy/index~won.html), [map](nim/easy/index~map.html), [hint](nim/two-player/b-0-2~hint.html)";
    site.write("content/nim.md", &format!("+++\n{header}+++\n\n{text}\n"));
    for arrangement in [&[][..], &["--compact"]] {
        let arguments = [&["export", "epub", "nim", "-o", "-", "-q"], arrangement].concat();
        let files = files(&site.output(&arguments).stdout);
        for (path, text) in files.iter().filter(|(path, _)| is_page(path)) {
            for link in Page::parse(text).links {
                let target = follow(path, &link.href);
                assert!(files.contains_key(&target), "{path} leads to {target}, as {:?}", link.text);
            }
        }
    }
}

#[test]
fn a_book_of_one_edition_shows_the_positions_of_others_that_its_texts_speak_of() {
    let files = files(&export(&["tic-tac-toe/solo-01"], &[]));
    let (_, after) = files["0/index.xhtml"].split_once("Here is a fork:").expect("the text of the rules");
    let (diagram, _) = after.split_once("X threatens b1 and c2 at once").expect("the caption");
    assert_eq!(diagram.matches("<td>X</td>").count(), 3, "{diagram}");
    assert!(!diagram.contains("<a "), "its page is not there: {diagram}");
}
