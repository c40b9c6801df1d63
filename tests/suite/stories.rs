//! Stories in ink: compared with another runtime, explored, and merged.

mod random;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use pageturner::story::{Line, Passage, PassageStep, Program, StoryExploreError, StoryGraph};
use serde_json::Value as Json;

use crate::temporary::TempDir;
use crate::whole_site::IS_WHOLE;

const CLIENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients");
const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/ink");
const CONTENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/content");
const STARTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tool/starter/stories");

/// A line or a choice: its text and its tags.
type Words = (String, Vec<String>);

/// Returns the folder of stories by others, which are not part of the project. `INK_CORPORA` names it. It contains
/// `ink-proof` (chromy/ink-proof, with the compiled JSON next to each source) and `inkle` (inkle/ink-library).
fn corpora() -> PathBuf {
    std::env::var_os("INK_CORPORA").expect("INK_CORPORA names the folder with `ink-proof` and `inkle`").into()
}

/// Returns what a player at a terminal sees after these choices, each counted from 1, in the format of `ink-proof`.
fn transcript(program: &Program, choices: &[usize], seed: i64) -> Result<String, String> {
    let told = |passage: &Passage| {
        let mut text = String::new();
        for line in &passage.lines {
            writeln!(text, "{}", line.text).expect("a string takes all");
            if !line.tags.is_empty() {
                writeln!(text, "# tags: {}", line.tags.join(", ")).expect("a string takes all");
            }
        }
        for (number, choice) in (1..).zip(&passage.choices) {
            writeln!(text, "{number}: {}", choice.text).expect("a string takes all");
        }
        text
    };
    let begin = program.begin(seed).and_then(|state| program.step(&state));
    let PassageStep { mut passage, after: mut states, .. } = begin.map_err(|error| error.to_string())?;
    let mut text = told(&passage);
    for &choice in choices {
        if passage.choices.is_empty() {
            break;
        }
        text.push_str("?> ");
        let next = program.step(&states[choice - 1]).map_err(|error| format!("{text}\n{error}"))?;
        (passage, states) = (next.passage, next.after);
        text.push_str(&told(&passage));
    }
    Ok(text)
}

/// Returns the lines of a transcript without spaces at ends, empty lines, and prompts for choices.
fn lines(transcript: &str) -> Vec<&str> {
    let lines = transcript.lines().map(|line| line.trim_start_matches("?>").trim());
    lines.filter(|line| !line.is_empty()).collect()
}

/// A story of `ink-proof` with the output that a player of it saw.
pub(crate) struct Transcript {
    pub(crate) name: String,
    pub(crate) json: String,
    /// The choices, each counted from 1.
    pub(crate) choices: Vec<usize>,
    /// The seed with which the output is the same.
    pub(crate) seed: i64,
    text: String,
}

impl Transcript {
    /// Returns the words of the output, without tags and without the numbers of choices.
    pub(crate) fn words(&self) -> Vec<String> {
        let lines = lines(&self.text).into_iter().filter(|line| !line.starts_with("# tags:"));
        let is_number = |start: &str| !start.is_empty() && start.chars().all(|c| c.is_ascii_digit());
        let words = lines.map(|line| match line.split_once(": ") {
            Some((number, choice)) if is_number(number) => choice,
            _ => line,
        });
        words.flat_map(str::split_whitespace).map(str::to_owned).collect()
    }
}

/// Returns the stories of `ink-proof` whose output is the same for some seed.
pub(crate) fn transcripts() -> Vec<Transcript> {
    let folders = fs::read_dir(corpora().join("ink-proof")).expect("the transcripts");
    let folders = folders.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir());
    let found = folders.filter_map(|folder| {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let read = |name: &str| fs::read_to_string(folder.join(name));
        let json = read("story.ink.json").or_else(|_| read("bytecode.json")).expect("a story");
        let choices: Vec<usize> =
            read("input.txt").expect("input").lines().filter_map(|line| line.trim().parse().ok()).collect();
        let text = read("transcript.txt").expect("a transcript");
        let story = Program::read(&json).unwrap_or_else(|error| panic!("{name}: {error}"));
        // Some seed has to give the same random numbers.
        let seeds = if story.has_chance() { 0..100 } else { 0..1 };
        let is_so = |seed: &i64| transcript(&story, &choices, *seed).is_ok_and(|told| lines(&told) == lines(&text));
        let seed = seeds.into_iter().find(is_so)?;
        Some(Transcript { name, json, choices, seed, text })
    });
    found.collect()
}

