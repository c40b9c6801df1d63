//! Reading: parses the JSON of ink's compilers into a program.
//!
//! The format is documented in ink's `ArchitectureAndDevOverview.md` and `ink_JSON_runtime_format.md`.

use std::collections::{BTreeMap, VecDeque};

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::native::Native;
use super::program::{
    Call, ChoicePoint, Command, Container, DECLARATIONS, Divert, Node, Program, StoryError, Target, Variable,
    named_part,
};
use super::value::{ContainerId, Item, ItemId, ListId, NameId, NodeId, Place, Value};

/// The supported versions of the format, written by ink 0.9 and later.
const VERSIONS: std::ops::RangeInclusive<i64> = 18..=21;

/// The deepest nesting of parts of a story, and the stack size that this nesting takes.
const DEEPEST: usize = 4000;
const STACK: usize = 64 << 20;

impl Program {
    /// Parses a story from the JSON that a compiler of ink has written.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not JSON or not a story, if its version is not supported, or if it calls code
    /// outside the story.
    pub fn read(text: &str) -> Result<Self, StoryError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        with_room_for(text, || Self::read_json(text))
    }

    fn read_json(text: &str) -> Result<Self, StoryError> {
        let mut json = serde_json::Deserializer::from_str(text);
        // `with_room_for` has checked the depth.
        json.disable_recursion_limit();
        let json = Json::deserialize(&mut json).and_then(|story| json.end().map(|()| story));
        let json = json.map_err(|error| {
            let what = if error.is_eof() { "the file ends too early" } else { "this is not JSON" };
            wrong(format!("{what}, at line {}, column {}", error.line(), error.column()), "")
        })?;
        let version = json.get("inkVersion").and_then(Json::as_i64);
        let version = version.ok_or_else(|| wrong("this file is not the output of an ink compiler", ""))?;
        if !VERSIONS.contains(&version) {
            let (from, to) = (VERSIONS.start(), VERSIONS.end());
            let message = format!("the story has the ink version {version}, but only {from} to {to} are supported");
            return Err(StoryError { help: "export the story with a matching version of Inky", ..wrong(message, "") });
        }
        let root = json.get("root").and_then(Json::as_array).ok_or_else(|| wrong("the story has no `root`", ""))?;
        let mut reader = Reader::default();
        if let Some(lists) = json.get("listDefs").and_then(Json::as_object) {
            reader.declare_lists(lists)?;
        }
        reader.lay_out(root)?;
        let globals = reader.raw.iter().filter(|(_, json)| json.get("re").is_none());
        let globals = globals.filter_map(|(_, json)| json.get("VAR=")?.as_str());
        reader.program.globals = globals.map(str::to_owned).collect();
        reader.program.lists.are_drawn_from = reader.raw.iter().any(|(_, json)| json.as_str() == Some("lrnd"));
        for (id, json) in std::mem::take(&mut reader.raw) {
            reader.program.nodes[id.0 as usize] = reader.node(id, json)?;
        }
        Ok(reader.program)
    }
}

