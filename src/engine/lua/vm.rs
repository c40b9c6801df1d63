//! The interpreter. It runs the code of a game within limits, offers only functions that are safe and deterministic,
//! and reports the lines of mistakes.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mlua::chunk::ChunkMode;
use mlua::state::{GcIncParams, GcMode};
use mlua::{
    Error, FromLuaMulti, Function, HookTriggers, IntoLuaMulti, Lua, LuaOptions, LuaString, Result as LuaResult, StdLib,
    Table, Value, VmState,
};

use xxhash_rust::xxh3::xxh3_64;

use super::state::{DEEPEST, LONGEST};
use crate::engine::game::{Code, Fault};
use crate::engine::limits::MOST_MOVES;
use crate::ground::files::composed;
use crate::ground::html::address::{join, way};
use crate::ground::suggestion::{did_you_mean, nearest};

/// The code of a game: the game's own file, and all files to which the game can refer as a variant, by name.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The name of the game's own file.
    pub name: String,
    /// The game's own file, and the files to which the game can refer.
    pub files: Arc<BTreeMap<String, Arc<Code>>>,
}

/// An interpreter that has read a game.
pub(super) struct Vm {
    pub(super) lua: Lua,
    pub(super) game: Table,
    program: Table,
    sources: Sources,
    meter: Arc<Meter>,
    /// The time budget of the next call.
    time: Cell<Duration>,
    /// The names of the files that were read.
    used: Arc<Mutex<Vec<String>>>,
}

/// The steps and the time of the running call.
#[derive(Default)]
struct Meter {
    steps: AtomicU32,
    /// The time of [`clock`] at which the call must end, in microseconds.
    end: AtomicU64,
}

impl Meter {
    fn begin(&self, time: Duration) {
        self.steps.store(0, Ordering::Relaxed);
        self.end.store((clock() + time).as_micros() as u64, Ordering::Relaxed);
    }

    /// Counts a step. If the call must end, returns the reason.
    fn step(&self) -> Option<String> {
        if self.steps.fetch_add(1, Ordering::Relaxed) >= STEPS {
            return Some(format!("this runs for more than {} million steps", STEP / 1000 * STEPS / 1000));
        }
        let is_late = clock().as_micros() as u64 > self.end.load(Ordering::Relaxed);
        let (seconds, more) = (TIME.as_secs(), MORE_TIME.as_millis());
        is_late.then(|| {
            format!("this takes too long: a game can use {seconds} seconds, plus {more} milliseconds per call")
        })
    }
}

/// Returns the processor time of this thread, so that a busy machine does not reduce a game's time. A call stays on one
/// thread. The next call can be on another thread, because the time that remains carries over as a duration.
#[cfg(unix)]
fn clock() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Returns the time since the first call, for systems that do not measure the processor time of a thread.
#[cfg(not(unix))]
fn clock() -> Duration {
    static EPOCH: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    EPOCH.elapsed()
}

const PRELUDE: &str = include_str!("prelude.lua");

/// The maximum memory of an interpreter, in bytes.
const MEMORY: usize = 96 << 20;

/// How far memory grows before an interpreter collects garbage, in percent of the memory in use after the last
/// collection. Games make many small tables and keep few.
const GARBAGE: i32 = 600;

/// The number of instructions in a step. A single instruction that joins long strings can take milliseconds.
const STEP: u32 = 1_000;

/// The maximum number of steps in a call: forty million instructions, about a second.
const STEPS: u32 = 40_000;

/// The first time budget of a game, and the maximum budget that its calls can save up.
const TIME: Duration = Duration::from_secs(4);

/// The time that each call adds to the budget.
const MORE_TIME: Duration = Duration::from_millis(2);

/// The maximum number of files of a game, each of which is a variant of the next.
const MOST_FILES: usize = 8;

