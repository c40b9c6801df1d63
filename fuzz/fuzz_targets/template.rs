//! A template of a theme, loaded and filled with every page of a small game.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pageturner_fuzz::SiteFolder;

static SITE: LazyLock<SiteFolder> = LazyLock::new(SiteFolder::default);

fuzz_target!(|bytes: &[u8]| {
    SITE.write("themes/own/templates/position.html", bytes);
    SITE.render();
});
