//! Passages of stories: read from their pages, and compared with random play by the rules of ink.

use std::collections::BTreeMap;
use std::path::Path;

use html5gum::{Token, Tokenizer};
use pageturner::story::{Line, Passage, Program};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::files::{files_below, is_page};

/// The most choices in a playthrough.
const MOST_CHOICES: usize = 1000;

/// The inline elements, which do not end a word.
const IN_LINE: [&str; 11] = ["a", "b", "em", "i", "s", "small", "span", "strong", "sub", "sup", "u"];

/// The words of the main part of a page, and its links.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) words: Vec<String>,
    /// The links in it: their words, and their addresses.
    pub(crate) links: Vec<(Vec<String>, String)>,
}

impl Reading {
    pub(crate) fn of(html: &str) -> Self {
        let (mut read, mut text, mut is_inside) = (Self::default(), String::new(), false);
        let mut link = (0, String::new());
        let space = |name: &str| if IN_LINE.contains(&name) { "" } else { " " };
        for token in Tokenizer::new(html) {
            let Ok(token) = token;
            match token {
                Token::StartTag(tag) => {
                    let name = String::from_utf8_lossy(&tag.name);
                    is_inside |= name == "main";
                    text += space(&name);
                    if name == "a" {
                        let address = tag.attributes.get(&b"href"[..]).map(|value| String::from_utf8_lossy(value));
                        link = (text.len(), address.unwrap_or_default().into_owned());
                    }
                }
                Token::EndTag(tag) => {
                    let name = String::from_utf8_lossy(&tag.name);
                    if name == "a" && is_inside {
                        read.links.push((words_of(&text[link.0..]), link.1.clone()));
                    }
                    is_inside &= name != "main";
                    text += space(&name);
                }
                Token::String(words) if is_inside => text += &String::from_utf8_lossy(&words),
                _ => {}
            }
        }
        read.words = words_of(&text);
        read
    }

    /// Returns the pages in a folder by name.
    pub(crate) fn of_files(folder: &Path) -> BTreeMap<String, Self> {
        let files = files_below(folder).into_iter().filter(|(path, _)| is_page(path));
        files.map(|(path, bytes)| (path, Self::of(&String::from_utf8_lossy(&bytes)))).collect()
    }
}

pub(crate) fn words_of(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Returns the words of a story's line, without tags.
fn words_of_line(line: &Line) -> Vec<String> {
    let mut text = line.text.replace("<br>", " ");
    for name in IN_LINE {
        text = text.replace(&format!("<{name}>"), "").replace(&format!("</{name}>"), "");
    }
    typed(&words_of(&text))
}

/// Returns words with straight quotes and dashes.
fn typed(words: &[String]) -> Vec<String> {
    let signs = [("---", "--"), ("—", "--"), ("…", "..."), ("“", "\""), ("”", "\""), ("‘", "'"), ("’", "'")];
    words.iter().map(|word| signs.iter().fold(word.clone(), |word, (sign, typed)| word.replace(sign, typed))).collect()
}

/// Plays a story a number of times at random, both by the rules of ink and by following the links of its pages. `first`
/// is the first page for this seed. Returns the number of pages read.
///
/// # Errors
///
/// Returns a text of ink that a page lacks.
pub(crate) fn play(
    program: &Program,
    seed: i64,
    first: &str,
    playthroughs: u64,
    pages: &BTreeMap<String, Reading>,
) -> Result<usize, String> {
    let mut count = 0;
    for number in 0..playthroughs {
        let (mut state, mut at) = (program.begin(seed).expect("it begins"), first.to_owned());
        for step in 0..MOST_CHOICES as u64 {
            count += 1;
            let told = program.step(&state).expect("it goes on");
            let links = links_of(&told.passage, &pages[&at]).map_err(|lacks| format!("{at} lacks {lacks:?}"))?;
            if told.after.is_empty() {
                break;
            }
            let choice = (xxh3_64_with_seed(&step.to_le_bytes(), number) % links.len() as u64) as usize;
            at.clone_from(&links[choice]);
            state = told.after.into_iter().nth(choice).expect("each choice has a state");
        }
    }
    Ok(count)
}

/// Returns the targets of a page's links that are the choices of a passage, or the first text that is not in its place.
fn links_of(passage: &Passage, page: &Reading) -> Result<Vec<String>, String> {
    let words = typed(&page.words);
    let mut rest = &words[..];
    for line in passage.lines.iter().chain(&passage.choices) {
        let words = words_of_line(line);
        if !words.is_empty() {
            let at = rest.windows(words.len()).position(|window| window == words).ok_or_else(|| line.text.clone())?;
            rest = &rest[at + words.len()..];
        }
    }
    let mut links = page.links.iter();
    let link = |choice: &Line| {
        let words = words_of_line(choice);
        links.find(|(own, _)| typed(own) == words).map(|(_, to)| to.clone()).ok_or_else(|| choice.text.clone())
    };
    passage.choices.iter().map(link).collect()
}
