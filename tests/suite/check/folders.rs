//! Faults planted in a folder that was built.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::{Report, site};
use crate::fixture::Fixture;

/// Puts other words in the place of some on a page.
fn replace(folder: &Path, path: &str, from: &str, to: &str) {
    let path = folder.join(path);
    let text = fs::read_to_string(&path).expect("a page");
    assert!(text.contains(from), "{from:?} is in {text}");
    fs::write(path, text.replacen(from, to, 1)).expect("a write");
}

/// Puts HTML at the beginning of the main part of the page about the site.
fn put(folder: &Path, html: &str) {
    replace(folder, "about.html", "<p>The rules", &format!("{html}<p>The rules"));
}

/// Takes away all links to the page about the site.
fn forget_about(folder: &Path) {
    for page in ["index.html", "nim/index.html", "ataxx/index.html", "about.html"] {
        let path = folder.join(page);
        let text = fs::read_to_string(&path).expect("a page");
        fs::write(path, text.replace("about.html", "index.html")).expect("a write");
    }
}

/// The page of a chosen piece, by its path.
fn choice_page(folder: &Path) -> String {
    let pages = fs::read_dir(folder.join("ataxx/small/two-player")).expect("an edition");
    let mut names: Vec<_> =
        pages.map(|page| page.expect("a page").file_name().into_string().expect("a name")).collect();
    names.sort();
    let name = names.into_iter().find(|name| name.contains("~from-")).expect("a piece to choose");
    format!("ataxx/small/two-player/{name}")
}

/// A fault: how it is planted, its kind, and words that tell it.
type Plant = (fn(&Path), &'static str, &'static str);

