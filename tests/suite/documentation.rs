//! Statements of the documentation about addresses, formats, themes and positions are compared with the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use pageturner::games::Games;
use serde_json::Value;

use crate::files::{blocks, is_page, of_project as read};
use crate::fixture::Fixture;
use crate::whole_site::{FOLDER, IS_WHOLE};

fn page(name: &str) -> String {
    read(&format!("content/docs/{name}.md"))
}

/// Returns the part of a page below a heading, up to the next heading of the same level.
fn part<'a>(page: &'a str, heading: &str) -> &'a str {
    let rest = page.split_once(&format!("\n## {heading}")).unwrap_or_else(|| panic!("no heading {heading}")).1;
    rest.split("\n## ").next().expect("a part")
}

/// Returns the code in the first cells of the tables of a text.
fn first_cells(text: &str) -> Vec<&str> {
    let cells = text.lines().filter_map(|line| line.strip_prefix("| `")?.split(" |").next());
    cells.flat_map(|cell| cell.split('`').step_by(2)).filter(|name| !name.is_empty()).collect()
}

/// Returns the JSON that the program prints about the project's own site.
fn json(arguments: &[&str]) -> Value {
    let (printed, _) = Fixture::empty().run(&[&["--root", env!("CARGO_MANIFEST_DIR")], arguments].concat());
    serde_json::from_str(&printed).expect("JSON")
}

/// Returns the names of the fields of an object.
fn fields(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn every_page_can_be_found_from_the_readme_which_leads_nowhere_else() {
    let readme = read("README.md");
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("content/docs")).expect("a folder") {
        let name = entry.expect("an entry").file_name().into_string().expect("Unicode");
        let is_led_to = readme.contains(&format!("(content/docs/{name})"));
        let is_text = Path::new(&name).extension().is_some_and(|ending| ending == "md");
        assert!(is_led_to || !is_text || name == "index.md", "{name}");
    }
    for link in readme.split("](").skip(1).map(|rest| rest.split(')').next().expect("an end")) {
        let is_there = Path::new(env!("CARGO_MANIFEST_DIR")).join(link).exists();
        assert!(is_there || link.starts_with("https://"), "{link}");
    }
}

#[test]
fn the_files_that_contributors_are_sent_to_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = read("CONTRIBUTING.md");
    let is_code = |words: &&str| Path::new(words).extension().is_some_and(|ending| ending == "rs");
    let paths: Vec<_> = text.split('`').skip(1).step_by(2).filter(is_code).collect();
    assert!(paths.len() > 40, "{paths:?}");
    // In the table of layers, files are relative to their layer.
    let layers = ["", "src", "src/ground", "src/engine", "src/content", "src/pages", "src/outputs", "src/tool"];
    for path in paths {
        assert!(layers.iter().any(|layer| root.join(layer).join(path).is_file()), "{path}");
    }
}

#[test]
fn the_gallery_names_the_themes_and_what_they_contain() {
    let (gallery, themes) = (page("gallery"), Path::new(env!("CARGO_MANIFEST_DIR")).join("themes"));
    let folders = fs::read_dir(&themes).expect("the themes").map(|entry| entry.expect("an entry").path());
    for theme in folders.filter(|path| path.is_dir()) {
        let name = theme.file_name().and_then(|name| name.to_str()).expect("Unicode");
        assert!(gallery.contains(&format!("\n| `{name}` | ")), "{name}");
    }
    let bases = ["classic", "plain"].map(|theme| read(&format!("themes/{theme}/templates/base.html")));
    let blocks: BTreeSet<&str> = bases.iter().flat_map(|base| base.split("{% block ").skip(1)).collect();
    let blocks: BTreeSet<&str> = blocks.into_iter().filter_map(|rest| rest.split(' ').next()).collect();
    assert_eq!(first_cells(part(&gallery, "Blocks")).into_iter().collect::<BTreeSet<_>>(), blocks);
    let templates: String = fs::read_dir(themes.join("classic/templates"))
        .expect("the templates")
        .map(|entry| fs::read_to_string(entry.expect("an entry").path()).expect("a template"))
        .collect();
    let tags = templates.split("class=\"").skip(1).map(|rest| rest.split('>').next().expect("a tag"));
    let classes = tags.flat_map(|tag| tag.split(|c: char| !c.is_ascii_lowercase()));
    // Templates print `square.last` and `square.line` as classes.
    let printed = ["placed", "turned", "left", "row", "col", "dia", "anti"];
    let classes: BTreeSet<&str> = classes.chain(printed).collect();
    for class in first_cells(part(&gallery, "Classes")).into_iter().filter(|name| *name != ", ") {
        assert!(classes.contains(class), "{class}");
    }
}

