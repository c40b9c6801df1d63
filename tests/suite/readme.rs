//! Every command in the documents works: `cargo run --` is the program, and `make` targets exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::files::{blocks, files_below, of_project as read};
use crate::fixture::Fixture;
use crate::serve::Server;
use crate::whole_site::assert_whole;

/// The documents whose commands are tried one by one. `getting_started.rs` tries those of the tutorials in order.
const DOCUMENTS: [&str; 12] = [
    "README.md",
    "CONTRIBUTING.md",
    "content/docs/adding-a-game.md",
    "content/docs/building.md",
    "content/docs/embedding.md",
    "content/docs/exporting.md",
    "content/docs/games.md",
    "content/docs/hosts.md",
    "content/docs/publishing.md",
    "content/docs/themes.md",
    "content/docs/translating.md",
    "content/docs/your-game.md",
];

/// Returns the lines of all blocks of shell commands in a document.
fn commands(document: &str) -> Vec<String> {
    blocks(&read(document), "sh").into_iter().flat_map(str::lines).map(str::to_owned).collect()
}

/// Runs each command unchanged, in a site that contains what it names.
#[test]
fn every_command_in_the_documents_runs() {
    let makefile = read("Makefile");
    let mut run = BTreeSet::new();
    for command in DOCUMENTS.into_iter().flat_map(commands) {
        let arguments = command.strip_prefix("cargo run -- ").or_else(|| command.strip_prefix("pageturner "));
        if let Some(arguments) = arguments {
            if run.insert(arguments.to_owned()) {
                assert_runs(arguments);
            }
        } else if let Some(target) = command.strip_prefix("make ") {
            assert!(makefile.contains(&format!("\n{target}:")), "the Makefile has no target {target}");
        } else {
            // A developer who runs this test has cloned the project and runs its tests. Servers and hosts are other
            // programs.
            let done = [
                "cargo install --locked --path .",
                "cargo test",
                "echo .pageturner ",
                "git ",
                "neocities push public",
                "npx netlify-cli ",
                "npx wrangler ",
                "python3 -m http.server ",
                "python3 -m zipfile ",
                "rm -r /tmp/itch/",
                "rsync ",
            ];
            assert!(done.iter().any(|done| command.starts_with(done)), "no test runs {command:?}");
        }
    }
    assert!(run.len() >= 20, "the commands were found");
}

/// Runs a command of the program, and checks the files that it should create.
fn assert_runs(command: &str) {
    let site = Fixture::new();
    if ["tic-tac-toe", "ataxx"].iter().any(|game| command.contains(game)) {
        site.overlay_at("content", &Path::new(env!("CARGO_MANIFEST_DIR")).join("content"));
    }
    // Output for another place is written into the folder of the site, too.
    let tmp = format!("{}/tmp/", site.root().display());
    fs::create_dir(&tmp).expect("a folder");
    let words: Vec<String> = command.split(' ').map(|word| word.replace("/tmp/", &tmp)).collect();
    match words[0].as_str() {
        "serve" => return assert_served(site.root(), &words[1..]),
        "clean" => drop(site.build(&[])),
        "games" if words[1..].first().is_some_and(|verb| verb == "try") => drop(site.run(&["games", "new", "dodgem"])),
        _ => {}
    }
    let before = files_below(site.root());
    site.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let mut after = files_below(site.root());
    // An export records what it wrote.
    after.retain(|path, _| !before.contains_key(path) && path != ".pageturner-exports");
    let made: Vec<&String> = after.keys().collect();
    let is_made = match words[0].as_str() {
        "build" if words.contains(&"--dry-run".to_owned()) => made.is_empty(),
        "build" => made.iter().any(|path| path.ends_with("index.html") || path.ends_with(".tar.gz")),
        "init" if words.contains(&"--force".to_owned()) => made == [".github/workflows/pages.yml", ".gitignore"],
        "init" => made.iter().any(|path| path.ends_with("content/site.toml")),
        "theme" => made.iter().any(|path| path.ends_with("themes/mine/theme.toml")),
        "export" => made == [&exported(&words)],
        "games" if words.contains(&"new".to_owned()) => made == ["content/dodgem.lua", "content/dodgem.md"],
        "words" if words.contains(&"-o".to_owned()) => made.iter().any(|path| path.ends_with("locales/it.ftl")),
        "clean" => !site.public().join("index.html").exists(),
        _ => made.is_empty(),
    };
    assert!(is_made, "{command} made {made:?}");
}

