//! The catalogue of a language: formats the messages of the program and of each game.

use std::collections::HashMap;
use std::sync::Arc;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::resolver::ResolverError;
use fluent_bundle::resolver::errors::ReferenceKind;
use fluent_bundle::{FluentError, FluentMessage, FluentResource, FluentValue};

use super::definitions::name;
use super::languages::is_right_to_left;
use crate::engine::game::{Argument, Junction, Key, Message};
use crate::ground::diagnostic::did_you_mean;

/// The arguments of a message by name: strings and numbers.
pub use fluent_bundle::FluentArgs as Arguments;

pub struct Catalogue {
    /// The language, as a BCP 47 tag.
    pub(super) language: String,
    pub(super) own: Messages,
    /// The English messages, if the language lacks some messages.
    pub(super) english: Option<Messages>,
    pub(super) lacking: Vec<String>,
    pub(super) count: usize,
    /// The other languages of the site. Each has a tag and its own name, such as `de` and `Deutsch`.
    pub others: Vec<(String, String)>,
}

pub(super) type Found<'a> = (&'a Bundle, FluentMessage<'a>);

impl Catalogue {
    pub fn language(&self) -> &str {
        &self.language
    }

    /// Returns the tag of the language, and the language's own name for itself. Without a name, returns the tag twice.
    pub fn tag_and_name(&self) -> (String, String) {
        let tag = self.language.clone();
        (tag.clone(), self.own("language-name").unwrap_or(tag))
    }

    pub fn is_right_to_left(&self) -> bool {
        is_right_to_left(&self.language)
    }

    /// Returns the names of the messages that are shown in English because the language lacks them.
    pub fn lacking(&self) -> &[String] {
        &self.lacking
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns a message of the program that has no arguments, if the language itself contains it.
    pub fn own(&self, name: &str) -> Option<String> {
        let (bundle, message) = self.own.find(PROGRAM, name)?;
        Some(bundle.format_pattern(message.value()?, None, &mut Vec::new()).into_owned())
    }

    /// Formats a number with separators: `10,395`.
    pub fn grouped(&self, number: u128) -> String {
        let digits = number.to_string();
        let first = (digits.len() - 1) % 3 + 1;
        let groups = digits.as_bytes()[first..].chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
        groups.fold(digits[..first].to_owned(), |before, group| {
            self.say(&Message::key("thousands").with("before", before).with("group", group))
        })
    }

    pub fn say(&self, message: &Message) -> String {
        let mut words = String::new();
        self.write(message, &mut words);
        words
    }

    pub fn write(&self, message: &Message, out: &mut String) {
        match message {
            Message::Text(text) => out.push_str(text),
            Message::Key(key) => self.write_key(key, out),
            Message::List(junction, items) => out.push_str(&self.list(*junction, items)),
        }
    }

    /// Formats a message of the program whose name comes from a template.
    ///
    /// # Errors
    ///
    /// Returns the problem with the name or the arguments, and a hint.
    pub fn say_named(&self, name: &str, arguments: &Arguments<'_>) -> Result<String, (String, String)> {
        let Some(found) = self.find(PROGRAM, name) else {
            let known: Vec<_> = self.messages().flat_map(|messages| &messages.names).map(String::as_str).collect();
            return Err((format!("the catalogue has no message `{name}`"), did_you_mean(name, known)));
        };
        let mut words = String::new();
        match Self::write_found(&found, arguments, &mut words).first() {
            None => Ok(words),
            Some(FluentError::ResolverError(ResolverError::Reference(ReferenceKind::Variable { id }))) => {
                let hint = format!("add the argument: `say(key=\"{name}\", {id}=…)`");
                Err((format!("the message `{name}` needs the argument `{id}`"), hint))
            }
            Some(error) => Err((format!("cannot format the message `{name}`: {error}"), String::new())),
        }
    }

    fn write_key(&self, key: &Key, out: &mut String) {
        let Some(found) = self.find(key.game.as_deref().unwrap_or(PROGRAM), &key.name) else {
            debug_assert!(false, "no catalogue has the message `{}` of {:?}", key.name, key.game);
            out.push_str(&key.name);
            return;
        };
        let mut arguments = Arguments::with_capacity(key.arguments.len());
        for (name, argument) in &key.arguments {
            arguments.set(&**name, self.value(argument));
        }
        let errors = Self::write_found(&found, &arguments, out);
        debug_assert!(errors.is_empty(), "the message `{}` of {:?}: {errors:?}", key.name, key.game);
    }

    /// Finds a message of the game or, if the game has no such message, of the program.
    fn find(&self, game: &str, name: &str) -> Option<Found<'_>> {
        [game, PROGRAM].into_iter().find_map(|game| self.messages().find_map(|messages| messages.find(game, name)))
    }

    fn messages(&self) -> impl Iterator<Item = &Messages> {
        [&self.own].into_iter().chain(&self.english)
    }

    /// Appends a message with these arguments, and returns the errors.
    fn write_found((bundle, message): &Found<'_>, arguments: &Arguments<'_>, out: &mut String) -> Vec<FluentError> {
        let mut errors = Vec::new();
        if let Some(pattern) = message.value() {
            bundle.write_pattern(out, pattern, Some(arguments), &mut errors).expect("writing to a string succeeds");
        }
        errors
    }

    fn value<'a>(&self, argument: &'a Argument) -> FluentValue<'a> {
        match argument {
            Argument::Number(number) => FluentValue::from(*number),
            Argument::Message(Message::Text(text)) => FluentValue::from(&**text),
            Argument::Message(message) => FluentValue::from(self.say(message)),
        }
    }

    /// Formats a list. `junction` decides the words and signs between the items.
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

/// Replaces the name of a game for messages of the program.
pub(super) const PROGRAM: &str = "";

type Bundle = FluentBundle<Arc<FluentResource>>;

pub(super) struct Messages {
    /// The messages of each game by its name, and the messages of the program by [`PROGRAM`].
    bundles: HashMap<String, Bundle>,
    /// The names of the program's messages.
    names: Vec<String>,
}

impl Messages {
    /// Collects the messages of files, each with its game. Later files override earlier ones.
    pub(super) fn new<'a>(tag: &str, files: impl IntoIterator<Item = (&'a str, &'a Arc<FluentResource>)>) -> Self {
        let (mut bundles, mut names) = (HashMap::<String, _>::new(), Vec::new());
        for (game, file) in files {
            let bundle = bundles.entry(game.to_owned()).or_insert_with(|| {
                let mut bundle = Bundle::new_concurrent(vec![tag.parse().unwrap_or_default()]);
                // Pages declare their own direction.
                bundle.set_use_isolating(false);
                bundle
            });
            bundle.add_resource_overriding(Arc::clone(file));
            if game == PROGRAM {
                names.extend(file.entries().filter_map(name).map(|(_, name)| name));
            }
        }
        Self { bundles, names }
    }

    pub(super) fn find(&self, game: &str, name: &str) -> Option<Found<'_>> {
        let bundle = self.bundles.get(game)?;
        Some((bundle, bundle.get_message(name)?))
    }
}