#[test]
fn every_address_that_is_told_is_one() {
    let page = page("addresses");
    let paths = first_cells(part(&page, "How a path is made"));
    assert!(paths.len() > 12, "{paths:?}");
    for path in paths {
        let is_left_out = !*IS_WHOLE && (path.starts_with("calendar/") || path == "games.html");
        assert!(is_left_out || FOLDER.join(path).is_file(), "{path}");
    }
}

#[test]
fn every_grammar_of_slugs_is_told() {
    let page = page("addresses");
    for game in Games::standard().descriptions() {
        assert!(page.contains(&format!("\n| `{}` | {} |\n", game.name, game.slugs)), "{}", game.name);
    }
}

#[test]
fn the_graph_that_is_shown_begins_the_one_of_the_site() {
    let page = page("formats");
    let shown: Value = serde_json::from_str(blocks(part(&page, "`graph.json`"), "json")[0]).expect("JSON");
    let file = fs::read(FOLDER.join("nim/two-player/graph.json")).expect("the file");
    let mut graph: Value = serde_json::from_slice(&file).expect("JSON");
    let states = graph["states"].as_array_mut().expect("a list");
    states.truncate(1);
    states[0]["moves"].as_array_mut().expect("a list").truncate(1);
    assert_eq!(shown, graph);
}

#[test]
fn what_list_prints_is_told() {
    let page = page("formats");
    let shown: Value = serde_json::from_str(blocks(part(&page, "`list --json`"), "json")[0]).expect("JSON");
    let listed = json(&["list", "--json", "--only", "nim/two-player"]);
    assert_eq!(fields(&shown[0]), fields(&listed[0]));
    for field in ["game", "edition", "title", "positions", "moves", "pages", "best_play"] {
        assert_eq!(shown[0][field], listed[0][field], "{field}");
    }
}

