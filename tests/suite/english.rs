//! What games say, in English.

use std::sync::LazyLock;

use pageturner::Games;
use pageturner::words::{Catalogue, Locales};

/// The catalogue of English, with the games of the program.
pub(crate) static CATALOGUE: LazyLock<Catalogue> =
    LazyLock::new(|| Locales::shipped(Games::standard().catalogues()).catalogue("en"));
