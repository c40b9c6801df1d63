//! Four text browsers read the site in every theme: they show the links of the page, with the texts that name them, and
//! hide nothing. Other tests check that the links in `<main>` are the legal moves in the theme `classic`; here the
//! other themes are compared with it.
//!
//! A sample of the pages is read; `EVERY_PAGE=1` reads them all, with the two most common browsers.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::clients::{lot, pages, print, small_sample, wants_every_page};
use crate::files::themes;
use crate::reading::{Page, follow, one_line};
use crate::whole_site::site;
use rayon::prelude::*;

/// A program that prints a page with numbered links, and a list of their addresses.
struct TextBrowser {
    program: &'static str,
    arguments: &'static [&'static str],
    /// The line before the list.
    list: &'static str,
}

const BROWSERS: [TextBrowser; 4] = [
    TextBrowser {
        program: "lynx",
        arguments: &["-dump", "-width=500", "-assume_charset=UTF-8", "-display_charset=UTF-8"],
        list: "References",
    },
    TextBrowser {
        program: "w3m",
        arguments: &["-dump", "-cols", "2000", "-o", "display_link_number=1", "-I", "UTF-8", "-O", "UTF-8"],
        list: "References:",
    },
    TextBrowser {
        program: "elinks",
        arguments: &["-no-home", "-dump", "-dump-width", "500", "-dump-charset", "UTF-8"],
        list: "References",
    },
    TextBrowser {
        program: "links2",
        arguments: &["-dump", "-width", "500", "-codepage", "UTF-8", "-html-numbered-links", "1"],
        list: "Links:",
    },
];

/// Returns the problem with a browser's output for a page, if any.
fn complaint(browser: &TextBrowser, folder: &Path, path: &str, page: &Page) -> Option<String> {
    let file = folder.join(path);
    let address =
        if browser.program == "links2" { format!("file://{}", file.display()) } else { file.display().to_string() };
    let printed = print(Command::new(browser.program).args(browser.arguments).arg(address).env("LC_ALL", "C.UTF-8"));
    if printed.contains("Hidden links") {
        return Some(format!("hidden links:\n{printed}"));
    }
    let heading = format!("\n{}\n", browser.list);
    let Some((text, list)) = printed.rsplit_once(&heading) else {
        return Some(format!("no list of links:\n{printed}"));
    };
    // The number of an address can be before it, or on the line above with the link's tooltip.
    let addresses = list.lines().filter_map(|line| line.split_whitespace().last());
    // Some list images among the links, and some end the address of a host with a slash.
    let is_link = |address: &&str| address.contains("://") && !(page.has_images && is_image(address));
    let addresses: Vec<_> = addresses.map(|address| address.trim_end_matches('/')).filter(is_link).collect();
    let expected: Vec<_> = page.links.iter().filter(|link| link.is_visible).collect();
    let lead = |href: &str| match href.find('#') {
        _ if href.contains("://") || href.starts_with("mailto:") => href.trim_end_matches('/').to_owned(),
        part => {
            let part = part.map_or("", |start| &href[start..]);
            format!("file://{}{part}", folder.join(follow(path, href)).display())
        }
    };
    let leads = expected.iter().map(|link| lead(&link.href));
    let leads: Vec<_> = leads.filter(|address| is_link(&&**address)).collect();
    if addresses != leads {
        return Some(format!("links to {addresses:#?}\ninstead of {leads:#?}"));
    }
    let text = one_line(text);
    for (number, link) in (1..).zip(&expected) {
        let words = one_line(&link.text);
        // Some number images among the links.
        let named = if page.has_images { format!("]{words}") } else { format!("[{number}]{words}") };
        if words.is_empty() || !text.contains(&named) {
            return Some(format!("no {named:?} in:\n{printed}"));
        }
    }
    None
}

/// Returns whether an address is that of an image.
fn is_image(address: &str) -> bool {
    [".svg", ".png"].iter().any(|ending| address.ends_with(ending))
}

fn read_in(theme: &str) {
    let folder = site(theme);
    let browsers = if wants_every_page() { &BROWSERS[..2] } else { &BROWSERS[..] };
    let mut sample = small_sample();
    assert!(sample.len() >= 80, "a sample of only {} pages", sample.len());
    if theme != "classic" {
        // Pages that are equal to those of `classic`, byte for byte, are read there.
        let classic = site("classic");
        sample.retain(|path| fs::read(folder.join(path)).ok() != fs::read(classic.join(path)).ok());
    }
    let wrong: Vec<String> = sample
        .par_iter()
        .flat_map_iter(|path| {
            let html = fs::read_to_string(folder.join(path)).expect("a page");
            let page = Page::parse(&html);
            let read = |browser: &TextBrowser| {
                let complaint = complaint(browser, &folder, path, &page)?;
                Some(format!("{} on {path}: {complaint}", browser.program))
            };
            browsers.iter().filter_map(read).collect::<Vec<_>>()
        })
        .collect();
    assert!(wrong.is_empty(), "{} pages, of them\n{}", wrong.len(), wrong[..wrong.len().min(3)].join("\n\n"));
}

#[test]
#[ignore = "needs text browsers: `make test` installs them"]
fn text_browsers_see_all_links_of_every_theme() {
    themes().par_iter().for_each(|theme| read_in(theme));
}

/// Returns the links of a page, independent of their order in a theme: whether each is a move, whether it leads back,
/// and its target.
fn links_of(folder: &Path, path: &str) -> BTreeSet<(bool, bool, String)> {
    let page = Page::parse(&fs::read_to_string(folder.join(path)).expect("a page"));
    let links = page.links.into_iter().filter(|link| link.is_visible);
    links.map(|link| (link.in_main, link.is_back, link.href)).collect()
}

#[test]
#[ignore = "builds the whole site in every theme: `make test` does"]
fn every_theme_has_the_same_links_on_every_page() {
    let classic = site("classic");
    let paths = pages(&classic);
    for theme in themes().into_iter().filter(|theme| theme != "classic") {
        let other = site(&theme);
        assert_eq!(pages(&other), paths, "{theme} has the same pages");
        let some = paths.par_iter().filter(|path| wants_every_page() || lot(path).is_multiple_of(8));
        let wrong = some.find_any(|path| links_of(&classic, path) != links_of(&other, path));
        assert_eq!(wrong, None, "{theme} has other links there");
    }
}
