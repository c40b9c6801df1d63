//! Catalogues: every message is used, and every message that is used exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use pageturner::Games;
use pageturner::content::words::Locales;
use walkdir::WalkDir;

use crate::files::{blocks, files_below, of_project};
use crate::fixture::Fixture;
use crate::html::{texts, values};
use crate::tree::Html;

/// The catalogue of the program.
const PROGRAM: &str = "src/content/words/en.ftl";

/// Returns the sources by path.
fn sources() -> BTreeMap<String, String> {
    files("src", "rs")
}

/// Returns the templates of all themes by path.
fn templates() -> BTreeMap<String, String> {
    files("themes", "html")
}

/// Returns the files below a folder with this ending, by path.
fn files(folder: &str, ending: &str) -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = WalkDir::new(root.join(folder)).into_iter().map(|entry| entry.expect("a readable entry").into_path());
    let files = entries.filter(|path| path.extension().is_some_and(|found| found == ending));
    let read = |path: std::path::PathBuf| {
        let name = path.strip_prefix(root).expect("of the project").to_str().expect("Unicode").to_owned();
        (name, fs::read_to_string(&path).expect("a text"))
    };
    files.map(read).collect()
}

/// Returns the names of the messages of a catalogue.
fn names(catalogue: &str) -> BTreeSet<&str> {
    let lines = catalogue.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
    lines.map(|line| line.split_once(" =").expect("a message").0).collect()
}

/// Returns the catalogue of the game in a source, if it has one.
fn of_game(source: &str) -> Option<String> {
    let path = source.strip_prefix("src/engine/games/")?.strip_suffix(".rs")?;
    let catalogue = format!("src/engine/games/{path}.en.ftl");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(&catalogue).exists().then_some(catalogue)
}

#[test]
fn every_message_is_used() {
    let sources = sources();
    let templates = templates();
    let all: String = sources.values().chain(templates.values()).map(String::as_str).collect();
    let of_games = sources.iter().filter_map(|(path, text)| Some((of_game(path)?, text.as_str())));
    for (catalogue, used) in of_games.chain([(PROGRAM.to_owned(), all.as_str())]) {
        let text = of_project(&catalogue);
        for name in names(&text) {
            let is_asked_for = used.contains(&format!("\"{name}\""));
            assert!(is_asked_for || text.contains(&format!("{{ {name} }}")), "{catalogue}: nothing uses `{name}`");
        }
    }
}

#[test]
fn every_message_that_is_asked_for_is_there() {
    let program = of_project(PROGRAM);
    let mut count = 0;
    for (path, text) in sources() {
        let own = of_game(&path).map(|catalogue| of_project(&catalogue)).unwrap_or_default();
        let known: BTreeSet<_> = names(&program).union(&names(&own)).copied().collect();
        for rest in text.split("Message::key(\"").skip(1) {
            let name = rest.split('"').next().unwrap_or_default();
            assert!(known.contains(name), "{path} asks for `{name}`, which no catalogue has");
            count += 1;
        }
    }
    assert!(count > 80, "they are found in the sources: {count}");
    let (known, mut count) = (names(&program), 0);
    for (path, text) in templates() {
        for rest in text.split("say(key=").skip(1) {
            let name = rest.strip_prefix('"').and_then(|rest| rest.split('"').next());
            let name = name.unwrap_or_else(|| panic!("{path} asks for a message whose name it makes: {rest}"));
            assert!(known.contains(name), "{path} asks for `{name}`, which the catalogue does not have");
            count += 1;
        }
    }
    assert!(count > 80, "they are found in the templates: {count}");
}

/// Returns the built-in catalogues, each with the name that it would have in a site.
fn shipped() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [root.join("src/content/words"), root.join("src/engine/games")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    let catalogues = paths.filter(|path| path.extension().is_some_and(|ending| ending == "ftl"));
    let named = |path: std::path::PathBuf| {
        let name = path.file_name().expect("a name").to_str().expect("Unicode").replace('_', "-");
        (name, fs::read_to_string(path).expect("a catalogue"))
    };
    catalogues.map(named).collect()
}

#[test]
fn every_catalogue_of_the_program_passes_the_checks_of_those_of_sites() {
    let site = Fixture::empty();
    for (name, text) in shipped() {
        site.write(&format!("locales/{name}"), &text);
    }
    let read = Locales::read(site.root(), Games::standard().catalogues());
    assert!(read.is_ok(), "{}", read.err().map(|findings| findings.plain()).unwrap_or_default());
}

