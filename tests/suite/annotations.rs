//! The Lua annotations in the folder `editors`, for editors with the Lua language server. They are made from the
//! prelude of games, the fields that a game can have, and the guide. `UPDATE_EXPECTED=1` rewrites them; read the
//! changes before you commit them.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::editors::compare;
use crate::files::of_project as read;

/// The classes of the values that games create.
const CLASSES: &str = "---@class Move
---@field name? string
---@field at? string|integer
---@field piece? string|integer
---@field from? string|integer
---@field to? string|integer
---@field word? string|Phrase
---@field [string] any

---@class Phrase

---@class Result

---@class Scene

---@class Board
---@field places string[]
---@field columns integer
---@field rows integer
local Board = {}
";

/// The functions of the prelude that are not in Lua's standard library, with their return types.
const FUNCTIONS: [(&str, &str); 20] = [
    ("copy", "any"),
    ("contains", "boolean"),
    ("split", "string[]"),
    ("squares", "Board"),
    ("triangle", "Board"),
    ("hexagon", "Board"),
    ("points", "Board"),
    ("moved", "table<string, any>"),
    ("tap", "Move"),
    ("drag", "Move"),
    ("choose", "Move"),
    ("direct", "Move[]"),
    ("pass", "Move"),
    ("phrase", "Phrase"),
    ("win", "Result"),
    ("grid", "Scene"),
    ("heaps", "Scene"),
    ("pegs", "Scene"),
    ("text", "Scene"),
    ("variant", "Game"),
];

/// The functions of boards, with their return types.
const OF_BOARDS: [(&str, &str); 7] = [
    ("next", "string?"),
    ("ray", "string[]"),
    ("neighbours", "string[]"),
    ("lines", "string[][]"),
    ("edge", "string[]"),
    ("fill", "table<string, any>"),
    ("symmetries", "table<string, string>[]"),
];

/// Returns the type of an argument, by its name in the prelude.
fn type_of(argument: &str) -> &'static str {
    match argument {
        "columns" | "rows" | "side" | "length" | "player" => "integer",
        "drawing" | "direction" | "separator" | "name" | "file" | "signs" => "string",
        "place" | "piece" | "from" => "string|integer",
        "to" => "string|integer|Move",
        "word" | "words" => "string|Phrase",
        "lines" => "string[]",
        "moves" => "Move[]",
        "marks" | "map" | "arguments" | "changes" => "table<string, any>",
        "with_diagonals" => "boolean",
        "scene" | "list" => "table",
        "value" | "item" | "text" => "any",
        unknown => panic!("say of what type the argument {unknown} is"),
    }
}

/// Returns the first and the second cells of the rows of a table in the guide, below a heading.
fn rows<'a>(guide: &'a str, part: &str) -> Vec<(&'a str, &'a str)> {
    let (_, rest) = guide.split_once(&format!("{{#{part}}}")).unwrap_or_else(|| panic!("no part {part}"));
    let rest = rest.split("\n##").next().expect("a part");
    let cells = rest.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.split_once(" | "));
    let second = |cells: &'a str| cells.split(" |").next().unwrap_or_default();
    cells.map(|(first, others)| (first.trim_end_matches('`'), second(others))).collect()
}

/// Appends the annotations of a function, with its optional arguments marked.
fn function(name: &str, arguments: &str, about: &str, returns: &str, out: &mut String) {
    let mut text = String::new();
    for line in about.lines() {
        writeln!(text, "--- {line}").expect("memory");
    }
    let optional = ["rows", "piece", "name", "arguments", "with_diagonals", "signs"];
    for argument in arguments.split(", ").filter(|argument| !argument.is_empty()) {
        let is_optional = match (name, argument) {
            ("squares", "lines") => true,
            ("heaps", "rows") | ("phrase", "name") => false,
            _ => optional.contains(&argument),
        };
        let mark = if is_optional { "?" } else { "" };
        let kind = match (name, argument) {
            ("heaps", "rows") => "table[]",
            ("grid", "scene") => "Grid",
            _ => type_of(argument),
        };
        writeln!(text, "---@param {argument}{mark} {kind}").expect("memory");
    }
    writeln!(out, "{text}---@return {returns}\nfunction {name}({arguments}) end\n").expect("memory");
}

/// The results that the prelude defines.
const RESULTS: [&str; 3] = ["draw", "solved", "stuck"];

/// The return types of a game's functions, except `estimate`, which returns a number.
const RETURNS: [(&str, &str); 12] = [
    ("start", "table"),
    ("moves", "Move[]"),
    ("play", "table"),
    ("result", "Result?"),
    ("board", "Scene"),
    ("turn", "integer"),
    ("say", "string|Phrase|table"),
    ("tally", "string|Phrase"),
    ("reasoning", "string|Phrase"),
    ("ending", "string|Phrase"),
    ("slug", "string"),
    ("symmetries", "table[]"),
];

/// Returns the guide's description of a call.
fn about(guide: &str, call: &str) -> Option<String> {
    let rows = ["moves", "boards", "functions"].map(|part| rows(guide, part)).concat();
    let row = rows.into_iter().find(|(first, _)| first.starts_with(call));
    row.map(|(first, second)| format!("`{first}`: {second}"))
}

