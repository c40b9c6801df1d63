//! Files to publish: finds them in a fixed order, and checks that their names work as addresses.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use include_dir::Dir;
use unicode_normalization::UnicodeNormalization;
use walkdir::{DirEntry, WalkDir};

use super::diagnostic::{Diagnostic, Diagnostics, is_misleading, visible};

/// The hidden files at the top of a website that hosts look for: If GitHub Pages finds `.nojekyll`, it publishes all
/// files unchanged; `.htaccess` configures Apache.
pub(crate) const OF_HOSTS: [&str; 2] = [".nojekyll", ".htaccess"];

/// The hidden folder at the top of a website with files of well-known names (RFC 8615).
pub(crate) const WELL_KNOWN: &str = ".well-known";

#[derive(Clone, Debug)]
pub struct FoundFile {
    /// The path of the file relative to the folder, with `/` between its parts. The path is in NFC, because macOS and
    /// some archives decompose letters.
    pub path: String,
    pub origin: PathBuf,
}

#[derive(Clone, Copy)]
pub(crate) struct SiteFolder<'a> {
    /// The folder, which may be a symbolic link.
    pub folder: &'a Path,
    pub name: &'a str,
    /// The folder of the site. Messages print paths relative to it.
    pub root: &'a Path,
}

impl SiteFolder<'_> {
    /// Returns all files below the folder in a fixed order, except hidden files and those of editors and systems. The
    /// result includes the hidden files that hosts need: [`OF_HOSTS`] and everything in [`WELL_KNOWN`]. A symbolic link
    /// to a file in the folder counts as a file.
    ///
    /// Also returns the paths of the hidden files and folders that are left out, except those that programs create in
    /// any folder, such as `.git`.
    ///
    /// # Errors
    ///
    /// Returns an error if an entry cannot be read, is not a regular file, or leads out of the folder. Also returns an
    /// error if a name cannot be part of an address.
    pub(crate) fn find(self) -> Result<(Vec<FoundFile>, Vec<String>), Diagnostics> {
        let mut left_out = Vec::new();
        let (files, mut findings) = self.files(|entry| {
            let is_meant = is_meant(entry);
            if !is_meant && is_hidden(entry.file_name()) && !is_expected(entry.file_name()) {
                left_out.push(shown(entry.path(), self.root));
            }
            is_meant
        });
        for FoundFile { path, origin } in &files {
            findings.keep(path.split('/').find_map(why_unfit).map_or(Ok(()), |why| Err(self.unfit(origin, &why))));
        }
        findings.into_result((files, left_out))
    }

    /// Returns the files below the folder that `is_meant` accepts, and the problems with other entries.
    pub(crate) fn files(self, is_meant: impl FnMut(&DirEntry) -> bool) -> (Vec<FoundFile>, Diagnostics) {
        let (mut files, mut findings) = (Vec::new(), Diagnostics::new());
        let inside = fs::canonicalize(self.folder).map_err(|error| self.unreadable(self.folder, error));
        let Some(inside) = findings.keep(inside) else { return (files, findings) };
        for entry in WalkDir::new(self.folder).min_depth(1).sort_by_file_name().into_iter().filter_entry(is_meant) {
            match entry {
                Err(error) => {
                    let why = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                    findings.push(self.unreadable(error.path().unwrap_or(self.folder), why));
                }
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) => files.extend(findings.keep(self.found_file(&entry, &inside))),
            }
        }
        (files, findings)
    }

    fn unreadable(self, path: &Path, why: impl Display) -> Diagnostic {
        let message = format!("cannot read {}: {why}", shown(path, self.root));
        Diagnostic::new(message).hint("remove it, or make it readable")
    }

    fn unfit(self, path: &Path, why: &str) -> Diagnostic {
        let name = shown(path, self.root);
        Diagnostic::new(format!("the name of {name} cannot be part of a web address on all systems")).hint(why)
    }

    /// Returns the file of an entry. `inside` is the real path of the folder.
    fn found_file(self, entry: &DirEntry, inside: &Path) -> Result<FoundFile, Diagnostic> {
        let (origin, shown) = (entry.path(), shown(entry.path(), self.root));
        if entry.path_is_symlink() {
            let nowhere = |error| self.unreadable(origin, format_args!("the symbolic link is broken: {error}"));
            let real = fs::canonicalize(origin).map_err(nowhere)?;
            if !real.starts_with(inside) {
                return Err(Diagnostic::new(format!("{shown} links outside {}, to {}", self.name, real.display()))
                    .hint("replace it with a copy of that file"));
            }
        }
        if !origin.is_file() {
            let message = format!("{shown} is not a regular file or a link to one");
            return Err(Diagnostic::new(message).hint("replace it with a copy, or move it elsewhere"));
        }
        let path = origin.strip_prefix(self.folder).unwrap_or(origin);
        let parts: Option<Vec<_>> = path.iter().map(OsStr::to_str).collect();
        let parts = parts.ok_or_else(|| self.unfit(origin, PLAIN))?;
        Ok(FoundFile { path: composed(&parts.join("/")), origin: origin.to_owned() })
    }
}

