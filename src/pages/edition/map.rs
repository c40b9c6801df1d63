//! Maps: every position of an edition as a dot, in a layout that shows the shape of the game.

use std::collections::{BTreeMap, HashMap};

use super::OpenedEdition;
use crate::engine::game::{MapPlace, Message, Player};
use crate::engine::graph::StateId;
use crate::engine::solve::{GameValue, Verdict};
use crate::pages::page::{Dot, MapKind, OpenLayer, OpenMap, PageId, PageRef, capitalized};

/// The number of shades, by distance from the goal of a puzzle.
const SHADES: u32 = 4;

/// The maximum number of positions on a map. The map of a larger game shows the positions that play reaches first.
pub(super) const MOST: usize = 30_000;

/// The distance between dots, in steps.
const STEP: u32 = 2;

/// In high rows of a map, the number of dots in a column is a multiple of this number.
const COLUMN: u32 = 8;

/// A place on a map, in steps from the left and from the top.
type Point = (u32, u32);

/// A row of a map: what the positions of the row share, and the number of these positions.
type Row = (Message, usize);

impl OpenedEdition<'_> {
    pub fn map(self) -> OpenMap {
        let (nodes, catalogue) = (self.nodes, self.catalogue());
        let all: Vec<StateId> = nodes.graph().states().take(MOST).collect();
        let places: Vec<MapPlace> = all.iter().map(|&node| self.positions().on_map(nodes.state(node))).collect();
        let points: Option<Vec<_>> = places.iter().map(MapPlace::point).collect();
        let (at, rows) = match points {
            Some(points) => (spread(&points), Vec::new()),
            None => self.in_rows(&all, places),
        };
        let farthest = all.iter().map(|&node| nodes.verdict(node).distance).max().unwrap_or(0);
        let mut layers: BTreeMap<(MapKind, u32), Vec<Dot>> = BTreeMap::new();
        for (number, (&node, &at)) in all.iter().zip(&at).enumerate() {
            let page = PageRef::new(self.id, PageId::new(nodes.first_view(node)));
            layers.entry(self.layer(nodes.verdict(node), farthest)).or_default().push(Dot { number, page, at });
        }
        let said = |title: &Message| capitalized(catalogue.say(title));
        let layers = layers.into_iter().map(|((kind, shade), dots)| {
            let title = said(&self.layer_title(kind, shade, farthest));
            OpenLayer { kind, shade, title, dots }
        });
        let ends = all.iter().filter(|&&node| nodes.graph().successors(node).is_empty()).count();
        let grouped = |number: usize| catalogue.grouped(number as u128);
        let summary = Message::key("map-counted").with("positions", grouped(all.len())).with("ends", grouped(ends));
        OpenMap {
            summary: catalogue.say(&summary.with_number("count", ends)),
            layers: layers.collect(),
            rows: rows.iter().map(|(title, count)| (said(title), *count)).collect(),
        }
    }

    fn layer(self, verdict: Verdict, farthest: u32) -> (MapKind, u32) {
        match verdict.value {
            GameValue::Win(_) if self.is_puzzle() => (MapKind::First, shade(verdict.distance, farthest)),
            GameValue::Win(Player::First) => (MapKind::First, 0),
            GameValue::Win(Player::Second) => (MapKind::Second, 0),
            GameValue::Draw => (MapKind::Draw, 0),
            GameValue::Endless => (MapKind::Endless, 0),
            GameValue::Unsolvable => (MapKind::Stuck, 0),
        }
    }

    fn layer_title(self, kind: MapKind, shade_here: u32, farthest: u32) -> Message {
        let winner = |player| match self.nodes.reader() {
            Some(reader) if reader == player => Message::key("map-can-win"),
            Some(_) => Message::key("you-lose"),
            None => self.phrases.about("wins", player),
        };
        match kind {
            MapKind::First if self.is_puzzle() => {
                let mut here = (0..=farthest).filter(|&distance| shade(distance, farthest) == shade_here);
                let first = here.next().unwrap_or(0);
                match here.next_back() {
                    Some(most) => Message::key("map-solved").with_number("fewest", first).with_number("most", most),
                    None => Message::key("map-solved-in").with_number("moves", first),
                }
            }
            MapKind::First => winner(Player::First),
            MapKind::Second => winner(Player::Second),
            MapKind::Draw => Message::key("best-draw"),
            MapKind::Endless => Message::key("best-endless"),
            MapKind::Stuck => Message::key("best-unsolvable"),
        }
    }

    /// Places positions in rows. Within a row, positions of the same layer are next to each other.
    fn in_rows(self, all: &[StateId], places: Vec<MapPlace>) -> (Vec<Point>, Vec<Row>) {
        let nodes = self.nodes;
        let mut rows: BTreeMap<u32, (Message, Vec<usize>)> = BTreeMap::new();
        for (number, place) in places.into_iter().enumerate() {
            let (row, title) = match place {
                MapPlace::Row(row, title) => (row, title),
                MapPlace::Point(..) | MapPlace::Distance => by_distance(nodes.verdict(all[number])),
            };
            rows.entry(row).or_insert_with(|| (title, Vec::new())).1.push(number);
        }
        // Roughly the proportions of a page.
        let width = (all.len() * 3 / 2).isqrt() as u32 + 1;
        let (mut at, mut top, mut titles) = (vec![(0, 0); all.len()], 0, Vec::new());
        for (title, mut row) in rows.into_values() {
            row.sort_by_key(|&number| self.layer(nodes.verdict(all[number]), 0).0);
            let count = row.len() as u32;
            let height = count.div_ceil(width);
            let height = if height < COLUMN { height.next_power_of_two() } else { height.next_multiple_of(COLUMN) };
            let left = width.saturating_sub(count.div_ceil(height));
            titles.push((title, row.len()));
            for (place, number) in (0..).zip(row) {
                at[number] = (left + STEP * (place / height), top + STEP * (place % height));
            }
            top += STEP * (height + 2);
        }
        let leftmost = at.iter().map(|&(x, _)| x).min().unwrap_or(0);
        for (x, _) in &mut at {
            *x -= leftmost;
        }
        (at, titles)
    }
}

/// Returns the row of a position by the length of best play, the longest at the top; and the title of the row.
fn by_distance(Verdict { value, distance, .. }: Verdict) -> (u32, Message) {
    match value {
        GameValue::Endless => (0, Message::key("best-endless")),
        GameValue::Unsolvable => (1, Message::key("best-unsolvable")),
        _ => (u32::MAX - distance, Message::key("map-distance").with_number("moves", distance)),
    }
}

fn shade(distance: u32, farthest: u32) -> u32 {
    distance * SHADES / (farthest + 1)
}

/// Makes all points differ. If several positions share a point, each point becomes a square with space for several
/// positions.
fn spread(points: &[Point]) -> Vec<Point> {
    let mut met: HashMap<Point, u32> = HashMap::new();
    let place = |&point: &Point| {
        let count = met.entry(point).or_default();
        *count += 1;
        *count - 1
    };
    let places: Vec<u32> = points.iter().map(place).collect();
    let most = met.into_values().max().unwrap_or(1);
    let side = if most > 1 { (most - 1).isqrt() + 1 } else { 1 };
    // A square with space for several dots needs a gap around it.
    let scale = if side > 1 { side + 1 } else { 1 };
    let within = |place| (STEP * (place % side), STEP * (place / side));
    let spread = |(&(x, y), place): (&Point, u32)| (x * scale + within(place).0, y * scale + within(place).1);
    points.iter().zip(places).map(spread).collect()
}
