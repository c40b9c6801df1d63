//! Words: catalogues of what pages say, each in its language.
//!
//! A catalogue is made of files of [Fluent](https://projectfluent.org): that of the program, which lies beside this
//! file, and those of the games, which lie beside each. A game's messages are its own, so their names need not differ
//! from those of others. What the files of a site say stands in place of what these say.

mod catalogue;
mod definitions;
mod languages;
mod locales;

pub use catalogue::{Arguments, Catalogue};
pub(super) use definitions::flaw_of_catalogue;
pub use languages::check_tag;
pub use locales::{FOLDER, Form, GameWords, Locales, Shipped};
