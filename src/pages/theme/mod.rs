//! Themes: templates and files that render pages as HTML.
//!
//! A theme is a folder with `templates/`, `static/` and an optional `theme.toml`. Some themes are built in. A folder
//! `themes/NAME/` of a site adds a theme, or overrides files of a built-in one. A theme that extends another inherits
//! the files that it does not replace. The extending theme can include a replaced template by the name of that
//! template's theme: `classic/base.html`.

mod engine;
mod layers;
mod markup;
mod minify;
mod patterns;
mod slots;
mod templates;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, RwLock};

use engine::{Engine, quoted};
use layers::{Layer, ThemeFile, layers_for};
use minify::{minified_page, minified_sheet};
use templates::{TEMPLATES, TemplateInput};

use crate::content::words::Catalogue;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, Source, did_you_mean};
use crate::ground::files::{FoundFile, ICONS, check_published};
use crate::ground::html::address::encode;
use crate::ground::html::guard::{self, Allowed, FileKind};
use crate::pages::page::{MapLayer, MapPage};

pub use layers::{FOLDER, built_in, built_in_files, check_name, check_new_name};
pub use patterns::Theme;
pub use templates::Render;
pub use templates::{DEFAULT, Form};

/// A mark for a part that is inserted later. No text contains such a [mark](crate::ground::html::characters::MARKS).
pub(crate) const PART: &str = "\u{10F5C4}";

const STYLESHEET: &str = "style.css";

/// Checks that the site in the folder `root` can use this theme.
///
/// # Errors
///
/// Returns an error if the theme does not exist, or if it does not support websites.
pub fn check_for_website(root: &Path, name: &str) -> Result<(), Diagnostics> {
    layers_for(Form::Website, root, name).map(drop)
}

impl Theme {
    /// Loads a theme for one language of the site in the folder `root`. The templates of the theme print messages of a
    /// catalogue. `allowed` extends what every theme may contain. Pages refer to the icons among the files of the
    /// author.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such theme, or if a template is missing or contains an error.
    pub fn load(
        root: &Path,
        name: &str,
        catalogue: &Arc<Catalogue>,
        form: Form,
        allowed: &Allowed,
        files_of_author: &[FoundFile],
    ) -> Result<Self, Diagnostics> {
        let mut findings = Diagnostics::new();
        let (mut templates, mut files) = (BTreeMap::new(), BTreeMap::new());
        // From the oldest ancestor to the theme itself, which overrides all others.
        let layers = layers_for(form, root, name)?;
        let words = layers.iter().rev().flat_map(|layer| layer.words(catalogue.language())).collect();
        for Layer { name: theme, templates: own, files: own_files, .. } in layers.into_iter().rev() {
            for (path, file) in own {
                let Some(template) = findings.keep(read(&path, &file)) else { continue };
                if theme != name {
                    templates.insert(format!("{theme}/{path}"), template.clone());
                }
                templates.insert(path, template);
            }
            files.extend(own_files);
        }
        // A book contains only files that its templates name. On a website, the HTML of authors can use the others.
        if form.is_book() {
            files.retain(|path, _| own_templates(&templates).any(|(_, template)| template.text().contains(path)));
        }
        let finished = files.into_iter().filter_map(|(path, file)| {
            let bytes = findings.keep(finish(&path, file, allowed))?;
            Some((path, bytes))
        });
        let files = finished.collect();
        findings.into_result(())?;
        check_complete(name, &templates, form)?;
        check_use(&templates)?;
        templates.values().try_for_each(slots::check)?;
        let guard = (!allowed.scripts_in_themes).then(|| form.file_kind());
        let mut icons = ICONS.to_vec();
        icons.retain(|icon| files_of_author.iter().any(|file| file.path == *icon));
        let icons = if icons.is_empty() { &ICONS[..1] } else { &icons };
        let engine = Engine::new(templates, Arc::clone(catalogue), icons)?;
        let guard_of_words = guard.filter(|_| !allowed.raw_html);
        let made = RwLock::default();
        let catalogue = Arc::clone(catalogue);
        Ok(Self { engine, form, catalogue, words, guard_of_patterns: guard, guard_of_words, files, made })
    }

