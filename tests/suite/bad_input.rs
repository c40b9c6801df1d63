//! The messages for wrong input. Each folder in `tests/invalid` contains files that are copied over the small site, the
//! arguments if there are any, and the whole message in `expected.txt`. `UPDATE_EXPECTED=1` rewrites those files; read
//! the changes before you commit them.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use pageturner::outputs::assembly::Sites;
use rayon::prelude::*;

use crate::files::files_below;
use crate::fixture::Fixture;
use crate::whole_site::options_of;

/// The stack size of a thread that builds: templates and texts can be deeply nested.
const STACK: usize = 64 << 20;

#[test]
fn every_mistake_is_explained_and_costs_nothing() {
    let cases = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/invalid")).expect("the cases");
    let cases: Vec<PathBuf> = cases.map(|case| case.expect("a case").path()).collect();
    let built = Fixture::new();
    built.build(&[]);
    let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK).build().expect("threads");
    let wrong: Vec<String> = pool.install(|| cases.par_iter().filter_map(|case| problem(case, &built)).collect());
    assert!(wrong.is_empty(), "other messages than expected:\n{}", wrong.join("\n"));
}

/// Returns the problem with the message of a case, if any.
fn problem(case: &Path, built: &Fixture) -> Option<String> {
    let site = Fixture::new();
    if let Ok(edits) = fs::read_to_string(case.join("edits")) {
        edit_game(&site, &edits);
    }
    // Git keeps no empty folders, so a case with only arguments has none.
    if case.join("site").is_dir() {
        site.overlay(&case.join("site"));
    }
    let arguments = fs::read_to_string(case.join("arguments")).ok();
    let of_library = if arguments.is_none() { message_of_library(&site) } else { None };
    let message = of_library.unwrap_or_else(|| message_of_program(&site, &arguments.unwrap_or_default(), built));
    let name = case.file_name().expect("a name").to_string_lossy();
    if !message.contains("help:") {
        return Some(format!("--- {name} has no hint\n{message}"));
    }
    let expected = case.join("expected.txt");
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(&expected, &message).expect("a write");
    }
    let is_expected = fs::read_to_string(&expected).is_ok_and(|expected| expected == message);
    (!is_expected).then(|| format!("--- {name}\n{message}"))
}

