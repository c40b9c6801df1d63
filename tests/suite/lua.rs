//! Games in Lua: files that say what a game of the program says make the same graph and the same pages, whatever names
//! their fields have and however many threads ask them; and no file does harm.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use pageturner::engine::lua::{LuaFile, OpenError, Sources};
use pageturner::game::{Code, Fault, ParameterValue, Parameters};
use pageturner::games::{Game, Games};
use pageturner::graph::{ExploreError, Positions, StateId};
use pageturner::solve::{GameValue, Solution};

use crate::files::{blocks, files_below, is_page, of_project};
use crate::fixture::Fixture;
use crate::reading::Page;
use crate::whole_site::IS_WHOLE;

const FOLDER: &str = "tests/fixtures/lua";

/// A game in Lua by the text of its file.
fn read(text: &str) -> Result<LuaFile, Fault> {
    let code = Code { name: "game.lua".to_owned(), text: text.to_owned() };
    let files = BTreeMap::from([("game.lua".to_owned(), Arc::new(code))]);
    LuaFile::read(&Sources { name: "game.lua".to_owned(), files: Arc::new(files) })
}

fn open(text: &str, parameters: &Parameters) -> Game {
    read(text).expect("a game").open(parameters).expect("these parameters")
}

fn of_fixture(name: &str) -> String {
    of_project(&format!("{FOLDER}/content/{name}.lua"))
}

fn explore(game: &Game) -> Box<dyn Positions> {
    game.explore(200_000).unwrap_or_else(|error| panic!("{error}"))
}

/// The states of a graph: how each stands, and where its moves lead, in their order.
fn states(positions: &dyn Positions) -> Vec<String> {
    let graph = positions.graph();
    graph.states().map(|state| format!("{:?} {:?}", graph.status(state), graph.successors(state))).collect()
}

fn parameters<const N: usize>(given: [(&str, ParameterValue); N]) -> Parameters {
    given.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

#[test]
fn the_graphs_of_files_are_those_of_the_program() {
    use ParameterValue::{Flag, Integer, List, Text};
    let rows = |rows: &[i64]| List(rows.iter().map(|&row| Integer(row)).collect());
    let cases = [
        ("tic-tac-toe", parameters([])),
        ("nim", parameters([("rows", rows(&[3, 4, 5]))])),
        ("nim", parameters([("rows", rows(&[1, 3, 5])), ("misere", Flag(true))])),
        ("hanoi", parameters([("discs", Integer(5))])),
        ("hanoi", parameters([("discs", Integer(3)), ("pegs", Integer(4))])),
        ("peg-solitaire", parameters([("empty", Text("a1".to_owned()))])),
        ("peg-solitaire", parameters([("empty", Text("c2".to_owned()))])),
    ];
    for (name, parameters) in cases {
        let of_file = explore(&open(&of_fixture(name), &parameters));
        let of_program = explore(&Games::standard().open(name, &parameters).expect("a game of the program"));
        assert!(states(&*of_file) == states(&*of_program), "{name} {parameters:?} has another graph");
        for state in of_program.graph().states() {
            assert_eq!(of_file.slug(state), of_program.slug(state), "{name} {parameters:?}");
            assert_eq!(of_file.move_slugs(state), of_program.move_slugs(state), "{name} {parameters:?}");
            let clicks = |positions: &dyn Positions| {
                let choices = positions.choices(state).into_iter().map(|choice| choice.clicks);
                choices.map(|clicks| (clicks.at(), clicks.piece().map(|piece| piece.at))).collect::<Vec<_>>()
            };
            assert_eq!(clicks(&*of_file), clicks(&*of_program), "{name} {parameters:?}");
        }
    }
}

/// From each state of the 8-puzzle one can come to half of the 9! orders of its tiles. A ninth of them has the hole in
/// a given place, with two, three or four ways to go on. Here play ends when it is solved, which is one such state with
/// two. Two states are farthest from it, 31 moves away (OEIS A089473).
#[test]
#[ignore = "has 181,440 positions: `make test`"]
fn the_8_puzzle_is_solved() {
    let positions = explore(&open(&of_fixture("eight"), &Parameters::new()));
    let graph = positions.graph();
    let orders: usize = (1..=9).product();
    assert_eq!(graph.states().len(), orders / 2);
    assert_eq!(graph.move_count(), orders / 2 / 9 * (4 * 2 + 4 * 3 + 4) - 2);
    let solution = Solution::of(graph);
    let distances = || graph.states().map(|state| solution.verdict(state).distance);
    assert!(
        graph.states().all(|state| solution.verdict(state).value == GameValue::Win(pageturner::game::Player::First))
    );
    assert_eq!(distances().max(), Some(31));
    assert_eq!(distances().filter(|&distance| distance == 31).count(), 2);
}

/// What leads where is the same; what is said differs.
#[test]
fn the_pages_of_files_are_those_of_the_program_but_for_words() {
    let of_file = Fixture::empty();
    of_file.overlay(&Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER));
    let of_program = Fixture::empty();
    of_program.overlay(of_file.root());
    for (name, given) in
        [("tic-tac-toe", ""), ("nim", "rows = [3, 4, 5]"), ("hanoi", "discs = 3"), ("peg-solitaire", "empty = \"a1\"")]
    {
        let path = format!("content/{name}.md");
        let page = of_project(&format!("{FOLDER}/{path}"));
        let game = format!("game = \"{name}\"\nparameters = {{ {given} }}");
        of_program.write(&path, &page.replace(&format!("game = \"{name}.lua\""), &game));
    }
    // The others have more than ten thousand pages.
    let some = ["--only", "tic-tac-toe/computer", "--only", "nim", "--only", "hanoi"];
    let built = [&of_program, &of_file].map(|site| {
        site.build(if *IS_WHOLE { &[] } else { &some });
        let files = files_below(&site.public());
        let is_meant = |path: &str| is_page(path) && !path.starts_with("wolf") && path.contains('/');
        let links = |(path, bytes): (String, Vec<u8>)| {
            let page = Page::parse(&String::from_utf8(bytes).expect("text"));
            let links: Vec<_> = page.links.into_iter().map(|link| link.href).collect();
            (path, links)
        };
        files.into_iter().filter(|(path, _)| is_meant(path)).map(links).collect::<BTreeMap<_, _>>()
    });
    let [of_program, of_file] = built;
    assert!(of_program.len() > if *IS_WHOLE { 10_000 } else { 900 }, "{}", of_program.len());
    assert!(of_program.keys().eq(of_file.keys()), "there are other pages");
    for (path, links) in of_program {
        // Maps say where states stand, which files do not.
        if !path.ends_with("index~map.html") {
            let without_maps = |links: &[String]| -> Vec<String> {
                links.iter().filter(|href| !href.contains("~map.html")).cloned().collect()
            };
            assert_eq!(without_maps(&links), without_maps(&of_file[&path]), "{path}");
        }
    }
}

