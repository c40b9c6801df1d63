//! Pageturner solves finite games, and turns them into static pages: one page for every position, a plain link for
//! every move, and no scripts.
//!
//! # Solve a game
//!
//! [`solve()`] explores a game. It returns the positions and moves in the game's own types, with the result of best
//! play from each position:
//!
//! ```
//! use pageturner::games::nim::{Nim, Take};
//! use pageturner::{game::Player, solve, solve::GameValue};
//!
//! let nim = Nim { rows: vec![3, 4, 5], misere: false };
//! let solved = solve(&nim)?;
//! assert_eq!(solved.start().value(), GameValue::Win(Player::First));
//! // 3 ^ 4 ^ 5 is 2, and taking two from the row of three makes it 0.
//! assert_eq!(solved.start().best_moves(), [Take { row: 0, pieces: 2 }]);
//! # Ok::<(), pageturner::graph::ExploreError>(())
//! ```
//!
//! # Add a game
//!
//! A type that implements [`Rules`](game::Rules) is a game. In Chomp, two players take turns to bite into a bar of
//! chocolate. A bite removes a square and the rectangle above it and to its right. The player who eats the poisoned
//! square at the bottom left loses. This example works with `default-features = false`.
//!
//! ```
//! use pageturner::game::{Outcome, Player, Players, Rules, Status};
//! struct Chomp(u8, usize);
//! impl Rules for Chomp {
//!     type State = (Player, Vec<u8>);
//!     type Move = (usize, u8);
//!     fn players(&self) -> Players { Players::Two("A".into(), "B".into()) }
//!     fn start(&self) -> Self::State { (Player::First, vec![self.0; self.1]) }
//!     fn status(&self, (turn, rows): &Self::State) -> Status {
//!         if rows[0] == 0 { Status::Over(Outcome::Win(*turn)) } else { Status::Turn(*turn) }
//!     }
//!     fn moves(&self, (_, rows): &Self::State, out: &mut Vec<Self::Move>) {
//!         rows.iter().enumerate().for_each(|(row, &length)| out.extend((0..length).map(|at| (row, at))));
//!     }
//!     fn play(&self, (turn, rows): &Self::State, (row, at): Self::Move) -> Self::State {
//!         let left = |(number, &length): (usize, &u8)| if number < row { length } else { length.min(at) };
//!         (turn.opponent(), rows.iter().enumerate().map(left).collect())
//!     }
//! }
//! // On a square bar the only good first bite is the one diagonally next to the poisoned square.
//! fn main() { assert_eq!(pageturner::solve(&Chomp(4, 4)).unwrap().start().best_moves(), [(1, 1)]); }
//! ```
//!
//! # Publish it
//!
//! To give a game pages, also implement [`Show`](game::Show), whose methods are all optional. To let content name the
//! game, implement [`Declare`](game::Declare). In `main`, call the function [`program`], which runs the command-line
//! interface: it creates, builds, checks and serves sites of your games.
//! [`examples/chomp.rs`](https://docs.rs/crate/pageturner/latest/source/examples/chomp.rs) is a complete example. Run
//! this example with `init` to create a site. In the site's folder `content/`, add a page whose header contains
//! `game = "chomp"`; the command `games` prints such a page. Finally, run the example with `build` to write the
//! website.
//!
//! ```no_run
//! # use pageturner::game::{Declare, Outcome, ParameterError, Players, ParameterReader, Rules, Show, Status};
//! # struct Chomp;
//! # impl Rules for Chomp {
//! #     type State = u8;
//! #     type Move = u8;
//! #     fn players(&self) -> Players { Players::One }
//! #     fn start(&self) -> u8 { 0 }
//! #     fn status(&self, _: &u8) -> Status { Status::Over(Outcome::Solved) }
//! #     fn moves(&self, _: &u8, _: &mut Vec<u8>) {}
//! #     fn play(&self, _: &u8, _: u8) -> u8 { 0 }
//! # }
//! # impl Show for Chomp {}
//! # impl Declare for Chomp {
//! #     const NAME: &'static str = "chomp";
//! #     const SUMMARY: &'static str = "Leave the poisoned square to the other player.";
//! #     fn from_parameters(_: &ParameterReader<'_>) -> Result<Self, ParameterError> { Ok(Self) }
//! # }
//! use pageturner::Games;
//!
//! fn main() -> std::process::ExitCode {
//!     pageturner::program(&Games::standard().with::<Chomp>())
//! }
//! ```
//!
//! # Features
//!
//! Both features are on by default. If you turn both off, the crate contains only the games and the solver.
//!
//! - `cli` adds sites, stories (the module `story`) and the command line.
//! - `serve` adds the command `serve`, which needs a web server.
#![cfg_attr(
    feature = "cli",
    doc = r"
# How sites are made

```text
content ──► game ──► graph ──► solve ──► policy ──► edition, lesson, puzzle ──► page ──► theme ──► output
```

Data flows through these stages in one direction. Content is the Markdown files of a site, with headers in TOML; an
edition is one way to play a game, such as against the computer. The code consists of six layers, each of which uses
only those before it: `ground`, `engine`, `content`, `pages`, `outputs`, `tool`. The public interface consists of
`game`, [`games`], `graph`, `solve`, `policy` and `story`; the other modules can change in any release."
)]

// The layers. Each uses only those before it. They are public, for the tests in `tests/suite`, the targets in `fuzz`
// and the benchmark, but hidden from the documentation.

#[doc(hidden)]
pub mod ground;

#[doc(hidden)]
pub mod engine;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod content;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod pages;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod outputs;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod tool;

pub use engine::games::Games;
#[cfg(feature = "cli")]
pub use engine::ink as story;
pub use engine::solve::policy;
pub use engine::solve::solved::{MAX_STATES, Position, Solved, solve};
pub use engine::{game, games, graph, solve};
#[cfg(feature = "cli")]
pub use tool::commands::{command, program};
