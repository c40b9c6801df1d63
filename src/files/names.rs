//! Names that work everywhere: on each system that a site may be copied to, and in each address.

use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization;

/// How many bytes the name of a file or a folder may have. File systems stop at 255, and programs that copy files write
/// them under names that are some eight bytes longer at first.
pub(crate) const LONGEST_NAME: usize = 247;

/// How many bytes a path of the site may have. Systems stop at 4096 with the folder that a site lies in, and servers
/// at some thousand.
pub(crate) const LONGEST_PATH: usize = 1024;

/// What is to be done about most names that do not work.
pub(super) const PLAIN: &str = "rename it, best to letters, digits, `-`, `_` and `.`";

/// The names that Windows keeps for devices, with any ending. Some have a number, which may be raised.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Returns why a name of a file or a folder does not work everywhere, as a hint that says what to do.
pub(crate) fn why_unfit(name: &str) -> Option<String> {
    let is_bad = |c: char| c.is_control() || is_invisible(c) || "\\:*?\"<>|#%".contains(c);
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

/// Characters that cannot be seen, or that turn the direction of those around them.
const INVISIBLE: [RangeInclusive<char>; 16] = [
    '\u{AD}'..='\u{AD}',
    '\u{34F}'..='\u{34F}',
    '\u{61C}'..='\u{61C}',
    '\u{115F}'..='\u{1160}',
    '\u{17B4}'..='\u{17B5}',
    '\u{180B}'..='\u{180F}',
    '\u{200B}'..='\u{200F}',
    '\u{2028}'..='\u{202E}',
    '\u{2060}'..='\u{206F}',
    '\u{3164}'..='\u{3164}',
    '\u{FE00}'..='\u{FE0F}',
    '\u{FEFF}'..='\u{FEFF}',
    '\u{FFA0}'..='\u{FFA0}',
    '\u{FFF0}'..='\u{FFFB}',
    '\u{1D173}'..='\u{1D17A}',
    '\u{E0000}'..='\u{E0FFF}',
];

/// Whether a character cannot be seen, or is a blank that is not the common one.
pub(crate) fn is_invisible(c: char) -> bool {
    !c.is_ascii() && (c.is_whitespace() || INVISIBLE.iter().any(|range| range.contains(&c)))
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_number = |rest: &str| matches!(rest, "¹" | "²" | "³") || (rest.len() == 1 && "0123456789".contains(rest));
    DEVICES.contains(&&*stem) || NUMBERED_DEVICES.iter().any(|device| stem.strip_prefix(device).is_some_and(is_number))
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
    fn names_that_some_system_has_no_room_for_are_unfit() {
        let long = "a".repeat(LONGEST_NAME + 1);
        let odd = [
            "con",
            "CON.md",
            "aux",
            "nul.txt",
            "com1.md",
            "COM9",
            "lpt0",
            "com¹.a",
            "prn.css",
            "con .txt",
            "a.",
            "a ",
            " a",
            "a:b",
            "a\u{202e}b",
            "a\u{200b}b",
            "a\u{ad}b",
            "a\u{feff}",
            "a\tb",
            "a\u{1b}b",
            "a\u{a0}b",
            "a?",
            "a#b",
            &long,
        ];
        for name in odd {
            assert!(why_unfit(name).is_some(), "{name:?}");
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
