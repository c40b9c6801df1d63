//! The text of a page: HTML in pieces, since what a link in it looks like depends on the page that it stands on.

use super::Located;

/// The text of a page.
#[derive(Debug)]
pub struct Body {
    pub(super) pieces: Vec<Piece>,
    /// What it refers to on the site: Markdown files as they lie in the content folder, pages and other files by their
    /// paths on the website, folders by theirs with a `/` after them.
    pub links: Vec<Located<String>>,
    /// The fenced blocks `board` in it.
    pub boards: Vec<BoardBlock>,
    /// Whether it has links, wherever they lead.
    pub(super) has_links: bool,
    /// Whether it shows a fenced block `step`, which nobody read.
    pub(super) has_steps: bool,
}

/// A position to be shown in a text.
#[derive(Debug)]
pub struct BoardBlock {
    /// The page of the position, by its path on the website; the ending may be missing.
    pub page: Located<String>,
    /// What stands below it; may be empty.
    pub caption: String,
}

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// HTML that is the same everywhere.
    Html(String),
    /// The tag of a link or an image, with what stands in it before its address and after it.
    Tag { link: usize, before: String, after: String },
    /// The tag that ends a link.
    EndTag { tag: String, link: usize },
    /// The next board.
    Board,
}

impl Body {
    /// Returns the HTML before, between and after the boards, with its links as they have to be written on the page
    /// that it stands on: `to` makes each from what it refers to. Where that is nothing, the text of the link stands
    /// alone, and an image is left out.
    pub fn stretches(&self, to: impl Fn(&str) -> Option<String>) -> Vec<String> {
        let addresses: Vec<_> = self.links.iter().map(|link| to(&link.value)).collect();
        let mut stretches = Vec::with_capacity(self.boards.len() + 1);
        let mut html = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Html(text) => html += text,
                Piece::Tag { link, before, after } => {
                    if let Some(address) = &addresses[*link] {
                        html.extend([before, address, after].map(String::as_str));
                    }
                }
                Piece::EndTag { tag, link } if addresses[*link].is_some() => html += tag,
                Piece::EndTag { .. } => {}
                Piece::Board => stretches.push(std::mem::take(&mut html)),
            }
        }
        stretches.push(html);
        stretches
    }
}
