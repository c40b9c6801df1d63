//! The text of a page: HTML with gaps for links and boards, because their addresses depend on the page that shows it.

use std::collections::BTreeSet;

use super::links;
use super::located::Located;

/// Encloses the number of an insert. Texts cannot contain this character.
pub(super) const MARK: char = '\u{10F5C8}';

#[derive(Debug, Default)]
pub struct Body {
    /// The HTML, with the number of each insert between two marks.
    pub(super) markup: String,
    pub(super) inserts: Vec<Insert>,
    pub links: Vec<Reference>,
    /// The names of its parts, which links can lead to.
    pub ids: BTreeSet<String>,
    /// The headings of the second level, without those in footnotes.
    pub headings: Vec<Heading>,
    pub boards: Vec<BoardBlock>,
}

/// A link or an image of the text that leads to a place on the site.
#[derive(Clone, Debug)]
pub struct Reference {
    /// A Markdown file in the content folder, or the path of a page or a file on the website. A folder ends with `/`.
    pub path: Located<String>,
    /// The rest of the address, such as `#rules`; mostly empty.
    pub suffix: String,
    /// The alternative text, if it is an image.
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
    /// The page of the position, by its path on the website, with or without its ending.
    pub page: Located<String>,
    /// May be empty.
    pub caption: String,
}

#[derive(Debug)]
pub(super) enum Insert {
    /// The tag of a link or an image, before and after its address.
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
    /// Returns the HTML before, between and after the boards. `to` returns the address of a reference on the page that
    /// shows the text. If it returns `None`, only the text of the link or the alternative text of the image remains.
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

/// Escapes a text for HTML, also for attributes in double quotes.
pub(crate) fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
