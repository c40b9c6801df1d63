//! References: how the program refers to pages. Only outputs know the addresses of pages.

/// Declares index types, one for each list, so that the indices of different lists cannot be confused.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $(of ChapterId::$kind:ident)?,)+) => {
        $(
            $(impl From<$name> for ChapterId {
                fn from(id: $name) -> Self {
                    Self::$kind(id)
                }
            })?

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
    /// The index of a game's section among the sections of the site.
    SectionId of ChapterId::Section,
    /// The index of an edition among the editions of the site.
    EditionId of ChapterId::Edition,
    /// The index of a script, which is a lesson or a collection of puzzles, among the scripts of the site.
    ScriptId of ChapterId::Script,
    /// The index of a story among the stories of the site.
    StoryId of ChapterId::Story,
    /// The index of a plain page among the plain pages of the site.
    ArticleId of ChapterId::Article,
    /// The number of a page of an edition, a lesson, a collection of puzzles or a story, counted from its first page.
    PageId,
}

/// The name of the first page with answers. Later pages with answers add a number to this name. Slugs cannot contain
/// `~`.
const ANSWERS_NAME: &str = "index~answers";

impl PageId {
    /// The first page of a chapter's sequence of pages.
    pub const FIRST: Self = Self(0);
    /// The first of the pages with answers of an edition or of puzzles.
    pub const ANSWERS: Self = Self(1 << 31);
    /// The page about a story.
    pub const ABOUT: Self = Self(u32::MAX - 2);
    /// The star page of an edition; in the front chapter, the page of all stars.
    pub const STAR: Self = Self(u32::MAX - 1);
    /// The map of an edition or a story; in the front chapter, the page of all games.
    pub const MAP: Self = Self(u32::MAX);

    /// Returns the page with answers that has this index, counted from 0.
    pub fn answers(number: usize) -> Self {
        Self(Self::ANSWERS.0 + number as u32)
    }

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

    pub fn answers_named(name: &str) -> Option<Self> {
        match name.strip_prefix(ANSWERS_NAME)? {
            "" => Some(Self::ANSWERS),
            number => Some(Self::answers(number.strip_prefix('-')?.parse::<u16>().ok()?.checked_sub(1)?.into())),
        }
    }

    /// Returns whether the page is in its chapter's sequence, after the first page. In a collection of puzzles, such a
    /// page belongs to a puzzle.
    pub fn is_later(self) -> bool {
        self > Self::FIRST && !self.is_beside()
    }

    /// Returns whether the page is outside of its chapter's sequence.
    pub fn is_beside(self) -> bool {
        self >= Self::ANSWERS
    }
}

/// A chapter: its kind, and its index among the chapters of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChapterId {
    /// The front page, the page of all stars, and the page of all games.
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
    /// Returns whether readers play the chapter. Readers who play stay in the same variant.
    pub fn is_played(self) -> bool {
        matches!(self, Self::Edition(_) | Self::Script(_))
    }

    pub fn is_article(self) -> bool {
        matches!(self, Self::Article(_))
    }
}

/// A page of the site, independent of any output.
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

    /// Returns whether this is the page of all stars or of all games.
    pub fn is_beside_front(self) -> bool {
        self.chapter == ChapterId::Front && self.page.is_beside()
    }

    pub fn start_of(chapter: impl Into<ChapterId>) -> Self {
        let chapter = chapter.into();
        let page = if let ChapterId::Story(_) = chapter { PageId::ABOUT } else { PageId::FIRST };
        Self { chapter, page }
    }

    /// Returns the first page of the chapter that contains this page. In the front chapter, returns this page.
    #[must_use]
    pub fn first(self) -> Self {
        if self.chapter == ChapterId::Front { self } else { Self::start_of(self.chapter) }
    }

    #[must_use]
    pub fn at(self, page: PageId) -> Self {
        Self { page, ..self }
    }

    #[must_use]
    pub fn after(self, places: usize) -> Self {
        self.at(PageId::new(self.page.index() + places))
    }

    /// Returns the index of the page in its chapter's sequence; 0 for pages outside of the sequence.
    pub fn number(self) -> usize {
        if self.page.is_beside() { 0 } else { self.page.index() }
    }
}

/// What other sites can embed: an edition or a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playable {
    Edition(EditionId),
    /// A puzzle, by its index in its collection.
    Puzzle(ScriptId, usize),
}
