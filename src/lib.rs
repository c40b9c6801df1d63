//! Pageturner turns finite games into static pages: one page for every position, every move a plain link, no script.
//!
//! The stages of the pipeline are the modules, and data goes one way through them:
//!
//! ```text
//! content ──► game ──► graph ──► solve ──► policy ──► edition, lesson, puzzle ──► page ──► theme ──► output
//! ```
//!
//! The [`library`] explores each game once, and the [`plan`] knows which pages a site has and what they are called.
//! Links between pages stay open until an output closes them.
//!
//! [`site`] puts them together, [`commands`] offers them on the command line. To add a game, see [`games`] and the
//! traits [`game::Rules`] and [`game::Show`]; to write a theme, see [`page`] for what templates are given.

pub mod check;
pub mod commands;
pub mod content;
pub mod diagnostic;
pub mod edition;
pub mod files;
pub mod game;
pub mod games;
pub mod graph;
pub mod html;
pub mod lesson;
pub mod library;
pub mod output;
pub mod page;
pub mod picture;
pub mod plan;
pub mod policy;
pub mod puzzle;
pub mod site;
pub mod solve;
mod solved;
pub mod starter;
pub mod theme;

pub use commands::program;
pub use games::Games;
pub use solved::{MOST_STATES, Position, Solved, solve};
