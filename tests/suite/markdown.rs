//! Markdown on pages: footnotes, tables, task lists, headings as link targets, and images.

use std::fs;

use crate::fixture::Fixture;
use crate::html::{self, all, elements, texts, values};
use crate::tree::Html;

/// Builds a site with a plain page of this text, and returns the page.
fn essay(site: &Fixture, text: &str) -> Html {
    site.write("content/essay.md", &format!("+++\ntitle = \"Essay\"\n+++\n\n{text}\n"));
    site.build(&[]);
    html::page(&site.public().join("essay.html"))
}

/// Returns the header of a PNG of this size, without its contents.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend(width.to_be_bytes());
    png.extend(height.to_be_bytes());
    png.extend(*b"\x08\x02\0\0\0\0\0\0\0\0\0\0\0IEND\xaeB`\x82");
    png
}

#[test]
fn footnotes_stand_at_the_end_in_the_order_in_which_the_text_refers_to_them() {
    let text = "[^b]: Second.\n\n    With *more*.\n\nOne[^a], two[^b], one again[^a].\n\n[^a]: First.\n\nThe end.";
    let page = essay(&Fixture::new(), text);
    assert_eq!(texts(&page, ".footnotes > div p"), ["1 First.", "2 Second.", "With more."]);
    assert_eq!(values(&page, "main > p sup a", "href"), ["#fn-1", "#fn-2", "#fn-1"]);
    assert_eq!(values(&page, ".footnotes a", "href"), ["#fnref-1", "#fnref-2"]);
    let last = all(&page, "main > *").pop().expect("something");
    assert_eq!(last.attr("class"), Some("footnotes"));
    let ids = values(&page, "[id]", "id");
    for link in values(&page, "main a", "href") {
        let found = ids.iter().filter(|id| link == format!("#{id}")).count();
        assert_eq!(found, 1, "{link} leads to {found} places");
    }
}

#[test]
fn tasks_of_a_list_are_letters_that_nobody_can_change() {
    let page = essay(&Fixture::new(), "- [x] done\n- [ ] *not* done\n- none\n\n1. [x] loose\n\n2. two");
    assert_eq!(texts(&page, "li.task"), ["☑ done", "☐ not done", "☑ loose"]);
    assert_eq!(texts(&page, "li:not(.task)"), ["none", "two"]);
    assert!(all(&page, "input").is_empty());
}

#[test]
fn words_are_set_as_in_print_but_not_in_code() {
    let page = essay(&Fixture::new(), "\"Quoted\" -- it's ~~not~~ so... `\"x\" -- y`\n\n    \"z\" ...");
    assert_eq!(texts(&page, "main p"), ["“Quoted” – it’s not so… \"x\" -- y"]);
    assert_eq!(texts(&page, "main del"), ["not"]);
    assert_eq!(texts(&page, "main pre"), ["\"z\" ..."]);
}

#[test]
fn headings_have_names_that_follow_from_their_words() {
    let text = "## Set *up* `it`\n\n## Set up it\n\n### 3 discs\n\n## Größe\n\n## Anything {#set-up-it-1 .wide}\n\n\
                [a](#set-up-it) [b](#gr%C3%B6%C3%9Fe) [c](#größe) <a href=\"#part-3-discs\">d</a>";
    let page = essay(&Fixture::new(), text);
    let ids = values(&page, "main h2, main h3", "id");
    assert_eq!(ids, ["set-up-it", "set-up-it-2", "part-3-discs", "größe", "set-up-it-1"]);
    assert_eq!(values(&page, ".wide", "id"), ["set-up-it-1"]);
}

#[test]
fn links_lead_to_the_parts_of_other_pages() {
    let site = Fixture::new();
    site.write("content/docs/other.md", "+++\ntitle = \"Other\"\n+++\n\n## A & B\n\n<p id=\"own\">Text</p>\n");
    let nim = fs::read_to_string(site.root().join("content/nim.md")).expect("a file");
    site.write("content/nim.md", &format!("{nim}\n## Rules\n"));
    site.write("content/index.md", "+++\ntitle = \"Front\"\n+++\n\n## Games\n");
    let text = "[a](docs/other.md#a-b) [b](docs/other.html#own) [c](nim.md#rules) [d](index.md#games) \
                [e](notes/plan.txt#line-3) [f](docs/other.md?a=1&b=2#own)";
    let page = essay(&site, text);
    assert_eq!(
        values(&page, "main a", "href"),
        [
            "docs/other.html#a-b",
            "docs/other.html#own",
            "nim/index.html#rules",
            "index.html#games",
            "notes/plan.txt#line-3",
            "docs/other.html?a=1&b=2#own",
        ]
    );
}

