//! HTML that stands in Markdown, with its place there.

use std::ops::Range;

/// HTML of a text, which may be parts of several lines of it.
#[derive(Default)]
pub(super) struct Chunk {
    pub(super) source: String,
    /// Where each part begins in it and in the text.
    parts: Vec<(usize, usize)>,
}

impl Chunk {
    pub(super) fn new(html: &str, start: usize) -> Self {
        let mut chunk = Self::default();
        chunk.push(html, start);
        chunk
    }

    pub(super) fn push(&mut self, html: &str, start: usize) {
        let mut at = 0;
        // The tokenizer counts the two characters that end lines in some files as one.
        for line in html.split_inclusive("\r\n") {
            self.parts.push((self.source.len(), start + at));
            match line.strip_suffix("\r\n") {
                Some(line) => self.source.extend([line, "\n"]),
                None => self.source += line,
            }
            at += line.len();
        }
    }

    /// Returns the range in the text of a range in the HTML.
    pub(super) fn place(&self, range: &Range<usize>) -> Range<usize> {
        let place = |at: usize| {
            let part = self.parts.partition_point(|(start, _)| *start <= at).saturating_sub(1);
            self.parts.get(part).map_or(at, |(start, place)| place + at - start)
        };
        place(range.start)..place(range.end.saturating_sub(1).max(range.start)) + 1
    }
}
