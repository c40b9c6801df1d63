//! Plain pages: their order, their dates, drafts among them, the menu of a site and the pages of a folder.

use crate::fixture::Fixture;
use crate::html::{self, texts, values};
use crate::tree::Html;

fn page(site: &Fixture, path: &str) -> Html {
    html::page(&site.public().join(path))
}

/// Returns the texts and addresses of the links that a selector finds, separated by spaces.
fn links(page: &Html, selector: &str) -> Vec<String> {
    let links = texts(page, selector).into_iter().zip(values(page, selector, "href"));
    links.map(|(text, href)| format!("{text} {href}")).collect()
}

fn write(site: &Fixture, path: &str, header: &str) {
    site.write(&format!("content/{path}"), &format!("+++\n{header}\n+++\n\nText.\n"));
}

#[test]
fn plain_pages_are_listed_by_their_order_and_then_by_their_titles() {
    let site = Fixture::new();
    write(&site, "z.md", "title = \"Zebras\"\norder = -1");
    write(&site, "b.md", "title = \"Bees\"\norder = 1");
    write(&site, "a.md", "title = \"Ants\"\norder = 1");
    site.build(&[]);
    let expected = ["Zebras z.html", "About about.html", "Ants a.html", "Bees b.html"];
    assert_eq!(links(&page(&site, "about.html"), "footer a"), expected);
}

#[test]
fn the_date_of_a_page_stands_on_it() {
    let site = Fixture::new();
    write(&site, "a.md", "title = \"Ants\"\ndate = 2026-02-28");
    for theme in ["classic", "eink", "plain"] {
        site.build(&["--theme", theme]);
        assert_eq!(texts(&page(&site, "a.html"), "main time"), ["2026-02-28"], "{theme}");
    }
}

#[test]
fn drafts_of_plain_pages_are_built_when_they_are_asked_for() {
    let site = Fixture::new();
    write(&site, "later.md", "title = \"Later\"\ndraft = true");
    let built = |arguments: &[&str]| {
        site.build(&[arguments, &["--prune"]].concat());
        let is_listed = links(&page(&site, "about.html"), "footer a").contains(&"Later later.html".to_owned());
        let is_built = site.public().join("later.html").exists();
        assert_eq!(is_listed, is_built);
        is_built
    };
    assert!(!built(&[]));
    assert!(built(&["--drafts"]));
    assert!(!built(&["--only", "nim"]));
    assert!(!built(&[]));
    // The front page loses its text.
    write(&site, "index.md", "title = \"Front\"\ndraft = true");
    let front = |site: &Fixture| site.read("index.html");
    site.build(&[]);
    assert!(!front(&site).contains("Text."));
    site.build(&["--drafts"]);
    assert!(front(&site).contains("Text."));
}

#[test]
fn a_menu_stands_in_place_of_the_list_of_plain_pages() {
    let site = Fixture::new();
    write(&site, "docs/one.md", "title = \"One\"");
    let menu = "[[menu]]\ntitle = \"Guide\"\npage = \"docs/one.md\"\n[[menu]]\ntitle = \"Play\"\n\
                page = \"nim/two-player/\"\n[[menu]]\ntitle = \"Code\"\nurl = \"https://example.org/\"\n";
    site.write("content/site.toml", &format!("title = \"Small\"\n{menu}"));
    site.build(&[]);
    let code = "Code https://example.org/";
    assert_eq!(
        links(&page(&site, "index.html"), "footer a"),
        ["Guide docs/one.html", "Play nim/two-player/index.html", code]
    );
    assert_eq!(
        links(&page(&site, "docs/one.html"), "footer a"),
        ["Guide one.html", "Play ../nim/two-player/index.html", code]
    );
    assert_eq!(
        links(&page(&site, "nim/index.html"), "footer a"),
        ["Guide ../docs/one.html", "Play two-player/index.html", code]
    );
    site.write("content/site.toml", "title = \"Small\"\nmenu = []\n");
    site.build(&[]);
    assert!(links(&page(&site, "about.html"), "footer a").is_empty());
}

