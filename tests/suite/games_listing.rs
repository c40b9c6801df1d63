//! The output of `games`: headers that can be copied, values that are accepted, and slugs of positions.

use std::collections::BTreeSet;

use pageturner::game::{ParameterValue, Parameters};
use pageturner::games::Games;
use serde_json::Value;

use crate::conformance;
use crate::fixture::Fixture;
use crate::whole_site::IS_WHOLE;

/// Returns the output of `games --json` for each game.
fn games() -> Vec<Value> {
    let (listing, _) = Fixture::empty().run(&["games", "--json"]);
    let listing: Value = serde_json::from_str(&listing).expect("JSON");
    listing["games"].as_array().expect("games").clone()
}

fn text<'a>(of: &'a Value, key: &str) -> &'a str {
    of[key].as_str().expect("a text")
}

/// Returns whether a game is explored: only `make test` explores the one with hundreds of thousands of positions.
fn is_tried(game: &Value) -> bool {
    *IS_WHOLE || text(game, "name") != "chess-endings"
}

/// Returns the value of a TOML literal.
fn read(written: &str) -> ParameterValue {
    let table: toml::Table = format!("value = {written}").parse().expect("TOML");
    conformance::parameter(&table["value"])
}

/// Returns the parameters in the header that is printed with a game.
fn given(game: &Value) -> Parameters {
    let header = text(game, "example").split("+++\n").nth(1).expect("a header");
    let header: toml::Table = header.parse().expect("TOML");
    let parameters = header["editions"][0].get("parameters").and_then(toml::Value::as_table).cloned();
    parameters.unwrap_or_default().iter().map(|(key, of)| (key.clone(), conformance::parameter(of))).collect()
}

/// Returns the same parameters with another value for one of them.
fn with(game: &Value, parameter: &Value, other: ParameterValue) -> Parameters {
    let mut parameters = given(game);
    if let Some(instead) = parameter["instead"].as_str() {
        parameters.remove(instead);
    }
    parameters.insert(text(parameter, "name").to_owned(), other);
    parameters
}

#[test]
fn every_header_makes_an_edition_as_it_stands() {
    let site = Fixture::new();
    let games = games();
    let names: BTreeSet<_> = games.iter().map(|game| text(game, "name")).collect();
    assert_eq!(names, Games::standard().names().collect());
    let tried: Vec<_> = games.iter().filter(|game| is_tried(game)).collect();
    for game in &tried {
        site.write(&format!("content/{}.md", text(game, "name")), text(game, "example"));
    }
    let listed: Value = serde_json::from_str(&site.run(&["list", "--json"]).0).expect("JSON");
    let listed: BTreeSet<_> =
        listed.as_array().expect("rows").iter().map(|row| (text(row, "game"), text(row, "edition"))).collect();
    for name in tried.into_iter().map(|game| text(game, "name")) {
        assert!(listed.contains(&(name, "play")), "{name}: {listed:?}");
    }
}

#[test]
fn every_parameter_takes_what_is_said_and_nothing_else() {
    let mut tried = 0;
    for game in games() {
        let name = text(&game, "name");
        let accepts = |parameters: &Parameters| Games::standard().open(name, parameters).is_ok();
        assert!(accepts(&given(&game)), "{name}");
        for parameter in game["parameters"].as_array().expect("parameters") {
            let key = text(parameter, "name");
            assert!(accepts(&with(&game, parameter, read(text(parameter, "example")))), "{name}: the example of {key}");
            for other in [ParameterValue::Other("date"), ParameterValue::List(vec![ParameterValue::Flag(true)])] {
                let refused = Games::standard().open(name, &with(&game, parameter, other)).expect_err("a wrong value");
                assert!(refused.to_string().contains(&format!("`{key}`")), "{name} does not read {key}: {refused}");
            }
            let mut without = given(&game);
            without.remove(key);
            assert_eq!(
                accepts(&without),
                !(parameter["required"] == true || without.len() < given(&game).len()),
                "{key}"
            );
            if let Some(default) = parameter["default"].as_str() {
                let given = Games::standard().open(name, &with(&game, parameter, read(default)));
                assert_eq!(given, Games::standard().open(name, &without), "{name}: the default of {key}");
            }
            let Some([least, most]) = parameter["range"].as_array().map(|range| [0, 1].map(|at| range[at].as_i64()))
            else {
                continue;
            };
            let (least, most) = (least.expect("a number"), most.expect("a number"));
            let is_list = text(parameter, "type") == "numbers";
            for (number, is_in) in [(least, true), (most, true), (least - 1, false), (most + 1, false)] {
                let number = ParameterValue::Integer(number);
                let other = if is_list { ParameterValue::List(vec![number]) } else { number };
                let refused =
                    Games::standard().open(name, &with(&game, parameter, other)).err().map(|error| error.to_string());
                // A number in the range can still make a board on which no player can move.
                let is_out = refused.as_ref().is_some_and(|error| error.contains("does not accept the number"));
                assert_eq!(is_out, !is_in, "{name}: {key}: {refused:?}");
                tried += 1;
            }
        }
    }
    assert!(tried >= 12, "numbers were tried");
}

#[test]
fn a_slug_of_each_game_is_shown() {
    for game in games().into_iter().filter(is_tried) {
        let name = text(&game, "name");
        let mut parameters = given(&game);
        // The slug that is printed has the same number of rows.
        let positions =
            Games::standard().open(name, &parameters).expect("a game").explore(500_000).expect("a small game");
        let shown = text(&game, "slugs").split('`').skip(1).step_by(2);
        assert!(shown.into_iter().any(|slug| positions.find(slug).is_some()), "{name}");
        parameters.insert("nonsense".to_owned(), ParameterValue::Flag(true));
        assert!(Games::standard().open(name, &parameters).is_err());
    }
}

#[test]
fn the_listing_for_people_has_every_word_of_the_one_for_programs() {
    let site = Fixture::new();
    let (listing, told) = site.run(&["games"]);
    assert_eq!(told, "");
    for game in games() {
        let mut words = vec![text(&game, "name"), text(&game, "summary"), text(&game, "slugs")];
        for key in ["parameters", "policies"] {
            let all = game[key].as_array().expect("a list");
            words.extend(all.iter().flat_map(|one| [text(one, "name"), text(one, "about")]));
        }
        for word in words {
            assert!(listing.contains(word), "{word}");
        }
    }
    let (one, _) = site.run(&["games", "hanoi"]);
    assert!(one.starts_with("hanoi\n") && !one.contains("nim"), "{one}");
    let message = site.fail_to("games", &["nin"]);
    assert!(message.contains("unknown game `nin`") && message.contains("did you mean `nim`?"), "{message}");
}
