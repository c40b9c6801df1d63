//! Any folder can be checked, whatever it contains.

use std::fs;

use pageturner::tool::check::{Folder, Subject, prove};
use rayon::prelude::*;

use crate::chance::Xorshift;
use crate::mutations::words;
use crate::temporary::TempDir;

/// Returns random bytes with parts that have a meaning in HTML, stylesheets or addresses.
fn bytes(chance: &mut Xorshift) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..chance.index(60) {
        match chance.index(8) {
            0 => bytes.push(chance.below(256) as u8),
            _ => bytes.extend_from_slice(chance.one_of(words("markup")).as_bytes()),
        }
    }
    bytes
}

#[test]
fn no_bytes_make_it_fail() {
    (0..400_u64).into_par_iter().for_each(|case| {
        let chance = &mut Xorshift::of_case(case);
        let folder = TempDir::new();
        for name in ["index.html", "a.html", "b.xhtml", "c.css", "d.svg", "e.xml", "f.txt"] {
            fs::write(folder.path().join(name), bytes(chance)).expect("a file");
        }
        let files = Folder::open(folder.path()).expect("a folder");
        let base_url = chance.once_in(2).then_some("https://example.org/a/");
        let proof = prove(&files, &Subject { base_url, folder: Some(&files), ..Subject::default() }, &());
        assert_eq!(proof.totals.files, 7, "case {case}");
        for finding in proof.diagnostics().iter() {
            assert!(finding.advice().is_some_and(|hint| !hint.is_empty()), "case {case}: {finding}");
        }
    });
}
