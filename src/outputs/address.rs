//! Addresses: the places of pages on the website, and the links between them. All links except those on the error page
//! are relative, so a website works at any address, and from a folder on disk.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use percent_encoding::{AsciiSet, utf8_percent_encode};

use crate::ground::html::address::{self, NOT_IN_LINKS, encode};
use crate::pages::page::{
    ANSWERS_ON_A_PAGE, ChapterId, Destination, EditionId, LinkResolver, PageId, PageRef, dot_name,
};
use crate::pages::plan::paths::{self, ENDING, file_at, page_referred_to, path, write_path};
use crate::pages::plan::{Plan, Variant, split};
use crate::pages::script::puzzle::Day;

/// Returns the page of a game that lists an edition, and the fragment of the edition's group, such as `#cross`.
fn group(plan: &Plan, edition: EditionId) -> (PageRef, String) {
    let edition = plan.edition(edition);
    let series = edition.spec.series.as_ref();
    (PageRef::start_of(edition.section), series.map_or_else(String::new, |series| format!("#{}", series.name)))
}

/// The characters to escape in the body of a `mailto:` link (RFC 6068).
const NOT_IN_LETTERS: &AsciiSet = &NOT_IN_LINKS.remove(b':').add(b'/');

/// Percent-encodes what `write` appends to a link.
fn write_encoded(out: &mut String, write: impl FnOnce(&mut String)) {
    let start = out.len();
    write(out);
    if let Cow::Owned(encoded) = Cow::from(utf8_percent_encode(&out[start..], NOT_IN_LINKS)) {
        out.replace_range(start.., &encoded);
    }
}

fn write_way(from: &str, to: &str, out: &mut String) {
    write_encoded(out, |out| address::write_way(from, to, out));
}

/// The published website, which other outputs link to.
#[derive(Clone, Copy)]
pub(super) struct Published<'a> {
    pub(super) plan: &'a Plan,
    pub(super) base_url: Option<&'a str>,
}

impl Published<'_> {
    pub(super) fn page(self, page: PageRef) -> Option<String> {
        self.at(&path(self.plan, page))
    }

    pub(super) fn group(self, edition: EditionId) -> Option<String> {
        let (page, part) = group(self.plan, edition);
        Some(self.page(page)? + &part)
    }

    /// Returns the link for a path in a text, with its suffix. `own` returns the link to a page of this output.
    pub(super) fn link_to(self, path: &str, suffix: &str, own: impl Fn(PageRef) -> Option<String>) -> Option<String> {
        let page = page_referred_to(self.plan, path);
        page.and_then(own).or_else(|| {
            let address = page.map_or_else(|| self.at(&file_at(path)), |page| self.page(page));
            Some(address? + suffix)
        })
    }

    fn at(self, path: &str) -> Option<String> {
        Some(format!("{}{}", self.base_url?, encode(path)))
    }
}

/// The pages of one variant in one language, by their places on the website.
#[derive(Clone, Copy)]
pub struct Tree<'a> {
    pub plan: &'a Plan,
    /// The pages of this variant.
    pub variant: &'a Variant,
    /// The pages of the main variant. If neither this variant nor the main variant contains a page, links to the page
    /// lead to the first language.
    pub main: &'a Variant,
    /// The folder of the language, with a `/` at its end; empty for the first language.
    pub folder: &'a str,
    /// The files that stand alone (see `Segment::stands_alone`), by path.
    pub files: &'a HashMap<String, usize>,
    /// The pages of the first language, if this is another language.
    pub original: Option<&'a Plan>,
    /// The URL of this language's folder, if the site is published.
    pub base_url: Option<&'a str>,
    pub others: &'a [OtherLanguage],
}

#[derive(Clone, Debug)]
pub struct OtherLanguage {
    /// The folder of the language, with a `/` at its end; empty for the first language.
    pub folder: String,
    pub base_url: Option<String>,
    /// The paths, relative to that folder, of the first page of each chapter and of all pages that stand alone.
    pub pages: HashSet<String>,
}

impl OtherLanguage {
    /// Returns the path of a page in this language, relative to the language's folder, if this language contains the
    /// page. For a later page of a chapter, returns the path of the chapter's first page. If `variant` contains the
    /// page in this language, the path leads into this variant. Otherwise, the path of a text page leads into the main
    /// variant, and a page of play has no path.
    pub fn counterpart(&self, page: PageRef, variant: &Variant, plan: &Plan) -> Option<String> {
        let path = path(plan, page.first());
        let copy = Some(format!("{}{path}", variant.folder)).filter(|copy| self.pages.contains(copy));
        copy.or_else(|| Some(path).filter(|path| !page.chapter.is_played() && self.pages.contains(path)))
    }

    /// Returns the URL of the page that [`counterpart`](Self::counterpart) finds, if the site is published.
    pub fn address(&self, page: PageRef, variant: &Variant, plan: &Plan) -> Option<String> {
        let path = self.counterpart(page, variant, plan)?;
        Some(format!("{}{}", self.base_url.as_ref()?, encode(&path)))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Variant,
    Language,
    Website,
}

/// Resolves the links of the pages in one folder of the website.
pub struct FolderResolver<'a> {
    tree: Tree<'a>,
    /// The folder, relative to that of the variant.
    folder: &'a str,
    /// The path of the language's folder on its host, for a page that hosts show at any address.
    root: Option<&'a str>,
}

