//! The games in Lua that are part of the site: files next to its pages.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use pageturner::content::words::GameWords;
use pageturner::engine::lua::{LuaFile, Sources};
use pageturner::game::{Code, Parameters};
use pageturner::games::Game;
use pageturner::ground::diagnostic::Source;

use crate::files::files_below;

/// The files, by their paths in the content.
static FILES: LazyLock<Arc<BTreeMap<String, Arc<Code>>>> = LazyLock::new(|| {
    let files = files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("content")).into_iter();
    let code = files.filter(|(path, _)| path.contains(".lua")).map(|(name, bytes)| {
        let text = String::from_utf8(bytes).expect("a text");
        (name.clone(), Arc::new(Code { name, text }))
    });
    Arc::new(code.collect())
});

/// Returns the names of the games, such as `dodgem.lua`.
pub(crate) fn names() -> impl Iterator<Item = &'static String> {
    FILES.keys()
}

fn read(name: &str) -> LuaFile {
    let sources = Sources { name: name.to_owned(), files: Arc::clone(&FILES) };
    LuaFile::read(&sources).unwrap_or_else(|fault| panic!("{name}: {fault:?}"))
}

pub(crate) fn open(name: &str, parameters: &Parameters) -> Game {
    read(name).open(parameters).unwrap_or_else(|error| panic!("{name} {parameters:?}: {error:?}"))
}

/// Returns the texts of the games in their original language.
pub(crate) fn words() -> Vec<GameWords> {
    let words = |name: &String| GameWords {
        game: name.clone(),
        language: "en".to_owned(),
        is_original: true,
        source: Source::new(format!("what {name} says"), read(name).catalogue()),
    };
    names().map(words).collect()
}
