//! The output of a passage: ink's rules for spaces, lines, glue and tags.
//!
//! Ink's own runtime stops at the end of each line, looks ahead for glue, and goes back. This program needs only
//! complete passages, so it writes one stream, and cuts the stream into lines when the passage ends.

use std::mem;
use std::sync::Arc;

/// A line of a passage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Line {
    /// The text of the line. The text can be empty if the line has tags. It contains a newline only if a printed value
    /// contains one.
    pub text: String,
    /// The tags of the line, without the `#`.
    pub tags: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    Text(Arc<str>),
    Glue,
    BeginString,
    BeginTag,
    EndTag,
    Tag(Arc<str>),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Output {
    pieces: Vec<Piece>,
    /// The number of bytes ever added.
    bytes: usize,
}

impl Piece {
    fn is_mark(&self) -> bool {
        matches!(self, Self::BeginString | Self::BeginTag | Self::EndTag)
    }

    fn is_newline(&self) -> bool {
        matches!(self, Self::Text(text) if &**text == "\n")
    }

    fn is_text(&self) -> bool {
        matches!(self, Self::Text(_))
    }

    fn is_visible(&self) -> bool {
        matches!(self, Self::Text(text) if &**text != "\n" && !is_blank(text))
    }
}

/// The maximum number of bytes of a passage.
const MOST_BYTES: usize = 1 << 20;

impl Output {
    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    pub(super) fn is_too_long(&self) -> bool {
        self.bytes > MOST_BYTES
    }

    /// Adds text. For a running function that has printed nothing yet, `function_start` is the length of the stream
    /// when the function began. Returns whether this text is the first text of the function. After the first text,
    /// newlines are kept.
    pub(super) fn add_text(&mut self, text: &str, function_start: Option<usize>) -> bool {
        self.bytes += text.len();
        let mut start = function_start;
        for part in split(text) {
            if self.add(part, start) {
                start = None;
            }
        }
        start != function_start
    }

    fn add(&mut self, text: &str, function_start: Option<usize>) -> bool {
        let glue = self.last_glue();
        let string = if glue.is_none() { self.last_string() } else { None };
        let function_start = function_start.filter(|&start| string.is_none_or(|string| string < start));
        let piece = Piece::Text(text.into());
        let mut said_first_words = false;
        if glue.is_some() || function_start.is_some() {
            if piece.is_newline() {
                return false;
            }
            if piece.is_visible() {
                if glue.is_some() {
                    self.remove_glue();
                }
                said_first_words = function_start.is_some();
            }
        } else if piece.is_newline() && (self.ends_in_newline() || !self.pieces.iter().any(Piece::is_text)) {
            return false;
        }
        self.pieces.push(piece);
        said_first_words
    }

    pub(super) fn add_glue(&mut self) {
        let seen = self.pieces.iter().rposition(|piece| piece.is_mark() || piece.is_visible()).map_or(0, |at| at + 1);
        if let Some(newline) = self.pieces[seen..].iter().position(Piece::is_newline) {
            let mut index = 0;
            self.pieces.retain(|piece| {
                index += 1;
                index <= seen + newline || !piece.is_text()
            });
        }
        self.push(Piece::Glue);
    }

    pub(super) fn push(&mut self, piece: Piece) {
        self.pieces.push(piece);
    }

    fn remove_glue(&mut self) {
        let from = self.pieces.iter().rposition(Piece::is_mark).map_or(0, |at| at + 1);
        let kept = self.pieces.split_off(from).into_iter().filter(|piece| *piece != Piece::Glue);
        self.pieces.extend(kept);
    }

    /// Returns the place of the last glue. If a string is open, returns only glue in the innermost string.
    fn last_glue(&self) -> Option<usize> {
        let last = self.pieces.iter().rposition(|piece| matches!(piece, Piece::Glue | Piece::BeginString))?;
        (self.pieces[last] == Piece::Glue).then_some(last)
    }

    fn last_string(&self) -> Option<usize> {
        self.pieces.iter().rposition(|piece| *piece == Piece::BeginString)
    }

