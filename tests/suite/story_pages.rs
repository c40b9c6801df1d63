//! Stories as pages: the parts of a story in a site, in a book and in a single file have the same texts as in ink.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

use pageturner::story::{Program, StoryGraph};
use serde_json::Value as Json;
use zip::ZipArchive;

use crate::fixture::Fixture;
use crate::passages::{self, Reading, words_of};
use crate::whole_site::IS_WHOLE;
use crate::{files, stories};

/// The story that is quick to read, and its endings in the order of `list`.
const STORY: &str = "book-that-plays";
const ENDINGS: [&str; 4] = ["You only have to go on", "The wall", "Well played", "What the coin said"];

/// Returns the small site with a story of this repository.
fn site_with(story: &str) -> Fixture {
    let site = Fixture::new();
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("content");
    for ending in ["md", "ink", "ink.json", "svg"] {
        let name = format!("{story}.{ending}");
        // Not every story has a cover.
        if ending != "svg" || content.join(&name).exists() {
            fs::copy(content.join(&name), site.root().join("content").join(&name)).expect("a copy");
        }
    }
    site
}

/// Returns a site with one story, whose source is compiled.
fn site_of(source: &str, header: &str) -> Fixture {
    let site = Fixture::new();
    let (ink, json) = (site.root().join("tower.ink"), site.root().join("content/tower.ink.json"));
    fs::write(&ink, source).expect("a file");
    let compiler = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/node_modules/.bin/inkjs-compiler");
    let output = Command::new(compiler).arg("-o").arg(&json).arg(&ink).output().expect("inkjs: `make clients`");
    assert!(json.is_file(), "{}", String::from_utf8_lossy(&output.stdout));
    site.write("content/tower.md", &format!("+++\ntitle = \"The Tower\"\nstory = \"tower.ink.json\"\n{header}+++\n"));
    site
}

/// Returns the files of the book of a story, by name, including those that are not text.
fn book_of(site: &Fixture, story: &str) -> BTreeMap<String, String> {
    site.run(&["export", "epub", story, "--output", "made.epub"]);
    let book = fs::read(site.root().join("made.epub")).expect("a book");
    let mut archive = ZipArchive::new(Cursor::new(book)).expect("a book");
    let count = archive.len();
    let read = |number| {
        let (mut file, mut bytes) = (archive.by_index(number).expect("a file"), Vec::new());
        file.read_to_end(&mut bytes).expect("its bytes");
        (file.name().expect("Unicode").into_owned(), String::from_utf8_lossy(&bytes).into_owned())
    };
    (0..count).map(read).collect()
}

fn page(site: &Fixture, path: &str) -> Reading {
    Reading::of(&site.read(path))
}

/// Follows the link with this text on a page of the story.
fn follow(site: &Fixture, from: &str, words: &str) -> String {
    let reading = page(site, &format!("{STORY}/{from}"));
    let link = reading.links.iter().find(|(own, _)| own.join(" ") == words);
    link.unwrap_or_else(|| panic!("{from} has no link {words:?}: {:?}", reading.links)).1.clone()
}

fn pages_of(site: &Fixture) -> BTreeSet<String> {
    let names = fs::read_dir(site.public().join(STORY))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("Unicode"));
    names.filter(|name| name.contains(".html")).collect()
}

