//! `games`: what content can name: the games, their parameters, the slugs of their positions and their policies.

use clap::Args;
use serde_json::{Value, json};

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

pub(super) fn run(games: &Games, arguments: &Arguments) -> Result<(), Diagnostics> {
    let mut findings = Diagnostics::new();
    for name in arguments.names.iter().filter(|name| !games.names().any(|known| known == *name)) {
        let hint = did_you_mean(name, games.names());
        findings.push(Diagnostic::new(format!("unknown game `{name}`")).hint(hint));
    }
    findings.into_result(())?;
    let is_asked =
        |game: &&Description| arguments.names.is_empty() || arguments.names.iter().any(|name| name == game.name);
    let games: Vec<&Description> = games.descriptions().iter().filter(is_asked).collect();
    if !arguments.json {
        return Ok(print(&text(&games))?);
    }
    let games: Vec<_> = games.into_iter().map(game_json).collect();
    let listing = json!({ "games": games, "policies": policies_json(&BUILT_IN_POLICIES) });
    Ok(print(&format!("{listing:#}\n"))?)
}

/// Returns what programs are told of a game.
fn game_json(game: &Description) -> Value {
    json!({
        "name": game.name,
        "summary": game.summary,
        "parameters": game.parameters.iter().map(parameter_json).collect::<Vec<_>>(),
        "slugs": game.slugs,
        "policies": policies_json(game.policies),
        "example": example(game),
    })
}

/// Returns what programs are told of a parameter: of `instead`, `default`, `range` and `count` only what applies.
fn parameter_json(Parameter { name, about, values, otherwise, example }: &Parameter) -> Value {
    let (kind, range, count) = match values {
        Values::Integer(range) => ("number", Some([*range.start(), *range.end()]), None),
        Values::Flag => ("flag", None, None),
        Values::Text => ("text", None, None),
        Values::Texts(count) => ("texts", None, Some([*count.start(), *count.end()])),
        Values::Integers(count, each) => {
            ("numbers", Some([*each.start(), *each.end()].map(u16::from)), Some([*count.start(), *count.end()]))
        }
    };
    let mut entry =
        json!({ "name": name, "about": about, "type": kind, "required": *otherwise == Otherwise::Required });
    match otherwise {
        Otherwise::Required => {}
        Otherwise::Instead(other) => entry["instead"] = json!(other),
        Otherwise::Default(value) => entry["default"] = json!(written(value)),
    }
    if let Some(range) = range {
        entry["range"] = json!(range);
    }
    if let Some(count) = count {
        entry["count"] = json!(count);
    }
    entry["example"] = json!(example);
    entry
}

fn policies_json(policies: &[PolicyDescription]) -> Value {
    policies.iter().map(|policy| json!({ "name": policy.name, "about": policy.about })).collect()
}

/// Returns in words which values a parameter takes and what holds without it.
fn describe(Parameter { values, otherwise, example, .. }: &Parameter) -> String {
    let without = match otherwise {
        Otherwise::Default(value) => format!("{} if not given", written(value)),
        Otherwise::Instead(other) => format!("it or `{other}` is required"),
        Otherwise::Required => "required".to_owned(),
    };
    format!("{}; {without}; such as {example}", values.describe())
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

/// Returns the listing for people.
fn text(games: &[&Description]) -> String {
    let mut text = String::new();
    for game in games {
        let mut line = |line: &str| text.extend([line.trim_end(), "\n"]);
        line(game.name);
        line(&format!("  {}", game.summary));
        for parameter in game.parameters {
            line(&format!("\n  parameter `{}`: {}", parameter.name, parameter.about));
            line(&format!("    {}", describe(parameter)));
        }
        line(&format!("\n  slug of a position: {}", game.slugs));
        for policy in game.policies {
            line(&format!("\n  policy `{}`: {}", policy.name, policy.about));
        }
        line(&format!("\n  content/{}.md:", game.name));
        example(game).lines().for_each(|example| line(&format!("    {example}")));
        line("");
    }
    text += "Policies for every game of two:\n";
    text.extend(BUILT_IN_POLICIES.map(|PolicyDescription { name, about }| format!("  `{name}`: {about}\n")));
    text + "\nAn edition has one of them in a seat with a line such as\n\n    \
            computer = { plays = \"second\", policy = \"negamax\", depth = 2, blunder = 20, seed = 1 }\n"
}