/// Applies edits to the game in Lua of `tests/fixtures/mine`. Blank lines separate the edits: the lines that begin with
/// `-`, which occur exactly once in the file, are replaced with those that begin with `+`.
fn edit_game(site: &Fixture, edits: &str) {
    site.overlay(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/mine"));
    let path = site.root().join("content/mine.lua");
    let mut code = fs::read_to_string(&path).expect("the game");
    for edit in edits.split("\n\n").filter(|edit| !edit.is_empty()) {
        let lines = |sign| edit.lines().filter_map(move |line| line.strip_prefix(sign)).map(|line| format!("{line}\n"));
        let [old, new] = ['-', '+'].map(|sign| lines(sign).collect::<String>());
        assert_eq!(code.matches(&old).count(), 1, "{old}");
        code = code.replace(&old, &new);
    }
    fs::write(&path, code).expect("a write");
}

/// Returns the message of the program, which must not change the site that it built before.
fn message_of_program(site: &Fixture, arguments: &str, built: &Fixture) -> String {
    site.overlay_at("public", &built.public());
    let last_good = files_below(&site.public());
    let mut arguments: Vec<_> = arguments.split_whitespace().collect();
    let names_verb = arguments.first().is_some_and(|first| ["check", "export"].contains(first));
    let verb = if names_verb { arguments.remove(0) } else { "build" };
    let message = site.fail_to(verb, &arguments);
    assert!(files_below(&site.public()) == last_good, "{verb} {arguments:?} touched the last good site");
    message
}

/// Returns the message of the library for a site, which the program also prints; `None` if only pages show the mistake.
fn message_of_library(site: &Fixture) -> Option<String> {
    Sites::load(&options_of(site.root())).err().map(|findings| site.without_root(&findings.plain()))
}

#[test]
fn a_folder_without_a_site_is_no_site() {
    let site = Fixture::new();
    fs::remove_dir_all(site.root().join("content")).expect("a removal");
    let message = site.fail(&[]);
    assert!(message.contains("this is not the folder of a site: the folder ./content is missing"), "{message}");
    assert!(message.contains("--root"), "{message}");
    assert!(!site.public().exists());
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let site = Fixture::new();
    symlink("nowhere", site.root().join("content/lost.md")).expect("a link");
    let message = site.fail(&[]);
    assert!(message.contains("content/lost.md"), "{message}");
    fs::remove_file(site.root().join("content/lost.md")).expect("a removal");
    symlink("..", site.root().join("content/loop")).expect("a link");
    let message = site.fail(&[]);
    assert!(message.contains("content/loop"), "{message}");
}

#[test]
fn links_in_the_content_stand_for_files_of_it() {
    let site = Fixture::new();
    let content = site.root().join("content");
    fs::create_dir(content.join("more")).expect("a folder");
    symlink("../notes/plan.txt", content.join("more/same.txt")).expect("a link");
    site.build(&[]);
    let (same, plan) = (site.public().join("more/same.txt"), site.public().join("notes/plan.txt"));
    assert_eq!(fs::read(same).expect("a file"), fs::read(plan).expect("a file"));
    let cases = [
        ("/etc/passwd", "content/link links outside the content folder, to /etc/passwd"),
        ("../public", "content/link links outside the content folder, to SITE/public"),
        ("..", "content/link links outside the content folder, to SITE"),
        ("notes", "content/link is not a regular file or a link to one"),
        (".", "content/link is not a regular file or a link to one"),
        ("nowhere", "cannot read content/link"),
        ("link", "cannot read content/link"),
    ];
    for (target, told) in cases {
        symlink(target, content.join("link")).expect("a link");
        let message = site.fail(&[]);
        assert!(message.contains(told) && message.contains("help:"), "{target}: {message}");
        fs::remove_file(content.join("link")).expect("a removal");
    }
    assert!(!site.public().join("link").exists());
    site.build(&[]);
}

/// A link can represent a file, so a change to the linked file is a change to the site.
#[test]
fn a_file_that_a_link_leads_to_is_an_input() {
    let site = Fixture::new();
    site.write("content/notes/one.txt", "one");
    symlink("notes/one.txt", site.root().join("content/link.txt")).expect("a link");
    site.build(&[]);
    site.write("content/notes/one.txt", "another");
    site.build(&[]);
    assert_eq!(site.read("link.txt"), "another");
}

#[test]
fn names_that_do_not_work_everywhere_are_refused() {
    let long = format!("{}.txt", "a".repeat(244));
    let deep = "folder/".repeat(150) + "a.txt";
    let unfit = [
        "con.md",
        "con",
        "aux/nul.txt",
        "COM1.txt",
        "com\u{b9}.txt",
        "prn.css",
        "lpt1",
        "ends.",
        "ends ",
        " begins",
        "turn\u{202e}txt",
        "soft\u{ad}hyphen.txt",
        "zero\u{200b}width.txt",
        "a\u{1b}[31m.txt",
        "notes./a.txt",
        &long,
        &deep,
    ];
    for name in unfit {
        let site = Fixture::new();
        site.write(&format!("content/{name}"), "+++\ntitle = \"A\"\n+++\n");
        let message = site.fail(&[]);
        let told = message.contains("cannot be part of a web address")
            || message.contains("is too long for a file of a website");
        assert!(told && message.contains("help:"), "{name:?}: {message}");
        assert!(!site.public().exists(), "{name:?} was found too late");
    }
}

#[test]
fn names_that_differ_in_composition_alone_are_refused() {
    let site = Fixture::new();
    site.write("content/\u{fc}ber.txt", "one");
    site.build(&[]);
    site.write("content/u\u{308}ber.txt", "two");
    let message = site.fail(&[]);
    assert!(message.contains("Unicode composition"), "{message}");
}

#[test]
fn pages_whose_paths_are_too_long_are_found_before_anything_is_written() {
    let site = Fixture::new();
    let folders = format!("{}/", "long-name".repeat(20)).repeat(6);
    let nim = fs::read_to_string(site.root().join("content/nim.md")).expect("a file");
    let (header, _) = nim.rsplit_once("+++").expect("a header");
    site.write(
        "content/nim.md",
        &format!("{}+++\n", header.replace("\"two-player", &format!("\"{folders}two-player"))),
    );
    let message = site.fail(&[]);
    assert!(message.contains("is too long for a file of a website") && message.contains("help:"), "{message}");
    assert!(!site.public().join("index.html").exists());
}

#[test]
fn wrong_usage_has_an_exit_code_of_its_own() {
    let site = Fixture::new();
    for arguments in [&["biuld"][..], &["build", "--speed"], &["build", "--quiet", "--verbose"], &[]] {
        site.fail_with(2, arguments);
    }
    let message = site.fail_with(2, &["export", "pdf", "nim"]);
    assert!(message.contains("possible values: epub, single"), "{message}");
}

#[test]
fn all_findings_are_told_at_once() {
    let site = Fixture::new();
    site.write("content/one.md", "no header");
    site.write("content/two.md", "+++\ntitel = \"Two\"\n+++\n");
    let message = site.fail(&[]);
    assert!(message.contains("content/one.md:1:1") && message.contains("content/two.md:2:1"), "{message}");
}

#[test]
fn files_that_are_no_files_are_refused() {
    let site = Fixture::new();
    let made = std::process::Command::new("mkfifo").arg(site.root().join("content/pipe")).status();
    assert!(made.expect("mkfifo runs").success());
    let message = site.fail(&[]);
    assert!(message.contains("content/pipe is not a regular file"), "{message}");
    // Nothing ever writes into this pipe, and the device never ends.
    let config = site.root().join("content/site.toml");
    fs::rename(site.root().join("content/pipe"), &config).expect("a new name");
    assert!(site.fail(&[]).contains("content/site.toml is not a regular file"));
    fs::remove_file(&config).expect("a removal");
    symlink("/dev/zero", &config).expect("a link");
    assert!(site.fail(&[]).contains("content/site.toml links outside the content folder"));
}

#[test]
fn deep_nesting_is_refused_and_not_a_crash() {
    let site = Fixture::new();
    site.write("content/deep.md", &format!("+++\ntitle = \"Deep\"\n+++\n\n{} text\n", "> ".repeat(1000)));
    assert!(site.fail(&[]).contains("this text is nested too deeply"));
    for (open, close) in [("<div>", "</div>"), ("<b>", "</b>")] {
        let nested = format!("{}text{}", open.repeat(20_000), close.repeat(20_000));
        site.write("content/deep.md", &format!("+++\ntitle = \"Deep\"\n+++\n\n{nested}\n"));
        let message = site.fail(&[]);
        assert!(
            message.contains("this text is nested too deeply") && message.contains("content/deep.md:5:"),
            "{message}"
        );
        for settings in ["title = \"Small\"\nraw_html = true", "title = \"Small\""] {
            site.write("content/site.toml", settings);
            assert!(site.fail(&[]).contains("this text is nested too deeply"));
        }
    }
    site.write(
        "content/deep.md",
        &format!("+++\ntitle = \"Deep\"\n+++\n\n{0}text{1}\n", "<i>".repeat(49), "</i>".repeat(49)),
    );
    site.build(&[]);
    let nested = format!("{}text{}", "<div>".repeat(20_000), "</div>".repeat(20_000));
    site.write("themes/classic/templates/footer.html", &nested);
    let message = site.fail(&[]);
    assert!(message.contains("this is nested too deeply") && message.contains("footer.html:1:501"), "{message}");
    let nested = format!("{}text{}", "<div>".repeat(100), "</div>".repeat(100));
    site.write("themes/classic/templates/footer.html", &nested);
    site.build(&[]);
}

#[test]
fn a_theme_cannot_write_where_it_must_not() {
    let site = Fixture::new();
    site.write("themes/classic/static/a:b.txt", "no address");
    assert!(site.fail(&[]).contains("cannot be part of a web address"));
}

#[test]
fn a_link_in_a_theme_does_not_lead_out_of_it() {
    let site = Fixture::new();
    site.write("themes/mine/theme.toml", "extends = \"classic\"");
    site.write("themes/mine/static/own.txt", "inside");
    symlink("own.txt", site.root().join("themes/mine/static/same.txt")).expect("a link");
    site.build(&["--theme", "mine"]);
    assert_eq!(site.read("same.txt"), "inside");
    symlink("../../../content/site.toml", site.root().join("themes/mine/static/secret.txt")).expect("a link");
    let message = site.fail(&["--theme", "mine"]);
    assert!(message.contains("themes/mine/static/secret.txt links outside the theme's folder"), "{message}");
    assert!(!site.public().join("secret.txt").exists());
}

/// Browsers, e-book readers and text browsers treat such files differently.
#[test]
fn pictures_that_are_empty_cut_off_or_misnamed_are_refused() {
    let png =
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("themes/classic/static/icon.png")).expect("a picture");
    let jpeg = b"\xff\xd8\xff\xe1\0\x06\xff\xd9\xff\xd9\xff\xda\0\x02abc".to_vec();
    let avif = b"\0\0\0\x1cftypmif1\0\0\0\0avifmif1miaf\0\0\0\x14mdatabcdefghijkl".to_vec();
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><g><path d=\"M0 0\"/></g></svg>";
    let whole = [jpeg.clone(), b"\xff\xd9".to_vec()].concat();
    let bmp = b"BM\x0a\0\0\0";
    let ico = [b"\0\0\x01\0\x01\0\x01\x01\0\0\0\0\0\0", &(png.len() as u32).to_le_bytes()[..], b"\x16\0\0\0"].concat();
    for (name, bytes, told) in [
        ("a.svg", Vec::new(), "content/a.svg is empty"),
        ("a.gif", b"\n".to_vec(), "content/a.gif is empty"),
        ("a.png", png[..png.len() - 20].to_vec(), "content/a.png is incomplete"),
        ("a.png", [&png[..33], b"\0\0\0\x04tEXtIEND", &png[33..99]].concat(), "content/a.png is incomplete"),
        ("a.avif", avif[..44].to_vec(), "content/a.avif is incomplete"),
        ("a.svg", b"<!doctype html><p>404</p>".to_vec(), "content/a.svg does not contain `svg` data"),
        ("a.jpg", jpeg, "content/a.jpg is incomplete"),
        ("a.gif", b"GIF89a\x01\0\x01\0".to_vec(), "content/a.gif is incomplete"),
        ("a.webp", b"RIFF\xff\0\0\0WEBPVP8 ".to_vec(), "content/a.webp is incomplete"),
        ("b.webp", b"RIFF\x10\0\0\0WEBPVP8 four12".to_vec(), "content/b.webp is incomplete"),
        ("a.svg", svg.as_bytes()[..60].to_vec(), "content/a.svg is incomplete"),
        ("a.svg", svg.replace("</g>", "</b>").into_bytes(), "expected `</g>`, but `</b>` was found"),
        ("a.svg", svg.replace("</g>", "</g></g>").into_bytes(), "but `</g>` was found"),
        ("a.png", [&png[..16], &[0; 8], &png[24..]].concat(), "content/a.png has a width or height of zero"),
        ("a.bmp", [&bmp[..], b"abc"].concat(), "content/a.bmp is incomplete"),
        ("a.ico", [&ico[..], &png[..80]].concat(), "content/a.ico is incomplete"),
        ("a.ico", ico[..18].to_vec(), "content/a.ico is incomplete"),
        ("a.bmp", [&bmp[..], b"abcd"].concat(), ""),
        ("a.ico", [&ico[..], &png[..]].concat(), ""),
        ("b/a.jpeg", png.clone(), "rename it to content/b/a.png"),
        ("a.svg", png.clone(), "rename it to content/a.png"),
        ("a.png", b"<html>404</html>".to_vec(), "content/a.png does not contain `png` data"),
        ("A.JPG", whole, ""),
        ("a.jpg", b"\xff\xd8\xff\xff\xe1\0\x04ab\xff\xda\0\x02x\xff\xd9".to_vec(), ""),
        ("a.gif", b"GIF89a\x01\0\x01\0;\0\r\n".to_vec(), ""),
        ("a.avif", avif, ""),
        ("a.png", png, ""),
        ("a.svg", svg.as_bytes().to_vec(), ""),
    ] {
        let site = Fixture::new();
        fs::create_dir_all(site.root().join("content/b")).expect("a folder");
        fs::write(site.root().join("content").join(name), bytes).expect("a file");
        if told.is_empty() {
            site.build(&[]);
        } else {
            let message = site.fail(&[]).replace("\n        ", " ");
            assert!(message.contains(told) && message.contains("help:"), "{name}: {message}");
        }
    }
}

