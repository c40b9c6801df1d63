//! What games say, in English.

use std::sync::LazyLock;

use pageturner::Games;
use pageturner::words::Catalogue;

/// The catalogue of English, with the games of the program.
pub(crate) static CATALOGUE: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::english(Games::standard().catalogues("en")));
