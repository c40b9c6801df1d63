//! The responses of a server: the pages of a build, or the mistakes in their place; and when games are explored for
//! that.

use std::io::Write;
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use std::{fs, thread};

use pageturner::outputs::assembly::Sites;
use pageturner::pages::edition::Edition;
use rayon::prelude::*;

use crate::files::files_below;
use crate::fixture::Fixture;
use crate::serve::Server;
use crate::whole_site::{FOLDER, IS_WHOLE, options, options_of};

#[test]
fn every_page_is_what_a_build_writes() {
    let site = Sites::open(&options(), None).expect("the site");
    let written = files_below(&FOLDER);
    let pages: Vec<_> = written.iter().filter(|(path, _)| !path.starts_with(".pageturner")).collect();
    assert!(pages.len() > 10_000, "the site has {} files", pages.len());
    // Exploring a game takes the threads that request its pages here.
    for edition in site.first().plan.editions.iter() {
        edition.open().expect("a small game");
    }
    // Some pages of each kind are enough for the sample.
    let step = if *IS_WHOLE { 1 } else { 7 };
    pages.par_iter().step_by(step).for_each(|(path, written)| {
        assert!(site.look_up(path).expect("no mistakes").expect("a page") == **written, "{path}");
    });
}

#[test]
fn games_are_explored_once() {
    let site = Fixture::new();
    let options = options_of(site.root());
    let known = Sites::open(&options, None).expect("a site");
    let explore = |site: &Sites| Arc::clone(site.first().plan.editions[0].open().expect("a small game").game());
    let game = explore(&known);
    let again = Sites::open(&options, Some(&known.first().library)).expect("the same site");
    assert!(Arc::ptr_eq(&game, &explore(&again)), "it was explored before");
}

/// Few threads explore all games. If all of them waited for a game that another has begun to explore, none would be
/// left to finish it.
#[test]
fn a_game_with_many_editions_is_explored_without_waiting_for_itself() {
    let site = Fixture::new();
    let edition = |number| {
        let computer = format!("computer = {{ policy = \"random\", seed = {number} }}");
        format!("[[editions]]\nname = \"e{number}\"\ntitle = \"E{number}\"\n{computer}\n")
    };
    let editions: String = (0..64).map(edition).collect();
    let head = "title = \"H\"\nsummary = \"H.\"\ngame = \"nim\"\nparameters = { rows = [14, 14, 14] }\n";
    site.write("content/h.md", &format!("+++\n{head}{editions}+++\n"));
    let site = Arc::new(Sites::open(&options_of(site.root()), None).expect("a site"));
    let (sender, receiver) = mpsc::channel();
    for path in ["h/e0/index.html", "h/index.html"] {
        let (site, sender) = (Arc::clone(&site), sender.clone());
        thread::spawn(move || sender.send(site.look_up(path).is_ok()));
        // The first one has begun to explore the game.
        thread::sleep(Duration::from_millis(20));
    }
    for _ in 0..2 {
        assert_eq!(receiver.recv_timeout(Duration::from_secs(120)), Ok(true), "the pages of the game are there");
    }
}

#[test]
fn a_site_is_open_before_its_games_are_explored() {
    let site = Fixture::new();
    let site = Sites::open(&options_of(site.root()), None).expect("a site");
    assert!(site.first().plan.editions.iter().all(|edition| edition.opened().is_none()));
}