/// The transcripts of `ink-proof`, with which authors of runtimes check theirs. Four differ for known reasons: the
/// runtime that wrote two of them has other random numbers, and the compiler of the others wrote `2.0` as a whole
/// number.
#[test]
#[ignore = "needs the stories of others"]
fn trust_transcripts_are_those_of_ink_proof() {
    const OTHERS: [&str; 4] = ["I074", "I106", "I121", "I133"];
    let told: BTreeSet<String> = transcripts().into_iter().map(|transcript| transcript.name).collect();
    let folders =
        fs::read_dir(corpora().join("ink-proof")).expect("the transcripts").map(|entry| entry.expect("an entry"));
    let folders = folders.filter(|entry| entry.path().is_dir());
    let all: BTreeSet<String> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    assert!(all.difference(&told).eq(OTHERS.iter()), "of {}: {:?}", all.len(), all.difference(&told));
}

/// Returns lines or choices from the JSON of inkjs.
fn told(json: &Json) -> Vec<Words> {
    let lines = json.as_array().expect("lines").iter().map(|line| {
        let tags = line["tags"].as_array().expect("tags").iter();
        let text = line["text"].as_str().expect("a text").trim().to_owned();
        (text, tags.map(|tag| tag.as_str().expect("a tag").to_owned()).collect())
    });
    lines.filter(|(text, tags): &Words| !text.is_empty() || !tags.is_empty()).collect()
}

fn own(lines: &[Line]) -> Vec<Words> {
    lines.iter().map(|line| (line.text.clone(), line.tags.clone())).collect()
}

/// How stories are played.
#[derive(Clone, Copy)]
struct Play {
    playthroughs: usize,
    steps: usize,
    /// The limit of states for stories that are also explored.
    limit: usize,
}

/// Counts of what was equal.
#[derive(Debug, Default)]
struct Same {
    steps: usize,
    steps_in_graphs: usize,
    /// The number of stories with too many states.
    unexplored: usize,
}

/// Plays stories at random in inkjs, makes the same choices here, and also follows them in the merged graph if a story
/// has no more states than the limit. Panics at any difference.
fn play_beside_inkjs(stories: &[PathBuf], play: Play) -> Same {
    let mut node = Command::new("node");
    node.arg(format!("{CLIENTS}/scripts/play-ink.js")).args([play.playthroughs, play.steps].map(|n| n.to_string()));
    let output = node.args(stories).env("NODE_PATH", format!("{CLIENTS}/node_modules")).output().expect("node runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("Unicode");
    let mut lines = text.lines();
    let mut same = Same::default();
    for story in stories {
        let name = story.display().to_string();
        let json = lines.next().expect("the story, compiled");
        if let Ok(known) = fs::read_to_string(format!("{name}.json")) {
            let [known, json]: [Json; 2] = [&*known, json].map(|json| serde_json::from_str(json).expect("JSON"));
            assert_eq!(known, json, "{name} is not what {name}.json was compiled from");
        }
        let program = Program::read(json).expect("a story");
        let explore = |seed| match StoryGraph::explore(&program, &[seed], play.limit).map(StoryGraph::merged) {
            Ok(graph) => Some(graph),
            Err(StoryExploreError::TooManyStates { .. } | StoryExploreError::Endless { .. }) => None,
            // Tunnels that are never left are nested.
            Err(StoryExploreError::Story(error)) if error.message.contains("at a time") => None,
            Err(StoryExploreError::Story(error)) => panic!("{name}: {error}"),
        };
        let of_all = if program.has_chance() { None } else { explore(0) };
        same.unexplored += usize::from(!program.has_chance() && of_all.is_none());
        for (seed, line) in (0..).zip(lines.by_ref().take(play.playthroughs)) {
            // Each seed gives another story, so only a few are explored.
            let own_graph = if program.has_chance() && seed < 3 { explore(seed) } else { None };
            let graph = of_all.as_ref().or(own_graph.as_ref());
            play_as(&name, &program, graph, seed, &serde_json::from_str(line).expect("JSON"), &mut same);
        }
    }
    same
}

/// Makes the choices that were made in inkjs.
fn play_as(name: &str, program: &Program, graph: Option<&StoryGraph>, seed: i64, played: &Json, same: &mut Same) {
    let mut way = format!("{name}, seed {seed}");
    let mut state = program.begin(seed).expect("it begins");
    let mut page = 0;
    for step in played.as_array().expect("steps") {
        let next = program.step(&state).unwrap_or_else(|error| panic!("{way}: {error}"));
        let PassageStep { passage, after: mut states, .. } = next;
        assert_eq!(own(&passage.lines), told(&step["lines"]), "{way}");
        assert_eq!(own(&passage.choices), told(&step["choices"]), "{way}");
        same.steps += 1;
        let made = step["made"].as_u64().map(|made| made as usize);
        if let Some(graph) = graph {
            assert_eq!(*graph.passages[page], passage, "{way}: page {page}");
            page = made.map_or(page, |made| graph.after[page][made]);
            same.steps_in_graphs += 1;
        }
        let Some(made) = made else { break };
        write!(way, ".{made}").expect("a string takes all");
        state = states.swap_remove(made);
    }
}

/// Returns the compiled form of a story of this project.
fn compiled(folder: &str, name: &str) -> String {
    fs::read_to_string(Path::new(folder).join(format!("{name}.ink.json"))).expect("the story, compiled")
}

/// A tag at an ending names it. The authors intended these sizes.
#[test]
fn stories_of_ours_are_finite_and_come_to_all_their_ends() {
    let stories: [(&str, _, &[&str]); 2] = [
        ("book-that-plays", 10..=100, &["The wall", "Well played", "What the coin said", "You only have to go on"]),
        (
            "left-hand",
            2000..=6000,
            &[
                "A bucket will do",
                "A plain thing",
                "Black tea",
                "Only me",
                "Ordinary time",
                "The light on the left hand",
                "Three thousand evenings",
            ],
        ),
    ];
    for (name, pages, expected) in stories {
        let program = Program::read(&compiled(CONTENT, name)).expect("a story");
        let graph = StoryGraph::explore(&program, &[0], 20_000).expect("it is finite").merged();
        assert!(pages.contains(&graph.passages.len()), "{name} has {} pages", graph.passages.len());
        let mut endings = BTreeSet::new();
        for passage in graph.passages.iter().filter(|passage| passage.choices.is_empty()) {
            assert!(!passage.is_loose_end, "{name}: {passage:?}");
            let tags = passage.lines.iter().flat_map(|line| &line.tags);
            endings.extend(tags.filter_map(|tag| tag.strip_prefix("ending: ")));
        }
        assert!(endings.iter().eq(expected), "{name}: {endings:?}");
        assert!(graph.passages.iter().all(|passage| !passage.lines.is_empty()), "{name}: a page tells nothing");
    }
}

/// Damaged files end with an error, or give another story, but they end.
#[test]
fn damaged_stories_are_told_or_refused() {
    explore_damaged(if *IS_WHOLE { 1000 } else { 200 });
}

/// More of them, each within a time limit; the program is built in release mode.
#[test]
#[ignore = "takes long, and is about the program as it is released"]
fn trust_damaged_stories_end_in_ten_seconds() {
    let (slowest, seed) = explore_damaged(5000);
    assert!(slowest < Duration::from_secs(10), "{slowest:?} with seed {seed}");
}

/// Returns the processor time of this thread, in which other work on the machine does not count.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a time after the start")
}

