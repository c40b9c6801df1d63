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

/// The name of the first page with answers; the others have a number behind it. No slug has such a mark in it.
const ANSWERS_NAME: &str = "index~answers";

impl PageId {
    /// The first of the pages that follow each other in a chapter.
    pub const FIRST: Self = Self(0);
    /// The first of the pages with answers of an edition or of puzzles.
    pub const ANSWERS: Self = Self(1 << 31);
    /// The page about a story, beside its passages.
    pub const ABOUT: Self = Self(u32::MAX - 2);
    /// The page that congratulates on the best that can be had from an edition; beside the front page the one that
    /// shows all stars.
    pub const STAR: Self = Self(u32::MAX - 1);
    /// The map of all positions of an edition, or of all passages of a story.
    pub const MAP: Self = Self(u32::MAX);

    /// The page with answers of this number, from 0.
    pub fn answers(number: usize) -> Self {
        Self(Self::ANSWERS.0 + number as u32)
    }

    /// Returns the number of a page with answers.
    pub fn answers_number(self) -> usize {
        (self.0 - Self::ANSWERS.0) as usize
    }

    /// Appends the name of a page with answers.
    pub fn write_answers_name(self, out: &mut String) {
        out.push_str(ANSWERS_NAME);
        if self > Self::ANSWERS {
            out.extend(["-", &(self.answers_number() + 1).to_string()]);
        }
    }

    /// Returns the page with answers of a name.
    pub fn answers_named(name: &str) -> Option<Self> {
        match name.strip_prefix(ANSWERS_NAME)? {
            "" => Some(Self::ANSWERS),
            number => Some(Self::answers(number.strip_prefix('-')?.parse::<u16>().ok()?.checked_sub(1)?.into())),
        }
    }

    /// Whether it follows the first page: in a collection of puzzles, whether it is of a puzzle.
    pub fn is_later(self) -> bool {
        self > Self::FIRST && !self.is_beside()
    }

    /// Whether it stands beside the pages that follow each other.
    pub fn is_beside(self) -> bool {
        self >= Self::ANSWERS
    }
}

/// What has pages of its own on a site, by its number among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChapterId {
    /// The front page, and the page of all stars.
    Front,
    /// A game: its rules and its editions, on one page.
    Section(SectionId),
    Edition(EditionId),
    /// A lesson, or a collection of puzzles.
    Script(ScriptId),
    Story(StoryId),
    /// A plain page.
    Article(ArticleId),
}

impl ChapterId {
    /// Whether readers play it, and stay in the form of the site in which they do.
    pub fn is_played(self) -> bool {
        matches!(self, Self::Edition(_) | Self::Script(_))
    }

    pub fn is_article(self) -> bool {
        matches!(self, Self::Article(_))
    }
}

/// Declares which chapters have ids of their own.
macro_rules! chapters {
    ($($kind:ident($id:ident),)+) => {
        $(
            impl From<$id> for ChapterId {
                fn from(id: $id) -> Self {
                    Self::$kind(id)
                }
            }
        )+
    };
}

chapters! {
    Section(SectionId),
    Edition(EditionId),
    Script(ScriptId),
    Story(StoryId),
    Article(ArticleId),
}

/// A page of the site, wherever an output puts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageRef {
    pub chapter: ChapterId,
    pub page: PageId,
}

impl PageRef {
    pub const FRONT: Self = Self { chapter: ChapterId::Front, page: PageId::FIRST };
    /// The page that shows all stars of the site.
    pub const STARS: Self = Self { chapter: ChapterId::Front, page: PageId::STAR };
    /// The page that lists all games of the site.
    pub const GAMES: Self = Self { chapter: ChapterId::Front, page: PageId::MAP };

    pub fn new(chapter: impl Into<ChapterId>, page: PageId) -> Self {
        Self { chapter: chapter.into(), page }
    }

    /// Whether it stands beside the front page: that of all stars, or of all games.
    pub fn is_beside_front(self) -> bool {
        self.chapter == ChapterId::Front && self.page.is_beside()
    }

    /// Returns the page with which a chapter begins.
    pub fn start_of(chapter: impl Into<ChapterId>) -> Self {
        let chapter = chapter.into();
        let page = if let ChapterId::Story(_) = chapter { PageId::ABOUT } else { PageId::FIRST };
        Self { chapter, page }
    }

    /// Returns the page with which its chapter begins; one of the front page's is its own.
    #[must_use]
    pub fn first(self) -> Self {
        if self.chapter == ChapterId::Front { self } else { Self::start_of(self.chapter) }
    }

    /// Returns another page of the same chapter.
    #[must_use]
    pub fn at(self, page: PageId) -> Self {
        Self { page, ..self }
    }

    /// Returns the page this many places later.
    #[must_use]
    pub fn after(self, places: usize) -> Self {
        self.at(PageId::new(self.page.index() + places))
    }

    /// Returns which page it is among those that follow each other in its chapter, from 0; 0 for one beside them.
    pub fn number(self) -> usize {
        if self.page.is_beside() { 0 } else { self.page.index() }
    }
}

/// What begins on a page to which people come from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playable {
    Edition(EditionId),
    /// A puzzle, by its place in its collection.
    Puzzle(ScriptId, usize),
}