#[test]
fn what_games_prints_is_told() {
    let page = page("formats");
    let part = part(&page, "`games --json`");
    let listed = json(&["games", "--json"]);
    let mut named: BTreeSet<&str> = fields(&listed);
    for game in listed["games"].as_array().expect("a list") {
        named.extend(fields(game));
        for parameter in game["parameters"].as_array().expect("a list") {
            named.extend(fields(parameter));
            named.insert(parameter["type"].as_str().expect("a text"));
        }
    }
    for name in named {
        assert!(part.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn the_files_of_a_book_are_told() {
    let site = Fixture::new();
    site.run(&["export", "epub", "nim"]);
    let book = fs::File::open(site.root().join("nim.epub")).expect("the book");
    let book = zip::ZipArchive::new(book).expect("a ZIP");
    let page = page("formats");
    let told = first_cells(part(&page, "E-books"));
    assert!(told.len() > 5, "{told:?}");
    for name in told.into_iter().filter(|name| *name != ", ") {
        assert!(book.index_for_name(name).is_some(), "{name}");
    }
}

#[test]
fn what_oembed_says_is_told() {
    let site = Fixture::new();
    site.build(&["--base-url", "https://example.org/games/"]);
    let answer = fs::read(site.public().join("nim/two-player/oembed.json")).expect("the file");
    let answer: Value = serde_json::from_slice(&answer).expect("JSON");
    let page = page("formats");
    for field in fields(&answer) {
        assert!(part(&page, "oEmbed").contains(&format!("`{field}`")), "{field}");
    }
}

#[test]
fn the_first_theme_is_that_of_the_guide() {
    let ten_lines = |text: &str| {
        let files = text.split("\n`themes/typewriter/").skip(1);
        files.map(|file| file.split("\n```\n").next().expect("a block").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ten_lines(&page("themes")).len(), 3);
    assert_eq!(ten_lines(&page("themes")), ten_lines(&read("themes/README.md")));
}

#[test]
fn one_template_is_changed_as_is_told() {
    let site = Fixture::new();
    let page = page("themes");
    let template = blocks(part(&page, "Changing one template"), "html")[0];
    site.write("themes/rainy/theme.toml", "extends = \"classic\"\n");
    site.write("themes/rainy/templates/footer.html", template);
    site.build(&["--theme", "rainy"]);
    for path in ["index.html", "about.html", "nim/index.html"] {
        let html = site.read(path);
        assert!(html.contains("Made on rainy days."), "{html}");
    }
}

#[test]
fn about_counts_the_positions_that_list_counts() {
    let [english, german] = ["about", "about.de"].map(|name| read(&format!("content/{name}.md")));
    for edition in [
        "tic-tac-toe/two-player",
        "hanoi/6-discs",
        "nim/two-player",
        "ataxx/cross/hard",
        "ataxx/gardens/hard",
        "peg-solitaire/corner",
    ] {
        let count = json(&["list", "--json", "--only", edition])[0]["positions"].as_u64().expect("a number");
        let grouped = |mark| match count {
            0..1000 => format!(" {count}"),
            _ => format!(" {}{mark}{:03}", count / 1000, count % 1000),
        };
        assert!(english.contains(&grouped(",")) && german.contains(&grouped(".")), "{edition}: {count}");
    }
}

/// The numbers in the drawing of Hanoi's graph are the distances that the solver finds.
#[test]
fn the_drawing_of_a_graph_has_its_numbers() {
    let drawing = read("content/docs/hanoi-graph.svg");
    let bold = drawing.split("font-weight=\"bold\">").skip(1);
    let mut drawn: Vec<u64> = bold.filter_map(|rest| rest.split('<').next()?.parse().ok()).collect();
    let file = fs::read(FOLDER.join("hanoi/3-discs/graph.json")).expect("the file");
    let graph: Value = serde_json::from_slice(&file).expect("JSON");
    let states = graph["states"].as_array().expect("a list").iter();
    let mut solved: Vec<u64> = states.map(|state| state["distance"].as_u64().expect("a number")).collect();
    drawn.sort_unstable();
    solved.sort_unstable();
    assert_eq!(drawn, solved);
}

#[test]
fn the_pages_that_folded_replies_leave_are_counted() {
    let told = page("how-it-works").replace('\n', " ");
    for (folder, words) in [
        ("nim/computer", "Nim, with 232 positions, needs only PAGES pages"),
        ("tic-tac-toe/unbeatable", "needs PAGES of 5,478 positions"),
    ] {
        let names =
            fs::read_dir(FOLDER.join(folder)).expect("an edition").map(|entry| entry.expect("a file").file_name());
        let names = names.map(|name| name.into_string().expect("Unicode"));
        let pages =
            names.filter(|name| is_page(name) && !name.contains("~hint") && !name.starts_with("index~")).count();
        assert!(told.contains(&words.replace("PAGES", &pages.to_string())), "{folder} has {pages} pages");
    }
}

#[test]
fn every_flag_of_build_is_told() {
    let (help, _) = Fixture::empty().run(&["build", "--help"]);
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let flags = lines.filter_map(|line| line.split_once("--")?.1.split([' ', ',']).next());
    let of_all_verbs = ["root", "quiet", "verbose", "help", "version"];
    let own: Vec<_> = flags.filter(|flag| !of_all_verbs.contains(flag)).collect();
    assert!(own.len() > 7, "{help}");
    let page = page("building");
    let table = part(&page, "Flags");
    for flag in own {
        assert!(table.contains(&format!("`--{flag}")), "{flag}");
    }
}
