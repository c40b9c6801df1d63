//! The catalogue of a language: what says messages.

use std::borrow::Cow;

use fluent_bundle::resolver::ResolverError;
use fluent_bundle::resolver::errors::ReferenceKind;
use fluent_bundle::{FluentError, FluentMessage, FluentValue};

use super::definitions::{Part, parts_of_text};
use super::languages::is_right_to_left;
use super::marks::{self, END, ENGLISH, OWN, is_mark};
use super::messages::{Bundle, Messages};
use crate::diagnostic::did_you_mean;
use crate::game::{Argument, Junction, Key, Message};

/// The arguments of a message by their names: texts and numbers.
pub use fluent_bundle::FluentArgs as Arguments;

/// The messages of a language.
pub struct Catalogue {
    /// Its tag of BCP 47.
    language: String,
    own: Messages,
    /// What says in English what the language lacks, if it lacks anything.
    english: Option<Messages>,
    lacking: Vec<String>,
    count: usize,
}

/// A message, and with whose messages it is said.
struct Found<'a> {
    found: (&'a Bundle, FluentMessage<'a>),
    is_english: bool,
}

impl Catalogue {
    pub(super) fn new(
        language: &str,
        own: Messages,
        english: Option<Messages>,
        lacking: Vec<String>,
        count: usize,
    ) -> Self {
        Self { language: language.to_owned(), own, english, lacking, count }
    }

    /// Returns the tag of the language.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// Returns the name of the language in itself, if it says one.
    pub fn name(&self) -> Option<String> {
        self.own("language-name")
    }

    /// Whether the language is written from right to left.
    pub fn is_right_to_left(&self) -> bool {
        is_right_to_left(&self.language)
    }

    /// Returns the names of the messages that the language lacks, and that are said in English.
    pub fn lacking(&self) -> &[String] {
        &self.lacking
    }

    /// Returns how many messages there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns what the language itself says for a message of the program without arguments.
    pub fn own(&self, name: &str) -> Option<String> {
        let (bundle, message) = self.own.of_program(name)?;
        Some(bundle.format_pattern(message.value()?, None, &mut Vec::new()).into_owned())
    }

    /// Returns a number with its thousands apart: `10,395`.
    pub fn grouped(&self, number: u128) -> String {
        let digits = number.to_string();
        let first = (digits.len() - 1) % 3 + 1;
        let groups = digits.as_bytes()[first..].chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
        groups.fold(digits[..first].to_owned(), |before, group| {
            self.say(&Message::key("thousands").with("before", before).with("group", group))
        })
    }

    /// Returns what a message says on a page, which [`tell_languages`](Self::tell_languages) finishes.
    pub fn say(&self, message: &Message) -> String {
        let mut words = String::new();
        self.write(message, &mut words);
        words
    }

    /// Returns what a message says where no element can tell the language.
    pub fn say_plainly(&self, message: &Message) -> String {
        let said = self.say(message);
        if self.english.is_some() { marks::without(&said) } else { said }
    }

