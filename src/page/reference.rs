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

/// What a link of a page leads to, before an output says how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// A page.
    Page(PageRef),
    /// The part of its game's page that lists an edition, and the others of its series.
    Group(EditionId),
    /// The dot of this number on the map of an edition.
    OnMap(EditionId, usize),
    /// The folder with the theme's files.
    ThemeFolder,
    /// The address by which search engines should know a page.
    Canonical(PageRef),
    /// A letter with the address of a page, to be sent by whoever looks at it.
    Letter(PageRef),
    /// The name of a page in its file, where many pages share one.
    Anchor(PageRef),
    /// The page in another language of the site, the one of this number, which has it.
    Translation(usize, PageRef),
}

/// Turns what links lead to into addresses, seen from the page that is being made. Each output has its own.
pub trait LinkResolver {
    /// Appends the address of a destination, as it stands in a link.
    fn resolve(&self, to: Destination, out: &mut String);

    /// Whether the output, or what it refers to, has a page.
    fn has(&self, _page: PageRef) -> bool {
        true
    }

    /// Whether the language of this number has a page.
    fn has_translation(&self, _language: usize, _page: PageRef) -> bool {
        false
    }

    /// Returns the link to what a text refers to by its path: a Markdown file of the content, or a path on the website.
    /// Nothing if the output does not have it. The `suffix`, such as `#rules`, names a part of a page of words, and
    /// mostly is empty.
    fn link_to(&self, path: &str, suffix: &str) -> Option<String>;

    /// Returns the address of an image that a text shows, which it refers to by its path on the website. Nothing if
    /// the output does not have it.
    fn image_at(&self, path: &str) -> Option<String> {
        self.link_to(path, "")
    }

    /// Returns the link to the copy of a page in the variant of the site that stands in this folder, if the output has
    /// variants.
    fn link_to_copy(&self, _page: PageRef, _folder: &str) -> Option<String> {
        None
    }

    /// Returns the address of a destination.
    fn address(&self, to: Destination) -> String {
        let mut address = String::new();
        self.resolve(to, &mut address);
        address
    }
}