#[test]
fn a_story_is_read_from_its_page_to_an_end_and_back_to_the_last_turning() {
    let site = site_with(STORY);
    site.build(&[]);
    let front = site.read("index.html");
    assert!(front.contains("href=book-that-plays/index.html>A Book That Plays<"), "{front}");
    let begin = follow(&site, "index.html", "Begin to read");
    // The page of a story links to no ending, because an ending reveals its name.
    let index = page(&site, &format!("{STORY}/index.html"));
    assert!(index.links.iter().all(|(_, to)| !to.starts_with("ending")), "{:?}", index.links);
    assert_eq!(begin, "begin.html");
    let first = page(&site, &format!("{STORY}/{begin}"));
    assert!(first.words.join(" ").starts_with("Ten o’clock Tomorrow your niece is seven,"), "{:?}", first.words);
    let mut at = begin;
    for choice in [
        "Begin at the beginning: every board there is",
        "Turn page forty round, with the cat on it",
        "But who is going to be asked to turn the book? She is seven",
        "Throw a coin for each board",
        "Bind it",
        "Go to bed",
    ] {
        at = follow(&site, &at, choice);
    }
    let end = site.read(&format!("{STORY}/{at}"));
    let ending = follow(&site, &at, "The End");
    assert_eq!(ending, "ending~4.html");
    let told = page(&site, &format!("{STORY}/{ending}")).words.join(" ");
    assert!(told.starts_with("What the coin said Ending 4 of 4"), "{told}");
    assert!(site.read(&format!("{STORY}/index.html")).contains("xlink:href=ending~4.html"));
    // Every path to this end contains the page on which the coin is thrown.
    let back = end.split("<nav>").nth(1).and_then(|nav| nav.split("href=").nth(1)).expect("a way back");
    let back = back.split('>').next().expect("an address");
    let turning = page(&site, &format!("{STORY}/{back}"));
    assert!(turning.links.len() > 1, "{back}");
    assert!(end.contains(">Begin again<") && end.contains("href=begin.html"));
    // Every passage and every ending is a page, in addition to the page of the story and its map.
    assert_eq!(pages_of(&site).len(), 31 + 4 + 2);
    // A dot for each passage; in the key, one for each of five places and one for the ends.
    assert_eq!(site.read(&format!("{STORY}/index~map.html")).matches("<path").count(), 31 + 5 + 1);
}

#[test]
fn what_the_pages_tell_is_what_ink_tells() {
    let site = site_with(STORY);
    let json = fs::read_to_string(site.root().join(format!("content/{STORY}.ink.json"))).expect("a story");
    let program = Program::read(&json).expect("a story");
    let play = |playthroughs| {
        site.build(&[]);
        let pages = Reading::of_files(&site.public().join(STORY));
        passages::play(&program, 0, "begin.html", playthroughs, &pages)
    };
    assert!(play(200).expect("pages tell what ink tells") > 1000);
    // A theme that omits the text, and one that omits a choice.
    let prose = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/themes/classic/templates/prose.html"));
    let prose = prose.expect("a template");
    for (from, to) in [("{{ line.body | safe }}</p>", "</p>"), ("{{ choice.body | safe }}", "Go on")] {
        assert!(prose.contains(from));
        site.write("themes/classic/templates/prose.html", &prose.replace(from, to));
        assert!(play(20).expect_err("something is left out").contains(" lacks "));
    }
    site.write("themes/classic/templates/prose.html", &prose.replace("href=\"{{ choice.href }}\"", ""));
    let told = site.fail_to("check", &[]);
    assert!(told.contains("which is a legal move here"), "{told}");
}

#[test]
fn list_tells_the_endings_and_a_shortest_way_to_each() {
    let site = site_with(STORY);
    let rows: Json = serde_json::from_str(&site.run(&["list", "--json"]).0).expect("JSON");
    let row = rows.as_array().expect("rows").iter().find(|row| row["game"] == STORY).expect("the story");
    assert_eq!((&row["positions"], &row["pages"]), (&Json::from(31), &Json::from(37)));
    let endings = row["story"]["endings"].as_array().expect("endings");
    assert!(endings.iter().map(|ending| ending["title"].as_str().expect("a title")).eq(ENDINGS), "{endings:?}");
    site.build(&[]);
    for (number, ending) in (1..).zip(endings) {
        let way = ending["way"].as_array().expect("a way").iter().map(|choice| choice.as_str().expect("a choice"));
        let typeset = |choice: &str| choice.replace('\'', "’");
        let end = way.fold("begin.html".to_owned(), |at, choice| follow(&site, &at, &typeset(choice)));
        assert_eq!(follow(&site, &end, "The End"), format!("ending~{number}.html"));
    }
    let table = site.run(&["list"]).0;
    assert!(table.contains("\nbook-that-plays: 2108 words, 4 endings\n"), "{table}");
}

