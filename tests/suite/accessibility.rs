//! The pages as axe-core and the Nu validator judge them, and as somebody meets them who has only a keyboard.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::clients::{large_sample, pages, run, small_sample, wants_every_page};
use crate::driver::{Chromium, Server, Settings};
use crate::files::{in_variant, themes};
use crate::reading::Page;
use crate::whole_site::site;
use serde_json::{Value, json};

/// Where the checkers are that npm brings.
const CHECKERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/node_modules");

/// Everything of WCAG 2.2 at the levels A and AA, and that names begin with what is seen.
const JUDGE: &str = include_str!("../clients/scripts/judge.js");

async fn judge(theme: &str, dark: bool) {
    let axe = fs::read_to_string(Path::new(CHECKERS).join("axe-core/axe.min.js"));
    let axe = axe.unwrap_or_else(|error| panic!("axe-core is missing ({error}): `make clients` installs it"));
    let server = Server::start(&site(theme)).await;
    let chromium = Chromium::start(Settings { javascript: true, dark, reduced_motion: true }).await;
    chromium.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": axe })).await;
    let pages = small_sample();
    // In the dark nothing but colours is different.
    let rules: &[&str] = if dark { &["color-contrast"] } else { &[] };
    let mut passed = BTreeSet::new();
    let mut wrong = Vec::new();
    for path in &pages {
        chromium.goto(&server.page(path)).await;
        let judged = chromium.client.execute_async(JUDGE, vec![json!(rules)]).await.expect("a judgement");
        let list = |of: usize| {
            judged[of].as_array().expect("a list").iter().map(|said| said.as_str().expect("text").to_owned())
        };
        wrong.extend(list(0).map(|said| format!("{path}: {said}")));
        passed.extend(list(1));
    }
    chromium.stop().await;
    assert!(pages.len() >= 80, "{} pages were judged", pages.len());
    let by_light = ["color-contrast", "document-title", "html-has-lang", "link-name", "target-size"];
    for &rule in if dark { rules } else { &by_light } {
        assert!(passed.contains(rule), "axe looked at {rule}: {passed:?}");
    }
    assert!(
        wrong.is_empty(),
        "{theme}, dark: {dark}: {} findings, of them\n{}",
        wrong.len(),
        wrong[..wrong.len().min(10)].join("\n")
    );
}

#[tokio::test]
#[ignore = "needs Chromium: `make test` installs it"]
async fn axe_finds_nothing_by_light_or_in_the_dark() {
    for theme in themes() {
        judge(&theme, false).await;
        judge(&theme, true).await;
    }
}

/// What the Nu validator says of pages, or of all pages in folders.
fn validate(paths: &[PathBuf]) -> String {
    let jar = Path::new(CHECKERS).join("vnu-jar/build/dist/vnu.jar");
    assert!(jar.is_file(), "the Nu validator is missing: `make clients` installs it");
    let mut command = Command::new("java");
    command.args(["-Xss8m", "-Xmx3g", "-jar"]).arg(jar).arg("--skip-non-html").args(paths);
    let output = run(&mut command);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() || !said.is_empty(), "the validator failed without a word");
    said
}

#[test]
#[ignore = "needs the Nu validator: `make test` installs it"]
fn the_validator_finds_nothing_on_any_page() {
    for theme in themes() {
        let folder = site(&theme);
        assert!(pages(&folder).len() > 60_000);
        let paths = if wants_every_page() {
            vec![folder]
        } else {
            let sample = large_sample();
            assert!(sample.len() >= 600, "a sample of only {} pages", sample.len());
            // The pages of words of variants lead to other places.
            let words = pages(&folder).into_iter().filter(|path| {
                let (variant, path) = in_variant(path);
                !variant.is_empty() && path.matches('/').count() < 2
            });
            sample.into_iter().chain(words).map(|path| folder.join(path)).collect()
        };
        assert_eq!(validate(&paths), "", "{theme}");
    }
}

#[test]
#[ignore = "needs the Nu validator: `make test` installs it"]
fn the_validator_looks_at_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("wrong.html");
    fs::write(&page, "<!doctype html><title>A</title><table border=1><tr><td><center>B</center></table>")
        .expect("a file");
    assert!(validate(&[page]).contains("obsolete"));
}

/// The address, the focus ring and the place of what has the focus.
const FOCUS: &str = "
    const e = document.activeElement, style = getComputedStyle(e), { top, bottom } = e.getBoundingClientRect();
    const inSight = top > -1 && bottom < innerHeight + 1;
    return [e.getAttribute('href'), style.outlineStyle, parseFloat(style.outlineWidth), inSight];
";

#[tokio::test]
#[ignore = "needs Chromium: `make test` installs it"]
async fn the_tab_key_goes_from_the_way_up_through_the_moves_to_the_navigation() {
    for theme in themes() {
        let folder = site(&theme);
        let server = Server::start(&folder).await;
        let chromium =
            Chromium::start(Settings { javascript: true, reduced_motion: true, ..Settings::default() }).await;
        for path in small_sample().iter().filter(|path| path.matches('/').count() > 1) {
            let page = Page::parse(&fs::read_to_string(folder.join(path)).expect("a page"));
            let expected: Vec<_> = page.links.iter().filter(|link| link.is_visible).collect();
            let moves = page.moves().count();
            let above = expected.iter().take_while(|link| !link.in_main).count();
            let is_in_order = above <= 2 && expected[above..above + moves].iter().all(|link| link.in_main);
            assert!(is_in_order || moves == 0, "moves come after the line above them on {path}");
            chromium.goto(&server.page(path)).await;
            for link in expected {
                let focused = chromium.client.active_element().await.expect("something has the focus");
                focused.send_keys("\u{E004}").await.expect("a key");
                let mut found = chromium.ask(FOCUS).await;
                if found[0].is_null() {
                    // What best play comes to is unfolded on the way.
                    let summary = chromium.client.active_element().await.expect("what unfolds");
                    assert_eq!(summary.tag_name().await.expect("a name"), "summary", "{theme}, {path}");
                    summary.send_keys("\u{E004}").await.expect("a key");
                    found = chromium.ask(FOCUS).await;
                }
                assert_eq!(found[0], Value::from(link.href.clone()), "{theme}, {path}");
                assert_ne!(found[1], "none", "{theme}, {path}: the focus on {} is not to be seen", link.href);
                assert!(found[2].as_f64().expect("a width") >= 1.0 && found[3] == true, "{theme}, {path}: {found}");
            }
        }
        chromium.stop().await;
    }
}
