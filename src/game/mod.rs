//! The vocabulary of games: what a programmer implements to add one. Nothing here knows pages or files.
//!
//! A game is a value: rules together with their parameters, such as Nim with the rows 3-4-5. It never holds a match in
//! progress. The states of play have a type of their own, and every method is a pure function of them. [`Rules`] is
//! enough to explore and solve a game, [`Show`] is what its pages need beside them.

mod computer;
mod declaration;
mod names;
mod parameters;
mod play;
mod rules;
mod scene;
mod show;

pub use computer::{Computer, GENERAL_POLICIES, Policy};
pub use declaration::{NamedPolicy, Otherwise, Parameter, ParameterValue, Values};
pub use names::{Label, Name, Slug, SlugError, is_slug};
pub use parameters::{ParameterError, Parameters, Reader};
pub use play::{Outcome, Player, Players, Status};
pub use rules::Rules;
pub use scene::{Clicks, Edges, Grid, Heap, Heaps, Pegs, Piece, Scene, Square, Target, image};
pub use show::Show;
