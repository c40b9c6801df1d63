//! Games in files by beginners and by attackers: mistakes are errors with their places, and levels that others
//! published can be played unchanged.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::Arc;

use pageturner::engine::lua::{LuaFile, OpenError, Sources};
use pageturner::game::{Code, Fault, Parameters};
use pageturner::graph::ExploreError;

use crate::files::of_project;
use crate::fixture::Fixture;

/// A puzzle that counts a number down. Cases replace parts of it.
const GAME: &str = "--above
local game = { goal = \"Count down.\", phrases = { left = \"{ $number } are left\" } }
function game.start(options) return { n = 3 } end
function game.moves(state) local list = {} for i = 1, state.n do list[i] = choose(\"take \" .. i) end return list end
function game.play(state, move) state.n = state.n - 1 return state end
function game.board(state) return text(state.n .. \" are left\") end
function game.result(state) if state.n == 0 then return solved end end
--below
return game
";

/// Returns the fault when a game is read, opened and explored, if any.
fn fault(text: &str) -> Option<Fault> {
    let code = Code { name: "game.lua".to_owned(), text: text.to_owned() };
    let files = BTreeMap::from([("game.lua".to_owned(), Arc::new(code))]);
    let file = LuaFile::read(&Sources { name: "game.lua".to_owned(), files: Arc::new(files) });
    let game = match file.map(|file| file.open(&Parameters::new())) {
        Ok(Ok(game)) => game,
        Ok(Err(OpenError::Code(fault))) | Err(fault) => return Some(fault),
        Ok(Err(error)) => panic!("{error}"),
    };
    match game.explore(1000) {
        Ok(_) => None,
        Err(ExploreError::Fault { fault, .. }) => Some(fault),
        Err(error) => panic!("{error}"),
    }
}

/// Returns a game in which the first string of each pair replaces the second.
fn game(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(GAME.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

/// Finds rules that remember something, with the name and the line of its declaration.
#[test]
fn rules_that_remember_are_found() {
    let play = "state.n = state.n - 1";
    let moves = "local list = {}";
    for (changes, name, line) in [
        (
            vec![("--above", "local played = 0"), (play, "played = played + 1 state.n = state.n - 1 - played % 2")],
            "`played`",
            1,
        ),
        (
            vec![
                ("--below", "local asked"),
                ("--above", "local asked = false"),
                (moves, "local list = {} asked = not asked"),
            ],
            "`asked`",
            1,
        ),
        (vec![("--above", "local size"), ("return { n = 3 }", "size = 3 return { n = size }")], "`size`", 1),
        (vec![("--above", "local all = { best = 9 }"), (play, "all.best = state.n state.n = state.n - 1")], "`all`", 1),
        (vec![("goal =", "n = 1, goal ="), (play, "game.n = game.n + 1 state.n = state.n - 1")], "`game`", 2),
        (vec![(moves, "local list = {} table.remove(squares(4).places)")], "`squares`", 4),
        (vec![(moves, "local list = {} string.rep = nil")], "`string`", 4),
        (vec![(moves, "local list = {} draw.draw = false")], "`draw`", 4),
        (
            vec![
                ("--above", "local last = { a = true }"),
                (play, "last[next_of(last)] = nil last[\"p\" .. state.n] = true state.n = state.n - 1"),
                ("--below", "local function other() end"),
                (
                    "local game = {",
                    "local function next_of(all) for key in pairs(all) do return key end end local game = {",
                ),
            ],
            "`last`",
            1,
        ),
    ] {
        let text = game(&changes);
        let fault = fault(&text).unwrap_or_else(|| panic!("{text} is explored"));
        assert!(fault.message.contains(name), "{text}: {fault:?}");
        let (_, at) = fault.place.expect("a place");
        assert!(at == line || name == "`draw`", "{text}: {at}");
    }
    // A list grows, and with it the number of moves.
    let text = game(&[
        ("--above", "local seen = {}"),
        (moves, "local list = {} seen[#seen + 1] = state.n if #seen % 2 == 0 then return { choose(\"b\") } end"),
    ]);
    assert!(fault(&text).expect("a fault").message.contains("different results"));
}

/// The same, if only what pages show depends on earlier calls.
#[test]
fn boards_that_remember_are_found() {
    let site = Fixture::new();
    for (from, to) in [
        (
            "text(state.n .. \" are left\")",
            "(function() asked[#asked + 1] = 1 return text(\"asked \" .. #asked) end)()",
        ),
        ("--below", "function game.tally() asked[#asked + 1] = 1 return \"asked \" .. #asked end"),
        ("choose(\"take \" .. i)", "choose(\"ask \" .. #asked, \"take-\" .. i) asked[#asked + 1] = 1"),
    ] {
        site.write("content/game.lua", &game(&[("--above", "local asked = {}"), (from, to)]));
        site.write("content/game.md", &page("game.lua", ""));
        let message = site.fail(&["--only", "game"]);
        assert!(message.contains("returns different results for the same state"), "{message}");
    }
}

/// A table of the file, or a local variable, may keep a value that is the same each time.
#[test]
fn what_is_worked_out_once_may_be_kept() {
    let text = game(&[
        ("--above", "local known = {}"),
        ("local list = {}", "if not known[state.n] then known[state.n] = { { state.n } } end local list = {}"),
        ("state.n = state.n - 1", "local before = squares(3):neighbours(\"a1\") state.n = state.n - #before + 1"),
    ]);
    assert_eq!(fault(&text), None);
}

/// Returns a list of `count` equal items, in Lua.
fn many(count: usize, each: &str) -> String {
    format!("(function() local all = {{}} for i = 1, {count} do all[i] = {each} end return all end)()")
}

fn raw_grid(columns: usize, edges: &str, squares: usize) -> String {
    let cells = many(squares, "\".\"");
    format!(
        "{{ kind = \"grid\", columns = {columns}, edges = \"{edges}\", cells = {cells}, lit = {{}}, index = {{}}, \
         style = \"lines\" }}"
    )
}

/// What a game returns must be text, fit on a page, and not contain itself.
#[test]
fn what_games_say_is_text_within_limits() {
    let board = "text(state.n .. \" are left\")";
    let goal = "goal = \"Count down.\"";
    for (from, to, message) in [
        (board, "text(\"\\8\")", "U+0008"),
        (board, "text((\"naïve\"):sub(1, 3))", "inside a character"),
        (board, "grid { on = squares(2), marks = { b2 = \"\\u{202e}\" } }", "U+202E"),
        (board, "grid { on = squares(2), marks = { b2 = \"\\u{fffe}\" } }", "U+FFFE"),
        ("--below", "function game.tally() return \"\\0\" end", "U+0000"),
        ("\"take \" .. i", "\" \"", "is blank"),
        (board, "grid { on = squares(2), marks = { b2 = \" \" } }", "is blank"),
        (goal, "goal = \"a\", players = { \"X\", \"\" }", "a name of its own"),
        (board, "text(phrase(\"left\", { numbre = 1 }))", "`$number`"),
        ("--below", "function game.turn() return 2 end", "a puzzle has one player"),
        ("return game", "return variant()", "the name of a file"),
        ("{ $number } are left", "\\27 { $number }", "U+001B"),
        (goal, "goal = (\"on \"):rep(4000)", "12000 bytes"),
        (goal, "goal = \"a\", players = { (\"x\"):rep(300), \"O\" }", "300 bytes"),
        ("\"take \" .. i", "(\"x\"):rep(201) .. i", "202 bytes"),
        (board, &format!("heaps({})", many(27, "{ left = 1, of = 1 }")), "27 rows"),
        (board, &raw_grid(40, "bare", 1200), "1200 squares"),
        (board, &raw_grid(1, "chess", 30), "30 squares"),
        (
            board,
            "(function() local p = phrase(\"left\") p.arguments.number = p return text(p) end)()",
            "nested more than",
        ),
        (
            goal,
            "goal = \"a\", options = { { name = \"o\", about = \"a\", default = 30, from = 1, to = 5 } }",
            "the option `o` is not valid",
        ),
        (goal, "options = { { name = \"o\", about = \"a\", default = { { { 1 } } } } }", "the option `o` is not valid"),
        ("--below", "function game.slug(state) return state.n == 2 and \"com1\" or \"at-\" .. state.n end", "com1"),
        ("--above", "local round = points(\"é b\", { \"b-b\" })", "is not a letter"),
        (board, "(function() error({ why = 1 }) end)()", "not a table"),
        (board, "(function() assert(false, {}) end)()", "not a table"),
        (
            board,
            "text((\"x\"):rep(2e7) .. (function() local t = (\"x\"):rep(2e7) while true do t:lower() end end)())",
            "too long",
        ),
    ] {
        let text = game(&[(from, to)]);
        let fault = fault(&text).unwrap_or_else(|| panic!("{text} is explored"));
        assert!(fault.message.contains(message) && !fault.message.contains("0x"), "{to}: {fault:?}");
        assert!(fault.place.is_some() && !fault.hint.is_empty(), "{to}: {fault:?}");
    }
}

/// Phrases that insert others many times grow fast.
#[test]
fn phrases_in_phrases_have_limits() {
    let text = game(&[
        ("left = \"{ $number } are left\"", "a = (\"{ $b }\"):rep(90)"),
        (
            "text(state.n .. \" are left\")",
            "(function() local p = \"x\" for i = 1, 4 do p = phrase(\"a\", { b = p }) end return text(p) end)()",
        ),
    ]);
    let fault = fault(&text).expect("a fault");
    assert!(fault.message.contains("bytes") && fault.place.is_some(), "{fault:?}");
}

/// Errors of Lua itself get a hint where authors often stumble.
#[test]
fn authors_get_help_with_lua() {
    for (from, to, hint) in [
        ("for i = 1, state.n do", "for _, i in { 1, 2 } do", "ipairs"),
        ("return solved end", "return solved() end", "remove the parentheses"),
        ("goal = \"Count down.\",", "goal = \"Count down.\"", "comma"),
    ] {
        let fault = fault(&game(&[(from, to)])).unwrap_or_else(|| panic!("{to}"));
        assert!(fault.hint.contains(hint), "{to}: {fault:?}");
    }
}

/// Returns the page of a game in a file, with the lines for its only edition.
fn page(file: &str, edition: &str) -> String {
    format!(
        "+++\ntitle = \"Game\"\nsummary = \"A game.\"\ngame = \"{file}\"\n\n[[editions]]\nname = \"play\"\n\
         title = \"Play\"\n{edition}+++\n\nThe rules.\n"
    )
}

/// Braces in texts are text, also in books and in single files.
#[test]
fn braces_are_text_in_every_form() {
    let site = Fixture::new();
    let grid = "grid { on = squares(2), marks = { a1 = \"{{\", b2 = \"{%\" } }";
    for (board, goal) in [(grid, "%} {{ a"), ("text(\"{{ \" .. state.n)", "}} #} a")] {
        let text = game(&[("text(state.n .. \" are left\")", board), ("Count down.", goal)]);
        site.write("content/game.lua", &text);
        site.write("content/game.md", &page("game.lua", "outputs = [\"epub\", \"single\"]\n"));
        site.build(&["--only", "game"]);
        assert!(site.read("game/play/index.html").contains(goal), "{goal}");
    }
}

/// A text in place of a board can have paragraphs.
#[test]
fn a_text_has_lines_without_words() {
    let site = Fixture::new();
    site.write("content/game.lua", &game(&[("text(state.n .. \" are left\")", "text(\"A river.\\n\\nNo boat.\")")]));
    site.write("content/game.md", &page("game.lua", ""));
    site.build(&["--only", "game"]);
    let html = site.read("game/play/index.html");
    assert!(html.contains("A river.") && html.contains("No boat."), "{html}");
    site.run(&["check", "--only", "game"]);
}

/// Deep nesting is an error, not a stack overflow, in the file of a game and in its translation.
#[test]
fn phrases_do_not_nest_without_measure() {
    let deep = "{ ".repeat(40_000);
    let site = Fixture::new();
    site.write("content/game.md", &page("game.lua", ""));
    site.write("content/game.lua", &game(&[("{ $number } are left", &deep[..9000])]));
    assert!(site.fail(&[]).contains("this message is not valid"));
    // Characters from escapes of Fluent are text, too.
    site.write("content/game.lua", &game(&[("{ $number } are left", "{ \\\"\\\\u202E\\\" } { $number }")]));
    assert!(site.fail(&[]).contains("this message is not valid"));
    site.write("content/game.lua", GAME);
    site.write("content/site.de.toml", "title = \"A\"\n");
    site.write("content/game.de.ftl", &format!("left = {deep}\n"));
    assert!(site.fail(&[]).contains("this message is not valid"));
}

#[test]
fn lines_that_do_not_fit_are_explained_in_our_words() {
    let site = Fixture::new();
    site.write("content/game.md", &page("game.jsonl", ""));
    let end = r#"{"name": "z", "board": "", "result": "solved"}"#;
    let moves = |count: usize| {
        let each: Vec<String> = (0..count).map(|number| format!(r#"{{"name": "m{number}", "to": "z"}}"#)).collect();
        format!(r#"{{"name": "a", "board": "", "moves": [{}]}}"#, each.join(", "))
    };
    let wrong_targets: Vec<String> = (0..9000)
        .map(|number| {
            format!(r#"{{"name": "p{number}", "board": "", "moves": [{{"name": "m", "to": "no{number}"}}]}}"#)
        })
        .collect();
    for (lines, message) in [
        (format!("[{}, {end}]", moves(1)), "this line is a list"),
        (format!("{{\n\"name\": \"a\"\n}}\n{end}"), "ends within an object"),
        (format!("{}\n{end}", moves(1001)), "has 1001 moves"),
        (format!("{}\n{end}", moves(66_000)), "has 66000 moves"),
        (wrong_targets.join("\n"), "... and 8988 more"),
        (end.replace("\"\"", r#""\u0007""#), "U+0007"),
        (end.replace("\"\"", r#"["\u202d"]"#), "U+202D"),
        (end.replace("\"z\"", "\"aux\""), "cannot be the name of a file"),
        (end.replace("\"\"", "7"), "`board` must be a string, or a list of rows"),
        (end.replace("\"z\"", "7"), "this value must be a string"),
        (end.replace("\"name\"", "\"nane\""), "`nane` is not a key"),
        (format!("{{\"pieces\": {{\"X\": 3}}}}\n{end}"), "belong to player 3"),
        (format!("{}\n{end}", moves(1).replace("\"m0\"", "\" \"")), "is blank"),
        (format!("{}\n{end}", moves(1).replace("\"moves\"", "\"turn\": 2, \"moves\"")), "a puzzle has one player"),
        (end.replace("\"\"", &format!("\"{}\"", "x".repeat(10_001))), "10001 bytes"),
    ] {
        site.write("content/game.jsonl", &lines);
        let told = site.fail(&[]);
        assert!(told.contains(message), "{message}: {told}");
        assert!(!told.contains("invalid type") && told.contains("help:"), "{told}");
    }
}

/// Levels are played as people publish them: with rows of different lengths, with titles, and cars as a string. A
/// mistake is reported with its row, on the page or in the file that contains it.
#[test]
fn levels_are_played_as_they_are_published() {
    let site = Fixture::new();
    for file in ["pushing-boxes.lua", "traffic-jam.lua"] {
        site.write(&format!("content/{file}"), &of_project(&format!("content/{file}")));
    }
    let stores = "; The hall\n\n  ####\n###  #\n#@$ .#\n######\n\n; The porch\n\n#####\n#@$.#\n#####\n";
    site.write("content/stores.xsb", stores);
    site.write("content/boxes.md", &page("pushing-boxes.lua", "levels = \"stores.xsb\"\n"));
    site.write("content/yards.txt", "6 ooooooooooooAAooooooooooooooooBBoooo 10\n");
    site.write("content/cars.md", &page("traffic-jam.lua", "levels = \"yards.txt\"\n"));
    site.build(&["--only", "boxes", "--only", "cars"]);
    let list = site.read("boxes/index.html");
    assert!(list.contains("The hall") && list.contains("The porch"), "{list}");
    // The car drives four squares to the edge of the set, and one through the gap.
    let (told, _) = site.run(&["list", "--json", "--only", "cars"]);
    assert!(told.contains("solved in 5"), "{told}");

    site.write("content/stores.xsb", &stores.replace("@$ .", "@$ !"));
    assert!(site.fail(&["--only", "boxes"]).contains("content/stores.xsb:"), "the place of the level");
    // Extensions can be in capitals, and nothing in a file is ignored silently.
    for (row, sign) in [("#@$.o", 'o'), ("#p$.#", 'p'), ("3#|#@$.#", '3')] {
        site.write("content/stores.xsb", &format!("; Level #1\n####\n{row}\n####\n"));
        let message = site.fail(&["--only", "boxes"]);
        let expected = format!("levels cannot contain the character `{sign}`");
        assert!(message.contains(&expected) && message.contains("content/stores.xsb:3"), "{message}");
    }
    site.write("content/STORES.SOK", stores);
    site.write("content/boxes.md", &page("pushing-boxes.lua", "levels = \"STORES.SOK\"\n"));
    site.build(&["--only", "boxes"]);
    let own = "levels = \"STORES.SOK\"\nparameters = { store = [\"#####\", \"#@$.#\", \"#####\"] }\n";
    site.write("content/boxes.md", &page("pushing-boxes.lua", own));
    let message = site.fail(&["--only", "boxes"]);
    assert!(message.contains("`store` is set here") && message.contains("content/boxes.md:"), "{message}");
    site.write("content/boxes.md", &page("pushing-boxes.lua", "parameters = { store = [\"#####\", \"#@$!#\"] }\n"));
    let told = site.fail(&["--only", "boxes"]);
    assert!(told.contains("content/boxes.md:") && told.contains("row 2"), "{told}");
}

#[test]
fn a_pipe_is_no_game() {
    let site = Fixture::new();
    assert!(Command::new("mkfifo").arg(site.root().join("game.lua")).status().expect("mkfifo").success());
    let tried =
        site.pageturner().args(["games", "try", "game.lua"]).current_dir(site.root()).stdin(Stdio::null()).output();
    let told = String::from_utf8(tried.expect("a run").stderr).expect("text");
    assert!(told.contains("is not a regular file"), "{told}");
}
