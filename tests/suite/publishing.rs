//! The files and metadata of a site for programs that find it, link to it and embed it: all of them need the base URL.

use std::fs;
use std::path::Path;

use crate::files::{files_below, is_of_words, is_page};
use crate::fixture::Fixture;
use crate::html::{self, all, texts, values};
use crate::pictures::size_of_png;
use crate::tree::Html;

const BASE: &str = "https://example.org/games/";

/// Builds a site for its base URL, and returns a function that reads its files.
fn published(site: &Fixture) -> impl Fn(&str) -> String {
    site.build(&["--base-url", BASE]);
    |path| site.read(path)
}

/// Returns the addresses in the attributes `href` and `src` of a page.
fn addresses(html: &str) -> Vec<String> {
    let page = Html::parse_document(html);
    [values(&page, "[href]", "href"), values(&page, "[src]", "src")].concat()
}

/// Returns the content of a `<meta>` of a page, by its `name` or `property`.
fn meta(html: &str, name: &str) -> Option<String> {
    let selector = format!("meta[name='{name}'], meta[property='{name}']");
    let mut found = values(&Html::parse_document(html), &selector, "content");
    assert!(found.len() <= 1, "{name} stands there once");
    found.pop()
}

#[test]
fn without_an_address_there_is_nothing_that_needs_one_and_a_word_about_it() {
    let site = Fixture::new();
    let (_, told) = site.run(&["build"]);
    assert_eq!(told.matches("--base-url").count(), 1, "{told}");
    for (path, bytes) in files_below(&site.public()) {
        let is_for_others = ["404.html", "sitemap.xml", "robots.txt", "feed.xml"].contains(&&*path);
        assert!(!is_for_others && !path.ends_with("preview.png") && !path.ends_with("oembed.json"), "{path}");
        let text = String::from_utf8_lossy(&bytes);
        let for_others = ["og:title", "noindex", "&lt;iframe", "mailto:"].iter().find(|part| text.contains(**part));
        assert_eq!(for_others, None, "{path}");
    }
    // A build with nothing to do prints no note.
    for arguments in [&["build"][..], &["build", "--quiet", "--force", "--drafts"], &["build", "--base-url", BASE]] {
        assert_eq!(site.run(arguments).1, "", "{arguments:?}");
    }
}

#[test]
fn a_position_between_people_can_be_sent_to_whoever_is_to_move() {
    let site = Fixture::new();
    let read = published(&site);
    let letters = |path: &str| {
        let page = Html::parse_document(&read(path));
        let links = all(&page, "nav a").into_iter().filter(|link| html::text(link).starts_with("Send to"));
        links.map(|link| (html::text(&link), link.attr("href").unwrap_or_default().to_owned())).collect::<Vec<_>>()
    };
    // RFC 6068: a slash in the body is escaped, a colon is not.
    let body = "https:%2F%2Fexample.org%2Fgames%2Fnim%2Ftwo-player%2Fb-0-2.html";
    let letter = ("Send to Player B".to_owned(), format!("mailto:?body={body}"));
    assert_eq!(letters("nim/two-player/b-0-2.html"), [letter]);
    assert_eq!(letters("nim/two-player/a-0-0.html"), [], "an end");
}

#[test]
fn the_page_for_what_is_not_there_leads_back_from_any_depth() {
    let site = Fixture::new();
    let read = published(&site);
    let html = read("404.html");
    let addresses = addresses(&html);
    assert!(addresses.contains(&"/games/words.css".to_owned()), "{addresses:?}");
    assert!(addresses.contains(&"/games/index.html".to_owned()), "{addresses:?}");
    assert!(addresses.contains(&"/games/nim/index.html".to_owned()), "{addresses:?}");
    assert!(addresses.iter().all(|address| address.starts_with("/games/")), "{addresses:?}");
    assert_eq!(meta(&html, "robots").as_deref(), Some("noindex"));
    assert!(!html.contains("canonical"), "{html}");
}

