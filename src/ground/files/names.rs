//! Names that work everywhere: on each system that a site may be copied to, and in each address.

use unicode_normalization::UnicodeNormalization;

use crate::ground::diagnostic::is_misleading;

/// How many bytes the name of a file or a folder may have. File systems stop at 255, and programs that copy files write
/// them under names that are some eight bytes longer at first.
pub(crate) const LONGEST_NAME: usize = 247;

/// How many bytes a path of the site may have. Systems stop at 4096 with the folder that a site lies in, and servers
/// at some thousand.
pub(crate) const LONGEST_PATH: usize = 1024;

pub(super) const PLAIN: &str = "rename it, best to letters, digits, `-`, `_` and `.`";

/// The names that Windows keeps for devices, with any ending, beside `com` and `lpt` with a number.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Returns why a name of a file or a folder does not work everywhere, as a hint that says what to do.
pub(crate) fn why_unfit(name: &str) -> Option<String> {
    let is_bad = |c: char| is_invisible(c) || "\\:*?\"<>|#%".contains(c);
    if name.len() > LONGEST_NAME {
        return Some(format!("its name has {} bytes; choose one of at most {LONGEST_NAME}", name.len()));
    }
    if is_device(name) {
        return Some("Windows keeps this name for a device, with any ending: choose another one".to_owned());
    }
    if name.ends_with(['.', ' ']) || name.starts_with(' ') {
        return Some("let its name begin with no blank, and end with no blank and no `.`".to_owned());
    }
    name.contains(is_bad).then(|| PLAIN.to_owned())
}

/// Whether a character cannot be seen, turns the direction of writing, or is a blank that is not the common one.
pub(crate) fn is_invisible(c: char) -> bool {
    const OF_NO_WIDTH: [char; 5] = ['\u{AD}', '\u{200B}', '\u{200C}', '\u{200D}', '\u{FEFF}'];
    let is_blank = c.is_whitespace() && c != ' ';
    is_blank || is_misleading(c) || OF_NO_WIDTH.contains(&c) || ('\u{2060}'..='\u{206F}').contains(&c)
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let number = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    DEVICES.contains(&&*stem) || number.is_some_and(|number| number.len() == 1 && number.parse::<u8>().is_ok())
}

/// Returns the same for paths that some systems take for one: those that differ in the case of letters, or in how
/// letters are put together from marks.
pub(crate) fn alike(path: &str) -> String {
    if path.is_ascii() {
        return path.to_ascii_lowercase();
    }
    path.nfc().collect::<String>().to_lowercase().nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_work_everywhere_are_fit() {
        for name in
            ["a.md", "b c.txt", "über.png", "com.txt", "com10", "console", "lpt.md", "日本.txt", "a-b_c.1", "auxiliary"]
        {
            assert_eq!(why_unfit(name), None, "{name}");
        }
    }

    #[test]
    fn paths_are_alike_whatever_their_case_and_composition() {
        assert_eq!(alike("A/B"), alike("a/b"));
        assert_eq!(alike("\u{dc}ber"), alike("u\u{308}ber"));
        assert_eq!(alike("u\u{308}ber"), "\u{fc}ber");
        assert_ne!(alike("über"), alike("uber"));
    }
}
