//! What content can put on a page. Each line of `tests/injections.txt` is inserted into a text in every way in which a
//! text accepts something. Either it is refused with its place, or the page contains only what the theme and the list
//! of permitted HTML intend.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::clients::wants_every_page;
use crate::driver::{Chromium, STILL, Server};
use crate::files::of_project;
use crate::fixture::Fixture;
use crate::html::text;
use crate::temporary::TempDir;
use crate::tree::{Html, Node};
use rayon::prelude::*;
use serde_json::json;

/// What a script would do, visible from the page that frames all others.
const HIT: &str = "top.hit=1";

/// The elements in templates and texts.
const ELEMENTS: &str = "html head meta title link body nav main footer \
    a abbr address aside b bdi bdo blockquote br caption cite code col colgroup data dd del details dfn div dl dt em \
    figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small span \
    strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr";

/// The attributes in templates and texts.
const ATTRIBUTES: &str = "charset content http-equiv name aria-label \
    abbr alt cite class colspan datetime dir headers height href hreflang id lang open rel reversed rowspan scope span \
    src start title type value width";

/// Returns the attempts, with their escapes decoded.
fn attempts() -> Vec<String> {
    let text = of_project("tests/injections.txt");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    let attempts: Vec<_> = lines.map(|line| unescape(line).replace("HIT", HIT)).collect();
    assert!(attempts.len() > 300, "the attempts are there");
    attempts
}

pub(crate) fn unescape(line: &str) -> String {
    let mut text = String::new();
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        let escaped = if character == '\\' { characters.next() } else { None };
        text.push(match escaped {
            None => character,
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('\\') => '\\',
            Some('u') => {
                let number: String = characters.by_ref().skip(1).take_while(|&c| c != '}').collect();
                char::from_u32(u32::from_str_radix(&number, 16).expect("a number")).expect("a character")
            }
            Some(other) => panic!("{line}: \\{other}"),
        });
    }
    text
}

/// A way in which a text accepts something.
struct Way {
    name: &'static str,
    write: fn(&str) -> String,
    /// Whether it accepts HTML, and not only text.
    takes_html: bool,
}

/// Returns a string as a TOML literal.
fn toml(text: &str) -> String {
    serde_json::to_string(text).expect("a text").replace('\u{7f}', "\\u007f")
}

fn page(body: &str) -> String {
    format!("+++\ntitle = \"A\"\n+++\n\n{body}\n\nthe end\n")
}

const WAYS: [Way; 16] = [
    Way { name: "block", write: |text| page(text), takes_html: true },
    Way { name: "words", write: |text| page(&format!("a {text} b")), takes_html: true },
    Way { name: "item", write: |text| page(&format!("- {}\n\nb", text.replace('\n', "\n  "))), takes_html: true },
    Way { name: "emphasis", write: |text| page(&format!("*a {text} b*")), takes_html: true },
    Way { name: "link", write: |text| page(&format!("[a](<{text}>)")), takes_html: true },
    Way { name: "bare", write: |text| page(&format!("[a]({text})")), takes_html: true },
    Way { name: "image", write: |text| page(&format!("![a](<{text}>)")), takes_html: true },
    Way { name: "reference", write: |text| page(&format!("[a][r]\n\n[r]: <{text}>")), takes_html: true },
    Way { name: "automatic", write: |text| page(&format!("<{text}>")), takes_html: true },
    Way { name: "attribute", write: |text| page(&format!("<a href=\"{text}\">a</a>")), takes_html: true },
    Way { name: "source", write: |text| page(&format!("<img alt='' src='{text}'>")), takes_html: true },
    Way { name: "alt", write: |text| page(&format!("![{text}](notes/plan.txt)")), takes_html: true },
    Way {
        name: "caption",
        write: |text| page(&format!("```board\nnim/two-player/b-0-2\n{}\n```", text.replace('\n', " "))),
        takes_html: false,
    },
    Way { name: "code", write: |text| page(&format!("~~~ a\n{}\n~~~", text.replace('\n', " "))), takes_html: false },
    Way {
        name: "title",
        write: |text| format!("+++\ntitle = {}\n+++\n\na\n\nthe end\n", toml(text)),
        takes_html: false,
    },
    Way {
        name: "summary",
        write: |text| format!("+++\ntitle = \"A\"\nsummary = {}\n+++\n\na\n\nthe end\n", toml(text)),
        takes_html: false,
    },
];

/// A site with a page for each attempt in each way that is not refused. The first page of each way is harmless.
struct Attempts {
    site: Fixture,
    accepted: BTreeSet<(usize, usize)>,
    refused: usize,
}