/// The size on the page of a story equals that in `list`.
#[test]
fn a_story_says_how_large_it_is() {
    let site = site_with("left-hand");
    let rows: Json = serde_json::from_str(&site.run(&["list", "--json"]).0).expect("JSON");
    let row = rows.as_array().expect("rows").iter().find(|row| row["game"] == "left-hand").expect("the story");
    for (page, count, unit) in [
        ("content/left-hand.md", &row["positions"], "pages"),
        ("content/left-hand.md", &row["story"]["words"], "words"),
        ("content/docs/exporting.md", &row["positions"], "passages"),
    ] {
        let digits = count.to_string();
        let (thousands, rest) = digits.split_at(digits.len() - 3);
        let told = files::of_project(page);
        assert!(told.contains(&format!(" {thousands},{rest} {unit}")), "{page}: {digits} {unit}");
    }
}

/// The book and the file contain all texts of a passage, and every link there has a target.
#[test]
fn a_book_and_a_file_tell_what_the_site_tells() {
    let site = site_with(STORY);
    site.build(&[]);
    site.run(&["export", "single", STORY, "--output", "made.html"]);
    let mut pages = book_of(&site, STORY);
    pages.retain(|_, page| page.contains("<html"));
    let in_book: String = pages.values().map(|page| Reading::of(page).words.join(" ")).collect();
    assert!(pages.len() < 12, "{} files: passages share them", pages.len());
    let html = fs::read_to_string(site.root().join("made.html")).expect("a file");
    let in_file = Reading::of(&html).words.join(" ");
    for name in pages_of(&site).iter().filter(|name| !name.starts_with("index")) {
        if name.starts_with("ending~") {
            continue;
        }
        let words = page(&site, &format!("{STORY}/{name}")).words.join(" ");
        assert!(in_book.contains(&words), "the book lacks {name}: {words}");
        assert!(in_file.contains(&words), "the file lacks {name}: {words}");
    }
    let ids: BTreeSet<&str> =
        html.split(" id=").skip(1).map(|rest| rest.split(['>', ' ']).next().expect("an id")).collect();
    let links = Reading::of(&html).links;
    assert_eq!(ids.len(), 31 + 4);
    assert!(links.len() > 60 && links.iter().all(|(_, to)| ids.contains(to.trim_start_matches('#'))), "{links:?}");
}

#[test]
#[ignore = "needs inkjs"]
fn tags_show_pictures_and_places_and_words_keep_their_marks() {
    let site = site_of(
        "# title: Not this one\n# author: Ada Writer\nUp. # place: The stair # IMAGE: social.png A stair\n\
         It is <i>high</i>, \"quite\" -- 1 < 2.\n* [Go <b>up</b>] -> END\n* Say it\n  -> next\n\
         === next\n# place: Below\nSaid.\n-> END\n",
        "cover = \"cover.png\"\n",
    );
    let icon = Path::new(env!("CARGO_MANIFEST_DIR")).join("themes/classic/static/icon.png");
    for name in ["cover", "social"] {
        fs::copy(&icon, site.root().join(format!("content/{name}.png"))).expect("a picture");
    }
    site.build(&[]);
    let first = site.read("tower/begin.html");
    for part in [
        "<h2>The stair</h2>",
        "<img alt=\"A stair\" src=../social.png>",
        "<i>high</i>, “quite” — 1 &lt; 2",
        "Go <b>up</b>",
    ] {
        assert!(first.contains(part), "{part} in {first}");
    }
    let story = site.read("tower/index.html");
    assert!(story.contains("The Tower") && story.contains("by Ada Writer"), "{story}");
    // The choice just made is repeated, and marked.
    let next = site.read("tower/next-1.html");
    assert!(next.contains("<h2>Below</h2><p class=made>Say it<p>Said."), "{next}");
    let book = book_of(&site, "tower");
    assert!(book["book.opf"].contains("href=\"pictures/0.png\" media-type=\"image/png\" properties=\"cover-image\""));
    assert!(book["book.opf"].contains("href=\"pictures/1.png\" media-type=\"image/png\"/>"));
    let shown = "<img src=\"../pictures/1.png\" alt=\"A stair\"/>";
    assert!(book.values().any(|page| page.contains(shown)), "{book:?}");
}

