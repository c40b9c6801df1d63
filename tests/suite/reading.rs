//! Reads built pages as a browser would: links, titles and the status.

use std::collections::BTreeMap;
use std::path::Path;

use html5gum::{Token, Tokenizer};
use rayon::prelude::*;

use crate::files::{files_below, is_page};

/// A link of a page.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// Its address, as written.
    pub(crate) href: String,
    /// Its visible text.
    pub(crate) text: String,
    /// Its accessible name, if it has a label.
    pub(crate) label: Option<String>,
    /// Whether it is in `<main>`, where the moves are.
    pub(crate) in_main: bool,
    /// Whether it is marked as leading back.
    pub(crate) is_back: bool,
    /// The language of its text, if it is not that of the page.
    pub(crate) language: Option<String>,
    /// Whether a reader can see and follow it, unlike a link to a stylesheet.
    pub(crate) is_visible: bool,
}

/// The visible contents of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Page {
    pub(crate) title: String,
    /// The text of the first heading.
    pub(crate) heading: String,
    /// The text of the second heading: whose turn it is, or how the game ended.
    pub(crate) status: String,
    pub(crate) links: Vec<Link>,
    /// The classes of all elements.
    pub(crate) classes: Vec<String>,
    /// Everything that is a script or could start one.
    pub(crate) scripts: Vec<String>,
    /// Whether it shows images.
    pub(crate) has_images: bool,
}

impl Page {
    pub(crate) fn parse(html: &str) -> Self {
        let mut page = Self::default();
        let (mut in_main, mut in_title, mut in_link) = (false, false, false);
        let (mut in_heading, mut in_status) = (false, false);
        for token in Tokenizer::new(html) {
            let Ok(token) = token;
            match token {
                Token::StartTag(tag) => {
                    let attribute = |name: &str| {
                        let value = tag.attributes.get(name.as_bytes());
                        value.map(|value| String::from_utf8_lossy(value).into_owned())
                    };
                    for (name, value) in &tag.attributes {
                        if name.starts_with(b"on") || value.to_ascii_lowercase().starts_with(b"javascript:") {
                            page.scripts.push(String::from_utf8_lossy(name).into_owned());
                        }
                    }
                    let classes = attribute("class").unwrap_or_default();
                    page.classes.extend(classes.split(' ').filter(|class| !class.is_empty()).map(str::to_owned));
                    match &**tag.name {
                        b"main" => in_main = true,
                        b"title" => in_title = true,
                        b"h1" => in_heading = page.heading.is_empty(),
                        b"h2" => in_status = page.status.is_empty(),
                        b"img" => page.has_images = true,
                        b"script" => page.scripts.push("script".to_owned()),
                        _ => {}
                    }
                    // Links in drawings are not for following.
                    if let name @ (b"a" | b"link") = &**tag.name
                        && let None = attribute("xlink:href")
                    {
                        in_link |= name == b"a";
                        page.links.push(Link {
                            href: attribute("href").expect("a link leads somewhere"),
                            text: if name == b"a" { String::new() } else { "link".to_owned() },
                            label: attribute("aria-label"),
                            in_main,
                            is_back: attribute("rel").as_deref() == Some("prev"),
                            language: attribute("lang"),
                            is_visible: name == b"a",
                        });
                    }
                }
                Token::EndTag(tag) => match &**tag.name {
                    b"main" => in_main = false,
                    b"title" => in_title = false,
                    b"a" => in_link = false,
                    b"h1" => in_heading = false,
                    b"h2" => in_status = false,
                    _ => {}
                },
                Token::String(text) => {
                    let text = String::from_utf8_lossy(&text);
                    if in_title {
                        page.title += &text;
                    }
                    if in_heading {
                        page.heading += &text;
                    }
                    if in_status {
                        page.status += &text;
                    }
                    if in_link {
                        page.links.last_mut().expect("the link that is open").text += &text;
                    }
                }
                _ => {}
            }
        }
        page
    }

    /// Returns the links in the place of moves.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(|link| link.in_main)
    }
}

/// Returns all pages below a folder, by path.
pub(crate) fn pages_below(folder: &Path) -> BTreeMap<String, Page> {
    let files: Vec<_> = files_below(folder).into_iter().filter(|(path, _)| is_page(path)).collect();
    let parse = |(path, bytes)| (path, Page::parse(&String::from_utf8(bytes).expect("pages are UTF-8")));
    files.into_par_iter().map(parse).collect()
}

/// How games end, in the words of pages before a reason, in English and in German.
pub(crate) const ENDINGS: [[&str; 2]; 12] = [
    ["You win", "Du hast gewonnen"],
    ["You lose", "Du hast verloren"],
    ["X wins", "X gewinnt"],
    ["O wins", "O gewinnt"],
    ["Player A wins", "Spieler A gewinnt"],
    ["Player B wins", "Spieler B gewinnt"],
    ["Red wins", "Rot gewinnt"],
    ["Blue wins", "Blau gewinnt"],
    ["A draw", "Unentschieden"],
    ["Solved", "Gelöst"],
    ["Stuck", "Festgefahren"],
    ["Well done!", "Geschafft!"],
];

/// Returns how the game ended on a page with this status, in English; `None` if it is not over.
pub(crate) fn ending(status: &str) -> Option<&'static str> {
    let status = one_line(status);
    let is_end = |ending: &&str| {
        let rest = status.find(*ending).map(|at| &status[at + ending.len()..]);
        rest.is_some_and(|rest| ending.ends_with('!') || rest.starts_with(['.', ':']))
    };
    ENDINGS.into_iter().find(|names| names.iter().any(is_end)).map(|[english, _]| english)
}

/// Returns the part of a status after the last moves: whose turn it is, or how the game ended.
pub(crate) fn verdict(status: &str) -> &str {
    status.rsplit(". ").next().expect("a sentence")
}

/// Returns how the game ended by its status, without the reason.
pub(crate) fn outcome(status: &str) -> &str {
    verdict(status).split([':', '.']).next().expect("words")
}

/// Replaces each run of whitespace in a text with one space.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the target of a link on a page, as a path from the root of the site.
pub(crate) fn follow(page: &str, href: &str) -> String {
    if href.starts_with('#') {
        return page.to_owned();
    }
    let mut parts: Vec<_> = page.split('/').collect();
    parts.pop();
    for part in href.split(['#', '?']).next().unwrap_or("").split('/') {
        match part {
            "." => {}
            ".." => {
                assert!(parts.pop().is_some(), "{href} on {page} leads out of the site");
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}
