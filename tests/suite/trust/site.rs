//! A small site with several states, in a folder with foreign files.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::files::files_below;
use crate::fixture::Fixture;

pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// The foreign files in the output folder.
const FOREIGN: [&str; 5] = ["CNAME", ".git/HEAD", "nim/mine.html", "mine/x", ".well-known/x"];

/// The states of the site, as the files of its content: paths change from a file to a folder; pages are added, changed
/// and removed.
const STATES: [&[(&str, &str)]; 4] = [
    &[("thing", "a file"), ("notes/a.txt", "one"), ("nim.md", "[2, 3]"), ("other/deep/er.txt", "deep")],
    &[("thing/inner.txt", "in a folder"), ("notes/a.txt", "two"), ("nim.md", "[3, 2]"), ("more.md", "[1, 2]")],
    &[("thing/inner.txt/deeper", "deeper"), ("more.md", "[2, 2]"), ("words.md", ""), ("other/deep", "a file")],
    &[("nim.md", "[2, 3]"), ("more.md", "[1, 2]"), ("words.md", ""), ("notes", "a file")],
];

/// A site, its expected folder in each of its states, and how it is built.
pub(super) struct TrustSite {
    fixture: Fixture,
    expected: Vec<Files>,
}

impl TrustSite {
    pub(super) const STATES: usize = STATES.len();

    pub(super) fn new() -> Self {
        let mut site = Self { fixture: Fixture::new(), expected: Vec::new() };
        for state in 0..Self::STATES {
            site.settle(state);
            site.fixture.build(&["-q", "-o", "expected"]);
            site.expected.push(files_below(&site.fixture.root().join("expected")));
        }
        site.start();
        site
    }

    /// Begins with a folder that contains the site in its first state, and foreign files.
    pub(super) fn start(&self) {
        self.forget();
        self.settle(0);
        // Without force, a build leaves a foreign folder unchanged.
        self.fixture.fail(&["-q"]);
        self.fixture.build(&["-q", "--force"]);
        self.check_whole(0, "at the start");
    }

    /// Leaves only the foreign files in the folder.
    pub(super) fn forget(&self) {
        let _ = fs::remove_dir_all(self.public());
        for path in FOREIGN {
            self.fixture.write(&format!("public/{path}"), "of somebody");
        }
    }

    /// Returns whether a build has nothing to do.
    pub(super) fn has_nothing_to_do(&self) -> bool {
        self.fixture.build(&[]).contains("nothing written")
    }

    /// Writes the content of a state.
    pub(super) fn settle(&self, state: usize) {
        let content = self.fixture.root().join("content");
        fs::remove_dir_all(&content).expect("a removal");
        self.fixture.write("content/site.toml", &format!("title = \"Site {}\"\n", state % 2));
        for (path, text) in STATES[state] {
            let text = match path.strip_suffix(".md") {
                None => (*text).to_owned(),
                Some(_) if text.is_empty() => "+++\ntitle = \"Words\"\n+++\n\nSome words.\n".to_owned(),
                Some(title) => format!(
                    "+++\ntitle = \"{title}\"\nsummary = \"Take.\"\ngame = \"nim\"\nparameters = {{ rows = {text} }}\n\
                     [[editions]]\nname = \"two-player\"\ntitle = \"Two\"\n+++\n"
                ),
            };
            self.fixture.write(&format!("content/{path}"), &text);
        }
    }

    pub(super) fn root(&self) -> PathBuf {
        self.fixture.root().to_owned()
    }

    pub(super) fn public(&self) -> PathBuf {
        self.fixture.public()
    }

    /// Returns a quiet build of the site.
    pub(super) fn build(&self, arguments: &[&str]) -> Command {
        self.build_by(&[], arguments)
    }

    /// Returns a build of the site that another program runs, such as a debugger.
    pub(super) fn build_by(&self, runner: &[&str], arguments: &[&str]) -> Command {
        let words: Vec<_> = runner.iter().chain(&[env!("CARGO_BIN_EXE_pageturner"), "build", "-q"]).collect();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).args(arguments).current_dir(self.root()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Checks that each file in the folder is a page of one of the states, or an unchanged foreign file.
    pub(super) fn check_pages(&self, when: &str) {
        self.check_foreign(when);
        for (path, bytes) in self.own_files() {
            assert!(self.is_page(&path, &bytes), "{when} {path} is a page of no state of the site");
        }
    }

    /// Checks that the folder contains the files of a state, all foreign files, and nothing else.
    pub(super) fn check_whole(&self, state: usize, when: &str) {
        self.check_foreign(when);
        let (own, expected) = (self.own_files(), &self.expected[state]);
        let difference = expected.iter().find(|(path, bytes)| own.get(*path) != Some(*bytes)).map(|(path, _)| path);
        let surplus = own.keys().find(|path| !expected.contains_key(*path));
        assert!(difference.or(surplus).is_none(), "{when} in state {state}: {difference:?}, {surplus:?}");
    }

    /// Builds the site, and checks that it is complete.
    pub(super) fn finish(&self, state: usize, when: &str) {
        self.finish_by(&[], state, when);
    }

    /// Builds the site with some arguments, and checks that it is complete.
    pub(super) fn finish_by(&self, arguments: &[&str], state: usize, when: &str) {
        let output = self.build(arguments).stderr(Stdio::piped()).output().expect("the program");
        assert!(output.status.success(), "{when}: {}", String::from_utf8_lossy(&output.stderr));
        self.check_whole(state, when);
        assert!(!self.public().join(".pageturner/unfinished").exists(), "{when}");
    }

    /// Returns whether a file of the site has these bytes in one of the states.
    pub(super) fn is_page(&self, path: &str, bytes: &[u8]) -> bool {
        self.expected.iter().any(|files| files.get(path).is_some_and(|known| known == bytes))
    }

    /// Returns whether these are the files of a state.
    pub(super) fn is(&self, state: usize, files: &Files) -> bool {
        self.expected[state] == *files
    }

    fn own_files(&self) -> Files {
        let mut files = files_below(&self.public());
        files.retain(|path, _| !FOREIGN.contains(&path.as_str()));
        files
    }

    pub(super) fn check_foreign(&self, when: &str) {
        for path in FOREIGN {
            let text = fs::read(self.public().join(path)).unwrap_or_default();
            assert!(text == b"of somebody", "{when} {path} is not as it was");
        }
    }
}
