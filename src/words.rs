//! Words: catalogues of what pages say. Templates still have words of their own.
//!
//! A catalogue is made of files of [Fluent](https://projectfluent.org): that of the program, which lies beside this
//! file, and those of the games, which lie beside each. A game's messages are its own, so their names need not differ
//! from those of others.

use std::collections::HashMap;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::game::{Argument, Junction, Key, Message};

/// The messages of the program in English.
const ENGLISH: &str = include_str!("words/en.ftl");

type Bundle = FluentBundle<FluentResource>;

/// The messages of a language.
pub struct Catalogue {
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
        Self { program: bundle(ENGLISH), games: games.collect() }
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
        let mut arguments = FluentArgs::with_capacity(key.arguments.len());
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
