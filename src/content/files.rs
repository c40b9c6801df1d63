//! The folder and the files of content: how texts are read, and how large images are, so that a page leaves room for
//! them before they come.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::ground::diagnostic::{Diagnostic, OrCannot, Source};
use crate::ground::files::{self, FoundFile};
use crate::ground::html::characters;
use crate::ground::html::guard::FileKind;
use crate::ground::html::walk::{Part, Tag, walk};

/// The folder of a site's content, inside the site's root.
pub const FOLDER: &str = "content";

/// The file in the content folder that says what holds for the whole site.
pub const CONFIG_FILE: &str = "site.toml";

pub(super) fn config_file(language: &str) -> String {
    format!("site.{language}.toml")
}

/// Reads a file of settings in the content folder; `hint` says what to do where there is none.
pub(super) fn read_settings(root: &Path, name: &str, hint: &str) -> Result<Source, Diagnostic> {
    let path = root.join(FOLDER).join(name);
    read_source(root, &path).map_err(|error| if path.exists() { error } else { error.hint(hint) })
}

/// Reads a file of the site as text, named in messages by its path from the root.
pub(super) fn read_source(root: &Path, path: &Path) -> Result<Source, Diagnostic> {
    let name = files::shown(path, root);
    // A pipe would be waited for.
    if fs::metadata(path).or_cannot("read", &name)?.is_file() {
        let bytes = fs::read(path).or_cannot("read", &name)?;
        return characters::source(&name, &bytes);
    }
    Err(Diagnostic::new(format!("{name} is no file")).hint("name a file, and no folder, pipe or device"))
}

/// How many bytes of a drawing are read: its first tag stands in these.
const MOST_READ: u64 = 1 << 14;

#[derive(Debug, Default)]
pub(super) struct Images(BTreeMap<String, PathBuf>);

/// The width and the height of an image in pixels.
pub(super) type Size = (usize, usize);

impl Images {
    pub(super) fn among(files: &[FoundFile]) -> Self {
        Self(files.iter().map(|file| (file.path.clone(), file.origin.clone())).collect())
    }

    /// Returns how large an image is, unless it is of a kind that does not say so in its first bytes.
    pub(super) fn size(&self, path: &str) -> Option<Size> {
        let origin = self.0.get(path)?;
        if FileKind::of(path) == FileKind::Xml {
            return size_of_drawing(origin);
        }
        let size = imagesize::size(origin).ok()?;
        Some((size.width, size.height)).filter(is_shown)
    }
}

fn is_shown((width, height): &Size) -> bool {
    *width > 0 && *height > 0
}

/// Returns the size that an SVG file gives itself, or that of its view box.
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

fn size_in(root: &Tag) -> Option<Size> {
    let length = |name: &str| root.value(name).and_then(pixels);
    let of_view = || {
        let view: Vec<&str> = root.value("viewbox")?.split([' ', ',']).filter(|part| !part.is_empty()).collect();
        Some((pixels(view.get(2)?)?, pixels(view.get(3)?)?))
    };
    length("width").zip(length("height")).or_else(of_view).filter(is_shown)
}

/// Returns a length in whole pixels, which is written without a unit or in `px`.
fn pixels(length: &str) -> Option<usize> {
    let length: f64 = length.trim().trim_end_matches("px").parse().ok()?;
    #[expect(clippy::cast_sign_loss, reason = "it is within the range")]
    (0.0..100_000.0).contains(&length).then_some(length.round() as usize)
}
