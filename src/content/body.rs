//! The text of a page: HTML with marks, since what a link in it looks like depends on the page that it stands on.

use std::collections::BTreeSet;

use super::links;
use super::located::Located;

/// Stands around the number of an insert; no text has it.
pub(super) const MARK: char = '\u{10F5C8}';

#[derive(Debug, Default)]
pub struct Body {
    /// Its HTML, with the number of each insert between two marks.
    pub(super) markup: String,
    pub(super) inserts: Vec<Insert>,
    /// What it refers to on the site.
    pub links: Vec<Reference>,
    /// The names of its parts, which links can lead to.
    pub ids: BTreeSet<String>,
    /// Its headings of the second level, outside of footnotes.
    pub headings: Vec<Heading>,
    /// The fenced blocks `board` in it.
    pub boards: Vec<BoardBlock>,
}

/// What a text refers to on the site.
#[derive(Clone, Debug)]
pub struct Reference {
    /// A Markdown file as it lies in the content folder, a page or another file by its path on the website, a folder
    /// by its path with a `/` after it.
    pub path: Located<String>,
    /// What follows it, such as `#rules`; mostly empty.
    pub suffix: String,
    /// If it is an image of the text, the words for those who do not see it.
    pub image: Option<String>,
}

impl Reference {
    pub fn part(&self) -> Option<String> {
        links::part(&self.suffix)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub struct Heading {
    pub id: String,
    pub title: String,
}

#[derive(Debug)]
pub struct BoardBlock {
    /// The page of the position, by its path on the website; the ending may be missing.
    pub page: Located<String>,
    /// What stands below it; may be empty.
    pub caption: String,
}

#[derive(Debug)]
pub(super) enum Insert {
    /// The tag of a link or an image, with what stands in it before its address and after it.
    Tag {
        link: usize,
        before: String,
        after: String,
    },
    EndTag {
        link: usize,
        tag: String,
    },
    Board,
}

impl Body {
    /// Returns the HTML before, between and after the boards, with its links as they have to be written on the page
    /// that it stands on: `to` makes each from what it refers to, with its suffix. Where that is nothing, the text of
    /// a link stands alone, and so do the words of an image.
    pub fn stretches(&self, to: impl Fn(&Reference) -> Option<String>) -> Vec<String> {
        let addresses: Vec<_> = self.links.iter().map(to).collect();
        let mut stretches = Vec::with_capacity(self.boards.len() + 1);
        let mut parts = self.markup.split(MARK);
        let mut html = parts.next().unwrap_or_default().to_owned();
        while let (Some(number), Some(text)) = (parts.next(), parts.next()) {
            match number.parse().ok().and_then(|number: usize| self.inserts.get(number)) {
                Some(Insert::Tag { link, before, after }) => match (&addresses[*link], &self.links[*link].image) {
                    (Some(address), _) => html.extend([before, &escaped(address), after].map(String::as_str)),
                    (None, Some(words)) => html += &escaped(words),
                    (None, None) => {}
                },
                Some(Insert::EndTag { tag, link }) if addresses[*link].is_some() => html += tag,
                Some(Insert::Board) => stretches.push(std::mem::take(&mut html)),
                Some(Insert::EndTag { .. }) | None => {}
            }
            html += text;
        }
        stretches.push(html);
        stretches
    }
}

/// Returns a text as it stands in HTML, also between quotes.
pub(crate) fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
