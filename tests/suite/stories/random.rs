//! Random stories and graphs.

use std::fmt::Write;
use std::sync::Arc;

use pageturner::story::{Line, Passage, StoryGraph};
use serde_json::Value as Json;

/// Random numbers: a linear congruential generator, of which only the upper bits are used.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    fn pick<'a>(&mut self, items: &[&'a str]) -> &'a str {
        items[self.below(items.len())]
    }
}

const KNOTS: usize = 6;

/// Returns a random story in ink. Its numbers are bounded, so most are finite.
pub(super) fn story(seed: u64) -> String {
    let mut chance = Chance(seed);
    let mut ink = "VAR a = 0\nVAR b = 1\nVAR seen = false\nVAR way = -> k1\nVAR bag = (cup)\n\
                   LIST things = cup, (key), map\n-> k0\n"
        .to_owned();
    let mut write = |text: String| writeln!(ink, "{text}").expect("a string takes all");
    for knot in 0..KNOTS {
        write(format!("=== k{knot}"));
        write(format!("~ temp held{knot} = {}", chance.pick(&["a", "seen", "things", "\"text\""])));
        for _ in 0..=chance.below(3) {
            write(statement(&mut chance));
        }
        if chance.below(3) == 0 {
            write(format!("-> t{} ->", chance.below(2)));
        }
        if chance.below(4) == 0 {
            write("<- side".to_owned());
        }
        let choices = 1 + chance.below(3);
        for number in 0..choices {
            let mark = chance.pick(&["*", "+", "*"]);
            let condition = if chance.below(3) == 0 { format!("{{{}}} ", test(&mut chance)) } else { String::new() };
            let text = chance.pick(&["Go[.] on.", "[Stay.]", "Look {a}.", "Turn {seen:back|away}[] again."]);
            write(format!("{mark} {condition}{knot}.{number} {text}"));
            if chance.below(2) == 0 {
                write(format!("    {}", statement(&mut chance)));
            }
            if chance.below(2) == 0 {
                write(format!("    -> k{}", chance.below(KNOTS)));
            }
        }
        if chance.below(2) == 0 {
            write(format!("* -> k{}", chance.below(KNOTS)));
        }
        write(format!("- {}", statement(&mut chance)));
        if chance.below(3) == 0 {
            write(format!("{{held{knot}}}"));
        }
        if chance.below(3) == 0 {
            write(format!("~ held{knot} = {}\nHeld {{held{knot}}}.", chance.pick(&["b", "not seen", "()", "bag"])));
        }
        if chance.below(4) == 0 {
            write(chance.pick(&["-> through(a, -> k0) ->", "-> through(b, -> k2) ->", "-> way"]).to_owned());
        }
        write(if chance.below(4) == 0 { "-> END".to_owned() } else { format!("+ [On] -> k{}", chance.below(KNOTS)) });
    }
    for tunnel in 0..2 {
        write(format!("=== t{tunnel}"));
        write(statement(&mut chance));
        write(format!("+ [Through {tunnel}]\n    {}\n    ->->", statement(&mut chance)));
        write(format!("* {{{}}} [Out {tunnel}] -> k{}", test(&mut chance), chance.below(KNOTS)));
        write(format!("* [Onwards {tunnel}]\n    ->-> k{}", chance.below(KNOTS)));
    }
    write("=== through(ref x, -> place)\nThrough {x}, {READ_COUNT(place) > 0:again|first}.".to_owned());
    write("+ [Set]\n    ~ x = 1\n    ->->\n+ [Leave]\n    ->->\n+ [Jump] -> place".to_owned());
    write(format!("=== side\n{}\n* [Aside] -> k{}\n-> DONE", statement(&mut chance), chance.below(KNOTS)));
    write("=== function more(ref x)\n{ x < 2:\n    ~ x = x + 1\n}\n~ return x".to_owned());
    ink
}

/// Returns a condition.
fn test(chance: &mut Chance) -> String {
    let knot = chance.below(KNOTS);
    match chance.below(8) {
        0 => "a > 0".to_owned(),
        1 => "a == b".to_owned(),
        2 => "seen".to_owned(),
        3 => format!("k{knot}"),
        4 => format!("k{knot} > 1"),
        5 => "things ? key".to_owned(),
        6 => format!("TURNS_SINCE(-> k{knot}) > 1"),
        _ => format!("not k{knot} or a >= b"),
    }
}

