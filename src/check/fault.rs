//! Faults: what is wrong with a site, where, and what to do about it. What is wrong in the same way on many pages is
//! one finding, with the first place and how many there are.

use std::ops::Range;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::html::guard::Breach;
use crate::output::FileId;

/// What is wrong, or could be better. Reports for programs have these names, with hyphens, and keep them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A text, a setting or a theme that no site can be made from.
    Content,
    /// An address that is no file of the site.
    BrokenLink,
    /// An address that is one but for the case of letters, or how they are composed.
    LetterCase,
    /// An address that leads out of the folder of the site.
    Outside,
    /// An address that holds only where the site is published at the root of a host.
    RootPath,
    /// An address within a page that the page does not have.
    Fragment,
    /// Two elements of a page with one name.
    DuplicateId,
    /// A page that no chain of links leads to.
    Unreachable,
    /// Links on the page of a position that are not its legal moves.
    Moves,
    /// A script, a document of others, a form, or what is loaded from elsewhere.
    Script,
    /// An image without words for who cannot see it.
    Alt,
    /// A file that cannot be read, or is none.
    File,
    /// A file of the site that is not in the folder.
    Missing,
    /// A file in the folder that is not what the site says.
    Changed,
    /// A file in the folder that is none of the site.
    Foreign,
    /// More than a host takes.
    Host,
}

/// One thing that is wrong at one place.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) kind: Kind,
    /// Whether the site is proven all the same.
    pub(super) is_warning: bool,
    /// The file, if one is at fault.
    pub(super) file: Option<FileId>,
    /// The bytes of it that are.
    pub(super) range: Option<Range<usize>>,
    pub(super) message: String,
    pub(super) hint: String,
    /// The path that no file has, if that is what is wrong: a file with a name like it may be meant.
    pub(super) wanted: Option<String>,
    /// The file that is meant, if that is clear.
    pub(super) meant: Option<FileId>,
    /// What is to be told, if somebody has put it into words already.
    pub(super) told: Option<Diagnostic>,
}

impl Fault {
    /// Returns a fault of nothing in particular.
    pub(super) fn new(kind: Kind, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            kind,
            is_warning: false,
            file: None,
            range: None,
            message: message.into(),
            hint: hint.into(),
            wanted: None,
            meant: None,
            told: None,
        }
    }

    /// Returns a fault that somebody has put into words already.
    pub(super) fn told(kind: Kind, told: &Diagnostic) -> Self {
        Self { told: Some(told.clone()), ..Self::new(kind, told.to_string(), told.advice().unwrap_or_default()) }
    }

    /// Returns what the guard has found.
    pub(super) fn breach(Breach { message, hint, range, .. }: Breach) -> Self {
        Self::new(Kind::Script, message, hint).at(range)
    }

    /// Says that it could be better and no more.
    pub(super) fn warning(self) -> Self {
        Self { is_warning: true, ..self }
    }

    /// Points at a file.
    pub(super) fn of(self, file: FileId) -> Self {
        Self { file: Some(file), ..self }
    }

    /// Points at bytes of the file.
    pub(super) fn at(self, range: Range<usize>) -> Self {
        Self { range: Some(range), ..self }
    }
}

/// Faults that are alike, with the first place.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) first: Fault,
    /// How many places there are.
    pub(super) places: usize,
}

/// How many findings are kept; further ones are counted.
const MOST_KEPT: usize = 50_000;

/// Collects faults in their order.
#[derive(Debug, Default)]
pub(super) struct Faults {
    pub(super) groups: Vec<Group>,
    known: FxHashMap<(Kind, bool, String), usize>,
    /// How many there are in all.
    pub(super) fault_count: usize,
    /// How many more could be better.
    pub(super) warning_count: usize,
}

impl Extend<Fault> for Faults {
    fn extend<I: IntoIterator<Item = Fault>>(&mut self, faults: I) {
        for fault in faults {
            *if fault.is_warning { &mut self.warning_count } else { &mut self.fault_count } += 1;
            let key = (fault.kind, fault.is_warning, fault.message.clone());
            if let Some(&known) = self.known.get(&key) {
                self.groups[known].places += 1;
            } else if self.groups.len() < MOST_KEPT {
                self.known.insert(key, self.groups.len());
                self.groups.push(Group { first: fault, places: 1 });
            }
        }
    }
}