#[test]
fn answers_say_what_they_are() {
    let site = Fixture::new();
    site.write("content/data/numbers.json", "{\"numbers\": [1, 2, 3]}");
    let server = Server::start(site.root(), &[]);
    for (path, kind) in [
        ("", "text/html; charset=utf-8"),
        ("nim/", "text/html; charset=utf-8"),
        ("nim/two-player/index.html", "text/html; charset=utf-8"),
        ("style.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
        ("data/numbers.json", "application/json"),
    ] {
        let response = server.get(path);
        assert_eq!((response.status, response.header("content-type")), (200, kind), "{path}");
        assert_eq!(response.header("cache-control"), "no-store", "{path}");
        let head = server.ask("HEAD", path);
        assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
        assert_eq!(head.header("content-length"), response.body.len().to_string(), "{path}");
    }
    let moved = server.get("nim/two-player");
    assert_eq!((moved.status, moved.header("location")), (307, "/nim/two-player/"));
    assert_eq!(server.ask("POST", "").status, 405);
    let missing = server.get("nim/two-player/a-9-9-9.html");
    assert_eq!((missing.status, missing.header("content-type")), (404, "text/html; charset=utf-8"));
    let published = Server::start(site.root(), &["--base-url", "https://example.org/"]);
    let missing = published.get("nim/two-player/a-9-9-9.html");
    assert_eq!((missing.status, missing.body), (404, published.get("404.html").body));
}

#[test]
fn edits_show_and_mistakes_are_pages() {
    let site = Fixture::new();
    let server = Server::start(site.root(), &[]);
    let config = fs::read_to_string(site.root().join("content/site.toml")).expect("a file");
    assert!(!server.get("").text().contains("Another title"));
    site.write("content/site.toml", "title = \"Another title\"\n");
    assert!(server.get("").text().contains("Another title"));

    site.write("content/site.toml", "titel = \"Another title\"\n");
    let told = site.fail(&[]);
    for path in ["", "nim/two-player/index.html"] {
        let page = server.get(path);
        assert_eq!(page.status, 500);
        let text = html_text(&page.text());
        assert!(text.contains(told.trim_end()), "the page tells what a build does:\n{text}\n{told}");
    }
    site.write("content/site.toml", &config);
    assert_eq!(server.get("").status, 200, "the server lives on");

    // A mistake in a single page shows only there.
    site.write("content/extra.md", "+++\ntitle = \"Extra\"\n+++\n\nSee [this](nim/two-player/a-9-9-9.html).\n");
    let page = server.get("extra.html");
    assert_eq!(page.status, 500);
    assert!(html_text(&page.text()).contains(site.fail(&[]).trim_end()));
    assert_eq!(server.get("").status, 200);
    fs::remove_file(site.root().join("content/extra.md")).expect("a removal");
    assert_eq!(server.get("extra.html").status, 404);

    // A theme of the site is watched, too.
    site.write("themes/own/theme.toml", "extends = \"plain\"\n");
    let themed = Server::start(site.root(), &["--theme", "own"]);
    let before = themed.get("").text();
    site.write("themes/own/static/mine.css", "a{color:red}");
    assert_eq!(themed.get("mine.css").status, 200);
    assert_eq!(themed.get("").text(), before);
}

/// While one request waits for the code of a game, others are answered, and the next edit ends the wait.
#[test]
fn a_game_that_hangs_while_it_is_edited_is_reported_until_it_is_corrected() {
    let site = Fixture::new();
    let code = |start: &str| {
        format!(
            "return {{ goal = \"x\", start = function() {start} return {{ n = 0 }} end,\n\
             moves = function() return {{ choose(\"a\") }} end, play = function(s) return {{ n = s.n + 1 }} end,\n\
             result = function(s) if s.n == 2 then return solved end end,\n\
             board = function(s) return text(\"n\" .. s.n) end }}"
        )
    };
    site.write("content/slow.lua", &code(""));
    let page =
        "+++\ntitle = \"S\"\nsummary = \"s\"\ngame = \"slow.lua\"\neditions = [{ name = \"e\", title = \"E\" }]\n+++\n";
    site.write("content/slow.md", page);
    let server = Server::start(site.root(), &[]);
    assert_eq!(server.get("slow/e/index.html").status, 200);
    site.write("content/slow.lua", &code("local a = (\"x\"):rep(20000000) while true do local b = a .. \"y\" end"));
    let mut waiting = server.connect();
    waiting.write_all(b"GET /index.html HTTP/1.1\r\nHost: x\r\n\r\n").expect("a request");
    thread::sleep(Duration::from_millis(500));
    let meanwhile = server.get("index.html");
    assert!(meanwhile.status == 500 && meanwhile.text().contains("takes too long"), "{}", meanwhile.text());
    site.write("content/slow.lua", &code(""));
    let begin = Instant::now();
    assert_eq!(server.get("index.html").status, 200);
    assert!(begin.elapsed().as_secs() < 5, "{:?}", begin.elapsed());
}

/// Undoes the escapes of a text in HTML.
fn html_text(html: &str) -> String {
    html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// Games are explored when requested, so each page must open what it shows or links to, whichever page is first.
#[test]
fn any_page_can_be_the_first_one() {
    let site = Fixture::new();
    let nim = fs::read_to_string(site.root().join("content/nim.md")).expect("a page");
    site.write("content/nim.md", &nim.replace("[1, 2] }\n", "[1, 2] }\npictures = [\"index\", \"b-0-2\"]\n"));
    let step = "```step\nposition = \"a-1-2\"\nmove = \"2-1\"\n```";
    let lesson = format!("+++\ntitle = \"Learn\"\nlesson = \"nim/two-player\"\n+++\n\nTake one.\n\n{step}\n\nDone.\n");
    site.write("content/nim/lesson.md", &lesson);
    let page = |text: &str| format!("+++\ntitle = \"More\"\n+++\n\n{text}\n");
    site.write("content/step.md", &page("[One step](nim/lesson/end.html), [a mistake](nim/lesson/1~1-1.html)."));
    site.write("content/board.md", &page("```board\nnim/two-player/b-0-2\n```"));
    site.write("content/file.md", &page("[A file](nim/two-player/none.txt)."));
    for (path, status) in [
        ("nim/two-player/index.svg", 200),
        ("nim/two-player/b-0-2.png", 200),
        ("nim/lesson/end.html", 200),
        ("nim/lesson/2~none.html", 404),
        ("nim/", 200),
        ("step.html", 200),
        ("board.html", 200),
        ("file.html", 500),
        ("nim/two-player/none.txt", 404),
    ] {
        let server = Server::start(site.root(), &[]);
        assert_eq!(server.get(path).status, status, "{path}");
        assert_eq!(server.get("").status, 200, "after {path}");
    }
}

#[test]
fn a_part_of_the_site_and_its_drafts_can_be_served() {
    let site = Fixture::new();
    site.write("content/draft.md", "+++\ntitle = \"Draft\"\ndraft = true\n+++\n\nNot yet.\n");
    let discs = "[[editions]]\nname = \"3-discs\"\ntitle = \"Three\"\nparameters = { discs = 3 }\n";
    let hanoi = format!("+++\ntitle = \"Hanoi\"\nsummary = \"Carry.\"\ngame = \"hanoi\"\n{discs}+++\n\nRules.\n");
    site.write("content/hanoi.md", &hanoi);
    let status = |arguments: &[&str], path: &str| Server::start(site.root(), arguments).get(path).status;
    assert_eq!([status(&[], "draft.html"), status(&["--drafts"], "draft.html")], [404, 200]);
    assert_eq!([status(&["--only", "hanoi"], "nim/"), status(&["--only", "hanoi"], "hanoi/")], [404, 200]);
    assert_eq!([status(&[], "style.css"), status(&["--theme", "plain"], "style.css")], [200, 404]);
}

#[test]
fn the_first_page_explores_only_what_it_needs() {
    let sites = Sites::open(&options(), None).expect("the site");
    sites.look_up("index.html").expect("no mistakes").expect("a page");
    let plan = &sites.first().plan;
    let all = &plan.editions;
    // The puzzle of a day is chosen from all games of the calendar.
    let drawn: Vec<_> = plan.calendars().flat_map(|calendar| &calendar.editions).collect();
    let opened = all.iter().filter(|edition| edition.opened().is_some() && !drawn.contains(&&edition.id));
    let opened: Vec<_> = opened.map(Edition::folder).collect();
    assert!(opened.len() * 5 < all.len(), "{opened:?} of {}", all.len());
}