/// Other names of fields have another order in the tables of Lua, and in what states are packed to.
#[test]
fn names_of_fields_threads_and_runs_change_nothing() {
    let text = of_fixture("nim");
    let look = |text: &str| {
        let positions = explore(&open(text, &Parameters::new()));
        let slugs: Vec<_> = positions.graph().states().map(|state| positions.slug(state)).collect();
        (states(&*positions), slugs)
    };
    let first = look(&text);
    for run in 0..20 {
        let [left, of] = [["left", "of"], ["a", "b"], ["b", "a"], ["zz", "places_of_rows"]][run % 4];
        let text = text.replace("state.left", &format!("state.{left}")).replace("state.of", &format!("state.{of}"));
        let text = text.replace(", left = options.rows, of =", &format!(", {left} = options.rows, {of} ="));
        let pool = rayon::ThreadPoolBuilder::new().num_threads([1, 8][run / 4 % 2]).build().expect("threads");
        assert!(first == pool.install(|| look(&text)), "run {run} with {left} and {of} differs");
    }
}

/// A game that does something in each of its functions, and a part of what is told of it.
const HOSTILE: [(&str, &str); 22] = [
    ("while true do end", "million steps"),
    ("local function again() return again() end again()", "million steps"),
    ("local function deep() return 1 + deep() end deep()", "stack overflow"),
    ("local text = \"x\" while true do text = text .. text end", "memory"),
    ("local list = {} while true do list[#list + 1] = { list } end", "memory"),
    ("local text = (\"x\"):rep(1 << 40)", "too large"),
    ("local text = (\"x\"):rep(10000000) state.text = text", "more than 65536 bytes"),
    ("table.concat({}, \"\", 1, 1 << 50)", "invalid value"),
    ("table.unpack({}, 1, 1 << 24)", "too many results"),
    ("table.move({}, 1, 1 << 50, 2)", "nil value"),
    ("(\"a\"):rep(40):find((\"a?\"):rep(40) .. (\"a\"):rep(40))", "no patterns"),
    ("string.format(\"%99d\", 1)", "nil value"),
    ("io.open(\"/etc/passwd\")", "`io`"),
    ("os.getenv(\"HOME\")", "`os`"),
    ("require(\"os\")", "`require`"),
    ("load(\"return 1\")()", "`load`"),
    ("dofile(\"/etc/passwd\")", "`dofile`"),
    ("debug.sethook()", "`debug`"),
    ("pcall(function() while true do end end)", "`pcall`"),
    ("coroutine.wrap(function() end)", "`coroutine`"),
    ("setmetatable(state, { __gc = function() end })", "`setmetatable`"),
    ("string.dump(function() end)", "nil value"),
];