impl Vm {
    /// Reads a game.
    pub(super) fn new(sources: &Sources) -> Result<Self, Fault> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::DEBUG;
        // SAFETY: only the prelude can use `debug`, of which it keeps the function that reads upvalues. Games can load
        // neither bytecode nor modules.
        #[allow(unsafe_code, reason = "there is no other way to see what functions of a file remember")]
        let lua = unsafe { Lua::unsafe_new_with(libraries, LuaOptions::default()) };
        lua.set_memory_limit(MEMORY)?;
        lua.gc_set_mode(GcMode::Incremental(GcIncParams::default().pause(GARBAGE)));
        let meter = Arc::new(Meter::default());
        meter.begin(TIME);
        let used = Arc::new(Mutex::new(vec![sources.name.clone()]));
        let begun = begin(&lua, sources, &meter, &used).and_then(|(env, program)| {
            let game = load(&lua, &env, sources, &sources.name)?;
            program.raw_get::<Function>("watch")?.call::<()>(&game)?;
            Ok((game, program))
        });
        let (game, program) = begun.map_err(|error| fault(&error, sources).at(sources.own(), 1))?;
        Ok(Self { lua, game, program, sources: sources.clone(), meter, time: Cell::new(TIME), used })
    }

    /// Returns the code, limited to the files that the game uses.
    pub(super) fn used(&self) -> Sources {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let files = self.sources.files.iter().filter(|(name, _)| used.contains(name));
        Sources {
            name: self.sources.name.clone(),
            files: Arc::new(files.map(|(name, code)| (name.clone(), Arc::clone(code))).collect()),
        }
    }

    /// Calls a function of the prelude that runs code of the game.
    pub(super) fn ask<R: FromLuaMulti>(&self, name: &str, arguments: impl IntoLuaMulti) -> Result<R, Fault> {
        let (begun, time) = (clock(), (self.time.get() + MORE_TIME).min(TIME));
        self.meter.begin(time);
        let answer = self.program.raw_get(name).and_then(|function: Function| function.call(arguments));
        self.time.set(time.saturating_sub(clock().saturating_sub(begun)));
        answer.map_err(|error| {
            let fault = fault(&error, &self.sources);
            self.meter.begin(TIME);
            let asked = self.program.raw_get("asked").and_then(|asked: Function| asked.call(()));
            self.begun_at(fault, asked.ok())
        })
    }

    /// Returns a fault at the first line of a function of the game.
    pub(super) fn fault_of(&self, function: &str, message: impl Into<String>, hint: impl Into<String>) -> Fault {
        self.begun_at(Fault::new(message, hint), self.game.raw_get(function).ok())
    }

    /// Sets the place of a fault to the first line of a function, unless it has a place.
    fn begun_at(&self, fault: Fault, function: Option<Function>) -> Fault {
        let place = function.and_then(|function| {
            let info = function.info();
            Some((self.sources.numbered(info.source.as_deref()?)?.1, info.line_defined?))
        });
        let (code, line) = place.unwrap_or((self.sources.own(), 1));
        fault.at(code, line)
    }
}

/// Errors of Lua itself have no place in the code.
impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::new(error.to_string(), "")
    }
}

impl Sources {
    /// Returns a hash of the code.
    pub(super) fn version(&self) -> u64 {
        let texts: Vec<&str> = self.files.values().map(|code| &*code.text).collect();
        xxh3_64(texts.join("\0").as_bytes())
    }

    /// Returns the first line that contains all of these words, of the game's own file if possible.
    pub(super) fn line_with(&self, words: &[&str]) -> Option<(&Arc<Code>, usize)> {
        let is_end = |c: char| !c.is_alphanumeric() && c != '_' && c != '-';
        let has = |line: &str| words.iter().all(|word| line.split(is_end).any(|own| own == *word));
        let mut files = [self.own()].into_iter().chain(self.files.values());
        files.find_map(|code| Some((code, code.text.lines().position(has)? + 1)))
    }

    pub(super) fn own(&self) -> &Arc<Code> {
        &self.files[&self.name]
    }

    /// Returns the path and the code of a chunk's file. The name of a chunk is the number of its file, such as `@1`.
    fn numbered(&self, chunk: &str) -> Option<(&String, &Arc<Code>)> {
        let number: usize = chunk.trim_start_matches('@').parse().ok()?;
        self.files.iter().nth(number.checked_sub(1)?)
    }

    /// Returns the file whose code is running, its path, and the line.
    fn running(&self, lua: &Lua) -> Option<(&str, &Arc<Code>, usize)> {
        (0..64)
            .map_while(|level| {
                lua.inspect_stack(level, |frame| {
                    let (path, code) = self.numbered(frame.source().source.as_deref()?)?;
                    Some((&**path, code, frame.current_line()?))
                })
            })
            .flatten()
            .next()
    }

    /// Returns the chunk name of a file: a number, because Lua shortens long names.
    fn chunk(&self, name: &str) -> String {
        let place = self.files.keys().position(|known| known == name);
        format!("@{}", place.map_or(0, |place| place + 1))
    }
}

