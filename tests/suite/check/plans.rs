//! Faults in the content and the theme of a site, which the check finds before anything is written.

use super::{Report, site};
use crate::fixture::Fixture;

/// A file of the site, its contents, the kind of the fault, and words of its message.
const PLANTS: [(&str, &str, &str, &str); 12] = [
    ("themes/classic/static/style.css", "a { background: url(gone.png) }", "broken-link", "no file `gone.png`"),
    (
        "content/drawing.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><image href=\"gone.png\"/></svg>",
        "broken-link",
        "gone",
    ),
    ("content/words.md", "[a part](nim.md#gone)", "content", "`nim.md` has no parts"),
    ("content/words.md", "[a part](#gone)", "content", "no part"),
    (
        "content/words.md",
        "<p id=\"a\">a</p>\n\n<p id=\"a\">b</p>",
        "content",
        "two parts of the page have the name `a`",
    ),
    ("content/words.md", "<p><img src=\"notes/plan.txt\"></p>", "alt", "no alternative text"),
    (
        "themes/classic/templates/footer.html",
        "<p><a href=\"{{ page.frame.root }}gone.html\">a</a></p>",
        "broken-link",
        "gone",
    ),
    (
        "themes/classic/templates/footer.html",
        "<p><a href=\"{{ page.frame.root }}../a\">a</a></p>",
        "outside",
        "is outside",
    ),
    (
        "themes/classic/templates/footer.html",
        "<p><a href=\"{{ page.frame.root }}INDEX.html\">a</a></p>",
        "letter-case",
        "case",
    ),
    ("themes/classic/templates/link.html", "", "moves", "is a move, but has `rel="),
    // Nothing is said about links on pages that cannot be rendered.
    ("themes/classic/templates/languages.html", "{{ motto }}", "content", "`motto` is not defined"),
    ("content/lonely.md", "", "unreachable", "no chain of links leads from the front page to `lonely.html`"),
];

#[test]
fn every_fault_in_a_plan_is_found_before_it_is_written() {
    Report::of(&site(), &[]).assert_good("the plan of the site");
    for (path, text, kind, words) in PLANTS {
        let site = site();
        let text = match path {
            "content/words.md" | "content/lonely.md" => format!("+++\ntitle = \"Words\"\n+++\n\n{text}\n"),
            "themes/classic/templates/link.html" => {
                "<a href=\"{{ move.href }}\" rel=\"prev\">{{ move.text }}</a>".to_owned()
            }
            _ => text.to_owned(),
        };
        site.write(path, &text);
        let linked = "+++\ntitle = \"About\"\n+++\n\n[Nim](nim.md)";
        if path == "content/lonely.md" {
            let menu = "title = \"A\"\n[[menu]]\ntitle = \"About\"\npage = \"about.md\"\n";
            site.write("content/site.toml", menu);
        }
        let more = if path == "content/words.md" { " and [words](words.md)" } else { "" };
        site.write("content/about.md", &format!("{linked}{more}.\n"));
        Report::of(&site, &[]).assert_found(kind, words, &[]);
        assert!(!site.public().exists(), "a check writes nothing");
    }
}

#[test]
fn a_part_of_a_site_is_no_fault_of_it() {
    let site = site();
    site.write("content/about.md", "+++\ntitle = \"About\"\n+++\n\n[Nim](nim.md), [Ataxx](ataxx.md).\n");
    Report::of(&site, &["--only", "ataxx"]).assert_good("a part of the site");
    Report::of(&site, &["--only", "nim", "--theme", "plain", "--jobs", "1"]).assert_good("another part");
}

#[test]
fn addresses_below_the_base_are_those_of_the_site() {
    let site = site();
    let template = "<p><a href=\"https://example.org/games/{}\">a</a> <a href=\"https://example.org/x\">b</a></p>";
    let footer = "themes/classic/templates/footer.html";
    site.write(footer, &template.replace("{}", "about.html"));
    Report::of(&site, &["-u", "https://example.org/games/"]).assert_good("absolute links");
    site.write(footer, &template.replace("{}", "abuot.html"));
    let report = Report::of(&site, &["-u", "https://example.org/games/"]);
    report.assert_found("broken-link", "no file `abuot.html`", &[]);
    assert!(report.told.contains("did you mean `about.html`?"), "{}", report.told);
    Report::of(&site, &[]).assert_good("without a base nobody knows whose address that is");
}

#[test]
fn an_address_that_begins_at_the_root_of_a_host_is_a_warning_where_no_base_is_known() {
    let site = site();
    site.write("themes/classic/templates/footer.html", "<p><a href=\"/about.html\">a</a></p>");
    let warned = Report::of(&site, &[]).json["warnings"][0]["kind"].clone();
    assert_eq!(warned, "root-path");
    Report::of(&site, &["-u", "https://example.org/"]).assert_good("the root of the host is that of the site");
}

/// A mistake that is the same on many pages is reported once.
#[test]
fn a_fault_of_a_theme_is_told_once() {
    let site = Fixture::new();
    site.write("themes/classic/static/style.css", "a { color: red }");
    let base = "<!DOCTYPE html><html lang=\"{{ page.frame.language }}\"><head><meta charset=\"utf-8\"/>\
                {% include \"policy.html\" %}<title>{% block title %}{{ page.title }}{% endblock %}</title>\
                <link rel=\"stylesheet\" href=\"{{ page.frame.root }}gone.css\"/>\
                {% if page.frame.preview %}{% include \"preview.html\" %}{% endif %}\
                {% block head %}{% endblock %}</head><body>{% block body %}{% endblock %}</body></html>";
    site.write("themes/classic/templates/base.html", base);
    let report = Report::of(&site, &[]);
    report.assert_found("broken-link", "no file `gone.css`", &[]);
    assert_eq!(report.json["faults"].as_array().expect("a list").len(), 1);
    assert_eq!(report.json["faults"][0]["places"], report.json["totals"]["pages"]);
    assert!(report.told.contains("also at 12 other places"), "{}", report.told);
}
