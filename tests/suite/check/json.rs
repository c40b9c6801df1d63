//! The report for other programs: its fields do not change.

use super::Report;
use crate::fixture::Fixture;

#[test]
fn a_report_has_the_fields_that_it_says_it_has() {
    let site = Fixture::new();
    let page = "<!doctype html><html lang=en><meta charset=utf-8><title>A</title><main>\n<h1>Ä</h1>\n\
                <p>é <a href=gone.html>a</a></main>";
    site.write("web/index.html", page);
    let report = Report::of(&site, &["--root", "web", "--dir", "."]);
    let expected = serde_json::json!({
        "faults": [{
            "kind": "broken-link",
            "file": "index.html",
            "line": 3,
            "column": 9,
            "offset": page.find("href").expect("a link"),
            "message": "there is no file `gone.html`",
            "hint": "correct the address, or add the missing file to the site",
            "places": 1,
        }],
        "warnings": [],
        "totals": {
            "files": 1,
            "bytes": page.len(),
            "pages": 1,
            "links": 0,
            "external_links": 0,
            "positions": 0,
            "moves": 0,
            "faults": 1,
            "warnings": 0,
        },
    });
    assert_eq!(report.json, expected);
    assert!(report.failed);
}

#[test]
fn what_is_of_no_place_has_none() {
    let site = Fixture::new();
    site.build(&[]);
    site.write("public/a.txt", "");
    let report = Report::of(&site, &["--dir", "public"]);
    let fault = &report.json["faults"][0];
    assert_eq!((&fault["kind"], &fault["file"]), (&"foreign".into(), &serde_json::Value::Null));
    assert!(fault.get("line").is_none() && fault.get("offset").is_none(), "{fault}");
}
