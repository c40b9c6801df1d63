//! All words on pages come from catalogues and authors: a site is built in the letters of another script, and no Latin
//! letter may remain in the text of its pages.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::iter;
use std::path::Path;

use rayon::prelude::*;
use zip::ZipArchive;

use crate::files::{files_below, of_project};
use crate::fixture::Fixture;
use crate::html::{texts, values};
use crate::serve::Server;
use crate::tree::Html;

/// The catalogues of the program and its games, by their names in a site, without language and extension.
const CATALOGUES: [(&str, &str); 6] = [
    ("", "src/content/words/en.ftl"),
    ("ataxx.", "src/engine/games/ataxx.en.ftl"),
    ("hanoi.", "src/engine/games/hanoi.en.ftl"),
    ("nim.", "src/engine/games/nim.en.ftl"),
    ("peg-solitaire.", "src/engine/games/peg_solitaire.en.ftl"),
    ("tic-tac-toe.", "src/engine/games/tic_tac_toe.en.ftl"),
];

/// Texts that are not words of a language, with reasons.
const NO_WORDS: [(&str, &str); 4] = [
    ("a b c d e f g h A B C D", "squares, rows, columns, pegs and players have the same names in every language"),
    ("X O o", "so have marks of players and pegs, and pieces are drawn as O"),
    ("index end", "names of pages, as their addresses have them, stand in titles of books"),
    ("graph.json", "the name of a file"),
];

/// The attributes that readers see or hear.
const READ: [&str; 4] = ["alt", "aria-label", "placeholder", "title"];

/// In folders with very many files, one in this number is checked.
const STEP: usize = 7;
const VERY_MANY: usize = 100;

/// Returns a letter of another script for a Latin one.
fn moved(letter: char) -> char {
    let base = if letter.is_ascii_uppercase() { 'A' } else { 'a' };
    let other = if letter.is_ascii_uppercase() { 'А' } else { 'а' };
    let moved = u32::from(other) + u32::from(letter) - u32::from(base);
    if letter.is_ascii_alphabetic() { char::from_u32(moved).expect("a letter") } else { letter }
}

/// Returns a catalogue in the letters of another script.
fn in_other_letters(catalogue: &str) -> String {
    let line = |line: &str| {
        let words_begin = if line.starts_with('#') {
            line.len()
        } else if line.starts_with(' ') {
            line.find(']').map_or(0, |end| end + 1)
        } else {
            line.find('=').map_or(0, |end| end + 1)
        };
        let (name, words) = line.split_at(words_begin);
        let mut depth = 0;
        let letter = |letter: char| {
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            if depth == 0 { moved(letter) } else { letter }
        };
        name.to_owned() + &words.chars().map(letter).collect::<String>() + "\n"
    };
    catalogue.lines().map(line).collect()
}

