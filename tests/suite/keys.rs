//! The reference of keys: its tables are the comments of the structs into which content is deserialized, and the
//! program reads each example in it. `UPDATE_EXPECTED=1` rewrites the tables; read the changes before you commit them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use pageturner::outputs::assembly::Sites;
use pageturner::pages::site::Options;
use serde::Deserialize;

use crate::files::of_project as read;
use crate::fixture::Fixture;
use crate::whole_site::options_of;

const PAGE: &str = "content/docs/keys.md";

/// A table of keys: its struct, and a file that can contain its keys.
#[derive(Deserialize)]
pub(crate) struct Table {
    /// The name of its part of the page.
    pub(crate) part: String,
    source: String,
    name: String,
    pub(crate) path: String,
    pub(crate) before: String,
    /// The lines with required keys. The key under test replaces its own line.
    others: Vec<String>,
    pub(crate) after: String,
}

pub(crate) static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| {
    let mut file: BTreeMap<String, Vec<Table>> = toml::from_str(include_str!("../fixtures/keys.toml")).expect("TOML");
    file.remove("tables").expect("the tables")
});

/// A key as its struct declares it.
pub(crate) struct Key {
    pub(crate) name: String,
    /// The type of its field.
    pub(crate) of: String,
    /// The attributes of its field.
    pub(crate) attributes: String,
    without: &'static str,
    pub(crate) meaning: String,
    example: String,
}

impl Key {
    pub(crate) fn is_required(&self) -> bool {
        self.without == ", required"
    }
}

impl Table {
    /// Returns the lines with the other keys that are required in addition to one.
    pub(crate) fn others_than(&self, name: &str) -> impl Iterator<Item = &str> {
        // An entry of the menu contains a page or a URL.
        let begin = format!("{} ", if name == "url" { "page" } else { name });
        self.others.iter().map(String::as_str).filter(move |line| !line.starts_with(&begin))
    }
}

/// Returns the type of a key's values, in words, from the type of its field.
fn kind(of: &str) -> String {
    let inner = |prefix: &str| of.strip_prefix(prefix).and_then(|rest| rest.strip_suffix('>'));
    if of.starts_with("Vec<(") {
        return "table".to_owned();
    }
    if let Some(inner) = ["Option<", "Located<", "Spanned<"].into_iter().find_map(inner) {
        return kind(inner);
    }
    if let Some((number, _)) = inner("Within<").and_then(|inner| inner.split_once(", ")) {
        return kind(number);
    }
    if let Some(inner) = inner("Vec<") {
        return format!(
            "list of {}",
            kind(inner).replace("string", "strings").replace("number", "numbers").replace("table", "tables")
        );
    }
    match of {
        "String" | "Reference" | "Player" | "Level" | "Opening" | "Download" | "Form" | "Sort" | "Answers" => "string",
        "i64" | "u8" | "u16" | "u64" | "usize" => "whole number",
        "RangeInclusive<u32>" => "list of whole numbers",
        "bool" => "`true` or `false`",
        "Date" => "date",
        of if of.ends_with("Keys") || of.ends_with("Spec") || of.starts_with("MenuEntry") => "table",
        of if of.starts_with("BTreeMap") => "table",
        unknown => panic!("say in words what a key of the type {unknown} takes"),
    }
    .to_owned()
}

/// Returns the keys of a table's struct.
pub(crate) fn keys(table: &Table) -> Vec<Key> {
    keys_of(&read(&table.source), &table.name)
}

/// Returns the keys of the struct with this name in a source.
pub(crate) fn keys_of(source: &str, struct_name: &str) -> Vec<Key> {
    let start = source.find(&format!("struct {struct_name} {{")).unwrap_or_else(|| panic!("no struct {struct_name}"));
    let declared = source[start..].split("\n}").next().expect("its fields");
    let (mut keys, mut comment, mut attributes) = (Vec::new(), Vec::new(), String::new());
    for line in declared.lines().skip(1).map(str::trim) {
        if let Some(words) = line.strip_prefix("/// ") {
            comment.push(words);
        } else if line.starts_with("#[") {
            attributes += line;
        } else if attributes.contains("serde(skip)") {
            comment.clear();
            attributes.clear();
        } else {
            let (name, of) = line.trim_end_matches(',').split_once(": ").expect("a field");
            let name = name.rsplit(' ').next().expect("a name");
            let renamed = attributes.split("rename = \"").nth(1).and_then(|rest| rest.split('"').next());
            let example = comment.pop().and_then(|line| line.strip_prefix("Example: `")?.strip_suffix('`'));
            let example = example.unwrap_or_else(|| panic!("end the comment of {struct_name} with `Example: …`"));
            let without = match of {
                _ if attributes.contains("deserialize_with = \"title\"") => ", required",
                of if of.starts_with("Option<") => "",
                _ if !attributes.contains("default") => ", required",
                "bool" if attributes.contains("\"yes\"") => "; default `true`",
                "bool" => "; default `false`",
                "i64" | "u8" | "u64" if !attributes.contains("default = ") => "; default 0",
                _ => "",
            };
            keys.push(Key {
                name: renamed.unwrap_or(name).to_owned(),
                of: of.to_owned(),
                attributes: std::mem::take(&mut attributes),
                without,
                meaning: comment.join(" "),
                example: example.to_owned(),
            });
            comment.clear();
        }
    }
    keys
}

