//! Proofs: goes through the files of a website or a book as they are, or would be, written, and finds what is wrong.
//!
//! One set of rules holds for all: the plan of a site, whose pages are rendered into memory; a folder, whoever made it;
//! and an e-book. Each file is read once, by one of several threads, and of each only numbers are kept, so that memory
//! does not grow with what is written on the pages.

mod book;
mod fault;
mod folder;
mod hosts;
mod names;
mod package;
mod page;
mod paths;
mod play;
mod proof;
mod purpose;
mod seen;
mod srcset;
mod stylesheet;
mod together;

use std::borrow::Cow;
use std::fs::{self, File};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

pub use self::book::Book;
pub use self::fault::{Beforehand, Kind, Severity};
pub use self::folder::Folder;
pub use self::hosts::Host;
pub use self::package::Package;
pub use self::proof::{Finding, Place, Proof, Totals};

use self::fault::{Fault, Faults};
use self::page::Buffers;
use self::paths::{Base, Paths, Resolver};
use self::seen::Seen;
use crate::diagnostic::{Diagnostic, Source};
use crate::html::drawing;
use crate::output::website::Remembered;
use crate::output::{FileId, Files, Observer};

/// What is known of a site beside its files.
pub trait Knowledge: Sync {
    /// Returns what the file at a path is to readers.
    fn role(&self, path: &str) -> Role;

    /// Whether a path is that of something which the site has, but not this part of it.
    fn is_left_out(&self, path: &str) -> bool;

    /// Whether pages may have scripts, frames and forms.
    fn may_have_scripts(&self) -> bool;
}

/// What a page is to readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// The page of a position, and where the links in its main part are to lead.
    Play(Vec<Lead>),
    /// A page of words, in the copy of the site with this number.
    Words {
        /// The number of the copy.
        copy: u32,
    },
    /// Something else: a download.
    Other,
}

/// Where a link in the main part of a page is to lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The path of the page.
    pub path: String,
    /// Whether it is the way back from a piece that was chosen.
    pub is_back: bool,
}

/// What files are, as far as rules differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileKind {
    Html,
    Xhtml,
    Style,
    /// A drawing, or other XML.
    Drawing,
    Other,
}

impl FileKind {
    fn of(path: &str) -> Self {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending.to_ascii_lowercase().as_str() {
            "html" | "htm" => Self::Html,
            "xhtml" | "xht" => Self::Xhtml,
            "css" => Self::Style,
            "svg" | "xml" | "ncx" | "opf" => Self::Drawing,
            _ => Self::Other,
        }
    }

    fn is_page(self) -> bool {
        matches!(self, Self::Html | Self::Xhtml)
    }

    /// Whether links can lead to parts of it.
    fn has_parts(self) -> bool {
        self.is_page() || self == Self::Drawing
    }
}

/// What is proven, beside the files themselves.
#[derive(Default)]
pub struct Subject<'a> {
    /// What is known of the site.
    pub site: Option<&'a dyn Knowledge>,
    /// Where it is published.
    pub base_url: Option<&'a str>,
    /// The host whose limits it is held to.
    pub host: Option<Host>,
    /// What the last build wrote, if it is a folder that was built.
    pub remembered: Option<&'a Remembered>,
    /// What an e-book says of itself.
    pub package: Option<&'a Package>,
    /// What was found to be wrong before: what is no file, for example.
    pub before: Beforehand,
}

/// What threads share that read files.
struct Context<'a> {
    paths: &'a Paths,
    /// What each file is.
    kinds: &'a [FileKind],
    resolver: Resolver<'a>,
    site: Option<&'a dyn Knowledge>,
    may_have_scripts: bool,
    is_book: bool,
    remembered: Option<&'a Remembered>,
    /// Whether something leads to or asks for each file.
    is_referred_to: &'a [AtomicBool],
}

impl Context<'_> {
    fn refer(&self, file: FileId) {
        let is_referred_to = &self.is_referred_to[file.index()];
        // Threads get in each other's way by writing, so they look first.
        if !is_referred_to.load(Ordering::Relaxed) {
            is_referred_to.store(true, Ordering::Relaxed);
        }
    }

    fn is_website(&self) -> bool {
        !self.is_book
    }

    fn role(&self, file: FileId) -> Role {
        self.site.map_or(Role::Words { copy: 0 }, |site| site.role(self.paths.path(file)))
    }
}

/// How many bytes a file may have to be read for links.
const LARGEST: u64 = 256 << 20;

/// How many files a thread takes at a time.
const CHUNK: usize = 64;

