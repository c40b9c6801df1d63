//! A new site: what `init` writes into a folder, what it leaves unchanged, and that it builds at once.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use pageturner::games::Games;

use crate::files::{everything, files_below};
use crate::fixture::Fixture;
use crate::reading::one_line;
use crate::whole_site::IS_WHOLE;

/// Runs the program in a folder. It prints nothing on standard error except what a site without a base URL lacks.
fn run(desk: &Fixture, arguments: &[&str]) -> String {
    let (printed, told) = desk.run(arguments);
    assert!(told.is_empty() || told.starts_with("note: without a base URL"), "{arguments:?}: {told}");
    printed
}

/// Runs the program, which must fail and leave the folder unchanged. Returns its message.
fn fail(desk: &Fixture, arguments: &[&str]) -> String {
    let before = everything(desk.root());
    let told = desk.fail_with(1, arguments);
    assert!(everything(desk.root()) == before, "{arguments:?} changed something");
    assert!(told.contains("help:"), "{told}");
    // Line breaks depend on the length of the temporary folder's name.
    one_line(&told)
}

fn read(desk: &Fixture, path: &str) -> String {
    fs::read_to_string(desk.root().join(path)).expect("a file")
}

/// Returns the files of a new site, from the sources.
fn starter() -> BTreeMap<String, Vec<u8>> {
    let folder = |name: &str| files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tool/starter").join(name));
    let pages = folder("games/en").into_iter().filter(|(path, _)| path.starts_with("nim"));
    let site = folder("site").into_iter().filter(|(path, _)| !path.ends_with("daily.yml"));
    site.chain(pages.map(|(path, page)| (format!("content/{path}"), page))).collect()
}

const WORKFLOW: &str = ".github/workflows/pages.yml";

/// The repository from which a workflow gets the program.
const FROM: &str = "https://github.com/NAME/pageturner";

#[test]
fn a_new_site_builds_at_once_and_without_a_word() {
    let desk = Fixture::empty();
    run(&desk, &["init", "games"]);
    let mut expected = starter();
    expected.remove(WORKFLOW).expect("the workflow");
    assert!(files_below(&desk.root().join("games")) == expected);
    run(&desk, &["--root", "games", "build"]);
    for page in ["index.html", "about.html", "nim/index.html", "nim/lesson/index.html", "nim/computer/index.html"] {
        assert!(desk.root().join("games/public").join(page).is_file(), "{page}");
    }
    let again = run(&desk, &["--root", "games", "build"]);
    assert!(again.contains("nothing written"), "{again}");
}

#[test]
fn a_new_site_is_told_with_what_to_type_next() {
    let desk = Fixture::empty();
    let expected = "\
wrote my games/.gitignore
wrote my games/content/about.md
wrote my games/content/index.md
wrote my games/content/nim.md
wrote my games/content/nim/lesson.md
wrote my games/content/site.toml

The site is ready. Next:

  cd 'my games'
  pageturner serve    serve the site at http://127.0.0.1:1111/ while you edit content/
  pageturner build    write the website into the folder public/
  pageturner games    list the games and their parameters
";
    assert_eq!(run(&desk, &["init", "my games"]), expected);
    assert_eq!(run(&desk, &["--quiet", "init", "other"]), "");
    let here = run(&Fixture::empty(), &["init", "--github", "--from", FROM]);
    assert!(here.contains("wrote .github/workflows/pages.yml\n") && !here.contains("cd "), "{here}");
    assert!(here.ends_with("choose \"GitHub Actions\" under \"Pages\" in the settings.\n"), "{here}");
}

#[test]
fn a_site_can_begin_in_german() {
    let desk = Fixture::empty();
    run(&desk, &["init", "--language", "de", "--title", "Unsere Spiele"]);
    let has = |path: &String| path == WORKFLOW || desk.root().join(path).is_file();
    assert!(starter().keys().all(has), "it has the files of a site in English");
    let (_, told) = desk.run(&["build"]);
    assert!(!told.contains("lacks"), "{told}");
    let page = desk.read("nim/computer/index.html");
    assert!(page.contains("<html lang=de>") && page.contains("<h2>Du bist am Zug.</h2>"), "{page}");
    assert!(desk.read("index.html").contains("Unsere Spiele"));
    desk.run(&["check"]);
}