/// The picture is stored 3 wide and 2 high, and browsers rotate it.
#[test]
fn a_photograph_has_the_size_that_browsers_show() {
    for (orientation, width, height) in [(1, 3, 2), (3, 3, 2), (5, 2, 3), (8, 2, 3)] {
        let exif = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0";
        let head = [b"\xff\xd8\xff\xe1\0\x22", &exif[..], &[orientation, 0, 0, 0, 0, 0, 0]].concat();
        let frame = b"\xff\xc0\0\x0b\x08\0\x02\0\x03\x01\x01\x11\0\xff\xda\0\x02x\xff\xd9";
        let site = Fixture::new();
        fs::write(site.root().join("content/p.jpg"), [&head[..], frame].concat()).expect("a file");
        site.write("content/p.md", "+++\ntitle = \"P\"\n+++\n\n![p](p.jpg)\n");
        site.build(&[]);
        let page = site.read("p.html");
        assert!(page.contains(&format!("height={height}")) && page.contains(&format!("width={width}")), "{page}");
    }
}

/// macOS stores letters and accents separately, and authors type them as one character.
#[test]
fn names_of_pages_games_and_pictures_can_have_any_letters_and_blanks() {
    let site = Fixture::new();
    site.write(
        "content/jeux \u{e9}lus/nim a.md",
        "+++\ntitle = \"A\"\nsummary = \"a\"\ngame = \"../u\u{308}.lua\"\n\
         editions = [{ name = \"e\", title = \"E\" }]\n+++\n",
    );
    site.write("content/\u{fc}.lua", "return variant(\"o\u{308}/v.lua\", {})");
    site.write("content/o\u{308}/v.lua", "return variant(\"w.lua\", { goal = \"x\" })");
    site.write(
        "content/\u{f6}/w.lua",
        "return { start = function() return { n = 0 } end, board = function(s) return text(\"n\" .. s.n) end,\n\
         play = function(s) return { n = s.n + 1 } end, moves = function() return { choose(\"a\") } end,\n\
         result = function(s) if s.n == 2 then return solved end end }",
    );
    site.write("content/e\u{301}.txt", "text");
    site.write(
        "content/\u{e9} x.md",
        "+++\ntitle = \"X\"\n+++\n\n[a](e\u{301}.txt) [b](\u{e9}.txt) [c](%C3%A9.txt) [d](<jeux \u{e9}lus/nim a.md>)\n",
    );
    site.build(&["--base-url", "https://example.org/"]);
    let page = site.read("\u{e9} x.html");
    assert_eq!(page.matches("href=%C3%A9.txt").count(), 3, "{page}");
    assert!(page.contains("href=jeux%20%C3%A9lus/nim%20a/index.html"), "{page}");
    site.run(&["check", "--dir", "public", "--base-url", "https://example.org/"]);
    site.run(&["games", "try", "content/\u{fc}.lua"]);
}

