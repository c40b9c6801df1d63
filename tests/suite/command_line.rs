//! What the program prints about itself: helps, completions, the manual, and the verbs of other programs.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::fixture::Fixture;
use crate::temporary::TempDir;

fn run(arguments: &[&str]) -> String {
    let (printed, told) = Fixture::empty().run(arguments);
    assert_eq!(told, "");
    printed
}

/// Returns the verbs in the help.
fn verbs() -> BTreeSet<String> {
    let help = run(&["--help"]);
    let verbs = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("verbs");
    verbs.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).map(str::to_owned).collect()
}

/// `UPDATE_EXPECTED=1` rewrites the texts; read the changes before you commit them.
#[test]
fn the_helps_are_as_they_were_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/help");
    let verbs: BTreeSet<_> = verbs().into_iter().filter(|verb| verb != "help").collect();
    let mut helps: Vec<_> = verbs.iter().map(|verb| (verb.as_str(), run(&[verb, "--help"]))).collect();
    helps.push(("pageturner", run(&["--help"])));
    for (name, help) in &helps {
        let expected = folder.join(format!("{name}.txt"));
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&expected, help).expect("a write");
        }
        assert_eq!(*help, fs::read_to_string(&expected).unwrap_or_default(), "{name}");
    }
    assert_eq!(fs::read_dir(folder).expect("the helps").count(), helps.len());
}

#[test]
fn every_shell_completes_every_verb() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]);
        for verb in verbs() {
            assert!(script.contains(&verb), "{shell} does not know {verb}");
        }
    }
    let mut bash = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn().expect("bash");
    let mut input = bash.stdin.take().expect("a pipe");
    input.write_all(run(&["completions", "bash"]).as_bytes()).expect("a write");
    drop(input);
    assert!(bash.wait().expect("an end").success());
    Fixture::empty().fail_with(2, &["completions", "tcsh"]);
}

/// As the example `manual` writes it for a release.
#[test]
fn the_manual_has_a_page_for_each_verb() {
    let folder = TempDir::new();
    clap_mangen::generate_to(pageturner::command(), folder.path()).expect("the manual");
    let page = |name: &str| fs::read_to_string(folder.path().join(format!("{name}.1"))).expect("a page");
    assert!(page("pageturner").contains(".TH pageturner 1"));
    for verb in verbs().into_iter().filter(|verb| verb != "help") {
        let page = page(&format!("pageturner-{verb}"));
        assert!(page.contains("SYNOPSIS") && page.contains("\\-\\-root"), "{page}");
    }
}

/// Users of Zola or Hugo type these.
#[test]
fn verbs_of_other_programs_work_where_they_mean_the_same() {
    assert_eq!(run(&["new", "--help"]), run(&["init", "--help"]));
    assert_eq!(run(&["server", "--help"]), run(&["serve", "--help"]));
    let message = Fixture::empty().fail_with(2, &["biuld"]);
    assert!(message.contains("a similar subcommand exists: 'build'"), "{message}");
}

/// Without a home folder, a terminal or colours, and with a reader that closes the pipe.
#[test]
fn every_place_is_a_place_to_run_in() {
    let site = Fixture::new();
    site.write("content/wrong.md", "no header");
    let told = |set: &[(&str, &str)], removed: &[&str]| {
        let mut command = site.pageturner();
        command.arg("build").envs(set.iter().copied());
        for name in removed {
            command.env_remove(name);
        }
        let output = command.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).expect("text")
    };
    let plain = told(&[], &[]);
    assert!(!plain.contains('\u{1b}') && plain.contains("content/wrong.md"), "{plain:?}");
    assert_eq!(told(&[("NO_COLOR", "1")], &[]), plain);
    assert_eq!(told(&[("TERM", "dumb")], &[]), plain);
    assert_eq!(told(&[("LANG", "C"), ("COLUMNS", "20")], &[]), plain);
    assert_eq!(told(&[], &["HOME", "TERM", "PATH"]), plain);
    for arguments in [&["games"][..], &["--help"], &["completions", "bash"], &["list"]] {
        let small = Fixture::new();
        let mut command = small.pageturner();
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().expect("the program");
        drop(process.stdout.take());
        let output = process.wait_with_output().expect("an end");
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    }
}
