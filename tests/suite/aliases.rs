//! Aliases: the redirects at earlier addresses of a page.

use crate::fixture::Fixture;

const EDITION: &str = "[[editions]]\nname = \"two-player\"\ntitle = \"Two\"\nparameters = { rows = [1, 2] }\n";

/// Returns a site with a plain page and a game that used to have other addresses.
fn site() -> Fixture {
    let site = Fixture::new();
    site.write("content/about.md", "+++\ntitle = \"About & more\"\naliases = [\"old-name\", \"2025/old/\"]\n+++\n");
    let header = "title = \"Nim\"\nsummary = \"Take.\"\ngame = \"nim\"\naliases = [\"take away.html\"]\n";
    site.write("content/nim.md", &format!("+++\n{header}{EDITION}+++\n\n[Once](old-name.html)\n"));
    site
}

#[test]
fn a_page_at_each_earlier_address_leads_to_the_page() {
    let site = site();
    site.build(&["--base-url", "https://example.org/games/"]);
    let expected = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>About &amp; more</title>\n\
        <meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"robots\" content=\"noindex\">\n\
        <link rel=\"canonical\" href=\"https://example.org/games/about.html\">\n\
        <meta http-equiv=\"refresh\" content=\"0; url=../../about.html\">\n\
        <p><a href=\"../../about.html\">About &amp; more</a></p>\n";
    assert_eq!(site.read("2025/old/index.html"), expected);
    assert!(site.read("old-name.html").contains("<a href=\"about.html\">"));
    assert!(site.read("take away.html").contains("<a href=\"nim/index.html\">"));
    let sitemap = site.read("sitemap.xml");
    assert!(sitemap.contains("/about.html") && !sitemap.contains("old"), "{sitemap}");
}

#[test]
fn the_proof_knows_that_earlier_addresses_lead_on() {
    let site = site();
    site.run(&["check"]);
    site.build(&[]);
    assert!(!site.read("old-name.html").contains("canonical"), "it needs a base URL");
    site.run(&["check", "--dir", "public"]);
}

#[test]
fn a_page_of_a_game_leads_on_in_each_language() {
    let site = site();
    site.write("content/site.toml", "title = \"A\"\nlanguages = [\"de\"]\n");
    site.write("content/site.de.toml", "title = \"A\"\n");
    site.write(
        "content/nim.de.md",
        &format!("+++\ntitle = \"Nim\"\nsummary = \"Nimm.\"\n{EDITION}+++\n")
            .replace("parameters = { rows = [1, 2] }\n", ""),
    );
    site.build(&[]);
    let page = site.read("de/take away.html");
    assert!(page.contains("<html lang=\"de\">") && page.contains("<a href=\"nim/index.html\">"), "{page}");
    site.run(&["check"]);
}
