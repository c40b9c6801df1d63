//! Words: catalogues of the texts on pages, one per language.
//!
//! A catalogue consists of [Fluent](https://projectfluent.org) files: those of the program, in this folder, and those
//! of the games. Each game has its own messages, so their names can repeat. The files of a site override all of these
//! files.

mod catalogue;
mod definitions;
mod languages;
mod locales;

pub use catalogue::{Arguments, Catalogue};
pub(super) use definitions::flaw_of_catalogue;
pub use languages::check_tag;
pub use locales::{FOLDER, Form, GameWords, Locales, Shipped};
