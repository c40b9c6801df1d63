//! The changes of a build to its output folder, and what it leaves unchanged.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::files::{files_below, is_page};
use crate::fixture::Fixture;

#[test]
fn a_build_writes_what_is_new_changed_or_damaged_and_nothing_else() {
    let site = Fixture::new();
    let first = site.build(&[]);
    assert!(first.contains(" written in "), "{first}");
    let modified = |path: &str| fs::metadata(site.public().join(path)).expect("a file").modified().expect("a time");
    let before = (modified("index.html"), modified(".pageturner/manifest"));
    let second = site.build(&[]);
    assert!(second.contains("up to date, nothing written"), "{second}");
    let files = files_below(&site.public());
    let (pages, bytes) =
        (files.keys().filter(|path| is_page(path)).count(), files.values().map(Vec::len).sum::<usize>());
    let counts = format!("{pages} pages, {} files, {} KB in ", files.len(), bytes.div_ceil(1000));
    assert!(first.starts_with(&counts) && second.starts_with(&counts), "{counts}: {first}{second}");
    assert_eq!((modified("index.html"), modified(".pageturner/manifest")), before);

    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n\nNew words.\n");
    let dry = site.build(&["--dry-run"]);
    assert!(dry.starts_with("write about.html\n") && dry.contains("1 to write, 0 to delete"), "{dry}");
    let about = || site.read("about.html");
    assert!(!about().contains("New words"));
    let built = site.build(&["--verbose"]);
    assert!(built.starts_with("write about.html\n") && built.contains(": 1 written"), "{built}");
    assert!(about().contains("New words"));

    let whole = files_below(&site.public());
    fs::write(site.public().join("index.html"), "").expect("a write");
    fs::remove_file(site.public().join("about.html")).expect("a removal");
    assert!(site.build(&[]).contains(": 2 written"));
    assert!(files_below(&site.public()) == whole);
}

/// A trace of the system calls shows which files were opened.
#[test]
#[ignore = "needs strace: `make test` installs it"]
fn a_build_with_nothing_to_do_opens_only_what_it_remembers() {
    let site = Fixture::new();
    site.build(&[]);
    let trace = site.root().join("trace");
    let mut strace = Command::new("strace");
    // With `-y`, each descriptor is printed with its path: `openat(3</site/public>, "x", O_RDONLY) =
    // 4</site/public/x>`.
    strace.args(["-f", "-y", "-e", "trace=open,openat,creat", "-o"]).arg(&trace).arg(env!("CARGO_BIN_EXE_pageturner"));
    let output = strace.arg("build").current_dir(site.root()).output().expect("strace");
    assert!(String::from_utf8_lossy(&output.stdout).contains("up to date, nothing written"));
    let trace = fs::read_to_string(trace).expect("a trace");
    let public = fs::canonicalize(site.public()).expect("the folder");
    let files = trace.lines().filter(|line| !line.contains("O_DIRECTORY"));
    let opened = files.filter_map(|line| Some(Path::new(line.rsplit_once("= ")?.1.split(['<', '>']).nth(1)?)));
    let opened: BTreeSet<_> = opened.filter_map(|path| path.strip_prefix(&public).ok()).collect();
    let remembered = [".pageturner/manifest"].map(Path::new);
    assert_eq!(opened, BTreeSet::from(remembered));
}

#[test]
fn the_same_bytes_come_out_at_any_number_of_threads() {
    let site = Fixture::new();
    site.build(&["--jobs", "1", "--output-dir", "one"]);
    site.build(&["--jobs", "8", "--output-dir", "eight"]);
    assert!(files_below(&site.root().join("one")) == files_below(&site.root().join("eight")));
    let manifest = |folder: &str| fs::read(site.root().join(folder).join(".pageturner/manifest")).expect("a manifest");
    assert_eq!(manifest("one"), manifest("eight"));
}

/// Each thread opens several files at a time, and some systems allow 256 for a process.
#[test]
fn many_threads_get_along_with_few_open_files() {
    let site = Fixture::new();
    let build =
        "ulimit -n 256 && exec \"$0\" --root \"$1\" --quiet build --only hanoi/6-discs --jobs 32 --output-dir \"$2\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", build, env!("CARGO_BIN_EXE_pageturner"), env!("CARGO_MANIFEST_DIR")]).arg(site.public());
    let output = shell.output().expect("a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_site_overrides_the_theme_file_by_file() {
    let site = Fixture::new();
    site.write(
        "themes/classic/templates/article.html",
        "<title>{{ page.title }}</title><p class='own'>An own page</p>",
    );
    site.write("themes/classic/static/own.txt", "an own file");
    site.build(&[]);
    assert_eq!(site.read("about.html"), "<title>About</title><p class=own>An own page</p>");
    assert_eq!(site.read("own.txt"), "an own file");
    assert!(site.read("index.html").contains("class=card"), "the other templates are the theme's own");
    assert!(!site.read("style.css").is_empty());
}

