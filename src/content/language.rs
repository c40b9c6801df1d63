//! Languages: the tags of BCP 47 that say which one the texts of a site are in.

use serde::{Deserialize, Deserializer};

use crate::diagnostic::refusal;

/// Reads the tag of a language.
pub(super) fn language<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let tag = String::deserialize(deserializer)?;
    if is_tag(&tag) {
        return Ok(tag);
    }
    Err(refusal(format!("`{tag}` is no language tag"), "tags look like `en`, `de` or `pt-BR`"))
}

/// Whether a text is a well-formed tag: two or three letters for the language, then perhaps a script of four letters, a
/// region of two letters or three digits, and further parts of up to eight letters and digits.
fn is_tag(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default();
    let is_part = |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    (2..=3).contains(&language.len()) && language.bytes().all(|b| b.is_ascii_alphabetic()) && parts.all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_from_names() {
        for tag in ["en", "de", "pt-BR", "zh-Hant-TW", "es-419", "gsw", "de-CH-1996"] {
            assert!(is_tag(tag), "{tag}");
        }
        for other in ["", "german", "English, please", "e", "en_GB", "pt-", "-de", "123"] {
            assert!(!is_tag(other), "{other}");
        }
    }
}
