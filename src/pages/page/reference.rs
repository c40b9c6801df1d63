//! References: the names of pages inside the program. What addresses they have, only outputs know.

/// Declares numbers that index lists of one kind of thing, so that no two kinds are mixed up.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(u32);

            impl $name {
                pub fn new(index: usize) -> Self {
                    Self(index as u32)
                }

                pub fn index(self) -> usize {
                    self.0 as usize
                }
            }
        )+
    };
}

ids! {
    /// The number of a game's section among those of the site.
    SectionId,
    /// The number of an edition among those of the site.
    EditionId,
    /// The number of a lesson or a collection of puzzles among those of the site.
    ScriptId,
    /// The number of a story among those of the site.
    StoryId,
    /// The number of a plain page among those of the site.
    ArticleId,
    /// The number of a page of an edition, a lesson, a collection of puzzles or a story, counted from its first page.
    PageId,
}

impl PageId {
    /// The first page of an edition, a lesson or a collection of puzzles.
    pub const FIRST: Self = Self(0);
}

/// A page of the site, wherever an output puts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PageRef {
    /// The front page.
    Front,
    /// The page of a game: its rules and its editions.
    Section(SectionId),
    /// A page of an edition.
    Position(EditionId, PageId),
    /// The page that congratulates on the best that can be had from an edition.
    Star(EditionId),
    /// The map of all positions of an edition.
    Map(EditionId),
    /// The page that shows all stars of the site.
    Stars,
    /// A page of a lesson, or of a collection of puzzles: the list of them, or a page of one.
    Script(ScriptId, PageId),
    /// The page of a story: what it is, and where it begins.
    Story(StoryId),
    /// A page inside of a story: a passage, or what follows an ending.
    Passage(StoryId, PageId),
    /// The map of all passages of a story.
    StoryMap(StoryId),
    /// A plain page.
    Article(ArticleId),
}

impl PageRef {
    pub fn start_of(edition: EditionId) -> Self {
        Self::Position(edition, PageId::FIRST)
    }

    /// Returns the first page of the edition, the lesson or the collection that the page belongs to, or the page of its
    /// story; a page that stands alone is its own.
    #[must_use]
    pub fn first(self) -> Self {
        match self {
            Self::Star(edition) | Self::Map(edition) => Self::start_of(edition),
            Self::Passage(story, _) | Self::StoryMap(story) => Self::Story(story),
            page => page.at(0),
        }
    }

    /// Returns the page with this number in the same edition, lesson, collection or story.
    #[must_use]
    pub fn at(self, number: usize) -> Self {
        let page = PageId::new(number);
        match self {
            Self::Position(edition, _) => Self::Position(edition, page),
            Self::Script(script, _) => Self::Script(script, page),
            Self::Passage(story, _) => Self::Passage(story, page),
            _ => self,
        }
    }

    /// Returns which page it is among those of its edition, its lesson, its collection or its story, from 0; 0 for a
    /// page that stands alone.
    pub fn number(self) -> usize {
        match self {
            Self::Position(_, page) | Self::Script(_, page) | Self::Passage(_, page) => page.index(),
            _ => 0,
        }
    }
}

/// What begins on a page to which people come from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playable {
    Edition(EditionId),
    /// A puzzle, by its place in its collection.
    Puzzle(ScriptId, usize),
}