#[test]
fn a_theme_extends_another_template_by_template_and_block_by_block() {
    let site = Fixture::new();
    site.write("themes/base/theme.toml", "extends = \"classic\"\n");
    site.write("themes/base/templates/article.html", "<title>{{ page.title }}</title><p>From the base</p>");
    site.write("themes/mine/theme.toml", "extends = \"base\"\n");
    site.write(
        "themes/mine/templates/base.html",
        "{% extends \"classic/base.html\" %}\n{% block title %}Mine: {{ super() }}{% endblock %}",
    );
    site.write("themes/mine/static/own.txt", "an own file");
    site.build(&["--theme", "mine"]);
    assert_eq!(site.read("about.html"), "<title>About</title><p>From the base</p>");
    assert!(site.read("index.html").contains("<title>Mine: A small site</title>"), "{}", site.read("index.html"));
    assert!(site.read("index.html").contains("class=card"), "what nobody replaces comes from the outermost theme");
    assert_eq!(site.read("own.txt"), "an own file");
    assert!(!site.read("style.css").is_empty());
}

#[test]
fn a_variant_is_a_copy_with_another_theme_in_its_own_folder() {
    let site = Fixture::new();
    site.build(&[]);
    let alone = files_below(&site.public());
    let config = "title = \"A small site\"\ntagline = \"For tests\"\nmain_title = \"The site itself\"\n";
    let variant = "\n[[variants]]\nname = \"bare\"\ntitle = \"Without style\"\ntheme = \"mine\"\n";
    site.write("themes/mine/theme.toml", "extends = \"classic\"\n");
    site.write("themes/mine/static/style.css", "");
    site.write("content/site.toml", &format!("{config}{variant}"));
    site.build(&[]);
    let both = files_below(&site.public());
    let copies: Vec<_> = both.keys().filter_map(|path| path.strip_prefix("bare/")).collect();
    // Data and files of the author exist once.
    let expected: Vec<_> = alone.keys().map(String::as_str).filter(|path| *path != "notes/plan.txt").collect();
    assert_eq!(copies, expected);
    let page = |path: &str| String::from_utf8(both[path].clone()).expect("text");
    assert!(page("bare/nim/index.html").contains("href=../../notes/plan.txt"), "{}", page("bare/nim/index.html"));
    assert!(page("bare/nim/index.html").contains("href=two-player/b-0-2.html"));
    assert!(page("bare/nim/index.html").contains("<a href=../../nim/index.html>The site itself</a>"));
    assert!(page("nim/index.html").contains("<a href=../bare/nim/index.html>Without style</a>"));
    assert!(page("index.html").contains("<a href=bare/index.html>Without style</a>"));
    assert!(page("about.html").contains("<a href=bare/about.html>Without style</a>"));
    for (path, bytes) in &both {
        if let Some(copied) = path.strip_prefix("bare/nim/two-player/") {
            assert!(*bytes == both[&format!("nim/two-player/{copied}")], "{path}: this theme has the same markup");
        }
    }
}

#[test]
fn a_variant_can_have_some_of_the_site_and_leads_to_the_rest() {
    let site = Fixture::new();
    site.write(
        "content/more.md",
        "+++\ntitle = \"More\"\nsummary = \"Take.\"\ngame = \"nim\"\nparameters = { rows = [1] }\n[[editions]]\n\
         name = \"one\"\ntitle = \"One\"\n[[editions]]\nname = \"two\"\ntitle = \"Two\"\n+++\n\n\
         See [one](more/one/b-0.html), [the other](more/two/b-0.html) and [Nim](nim.md).\n",
    );
    let variant = "[[variants]]\nname = \"bare\"\ntitle = \"Bare\"\ntheme = \"classic\"\nonly = [\"more/two\"]\n";
    site.write(
        "content/site.toml",
        &format!("title = \"A small site\"\nbase_url = \"https://example.org/\"\n{variant}"),
    );
    site.build(&[]);
    assert!(!site.public().join("bare/more/one").exists() && !site.public().join("bare/nim").exists());
    let page = site.read("bare/more/index.html");
    for link in ["../../more/one/b-0.html", "two/b-0.html", "../../nim/index.html"] {
        assert!(page.contains(&format!("<a href={link}>")), "{link} in {page}");
    }
    let of_the_game = site.read("bare/more/index.html");
    assert!(of_the_game.contains("href=two/index.html") && !of_the_game.contains("href=one/index.html"));
    assert!(!site.read("nim/index.html").contains("Bare"), "there is no such page in the variant");
    assert!(page.contains("rel=canonical"), "{page}");
    assert!(page.contains("href=https://example.org/more/index.html"), "search engines look at the site itself");
    site.build(&["--only", "nim", "--prune"]);
    assert!(!site.public().join("bare").exists(), "nothing of the variant is left");
}