/// Calls a function on a stack that is large enough for the JSON in a text. Ink nests each gather in the previous one.
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
        let error = wrong(format!("parts of the story are nested more than {DEEPEST} levels deep"), "");
        return Err(StoryError { help: "start a new knot instead of another gather", ..error });
    }
    std::thread::scope(|scope| {
        let reader = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, read);
        let reader = reader.map_err(|error| wrong(format!("cannot start a thread to read the story: {error}"), ""))?;
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn wrong(message: impl Into<String>, path: &str) -> StoryError {
    let help = if path.is_empty() {
        "export the story from Inky as JSON, or compile it with an ink compiler"
    } else {
        "change this part, and export the story again"
    };
    StoryError { message: message.into(), path: path.to_owned(), help }
}

#[derive(Default)]
struct Reader<'a> {
    program: Program,
    /// The nodes that are not containers, as JSON. These nodes can lead to any container, so they are read last.
    raw: Vec<(NodeId, &'a Json)>,
}

impl<'a> Reader<'a> {
    fn declare_lists(&mut self, declared: &Map<String, Json>) -> Result<(), StoryError> {
        let lists = &mut self.program.lists;
        for (name, items) in declared {
            let first = lists.items.len() as u32;
            let list = ListId(lists.all.len() as u32);
            for (item, value) in items.as_object().into_iter().flatten() {
                let value = value.as_i64().and_then(|value| i32::try_from(value).ok());
                let value = value.ok_or_else(|| wrong(format!("the item `{item}` of a list has no number"), name))?;
                lists.items.push(Item { list, name: item.clone(), value });
            }
            let items = first..lists.items.len() as u32;
            lists.all.insert(name.clone(), items);
        }
        Ok(())
    }

    fn lay_out(&mut self, root: &'a [Json]) -> Result<(), StoryError> {
        self.add_container(ContainerId(0), String::new(), root);
        let mut queue = VecDeque::from([(ContainerId(0), root)]);
        while let Some((id, json)) = queue.pop_front() {
            let container = self.program.container(id);
            let (path, after) = (container.path.clone(), self.program.next(container.node));
            let Some((last, content)) = json.split_last() else {
                return Err(wrong("a container lacks its end", &path));
            };
            let inside = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            // A container's nodes are contiguous, so the contents of inner containers come after all of them.
            let first = self.program.nodes.len() as u32;
            let end = first + content.len() as u32;
            self.program.containers[id.0 as usize].content = first..end;
            for node in first..end {
                self.add_node(id, if node + 1 < end { Some(NodeId(node + 1)) } else { after });
            }
            for ((node, index), json) in (first..end).map(NodeId).zip(0_usize..).zip(content) {
                let Json::Array(inner) = json else {
                    self.raw.push((node, json));
                    continue;
                };
                let named = inner.last().and_then(|last| last.get("#n")).and_then(Json::as_str);
                let container = self.describe(node, inside(named.unwrap_or(&index.to_string())), inner);
                if let Some(name) = named {
                    self.program.containers[id.0 as usize].named.insert(name.to_owned(), container);
                }
                queue.push_back((container, inner));
            }
            for (name, json) in last.as_object().into_iter().flatten().filter(|(name, _)| !name.starts_with('#')) {
                let Json::Array(inner) = json else {
                    return Err(wrong(format!("`{name}` is not a part of a story"), &path));
                };
                let container = self.add_container(id, inside(name), inner);
                self.program.containers[id.0 as usize].named.insert(name.clone(), container);
                queue.push_back((container, inner));
            }
        }
        Ok(())
    }

    fn add_node(&mut self, parent: ContainerId, next: Option<NodeId>) -> NodeId {
        self.program.nodes.push(Node::Command(Command::Nothing));
        self.program.parents.push(parent);
        self.program.next.push(next);
        NodeId(self.program.nodes.len() as u32 - 1)
    }

    /// Adds a container that is not in the content of another container: the root, or a named container.
    fn add_container(&mut self, parent: ContainerId, path: String, json: &[Json]) -> ContainerId {
        let node = self.add_node(parent, None);
        self.describe(node, path, json)
    }

    /// Turns a node into a container. The last item of its JSON describes the container.
    fn describe(&mut self, node: NodeId, path: String, json: &[Json]) -> ContainerId {
        let Program { nodes, containers, .. } = &mut self.program;
        let flags = json.last().and_then(|last| last.get("#f")).and_then(Json::as_u64).unwrap_or(0);
        let id = ContainerId(containers.len() as u32);
        nodes[node.0 as usize] = Node::Container(id);
        containers.push(Container {
            is_part: !path.is_empty() && path != DECLARATIONS && named_part(&path) == path,
            path,
            node,
            content: 0..0,
            named: BTreeMap::new(),
            counts_visits: flags & 1 > 0,
            notes_turns: flags & 2 > 0,
            counts_at_start: flags & 4 > 0,
        });
        id
    }

    fn node(&mut self, id: NodeId, json: &Json) -> Result<Node, StoryError> {
        match json {
            Json::Bool(flag) => Ok(Node::Value(Value::Flag(*flag))),
            Json::Number(number) => {
                let whole = number.as_i64().and_then(|number| i32::try_from(number).ok());
                let float = || Value::float(number.as_f64().unwrap_or(0.0));
                Ok(Node::Value(whole.map_or_else(float, Value::Number)))
            }
            Json::String(text) => self.word(id, text),
            Json::Object(object) => self.object(id, object),
            Json::Null | Json::Array(_) => Err(wrong("a step of the story is empty", self.program.path(id))),
        }
    }

    fn word(&self, id: NodeId, text: &str) -> Result<Node, StoryError> {
        if let Some(text) = text.strip_prefix('^') {
            return Ok(Node::Text(text.into()));
        }
        let float = || Some(Value::float(text.strip_suffix('f')?.parse().ok()?));
        Ok(match text {
            "\n" => Node::Text("\n".into()),
            "<>" => Node::Glue,
            "void" => Node::Value(Value::Void),
            _ => {
                let node = Command::named(text).map(Node::Command).or_else(|| Native::named(text).map(Node::Native));
                let node = node.or_else(|| float().map(Node::Value));
                node.ok_or_else(|| wrong(format!("unknown step `{text}`"), self.program.path(id)))?
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
            let Some(&knot) = self.program.containers[0].named.get(name) else {
                let message =
                    format!("the story calls the external function `{name}`, which has no ink function as a fallback");
                return Err(wrong(message, self.program.path(id)));
            };
            let (target, pushes) = (Target::Place(self.whole(knot)), Some(Call::Function));
            return Ok(Node::Divert(Divert { target, pushes, is_conditional: has("c") }));
        }
        if let Some(path) = text("*") {
            let flags = object.get("flg").and_then(Json::as_u64).unwrap_or(0);
            let target = self.place(id, path)?;
            return Ok(Node::Choice(ChoicePoint {
                target,
                container: self.program.container_at(target.node),
                has_condition: flags & 1 > 0,
                has_start: flags & 2 > 0,
                has_choice_only: flags & 4 > 0,
                is_invisible: flags & 8 > 0,
                is_once_only: flags & 16 > 0,
            }));
        }
        if let Some(name) = text("VAR?") {
            // The names of list items are global.
            let lists = &self.program.lists;
            let item = if self.program.global(name).is_none() { lists.item_named(name) } else { None };
            return Ok(match item {
                Some(item) => Node::Value(Value::list(lists, [item], &[])),
                None => Node::Variable(self.variable(name)),
            });
        }
        if let Some(path) = text("CNT?") {
            return Ok(Node::ReadCount(self.program.container_at(self.place(id, path)?.node)));
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
        Err(wrong(format!("unknown step with `{}`", keys.join("`, `")), self.program.path(id)))
    }

    fn list(&self, id: NodeId, items: &Map<String, Json>, origins: Option<&Json>) -> Result<Node, StoryError> {
        let lists = &self.program.lists;
        let unknown = |name: &str| wrong(format!("no list contains `{name}`"), self.program.path(id));
        let items = items.keys().map(|name| lists.item_named(name).ok_or_else(|| unknown(name)));
        let items: Vec<ItemId> = items.collect::<Result<_, _>>()?;
        let names = origins.and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str);
        let origins: Option<Vec<ListId>> = names.map(|name| lists.named(name)).collect();
        let origins = origins.ok_or_else(|| unknown("these origins"))?;
        Ok(Node::Value(Value::list(lists, items, &origins)))
    }

    fn variable(&mut self, name: &str) -> Variable {
        self.program.global(name).unwrap_or_else(|| self.temporary(name))
    }

    fn temporary(&mut self, name: &str) -> Variable {
        Variable::Temporary(NameId(self.program.names.insert_full(name.to_owned()).0 as u32))
    }

    fn whole(&self, container: ContainerId) -> Place {
        Place { node: self.program.container(container).node, is_whole: true }
    }

    /// Follows a path from the root or, if it begins with a dot, from a node.
    fn place(&self, from: NodeId, path: &str) -> Result<Place, StoryError> {
        let program = &self.program;
        let nowhere = || {
            let is_named = !path.starts_with('.') && named_part(path) == path;
            let what = if is_named { format!("`{path}`") } else { "a divert".to_owned() };
            wrong(format!("{what} leads nowhere in the story"), program.path(from))
        };
        let (parts, mut at) = match path.strip_prefix('.') {
            // The first step up leads from the node to its container.
            Some(parts) => {
                let parts = parts.strip_prefix('^').ok_or_else(nowhere)?;
                (parts.trim_start_matches('.'), program.parent(from))
            }
            None => (path, ContainerId(0)),
        };
        let mut place = self.whole(at);
        let mut parts = parts.split('.').filter(|part| !part.is_empty()).peekable();
        while let Some(part) = parts.next() {
            let container = program.container(at);
            place = if let Ok(index) = part.parse::<u32>() {
                let node = container.content.clone().nth(index as usize).ok_or_else(nowhere)?;
                Place { node: NodeId(node), is_whole: false }
            } else if part == "^" {
                self.whole(program.parent(container.node))
            } else {
                self.whole(*container.named.get(part).ok_or_else(nowhere)?)
            };
            match program.as_container(place.node) {
                Some(container) => at = container,
                None if parts.peek().is_some() => return Err(nowhere()),
                None => {}
            }
        }
        Ok(place)
    }
}
