//! The paths of a site's files, as numbers, and the targets of addresses.

use std::sync::OnceLock;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::finding::{Finding, Kind};
use super::subject::Subject;
use crate::ground::diagnostic::nearest;
use crate::ground::files::alike;
use crate::ground::html::address::{self, scheme};
use crate::ground::html::guard::FileKind;
use crate::outputs::FileId;
use crate::pages::plan::paths::file_at;
use crate::pages::plan::split;

#[derive(Debug, Default)]
pub(super) struct Paths {
    paths: IndexSet<Box<str>, FxBuildHasher>,
    /// The files by their paths in the form of [`alike`], computed when first needed.
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

    pub(super) fn kind(&self, file: FileId) -> FileKind {
        FileKind::of(self.path(file))
    }

    pub(super) fn count(&self) -> usize {
        self.paths.len()
    }

    pub(super) fn files(&self) -> impl Iterator<Item = FileId> {
        (0..self.count() as u32).map(FileId)
    }

    /// Returns the path of another file that some systems confuse with this one.
    fn like(&self, path: &str) -> Option<&str> {
        let table = || self.files().map(|file| (alike(self.path(file)), file)).collect();
        self.alike.get_or_init(table).get(&alike(path)).map(|&file| self.path(file))
    }

    /// Returns the path that a misspelt one probably means: one in the same folder, or a file of the same name in
    /// another folder.
    pub(super) fn nearest(&self, path: &str) -> Option<&str> {
        const MOST: usize = 10_000;
        /// Returns a name without its extension. Most names have the same extension.
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

#[derive(Clone, Copy, Debug)]
struct Base<'a> {
    host: &'a str,
    /// The folder on the host; begins and ends with `/`.
    path: &'a str,
}

impl<'a> Base<'a> {
    fn of(url: &'a str) -> Option<Self> {
        let (_, rest) = url.split_once("://")?;
        let (host, path) = rest.split_at(rest.find('/')?);
        Some(Self { host, path })
    }

    /// Returns the path in the site to which an address leads. The address has no scheme: `//example.org/site/a.html`.
    fn inside<'b>(&self, address: &'b str) -> Option<&'b str> {
        let rest = address.strip_prefix("//")?;
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        if host.eq_ignore_ascii_case(self.host) { self.below(path) } else { None }
    }

    fn below<'b>(&self, path: &'b str) -> Option<&'b str> {
        path.strip_prefix(self.path).or_else(|| (path == self.path.trim_end_matches('/')).then_some(""))
    }
}

#[derive(Debug)]
pub(super) enum Target {
    /// A file of the site, and the name of the part in the link.
    File(FileId, String),
    External,
    /// Nothing to check: the address contains its data, writes a mail, runs a script, or leads to a part of the site
    /// that is left out.
    Nothing,
}

