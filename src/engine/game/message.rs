//! Messages and slugs. Messages are the words that pages show; catalogues translate these words. Slugs are parts of
//! addresses, and are the same in every language.

use std::borrow::Cow;
use std::fmt;

/// A string, static or owned.
pub type Name = Cow<'static, str>;

/// The name of a move or a piece in addresses: lower-case letters, digits and hyphens.
///
/// Slugs are lower case because some file systems do not distinguish `A` from `a`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slug(Name);

impl Slug {
    /// Creates a slug from any string. A string that is a slug stays the same. Otherwise, capital letters become lower
    /// case, and each run of other characters becomes a hyphen: `Take { row: 2 }` is `take-row-2`.
    ///
    /// ```
    /// use pageturner::game::Slug;
    ///
    /// assert_eq!(Slug::new("b2").as_str(), "b2");
    /// assert_eq!(Slug::new("Take { row: 2 }").as_str(), "take-row-2");
    /// assert_eq!(Slug::new("?").as_str(), "-");
    /// ```
    pub fn new(text: impl Into<Name>) -> Self {
        let text = text.into();
        if is_slug(&text) {
            return Self(text);
        }
        let letters = text.to_ascii_lowercase();
        let words: Vec<_> =
            letters.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
        Self(if words.is_empty() { Name::Borrowed("-") } else { words.join("-").into() })
    }

    /// Returns the slug as a string.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns whether a string is a slug: it is not empty, and contains only lower-case letters, digits and hyphens.
pub fn is_slug(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// A text for pages, not yet translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A text that is the same in every language, such as the name of a square. The text can be empty.
    Text(Name),
    /// A message of a catalogue.
    Key(Key),
    /// A list of messages, such as `a1, b2 and c3`.
    List(Junction, Vec<Self>),
}

/// A message of a catalogue, with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The game whose catalogues are searched first. If `None`, only the program's catalogues are searched.
    pub game: Option<Name>,
    /// The message's identifier in the catalogue.
    pub name: Name,
    /// The arguments, each with its name in the message.
    pub arguments: Vec<(Name, Argument)>,
}

/// An argument of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number, which can select between singular and plural.
    Number(u64),
    /// Another message.
    Message(Message),
}

/// How a list of messages is joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Junction {
    /// All items: `a, b and c`.
    And,
    /// One of the items: `a, b or c`.
    Or,
    /// The items with only commas between them: `a, b, c`.
    Comma,
    /// The items with semicolons between them, for items that contain commas: `a, b; c, d`.
    Semicolon,
    /// The items as a sequence in time: `a, then b, then c`.
    Then,
}

impl Message {
    /// Creates a message from its identifier in a catalogue.
    pub const fn key(name: &'static str) -> Self {
        Self::named(Name::Borrowed(name))
    }

    /// Creates a message as [`key`](Self::key) does, from an identifier that need not be a constant.
    pub const fn named(name: Name) -> Self {
        Self::Key(Key { game: None, name, arguments: Vec::new() })
    }

    /// Adds a string or another message as an argument to a [`Key`](Self::Key). Other messages stay the same.
    #[must_use]
    pub fn with(self, name: impl Into<Name>, argument: impl Into<Self>) -> Self {
        self.with_argument(name.into(), Argument::Message(argument.into()))
    }

    /// Adds a number as an argument to a [`Key`](Self::Key). A negative number, or a number that is too large, becomes
    /// `u64::MAX`. Other messages stay the same.
    #[must_use]
    pub fn with_number(self, name: impl Into<Name>, number: impl TryInto<u64>) -> Self {
        self.with_argument(name.into(), Argument::Number(number.try_into().unwrap_or(u64::MAX)))
    }

    fn with_argument(mut self, name: Name, argument: Argument) -> Self {
        if let Self::Key(key) = &mut self {
            key.arguments.push((name, argument));
        }
        self
    }

    /// Sets the game whose catalogues are searched first, for this message and all messages in it. A message that
    /// already names a game keeps this game.
    #[must_use]
    pub fn of(mut self, game: &Name) -> Self {
        self.set_game(game);
        self
    }

    pub(crate) fn set_game(&mut self, game: &Name) {
        match self {
            Self::Text(_) => {}
            Self::Key(key) => {
                key.game.get_or_insert_with(|| game.clone());
                for (_, argument) in &mut key.arguments {
                    if let Argument::Message(message) = argument {
                        message.set_game(game);
                    }
                }
            }
            Self::List(_, items) => items.iter_mut().for_each(|item| item.set_game(game)),
        }
    }

    /// Returns whether the message is an empty text or an empty list.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::Key(_) => false,
            Self::List(_, items) => items.is_empty(),
        }
    }
}

impl Default for Message {
    fn default() -> Self {
        Self::Text(Name::Borrowed(""))
    }
}

impl<T: Into<Name>> From<T> for Message {
    fn from(text: T) -> Self {
        Self::Text(text.into())
    }
}

/// The words for a move: short ones on the board, and a phrase for screen readers and lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The visible text, such as `b2`.
    pub short: Message,
    /// A phrase that begins with the visible text, such as `b2, play X`.
    pub whole: Message,
}

impl Label {
    /// Creates a label from the visible text and the phrase that begins with it.
    pub fn new(short: impl Into<Message>, whole: impl Into<Message>) -> Self {
        Self { short: short.into(), whole: whole.into() }
    }

    /// Returns the label with its messages [looked up](Message::of) in the catalogues of `game`.
    #[must_use]
    pub fn of(self, game: &Name) -> Self {
        Self { short: self.short.of(game), whole: self.whole.of(game) }
    }
}
