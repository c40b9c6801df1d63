//! Words: catalogues of what pages say.
//!
//! A catalogue is made of files of [Fluent](https://projectfluent.org): that of the program, which lies beside this
//! file, and those of the games, which lie beside each. A game's messages are its own, so their names need not differ
//! from those of others.

use std::collections::HashMap;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::resolver::ResolverError;
use fluent_bundle::resolver::errors::ReferenceKind;
use fluent_bundle::{FluentError, FluentResource, FluentValue};

use crate::diagnostic::did_you_mean;
use crate::game::{Argument, Junction, Key, Message};

/// The arguments of a message by their names: texts and numbers.
pub use fluent_bundle::FluentArgs as Arguments;

/// The messages of the program in English.
const ENGLISH: &str = include_str!("words/en.ftl");

type Bundle = FluentBundle<FluentResource>;

/// The messages of a language.
pub struct Catalogue {
    /// Its tag of BCP 47.
    language: String,
    /// The messages of the program.
    program: Bundle,
    /// Those of games, by their names.
    games: HashMap<&'static str, Bundle>,
}

impl Catalogue {
    /// Returns the catalogue of English, with the files of games, which are given by their names.
    ///
    /// # Panics
    ///
    /// Panics if a file is not one of Fluent, or has a message twice.
    pub fn english(games: impl IntoIterator<Item = (&'static str, &'static str)>) -> Self {
        let games = games.into_iter().map(|(game, file)| (game, bundle(file)));
        Self { language: "en".to_owned(), program: bundle(ENGLISH), games: games.collect() }
    }

    /// Returns the catalogue as that of a language with this tag of BCP 47.
    #[must_use]
    pub fn for_language(self, language: &str) -> Self {
        Self { language: language.to_owned(), ..self }
    }

    /// Returns the tag of the language.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// Returns what a message says.
    pub fn say(&self, message: &Message) -> String {
        let mut words = String::new();
        self.write(message, &mut words);
        words
    }

    /// Appends what a message says.
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
        let Some(pattern) = self.program.get_message(name).and_then(|message| message.value()) else {
            return Err((format!("the catalogue has no message `{name}`"), did_you_mean(name, names())));
        };
        let mut errors = Vec::new();
        let words = self.program.format_pattern(pattern, Some(arguments), &mut errors).into_owned();
        match errors.first() {
            None => Ok(words),
            Some(FluentError::ResolverError(ResolverError::Reference(ReferenceKind::Variable { id }))) => {
                let hint = format!("give it one: `say(key=\"{name}\", {id}=…)`");
                Err((format!("the message `{name}` lacks its argument `{id}`"), hint))
            }
            Some(error) => Err((format!("the message `{name}` cannot be said: {error}"), String::new())),
        }
    }

    fn write_key(&self, key: &Key, out: &mut String) {
        let of_game = key.game.and_then(|game| self.games.get(game));
        let found = of_game
            .into_iter()
            .chain([&self.program])
            .find_map(|bundle| Some((bundle, bundle.get_message(key.name)?.value()?)));
        let Some((bundle, pattern)) = found else {
            debug_assert!(false, "no catalogue has the message `{}` of {:?}", key.name, key.game);
            out.push_str(key.name);
            return;
        };
        let mut arguments = Arguments::with_capacity(key.arguments.len());
        for (name, argument) in &key.arguments {
            arguments.set(*name, self.value(argument));
        }
        let mut errors = Vec::new();
        bundle.write_pattern(out, pattern, Some(&arguments), &mut errors).expect("writing to a string succeeds");
        debug_assert!(errors.is_empty(), "the message `{}` of {:?}: {errors:?}", key.name, key.game);
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

/// Returns the names of all messages of the program.
fn names() -> impl Iterator<Item = &'static str> + Clone {
    ENGLISH.lines().filter_map(|line| Some(line.split_once(" =")?.0)).filter(|name| !name.contains(['#', ' ']))
}

fn bundle(file: &str) -> Bundle {
    let mut bundle = Bundle::new_concurrent(vec!["en".parse().expect("a language")]);
    // Pages say themselves in which direction they are read.
    bundle.set_use_isolating(false);
    let resource = FluentResource::try_new(file.to_owned());
    let resource = resource.unwrap_or_else(|(_, errors)| panic!("a catalogue cannot be read: {errors:?}"));
    if let Err(errors) = bundle.add_resource(resource) {
        panic!("a catalogue has a message twice: {errors:?}");
    }
    bundle
}