/// Returns whether the name of a file or folder makes it part of a site.
pub(crate) fn is_meant(entry: &DirEntry) -> bool {
    const OF_SYSTEMS: [&str; 6] = ["thumbs.db", "ehthumbs.db", "desktop.ini", "@eadir", "__macosx", "$recycle.bin"];
    let name = entry.file_name();
    if is_hidden(name) {
        let wanted: &[&str] = if entry.file_type().is_dir() { &[WELL_KNOWN] } else { &OF_HOSTS };
        return entry.depth() == 1 && wanted.iter().any(|wanted| name == *wanted);
    }
    !name.as_encoded_bytes().ends_with(b"~") && !OF_SYSTEMS.iter().any(|known| name.eq_ignore_ascii_case(known))
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Returns whether programs create a hidden file of this name in any folder. Authors do not expect such a file on a
/// website.
fn is_expected(name: &OsStr) -> bool {
    let bytes = name.as_encoded_bytes();
    [".DS_Store", ".directory", ".git", ".#", "._"].iter().any(|begin| bytes.starts_with(begin.as_bytes()))
        || ["~", ".swp"].iter().any(|end| bytes.ends_with(end.as_bytes()))
}

/// Returns the files of a folder that is embedded in the program, by their paths in that folder.
pub(crate) fn embedded(folder: &'static Dir<'static>) -> BTreeMap<String, &'static [u8]> {
    let (mut files, mut folders) = (BTreeMap::new(), vec![folder]);
    while let Some(inner) = folders.pop() {
        for file in inner.files() {
            let path = file.path().strip_prefix(folder.path()).unwrap_or(file.path());
            files.insert(path.to_string_lossy().replace('\\', "/"), file.contents());
        }
        folders.extend(inner.dirs());
    }
    files
}

/// Returns the name of a file in messages: its path relative to `root`, with misleading characters escaped.
pub(crate) fn shown(path: &Path, root: &Path) -> String {
    visible(&path.strip_prefix(root).unwrap_or(path).to_string_lossy()).into_owned()
}

/// The names of a site's icons. Pages link to the icons that the author supplies. If the author supplies none, pages
/// link to `icon.png`, which is part of the theme.
pub(crate) const ICONS: [&str; 2] = ["icon.png", "icon.svg"];

/// The maximum number of bytes in the name of a file or a folder. File systems permit 255, but programs that copy files
/// can add about eight bytes while they copy.
pub(crate) const LONGEST_NAME: usize = 247;

/// The maximum number of bytes in a path of the site. Systems permit 4096 bytes, including the path of the site's
/// folder. Servers permit a few thousand.
pub(crate) const LONGEST_PATH: usize = 1024;

pub(super) const PLAIN: &str = "rename it, preferably with only letters, digits, `-`, `_` and `.`";