/// Appends the fields of a grid: the parts that the prelude accepts.
fn grid(prelude: &str, guide: &str, out: &mut String) {
    *out += "---@class Grid\n";
    let parts = prelude.split("local PARTS = {").nth(1).and_then(|rest| rest.split("\n}").next()).expect("the parts");
    let fields = rows(guide, "grids");
    for (name, kind) in parts.split("},").filter_map(|part| part.trim().split_once(" = { \"")) {
        let kind = match (name, kind.split('"').next().expect("a kind")) {
            (_, "board") => "Board",
            (_, "table") => "table<string, string|integer>",
            (_, "list or `true`") => "string[]|boolean",
            (_, "flag") => "boolean",
            ("pieces", _) => "string[][]",
            (_, "list") => "string[]",
            (_, unknown) => panic!("say of what type {unknown} is"),
        };
        let field = fields.iter().find(|(first, _)| first.split(' ').next() == Some(name));
        let (_, about) = field.unwrap_or_else(|| panic!("the guide does not name `{name}`"));
        let mark = if name == "on" { "" } else { "?" };
        writeln!(out, "---@field {name}{mark} {kind} {about}").expect("memory");
    }
    out.push('\n');
}

/// Appends the functions of boards, and those of the prelude in addition to Lua's standard library.
fn functions(prelude: &str, guide: &str, out: &mut String) {
    let arguments = |start: &str| prelude.split_once(start).map(|(_, rest)| rest.split(')').next().expect("an end"));
    for (name, returns) in OF_BOARDS {
        let arguments = arguments(&format!("function Board:{name}(")).expect("a function of boards");
        let about = about(guide, &format!("board:{name}(")).expect("a row");
        function(&format!("Board:{name}"), arguments, &about, returns, out);
    }
    let env = prelude.split("local env = {").nth(1).and_then(|rest| rest.split("\n}").next()).expect("what games find");
    for (name, returns) in FUNCTIONS {
        assert!(name == "variant" || env.contains(&format!("{name} = ")), "{name}");
        let declared = format!("\nlocal function {name}(");
        let comment = prelude.split(&declared).next().and_then(|before| before.lines().last()?.strip_prefix("-- "));
        let about = about(guide, &format!("{name}(")).or(comment.map(str::to_owned)).unwrap_or_default();
        // The program adds `variant` itself.
        function(name, arguments(&declared).unwrap_or("file, changes"), &about, returns, out);
    }
    for result in RESULTS {
        assert!(env.contains(&format!("{result} = {{")), "{result}");
        writeln!(out, "---@type Result\n{result} = {{}}\n").expect("memory");
    }
    let of_lua = "assert error ipairs pairs select tonumber tostring type math string table";
    let known: BTreeSet<&str> =
        FUNCTIONS.iter().map(|(name, _)| *name).chain(RESULTS).chain(of_lua.split(' ')).collect();
    let top = env.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ") && !line.contains('}'));
    for part in top.flat_map(|line| line.split(", ")) {
        let name = part.trim().split(" = ").next().expect("a name");
        assert!(!part.contains(" = ") || known.contains(name), "say what `{name}` returns");
    }
}

/// Appends the table of a game: its fields in the guide, which are all that the program accepts.
fn game(guide: &str, out: &mut String) {
    *out += "---@class Game\n";
    let mut known = BTreeSet::new();
    let mut field = |name: &'static str, kind: &str, about: &str| {
        let mark = if ["start", "moves", "play", "board"].contains(&name) { "" } else { "?" };
        writeln!(out, "---@field {name}{mark} {kind} {about}").expect("memory");
        known.insert(name);
    };
    let all = [rows(guide, "functions"), rows(guide, "more")].concat();
    for name in RETURNS.iter().map(|(name, _)| *name).chain(["estimate"]) {
        let returns = RETURNS.iter().find(|(own, _)| *own == name).map_or("number", |(_, returns)| returns);
        let row = all.iter().find_map(|(first, about)| Some((first.strip_prefix(name)?.strip_prefix('(')?, about)));
        let (arguments, about) = row.unwrap_or_else(|| panic!("the guide does not name `{name}`"));
        let typed = arguments.trim_end_matches(')').split(", ").map(|argument| match argument {
            "move" => "move: Move".to_owned(),
            "text" => "text: string".to_owned(),
            other => format!("{other}: table"),
        });
        field(name, &format!("fun({}): {returns}", typed.collect::<Vec<_>>().join(", ")), about);
    }
    for (name, kind) in [
        ("players", "string[]"),
        ("goal", "string|Phrase"),
        ("summary", "string|Phrase"),
        ("policies", "table[]"),
        ("options", "table[]"),
    ] {
        let row = all.iter().find(|(first, _)| first.split("`, `").any(|own| own == name));
        field(name, kind, row.unwrap_or_else(|| panic!("the guide does not name `{name}`")).1);
    }
    field("pieces", "table<string, integer>", "the owners of marks, such as `{ K = 1, R = 2 }`");
    field("phrases", "table<string, string>", "the texts of the game by their names, for translations");
    let declared = read("src/engine/lua/declared.rs");
    for list in ["OPTIONAL", "WORDS"] {
        let (_, list) = declared.split_once(&format!("const {list}: ")).expect("a list");
        for name in list.split(';').nth(1).expect("its names").split('"').skip(1).step_by(2) {
            assert!(known.contains(name), "say of what type `{name}` is");
        }
    }
}

#[test]
fn the_annotations_are_made_from_the_prelude_and_the_guide() {
    let (prelude, guide) = (read("src/engine/lua/prelude.lua"), read("content/docs/your-game.md"));
    let mut out =
        "---@meta\n-- The functions and types of games in Lua, for editors with the Lua language server. This \
                   file is generated.\n\n"
            .to_owned();
    out += CLASSES;
    out.push('\n');
    grid(&prelude, &guide, &mut out);
    functions(&prelude, &guide, &mut out);
    game(&guide, &mut out);
    compare("pageturner.lua", &out);
}
