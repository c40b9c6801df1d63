//! Sites in several languages.

use std::collections::BTreeSet;
use std::iter;

use rayon::prelude::*;

use crate::book::{self, export_as};
use crate::clients::large_sample;
use crate::files::{in_language, is_of_words};
use crate::fixture::Fixture;
use crate::html;
use crate::reading::follow;
use crate::tree::Html;
use crate::whole_site::{FOLDER, PAGES};

/// Returns the small site in English and German, without the page about it in German.
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

#[test]
fn every_page_leads_to_the_same_one_in_the_other_language() {
    let mut same = 0;
    for (path, page) in &*PAGES {
        // These pages are only passed through in play.
        if (path.contains("~from-") || path.contains("~not-")) && !path.contains("/lesson/") {
            assert!(page.links.iter().all(|link| link.language.is_none()), "{path}");
            continue;
        }
        let expected = path.strip_prefix("de/").map_or_else(|| format!("de/{path}"), str::to_owned);
        // A variant need not have the same pages in both languages, and players stay in their variant.
        let own = Some(expected.replacen("eink/", "", 1)).filter(|_| is_of_words(path) && !path.contains("calendar/"));
        let expected = [Some(expected), own].into_iter().flatten().find(|path| PAGES.contains_key(path));
        let mut links = page.links.iter().filter(|link| link.language.is_some());
        let link = links.next();
        assert_eq!(link.map(|link| follow(path, &link.href)), expected, "{path}");
        if let Some(link) = link {
            let named = if path.starts_with("de/") { ("en", "English") } else { ("de", "Deutsch") };
            assert_eq!((link.language.as_deref(), &*link.text), (Some(named.0), named.1), "{path}");
            same += 1;
        } else {
            assert!(!path.starts_with("de/") || path.contains("eink/"), "{path} is in English, too");
        }
    }
    assert!(same > 2_000, "{same} pages have another one");
}

/// Frequent words of only one of the two languages.
const WORDS: [(&str, &[&str]); 2] = [
    ("en", &["the", "and", "of", "is", "are", "to", "you", "your", "with", "that", "move", "moves", "english"]),
    ("de", &["der", "das", "und", "ist", "sind", "zu", "du", "dein", "mit", "zug", "züge", "nicht", "deutsch"]),
];

/// Returns the problems with the languages of a page: an element declares another language than that of its text, or
/// none.
fn in_wrong_language(page: &Html) -> Vec<String> {
    let mut wrong = Vec::new();
    for node in page.nodes() {
        let attributes = ["alt", "aria-label", "content", "title"].iter().filter_map(|name| node.attr(name));
        let told: Vec<&str> = node.as_text().into_iter().chain(attributes).collect();
        let around = || iter::once(node).chain(node.ancestors());
        if around().any(|element| ["code", "pre", "style"].contains(&element.name())) {
            continue;
        }
        let language = around().find_map(|element| element.attr("lang"));
        for text in told {
            let words: BTreeSet<String> =
                text.to_lowercase().split(|c: char| !c.is_alphabetic()).map(str::to_owned).collect();
            for (other, known) in WORDS.iter().filter(|(other, _)| Some(*other) != language) {
                let found = known.iter().find(|word| words.contains(**word));
                wrong.extend(found.map(|word| format!("{word:?} is {other} and not {language:?}: {text}")));
            }
        }
    }
    wrong
}

#[test]
fn every_text_is_in_the_language_that_its_element_says() {
    let wrong_on = |path: &str, language: &str, page: &Html| {
        let mut wrong = in_wrong_language(page);
        wrong
            .extend((page.root_element().attr("lang") != Some(language)).then(|| format!("not said to be {language}")));
        wrong.into_iter().map(|wrong| format!("{path}: {wrong}")).collect::<Vec<_>>()
    };
    let on_website = |path: &String| {
        let language = if in_language(path).0 == "de" { "de" } else { "en" };
        wrong_on(path, language, &html::page(&FOLDER.join(path)))
    };
    let mut wrong: Vec<String> = large_sample().par_iter().flat_map_iter(on_website).collect();
    for language in ["en", "de"] {
        let export = |form| export_as(form, &["nim/two-player"], &["--language", language]);
        let book = book::files(&export("epub")).into_iter().filter(|(path, _)| book::is_page(path));
        let single = String::from_utf8(export("single")).expect("a text");
        for (path, text) in book.chain([("single.html".to_owned(), single)]) {
            wrong.extend(wrong_on(&path, language, &Html::parse_document(&text)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn titles_have_the_dash_of_their_language() {
    let dashes = |dash: &str| {
        PAGES
            .iter()
            .filter(|(_, page)| page.title.contains(dash))
            .map(|(path, _)| in_language(path).0)
            .collect::<BTreeSet<_>>()
    };
    assert_eq!((dashes(" — "), dashes(" – ")), (BTreeSet::from([""]), BTreeSet::from(["de"])));
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
    assert!(!site.read("about.html").contains("href=de/"), "what is not there is not led to");
    assert!(
        site.read("robots.txt")
            .ends_with("Sitemap: https://example.org/sitemap.xml\nSitemap: https://example.org/de/sitemap.xml\n")
    );
    assert!(site.read("de/sitemap.xml").contains("<loc>https://example.org/de/nim/index.html</loc>"));
    for path in ["nim/index.html", "de/nim/index.html"] {
        let page = site.read(path);
        for (tag, address) in [
            ("en", "https://example.org/nim/index.html"),
            ("de", "https://example.org/de/nim/index.html"),
            ("x-default", "https://example.org/nim/index.html"),
        ] {
            assert!(page.contains(&format!("<link href={address} hreflang={tag} rel=alternate>")), "{path}: {page}");
        }
    }
    let missing = site.read("404.html");
    assert!(missing.contains("href=/de/index.html"), "{missing}");
    let settings = std::fs::read_to_string(site.root().join("content/site.toml")).expect("the settings");
    let variant = "[[variants]]\nname = \"eink\"\ntitle = \"E-ink\"\ntheme = \"eink\"\n";
    site.write("content/site.toml", &format!("{settings}\n{variant}"));
    site.build(&["--base-url", "https://example.org/"]);
    assert!(!site.read("eink/nim/index.html").contains("rel=alternate"), "search engines know another page");
}

#[test]
fn one_file_is_in_one_language() {
    let site = in_two_languages();
    site.run(&["export", "single", "nim/two-player", "--language", "de", "-o", "nim.html"]);
    let file = std::fs::read_to_string(site.root().join("nim.html")).expect("a file");
    assert!(file.contains("lang=de") && file.contains("Das Nimspiel"));
    let message = site.fail_to("export", &["epub", "nim", "--language", "fr"]);
    assert!(message.contains("the site does not have the language `fr`") && message.contains("en, de"), "{message}");
}

/// The texts of a game in Lua are in its file, and in the translations next to the file.
#[test]
fn one_file_of_a_game_in_lua_is_in_one_language() {
    for (language, goal) in [("en", "Red drives off to the right"), ("de", "Rot fährt rechts hinaus")] {
        let file = export_as("single", &["dodgem/easy"], &["--language", language]);
        let file = String::from_utf8(file).expect("a text");
        assert!(file.contains(goal) && !file.contains("player-1"), "{language}: {file:.2000}");
    }
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
}