impl Attempts {
    /// Writes a page for each attempt in some ways, and builds until only accepted pages are left.
    fn write(ways: &[Way], settings: &str) -> Self {
        let site = Fixture::of_this_run();
        site.write("content/site.toml", &format!("title = \"Small\"\n{settings}"));
        fs::write(site.root().join("content/x.png"), b"\x89PNG\r\n\x1a\n\0\0\0\0IEND\xaeB`\x82").expect("a file");
        // Otherwise each of these pages would link to all others.
        site.write("themes/classic/templates/footer.html", "<footer><p>The end</p></footer>");
        let mut accepted = BTreeSet::new();
        for (index, way) in ways.iter().enumerate() {
            let leads = ["link", "bare", "reference", "automatic", "attribute"];
            let harmless = match way.name {
                "image" | "source" => "x.png",
                name if leads.contains(&name) => "https://127.0.0.1/",
                _ => "harmless",
            };
            let attempts = std::iter::once(harmless.to_owned()).chain(attempts());
            for (number, attempt) in attempts.enumerate().filter(|(number, _)| is_in_sample(way, *number)) {
                site.write(&format!("content/{}.md", name((index, number))), &(way.write)(&attempt));
                accepted.insert((index, number));
            }
        }
        let written = accepted.len();
        loop {
            let output = site.output(&["build"]);
            if output.status.success() {
                return Self { site, refused: written - accepted.len(), accepted };
            }
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            let names = message.split("[content/").skip(1).filter_map(|rest| Some(rest.split_once(".md:")?.0));
            let names: BTreeSet<&str> = names.collect();
            let refused: Vec<_> = accepted.iter().copied().filter(|page| names.contains(&*name(*page))).collect();
            assert_eq!(output.status.code(), Some(1), "{message}");
            assert!(!refused.is_empty(), "nothing says where: {message}");
            for page in refused {
                fs::remove_file(site.root().join(format!("content/{}.md", name(page)))).expect("a removal");
                accepted.remove(&page);
            }
        }
    }

    fn page(&self, page: (usize, usize)) -> String {
        fs::read_to_string(self.site.public().join(format!("{}.html", name(page)))).expect("a page")
    }

    /// Writes the pages into a folder, without their policy against scripts.
    fn without_policies(&self, folder: &Path) {
        for &page in &self.accepted {
            let html = self.page(page);
            let start = html.find("<meta content=\"script-src").expect("a policy");
            let end = start + html[start..].find('>').expect("its end") + 1;
            let file = folder.join(format!("{}.html", name(page)));
            fs::write(file, format!("{}{}", &html[..start], &html[end..])).expect("a page");
        }
    }
}

/// The sites with all attempts of each way.
static SITES: LazyLock<Vec<Attempts>> =
    LazyLock::new(|| WAYS.par_iter().map(|way| Attempts::write(std::slice::from_ref(way), "")).collect());

/// Returns whether an attempt is made in a way: all of them in the way that accepts the most, and some in each other,
/// unless `EVERY_PAGE` requests everything.
fn is_in_sample(way: &Way, number: usize) -> bool {
    const ONE_OF: usize = 4;
    let turn = WAYS.iter().position(|known| known.name == way.name).expect("a known way");
    number == 0 || turn == 0 || number % ONE_OF == turn % ONE_OF || wants_every_page()
}

/// Returns the name of the page with an attempt in a way.
fn name((way, number): (usize, usize)) -> String {
    format!("attempt-{way}-{number}")
}

/// Describes an element with its attributes.
fn described(element: Node<'_>, with_values: bool) -> String {
    let attributes = element.attrs();
    let attributes =
        attributes.map(|(name, value)| if with_values { format!("{name}={value:?}") } else { name.into() });
    let mut attributes: Vec<_> = attributes.collect();
    attributes.sort();
    format!("<{} {}>", element.name(), attributes.join(" "))
}

/// Describes the elements of a page outside of `<main>`, which come only from the theme.
fn around(page: &Html) -> Vec<String> {
    let elements = page.root_element().descendent_elements();
    let in_main = |element: &Node<'_>| {
        let mut outer = element.ancestors();
        outer.any(|outer| outer.name() == "main")
    };
    elements.filter(|element| !in_main(element)).map(|element| described(element, true)).collect()
}

