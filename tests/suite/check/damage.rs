//! Damage to a copy of a built site, from a missing page to a script in a data file. A check of the folder finds all of
//! it, because it knows the contents of each file.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use pageturner::outputs::assembly::Sites;
use rayon::prelude::*;
use walkdir::WalkDir;

use super::{Report, site};
use crate::fixture::Fixture;
use crate::whole_site::options_of;

/// Replaces a text in a file with another.
fn replace(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).expect("a text");
    assert!(text.contains(from), "{from:?} is in {text}");
    fs::write(path, text.replacen(from, to, 1)).expect("a write");
}

fn append(path: &Path, words: &str) {
    fs::write(path, fs::read_to_string(path).expect("a text") + words).expect("a write");
}

fn remove(path: &Path) {
    fs::remove_file(path).expect("a removal");
}

/// Exchanges the bytes of two files.
fn swap(one: &Path, two: &Path) {
    let (first, second) = (fs::read(one).expect("a file"), fs::read(two).expect("a file"));
    fs::write(one, second).expect("a write");
    fs::write(two, first).expect("a write");
}

/// Truncates a file.
fn cut(path: &Path, keep: impl Fn(usize) -> usize) {
    let bytes = fs::read(path).expect("a file");
    fs::write(path, &bytes[..keep(bytes.len())]).expect("a write");
}

/// Returns the first page of an edition with this part of a name and this text, in the order of names.
fn page(folder: &Path, name: &str, words: &str) -> PathBuf {
    let edition = folder.join("ataxx/small/hard");
    let mut names: Vec<_> = WalkDir::new(edition).into_iter().map(|entry| entry.expect("a file").into_path()).collect();
    names.sort();
    let is_it = |path: &PathBuf| path.file_name().is_some_and(|file| file.to_string_lossy().contains(name));
    let has_words = |path: &PathBuf| fs::read_to_string(path).expect("a page").contains(words);
    names.into_iter().find(|path| is_it(path) && has_words(path)).expect("a page")
}

const START: &str = "nim/two-player/index.html";
const NEXT: &str = "nim/two-player/b-1-1.html";

