//! Reading: a program from the JSON that ink's compilers write.
//!
//! Its format is described by ink's authors in `ArchitectureAndDevOverview.md` and `ink_JSON_runtime_format.md`.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::error::StoryError;
use super::ids::{ContainerId, GlobalId, ItemId, ListId, NameId, NodeId, Place};
use super::lists::{Item, List, Lists};
use super::native::{Native, single};
use super::program::{
    Call, ChoicePoint, Command, Container, DECLARATIONS, Divert, Node, Program, Target, Variable, named_part,
};
use super::value::{Float, Items, Value};

/// The versions of the format that are read: those which ink 0.9 and later write.
const VERSIONS: std::ops::RangeInclusive<i64> = 18..=21;

/// How deep parts of a story stand in each other, and how large a stack that takes.
const DEEPEST: usize = 4000;
const STACK: usize = 64 << 20;

impl Program {
    /// Reads a story from the text of a file that a compiler of ink has written.
    ///
    /// # Errors
    ///
    /// When the text is no JSON, no story, one of a version that is too old or too new, or one that needs what no page
    /// can do.
    pub fn read(text: &str) -> Result<Self, StoryError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        with_room_for(text, || Self::read_json(text))
    }

    fn read_json(text: &str) -> Result<Self, StoryError> {
        let mut json = serde_json::Deserializer::from_str(text);
        // How deep it is was counted.
        json.disable_recursion_limit();
        let json = Json::deserialize(&mut json).and_then(|story| json.end().map(|()| story));
        let json = json.map_err(|error| wrong(format!("this is no JSON: {error}"), ""))?;
        let version = json.get("inkVersion").and_then(Json::as_i64);
        let version = version.ok_or_else(|| wrong("this is no story that a compiler of ink has written", ""))?;
        if !VERSIONS.contains(&version) {
            let age = if version < *VERSIONS.start() { "older" } else { "newer" };
            let (from, to) = (VERSIONS.start(), VERSIONS.end());
            return Err(wrong(
                format!("the story has version {version}, {age} than {from} to {to}, which are read"),
                "",
            ));
        }
        let root = json.get("root").and_then(Json::as_array).ok_or_else(|| wrong("the story has no `root`", ""))?;
        let mut reader = Reader::default();
        if let Some(lists) = json.get("listDefs").and_then(Json::as_object) {
            reader.declare_lists(lists)?;
        }
        reader.lay_out(root)?;
        reader.declare_globals();
        reader.lists.are_drawn_from = reader.raw.iter().any(|(_, json)| json.as_str() == Some("lrnd"));
        for (id, json) in std::mem::take(&mut reader.raw) {
            reader.nodes[id.0 as usize] = reader.node(id, json)?;
        }
        let declarations = reader.containers[0].named.get(DECLARATIONS).copied();
        Ok(Self {
            limits: Vec::new(),
            shuffle_rounds: None,
            visit_count: reader.visit_count,
            turn_count: reader.turn_count,
            nodes: reader.nodes,
            containers: reader.containers,
            next: reader.next,
            parents: reader.parents,
            globals: reader.globals.into_iter().collect(),
            names: reader.names.into_iter().collect(),
            lists: reader.lists,
            declarations,
        })
    }
}

