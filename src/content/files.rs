//! Files of the content folder: reads texts, checks pictures, and measures images so that pages can reserve space for
//! them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use exif::{In, Tag};

use super::located::Located;
use crate::ground::diagnostic::{Diagnostic, OrCannot, Source, did_you_mean};
use crate::ground::files::{self, FoundFile};
use crate::ground::html::characters;
use crate::ground::html::guard::FileKind;
use crate::ground::html::walk::{Part, Tag as HtmlTag, walk};

pub const FOLDER: &str = "content";

/// The file in the content folder that contains the settings of the whole site.
pub const CONFIG_FILE: &str = "site.toml";

pub(super) fn config_file(language: &str) -> String {
    format!("site.{language}.toml")
}

/// Reads a settings file of the content folder. `hint` says what to do if there is no such file.
pub(super) fn read_settings(root: &Path, name: &str, hint: &str) -> Result<Source, Diagnostic> {
    let path = root.join(FOLDER).join(name);
    read_source(root, &path).map_err(|error| if path.exists() { error } else { error.hint(hint) })
}

/// Reads a text file. Messages show its path relative to `root`.
pub(super) fn read_source(root: &Path, path: &Path) -> Result<Source, Diagnostic> {
    let name = files::shown(path, root);
    let bytes = fs::read(path).or_cannot("read", &name)?;
    characters::source(&name, &bytes)
}

/// Returns the finding for a file of the content that does not exist. `known` lists the files that may be meant.
pub(super) fn no_file<'a>(named: &Located<String>, path: &str, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    let known: Vec<_> = known.map(|path| named.way_to(path)).collect();
    let hint = match known[..] {
        [] => format!("put the file at {FOLDER}/{path}"),
        _ => did_you_mean(&named.way_to(path), known.iter().map(String::as_str)),
    };
    named.diagnostic(format!("there is no file {FOLDER}/{path}")).hint(hint)
}

/// The number of bytes to read from an SVG file to find its first tag.
const MOST_READ: u64 = 1 << 14;

#[derive(Debug, Default)]
pub(super) struct Images(BTreeMap<String, PathBuf>);

/// Width and height in pixels.
pub(super) type Size = (usize, usize);

impl Images {
    pub(super) fn among(files: &[FoundFile]) -> Self {
        Self(files.iter().map(|file| (file.path.clone(), file.origin.clone())).collect())
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }

    /// Returns the size of an image, if the beginning of the file contains it.
    pub(super) fn size(&self, path: &str) -> Option<Size> {
        let origin = self.0.get(path)?;
        if FileKind::of(path) == FileKind::Xml {
            return size_of_drawing(origin);
        }
        let size = imagesize::size(origin).ok()?;
        let size = (size.width, size.height);
        Some(if is_turned(origin) { (size.1, size.0) } else { size }).filter(is_shown)
    }
}

/// Returns whether browsers rotate a photograph by 90 degrees.
fn is_turned(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    let exif = exif::Reader::new().read_from_container(&mut BufReader::new(file)).ok();
    let orientation = exif.and_then(|exif| exif.get_field(Tag::Orientation, In::PRIMARY)?.value.get_uint(0));
    orientation.is_some_and(|orientation| (5..=8).contains(&orientation))
}

/// The picture formats: their extensions, and the offset and the bytes that identify them.
const PICTURES: [(&[&str], usize, &[u8]); 8] = [
    (&["png", "apng"], 0, b"\x89PNG\r\n\x1a\n"),
    (&["jpg", "jpeg"], 0, b"\xff\xd8\xff"),
    (&["gif"], 0, b"GIF8"),
    (&["webp"], 8, b"WEBP"),
    (&["avif"], 4, b"ftypavi"),
    (&["avif"], 4, b"ftypmif1"),
    (&["bmp"], 0, b"BM"),
    (&["ico"], 0, b"\0\0\x01\0"),
];

/// Returns whether browsers show a file of this name as a picture.
pub(super) fn is_picture(path: &str) -> bool {
    let (_, ending) = path.rsplit_once('.').unwrap_or_default();
    PICTURES.iter().flat_map(|(endings, ..)| *endings).chain(&["svg"]).any(|known| ending.eq_ignore_ascii_case(known))
}