/// Returns the problems with a page, compared with a page of the same theme and a harmless text.
fn wrong(html: &str, harmless: &str, takes_html: bool) -> Vec<String> {
    let (page, other) = (Html::parse_document(html), Html::parse_document(harmless));
    let mut wrong = Vec::new();
    let known = |list: &str, name: &str| list.split_whitespace().any(|known| known == name);
    for element in page.root_element().descendent_elements() {
        if !known(ELEMENTS, element.name()) {
            wrong.push(format!("the element {}", described(element, true)));
        }
        for (name, value) in element.attrs() {
            // Boards pass their size to the stylesheet.
            let is_of_board = name == "style" && value.starts_with("--");
            if !known(ATTRIBUTES, name) && !is_of_board {
                wrong.push(format!("the attribute {name}={value:?}"));
            }
            let address: String = value.chars().filter(|c| *c > ' ' && !c.is_control()).collect();
            let scheme = address.split(['/', '?', '#']).next().and_then(|start| start.split_once(':'));
            let is_address = ["href", "src", "cite"].contains(&name);
            if is_address && scheme.is_some_and(|(scheme, _)| !known("http https mailto tel", scheme)) {
                wrong.push(format!("the address {name}={value:?}"));
            }
        }
    }
    let same = |one: Vec<String>, two: Vec<String>, what: &str| {
        (one != two).then(|| format!("{what}: {one:?} and not {two:?}"))
    };
    if takes_html {
        let main = page.root_element().descendent_elements().find(|element| element.name() == "main");
        let last = main.and_then(|main| main.child_elements().last());
        let last = last.map(|last| (described(last, true), last.child_elements().count(), text(&last)));
        if last != Some(("<p >".to_owned(), 0, "the end".to_owned())) {
            wrong.push(format!("the text does not end in the page: {last:?}"));
        }
        // The description of a page is made from its header.
        wrong.extend(same(around(&page), around(&other), "around the text"));
    } else {
        let all = |page: &Html| page.root_element().descendent_elements().map(|e| described(e, false)).collect();
        wrong.extend(same(all(&page), all(&other), "the elements"));
    }
    let is_stray = |c: char| (c.is_control() && !"\n\t".contains(c)) || ('\u{10F5C0}'..='\u{10F5CF}').contains(&c);
    wrong.extend(html.contains(is_stray).then(|| "a character that is no text".to_owned()));
    wrong.extend(html.contains("link:0:\"").then(|| "a mark".to_owned()).filter(|_| html.contains("=\"link:")));
    wrong
}

#[test]
fn nothing_that_is_written_into_a_text_is_more_than_a_text() {
    let attempts = attempts();
    let (mut complaints, mut accepted, mut refused) = (Vec::new(), 0, 0);
    for (way, site) in WAYS.iter().zip(&*SITES) {
        assert!(site.accepted.contains(&(0, 0)), "{}: the harmless text is refused", way.name);
        let harmless = site.page((0, 0));
        for &(_, number) in site.accepted.range((0, 1)..) {
            for wrong in wrong(&site.page((0, number)), &harmless, way.takes_html) {
                complaints.push(format!("{} {:?}: {wrong}", way.name, attempts[number - 1]));
            }
        }
        accepted += site.accepted.len();
        refused += site.refused;
    }
    let first = &complaints[..complaints.len().min(40)];
    assert!(complaints.is_empty(), "{} complaints, of them\n{}", complaints.len(), first.join("\n"));
    assert!(accepted > 400 && refused > 700, "{accepted} were accepted, and {refused} refused");
}

/// HTML that any author may write is published as intended.
#[test]
fn what_texts_may_have_is_what_pages_have() {
    let attempts = attempts();
    let site = &SITES[0];
    let allowed = attempts.iter().position(|attempt| attempt.starts_with("<b>a</b> <i class")).expect("it is there");
    for (number, attempt) in (1..).zip(&attempts).skip(allowed) {
        assert!(site.accepted.contains(&(0, number)), "{attempt} is refused");
        let (page, written) = (Html::parse_document(&site.page((0, number))), Html::parse_fragment(attempt));
        let names = |html: &Html| {
            let elements = html.root_element().descendent_elements();
            elements.map(|element| described(element, true)).collect::<Vec<_>>().join(" ")
        };
        if attempt.starts_with('<') && !attempt.contains("about.md") {
            assert!(names(&page).contains(&names(&written)), "{attempt}: {}", names(&page));
        }
    }
}

/// Loads pages in frames of a page that scripts can change, and follows all links that could run scripts.
const TRY_ALL: &str = include_str!("../clients/scripts/try-all.js");

/// Returns the pages of a site, served from a folder, that ran a script.
fn that_ran(chromium: &Chromium, site: &Attempts, folder: &Path) -> Vec<String> {
    let server = Server::start(folder);
    let pages: Vec<_> = site.accepted.iter().map(|page| server.page(&format!("{}.html", name(*page)))).collect();
    let mut ran: Vec<String> = Vec::new();
    for some in pages.chunks(100) {
        chromium.goto(&server.empty());
        let said = chromium.ask_async(TRY_ALL, &[json!(some)]);
        ran.extend(serde_json::from_value::<Vec<String>>(said).expect("a list"));
    }
    ran
}

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn no_browser_runs_anything_in_a_text() {
    let chromium = Chromium::start(STILL);
    // The policy of pages keeps everything from running; without it, much of this runs.
    let free = Attempts::write(&WAYS[..1], "raw_html = true\n");
    assert_eq!(that_ran(&chromium, &free, &free.site.public()), Vec::<String>::new());
    let folder = TempDir::new();
    free.without_policies(folder.path());
    let ran = that_ran(&chromium, &free, folder.path());
    assert!(ran.len() > 25, "only {} ran where nothing forbids it", ran.len());
    // Permitted HTML runs nothing, even without a policy.
    for site in &*SITES {
        let folder = TempDir::new();
        site.without_policies(folder.path());
        assert_eq!(that_ran(&chromium, site, folder.path()), Vec::<String>::new());
    }
    chromium.stop();
}
