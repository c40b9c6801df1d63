//! The messages of one language: those of the program, and those of each game.

use std::collections::HashMap;
use std::sync::Arc;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentMessage, FluentResource};

use super::definitions::name;

pub(super) type Bundle = FluentBundle<Arc<FluentResource>>;

pub(super) struct Messages {
    program: Bundle,
    games: HashMap<String, Bundle>,
    /// The names of those of the program.
    pub(super) names: Vec<String>,
}

impl Messages {
    /// Collects the messages of files, each after its game, if it is of one. A later file replaces what earlier ones
    /// say.
    pub(super) fn new<'a>(
        tag: &str,
        files: impl IntoIterator<Item = (Option<&'a str>, &'a Arc<FluentResource>)>,
    ) -> Self {
        let (mut program, mut games, mut names) = (bundle(tag), HashMap::<String, _>::new(), Vec::new());
        for (game, file) in files {
            let bundle = game.map_or(&mut program, |game| games.entry(game.to_owned()).or_insert_with(|| bundle(tag)));
            bundle.add_resource_overriding(Arc::clone(file));
            if game.is_none() {
                names.extend(file.entries().filter_map(name).map(|(_, name)| name));
            }
        }
        Self { program, games, names }
    }

    pub(super) fn of_program(&self, name: &str) -> Option<(&Bundle, FluentMessage<'_>)> {
        Some((&self.program, self.program.get_message(name)?))
    }

    pub(super) fn of_game(&self, game: Option<&str>, name: &str) -> Option<(&Bundle, FluentMessage<'_>)> {
        let bundle = self.games.get(game?)?;
        Some((bundle, bundle.get_message(name)?))
    }
}

fn bundle(tag: &str) -> Bundle {
    let mut bundle = Bundle::new_concurrent(vec![tag.parse().unwrap_or_default()]);
    // Pages say themselves in which direction they are read.
    bundle.set_use_isolating(false);
    bundle
}
