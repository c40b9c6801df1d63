//! Values of the wrong type: whatever stands for whatever key, the message speaks of content, not of the program.

use crate::fixture::Fixture;

/// A value of each type that TOML has, and numbers at the edges.
const VALUES: [&str; 22] = [
    "3",
    "-1",
    "0",
    "300",
    "4294967296",
    "99999999999999999999",
    "1e3",
    "1.5",
    "nan",
    "true",
    "\"x\"",
    "\"\"",
    "[]",
    "[1]",
    "[\"x\"]",
    "[[]]",
    "[{ a = 1 }]",
    "{ a = 1 }",
    "{}",
    "1979-05-27",
    "1979-05-27T07:32:00Z",
    "07:32:00",
];

/// What stands around a key in a file: the path, the text before the line with the key, and the text after it.
struct Around {
    path: &'static str,
    before: &'static str,
    keys: &'static [&'static str],
    after: &'static str,
}

const AROUND: [Around; 10] = [
    Around {
        path: "content/site.toml",
        before: "",
        keys: &[
            "title",
            "tagline",
            "author",
            "language",
            "base_url",
            "theme",
            "main_title",
            "max_positions",
            "variants",
            "menu",
        ],
        after: "",
    },
    Around {
        path: "content/site.toml",
        before: "title = \"A\"\n[[menu]]\n",
        keys: &["title", "page", "url"],
        after: "",
    },
    Around {
        path: "content/site.toml",
        before: "title = \"A\"\n[[variants]]\n",
        keys: &["name", "title", "theme", "only"],
        after: "",
    },
    Around {
        path: "content/about.md",
        before: "+++\n",
        keys: &["title", "summary", "image", "order", "date", "draft"],
        after: "+++\n",
    },
    Around {
        path: "content/nim.md",
        before: "+++\n",
        keys: &[
            "title",
            "summary",
            "image",
            "game",
            "order",
            "cover",
            "parameters",
            "draft",
            "boards",
            "outputs",
            "editions",
        ],
        after: "+++\n",
    },
    Around {
        path: "content/nim.md",
        before: "+++\ntitle = \"A\"\nsummary = \"B\"\ngame = \"nim\"\nparameters.rows = [1, 2]\n[[editions]]\n",
        keys: &["name", "title", "summary", "parameters", "computer", "hints", "graph", "volumes", "outputs", "draft"],
        after: "+++\n",
    },
    Around {
        path: "content/nim.md",
        before: "+++\ntitle = \"A\"\nsummary = \"B\"\ngame = \"nim\"\nparameters.rows = [1, 2]\n[[editions]]\n\
                 name = \"a\"\ntitle = \"A\"\n[editions.computer]\n",
        keys: &["plays", "policy", "depth", "blunder", "opening", "seed"],
        after: "+++\n",
    },
    Around {
        path: "content/nim.md",
        before: "+++\ntitle = \"A\"\nsummary = \"B\"\ngame = \"nim\"\nparameters.rows = [1, 2]\n[[editions]]\n\
                 name = \"a\"\ntitle = \"A\"\n[[boards]]\n",
        keys: &["name", "title", "summary", "parameters", "hints", "seeds", "outputs", "draft"],
        after: "+++\n",
    },
    Around {
        path: "content/nim/lesson.md",
        before: "+++\n",
        keys: &["title", "summary", "lesson"],
        after: "+++\n\nText\n\n```step\nposition = \"a-3-4-5\"\nmove = \"1-1\"\n```\n",
    },
    Around {
        path: "content/nim/lesson.md",
        before: "+++\ntitle = \"A\"\nlesson = \"nim/two-player\"\n+++\n\nText\n\n```step\n",
        keys: &["position", "move", "otherwise", "instead", "instead.1-1"],
        after: "```\n",
    },
];

/// What only people know who have read the program, as words.
const RUST: &[&str] = &[
    "Raw",
    "struct",
    "u8",
    "u16",
    "u32",
    "u64",
    "usize",
    "i64",
    "i128",
    "f64",
    "bool",
    "enum",
    "Option",
    "sequence",
    "map",
    "tuple",
    "unit",
    "integer",
    "float",
    "floating",
    "boolean",
    "string",
    "str",
    "char",
    "deserialize",
    "Spanned",
    "identifier",
    "field",
    "newtype",
    "RawComputer",
    "RawEdition",
    "RawBoard",
    "RawVariant",
    "datetime",
    "array",
];

#[test]
fn values_of_wrong_types_are_told_in_words() {
    let site = Fixture::new();
    let mut wrong = Vec::new();
    for Around { path, before, keys, after } in AROUND {
        let others: Vec<&str> = before.lines().chain(after.lines()).collect();
        for key in keys {
            for value in VALUES {
                let fill = required(path, before, key);
                site.write(path, &format!("{before}{key} = {value}\n{fill}{after}"));
                let output = site.pageturner().args(["build", "--dry-run", "--quiet"]).output().expect("it runs");
                let message = String::from_utf8(output.stderr).expect("text");
                if output.status.code() == Some(0) {
                    continue;
                }
                let told = message.lines().filter(|line| !others.iter().any(|other| line.ends_with(other)));
                let told: Vec<&str> = told.filter(|line| !line.contains(" | ")).collect();
                let told = told.join(" ");
                let words: Vec<&str> = told.split(|c: char| !c.is_alphanumeric()).collect();
                let is_rust = RUST.iter().any(|word| words.contains(word))
                    || told.contains("\\n")
                    || told.contains("unknown variant");
                let has_place = message.contains("[content/");
                if is_rust || !has_place || !message.contains("help:") || output.status.code() != Some(1) {
                    wrong.push(format!("{key} = {value}\n{message}"));
                }
            }
        }
        site.overlay(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/small"));
        let _ = std::fs::remove_file(site.root().join("content/nim/lesson.md"));
    }
    assert!(wrong.is_empty(), "{} messages:\n{}", wrong.len(), wrong.join("\n"));
}

/// The lines with the other keys that have to be there, so that the value alone is wrong.
fn required(path: &str, before: &str, key: &str) -> String {
    let table = before.lines().rev().find(|line| line.starts_with('[') || line.starts_with("```")).unwrap_or_default();
    let lines: &[(&str, &str)] = match (path, table) {
        ("content/site.toml", "") | ("content/about.md", _) => &[("title", "\"A\"")],
        ("content/site.toml", _) => &[("name", "\"a\""), ("title", "\"A\""), ("theme", "\"eink\"")],
        ("content/nim.md", "") => &[
            ("title", "\"A\""),
            ("summary", "\"B\""),
            ("game", "\"nim\""),
            ("parameters", "{ rows = [1, 2] }"),
            ("editions", "[{ name = \"a\", title = \"A\" }]"),
        ],
        ("content/nim.md", "[editions.computer]") => &[("policy", "\"perfect\"")],
        ("content/nim.md", _) => &[("name", "\"a\""), ("title", "\"A\"")],
        ("content/nim/lesson.md", "") => &[("title", "\"A\""), ("lesson", "\"nim/two-player\"")],
        _ => &[("position", "\"a-3-4-5\""), ("move", "\"1-1\"")],
    };
    let others = lines.iter().filter(|(known, _)| *known != key);
    others.flat_map(|(key, value)| [*key, " = ", *value, "\n"]).collect()
}
