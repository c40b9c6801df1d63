//! The guide for authors of themes: its tables are the comments of the code, and its example is a theme.
//! `UPDATE_EXPECTED=1` rewrites the tables; read the changes before you commit them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::files::of_project as read;
use crate::fixture::Fixture;

const GUIDE: &str = "themes/README.md";
const BEGIN: &str = "<!-- the page contract -->\n";
const END: &str = "<!-- the end of the page contract -->\n";

/// Returns a type of the code in the words of the guide.
fn kind(of: &str) -> String {
    if let Some(inner) = of.strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>')) {
        return format!("{}, or nothing", kind(inner));
    }
    if let Some(inner) = of.strip_prefix("Vec<").and_then(|rest| rest.strip_suffix('>')) {
        return format!("list of {}", kind(inner));
    }
    match of {
        "Slot" => "slot".to_owned(),
        "String" | "&'static str" | "Lines" | "Reach" => "string".to_owned(),
        "Gone" => "list of true or false".to_owned(),
        "CellOrMark" => "[Cell](#cell)".to_owned(),
        "char" => "letter".to_owned(),
        "bool" => "true or false".to_owned(),
        "u8" | "u32" | "u64" | "usize" => "number".to_owned(),
        name => format!("[{name}](#{})", name.to_lowercase()),
    }
}

/// The sources of the input of templates, in the order of the guide.
const SOURCES: [&str; 6] = [
    "src/pages/page/frame.rs",
    "src/pages/page/text_pages.rs",
    "src/pages/page/position.rs",
    "src/pages/page/editions.rs",
    "src/pages/page/story.rs",
    "src/pages/page/board.rs",
];

/// Returns the form of a slot of a page of play in the words of the guide; `None` if the frame contains it.
fn kind_of_slot(form: &str) -> Option<String> {
    match form {
        "Text" => Some(kind("Slot")),
        "Link" => Some(kind("Link")),
        "OptionalLink" => Some(kind("Option<Link>")),
        _ => None,
    }
}

/// Adds the structs and enums of a source that templates see, as sections with tables of their fields. A struct that
/// others flatten has no section: its fields are in theirs. `shared` keeps the rows of structs that several others
/// flatten.
fn contract(source: &str, sections: &mut String, shared: &mut BTreeMap<String, String>) {
    let (mut comment, mut attributes, mut open, mut variant) = (Vec::new(), String::new(), false, None);
    let mut sharing: Option<String> = None;
    let mut flattened = BTreeSet::new();
    for line in source.lines() {
        let raw = line;
        let line = line.trim();
        let text = comment.join(" ");
        if let Some(words) = line.strip_prefix("/// ") {
            // Links of the code's documentation do not work here.
            comment.push(words.replace("[`", "`").replace("`]", "`"));
            continue;
        }
        if line.starts_with("#[") {
            attributes += line;
            continue;
        }
        let rename = attributes.split("rename = \"").nth(1).and_then(|rest| rest.split('"').next());
        let declared = line.strip_prefix("pub struct ").or_else(|| line.strip_prefix("pub enum "));
        let slot = line.strip_suffix(',').and_then(|line| line.split_once(" = \"")?.1.split_once("\": "));
        if let Some(name) = declared.and_then(|rest| rest.strip_suffix(" {")) {
            open = !name.contains('<') && attributes.contains("Serialize");
            variant = None;
            // A flattened enum has fields for each of its variants.
            open &= !(line.starts_with("pub enum") && (flattened.contains(name) || name == "CellOrMark"));
            sharing = shared.contains_key(name).then(|| name.to_owned());
            if sharing.is_some() {
                comment.clear();
                attributes.clear();
                continue;
            }
            if open && !flattened.contains(name) {
                write!(sections, "\n### {name}\n\n{text}\n\n| field | is | meaning |\n|---|---|---|\n")
                    .expect("memory");
                if let Some(kind) = name.strip_suffix("Page") {
                    let kind = kind.to_lowercase();
                    writeln!(sections, "| `kind` | text | What the page is: `{kind}`. |").expect("memory");
                }
            }
        } else if line == "slots! {" {
            open = true;
        } else if let (true, Some((field, form))) = (open, slot) {
            if let Some(kind) = kind_of_slot(form) {
                writeln!(sections, "| `{field}` | {kind} | {text} |").expect("memory");
            }
        } else if let (true, Some((field, of))) = (open, line.strip_suffix(',').and_then(|line| line.split_once(": ")))
        {
            let field = rename.unwrap_or(field.trim_start_matches("pub "));
            let only = variant.as_ref().map_or(String::new(), |variant| format!(" (`{variant}`)"));
            if let Some(name) = &sharing {
                writeln!(shared.entry(name.clone()).or_default(), "| `{field}`{only} | {} | {text} |", kind(of))
                    .expect("memory");
            } else if let (true, Some(rows)) = (attributes.contains("serde(flatten)"), shared.get(of)) {
                sections.push_str(rows);
            } else if attributes.contains("serde(flatten)") {
                flattened.insert(of);
            } else if !attributes.contains("serde(skip)") {
                writeln!(sections, "| `{field}`{only} | {} | {text} |", kind(of)).expect("memory");
            }
        } else if line == "}" && !raw.starts_with(' ') {
            open = false;
        } else if let (true, Some(name)) = (open, line.strip_suffix(" {")) {
            variant = Some(name.to_lowercase());
            writeln!(sections, "| `kind` | `{}` | {text} |", name.to_lowercase()).expect("memory");
        } else if let (true, Some(name)) =
            (open, line.strip_suffix(',').filter(|name| name.chars().all(char::is_alphabetic)))
        {
            writeln!(sections, "| `\"{}\"` | | {text} |", name.to_lowercase()).expect("memory");
        }
        comment.clear();
        attributes.clear();
    }
}