/// Explores the toolbox with `count` kinds of damage. Returns the longest time, and the seed of that damage.
fn explore_damaged(count: u64) -> (Duration, u64) {
    let json: Json = serde_json::from_str(&compiled(FIXTURES, "toolbox")).expect("JSON");
    let (mut told, mut refused) = (0, 0);
    let mut slowest = (Duration::ZERO, 0);
    for seed in 0..count {
        let text = random::damaged(&json, seed);
        let begin = processor_time();
        match Program::read(&text).map(|program| StoryGraph::explore(&program, &[0], 20)) {
            Ok(Ok(_) | Err(StoryExploreError::TooManyStates { .. } | StoryExploreError::Endless { .. })) => told += 1,
            Ok(Err(StoryExploreError::Story(_))) | Err(_) => refused += 1,
        }
        slowest = slowest.max((processor_time().saturating_sub(begin), seed));
    }
    assert!(told > count / 10 && refused > count / 10, "{told} told, {refused} refused");
    slowest
}

/// Every construct of the language, in a story of this project.
#[test]
#[ignore = "needs inkjs"]
fn a_story_with_one_of_everything_is_played_as_inkjs_does() {
    let story = Path::new(FIXTURES).join("toolbox.ink");
    let same = play_beside_inkjs(&[story], Play { playthroughs: 1000, steps: 60, limit: 0 });
    assert!(same.steps > 10_000, "{same:?}");
}

