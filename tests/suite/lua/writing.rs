//! Writing a game in Lua: `games new` and `games try`, the guide, and the functions that it documents.

use pageturner::engine::lua::OpenError;
use pageturner::game::{Fault, Parameters};

use super::{explore, of_fixture, open, read};
use crate::files::{blocks, files_below, of_project};
use crate::fixture::Fixture;

/// Tic-tac-toe has 958 finished boards, of which X won 626 and O 316, and 16 are drawn.
#[test]
fn a_game_is_tried() {
    let site = Fixture::new();
    site.write("mine/game.lua", &of_fixture("tic-tac-toe"));
    let (told, _) = site.run(&["games", "try", "mine/game.lua"]);
    for line in [
        "mine/game.lua: Three in a row wins.",
        "positions   5478, of which 958 (O wins 316, X wins 626, drawn 16) are ends",
        "moves       16167; per position, 3.6 on average and 9 at most",
        "best play   a draw, after 9 moves at the earliest; best first moves (9 of 9): a3, b3, c3",
        "No problems found.",
        "after 0 moves, 0\n  . . .\n  . . .\n  . . .\n",
    ] {
        assert!(told.contains(line), "{line} in {told}");
    }
    assert_eq!(told, site.run(&["games", "try", "mine/game.lua"]).0, "random games are the same each time");
    site.write("mine/nim.lua", &of_fixture("nim"));
    let (told, _) = site.run(&["games", "try", "mine/nim.lua", "rows=[1, 3, 5, 7]"]);
    assert!(told.contains("positions   752,") && told.contains("moves       5920;"), "{told}");
    site.write("mine/never.lua", &of_fixture("wolf").replace("return solved", "return"));
    let (told, _) = site.run(&["games", "try", "mine/never.lua"]);
    assert!(told.contains("Possible mistakes:\n- play never ends"), "{told}");
    for (arguments, wrong) in [
        (&["mine/none.lua"][..], "there is no file mine/none.lua"),
        (&["mine/game.txt"], "is not a game file"),
        (&["mine/nim.lua", "row=[1]"], "unknown parameter `row`"),
        (&["mine/nim.lua", "rows"], "the option `rows` has no value"),
    ] {
        let told = site.fail_with(1, &[&["games", "try"], arguments].concat());
        assert!(told.contains(wrong) && told.contains("help:"), "{told}");
    }
}

/// The output of `games new` can be played unchanged.
#[test]
fn a_new_game_of_each_kind_is_a_game() {
    let site = Fixture::new();
    for kind in ["squares", "heaps", "puzzle", "text"] {
        let name = format!("my-{kind}");
        let (told, _) = site.run(&["games", "new", &name, "--kind", kind]);
        assert_eq!(told, format!("wrote content/{name}.lua\nwrote content/{name}.md\n"));
        let (told, _) = site.run(&["games", "try", &format!("content/{name}.lua")]);
        assert!(told.contains("No problems found."), "{told}");
    }
    site.build(&[]);
    for page in ["my-squares/two-player", "my-heaps/computer", "my-puzzle/play", "my-text/play"] {
        assert!(site.public().join(page).join("index.html").is_file(), "{page}");
    }
    assert!(!site.public().join("my-text.lua").exists(), "code is not published");
    let told = site.fail_with(1, &["games", "new", "my-text"]);
    assert!(told.contains("content/my-text.lua already exists"), "{told}");
    assert!(site.fail_with(1, &["games", "new", "My game"]).contains("cannot be the name of a game"));
}

/// Returns the documentation page about games in Lua.
fn guide() -> String {
    of_project("content/docs/your-game.md")
}

