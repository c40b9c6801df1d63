//! The pages of stories.

use serde::Serialize;

use super::frame::{Frame, Link, Slot, TextPage};
use super::links::{Destination, LinkResolver};
use super::reference::PageRef;

/// A story on the front page.
#[derive(Clone, Debug, Serialize)]
pub struct StoryCard {
    /// The story's page.
    pub link: Link,
    /// The author; may be empty.
    pub author: String,
    /// One sentence that makes readers curious; may be empty.
    pub summary: String,
    /// A picture for it.
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
    /// The licence; may be empty.
    pub licence: String,
    /// One sentence that makes readers curious; may be empty.
    pub summary: String,
    /// A picture for it.
    pub cover: Option<Illustration>,
    /// The text about the story, as HTML.
    pub body: String,
    /// The passages that begin it: one, or one for each seed of random numbers.
    pub begin: Vec<Link>,
    /// The numbers of its pages and endings, and its limits, in sentences.
    pub counted: Vec<String>,
    /// The endings, in the order of their numbers.
    pub endings: Vec<Link>,
    /// The files of the story for readers to download.
    pub files: Vec<Link>,
    /// The map of all passages.
    pub map: Option<Link>,
    /// The headings of the text, as links into this page.
    pub contents: Vec<Link>,
}

/// A passage of a story.
#[derive(Clone, Debug, Serialize)]
pub struct PassagePage {
    /// The fields of every page.
    pub frame: Frame,
    /// A title that no other page has: the passage's first words, its name, and the name of the story.
    pub title: Slot,
    /// The story's page; its title is the story's name.
    pub story: Link,
    /// The place of the passage, or the name of its chapter, from the tag `place`; usually empty.
    pub place: String,
    /// The text, line by line.
    pub lines: Vec<ProseLine>,
    /// The choices; empty at an end.
    pub choices: Vec<ProseLink>,
    /// Links from an end.
    pub end: Option<StoryEnd>,
}

/// A line of a passage.
#[derive(Clone, Debug, Serialize)]
pub struct ProseLine {
    /// Its text, as HTML; empty if there is only a picture.
    pub body: String,
    /// Whether it repeats the choice that was just made.
    pub is_choice: bool,
    /// The class from the story's tag `CLASS`, such as `letter`; usually empty.
    pub class: String,
    /// A picture before it.
    pub image: Option<Illustration>,
}

/// A choice.
#[derive(Clone, Debug, Serialize)]
pub struct ProseLink {
    /// The address, relative to the page.
    pub href: Slot,
    /// Its text, as HTML.
    pub body: String,
}

impl ProseLink {
    pub fn to(page: PageRef, body: String, links: &dyn LinkResolver) -> Self {
        Self { href: links.address(Destination::Page(page)), body }
    }
}

/// A picture in a story.
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
    /// The page of the ending.
    pub ending: Link,
    /// The last passage that all readers of this end have read, and from which they can still reach another end.
    /// Omitted if that is the beginning.
    pub back: Option<Link>,
    /// Where the story begins.
    pub begin: Link,
}

/// The page about the ending that the reader reached. All ends of that ending lead to it.
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
    /// The number of the ending: `Ending 3 of 7`.
    pub counted: String,
    /// The beginning of the story.
    pub begin: Link,
    /// The front page.
    pub home: Link,
}

/// A file that many passages of a story share.
#[derive(Clone, Debug, Serialize)]
pub struct StoryFilePage {
    /// The fields of every page.
    pub frame: Frame,
    /// A title that no other file has.
    pub title: Slot,
    /// The story's page; its title is the story's name.
    pub story: Link,
    /// The author, such as `by Ada Writer`; may be empty.
    pub author: String,
    /// The first passages of the story.
    pub begin: Vec<Link>,
    /// The number of its pages and endings, its limits, and its licence.
    pub counted: Vec<String>,
    /// The passages, as HTML.
    pub body: String,
}
