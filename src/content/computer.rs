//! The computer in one seat of an edition, as content describes it.

use std::ops::RangeInclusive;

use serde::Deserialize;
use toml::Spanned;

use crate::diagnostic::{Diagnostic, Source, did_you_mean};
use crate::game::{Computer, GENERAL_POLICIES, Player, Players, Policy};
use crate::games::Game;

/// The table `computer` of an edition.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawComputer {
    /// Whose seat it has. Without it the second.
    /// Example: `plays = "first"`
    #[serde(default)]
    plays: Option<Seat>,
    /// How it chooses: `perfect`, `negamax`, `greedy`, `random`, or a policy of the game.
    /// Example: `policy = "perfect"`
    policy: Spanned<String>,
    /// How many moves `negamax` looks ahead, from 1 to 6. Without it 2.
    /// Example: `depth = 3`
    #[serde(default)]
    depth: Option<Spanned<i64>>,
    /// How often of a hundred times it draws any move instead. Without it 0.
    /// Example: `blunder = 20`
    #[serde(default)]
    blunder: Option<Spanned<i64>>,
    /// With `random` it draws its first move. Without it that is chosen as any other.
    /// Example: `opening = "random"`
    #[serde(default)]
    opening: Option<Opening>,
    /// A number that what it draws depends on. Without it 0.
    /// Example: `seed = 7`
    #[serde(default)]
    pub(super) seed: Option<Spanned<i64>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Seat {
    First,
    Second,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Opening {
    Random,
}

/// How far ahead a search may look: each move further takes several times as long.
const DEEPEST: u64 = 6;

/// Returns the computer that a table describes, for a game that it can play.
pub(super) fn computer(raw: &Spanned<RawComputer>, game: &Game, source: &Source) -> Result<Computer, Diagnostic> {
    let RawComputer { plays, policy, depth, blunder, opening, seed } = raw.get_ref();
    if game.players() == Players::One {
        return Err(Diagnostic::new("a puzzle has no seat for a computer")
            .at(source, raw.span())
            .hint("remove the table `computer`"));
    }
    let depth = within(depth.as_ref(), "depth", 1..=DEEPEST, source)?.unwrap_or(2) as u8;
    let policy = match policy.get_ref().as_str() {
        "perfect" => Policy::Perfect,
        "negamax" => Policy::Negamax { depth },
        "greedy" => Policy::Negamax { depth: 1 },
        "random" => Policy::Random,
        name if game.policies().iter().any(|policy| policy.name == name) => Policy::Named(name.to_owned()),
        unknown => {
            let known = GENERAL_POLICIES.iter().chain(game.policies()).map(|policy| policy.name);
            return Err(Diagnostic::new(format!("unknown policy `{unknown}`"))
                .at(source, policy.span())
                .hint(did_you_mean(unknown, known)));
        }
    };
    Ok(Computer {
        seat: match plays {
            Some(Seat::First) => Player::First,
            Some(Seat::Second) | None => Player::Second,
        },
        policy,
        blunder: within(blunder.as_ref(), "blunder", 0..=100, source)?.unwrap_or(0) as u8,
        random_opening: opening.is_some(),
        seed: within(seed.as_ref(), "seed", 0..=i64::MAX.unsigned_abs(), source)?.unwrap_or(0),
    })
}

/// Returns a number if it keeps to a range.
pub(super) fn within(
    number: Option<&Spanned<i64>>,
    key: &str,
    range: RangeInclusive<u64>,
    source: &Source,
) -> Result<Option<u64>, Diagnostic> {
    let Some(written) = number else { return Ok(None) };
    let fit = u64::try_from(*written.get_ref()).ok().filter(|number| range.contains(number));
    fit.map(Some).ok_or_else(|| {
        Diagnostic::new(format!("`{key}` cannot be {}", written.get_ref())).at(source, written.span()).hint(format!(
            "a whole number from {} to {} is allowed here",
            range.start(),
            range.end()
        ))
    })
}
