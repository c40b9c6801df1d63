//! Sites of many plain pages: what each page lists.

use crate::fixture::Fixture;

/// Builds a site with this number of plain pages, including the one of the small site.
fn site_of(count: usize) -> Fixture {
    let site = Fixture::new();
    for number in 1..count {
        site.write(&format!("content/page-{number}.md"), &format!("+++\ntitle = \"Page {number}\"\n+++\n"));
    }
    site.build(&[]);
    site
}

/// Returns how many plain pages a page links to, and how often it links to the front page.
fn links(site: &Fixture, path: &str) -> (usize, usize) {
    let html = site.read(path);
    let count = |start: &str| html.matches(start).count();
    (count("href=page-") + count("href=../page-") + count("href=about"), count("href=index.html"))
}

#[test]
fn few_pages_are_listed_on_each_and_many_on_the_front_page_which_the_others_lead_to() {
    let site = site_of(24);
    for path in ["index.html", "page-7.html"] {
        assert_eq!(links(&site, path).0, 24, "{path}");
    }
    let site = site_of(25);
    assert_eq!(links(&site, "index.html").0, 25);
    let (listed, to_front) = links(&site, "page-7.html");
    assert!(listed == 0 && to_front >= 2, "the way home, and the way to all pages: {to_front}");
    assert!(site.read("page-7.html").contains("All pages"));
}