#[test]
fn images_say_how_large_they_are() {
    let site = Fixture::new();
    fs::create_dir_all(site.root().join("content/art")).expect("a folder");
    fs::write(site.root().join("content/art/a.png"), png(320, 200)).expect("a file");
    fs::write(site.root().join("content/art/a.gif"), b"GIF89a\x0a\0\x14\0\0\0\0;").expect("a file");
    fs::write(site.root().join("content/art/odd.png"), b"\x89PNG\r\n\x1a\n\0\0\0\0IEND\xaeB`\x82").expect("a file");
    let svg = |attributes: &str| format!("<?xml version=\"1.0\"?><!-- a --><svg {attributes}></svg>");
    let space = "xmlns=\"http://www.w3.org/2000/svg\"";
    site.write("content/art/view.svg", &svg(&format!("{space} viewBox=\"0 0 120.4,60\"")));
    site.write("content/art/px.svg", &svg(&format!("{space} width=\"24px\" height=\"12\" viewBox=\"0 0 9 9\"")));
    site.write("content/art/open.svg", &svg(&format!("{space} width=\"100%\" height=\"auto\"")));
    let text = "![A *board* & more](art/a.png \"Nim\")\n\n![gif](art/a.gif) ![odd](art/odd.png) ![v](art/view.svg) \
                ![p](art/px.svg) ![o](art/open.svg) <img src=\"art/a.png\" alt=\"\"> \
                <img src=\"art/a.png\" alt=\"small\" width=\"32\">";
    let page = essay(&site, text);
    let told = |image: &crate::tree::Node<'_>| {
        let value = |name| image.attr(name).unwrap_or("-");
        format!("{} {}x{}", value("src"), value("width"), value("height"))
    };
    assert_eq!(
        all(&page, "main img").iter().map(told).collect::<Vec<_>>(),
        [
            "art/a.png 320x200",
            "art/a.gif 10x20",
            "art/odd.png -x-",
            "art/view.svg 120x60",
            "art/px.svg 24x12",
            "art/open.svg -x-",
            "art/a.png 320x200",
            "art/a.png 32x-",
        ]
    );
    assert_eq!(values(&page, "main img", "alt")[0], "A board & more");
    assert_eq!(values(&page, "main img", "title")[0], "Nim");
}

/// A book consists of XML files with their own addresses, and contains no images of texts.
#[test]
fn in_a_book_links_lead_to_parts_that_are_there() {
    let site = Fixture::new();
    fs::write(site.root().join("content/a.png"), png(320, 200)).expect("a file");
    let nim = fs::read_to_string(site.root().join("content/nim.md")).expect("a file");
    let text = "## Größe\n\nOne[^1], ![a board](a.png). [Up](#größe), [front](index.md#games), [about](about.md#us), \
                [here](nim.md#größe), [start](nim/two-player/).\n\n[^1]: Note.\n\n- [x] done\n\n| a |\n|:-:|\n| b |\n";
    site.write("content/nim.md", &format!("{nim}\n{text}"));
    site.write("content/index.md", "+++\ntitle = \"Front\"\n+++\n\n## Games\n");
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n\n## Us\n\n[Nim](nim.md#größe)\n");
    let bases = ["", "base_url = \"https://example.org/\"\n"];
    for (base, form) in bases.iter().flat_map(|base| [(base, &[][..]), (base, &["--compact"])]) {
        site.write("content/site.toml", &format!("title = \"Small\"\n{base}"));
        site.run(&[&["export", "epub", "nim", "-o", "nim.epub"], form].concat());
        let files = crate::book::files(&fs::read(site.root().join("nim.epub")).expect("a book"));
        for (path, text) in files.iter().filter(|(path, _)| crate::book::is_page(path)) {
            let elements = elements(text).expect("XML");
            let values = |name: &str| -> Vec<&String> {
                let attributes = elements.iter().flat_map(|(_, attributes)| attributes);
                attributes.filter(|(known, _)| known == name).map(|(_, value)| value).collect()
            };
            let (ids, links) = (values("id"), values("href"));
            assert!(!values("src").iter().any(|value| value.starts_with("http")), "{path}");
            for link in links.iter().filter_map(|link| link.strip_prefix('#')) {
                let link = percent_encoding::percent_decode_str(link).decode_utf8_lossy();
                assert!(ids.iter().any(|id| **id == link), "{path} has no {link}");
            }
            assert!(!links.iter().any(|link| link.contains("contents.xhtml#")), "{path}: {links:?}");
        }
        let rules = files.values().find(|text| text.contains("id=\"größe\"")).expect("the rules");
        assert!(rules.contains("a board") && !rules.contains("a.png"), "{rules}");
        assert!(rules.contains("\"index.xhtml#gr%C3%B6%C3%9Fe\">here</a>"), "{rules}");
        let about = "https://example.org/about.html#us";
        assert_eq!(rules.contains(about), !base.is_empty(), "{rules}");
    }
}
