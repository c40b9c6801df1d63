//! Puzzles: positions from solved games in which there is a win to find, in collections that go from easy to hard.
//!
//! A puzzle promises a win in a number of the reader's own moves. A legal move **keeps** the promise if the win is
//! then still that near. Only these moves lead on, to the position after the reply of the other side. The other side
//! plays its best and resists for as long as it can. Every other move has a page that says what it costs and leads
//! back. In a game for one player, the moves that keep the promise are those of the shortest solutions.
//!
//! A puzzle is hard if random moves seldom solve it. Its measure is the odds that they do. Each further move lowers
//! them, and so does each move that fails.

mod choose;
mod collection;
mod day;
mod line;
mod page;

pub(crate) use collection::{Collection, OpenedPuzzles};
pub(crate) use day::Day;
pub(crate) use line::Puzzle;
pub(crate) use page::Context;