impl<'a> FolderResolver<'a> {
    /// Returns the resolver for the pages in the folder of `page`.
    pub fn beside(page: PageRef, tree: Tree<'a>) -> Self {
        Self { tree, folder: tree.plan.folder(page), root: None }
    }

    /// Returns the resolver for a page that hosts show at any address, such as the error page. The links of such a page
    /// begin at the root of the host.
    pub fn anywhere(page: PageRef, tree: Tree<'a>, base_url: &'a str) -> Self {
        let host = base_url.find("//").map_or(0, |slashes| slashes + 2);
        let root = base_url[host..].find('/').map_or("/", |slash| &base_url[host + slash..]);
        Self { root: Some(root), ..Self::beside(page, tree) }
    }

    fn write_way(&self, to: &str, from: From, out: &mut String) {
        let Tree { variant, folder: language, .. } = self.tree;
        match (self.root, from) {
            (Some(root), _) => {
                let root = if from == From::Website { root.strip_suffix(language).unwrap_or(root) } else { root };
                out.push_str(root);
                write_way("", to, out);
            }
            (None, From::Variant) => write_way(self.folder, to, out),
            (None, From::Language) => write_way(&format!("{}{}", variant.folder, self.folder), to, out),
            (None, From::Website) => write_way(&format!("{language}{}{}", variant.folder, self.folder), to, out),
        }
    }

    /// Appends the link to a page. If the variant does not contain the page, links to the main variant. If the main
    /// variant does not contain the page either, links to the first language.
    fn write_page(&self, page: PageRef, out: &mut String) {
        let Tree { plan, variant, main, .. } = self.tree;
        let folder = plan.folder(page);
        let from = match page {
            _ if variant.has(page, plan) => From::Variant,
            _ if main.has(page, plan) => From::Language,
            _ => From::Website,
        };
        if folder != self.folder || from == From::Website || self.root.is_some() {
            self.write_way(folder, from, out);
        }
        self.write_name(page, out);
    }

    fn write_name(&self, page: PageRef, out: &mut String) {
        write_encoded(out, |out| self.tree.plan.write_name(page, out));
        out.push_str(ENDING);
    }

    fn way_to(&self, path: &str, from: From) -> String {
        let (folder, name) = split(path);
        let mut way = String::new();
        self.write_way(folder, from, &mut way);
        way + &encode(name)
    }
}

impl LinkResolver for FolderResolver<'_> {
    fn resolve(&self, to: Destination, out: &mut String) {
        let Tree { plan, variant, base_url, others, .. } = self.tree;
        match to {
            Destination::Page(page) => self.write_page(page, out),
            Destination::Group(edition) => {
                let (page, part) = group(plan, edition);
                self.write_page(page, out);
                out.push_str(&part);
            }
            Destination::Day(calendar, number) => {
                self.write_page(PageRef::new(calendar, PageId::FIRST), out);
                out.extend(["#", &Day::at(number).part()]);
            }
            Destination::OnMap(edition, number) => {
                self.write_page(PageRef::new(edition, PageId::MAP), out);
                out.push('#');
                out.extend(dot_name(number));
            }
            Destination::Answer(chapter, row) => {
                self.write_page(PageRef::new(chapter, PageId::answers(row / ANSWERS_ON_A_PAGE)), out);
                out.push('#');
                out.extend(dot_name(row % ANSWERS_ON_A_PAGE));
            }
            Destination::ThemeFolder => {
                let start = out.len();
                self.write_way("", From::Variant, out);
                if out.len() == start {
                    out.push_str("./");
                }
            }
            Destination::Canonical(page) => {
                out.push_str(base_url.unwrap_or_default());
                write_encoded(out, |out| write_path(plan, page, out));
            }
            Destination::Letter(page) => {
                let puzzles = match page.chapter {
                    ChapterId::Script(id) => plan.script(id).open_puzzles().ok().flatten(),
                    _ => None,
                };
                let line = puzzles.and_then(|puzzles| puzzles.letter(page.page));
                let address = base_url.map(|_| self.address(Destination::Canonical(page)));
                let body: Vec<_> = line.into_iter().chain(address).collect();
                out.push_str("mailto:?body=");
                out.extend(utf8_percent_encode(&body.join(" "), NOT_IN_LETTERS));
            }
            Destination::Anchor(_) => {}
            Destination::Translation(language, page) => {
                let path = others[language].counterpart(page, variant, plan).unwrap_or_default();
                self.write_way(&format!("{}{}", others[language].folder, split(&path).0), From::Website, out);
                self.write_name(page, out);
            }
        }
    }

    fn has_translation(&self, language: usize, page: PageRef) -> bool {
        let Tree { plan, variant, others, .. } = self.tree;
        others[language].counterpart(page, variant, plan).is_some()
    }

    fn link_to(&self, path: &str, suffix: &str) -> Option<String> {
        let Tree { plan, files, original, .. } = self.tree;
        let address = if let Some(page) = page_referred_to(plan, path) {
            self.address(Destination::Page(page))
        } else {
            let source = original.and_then(|plan| Some(paths::path(plan, plan.page_of_source(path)?)));
            let file = source.unwrap_or_else(|| file_at(path));
            self.way_to(&file, if files.contains_key(&file) { From::Language } else { From::Website })
        };
        Some(address + suffix)
    }

    fn link_to_copy(&self, page: PageRef, folder: &str) -> Option<String> {
        Some(self.way_to(&format!("{folder}{}", path(self.tree.plan, page)), From::Language))
    }
}
