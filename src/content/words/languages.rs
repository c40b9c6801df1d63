//! Languages: the syntax of their tags.

use unic_langid::{CharacterDirection, LanguageIdentifier};

use crate::ground::diagnostic::Diagnostic;

/// Returns whether a language is written from right to left. If the tag contains a script, the script decides this.
pub(super) fn is_right_to_left(tag: &str) -> bool {
    let language = tag.parse::<LanguageIdentifier>();
    language.is_ok_and(|language| language.character_direction() == CharacterDirection::RTL)
}

/// Checks a BCP 47 tag: two or three letters for the language, then optionally a script, a region and variants, in the
/// usual case.
///
/// # Errors
///
/// Returns an error with a suggestion if `tag` is not a valid tag.
pub fn check_tag(tag: &str) -> Result<(), Diagnostic> {
    let written = tag.parse::<LanguageIdentifier>().ok();
    // Longer tags are reserved.
    let written = written.filter(|language| language.language.as_str().len() <= 3);
    let meant = written.map(|language| language.to_string());
    if meant.as_deref() == Some(tag) {
        return Ok(());
    }
    let hint = meant.map_or_else(
        || "write a tag such as `en`, `de` or `pt-BR`".to_owned(),
        |meant| format!("did you mean `{meant}`?"),
    );
    Err(Diagnostic::new(format!("`{tag}` is not a language tag")).hint(hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_from_other_spellings() {
        for tag in ["en", "de-AT", "zh-Hant-TW", "sr-Latn", "ckb", "de-1996"] {
            assert!(check_tag(tag).is_ok(), "{tag}");
        }
        for (wrong, meant) in [
            ("DE", Some("de")),
            ("de_AT", Some("de-AT")),
            ("zh-hant", Some("zh-Hant")),
            ("German", None),
            ("xx-yy-zzzz9", Some("xx-YY-zzzz9")),
            ("", None),
            ("Klingon", None),
            ("English, please, if you can", None),
        ] {
            let advice = check_tag(wrong).expect_err(wrong).advice().map(str::to_owned).unwrap_or_default();
            assert!(meant.is_none_or(|tag| check_tag(tag).is_ok()), "{wrong}");
            let meant = meant.map(|tag| format!("did you mean `{tag}`?"));
            assert_eq!(
                advice,
                meant.unwrap_or_else(|| "write a tag such as `en`, `de` or `pt-BR`".to_owned()),
                "{wrong}"
            );
        }
    }
}