/// Prepares an interpreter. Returns the globals of games and the functions of the prelude.
fn begin(
    lua: &Lua,
    sources: &Sources,
    meter: &Arc<Meter>,
    used: &Arc<Mutex<Vec<String>>>,
) -> LuaResult<(Table, Table)> {
    let own = sources.clone();
    let fail = move |_: &Lua, (message, hint, name): (LuaString, String, Option<String>)| -> Result<(), Fault> {
        let fault = Fault::new(message.to_string_lossy(), hint);
        let declared = |name: String| own.line_with(&["local", &name]).or_else(|| own.line_with(&[&name]));
        Err(fault.at_first(name.and_then(declared)))
    };
    let fail = function(lua, sources, fail)?;
    let (env, program): (Table, Table) = lua.load(PRELUDE).set_name("@0").call((fail, DEEPEST, LONGEST, MOST_MOVES))?;
    let (meter, own) = (Arc::clone(meter), sources.clone());
    lua.set_hook(HookTriggers::new().every_nth_instruction(STEP), move |lua, _| match meter.step() {
        None => Ok(VmState::Continue),
        Some(message) => Err(placed(lua, &own, Fault::new(message, "check that each loop here ends"))),
    })?;

    let names: Vec<String> = env.pairs::<String, Value>().map(|pair| Ok(pair?.0)).collect::<LuaResult<_>>()?;
    let unknown = move |_: &Lua, (_, name): (Value, String)| -> Result<(), Fault> {
        let known = names.iter().map(String::as_str).chain(["variant"]);
        let hint = match (missing(&name), nearest(&name, known)) {
            (Some(why), _) => why.to_owned(),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => format!("define it above this line with `local {name}`"),
        };
        Err(Fault::new(format!("`{name}` is not defined here"), hint))
    };
    let refused = |_: &Lua, (_, name, _): (Value, String, Value)| -> Result<(), Fault> {
        let message = format!("`{name}` would be a global variable, which games cannot have");
        let hint = format!("write `local` before it: `local {name}` or `local function {name}`");
        Err(Fault::new(message, hint))
    };
    let rules = lua.create_table()?;
    rules.raw_set("__index", function(lua, sources, unknown)?)?;
    rules.raw_set("__newindex", function(lua, sources, refused)?)?;
    let (own, globals) = (sources.clone(), env.clone());
    let used = Arc::clone(used);
    let variant = move |lua: &Lua, (name, differs): (Value, Value)| -> Result<Table, Fault> {
        let name = name.as_string().map(LuaString::to_string_lossy);
        let (Some(name), true) = (name, differs.is_nil() || differs.is_table()) else {
            let hint = "write `variant(\"game.lua\", { goal = \"…\" })`";
            return Err(Fault::new("`variant` takes the name of a file and a table", hint));
        };
        let running = own.running(lua).map_or(&*own.name, |(path, ..)| path);
        let folder = running.rsplit_once('/').map_or("", |(folder, _)| folder);
        // Names are relative to the file, or to the content folder.
        let names = [composed(&join(folder, &name)), name.clone()];
        let Some(name) = names.into_iter().find(|name| own.files.contains_key(name)) else {
            let known: Vec<_> = own.files.keys().map(|path| way(running, path)).collect();
            let hint = did_you_mean(&name, known.iter().map(String::as_str));
            return Err(Fault::new(format!("there is no game `{name}`"), hint));
        };
        let mut used = used.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= MOST_FILES {
            let hint = "remove one `variant`: a game cannot be a variant of itself";
            return Err(Fault::new("these variants refer to each other in a circle", hint));
        }
        used.push(name.clone());
        drop(used);
        let game = load(lua, &globals, &own, &name).map_err(|error| fault(&error, &own))?;
        for pair in differs.as_table().iter().flat_map(|differs| differs.pairs::<Value, Value>()) {
            let (key, value) = pair?;
            game.raw_set(key, value)?;
        }
        Ok(game)
    };
    env.raw_set("variant", function(lua, sources, variant)?)?;
    env.set_metatable(Some(rules))?;
    Ok((env, program))
}

/// Creates a function that games can call. Faults in this function are placed at the running line of the game's code.
fn function<A: FromLuaMulti, R: IntoLuaMulti>(
    lua: &Lua,
    sources: &Sources,
    body: impl Fn(&Lua, A) -> Result<R, Fault> + Send + 'static,
) -> LuaResult<Function> {
    let sources = sources.clone();
    lua.create_function(move |lua, arguments| body(lua, arguments).map_err(|fault| placed(lua, &sources, fault)))
}

fn load(lua: &Lua, env: &Table, sources: &Sources, name: &str) -> LuaResult<Table> {
    let code = &sources.files[name];
    let chunk = lua.load(&code.text).set_name(sources.chunk(name)).set_mode(ChunkMode::Text);
    let value: Value = chunk.set_environment(env.clone()).eval()?;
    let Value::Table(game) = value else {
        let fault =
            Fault::new("the file returns no game", "end the file with `return game`, the table of its functions");
        return Err(Error::external(fault.at(code, code.text.trim_end().lines().count().max(1))));
    };
    Ok(game)
}

