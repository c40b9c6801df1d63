//! The JSON Schemas in the folder `editors`: for `site.toml`, and for the headers of pages. They are made from the
//! structs into which content is deserialized. `UPDATE_EXPECTED=1` rewrites them; read the changes before you commit
//! them.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use walkdir::WalkDir;

use crate::files::of_project as read;
use crate::keys::{Key, keys_of};

const DIALECT: &str = "http://json-schema.org/draft-07/schema#";

/// Returns the sources of the structs and enums into which content is deserialized.
fn sources() -> String {
    let paths = ["article", "config", "editions", "game", "scripts", "story"].map(|name| format!("content/{name}"));
    let sources = paths.iter().map(String::as_str).chain(["engine/game/rules"]);
    sources.map(|path| read(&format!("src/{path}.rs"))).collect()
}

/// Compares a file in `editors` with its expected text.
pub(crate) fn compare(name: &str, text: &str) {
    let path = format!("editors/{name}");
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a write");
    }
    assert!(read(&path) == text, "`UPDATE_EXPECTED=1 cargo test editors annotations` writes {path} anew");
}

/// Returns the variants of an enum as in content.
fn words(sources: &str, name: &str) -> Option<Vec<String>> {
    let (_, rest) = sources.split_once(&format!("enum {name} {{\n"))?;
    let variants = rest.split("\n}").next()?.lines().map(str::trim).filter_map(|line| line.strip_suffix(','));
    let kebab = |variant: &str| {
        let mut word = String::new();
        for letter in variant.chars() {
            if letter.is_uppercase() && !word.is_empty() {
                word.push('-');
            }
            word.extend(letter.to_lowercase());
        }
        word
    };
    Some(variants.map(kebab).collect())
}

/// Returns the schema of the values of a type. Adds the structs in it to the definitions.
fn schema(of: &str, attributes: &str, sources: &str, definitions: &mut Map<String, Value>) -> Value {
    let inner = |prefix: &str| of.strip_prefix(prefix).and_then(|rest| rest.strip_suffix('>'));
    if let Some((_, bounds)) = attributes.split_once("within::<_, _, ").filter(|_| inner("Vec<").is_none()) {
        return whole_number(bounds.split(">\"").next().expect("bounds"));
    }
    if let Some((_, bounds)) = inner("Within<").and_then(|inner| inner.split_once(", ")) {
        return whole_number(bounds);
    }
    if let Some(value) = inner("Vec<(").and_then(|pair| pair.strip_suffix(')')?.split_once(", ")) {
        return json!({ "type": "object", "additionalProperties": schema(value.1, "", sources, definitions) });
    }
    if let Some(inner) = ["Option<", "Located<"].into_iter().find_map(inner) {
        return schema(inner, attributes, sources, definitions);
    }
    if let Some(inner) = inner("Vec<") {
        return json!({ "type": "array", "items": schema(inner, "", sources, definitions) });
    }
    // The name of a longer type.
    if let Some((_, rest)) = sources.split_once(&format!("type {of} = ")) {
        return schema(rest.split(';').next().expect("a type"), "", sources, definitions);
    }
    match of {
        "String" => json!({ "type": "string" }),
        "i64" | "usize" => json!({ "type": "integer" }),
        "bool" => json!({ "type": "boolean" }),
        "Date" => json!({ "type": "string", "format": "date" }),
        "RangeInclusive<u32>" => json!({
            "type": "array", "items": { "type": "integer", "minimum": 1, "maximum": 99 }, "minItems": 2, "maxItems": 2
        }),
        "Clamp" => json!({ "anyOf": [{ "type": "integer" }, { "type": "array", "items": { "type": "integer" } }] }),
        "Value" => json!({}),
        name if let Some(words) = words(sources, name) => json!({ "enum": words }),
        name => {
            if !definitions.contains_key(name) {
                // Reserves its place, because it could contain itself.
                definitions.insert(name.to_owned(), Value::Null);
                let table = table(name, sources, definitions);
                definitions.insert(name.to_owned(), table);
            }
            json!({ "$ref": format!("#/definitions/{name}") })
        }
    }
}

fn whole_number(bounds: &str) -> Value {
    let bound = |text: &str| match text.trim_matches(['{', '}', ' ']) {
        "i64::MAX" => i64::MAX,
        number => number.replace('_', "").parse().expect("a number"),
    };
    let (least, most) = bounds.split_once(", ").expect("two bounds");
    json!({ "type": "integer", "minimum": bound(least), "maximum": bound(most) })
}