/// Returns a site with every feature, whose authors write in another script.
fn site() -> Fixture {
    let site = Fixture::empty();
    site.overlay(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/other_letters"));
    for (name, catalogue) in CATALOGUES {
        site.write(&format!("locales/{name}bg.ftl"), &in_other_letters(&of_project(catalogue)));
    }
    site
}

/// Returns the runs of Latin letters in a text, except texts that are not words. Combining marks continue a run.
fn latin_words(text: &str) -> Vec<String> {
    let known = || NO_WORDS.iter().flat_map(|(known, _)| known.split(' '));
    let text = known().filter(|known| known.contains('.')).fold(text.to_owned(), |text, file| text.replace(file, ""));
    let words = text.split(|c: char| !c.is_alphabetic() || c >= '\u{250}').filter(|word| !word.is_empty());
    let is_known = |word: &str| known().any(|known| known == word) || word.chars().all(|c| "XO".contains(c));
    words.filter(|word| !is_known(word)).map(str::to_owned).collect()
}

/// Returns the visible texts of a page, except code, which readers copy.
fn seen(page: &Html) -> Vec<String> {
    let mut seen = Vec::new();
    for node in page.nodes() {
        let Some(text) = node.as_text() else { continue };
        let mut around = node.ancestors();
        if !around.any(|around| ["code", "script", "style"].contains(&around.name())) {
            seen.push(text.to_owned());
        }
    }
    seen
}

/// Returns the texts of a page that readers see or hear.
fn told(page: &Html) -> Vec<String> {
    let mut told = seen(page);
    for node in page.nodes() {
        told.extend(READ.iter().filter_map(|name| node.attr(name)).map(str::to_owned));
    }
    let described = "meta[name=description], meta[property='og:title'], meta[property='og:description'], \
                     meta[property='og:site_name']";
    told.extend(values(page, described, "content"));
    told
}

/// Returns the Latin words of a file that readers see or hear.
fn latin_words_of(ending: &str, page: &Html) -> Vec<String> {
    let told = match ending {
        "html" | "xhtml" | "svg" => told(page),
        _ => texts(page, "docTitle, navLabel, title, subtitle, summary, author, dc\\:title, dc\\:subject"),
    };
    told.iter().flat_map(|text| latin_words(text)).collect()
}

/// Returns the Latin words in a file, or in each file of a book.
fn found_in(path: &str, bytes: &[u8]) -> Vec<String> {
    match path.rsplit('.').next() {
        Some(ending @ ("html" | "xhtml" | "svg" | "ncx" | "xml" | "opf")) => {
            latin_words_of(ending, &Html::parse_document(str::from_utf8(bytes).expect("text")))
        }
        Some("epub") => {
            let mut book = ZipArchive::new(Cursor::new(bytes)).expect("a book");
            let mut found = Vec::new();
            for number in 0..book.len() {
                let mut file = book.by_index(number).expect("a file");
                let (name, mut bytes) = (file.name().expect("a name").into_owned(), Vec::new());
                file.read_to_end(&mut bytes).expect("its bytes");
                found.extend(found_in(&name, &bytes));
            }
            found
        }
        _ => Vec::new(),
    }
}

/// Returns the Latin words in the files of a site, each with one of the files.
fn found_in_site(site: &Fixture) -> BTreeMap<String, String> {
    site.build(&[]);
    let files = files_below(&site.public());
    let mut folders: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (path, bytes) in &files {
        folders.entry(Path::new(path).parent()).or_default().push((path, bytes));
    }
    let step = |files: &Vec<_>| if files.len() > VERY_MANY { STEP } else { 1 };
    let read: Vec<_> = folders.values().flat_map(|files| files.iter().step_by(step(files))).collect();
    let of_file = |(path, bytes): &&(&String, &Vec<u8>)| {
        found_in(path, bytes).into_iter().zip(iter::repeat((*path).clone())).collect::<Vec<_>>()
    };
    read.par_iter().flat_map_iter(of_file).collect()
}

#[test]
fn no_words_reach_a_page_but_those_of_catalogues_and_authors() {
    let found = found_in_site(&site());
    assert!(found.is_empty(), "these are said by no catalogue: {found:#?}");
}

/// Returns a template without its tags, and the tags.
fn parts(template: &str) -> (String, Vec<&str>) {
    let (mut markup, mut tags, mut rest) = (String::new(), Vec::new(), template);
    while let Some(start) = rest.find("{{").into_iter().chain(rest.find("{%")).chain(rest.find("{#")).min() {
        markup.push_str(&rest[..start]);
        let end = match &rest[start..start + 2] {
            "{{" => "}}",
            "{%" => "%}",
            _ => "#}",
        };
        let length = rest[start..].find(end).expect("the end of a tag") + 2;
        tags.push(&rest[start..start + length]);
        rest = &rest[start + length..];
    }
    (markup + rest, tags)
}

#[test]
fn templates_have_no_words() {
    let mut count = 0;
    for (path, template) in files_below(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/themes"))) {
        if Path::new(&path).extension().is_none_or(|ending| ending != "html") {
            continue;
        }
        let template = String::from_utf8(template).expect("text");
        let (markup, tags) = parts(&template);
        // Rows and cells outside of a table are dropped, but not their contents.
        let words: Vec<_> = told(&Html::parse_fragment(&markup)).iter().flat_map(|text| latin_words(text)).collect();
        assert!(words.is_empty(), "themes/{path} has words of its own: {words:?}");
        for tag in tags.iter().filter(|tag| tag.starts_with("{{") || tag.contains("{% set ")) {
            count += tag.matches("say(").count();
            for (before, text) in tag.split('"').collect::<Vec<_>>().chunks_exact(2).map(|pair| (pair[0], pair[1])) {
                assert!(before.ends_with("key=") || latin_words(text).is_empty(), "themes/{path} prints {text:?}");
            }
        }
    }
    assert!(count > 80, "{count} messages are asked for");
}

#[test]
fn no_words_are_said_by_a_server_but_those_of_catalogues() {
    let site = site();
    let server = Server::start(site.root(), &[]);
    for path in ["%ff", "nowhere", "ним"] {
        let answer = server.get(path);
        let words = found_in("a.html", &answer.body);
        assert!(answer.status >= 400 && words.is_empty(), "{path}: {words:?}");
    }
}