/// Numbers beyond 2 to the power of 53, and divert targets, are printed as in inkjs.
#[test]
#[ignore = "needs inkjs"]
fn large_numbers_and_places_are_printed_as_inkjs_does() {
    let folder = TempDir::new();
    let story = folder.path().join("numbers.ink");
    let numbers = "{POW(2, 60)} {POW(10, 20)} {POW(3.0, 50)} {POW(7, 90) * 1.5} {0 - POW(10, 25)} \
                   {98765432109876543210} {9007199254740993} {POW(2, 53) + 2.0} {POW(10.0, 300)} {1.5}";
    let places = "VAR to = -> hall.door\n{to} {-> hall} {to == -> hall.door} {-> hall.asked}\n* [On] -> to\n\
                  === hall\n* (asked) [Ask] {-> asked}\n  -> END\n= door\nThe door.\n-> END\n";
    fs::write(&story, format!("{numbers}\n{places}")).expect("a file");
    let same = play_beside_inkjs(&[story], Play { playthroughs: 2, steps: 3, limit: 0 });
    assert!(same.steps >= 4, "{same:?}");
}

#[test]
#[ignore = "needs inkjs"]
fn stories_of_ours_are_played_as_inkjs_does() {
    let ours = |folder: &str, names: &[&str]| names.iter().map(|name| Path::new(folder).join(name)).collect::<Vec<_>>();
    let stories = [
        ours(CONTENT, &["book-that-plays.ink", "left-hand.ink"]),
        ours(FIXTURES, &["forgotten.ink"]),
        ours(STARTER, &["en/story.ink", "de/story.ink"]),
    ]
    .concat();
    let same = play_beside_inkjs(&stories, Play { playthroughs: 300, steps: 200, limit: 20_000 });
    assert!(same.steps_in_graphs > 3000, "{same:?}");
}

#[test]
#[ignore = "needs inkjs"]
fn random_stories_and_their_graphs_are_played_as_inkjs_does() {
    let folder = TempDir::new();
    let stories: Vec<PathBuf> = (0..300)
        .map(|seed| {
            let path = folder.path().join(format!("{seed}.ink"));
            fs::write(&path, random::story(seed)).expect("a file");
            path
        })
        .collect();
    let same = play_beside_inkjs(&stories, Play { playthroughs: 20, steps: 40, limit: 2_000 });
    assert!(same.steps_in_graphs > 20_000 && same.unexplored < 120, "{same:?}");
}

/// The stories of inkle's library, of which The Intercept has 17,109 words.
#[test]
#[ignore = "needs the stories of others"]
fn trust_stories_of_others_are_played_as_inkjs_does() {
    let stories = walkdir::WalkDir::new(corpora().join("inkle")).sort_by_file_name().into_iter();
    let stories = stories.map(|entry| entry.expect("an entry").into_path());
    let stories: Vec<PathBuf> = stories.filter(|path| path.to_string_lossy().ends_with(".ink.json")).collect();
    let same = play_beside_inkjs(&stories, Play { playthroughs: 2000, steps: 400, limit: 50_000 });
    assert!(same.steps_in_graphs > 50_000, "{same:?}");
}

/// A prototype found 4,407 pages.
#[test]
#[ignore = "needs the stories of others"]
fn trust_the_intercept_has_few_pages() {
    let json = fs::read_to_string(corpora().join("inkle/Stories/The Intercept/TheIntercept.ink.json"));
    let program = Program::read(&json.expect("the story")).expect("a story");
    let graph = StoryGraph::explore(&program, &[0], 100_000).expect("it is finite");
    let pages = graph.merged().passages.len();
    assert!(pages <= 4407, "{pages} pages");
}

/// Returns which pairs of passages are distinct, by refinement until nothing changes.
fn distinct(graph: &StoryGraph) -> Vec<Vec<bool>> {
    let count = graph.passages.len();
    let mut distinct: Vec<Vec<bool>> =
        (0..count).map(|one| (0..count).map(|other| graph.passages[one] != graph.passages[other]).collect()).collect();
    loop {
        let mut has_changed = false;
        for one in 0..count {
            for other in 0..count {
                let apart = || graph.after[one].iter().zip(&graph.after[other]).any(|(&a, &b)| distinct[a][b]);
                if !distinct[one][other] && apart() {
                    distinct[one][other] = true;
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            return distinct;
        }
    }
}

#[test]
fn merged_graphs_are_the_smallest() {
    let mut merged_some = 0;
    for seed in 0..500 {
        let graph = random::graph(seed);
        let distinct_pairs = distinct(&graph);
        let classes = (0..graph.passages.len()).filter(|&one| (0..one).all(|other| distinct_pairs[one][other])).count();
        let merged = graph.clone().merged();
        assert_eq!(merged.passages.len(), classes, "seed {seed}");
        merged_some += usize::from(classes < graph.passages.len());
        let apart = distinct(&merged);
        assert!((0..classes).all(|one| (0..one).all(|other| apart[one][other])), "seed {seed}");
    }
    assert!(merged_some > 100, "{merged_some}");
}