/// Returns the schema of a table that is deserialized into a struct.
fn table(name: &str, sources: &str, definitions: &mut Map<String, Value>) -> Value {
    let keys = keys_of(sources, name);
    let required: Vec<&str> = keys.iter().filter(|key| key.is_required()).map(|key| &*key.name).collect();
    let property = |Key { name, of, attributes, meaning, .. }: &Key, definitions: &mut Map<String, Value>| {
        let mut property = schema(of, attributes, sources, definitions);
        property["description"] = json!(meaning);
        if property.get("$ref").is_some() {
            // Older programs ignore what is next to a reference.
            property = json!({ "description": meaning, "allOf": [{ "$ref": property["$ref"] }] });
        }
        (name.clone(), property)
    };
    let properties: Map<String, Value> = keys.iter().map(|key| property(key, definitions)).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// Returns the schema of a file that is deserialized into one struct.
fn of_site() -> Value {
    let mut definitions = Map::new();
    let mut schema = table("Config", &sources(), &mut definitions);
    schema["$schema"] = json!(DIALECT);
    schema["title"] = json!("The settings of a site: content/site.toml");
    schema["definitions"] = Value::Object(definitions);
    schema
}

/// Returns the schema of the header of any page. A key that only one kind of page has says which kind.
fn of_page() -> Value {
    let (sources, mut definitions) = (sources(), Map::new());
    let mut kind = |name: &str| schema(name, "", &sources, &mut definitions);
    let has = |key: &str| json!({ "required": [key] });
    let (article, game, lesson, story) = (kind("ArticleSpec"), kind("GameSpec"), kind("LessonSpec"), kind("StorySpec"));
    json!({
        "$schema": DIALECT,
        "title": "The header of a page: of a story, a game, a lesson or a plain page",
        "if": has("story"), "then": story,
        "else": { "if": has("game"), "then": game, "else": { "if": has("lesson"), "then": lesson, "else": article } },
        "definitions": definitions,
    })
}

#[test]
fn the_schemas_are_made_from_the_code() {
    for (name, schema) in [("site.schema.json", of_site()), ("page.schema.json", of_page())] {
        compare(name, &format!("{}\n", serde_json::to_string_pretty(&schema).expect("JSON")));
    }
}

/// Returns where a value violates a schema, for the features that these schemas use.
fn breach(schema: &Value, value: &Value, root: &Value) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        return breach(root.pointer(name.strip_prefix('#')?)?, value, root);
    }
    let is_of_kind = match schema["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64(),
        Some("boolean") => value.is_boolean(),
        _ => true,
    };
    let is_within = |bound: &str| schema[bound].as_i64().zip(value.as_i64());
    if !is_of_kind
        || is_within("minimum").is_some_and(|(least, number)| number < least)
        || is_within("maximum").is_some_and(|(most, number)| number > most)
        || schema["enum"].as_array().is_some_and(|words| !words.contains(value))
    {
        return Some(format!("{value} does not fit {schema}"));
    }
    if schema.get("if").is_some() {
        let branch = if breach(&schema["if"], value, root).is_none() { "then" } else { "else" };
        return breach(&schema[branch], value, root);
    }
    let missing = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|key| value.get(key.as_str().expect("a key")).is_none());
    if let Some(key) = missing {
        return Some(format!("{key} is missing"));
    }
    let fields = value.as_object().into_iter().flatten();
    let of_fields =
        fields.filter_map(|(key, inner)| match (schema["properties"].get(key), &schema["additionalProperties"]) {
            (Some(property), _) => breach(property, inner, root),
            (None, Value::Bool(false)) => Some(format!("{key} is unknown")),
            (None, other) => breach(other, inner, root),
        });
    let of_items = value.as_array().into_iter().flatten().filter_map(|item| breach(&schema["items"], item, root));
    let of_all = schema["allOf"].as_array().into_iter().flatten().filter_map(|schema| breach(schema, value, root));
    of_fields.chain(of_items).chain(of_all).next()
}

fn json_of(toml: &str) -> Value {
    fn plain(value: toml::Value) -> Value {
        match value {
            toml::Value::Datetime(date) => json!(date.to_string()),
            toml::Value::Table(table) => table.into_iter().map(|(key, value)| (key, plain(value))).collect(),
            toml::Value::Array(items) => items.into_iter().map(plain).collect(),
            other => serde_json::to_value(other).expect("JSON"),
        }
    }
    plain(toml::Value::Table(toml.parse().expect("TOML")))
}

#[test]
fn the_schemas_fit_every_page_of_this_site_and_no_unknown_key() {
    let (site, page) = (of_site(), of_page());
    let settings = json_of(&read("content/site.toml"));
    assert_eq!(breach(&site, &settings, &site), None);
    let mut headers = 0;
    for entry in WalkDir::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("content")) {
        let path = entry.expect("an entry").into_path();
        // The headers of translated games contain only texts.
        let is_page =
            path.extension().is_some_and(|ending| ending == "md") && !path.to_string_lossy().ends_with(".de.md");
        if is_page {
            let text = fs::read_to_string(&path).expect("a text");
            let header = text.split("+++").nth(1).expect("a header");
            assert_eq!(breach(&page, &json_of(header), &page), None, "{}", path.display());
            headers += 1;
        }
    }
    assert!(headers > 50, "{headers}");
    for wrong in [
        "title = \"A\"\ntitel = 1",
        "summary = \"A\"",
        "title = 1",
        "title = \"A\"\nsort = \"title\"",
        "title = \"A\"\nlesson = \"nim/two-player\"\norder = 1",
        "title = \"A\"\nsummary = \"A\"\ngame = \"nim\"\n[[editions]]\nname = \"a\"\ntitle = \"A\"\nvolumes = 100",
        "title = \"A\"\nsummary = \"A\"\ngame = \"nim\"\n[[editions]]\nname = \"a\"\ntitle = \"A\"\n\
         computer.level = \"mild\"",
    ] {
        assert!(breach(&page, &json_of(wrong), &page).is_some(), "{wrong}");
    }
}