/// Returns the name of the file that an export creates.
fn exported(words: &[String]) -> String {
    if let Some(flag) = words.iter().position(|word| word == "--output") {
        return words[flag + 1].clone();
    }
    let what = words[2..].iter().find(|word| !word.starts_with("--")).expect("what is exported").replace('/', "-");
    let endings = BTreeMap::from([("epub", "epub"), ("lines", "jsonl"), ("picture", "svg"), ("single", "html")]);
    format!("{what}.{}", endings[words[1].as_str()])
}

/// Serves a site with these arguments, on a free port.
fn assert_served(root: &Path, arguments: &[String]) {
    let mut arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    if let Some(port) = arguments.iter().position(|word| *word == "--port") {
        arguments.drain(port..port + 2);
    }
    assert_eq!(Server::start(root, &arguments).get("").status, 200, "{arguments:?}");
}

#[test]
fn the_integration_begins_with_the_two_commands_of_the_readme() {
    let (readme, integration) = (read("README.md"), read(".ci/run"));
    let commands: Vec<&str> = blocks(&readme, "sh")[0].lines().collect();
    assert_eq!(commands.len(), 2, "{commands:?}");
    let steps: Vec<&str> = integration.lines().filter(|line| line.starts_with("step \"")).take(2).collect();
    for (command, step) in commands.into_iter().zip(steps) {
        assert!(step.ends_with(&format!("\" {command}")), "`.ci/run` has `{step}` where the README has `{command}`");
    }
}

#[test]
fn every_command_about_servers_serves() {
    let small = Fixture::new();
    let commands = commands("content/docs/serving.md");
    assert!(commands.len() >= 2, "the commands were found");
    for command in commands {
        let arguments = command.strip_prefix("pageturner serve").expect("a command that serves");
        assert_served(small.root(), &arguments.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
    }
}

#[test]
#[ignore = "reads all of the default site: `make test`"]
fn the_readme_tells_the_sizes_that_list_tells() {
    assert_whole();
    let (listed, _) = Fixture::empty().run(&["--root", env!("CARGO_MANIFEST_DIR"), "list", "--json"]);
    let rows: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
    let readme = read("README.md");
    let mut sizes: BTreeMap<&str, u64> = BTreeMap::new();
    for row in rows.as_array().expect("a list") {
        if let Some(game) = row["game"].as_str().filter(|game| !["calendar", "eink", "de"].contains(game)) {
            *sizes.entry(game).or_default() += row["pages"].as_u64().expect("a number");
        }
    }
    assert!(sizes.len() >= 5, "{sizes:?}");
    for (game, pages) in sizes {
        let page = read(&format!("content/{game}.md"));
        let name = page.split('"').nth(1).expect("a title");
        let line = readme.lines().find(|line| line.starts_with(&format!("| {name} |"))).expect("a line of the table");
        let told: String = line.rsplit('|').nth(1).expect("a cell").chars().filter(char::is_ascii_digit).collect();
        assert_eq!(told, pages.to_string(), "{name}");
    }
}

#[test]
fn the_example_header_in_the_readme_is_a_page() {
    let readme = read("README.md");
    let site = Fixture::new();
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n");
    site.write("content/nim.md", blocks(&readme, "toml")[0]);
    site.build(&[]);
    assert!(site.public().join("nim/big/index.html").exists());
}
