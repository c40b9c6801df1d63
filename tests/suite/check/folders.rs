//! Folders without their source: the check covers only links and scripts.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use rayon::prelude::*;

use super::{Report, site};
use crate::fixture::Fixture;

/// Inserts HTML at the beginning of the main part of the page about the site.
fn put(folder: &Path, html: &str) {
    let path = folder.join("about.html");
    let text = fs::read_to_string(&path).expect("a page");
    assert!(text.contains("<p>The rules"), "{text}");
    fs::write(path, text.replacen("<p>The rules", &format!("{html}<p>The rules"), 1)).expect("a write");
}

fn write(folder: &Path, path: &str, text: &str) {
    fs::write(folder.join(path), text).expect("a write");
}

/// A fault: how it is planted, its kind, and words of its message.
type Plant = (fn(&Path), &'static str, &'static str);

const PLANTS: [Plant; 32] = [
    (|dir| put(dir, "<a href=nim/indx.html>a</a>"), "broken-link", "no file `nim/indx.html`"),
    (|dir| put(dir, "<a href=nim/nothing/>a</a>"), "broken-link", "no file `nim/nothing/index.html`"),
    (|dir| put(dir, "<img src=gone.png alt=a>"), "broken-link", "no file `gone.png`"),
    (|dir| put(dir, "<a href=/play/nim.html>a</a>"), "broken-link", "no file `play/nim.html`"),
    (|dir| put(dir, "<img src=icon.png srcset='icon.png 1x, gone%20one.png 2x'>"), "broken-link", "`gone one.png`"),
    (|dir| put(dir, "<p style='background:url(gone.png)'>a"), "broken-link", "no file `gone.png`"),
    (|dir| put(dir, "<style>p{background:url(\"gone.png\")}</style>"), "broken-link", "no file `gone.png`"),
    (|dir| put(dir, "<video poster=gone.png></video>"), "broken-link", "no file `gone.png`"),
    (|dir| put(dir, "<svg><use href=gone.svg#a /></svg>"), "broken-link", "no file `gone.svg`"),
    (|dir| write(dir, "style.css", "a{background:url(gone.png)}"), "broken-link", "gone.png"),
    (|dir| write(dir, "style.css", "@import 'gone.css';"), "broken-link", "gone.css"),
    (|dir| write(dir, "icon.svg", "<svg><image href='gone.png'/></svg>"), "broken-link", "gone"),
    (|dir| fs::remove_file(dir.join("style.css")).expect("a removal"), "broken-link", "no file `style.css`"),
    (|dir| put(dir, "<a href=NIM/index.html>a</a>"), "letter-case", "differs only in case"),
    (|dir| put(dir, "<a href=../index.html>a</a>"), "outside", "`../index.html` is outside the folder"),
    (|dir| put(dir, "<a href=%2e%2E/x>a</a>"), "outside", "is outside the folder"),
    (|dir| put(dir, "<a href=nim/index.html#gone>a</a>"), "fragment", "`nim/index.html` has no part named `gone`"),
    (|dir| put(dir, "<a href=#gone>a</a>"), "fragment", "`about.html` has no part named `gone`"),
    (|dir| put(dir, "<p id=a>a<p id=a>b"), "duplicate-id", "the id `a`"),
    (|dir| put(dir, "<script>alert(1)</script>"), "script", "`<script>`"),
    (|dir| put(dir, "<p onclick=alert(1)>a"), "script", "attribute `onclick`"),
    (|dir| put(dir, "<a href='java\nscript:alert(1)'>a</a>"), "script", "begin with `javascript:`"),
    (|dir| put(dir, "<iframe src=index.html></iframe>"), "script", "`<iframe>`"),
    (|dir| put(dir, "<object data=icon.png></object>"), "script", "`<object>`"),
    (|dir| put(dir, "<meta http-equiv=refresh content='0;url=index.html'>"), "script", "attribute `http-equiv`"),
    (|dir| put(dir, "<img src=//example.org/a.png>"), "script", "loaded from another site"),
    (|dir| put(dir, "<p style='background:url(http://example.org/)'>a"), "script", "loaded from another site"),
    (|dir| write(dir, "style.css", "@import 'https://example.org/a.css';"), "script", "loaded from another site"),
    (|dir| write(dir, "icon.svg", "<svg><script>a</script></svg>"), "script", "`<script>`"),
    (|dir| write(dir, "icon.svg", "<?xml-stylesheet href='a.xsl'?><svg/>"), "script", "processing instructions"),
    (|dir| write(dir, "feed.rss", "<rss><script xmlns='http://www.w3.org/1999/xhtml'/></rss>"), "script", "`<script>`"),
    (|dir| write(dir, "icon.svg", "<svg><a b=\"></svg>"), "script", "cannot be read"),
];

/// Checks a folder of the site as if it had no source.
fn check(site: &Fixture, folder: &str, arguments: &[&str]) -> Report {
    Report::of(site, &[&["--root", folder, "--dir", "."], arguments].concat())
}

#[test]
fn every_broken_link_and_every_script_is_found() {
    let good = site();
    good.build(&[]);
    check(&good, "public", &[]).assert_good("the folder as it was built");
    PLANTS.into_par_iter().for_each(|(plant, kind, words)| {
        let copy = Fixture::new();
        copy.overlay_at("public", &good.public());
        plant(&copy.public());
        Report::of_folder(&copy.public(), None).assert_found(kind, words, &[]);
    });
}

#[test]
fn links_of_the_file_system_do_not_lead_out_of_a_folder() {
    let site = site();
    site.build(&[]);
    let link = site.public().join("link.txt");
    for (target, words) in [("/etc/passwd", "outside the folder"), ("nowhere", "the symbolic link is broken")] {
        symlink(target, &link).expect("a link");
        check(&site, "public", &[]).assert_found("file", words, &[]);
        fs::remove_file(&link).expect("a removal");
    }
    symlink("..", site.public().join("around")).expect("a link");
    symlink(".", site.public().join("nim/here")).expect("a link");
    symlink("notes/plan.txt", &link).expect("a link");
    check(&site, "public", &[]).assert_found("file", "outside the folder", &[]);
}

#[test]
fn what_somebody_else_made_is_counted_and_may_begin_at_the_root_of_its_host() {
    let site = Fixture::new();
    let page = |body: &str| format!("<title>A</title>{body}");
    site.write("other/index.html", &page("<a href=/b/>b</a> <a href=https://example.org/>c</a>"));
    site.write("other/b/index.html", &page("<a href=/>a</a><img src=../d.png>"));
    site.write("other/d.png", "");
    site.write("other/e.txt", "");
    site.write("other/.git/config", "");
    let report = check(&site, "other", &[]);
    report.assert_good("a small site");
    let totals = &report.json["totals"];
    assert_eq!((&totals["pages"], &totals["links"], &totals["files"]), (&2.into(), &2.into(), &4.into()));
    assert_eq!(totals["external_links"], 1);
}

#[test]
fn what_is_no_folder_is_told_so() {
    let site = Fixture::new();
    for (file, words) in [("content/nim.md", "is not a folder"), ("gone", "cannot open")] {
        let told = site.fail_to("check", &["--dir", file]);
        assert!(told.contains(words) && told.contains("help:"), "{told}");
    }
}
