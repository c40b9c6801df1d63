//! The messages of games, in English.

use std::sync::LazyLock;

use pageturner::Games;
use pageturner::content::words::{Catalogue, Locales};

use crate::file_games;

/// The English catalogue, with the built-in games and those of the site.
pub(crate) static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let shipped = Locales::shipped(Games::standard().catalogues());
    shipped.with_games(&file_games::words()).expect("what the games say").catalogue("en")
});
