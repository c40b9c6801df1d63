//! A new site: what `init` puts into a folder, what it leaves alone, and that a stranger can build it at once.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;
use walkdir::WalkDir;

use crate::files::files_below;

/// An empty folder to begin a site in.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs the program in the folder. It succeeds, and says nothing on standard error but what a site lacks that has
    /// no address yet.
    fn run(&self, arguments: &[&str]) -> String {
        let output = pageturner(self.path()).args(arguments).assert().success();
        let told = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(told.is_empty() || told.starts_with("note: without the site's address"), "{arguments:?}: {told}");
        String::from_utf8(output.get_output().stdout.clone()).expect("text")
    }

    /// Fails to run the program, which leaves the folder as it was, and returns what it says.
    fn fail(&self, arguments: &[&str]) -> String {
        let before = self.everything();
        let output = pageturner(self.path()).args(arguments).assert().code(1);
        assert!(self.everything() == before, "{arguments:?} changed something");
        let text = String::from_utf8(output.get_output().stderr.clone()).expect("text");
        let root = fs::canonicalize(self.path()).expect("the folder");
        let text = text.replace(root.to_str().expect("Unicode"), "DESK");
        assert!(text.contains("help:"), "{text}");
        // Lines are broken by the width of the temporary folder's name.
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// All that stands in the folder, with the bytes of files.
    fn everything(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let entries = WalkDir::new(self.path()).sort_by_file_name().into_iter();
        let entries = entries.map(|entry| entry.expect("a readable entry").into_path());
        entries
            .map(|path| (path.clone(), if path.is_file() { fs::read(path).expect("a file") } else { Vec::new() }))
            .collect()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).expect("a file")
    }
}

fn pageturner(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("pageturner").expect("the program");
    command.current_dir(folder).env_remove("RUST_BACKTRACE");
    command
}

/// The files that a new site has, as they lie in the sources.
fn starter() -> BTreeMap<String, Vec<u8>> {
    files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/starter/site"))
}

const WORKFLOW: &str = ".github/workflows/pages.yml";

/// Where a workflow gets the program from.
const FROM: &str = "https://github.com/NAME/pageturner";

#[test]
fn a_new_site_builds_at_once_and_without_a_word() {
    let desk = Desk::new();
    desk.run(&["init", "games"]);
    let mut expected = starter();
    expected.remove(WORKFLOW).expect("the workflow");
    assert!(files_below(&desk.path().join("games")) == expected);
    desk.run(&["--root", "games", "build"]);
    for page in ["index.html", "about.html", "nim/index.html", "nim/lesson/index.html", "nim/computer/index.html"] {
        assert!(desk.path().join("games/public").join(page).is_file(), "{page}");
    }
    let again = desk.run(&["--root", "games", "build"]);
    assert!(again.contains("nothing written"), "{again}");
}

#[test]
fn a_new_site_is_told_with_what_to_type_next() {
    let desk = Desk::new();
    let expected = "\
wrote my games/.gitignore
wrote my games/content/about.md
wrote my games/content/index.md
wrote my games/content/nim.md
wrote my games/content/nim/lesson.md
wrote my games/content/site.toml

The site is ready. Next:

  cd 'my games'
  pageturner serve    show the site at http://127.0.0.1:1111/ while you change content/
  pageturner build    write the website into the folder public/
  pageturner games    list the games, and what can be said to each of them
";
    assert_eq!(desk.run(&["init", "my games"]), expected);
    assert_eq!(desk.run(&["--quiet", "init", "other"]), "");
    let here = Desk::new().run(&["init", "--github", "--from", FROM]);
    assert!(here.contains("wrote .github/workflows/pages.yml\n") && !here.contains("cd "), "{here}");
    assert!(here.ends_with("choose \"GitHub Actions\" in its settings under \"Pages\".\n"), "{here}");
}

#[test]
fn the_title_is_written_as_it_was_given() {
    for title in ["Our games", "\"Quoted\" \\ and 'more'", "Spiele für zwei & drei", "# no comment"] {
        let desk = Desk::new();
        desk.run(&["init", "--title", title]);
        let settings: toml::Table = desk.read("content/site.toml").parse().expect("TOML");
        assert_eq!(settings["title"].as_str(), Some(title));
        desk.run(&["build"]);
    }
    for (title, told) in [
        ("", "the title is blank"),
        (" \u{200b}", "the title is blank"),
        ("a\nb", "the title has more than one line"),
        ("a\u{1b}[31mb", "the character U+001B is no text"),
    ] {
        let message = Desk::new().fail(&["init", "--title", title]);
        assert!(message.contains(told), "{message}");
    }
}