/// Proves files, each of which is rendered once and forgotten.
pub fn prove(files: &impl Files, subject: &Subject<'_>, observer: &dyn Observer) -> Proof {
    let count = files.count() as u32;
    let paths = (0..count).into_par_iter().with_min_len(CHUNK).map(|file| {
        let mut path = String::new();
        files.write_path(FileId(file), &mut path);
        path
    });
    let paths = Paths::new(paths.collect::<Vec<_>>().into_iter());
    assert_eq!(paths.count(), files.count(), "no two files have one path");
    let kinds: Vec<_> = paths.iter().map(|(_, path)| FileKind::of(path)).collect();
    let is_referred_to: Vec<_> = kinds.iter().map(|_| AtomicBool::new(false)).collect();
    let is_left_out = |path: &str| subject.site.is_some_and(|site| site.is_left_out(path));
    let resolver = Resolver {
        paths: &paths,
        base: subject.base_url.and_then(Base::of),
        is_movable: subject.site.is_some() || subject.remembered.is_some() || subject.package.is_some(),
        is_left_out: &is_left_out,
    };
    let context = Context {
        paths: &paths,
        kinds: &kinds,
        resolver,
        site: subject.site,
        may_have_scripts: subject.site.is_some_and(Knowledge::may_have_scripts),
        is_book: subject.package.is_some(),
        remembered: subject.remembered,
        is_referred_to: &is_referred_to,
    };
    observer.begin("Checking", files.count());
    let all = (0..count).into_par_iter().with_min_len(CHUNK);
    let seen: Vec<Seen> = all
        .map_init(Default::default, |(scratch, bytes, buffers), file| {
            observer.advance(1);
            Vec::clear(bytes);
            let file = FileId(file);
            context.see(files, file, scratch, bytes, buffers).unwrap_or_else(|error| Seen {
                faults: vec![Fault::told(Kind::File, &error).of(file)],
                ..Seen::default()
            })
        })
        .collect();
    let mut faults = Faults::default();
    faults.extend(subject.before.iter().map(|(kind, error)| Fault::told(*kind, error)));
    let (totals, later) = together::check(&context, subject, &seen);
    faults.extend(names::check(&paths));
    faults.fault_count += seen.iter().map(|seen| seen.untold).sum::<usize>();
    faults.extend(seen.into_iter().flat_map(|seen| seen.faults));
    faults.extend(later);
    proof::tell(files, &paths, &kinds, faults, totals)
}

impl Context<'_> {
    /// Reads a file.
    fn see<F: Files>(
        &self,
        files: &F,
        file: FileId,
        scratch: &mut F::Scratch,
        bytes: &mut Vec<u8>,
        buffers: &mut Buffers,
    ) -> Result<Seen, Diagnostic> {
        let (path, kind) = (self.paths.path(file), self.kinds[file.index()]);
        if let Some(source) = files.source(file) {
            let fail = |error| Diagnostic::io("read", source, &error);
            let length = fs::metadata(source).map_err(fail)?.len();
            if kind == FileKind::Other || length > LARGEST {
                let read = |known: &Remembered| known.holds_read(path, File::open(source)?);
                let is_as_written = self.remembered.map(read).transpose().map_err(fail)?.flatten();
                let faults = changed(is_as_written).map(|fault| fault.of(file)).into_iter().collect();
                return Ok(Seen { bytes: length, faults, ..Seen::default() });
            }
        }
        files.render(file, scratch, bytes)?;
        let mut seen = match kind {
            FileKind::Other => Seen::default(),
            kind => page::read(self, file, kind, bytes, buffers),
        };
        // What a drawing runs is told already.
        if kind == FileKind::Drawing && !seen.faults.iter().any(|fault| fault.kind == Kind::Script) {
            seen.faults.extend(draw(path, bytes).map(|fault| fault.of(file)));
        }
        let is_as_written = self.remembered.and_then(|known| known.holds(path, bytes));
        seen.faults.extend(changed(is_as_written).map(|fault| fault.of(file)));
        seen.bytes = bytes.len() as u64;
        Ok(seen)
    }
}

/// Returns what is wrong with a drawing as a document of its own.
fn draw(path: &str, bytes: &[u8]) -> Option<Fault> {
    let text: Cow<'_, str> = String::from_utf8_lossy(bytes);
    let error = drawing::check(&Source::new(path, text)).err()?;
    let mut fault = Fault::new(Kind::Drawing, error.to_string(), error.advice().unwrap_or_default());
    fault.range = error.range();
    Some(fault)
}

/// Returns what is to be told of a file, if it was built and is not as it was.
fn changed(is_as_written: Option<bool>) -> Option<Fault> {
    let message = "this file was changed after it was built";
    let hint = "build again to have it as the site says; to keep the change, put it into the content or the theme";
    (is_as_written == Some(false)).then(|| Fault::new(Kind::Changed, message, hint))
}