#[test]
fn foreign_files_stay_and_stale_pages_go_unless_somebody_changed_them() {
    let site = Fixture::new();
    let foreign = [("CNAME", "example.org"), (".git/HEAD", "ref: refs/heads/main"), ("nim/mine.html", "mine")];
    for (path, text) in &foreign[..2] {
        site.write(&format!("public/{path}"), text);
    }
    site.build(&[]);
    site.write("public/nim/mine.html", "mine");
    site.write("public/about.html", "my own words");
    fs::remove_file(site.root().join("content/about.md")).expect("a removal");
    site.write(
        "content/nim.md",
        "+++\ntitle = \"Nim\"\nsummary = \"Take.\"\ngame = \"nim\"\n[[editions]]\nname = \"other\"\ntitle = \"Other\"\n\
         parameters = { rows = [2] }\n+++\n",
    );
    let (built, warning) = site.run(&["build"]);
    assert!(built.contains(" deleted"), "{built}");
    assert!(warning.contains("left about.html alone"), "{warning}");
    assert!(!site.public().join("nim/two-player").exists(), "the stale edition is gone with its folder");
    assert!(site.public().join("nim/other/index.html").exists());
    for (path, text) in foreign.into_iter().chain([("about.html", "my own words")]) {
        assert_eq!(site.read(path), text);
    }
}

/// Anything in the way of a page is found before writing. `--force` replaces foreign files and removes empty folders,
/// but empties none.
#[test]
fn what_is_in_the_way_is_only_replaced_by_force() {
    for (path, kind, place, makes_room) in [
        ("about.html", "file", "about.html", true),
        ("nim", "file", "nim", true),
        ("about.html/", "folder", "about.html", true),
        ("about.html/empty/too/", "folder", "about.html", true),
        ("about.html/precious", "folder", "about.html", false),
        ("nim/index.html/precious", "folder", "nim/index.html", false),
    ] {
        let site = Fixture::new();
        site.begin_public();
        let precious = format!("public/{path}");
        if path.ends_with('/') {
            fs::create_dir_all(site.root().join(&precious)).expect("folders of somebody");
        } else {
            site.write(&precious, "of somebody");
        }
        let before = files_below(&site.public());
        let message = site.fail(&[]);
        let told = format!("a {kind} that this program did not write already exists: SITE/public/{place}");
        assert!(message.contains(&told) && message.contains("--force"), "{path}: {message}");
        assert!(files_below(&site.public()) == before, "nothing was written");
        if makes_room {
            site.build(&["--force"]);
            assert!(site.public().join("about.html").is_file() && site.public().join("nim/index.html").is_file());
        } else {
            site.fail(&["--force"]);
            assert!(files_below(&site.public()) == before, "{path}: nothing was written");
        }
    }
}

#[test]
fn a_folder_of_something_else_is_not_filled() {
    let site = Fixture::new();
    for name in ["Cargo.toml", "LICENSE", "README.md", "src/main.rs"] {
        site.write(&format!("public/{name}"), "of somebody");
    }
    let before = files_below(&site.public());
    for arguments in [&[][..], &["--dry-run"]] {
        let message = site.fail(arguments);
        let told = "no build has written into SITE/public, but it contains 4 files or folders: Cargo.toml, LICENSE, \
                    README.md and 1 more";
        assert!(message.replace("\n  | ", " ").contains(told), "{message}");
        assert!(message.contains("--force"), "{message}");
        assert!(files_below(&site.public()) == before, "nothing was written");
        assert!(!site.public().join(".pageturner").exists());
    }
    site.build(&["--force"]);
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n\nNew words.\n");
    assert!(site.build(&[]).contains(": 1 written"), "from then on the folder is known");
    let after = files_below(&site.public());
    assert!(before.iter().all(|(path, bytes)| after.get(path) == Some(bytes)));
}