    fn ends_in_newline(&self) -> bool {
        let last = self.pieces.iter().rev().find(|piece| piece.is_mark() || piece.is_newline() || piece.is_visible());
        last.is_some_and(Piece::is_newline)
    }

    /// Removes spaces and newlines from the end of a function's output.
    pub(super) fn trim_function(&mut self, start: Option<usize>) {
        for index in (start.unwrap_or(0)..self.pieces.len()).rev() {
            match &self.pieces[index] {
                piece if piece.is_visible() => break,
                Piece::Text(_) => drop(self.pieces.remove(index)),
                _ => {}
            }
        }
    }

    /// Removes the text since a string began from the stream, and returns this text. Tags stay in the stream.
    pub(super) fn end_string(&mut self) -> Option<String> {
        let from = self.last_string()?;
        let cut = self.pieces.split_off(from);
        let text = text_of(&cut);
        self.pieces.extend(cut.into_iter().filter(|piece| matches!(piece, Piece::Tag(_))));
        Some(text)
    }

    pub(super) fn is_in_string(&self) -> bool {
        self.last_string().is_some()
    }

    pub(super) fn take_tag(&mut self) -> String {
        let from = self.pieces.iter().rposition(|piece| *piece == Piece::BeginTag).unwrap_or(0);
        clean(&text_of(&self.pieces.split_off(from)))
    }

    pub(super) fn lines(&self) -> Vec<Line> {
        let (mut lines, mut line) = (Vec::new(), Line::default());
        let mut tag: Option<String> = None;
        for piece in self.pieces.iter().chain([&Piece::EndTag, &Piece::Text("\n".into())]) {
            match (piece, &mut tag) {
                (Piece::BeginTag | Piece::EndTag, _) => {
                    line.tags.extend(tag.take().filter(|tag| !tag.is_empty()).map(|tag| clean(&tag)));
                    tag = (*piece == Piece::BeginTag).then(String::new);
                }
                (Piece::Text(text), Some(tag)) => tag.push_str(text),
                (Piece::Text(text), None) if &**text == "\n" => lines.push(mem::take(&mut line)),
                (Piece::Text(text), None) => line.text.push_str(text),
                (Piece::Tag(tag), _) => line.tags.push(tag.to_string()),
                (Piece::Glue | Piece::BeginString, _) => {}
            }
        }
        for line in &mut lines {
            line.text = clean(&line.text);
        }
        lines.retain(|line| !line.text.is_empty() || !line.tags.is_empty());
        lines
    }
}

fn text_of(pieces: &[Piece]) -> String {
    let texts = pieces.iter().filter_map(|piece| match piece {
        Piece::Text(text) => Some(&**text),
        _ => None,
    });
    texts.collect()
}

fn is_blank(text: &str) -> bool {
    text.chars().all(|character| matches!(character, ' ' | '\t'))
}

/// Removes spaces and tabs at both ends of each line, and replaces each other run of spaces and tabs with one space.
fn clean(text: &str) -> String {
    let clean_line = |line: &str| line.split([' ', '\t']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    text.split('\n').map(clean_line).collect::<Vec<_>>().join("\n")
}

/// Splits off the newlines at both ends of a text. Each run of newlines becomes a single newline.
fn split(text: &str) -> Vec<&str> {
    let is_space = |character: char| matches!(character, ' ' | '\t' | '\n');
    let body = text.trim_start_matches(is_space);
    let head = &text[..text.len() - body.len()];
    let mut parts = Vec::with_capacity(1);
    let mut rest = text;
    if let (Some(first), Some(last)) = (head.find('\n'), head.rfind('\n')) {
        parts.extend([&head[..first], "\n"]);
        rest = &text[last + 1..];
    }
    let kept = rest.trim_end_matches(is_space);
    let tail = &rest[kept.len()..];
    match (tail.find('\n'), tail.rfind('\n')) {
        (Some(first), Some(last)) => {
            parts.extend([&rest[..kept.len() + first], "\n", &tail[last + 1..]]);
        }
        _ => parts.push(rest),
    }
    parts.retain(|part| !part.is_empty());
    parts
}