/// Checks that browsers can show a picture, and that its content matches its extension.
pub(super) fn check_picture(root: &Path, file: &FoundFile) -> Result<(), Diagnostic> {
    if !is_picture(&file.path) {
        return Ok(());
    }
    let (stem, ending) = file.path.rsplit_once('.').unwrap_or_default();
    let ending = ending.to_ascii_lowercase();
    let has = |endings: &[&str]| endings.contains(&&*ending);
    let name = files::shown(&file.origin, root);
    let bytes = fs::read(&file.origin).or_cannot("read", &name)?;
    let wrong = |what: &str, hint: String| Err(Diagnostic::new(format!("the picture {name} {what}")).hint(hint));
    let again = || "save it or copy it again, or remove it".to_owned();
    if bytes.trim_ascii().is_empty() {
        return wrong("is empty", again());
    }
    let kind = PICTURES.iter().find(|(_, at, mark)| bytes.get(*at..).is_some_and(|rest| rest.starts_with(mark)));
    match kind {
        Some((endings, ..)) if !has(endings) => {
            let kind = endings[0];
            wrong(&format!("contains `{kind}` data"), format!("rename it to {FOLDER}/{stem}.{kind}"))
        }
        None if ending != "svg" || !has_part(&bytes, b"svg") => {
            wrong(&format!("does not contain `{ending}` data"), format!("save it again as `{ending}`, or remove it"))
        }
        _ if is_cut_off(&ending, &bytes) => wrong("is incomplete", again()),
        _ if imagesize::blob_size(&bytes).is_ok_and(|size| !is_shown(&(size.width, size.height))) => {
            wrong("has a width or height of zero", again())
        }
        _ => Ok(()),
    }
}

fn has_part(bytes: &[u8], part: &[u8]) -> bool {
    // Most of these bytes are near the end.
    bytes.windows(part.len()).rev().any(|window| window == part)
}

fn is_cut_off(ending: &str, bytes: &[u8]) -> bool {
    let has = |mark| has_part(bytes, mark);
    let number = |at: usize| {
        bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(usize::MAX, |four| u32::from_le_bytes(*four) as usize)
    };
    let mut at = 0;
    match ending {
        "png" | "apng" => !has(b"\0\0\0\0IEND\xaeB`\x82"),
        "jpg" | "jpeg" => {
            // A thumbnail before the picture can have its own end marker.
            at = 2;
            while let Some(&[0xff, marker, high, low]) = bytes.get(at..at + 4)
                && marker != 0xda
            {
                let is_filler = marker == 0xff;
                at += if is_filler { 1 } else { 2 + usize::from(u16::from_be_bytes([high, low])) };
            }
            !bytes.get(at..).is_some_and(|picture| has_part(picture, b"\xff\xd9"))
        }
        "avif" => {
            // A box starts with its size. A size below 8 means the rest of the file.
            while let Some(&[a, b, c, d]) = bytes.get(at..at + 4)
                && let size @ 8.. = u32::from_be_bytes([a, b, c, d])
            {
                at += size as usize;
            }
            at > bytes.len()
        }
        "gif" => bytes.iter().rfind(|&&byte| byte != 0 && !byte.is_ascii_whitespace()) != Some(&b';'),
        "webp" => number(4).saturating_add(8) > bytes.len(),
        "bmp" => number(2) > bytes.len(),
        // The directory lists the length and offset of each image.
        "ico" => (0..bytes.get(4).copied().unwrap_or(1))
            .map(|image| 14 + 16 * usize::from(image))
            .any(|entry| number(entry).saturating_add(number(entry + 4)) > bytes.len()),
        // The root element has an end tag, or closes itself.
        "svg" => !has(b"</svg") && !has(b":svg>") && !bytes.trim_ascii_end().ends_with(b"/>"),
        _ => false,
    }
}

fn is_shown((width, height): &Size) -> bool {
    *width > 0 && *height > 0
}

/// Returns the size that an SVG file declares, or else the size of its view box.
fn size_of_drawing(path: &Path) -> Option<Size> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MOST_READ).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let (mut size, mut is_first) = (None, true);
    walk(&text, |part| {
        if let Part::Start(tag) = part
            && std::mem::take(&mut is_first)
        {
            size = size_in(tag);
        }
    });
    size
}

fn size_in(root: &HtmlTag) -> Option<Size> {
    let length = |name: &str| root.value(name).and_then(pixels);
    let of_view = || {
        let view: Vec<&str> = root.value("viewbox")?.split([' ', ',']).filter(|part| !part.is_empty()).collect();
        Some((pixels(view.get(2)?)?, pixels(view.get(3)?)?))
    };
    length("width").zip(length("height")).or_else(of_view).filter(is_shown)
}

/// Parses a length without a unit or in `px`, and rounds it.
fn pixels(length: &str) -> Option<usize> {
    let length: f64 = length.trim().trim_end_matches("px").parse().ok()?;
    #[expect(clippy::cast_sign_loss, reason = "it is within the range")]
    (0.0..100_000.0).contains(&length).then_some(length.round() as usize)
}
