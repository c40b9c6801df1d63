//! The changes of an update to the folder of a website, file by file.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::files::files_below;
use crate::pages::{Folder, Pages};
use pageturner::ground::diagnostic::Diagnostics;
use pageturner::outputs::Summary;
use pageturner::outputs::website::{InputDigest, Report, UpdateOptions};

/// Returns the manifest's line for a file with these bytes.
fn line(path: &str, bytes: &[u8]) -> String {
    format!("\n{:016x} {} {path}\n", xxhash_rust::xxh3::xxh3_64(bytes), bytes.len())
}

/// Waits until the time of the file system has advanced.
fn wait() {
    std::thread::sleep(Duration::from_millis(30));
}

/// Returns everything below a folder, including the writer's own files, with their inode numbers.
fn everything(folder: &Path) -> BTreeMap<PathBuf, (u64, Vec<u8>)> {
    let entries = walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.expect("a readable entry"));
    let files = entries.filter(|entry| entry.file_name() != "lock");
    files
        .map(|entry| {
            let number = entry.metadata().expect("metadata").ino();
            (entry.path().to_owned(), (number, fs::read(entry.path()).unwrap_or_default()))
        })
        .collect()
}

#[test]
fn each_file_is_rendered_once_whatever_changes() {
    let folder = Folder::new();
    let old = Pages::new("old");
    assert_eq!(folder.update(&old).len(), old.files.len());
    assert_eq!(old.take_renders(), old.files.len());
    assert!(folder.update(&old).is_empty());
    assert_eq!(old.take_renders(), old.files.len());
    let mut new = Pages::new("new");
    // The words are not part of every seventh page.
    let same = new.files.iter().zip(&old.files).filter(|(new, old)| new == old).count();
    assert!(same > 40);
    assert_eq!(folder.update(&new).len(), new.files.len() - same);
    assert_eq!(new.take_renders(), new.files.len());
    new.files.push(("c/new/page.html".to_owned(), b"new".to_vec()));
    new.files.push(("c/d/e/page.html".to_owned(), b"new".to_vec()));
    new.files.swap(1, 300);
    assert_eq!(folder.update(&new), ["c/new/page.html", "c/d/e/page.html"]);
    assert_eq!(new.take_renders(), new.files.len());
}

#[test]
fn a_finished_build_is_current_until_anything_changes() {
    let folder = Folder::new();
    let pages = Pages::new("words");
    assert_eq!(folder.current(), None);
    folder.update(&pages);
    let bytes = pages.files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    let files = pages.files.len();
    // All of them are pages, except the stylesheet.
    let summary = Some(Summary { files, pages: files - 1, bytes });
    assert_eq!(folder.current(), summary);
    assert_eq!(folder.open().current(InputDigest(8), UpdateOptions::default()), None, "made from something else");

    let path = folder.path().join("a/b/13.html");
    let bytes = fs::read(&path).expect("a file");
    let other: Vec<u8> = bytes.iter().map(|byte| byte ^ 1).collect();
    let manifest = fs::read(folder.path().join(".pageturner/manifest")).expect("a manifest");
    let changes: [&dyn Fn(); 8] = [
        &|| {
            folder.write("a/b/13.html", b"shorter");
            wait();
            folder.write(".pageturner/manifest", &manifest);
        },
        &|| folder.write("a/b/13.html", &other),
        &|| folder.write("a/b/13.html", b"shorter"),
        &|| fs::remove_file(&path).expect("a removal"),
        &|| {
            let elsewhere = folder.path().join("mine.html");
            fs::rename(&path, &elsewhere).expect("a move");
            symlink(&elsewhere, &path).expect("a link");
        },
        &|| {
            let before = fs::metadata(&path).expect("metadata").modified().expect("a time");
            folder.write("a/b/13.html", &other);
            fs::File::options().append(true).open(&path).expect("a file").set_modified(before).expect("an old time");
        },
        &|| fs::remove_file(folder.path().join(".pageturner/manifest")).expect("a removal"),
        &|| fs::create_dir(folder.path().join(".pageturner/unfinished")).expect("a folder of a killed build"),
    ];
    for (number, change) in changes.iter().enumerate() {
        wait();
        change();
        assert_eq!(folder.current(), None, "after change {number}");
        let _ = fs::remove_file(folder.path().join("mine.html"));
        let result = folder.try_update(&pages, UpdateOptions { force: true, ..UpdateOptions::default() });
        assert!(result.is_ok_and(|report| report.changes.writes.len() == usize::from(number < 6)), "change {number}");
        assert_eq!(folder.current(), summary, "after change {number} was undone");
        assert_eq!(fs::read(&path).expect("a file"), bytes);
    }
    let manifest = folder.manifest();
    let (path, bytes) = &pages.files[0];
    let other = manifest.replacen(&line(path, bytes), &line(path, b"other"), 1);
    let (text, _) = other.split_once("end ").expect("a last line");
    let whole = format!("{text}end {:016x}\n", xxhash_rust::xxh3::xxh3_64(text.as_bytes()));
    assert_ne!(whole, manifest);
    folder.write(".pageturner/manifest", whole.as_bytes());
    assert_eq!(folder.current(), None, "it is not the manifest that the build wrote");
}

