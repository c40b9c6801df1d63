//! The workflows of the project, and the one for a new site: what they run exists, and none runs without a time limit.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_yaml_ng::Value as Yaml;

use crate::files::of_project;
use crate::fixture::Fixture;

const STARTER: &str = "src/tool/starter/site/.github/workflows/pages.yml";

fn read(path: &str) -> Yaml {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a workflow");
    serde_yaml_ng::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns all workflows by path.
fn workflows() -> BTreeMap<String, Yaml> {
    let folder = ".github/workflows";
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("a folder");
    let names = files.map(|file| file.expect("a file").file_name().into_string().expect("Unicode"));
    let paths = names.map(|name| format!("{folder}/{name}")).chain([STARTER.to_owned()]);
    paths.map(|path| (path.clone(), read(&path))).collect()
}

/// Returns the commands of a job, and the actions that it uses.
fn steps(job: &Yaml) -> Vec<String> {
    let steps = job["steps"].as_sequence().expect("steps").iter();
    steps.map(|step| step["run"].as_str().or(step["uses"].as_str()).expect("something to do").to_owned()).collect()
}

#[test]
fn every_job_has_an_end_and_few_rights() {
    for (path, workflow) in workflows() {
        assert_eq!(workflow["permissions"]["contents"].as_str(), Some("read"), "{path}");
        for (name, job) in workflow["jobs"].as_mapping().expect("jobs") {
            let minutes = job["timeout-minutes"].as_i64();
            assert!(minutes.is_some_and(|minutes| minutes <= 120), "{path}: {name:?} has no time limit");
            for step in steps(job) {
                // Text that others can write is passed in variables, so that no shell reads it as part of a command.
                assert!(!step.contains("${{"), "{path}: {step}");
            }
        }
    }
}

/// The project is published as its documentation tells others to publish their sites, except for the program's origin.
#[test]
fn the_project_is_published_like_any_site() {
    let (own, starter) = (read(".github/workflows/pages.yml"), read(STARTER));
    assert_eq!(own["jobs"]["deploy"], starter["jobs"]["deploy"]);
    for key in ["on", "permissions", "concurrency"] {
        assert_eq!(own[key], starter[key], "{key}");
    }
    let since = |workflow: &Yaml| {
        let steps = steps(&workflow["jobs"]["build"]);
        let configured = steps.iter().position(|step| step.starts_with("actions/configure-pages")).expect("a step");
        steps[configured..]
            .iter()
            .map(|step| step.replace("target/release/pageturner", "pageturner"))
            .collect::<Vec<_>>()
    };
    assert_eq!(since(&own), since(&starter));
    let uploads = starter["jobs"]["build"]["steps"].as_sequence().and_then(|steps| steps.last()).expect("the upload");
    assert!(uploads["uses"].as_str().is_some_and(|action| action.starts_with("actions/upload-pages-artifact@")));
    assert_eq!(uploads["with"]["path"].as_str(), Some("public"), "the folder that a build writes");
}

/// The program is in no registry: a workflow downloads it from a release of the repository that the user names.
#[test]
fn a_new_site_takes_the_program_from_a_release_of_the_repository_that_was_named() {
    let site = Fixture::empty();
    assert!(site.fail_with(2, &["init", "--github"]).contains("--from <URL>"));
    let told = site.fail_to("init", &["--github", "--from", "git@example.org:pages"]);
    assert!(told.contains("not the address of a public git repository"), "{told}");
    let address = "https://example.org/somebody/pageturner";
    site.run(&["init", "--github", "--from", &format!("{address}.git")]);
    let written = read(site.root().join(".github/workflows/pages.yml").to_str().expect("Unicode"));
    assert_eq!(written["env"]["PAGETURNER"].as_str(), Some(address));
    assert_eq!(written["env"]["VERSION"].as_str(), Some(env!("CARGO_PKG_VERSION")));
    let commands = steps(&written["jobs"]["build"]).join("\n");
    let archive = "\"$PAGETURNER/releases/download/v$VERSION/$name.tar.gz\"";
    assert!(commands.contains(archive), "{commands}");
    let release = of_project(".github/workflows/release.yml");
    let name = "name=\"pageturner-${TAG#v}-$TARGET\"";
    assert!(release.contains(name) && release.contains("x86_64-unknown-linux-gnu"), "the name of an archive");
    assert!(commands.contains("name=\"pageturner-$VERSION-x86_64-unknown-linux-gnu\""), "{commands}");
}

/// An archive contains the files to which its README links.
#[test]
fn a_release_contains_what_the_readme_links_to() {
    let commands = steps(&read(".github/workflows/release.yml")["jobs"]["program"]).join("\n");
    let files = commands.split("tar -cf - ").nth(1).and_then(|rest| rest.split('|').next()).expect("the files");
    let files: Vec<_> = files.split_whitespace().filter(|word| *word != "\\").collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(files.iter().all(|file| root.join(file).exists()), "{files:?}");
    let readme = of_project("README.md");
    let links = readme.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let links: Vec<_> = links.filter(|link| !link.is_empty() && !link.contains("://")).collect();
    assert!(links.len() > 20 && links.contains(&"content/docs/publishing.md"), "{links:?}");
    let is_there = |link: &&str| files.iter().any(|file| Path::new(link).starts_with(file));
    let missing: Vec<_> = links.into_iter().filter(|link| !is_there(link)).collect();
    assert!(missing.is_empty(), "{missing:?} are not in the archives");
}

#[test]
fn the_oldest_promised_compiler_is_tried() {
    let ci = read(".github/workflows/ci.yml");
    let commands = steps(&ci["jobs"]["oldest"]).join("\n");
    assert!(commands.contains("rust-version") && commands.contains("cargo \"+$version\" check"), "{commands}");
    assert_eq!(ci["jobs"]["test"]["container"].as_str(), Some("debian:12"), "it has all clients as packages");
}

/// GitHub disables a workflow with a schedule in a repository without commits, and then pushes publish nothing.
#[test]
fn only_a_site_with_a_calendar_has_a_schedule_in_a_file_of_its_own() {
    let scheduled = |workflow: &Yaml| !workflow["on"]["schedule"].is_null();
    for (path, workflow) in workflows() {
        assert!(!(scheduled(&workflow) && workflow["on"].get("push").is_some()), "{path}");
    }
    let site = Fixture::empty();
    let init = ["init", "--github", "--from", "https://example.org/a/b", "--force"];
    let daily = site.root().join(".github/workflows/daily.yml");
    site.run(&init);
    assert!(!daily.exists());
    site.write("content/days.md", "+++\ntitle = \"Days\"\n\n[calendar]\npuzzles = []\n+++\n");
    site.run(&init);
    assert!(scheduled(&read(daily.to_str().expect("Unicode"))));
    assert_eq!(of_project(".github/workflows/daily.yml"), fs::read_to_string(daily).expect("a workflow"));
}

/// These run on Node 24. GitHub is removing Node 20 from its runners.
#[test]
fn actions_are_of_current_versions() {
    let current = [
        "checkout@v6",
        "cache@v5",
        "configure-pages@v6",
        "deploy-pages@v5",
        "upload-pages-artifact@v5",
        "upload-artifact@v7",
        "download-artifact@v8",
    ];
    for (path, workflow) in workflows() {
        let jobs = workflow["jobs"].as_mapping().expect("jobs").values().flat_map(steps);
        for action in jobs.filter_map(|step| step.strip_prefix("actions/").map(str::to_owned)) {
            assert!(current.contains(&&*action), "{path}: {action}");
        }
    }
}
