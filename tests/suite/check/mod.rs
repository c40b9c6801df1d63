//! What `check` finds: each of many faults, planted one at a time, and none in good sites.

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

/// A site with a computer, pieces that have to be chosen, and hints, whose pages are few.
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

/// What the program reports of a check, whether it failed, and what it told.
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

    /// What the library reports of a folder, held against its site if there is one: what the program prints of it.
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

    /// The kinds of what was found in a list of the report.
    fn kinds(&self, list: &str) -> BTreeSet<&str> {
        let found = self.json[list].as_array().expect("a list");
        found.iter().map(|finding| finding["kind"].as_str().expect("a kind")).collect()
    }

    /// The messages of all that was found, with the files.
    fn messages(&self) -> String {
        let lists = ["faults", "warnings"].map(|list| self.json[list].as_array().expect("a list").clone());
        let line = |finding: &serde_json::Value| format!("{} in {}\n", finding["message"], finding["file"]);
        lists.iter().flatten().map(line).collect()
    }

    /// Asserts that nothing is wrong.
    fn assert_good(&self, what: &str) {
        assert!(!self.failed && self.kinds("faults").is_empty(), "{what}: {}", self.told);
        assert!(self.kinds("warnings").is_empty(), "{what}: {}", self.told);
    }

    /// Asserts that one kind of fault was found, and nothing else but what comes of it.
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
