//! `games`: what content can name: the games, their parameters, the slugs of their positions and their policies.

use std::fmt::Write;

use clap::Args;
use serde::Serialize;

use super::terminal::print;
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::game::{BUILT_IN_POLICIES, Otherwise, Parameter, ParameterValue, PolicyDescription, Values};
use crate::games::{Description, Games};

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Only these games
    #[arg(value_name = "GAME")]
    names: Vec<String>,
    /// Print JSON for other programs
    #[arg(long)]
    json: bool,
}

/// All that is printed, as JSON has it.
#[derive(Serialize)]
struct Listing {
    games: Vec<GameEntry>,
    /// The policies that play any game for two.
    policies: Vec<PolicyEntry>,
}

/// A game.
#[derive(Serialize)]
struct GameEntry {
    name: &'static str,
    summary: &'static str,
    parameters: Vec<ParameterEntry>,
    /// How the slug of a position is written.
    slugs: &'static str,
    policies: Vec<PolicyEntry>,
    /// A Markdown file to begin with.
    example: String,
}

/// A parameter of a game. What does not apply is left out.
#[derive(Default, Serialize)]
struct ParameterEntry {
    name: &'static str,
    about: &'static str,
    /// `number`, `flag`, `text`, `texts` or `numbers`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// Whether it has to be given.
    required: bool,
    /// The parameter to give instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    instead: Option<&'static str>,
    /// What it is if it is not given, as content writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
    /// The least and the greatest number.
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<[u16; 2]>,
    /// The least and the greatest length of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<[usize; 2]>,
    /// A value as content writes it.
    example: &'static str,
    /// The values in words.
    #[serde(skip)]
    values: String,
}

/// A way to choose moves.
#[derive(Serialize)]
struct PolicyEntry {
    name: &'static str,
    about: &'static str,
}

pub(super) fn run(games: &Games, arguments: &Arguments) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    for name in arguments.names.iter().filter(|name| !games.names().any(|known| known == *name)) {
        let hint = did_you_mean(name, games.names());
        findings.push(Diagnostic::new(format!("unknown game `{name}`")).hint(hint));
    }
    findings.into_result(())?;
    let is_asked =
        |game: &&Description| arguments.names.is_empty() || arguments.names.iter().any(|name| name == game.name);
    let games = games.descriptions().iter().filter(is_asked).map(GameEntry::of).collect();
    let listing = Listing { games, policies: policies(&BUILT_IN_POLICIES) };
    let text = if arguments.json {
        serde_json::to_string_pretty(&listing).expect("a listing is plain data") + "\n"
    } else {
        listing.text()
    };
    Ok(print(&text)?)
}

fn policies(policies: &[PolicyDescription]) -> Vec<PolicyEntry> {
    policies.iter().map(|&PolicyDescription { name, about }| PolicyEntry { name, about }).collect()
}

impl GameEntry {
    fn of(game: &Description) -> Self {
        Self {
            name: game.name,
            summary: game.summary,
            parameters: game.parameters.iter().map(ParameterEntry::of).collect(),
            slugs: game.slugs,
            policies: policies(game.policies),
            example: example(game),
        }
    }
}

impl ParameterEntry {
    fn of(Parameter { name, about, values, otherwise, example }: &Parameter) -> Self {
        let entry = Self { name, about, example, values: values.describe(), ..Self::default() };
        let entry = match values {
            Values::Integer(range) => Self { kind: "number", range: Some([*range.start(), *range.end()]), ..entry },
            Values::Flag => Self { kind: "flag", ..entry },
            Values::Text => Self { kind: "text", ..entry },
            Values::Texts(count) => Self { kind: "texts", count: Some([*count.start(), *count.end()]), ..entry },
            Values::Integers(count, each) => Self {
                kind: "numbers",
                count: Some([*count.start(), *count.end()]),
                range: Some([(*each.start()).into(), (*each.end()).into()]),
                ..entry
            },
        };
        match otherwise {
            Otherwise::Required => Self { required: true, ..entry },
            Otherwise::Instead(other) => Self { instead: Some(other), ..entry },
            Otherwise::Default(value) => Self { default: Some(written(value)), ..entry },
        }
    }

    /// Returns in words which values it takes and what holds without it.
    fn describe(&self) -> String {
        let without = match (&self.default, self.instead) {
            (Some(default), _) => format!("{default} if not given"),
            (_, Some(other)) => format!("it or `{other}` is required"),
            _ => "required".to_owned(),
        };
        format!("{}; {without}; such as {}", self.values, self.example)
    }
}

/// Returns a value as content writes it.
fn written(value: &ParameterValue) -> String {
    match value {
        ParameterValue::Integer(number) => number.to_string(),
        ParameterValue::Flag(flag) => flag.to_string(),
        ParameterValue::Text(text) => format!("{text:?}"),
        ParameterValue::List(items) => format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", ")),
        ParameterValue::Other(kind) => (*kind).to_owned(),
    }
}

/// Returns a Markdown file of a game with one edition.
fn example(game: &Description) -> String {
    let mut title = game.name.replace('-', " ");
    title[..1].make_ascii_uppercase();
    let mut given: Vec<&Parameter> = Vec::new();
    for parameter in game.parameters {
        let is_given = match &parameter.otherwise {
            Otherwise::Required => true,
            Otherwise::Instead(other) => !given.iter().any(|given| given.name == *other),
            Otherwise::Default(_) => false,
        };
        given.extend(is_given.then_some(parameter));
    }
    let given: Vec<_> = given.iter().map(|parameter| format!("{} = {}", parameter.name, parameter.example)).collect();
    let given = if given.is_empty() { String::new() } else { format!("parameters = {{ {} }}\n", given.join(", ")) };
    format!(
        "+++\ntitle = \"{title}\"\nsummary = \"{}\"\ngame = \"{}\"\n\n[[editions]]\nname = \"play\"\ntitle = \"Play\"\n\
         {given}+++\n",
        game.summary, game.name
    )
}

impl Listing {
    /// Returns the listing for people.
    fn text(&self) -> String {
        let mut text = String::new();
        for game in &self.games {
            let mut line = |line: &str| writeln!(text, "{}", line.trim_end()).expect("writing to a string succeeds");
            line(game.name);
            line(&format!("  {}", game.summary));
            for parameter in &game.parameters {
                line(&format!("\n  parameter `{}`: {}", parameter.name, parameter.about));
                line(&format!("    {}", parameter.describe()));
            }
            line(&format!("\n  slug of a position: {}", game.slugs));
            for policy in &game.policies {
                line(&format!("\n  policy `{}`: {}", policy.name, policy.about));
            }
            line(&format!("\n  content/{}.md:", game.name));
            game.example.lines().for_each(|example| line(&format!("    {example}")));
            line("");
        }
        text += "Policies for every game of two:\n";
        for policy in &self.policies {
            writeln!(text, "  `{}`: {}", policy.name, policy.about).expect("writing to a string succeeds");
        }
        text += "\nAn edition has one of them in a seat with a line such as\n\n    \
                 computer = { plays = \"second\", policy = \"negamax\", depth = 2, blunder = 20, seed = 1 }\n";
        text
    }
}