const PLANTS: [Plant; 43] = [
    (|dir| replace(dir, "about.html", "nim/index.html", "nim/indx.html"), "broken-link", "no file `nim/indx.html`"),
    (|dir| put(dir, "<a href=nim/nothing/>a</a>"), "broken-link", "no file `nim/nothing/index.html`"),
    (|dir| put(dir, "<img src=gone.png alt=a>"), "broken-link", "no file `gone.png`"),
    (
        |dir| put(dir, "<img src=icon.png alt=a srcset='icon.png 1x, gone%20one.png 2x'>"),
        "broken-link",
        "`gone one.png`",
    ),
    (|dir| put(dir, "<p style='background:url(gone.png)'>a"), "broken-link", "no file `gone.png`"),
    (|dir| put(dir, "<style>p{background:url(\"gone.png\")}</style>"), "broken-link", "no file `gone.png`"),
    (|dir| put(dir, "<video poster=gone.png></video>"), "broken-link", "no file `gone.png`"),
    (|dir| put(dir, "<svg><use href=gone.svg#a /></svg>"), "broken-link", "no file `gone.svg`"),
    (
        |dir| fs::write(dir.join("style.css"), "a{background:url(gone.png)}").expect("a write"),
        "broken-link",
        "gone.png",
    ),
    (|dir| fs::write(dir.join("style.css"), "@import 'gone.css';").expect("a write"), "broken-link", "gone.css"),
    (
        |dir| fs::write(dir.join("icon.svg"), "<svg><image href='gone.png'/></svg>").expect("a write"),
        "broken-link",
        "gone",
    ),
    (|dir| fs::remove_file(dir.join("style.css")).expect("a removal"), "broken-link", "no file `style.css`"),
    (|dir| put(dir, "<a href=NIM/index.html>a</a>"), "letter-case", "differs only in case"),
    (|dir| put(dir, "<a href=../index.html>a</a>"), "outside", "`../index.html` leads out of the folder"),
    (|dir| put(dir, "<a href=%2e%2E/x>a</a>"), "outside", "leads out of the folder"),
    (|dir| put(dir, "<a href=nim/index.html#gone>a</a>"), "fragment", "`nim/index.html` has no part named `gone`"),
    (|dir| put(dir, "<a href=#gone>a</a>"), "fragment", "`about.html` has no part named `gone`"),
    (|dir| put(dir, "<p id=a>a<p id=a>b"), "duplicate-id", "the id `a`"),
    (forget_about, "unreachable", "to `about.html`"),
    (
        |dir| replace(dir, "nim/two-player/index.html", "<a aria-label", "<b aria-label"),
        "moves",
        "is a legal move here",
    ),
    (
        |dir| replace(dir, "nim/two-player/index.html", "</main>", "<a href=../index.html>a</a></main>"),
        "moves",
        "no legal",
    ),
    (|dir| replace(dir, &choice_page(dir), " rel=prev", ""), "moves", "leads back, but is not marked so"),
    (|dir| replace(dir, "nim/two-player/index.html", "<a aria-label", "<a rel=prev aria-label"), "moves", "is marked"),
    (|dir| put(dir, "<script>alert(1)</script>"), "script", "`<script>`"),
    (|dir| put(dir, "<p onclick=alert(1)>a"), "script", "attribute `onclick`"),
    (|dir| put(dir, "<a href='java\nscript:alert(1)'>a</a>"), "script", "begins with `javascript:`"),
    (|dir| put(dir, "<iframe src=index.html></iframe>"), "script", "`<iframe>`"),
    (|dir| put(dir, "<object data=icon.png></object>"), "script", "`<object>`"),
    (|dir| put(dir, "<meta http-equiv=refresh content='0;url=index.html'>"), "script", "attribute `http-equiv`"),
    (|dir| fs::write(dir.join("icon.svg"), "<svg><script>a</script></svg>").expect("a write"), "script", "`<script>`"),
    (|dir| fs::write(dir.join("icon.svg"), "<svg><a b=\"></svg>").expect("a write"), "drawing", "cannot be read"),
    (|dir| fs::write(dir.join("ABOUT.html"), "x").expect("a write"), "name", "differ only in case"),
    (|dir| fs::write(dir.join("con.txt"), "x").expect("a write"), "name", "`con.txt` does not make an address"),
    (|dir| replace(dir, "about.html", "<!doctype html>", ""), "doctype", "no doctype"),
    (|dir| replace(dir, "about.html", "<title>About — A small site</title>", "<title> </title>"), "title", "no title"),
    (|dir| replace(dir, "about.html", "<html lang=en>", "<html>"), "language", "its language"),
    (|dir| replace(dir, "about.html", "<meta charset=utf-8>", ""), "charset", "its encoding"),
    (|dir| fs::write(dir.join("about.html"), page(b"\xff")).expect("a write"), "charset", "not UTF-8"),
    (|dir| put(dir, "</main><main>"), "main", "more than one `<main>`"),
    (|dir| put(dir, "<h1>Again</h1>"), "heading", "more than one `<h1>`"),
    (|dir| put(dir, "<img src=icon.png>"), "alt", "no words in its place"),
    (|dir| fs::remove_file(dir.join("notes/plan.txt")).expect("a removal"), "missing", "was built and is not there"),
    (|dir| fs::write(dir.join("notes/plan.txt"), "other").expect("a write"), "changed", "changed after it was built"),
];

/// A page that is whole but for some bytes, and has the way on that the page about the site has.
fn page(bytes: &[u8]) -> Vec<u8> {
    let begin = b"<!doctype html><html lang=en><meta charset=utf-8><title>About</title><main><h1>About</h1>";
    [&begin[..], bytes, b"</main>"].concat()
}

#[test]
fn every_fault_in_a_built_folder_is_found() {
    let good = site();
    good.build(&[]);
    Report::of(&good, &["--dir", "public"]).assert_good("the folder as it was built");
    for (plant, kind, words) in PLANTS {
        let site = Fixture::new();
        site.overlay(good.root());
        plant(&site.public());
        // Whatever is planted changes a file, or leaves a link to it open.
        let beside = match kind {
            "missing" => vec!["broken-link"],
            // On a disk that does not tell them apart there would be one file. The other is no whole page.
            "name" => vec!["doctype", "title", "language", "charset", "main", "heading", "same-title"],
            _ => vec!["changed", "missing"],
        };
        Report::of(&site, &["--dir", "public"]).assert_found(kind, words, &beside);
    }
}