#[test]
#[ignore = "needs inkjs"]
fn seeds_tell_a_story_once_each_and_what_is_limited_is_said() {
    let source = "VAR turns = 0\n-> hub\n=== hub\n{~Rain.|Sun.|Snow.} {turns}\n\
                  + [Again]\n  ~ turns = turns + 1\n  -> hub\n+ [Go] -> END\n";
    let site = site_of(source, "seeds = [1, 2, 3]\nclamp = { turns = 4 }\nshuffle_rounds = 2\n");
    site.build(&[]);
    let story = page(&site, "tower/index.html");
    let words = story.words.join(" ");
    for told in ["“turns” stays between -4 and 4", "comes round again after 2 rounds", "Begin: telling 3"] {
        assert!(words.contains(told), "{words}");
    }
    let first_page = |number: usize| {
        let words = format!("Begin: telling {number}");
        story.links.iter().find(|(own, _)| own.join(" ") == words).expect("a link").1.clone()
    };
    let begin: BTreeSet<String> = (1..=3).map(first_page).collect();
    assert_eq!(begin.len(), 3, "each telling begins with another page: {begin:?}");
    let json = fs::read_to_string(site.root().join("content/tower.ink.json")).expect("a story");
    let mut program = Program::read(&json).expect("a story");
    program.limit("turns", -4, 4).expect("a variable");
    program.limit_shuffles(2);
    let pages = Reading::of_files(&site.public().join("tower"));
    for (seed, number) in (1..=3).zip(1..) {
        let first = first_page(number);
        passages::play(&program, seed, &first, 50, &pages).expect("pages tell what ink tells");
    }
}

/// The guide for authors of ink: three changes make a story small.
#[test]
fn the_guide_is_right() {
    let guide = files::of_project("content/docs/stories.md");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/ink");
    // The first two have tens of thousands of pages.
    for number in if *IS_WHOLE { 0..4 } else { 2..4 } {
        let json = fs::read_to_string(fixtures.join(format!("fair-{number}.ink.json"))).expect("a story");
        let program = Program::read(&json).expect("a story");
        let graph = StoryGraph::explore(&program, &[0], 200_000).expect("it is finite").merged();
        let pages = graph.passages.len();
        let pages = if pages < 1000 { pages.to_string() } else { format!("{},{:03}", pages / 1000, pages % 1000) };
        assert!(guide.contains(&format!("**{pages} pages")), "fair-{number} has {pages} pages");
    }
}

