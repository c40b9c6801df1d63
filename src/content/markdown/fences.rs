//! Fenced blocks: those that the program reads, by the words behind their first fence, and those that are misspelt.

pub(super) const BOARD: &str = "board";

pub(super) const STEP: &str = "step";

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