/// Calls a function on a stack that has room for the JSON in a text. Each gather of a story stands in the one before.
fn with_room_for<R: Send>(text: &str, read: impl FnOnce() -> Result<R, StoryError> + Send) -> Result<R, StoryError> {
    let (mut depth, mut deepest, mut is_in_string) = (0_usize, 0, false);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => is_in_string = !is_in_string,
            b'\\' => drop(bytes.next()),
            b'[' | b'{' if !is_in_string => depth += 1,
            b']' | b'}' if !is_in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    if deepest > DEEPEST {
        return Err(wrong(format!("parts of the story stand more than {DEEPEST} deep in each other"), ""));
    }
    std::thread::scope(|scope| {
        let reader = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, read);
        let reader = reader.map_err(|error| wrong(format!("there is no thread to read the story: {error}"), ""))?;
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn wrong(message: impl Into<String>, path: &str) -> StoryError {
    StoryError { message: message.into(), path: path.to_owned() }
}

#[derive(Default)]
struct Reader<'a> {
    nodes: Vec<Node>,
    containers: Vec<Container>,
    next: Vec<Option<NodeId>>,
    parents: Vec<ContainerId>,
    globals: indexmap::IndexSet<String>,
    names: indexmap::IndexSet<String>,
    lists: Lists,
    visit_count: usize,
    turn_count: usize,
    /// The nodes that are no containers, as the file has them: they can lead to any container.
    raw: Vec<(NodeId, &'a Json)>,
}

impl<'a> Reader<'a> {
    fn declare_lists(&mut self, lists: &Map<String, Json>) -> Result<(), StoryError> {
        for (name, items) in lists {
            let first = self.lists.items.len() as u32;
            let list = ListId(self.lists.all.len() as u32);
            for (item, value) in items.as_object().into_iter().flatten() {
                let value = value.as_i64().and_then(|value| i32::try_from(value).ok());
                let value = value.ok_or_else(|| wrong(format!("the item `{item}` of a list has no number"), name))?;
                self.lists.items.push(Item { list, name: item.clone(), value });
            }
            let items = first..self.lists.items.len() as u32;
            self.lists.all.push(List { name: name.clone(), items });
        }
        Ok(())
    }

    fn lay_out(&mut self, root: &'a [Json]) -> Result<(), StoryError> {
        self.add_container(ContainerId(0), String::new(), root);
        let mut queue = VecDeque::from([(ContainerId(0), root)]);
        while let Some((id, json)) = queue.pop_front() {
            let Some((last, content)) = json.split_last() else {
                return Err(wrong("a container lacks its end", &self.containers[id.0 as usize].path));
            };
            let first = self.nodes.len() as u32;
            let end = first + content.len() as u32;
            let path = self.containers[id.0 as usize].path.clone();
            let inside = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            self.containers[id.0 as usize].content = first..end;
            let after = self.next[self.containers[id.0 as usize].node.0 as usize];
            // A container's nodes stand side by side, so what is in them comes after all of them.
            for (node, _) in (first..end).zip(content) {
                self.nodes.push(Node::Command(Command::Nothing));
                self.parents.push(id);
                self.next.push(if node + 1 < end { Some(NodeId(node + 1)) } else { after });
            }
            for ((node, index), json) in (first..end).zip(0..).zip(content) {
                let Json::Array(inner) = json else {
                    self.raw.push((NodeId(node), json));
                    continue;
                };
                let named = inner.last().and_then(|last| last.get("#n")).and_then(Json::as_str);
                let index: usize = index;
                let container = self.add_inside(NodeId(node), inside(named.unwrap_or(&index.to_string())));
                self.describe(container, inner);
                if let Some(name) = named {
                    self.containers[id.0 as usize].named.insert(name.to_owned(), container);
                }
                queue.push_back((container, inner));
            }
            for (name, json) in last.as_object().into_iter().flatten().filter(|(name, _)| !name.starts_with('#')) {
                let Json::Array(inner) = json else {
                    return Err(wrong(format!("`{name}` is no part of a story"), &path));
                };
                let container = self.add_container(id, inside(name), inner);
                self.containers[id.0 as usize].named.insert(name.clone(), container);
                queue.push_back((container, inner));
            }
        }
        Ok(())
    }

    /// Adds a container that is in no content: the root, or one with a name beside it.
    fn add_container(&mut self, parent: ContainerId, path: String, json: &[Json]) -> ContainerId {
        let node = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::Command(Command::Nothing));
        self.parents.push(parent);
        self.next.push(None);
        let container = self.add_inside(node, path);
        self.describe(container, json);
        container
    }

    fn add_inside(&mut self, node: NodeId, path: String) -> ContainerId {
        let id = ContainerId(self.containers.len() as u32);
        self.nodes[node.0 as usize] = Node::Container(id);
        self.containers.push(Container {
            is_part: !path.is_empty() && path != DECLARATIONS && named_part(&path) == path,
            path,
            node,
            content: 0..0,
            named: BTreeMap::new(),
            visits: None,
            turns: None,
            counts_at_start: false,
        });
        id
    }

    fn describe(&mut self, id: ContainerId, json: &[Json]) {
        let flags = json.last().and_then(|last| last.get("#f")).and_then(Json::as_u64).unwrap_or(0);
        let slot = |count: &mut usize| {
            *count += 1;
            *count as u32 - 1
        };
        let container = &mut self.containers[id.0 as usize];
        container.visits = (flags & 1 > 0).then(|| slot(&mut self.visit_count));
        container.turns = (flags & 2 > 0).then(|| slot(&mut self.turn_count));
        container.counts_at_start = flags & 4 > 0;
    }

    fn declare_globals(&mut self) {
        for (_, json) in &self.raw {
            if let Some(name) = json.get("VAR=").and_then(Json::as_str)
                && json.get("re").is_none()
            {
                self.globals.insert(name.to_owned());
            }
        }
    }

    fn path(&self, id: NodeId) -> &str {
        &self.containers[self.parents[id.0 as usize].0 as usize].path
    }

    fn node(&mut self, id: NodeId, json: &Json) -> Result<Node, StoryError> {
        match json {
            Json::Bool(flag) => Ok(Node::Value(Value::Flag(*flag))),
            Json::Number(number) => {
                let whole = number.as_i64().and_then(|number| i32::try_from(number).ok());
                let float = || Value::Float(Float(number.as_f64().unwrap_or(0.0) as f32));
                Ok(Node::Value(whole.map_or_else(float, Value::Number)))
            }
            Json::String(text) => self.word(id, text),
            Json::Object(object) => self.object(id, object),
            Json::Null | Json::Array(_) => Err(wrong("there is nothing where a step of the story is", self.path(id))),
        }
    }

    fn word(&self, id: NodeId, text: &str) -> Result<Node, StoryError> {
        if let Some(text) = text.strip_prefix('^') {
            return Ok(Node::Text(text.into()));
        }
        Ok(match text {
            "\n" => Node::Text("\n".into()),
            "<>" => Node::Glue,
            "void" => Node::Value(Value::Void),
            _ => {
                let float = text.strip_suffix('f').and_then(|number| number.parse().ok()).map(Float);
                if let Some(command) = Command::named(text) {
                    Node::Command(command)
                } else if let Some(native) = Native::named(text) {
                    Node::Native(native)
                } else if let Some(float) = float {
                    Node::Value(Value::Float(float))
                } else {
                    return Err(wrong(format!("nothing is known of the step `{text}`"), self.path(id)));
                }
            }
        })
    }

    fn object(&mut self, id: NodeId, object: &Map<String, Json>) -> Result<Node, StoryError> {
        let text = |key: &str| object.get(key).and_then(Json::as_str);
        let has = |key: &str| object.get(key).is_some_and(|value| *value != Json::Bool(false));
        if let Some(path) = text("^->") {
            return Ok(Node::Value(Value::Place(self.place(id, path)?)));
        }
        if let Some(name) = text("^var") {
            return Ok(Node::Reference(self.variable(name)));
        }
        let calls = [("->", None), ("f()", Some(Call::Function)), ("->t->", Some(Call::Tunnel))];
        for (key, pushes) in calls {
            let Some(path) = text(key) else { continue };
            let target = if has("var") {
                Target::Variable(self.variable(path), path.to_owned())
            } else {
                Target::Place(self.place(id, path)?)
            };
            return Ok(Node::Divert(Divert { target, pushes, is_conditional: has("c") }));
        }
        if let Some(name) = text("x()") {
            let Some(&knot) = self.containers[0].named.get(name) else {
                let message = format!(
                    "the story calls `{name}`, which is code outside of it, and has no function in ink to fall back on"
                );
                return Err(wrong(message, self.path(id)));
            };
            let place = Place { node: self.containers[knot.0 as usize].node, is_whole: true };
            let pushes = Some(Call::Function);
            return Ok(Node::Divert(Divert { target: Target::Place(place), pushes, is_conditional: has("c") }));
        }
        if let Some(path) = text("*") {
            let flags = object.get("flg").and_then(Json::as_u64).unwrap_or(0);
            let target = self.place(id, path)?;
            return Ok(Node::Choice(ChoicePoint {
                target,
                container: self.container_of(target),
                has_condition: flags & 1 > 0,
                has_start: flags & 2 > 0,
                has_choice_only: flags & 4 > 0,
                is_invisible: flags & 8 > 0,
                is_once_only: flags & 16 > 0,
            }));
        }
        if let Some(name) = text("VAR?") {
            // Items of lists have their names everywhere.
            let item = if self.globals.contains(name) { None } else { self.lists.item_named(name) };
            return Ok(match item {
                Some(item) => Node::Value(single(&self.lists, Some(item))),
                None => Node::Variable(self.variable(name)),
            });
        }
        if let Some(path) = text("CNT?") {
            let place = self.place(id, path)?;
            return Ok(Node::ReadCount(self.container_of(place)));
        }
        if let Some(name) = text("VAR=").or(text("temp=")) {
            let is_new = !has("re");
            let variable = if is_new && text("temp=").is_some() { self.temporary(name) } else { self.variable(name) };
            return Ok(Node::Assign { variable, is_new });
        }
        if let Some(tag) = text("#") {
            return Ok(Node::Tag(tag.into()));
        }
        if let Some(items) = object.get("list").and_then(Json::as_object) {
            return self.list(id, items, object.get("origins"));
        }
        let keys: Vec<&str> = object.keys().map(String::as_str).collect();
        Err(wrong(format!("nothing is known of a step with `{}`", keys.join("`, `")), self.path(id)))
    }

    fn list(&self, id: NodeId, items: &Map<String, Json>, origins: Option<&Json>) -> Result<Node, StoryError> {
        let unknown = |name: &str| wrong(format!("there is no list with `{name}`"), self.path(id));
        let items: Result<Vec<ItemId>, _> =
            items.keys().map(|name| self.lists.item_named(name).ok_or_else(|| unknown(name))).collect();
        let items = items?;
        let names = origins.and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str);
        let origins: Option<Vec<ListId>> = names.map(|name| self.lists.named(name)).collect();
        let origins = origins.ok_or_else(|| unknown("these origins"))?;
        Ok(Node::Value(Value::List(Arc::new(Items::new(&self.lists, items, &origins)))))
    }

    fn variable(&mut self, name: &str) -> Variable {
        match self.globals.get_index_of(name) {
            Some(number) => Variable::Global(GlobalId(number as u32)),
            None => self.temporary(name),
        }
    }

    fn temporary(&mut self, name: &str) -> Variable {
        Variable::Temporary(NameId(self.names.insert_full(name.to_owned()).0 as u32))
    }

    fn container_of(&self, place: Place) -> ContainerId {
        match self.nodes[place.node.0 as usize] {
            Node::Container(container) => container,
            _ => self.parents[place.node.0 as usize],
        }
    }

    /// Follows a path, from the root, or, where it begins with a dot, from a node.
    fn place(&self, from: NodeId, path: &str) -> Result<Place, StoryError> {
        let nowhere = || wrong(format!("`{path}` leads to nothing in the story"), self.path(from));
        let (parts, mut at) = match path.strip_prefix('.') {
            // The first step up leads from the node to the container that it is in.
            Some(parts) => {
                let parts = parts.strip_prefix('^').ok_or_else(nowhere)?;
                (parts.trim_start_matches('.'), self.parents[from.0 as usize])
            }
            None => (path, ContainerId(0)),
        };
        let mut place = Place { node: self.containers[at.0 as usize].node, is_whole: true };
        let mut parts = parts.split('.').filter(|part| !part.is_empty()).peekable();
        while let Some(part) = parts.next() {
            let container = &self.containers[at.0 as usize];
            place = if let Ok(index) = part.parse::<u32>() {
                let node = container.content.clone().nth(index as usize).ok_or_else(nowhere)?;
                Place { node: NodeId(node), is_whole: false }
            } else if part == "^" {
                let around = self.parents[container.node.0 as usize];
                Place { node: self.containers[around.0 as usize].node, is_whole: true }
            } else {
                let named = container.named.get(part).ok_or_else(nowhere)?;
                Place { node: self.containers[named.0 as usize].node, is_whole: true }
            };
            match self.nodes[place.node.0 as usize] {
                Node::Container(container) => at = container,
                _ if parts.peek().is_some() => return Err(nowhere()),
                _ => {}
            }
        }
        Ok(place)
    }
}
