//! The pages of stories.

use serde::Serialize;

use super::frame::{Frame, Link, Slot, TextPage};
use super::links::{Destination, LinkResolver};
use super::reference::PageRef;

/// A story on the front page or on the page of all games.
#[derive(Clone, Debug, Serialize)]
pub struct StoryCard {
    /// The story's page.
    pub link: Link,
    /// The author, as a phrase such as `by Ada Writer`; may be empty.
    pub author: String,
    /// One sentence that makes readers curious; may be empty.
    pub summary: String,
    /// A picture for the story.
    pub cover: Option<Illustration>,
}

/// The page of a story: its description, and links to its beginning.
#[derive(Clone, Debug, Serialize)]
pub struct StoryPage {
    /// The fields that text pages share.
    #[serde(flatten)]
    pub shared: TextPage,
    /// The author, as a phrase such as `by Ada Writer`; may be empty.
    pub author: String,
    /// The licence of the story; may be empty.
    pub licence: String,
    /// One sentence that makes readers curious; may be empty.
    pub summary: String,
    /// A picture for the story.
    pub cover: Option<Illustration>,
    /// The author's text about the story, as HTML.
    pub body: String,
    /// A link to the first passage. If the first passage depends on random numbers, a link to each possible first
    /// passage.
    pub begin: Vec<Link>,
    /// Sentences that say how many pages and endings the story has, and which limits apply to the story.
    pub counted: Vec<String>,
    /// The endings, in the order of their numbers; empty if the story has more than 50 endings.
    pub endings: Vec<Link>,
    /// The files of the story that readers can download.
    pub files: Vec<Link>,
    /// The map of all passages; nothing in books.
    pub map: Option<Link>,
    /// Links to the headings in `body`.
    pub contents: Vec<Link>,
}

/// A passage of a story.
#[derive(Clone, Debug, Serialize)]
pub struct PassagePage {
    /// The fields of every page.
    pub frame: Frame,
    /// A title that no other page has: the passage's first words, the passage's name, and the story's name.
    pub title: Slot,
    /// The story's page; its title is the story's name.
    pub story: Link,
    /// The name of the place or the chapter, from the passage's tag `place`; usually empty.
    pub place: String,
    /// The text of the passage, line by line.
    pub lines: Vec<ProseLine>,
    /// The choices of the reader; empty at an end.
    pub choices: Vec<ProseLink>,
    /// At an end, the links that replace choices.
    pub end: Option<StoryEnd>,
}

/// A line of a passage.
#[derive(Clone, Debug, Serialize)]
pub struct ProseLine {
    /// The text of the line, as HTML; empty if the line contains only a picture.
    pub body: String,
    /// True if the line repeats the choice that led to the passage.
    pub is_choice: bool,
    /// The class from the line's tag `CLASS`, such as `letter`; usually empty.
    pub class: String,
    /// A picture to show before the text.
    pub image: Option<Illustration>,
}

/// A choice of the reader.
#[derive(Clone, Debug, Serialize)]
pub struct ProseLink {
    /// The address, relative to the page.
    pub href: Slot,
    /// The text of the choice, as HTML.
    pub body: String,
}

impl ProseLink {
    pub fn to(page: PageRef, body: String, links: &dyn LinkResolver) -> Self {
        Self { href: links.address(Destination::Page(page)), body }
    }
}

/// A picture for a game or in a story.
#[derive(Clone, Debug, Serialize)]
pub struct Illustration {
    /// The address, relative to the page.
    pub src: String,
    /// The alternative text; may be empty.
    pub alt: String,
}

/// The links from an end of a story.
#[derive(Clone, Debug, Serialize)]
pub struct StoryEnd {
    /// The page about the ending.
    pub ending: Link,
    /// The last passage that is on every path to this end and from which readers can still reach another ending.
    /// Nothing if this passage is the first passage of the story.
    pub back: Option<Link>,
    /// The first passage of the story.
    pub begin: Link,
}

/// The page about an ending. All passages at which the story ends in this way link to this page.
#[derive(Clone, Debug, Serialize)]
pub struct EndingPage {
    /// The fields of every page.
    pub frame: Frame,
    /// A title that no other page has, such as `Ending 3 of 7 — The Light on the Left Hand`.
    pub title: Slot,
    /// The story's page; its title is the story's name.
    pub story: Link,
    /// The author's name for the ending; may be empty.
    pub name: Slot,
    /// The number of the ending, such as `Ending 3 of 7`.
    pub counted: String,
    /// The first passage of the story.
    pub begin: Link,
    /// The front page.
    pub home: Link,
}

/// A file that contains many passages of a story.
#[derive(Clone, Debug, Serialize)]
pub struct StoryFilePage {
    /// The fields of every page.
    pub frame: Frame,
    /// A title that no other file has.
    pub title: Slot,
    /// The story's page; its title is the story's name.
    pub story: Link,
    /// The author, as a phrase such as `by Ada Writer`; may be empty.
    pub author: String,
    /// The first passages of the story.
    pub begin: Vec<Link>,
    /// Sentences that say how many pages and endings the story has, and which limits apply to the story. The last text
    /// is the licence of the story, if it has one.
    pub counted: Vec<String>,
    /// The passages of the file, as HTML.
    pub body: String,
}
