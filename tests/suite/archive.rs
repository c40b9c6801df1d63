//! The archive holds what the folder would, and is whole or not there.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::files::files_below;
use crate::fixture::Fixture;
use crate::pages::Pages;
use flate2::read::GzDecoder;
use pageturner::output::archive::{Compression, write};
use tempfile::TempDir;

/// Unpacks an archive with the system's `tar`, which has nothing to say about it.
fn unpack(archive: &Path) -> (TempDir, BTreeMap<String, Vec<u8>>) {
    let folder = TempDir::new().expect("a temporary folder");
    let output = Command::new("tar").arg("xf").arg(archive).current_dir(folder.path()).output().expect("tar");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = files_below(folder.path());
    (folder, files)
}

fn in_memory(pages: &Pages, form: Compression) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(pages, form, &mut bytes, &()).expect("an archive");
    bytes
}

#[test]
fn an_archive_unpacks_to_what_the_folder_would_hold() {
    let site = Fixture::new();
    site.write("themes/classic/static/deep/folder/own.txt", "an own file");
    site.write("content/notes/large.txt", &"Some words.".repeat(70_001));
    site.write("content/notes/large.txt.csv", "what follows it");
    site.build(&["-o", "folder"]);
    let expected = files_below(&site.root().join("folder"));
    let before = site.names();
    for name in ["site.tar", "site.tar.gz", "site.TGZ"] {
        let said = site.build(&["--archive", name]);
        assert!(said.contains(&format!("{} files", expected.len())) && said.contains(name), "{said}");
        assert!(unpack(&site.root().join(name)).1 == expected, "{name}");
        fs::remove_file(site.root().join(name)).expect("the archive");
    }
    assert_eq!(site.names(), before, "nothing else was written");
}

#[test]
fn an_archive_is_the_same_at_any_number_of_threads() {
    let pages = Pages::new("words of a page");
    for form in [Compression::None, Compression::Gzip] {
        let at = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            pool.install(|| in_memory(&pages, form))
        };
        assert!(at(1) == at(8));
    }
}

#[test]
fn gzip_holds_the_plain_archive_in_one_stream_without_a_time() {
    let pages = Pages::new("words of a page");
    let packed = in_memory(&pages, Compression::Gzip);
    let mut decoder = GzDecoder::new(&*packed);
    assert_eq!(decoder.header().map(flate2::GzHeader::mtime), Some(0));
    let mut plain = Vec::new();
    decoder.read_to_end(&mut plain).expect("a right checksum");
    assert!(decoder.into_inner().is_empty(), "one stream is all there is");
    assert!(plain == in_memory(&pages, Compression::None));
    assert!(packed.len() * 5 < plain.len());
}

#[test]
fn entries_belong_to_nobody_and_have_a_fixed_time() {
    let bytes = in_memory(&Pages::new("words"), Compression::None);
    let mut archive = tar::Archive::new(&*bytes);
    let mut names = Vec::new();
    for entry in archive.entries().expect("entries") {
        let entry = entry.expect("an entry");
        let header = entry.header();
        let is_folder = header.entry_type().is_dir();
        assert_eq!(header.mode().ok(), Some(if is_folder { 0o755 } else { 0o644 }));
        assert_eq!((header.uid().ok(), header.gid().ok(), header.mtime().ok()), (Some(0), Some(0), Some(315_532_800)));
        names.push(String::from_utf8(entry.path_bytes().into_owned()).expect("text"));
    }
    let folders: Vec<_> = names.iter().filter(|name| name.ends_with('/')).collect();
    assert_eq!(folders, ["a/", "a/b/", "c/", "c/d/", "c/d/e/", "f/"]);
    for folder in folders {
        let first = names.iter().position(|name| name.starts_with(folder.as_str()));
        assert_eq!(first, names.iter().position(|name| name == folder), "{folder} comes before what it holds");
    }
}

#[test]
fn long_paths_and_letters_of_all_kinds_come_out() {
    let mut pages = Pages::default();
    for length in [90, 99, 100, 101, 150, 155, 200, 240] {
        for folders in 1..4 {
            let path = format!("{}{}.html", format!("{}/", "f".repeat(length)).repeat(folders), "n".repeat(length));
            pages.files.push((path.clone(), path.into_bytes()));
        }
    }
    pages.files.push(("größe/σ.html".to_owned(), b"letters".to_vec()));
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("x.tar"), in_memory(&pages, Compression::None)).expect("a write");
    let (unpacked, files) = unpack(&folder.path().join("x.tar"));
    assert!(files == BTreeMap::from_iter(pages.files));
    let mode = fs::metadata(unpacked.path().join("größe")).expect("a folder").permissions().mode();
    assert_eq!(mode & 0o700, 0o700);
}

#[test]
fn standard_output_gets_the_archive_and_nothing_else() {
    let site = Fixture::new();
    site.build(&["--archive", "site.tar"]);
    let output = site.output(&["build", "--archive", "-"]);
    assert!(output.status.success());
    assert!(output.stdout == fs::read(site.root().join("site.tar")).expect("an archive"));
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.contains(" files in one archive: written in"), "{said}");
    assert!(!site.public().exists());
}

#[test]
fn places_that_are_not_fit_are_refused() {
    let site = Fixture::new();
    for name in ["site.zip", "site", "site.gz", "tar"] {
        let said = site.fail_with(2, &["build", "--archive", name]);
        assert!(said.contains("`.tar`, `.tar.gz` or `.tgz`"), "{said}");
    }
    for more in [&["-o", "x"][..], &["--dry-run"], &["--force"]] {
        site.fail_with(2, &[&["build", "--archive", "site.tar"], more].concat());
    }
    fs::create_dir(site.root().join("folder.tar")).expect("a folder");
    for (name, reason) in [
        ("content/site.tar", "lies among what the site is made from"),
        ("folder.tar", "is not a regular file"),
        ("missing/site.tar", "would lie in a folder that does not exist"),
    ] {
        let said = site.fail(&["--archive", name]);
        assert!(said.contains(reason) && said.contains("help:"), "{said}");
    }
}