#[test]
fn the_theme_is_one_for_websites() {
    let desk = Desk::new();
    desk.run(&["init", "--theme", "eink"]);
    let settings: toml::Table = desk.read("content/site.toml").parse().expect("TOML");
    assert_eq!(settings["theme"].as_str(), Some("eink"));
    desk.run(&["build"]);
    let message = Desk::new().fail(&["init", "--theme", "eimk"]);
    assert!(message.contains("unknown theme `eimk`") && message.contains("did you mean `eink`?"), "{message}");
    let message = Desk::new().fail(&["init", "--theme", "book"]);
    assert!(message.contains("the theme `book` is not made for websites"), "{message}");
    assert!(Desk::new().fail(&["init", "--theme", "../x"]).contains("unknown theme `../x`"));
    let message = Desk::new().fail(&["init", "--theme", "eimk", "--title", ""]);
    assert!(message.contains("unknown theme") && message.contains("the title is blank"), "{message}");
}

#[test]
fn a_folder_that_is_not_empty_is_left_alone() {
    let desk = Desk::new();
    for name in ["one.txt", "two.txt", "three/x.txt", "four.txt"] {
        desk.write(name, "mine");
    }
    let message = desk.fail(&["init"]);
    let told = "DESK is not empty: it holds 4 files or folders: four.txt, one.txt, three and 1 more";
    assert!(message.contains(told) && message.contains("--force"), "{message}");
    // What is hidden is part of no site.
    let desk = Desk::new();
    desk.write(".git/config", "mine");
    desk.run(&["init"]);
    assert_eq!(desk.read(".git/config"), "mine");
}

#[test]
fn force_replaces_nothing() {
    let desk = Desk::new();
    desk.write("README.md", "mine");
    desk.write("content/about.md", "+++\ntitle = \"Mine\"\n+++\n");
    desk.write(".gitignore", "mine");
    let told = desk.run(&["init", "--force"]);
    assert!(told.contains("kept .gitignore\nkept content/about.md\n"), "{told}");
    assert!(told.contains("wrote content/site.toml\n"), "{told}");
    assert_eq!((desk.read("README.md"), desk.read(".gitignore")), ("mine".to_owned(), "mine".to_owned()));
    assert!(desk.read("content/about.md").contains("Mine"));
    desk.run(&["build"]);
}

#[test]
fn a_site_gets_a_workflow_and_no_content() {
    let desk = Desk::new();
    desk.write("content/site.toml", "title = \"Mine\"\n");
    let before = desk.fail(&["init", "--github", "--from", FROM]);
    assert!(before.contains("is not empty: it holds content"), "{before}");
    let told = desk.run(&["init", "--github", "--from", FROM, "--force"]);
    assert!(
        told.starts_with("wrote .github/workflows/pages.yml\nwrote .gitignore\nkept content/site.toml\n"),
        "{told}"
    );
    let paths: Vec<_> = files_below(desk.path()).into_keys().collect();
    assert_eq!(paths, [WORKFLOW, ".gitignore", "content/site.toml"]);
    assert_eq!(desk.read("content/site.toml"), "title = \"Mine\"\n");
    let message = desk.fail(&["init", "--force", "--title", "Other"]);
    assert!(message.contains("--title would change nothing"), "{message}");
    let message = desk.fail(&["init", "--force", "--theme", "plain"]);
    assert!(message.contains("--theme would change nothing"), "{message}");
}

#[test]
fn what_is_no_folder_is_none_for_a_site() {
    let desk = Desk::new();
    desk.write("file", "mine");
    let message = desk.fail(&["init", "file"]);
    assert!(message.contains("file is not a folder, and there has to be one"), "{message}");
    assert_eq!(desk.fail(&["init", "file/inner"]), message);
    let message = desk.fail(&["init", "nowhere/../other"]);
    assert!(message.contains("without `..`"), "{message}");
    let message = desk.fail(&["init", "/proc/site"]);
    assert!(message.contains("cannot create /proc/site"), "{message}");
}

#[test]
fn no_link_leads_a_new_site_elsewhere() {
    let (desk, elsewhere) = (Desk::new(), Desk::new());
    symlink(elsewhere.path(), desk.path().join("content")).expect("a link");
    let message = desk.fail(&["init", "--force"]);
    assert!(message.contains("DESK/content is a symbolic link"), "{message}");
    assert!(files_below(elsewhere.path()).is_empty());
    fs::remove_file(desk.path().join("content")).expect("a removal");
    desk.write("content", "a file");
    let message = desk.fail(&["init", "--force"]);
    assert!(message.contains("DESK/content is not a folder"), "{message}");
    // A link to nowhere in the place of a file is somebody's, too.
    let desk = Desk::new();
    symlink("nowhere", desk.path().join(".gitignore")).expect("a link");
    assert!(desk.run(&["init"]).contains("kept .gitignore\n"));
    assert!(!desk.path().join("nowhere").exists());
}
