//! Sites in several languages.

use std::collections::BTreeSet;

use crate::fixture::Fixture;
use crate::reading::{Page, follow};
use crate::whole_site::PAGES;

/// The small site in English and German, where German lacks the page about it.
fn in_two_languages() -> Fixture {
    let site = Fixture::new();
    site.write("content/site.toml", "title = \"A small site\"\nlanguages = [\"de\"]\n");
    site.write("content/site.de.toml", "title = \"Eine kleine Seite\"\n");
    let words = "title = \"Das Nimspiel\"\nsummary = \"Nimm Steine.\"\n";
    let edition = "[[editions]]\nname = \"two-player\"\ntitle = \"Zu zweit\"\n";
    let text = "[Über uns](about.md), [eine Stellung](nim/two-player/b-0-2.html), [der Plan](notes/plan.txt)";
    site.write("content/nim.de.md", &format!("+++\n{words}{edition}+++\n\n{text}\n"));
    site
}

/// Where a page says that it is in another language.
fn translation(page: &Page, path: &str) -> Option<String> {
    let link = page.links.iter().find(|link| link.language.is_some())?;
    Some(follow(path, &link.href))
}

#[test]
fn every_page_leads_to_the_same_one_in_the_other_language() {
    let mut same = 0;
    for (path, page) in &*PAGES {
        let other = translation(page, path).unwrap_or_else(|| panic!("{path} leads to no other language"));
        assert!(PAGES.contains_key(&other), "{path} leads to {other}");
        let expected = path.strip_prefix("de/").map_or_else(|| format!("de/{path}"), str::to_owned);
        // A copy need not have the same pages in both languages.
        let own = expected.replacen("eink/", "", 1);
        if let Some(expected) = [expected, own].into_iter().find(|path| PAGES.contains_key(path)) {
            assert_eq!(other, expected, "{path}");
            same += 1;
        } else {
            assert!(!path.starts_with("de/"), "{path} is in English, too");
        }
    }
    assert!(same > 10_000, "{same} pages have another one");
}

#[test]
fn a_language_has_what_is_translated_and_leads_to_the_rest() {
    let site = in_two_languages();
    site.build(&["--base-url", "https://example.org/"]);
    let game = site.read("de/nim/index.html");
    assert!(game.contains("<html lang=de>") && game.contains("Das Nimspiel") && game.contains("Zu zweit"));
    for way in ["href=../../about.html", "href=two-player/b-0-2.html", "href=../../notes/plan.txt"] {
        assert!(game.contains(way), "{way} in {game}");
    }
    let names = |path: &str| -> BTreeSet<String> {
        let own = site.public().join(path);
        std::fs::read_dir(own)
            .expect("a folder")
            .map(|entry| entry.expect("one").file_name().into_string().expect("Unicode"))
            .collect()
    };
    assert_eq!(names("de/nim/two-player"), names("nim/two-player"));
    assert!(!site.public().join("de/about.html").exists(), "nobody has translated it");
    assert!(site.read("nim/two-player/b-0-2.html").contains("href=../../de/nim/two-player/b-0-2.html"));
    assert!(site.read("about.html").contains("href=de/index.html"), "what is not there leads to the front page");
    assert!(
        site.read("robots.txt")
            .ends_with("Sitemap: https://example.org/sitemap.xml\nSitemap: https://example.org/de/sitemap.xml\n")
    );
    assert!(site.read("de/sitemap.xml").contains("<loc>https://example.org/de/nim/index.html</loc>"));
    for path in ["nim/index.html", "de/nim/index.html"] {
        let page = site.read(path);
        for (tag, address) in
            [("en", "https://example.org/nim/index.html"), ("de", "https://example.org/de/nim/index.html")]
        {
            assert!(page.contains(&format!("<link href={address} hreflang={tag} rel=alternate>")), "{path}: {page}");
        }
    }
    let missing = site.read("404.html");
    assert!(missing.contains("href=/de/index.html"), "{missing}");
}

#[test]
fn one_file_is_in_one_language() {
    let site = in_two_languages();
    site.run(&["export", "single", "nim/two-player", "--language", "de", "-o", "nim.html"]);
    let file = std::fs::read_to_string(site.root().join("nim.html")).expect("a file");
    assert!(file.contains("lang=de") && file.contains("Das Nimspiel"));
    let message = site.fail_to("export", &["epub", "nim", "--language", "fr"]);
    assert!(message.contains("the site is not in the language `fr`") && message.contains("en, de"), "{message}");
}

#[test]
fn a_server_has_every_language() {
    let site = in_two_languages();
    site.build(&[]);
    let server = crate::serve::Server::start(site.root(), &[]);
    for path in ["de/index.html", "de/nim/", "de/nim/two-player/b-0-2.html", "nim/index.html"] {
        let file = if path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
        assert_eq!(server.get(path).text(), site.read(&file), "{path}");
    }
    assert_eq!(server.get("de/about.html").status, 404);
    for (path, language) in [("%ff", "en"), ("de/%ff", "de")] {
        let told = server.get(path);
        assert!(
            told.status == 400 && told.text().contains(&format!("<html lang={language}>")),
            "{path}: {}",
            told.text()
        );
    }
}