/// Explains why a name of Lua's standard library is missing.
fn missing(name: &str) -> Option<&'static str> {
    Some(match name {
        "io" | "os" | "dofile" | "loadfile" | "require" | "package" => {
            "remove it: games cannot use files, the clock or the environment"
        }
        "load" | "loadstring" | "debug" | "setmetatable" | "getmetatable" | "rawget" | "rawset" | "rawequal"
        | "rawlen" | "coroutine" | "collectgarbage" => "remove it: games cannot use this function",
        "pcall" | "xpcall" => "remove it: an error stops the game, and the program shows the message",
        "next" => "use `pairs`, which visits a table in the order of its keys",
        "print" => "use `error(text)`, which stops the game and shows a text",
        "utf8" => "use `split(text, \" \")` for the parts of a string, and `text:sub(i, i)` for one byte of it",
        _ => return None,
    })
}

/// Returns an error placed at the running line of the game's code.
fn placed(lua: &Lua, sources: &Sources, fault: Fault) -> Error {
    let running = sources.running(lua).map(|(_, code, line)| (code, line));
    Error::external(fault.at_first(running))
}

/// Explains an error to the author of the game.
fn fault(error: &Error, sources: &Sources) -> Fault {
    match error {
        Error::CallbackError { cause, .. } => fault(cause, sources),
        Error::ExternalError(cause) => match cause.downcast_ref::<Fault>() {
            Some(fault) => fault.clone(),
            None => Fault::new(cause.to_string(), ""),
        },
        Error::MemoryError(_) => {
            let message = format!("the game uses more than {} MB of memory", MEMORY >> 20);
            Fault::new(message, "check which value grows without end")
        }
        Error::RuntimeError(told) | Error::SyntaxError { message: told, .. } => {
            let (first, traceback) = told.split_once("\nstack traceback:").unwrap_or((told, ""));
            let place = |text: &str| {
                let (chunk, rest) = text.trim_start().split_once(':')?;
                let (line, rest) = rest.split_once(':')?;
                Some((sources.numbered(chunk).map(|(_, code)| code), line.parse().ok()?, rest.trim().to_owned()))
            };
            let message = place(first).map_or_else(|| first.to_owned(), |(_, _, message)| message);
            let places = [first].into_iter().chain(traceback.lines()).filter_map(place);
            let own = places.filter_map(|(code, line, _)| Some((code?, line)));
            let is_said = |parts: &[&str]| parts.iter().any(|part| message.contains(part));
            let hint = ADVICE.iter().find(|(parts, _)| is_said(parts)).map_or("", |(_, hint)| hint);
            Fault::new(message, hint).at_first(own)
        }
        other => Fault::new(other.to_string(), ""),
    }
}

/// Hints for messages of Lua, each after parts of these messages. Of several hints that apply, the first is shown.
const ADVICE: [(&[&str], &str); 15] = [
    (&["random"], "remove it: play can depend only on the state, not on chance"),
    (
        &["'find'", "'match'", "'gmatch'", "'gsub'"],
        "use `split(text, separator)` for parts of a string, and `text:sub(i, i)` for one byte, instead of patterns",
    ),
    (&["'format'"], "join strings and numbers with `..`"),
    (
        &["'draw'", "'solved'", "'stuck'"],
        "remove the parentheses, `return draw`: `draw`, `solved` and `stuck` are values",
    ),
    (
        &["for iterator", "'for' initial"],
        "write `for index, item in ipairs(list) do` for a list, or use `pairs` for a table",
    ),
    (&["call a table value"], "use a name, `t.name`, or a number, `t[1]`: this is a table, not a function"),
    (&["call a nil value"], "check the spelling: no value has this name"),
    (&["index a nil value"], "check that the value exists before you use it: here it is nil"),
    (&["nil"], "check that each function ends with `return`, and that each field has a value: this value is nil"),
    (&["stack overflow"], "check that each function that calls itself ends"),
    (&["near '!'"], "write `~=` to compare, and `not` before a condition"),
    (&["near '+'", "near '-'", "near '*'"], "write the name twice: `n = n + 1`"),
    (&["'}' expected"], "check for a missing comma on the line before"),
    (
        &["symbol near", "expected near", "(to close"],
        "check the lines above: each `function`, `if` and `for` needs an `end`, and each bracket must be closed",
    ),
    (&[""], "check this line and the one before it"),
];

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_waits_uses_no_time_of_its_game() {
        let begun = clock();
        std::thread::sleep(Duration::from_millis(60));
        assert!(clock().saturating_sub(begun) < Duration::from_millis(30));
        let worked = std::time::Instant::now();
        while clock().saturating_sub(begun) < Duration::from_millis(30) {
            assert!(worked.elapsed() < Duration::from_secs(20), "the clock stands still while the thread works");
        }
    }
}
