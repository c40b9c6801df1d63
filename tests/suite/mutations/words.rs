//! The texts that mutations insert into files and arguments, from the lists in `tests/trust/words`: words with a
//! meaning there, nested structures, file names that cannot be addresses, and text that no author types.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use crate::files::files_below;
use crate::injections::unescape;

/// The lists by name, with one word per line.
static LISTS: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
    let lists = files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trust/words")).into_iter();
    let read = |(name, bytes): (String, Vec<u8>)| {
        let text = String::from_utf8(bytes).expect("a list is a text");
        (name, text.lines().map(unescape).collect())
    };
    lists.map(read).collect()
});

pub(crate) fn words(list: &str) -> &'static [String] {
    &LISTS[&format!("{list}.txt")]
}

/// Returns the kind of a file: the name of its list of words, with which the name of its list of nested structures
/// begins.
pub(super) fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        _ if path.starts_with("public/") => "state",
        Some("html") => "template",
        Some("css") => "style",
        Some("lua") => "lua",
        Some("jsonl") => "lines",
        Some("json") => "story",
        _ => "content",
    }
}

/// Returns byte strings that no author types, some of which are not text.
pub(super) fn odd() -> Vec<&'static [u8]> {
    let bytes: [&[u8]; 5] = [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80"];
    bytes.into_iter().chain(words("odd").iter().map(String::as_bytes)).collect()
}
