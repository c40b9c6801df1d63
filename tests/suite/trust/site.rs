//! A small site that has been several others, in a folder with files of somebody else.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::files::files_below;
use crate::fixture::Fixture;

pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// The files of somebody else in the output folder.
const FOREIGN: [&str; 5] = ["CNAME", ".git/HEAD", "nim/mine.html", "mine/x", ".well-known/x"];

/// What the site can be, file by file of its content: paths turn from a file to a folder; pages come, change and go.
const STATES: [&[(&str, &str)]; 4] = [
    &[("thing", "a file"), ("notes/a.txt", "one"), ("nim.md", "[2, 3]"), ("other/deep/er.txt", "deep")],
    &[("thing/inner.txt", "in a folder"), ("notes/a.txt", "two"), ("nim.md", "[3, 2]"), ("more.md", "[1, 2]")],
    &[("thing/inner.txt/deeper", "deeper"), ("more.md", "[2, 2]"), ("words.md", ""), ("other/deep", "a file")],
    &[("nim.md", "[2, 3]"), ("more.md", "[1, 2]"), ("words.md", ""), ("notes", "a file")],
];

/// A site, what its folder has to be in each of its states, and how it is built.
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

    /// Begins with a folder that has the site in its first state, and files of somebody else.
    pub(super) fn start(&self) {
        self.forget();
        self.settle(0);
        // Without force a folder of somebody else is left alone.
        self.fixture.fail(&["-q"]);
        self.fixture.build(&["-q", "--force"]);
        self.check_whole(0, "at the start");
    }

    /// Leaves only the files of somebody else in the folder.
    pub(super) fn forget(&self) {
        let _ = fs::remove_dir_all(self.public());
        for path in FOREIGN {
            self.fixture.write(&format!("public/{path}"), "of somebody");
        }
    }

    /// Whether a build finds that all is there.
    pub(super) fn has_nothing_to_do(&self) -> bool {
        self.fixture.build(&[]).contains("nothing written")
    }

    /// Makes the content what it is in a state.
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

    /// Returns a build of the site that says nothing.
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

    /// Checks that each file in the folder is a page of one of the states, or of somebody else and untouched.
    pub(super) fn check_pages(&self, when: &str) {
        self.check_foreign(when);
        for (path, bytes) in self.own_files() {
            assert!(self.is_page(&path, &bytes), "{when} {path} is a page of no state of the site");
        }
    }

    /// Checks that the folder holds what it holds in a state, nothing else of ours, and all that is of somebody else.
    pub(super) fn check_whole(&self, state: usize, when: &str) {
        self.check_foreign(when);
        let (own, expected) = (self.own_files(), &self.expected[state]);
        let difference = expected.iter().find(|(path, bytes)| own.get(*path) != Some(*bytes)).map(|(path, _)| path);
        let surplus = own.keys().find(|path| !expected.contains_key(*path));
        assert!(difference.or(surplus).is_none(), "{when} in state {state}: {difference:?}, {surplus:?}");
    }

    /// Builds the site, which has to be finished then.
    pub(super) fn finish(&self, state: usize, when: &str) {
        self.finish_by(&[], state, when);
    }

    /// Builds the site with some arguments, after which it has to be finished.
    pub(super) fn finish_by(&self, arguments: &[&str], state: usize, when: &str) {
        let output = self.build(arguments).stderr(Stdio::piped()).output().expect("the program");
        assert!(output.status.success(), "{when}: {}", String::from_utf8_lossy(&output.stderr));
        self.check_whole(state, when);
        assert!(!self.public().join(".pageturner/unfinished").exists(), "{when}");
    }

    /// Whether a file of the site has these bytes in one of the states.
    pub(super) fn is_page(&self, path: &str, bytes: &[u8]) -> bool {
        self.expected.iter().any(|files| files.get(path).is_some_and(|known| known == bytes))
    }

    /// Whether these are the files of a state.
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