#[test]
fn the_title_is_written_as_it_was_given() {
    for title in ["Our games", "\"Quoted\" \\ and 'more'", "\\u0041", "Spiele für zwei & drei", "# no comment"] {
        let desk = Fixture::empty();
        run(&desk, &["init", "--title", title]);
        let settings: toml::Table = read(&desk, "content/site.toml").parse().expect("TOML");
        assert_eq!(settings["title"].as_str(), Some(title));
        run(&desk, &["build"]);
    }
    for (title, told) in [
        ("", "the title is blank"),
        (" \u{200b}", "the title is blank"),
        ("a\nb", "the title contains a line break or a tab"),
        ("a\tb", "the title contains a line break or a tab"),
        ("a\u{1b}[31mb", "the character U+001B is not allowed in a text"),
        ("a\u{7f}", "the character U+007F is not allowed in a text"),
    ] {
        let message = fail(&Fixture::empty(), &["init", "--title", title]);
        assert!(message.contains(told), "{message}");
    }
}

#[test]
fn the_workflow_has_the_address_that_it_was_given() {
    let desk = Fixture::empty();
    run(&desk, &["init", "--github", "--from", "https://example.org/a/b.git"]);
    let workflow = read(&desk, WORKFLOW);
    assert!(workflow.contains("PAGETURNER: \"https://example.org/a/b\"\n") && !workflow.contains("NAME"));
    for wrong in ["", "https://", "https:///a", "git@example.org:a/b", "https://a b/c", "https://a/\"\nb", "../here"] {
        let message = fail(&Fixture::empty(), &["init", "--github", "--from", wrong]);
        assert!(message.contains("is not the address of a public git repository"), "{message}");
    }
}

#[test]
fn the_theme_is_one_for_websites() {
    let desk = Fixture::empty();
    run(&desk, &["init", "--theme", "eink"]);
    let settings: toml::Table = read(&desk, "content/site.toml").parse().expect("TOML");
    assert_eq!(settings["theme"].as_str(), Some("eink"));
    run(&desk, &["build"]);
    let message = fail(&Fixture::empty(), &["init", "--theme", "eimk"]);
    assert!(message.contains("unknown theme `eimk`") && message.contains("did you mean `eink`?"), "{message}");
    let message = fail(&Fixture::empty(), &["init", "--theme", "book"]);
    assert!(message.contains("the theme `book` does not support websites"), "{message}");
    assert!(fail(&Fixture::empty(), &["init", "--theme", "../x"]).contains("unknown theme `../x`"));
    let message = fail(&Fixture::empty(), &["init", "--theme", "eimk", "--title", ""]);
    assert!(message.contains("unknown theme") && message.contains("the title is blank"), "{message}");
}

#[test]
fn a_folder_that_is_not_empty_is_left_alone() {
    let desk = Fixture::empty();
    for name in ["one.txt", "two.txt", "three/x.txt", "four.txt"] {
        desk.write(name, "mine");
    }
    let message = fail(&desk, &["init"]);
    let told = "SITE is not empty: it contains 4 files or folders: four.txt, one.txt, three and 1";
    assert!(message.contains(told) && message.contains("--force"), "{message}");
    // Hidden files are not part of a site.
    let desk = Fixture::empty();
    desk.write(".git/config", "mine");
    run(&desk, &["init"]);
    assert_eq!(read(&desk, ".git/config"), "mine");
}

#[test]
fn force_replaces_nothing() {
    let desk = Fixture::empty();
    desk.write("README.md", "mine");
    desk.write("content/about.md", "+++\ntitle = \"Mine\"\n+++\n");
    desk.write(".gitignore", "mine");
    let told = run(&desk, &["init", "--force"]);
    assert!(told.contains("kept .gitignore\nkept content/about.md\n"), "{told}");
    assert!(told.contains("wrote content/site.toml\n"), "{told}");
    assert_eq!((read(&desk, "README.md"), read(&desk, ".gitignore")), ("mine".to_owned(), "mine".to_owned()));
    assert!(read(&desk, "content/about.md").contains("Mine"));
    run(&desk, &["build"]);
}

