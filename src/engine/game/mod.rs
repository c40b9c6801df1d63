//! The vocabulary of games: what a programmer implements to add one. Nothing here knows pages or files.
//!
//! A game is a value: rules together with their parameters, such as Nim with the rows 3-4-5. It never holds a match in
//! progress. The states of play have a type of their own, and every method is a pure function of them. [`Rules`] is
//! enough to explore and solve a game, [`Show`] is what its pages need beside them, and [`Declare`] what content can
//! say of it.

mod computer;
mod declaration;
mod declare;
mod fault;
mod message;
mod names;
mod parameters;
mod play;
mod rules;
mod scene;
mod show;

pub use computer::{BUILT_IN_POLICIES, Computer, Policy};
pub use declaration::{Otherwise, Parameter, ParameterValue, PolicyDescription, Values};
pub use declare::{Declare, Description};
pub use fault::{Code, Fault};
pub use message::{Argument, Junction, Key, Label, Message};
pub use names::{Name, Slug, SlugError, is_slug};
pub use parameters::{ParameterError, ParameterReader, Parameters};
pub use play::{Outcome, Player, Players, Status};
pub use rules::Rules;
pub use scene::{
    Clicks, Coordinates, Grid, GridStyle, Heap, Heaps, Pegs, Piece, Scene, Square, Target, apply_symmetry,
};
#[cfg(feature = "cli")]
pub(crate) use show::search_slug;
pub use show::{MapPlace, Part, Show};
