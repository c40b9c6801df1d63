//! The file `site.toml`, except `max_positions`: more positions would only be more work.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pageturner::content::ContentFolder;
use pageturner::games::Games;
use pageturner_fuzz::SiteFolder;

static SITE: LazyLock<SiteFolder> = LazyLock::new(SiteFolder::default);

fuzz_target!(|bytes: &[u8]| {
    SITE.write("content/site.toml", bytes);
    let games = Games::standard();
    let content = ContentFolder::open(SITE.root(), &games).and_then(|folder| folder.read(&folder.config.language));
    if let Err(findings) = content {
        assert!(findings.iter().next().is_some(), "a site is refused for a reason");
    }
});
