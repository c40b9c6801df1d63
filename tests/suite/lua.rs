//! Games in Lua: the Lua version of a built-in game gives the same graph and the same pages, with any names of fields
//! and any number of threads; and no file does harm.

mod writing;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use pageturner::engine::lua::{LuaFile, OpenError, Sources};
use pageturner::game::{Code, Fault, ParameterValue, Parameters};
use pageturner::games::{Game, Games};
use pageturner::graph::{ExploreError, Positions, StateId};
use pageturner::solve::{GameValue, Solution};

use crate::files::{files_below, is_page, of_project};
use crate::fixture::Fixture;
use crate::reading::Page;
use crate::whole_site::IS_WHOLE;

const FOLDER: &str = "tests/fixtures/lua";

/// Reads a game in Lua from the text of its file.
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

/// Returns the states of a graph: the status of each, and the targets of its moves, in order.
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
                choices.map(|clicks| (clicks.at, clicks.piece.as_ref().map(|piece| piece.at))).collect::<Vec<_>>()
            };
            assert_eq!(clicks(&*of_file), clicks(&*of_program), "{name} {parameters:?}");
        }
    }
}

/// From each state of the 8-puzzle, half of the 9! orders of its tiles can be reached. In a ninth of them, the hole is
/// in a given place, with two, three or four moves. Here play ends when it is solved, in one state with two moves. Two
/// states are farthest from it, 31 moves away (OEIS A089473).
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

/// The links are the same; the texts differ.
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
        // Maps depend on the places of states, which files do not give.
        if !path.ends_with("index~map.html") {
            let without_maps = |links: &[String]| -> Vec<String> {
                links.iter().filter(|href| !href.contains("~map.html")).cloned().collect()
            };
            assert_eq!(without_maps(&links), without_maps(&of_file[&path]), "{path}");
        }
    }
}

/// Other names of fields change the order of Lua tables, and the packed states.
#[test]
fn names_of_fields_threads_and_runs_change_nothing() {
    let text = of_fixture("nim");
    let look = |text: &str| {
        let positions = explore(&open(text, &Parameters::new()));
        let slugs: Vec<_> = positions.graph().states().map(|state| positions.slug(state).to_owned()).collect();
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

/// A game that misbehaves in each of its functions, and a part of the message.
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
    ("(\"a\"):rep(40):find((\"a?\"):rep(40) .. (\"a\"):rep(40))", "instead of patterns"),
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

/// A game that grows for ever stops at the limit, and the message shows what grows.
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
            assert!(error.contains("more than 30000 positions") && error.contains("steps = 30000"), "{error}");
        }
        Ok(_) => panic!("it has no end"),
    }
}

/// Only `play` may change a state. The other functions would see the change.
#[test]
fn states_are_changed_by_play_alone() {
    let text = of_fixture("tic-tac-toe");
    let changed = text.replace("  return moves\n", "  state.at, state.turn = {}, 7\n  return moves\n");
    assert!(changed.len() > text.len(), "the text was changed");
    explore(&open(&text, &Parameters::new()));
    let refused = open(&changed, &Parameters::new()).explore(10_000).map(|_| ()).expect_err("a changed state");
    assert!(refused.to_string().contains("changes the state"), "{refused}");
}

/// Symmetric states must be a list; a table with names is not one.
#[test]
fn symmetries_are_a_list() {
    let text = of_fixture("tic-tac-toe");
    for (returned, expected) in
        [("{ mirrored = state }", "a table with named fields"), ("\"none\"", "the string `none`")]
    {
        let symmetries = format!("function game.symmetries(state)\n  return {returned}\nend\n\nreturn game\n");
        let positions = open(&text.replace("return game\n", &symmetries), &Parameters::new()).explore(10_000);
        let told = positions.map(|positions| positions.check(StateId::START).err().map(|error| error.to_string()));
        let told = told.unwrap_or_else(|error| Some(error.to_string())).unwrap_or_default();
        assert!(told.contains(&format!("the result of `symmetries` must be a list, not {expected}")), "{told}");
    }
}

/// Positions with many long moves leave the cache earlier than others, so that memory suffices for all.
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
