//! Puzzles: positions of solved games in which the reader must find a win, in collections that go from easy to hard.
//!
//! A puzzle promises a win in a number of the reader's own moves. A legal move **keeps** the promise if the reader can
//! still win in that number of moves, including this move. Only the moves that keep the promise lead on, to the
//! position after the other side's reply. The other side plays its best and resists as long as it can. Every other move
//! has a page that states its cost and links back. In a game for one player, the moves that keep the promise are the
//! moves of the shortest solutions.
//!
//! The difficulty of a puzzle is measured by the odds that random moves solve it. Each further move lowers these odds,
//! and so does each move that fails.

mod choose;
mod collection;
mod day;
mod line;
mod page;

pub(super) use collection::find;
pub(crate) use day::Day;
pub(crate) use line::Puzzle;
pub(crate) use page::Context;
