//! Markdown files: a header in TOML, then a text.

use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::files::{Images, read_source};
use super::links;
use super::located::{Located, read};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, Source, toml_keys};

const FENCE: &str = "+++";

/// The line around headers in YAML, which other generators use.
const YAML_FENCE: &str = "---";

#[derive(Clone, Copy)]
pub(super) struct TextRules {
    /// True if texts can contain any HTML.
    pub(super) raw_html: bool,
    /// True if texts are in English. In English texts, straight quotes and dashes become typographic ones.
    pub(super) is_english: bool,
}

pub(super) struct Document<'a> {
    /// The path of the file in the content folder. For a translation, the path of the original.
    pub(super) path: String,
    /// The path without its extension: the name of the page, or the folder of its pages.
    pub(super) name: String,
    pub(super) source: Source,
    header: Range<usize>,
    body: Range<usize>,
    pub(super) rules: TextRules,
    pub(super) images: &'a Images,
}

impl<'a> Document<'a> {
    /// Reads a Markdown file and finds its header. `path` is the file in the content folder that determines its page:
    /// the original, if the file is a translation.
    pub(super) fn open(
        root: &Path,
        origin: &Path,
        path: &str,
        rules: TextRules,
        images: &'a Images,
    ) -> Result<Self, Diagnostic> {
        let source = read_source(root, origin)?;
        let name = path.strip_suffix(".md").unwrap_or(path).to_owned();
        let (header, body) = split_header(&source)?;
        Ok(Self { path: path.to_owned(), name, source, header, body, rules, images })
    }

    pub(super) fn has_key(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.place_of_key(name).is_some())
    }

    pub(super) fn place_of_key(&self, name: &str) -> Option<Range<usize>> {
        let keys = toml_keys(&self.source, self.header.clone());
        keys.into_iter().find(|(key, _)| key == name).map(|(_, place)| place)
    }

    pub(super) fn header<T: DeserializeOwned>(&self) -> Result<T, Diagnostics> {
        read(&self.source, self.header.clone())
    }

    pub(super) fn text(&self) -> &str {
        &self.source.text()[self.body.clone()]
    }

    pub(super) fn in_file(&self, range: &Range<usize>) -> Range<usize> {
        range.start + self.body.start..range.end + self.body.start
    }

    /// Resolves the path of an image relative to the folder of the file.
    pub(super) fn image(&self, named: Option<Located<String>>) -> Option<Located<String>> {
        named.map(|named| named.with(links::path_of(&self.path, &named.value)))
    }
}

fn split_header(source: &Source) -> Result<(Range<usize>, Range<usize>), Diagnostic> {
    let (text, mut end) = (source.text(), 0);
    let lines = text.split_inclusive('\n').map(|line| {
        end += line.len();
        (line.trim_end(), end - line.len()..end)
    });
    let mut fences = lines.filter(|(line, _)| *line == FENCE).map(|(_, range)| range);
    let Some(first) = fences.next().filter(|fence| fence.start == 0) else {
        let first_line = text.lines().next().unwrap_or_default();
        let (message, hint) = if first_line.trim_end() == YAML_FENCE {
            let hint = "replace both lines `---` with `+++`, and write `title = \"…\"` instead of `title: …`";
            ("this header looks like YAML, but headers are TOML between lines `+++`", hint)
        } else {
            let hint = "begin the file with three lines: `+++`, `title = \"…\"` and `+++`";
            ("this page does not begin with a header", hint)
        };
        return Err(Diagnostic::new(message).at(source, 0..first_line.len()).hint(hint));
    };
    let last = fences.next().ok_or_else(|| {
        Diagnostic::new("the header is not closed").at(source, 0..FENCE.len()).hint("end the header with a line `+++`")
    })?;
    Ok((first.end..last.start, last.end..text.len()))
}