#[derive(Clone, Copy)]
pub(super) struct Resolver<'a> {
    pub(super) paths: &'a Paths,
    pub(super) subject: &'a Subject<'a>,
    base: Option<Base<'a>>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(paths: &'a Paths, subject: &'a Subject<'a>) -> Self {
        Self { paths, subject, base: subject.base_url.and_then(Base::of) }
    }

    pub(super) fn resolve(&self, page: FileId, address: &str) -> Result<Target, Box<Finding>> {
        let address = address.trim_matches(|c: char| c <= ' ').replace(['\t', '\n', '\r'], "").replace('\\', "/");
        let (address, part) = address.split_once('#').unwrap_or((&address, ""));
        let path = address.split('?').next().unwrap_or_default();
        if path.is_empty() {
            return Ok(Target::File(page, part.to_owned()));
        }
        let scheme = scheme(path);
        let rest = scheme.as_ref().map_or(path, |scheme| &path[scheme.len() + 1..]);
        let path = match scheme.as_deref() {
            None | Some("http" | "https") if rest.starts_with("//") => {
                let Some(inside) = self.base.and_then(|base| base.inside(rest)) else { return Ok(Target::External) };
                join("", inside)?
            }
            Some("http" | "https") => return Ok(Target::External),
            // Letters and calls lead to no page. The guard reports other schemes.
            Some(_) => return Ok(Target::Nothing),
            None if path.starts_with('/') => join("", self.below_root(path)?)?,
            None => join(split(self.paths.path(page)).0, path)?,
        };
        let found = self.find(&path).map_err(|finding| match self.base {
            None if address.starts_with('/') => {
                let hint = "correct the address, or add the missing file to the site; if the site is published below a \
                            path, add `--base-url`";
                Finding { wanted: None, diagnostic: finding.diagnostic.hint(hint), ..*finding }.into()
            }
            _ => finding,
        })?;
        Ok(found.map_or(Target::Nothing, |file| Target::File(file, part.to_owned())))
    }

    fn below_root<'b>(&self, address: &'b str) -> Result<&'b str, Box<Finding>> {
        match self.base {
            Some(base) => base.below(address).ok_or_else(|| {
                let message = format!("`{address}` is outside the site, which is published below `{}`", base.path);
                let hint = "use a relative address, or one that begins with that path";
                Finding::new(Kind::Outside, message, hint).into()
            }),
            // A site works in any folder, so no address may begin at the root of its host.
            None if self.subject.site.is_some() => {
                let message = format!("`{address}` is relative to the root of the host");
                let hint = "use a relative address, so that the site works in any folder and without a server";
                Err(Finding::new(Kind::RootPath, message, hint).warning().into())
            }
            None => Ok(&address[1..]),
        }
    }

    /// Returns the file at a path; `None` if the file belongs to a part of the site that is left out.
    fn find(&self, path: &str) -> Result<Option<FileId>, Box<Finding>> {
        let file = file_at(path);
        // A folder means its `index.html`, even if the author omitted the slash.
        let index = file_at(&format!("{}/", path.trim_end_matches('/')));
        if let Some(found) = self.paths.get(&file).or_else(|| self.paths.get(&index)) {
            return Ok(Some(found));
        }
        if self.subject.is_left_out(path) {
            return Ok(None);
        }
        if let Some(other) = self.paths.like(&file).or_else(|| self.paths.like(&index)) {
            let message = format!(
                "there is no file `{file}`; `{other}` differs only in case or Unicode composition: \
                 the link works on some file systems, but not on most hosts"
            );
            let hint = format!("write the exact name of the file: `{other}`");
            return Err(Finding::new(Kind::LetterCase, message, hint).into());
        }
        let hint = "correct the address, or add the missing file to the site";
        let finding = Finding::new(Kind::BrokenLink, format!("there is no file `{file}`"), hint);
        Err(Finding { wanted: Some(file), ..finding }.into())
    }
}

fn join(folder: &str, address: &str) -> Result<String, Box<Finding>> {
    let path = address::join(folder, address);
    if path.split('/').next() != Some("..") {
        return Ok(path);
    }
    let message = format!("`{address}` is outside the folder of the site");
    let hint = "copy the file into the folder of the site";
    Err(Finding::new(Kind::Outside, message, hint).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATHS: [&str; 5] = ["index.html", "nim/index.html", "nim/two/a b.html", "Über.html", "style.css"];

    fn resolve(page: &str, address: &str, base: Option<&str>) -> String {
        let paths = Paths::new(PATHS.iter().map(|path| (*path).to_owned()));
        let subject = Subject { base_url: base, ..Subject::default() };
        let resolver = Resolver::new(&paths, &subject);
        let page = paths.get(page).expect("a page");
        match resolver.resolve(page, address) {
            Ok(Target::File(file, part)) if part.is_empty() => paths.path(file).to_owned(),
            Ok(Target::File(file, part)) => format!("{} at {part}", paths.path(file)),
            Ok(other) => format!("{other:?}"),
            Err(finding) => format!("{:?}", finding.kind),
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
            ("index.html", "\\nim\\", "nim/index.html"),
            ("nim/index.html", "/style.css", "style.css"),
            ("index.html", "java\nscript:alert(1)", "Nothing"),
            ("index.html", "data:text/html,x", "Nothing"),
            ("index.html", "data:image/png;base64,AA", "Nothing"),
            ("index.html", "https://example.org/", "External"),
            ("index.html", "http://example.org/", "External"),
            ("index.html", "//example.org/x", "External"),
            ("index.html", "mailto:a@example.org", "Nothing"),
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