#[test]
fn a_site_gets_a_workflow_and_no_content() {
    let desk = Fixture::empty();
    desk.write("content/site.toml", "title = \"Mine\"\n");
    let before = fail(&desk, &["init", "--github", "--from", FROM]);
    assert!(before.contains("is not empty: it contains content"), "{before}");
    let told = run(&desk, &["init", "--github", "--from", FROM, "--force"]);
    assert!(
        told.starts_with("wrote .github/workflows/pages.yml\nwrote .gitignore\nkept content/site.toml\n"),
        "{told}"
    );
    let paths: Vec<_> = files_below(desk.root()).into_keys().collect();
    assert_eq!(paths, [WORKFLOW, ".gitignore", "content/site.toml"]);
    assert_eq!(read(&desk, "content/site.toml"), "title = \"Mine\"\n");
    let message = fail(&desk, &["init", "--force", "--title", "Other"]);
    assert!(message.contains("--title would change nothing"), "{message}");
    let message = fail(&desk, &["init", "--force", "--theme", "plain"]);
    assert!(message.contains("--theme would change nothing"), "{message}");
    let message = fail(&desk, &["init", "--force", "--base-url", "https://example.org/"]);
    assert!(message.contains("--base-url would change nothing") && message.contains("`base_url = "), "{message}");
    let message = fail(&desk, &["init", "--force", "--game", "hanoi"]);
    assert!(message.contains("--game would change nothing") && message.contains("games hanoi"), "{message}");
}

#[test]
fn a_site_begins_with_the_games_that_are_wanted() {
    for language in ["en", "de"] {
        let desk = Fixture::empty();
        for game in Games::standard().names() {
            run(&desk, &["init", game, "--game", game, "--language", language]);
            let paths: Vec<_> = files_below(&desk.root().join(game).join("content")).into_keys().collect();
            let is_of_game = |path: &&String| path.split(['/', '.']).next() == Some(game);
            assert_eq!(paths.len() - paths.iter().filter(is_of_game).count(), 3, "{paths:?}");
            // Only `make test` builds all games with many positions.
            if !*IS_WHOLE && (language == "de" || game == "chess-endings") && !["hanoi", "nim"].contains(&game) {
                continue;
            }
            let (_, told) = desk.run(&["--root", game, "build"]);
            assert_eq!(told.lines().count(), 2, "{told}");
            assert!(desk.root().join(game).join("public").join(game).join("index.html").is_file());
        }
        run(&desk, &["init", "both", "--game", "hanoi", "--game", "nim", "--language", language]);
        for page in ["hanoi.md", "nim.md", "nim/lesson.md"] {
            assert!(desk.root().join("both/content").join(page).is_file(), "{page}");
        }
    }
    let message = Fixture::empty().fail_with(2, &["init", "--game", "chess"]);
    assert!(
        message.contains("possible values: ataxx, chess-endings, hanoi, nim, peg-solitaire, tic-tac-toe"),
        "{message}"
    );
}

#[test]
fn a_site_can_begin_with_a_story() {
    for (language, ending) in [("en", "The island"), ("de", "Die Insel")] {
        let desk = Fixture::empty();
        let told = run(&desk, &["init", "--story", "ferry", "--language", language]);
        let files = ["about.md", "ferry.ink", "ferry.ink.json", "ferry.md", "index.md", "site.toml"];
        assert!(files.iter().all(|file| told.contains(&format!("wrote content/{file}\n"))), "{told}");
        assert!(!told.contains("nim"), "{told}");
        // No compiler is needed.
        let output = desk.pageturner().arg("build").env("PATH", "").output().expect("the program runs");
        assert!(output.status.success(), "{output:?}");
        assert!(desk.read("index.html").contains("href=ferry/index.html"));
        assert!(desk.read("ferry/ending~1.html").contains(ending) || desk.read("ferry/ending~2.html").contains(ending));
        desk.run(&["check"]);
    }
    let desk = Fixture::empty();
    let message = fail(&desk, &["init", "--story", "The Ferry"]);
    assert!(message.contains("`The Ferry` cannot be the name of a story"), "{message}");
    run(&desk, &["init", "--story", "ferry", "--game", "hanoi"]);
    assert!(desk.root().join("content/hanoi.md").is_file() && desk.root().join("content/ferry.md").is_file());
    let message = fail(&desk, &["init", "--force", "--story", "tower"]);
    assert!(message.contains("--story would change nothing"), "{message}");
}