#[test]
fn the_sitemap_has_the_pages_that_people_come_to_first_and_robots_are_told_of_it() {
    let site = Fixture::new();
    site.write("content/site.toml", VARIANT);
    let read = published(&site);
    let sitemap = read("sitemap.xml");
    let listed: Vec<_> = sitemap.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next()).collect();
    let pages = ["index.html", "nim/index.html", "nim/two-player/index.html", "about.html"];
    assert_eq!(listed, pages.map(|page| format!("{BASE}{page}")));
    assert_eq!(read("robots.txt"), format!("User-agent: *\nAllow: /\n\nSitemap: {BASE}sitemap.xml\n"));
}

const VARIANT: &str = "title = \"A small site\"\n\n[[variants]]\nname = \"eink\"\ntitle = \"Ink\"\ntheme = \"eink\"\n";

#[test]
fn positions_inside_of_an_edition_are_not_to_be_listed_by_search_engines() {
    let site = Fixture::new();
    site.write("content/site.toml", VARIANT);
    let read = published(&site);
    // Search engines are referred to the first page of an edition.
    let edition = "href=https://example.org/games/nim/two-player/index.html rel=canonical";
    for path in ["nim/two-player/b-0-2.html", "eink/nim/two-player/b-0-2.html"] {
        assert!(read(path).contains(edition), "{path}");
        assert_eq!(meta(&read(path), "robots").as_deref(), Some("noindex"), "{path}");
        assert_eq!(meta(&read(path), "og:title"), None, "{path}");
    }
    // Copies of a page say which one to list instead.
    for path in ["nim/two-player/index.html", "eink/nim/two-player/index.html", "about.html", "index.html"] {
        assert_eq!(meta(&read(path), "robots"), None, "{path}");
        let own = path.strip_prefix("eink/").unwrap_or(path);
        assert!(read(path).contains(&format!("href={BASE}{own} rel=canonical")), "{path}");
    }
    site.build(&[]);
    assert!(!site.read("about.html").contains("canonical"));
}

#[test]
fn pages_that_people_come_to_first_tell_what_they_are() {
    let site = Fixture::new();
    let read = published(&site);
    let html = read("nim/two-player/index.html");
    let has = |name: &str, content: &str| assert_eq!(meta(&html, name).as_deref(), Some(content), "{name}");
    has("og:url", &format!("{BASE}nim/two-player/index.html"));
    has("og:image", &format!("{BASE}nim/two-player/preview.png"));
    has("og:image:width", "1200");
    has("og:image:height", "630");
    has("og:type", "website");
    has("og:site_name", "A small site");
    has("twitter:card", "summary_large_image");
    assert!(meta(&html, "og:title").expect("a title").contains("Nim"));
    for path in ["preview.png", "nim/preview.png", "nim/two-player/preview.png"] {
        let png = fs::read(site.public().join(path)).expect("a picture");
        assert_eq!(size_of_png(&png), (1200, 630), "{path}");
    }
    // A page without a position has the picture of the site.
    assert_eq!(meta(&read("about.html"), "og:image"), Some(format!("{BASE}preview.png")));
}

#[test]
fn every_page_has_an_icon_beside_the_theme() {
    let site = Fixture::new();
    site.write("content/site.toml", VARIANT);
    for theme in ["classic", "plain"] {
        site.build(&["--theme", theme]);
        for path in files_below(&site.public()).into_keys().filter(|path| is_page(path)) {
            // E-ink readers show no icons, so pages of play for them have none.
            if path.starts_with("eink/") && !is_of_words(&path) {
                continue;
            }
            let file = site.public().join(&path);
            let icons = values(&html::page(&file), "link[rel=icon]", "href");
            let [icon] = &icons[..] else { panic!("{path} has {icons:?}") };
            let icon = file.parent().expect("a folder").join(icon);
            assert_eq!(fs::read(&icon).expect("an icon")[..4], *b"\x89PNG", "{path}");
        }
    }
}

