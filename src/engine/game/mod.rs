//! The interface of games: the traits and types that define a game. The interface does not depend on pages or files.
//!
//! A value of a game's type represents the rules with their parameters, such as Nim with the rows 3-4-5. The states of
//! play have a separate type. Every method is a pure function of the game and its arguments. [`Rules`] is enough to
//! explore and solve a game. [`Show`] adds what pages need, and [`Declare`] adds what content needs.

mod declare;
mod message;
mod parameters;
mod rules;
mod scene;
mod show;

pub use declare::{BUILT_IN_POLICIES, Computer, Declare, Description, Policy, PolicyDescription};
pub use message::{Argument, Junction, Key, Label, Message, Name, Slug, is_slug};
pub use parameters::{Otherwise, Parameter, ParameterError, ParameterReader, ParameterValue, Parameters, Values};
pub use rules::{Code, Fault, Outcome, Player, Players, Rules, Status};
pub use scene::{
    Clicks, Coordinates, Grid, GridStyle, Heap, Heaps, Pegs, Piece, Scene, Square, Target, apply_symmetry,
};
pub use show::{MapPlace, Part, Show};