/// The examples in the help work when typed.
#[test]
fn the_help_names_games_and_stories_from_the_page() {
    let site = Fixture::new();
    site.write("content/maze.lua", "return {}");
    site.write("content/cave.ink.json", "{}");
    let header = "+++\ntitle = \"A\"\nsummary = \"a\"\n";
    let editions = "\neditions = [{ name = \"e\", title = \"E\" }]\n+++\n";
    for (key, told) in [
        ("game = \"maze.lua\"", "`../maze.lua`"),
        ("game = \"../mazes.lua\"", "`../maze.lua`"),
        ("story = \"cave.ink.json\"", "`../cave.ink.json`"),
    ] {
        site.write(
            "content/deep/a.md",
            &format!("{header}{key}{}", if key.starts_with("story") { "\n+++\n" } else { editions }),
        );
        let message = site.fail(&[]);
        assert!(message.contains(told), "{key}: {message}");
    }
    let texts = [("```board\nnim/two-player/\n```", "`../nim/two-player/`"), ("[a](../nmi.md)", "`../nim.md`")];
    for (text, told) in texts {
        site.write("content/deep/a.md", &format!("{header}+++\n\n{text}\n"));
        let message = site.fail(&[]);
        assert!(message.contains(told), "{message}");
    }
    for (url, told) in [
        ("https://example.org/a/index.html", "it contains `index.html`"),
        ("https://example.org/\u{e4}/", "it contains `\u{e4}`"),
        ("https://example.org/100%/", "it contains `%`"),
        ("https://example.org/%c3%b/", "it contains `%`"),
        ("https://me:word@example.org/", "it contains `@`"),
        ("https://example.org/a//b/", "it contains `//`"),
        ("https://example.org/a/../b/", "it contains `..`"),
        ("https://example..org/", "it contains `example..org`"),
        ("https://example.org:70000/a/", "it contains `70000`"),
        ("https://example.org/a/index.php", "it contains `index.php`"),
    ] {
        let message = site.fail(&["--base-url", url]);
        assert!(message.contains(told), "{message}");
    }
    let followed = "[a](https://example.org./b%20c?d=%25) [d](tel:+1) [e](https:a.org)";
    site.write("content/deep/a.md", &format!("{header}+++\n\n{followed}\n"));
    site.build(&[]);
    site.write("content/deep/b.lua", "return variant(\"maze.lua.\")");
    site.write("content/deep/a.md", &format!("{header}game = \"b.lua\"{editions}"));
    let message = site.fail(&[]);
    assert!(message.contains("`../maze.lua`"), "{message}");
}

