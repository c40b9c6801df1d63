//! The files of a site for other programs, checked by such programs: validators of their formats, and a link checker
//! that follows every link from a plain server.

use std::process::Command;

use crate::driver::Server;
use crate::fixture::Fixture;

/// Returns a site with a variant, a feed, an error page, and characters that must be escaped.
fn site() -> Fixture {
    let site = Fixture::new();
    site.write(
        "content/site.toml",
        "title = \"Games & more\"\ntagline = \"<All> of them\"\nauthor = \"Somebody\"\n\n\
         [[variants]]\nname = \"eink\"\ntitle = \"Ink\"\ntheme = \"eink\"\n",
    );
    site.write(
        "content/news.md",
        "+++\ntitle = \"New & <better>\"\nsummary = \"What's \\\"new\\\"?\"\ndate = 2026-11-22\n+++\n\nText.\n",
    );
    site.write("content/old.md", "+++\ntitle = \"Old\"\ndate = 2024-02-29\n+++\n\nText.\n");
    site
}

/// Validates a file of the built site with a schema of the tests.
fn validate(site: &Fixture, kind: &str, schema: &str, path: &str) {
    let schema = format!("{}/tests/clients/schemas/{schema}", env!("CARGO_MANIFEST_DIR"));
    let mut xmllint = Command::new("xmllint");
    let validated = xmllint.args(["--noout", "--nonet", kind, &schema, path]).current_dir(site.public()).output();
    let validated = validated.expect("xmllint runs; `make clients` installs it");
    assert!(validated.status.success(), "{path}: {}", String::from_utf8_lossy(&validated.stderr));
}

#[test]
#[ignore = "needs xmllint: `make test` installs it"]
fn the_feed_and_the_sitemap_are_what_their_formats_ask_for() {
    let site = site();
    site.build(&["--base-url", "https://example.org/games/"]);
    validate(&site, "--relaxng", "atom.rng", "feed.xml");
    validate(&site, "--schema", "sitemap.xsd", "sitemap.xml");
}

#[test]
#[ignore = "needs LinkChecker: `make test` installs it"]
fn every_link_is_followed_from_a_plain_server_below_a_path() {
    let site = site();
    std::fs::create_dir(site.public()).expect("a folder");
    let base = Server::start(&site.public()).page("");
    site.build(&["--base-url", &base]);
    let begin = [base.clone(), format!("{base}404.html"), format!("{base}eink/index.html")];
    let mut checker = Command::new("linkchecker");
    let checker = checker.args(["--check-extern", "--no-status", "--threads=4", "--verbose"]).args(begin);
    let output = checker.output().expect("linkchecker runs; `make clients` installs it");
    let told = String::from_utf8_lossy(&output.stdout);
    // A `mailto:` link without an address, for which LinkChecker warns.
    let count = |words: &str| told.matches(words).count();
    assert!(told.contains(" 0 errors found") && count("\nWarning ") == count("No mail addresses"), "{told}");
    for path in ["nim/two-player/b-0-2.html", "eink/nim/two-player/b-0-2.html", "feed.xml", "icon.png", "oembed.json"] {
        assert!(told.contains(path), "{path} was not looked at: {told}");
    }
}
