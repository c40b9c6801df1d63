//! `games`: lists the games with their parameters, slugs and policies; creates and tries out new games.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::new::NewGame;
use super::session::Session;
use super::terminal::{Progress, print};
use crate::engine::game::{BUILT_IN_POLICIES, Description, Otherwise, Parameter, PolicyDescription, Values};
use crate::engine::games::Games;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::tool::playtest::playtest;
use crate::tool::starter::title_of;

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub(super) struct ListGames {
    #[command(subcommand)]
    verb: Option<Verb>,
    /// The games to list; the default is all
    #[arg(value_name = "GAME")]
    names: Vec<String>,
    /// Print JSON for other programs
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Create a starter game in Lua, and a page for it, in content/
    New(NewGame),
    /// Explore a game file; print the game's size, the result of best play, and possible mistakes
    Try {
        /// The file of the game, such as content/dodgem.lua
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Options of the game to set; all others keep their defaults
        #[arg(value_name = "NAME=VALUE")]
        options: Vec<String>,
    },
}

impl ListGames {
    pub(super) fn run(&self, session: &Session<'_>) -> Result<(), Diagnostics> {
        match &self.verb {
            Some(Verb::New(verb)) => verb.run(session),
            Some(Verb::Try { file, options }) => {
                let progress = Progress::new(session.quiet);
                let report = playtest(file, options, session.games);
                drop(progress);
                Ok(print(&report?)?)
            }
            None => self.list(session.games),
        }
    }

    fn list(&self, games: &Games) -> Result<(), Diagnostics> {
        let unknown = self.names.iter().filter(|name| !games.names().any(|known| known == *name));
        let finding =
            |name: &String| Diagnostic::new(format!("unknown game `{name}`")).hint(did_you_mean(name, games.names()));
        unknown.map(finding).collect::<Diagnostics>().into_result(())?;
        let is_asked = |game: &&Description| self.names.is_empty() || self.names.iter().any(|name| *name == *game.name);
        let games: Vec<&Description> = games.descriptions().filter(is_asked).collect();
        if !self.json {
            return Ok(print(&text(&games))?);
        }
        let games: Vec<_> = games.into_iter().map(game_json).collect();
        let listing = json!({ "games": games, "policies": policies_json(&BUILT_IN_POLICIES) });
        Ok(print(&format!("{listing:#}\n"))?)
    }
}

fn game_json(game: &Description) -> Value {
    json!({
        "name": game.name,
        "summary": game.summary,
        "parameters": game.parameters.iter().map(parameter_json).collect::<Vec<_>>(),
        "slugs": game.slugs,
        "policies": policies_json(&game.policies),
        "example": example(game),
    })
}

/// Returns a parameter as JSON. Omits each of `instead`, `default`, `range` and `count` that does not apply.
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
    let (instead, default) = match otherwise {
        Otherwise::Required => (None, None),
        Otherwise::Instead(other) => (Some(other), None),
        Otherwise::Default(value) => (None, Some(value.written())),
    };
    let entries = [
        ("name", json!(name)),
        ("about", json!(about)),
        ("type", json!(kind)),
        ("required", json!(*otherwise == Otherwise::Required)),
        ("instead", json!(instead)),
        ("default", json!(default)),
        ("range", json!(range)),
        ("count", json!(count)),
        ("example", json!(example)),
    ];
    entries.into_iter().filter(|(_, value)| !value.is_null()).collect()
}

fn policies_json(policies: &[PolicyDescription]) -> Value {
    policies.iter().map(|policy| json!({ "name": policy.name, "about": policy.about })).collect()
}

fn describe(Parameter { values, otherwise, example, .. }: &Parameter) -> String {
    let without = match otherwise {
        Otherwise::Default(value) => format!("default {}", value.written()),
        Otherwise::Instead(other) => format!("required unless `{other}` is set"),
        Otherwise::Required => "required".to_owned(),
    };
    format!("{}; {without}; for example {example}", values.describe())
}

fn example(game: &Description) -> String {
    let mut given: Vec<&Parameter> = Vec::new();
    for parameter in &game.parameters {
        let is_given = match &parameter.otherwise {
            Otherwise::Required => true,
            Otherwise::Instead(other) => !given.iter().any(|given| given.name == *other),
            Otherwise::Default(_) => false,
        };
        given.extend(is_given.then_some(parameter));
    }
    let given: Vec<_> = given.iter().map(|parameter| format!("{} = {}", parameter.name, parameter.example)).collect();
    let given = if given.is_empty() { String::new() } else { format!("parameters = {{ {} }}\n", given.join(", ")) };
    // A string is the same in JSON and TOML.
    let [title, summary, name] = [&title_of(&game.name), &*game.summary, &game.name].map(Value::from);
    format!(
        "+++\ntitle = {title}\nsummary = {summary}\ngame = {name}\n\n[[editions]]\nname = \"play\"\ntitle = \"Play\"\n\
         {given}+++\n"
    )
}

fn text(games: &[&Description]) -> String {
    let mut lines = Vec::new();
    for game in games {
        lines.extend([game.name.to_string(), format!("  {}", game.summary)]);
        for parameter in &game.parameters {
            lines.push(format!("\n  parameter `{}`: {}", parameter.name, parameter.about));
            lines.push(format!("    {}", describe(parameter)));
        }
        lines.push(format!("\n  slug of a position: {}", game.slugs));
        for PolicyDescription { name, about } in &game.policies {
            lines.push(format!("\n  policy `{name}`: {about}"));
        }
        lines.push(format!("\n  content/{}.md:", game.name));
        lines.extend(example(game).lines().map(|line| format!("    {line}").trim_end().to_owned()));
        lines.push(String::new());
    }
    lines.push("Policies for every two-player game:".to_owned());
    lines.extend(BUILT_IN_POLICIES.iter().map(|PolicyDescription { name, about }| format!("  `{name}`: {about}")));
    lines.join("\n")
        + "\n\nTo let the computer play by one of them, add this line to an edition:\n\n    \
           computer = { plays = \"second\", policy = \"negamax\", depth = 2, blunder = 20, seed = 1 }\n\n\
           or choose one of the levels `easy`, `medium` and `hard`:\n\n    computer = { level = \"easy\" }\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_game_says_of_itself_its_header_can_be_read() {
        let mut game = Games::standard().descriptions().next().expect("a game").clone();
        (game.name, game.summary) = ("échecs-ou-rien".into(), "Say \"no\" to \\.".into());
        let example = example(&game);
        let header: toml::Table = example.trim_matches(['+', '\n']).parse().expect("TOML");
        assert_eq!(header["title"].as_str(), Some("Échecs ou rien"));
        assert_eq!(header["summary"].as_str(), Some(&*game.summary));
    }
}