/// 2,055 positions and 5,715 moves. The player who moves first wins in 20 moves of both; a player who cannot move has
/// won (a second program found the same counts).
#[test]
fn the_guide_makes_dodgem() {
    let guide = guide();
    let site = Fixture::new();
    for command in blocks(&guide, "sh").into_iter().flat_map(str::lines) {
        let arguments: Vec<_> = command.strip_prefix("pageturner ").expect("the program").split(' ').collect();
        site.run(&arguments);
    }
    let [code, phrases] = blocks(&guide, "lua")[..] else { panic!("two blocks of code") };
    assert!((30..50).contains(&code.lines().count()), "{}", code.lines().count());
    site.write("content/dodgem.lua", code);
    site.write("content/dodgem.md", blocks(&guide, "toml")[0]);
    let (told, _) = site.run(&["games", "try", "content/dodgem.lua"]);
    for line in
        ["positions   2055,", "moves       5715;", "Red wins in 20 moves, counting both players", "No problems found."]
    {
        assert!(told.contains(line), "{line} in {told}");
    }
    let with_phrases = code.replace("return game\n", &format!("{phrases}\nreturn game\n"));
    site.write("content/dodgem.lua", &with_phrases);
    site.build(&[]);
    assert!(site.public().join("dodgem/computer/index.html").is_file());
    let said = files_below(&site.public().join("dodgem/computer"));
    let mut said = said.into_values().map(|bytes| String::from_utf8(bytes).expect("text"));
    assert!(said.any(|page| page.contains("The computer drove from ")), "the phrase is said");

    // The mistake that the guide shows.
    let shown = blocks(&guide, "text").into_iter().find(|block| block.contains("help:")).expect("a mistake");
    let line =
        |number: usize| shown.lines().find_map(|line| line.strip_prefix(&format!(" {number} │ "))).expect("a line");
    assert!([18, 20].iter().all(|&number| code.lines().nth(number - 1) == Some(line(number))), "{shown}");
    let lines = code.lines().enumerate().map(|(number, own)| if number == 18 { line(19) } else { own });
    site.write("content/dodgem.lua", &(lines.collect::<Vec<_>>().join("\n") + "\n"));
    let told =
        site.fail_with(1, &["games", "try", "content/dodgem.lua"]).split_whitespace().collect::<Vec<_>>().join(" ");
    for line in [
        &shown[shown.find("the board").expect("a message")..shown.find('\n').expect("a line")],
        "help: use a place of the board, such as `a3` or `c1`",
    ] {
        assert!(told.replace("| ", "").contains(line), "{line} in {told}");
    }
}

/// Everything in the tables of the guide works.
#[test]
fn what_the_guide_names_is_there() {
    let guide = guide();
    let part = |heading: &str| guide.split(heading).nth(1).and_then(|rest| rest.split("\n## ").next()).expect("a part");
    let cells = |text: &str| {
        let cells = text.lines().filter_map(|line| line.strip_prefix("| `")?.split("` |").next());
        cells.map(str::to_owned).collect::<Vec<_>>()
    };
    let boards = cells(part("{#boards}"));
    let (moves, functions): (Vec<_>, Vec<_>) =
        cells(part("{#functions}")).into_iter().partition(|cell| !cell.contains("state") && !cell.contains("options"));
    assert!(boards.len() > 10 && moves.len() > 5 && functions.len() == 5, "{boards:?} {moves:?} {functions:?}");
    let scenes: Vec<_> = blocks(part("{#boards}"), "text")[0].lines().map(str::to_owned).collect();
    let lines = boards.iter().chain(&moves).chain(&scenes).map(|cell| format!("  local x = {cell}\n"));
    let named = lines.collect::<Vec<_>>().concat();
    let text = format!(
        "local board = squares(3, 3)
local game = {{}}
function game.start()
  local state = {{ at = {{}} }}
{named}  return state
end
function game.moves() return {{}} end
function game.play(state) return state end
function game.board() return grid {{ on = board }} end
return game
"
    );
    explore(&open(&text, &Parameters::new()));
    for cell in cells(part("{#more}")).into_iter().chain(functions) {
        for name in cell.split("`, `") {
            let name = name.split('(').next().expect("a name");
            let misspelt = format!("{name}x");
            let text = text.replace("return game\n", &format!("game.{misspelt} = 1\nreturn game\n"));
            let fault = read(&text.replace(&format!("function game.{name}("), "local function unused("));
            let known = fault.err().map(|fault| format!("{} {}", fault.message, fault.hint)).unwrap_or_default();
            assert!(known.contains(name), "`{name}` is no part of a game: {known}");
        }
    }
}

/// Returns the message of a game that stops with the value of an expression.
fn told(expression: &str) -> String {
    stopped(expression).message
}