    /// Returns whether a stylesheet of the theme uses a custom property.
    pub fn uses(&self, property: &str) -> bool {
        let use_of_it = format!("var({property}");
        let is_use = |text: &str| text.split(&use_of_it).skip(1).any(|rest| rest.starts_with([')', ',', ' ']));
        let mut sheets = self.files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::Style);
        sheets.any(|(_, bytes)| is_use(&String::from_utf8_lossy(bytes)))
    }

    /// Appends rules to the main stylesheet.
    pub fn add_rules(&mut self, rules: &str) {
        for (_, bytes) in self.files.iter_mut().filter(|(path, _)| path == STYLESHEET) {
            bytes.extend_from_slice(rules.as_bytes());
        }
    }

    /// Sets the path of the author's logo, which templates get for every page.
    pub fn set_logo(&mut self, path: Option<&str>) {
        self.engine.set_logo(path.map(encode).as_deref());
    }

    /// Renders a page directly.
    ///
    /// # Errors
    ///
    /// Returns an error if the template uses a field that the page does not have, or if the result contains anything
    /// that no page may contain.
    pub fn render<P: Render>(&self, page: &P) -> Result<String, Diagnostic> {
        let html = minified_page(self.form, self.render_part(page)?);
        if let Some(kind) = self.guard_of_words {
            guard::check(kind, &html).map_err(|breach| self.engine.breach(P::TEMPLATE, &html, breach))?;
        }
        Ok(html)
    }

    /// Renders a part of a page.
    ///
    /// # Errors
    ///
    /// Returns an error if the template uses a field that the part does not have.
    pub fn render_part<P: Render>(&self, part: &P) -> Result<String, Diagnostic> {
        self.engine.render(P::TEMPLATE, "page", &TemplateInput::new(part))
    }

    /// Renders a page that contains [`PART`] in place of each part, and returns the pieces around the parts. `parts` is
    /// the field of the page with the parts.
    ///
    /// # Errors
    ///
    /// Returns an error if the template uses a field that the page does not have, or does not print each part once.
    pub fn render_around<P: Render>(&self, page: &P, parts: &str, count: usize) -> Result<Vec<String>, Diagnostic> {
        let pieces: Vec<_> = self.render(page)?.split(PART).map(str::to_owned).collect();
        if pieces.len() == count + 1 {
            return Ok(pieces);
        }
        let name = self.engine.name(P::TEMPLATE);
        let message = format!("{name}: the theme does not show every part of `page.{parts}` exactly once");
        Err(Diagnostic::new(message).hint("print the HTML of each part, with `safe`"))
    }

    /// Renders a map. The many dots are inserted later, because the minifier would be slow with them.
    ///
    /// # Errors
    ///
    /// Returns an error if the template uses a field that the map lacks, or if it does not print each layer
    /// exactly once.
    pub fn render_map(&self, mut map: MapPage) -> Result<String, Diagnostic> {
        let put = |layer: &mut MapLayer| std::mem::replace(&mut layer.dots, PART.to_owned());
        let dots: Vec<_> = map.layers.iter_mut().map(put).collect();
        let mut pieces = self.render_around(&map, "layers", dots.len())?.into_iter();
        let first = pieces.next().unwrap_or_default();
        Ok(dots.into_iter().zip(pieces).fold(first, |html, (dots, piece)| html + &dots + &piece))
    }

    /// Checks that a page is well-formed XML, as books require. `name` is the name of the page in messages.
    ///
    /// # Errors
    ///
    /// Returns the first flaw.
    pub fn check_xml(&self, name: &str, page: &str) -> Result<(), Diagnostic> {
        markup::check_markup(&Source::new(name, page), page).map_err(|flaw| {
            flaw.hint("write `<br/>` and `&#160;` instead of `<br>` and `&nbsp;`, because books are XML")
        })
    }
}

/// Returns the templates of a theme without the replaced ones, whose names begin with the name of their theme.
fn own_templates(templates: &BTreeMap<String, Source>) -> impl Iterator<Item = (&String, &Source)> + Clone {
    templates.iter().filter(|(name, _)| !name.contains('/'))
}

fn check_complete(name: &str, templates: &BTreeMap<String, Source>, form: Form) -> Result<(), Diagnostic> {
    let missing = TEMPLATES.iter().filter(|(path, needs)| needs(form) && !templates.contains_key(*path));
    let missing: Vec<_> = missing.map(|(path, _)| format!("`{path}`")).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let message = format!("the theme `{name}` lacks templates: {}", missing.join(", "));
    Err(Diagnostic::new(message).hint(format!(
        "add them to {FOLDER}/{name}/templates/, or inherit them from another theme with the line \
         `extends = \"{DEFAULT}\"` in {FOLDER}/{name}/theme.toml"
    )))
}

/// Checks that each template is used. A template that no page and no other template uses is misnamed or forgotten.
fn check_use(templates: &BTreeMap<String, Source>) -> Result<(), Diagnostics> {
    let is_named = |path: &str| templates.values().any(|template| quoted(template.text(), path).is_some());
    // Templates refer to components by other names than their files'.
    let is_used = |path: &str, template: &Source| {
        TEMPLATES.iter().any(|(known, _)| *known == path) || template.text().contains(" component ") || is_named(path)
    };
    let unused =
        own_templates(templates).filter(|(path, template)| !is_used(path, template)).map(|(path, template)| {
            let others = own_templates(templates).map(|(other, _)| other.as_str()).filter(|other| other != path);
            let hint = did_you_mean(path, others.chain(TEMPLATES.iter().map(|(known, _)| *known)));
            Diagnostic::new(format!("the program does not use the template {}", template.name())).hint(hint)
        });
    unused.collect::<Diagnostics>().into_result(())
}

fn read(path: &str, file: &ThemeFile) -> Result<Source, Diagnostic> {
    if Path::new(path).extension().is_none_or(|ending| ending != "html") {
        return Err(Diagnostic::new(format!("{} is not a template", file.origin))
            .hint("rename it to end with `.html`, or move published files to `static/`"));
    }
    let source = file.text()?;
    markup::check(&source)?;
    Ok(source)
}

fn finish(path: &str, file: ThemeFile, allowed: &Allowed) -> Result<Vec<u8>, Diagnostic> {
    check_published(path, &file.origin, &allowed.endings)?;
    let kind = FileKind::of(path);
    if kind != FileKind::Other && !allowed.scripts_in_themes {
        let source = file.text()?;
        guard::check(kind, source.text()).map_err(|breach| breach.diagnostic(&source))?;
    }
    Ok(match (kind, std::str::from_utf8(&file.bytes)) {
        (FileKind::Style, Ok(sheet)) => minified_sheet(sheet).into_bytes(),
        _ => file.bytes.into_owned(),
    })
}