#[test]
fn every_catalogue_of_the_program_is_known_and_whole() {
    let shipped = shipped();
    let languages: BTreeSet<_> = shipped.iter().filter_map(|(name, _)| name.rsplit('.').nth(1)).collect();
    assert!(languages.contains("en"), "{languages:?}");
    for language in languages {
        let catalogue = Locales::shipped(Games::standard().catalogues()).catalogue(language);
        assert!(catalogue.lacking().is_empty(), "{language} lacks {:?}", catalogue.lacking());
        assert!(catalogue.count() > 200, "{}", catalogue.count());
    }
}

#[test]
fn a_site_says_it_otherwise_by_a_line_of_a_catalogue() {
    let site = Fixture::new();
    site.write("locales/nim.en.ftl", "player-a = Ann\nplayer-b = Bob\n");
    site.build(&[]);
    let page = fs::read_to_string(site.public().join("nim/two-player/index.html")).expect("a page");
    assert!(page.contains("Ann") && !page.contains("Player A"), "{page}");
    // An edit of a catalogue is noticed, as one of content is.
    site.write("locales/nim.en.ftl", "player-a = Annabel\n");
    site.build(&[]);
    let page = fs::read_to_string(site.public().join("nim/two-player/index.html")).expect("a page");
    assert!(page.contains("Annabel"), "{page}");
}

#[test]
fn a_region_says_what_its_language_says_but_for_what_it_says_itself() {
    let site = Fixture::empty();
    site.write("locales/de.ftl", "your-move = Du bist dran\nyou-win = Gewonnen\n");
    site.write("locales/de-CH.ftl", "you-win = Gewunnen\n");
    let locales = Locales::read(site.root(), []).expect("catalogues");
    let own = |language: &str, name: &str| locales.catalogue(language).own(name);
    assert_eq!(own("de-CH", "your-move").as_deref(), Some("Du bist dran"));
    assert_eq!(own("de-CH", "you-win").as_deref(), Some("Gewunnen"));
    assert_eq!(own("de-AT", "you-win").as_deref(), Some("Gewonnen"));
    assert_eq!(own("fr", "you-win"), None);
    assert!(locales.catalogue("fr").lacking().contains(&"you-win".to_owned()));
    assert!(!locales.catalogue("de-CH").lacking().contains(&"you-win".to_owned()));
}

#[test]
fn languages_are_written_from_the_left_or_from_the_right() {
    let locales = Locales::shipped([]);
    for language in ["ar", "he", "fa", "ur", "yi", "dv", "ps", "ckb", "ug", "sd", "az-Arab", "ar-EG"] {
        assert!(locales.catalogue(language).is_right_to_left(), "{language}");
    }
    for language in ["en", "de", "ja", "ar-Latn", "az", "tr", "zh-Hant-TW"] {
        assert!(!locales.catalogue(language).is_right_to_left(), "{language}");
    }
}

#[test]
fn what_is_to_be_filled_in_is_a_catalogue_with_what_is_filled_in() {
    let site = Fixture::new();
    let places = "places =\n    { $count ->\n        [one] ein Feld\n\n       *[other] { $count } Felder\n    }";
    site.write("locales/eo.ftl", &format!("your-move = Via vico\n\n{places}\n"));
    let (printed, _) = site.run(&["words", "eo"]);
    assert!(printed.contains("\n# en: Your move\nyour-move = Via vico\n"), "{printed}");
    assert!(printed.contains(&format!("\n{places}\n")), "{printed}");
    assert!(printed.contains("\n# X wins\n# en: { $player } wins\n# wins =\n"), "{printed}");
    assert!(printed.contains("### locales/nim.eo.ftl\n"), "{printed}");
    let (missing, _) = site.run(&["words", "eo", "--missing"]);
    assert!(!missing.contains("Via vico") && missing.contains("# wins =\n"), "{missing}");
    // The form contains every message, and it is a valid catalogue.
    let count = printed.lines().filter(|line| line.starts_with("# ") && line.ends_with(" =")).count();
    let shipped = Locales::shipped(Games::standard().catalogues());
    assert_eq!(count + 2, shipped.of_games(|game| game == "nim").catalogue("en").count());
    site.run(&["words", "pt-BR", "-o", "locales"]);
    let written = fs::read_to_string(site.root().join("locales/nim.pt-BR.ftl")).expect("a file");
    assert!(written.contains("# en: Player A\n# player-a =\n"), "{written}");
    site.write("locales/nim.pt-BR.ftl", &written.replace("# player-a =", "player-a = Jogador A"));
    site.build(&[]);
    let message = site.fail_to("words", &["pt-BR", "-o", "locales"]);
    assert!(message.contains("locales/nim.pt-BR.ftl already exists"), "{message}");
}

