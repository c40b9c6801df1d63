//! The paths of a site's files, as numbers, and what an address on a page leads to.

use std::sync::OnceLock;

use indexmap::IndexSet;
use percent_encoding::percent_decode_str;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::fault::{Fault, Kind};
use super::subject::{Knowledge, Subject};
use crate::diagnostic::nearest;
use crate::files::alike;
use crate::html::address::scheme;
use crate::html::guard::FileKind;
use crate::output::FileId;
use crate::output::address::file_at;
use crate::plan::split;

/// The files of a site by their paths.
#[derive(Debug, Default)]
pub(super) struct Paths {
    paths: IndexSet<Box<str>, FxBuildHasher>,
    /// The files by what some systems take their paths for, once somebody asks.
    alike: OnceLock<FxHashMap<String, FileId>>,
}

impl Paths {
    pub(super) fn new(paths: impl Iterator<Item = String>) -> Self {
        Self { paths: paths.map(String::into_boxed_str).collect(), alike: OnceLock::new() }
    }

    pub(super) fn get(&self, path: &str) -> Option<FileId> {
        self.paths.get_index_of(path).map(|index| FileId(index as u32))
    }

    pub(super) fn path(&self, file: FileId) -> &str {
        &self.paths[file.index()]
    }

    /// Returns what browsers take a file for.
    pub(super) fn kind(&self, file: FileId) -> FileKind {
        FileKind::of(self.path(file))
    }

    pub(super) fn count(&self) -> usize {
        self.paths.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (FileId, &str)> {
        self.paths.iter().enumerate().map(|(index, path)| (FileId(index as u32), &**path))
    }

    /// Returns the file whose path some systems take for this one.
    fn like(&self, path: &str) -> Option<FileId> {
        let table = || self.iter().map(|(file, path)| (alike(path), file)).collect();
        self.alike.get_or_init(table).get(&alike(path)).copied()
    }

    /// Returns the path that a misspelt one probably means: one beside it, or of a file with this very name elsewhere.
    pub(super) fn nearest(&self, path: &str) -> Option<&str> {
        /// How many files are compared.
        const MOST: usize = 10_000;
        /// Returns a name without its ending, which says nothing, since most names end alike.
        fn stem(path: &str) -> &str {
            split(path).1.rsplit_once('.').map_or("", |(stem, _)| stem)
        }
        let (folder, name) = split(path);
        let all = || self.paths.iter().map(|path| &**path);
        let beside = || all().filter(|path| split(path).0 == folder).take(MOST);
        let near = nearest(stem(path), beside().map(stem));
        let is_near = |found: &&str| near.is_some_and(|near| near == stem(found));
        beside().find(is_near).or_else(|| all().find(|path| split(path).1 == name && !name.is_empty()))
    }
}

/// Where a site is published.
#[derive(Clone, Copy, Debug)]
struct Base<'a> {
    host: &'a str,
    /// The folder there, with `/` around it.
    path: &'a str,
}

impl<'a> Base<'a> {
    fn of(url: &'a str) -> Option<Self> {
        let (_, rest) = url.split_once("://")?;
        let (host, path) = rest.split_at(rest.find('/')?);
        Some(Self { host, path })
    }

    /// Returns the path in the site of an address without its scheme, such as `//example.org/site/a.html`.
    fn inside<'b>(&self, address: &'b str) -> Option<&'b str> {
        let rest = address.strip_prefix("//")?;
        let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
        let (host, path) = rest.split_at(end);
        if host.eq_ignore_ascii_case(self.host) { self.below(path) } else { None }
    }

    /// Returns the path in the site of one on its host.
    fn below<'b>(&self, path: &'b str) -> Option<&'b str> {
        let bare = &self.path[..self.path.len() - 1];
        path.strip_prefix(self.path).or_else(|| {
            let rest = path.strip_prefix(bare)?;
            (rest.is_empty() || rest.starts_with(['?', '#'])).then_some(rest)
        })
    }
}

/// What an address leads to.
#[derive(Debug)]
pub(super) enum Target {
    /// A file of the site, and the part of it that is named.
    File(FileId, Option<String>),
    /// Something else in the world.
    External,
    /// Nothing: the address is the thing itself, or runs.
    Nothing,
    /// What the site does not have now, although all of it has.
    LeftOut,
}

