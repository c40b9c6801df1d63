//! The package of an e-book: which files it says it has, and in which order they are read.

use std::collections::{HashMap, HashSet};

use super::book::Book;
use super::{Beforehand, FileKind, Kind};
use crate::diagnostic::Diagnostic;
use crate::html::tokens::Tag;
use crate::html::walk::{Part, walk};
use crate::plan::split;

/// The file that says where the package is.
const CONTAINER: &str = "META-INF/container.xml";

/// What the package of an e-book says.
#[derive(Debug, Default)]
pub struct Package {
    /// The paths of the pages that are read one after the other, and of the contents.
    doors: Vec<String>,
}

/// A file that the package names.
#[derive(Debug, Default)]
struct Item {
    id: String,
    path: String,
    is_page: bool,
    is_contents: bool,
}

/// What is read of a package.
#[derive(Debug, Default)]
struct Read {
    items: Vec<Item>,
    /// The ids of the pages in the order in which they are read.
    spine: Vec<String>,
    /// The elements of its metadata that say something.
    said: HashSet<String>,
}

impl Package {
    /// Reads the package of a book, and adds what is wrong with it.
    pub(super) fn read(book: &Book, findings: &mut Beforehand) -> Self {
        let mut tell =
            |message: String, hint: &str| findings.push((Kind::Package, Diagnostic::new(message).hint(hint)));
        let container = book.find(CONTAINER).and_then(|file| book.text(file).ok());
        let Some(path) = container.as_deref().and_then(package_path) else {
            let message = format!("the book has no `{CONTAINER}` that names its package");
            tell(message, "pack the book again: readers find everything from there");
            return Self::default();
        };
        let Some(text) = book.find(&path).and_then(|file| book.text(file).ok()) else {
            let message = format!("the book has no package `{path}`, which `{CONTAINER}` names");
            tell(message, "pack the book again");
            return Self::default();
        };
        let Read { items, spine, said } = Read::of(&text, split(&path).0);
        for name in ["dc:identifier", "dc:title", "dc:language"] {
            if !said.contains(name) {
                tell(format!("the package of the book has no `<{name}>`"), "every book has to say it");
            }
        }
        let by_id: HashMap<&str, &Item> = items.iter().map(|item| (item.id.as_str(), item)).collect();
        let mut doors: Vec<String> = Vec::new();
        for id in &spine {
            match by_id.get(id.as_str()) {
                Some(item) => doors.push(item.path.clone()),
                None => tell(
                    format!("the order of reading names `{id}`, which is no file of the package"),
                    "name the `id` of an `<item>`",
                ),
            }
        }
        if doors.is_empty() {
            tell("the package of the book has no order of reading".to_owned(), "list its pages in a `<spine>`");
        }
        let listed: HashSet<&str> = doors.iter().map(String::as_str).collect();
        for item in items.iter().filter(|item| item.is_page && !item.is_contents) {
            if !listed.contains(item.path.as_str()) {
                let message = format!("`{}` is no part of the order of reading", item.path);
                tell(message, "list it in the `<spine>`: readers cannot turn to it otherwise");
            }
        }
        let contents = items.iter().filter(|item| item.is_contents).map(|item| item.path.clone());
        let contents: Vec<_> = contents.collect();
        if contents.is_empty() {
            let hint = "give the `<item>` of a page with a `<nav>` the properties `nav`";
            tell("the book has no contents".to_owned(), hint);
        }
        check_listed(book, &path, &items, &mut tell);
        doors.extend(contents);
        Self { doors }
    }

    /// Returns the paths of the pages that readers turn to without a link.
    pub(super) fn doors(&self) -> impl Iterator<Item = &str> {
        self.doors.iter().map(String::as_str)
    }
}

/// Checks that the package names all files of a book.
fn check_listed(book: &Book, package: &str, items: &[Item], tell: &mut impl FnMut(String, &str)) {
    let listed: HashSet<&str> = items.iter().map(|item| item.path.as_str()).collect();
    let is_of_container = |path: &str| path == "mimetype" || path == package || path.starts_with("META-INF/");
    for path in book.paths().filter(|path| !is_of_container(path) && !listed.contains(path)) {
        tell(format!("the package of the book does not name `{path}`"), "add an `<item>`, or leave the file out");
    }
}

impl Read {
    /// Reads a package that stands in a folder of the book.
    fn of(text: &str, folder: &str) -> Self {
        let mut read = Self::default();
        let mut open = String::new();
        walk(text, |part| match part {
            Part::Start(tag) => {
                open.clone_from(&tag.name);
                match local(&tag.name) {
                    "item" => read.items.push(item(tag, folder)),
                    "itemref" => read.spine.extend(value(tag, "idref")),
                    _ => {}
                }
            }
            Part::Text(words, _) if !words.trim().is_empty() && open.starts_with("dc:") => {
                read.said.insert(open.clone());
            }
            Part::End(_) => open.clear(),
            Part::Text(..) | Part::Doctype(_) => {}
        });
        read
    }
}

fn item(tag: &Tag, folder: &str) -> Item {
    let href = value(tag, "href").unwrap_or_default();
    let href = percent_encoding::percent_decode_str(&href).decode_utf8_lossy().into_owned();
    let path = if folder.is_empty() { href } else { format!("{folder}/{href}") };
    let properties = value(tag, "properties").unwrap_or_default();
    Item {
        id: value(tag, "id").unwrap_or_default(),
        is_page: FileKind::of(&path).is_page(),
        is_contents: properties.split_ascii_whitespace().any(|property| property == "nav"),
        path,
    }
}

/// Returns the path of the package that a container names.
fn package_path(container: &str) -> Option<String> {
    let mut path = None;
    walk(container, |part| {
        if let Part::Start(tag) = part
            && path.is_none()
            && local(&tag.name) == "rootfile"
        {
            path = value(tag, "full-path");
        }
    });
    path
}

fn value(tag: &Tag, name: &str) -> Option<String> {
    let attribute = tag.attributes.iter().find(|attribute| attribute.name == name);
    attribute.map(|attribute| attribute.value.clone())
}

/// Returns the name of an element without that of its vocabulary.
fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}
