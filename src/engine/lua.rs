//! Games in Lua: one short file beside a page makes a game, from a table of functions.
//!
//! The program asks the functions about states, packs what they return into bytes, and hands out fresh copies, so that
//! nothing is remembered but what a state says. What a file can use is safe, and the same on every machine and in every
//! run: it reads and writes nothing, has no clock and no chance, goes through tables in the order of their keys, and
//! takes neither time nor memory without a limit.

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

/// A game in Lua before it has its options.
#[derive(Clone, Debug)]
pub struct LuaFile {
    declared: Arc<Declared>,
    sources: Sources,
}

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It does not accept these parameters.
    #[error(transparent)]
    Parameters(#[from] ParameterError),
    /// Its code is wrong.
    #[error(transparent)]
    Code(#[from] Fault),
}

impl LuaFile {
    /// Reads a game.
    ///
    /// # Errors
    ///
    /// When its code is wrong.
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
    /// When it does not accept them, or its code is wrong.
    pub fn open(&self, parameters: &Parameters) -> Result<Game, OpenError> {
        let description = &self.declared.description;
        let reader = ParameterReader::new(parameters, &description.parameters);
        let parameters = reader.all()?;
        reader.finish()?;
        let game = LuaGame::begin(&self.declared, &self.sources, &parameters)?;
        Ok(Game::of_file(Arc::clone(description), parameters, self.sources.version(), game))
    }

    /// Returns the fault of a phrase that is wrong in this way.
    pub(crate) fn fault_of_phrase(&self, name: &str, message: String, hint: &str) -> Fault {
        declared::fault(&self.sources, name, message, hint)
    }

    /// Returns what it says, as a file of Fluent.
    pub fn catalogue(&self) -> &str {
        &self.declared.catalogue
    }
}