/// Finds out what addresses on a page lead to.
#[derive(Clone, Copy)]
pub(super) struct Resolver<'a> {
    pub(super) paths: &'a Paths,
    base: Option<Base<'a>>,
    /// The site, which works in any folder, so that no address may begin at the root of its host.
    pub(super) site: Option<&'a dyn Knowledge>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(paths: &'a Paths, subject: &Subject<'a>) -> Self {
        Self { paths, base: subject.base_url.and_then(Base::of), site: subject.site }
    }

    /// Returns what an address on a page leads to. `buffer` is for the path.
    pub(super) fn resolve(&self, page: FileId, address: &str, buffer: &mut String) -> Result<Target, Box<Fault>> {
        let cleaned;
        let mut address = address.trim_matches(|c: char| c <= ' ');
        if address.contains(['\t', '\n', '\r']) {
            cleaned = address.replace(['\t', '\n', '\r'], "");
            address = &cleaned;
        }
        let beside = split(self.paths.path(page)).0;
        // The folder that the address is seen from, if that is not the one of the page.
        let mut root = None;
        if let Some(scheme) = scheme(address) {
            let rest = &address[address.find(':').map_or(0, |colon| colon + 1)..];
            match (&*scheme, self.base.and_then(|base| base.inside(rest))) {
                ("http" | "https", Some(inside)) => (address, root) = (inside, Some("")),
                ("http" | "https" | "mailto" | "tel", _) => return Ok(Target::External),
                // What the guard does not let pass is no link.
                _ => return Ok(Target::Nothing),
            }
        } else if address.starts_with("//") || address.starts_with("\\\\") {
            match self.base.and_then(|base| base.inside(address)) {
                Some(inside) => (address, root) = (inside, Some("")),
                None => return Ok(Target::External),
            }
        } else if address.starts_with(['/', '\\']) {
            (address, root) = (self.below_root(address)?, Some(""));
        } else if address.is_empty() {
            return Ok(Target::File(page, None));
        }
        let (address, fragment) = match address.split_once('#') {
            Some((address, fragment)) => (address, Some(fragment)),
            None => (address, None),
        };
        let path = address.split('?').next().unwrap_or_default();
        let fragment = fragment.filter(|fragment| !fragment.is_empty()).map(str::to_owned);
        if path.is_empty() && root.is_none() {
            return Ok(Target::File(page, fragment));
        }
        join(root.unwrap_or(beside), path, buffer)?;
        self.find(buffer).map(|found| found.map_or(Target::LeftOut, |file| Target::File(file, fragment)))
    }

    /// Returns the path in the site of an address that begins at the root of its host.
    fn below_root<'b>(&self, address: &'b str) -> Result<&'b str, Box<Fault>> {
        let Some(base) = self.base else {
            if self.site.is_some() {
                let message = format!("`{address}` begins at the root of the host");
                let hint = "link by a relative address: the site then works in any folder and from a disk";
                return Err(Fault::new(Kind::RootPath, message, hint).warning().into());
            }
            return Ok(&address[1..]);
        };
        base.below(address).ok_or_else(|| {
            let message = format!("`{address}` leads out of the site, which is published below `{}`", base.path);
            Fault::new(Kind::Outside, message, "link by a relative address, or by one that begins with that path")
                .into()
        })
    }

    /// Returns the file at a path, or nothing if the site does not have it now.
    fn find(&self, path: &str) -> Result<Option<FileId>, Box<Fault>> {
        if let Some(file) = self.paths.get(path) {
            return Ok(Some(file));
        }
        // A folder stands for the page in it, also where somebody left the slash out.
        let index = file_at(path);
        let index = if index == path { file_at(&format!("{path}/")) } else { index };
        if let Some(file) = self.paths.get(&index) {
            return Ok(Some(file));
        }
        if self.site.is_some_and(|site| site.is_left_out(path)) {
            return Ok(None);
        }
        let file = file_at(path);
        if let Some(meant) = self.paths.like(path).or_else(|| self.paths.like(&index)) {
            let other = self.paths.path(meant);
            let is_case = other.to_lowercase() == path.to_lowercase() || other.to_lowercase() == index.to_lowercase();
            let differs = if is_case { "case" } else { "how letters are composed" };
            let message = format!(
                "there is no file `{file}`, but `{other}`, which differs only in {differs}: this works on some disks, \
                 and breaks on a host"
            );
            let fault = Fault::new(Kind::LetterCase, message, format!("write it as the file is named: `{other}`"));
            return Err(Fault { meant: Some(meant), ..fault }.into());
        }
        let message = format!("there is no file `{file}`");
        let fault = Fault::new(Kind::BrokenLink, message, "link a file of the site");
        Err(Fault { wanted: Some(file.clone()), ..fault }.into())
    }
}

