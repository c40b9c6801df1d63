//! Themes: templates and files that turn pages into HTML.
//!
//! A theme is a folder with `templates/` and `static/`. The theme `classic` is part of the program; a folder of a site's
//! own, `themes/NAME/`, overrides it file by file. This is the only place that knows the template engine.

mod minify;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use include_dir::{Dir, include_dir};
use serde::Serialize;
use tera::{Context, ErrorKind, Tera};

use crate::diagnostic::{Diagnostic, Diagnostics, Source, did_you_mean};
use crate::files;
use crate::page::{ArticlePage, Diagram, FrontPage, GamePage, LessonPage, PositionPage};

/// The folder of a site's own themes, inside the site's root.
pub const FOLDER: &str = "themes";

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/themes");

/// The templates that the pages are made from; a theme can have more, for these to include.
const TEMPLATES: [&str; 6] =
    ["article.html", "diagram.html", "front.html", "game.html", "lesson.html", "position.html"];

const TEMPLATE_HINT: &str = "templates are written for Tera 2; the module `page` documents what they are given";

/// A theme that is ready to render pages.
pub struct Theme {
    minify: Minify,
    engine: Tera,
    sources: BTreeMap<String, Source>,
    files: Vec<(String, Vec<u8>)>,
}

/// A page that a theme can render.
pub trait Render: Serialize {
    /// The template that it is rendered with.
    const TEMPLATE: &'static str;
}

impl Render for ArticlePage {
    const TEMPLATE: &'static str = "article.html";
}

impl Render for Diagram {
    const TEMPLATE: &'static str = "diagram.html";
}

impl Render for LessonPage {
    const TEMPLATE: &'static str = "lesson.html";
}

impl Render for FrontPage {
    const TEMPLATE: &'static str = "front.html";
}

impl Render for GamePage {
    const TEMPLATE: &'static str = "game.html";
}

impl Render for PositionPage {
    const TEMPLATE: &'static str = "position.html";
}

/// Whether templates and stylesheets are made smaller when they are loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Minify {
    /// Without blanks and tags that no browser needs.
    Yes,
    /// As their authors wrote them.
    No,
}

impl Theme {
    /// Loads a theme for the site in the folder `root`.
    ///
    /// # Errors
    ///
    /// When there is no such theme, when it lacks a template, or when a template has an error.
    pub fn load(root: &Path, name: &str, minify: Minify) -> Result<Self, Diagnostics> {
        let files = files_of_theme(root, name)?;
        let mut findings = Diagnostics::new();
        let mut sources = BTreeMap::new();
        let mut templates = Vec::new();
        let mut static_files = Vec::new();
        for (path, (origin, bytes)) in files {
            if let Some(template) = path.strip_prefix("templates/") {
                let Some(source) = findings.keep(text(&origin, &bytes)) else { continue };
                templates.extend(findings.keep(prepare(&source, minify)).map(|text| (template.to_owned(), text)));
                sources.insert(template.to_owned(), source);
            } else if let Some(file) = path.strip_prefix("static/") {
                let is_stylesheet = Path::new(file).extension().is_some_and(|ending| ending == "css");
                let bytes = if is_stylesheet && minify == Minify::Yes {
                    text(&origin, &bytes).map(|source| minify::minify_stylesheet(source.text()))
                } else {
                    Ok(bytes.into_owned())
                };
                static_files.extend(findings.keep(bytes).map(|bytes| (file.to_owned(), bytes)));
            }
        }
        for template in TEMPLATES {
            if !sources.contains_key(template) {
                findings.push(
                    Diagnostic::new(format!("the theme `{name}` has no template `{template}`"))
                        .hint(format!("add the file {FOLDER}/{name}/templates/{template}")),
                );
            }
        }
        let mut theme = findings.into_result(Self { minify, engine: new_engine(), sources, files: static_files })?;
        match theme.engine.add_raw_templates(templates) {
            Ok(()) => Ok(theme),
            Err(error) => Err(theme.explain::<FrontPage>(None, &error).into()),
        }
    }

    /// The theme's own files, by their paths on the site.
    pub fn files(&self) -> &[(String, Vec<u8>)] {
        &self.files
    }

    /// The form in which the HTML of a text goes into a page.
    pub fn body(&self, html: &str) -> String {
        match self.minify {
            Minify::Yes => minify::minify_markup(html),
            Minify::No => html.to_owned(),
        }
    }

    /// Renders a page.
    ///
    /// # Errors
    ///
    /// When the template asks for what the page does not have.
    pub fn render<P: Render>(&self, page: &P) -> Result<String, Diagnostic> {
        let rendered = context(page).and_then(|context| self.engine.render(P::TEMPLATE, &context));
        rendered.map_err(|error| self.explain(Some(page), &error))
    }

