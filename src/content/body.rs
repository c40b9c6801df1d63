//! The text of a page: HTML with gaps for links and boards, because their addresses depend on the page that contains
//! the text.

use std::collections::BTreeSet;

use super::links;
use super::located::Located;

/// Marks the start and the end of the number of an insert, such as a board. Texts cannot contain this character.
pub(super) const MARK: char = '\u{10F5C8}';

#[derive(Debug, Default)]
pub struct Body {
    /// The HTML, with each insert as its number between two marks.
    pub(super) markup: String,
    pub(super) inserts: Vec<Insert>,
    pub links: Vec<Reference>,
    /// The ids in the text, which links can name after `#`.
    pub ids: BTreeSet<String>,
    /// The second-level headings, except those in footnotes.
    pub headings: Vec<Heading>,
    pub boards: Vec<BoardBlock>,
}

/// A link or an image of the text whose target is on the site.
#[derive(Clone, Debug)]
pub struct Reference {
    /// A Markdown file of the content folder, or the path of a page or a file on the website. Paths of folders end with
    /// `/`.
    pub path: Located<String>,
    /// The rest of the address, such as `#rules`; usually empty.
    pub suffix: String,
    /// The alternative text, if the reference is an image.
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
    /// The page of the position, by its path on the website, with or without the extension.
    pub page: Located<String>,
    /// The caption of the board; can be empty.
    pub caption: String,
}

#[derive(Debug)]
pub(super) enum Insert {
    /// The tag of a link or an image, with a mark in place of its address.
    Tag {
        link: usize,
        html: String,
    },
    EndTag {
        link: usize,
        tag: String,
    },
    Board,
}

impl Body {
    /// Returns the HTML before, between and after the boards. `to` returns the address of a reference for the page that
    /// contains the text. If `to` returns `None`, only the link's text or the image's alternative text remains.
    pub fn stretches(&self, to: impl Fn(&Reference) -> Option<String>) -> Vec<String> {
        let addresses: Vec<_> = self.links.iter().map(to).collect();
        let mut stretches = Vec::with_capacity(self.boards.len() + 1);
        let mut parts = self.markup.split(MARK);
        let mut html = parts.next().unwrap_or_default().to_owned();
        while let (Some(number), Some(text)) = (parts.next(), parts.next()) {
            match number.parse().ok().and_then(|number: usize| self.inserts.get(number)) {
                Some(Insert::Tag { link, html: tag }) => match (&addresses[*link], &self.links[*link].image) {
                    (Some(address), _) => html += &tag.replace(MARK, &escaped(address)),
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

/// Escapes a text for HTML, also for attributes in double quotes.
pub(crate) fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
