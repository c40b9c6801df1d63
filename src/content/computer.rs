//! The computer in one seat of an edition, as content describes it.

use serde::Deserialize;

use super::located::{Located, Within, within};
use crate::engine::game::{BUILT_IN_POLICIES, Computer, Player, Players, Policy};
use crate::engine::games::Game;
use crate::ground::diagnostic::{Diagnostic, did_you_mean};

/// The table `computer` of an edition.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ComputerKeys {
    /// Whose seat it has. Without it the second.
    /// Example: `plays = "first"`
    #[serde(default = "second")]
    plays: Player,
    /// How well it plays: `easy`, `medium` or `hard`. The next three keys say something else of it, each for itself.
    /// Example: `level = "easy"`
    level: Option<Level>,
    /// How it chooses: `perfect`, `negamax`, `greedy`, `random`, or a policy of the game. Needed without a `level`.
    /// Example: `policy = "perfect"`
    policy: Option<Located<String>>,
    /// How many moves `negamax` looks ahead, from 1 to 6: each move further takes several times as long. Without it 2,
    /// or 1 if `level` is `easy`.
    /// Example: `depth = 3`
    depth: Option<Within<u8, 1, 6>>,
    /// How often of a hundred times it draws any move instead. Without it never, or as the level says: 80 times if it
    /// is `easy`, and 25 if it is `medium`.
    /// Example: `blunder = 20`
    blunder: Option<Within<u8, 0, 100>>,
    /// With `random` it draws its first move. Without it that is chosen as any other.
    /// Example: `opening = "random"`
    opening: Option<Opening>,
    /// A number that what it draws depends on.
    /// Example: `seed = 7`
    #[serde(default, deserialize_with = "within::<_, _, 0, { i64::MAX }>")]
    pub(super) seed: u64,
}

fn second() -> Player {
    Player::Second
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Easy,
    Medium,
    Hard,
}

impl Level {
    fn policy(self, depth: Option<u8>) -> Policy {
        match self {
            Self::Easy => Policy::Negamax { depth: depth.unwrap_or(1) },
            Self::Medium => Policy::Negamax { depth: depth.unwrap_or(2) },
            Self::Hard => Policy::Perfect,
        }
    }

    fn blunder(self) -> u8 {
        match self {
            Self::Easy => 80,
            Self::Medium => 25,
            Self::Hard => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Opening {
    Random,
}

impl Located<ComputerKeys> {
    pub(super) fn computer(&self, game: &Game) -> Result<Computer, Diagnostic> {
        let ComputerKeys { plays, level, ref policy, depth, blunder, opening, seed } = self.value;
        if game.players() == Players::One {
            let refused = self.diagnostic("a puzzle has no seat for a computer");
            return Err(refused.hint("remove the table `computer`"));
        }
        let depth = depth.map(|depth| depth.0);
        let policy = match (policy, level) {
            (Some(named), _) => named_policy(named, depth, game)?,
            (None, Some(level)) => level.policy(depth),
            (None, None) => {
                let refused = self.diagnostic("nothing says how well the computer plays");
                return Err(refused.hint("add `level = \"easy\"`, `\"medium\"` or `\"hard\"`, or a `policy`"));
            }
        };
        let blunder = blunder.map(|blunder| blunder.0).or(level.map(Level::blunder)).unwrap_or_default();
        Ok(Computer { seat: plays, policy, blunder, random_opening: opening.is_some(), seed })
    }
}

fn named_policy(named: &Located<String>, depth: Option<u8>, game: &Game) -> Result<Policy, Diagnostic> {
    Ok(match named.value.as_str() {
        "perfect" => Policy::Perfect,
        "negamax" => Policy::Negamax { depth: depth.unwrap_or(2) },
        "greedy" => Policy::Negamax { depth: 1 },
        "random" => Policy::Random,
        name if game.policies().iter().any(|policy| policy.name == name) => Policy::Named(name.to_owned()),
        unknown => {
            let known = BUILT_IN_POLICIES.iter().chain(game.policies()).map(|policy| &*policy.name);
            let hint = did_you_mean(unknown, known);
            return Err(named.diagnostic(format!("unknown policy `{unknown}`")).hint(hint));
        }
    })
}
