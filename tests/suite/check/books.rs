//! Faults planted in an e-book, and books that are none.

use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::PathBuf;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::Report;
use crate::book::BOOKS;
use crate::fixture::Fixture;

/// The files of a book in their order.
type Entries = Vec<(String, Vec<u8>)>;

/// The book of the small site.
fn entries(site: &Fixture) -> Entries {
    site.pageturner().args(["export", "epub", "nim", "--output", "nim.epub"]).assert().success();
    let bytes = fs::read(site.root().join("nim.epub")).expect("a book");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let mut entries = Vec::new();
    for number in 0..archive.len() {
        let mut entry = archive.by_index(number).expect("a file");
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("its bytes");
        entries.push((entry.name().expect("a name").into_owned(), bytes));
    }
    entries
}

/// Packs files as a book.
fn pack(site: &Fixture, entries: &Entries) -> PathBuf {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let method = if name == "mimetype" { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        writer.start_file(name, SimpleFileOptions::default().compression_method(method)).expect("a file");
        writer.write_all(bytes).expect("its bytes");
    }
    let path = site.root().join("changed.epub");
    fs::write(&path, writer.finish().expect("a zip").into_inner()).expect("a write");
    path
}

/// Puts other words in the place of some in the first file whose name contains this.
fn replace(entries: &mut Entries, name: &str, from: &str, to: &str) {
    let (_, bytes) = entries.iter_mut().find(|(known, _)| known.contains(name)).expect("a file");
    let text = String::from_utf8(bytes.clone()).expect("text");
    assert!(text.contains(from), "{from:?} is in {text}");
    *bytes = text.replacen(from, to, 1).into_bytes();
}

fn remove(entries: &mut Entries, name: &str) {
    let count = entries.len();
    entries.retain(|(known, _)| known != name);
    assert!(entries.len() < count, "{name} is in {:?}", entries.iter().map(|(name, _)| name).collect::<Vec<_>>());
}

/// A fault: how it is planted, its kind, and words that tell it.
type Plant = (fn(&mut Entries), &'static str, &'static str);

const PLANTS: [Plant; 15] = [
    (|book| book.swap(0, 1), "package", "the first file of the book is not `mimetype`"),
    (|book| replace(book, "mimetype", "epub+zip", "epub"), "package", "does not say that this is an e-book"),
    (|book| remove(book, "META-INF/container.xml"), "package", "has no `META-INF/container.xml`"),
    (|book| remove(book, "book.opf"), "package", "has no package `book.opf`"),
    (|book| book.push(("more.xhtml".to_owned(), Vec::new())), "package", "does not name `more.xhtml`"),
    (|book| book.push(("../more.png".to_owned(), Vec::new())), "package", "cannot be that of a file in a book"),
    (|book| replace(book, "book.opf", "<itemref idref=\"f8\"/>", ""), "package", "no part of the order of reading"),
    (|book| replace(book, "book.opf", "idref=\"f8\"", "idref=\"x\""), "package", "names `x`, which is no file"),
    (|book| replace(book, "book.opf", " properties=\"nav\"", ""), "package", "the book has no contents"),
    (|book| replace(book, "book.opf", "<dc:title>Nim</dc:title>", ""), "package", "no `<dc:title>`"),
    (|book| remove(book, "style.css"), "broken-link", "no file `style.css`"),
    (|book| replace(book, ".ncx", "0/index.xhtml", "0/indx.xhtml"), "broken-link", "no file `0/indx.xhtml`"),
    (|book| replace(book, "contents.xhtml", "</body>", "<script>a</script></body>"), "script", "`<script>`"),
    (|book| replace(book, "contents.xhtml", "</body>", "<a href=\"#gone\">a</a></body>"), "fragment", "named `gone`"),
    (|book| replace(book, "cover.xhtml", "alt=", "title="), "alt", "no words in its place"),
];

#[test]
fn every_fault_in_a_book_is_found() {
    let site = Fixture::new();
    let good = entries(&site);
    pack(&site, &good);
    Report::of(&site, &["--epub", "nim.epub"]).assert_good("the book as it was made");
    Report::of(&site, &["--epub", "changed.epub"]).assert_good("the same, packed again");
    for (plant, kind, words) in PLANTS {
        let mut book = good.clone();
        plant(&mut book);
        pack(&site, &book);
        // A file that nobody may have is no page, and no page leads to one that is gone.
        let beside = ["title", "language", "unreachable", "broken-link", "package"];
        Report::of(&site, &["--epub", "changed.epub"]).assert_found(kind, words, &beside);
    }
}

#[test]
fn books_of_the_default_site_are_whole() {
    let site = Fixture::new();
    for (game, book) in BOOKS.iter() {
        fs::write(site.root().join("book.epub"), book).expect("a write");
        Report::of(&site, &["--epub", "book.epub"]).assert_good(game);
    }
}

/// A zip can say that a file has one size, and give another when it is unpacked.
#[test]
fn a_book_that_unpacks_to_more_than_it_says_takes_no_memory() {
    let site = Fixture::new();
    let mut book = entries(&site);
    book.push(("large.xhtml".to_owned(), vec![b' '; 80 << 20]));
    let path = pack(&site, &book);
    let report = Report::of(&site, &["--epub", "changed.epub"]);
    report.assert_found("file", "`large.xhtml` cannot be unpacked: it has more than", &["package", "unreachable"]);
    // The size in the list at the end of the zip, and the one before the file.
    let mut bytes = fs::read(&path).expect("a book");
    let claimed = (80_u32 << 20).to_le_bytes();
    let places: Vec<_> = (0..bytes.len() - 4).filter(|&at| bytes[at..at + 4] == claimed).collect();
    assert!(!places.is_empty(), "the claimed stands in the zip");
    for at in places.iter().copied() {
        bytes[at..at + 4].copy_from_slice(&1000_u32.to_le_bytes());
    }
    fs::write(&path, &bytes).expect("a write");
    let report = Report::of(&site, &["--epub", "changed.epub"]);
    report.assert_found("file", "`large.xhtml` cannot be unpacked", &["package", "unreachable"]);
    for at in places {
        bytes[at..at + 4].copy_from_slice(&(u32::MAX - 1).to_le_bytes());
    }
    fs::write(&path, &bytes).expect("a write");
    let told = site.fail_to("check", &["--epub", "changed.epub"]);
    assert!(told.contains("files that say they have") && told.contains("help:"), "{told}");
}

#[test]
fn what_is_no_book_is_told_so() {
    let site = Fixture::new();
    site.write("text.epub", "no zip");
    for (file, words) in [("text.epub", "is no e-book"), ("content", "is no file"), ("gone.epub", "cannot open")] {
        let told = site.fail_to("check", &["--epub", file]);
        assert!(told.contains(words) && told.contains("help:"), "{told}");
    }
    let told = site.fail_to("check", &["--dir", "text.epub"]);
    assert!(told.contains("is not a folder") && told.contains("--epub"), "{told}");
}
