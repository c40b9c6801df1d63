//! What others do to the folder of a website, before a build or during one: foreign files stay unchanged, and the next
//! build completes.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::files::files_below;
use crate::fixture::Fixture;
use crate::pages::{Folder, Pages};
use crate::running::Running;

/// A build was killed after it had deleted the last file of a folder, but before it removed the folder.
#[test]
fn an_empty_folder_that_a_killed_build_left_makes_room() {
    let site = Fixture::new();
    site.write("content/thing/inner.txt", "a file in a folder");
    site.build(&[]);
    fs::remove_dir_all(site.root().join("content/thing")).expect("a removal");
    site.write("content/thing", "a file");
    fs::remove_file(site.public().join("thing/inner.txt")).expect("a removal");
    assert!(site.build(&[]).contains(" written"));
    assert_eq!(site.read("thing"), "a file");
}

#[test]
fn a_build_that_fails_leaves_none_of_the_folders_that_it_made() {
    let site = Fixture::new();
    site.write("themes/classic/templates/article.html", "<p>{{ page.nonsense }}</p>");
    site.fail(&["-o", "out/of/the/way"]);
    assert!(!site.root().join("out").exists());
}

#[test]
fn what_stands_in_the_place_of_the_writers_own_files_is_not_followed() {
    let site = Fixture::new();
    site.write("victim", "not a lock");
    let own = |name: &str| site.public().join(".pageturner").join(name);
    for (name, message) in
        [("lock", "lock is a symbolic link"), ("manifest", "cannot read SITE/public/.pageturner/manifest")]
    {
        for target in ["../../victim", "../../missing"] {
            fs::create_dir_all(site.public().join(".pageturner")).expect("a folder");
            symlink(target, own(name)).expect("a link");
            let told = site.fail(&[]);
            assert!(told.contains(message), "{told}");
            assert_eq!(fs::read_to_string(site.root().join("victim")).expect("a file"), "not a lock");
            assert!(!site.root().join("missing").exists());
            fs::remove_dir_all(site.public()).expect("a removal");
        }
    }
    // A build does not wait for the other end of a pipe.
    for name in ["lock", "manifest"] {
        fs::create_dir_all(site.public().join(".pageturner")).expect("a folder");
        assert!(Command::new("mkfifo").arg(own(name)).status().expect("mkfifo").success());
        let mut build = Command::new("timeout");
        build.args(["20", env!("CARGO_BIN_EXE_pageturner"), "build"]).current_dir(site.root());
        let told = build.output().expect("timeout");
        assert_eq!(told.status.code(), Some(1));
        let told = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(told.contains("not a regular file"), "{told}");
        fs::remove_dir_all(site.public()).expect("a removal");
    }
}

#[test]
fn a_copy_of_a_folder_is_a_website_like_the_first() {
    let site = Fixture::new();
    site.build(&[]);
    let copy = |to: &str| {
        assert!(Command::new("cp").args(["-a", "public", to]).current_dir(site.root()).status().expect("cp").success());
    };
    copy("same");
    assert!(site.build(&["-o", "same"]).contains("nothing written"), "no page differs");
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n\nNew words.\n");
    site.build(&["-o", "same"]);
    copy("other");
    site.write("other/nim/mine.html", "of somebody");
    site.write("other/about.html", "my own words");
    fs::remove_file(site.root().join("content/about.md")).expect("a removal");
    let nim = fs::read_to_string(site.root().join("content/nim.md")).expect("text");
    site.write("content/nim.md", &nim.replace("[about](about.md), ", ""));
    site.build(&["-o", "other"]);
    for (path, text) in [("nim/mine.html", "of somebody"), ("about.html", "my own words")] {
        assert_eq!(fs::read_to_string(site.root().join("other").join(path)).expect("a file"), text);
    }
    fs::remove_file(site.root().join("other/about.html")).expect("a removal");
    fs::rename(site.root().join("other"), site.root().join("moved")).expect("a move");
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n\nNewer words.\n");
    assert!(site.build(&["-o", "moved"]).contains(" written in "), "a folder that is moved stays the same");
}