#[test]
fn the_address_is_one_of_a_folder() {
    let desk = Fixture::empty();
    run(&desk, &["init", "--base-url", "https://example.org/games"]);
    let settings: toml::Table = read(&desk, "content/site.toml").parse().expect("TOML");
    assert_eq!(settings["base_url"].as_str(), Some("https://example.org/games/"));
    assert_eq!(desk.run(&["build"]).1, "");
    assert!(desk.public().join("sitemap.xml").is_file());
    let message = fail(&Fixture::empty(), &["init", "--base-url", "example.org"]);
    assert!(message.contains("`example.org` is not a base URL"), "{message}");
}

#[test]
fn what_is_no_folder_is_none_for_a_site() {
    let desk = Fixture::empty();
    desk.write("file", "mine");
    let message = fail(&desk, &["init", "file"]);
    assert!(message.contains("file is not a folder, but must be one"), "{message}");
    assert_eq!(fail(&desk, &["init", "file/inner"]), message);
    let message = fail(&desk, &["init", "nowhere/../other"]);
    assert!(message.contains("without `..`"), "{message}");
    let message = fail(&desk, &["init", "/proc/site"]);
    assert!(message.contains("cannot create /proc/site"), "{message}");
}

#[test]
fn no_link_leads_a_new_site_elsewhere() {
    let (desk, elsewhere) = (Fixture::empty(), Fixture::empty());
    symlink(elsewhere.root(), desk.root().join("content")).expect("a link");
    let message = fail(&desk, &["init", "--force"]);
    assert!(message.contains("SITE/content is a symbolic link"), "{message}");
    assert!(files_below(elsewhere.root()).is_empty());
    fs::remove_file(desk.root().join("content")).expect("a removal");
    desk.write("content", "a file");
    let message = fail(&desk, &["init", "--force"]);
    assert!(message.contains("SITE/content is not a folder"), "{message}");
    // A broken link in the place of a file is foreign, too.
    let desk = Fixture::empty();
    symlink("nowhere", desk.root().join(".gitignore")).expect("a link");
    assert!(run(&desk, &["init"]).contains("kept .gitignore\n"));
    assert!(!desk.root().join("nowhere").exists());
}

#[test]
fn a_theme_begins_with_all_files_of_one_of_the_program() {
    let desk = Fixture::new();
    desk.build(&[]);
    let before = files_below(&desk.public());
    for (name, from) in [("mine", &[][..]), ("my-ink", &["--from", "eink"])] {
        let told = run(&desk, &[&["theme", "new", name], from].concat());
        assert!(told.starts_with(&format!("wrote themes/{name}/")), "{told}");
        assert!(told.contains(&format!("\n\nThe theme is ready. To use it, add `theme = \"{name}\"`")), "{told}");
        let built_in = format!("{}/themes/{}", env!("CARGO_MANIFEST_DIR"), from.last().unwrap_or(&"classic"));
        assert!(files_below(&desk.root().join("themes").join(name)) == files_below(Path::new(&built_in)));
        desk.build(&["--theme", name]);
        assert!((files_below(&desk.public()) == before) == from.is_empty(), "{name}");
    }
    for (arguments, told) in [
        (&["mine"][..], "mine already exists"),
        (&["eink"], "`eink` is a built-in theme"),
        (&["a b"], "`a b` cannot be the name of a theme"),
        (&["../a"], "`../a` cannot be the name of a theme"),
        (&[""], "`` cannot be the name of a theme"),
    ] {
        let message = fail(&desk, &[&["theme", "new"], arguments].concat());
        assert!(message.contains(told), "{message}");
    }
    let message = desk.fail_with(2, &["theme", "new", "other", "--from", "mine"]);
    assert!(message.contains("[possible values: book, classic, eink, plain, single]"), "{message}");
}
