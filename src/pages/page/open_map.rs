//! Open maps. An open map contains dots that link to pages. [`OpenMap::close`] turns an open map into the form for
//! templates.

use std::fmt::Write;

use super::frame::SidePage;
use super::links::{Destination, LinkResolver, dot_name};
use super::reference::PageRef;
use super::text_pages::{MapKind, MapLayer, MapPage, MapRow};
use crate::content::words::Catalogue;

pub struct OpenMap {
    /// Sentences about the map.
    pub summary: String,
    pub layers: Vec<OpenLayer>,
    /// The rows from the top: what the positions of a row share, and their number; empty if the map has no rows.
    pub rows: Vec<(String, usize)>,
}

/// The dots of the same kind and shade.
pub struct OpenLayer {
    pub kind: MapKind,
    pub shade: u32,
    pub title: String,
    pub dots: Vec<Dot>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dot {
    /// The number from which the name of the dot is made.
    pub number: usize,
    pub page: PageRef,
    /// The place, in steps from the left and from the top.
    pub at: (u32, u32),
}

impl OpenMap {
    /// Returns the map for templates. The tab key skips the dots, because a map contains thousands of dots. Browsers
    /// that do not show SVG find no links in the map.
    pub fn close(self, shared: SidePage, resolver: &dyn LinkResolver, catalogue: &Catalogue) -> MapPage {
        let grouped = |number: usize| catalogue.grouped(number as u128);
        let (mut width, mut height) = (0, 0);
        let layer = |OpenLayer { kind, shade, title, dots: open }: OpenLayer| {
            let mut dots = String::new();
            for &Dot { number, page, at: (x, y) } in &open {
                (width, height) = (width.max(x), height.max(y));
                dots.push_str("<a id=");
                dots.extend(dot_name(number));
                let href = resolver.address(Destination::Page(page));
                write!(dots, " tabindex=-1 xlink:href={href}><path d=\"M{x} {y}h0\"/></a>").expect("memory");
            }
            MapLayer { kind, shade, title, count: grouped(open.len()), dots }
        };
        let layers = self.layers.into_iter().map(layer).collect();
        let rows = self.rows.into_iter().map(|(title, count)| MapRow { title, count: grouped(count) }).collect();
        MapPage { shared, summary: self.summary, layers, width, height, rows }
    }
}
