//! What games say, in English.

use std::sync::LazyLock;

use pageturner::Games;
use pageturner::content::words::{Catalogue, Locales};

use crate::file_games;

/// The catalogue of English, with the games of the program and of the site.
pub(crate) static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let shipped = Locales::shipped(Games::standard().catalogues());
    shipped.with_games(&file_games::words()).expect("what the games say").catalogue("en")
});
