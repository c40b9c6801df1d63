//! The manifest: the record of the files that the website writer has written.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pageturner::outputs::website::{InputDigest, STATE_FOLDER, UpdateOptions, Website};
use pageturner::pages::site::SOURCES;
use pageturner_fuzz::SiteFolder;

static SITE: LazyLock<SiteFolder> = LazyLock::new(SiteFolder::default);

fuzz_target!(|bytes: &[u8]| {
    SITE.write(&format!("public/{STATE_FOLDER}/manifest"), bytes);
    if let Ok(website) = Website::open(&SITE.root().join("public"), SITE.root(), &SOURCES) {
        assert!(
            website.current(InputDigest(0), UpdateOptions::default()).is_none(),
            "without a stamp nobody knows what the files hold"
        );
    }
});
