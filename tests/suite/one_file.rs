//! Outputs that are one file, a book or a single file: their bytes are always the same, and they are complete or
//! missing.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use crate::fixture::Fixture;
use crate::running::{Running, full_disk};

/// The arguments that create a file, its name, and a template that it uses.
const FORMS: [(&[&str], &str, &str); 2] = [
    (&["export", "epub", "nim", "--output"], "made.epub", "book/templates/position.html"),
    (&["export", "single", "nim/two-player", "--output"], "made.html", "single/templates/style.html"),
];

#[test]
fn any_number_of_threads_makes_the_same_bytes() {
    let site = Fixture::new();
    for (arguments, name, _) in FORMS {
        let at = |jobs: &str| {
            site.run(&[arguments, &[name, "--jobs", jobs]].concat());
            fs::read(site.root().join(name)).expect("the file")
        };
        assert!(at("1") == at("8"), "{name}");
    }
}

#[test]
fn an_error_leaves_the_old_file_and_nothing_beside_it() {
    for (arguments, name, template) in FORMS {
        let site = Fixture::new();
        let make = [arguments, &[name]].concat();
        site.run(&make);
        site.write(&format!("themes/{template}"), "<title>{{ page.nothing.of_that_name }}</title>");
        let (old, beside) = (fs::read(site.root().join(name)).expect("the file"), site.names());
        let told = site.fail_with(1, &make);
        assert!(told.contains(template), "{name}: {told}");
        assert!(fs::read(site.root().join(name)).expect("the file") == old, "{name}");
        assert_eq!(site.names(), beside);
    }
}

#[test]
fn what_a_killed_build_left_is_overwritten_but_not_what_is_at_work_and_no_link_is_followed() {
    for (arguments, name, _) in FORMS {
        let site = Fixture::new();
        let make = [arguments, &[name]].concat();
        site.run(&make);
        let (place, unfinished) = (site.root().join(name), site.root().join(format!(".{name}.unfinished")));
        let whole = fs::read(&place).expect("the file");
        fs::write(&unfinished, "half of a page ".repeat(100_000)).expect("a file");
        let other = File::open(&unfinished).expect("a file");
        other.lock().expect("nobody else has it");
        assert!(site.fail_with(1, &make).contains("another build is writing this "), "{name}");
        assert!(unfinished.exists(), "it belongs to the other build");
        drop(other);
        site.run(&make);
        assert!(fs::read(&place).expect("the file") == whole && !unfinished.exists(), "{name}");
        site.write("victim", "mine");
        symlink("victim", &unfinished).expect("a link");
        assert!(site.fail_with(1, &make).contains(&format!(".{name}.unfinished")), "{name}");
        assert_eq!(fs::read(site.root().join("victim")).expect("a file"), b"mine");
    }
}

#[test]
fn places_that_are_not_fit_are_refused() {
    let site = Fixture::new();
    fs::create_dir(site.root().join("folder")).expect("a folder");
    for (arguments, _, _) in FORMS {
        for (name, reason) in
            [("folder", "is not a regular file"), ("missing/made", "is in a folder that does not exist")]
        {
            let said = site.fail_with(1, &[arguments, &[name]].concat());
            assert!(said.contains(reason) && said.contains("help:"), "{said}");
        }
    }
}

#[test]
fn standard_output_gets_the_file_and_nothing_else() {
    let site = Fixture::new();
    for (arguments, name, _) in FORMS {
        site.run(&[arguments, &[name]].concat());
        let output = site.output(&[arguments, &["-"]].concat());
        assert!(output.status.success() && output.stdout == fs::read(site.root().join(name)).expect("the file"));
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(said.contains(" in one ") && said.contains(": written in"), "{said}");
    }
}

#[test]
fn a_broken_pipe_and_a_full_disk_are_told() {
    let site = Fixture::new();
    for (arguments, name, _) in FORMS {
        let (reader, broken) = std::io::pipe().expect("a pipe");
        drop(reader);
        for (out, told) in [(Stdio::from(full_disk()), "No space left on device"), (broken.into(), "Broken pipe")] {
            let mut program = Command::new(env!("CARGO_BIN_EXE_pageturner"));
            let output = program.current_dir(site.root()).args(arguments).arg("-").stdout(out).output();
            let output = output.expect("the program runs");
            let message = String::from_utf8(output.stderr).expect("text");
            assert_eq!(output.status.code(), Some(1), "{name}: {message}");
            let is_told = message.contains("cannot write the ") && message.contains(told) && message.contains("help:");
            assert!(is_told, "{name}: {message}");
        }
    }
    // A link to a full disk is not a regular file.
    symlink("/dev/full", site.root().join("full.epub")).expect("a link");
    site.fail_to("export", &["epub", "nim", "-o", "full.epub"]);
}

#[test]
fn what_is_killed_leaves_the_old_file() {
    let site = Fixture::new();
    let header = "title = \"Hanoi\"\nsummary = \"Carry.\"\ngame = \"hanoi\"\nparameters = { discs = 8 }\n";
    site.write("content/hanoi.md", &format!("+++\n{header}[[editions]]\nname = \"eight\"\ntitle = \"Eight\"\n+++\n"));
    for (form, what, name) in [("epub", "hanoi", "hanoi.epub"), ("single", "hanoi/eight", "hanoi.html")] {
        site.write(name, "the old file");
        let before = site.names();
        let unfinished = site.root().join(format!(".{name}.unfinished"));
        for signal in ["INT", "TERM", "KILL"] {
            let mut program = Command::new(env!("CARGO_BIN_EXE_pageturner"));
            program.current_dir(site.root()).args(["export", form, what, "-o", name, "--force"]);
            let mut running = Running::start(program);
            running.wait_until(|| fs::metadata(&unfinished).is_ok_and(|file| file.len() > 0));
            let ended = running.end_by(signal);
            assert!(!ended.status.success(), "{name}: {signal}");
            assert_eq!(fs::read(site.root().join(name)).expect("the file"), b"the old file", "{signal}");
            fs::remove_file(&unfinished).expect("what it left");
        }
        // The next export completes what they left.
        site.run(&["export", form, what, "-o", name, "--force"]);
        assert!(fs::metadata(site.root().join(name)).expect("the file").len() > 300_000);
        let before: BTreeSet<_> = before.into_iter().chain([".pageturner-exports".into()]).collect();
        assert_eq!(site.names(), before, "{name}");
    }
}

#[test]
fn an_export_replaces_its_own_files_alone() {
    for (arguments, name, _) in FORMS {
        let site = Fixture::new();
        let make = [arguments, &[name]].concat();
        site.run(&make);
        site.run(&make);
        let own = fs::read(site.root().join(name)).expect("the file");
        site.write(name, "precious");
        let told = site.fail_with(1, &make);
        assert!(told.contains("no export wrote it") && told.contains("--force"), "{name}: {told}");
        assert_eq!(fs::read(site.root().join(name)).expect("the file"), b"precious");
        site.run(&[&make[..], &["--force"]].concat());
        assert!(fs::read(site.root().join(name)).expect("the file") == own, "{name}");
    }
}
