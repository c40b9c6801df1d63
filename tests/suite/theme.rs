//! The built-in themes: their size, and that pages filled into patterns equal directly rendered ones.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use crate::files::{is_beside_play, is_page, themes};
use crate::tree::Html;
use crate::whole_site::{IS_WHOLE, options};
use pageturner::outputs::assembly::{Sites, WebsiteFiles};
use pageturner::outputs::{FileId, Files};
use pageturner::pages::site::Options;

/// One edition of each kind of board with few pages, and all text pages.
const FEW: [&str; 6] =
    ["tic-tac-toe/oxo", "hanoi/3-discs", "hanoi/4-discs", "nim/computer", "ataxx/cross/hard", "peg-solitaire/corner"];

/// One in this number of pages is checked.
const STEP: usize = 11;

fn site(theme: &str, only: &[&str]) -> Sites {
    let only = only.iter().map(|name| (*name).to_owned()).collect();
    let options = Options { theme: Some(theme.to_owned()), only, ..options() };
    Sites::load(&options).unwrap_or_else(|findings| panic!("{findings:?}"))
}

fn bytes(files: &WebsiteFiles<'_>, index: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    files.render(FileId(index as u32), &mut <WebsiteFiles as Files>::Scratch::default(), &mut bytes).expect("a file");
    bytes
}

fn minified(html: &[u8]) -> Vec<u8> {
    minify_html::minify(html, &minify_html::Cfg::spec_compliant())
}

/// Returns a document as browsers read it: its elements, their attributes, and the text, without invisible spaces.
pub(crate) fn document(html: &[u8]) -> Vec<String> {
    const INLINE: [&str; 8] = ["a", "b", "code", "em", "i", "small", "strong", "sup"];
    let html = Html::parse_document(std::str::from_utf8(html).expect("pages are UTF-8"));
    let mut parts: Vec<String> = vec![String::new()];
    let mut at_edge = true;
    for (node, opens) in html.edges() {
        if node.is_element() {
            let name = node.name();
            if !INLINE.contains(&name) {
                let text = parts.last_mut().expect("there is always a part");
                text.truncate(text.trim_end().len());
                at_edge = true;
            }
            let mut attributes: Vec<_> = node
                .attrs()
                .map(|(name, value)| match name {
                    // A list of names, separated by any whitespace.
                    "class" => format!(" class={:?}", value.split_whitespace().collect::<Vec<_>>()),
                    _ => format!(" {name}={value:?}"),
                })
                .collect();
            attributes.sort();
            parts.push(if opens { format!("<{name}{}>", attributes.concat()) } else { format!("</{name}>") });
            parts.push(String::new());
        } else if let (Some(text), true) = (node.as_text(), opens) {
            for character in text.chars() {
                let blank = character.is_ascii_whitespace();
                if !(blank && at_edge) {
                    parts.last_mut().expect("there is always a part").push(if blank { ' ' } else { character });
                }
                at_edge = blank;
            }
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// A page is filled into minified patterns. A template that is rendered with all values in place gives the expected
/// result.
#[test]
fn filled_pages_are_those_that_templates_render_directly() {
    for theme in themes() {
        compare_with_templates(&theme);
    }
}

fn compare_with_templates(theme: &str) {
    let site = site(theme, &FEW);
    let (files, plan) = (site.files(), &site.first().plan);
    let pages: HashMap<_, _> =
        plan.editions.iter().map(|own| (own.folder(), own.open().expect("an edition").page_count())).collect();
    let mut compared = 0;
    let is_of_play = |path: &String| is_page(path) && !is_beside_play(path);
    for (index, path) in files.paths().iter().enumerate().filter(|(_, path)| is_of_play(path)) {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        // All pages of small editions, and some of the others.
        let step = if *IS_WHOLE { STEP } else { 2 * STEP };
        if pages.get(folder).is_none_or(|&pages| pages > 300 && index % step > 0) {
            continue;
        }
        let rendered = bytes(&files, index);
        let directly = minified(&files.bytes_directly(FileId(index as u32)).expect("a page"));
        assert_eq!(document(&rendered), document(&directly), "{path} is another document in {theme}");
        let difference = rendered.len().abs_diff(directly.len());
        assert!(difference * 100 <= directly.len() * 3, "{path}: {} and {}", rendered.len(), directly.len());
        compared += 1;
    }
    assert!(compared > 500, "{compared} pages of {theme} were compared");
}

fn gzipped(bytes: &[u8]) -> usize {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory").len()
}

fn median(mut numbers: Vec<usize>) -> usize {
    numbers.sort_unstable();
    numbers[numbers.len() / 2]
}

/// The limits are those of the project: for the pages of tic-tac-toe for two players, and for the page and its
/// stylesheets, compressed as hosts send them, which a browser needs to show a page. The policy against scripts and
/// frames is 139 bytes of each page, and the link to the other language 70, of which the limit of `plain` contains 20
/// in addition to the limit for a site in one language.
#[test]
fn pages_are_light() {
    for (theme, most, most_gzipped) in [("classic", 900, 450), ("eink", 900, 450), ("plain", 720, 450)] {
        let site = site(theme, &["tic-tac-toe/two-player", "hanoi/4-discs", "nim/two-player"]);
        let files = site.files();
        let paths = files.paths();
        let file = |path: &str| bytes(&files, paths.iter().position(|known| known == path).expect("a file"));
        let is_plain = |path: &&String| is_page(path) && !path.contains("~hint") && !is_beside_play(path);
        let pages = paths.iter().filter(|path| path.starts_with("tic-tac-toe/two-player/")).filter(is_plain);
        assert_eq!(pages.clone().count(), 5478);
        let pages: Vec<_> = pages.step_by(STEP).map(|path| file(path)).collect();
        let (weight, compressed) =
            (median(pages.iter().map(Vec::len).collect()), median(pages.iter().map(|page| gzipped(page)).collect()));
        // The documentation is not played. Lists of puzzles contain very many boards, and are compressed for transfer.
        let is_list = |path: &&String| path.ends_with("/puzzles/index.html");
        let is_played = |path: &&String| is_page(path) && !path.contains("docs/") && !is_list(path);
        let is_stylesheet = |path: &&String| Path::new(path).extension().is_some_and(|ending| ending == "css");
        let stylesheets = paths.iter().filter(is_stylesheet);
        let stylesheets: Vec<_> = stylesheets.map(|path| (path, gzipped(&file(path)))).collect();
        let first = |path: &String| {
            let page = file(path);
            let text = String::from_utf8_lossy(&page);
            let needed = stylesheets.iter().filter(|(name, _)| *name == "style.css" || text.contains(*name));
            gzipped(&page) + needed.map(|(_, size)| size).sum::<usize>()
        };
        let first = paths.iter().filter(is_played).step_by(STEP).map(first).max().expect("pages");
        let lists = paths.iter().filter(is_list).map(|path| gzipped(&file(path))).max().expect("puzzles");
        assert!(lists <= 5_000, "{theme}: a list of puzzles has {lists} bytes, packed");
        assert!(weight <= most && compressed <= most_gzipped, "{theme}: {weight} bytes, {compressed} gzipped");
        // A server sends ten packets of 1,460 bytes before it waits, with the header of its response in the first.
        assert!(first <= 14_200, "{theme}: the first packets carry {first} bytes");
    }
}
