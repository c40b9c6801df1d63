//! A small site in its own folder. Each fuzz target repeatedly replaces one of its files.
//!
//! The targets use what the program itself uses, `Sites::load` and the website writer, so nothing has to be public only
//! for them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use pageturner::games::Games;
use pageturner::ground::diagnostic::Diagnostics;
use pageturner::outputs::assembly::Sites;
use pageturner::outputs::{FileId, Files};
use pageturner::pages::page::OpenPage;
use pageturner::pages::site::Options;
use rayon::ThreadPool;
use tempfile::TempDir;

/// The files of the site. Its games are small, and cannot become large.
const FILES: [(&str, &str); 3] = [
    ("content/site.toml", "title = \"Site\"\ntheme = \"own\"\nmax_positions = 500\n"),
    (
        "content/nim.md",
        "+++\ntitle = \"Nim\"\nsummary = \"Take.\"\ngame = \"nim\"\n[[editions]]\nname = \"two\"\ntitle = \"Two\"\n\
         hints = true\nparameters = { rows = [1, 2] }\n+++\n",
    ),
    ("themes/own/theme.toml", "extends = \"plain\"\n"),
];

/// The stack size of a thread, as in the program.
const STACK: usize = 64 << 20;

static THREADS: LazyLock<ThreadPool> =
    LazyLock::new(|| rayon::ThreadPoolBuilder::new().num_threads(1).stack_size(STACK).build().expect("a thread"));

/// A folder with a site.
pub struct SiteFolder(TempDir);

impl Default for SiteFolder {
    fn default() -> Self {
        let site = Self(TempDir::new().expect("a temporary folder"));
        for (path, text) in FILES {
            site.write(path, text.as_bytes());
        }
        site
    }
}

impl SiteFolder {
    /// Returns the folder.
    pub fn root(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file of the site.
    pub fn write(&self, path: &str, bytes: &[u8]) {
        let path: PathBuf = self.root().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    /// Loads the site and renders all of its files. Both can fail, but not panic.
    pub fn render(&self) {
        let rendered = THREADS.install(|| self.try_render());
        if let Err(findings) = rendered {
            assert!(findings.iter().next().is_some(), "a site is refused for a reason");
        }
    }

    fn try_render(&self) -> Result<(), Diagnostics> {
        let options = Options { root: self.root().to_owned(), games: Games::standard(), ..Options::default() };
        let site = Sites::load(&options)?;
        let files = site.files();
        let (mut page, mut bytes) = (OpenPage::default(), Vec::new());
        for file in 0..files.count() {
            bytes.clear();
            files.render(FileId(file as u32), &mut page, &mut bytes)?;
        }
        Ok(())
    }
}