#[test]
fn what_a_game_in_a_file_says_is_filled_in_beside_it() {
    let site = Fixture::new();
    site.run(&["games", "new", "dodgem"]);
    let (printed, _) = site.run(&["words", "eo"]);
    assert!(printed.contains("### content/dodgem.eo.ftl\n"), "{printed}");
    site.run(&["words", "eo", "-o", "locales"]);
    let written = fs::read_to_string(site.root().join("content/dodgem.eo.ftl")).expect("a file");
    assert!(written.contains("# goal =\n"), "{written}");
    assert!(site.root().join("locales/eo.ftl").exists());
    site.build(&["--only", "nim"]);
    let message = site.fail_to("words", &["eo", "-o", "elsewhere"]);
    assert!(message.contains("content/dodgem.eo.ftl already exists"), "{message}");
    assert!(!site.root().join("elsewhere").exists());
}

#[test]
fn what_a_catalogue_lacks_is_told_and_said_in_english() {
    let site = Fixture::new();
    site.write("content/site.toml", "title = \"Ludoj\"\nlanguage = \"eo\"\n");
    site.write("locales/eo.ftl", "to-move = { $player } ludas\n");
    let shipped = Locales::shipped(Games::standard().catalogues());
    let count = shipped.of_games(|game| game == "nim").catalogue("en").count();
    let lacks =
        format!("note: the catalogue of `eo` lacks {} of {count} messages; pages show these in English: ", count - 1);
    let (_, told) = site.run(&["build"]);
    assert!(told.contains(&lacks) && told.contains(" more;\n      `pageturner words eo --missing` "), "{told}");
    let page = fs::read_to_string(site.public().join("nim/two-player/index.html")).expect("a page");
    assert!(page.contains("Player A ludas"), "{page}");
    let (_, told) = site.run(&["check"]);
    assert!(told.contains(&lacks) && told.contains("your-move"), "{told}");
    assert!(told.contains("player-a of nim, player-b of nim"), "{told}");
    // Without any message, the pages are in English.
    fs::remove_file(site.root().join("locales/eo.ftl")).expect("a file");
    site.build(&[]);
    let words = |site: &Fixture| {
        let pages = files_below(&site.public())
            .into_iter()
            .filter(|(path, _)| Path::new(path).extension().is_some_and(|ending| ending == "html"));
        let words = |page: Vec<u8>| {
            let page = Html::parse_document(str::from_utf8(&page).expect("text"));
            (texts(&page, "body"), values(&page, "a", "aria-label"))
        };
        pages.map(|(path, page)| (path, words(page))).collect::<BTreeMap<_, _>>()
    };
    let said = words(&site);
    site.write("content/site.toml", "title = \"Ludoj\"\n");
    site.build(&[]);
    assert_eq!(said, words(&site));
    // A complete catalogue, and English, lack nothing.
    site.write("content/site.toml", "title = \"Games\"\n");
    assert!(!site.run(&["build"]).1.contains("lacks"));
}

#[test]
fn the_catalogues_of_the_documentation_can_be_read() {
    let page = of_project("content/docs/translating.md");
    let examples = blocks(&page, "ftl");
    let site = Fixture::empty();
    for (name, example) in ["nim.en", "fr", "it", "pt"].iter().zip(&examples) {
        site.write(&format!("locales/{name}.ftl"), example);
    }
    assert_eq!(examples.len(), 4);
    let locales = Locales::read(site.root(), Games::standard().catalogues()).map_err(|findings| findings.plain());
    let lacking = |language: &str| locales.as_ref().expect("catalogues").catalogue(language).lacking().len();
    let all = lacking("eo");
    // The second one is empty.
    assert_eq!([lacking("fr"), lacking("it"), lacking("pt")], [all, all - 1, all - 1]);
    let form = locales.as_ref().expect("catalogues").forms("fr", false);
    assert!(form.iter().any(|form| form.text.contains(examples[1].trim())), "{}", examples[1]);
}