    /// What the engine found wrong in the minified templates, with the place in the template as its author wrote it: the
    /// same work, done with the original templates, fails in the same way.
    fn explain<P: Render>(&self, page: Option<&P>, error: &tera::Error) -> Diagnostic {
        let mut original = new_engine();
        let originals = self.sources.iter().map(|(name, source)| (name, source.text()));
        let again = original.add_raw_templates(originals).and_then(|()| match page {
            Some(page) => original.render(P::TEMPLATE, &context(page)?).map(drop),
            None => Ok(()),
        });
        match again {
            Err(original_error) => self.diagnostic(&original_error),
            Ok(()) => Diagnostic::new(format!("a template cannot be used: {error}")).hint(TEMPLATE_HINT),
        }
    }

    fn diagnostic(&self, error: &tera::Error) -> Diagnostic {
        let (ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report)) = error.kind() else {
            return Diagnostic::new(format!("the theme has an error: {error}")).hint(TEMPLATE_HINT);
        };
        let diagnostic = Diagnostic::new(report.message()).hint(TEMPLATE_HINT);
        let Some(source) = self.sources.get(report.filename()) else { return diagnostic };
        diagnostic.at(source, report.span().range.clone())
    }
}

fn new_engine() -> Tera {
    let mut engine = Tera::new();
    engine.autoescape_on([".html"]);
    engine
}

fn context<P: Serialize>(page: &P) -> tera::TeraResult<Context> {
    let mut context = Context::new();
    context.insert_value("page", tera::Value::try_from_serializable(page)?);
    Ok(context)
}

/// The text of a template, as it is or minified.
fn prepare(source: &Source, minify: Minify) -> Result<String, Diagnostic> {
    match minify {
        Minify::No => Ok(source.text().to_owned()),
        Minify::Yes => minify::minify_template(source.text()).map_err(|error| {
            Diagnostic::new("a template tag stands where no markup can be")
                .at(source, error.range)
                .hint("put it between elements, or inside the quotes of an attribute's value")
        }),
    }
}

fn text(origin: &str, bytes: &[u8]) -> Result<Source, Diagnostic> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(origin, text.trim_start_matches('\u{FEFF}'))),
        Err(_) => Err(Diagnostic::new(format!("{origin} is not a text in UTF-8")).hint("save the file as UTF-8")),
    }
}

/// The name that messages give a file, and its bytes.
type ThemeFile = (String, Cow<'static, [u8]>);

/// The files of a theme by their paths inside it: those of the program, replaced and joined by those of the site.
fn files_of_theme(root: &Path, name: &str) -> Result<BTreeMap<String, ThemeFile>, Diagnostics> {
    let own = root.join(FOLDER).join(name);
    let is_a_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    let embedded = EMBEDDED.get_dir(name);
    if !is_a_name || (embedded.is_none() && !own.is_dir()) {
        let known = theme_names(root);
        let hint = did_you_mean(name, known.iter().map(String::as_str));
        return Err(Diagnostic::new(format!("unknown theme `{name}`")).hint(hint).into());
    }
    let mut files = BTreeMap::new();
    if let Some(dir) = embedded {
        collect_embedded(dir, dir.path(), &mut files);
    }
    if own.is_dir() {
        let mut findings = Diagnostics::new();
        for file in files::find(&own, root)? {
            let origin = files::shown(&file.origin, root);
            let bytes = fs::read(&file.origin).map_err(|error| Diagnostic::io("read", Path::new(&origin), &error));
            files.extend(findings.keep(bytes).map(|bytes| (file.path, (origin, Cow::Owned(bytes)))));
        }
        findings.into_result(())?;
    }
    Ok(files)
}

fn collect_embedded(dir: &'static Dir<'_>, base: &Path, files: &mut BTreeMap<String, ThemeFile>) {
    for file in dir.files() {
        let path = file.path().strip_prefix(base).unwrap_or(file.path()).to_string_lossy().replace('\\', "/");
        let origin = format!("{FOLDER}/{}", file.path().display());
        files.insert(path, (origin, Cow::Borrowed(file.contents())));
    }
    for inner in dir.dirs() {
        collect_embedded(inner, base, files);
    }
}

/// The names of all themes that the site could use.
fn theme_names(root: &Path) -> Vec<String> {
    let own = fs::read_dir(root.join(FOLDER)).into_iter().flatten().flatten();
    let own = own.filter(|entry| entry.path().is_dir()).map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<_> = EMBEDDED.dirs().map(|dir| dir.path().to_string_lossy().into_owned()).chain(own).collect();
    names.sort();
    names.dedup();
    names
}
