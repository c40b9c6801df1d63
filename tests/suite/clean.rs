//! What `clean` deletes, and what it leaves unchanged.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::files::files_below;
use crate::fixture::Fixture;

/// Cleans the output folder of a site, and returns the output.
fn clean(site: &Fixture, arguments: &[&str]) -> (String, String) {
    let (printed, told) = site.run(&[&["clean"], arguments].concat());
    (site.without_root(&printed), site.without_root(&told))
}

/// Returns all names in a folder, including hidden ones.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("Unicode")).collect()
}

#[test]
fn nothing_of_the_last_build_stays() {
    let site = Fixture::new();
    site.build(&[]);
    let count = files_below(&site.public()).len();
    assert_eq!(clean(&site, &[]), (format!("{count} files deleted in SITE/public\n"), String::new()));
    assert!(names(&site.public()).is_empty());
    let nothing = "SITE/public contains no files of a build: nothing deleted\n";
    assert_eq!(clean(&site, &[]).0, nothing);
    fs::remove_dir(site.public()).expect("an empty folder");
    assert_eq!(clean(&site, &[]).0, nothing);
    assert_eq!(clean(&site, &["--quiet"]), (String::new(), String::new()));
    assert!(site.build(&[]).contains(" written in "));
}

#[test]
fn a_dry_run_deletes_nothing_and_says_what_would_go() {
    let site = Fixture::new();
    site.build(&["--output-dir", "out"]);
    let before = files_below(&site.root().join("out"));
    let (told, _) = clean(&site, &["-o", "out", "--dry-run"]);
    let deletions = before.keys().flat_map(|path| ["delete ", path, "\n"]).collect::<String>();
    assert_eq!(told, format!("{deletions}{} files to delete in SITE/out\n", before.len()));
    assert!(files_below(&site.root().join("out")) == before);
    assert!(site.build(&["--output-dir", "out"]).contains("nothing written"), "the build is still known");
    assert!(clean(&site, &["-o", "out", "--verbose"]).0.starts_with(&deletions));
}

#[test]
fn files_of_others_stay_and_so_do_pages_that_somebody_changed() {
    let site = Fixture::new();
    site.build(&[]);
    for path in ["public/CNAME", "public/.git/config", "public/nim/notes.txt", "public/index.html"] {
        site.write(path, "mine");
    }
    fs::create_dir(site.public().join("empty")).expect("a folder");
    let (told, kept) = clean(&site, &[]);
    assert!(told.contains(" files deleted in SITE/public\n"), "{told}");
    assert_eq!(kept, "left index.html alone: it was changed\n");
    let left: Vec<_> = files_below(&site.public()).into_keys().collect();
    assert_eq!(left, [".git/config", "CNAME", "index.html", "nim/notes.txt"]);
    assert_eq!(
        names(&site.public()),
        BTreeSet::from([".git", "CNAME", "empty", "index.html", "nim"].map(str::to_owned))
    );
    assert_eq!(names(&site.public().join("nim")).len(), 1, "folders that the build made are gone");
}

#[test]
fn no_link_is_followed() {
    let site = Fixture::new();
    site.build(&[]);
    let elsewhere = site.root().join("elsewhere");
    fs::rename(site.public().join("nim"), &elsewhere).expect("a new name");
    let before = files_below(&elsewhere);
    symlink(&elsewhere, site.public().join("nim")).expect("a link");
    fs::rename(site.public().join("about.html"), site.root().join("about.html")).expect("a new name");
    symlink(site.root().join("about.html"), site.public().join("about.html")).expect("a link");
    clean(&site, &[]);
    assert!(files_below(&elsewhere) == before && site.root().join("about.html").is_file());
    assert!(site.public().join("nim").is_symlink() && site.public().join("about.html").is_symlink());
}

#[test]
fn a_folder_that_is_not_known_is_left_alone() {
    let site = Fixture::new();
    site.build(&[]);
    site.build(&["--output-dir", "other"]);
    let before = files_below(&site.root().join("other"));
    fs::write(site.root().join("other/.pageturner/manifest"), "something else\n").expect("a file");
    let message = site.fail_to("clean", &["--output-dir", "other"]);
    assert!(message.contains("was changed after this program wrote it") && message.contains("help:"), "{message}");
    assert!(files_below(&site.root().join("other")) == before);
    for folder in [".", "content", ".git"] {
        let message = site.fail_to("clean", &["--output-dir", folder]);
        assert!(message.contains("help:"), "{message}");
    }
    let link = site.root().join("link");
    symlink("public", &link).expect("a link");
    fs::rename(site.public().join(".pageturner"), site.root().join("state")).expect("a new name");
    symlink(site.root().join("state"), site.public().join(".pageturner")).expect("a link");
    assert!(site.fail_to("clean", &[]).contains("is a symbolic link"));
}

#[test]
fn nothing_is_cleaned_while_a_build_is_at_work() {
    let site = Fixture::new();
    site.build(&[]);
    let lock = fs::File::open(site.public().join(".pageturner/lock")).expect("the lock");
    lock.lock().expect("a lock");
    let before = files_below(&site.public());
    assert!(site.fail_to("clean", &[]).contains("another build is writing into"));
    assert!(files_below(&site.public()) == before);
}

/// What a killed cleaning leaves: some files and folders, and the manifest or only the writer's own folder.
#[test]
fn a_cleaning_that_was_stopped_is_finished_by_the_next_one() {
    let site = Fixture::new();
    site.build(&[]);
    let manifest = fs::read(site.public().join(".pageturner/manifest")).expect("a manifest");
    fs::remove_file(site.public().join("index.html")).expect("a page");
    fs::remove_dir_all(site.public().join("nim")).expect("a folder");
    fs::create_dir_all(site.public().join(".pageturner/unfinished/nim")).expect("a folder");
    clean(&site, &[]);
    assert!(names(&site.public()).is_empty());
    site.build(&[]);
    fs::remove_dir_all(site.public()).expect("a folder");
    site.write("public/.pageturner/lock", "");
    assert_eq!(clean(&site, &[]).0, "0 files deleted in SITE/public\n");
    assert!(names(&site.public()).is_empty());
    // If other files have replaced those in a manifest, nothing may be deleted.
    site.write("public/index.html", "mine");
    fs::create_dir(site.public().join(".pageturner")).expect("a folder");
    fs::write(site.public().join(".pageturner/manifest"), manifest).expect("a manifest");
    assert_eq!(clean(&site, &[]).1, "left index.html alone: it was changed\n");
    assert!(site.public().join("index.html").is_file());
}