    /// Returns a text of a page for a place where no element can tell the language.
    pub fn plain<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.english.is_some() { marks::without(text).into() } else { text.into() }
    }

    /// Returns HTML in which what is said in English for want of a message is told to be so.
    pub fn tell_languages(&self, html: String) -> String {
        if self.english.is_none() {
            return html;
        }
        let attributes = |is_english| {
            let tag = if is_english { "en" } else { &*self.language };
            let direction = match (self.is_right_to_left(), is_english) {
                (false, _) => "",
                (true, false) => " dir=\"rtl\"",
                (true, true) => " dir=\"ltr\"",
            };
            format!("lang=\"{tag}\"{direction}")
        };
        marks::replaced(&html, attributes)
    }

    /// Appends what a message says on a page.
    pub fn write(&self, message: &Message, out: &mut String) {
        match message {
            Message::Text(text) => out.push_str(text),
            Message::Key(key) => self.write_key(key, out),
            Message::List(junction, items) => out.push_str(&self.list(*junction, items)),
        }
    }

    /// Returns what a message of the program says that is asked for by a name from elsewhere.
    ///
    /// # Errors
    ///
    /// What is wrong with the name or the arguments, and what to do about it.
    pub fn say_named(&self, name: &str, arguments: &Arguments<'_>) -> Result<String, (String, String)> {
        let Some(found) = self.find(None, name) else {
            let all = [Some(&self.own), self.english.as_ref()].into_iter().flatten();
            let known: Vec<_> = all.flat_map(|messages| &messages.names).map(String::as_str).collect();
            return Err((format!("the catalogue has no message `{name}`"), did_you_mean(name, known)));
        };
        let mut words = String::new();
        match self.write_found(&found, arguments, &mut words).first() {
            None => Ok(words),
            Some(FluentError::ResolverError(ResolverError::Reference(ReferenceKind::Variable { id }))) => {
                let hint = format!("give it one: `say(key=\"{name}\", {id}=…)`");
                Err((format!("the message `{name}` lacks its argument `{id}`"), hint))
            }
            Some(error) => Err((format!("the message `{name}` cannot be said: {error}"), String::new())),
        }
    }

    fn write_key(&self, key: &Key, out: &mut String) {
        let Some(found) = self.find(key.game.as_deref(), &key.name) else {
            debug_assert!(false, "no catalogue has the message `{}` of {:?}", key.name, key.game);
            out.push_str(&key.name);
            return;
        };
        let mut arguments = Arguments::with_capacity(key.arguments.len());
        for (name, argument) in &key.arguments {
            arguments.set(&**name, self.value(argument));
        }
        let errors = self.write_found(&found, &arguments, out);
        debug_assert!(errors.is_empty(), "the message `{}` of {:?}: {errors:?}", key.name, key.game);
    }

    /// Finds a message. A game's own one is another than that of the program which has its name.
    fn find(&self, game: Option<&str>, name: &str) -> Option<Found<'_>> {
        let own = |found| Found { found, is_english: false };
        let english = |found| Found { found, is_english: true };
        let of_game = self.own.of_game(game, name).map(own);
        let of_game = of_game.or_else(|| self.english.as_ref()?.of_game(game, name).map(english));
        let of_game = of_game.or_else(|| self.own.of_program(name).map(own));
        of_game.or_else(|| self.english.as_ref()?.of_program(name).map(english))
    }

    /// Appends what a message says with these arguments, and returns what was wrong with it.
    fn write_found(&self, found: &Found<'_>, arguments: &Arguments<'_>, out: &mut String) -> Vec<FluentError> {
        let Found { found: (bundle, message), is_english } = found;
        let mut errors = Vec::new();
        let Some(pattern) = message.value() else { return errors };
        let mut write = |arguments, out: &mut String| {
            bundle.write_pattern(out, pattern, Some(arguments), &mut errors).expect("writing to a string succeeds");
        };
        if self.english.is_none() || !parts_of_text(pattern).iter().any(is_of_a_language) {
            write(arguments, out);
            return errors;
        }
        out.push(if *is_english { ENGLISH } else { OWN });
        if *is_english {
            write(&in_own_language(arguments), out);
        } else {
            write(arguments, out);
        }
        out.push(END);
        errors
    }

    fn value<'a>(&self, argument: &'a Argument) -> FluentValue<'a> {
        match argument {
            Argument::Number(number) => FluentValue::from(*number),
            Argument::Message(Message::Text(text)) => FluentValue::from(&**text),
            Argument::Message(message) => FluentValue::from(self.say(message)),
        }
    }

    /// Returns a list in words: all but the last two are joined by commas.
    fn list(&self, junction: Junction, items: &[Message]) -> String {
        let Some((last, others)) = items.split_last() else { return String::new() };
        let last = self.say(last);
        if others.is_empty() {
            return last;
        }
        let join =
            |name, first: String, next: String| self.say(&Message::key(name).with("first", first).with("next", next));
        let (between, before_last) = match junction {
            Junction::And => ("list-comma", "list-and"),
            Junction::Or => ("list-comma", "list-or"),
            Junction::Comma => ("list-comma", "list-comma"),
            Junction::Semicolon => ("list-semicolon", "list-semicolon"),
            Junction::Then => ("list-then", "list-then"),
        };
        let all = others.iter().map(|item| self.say(item));
        let first = all.reduce(|first, next| join(between, first, next)).unwrap_or_default();
        join(before_last, first, last)
    }
}

/// Whether a part of a message makes it one of its language: what joins other texts by signs alone is of any.
fn is_of_a_language(part: &Part<'_>) -> bool {
    match part {
        Part::Text(text) => text.contains(char::is_alphabetic),
        part => !matches!(part, Part::Argument(_)),
    }
}

/// Returns the arguments of a message in English with marks around what authors wrote.
fn in_own_language<'a>(arguments: &'a Arguments<'_>) -> Arguments<'a> {
    let marked = |(name, value): (&'a str, &'a FluentValue<'_>)| match value {
        FluentValue::String(text) if is_of_author(text) => (name, FluentValue::from(format!("{OWN}{text}{END}"))),
        value => (name, value.clone()),
    };
    arguments.iter().map(marked).collect()
}

/// Whether a text is of an author: no message, no name of a square or a player, such as `a1` and `X`, and none of the
/// words by which messages choose, such as `top`.
fn is_of_author(text: &str) -> bool {
    let has_word = text.split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 1);
    let chooses = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    has_word && !chooses && !text.starts_with(is_mark)
}