/// The transcripts of `ink-proof`, by following the links of pages. In German, quotes and dashes are not changed, so
/// the words are those of the transcripts.
#[test]
#[ignore = "needs the stories of others"]
fn trust_transcripts_are_read_on_pages() {
    let site = Fixture::new();
    site.write("content/site.toml", "title = \"A\"\nlanguage = \"de\"\n");
    let cases = stories::transcripts();
    for case in &cases {
        let name = case.name.to_lowercase();
        site.write(&format!("content/{name}.ink.json"), &case.json);
        let header = format!("title = \"{name}\"\nstory = \"{name}.ink.json\"\nseeds = [{}]\n", case.seed);
        site.write(&format!("content/{name}.md"), &format!("+++\n{header}+++\n"));
    }
    site.build(&[]);
    let mut wrong = Vec::new();
    for case in &cases {
        let folder = case.name.to_lowercase();
        let (mut at, mut told) = ("begin.html".to_owned(), Vec::new());
        let mut choices = case.choices.iter();
        loop {
            let reading = page(&site, &format!("{folder}/{at}"));
            let is_end = reading.links.iter().any(|(_, to)| to.starts_with("ending~"));
            let count = reading.words.len() - usize::from(is_end);
            told.extend_from_slice(&reading.words[..count]);
            let Some(choice) = choices.next().filter(|_| !is_end) else { break };
            at.clone_from(&reading.links[choice - 1].1);
        }
        if told != case.words() {
            wrong.push(format!("{}: {told:?}\n{:?}", case.name, case.words()));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert_eq!(cases.len(), 103);
}

/// A source is compiled by the first compiler found; without one, the message says which to install.
#[test]
#[ignore = "needs inkjs"]
fn a_source_is_compiled() {
    let site = Fixture::new();
    site.write("content/tower.ink", "Up. -> END\n");
    site.write("content/tower.md", "+++\ntitle = \"The Tower\"\nstory = \"tower.ink\"\n+++\n");
    let build = |path: &str| {
        let output = site.pageturner().arg("build").env("PATH", path).output().expect("the program runs");
        (output.status.success(), String::from_utf8(output.stderr).expect("text").replace(['\n', '|'], " "))
    };
    let words = |text: &str| words_of(text).join(" ");
    let (is_built, told) = build("/nowhere");
    assert!(!is_built && words(&told).contains("no ink compiler is installed to compile tower.ink"), "{told}");
    assert!(words(&told).contains("export the story from Inky as `tower.ink.json`"), "{told}");
    let compilers = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/node_modules/.bin"));
    let path = format!("{}:{}", compilers.display(), std::env::var("PATH").expect("a path"));
    let (is_built, told) = build(&path);
    assert!(is_built && page(&site, "tower/begin.html").words.join(" ").starts_with("Up."), "{told}");
    site.write("content/tower.ink", "Up. -> nowhere\n");
    let (is_built, told) = build(&path);
    assert!(!is_built && words(&told).contains("inkjs-compiler cannot compile tower.ink"), "{told}");
}

/// `list --facts` prints what multiplies the pages of a story, changes through `ref`, and choices by their texts.
#[test]
#[ignore = "needs inkjs"]
fn list_says_which_facts_multiply_a_story() {
    let site = site_of(
        "VAR coins = 0\nLIST Moods = calm, (cross)\nVAR mood = cross\n-> square\n\
         === square\nYou have {coins}, and are {mood}.\n\
         * (beg) [Beg]\n  ~ earn(coins)\n+ {coins > 0 && coins < 9} [Work]\n  ~ earn(coins)\n\
         * [Rest]\n  ~ mood = calm\n* [Go] -> END\n- {square.beg: They know you.}\n-> square\n\
         === function earn(ref purse)\n~ purse = purse + 1\n",
        "",
    );
    let (printed, _) = site.run(&["list", "--facts"]);
    for expected in [
        "  the variable `coins`: 10 values, multiplies the states by 3.7; changed in `square`, for example by the \
         choices \"Beg\", \"Work\"; read in `square`",
        "  the variable `mood` (always changes with the number of visits to the choice \"Rest\"): 2 values, ",
        "the number of visits to the choice \"Beg\": 2 values, which follow from other facts",
    ] {
        assert!(printed.contains(expected), "{expected}\n{printed}");
    }
    assert!(!site.run(&["list"]).0.contains(" multiplies the states"));
    let rows: Json = serde_json::from_str(&site.run(&["list", "--facts", "--json"]).0).expect("JSON");
    let row = rows.as_array().expect("rows").iter().find(|row| row["game"] == "tower").expect("the story");
    assert!(row["story"]["facts"].as_array().expect("facts").len() >= 3, "{row}");
}

/// Features that pages do not support are left out, and an error ends a path. The author is told of both.
#[test]
#[ignore = "needs inkjs"]
fn what_pages_leave_out_and_where_a_path_breaks_is_said() {
    let site = site_of(
        "Up. # SOUND: wind.ogg # music: low\n<center>\"Hi\" <u>you</u></center><h1 class=\"big\">Two</h1> \
         <marquee>on</marquee> <img src=\"social.png\" alt=\"A stair\"> <img src=\"no.png\">\n\
         * [<div>On</div> <a href=\"https:\\/\\/a.org\">there</a>] -> stair\n* [Off] -> END\n\
         === stair\nStep <a href=\"https:\\/\\/b.org\">up</a>. # CLEAR\n\
         * [Down] Down.\n  ->->\n* [Fall] Falling.\n  {LIST_COUNT(3)} never\n* [Wait] Waiting.\n",
        "",
    );
    let icon = Path::new(env!("CARGO_MANIFEST_DIR")).join("themes/classic/static/icon.png");
    fs::copy(icon, site.root().join("content/social.png")).expect("a picture");
    let (_, told) = site.run(&["build"]);
    for expected in [
        "note: The Tower: left out sounds, which pages cannot play: `# MUSIC`, `# SOUND`\n",
        "note: The Tower: left out tags, which pages cannot show: `<center>`, `<img src=\"no.png\">`, which is \
         not a picture next to the story, `<marquee>`\n",
        "warning: The Tower: after \"<div>On</div> <a href=\\\"https://a.org\\\">there</a>\", \"Down\", the \
         story ends with an error: a tunnel ends here (`->->`) without a call (in `stair`)\n",
        "\"Fall\", the story ends with an error: `LIST_COUNT` does not support a number (in `stair`)\n",
        "\"Wait\", the story ends without `-> END` or `-> DONE`\n",
    ] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
    assert!(site.run(&["check"]).1.contains("left out sounds"));
    let first = site.read("tower/begin.html");
    for part in [
        "<p>“Hi” <u>you</u><strong class=big><br>Two</strong>",
        "on <img alt=\"A stair\" src=../social.png>",
        "><span>On</span> <br>there</a>",
    ] {
        assert!(first.replace("<br/>", "<br>").contains(part), "{part} in {first}");
    }
    let fallen = pages_in(&site, "tower").into_iter().find(|page| page.contains("<p>Falling.")).expect("a page");
    assert!(fallen.contains("The End") && !fallen.contains("never"), "{fallen}");
    assert!(book_of(&site, "tower").values().any(|page| page.contains("src=\"../pictures/0.png\" alt=\"A stair\"")));
}

fn pages_in(site: &Fixture, folder: &str) -> Vec<String> {
    let files = fs::read_dir(site.public().join(folder)).expect("the folder");
    let names = files.map(|entry| entry.expect("an entry").file_name().into_string().expect("Unicode"));
    names.filter(|name| name.contains(".html")).map(|name| site.read(&format!("{folder}/{name}"))).collect()
}

/// A compiler that hangs, or that prints without end, is stopped; comments take time only by their length.
#[cfg(unix)]
#[test]
fn a_compiler_without_end_is_stopped() {
    use std::os::unix::fs::PermissionsExt;
    let site = Fixture::new();
    site.write("content/tower.md", "+++\ntitle = \"The Tower\"\nstory = \"tower.ink\"\n+++\n");
    let comments = "/*//".repeat(150_000) + &"/*".repeat(100_000);
    let mut cases = vec![
        ("Up.", "exec yes AAAAAAAA 1>&2", "cannot compile tower.ink: AAAAAAAA"),
        (&*comments, "echo Wrong.; exit 1", "cannot compile tower.ink: Wrong."),
    ];
    if *IS_WHOLE {
        cases.push(("Up.", "sleep 1000 & sleep 1001", "it did not finish within 20 seconds"));
    }
    for (source, script, expected) in cases {
        site.write("content/tower.ink", source);
        site.write("bin/inklecate", &format!("#!/bin/sh\n{script}\n"));
        let compiler = site.root().join("bin/inklecate");
        fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).expect("a program");
        let path = format!("{}:{}", site.root().join("bin").display(), std::env::var("PATH").expect("a path"));
        let begin = std::time::Instant::now();
        let output = site.pageturner().arg("build").env("PATH", path).output().expect("the program runs");
        let told = words_of(&String::from_utf8_lossy(&output.stderr).replace(['\n', '|'], " ")).join(" ");
        assert!(!output.status.success() && told.contains(expected), "{told}");
        assert!(begin.elapsed().as_secs() < 30, "{script}: {:?}", begin.elapsed());
    }
}