/// The names that Windows reserves for devices, with any extension, in addition to `com` and `lpt` with a number.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Returns a hint if the name of a file or a folder does not work on every system.
pub(crate) fn why_unfit(name: &str) -> Option<String> {
    let is_bad = |c: char| is_invisible(c) || "\\:*?\"<>|#%".contains(c);
    if name.len() > LONGEST_NAME {
        return Some(format!("choose a name of at most {LONGEST_NAME} bytes; this one has {}", name.len()));
    }
    if is_device(name) {
        return Some("choose another name: Windows reserves this one for a device, with any extension".to_owned());
    }
    if name.ends_with(['.', ' ']) || name.starts_with(' ') {
        return Some("remove spaces at the beginning of the name, and spaces or `.` at its end".to_owned());
    }
    name.contains(is_bad).then(|| PLAIN.to_owned())
}

/// Returns whether a character is invisible, turns the direction of writing, or is an unusual blank.
pub(crate) fn is_invisible(c: char) -> bool {
    const OF_NO_WIDTH: [char; 5] = ['\u{AD}', '\u{200B}', '\u{200C}', '\u{200D}', '\u{FEFF}'];
    let is_blank = c.is_whitespace() && c != ' ';
    is_blank || is_misleading(c) || OF_NO_WIDTH.contains(&c) || ('\u{2060}'..='\u{206F}').contains(&c)
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let number = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    let is_digit = |c: char| c.is_ascii_digit() || "¹²³".contains(c);
    DEVICES.contains(&&*stem) || number.is_some_and(|number| number.chars().count() == 1 && number.contains(is_digit))
}

/// Returns a path in NFC, the form that keyboards produce.
pub(crate) fn composed(path: &str) -> String {
    path.nfc().collect()
}

/// Returns the same string for paths that some systems confuse: those that differ only in case, or in how letters are
/// composed.
pub(crate) fn alike(path: &str) -> String {
    if path.is_ascii() {
        return path.to_ascii_lowercase();
    }
    path.nfc().collect::<String>().to_lowercase().nfc().collect()
}

/// The extensions that every site can publish: pictures, styles and fonts; texts and books; sounds and films; data and
/// archives. The guard checks those of these files that can run scripts.
const ENDINGS: [&str; 4] = [
    "apng avif bmp gif ico jpeg jpg png svg tif tiff webp css eot otf ttf woff woff2",
    "asc azw3 cbz djvu doc docx epub mobi odt pdf ps rtf sig tex txt",
    "aac flac m4a m4v mp3 mp4 oga ogg ogv opus srt vtt wav webm",
    "bz2 csv dot gz ics json jsonl kml ods pgn sgf sqlite tar toml tsv vcf webmanifest xlsx xml xz yaml yml zip",
];

/// Checks that a file can be published unchanged. A file without an extension can always be published, because browsers
/// do not run it. `further` lists other extensions that the site permits. `shown` is the name of the file in messages.
///
/// # Errors
///
/// Returns an error if the site does not permit the extension.
pub(crate) fn check_published(path: &str, shown: &str, further: &[String]) -> Result<(), Diagnostic> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let Some((_, ending)) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) else { return Ok(()) };
    let is = |known: &str| ending.eq_ignore_ascii_case(known);
    let mut known = ENDINGS.iter().flat_map(|endings| endings.split(' '));
    if known.any(is) || further.iter().any(|known| is(known)) {
        return Ok(());
    }
    let ending = ending.to_ascii_lowercase();
    Err(Diagnostic::new(format!("{shown} would be published unchanged, but the site does not allow `.{ending}` files"))
        .hint(format!("move it elsewhere, or add `publish = [\"{ending}\"]` to content/site.toml")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_work_everywhere_are_fit() {
        for name in
            ["a.md", "b c.txt", "über.png", "com.txt", "com10", "console", "lpt.md", "日本.txt", "a-b_c.1", "auxiliary"]
        {
            assert_eq!(why_unfit(name), None, "{name}");
        }
    }

    #[test]
    fn paths_are_alike_whatever_their_case_and_composition() {
        assert_eq!(alike("A/B"), alike("a/b"));
        assert_eq!(alike("\u{dc}ber"), alike("u\u{308}ber"));
        assert_eq!(alike("u\u{308}ber"), "\u{fc}ber");
        assert_ne!(alike("über"), alike("uber"));
    }
}
