//! A Markdown file of the content: its header and its text.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pageturner_fuzz::SiteFolder;

static SITE: LazyLock<SiteFolder> = LazyLock::new(SiteFolder::default);

fuzz_target!(|bytes: &[u8]| {
    SITE.write("content/fuzzed.md", bytes);
    SITE.render();
});
