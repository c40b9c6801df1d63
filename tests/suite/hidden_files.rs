//! Files whose names begin with a dot: those that hosts need are published, and the others are reported once.

use std::collections::BTreeSet;
use std::fs;

use crate::files::files_below;
use crate::fixture::Fixture;

/// Builds a site. Returns standard error, except what a site without a base URL lacks.
fn told(site: &Fixture, arguments: &[&str]) -> String {
    let (_, told) = site.run(&[&["build"], arguments].concat());
    told.split("note: without a base URL").next().unwrap_or_default().to_owned()
}

#[test]
fn what_hosts_look_for_is_published() {
    let site = Fixture::new();
    site.build(&[]);
    let before: BTreeSet<_> = files_below(&site.public()).into_keys().collect();
    site.write("content/.nojekyll", "");
    site.write("content/.htaccess", "ErrorDocument 404 /404.html\n");
    site.write("content/.well-known/security.txt", "Contact: mailto:a@example.org\n");
    site.write("content/.well-known/acme/token", "token");
    assert_eq!(told(&site, &[]), "");
    let after: BTreeSet<_> = files_below(&site.public()).into_keys().collect();
    let new: Vec<_> = after.difference(&before).collect();
    assert_eq!(new, [".htaccess", ".nojekyll", ".well-known/acme/token", ".well-known/security.txt"]);
    assert!(site.build(&[]).contains("nothing written"));
    // Files that are no longer part of the site are deleted, with their folder.
    fs::remove_dir_all(site.root().join("content/.well-known")).expect("a removal");
    site.build(&[]);
    assert!(site.public().join(".nojekyll").is_file() && !site.public().join(".well-known").exists());
}

#[test]
fn other_hidden_files_are_left_out_and_named_once() {
    let site = Fixture::new();
    for path in ["a/.htaccess", ".a/x.txt", "notes/.nojekyll", "notes/.well-known/x.txt", ".well-known/.hidden"] {
        site.write(&format!("content/{path}"), "x");
    }
    for path in [
        "Thumbs.db", "a/desktop.ini", "@eaDir/x.txt", "b/__MACOSX/x.html", ".DS_Store", ".gitkeep", ".gitignore",
        ".index.md.swp", ".#nim.md", "._nim.md", "nim.md~",
    ] {
        site.write(&format!("content/{path}"), "x");
    }
    let message = "left content/.a, content/.well-known/.hidden, content/a/.htaccess and 2 more out of the site: \
                   hidden files are not published, except .nojekyll, .htaccess, and .well-known/\n";
    assert_eq!(told(&site, &["--dry-run"]), message);
    assert_eq!(told(&site, &["--quiet", "--output-dir", "other"]), "");
    assert_eq!(told(&site, &[]), message);
    assert!(files_below(&site.public()).keys().all(|path| !path.contains('.')
        || !path.contains("/.") && !path.starts_with('.') && !path.contains("/x.") && !path.contains("desktop")));
    assert_eq!(told(&site, &[]), "", "nothing changed, so nothing is said again");
}

/// Similar names are not the same, and a file is not a folder.
#[test]
fn nothing_else_that_is_hidden_can_be_published() {
    let site = Fixture::new();
    site.write("content/.well-known", "a file");
    site.write("content/.nojekyll/x.txt", "a folder");
    site.write("content/.NOJEKYLL", "");
    let message = told(&site, &[]);
    assert!(message.starts_with("left content/.NOJEKYLL, content/.nojekyll, content/.well-known out"), "{message}");
    assert!(files_below(&site.public()).keys().all(|path| !path.starts_with('.')));
}