#[test]
fn files_of_the_author_stand_in_place_of_those_of_the_program() {
    let site = Fixture::new();
    site.write("content/site.toml", VARIANT);
    site.write("content/robots.txt", "User-agent: *\nDisallow: /\n");
    let mine = b"\x89PNG\r\n\x1a\n\0\0\0\0IEND\xaeB`\x82 of mine";
    fs::create_dir(site.root().join("content/nim")).expect("a folder");
    for path in ["icon.png", "nim/preview.png"] {
        fs::write(site.root().join("content").join(path), mine).expect("a file");
    }
    site.write("content/404.md", "+++\ntitle = \"Lost\"\n+++\n\nBack to [nim](nim.md), or [all](about.md).\n");
    let read = published(&site);
    assert_eq!(read("robots.txt"), "User-agent: *\nDisallow: /\n");
    for path in ["icon.png", "eink/icon.png", "nim/preview.png"] {
        assert_eq!(fs::read(site.public().join(path)).expect("a file"), mine, "{path}");
    }
    let (html, front) = (read("404.html"), read("index.html"));
    assert!(html.contains("Lost") && html.contains("/games/nim/index.html"), "{html}");
    assert!(addresses(&html).iter().all(|address| address.starts_with("/games/")), "{html}");
    assert_eq!(meta(&html, "robots").as_deref(), Some("noindex"));
    assert!(!read("sitemap.xml").contains("404") && !front.contains("404"), "it is no page to go to");
    site.build(&[]);
    assert_eq!(site.read("robots.txt"), "User-agent: *\nDisallow: /\n");
}

/// Pages use only the author's icons, in every language and variant.
#[test]
fn an_icon_of_the_author_is_that_of_every_page() {
    let mine = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><path d=\"M0 0h1v1z\"/></svg>";
    let png = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("themes/plain/static/icon.png")).expect("a picture");
    let png = [&png[..], b"mine"].concat();
    for theme in ["classic", "plain"] {
        for own in [&["icon.svg"][..], &["icon.png"], &["icon.png", "icon.svg"]] {
            let site = Fixture::new();
            let variant = "[[variants]]\nname = \"plain\"\ntitle = \"Plain\"\ntheme = \"plain\"\n";
            site.write("content/site.toml", &format!("title = \"A\"\nlanguages = [\"de\"]\n{variant}"));
            site.write("content/site.de.toml", "title = \"B\"\n");
            site.write("content/about.de.md", "+++\ntitle = \"\u{dc}ber\"\n+++\n");
            let bytes = |name: &str| if name == "icon.svg" { mine.as_bytes() } else { &png };
            for name in own {
                fs::write(site.root().join("content").join(name), bytes(name)).expect("a file");
            }
            site.build(&["--theme", theme]);
            for path in ["index.html", "nim/two-player/b-0-2.html", "de/about.html", "plain/nim/index.html"] {
                let file = site.public().join(path);
                let icons = values(&html::page(&file), "link[rel=icon]", "href");
                let names: Vec<_> = icons.iter().map(|icon| icon.rsplit('/').next().expect("a name")).collect();
                assert_eq!(names, own, "{theme}: {path}");
                for (icon, name) in icons.iter().zip(own) {
                    let icon = fs::read(file.parent().expect("a folder").join(icon)).expect("an icon");
                    assert!(icon == bytes(name), "{theme}: {path}: {name}");
                }
            }
        }
    }
}

#[test]
fn the_feed_has_what_is_dated_the_latest_first() {
    let site = Fixture::new();
    let read = published(&site);
    assert!(!site.public().join("feed.xml").exists(), "nothing is dated");
    assert!(!read("index.html").contains("atom+xml"));

    let dated = |title: &str, date: &str| format!("+++\ntitle = \"{title}\"\ndate = {date}\n+++\n\nNews.\n");
    site.write("content/old.md", &dated("Old & \\\"good\\\"", "2024-02-29"));
    site.write("content/new.md", &dated("New <things>", "2026-11-22"));
    let nim = fs::read_to_string(site.root().join("content/nim.md")).expect("text");
    site.write("content/nim.md", &nim.replacen("game = ", "date = 2025-06-01\ngame = ", 1));
    let read = published(&site);
    let feed = read("feed.xml");
    let titles: Vec<_> = feed.split("<title>").skip(1).filter_map(|rest| rest.split("</title>").next()).collect();
    assert_eq!(titles, ["A small site", "New &lt;things&gt;", "Nim", "Old &amp; &quot;good&quot;"]);
    assert!(feed.contains("<updated>2024-02-29T00:00:00Z</updated>"), "{feed}");
    assert_eq!(feed.find("<updated>"), feed.find("<updated>2026-11-22T00:00:00Z</updated>"), "{feed}");
    assert!(feed.contains(&format!("<id>{BASE}new.html</id>")), "{feed}");
    assert!(read("index.html").contains("feed.xml") && read("about.html").contains("application/atom+xml"));
    assert!(read("sitemap.xml").contains("old.html</loc><lastmod>2024-02-29</lastmod>"));
}

