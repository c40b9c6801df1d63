//! The files of a theme and of its ancestors.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use include_dir::{Dir, include_dir};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::templates::Form;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, Source, did_you_mean, read_toml, refusal};
use crate::ground::files::{self, SiteFolder};
use crate::ground::html::characters;

/// The keys of `theme.toml`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ThemeHeader {
    /// The theme that supplies all files that this theme does not contain.
    /// Example: `extends = "classic"`
    extends: Option<Spanned<String>>,
    /// The outputs of the theme: `website`, `book`, `single`. The default is the outputs of the theme in `extends`.
    /// Example: `outputs = ["website"]`
    outputs: Option<Vec<Form>>,
    /// For each language, words to replace on pages of games, such as colours that the theme does not show.
    /// Example: `words.en = { Red = "Black", Blue = "White" }`
    #[serde(default, deserialize_with = "words")]
    words: BTreeMap<String, Words>,
}

/// Words, each with the word that replaces it.
pub(super) type Words = BTreeMap<String, String>;

fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Words>, D::Error> {
    let words = BTreeMap::<String, Words>::deserialize(deserializer)?;
    let is_word = |text: &str| !text.is_empty() && text.chars().all(char::is_alphabetic);
    if let Some(text) = words.values().flatten().flat_map(|(word, other)| [word, other]).find(|text| !is_word(text)) {
        return Err(refusal(format!("`{text}` is not a word"), "use only letters, as in `Red = \"Black\"`"));
    }
    Ok(words)
}

/// The folder of a site's own themes, inside the site's root.
pub const FOLDER: &str = "themes";

const HEADER: &str = "theme.toml";
const TEMPLATES: &str = "templates/";
const STATIC: &str = "static/";

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/themes");

/// The files of one theme, by their paths inside `templates/` and `static/`.
#[derive(Default)]
pub(super) struct Layer {
    pub(super) name: String,
    pub(super) templates: BTreeMap<String, ThemeFile>,
    pub(super) files: BTreeMap<String, ThemeFile>,
    source: Source,
    header: ThemeHeader,
}

pub(super) struct ThemeFile {
    pub(super) origin: String,
    pub(super) bytes: Cow<'static, [u8]>,
}

impl ThemeFile {
    pub(super) fn text(&self) -> Result<Source, Diagnostic> {
        characters::source(&self.origin, &self.bytes)
    }
}

/// Checks that a theme of this name exists for the site in the folder `root`.
///
/// # Errors
///
/// Returns an error if the theme does not exist. The hint of the error lists the most similar names.
pub fn check_name(root: &Path, name: &str) -> Result<(), Diagnostic> {
    let known = names(root);
    if known.iter().any(|known| known == name) {
        return Ok(());
    }
    let hint = did_you_mean(name, known.iter().map(String::as_str));
    Err(Diagnostic::new(format!("unknown theme `{name}`")).hint(hint))
}

/// Returns the names of the built-in themes.
pub fn built_in() -> Vec<&'static str> {
    EMBEDDED.dirs().filter_map(|dir| dir.path().to_str()).collect()
}

/// Returns the files of a built-in theme, by their paths in its folder.
pub fn built_in_files(name: &str) -> BTreeMap<String, &'static [u8]> {
    EMBEDDED.get_dir(name).map(files::embedded).unwrap_or_default()
}

/// Checks that a new theme can have this name.
///
/// # Errors
///
/// Returns an error if the name is not valid, or if a built-in theme has this name.
pub fn check_new_name(name: &str) -> Result<(), Diagnostic> {
    if !is_name(name) {
        return Err(
            Diagnostic::new(format!("`{name}` cannot be the name of a theme")).hint("use letters, digits, `-` and `_`")
        );
    }
    if EMBEDDED.get_dir(name).is_some() {
        return Err(Diagnostic::new(format!("`{name}` is a built-in theme"))
            .hint(format!("choose another name, such as `my-{name}`")));
    }
    Ok(())
}

fn names(root: &Path) -> Vec<String> {
    let own = fs::read_dir(root.join(FOLDER)).into_iter().flatten().flatten();
    let own = own.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name().to_string_lossy().into_owned());
    let own = own.filter(|name| is_name(name));
    let mut names: Vec<_> = built_in().into_iter().map(str::to_owned).chain(own).collect();
    names.sort();
    names.dedup();
    names
}

