//! Faults: what is wrong with a site, where, and what to do about it. What is wrong in the same way on many pages is
//! one finding, with the first place and how many there are.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::output::FileId;

/// What is wrong, or could be better. The names are those in reports for programs, and stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// A page that nobody comes to.
    Unreachable,
    /// Links on the page of a position that are not its legal moves.
    Moves,
    /// A script, a document of others, or a form.
    Script,
    /// A drawing or another file of XML that cannot be read.
    Drawing,
    /// A page that does not say that it is HTML.
    Doctype,
    /// A page without a title.
    Title,
    /// Pages with one title.
    SameTitle,
    /// A page that does not say its language.
    Language,
    /// A page that does not say its encoding, or is not in it.
    Charset,
    /// A page without a main part, or with several.
    Main,
    /// A page without a heading, or with several.
    Heading,
    /// An image without words for who cannot see it.
    Alt,
    /// An image of another host that an encrypted page does not show.
    MixedContent,
    /// A name that some systems have no room for, or take for another.
    Name,
    /// A file that cannot be read, or is none.
    File,
    /// A file that was built and is missing.
    Missing,
    /// A file that was built and is not as it was.
    Changed,
    /// A package of a book that is not whole.
    Package,
    /// More than a host takes.
    Host,
}

impl Kind {
    /// Returns the name that reports have.
    pub fn name(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::BrokenLink => "broken-link",
            Self::LetterCase => "letter-case",
            Self::Outside => "outside",
            Self::RootPath => "root-path",
            Self::Fragment => "fragment",
            Self::DuplicateId => "duplicate-id",
            Self::Unreachable => "unreachable",
            Self::Moves => "moves",
            Self::Script => "script",
            Self::Drawing => "drawing",
            Self::Doctype => "doctype",
            Self::Title => "title",
            Self::SameTitle => "same-title",
            Self::Language => "language",
            Self::Charset => "charset",
            Self::Main => "main",
            Self::Heading => "heading",
            Self::Alt => "alt",
            Self::MixedContent => "mixed-content",
            Self::Name => "name",
            Self::File => "file",
            Self::Missing => "missing",
            Self::Changed => "changed",
            Self::Package => "package",
            Self::Host => "host",
        }
    }
}

/// Whether something keeps a site from being proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// It does.
    Fault,
    /// It does not, but could be better.
    Warning,
}

/// What was found to be wrong before any file is read.
pub type Beforehand = Vec<(Kind, Diagnostic)>;

/// One thing that is wrong at one place.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) kind: Kind,
    pub(super) severity: Severity,
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
        let (message, hint) = (message.into(), hint.into());
        Self {
            kind,
            severity: Severity::Fault,
            file: None,
            range: None,
            message,
            hint,
            wanted: None,
            meant: None,
            told: None,
        }
    }

    /// Returns a fault that somebody has put into words already.
    pub(super) fn told(kind: Kind, told: &Diagnostic) -> Self {
        let hint = told.advice().unwrap_or_default().to_owned();
        Self { told: Some(told.clone()), ..Self::new(kind, told.to_string(), hint) }
    }

    /// Says that it could be better and no more.
    pub(super) fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Points at a file.
    pub(super) fn of(mut self, file: FileId) -> Self {
        self.file = Some(file);
        self
    }

    /// Points at bytes of the file.
    pub(super) fn at(mut self, range: Range<usize>) -> Self {
        self.range = Some(range);
        self
    }

    /// Says which path no file has.
    pub(super) fn wants(mut self, path: &str) -> Self {
        self.wanted = Some(path.to_owned());
        self
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
    known: FxHashMap<(Kind, Severity, String), usize>,
    /// How many there are in all.
    pub(super) fault_count: usize,
    /// How many more could be better.
    pub(super) warning_count: usize,
}

impl Faults {
    pub(super) fn push(&mut self, fault: Fault) {
        match fault.severity {
            Severity::Fault => self.fault_count += 1,
            Severity::Warning => self.warning_count += 1,
        }
        let key = (fault.kind, fault.severity, fault.message.clone());
        if let Some(&known) = self.known.get(&key) {
            self.groups[known].places += 1;
        } else if self.groups.len() < MOST_KEPT {
            self.known.insert(key, self.groups.len());
            self.groups.push(Group { first: fault, places: 1 });
        }
    }
}

impl Extend<Fault> for Faults {
    fn extend<I: IntoIterator<Item = Fault>>(&mut self, faults: I) {
        faults.into_iter().for_each(|fault| self.push(fault));
    }
}
