//! What is read on a page: the words of its main part, and its links.

use crate::html::elements::OF_PHRASES;
use crate::html::walk::{Part, walk};

/// The element whose words are read.
const MAIN: &str = "main";

/// The words of the main part of a page, and its links.
#[derive(Debug, Default)]
pub struct Reading {
    /// The words.
    pub words: Vec<String>,
    /// The links in it: their words, and their addresses.
    pub links: Vec<(Vec<String>, String)>,
}

impl Reading {
    /// Reads a page.
    pub fn of(html: &str) -> Self {
        let (mut read, mut text, mut is_inside) = (Self::default(), String::new(), false);
        let mut link: Option<(usize, String)> = None;
        // Words end where an element does, unless it stands within a line.
        let is_in_line = |name: &str| name == "span" || name != "br" && OF_PHRASES.contains(&name);
        let space = |name: &str| if is_in_line(name) { "" } else { " " };
        walk(html, |part| match part {
            Part::Start(tag) => {
                is_inside |= tag.name == MAIN;
                text += space(&tag.name);
                if tag.name == "a" {
                    link = Some((text.len(), tag.value("href").unwrap_or_default().to_owned()));
                }
            }
            Part::End(name, _) => {
                if let Some((start, address)) = link.take_if(|_| name == "a").filter(|_| is_inside) {
                    read.links.push((words_of(&text[start..]), address));
                }
                is_inside &= name != MAIN;
                text += space(name);
            }
            Part::Text(words, _) if is_inside => text += words,
            Part::Text(..) | Part::Flaw(_) => {}
        });
        read.words = words_of(&text);
        read
    }
}

/// Returns the words of a text.
pub fn words_of(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