/// Git keeps no empty folder, and hosts have their own files.
#[test]
fn what_is_hidden_does_not_make_a_folder_one_of_something_else() {
    let site = Fixture::new();
    for name in [".git/HEAD", ".gitkeep", ".nojekyll", ".pageturner/lock", "CNAME"] {
        site.write(&format!("public/{name}"), "");
    }
    site.build(&[]);
}

#[test]
fn a_foreign_file_that_is_the_same_is_taken_over() {
    let site = Fixture::new();
    site.build(&[]);
    fs::remove_dir_all(site.public().join(".pageturner")).expect("a removal");
    assert!(site.fail(&[]).contains("no build has written into SITE/public, but it contains "));
    assert!(site.build(&["--force"]).contains("nothing written"), "every page is there");
    assert!(site.public().join(".pageturner/manifest").exists(), "and now known");
}

/// A folder of the website, or the writer's own, is a link: nothing is written or deleted through it.
#[test]
fn nothing_is_written_or_deleted_through_symbolic_links() {
    for (path, is_built, arguments) in [
        ("nim", false, &[][..]),
        ("nim", true, &["--only", "nim"]),
        (".pageturner", false, &[]),
        ("about.html", false, &[]),
    ] {
        let site = Fixture::new();
        if is_built {
            site.build(&[]);
        } else {
            site.begin_public();
        }
        let (place, elsewhere) = (site.public().join(path), site.root().join("elsewhere"));
        if place.exists() {
            fs::rename(&place, &elsewhere).expect("a move");
        } else if path == "about.html" {
            site.write("elsewhere", "precious");
        }
        site.write(if path == "about.html" { "beside" } else { "elsewhere/unfinished/precious" }, "precious");
        symlink(&elsewhere, &place).expect("a link");
        let before = files_below(&elsewhere);
        let message = site.fail(arguments);
        let told = [format!("SITE/public/{path} is a symbolic link"), format!("already exists: SITE/public/{path}")];
        assert!(told.iter().any(|told| message.contains(told)), "{path}: {message}");
        assert!(files_below(&elsewhere) == before, "{path}");
    }
}

/// A manifest that this program did not write deletes and replaces nothing, and with `--force` nothing hidden.
#[test]
fn a_manifest_that_cannot_be_used_is_called_what_it_is() {
    let site = Fixture::new();
    site.build(&[]);
    let (path, whole) = (site.public().join(".pageturner/manifest"), files_below(&site.public()));
    let written = fs::read_to_string(&path).expect("a manifest");
    let (files, _) = written.split_once("end ").expect("a last line");
    let named = |path: &str| {
        let text = format!("{files}{:016x} 11 {path}\n", xxhash_rust::xxh3::xxh3_64(b"of somebody"));
        format!("{text}end {:016x}\n", xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
    };
    let is_of_others = "SITE/public/.pageturner/manifest was changed after this program wrote it";
    let other_version = "was written by another version of this program";
    let mut cases = vec![
        (written[..written.len() / 2].to_owned(), is_of_others),
        ("pageturner manifest 8\nwhatever".to_owned(), other_version),
        ("pageturner manifest 2\n/\nend\n".to_owned(), other_version),
        ("something else\n".to_owned(), is_of_others),
        (named("mine.html").replacen("end ", "end 0", 1), is_of_others),
    ];
    let outside =
        ["../precious.html", "nim/../../precious.html", "/precious.html", ".git/HEAD", ".htpasswd", "nim/.git/HEAD"];
    cases.extend(outside.map(|path| (named(path), is_of_others)));
    for path in ["precious.html", "public/mine.html", "public/.git/HEAD", "public/.htpasswd", "public/nim/.git/HEAD"] {
        site.write(path, "of somebody");
    }
    let before = files_below(site.root());
    for (text, message) in cases {
        fs::write(&path, &text).expect("a write");
        let told = site.fail(&[]);
        assert!(told.contains(message) && told.contains("--force"), "{message}: {told}");
        site.build(&["--force"]);
        assert!(files_below(site.root()) == before, "{text}");
    }
    assert!(whole.iter().all(|(path, bytes)| before.get(&format!("public/{path}")) == Some(bytes)));
}

#[test]
fn dangerous_folders_are_refused() {
    let site = Fixture::new();
    site.write("content/posts/one.txt", "words");
    for (folder, reason) in [
        (".", "is the folder of the site itself"),
        ("..", "contains the folder of the site"),
        ("/", "contains the folder of the site"),
        ("content", "contains sources of the site"),
        ("content/posts", "contains sources of the site"),
        ("themes/mine", "contains sources of the site"),
        (".git/pages", "belongs to git"),
        ("content/site.toml", "is not a folder"),
    ] {
        let message = site.fail(&["--output-dir", folder]);
        assert!(message.contains(reason), "{folder}: {message}");
    }
    // The content behind a link is not an output folder either.
    fs::rename(site.root().join("content"), site.root().join("words")).expect("a move");
    symlink("words", site.root().join("content")).expect("a link");
    assert!(site.fail(&["-o", "words"]).contains("contains sources of the site"));
    assert!(site.build(&["-o", "elsewhere"]).contains("written"));
    let home = site.root().join("home");
    fs::create_dir_all(&home).expect("a folder");
    let output = site.pageturner().args(["build", "-o", "home"]).env("HOME", &home).output().expect("the program");
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("is your home folder"));
    assert!(files_below(&home).is_empty());
}

