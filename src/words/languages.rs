//! Languages: how their tags are written, and the names by which people call them.

use crate::diagnostic::{Diagnostic, nearest};

/// Languages: the tag of each, then its names in English and in itself, in small letters.
const NAMES: &str = "\
    af afrikaans afrikaans, am amharic አማርኛ, ar arabic العربية, az azerbaijani azərbaycan, \
    be belarusian беларуская, bg bulgarian български, bn bengali বাংলা, bs bosnian bosanski, ca catalan català, \
    cs czech čeština, cy welsh cymraeg, da danish dansk, de german deutsch, el greek ελληνικά, en english english, \
    eo esperanto esperanto, es spanish español, et estonian eesti, eu basque euskara, fa persian فارسی, \
    fi finnish suomi, fr french français, ga irish gaeilge, gl galician galego, he hebrew עברית, hi hindi हिन्दी, \
    hr croatian hrvatski, hu hungarian magyar, hy armenian հայերեն, id indonesian indonesia, is icelandic íslenska, \
    it italian italiano, ja japanese 日本語, ka georgian ქართული, kk kazakh қазақ, ko korean 한국어, la latin latina, \
    lt lithuanian lietuvių, lv latvian latviešu, mk macedonian македонски, mn mongolian монгол, ms malay melayu, \
    nb norwegian norsk, nl dutch nederlands, pl polish polski, pt portuguese português, ro romanian română, \
    ru russian русский, sk slovak slovenčina, sl slovenian slovenščina, sq albanian shqip, sr serbian српски, \
    sv swedish svenska, sw swahili kiswahili, ta tamil தமிழ், th thai ไทย, tr turkish türkçe, \
    uk ukrainian українська, ur urdu اردو, vi vietnamese tiếng việt, yi yiddish ייִדיש, zh chinese 中文";

/// The languages and the scripts that are written from right to left.
const FROM_THE_RIGHT: [&str; 2] =
    ["ar arc ckb dv fa he ks mzn nqo pnb ps sd syr ug ur yi", "Adlm Arab Hebr Mand Nkoo Rohg Samr Syrc Thaa"];

/// Whether a language is written from right to left. A script that its tag names decides.
pub(super) fn is_right_to_left(tag: &str) -> bool {
    let [languages, scripts] = FROM_THE_RIGHT;
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default();
    match parts.next().filter(|part| part.len() == 4 && part.bytes().all(|b| b.is_ascii_alphabetic())) {
        Some(script) => scripts.split(' ').any(|known| known == script),
        None => languages.split(' ').any(|known| known == language),
    }
}

/// Checks a tag of BCP 47: two or three letters for the language, then perhaps a script, a region and further parts of
/// up to eight letters and digits, each in the letters that are usual for it.
///
/// # Errors
///
/// When it is none, with what to write instead.
pub fn check_tag(tag: &str) -> Result<(), Diagnostic> {
    let written = usual(tag);
    if written.as_deref() == Some(tag) {
        return Ok(());
    }
    let meant = written.or_else(|| by_name(tag).map(str::to_owned));
    let hint = meant
        .map_or_else(|| "tags look like `en`, `de` or `pt-BR`".to_owned(), |meant| format!("did you mean `{meant}`?"));
    Err(Diagnostic::new(format!("`{tag}` is no language tag")).hint(hint))
}

/// Returns a well-formed tag in the letters that are usual.
fn usual(tag: &str) -> Option<String> {
    let tag = tag.replace('_', "-").to_ascii_lowercase();
    let mut parts = tag.split('-');
    let language = parts.next().filter(|part| (2..=3).contains(&part.len()))?;
    let mut usual = language.bytes().all(|b| b.is_ascii_lowercase()).then(|| language.to_owned())?;
    let mut is_extension = false;
    for part in parts {
        if !(1..=8).contains(&part.len()) || !part.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return None;
        }
        is_extension |= part.len() == 1;
        usual.push('-');
        match part.len() {
            2 if !is_extension => usual += &part.to_ascii_uppercase(),
            4 if !is_extension => usual.extend([&*part[..1].to_ascii_uppercase(), &part[1..]]),
            _ => usual += part,
        }
    }
    Some(usual)
}

/// Returns the tag of a language by its name.
fn by_name(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let names = NAMES.split(", ").filter_map(|language| language.split_once(' '));
    // Names of two or three signs are all near to each other, and counted in bytes those in other letters, too.
    let begins_alike = |known: &&str| known.chars().next() == name.chars().next() && known.chars().count() > 3;
    let is_candidate = |known: &&str| *known == name || begins_alike(known);
    let meant = nearest(&name, names.clone().flat_map(|(_, names)| names.split(' ')).filter(is_candidate))?;
    names.clone().find(|(_, names)| names.split(' ').any(|name| name == meant)).map(|(tag, _)| tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_from_names_and_other_spellings() {
        for tag in ["en", "de-AT", "zh-Hant-TW", "sr-Latn", "ckb", "de-1996", "en-x-pirate", "de-u-co-phonebk"] {
            assert!(check_tag(tag).is_ok(), "{tag}");
        }
        for (wrong, meant) in [
            ("DE", Some("de")),
            ("de_AT", Some("de-AT")),
            ("zh-hant", Some("zh-Hant")),
            ("German", Some("de")),
            ("Deutsch", Some("de")),
            ("francais", Some("fr")),
            ("日本語", Some("ja")),
            ("", None),
            ("English, please, if you can", None),
        ] {
            let advice = check_tag(wrong).expect_err(wrong).advice().map(str::to_owned).unwrap_or_default();
            let meant = meant.map(|tag| format!("did you mean `{tag}`?"));
            assert_eq!(advice, meant.unwrap_or_else(|| "tags look like `en`, `de` or `pt-BR`".to_owned()), "{wrong}");
        }
    }
}