#[test]
fn links_of_the_file_system_do_not_lead_out_of_a_folder() {
    let site = site();
    site.build(&[]);
    let link = site.public().join("link.txt");
    for (target, words) in [("/etc/passwd", "leads out of the folder"), ("nowhere", "leads nowhere")] {
        symlink(target, &link).expect("a link");
        Report::of(&site, &["--dir", "public"]).assert_found("file", words, &[]);
        fs::remove_file(&link).expect("a removal");
    }
    symlink("..", site.public().join("around")).expect("a link");
    symlink(".", site.public().join("nim/here")).expect("a link");
    symlink("notes/plan.txt", &link).expect("a link");
    Report::of(&site, &["--dir", "public"]).assert_found("file", "leads out of the folder", &[]);
}

/// Without the record of a build, a page that nothing leads to is at fault, and what is no page is counted.
#[test]
fn folders_of_others_are_checked_by_the_same_rules() {
    let site = Fixture::new();
    let page = |title: &str, body: &str| {
        format!("<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><main><h1>A</h1>{body}</main>")
    };
    site.write("other/index.html", &page("A", "<a href=/b/>b</a> <a href=https://example.org/>c</a>"));
    site.write("other/b/index.html", &page("B", "<a href=/>a</a><img src=../d.png alt=d>"));
    site.write("other/d.png", "");
    site.write("other/e.txt", "");
    site.write("other/.git/config", "");
    let report = Report::of(&site, &["--dir", "other"]);
    report.assert_good("a small site");
    let totals = &report.json["totals"];
    assert_eq!((&totals["pages"], &totals["links"], &totals["files"]), (&2.into(), &2.into(), &4.into()));
    assert_eq!((&totals["external_links"], &totals["unused_files"]), (&1.into(), &1.into()));
    site.write("other/alone.html", &page("Alone", ""));
    Report::of(&site, &["--dir", "other"]).assert_found("unreachable", "from the front page to `alone.html`", &[]);
    fs::remove_file(site.root().join("other/index.html")).expect("a removal");
    let report = Report::of(&site, &["--dir", "other"]);
    report.assert_found("unreachable", "the site has no front page", &["broken-link"]);
}

#[test]
fn a_site_is_held_to_the_limits_of_a_host() {
    let site = site();
    site.build(&[]);
    for number in 0..1000 {
        site.write(&format!("public/more/{number}.txt"), "");
    }
    Report::of(&site, &["--dir", "public", "--host", "github"]).assert_good("a site for GitHub Pages");
    Report::of(&site, &["--dir", "public", "--host", "itch"]).assert_found("host", "known in late 2026", &[]);
    for number in 0..14_000 {
        site.write(&format!("public/more/a{number}.txt"), "");
    }
    Report::of(&site, &["--dir", "public", "--host", "cloudflare"]).assert_good("a site for Cloudflare Pages");
    Report::of(&site, &["--dir", "public", "--host", "neocities"]).assert_found("host", "at most 15000", &[]);
}

#[test]
fn what_could_be_better_is_told_and_is_no_fault() {
    let site = Fixture::new();
    let page = "<!doctype html><html lang=en><meta charset=utf-8><title>A</title><main><h1>A</h1>\
                <a href=b.html>b</a><img src=http://example.org/a.png alt=a></main>";
    site.write("other/index.html", page);
    site.write("other/b.html", page);
    let report = Report::of(&site, &["--dir", "other", "-u", "https://example.com/"]);
    assert!(!report.failed, "{}", report.told);
    assert_eq!(report.kinds("warnings").into_iter().collect::<Vec<_>>(), ["mixed-content", "same-title"]);
    assert!(report.told.contains("warning: "), "{}", report.told);
}
