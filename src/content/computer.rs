//! The computer in one seat of an edition, as content describes it.

use serde::Deserialize;
use toml::Spanned;

use crate::diagnostic::{Diagnostic, Source, did_you_mean};
use crate::game::{Computer, Player, Players, Policy};
use crate::games::AnyGame;

/// The table `computer` of an edition.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawComputer {
    #[serde(default)]
    plays: Option<Seat>,
    policy: Spanned<String>,
    #[serde(default)]
    depth: Option<Spanned<u8>>,
    #[serde(default)]
    blunder: Option<Spanned<u8>>,
    #[serde(default)]
    opening: Option<Opening>,
    #[serde(default)]
    seed: u64,
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
const DEEPEST: u8 = 6;

/// Returns the computer that a table describes, for a game that it can play.
pub(super) fn computer(raw: &Spanned<RawComputer>, game: &AnyGame, source: &Source) -> Result<Computer, Diagnostic> {
    let RawComputer { plays, policy, depth, blunder, opening, seed } = raw.get_ref();
    if game.players() == Players::One {
        return Err(Diagnostic::new("a puzzle has no seat for a computer")
            .at(source, raw.span())
            .hint("remove the table `computer`"));
    }
    let depth = within(depth.as_ref(), "depth", 1, DEEPEST, source)?.unwrap_or(2);
    let policy = match policy.get_ref().as_str() {
        "perfect" => Policy::Perfect,
        "negamax" => Policy::Negamax { depth },
        "greedy" => Policy::Negamax { depth: 1 },
        "random" => Policy::Random,
        name if game.policies().contains(&name) => Policy::Named(name.to_owned()),
        unknown => {
            let known = ["perfect", "negamax", "greedy", "random"].into_iter().chain(game.policies().iter().copied());
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
        blunder: within(blunder.as_ref(), "blunder", 0, 100, source)?.unwrap_or(0),
        random_opening: opening.is_some(),
        seed: *seed,
    })
}

/// Returns a number if it keeps to a range.
pub(super) fn within(
    number: Option<&Spanned<u8>>,
    key: &str,
    least: u8,
    most: u8,
    source: &Source,
) -> Result<Option<u8>, Diagnostic> {
    match number {
        Some(number) if !(least..=most).contains(number.get_ref()) => {
            Err(Diagnostic::new(format!("`{key}` cannot be {}", number.get_ref()))
                .at(source, number.span())
                .hint(format!("a whole number from {least} to {most} is allowed here")))
        }
        number => Ok(number.map(|number| *number.get_ref())),
    }
}
