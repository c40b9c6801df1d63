//! Fenced blocks: those that the program reads, by the words behind their first fence, and those that are misspelt.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Tag};

use super::text::parser;

/// The name of the block that shows a position.
pub(super) const BOARD: &str = "board";

/// The name of the block that ends a step of a lesson.
pub(in crate::content) const STEP: &str = "step";

/// A fenced block: all of it, and the lines between its fences.
pub(in crate::content) struct Block {
    pub(in crate::content) whole: Range<usize>,
    pub(in crate::content) lines: Range<usize>,
}

/// Returns the fenced blocks of this name that stand in nothing else, in their order.
pub(in crate::content) fn fenced_blocks(text: &str, name: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut depth = 0_usize;
    for (event, range) in parser(text).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                if depth == 0 && is_fenced(&tag, name) {
                    blocks.push(Block { lines: range.start..range.start, whole: range });
                }
                depth += 1;
            }
            Event::Text(_) if depth == 1 => {
                if let Some(block) = blocks.last_mut().filter(|block| range.end <= block.whole.end) {
                    let start = if block.lines.is_empty() { range.start } else { block.lines.start };
                    block.lines = start..range.end;
                }
            }
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    blocks
}

/// Whether a tag begins a fenced block with exactly this name.
fn is_fenced(tag: &Tag<'_>, name: &str) -> bool {
    matches!(tag, Tag::CodeBlock(CodeBlockKind::Fenced(info)) if info.trim() == name)
}

/// Returns what is to be told of a block whose name is nearly that of one that the program reads, and what to do. All
/// others are code.
pub(super) fn misspelt(info: &str) -> Option<(String, String)> {
    let info = info.trim();
    let word = info.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let lower = word.to_lowercase();
    // No name of a language is as near as that.
    let name = [BOARD, STEP].into_iter().find(|name| strsim::damerau_levenshtein(&lower, name) <= 1)?;
    if info == name {
        return None;
    }
    if lower == name && word != info {
        let message = format!("behind the name of a block `{name}` stands nothing else");
        let hint = format!("write ```{name} alone, and between the fences what the block says");
        return Some((message, hint));
    }
    let message = format!("the block `{word}` would be shown as code");
    Some((message, format!("did you mean ```{name}?")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_told_and_languages_are_code() {
        for near in ["baord", "boards", "bord", "Board", "stpe", "steps", "STEP", "board nim/two-player", "step{1}"] {
            assert!(misspelt(near).is_some(), "{near}");
        }
        let languages = "rust toml sh bash zsh text tex sed awk swift stan c cpp java js json html css xml yaml sql";
        for code in languages.split(' ').chain(["", "board", "step", "rust,ignore", "console", "ada"]) {
            assert_eq!(misspelt(code), None, "{code}");
        }
    }
}
