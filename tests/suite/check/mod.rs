//! The findings of `check`: many faults, planted one at a time, and good sites without findings.

mod damage;
mod folders;
mod good;
mod help;
mod json;
mod plans;
mod random_bytes;

use std::collections::BTreeSet;
use std::path::Path;

use pageturner::outputs::assembly::Sites;
use pageturner::tool::check::{Folder, Subject, prove};

use crate::fixture::Fixture;

/// Returns a site with a computer, pieces to choose, and hints, but few pages.
fn site() -> Fixture {
    let site = Fixture::new();
    let ataxx = "+++\ntitle = \"Ataxx\"\nsummary = \"Clone and jump.\"\ngame = \"ataxx\"\n\n[[boards]]\n\
                 name = \"small\"\ntitle = \"A small board\"\nparameters = { board = [\".#.\", \"###\", \"...\"] }\n\
                 hints = [\"hard\"]\n\n[[editions]]\nname = \"two-player\"\ntitle = \"Two players\"\n\n\
                 [[editions]]\nname = \"hard\"\ntitle = \"Hard\"\ncomputer = { policy = \"perfect\" }\n+++\n\nJump.\n";
    site.write("content/ataxx.md", ataxx);
    site.write("content/words.html.txt", "not a page");
    site
}

/// The report of a check by the program, whether it failed, and what it printed.
struct Report {
    json: serde_json::Value,
    failed: bool,
    told: String,
}

impl Report {
    fn of(site: &Fixture, arguments: &[&str]) -> Self {
        let output = site.output(&[&["check", "--json"], arguments].concat());
        let told = String::from_utf8(output.stderr).expect("text");
        let code = output.status.code().expect("it ends by itself");
        assert!(code == 0 || code == 1, "{told}");
        let json = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {told}"));
        Self { json, failed: code == 1, told }
    }

    /// Returns the library's report on a folder, compared with its site if given; the program prints the same.
    fn of_folder(folder: &Path, site: Option<&Sites>) -> Self {
        let built = Folder::open(folder).unwrap_or_else(|fault| panic!("{fault}"));
        let proof = if let Some(known) = site {
            let subject = Subject { site: Some(known), folder: Some(&built), ..Subject::default() };
            prove(&known.files(), &subject, &())
        } else {
            prove(&built, &Subject { folder: Some(&built), ..Subject::default() }, &())
        };
        let findings = proof.diagnostics();
        let json = serde_json::to_value(&proof).expect("plain data");
        Self { json, failed: findings.count() > 0, told: findings.plain() }
    }

    /// Returns the kinds of findings in a list of the report.
    fn kinds(&self, list: &str) -> BTreeSet<&str> {
        let found = self.json[list].as_array().expect("a list");
        found.iter().map(|finding| finding["kind"].as_str().expect("a kind")).collect()
    }

    /// Returns the messages of all findings, with the files.
    fn messages(&self) -> String {
        let lists = ["faults", "warnings"].map(|list| self.json[list].as_array().expect("a list").clone());
        let line = |finding: &serde_json::Value| format!("{} in {}\n", finding["message"], finding["file"]);
        lists.iter().flatten().map(line).collect()
    }

    /// Asserts that there are no findings.
    fn assert_good(&self, what: &str) {
        assert!(!self.failed && self.kinds("faults").is_empty(), "{what}: {}", self.told);
        assert!(self.kinds("warnings").is_empty(), "{what}: {}", self.told);
    }

    /// Asserts that findings are of one kind, apart from the kinds in `beside`, which follow from the fault.
    fn assert_found(&self, kind: &str, words: &str, beside: &[&str]) {
        let expected: BTreeSet<&str> = beside.iter().copied().chain([kind]).collect();
        let told = &self.told;
        assert!(self.failed, "{kind} ({words}) was not found");
        let found = self.kinds("faults");
        assert!(found.contains(kind) && found.is_subset(&expected), "{kind} ({words}): found {found:?}\n{told}");
        assert!(self.messages().contains(words), "{kind}: {words:?} is not in\n{}", self.messages());
        assert!(told.contains("help:"), "{kind}: {told}");
    }
}
