//! Finds files that use each other in a cycle. A file uses another one if it names something that is declared there, by
//! any path and through any re-exports. Declaring a module, or re-exporting its items with `pub use`, does not count.

use std::collections::{BTreeMap, BTreeSet};

/// The files that each file uses.
pub(super) type Uses<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// The contents of a file, as a module.
struct Module {
    /// The names that it imports or re-exports, each with its path.
    imports: BTreeMap<String, Vec<String>>,
    /// The imports that do not count as uses, unless the code also contains the name.
    passed_on: BTreeSet<String>,
    /// Its code without imports, as paths and single names.
    paths: Vec<Vec<String>>,
}

/// Returns the files that use each other in cycles, each with the files of its cycle that it uses. Files on a path
/// between two cycles are included.
pub(super) fn circles(sources: &BTreeMap<String, String>) -> Uses<'_> {
    let mut left = uses(sources);
    loop {
        let used: BTreeSet<_> = left.values().flatten().copied().collect();
        let stays = |file: &str, uses: &BTreeSet<&str>| used.contains(file) && !uses.is_empty();
        let count = left.len();
        left.retain(|file, uses| stays(file, uses));
        if left.len() == count {
            return left;
        }
        let files: BTreeSet<_> = left.keys().copied().collect();
        for uses in left.values_mut() {
            uses.retain(|file| files.contains(file));
        }
    }
}

/// Returns which files each file uses.
fn uses(sources: &BTreeMap<String, String>) -> Uses<'_> {
    let files: BTreeMap<_, _> = sources.keys().map(|file| (module_path(file), file.as_str())).collect();
    let modules: BTreeMap<_, _> = sources.iter().map(|(file, code)| (module_path(file), Module::read(code))).collect();
    let used = |path: &Vec<String>, module: &Module| {
        let declared = |named: &[String]| declaring(&modules, path, named, 0).and_then(|found| files.get(&found));
        let imported = module.imports.iter().filter(|(name, _)| !module.passed_on.contains(*name));
        let named = module.paths.iter().chain(imported.map(|(_, path)| path));
        named.filter_map(|named| declared(named)).copied().filter(|file| *file != files[path]).collect()
    };
    modules.iter().map(|(path, module)| (files[path], used(path, module))).collect()
}

fn module_path(file: &str) -> Vec<String> {
    let name = file.trim_end_matches(".rs");
    let name = name.strip_suffix("/mod").unwrap_or(name);
    name.split('/').filter(|part| *part != "lib").map(str::to_owned).collect()
}

/// Returns the module that declares what the code of the module `from` names, if it is in this crate.
fn declaring(
    modules: &BTreeMap<Vec<String>, Module>,
    from: &[String],
    named: &[String],
    depth: usize,
) -> Option<Vec<String>> {
    let (first, rest) = named.split_first()?;
    let mut at = match first.as_str() {
        "crate" | "pageturner" => Vec::new(),
        "self" => from.to_vec(),
        "super" => from.split_last()?.1.to_vec(),
        _ => return declared_in(modules, from, named, depth),
    };
    let up = rest.iter().take_while(|name| *name == "super").count();
    at.truncate(at.len() - up);
    declared_in(modules, &at, &rest[up..], depth)
}

/// The same, for a path that begins in a module.
fn declared_in(
    modules: &BTreeMap<Vec<String>, Module>,
    at: &[String],
    named: &[String],
    depth: usize,
) -> Option<Vec<String>> {
    let (first, rest) = named.split_first()?;
    let child = [at, std::slice::from_ref(first)].concat();
    if modules.contains_key(&child) {
        return declared_in(modules, &child, rest, depth);
    }
    match modules.get(at)?.imports.get(first) {
        // An import can have the name of a module in its own path.
        Some(path) if depth < 8 && path != named => declaring(modules, at, &[path, rest].concat(), depth + 1),
        Some(_) => None,
        None => Some(at.to_vec()),
    }
}

impl Module {
    fn read(code: &str) -> Self {
        let mut module = Self { imports: BTreeMap::new(), passed_on: BTreeSet::new(), paths: Vec::new() };
        let (mut rest, mut other_code) = (code, String::new());
        while let Some((line, after)) = rest.split_once('\n') {
            let import = import_in(line).and_then(|import| {
                let start = line.len() - import.len();
                rest[start..].split_once(';').map(|(tree, after)| (tree, line.trim_start().starts_with("pub"), after))
            });
            if let Some((tree, passes_on, after)) = import {
                module.import("", tree, passes_on);
                rest = after;
            } else {
                other_code.extend([line, "\n"]);
                rest = after;
            }
        }
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let words = other_code.split(|c| !is_name(c)).map(|word| word.trim_matches(':'));
        module.paths = words.filter(|word| word.contains("::")).map(path).collect();
        let names: BTreeSet<_> = other_code.split(|c| !is_name(c) || c == ':').collect();
        module.passed_on.retain(|name| !names.contains(name.as_str()));
        module
    }

