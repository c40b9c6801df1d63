//! Proofs: goes through the files of a website and finds what is wrong.
//!
//! The plan of a site is proven whole. Its files are rendered into memory; where a folder is named, each is compared
//! with the file that lies there. A folder whose source is not at hand is gone through for links and scripts alone.
//! Each file is read once, by one of several threads, and of each only numbers are kept, so that memory does not grow
//! with what is written on the pages.

mod fault;
mod folder;
mod hosts;
mod page;
mod paths;
mod play;
mod proof;
mod seen;
mod together;

use std::fs::{self, File};
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

pub use self::fault::Kind;
pub use self::folder::Folder;
pub use self::hosts::{HOSTS, Host};
pub use self::proof::{Finding, Place, Proof, Totals};

use self::fault::{Fault, Faults};
use self::page::Buffers;
use self::paths::{Base, Paths, Resolver};
use self::seen::Seen;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::html::guard::{FileKind, check_file};
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
    /// A page of words.
    Words,
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

/// What is proven, beside the files themselves.
#[derive(Default)]
pub struct Subject<'a> {
    /// The site whose files they are; without it they are somebody's.
    pub site: Option<&'a dyn Knowledge>,
    /// Where it is published.
    pub base_url: Option<&'a str>,
    /// The host whose limits it is held to.
    pub host: Option<Host>,
    /// The folder that is to hold these files and no others.
    pub built: Option<&'a Folder>,
    /// What is in a folder and cannot be read.
    pub unreadable: Diagnostics,
}

/// What threads share that read files.
struct Context<'a> {
    paths: &'a Paths,
    /// What each file is.
    kinds: &'a [FileKind],
    resolver: Resolver<'a>,
    site: Option<&'a dyn Knowledge>,
    may_have_scripts: bool,
    built: Option<&'a Folder>,
    /// Whether something leads to or loads each file.
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
        is_movable: subject.site.is_some(),
        is_left_out: &is_left_out,
    };
    let context = Context {
        paths: &paths,
        kinds: &kinds,
        resolver,
        site: subject.site,
        may_have_scripts: subject.site.is_some_and(Knowledge::may_have_scripts),
        built: subject.built,
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
    faults.extend(subject.unreadable.iter().map(|error| Fault::told(Kind::File, error)));
    let (totals, later) = together::check(&context, subject, &seen);
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
                let changed = self.compare(path, File::open(source).map_err(fail)?)?;
                let faults = changed.into_iter().map(|fault| fault.of(file)).collect();
                return Ok(Seen { bytes: length, faults, ..Seen::default() });
            }
        }
        files.render(file, scratch, bytes)?;
        let mut seen = match kind {
            FileKind::Other => Seen::default(),
            kind => page::read(self, file, kind, bytes, buffers),
        };
        if kind == FileKind::Xml && !self.may_have_scripts && seen.faults.is_empty() {
            let breach = check_file(path, &String::from_utf8_lossy(bytes)).err();
            seen.faults.extend(breach.map(|breach| Fault::breach(breach).of(file)));
        }
        seen.faults.extend(self.compare(path, &bytes[..])?.map(|fault| fault.of(file)));
        seen.bytes = bytes.len() as u64;
        Ok(seen)
    }

    /// Compares what a file of the site is to hold with what lies in the folder, if one is held to the site.
    fn compare(&self, path: &str, expected: impl Read) -> Result<Option<Fault>, Diagnostic> {
        let Some(folder) = self.built else { return Ok(None) };
        let hint = "build again with the flags that this check was given; to keep a change, put it into the content \
                    or the theme";
        let Some(origin) = folder.origin(path) else {
            return Ok(Some(Fault::new(Kind::Missing, format!("`{path}` is not in the folder"), hint)));
        };
        let is_same = File::open(origin).and_then(|found| is_same(expected, found));
        let is_same = is_same.map_err(|error| Diagnostic::io("read", origin, &error))?;
        Ok((!is_same).then(|| Fault::new(Kind::Changed, "this file is not what the site says", hint)))
    }
}

/// Whether two readers give the same bytes.
fn is_same(mut one: impl Read, mut two: impl Read) -> io::Result<bool> {
    let mut buffers = [[0; 1 << 13]; 2];
    let [first, second] = &mut buffers;
    loop {
        let length = one.read(first)?;
        if length == 0 {
            return Ok(two.read(second)? == 0);
        }
        match two.read_exact(&mut second[..length]) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            read => read?,
        }
        if first[..length] != second[..length] {
            return Ok(false);
        }
    }
}