type Damage = (&'static str, fn(&Path));

const DAMAGES: [Damage; 38] = [
    ("two positions that swapped places", |dir| swap(&dir.join(START), &dir.join(NEXT))),
    ("two pages of words that swapped places", |dir| swap(&dir.join("about.html"), &dir.join("nim/index.html"))),
    ("a move to another legal position", |dir| replace(&dir.join(START), "href=b-1-1.html", "href=b-1-0.html")),
    ("a move to a position of another edition", |dir| {
        replace(&dir.join(START), "href=b-1-1.html", "href=../../ataxx/small/two-player/index.html");
    }),
    ("a legal move that is gone", |dir| replace(&dir.join(START), "href=b-1-1.html", "href=#")),
    ("a move that is offered twice", |dir| replace(&dir.join(START), "</main>", "<a href=b-1-1.html>a</a></main>")),
    ("another status", |dir| replace(&dir.join(START), "<h2>Player A to move.", "<h2>Player B to move.")),
    ("another title", |dir| replace(&dir.join(START), "<title>Player A", "<title>Player B")),
    ("other words of a move", |dir| replace(&dir.join(START), ">take 2</a>", ">take 1</a>")),
    ("another word of a goal", |dir| replace(&dir.join(START), "last piece wins", "last piece loses")),
    ("another hint", |dir| {
        replace(&page(dir, "~hint", "loses in"), "loses in", "wins in");
    }),
    ("a page with hints in place of the one without", |dir| {
        let hints = page(dir, "~hint", "");
        let plain = PathBuf::from(hints.to_str().expect("Unicode").replace("~hint", ""));
        fs::copy(hints, plain).expect("a copy");
    }),
    ("the page before a piece is chosen in place of the one after", |dir| {
        let after = page(dir, "~from-", "");
        let (before, _) = after.to_str().expect("Unicode").split_once("~from-").expect("a choice");
        fs::copy(format!("{before}.html"), &after).expect("a copy");
    }),
    ("another reply of the computer", |dir| {
        let path = page(dir, "~a3-c3.html", "");
        fs::copy(page(dir, "~a3-b1.html", ""), path).expect("a copy");
    }),
    ("another mark on a board", |dir| replace(&page(dir, "~a3-c3.html", ">O<"), ">O<", ">X<")),
    ("the way back that is no such any more", |dir| replace(&page(dir, "~from-", ""), " rel=prev", "")),
    ("a cut graph", |dir| cut(&dir.join("nim/two-player/graph.json"), |length| length / 2)),
    ("a number in a graph", |dir| replace(&dir.join("nim/two-player/graph.json"), "1", "2")),
    ("a graph that is gone", |dir| remove(&dir.join("nim/two-player/graph.json"))),
    ("a position that is gone", |dir| remove(&dir.join(NEXT))),
    ("a page of words that is gone", |dir| remove(&dir.join("about.html"))),
    ("an edition that is gone", |dir| fs::remove_dir_all(dir.join("ataxx/small/hard")).expect("a removal")),
    ("a page that is cut", |dir| cut(&dir.join(NEXT), |length| length / 2)),
    ("a page without its last byte", |dir| cut(&dir.join(NEXT), |length| length - 1)),
    ("an empty page", |dir| cut(&dir.join(NEXT), |_| 0)),
    ("a page with a line break more", |dir| append(&dir.join(NEXT), "\n")),
    ("a page with a script", |dir| append(&dir.join(START), "<script src=a.js></script>")),
    ("a page without its policy", |dir| replace(&dir.join("about.html"), "Content-Security-Policy", "Refresh")),
    ("a picture from elsewhere", |dir| append(&dir.join(START), "<img src=https://example.org/a.png alt=a>")),
    ("a script in a data file", |dir| append(&dir.join("notes/plan.txt"), "<script>a()</script>")),
    ("a script in a drawing", |dir| replace(&dir.join("drawing.svg"), "</svg>", "<script>a()</script></svg>")),
    ("a changed stylesheet", |dir| append(&dir.join("style.css"), "a{display:none}")),
    ("a stylesheet that is gone", |dir| remove(&dir.join("heaps.css"))),
    ("a picture that is another", |dir| fs::write(dir.join("icon.png"), "PNG").expect("a write")),
    ("a foreign page", |dir| fs::write(dir.join("nim/more.html"), "<!doctype html>").expect("a write")),
    ("a foreign file", |dir| fs::write(dir.join("nim/two-player/notes.bak"), "").expect("a write")),
    ("a foreign hidden file", |dir| fs::write(dir.join(".htaccess"), "").expect("a write")),
    ("a page that is a link out of the folder", |dir| {
        let path = dir.join(NEXT);
        fs::copy(&path, dir.join("../copy.html")).expect("a copy");
        remove(&path);
        symlink("../../../copy.html", &path).expect("a link");
    }),
];

#[test]
fn every_damage_to_a_built_site_is_seen() {
    let good = site();
    let nim = fs::read_to_string(good.root().join("content/nim.md")).expect("a page");
    good.write("content/nim.md", &nim.replace("rows = [1, 2] }", "rows = [1, 2] }\ngraph = true"));
    good.write("content/drawing.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>");
    good.build(&[]);
    // Hosts do not get the program's hidden files, and do not need them.
    fs::remove_dir_all(good.public().join(".pageturner")).expect("a removal");
    Report::of(&good, &["--dir", "public"]).assert_good("the folder as it was built");
    let site = Sites::load(&options_of(good.root())).unwrap_or_else(|findings| panic!("{}", findings.plain()));
    DAMAGES.into_par_iter().for_each(|(damage, do_it)| {
        let copy = Fixture::new();
        copy.overlay_at("public", &good.public());
        do_it(&copy.public());
        let report = Report::of_folder(&copy.public(), Some(&site));
        assert!(report.failed && !report.kinds("faults").is_empty(), "{damage} was not seen");
        assert!(report.told.contains("help:"), "{damage}: {}", report.told);
    });
}

#[test]
fn a_folder_is_held_to_the_flags_of_the_check() {
    let site = site();
    site.build(&["--theme", "plain", "-u", "https://example.org/"]);
    Report::of(&site, &["--dir", "public", "--theme", "plain", "-u", "https://example.org/"]).assert_good("the same");
    let report = Report::of(&site, &["--dir", "public", "--theme", "plain"]);
    report.assert_found("foreign", "`404.html` is not a file of the site", &["changed", "missing"]);
    assert!(report.told.contains("build again with the flags of this check"), "{}", report.told);
}