#[test]
fn a_file_that_was_only_touched_is_not_written() {
    let folder = Folder::new();
    let pages = Pages::new("words");
    folder.update(&pages);
    let number = fs::metadata(folder.path().join("f/5.html")).expect("metadata").ino();
    wait();
    folder.write("f/5.html", &pages.files[pages.find("f/5.html")].1);
    assert_eq!(folder.current(), None);
    assert!(folder.update(&pages).is_empty());
    assert_eq!(fs::metadata(folder.path().join("f/5.html")).expect("metadata").ino(), number);
    assert!(folder.current().is_some(), "and the next build need not read it again");
}

#[test]
fn an_error_in_any_file_leaves_everything_as_it_was() {
    for broken in [vec![0], vec![361], vec![200, 90, 250], vec![361, 64, 0]] {
        let folder = Folder::new();
        let mut new = Pages::new("new");
        new.files.push(("g/new/page.html".to_owned(), b"new".to_vec()));
        new.broken.clone_from(&broken);
        let first = broken.iter().min().expect("one").to_owned();
        let message = |result: Result<Report, Diagnostics>| {
            result.expect_err("it is broken").iter().next().expect("one").to_string()
        };
        for how in [UpdateOptions::default(), UpdateOptions { dry_run: true, ..UpdateOptions::default() }] {
            assert_eq!(message(folder.try_update(&new, how)), format!("{} is broken", new.files[first].0));
            assert!(!folder.path().exists(), "nothing is left of a first build that fails");
        }
        folder.update(&Pages::new("old"));
        let before = everything(&folder.path());
        assert_eq!(
            message(folder.try_update(&new, UpdateOptions::default())),
            format!("{} is broken", new.files[first].0)
        );
        assert!(everything(&folder.path()) == before);
        assert!(folder.current().is_some());
    }
}

#[test]
fn all_that_stands_in_the_way_is_told_and_nothing_is_touched() {
    let folder = Folder::new();
    let others = ["a/3.html", "style.css", "a/77.html", "index.html"];
    let mut pages = Pages::new("old");
    pages.files.retain(|(path, _)| !others.contains(&path.as_str()));
    folder.update(&pages);
    for path in others {
        folder.write(path, b"of somebody");
    }
    let before = everything(&folder.path());
    let findings = folder.try_update(&Pages::new("new"), UpdateOptions::default()).expect_err("files of others");
    let names: Vec<_> = findings.iter().map(ToString::to_string).collect();
    let ends: Vec<_> = names.iter().map(|name| name.rsplit("public/").next().expect("a name")).collect();
    assert_eq!(ends, ["index.html", "a/3.html", "a/77.html", "style.css"]);
    assert!(everything(&folder.path()) == before);
    let forced = folder.try_update(&Pages::new("new"), UpdateOptions { force: true, ..UpdateOptions::default() });
    let writes = forced.expect("an update").changes.writes;
    let paths: Vec<_> = writes.iter().map(|file| Pages::new("new").files[file.index()].0.clone()).collect();
    assert!(others.iter().all(|path| paths.iter().any(|written| written == path)), "{paths:?}");
}

#[test]
fn a_dry_run_says_what_an_update_does_and_touches_nothing() {
    let folder = Folder::new();
    let dry_run = UpdateOptions { dry_run: true, ..UpdateOptions::default() };
    let mut pages = Pages::new("old");
    assert_eq!(folder.try_update(&pages, dry_run).expect("a report").changes.writes.len(), 362);
    assert!(!folder.path().exists());
    folder.update(&pages);
    let before = everything(&folder.path());
    pages.files.remove(pages.find("a/b/1.html"));
    let words = pages.find("f/1.html");
    pages.files[words].1 = b"new words".to_vec();
    let dry = folder.try_update(&pages, dry_run).expect("a report").changes;
    assert!(everything(&folder.path()) == before);
    let real = folder.try_update(&pages, UpdateOptions::default()).expect("a report").changes;
    assert_eq!((&dry.writes, &dry.deletions, &dry.kept), (&real.writes, &real.deletions, &real.kept));
    assert_eq!((real.writes.len(), &*real.deletions), (1, &["a/b/1.html".to_owned()][..]));
}

