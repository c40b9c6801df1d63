//! The files of a built site, and facts that follow from their paths.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

/// Returns the built-in themes for websites.
pub(crate) fn themes() -> Vec<String> {
    let folders = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/themes")).expect("a folder");
    let folders = folders.map(|entry| entry.expect("a readable entry")).filter(|entry| entry.path().is_dir());
    let is_for_websites = |folder: &Path| {
        let header = fs::read_to_string(folder.join("theme.toml")).unwrap_or_default();
        !header.contains("outputs") || header.contains("\"website\"")
    };
    let folders = folders.filter(|entry| is_for_websites(&entry.path()));
    let mut themes: Vec<_> = folders.map(|entry| entry.file_name().into_string().expect("Unicode")).collect();
    themes.sort();
    assert!(themes.contains(&"classic".to_owned()));
    themes
}

/// Returns a text file of the project, by its path.
pub(crate) fn of_project(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the fenced blocks of a text in this language.
pub(crate) fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let rests = text.split(&format!("```{language}\n")).skip(1).collect::<Vec<_>>();
    rests.into_iter().map(|rest| rest.split("```").next().expect("a block")).collect()
}

/// Returns whether a file is a page. Downloads are not pages, even if they are HTML.
pub(crate) fn is_page(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|ending| ending == "html") && !path.contains("/downloads/")
}

/// Returns whether a page is the star page of an edition.
pub(crate) fn is_star(path: &str) -> bool {
    path.ends_with("/index~won.html")
}

/// Returns whether a page of an edition shows no position to play: its star, its map or its answers.
pub(crate) fn is_beside_play(path: &str) -> bool {
    is_star(path) || path.contains("/index~map") || path.contains("/index~answers")
}

/// Returns the path of the same position without hints and without the moves that led to it.
pub(crate) fn plain(path: &str) -> String {
    path.replace("~hint", "").replace("~perfect", "")
}

/// Returns the language of a page, by its folder (empty for the site's first language), and its path in that language.
pub(crate) fn in_language(path: &str) -> (&str, &str) {
    match path.strip_prefix("de/") {
        Some(path) => ("de", path),
        None => ("", path),
    }
}

/// Returns whether a page of any language is a text page, such as the front page, a game's page or a plain page.
pub(crate) fn is_of_words(path: &str) -> bool {
    let path = in_variant(in_language(path).1).1;
    // The puzzles of a calendar belong to no game, so their folder is at the top.
    let is_puzzle = path.starts_with("calendar/") && !path.ends_with("/index.html");
    path.matches('/').count() < 2 && !is_puzzle
}

/// Returns whether a page of any language is a passage or an ending of a story. It is also a text page.
pub(crate) fn is_of_a_story(path: &str) -> bool {
    let is_told = |(folder, file): (&str, &str)| folder != "docs" && !file.starts_with("index");
    is_of_words(path) && in_variant(in_language(path).1).1.split_once('/').is_some_and(is_told)
}

/// Returns the variant that a page belongs to, empty for the main one, and its path there.
pub(crate) fn in_variant(path: &str) -> (&str, &str) {
    match path.strip_prefix("eink/") {
        Some(path) => ("eink", path),
        None => ("", path),
    }
}

/// Returns all files below a folder except those of the writer's own folder, by path.
pub(crate) fn files_below(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let walk = WalkDir::new(folder).into_iter().filter_entry(|entry| entry.file_name() != ".pageturner");
    walk.map(|entry| entry.expect("a readable entry"))
        .filter(|entry| !entry.file_type().is_dir())
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).expect("below the folder").to_str().expect("Unicode");
            (path.to_owned(), fs::read(entry.path()).expect("a readable file"))
        })
        .collect()
}

/// Returns everything below a folder by path: files with their bytes; folders and broken links with none.
pub(crate) fn everything(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = WalkDir::new(folder).min_depth(1).into_iter().map(|entry| entry.expect("a readable entry"));
    entries.map(|entry| (path_below(folder, &entry), fs::read(entry.path()).unwrap_or_default())).collect()
}

/// Returns the path of an entry relative to a folder, with a slash at its end if it is a folder.
pub(crate) fn path_below(folder: &Path, entry: &DirEntry) -> String {
    let path = entry.path().strip_prefix(folder).expect("below the folder").to_string_lossy();
    format!("{path}{}", if entry.file_type().is_dir() { "/" } else { "" })
}