    /// Adds the names of an import, a tree of paths after a prefix.
    fn import(&mut self, prefix: &str, tree: &str, passes_on: bool) {
        let tree = tree.trim();
        if let Some((head, rest)) = tree.split_once('{') {
            let inner = rest.trim_end().strip_suffix('}').expect("braces close");
            for part in parts(inner) {
                self.import(&format!("{prefix}{}", head.trim()), part, passes_on);
            }
            return;
        }
        let (named, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
        let mut named = path(&format!("{prefix}{named}"));
        if named.last().is_some_and(|last| last == "self") {
            named.pop();
        }
        let last = named.last().cloned().unwrap_or_default();
        let name = if alias.is_empty() { last } else { alias.trim().to_owned() };
        if passes_on {
            self.passed_on.insert(name.clone());
        }
        self.imports.insert(name, named);
    }
}

/// Returns the path of an import, if a line begins one.
fn import_in(line: &str) -> Option<&str> {
    let (visibility, import) = line.trim_start().split_once("use ")?;
    let is_visibility =
        visibility.is_empty() || visibility == "pub " || visibility.starts_with("pub(") && visibility.ends_with(") ");
    (is_visibility && import.chars().all(|c| c.is_alphanumeric() || "_:{}*,; ".contains(c))).then_some(import)
}

fn path(text: &str) -> Vec<String> {
    text.split("::").map(|part| part.trim().to_owned()).collect()
}

/// Returns the items of a comma-separated list, which can contain nested lists.
fn parts(list: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    parts.into_iter().filter(|part| !part.trim().is_empty()).collect()
}

/// Returns a line for each file, with the files that it uses.
pub(super) fn told(uses: &Uses<'_>) -> Vec<String> {
    let line = |(file, uses): (&&str, &BTreeSet<&str>)| format!("{file} → {}", Vec::from_iter(uses.clone()).join(", "));
    uses.iter().map(line).collect()
}

fn found(sources: &[(&str, &str)]) -> Vec<String> {
    let sources = sources.iter().map(|&(file, code)| (file.to_owned(), format!("{code}\n"))).collect();
    told(&circles(&sources))
}

#[test]
fn a_circle_is_found_by_whatever_paths_and_imports() {
    let pairs = [
        ("use super::b::B;", "fn f() { super::a::A; }"),
        ("use crate::room::b::{self, C};", "use crate::room::{a::{A}, c};"),
        ("use super::B;", "use super::a;\nfn f(_: a::A) {}"),
        ("use super::Other;", "pub use super::a::A;\nfn f(_: A) {}"),
        ("use super::super::room::b::inner;\nfn f() { inner(super::b::B) }", "use super::\n{\n    a::{A, C},\n};"),
    ];
    for (a, b) in pairs {
        let room = "mod a;\nmod b;\npub use b::{B, B as Other};";
        let sources = [("room/mod.rs", room), ("room/a.rs", a), ("room/b.rs", b)];
        assert_eq!(found(&sources), ["room/a.rs → room/b.rs", "room/b.rs → room/a.rs"], "{a} {b}");
    }
}

#[test]
fn a_room_and_its_child_make_a_circle_once_both_use_each_other() {
    let child = ("room/child.rs", "use super::Own;\npub struct Child(Own);");
    for room in ["mod child;\npub use child::Child;\npub struct Own;", "mod child;\npub struct Own;"] {
        assert_eq!(found(&[("room.rs", room), child]), [""; 0], "{room}");
    }
    for user in ["use child::Child;", "pub use child::Child;\nfn f(_: Child) {}", "fn f(_: child::Child) {}"] {
        let room = format!("mod child;\n{user}\npub struct Own;");
        let both = ["room.rs → room/child.rs", "room/child.rs → room.rs"];
        assert_eq!(found(&[("room.rs", &room), child]), both, "{room}");
    }
}

#[test]
fn a_circle_of_many_files_is_told_once() {
    let sources = [("a.rs", "use crate::b::B;"), ("b.rs", "use crate::c::C;"), ("c.rs", "use crate::a::A;")];
    assert_eq!(found(&sources), ["a.rs → b.rs", "b.rs → c.rs", "c.rs → a.rs"]);
    assert_eq!(found(&sources[..2]), [""; 0]);
}
