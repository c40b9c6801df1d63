//! The computer in one seat of an edition, as content describes it.

use serde::Deserialize;

use super::located::{Located, within};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::game::{BUILT_IN_POLICIES, Computer, Player, Players, Policy};
use crate::games::Game;

/// The table `computer` of an edition.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ComputerKeys {
    /// Whose seat it has. Without it the second.
    /// Example: `plays = "first"`
    #[serde(default = "second")]
    plays: Player,
    /// How it chooses: `perfect`, `negamax`, `greedy`, `random`, or a policy of the game.
    /// Example: `policy = "perfect"`
    pub(super) policy: Located<String>,
    /// How many moves `negamax` looks ahead, from 1 to 6: each move further takes several times as long. Without it 2.
    /// Example: `depth = 3`
    #[serde(default = "two", deserialize_with = "within::<_, _, 1, 6>")]
    depth: u8,
    /// How often of a hundred times it draws any move instead.
    /// Example: `blunder = 20`
    #[serde(default, deserialize_with = "within::<_, _, 0, 100>")]
    blunder: u8,
    /// With `random` it draws its first move. Without it that is chosen as any other.
    /// Example: `opening = "random"`
    opening: Option<Opening>,
    /// A number that what it draws depends on.
    /// Example: `seed = 7`
    #[serde(default, deserialize_with = "within::<_, _, 0, { i64::MAX }>")]
    pub(super) seed: u64,
}

fn two() -> u8 {
    2
}

fn second() -> Player {
    Player::Second
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Opening {
    Random,
}

impl Located<ComputerKeys> {
    /// Returns the computer that the table describes, for a game that it can play.
    pub(super) fn computer(&self, game: &Game) -> Result<Computer, Diagnostic> {
        let ComputerKeys { plays, ref policy, depth, blunder, opening, seed } = self.value;
        if game.players() == Players::One {
            let refused = self.diagnostic("a puzzle has no seat for a computer");
            return Err(refused.hint("remove the table `computer`"));
        }
        let policy = match policy.value.as_str() {
            "perfect" => Policy::Perfect,
            "negamax" => Policy::Negamax { depth },
            "greedy" => Policy::Negamax { depth: 1 },
            "random" => Policy::Random,
            name if game.policies().iter().any(|policy| policy.name == name) => Policy::Named(name.to_owned()),
            unknown => {
                let known = BUILT_IN_POLICIES.iter().chain(game.policies()).map(|policy| policy.name);
                let hint = did_you_mean(unknown, known);
                return Err(policy.diagnostic(format!("unknown policy `{unknown}`")).hint(hint));
            }
        };
        Ok(Computer { seat: plays, policy, blunder, random_opening: opening.is_some(), seed })
    }
}