#[test]
fn first_pages_of_editions_have_a_line_that_shows_them_elsewhere() {
    let site = Fixture::new();
    site.write("content/site.toml", VARIANT);
    let read = published(&site);
    let page = Html::parse_document(&read("nim/two-player/index.html"));
    let line = texts(&page, "details code").concat();
    let frame = Html::parse_fragment(&line);
    let frame = all(&frame, "iframe")[0];
    let has = |name: &str, value: &str| assert_eq!(frame.attr(name), Some(value), "{line}");
    has("src", &format!("{BASE}nim/two-player/index.html"));
    has("loading", "lazy");
    has("sandbox", "");
    has("style", "border:0");
    has("width", "320");
    assert!(frame.attr("title").expect("a title").contains("Nim"), "{line}");
    for path in ["nim/two-player/b-0-2.html", "eink/nim/two-player/index.html", "nim/index.html"] {
        assert!(!read(path).contains("iframe"), "{path}");
    }
}

#[test]
fn blogs_are_told_how_to_show_an_edition_when_they_find_its_address() {
    let site = Fixture::new();
    let read = published(&site);
    let page = Html::parse_document(&read("nim/two-player/index.html"));
    let link = &values(&page, "head link[rel=alternate][type='application/json+oembed']", "href")[0];
    let path = link.strip_prefix(BASE).expect("an absolute address of the site");
    let answer: serde_json::Value = serde_json::from_str(&read(path)).expect("JSON");
    // <https://oembed.com/#section2.3>: the type `rich` requires these.
    assert_eq!((&answer["version"], &answer["type"]), (&"1.0".into(), &"rich".into()));
    let frame = answer["html"].as_str().expect("HTML");
    assert!(frame.starts_with("<iframe ") && frame.ends_with("></iframe>"), "{frame}");
    for size in ["width", "height"] {
        let number = answer[size].as_u64().expect("a number");
        assert!(frame.contains(&format!("{size}=\"{number}\"")), "{frame}");
    }
    assert_eq!(answer["provider_name"], "A small site");
    assert_eq!(answer["provider_url"], BASE);
    assert!(!read("nim/two-player/b-0-2.html").contains("oembed"));
}

#[test]
fn a_puzzle_can_be_shown_elsewhere_as_an_edition_can() {
    let site = Fixture::new();
    let nim = fs::read_to_string(site.root().join("content/nim.md")).expect("a page");
    let puzzles =
        "\n[[puzzles]]\nname = \"puzzles\"\ntitle = \"Win\"\neditions = [\"two-player\"]\npositions = [\"a-1-2\"]\n";
    site.write("content/nim.md", &nim.replacen("\n+++\n", &format!("{puzzles}+++\n"), 1));
    site.write("content/site.toml", VARIANT);
    let read = published(&site);
    let page = Html::parse_document(&read("nim/puzzles/01.html"));
    assert_eq!(values(&page, "head link[rel=canonical]", "href"), [format!("{BASE}nim/puzzles/01.html")]);
    let oembed = &values(&page, "head link[type='application/json+oembed']", "href")[0];
    let path = oembed.strip_prefix(BASE).expect("an absolute address of the site");
    let answer: serde_json::Value = serde_json::from_str(&read(path)).expect("JSON");
    let line = texts(&page, "details code").concat();
    assert_eq!(answer["html"].as_str(), Some(&*line));
    assert!(line.contains(&format!("src=\"{BASE}nim/puzzles/01.html\" title=\"Nim — Win: Puzzle 1 of 1\"")), "{line}");
    // Only its first page and the site's data describe it.
    for path in ["nim/puzzles/01~not-2-2.html", "nim/puzzles/index.html", "eink/nim/puzzles/01.html"] {
        assert!(!read(path).contains("iframe"), "{path}");
    }
    assert_eq!(meta(&read("nim/puzzles/01~not-2-2.html"), "robots").as_deref(), Some("noindex"));
    site.run(&["check", "--base-url", BASE]);
}
