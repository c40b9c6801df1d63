//! Congratulations: what is said to whoever got from an edition what can be got.

use serde::Serialize;

use super::{Board, Frame, Link, Slot};

/// The page that congratulates on the best that can be had from an edition, to which each end leads that is it.
#[derive(Clone, Debug, Serialize)]
pub struct PrizePage {
    /// What the page is: `prize`.
    pub kind: &'static str,
    /// What holds for every page.
    pub frame: Frame,
    /// A title that tells this page from all others, such as `Congratulations — Hard · The Windmill · Ataxx`.
    pub title: Slot,
    /// What was done, as a sentence.
    pub summary: String,
    /// What is left to be done, in sentences.
    pub text: String,
    /// An end that is the best that can be had, reached as soon as can be, without links.
    pub board: Board,
    /// The game's page; its title is the game's name.
    pub game: Link,
    /// The part of the game's page that lists the edition; its title is the name of the group.
    pub group: Option<Link>,
    /// The edition's first page; its title is the edition's name, beside that of its group.
    pub edition: Link,
    /// The front page.
    pub home: Link,
    /// The first pages of other editions, that to play next before the others.
    pub ways: Vec<Link>,
}
