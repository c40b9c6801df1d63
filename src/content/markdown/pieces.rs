//! From the events of Markdown to HTML in pieces.

use std::cell::RefCell;
use std::fmt;

use pulldown_cmark::{Event, html};

use crate::content::body::Piece;

/// What an event writes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cut {
    /// What is the same on every page.
    Html,
    /// The tag of a link to a place of the site, with its address after so many bytes.
    Tag { link: usize, address: usize },
    /// The end of such a link.
    EndTag { link: usize },
    /// What stands for a board.
    Board,
}

/// Writes events as HTML, and takes it apart where pages differ. Where each event begins is known from what is written
/// before it, so nothing has to be looked for in the HTML.
pub(super) fn write(events: Vec<(Event<'_>, Cut)>) -> Vec<Piece> {
    let out = RefCell::new(String::new());
    let mut cuts: Vec<(usize, Cut)> = Vec::new();
    let events = events.into_iter().map(|(event, cut)| {
        cuts.push((out.borrow().len(), cut));
        event
    });
    html::write_html_fmt(Growing(&out), events).expect("a string takes all text");
    let html = out.into_inner();
    let ends: Vec<_> = cuts.iter().skip(1).map(|(start, _)| *start).chain([html.len()]).collect();
    let mut pieces = Vec::new();
    // Where the HTML begins that is in no piece yet.
    let mut done = 0;
    for ((start, cut), end) in cuts.into_iter().zip(ends) {
        let piece = match cut {
            Cut::Html => continue,
            Cut::Tag { link, address } => {
                let (before, after) = html[start..end].split_at(address);
                Piece::Tag { link, before: before.to_owned(), after: after.to_owned() }
            }
            Cut::EndTag { link } => Piece::EndTag { tag: html[start..end].to_owned(), link },
            Cut::Board => Piece::Board,
        };
        pieces.extend([Piece::Html(html[done..start].to_owned()), piece]);
        done = end;
    }
    pieces.push(Piece::Html(html[done..].to_owned()));
    pieces
}

/// A string that others look at while it is written.
struct Growing<'a>(&'a RefCell<String>);

impl fmt::Write for Growing<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.borrow_mut().push_str(text);
        Ok(())
    }
}