/// Returns the site after some pages changed, some were added, some were removed, and one folder is new.
fn changed() -> Pages {
    let mut pages = Pages::new("new");
    pages.files.retain(|(path, _)| !path.starts_with("f/"));
    pages.files.push(("a/91.html".to_owned(), b"another page".to_vec()));
    pages.files.push(("g/1.html".to_owned(), b"a page in a new folder".to_vec()));
    pages
}

#[test]
fn a_folder_that_is_swapped_for_a_link_during_a_build_leads_nowhere() {
    for swapped in ["a", "f", "c/d", ".pageturner/unfinished"] {
        let folder = Folder::new();
        folder.update(&Pages::new("old"));
        let outside = files_below(&folder.outside());
        let _ = folder.update_beside(&changed(), || {
            let path = folder.path().join(swapped);
            fs::rename(&path, folder.0.path().join("moved")).expect("a move");
            symlink(folder.outside(), &path).expect("a link");
        });
        assert!(files_below(&folder.outside()) == outside, "{swapped}");
    }
}

#[test]
fn what_appears_during_a_build_is_not_replaced_and_each_page_is_whole() {
    let old = Pages::new("old");
    for path in ["a/91.html", "g", "g/1.html"] {
        let folder = Folder::new();
        folder.update(&old);
        let place = folder.path().join(path);
        let result = folder.update_beside(&changed(), || {
            fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
            fs::write(&place, "of somebody").expect("a file");
        });
        let findings = result.expect_err("something is in the way");
        let message = findings.iter().next().expect("one").to_string();
        assert!(message.contains("a new file or folder"), "{message}");
        assert_eq!(fs::read_to_string(&place).expect("a file"), "of somebody");
        let new = changed();
        for file in files_below(&folder.path()) {
            assert!(old.files.contains(&file) || new.files.contains(&file) || file.0 == path, "{path}: {}", file.0);
        }
        fs::remove_file(&place).expect("a removal");
        folder.update(&changed());
    }
}

#[test]
fn what_is_changed_during_a_build_is_not_deleted() {
    let folder = Folder::new();
    folder.update(&Pages::new("old"));
    let stale = folder.path().join("f/7.html");
    let meddle = || fs::write(&stale, "of somebody").expect("a write");
    folder.update_beside(&changed(), meddle).expect("an update");
    assert_eq!(fs::read_to_string(&stale).expect("a file"), "of somebody");
    assert_eq!(files_below(&folder.path().join("f")).len(), 1);
}

#[test]
fn large_files_are_not_in_memory_as_a_whole() {
    let site = Fixture::new();
    let large = fs::File::create(site.root().join("content/large.zip")).expect("a file");
    large.set_len(400 << 20).expect("a sparse file");
    site.write("content/notes/mark.txt", "beside it");
    // Threads and the C library reserve much memory that they never use.
    for arguments in ["", "--theme plain", "--dry-run --theme eink"] {
        let build = format!("ulimit -v 390000 && exec \"$0\" build --jobs 1 {arguments}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &build, env!("CARGO_BIN_EXE_pageturner")]).current_dir(site.root());
        let output = shell.output().expect("a shell");
        assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(fs::metadata(site.public().join("large.zip")).expect("a file").len(), 400 << 20);
}

#[test]
fn an_interrupted_build_leaves_the_pages_as_they_were_and_the_next_one_tidies_up() {
    let site = Fixture::new();
    site.build(&[]);
    let pages = || {
        let files = files_below(&site.public()).into_iter();
        files.filter(|(path, _)| !path.starts_with(".pageturner")).collect::<Vec<_>>()
    };
    let before = pages();
    site.write(
        "content/more.md",
        "+++\ntitle = \"More\"\nsummary = \"Move.\"\ngame = \"hanoi\"\nparameters = { discs = 9 }\n\
         [[editions]]\nname = \"one\"\ntitle = \"One\"\n+++\n",
    );
    let unfinished = site.public().join(".pageturner/unfinished");
    let mut build = Command::new(env!("CARGO_BIN_EXE_pageturner"));
    build.args(["build", "-q", "--jobs", "1"]).current_dir(site.root());
    let mut build = Running::start(build);
    build.wait_until(|| unfinished.join("more").exists());
    assert!(!build.end_by("INT").status.success());
    assert!(pages() == before);
    fs::remove_file(site.root().join("content/more.md")).expect("a removal");
    site.build(&[]);
    assert!(pages() == before && !unfinished.exists());
}