/// Returns a line that prints or changes something.
fn statement(chance: &mut Chance) -> String {
    match chance.below(18) {
        12 => "~ bag = ()".to_owned(),
        13 => "~ bag += map".to_owned(),
        14 => "Not {LIST_INVERT(bag)}, of {LIST_ALL(bag)}.".to_owned(),
        15 => format!("~ way = -> k{}", chance.below(KNOTS)),
        16 => "{\"It is \" + seen} {seen == \"true\"}.".to_owned(),
        17 => format!("{{k{}: Been there.|Not there.}}", chance.below(KNOTS)),
        0 => "Here {&one|two|three}.".to_owned(),
        1 => "Then {first|second|last}.".to_owned(),
        2 => "{!Only once.}".to_owned(),
        3 => format!("{{ {}: Yes, {{a}}|No, {{b}} }}.", test(chance)),
        4 => "~ a = 1 - a".to_owned(),
        5 => "~ more(a)".to_owned(),
        6 => "It is {more(b)} now.".to_owned(),
        7 => "~ seen = not seen".to_owned(),
        8 => "~ things += cup".to_owned(),
        9 => "~ things -= (key, cup)".to_owned(),
        10 => "There {things: is {things}|is nothing}. <>".to_owned(),
        _ => {
            let name = chance.below(1_000_000);
            format!("{{ {}:\n    ~ temp c{name} = a + b\n    Sum {{c{name}}}.\n}}", test(chance))
        }
    }
}

/// Returns a random graph of passages, many of which have the same text.
pub(super) fn graph(seed: u64) -> StoryGraph {
    let mut chance = Chance(seed);
    let count = 1 + chance.below(12);
    let line = |text: usize| Line { text: text.to_string(), tags: Vec::new() };
    let mut graph = StoryGraph { starts: vec![0], ..StoryGraph::default() };
    for _ in 0..count {
        let choices = chance.below(3);
        let lines = vec![line(chance.below(2))];
        let offered = (0..choices).map(line).collect();
        graph.passages.push(Arc::new(Passage { lines, choices: offered, is_loose_end: false, error: None }));
        graph.parts.push(String::new());
        graph.after.push((0..choices).map(|_| chance.below(count)).collect());
    }
    graph
}

/// Returns the text of a story in which some parts were removed, or replaced with others.
pub(super) fn damaged(story: &Json, seed: u64) -> String {
    let mut chance = Chance(seed);
    let mut story = story.clone();
    for _ in 0..=chance.below(3) {
        let part = part(&story, &mut chance).clone();
        let place = part_mut(&mut story, &mut chance);
        match (chance.below(4), place) {
            (0, Json::Array(items)) if !items.is_empty() => drop(items.remove(chance.below(items.len()))),
            (1, Json::Number(number)) => {
                *number = (1_000_000 - i32::try_from(chance.below(2_000_000)).expect("it is small")).into();
            }
            (1, Json::String(text)) => text.push('.'),
            (_, place) => *place = part,
        }
    }
    let mut text = story.to_string();
    if chance.below(10) == 0 {
        let cut = chance.below(text.len());
        text.truncate((0..=cut).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0));
    }
    text
}

/// Returns a part of it at any depth.
fn part<'a>(json: &'a Json, chance: &mut Chance) -> &'a Json {
    let inner: Vec<&Json> = match json {
        Json::Array(items) => items.iter().collect(),
        Json::Object(fields) => fields.values().collect(),
        _ => Vec::new(),
    };
    if inner.is_empty() || chance.below(8) == 0 { json } else { part(inner[chance.below(inner.len())], chance) }
}

fn part_mut<'a>(json: &'a mut Json, chance: &mut Chance) -> &'a mut Json {
    let count = match json {
        Json::Array(items) => items.len(),
        Json::Object(fields) => fields.len(),
        _ => 0,
    };
    if count == 0 || chance.below(12) == 0 {
        return json;
    }
    let index = chance.below(count);
    let inner = match json {
        Json::Array(items) => &mut items[index],
        Json::Object(fields) => fields.values_mut().nth(index).expect("it has so many"),
        _ => return json,
    };
    part_mut(inner, chance)
}