/// Writes the path that an address in a folder stands for.
fn join(folder: &str, address: &str, path: &mut String) -> Result<(), Box<Fault>> {
    path.clear();
    path.push_str(folder);
    let mut is_folder = true;
    for part in address.split(['/', '\\']) {
        let part = percent_decode_str(part).decode_utf8_lossy();
        is_folder = matches!(&*part, "" | "." | "..");
        if part == ".." {
            if path.is_empty() {
                let message = format!("`{address}` leads out of the folder of the site");
                let hint = "everything that a site needs is in its folder: put a copy of the file there";
                return Err(Fault::new(Kind::Outside, message, hint).into());
            }
            path.truncate(path.rfind('/').unwrap_or(0));
        } else if !is_folder {
            if !path.is_empty() {
                path.push('/');
            }
            path.push_str(&part);
        }
    }
    if is_folder && !path.is_empty() {
        path.push('/');
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATHS: [&str; 5] = ["index.html", "nim/index.html", "nim/two/a b.html", "Über.html", "style.css"];

    /// A site that works in any folder.
    struct Movable;

    impl Knowledge for Movable {}

    fn resolve(page: &str, address: &str, base: Option<&str>) -> String {
        let paths = Paths::new(PATHS.iter().map(|path| (*path).to_owned()));
        let site = base.is_none().then_some(&Movable as &dyn Knowledge);
        let resolver = Resolver::new(&paths, &Subject { site, base_url: base, ..Subject::default() });
        let page = paths.get(page).expect("a page");
        match resolver.resolve(page, address, &mut String::new()) {
            Ok(Target::File(file, None)) => paths.path(file).to_owned(),
            Ok(Target::File(file, Some(part))) => format!("{} at {part}", paths.path(file)),
            Ok(other) => format!("{other:?}"),
            Err(fault) => format!("{:?}", fault.kind),
        }
    }

    #[test]
    fn addresses_are_resolved_as_browsers_and_hosts_do() {
        for (page, address, target) in [
            ("index.html", "nim/index.html", "nim/index.html"),
            ("index.html", "nim/", "nim/index.html"),
            ("index.html", "nim", "nim/index.html"),
            ("nim/index.html", "..", "index.html"),
            ("nim/index.html", "./", "nim/index.html"),
            ("nim/index.html", "", "nim/index.html"),
            ("nim/index.html", "?a=b#c", "nim/index.html at c"),
            ("nim/two/a b.html", "../../style.css?v=1", "style.css"),
            ("nim/index.html", "two/a%20b.html#x", "nim/two/a b.html at x"),
            ("nim/index.html", " two/a\n b.html\t", "nim/two/a b.html"),
            ("index.html", "%C3%9Cber.html", "Über.html"),
            ("nim/index.html", "%2e%2E/style.css", "style.css"),
            ("nim/index.html", "#x", "nim/index.html at x"),
            ("index.html", "STYLE.css", "LetterCase"),
            ("index.html", "U\u{308}ber.html", "LetterCase"),
            ("index.html", "Nim/", "LetterCase"),
            ("index.html", "other.html", "BrokenLink"),
            ("index.html", "nim/two/", "BrokenLink"),
            ("index.html", "../index.html", "Outside"),
            ("nim/index.html", "../../a/../..", "Outside"),
            ("index.html", "/style.css", "RootPath"),
            ("index.html", "java\nscript:alert(1)", "Nothing"),
            ("index.html", "data:text/html,x", "Nothing"),
            ("index.html", "data:image/png;base64,AA", "Nothing"),
            ("index.html", "https://example.org/", "External"),
            ("index.html", "http://example.org/", "External"),
            ("index.html", "//example.org/x", "External"),
            ("index.html", "mailto:a@example.org", "External"),
        ] {
            assert_eq!(resolve(page, address, None), target, "{address} on {page}");
        }
    }

    #[test]
    fn misspelt_paths_are_told_what_they_mean() {
        let paths = Paths::new(PATHS.iter().map(|path| (*path).to_owned()));
        assert_eq!(paths.nearest("indx.html"), Some("index.html"));
        assert_eq!(paths.nearest("gone.html"), None);
        assert_eq!(paths.nearest("styl.css"), Some("style.css"));
        assert_eq!(paths.nearest("style.cs"), Some("style.css"));
        assert_eq!(paths.nearest("two/a b.html"), Some("nim/two/a b.html"));
        assert_eq!(paths.nearest(""), None);
    }

    #[test]
    fn addresses_below_the_base_are_files_of_the_site() {
        let base = Some("https://Example.org/site/");
        for (address, target) in [
            ("https://example.org/site/style.css", "style.css"),
            ("http://example.org/site/", "index.html"),
            ("//example.org/site", "index.html"),
            ("https://example.org/site/#x", "index.html at x"),
            ("https://example.org/site/other.css", "BrokenLink"),
            ("https://example.org/sites/", "External"),
            ("/site/nim/", "nim/index.html"),
            ("/site", "index.html"),
            ("/style.css", "Outside"),
        ] {
            assert_eq!(resolve("nim/index.html", address, base), target, "{address}");
        }
    }
}