#[test]
fn a_hostile_file_ends_with_an_error_and_its_line() {
    let game = "local game = {}
function game.start() local state = { n = 1 } --start
return state end
function game.moves(state) --moves
return { choose(\"on\") } end
function game.play(state) --play
state.n = state.n + 1 return state end
function game.result(state) if state.n > 3 then return solved end end
function game.board(state) --board
return text(\"n\") end
return game
";
    for (number, (code, told)) in HOSTILE.iter().enumerate() {
        let place = ["--start", "--moves", "--play", "--board"][number % 4];
        let line = game.lines().position(|line| line.ends_with(place)).expect("a line") + 1;
        let text = game.replace(place, code);
        let fault = match read(&text).map(|file| file.open(&Parameters::new())) {
            Ok(Ok(game)) => match game.explore(1000) {
                Err(ExploreError::Fault { fault, .. }) => fault,
                Err(error) => panic!("{code}: {error}"),
                Ok(_) => panic!("{code} does no harm"),
            },
            Ok(Err(OpenError::Code(fault))) | Err(fault) => fault,
            Ok(Err(OpenError::Parameters(error))) => panic!("{code}: {error}"),
        };
        assert!(format!("{} {}", fault.message, fault.hint).contains(told), "{code}: {fault:?}");
        let (_, at) = fault.place.clone().unwrap_or_else(|| panic!("{code} has no place: {fault:?}"));
        assert!(at == line || at + 1 == line || at == line + 1, "{code} in line {at}, not {line}: {fault:?}");
    }
}

/// A game that grows without an end stops at the limit, with what grows.
#[test]
fn what_makes_states_many_is_told() {
    let text = "local game = {}
function game.start() return { steps = 0, side = 1 } end
function game.moves() return { choose(\"on\") } end
function game.play(state) return { steps = state.steps + 1, side = 3 - state.side } end
function game.board() return text(\"n\") end
return game
";
    match open(text, &Parameters::new()).explore(30_000) {
        Err(error) => {
            let error = error.to_string();
            assert!(
                error.contains("more than 30000 positions") && error.contains("`steps` has 16384 values"),
                "{error}"
            );
            assert!(!error.contains("side"), "{error}");
        }
        Ok(_) => panic!("it has no end"),
    }
}

/// What a function changes in its state is seen by nobody else.
#[test]
fn states_are_copies() {
    let text = of_fixture("tic-tac-toe");
    let changed = text.replace("  return moves\n", "  state.at, state.turn = {}, 7\n  return moves\n");
    assert!(changed.len() > text.len(), "the text was changed");
    let [whole, changed] = [text, changed].map(|text| states(&*explore(&open(&text, &Parameters::new()))));
    assert!(whole == changed);
}

/// Tic-tac-toe has 958 finished boards, of which X won 626 and O 316 and nobody 16.
#[test]
fn a_game_is_tried() {
    let site = Fixture::new();
    site.write("mine/game.lua", &of_fixture("tic-tac-toe"));
    let (told, _) = site.run(&["games", "try", "mine/game.lua"]);
    for line in [
        "mine/game.lua: Three in a row wins.",
        "positions   5478, of which 958 (O wins 316, X wins 626, drawn 16) are ends",
        "moves       16167; 3.6 in a position on average, 9 at most",
        "best play   a draw, at the earliest after 9 moves; 9 of 9 first moves are best: a3, b3, c3",
        "Nothing looks wrong.",
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
    assert!(told.contains("This looks wrong:\n- play never ends"), "{told}");
    for (arguments, wrong) in [
        (&["mine/none.lua"][..], "there is no file mine/none.lua"),
        (&["mine/game.txt"], "is no file of a game"),
        (&["mine/nim.lua", "row=[1]"], "unknown parameter `row`"),
        (&["mine/nim.lua", "rows"], "is no option"),
    ] {
        let told = site.fail_with(1, &[&["games", "try"], arguments].concat());
        assert!(told.contains(wrong) && told.contains("help:"), "{told}");
    }
}

/// What `games new` writes is played as it stands.
#[test]
fn a_new_game_of_each_kind_is_a_game() {
    let site = Fixture::new();
    for kind in ["squares", "heaps", "puzzle", "text"] {
        let name = format!("my-{kind}");
        let (told, _) = site.run(&["games", "new", &name, "--kind", kind]);
        assert_eq!(told, format!("wrote content/{name}.lua\nwrote content/{name}.md\n"));
        let (told, _) = site.run(&["games", "try", &format!("content/{name}.lua")]);
        assert!(told.contains("Nothing looks wrong."), "{told}");
    }
    site.build(&[]);
    for page in ["my-squares/two-player", "my-heaps/computer", "my-puzzle/play", "my-text/play"] {
        assert!(site.public().join(page).join("index.html").is_file(), "{page}");
    }
    assert!(!site.public().join("my-text.lua").exists(), "code is not published");
    let told = site.fail_with(1, &["games", "new", "my-text"]);
    assert!(told.contains("content/my-text.lua is there already"), "{told}");
    assert!(site.fail_with(1, &["games", "new", "My game"]).contains("cannot name a game"));
}

/// The page of the documentation about games in Lua.
fn guide() -> String {
    of_project("content/docs/your-game.md")
}

/// 2,055 positions, 5,715 moves, and who begins wins in 20 of both, where a player who cannot move has won (a second
/// program counted the same).
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
    for line in ["positions   2055,", "moves       5715;", "Red wins in 20 moves of both", "Nothing looks wrong."] {
        assert!(told.contains(line), "{line} in {told}");
    }
    let with_phrases = code.replace("return game\n", &format!("{phrases}\nreturn game\n"));
    site.write("content/dodgem.lua", &with_phrases);
    site.build(&[]);
    assert!(site.public().join("dodgem/computer/index.html").is_file());
    let said = files_below(&site.public().join("dodgem/computer"));
    let mut said = said.into_values().map(|bytes| String::from_utf8(bytes).expect("text"));
    assert!(said.any(|page| page.contains("The computer drove from ")), "the phrase is said");

    // The mistake that is shown.
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
        "help: its places are `a3` to `c1`",
    ] {
        assert!(told.replace("| ", "").contains(line), "{line} in {told}");
    }
}

/// What stands in the tables of the guide can be written so.
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

/// The message of a game that stops with what an expression comes to.
fn told(expression: &str) -> String {
    stopped(expression).message
}

/// The fault of a game that stops with what an expression comes to.
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

/// A square has eight symmetries, a rectangle four, a triangle six and a hexagon twelve. Of a hexagon with three places
/// to a side there are 19 places; the one in the middle has six neighbours, one in a corner has three.
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

/// A function that is given something else than it takes says which argument it is, and how it is written.
#[test]
fn functions_say_what_they_take() {
    for (expression, expected, help) in [
        (
            "contains(\"left right\", \"left\")",
            "first argument of `contains` must be a list, not the text",
            "(list, item)",
        ),
        ("contains({ c1 = true }, \"c1\")", "first argument of `contains` must be a list, not a table with names", ""),
        ("split(\"a\")", "second argument of `split` must be a text, not nothing", "`split(text, separator)`"),
        ("split(12, \",\")", "first argument of `split` must be a text, not 12", ""),
        ("split(\"word\", \"\")", "this one is empty", "`text:sub(i, i)`"),
        ("ipairs(\"c1\")", "first argument of `ipairs` must be a table, not the text `c1`", ""),
        ("ipairs(\"\\xC3\")", "first argument of `ipairs` must be a table", ""),
        ("table.sort(false)", "first argument of `table.sort` must be a table, not false", ""),
        ("points(\"a b\", \"a-b\")", "second argument of `points` must be a list", "points(drawing, lines)"),
        ("points(\"a b\", { { \"a\", \"b\" } })", "a line of `points` must be a text, not a table", "`\"a-b\"`"),
        ("moved({ a1 = 1 }, { c3 = \"a1\" })", "`moved` has no image of the text `a1`", "image of each place"),
        ("table.sort({ 2, 1 }, \"down\")", "second argument of `table.sort` must be a function, not the text", ""),
        ("tap(\"a1\", { \"queen\" })", "second argument of `tap` must be a text or a number, not a table", "queen"),
        ("direct({ \"a1\" })", "each move of `direct` must be a table, not the text `a1`", "drag"),
        ("grid { marks = {} }", "`on` of `grid` must be a board, not nothing", "on = board"),
        ("direct(tap(\"a1\"))", "first argument of `direct` must be a list, not a table with names", "`direct(moves)`"),
        ("phrase(\"jump\", \"b2\")", "second argument of `phrase` must be a table, not the text `b2`", "over = "),
        ("squares(3).lines(3)", "before `board:lines` must be a board, not 3", "`board:lines(length)`"),
        ("squares(3):lines(\"3\")", "first argument of `board:lines` must be a whole number, not the text `3`", ""),
        ("squares(3).next(\"a1\", \"up\")", "before `board:next` must be a board, not the text `a1`", ""),
        (
            "grid { on = squares(3), walls = \"c2\" }",
            "`walls` of `grid` must be a list, not the text `c2`",
            "{ \"a1\" }",
        ),
        ("grid { on = squares(3), lit = { c2 = true } }", "`lit` of `grid` must be a list, not a table with names", ""),
        ("grid { on = squares(3), holes = \"c2\" }", "`holes` of `grid` must be a list or `true`, not the text", ""),
        ("grid { on = squares(3), marks = \"x\" }", "`marks` of `grid` must be a table, not the text `x`", "state.at"),
        ("heaps { first = { left = 1, of = 2 } }", "first argument of `heaps` must be a list", "left = 2"),
        ("pegs { { 2, 1 }, \"3\" }", "each peg of `pegs` must be a list, not the text `3`", ""),
    ] {
        let fault = stopped(expression);
        assert!(fault.message.contains(expected) && fault.hint.contains(help), "{expression}: {fault:?}");
        assert_eq!(fault.place.as_ref().map(|(_, line)| *line), Some(3), "{expression}: {fault:?}");
    }
}

/// A list that the game declares as something else, or with one name twice, is a mistake, and none that is left out.
#[test]
fn what_a_game_lists_is_a_list() {
    const OPTION: &str = "{ name = \"size\", about = \"a side\", default = 3 }";
    const POLICY: &str = "{ name = \"bold\", about = \"Goes on.\", choose = function(_, moves) return moves end }";
    for (declared, expected) in [
        (format!("options = {OPTION}"), "`options` must be a list, not a table with names"),
        (format!("policies = {POLICY}"), "`policies` must be a list, not a table with names"),
        (format!("options = {{ {OPTION}, {OPTION} }}"), "two of the `options` have the name `size`"),
        (format!("policies = {{ {POLICY}, {POLICY} }}"), "two of the `policies` have the name `bold`"),
    ] {
        let text = of_fixture("tic-tac-toe").replacen("local game = {", &format!("local game = {{ {declared},"), 1);
        let fault = read(&text).expect_err("a mistake");
        assert!(fault.message.contains(expected), "{declared}: {fault:?}");
        assert!(fault.place.is_some() && !fault.hint.is_empty(), "{declared}: {fault:?}");
    }
}

/// States that are the same are a list: a table with names would be none of them.
#[test]
fn symmetries_are_a_list() {
    let text = of_fixture("tic-tac-toe");
    for (returned, expected) in [("{ mirrored = state }", "a table with names"), ("\"none\"", "the text `none`")] {
        let symmetries = format!("function game.symmetries(state)\n  return {returned}\nend\n\nreturn game\n");
        let positions = open(&text.replace("return game\n", &symmetries), &Parameters::new()).explore(10_000);
        let told = positions.map(|positions| positions.check(StateId::START).err().map(|error| error.to_string()));
        let told = told.unwrap_or_else(|error| Some(error.to_string())).unwrap_or_default();
        assert!(told.contains(&format!("what `symmetries` returns must be a list, not {expected}")), "{told}");
    }
}

/// Positions with many long moves are forgotten earlier than others, so that looking at all of them has room.
#[test]
fn what_is_remembered_of_positions_has_room() {
    let text = "local game = {}
local long = \"\"
for _ = 1, 18 do long = long .. \"as long as\" end
function game.start() return 1 end
function game.moves(state)
  local moves = {}
  for number = 1, 1000 do moves[number] = choose(long .. number, \"w\" .. number) end
  return moves
end
function game.play(state) return state + 1 end
function game.result(state) if state == 400 then return solved end end
function game.board(state) return text(\"n\" .. state) end
return game
";
    let game = open(text, &Parameters::new());
    let positions = explore(&game);
    for state in positions.graph().states() {
        positions.check(state).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(positions.move_slugs(state).len(), positions.graph().successors(state).len());
    }
}

/// What is equal keeps its order in a sorted list, and tables are gone through in the order of their keys.
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