/// A build that is limited to other games omits menu entries whose pages are missing.
#[test]
fn a_menu_leads_to_no_game_that_is_left_out() {
    let site = Fixture::new();
    let game = "title = \"Hanoi\"\nsummary = \"Move.\"\ngame = \"hanoi\"\nparameters = { discs = 1 }\n[[editions]]\n\
                name = \"one\"\ntitle = \"One\"";
    write(&site, "hanoi.md", game);
    site.write("content/site.toml", "title = \"Small\"\n[[menu]]\ntitle = \"Nim\"\npage = \"nim.md\"\n");
    site.build(&[]);
    assert_eq!(links(&page(&site, "about.html"), "footer a"), ["Nim nim/index.html"]);
    site.build(&["--only", "hanoi"]);
    assert!(links(&page(&site, "about.html"), "footer a").is_empty());
}

#[test]
fn the_first_page_of_a_folder_lists_the_others_and_they_lead_to_each_other() {
    let site = Fixture::new();
    write(&site, "docs/index.md", "title = \"Docs\"");
    write(&site, "docs/b.md", "title = \"First\"\norder = 1\nsummary = \"Begin.\"");
    write(&site, "docs/a.md", "title = \"Second\"\norder = 2");
    write(&site, "docs/deep/index.md", "title = \"Deep\"\norder = 3");
    write(&site, "docs/deep/c.md", "title = \"Inner\"");
    // A folder without a first page, and the folder of a game.
    write(&site, "loose/d.md", "title = \"Loose\"");
    write(&site, "nim/history.md", "title = \"History\"");
    for theme in ["classic", "eink", "plain"] {
        site.build(&["--theme", theme]);
        let docs = page(&site, "docs/index.html");
        assert_eq!(links(&docs, "main li a"), ["First b.html", "Second a.html", "Deep deep/index.html"]);
        assert!(docs.root_element().text().any(|text| text.contains("Begin.")));
        let ways = |path: &str| links(&page(&site, path), "nav a");
        let home = |up: &str| format!("A small site {up}index.html");
        assert_eq!(ways("docs/index.html"), [home("../")]);
        assert_eq!(ways("docs/b.html"), [&home("../"), "Docs index.html", "Second → a.html"]);
        assert_eq!(ways("docs/a.html"), [&home("../"), "Docs index.html", "← First b.html", "Deep → deep/index.html"]);
        assert_eq!(ways("docs/deep/index.html"), [&home("../../"), "Docs ../index.html", "← Second ../a.html"]);
        assert_eq!(ways("docs/deep/c.html"), [&home("../../"), "Deep index.html"]);
        assert_eq!(ways("loose/d.html"), [home("../")]);
        assert_eq!(ways("nim/history.html"), [home("../")]);
        assert_eq!(links(&page(&site, "nim/index.html"), ".pages a"), Vec::<String>::new());
    }
}

/// Whether an author's page takes the place of a lesson's page is only known when the lesson is opened.
#[test]
fn the_first_page_of_a_folder_can_list_the_newest_first() {
    let site = Fixture::new();
    write(&site, "news/index.md", "title = \"News\"\nsort = \"date\"");
    write(&site, "news/a.md", "title = \"A\"\ndate = 2026-01-02");
    write(&site, "news/b.md", "title = \"B\"\ndate = 2026-03-04");
    write(&site, "news/c.md", "title = \"C\"\norder = -1");
    write(&site, "news/d.md", "title = \"D\"\ndate = 2026-01-02");
    site.build(&[]);
    assert_eq!(links(&page(&site, "news/index.html"), ".pages a"), ["B b.html", "A a.html", "D d.html", "C c.html"]);
    assert_eq!(links(&page(&site, "news/a.html"), "a[rel=next]"), ["D → d.html"]);
}

#[test]
fn a_page_of_the_author_can_lie_beside_those_of_a_lesson() {
    let site = Fixture::new();
    site.write("content/site.toml", "title = \"Small\"\nraw_html = true\npublish = [\"html\"]\n");
    let step = "```step\nposition = \"a-1-2\"\nmove = \"2-1\"\n```";
    let lesson = format!("+++\ntitle = \"Learn\"\nlesson = \"nim/two-player\"\n+++\n\nTake one.\n\n{step}\n\nDone.\n");
    site.write("content/nim/lesson.md", &lesson);
    site.write("content/nim/lesson/notes.html", "<!DOCTYPE html><title>Notes</title>");
    site.build(&[]);
    assert!(site.public().join("nim/lesson/notes.html").is_file());
    site.write("content/nim/lesson/end.html", "<!DOCTYPE html><title>End</title>");
    let told = site.fail(&[]);
    assert!(told.contains("content/nim/lesson/end.html") && told.contains("a page of \"Learn\""), "{told}");
}
