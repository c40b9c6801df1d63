//! How the program prints messages: without a reader, with very long lines, and with texts that control a terminal.

use std::os::unix::fs::symlink;
use std::process::Stdio;
use std::{fs, io};

use crate::fixture::Fixture;
use crate::running::full_disk;

const PAGE: &str = "+++\ntitle = \"Long\"\n+++\n\n";

/// Returns the lines of a message, and checks that none is too long to read.
fn short_lines(message: &str) -> Vec<&str> {
    let lines: Vec<_> = message.lines().collect();
    assert!(lines.iter().all(|line| line.chars().count() < 300), "{message}");
    lines
}

#[test]
fn of_a_long_line_the_part_around_the_place_is_shown() {
    let site = Fixture::new();
    let words = "word ".repeat(20_000);
    site.write("content/long.md", &format!("{PAGE}{words}[here](missing.md) {words}\n"));
    let message = site.fail(&[]);
    let lines = short_lines(&message);
    assert!(message.contains("content/long.md:5:100001"), "{message}");
    let shown = lines.iter().position(|line| line.contains("[here](missing.md)")).expect("the place");
    assert!(lines[shown].contains("word [here](missing.md) word"), "{message}");
    assert_eq!(lines[shown].find("[here]"), lines[shown + 1].find('^'), "{message}");

    site.write("content/long.md", &format!("+++\ntitle = \"{words}\" x\n+++\n"));
    let message = site.fail(&[]);
    short_lines(&message);
    assert!(message.contains("content/long.md:2:100012"), "{message}");
    assert!(message.contains("help:"), "{message}");
}

#[test]
fn columns_are_counted_in_characters() {
    let site = Fixture::new();
    site.write("content/long.md", &format!("{PAGE}Ünüberträffbär [here](missing.md)\n"));
    assert!(site.fail(&[]).contains("content/long.md:5:16]"));
}

#[test]
fn a_link_of_many_letters_is_told_in_part() {
    let site = Fixture::new();
    site.write("content/long.md", &format!("{PAGE}[here]({})\n", "far/".repeat(6_000)));
    let message = site.fail(&[]);
    short_lines(&message);
    assert!(message.len() < 3_000, "{message}");
    assert!(message.contains("help:"), "{message}");
}

/// Runs the program with standard output and error redirected, and returns its exit code.
fn exit_code(site: &Fixture, arguments: &[&str], out: impl Into<Stdio>, error: impl Into<Stdio>) -> Option<i32> {
    site.pageturner().args(arguments).stdout(out).stderr(error).status().expect("it runs").code()
}

fn nobody() -> io::PipeWriter {
    io::pipe().expect("a pipe").1
}

#[test]
fn nobody_listening_changes_nothing() {
    let site = Fixture::new();
    for quiet in [&["build"][..], &["build", "--force"], &["export", "single", "nim/two-player", "-o", "-"]] {
        assert_eq!(exit_code(&site, quiet, Stdio::null(), full_disk()), Some(0), "{quiet:?}");
        assert_eq!(exit_code(&site, quiet, Stdio::null(), nobody()), Some(0), "{quiet:?}");
    }
    // A user changed a page that is to be deleted, which is reported on standard error.
    fs::write(site.public().join("about.html"), "mine").expect("a file");
    fs::remove_file(site.root().join("content/about.md")).expect("a removal");
    site.write(
        "content/nim.md",
        &fs::read_to_string(site.root().join("content/nim.md"))
            .expect("a file")
            .replace("about.md", "https://example.org"),
    );
    assert_eq!(exit_code(&site, &["build"], Stdio::null(), full_disk()), Some(0));
    site.write("content/site.toml", "");
    assert_eq!(exit_code(&site, &["build"], Stdio::null(), full_disk()), Some(1));
    assert_eq!(exit_code(&site, &["build"], Stdio::null(), nobody()), Some(1));
    assert_eq!(exit_code(&site, &["build", "--speed"], Stdio::null(), full_disk()), Some(2));
    assert_eq!(exit_code(&site, &["build", "--speed"], Stdio::null(), nobody()), Some(2));
    site.write("content/site.toml", "title = \"A\"\n");
    for answer in [&["--help"][..], &["build", "--help"], &["--version"], &["list"]] {
        assert_eq!(exit_code(&site, answer, nobody(), Stdio::null()), Some(0), "{answer:?}");
        assert_eq!(exit_code(&site, answer, full_disk(), Stdio::null()), Some(1), "{answer:?}");
    }
}

