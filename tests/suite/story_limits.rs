//! Mistakes in ink stories, the causes of endless and large stories, and the hints for their authors.

use std::fmt::Write;
use std::fs;
use std::time::{Duration, Instant};

use pageturner::story::{Program, StoryExploreError, StoryGraph};

/// A mistake in a story is reported with the part of it where it is.
#[test]
fn what_is_wrong_with_a_story_is_told() {
    let of = |root: &str| format!("{{\"inkVersion\":21,\"root\":{root},\"listDefs\":{{\"moods\":{{\"low\":1}}}}}}");
    let told = |text: &str| match Program::read(text) {
        Err(error) => error.to_string(),
        Ok(program) => match StoryGraph::explore(&program, &[0], 1000) {
            Err(error) => error.to_string(),
            Ok(graph) => format!("{} passages", graph.passages.len()),
        },
    };
    let knot = |content: &str| of(&format!(r#"[[{{"->":"knot"}},null],"done",{{"knot":[{content},null]}}]"#));
    let cases = [
        ("{\"inkVersion\":21,\n \"root\":[", "the file ends too early, at line 2, column 9"),
        ("{\"inkVersion\":21,\n root:[]}", "this is not JSON, at line 2, column 2"),
        // Numbers of compilers are not names.
        (&of(r##"[[["shout",{"#n":"c-0"}],null],"done",null]"##), "unknown step `shout`"),
        (&knot(r##"[{"->":"knot.0.c-7"},{"#n":"g-1"}]"##), "a divert leads nowhere in the story (in `knot`)"),
        ("[]", "this file is not the output of an ink compiler"),
        (r#"{"inkVersion":17,"root":[]}"#, "the story has the ink version 17, but only 18 to 21 are supported"),
        (r#"{"inkVersion":22,"root":[]}"#, "the story has the ink version 22, but only 18 to 21 are supported"),
        (r#"{"inkVersion":21}"#, "the story has no `root`"),
        (&of("[]"), "a container lacks its end"),
        (&knot(r#"{"->":"nowhere"}"#), "`nowhere` leads nowhere in the story (in `knot`)"),
        (&knot(r#""shout""#), "unknown step `shout` (in `knot`)"),
        (&knot(r#"{"!":1}"#), "unknown step with `!` (in `knot`)"),
        (&knot("null"), "a step of the story is empty (in `knot`)"),
        (
            &knot(r#"{"x()":"roll","exArgs":1}"#),
            "the story calls the external function `roll`, which has no ink function as a fallback (in `knot`)",
        ),
        (&knot(r#"{"list":{"moods.bad":1}}"#), "no list contains `moods.bad` (in `knot`)"),
        (&knot(r#"{"->":"knot"}"#), "the story loops here without reaching a choice or an end (in `knot`)"),
        (
            &knot(r#"{"->t->":"knot"}"#),
            "the story has more than 500 nested calls at a time: check for a loop (in `knot`)",
        ),
        (&knot(r#""ev",1,0,"/","/ev","done""#), "1 is divided by 0 (in `knot`)"),
        (&knot(r#""ev",1,"+","/ev","done""#), "an expression lacks a value (in `knot`)"),
        (
            &knot(r#""ev",1,{"^->":"knot"},"+","/ev""#),
            "`+` does not support a number and a place to divert to (in `knot`)",
        ),
        // Brackets in texts do not count.
        (&format!("[{}", "\"]\",[".repeat(5000)), "parts of the story are nested more than 4000 levels deep"),
        (&knot(&format!("\"^{}\",\"\\n\",\"end\"", "[".repeat(5000))), "1 passages"),
        (&knot(r#""~ret""#), "a function returns here without a call (in `knot`)"),
        (&knot(r#""ev","void","/ev","->->""#), "a tunnel ends here (`->->`) without a call (in `knot`)"),
        (&knot(r#""ev",5,1,"rnd","/ev""#), "RANDOM needs the smaller number first, but gets 5 and 1 (in `knot`)"),
        (&knot(r#"{"CNT?":"knot"}"#), "the story does not count the visits to `knot` (in `knot`)"),
        (&knot(r#"{"->":"x","var":true}"#), "a divert leads to `x`, which is not declared (in `knot`)"),
        (
            &knot(r#""ev",1,"/ev",{"temp=":"x"},{"->":"x","var":true}"#),
            "a divert leads to `x`, which is a number, not a place (in `knot`)",
        ),
        (
            &of(concat!(
                r#"["ev",{"VAR?":"n"},1,"+",{"VAR=":"n","re":true},"/ev","ev",{"VAR?":"n"},"out","str","^on","/str","#,
                r#""/ev",{"*":"0","flg":4},{"global decl":["ev",0,{"VAR=":"n"},"/ev","end",null]}]"#
            )),
            "the story has infinitely many states: the variable `n` keeps taking new values; changed in the \
             beginning, for example by the choice \"on\"; read in the beginning",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(told(text), expected, "{text}");
    }
}

/// A choice of a hub: its text, what happens after it, and its flags: 4, or 20 if it can be made once.
type HubChoice<'a> = (&'a str, &'a str, usize);

/// Returns a story of one knot, to which every choice leads back.
fn hub(declarations: &str, content: &str, choices: &[HubChoice]) -> String {
    let (mut offered, mut after) = (String::new(), String::new());
    for (number, (words, then, flags)) in choices.iter().enumerate() {
        write!(offered, r#","ev","str","^{words}","/str","/ev",{{"*":".^.c-{number}","flg":{flags}}}"#).expect("room");
        write!(after, r##""c-{number}":[{then},{{"->":"hub"}},{{"#f":5}}],"##).expect("room");
    }
    let after = after.trim_end_matches(',');
    format!(r#"{{"inkVersion":21,"root":[[{{"->":"hub"}},null],"done",{{"hub":[{content}"nop"{offered},{{{after}}}],"#)
        + &format!(r#""end":["^Over.","\n","end",null],"global decl":["ev",{declarations}"/ev","end",null]}}]}}"#)
}

fn set(name: &str, value: &str) -> String {
    format!(r#""ev",{value},{{"VAR=":"{name}","re":true}},"/ev""#)
}

/// Each endless story is refused early, with one remedy for its cause, which was tried.
#[test]
fn a_story_without_end_is_refused_early_with_a_remedy_for_its_cause() {
    let print = |name: &str| format!(r#""ev",{{"VAR?":"{name}"}},"out","/ev","\n","#);
    let counter = |step: &str| {
        let (on, off) = (set("n", &format!(r#"{{"VAR?":"n"}},{step}"#)), set("b", "true"));
        let shown = print("n") + &print("b");
        hub(r#"40,{"VAR=":"n"},false,{"VAR=":"b"},"#, &shown, &[("On", &on, 4), ("Off", &off, 4)])
    };
    let text = set("t", r#"{"VAR?":"t"},{"VAR?":"t"},"+""#);
    let part = |name: &str| format!(r#""{name}":["pop","^{name}",{{"->":".^.^.17"}},null]"#);
    let branch = |number: usize| format!(r#""ev","du",{number},"==","/ev",{{"->":".^.s{number}","c":true}}"#);
    let (tests, parts) = ([branch(0), branch(1)].join(","), [part("s0"), part("s1")].join(","));
    let shuffle = format!(r##"["ev","visit",2,"seq","/ev",{tests},"nop",{{{parts},"#f":5}}],"##);
    let random = r#""ev",1,6,"rnd","out","/ev","\n","#;
    let tunnel = r#""ev","void","/ev",{"->t->":"hub"}"#;
    let cases = [
        (counter(r#"1,"+""#), "the variable `n` keeps taking new values; changed in `hub`", "`clamp = { n = 41 }`"),
        (counter(r#"3,"-""#), "the variable `n` keeps taking new values; changed in `hub`", "`clamp = { n = 41 }`"),
        (
            hub(r#"0,{"VAR=":"n"},"#, &shuffle, &[("On", r#""nop""#, 4)]),
            "visits to a sequence or a gather in `hub` keeps taking new values",
            "add `shuffle_rounds = 1` to the header",
        ),
        (hub("", random, &[("On", r#""nop""#, 4)]), "the result of RANDOM keeps taking", "call RANDOM before"),
        (
            hub(r#""str","^ab","/str",{"VAR=":"t"},"#, &print("t"), &[("On", &text, 4)]),
            "a text has more than 65536 bytes here (in `hub`)",
            "play the story in Inky",
        ),
        (hub("", "", &[("On", tunnel, 4)]), "nested calls", "use a divert"),
    ];
    for (json, expected, advice) in cases {
        let begin = Instant::now();
        let error = StoryGraph::explore(&Program::read(&json).expect("a story"), &[0], 1_000_000).expect_err("no end");
        assert!(begin.elapsed() < Duration::from_secs(20), "{expected}: {:?}", begin.elapsed());
        let help = match &error {
            StoryExploreError::Story(error) => error.help,
            StoryExploreError::Endless { remedy, .. } | StoryExploreError::TooManyStates { remedy, .. } => remedy,
        };
        assert!(error.to_string().contains(expected) && help.contains(advice), "{error}\n{help}");
        assert!(
            advice.contains("shuffle") || !help.contains("shuffle_rounds =") || advice.contains("RANDOM"),
            "{help}"
        );
    }
}

/// A number that stops at some time does not grow for ever, however late that is.
#[test]
fn a_number_that_a_story_bounds_is_no_endless_growth() {
    for (until, test) in [("4500", ">="), ("900", "=="), ("9000", ">=")] {
        let step = set("n", r#"{"VAR?":"n"},1,"+""#);
        let ends = format!(r#""ev",{{"VAR?":"n"}},{until},"{test}","/ev",{{"->":"end","c":true}},"#);
        let json = hub(r#"0,{"VAR=":"n"},"#, &ends, &[("On", &step, 4)]);
        let graph = StoryGraph::explore(&Program::read(&json).expect("a story"), &[0], 1_000_000).expect("it ends");
        assert!(graph.passages.len().to_string().starts_with(&until[..1]), "{until}: {}", graph.passages.len());
    }
}

/// Consecutive knots, each with a once-only choice, are found and merged in time proportional to their number, even
/// with the same texts.
#[test]
fn a_long_row_of_knots_is_found_in_time_that_grows_with_it() {
    let row = |count: usize| {
        // Each knot precedes the one that leads to it.
        let knots = (1..=count).rev().map(|number| {
            let next = if number < count { format!(r#"{{"->":"room{}"}}"#, number + 1) } else { r#""end""#.to_owned() };
            let choice = r#""ev","str","^Go on","/str","/ev",{"*":".^.c-0","flg":20}"#;
            format!(r##""room{number}":["^A room","\n",{choice},{{"c-0":["\n",{next},{{"#f":5}}],"#f":1}}]"##)
        });
        let knots = knots.collect::<Vec<_>>().join(",");
        format!(r#"{{"inkVersion":21,"root":[[{{"->":"room1"}},null],"done",{{{knots}}}]}}"#)
    };
    let begin = Instant::now();
    let program = Program::read(&row(20_000)).expect("a story");
    let graph = StoryGraph::explore(&program, &[0], 100_000).expect("it ends").merged();
    assert_eq!((graph.passages.len(), graph.unreached.len()), (20_001, 0));
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}

/// Facts that change together are listed once, with their factor.
#[test]
fn what_multiplies_a_story_is_named_with_its_factor() {
    let names: Vec<String> = ('a'..'u').map(|letter| letter.to_string()).collect();
    let facts: Vec<(String, String)> = names.iter().map(|name| (format!("Ask {name}"), set(name, "true"))).collect();
    let choices: Vec<HubChoice> = facts.iter().map(|(words, after)| (&**words, &**after, 20)).collect();
    let declarations = names.iter().map(|name| format!(r#"false,{{"VAR=":"{name}"}},"#)).collect::<Vec<_>>().concat();
    let shown = names.iter().map(|name| format!(r#""ev",{{"VAR?":"{name}"}},"out","/ev","\n","#));
    let json = hub(&declarations, &shown.collect::<Vec<_>>().concat(), &choices);
    let error = StoryGraph::explore(&Program::read(&json).expect("a story"), &[0], 20_000).expect_err("too many");
    let StoryExploreError::TooManyStates { growth, remedy, .. } = error else { panic!("{error}") };
    assert_eq!(growth.len(), 12, "{growth:?}");
    for growth in &growth {
        let (with, without) = growth.states;
        assert!((without * 18..=without * 20).contains(&(with * 10)), "{growth}");
        assert_eq!(growth.values, 2, "{growth}");
        assert!(growth.others[0].starts_with("the number of visits to the choice \"Ask "), "{growth}");
    }
    assert!(remedy.contains("set it back to its first value"), "{remedy}");
}

/// An author can limit every variable, in whatever order they are declared.
#[test]
fn every_variable_can_be_limited() {
    let story = |ending: &str| {
        fs::read_to_string(format!("{}/tests/fixtures/ink/fair-0.{ending}", env!("CARGO_MANIFEST_DIR")))
            .expect("a story")
    };
    let mut program = Program::read(&story("ink.json")).expect("a story");
    let source = story("ink");
    let names: Vec<&str> = source.lines().filter_map(|line| line.strip_prefix("VAR ")?.split(' ').next()).collect();
    assert_eq!(names.len(), 9);
    for name in names {
        assert_eq!(program.limit(name, 0, 30), Ok(()), "{name}");
    }
    assert!(program.limit("nothing", 0, 3).is_err());
}
