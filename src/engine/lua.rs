//! Games in Lua: a table of functions, in a short file next to a page.
//!
//! The program calls these functions with states. It packs each state that a function returns into bytes, and passes
//! only fresh copies to functions. So a game remembers only what its states contain. Games can use only safe functions,
//! which return the same results on every machine and in every run. Games cannot read or write anything, and have no
//! clock and no random numbers. `pairs` follows the order of the keys. Time and memory are limited.

mod cached;
mod declared;
mod rules;
mod scene;
mod state;
mod vm;

use std::sync::Arc;

use crate::engine::game::{Description, Fault, ParameterError, ParameterReader, Parameters};
use crate::engine::games::Game;
use declared::Declared;
use vm::Vm;

use rules::LuaGame;
pub use vm::Sources;

/// A game in Lua, before its options are set.
#[derive(Clone, Debug)]
pub struct LuaFile {
    declared: Arc<Declared>,
    sources: Sources,
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The game does not accept the parameters.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
    /// The code contains a mistake.
    #[error(transparent)]
    Code(#[from] Fault),
}

impl LuaFile {
    /// Reads a game and checks its declarations.
    ///
    /// # Errors
    ///
    /// Returns the first mistake in the code.
    pub fn read(sources: &Sources) -> Result<Self, Fault> {
        let vm = Vm::new(sources)?;
        let sources = vm.used();
        Ok(Self { declared: Arc::new(Declared::read(&vm, &sources)?), sources })
    }

    pub fn description(&self) -> &Description {
        &self.declared.description
    }

    /// Returns the game with these parameters.
    ///
    /// # Errors
    ///
    /// Returns an error if the game does not accept the parameters, or if the code contains a mistake.
    pub fn open(&self, parameters: &Parameters) -> Result<Game, OpenError> {
        let description = &self.declared.description;
        let reader = ParameterReader::new(parameters, &description.parameters);
        let parameters = reader.all()?;
        reader.finish()?;
        let game = LuaGame::begin(&self.declared, &self.sources, &parameters)?;
        Ok(Game::of_file(Arc::clone(description), parameters, self.sources.version(), game))
    }

    pub(crate) fn fault_of_phrase(&self, name: &str, message: String, hint: &str) -> Fault {
        declared::fault(&self.sources, name, message, hint)
    }

    /// Returns the game's messages as a Fluent file.
    pub fn catalogue(&self) -> &str {
        &self.declared.catalogue
    }
}