#[test]
fn the_guide_has_every_field_of_the_page_contract() {
    let mut sections = String::new();
    let mut shared = BTreeMap::from(["TextPage", "SidePage"].map(|name| (name.to_owned(), String::new())));
    for source in SOURCES {
        contract(&read(source), &mut sections, &mut shared);
    }
    for name in ["PositionPage", "EditionEntry", "GridSquare", "Board", "ScriptPart", "`move`", "`frame`", "`board_of`"]
    {
        assert!(sections.contains(name), "{name} is part of the contract");
    }
    let guide = read(GUIDE);
    let (before, rest) = guide.split_once(BEGIN).expect("a place for the contract");
    let (told, after) = rest.split_once(END).expect("its end");
    let sections = format!("{sections}\n");
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        let guide = format!("{before}{BEGIN}{sections}{END}{after}");
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(GUIDE), guide).expect("a write");
    } else {
        assert_eq!(told, sections, "`UPDATE_EXPECTED=1 cargo test guide` writes the tables anew");
    }
}

#[test]
fn slots_are_the_fields_that_the_contract_calls_so() {
    let sources = SOURCES.map(read).concat();
    let lines = || sources.lines().map(str::trim);
    let fields = lines().filter_map(|line| line.strip_prefix("pub ")?.split_once(": "));
    let fields = fields.filter(|(_, of)| ["Slot,", "Option<Slot>,"].contains(of)).map(|(name, _)| name);
    let texts = lines().filter_map(|line| line.strip_suffix("\": Text,")?.split_once(" = \"")).map(|(_, name)| name);
    let named: BTreeSet<_> = fields.chain(texts).collect();
    assert_eq!(named, pageturner::pages::page::SLOTS.split(' ').collect());
}

#[test]
fn the_theme_of_the_guide_can_be_used() {
    let site = Fixture::new();
    let guide = read(GUIDE);
    let mut lines = 0;
    for part in guide.split("\n`themes/typewriter/").skip(1) {
        let (path, rest) = part.split_once("`:\n").expect("the name of a file");
        let block = rest.split("```").nth(1).expect("what is in it");
        let text = block.split_once('\n').expect("a first line").1;
        lines += text.lines().count();
        site.write(&format!("themes/typewriter/{path}"), text);
    }
    assert_eq!(lines, 10, "it is a theme in ten lines");
    site.build(&["--theme", "typewriter"]);
    for page in ["index.html", "nim/index.html", "nim/two-player/index.html"] {
        let html = site.read(page);
        assert!(html.contains("typewriter.css rel=stylesheet"), "{html}");
    }
    assert!(site.public().join("typewriter.css").is_file() && site.public().join("style.css").is_file());
}