fn marks(part: &str) -> (String, String) {
    (format!("<!-- the keys: {part} -->\n"), format!("<!-- the end of the keys: {part} -->\n"))
}

#[test]
fn the_reference_has_every_key_of_every_file() {
    let mut page = read(PAGE);
    let told = page.clone();
    for table in &*TABLES {
        let mut rows = "\n| key | value and meaning |\n|---|---|\n".to_owned();
        for Key { name, of, without, meaning, example, .. } in keys(table) {
            let kind = kind(&of);
            writeln!(rows, "| `{name}` | {kind}{without}. {meaning}<br>`{example}` |").expect("memory");
        }
        rows.push('\n');
        let (begin, end) = marks(&table.part);
        let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("a place for {}", table.part));
        let (_, after) = rest.split_once(&end).expect("its end");
        page = format!("{before}{begin}{rows}{end}{after}");
    }
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE), page).expect("a write");
    } else {
        assert!(told == page, "`UPDATE_EXPECTED=1 cargo test the_reference` writes the tables anew");
    }
}

/// The keys that the program itself lists if one is misspelt.
#[test]
fn the_program_knows_the_keys_of_the_reference() {
    let site = Fixture::new();
    site.write("themes/mine/theme.toml", "extends = \"classic\"");
    for table in &*TABLES {
        prepare(&site, table);
        let unknown = "qqqqqqqqqqqq";
        site.write(
            &table.path,
            &format!("{}{unknown} = 0\n{}\n{}", table.before, table.others.join("\n"), table.after),
        );
        let message = site.fail(&["--theme", "mine"]);
        let known = message.split("available: ").nth(1).unwrap_or_else(|| panic!("{message}"));
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        let names: Vec<String> = keys(table).into_iter().map(|key| key.name).collect();
        let shown = known.len();
        assert!(shown == names.len() || known.len() >= 8, "{}: {known:?} {names:?}", table.part);
        assert_eq!(known, names[..shown], "{}", table.part);
        restore(&site);
    }
}

/// A game with enough positions for a puzzle each day.
pub(crate) const GAME_OF_MANY_PUZZLES: &str = "+++\ntitle = \"Ataxx\"\nsummary = \"Multiply.\"\ngame = \"ataxx\"\n\
    [[editions]]\nname = \"two-player\"\ntitle = \"Two players\"\nparameters = { layout = 0x37EE }\n+++\n";

#[test]
fn every_example_of_the_reference_can_be_read() {
    let site = Fixture::new();
    let icon = Path::new(env!("CARGO_MANIFEST_DIR")).join("themes/classic/static/icon.png");
    fs::copy(icon, site.root().join("content/social.png")).expect("a picture");
    site.write("content/pushing-boxes.lua", &read("content/pushing-boxes.lua"));
    site.write("content/warehouse.xsb", "#####\n#@$.#\n#####\n");
    let mut wrong = Vec::new();
    for table in &*TABLES {
        for Key { name, example, .. } in keys(table) {
            restore(&site);
            prepare(&site, table);
            if name == "languages" {
                site.write("content/site.de.toml", "title = \"A\"\n");
            }
            if name == "calendar" {
                site.write("content/ataxx.md", GAME_OF_MANY_PUZZLES);
            }
            let others: Vec<&str> = table.others_than(&name).collect();
            let more = match &*name {
                // Volumes require a computer.
                "volumes" => "computer = { policy = \"random\" }\n",
                _ => "",
            };
            let lines = format!("{example}\n{more}{}\n", others.join("\n"));
            // A game for two has no use for it.
            let puzzle = table.before.replace("\"nim\"", "\"hanoi\"").replace("rows = [1, 2]", "discs = 2");
            let levels =
                table.before.replace("\"nim\"", "\"pushing-boxes.lua\"").replace("parameters.rows = [1, 2]", "");
            let before = match &*name {
                "perfect" => &puzzle,
                "levels" => &levels,
                _ => &table.before,
            };
            // Only the first page of a folder lists others.
            let path = if name == "sort" { "content/notes/index.md" } else { &table.path };
            site.write(path, &format!("{before}{lines}{}", table.after));
            let theme = Some(if table.part == "themes" { "mine" } else { "classic" }.to_owned());
            if let Err(findings) = Sites::load(&Options { theme, drafts: true, ..options_of(site.root()) }) {
                wrong.push(format!("{example}\n{}", findings.plain()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A story with one variable.
pub(crate) const STORY: &str = r#"{"inkVersion":21,"root":[["^Up.","\n","end",null],"done",
    {"global decl":["ev",0,{"VAR=":"coins"},"/ev","end",null]}]}"#;

/// Adds the language or the story that a table is about to a site.
pub(crate) fn prepare(site: &Fixture, table: &Table) {
    if table.part == "stories" {
        site.write("content/tower.ink.json", STORY);
    }
    if table.path.contains(".de.") {
        site.write("content/site.toml", "title = \"A\"\nlanguages = [\"de\"]\n");
        let edition = "[[editions]]\nname = \"two-player\"\ntitle = \"A\"\n";
        site.write("content/nim.de.md", &format!("+++\ntitle = \"A\"\nsummary = \"A\"\n{edition}+++\n"));
    }
}

fn restore(site: &Fixture) {
    site.overlay(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/small"));
    for path in ["ataxx.md", "nim/lesson.md", "nim.de.md", "site.de.toml", "tower.md"] {
        let _ = fs::remove_file(site.root().join("content").join(path));
    }
}