/// Returns a theme and its ancestors, nearest first.
///
/// # Errors
///
/// Returns an error if one of these themes does not exist or cannot be read, or if themes extend each other in a cycle.
pub(super) fn layers(root: &Path, name: &str) -> Result<Vec<Layer>, Diagnostics> {
    check_name(root, name)?;
    let mut layers = vec![read(root, name)?];
    while let Some(Layer { source, header: ThemeHeader { extends: Some(base), .. }, .. }) = layers.last() {
        let at = |diagnostic: Diagnostic| diagnostic.at(source, base.span());
        let base = base.get_ref();
        check_name(root, base).map_err(at)?;
        if let Some(first) = layers.iter().position(|layer| layer.name == *base) {
            let circle: Vec<_> = layers[first..].iter().map(|layer| layer.name.as_str()).collect();
            let message = format!("themes extend each other in a circle: {} → {base}", circle.join(" → "));
            let hint = "remove `extends` from one of them; a folder with the name of a built-in theme always extends \
                        that theme";
            return Err(at(Diagnostic::new(message).hint(hint)).into());
        }
        let next = read(root, base)?;
        layers.push(next);
    }
    Ok(layers)
}

/// Returns the layers of a theme, if it supports a form.
///
/// # Errors
///
/// Returns an error if the theme does not exist, cannot be read, or supports other forms.
pub(super) fn layers_for(form: Form, root: &Path, name: &str) -> Result<Vec<Layer>, Diagnostics> {
    let own = layers(root, name)?;
    if is_made_for(&own, form) {
        return Ok(own);
    }
    let what = form.published_as();
    let others = names(root).into_iter();
    let fit = others.filter(|other| layers(root, other).is_ok_and(|layers| is_made_for(&layers, form)));
    let fit: Vec<_> = fit.map(|name| format!("`{name}`")).collect();
    let hint =
        format!("choose a theme that supports {what}, such as {}; or add `outputs` to theme.toml", fit.join(", "));
    Err(Diagnostic::new(format!("the theme `{name}` does not support {what}")).hint(hint).into())
}

impl Layer {
    /// Returns the words that the theme replaces in a language.
    pub(super) fn words(&self, language: &str) -> Words {
        self.header.words.get(language).cloned().unwrap_or_default()
    }
}

/// Returns whether a theme with these layers, nearest first, supports a form. By default, a theme supports websites.
fn is_made_for(layers: &[Layer], form: Form) -> bool {
    let outputs = layers.iter().find_map(|layer| layer.header.outputs.as_deref());
    outputs.unwrap_or(&[Form::Website]).contains(&form.output())
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// Reads the files of a theme. Files of the site override files of a built-in theme.
fn read(root: &Path, name: &str) -> Result<Layer, Diagnostics> {
    let file = |(path, bytes): (String, &'static [u8])| {
        let origin = format!("{FOLDER}/{name}/{path}");
        (path, ThemeFile { origin, bytes: Cow::Borrowed(bytes) })
    };
    let mut found: BTreeMap<_, _> = built_in_files(name).into_iter().map(file).collect();
    let own = root.join(FOLDER).join(name);
    let mut layer = Layer { name: name.to_owned(), ..Layer::default() };
    let mut findings = Diagnostics::new();
    // The folder of the theme can be a symbolic link.
    if own.is_dir() {
        for file in (SiteFolder { folder: &own, name: "the theme's folder", root }).find()?.0 {
            let origin = files::shown(&file.origin, root);
            let bytes = fs::read(&file.origin).map_err(|error| Diagnostic::io("read", Path::new(&origin), &error));
            let Some(bytes) = findings.keep(bytes) else { continue };
            found.insert(file.path, ThemeFile { origin, bytes: Cow::Owned(bytes) });
        }
    }
    for (path, file) in found {
        if let Some(template) = path.strip_prefix(TEMPLATES) {
            layer.templates.insert(template.to_owned(), file);
        } else if let Some(static_file) = path.strip_prefix(STATIC) {
            layer.files.insert(static_file.to_owned(), file);
        } else if path == HEADER {
            layer.source = findings.keep(file.text()).unwrap_or_default();
            let header = read_toml(&layer.source, 0..layer.source.text().len());
            layer.header = findings.keep(header).unwrap_or_default();
        } else {
            // A theme can contain other files about itself, such as a licence.
            let right = match Path::new(&path).extension().and_then(|ending| ending.to_str()) {
                Some("html") => TEMPLATES,
                Some("css") => STATIC,
                _ => continue,
            };
            findings.push(
                Diagnostic::new(format!("{} is in the wrong folder", file.origin))
                    .hint(format!("move it into the theme's folder `{right}`")),
            );
        }
    }
    findings.into_result(layer)
}