/// Returns the fault of a game that stops with the value of an expression.
fn stopped(expression: &str) -> Fault {
    let text = format!(
        "local game = {{}}
function game.start()
  error({expression}, 0)
end
function game.moves() return {{}} end
function game.play(state) return state end
function game.board() return text(\"\") end
return game
"
    );
    match read(&text).expect("a game").open(&Parameters::new()) {
        Err(OpenError::Code(fault)) => fault,
        other => panic!("{expression}: {:?}", other.err()),
    }
}

/// A square has eight symmetries, a rectangle four, a triangle six and a hexagon twelve. A hexagon with three places
/// per side has 19 places; the one in the middle has six neighbours, one in a corner has three.
#[test]
fn boards_know_their_geometry() {
    for (expression, expected) in [
        ("#squares(3):symmetries()", "8"),
        ("#squares(4, 2):symmetries()", "4"),
        ("#triangle(5):symmetries()", "6"),
        ("#hexagon(3):symmetries()", "12"),
        ("#hexagon(3).places", "19"),
        ("#triangle(5).places", "15"),
        ("#hexagon(3):neighbours(\"c3\")", "6"),
        ("#hexagon(3):neighbours(\"a1\")", "3"),
        ("table.concat(triangle(3):neighbours(\"b1\"), \" \")", "a1 b2 c1 c2"),
        ("table.concat(squares(3):neighbours(\"a1\"), \" \")", "a2 b1"),
        ("table.concat(squares(3):neighbours(\"b2\", true), \" \")", "a3 b3 c3 a2 c2 a1 b1 c1"),
        ("table.concat(squares(4, 3):ray(\"a1\", \"up-right\"), \" \")", "b2 c3"),
        ("table.concat(squares(3, 2):edge(\"up\"), \" \")", "a2 b2 c2"),
        ("#squares(4, 4):lines(4)", "10"),
        ("#triangle(3):lines(3)", "3"),
        ("tostring(squares(3):next(\"c1\", \"right\"))", "nil"),
        (
            "table.concat(points(\"a b\\n c\\nd e\", { \"a-c-e\", \"b-c-d\", \"a-d\" }):neighbours(\"c\"), \" \")",
            "a b d e",
        ),
        ("table.concat(split(\"a, b, c\", \", \"), \"|\")", "a|b|c"),
        ("moved({ a1 = \"x\" }, { a1 = \"c3\" }).c3", "x"),
    ] {
        assert_eq!(told(expression), expected, "{expression}");
    }
}

/// A function that gets a wrong argument says which one, and how to write the call.
#[test]
fn functions_say_what_they_take() {
    for (expression, expected, help) in [
        (
            "contains(\"left right\", \"left\")",
            "first argument of `contains` must be a list, not the string",
            "(list, item)",
        ),
        (
            "contains({ c1 = true }, \"c1\")",
            "first argument of `contains` must be a list, not a table with named fields",
            "",
        ),
        ("split(\"a\")", "second argument of `split` must be a string, not nothing", "`split(text, separator)`"),
        ("split(12, \",\")", "first argument of `split` must be a string, not 12", ""),
        ("split(\"word\", \"\")", "the separator of `split` is empty", "`text:sub(i, i)`"),
        ("ipairs(\"c1\")", "first argument of `ipairs` must be a table, not the string `c1`", ""),
        ("ipairs(\"\\xC3\")", "first argument of `ipairs` must be a table", ""),
        ("table.sort(false)", "first argument of `table.sort` must be a table, not false", ""),
        ("points(\"a b\", \"a-b\")", "second argument of `points` must be a list", "points(drawing, lines)"),
        ("points(\"a b\", { { \"a\", \"b\" } })", "a line between places must be a string, not a table", "`\"a1-b1\"`"),
        (
            "squares(3, 3, \"a1-b1\")",
            "third argument of `squares` must be a list, not the string",
            "`{ \"a1-b1-c1\" }`",
        ),
        ("squares(3, 3, { (\"a1-b1-\"):rep(400) .. \"a1\" })", "more than 2,000 bytes", "longer lines"),
        ("text(\"You are here.\", \"W 1\")", "signs of a text must be at most 50 letters and digits", "W1G2"),
        ("text(\"You are here.\", (\"W\"):rep(51))", "signs of a text must be at most 50 letters and digits", "W1G2"),
        ("squares(3, 3, { \"a1-d1\" })", "the board has no place `d1`", "`a3` or `c1`"),
        ("squares(3, 3, { \"a1-b1\" }):next(\"a1\", \"up\")", "the board has no direction `up`", "`neighbours`"),
        ("squares(3, 3, { \"a1-b1\" }):neighbours(\"a2\")", "the board has no place `a2`", "`a1` or `b1`"),
        (
            "moved({ a1 = 1 }, { c3 = \"a1\" })",
            "the second table of `moved` does not contain the string `a1`",
            "image of each place",
        ),
        ("table.sort({ 2, 1 }, \"down\")", "second argument of `table.sort` must be a function, not the string", ""),
        ("tap(\"a1\", { \"queen\" })", "second argument of `tap` must be a string or a number, not a table", "queen"),
        ("direct({ \"a1\" })", "each move of `direct` must be a table, not the string `a1`", "drag"),
        ("grid { marks = {} }", "`on` of `grid` must be a board, not nothing", "on = board"),
        (
            "direct(tap(\"a1\"))",
            "first argument of `direct` must be a list, not a table with named fields",
            "`direct(moves)`",
        ),
        ("phrase(\"jump\", \"b2\")", "second argument of `phrase` must be a table, not the string `b2`", "over = "),
        ("squares(3).lines(3)", "before `board:lines` must be a board, not 3", "`board:lines(length)`"),
        ("squares(3):lines(\"3\")", "first argument of `board:lines` must be a whole number, not the string `3`", ""),
        ("squares(3).next(\"a1\", \"up\")", "before `board:next` must be a board, not the string `a1`", ""),
        (
            "grid { on = squares(3), walls = \"c2\" }",
            "`walls` of `grid` must be a list, not the string `c2`",
            "{ \"a1\" }",
        ),
        (
            "grid { on = squares(3), lit = { c2 = true } }",
            "`lit` of `grid` must be a list, not a table with named fields",
            "",
        ),
        ("grid { on = squares(3), holes = \"c2\" }", "`holes` of `grid` must be a list or `true`, not the string", ""),
        (
            "grid { on = squares(3), marks = \"x\" }",
            "`marks` of `grid` must be a table, not the string `x`",
            "state.at",
        ),
        ("heaps { first = { left = 1, of = 2 } }", "first argument of `heaps` must be a list", "left = 2"),
        ("pegs { { 2, 1 }, \"3\" }", "each peg of `pegs` must be a list, not the string `3`", ""),
    ] {
        let fault = stopped(expression);
        assert!(fault.message.contains(expected) && fault.hint.contains(help), "{expression}: {fault:?}");
        assert_eq!(fault.place.as_ref().map(|(_, line)| *line), Some(3), "{expression}: {fault:?}");
    }
}

/// A list that the game declares as something else, or with a repeated name, is a mistake, and so is an omitted list.
#[test]
fn what_a_game_lists_is_a_list() {
    const OPTION: &str = "{ name = \"size\", about = \"a side\", default = 3 }";
    const POLICY: &str = "{ name = \"bold\", about = \"Goes on.\", choose = function(_, moves) return moves end }";
    for (declared, expected) in [
        (format!("options = {OPTION}"), "`options` must be a list, not a table with named fields"),
        (format!("policies = {POLICY}"), "`policies` must be a list, not a table with named fields"),
        (format!("options = {{ {OPTION}, {OPTION} }}"), "two items of `options` have the name `size`"),
        (format!("policies = {{ {POLICY}, {POLICY} }}"), "two items of `policies` have the name `bold`"),
    ] {
        let text = of_fixture("tic-tac-toe").replacen("local game = {", &format!("local game = {{ {declared},"), 1);
        let fault = read(&text).expect_err("a mistake");
        assert!(fault.message.contains(expected), "{declared}: {fault:?}");
        assert!(fault.place.is_some() && !fault.hint.is_empty(), "{declared}: {fault:?}");
    }
}

/// Equal items keep their order in a sorted list, and `pairs` follows the order of the keys.
#[test]
fn lists_and_tables_have_an_order() {
    let sorted = "(function() local list = {} for n = 1, 300 do list[n] = { n % 7, n } end \
                  table.sort(list, function(a, b) return a[1] < b[1] end) \
                  for n = 2, 300 do local a, b = list[n - 1], list[n] \
                  if a[1] > b[1] or a[1] == b[1] and a[2] > b[2] then return \"wrong\" end end \
                  return \"sorted\" end)()";
    assert_eq!(told(sorted), "sorted");
    let keys = "(function() local all = \"\" for key in pairs({ b = 1, a = 1, [2] = 1, [1] = 1, c = 1 }) do \
                all = all .. key end return all end)()";
    assert_eq!(told(keys), "12abc");
}