#[test]
fn one_build_at_a_time_writes_into_a_folder() {
    let site = Fixture::new();
    // The first build of a folder has written no manifest yet, and therefore no page.
    site.write("public/.pageturner/lock", "");
    for _ in 0..2 {
        let lock = fs::File::open(site.public().join(".pageturner/lock")).expect("a lock");
        lock.lock().expect("nobody else has it");
        let told = site.fail(&["--force"]);
        assert!(told.contains("another build is writing into SITE/public"), "{told}");
        drop(lock);
        assert!(site.build(&["--force"]).contains(" written"));
        site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n\nNew words.\n");
    }
}

#[test]
fn content_comes_as_editors_leave_it() {
    let site = Fixture::new();
    site.write("content/windows.md", "\u{FEFF}+++\r\ntitle = \"Windows\"\r\n+++\r\n\r\nMail <me@example.org>.\r\n");
    site.write("content/.hidden", "not for readers");
    site.write("content/about.md~", "a backup");
    site.write("content/a file.txt", "for readers");
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n\n[A file](a%20file.txt), [nim](/nim.md)\n");
    site.build(&[]);
    assert!(site.read("windows.html").contains("mailto:me@example.org"));
    assert!(site.public().join("a file.txt").exists());
    assert!(!site.public().join(".hidden").exists() && !site.public().join("about.md~").exists());
}

#[test]
fn a_build_of_a_part_leaves_the_rest_until_it_is_told_otherwise() {
    let site = Fixture::new();
    let header = "title = \"Hanoi\"\nsummary = \"Move.\"\ngame = \"hanoi\"\nparameters = { discs = 2 }\n";
    site.write("content/hanoi.md", &format!("+++\n{header}[[editions]]\nname = \"one\"\ntitle = \"One\"\n+++\n"));
    site.build(&[]);
    let whole = files_below(&site.public());
    let of_hanoi = whole.keys().filter(|path| path.starts_with("hanoi/") || *path == "stars.html").count();
    assert!(of_hanoi > 9);
    let told = |arguments: &[&str]| site.run(&[&["build"], arguments].concat());
    let (built, note) = told(&["--only", "nim"]);
    assert!(built.contains(" written in ") && !built.contains("deleted"), "{built}");
    assert!(
        note.contains(&format!("note: kept {of_hanoi} files that --only leaves out; --prune deletes them")),
        "{note}"
    );
    assert!(!note.contains("only a part"), "the rest is in the folder: {note}");
    assert!(files_below(&site.public()).keys().eq(whole.keys()));
    assert!(told(&["--only", "nim"]).0.contains("nothing written"), "and a second one has nothing to do");
    // The rest stays in the manifest: a page that is removed later is deleted, and `clean` deletes everything.
    site.write("content/hanoi.md", &format!("+++\n{header}[[editions]]\nname = \"two\"\ntitle = \"Two\"\n+++\n"));
    site.build(&[]);
    assert!(!site.public().join("hanoi/one").exists() && site.public().join("hanoi/two/index.html").exists());
    site.build(&["--only", "nim"]);
    assert!(told(&["--only", "nim", "--prune", "--dry-run"]).0.contains("delete hanoi/two/index.html\n"));
    let (built, note) = told(&["--only", "nim", "--prune"]);
    assert!(built.contains(" deleted in ") && !note.contains("--prune"), "{built}{note}");
    assert!(note.contains("this folder contains only a part of the site"), "{note}");
    assert!(!site.public().join("hanoi").exists() && site.public().join("nim/index.html").exists());
    site.build(&[]);
    site.build(&["--only", "nim"]);
    site.run(&["clean"]);
    assert!(!site.public().join("hanoi").exists() && files_below(&site.public()).is_empty());
}