#[test]
fn files_and_folders_have_ordinary_permissions() {
    let folder = Folder::new();
    let pages = Pages::new("old");
    let mode = |path: &Path| fs::metadata(path).expect("metadata").permissions().mode();
    let plain = folder.0.path().join("plain");
    fs::create_dir(&plain).expect("a folder");
    fs::write(plain.join("file"), "").expect("a file");
    for words in ["old", "new"] {
        folder.update(&Pages::new(words));
        for (path, _) in &pages.files {
            assert_eq!(mode(&folder.path().join(path)), mode(&plain.join("file")), "{path}");
        }
        for path in ["a", "a/b", "c", "c/d/e", ""] {
            assert_eq!(mode(&folder.path().join(path)), mode(&plain), "{path}");
        }
    }
}

#[test]
fn paths_that_lead_elsewhere_are_refused() {
    for path in ["../outside", "/outside", "a//b", ".pageturner/lock", "a/.."] {
        let folder = Folder::new();
        let mut pages = Pages::new("words");
        pages.files.push((path.to_owned(), Vec::new()));
        let findings = folder.try_update(&pages, UpdateOptions::default()).expect_err("a path that leads elsewhere");
        assert!(findings.iter().any(|finding| finding.to_string().contains("cannot be a file of a website")), "{path}");
        assert!(!folder.path().exists());
    }
}

#[test]
fn an_update_that_stops_half_way_leaves_whole_pages_and_knows_old_and_new_contents() {
    let folder = Folder::new();
    let (old, mut new) = (Pages::new("old"), Pages::new("new"));
    new.files.retain(|(path, _)| !path.starts_with("f/"));
    new.files.push(("g/1.html".to_owned(), b"new".to_vec()));
    folder.update(&old);
    let mut claimed = String::new();
    let result = folder.update_beside(&new, || {
        claimed = folder.manifest();
        let path = folder.path().join("index.html");
        fs::remove_file(&path).expect("a removal");
        fs::create_dir(&path).expect("a folder");
        fs::write(path.join("mine"), "of somebody").expect("a file");
    });
    let findings = result.expect_err("a folder is in the way");
    let finding = findings.iter().next().expect("one");
    assert!(finding.to_string().contains("already exists") && finding.to_string().contains("index.html"), "{finding}");
    assert!(finding.advice().expect("a hint").contains("move it elsewhere"), "{finding}");

    assert_eq!(claimed.lines().nth(1), Some("unfinished"), "nothing vouches for the files now");
    assert!(folder.manifest() == claimed);
    // Those of `f` are stale, and that of `g` did not exist before.
    for (path, bytes) in old.files.iter().chain(&new.files) {
        assert!(claimed.contains(&line(path, bytes)), "{path}");
    }
    for file in files_below(&folder.path()) {
        assert!(old.files.contains(&file) || new.files.contains(&file) || file.0 == "index.html/mine", "{}", file.0);
    }
    assert_eq!(folder.current(), None);
    fs::remove_dir_all(folder.path().join("index.html")).expect("a removal");
    assert!(folder.update(&new).contains(&"index.html".to_owned()));
    assert!(folder.update(&new).is_empty());
}

/// A build was killed after it had put the folder in place of a file, but before it recorded that.
#[test]
fn a_folder_that_took_the_place_of_a_file_is_none_that_somebody_changed() {
    let folder = Folder::new();
    let (mut old, mut new) = (Pages::new("old"), Pages::new("new"));
    old.files.push(("thing".to_owned(), b"a file".to_vec()));
    new.files.push(("thing/1.html".to_owned(), b"a page".to_vec()));
    folder.update(&old);
    let mut claimed = String::new();
    folder.update_beside(&new, || claimed = folder.manifest()).expect("an update");
    folder.write(".pageturner/manifest", claimed.as_bytes());
    let changes = folder.try_update(&new, UpdateOptions::default()).expect("an update").changes;
    assert_eq!((changes.deletions, changes.kept), (Vec::new(), Vec::new()));
    assert_eq!(fs::read(folder.path().join("thing/1.html")).expect("a page"), b"a page");
}