/// Templates can nest loops, and build a text from itself. The place of a mistake stays correct.
#[test]
fn templates_that_make_too_much_are_refused_in_time() {
    let text = "x".repeat(2000);
    let loops = "{% for a in range(end=1000) %}{% for b in range(end=1000) %}";
    for (template, told) in [
        (format!("{loops}{text}{{% endfor %}}{{% endfor %}}"), "front.html renders a page of more than 32 MB"),
        (
            "{% set r = range(end=100000) %}{% for a in r %}{% for b in r %}{% break %}{% endfor %}{% endfor %}"
                .to_owned(),
            "footer.html:1:61]",
        ),
        (
            "{% set_global s = \"xy\" %}{% for a in range(end=90) %}{% set_global s = s ~ s %}{% endfor %}".to_owned(),
            "the page is too large",
        ),
        ("{% set s = \"xy\" %}".to_owned() + &"{% set s %}{{ s }}{{ s }}{% endset %}".repeat(90), "is too large"),
        ("{% for a in [1] %}{%- set b = a -%}{{ page.nope.b }}{% endfor %}".to_owned(), "footer.html:1:44]"),
        ("{% set b = 1 %}{{ b | nope }}".to_owned(), "footer.html:1:23]"),
    ] {
        let site = Fixture::new();
        site.write("themes/classic/templates/footer.html", &template);
        let message = site.fail(&[]);
        assert!(message.contains(told) && message.contains("help:"), "{template:.100}: {message:.900}");
    }
}
