//! Embedding: Chromium without JavaScript plays frames as blogs create them from the embed code and from oEmbed data.

use std::fs;

use serde_json::{Value, json};

use crate::driver::{Chromium, Server, WITHOUT_SCRIPTS};
use crate::fixture::Fixture;
use crate::html::{self, all, texts, values};
use crate::temporary::TempDir;
use crate::tree::Html;

/// A site that is built for the address at which it is served.
struct Published {
    site: Fixture,
    base: String,
}

impl Published {
    fn start() -> Self {
        let site = Fixture::new();
        fs::create_dir(site.public()).expect("a folder");
        let base = Server::start(&site.public()).page("");
        site.build(&["--base-url", &base]);
        Self { site, base }
    }

    /// Returns the oEmbed data of the edition, found as blogs find it: by the link in its first page.
    fn answer(&self) -> Value {
        let address = &values(&self.first_page(), "link[type='application/json+oembed']", "href")[0];
        let path = address.strip_prefix(&self.base).expect("an address of the site");
        serde_json::from_str(&fs::read_to_string(self.site.public().join(path)).expect("a file")).expect("JSON")
    }

    /// Returns the embed code on its first page.
    fn line(&self) -> String {
        texts(&self.first_page(), "details code").concat()
    }

    fn first_page(&self) -> Html {
        html::page(&self.site.public().join("nim/two-player/index.html"))
    }
}

/// Returns what `WordPress` makes of the data: `wp_filter_oembed_result` keeps `a`, `blockquote` and `iframe` with a
/// few attributes, forbids everything but scripts, and adds a secret with which the framed page could send messages.
/// <https://developer.wordpress.org/reference/functions/wp_filter_oembed_result/>
fn as_wordpress_leaves_it(answer: &Value) -> String {
    const KEPT: [&str; 8] =
        ["src", "width", "height", "frameborder", "marginwidth", "marginheight", "scrolling", "title"];
    let fragment = Html::parse_fragment(answer["html"].as_str().expect("HTML"));
    let frame = *all(&fragment, "iframe").first().expect("WordPress shows no answer without a frame");
    let kept = frame.attrs().filter(|(name, _)| KEPT.contains(name));
    let kept: String = kept
        .map(|(name, value)| match name {
            "src" => format!(" src=\"{value}#?secret=1a2B3c4D5e\""),
            name => format!(" {name}=\"{value}\""),
        })
        .collect();
    format!(
        "<iframe class=\"wp-embedded-content\" sandbox=\"allow-scripts\" security=\"restricted\" \
         data-secret=\"1a2B3c4D5e\"{kept}></iframe>"
    )
}

/// Returns a page of a blog with a frame in it.
fn blog(frame: &str) -> String {
    format!("<!DOCTYPE html><html lang=en><title>A blog</title><p>Play here:<p>{frame}<p>A long text.")
}

/// The goal and the status are visible, and nothing needs scrolling.
const IN_SIGHT: &str = include_str!("../clients/scripts/in-sight.js");

/// Plays a game in the first frame of the current page.
fn play(chromium: &Chromium, host: &str) {
    // Without the last move, and without the reason of the end.
    let status = "return document.querySelector('main h2').innerText.replace(/^.*[.] (?=Player)/, '').split(':')[0]";
    chromium.open(host);
    chromium.enter_frame();
    chromium.wait_for(status, &json!("Player A to move."));
    assert_eq!(chromium.ask(IN_SIGHT), json!([true, true, true, true]), "{host}");
    for (href, said) in [("b-1-1.html", "Player B to move."), ("a-0-1.html", "Player A to move.")] {
        chromium.click(href);
        chromium.wait_for(status, &json!(said));
    }
    chromium.click("b-0-0.html");
    chromium.wait_for(status, &json!("Player A wins"));
    chromium.leave_frame();
    assert_eq!(chromium.ask("return document.title"), json!("A blog"), "the game stays in its frame");
}

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn an_edition_is_played_in_what_blogs_make_of_its_line() {
    let published = Published::start();
    let answer = published.answer();
    let of_ghost = answer["html"].as_str().expect("Ghost shows `html` as it is").to_owned();
    assert!(answer["width"].is_u64(), "without a width Ghost shows a card");
    let pages = [
        ("line.html", published.line()),
        ("wordpress.html", as_wordpress_leaves_it(&answer)),
        ("ghost.html", format!("<figure class=\"kg-card kg-embed-card\">{of_ghost}</figure>")),
    ];
    let blogs = TempDir::new();
    for (name, frame) in &pages {
        fs::write(blogs.path().join(name), blog(frame)).expect("a page");
    }
    let server = Server::start(blogs.path());
    let chromium = Chromium::start(WITHOUT_SCRIPTS);
    for (name, _) in &pages {
        play(&chromium, &server.page(name));
        // A blog post saved on disk shows the game, too.
        play(&chromium, &format!("file://{}", blogs.path().join(name).display()));
    }
    chromium.stop();
}