/// Returns whether a text contains no characters that control a terminal, except ends of lines.
fn is_harmless(text: &str) -> bool {
    let turns = |c: char| ('\u{202A}'..='\u{202E}').contains(&c) || ('\u{2066}'..='\u{2069}').contains(&c);
    !text.chars().any(|c| (c.is_control() && c != '\n') || turns(c))
}

#[test]
fn a_terminal_obeys_nothing_that_is_told() {
    let site = Fixture::new();
    let evil = "\u{1b}]0;mine\u{7}\u{1b}[31m\u{9b}31m\u{202e}";
    let cases = [
        ("content/page.md".to_owned(), format!("{PAGE}{evil} [here](missing.md)\n")),
        ("content/page.md".to_owned(), format!("{PAGE}[here](<missing{evil}.md>)\n")),
        ("content/page.md".to_owned(), format!("+++\ntitle = \"{evil}\n+++\n")),
        ("content/page.md".to_owned(), format!("+++\ntitle = \"A\"\n\"{}\" = 3\n+++\n", "\\u001b[31m")),
        (format!("content/{evil}.md"), PAGE.to_owned()),
        (format!("content/{evil}.txt"), String::new()),
        (format!("content/{evil}/a.md"), PAGE.to_owned()),
        ("content/site.toml".to_owned(), "title = \"A\"\nlanguage = \"\\u001b[31m\"\n".to_owned()),
        ("content/site.toml".to_owned(), "title = \"A\"\ntheme = \"\\u001b[31m\"\n".to_owned()),
    ];
    for (path, text) in cases {
        let site = Fixture::new();
        site.write(&path, &text);
        let message = site.fail(&[]);
        assert!(is_harmless(&message), "{path:?} {text:?}\n{message:?}");
        assert!(message.contains("help:"), "{message}");
    }
    let link = format!("content/{evil}");
    symlink("nowhere", site.root().join(&link)).expect("a link");
    let message = site.fail(&[]);
    assert!(is_harmless(&message), "{message:?}");
    fs::remove_file(site.root().join(&link)).expect("a removal");
    for arguments in [["--theme", evil], ["--only", evil], ["--base-url", evil], ["-o", "content/\u{1b}[31m"]] {
        let message = site.fail(&arguments);
        assert!(is_harmless(&message), "{message:?}");
    }
    for arguments in
        [&["bi\u{1b}[31mu\u{7}ld\u{202e}"][..], &["build", "--jobs", "\u{9b}31m"], &["export", "\u{7}", "nim"]]
    {
        let message = site.fail_with(2, arguments);
        assert!(is_harmless(&message) && message.contains("help"), "{message:?}");
    }
    let printed = site.build(&["-o", "elsewhere/\u{1b}[31m", "--verbose"]);
    assert!(is_harmless(&printed), "{printed:?}");
}

#[test]
fn of_a_thousand_broken_links_the_first_are_told_with_what_was_meant() {
    let site = Fixture::new();
    let link = |number| format!("[{number}](nim/two-player/b-0-{number}2.html)\n\n");
    let links: Vec<String> = (0..1000).map(link).collect();
    site.write("content/long.md", &format!("{PAGE}{}", links.concat()));
    let message = site.fail(&[]);
    assert!(message.contains("did you mean `nim/two-player/b-0-2.html`?"), "{message}");
    assert!(message.ends_with("... and 988 more\n"), "{message}");
}
