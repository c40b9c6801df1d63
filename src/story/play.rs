//! Playing: from one choice to the next, as ink's own runtime does it.
//!
//! What a story does is known from that runtime and its description of the compiled format (inkle/ink, under the MIT
//! licence), and checked against two others, inkjs and bladeink. Numbers are those of the original: whole ones of 32
//! bits, and fractions of single precision. Chance is that of inkjs, which is how a story that is played on the web
//! gets it.

use std::mem;
use std::sync::Arc;

use super::chance::Chance;
use super::ids::{ContainerId, NodeId, Place};
use super::native::{range, single};
use super::output::{Added, Line, Output};
use super::program::{Call, ChoicePoint, Command, Divert, Node, Program, Target, Variable};
use super::state::{Frame, State, Thread};
use super::value::{Items, Reference, Value};

/// How many nodes a passage goes through at most. One that goes on for longer has no end.
const MOST_STEPS: usize = 100_000;

/// How many frames, threads and choices there are at a time.
const MOST: usize = 500;

/// How many references lead from one to the next.
const MOST_REFERENCES: usize = 50;

/// What a reader sees between two choices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Passage {
    /// What is told, line by line.
    pub lines: Vec<Line>,
    /// What can be chosen; nothing where the story ends.
    pub choices: Vec<Line>,
    /// Whether the story ended without saying so, which is a slip of its author.
    pub is_loose_end: bool,
}

/// Why a story cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", in_part(.path))]
pub struct StoryError {
    /// What is wrong.
    pub message: String,
    /// The path of the part of the story where it is, such as `knot.stitch.0`.
    pub path: String,
}

fn in_part(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!(" (in `{path}`)") }
}

impl Program {
    /// Returns what the story knows at its beginning. Chance begins with the `seed`.
    ///
    /// # Errors
    ///
    /// When a variable gets what it cannot hold.
    pub fn begin(&self, seed: i64) -> Result<State, StoryError> {
        let root = self.first(ContainerId(0));
        let Some(declarations) = self.declarations else { return Ok(State::at(self, root, seed)) };
        let mut run = Run::new(self, State::at(self, self.first(declarations), seed));
        run.play()?;
        Ok(State { globals: run.state.globals, ..State::at(self, root, seed) })
    }

    /// Goes on with the story: returns the passage that is told, and what the story knows after each of its choices.
    ///
    /// # Errors
    ///
    /// When the story does what it cannot, or when the passage has no end.
    pub fn go_on(&self, state: &State) -> Result<(Passage, Vec<State>), StoryError> {
        let mut run = Run::new(self, state.clone());
        run.visit_changed();
        run.play()?;
        Ok(run.finish())
    }
}

/// A passage that is being made.
struct Run<'a> {
    program: &'a Program,
    /// What the story knows, but for its thread.
    state: State,
    /// The threads; the last one runs.
    threads: Vec<Thread>,
    choices: Vec<Choice>,
    output: Output,
    has_ended: bool,
    steps: usize,
}

/// A choice that the story has come to.
struct Choice {
    told: Line,
    /// Where it leads.
    target: NodeId,
    /// Where the story was then.
    thread: Thread,
    /// Whether nobody sees it, and the story makes it where there is no other.
    is_invisible: bool,
}

/// Where play goes on instead of at the next node.
struct Way {
    node: NodeId,
    /// Whether the containers around it are visited.
    counts: bool,
}

impl<'a> Run<'a> {
    fn new(program: &'a Program, mut state: State) -> Self {
        let threads = vec![mem::replace(&mut state.thread, Thread::at(None))];
        let (choices, output) = (Vec::new(), Output::default());
        Self { program, state, threads, choices, output, has_ended: false, steps: 0 }
    }

    /// Plays until a reader has to choose, or until the end.
    fn play(&mut self) -> Result<(), StoryError> {
        loop {
            while let Some(at) = self.top().at {
                self.steps += 1;
                if self.steps > MOST_STEPS {
                    return Err(self.error("the story goes on and on here, and never comes to a choice or an end"));
                }
                self.step(at)?;
            }
            // Nobody sees the choices that are made where there is no other.
            if self.choices.iter().any(|choice| !choice.is_invisible) {
                return Ok(());
            }
            let Some(choice) = mem::take(&mut self.choices).into_iter().next() else { return Ok(()) };
            self.threads = vec![choice.thread];
            self.go_to(choice.target);
            self.visit_changed();
        }
    }

    /// Returns the passage, and what the story knows after each choice.
    fn finish(self) -> (Passage, Vec<State>) {
        let Self { program, mut state, choices, output, has_ended, .. } = self;
        state.turn += 1;
        let is_loose_end = choices.is_empty() && !has_ended;
        let (mut told, mut after) = (Vec::new(), Vec::new());
        for choice in choices.into_iter().filter(|choice| !choice.is_invisible) {
            let mut thread = choice.thread;
            // Of where the story was before, it only matters from which container on it comes into others.
            thread.before = thread.before.map(|before| program.common(before, choice.target));
            *thread.top_mut() = Frame { at: Some(choice.target), is_in_expression: false, ..thread.top().clone() };
            thread.frames.iter_mut().for_each(|frame| frame.output_start = None);
            told.push(choice.told);
            after.push(State { thread, ..state.clone() });
        }
        (Passage { lines: output.lines(), choices: told, is_loose_end }, after)
    }

    fn thread(&self) -> &Thread {
        self.threads.last().expect("a thread runs")
    }

    fn thread_mut(&mut self) -> &mut Thread {
        self.threads.last_mut().expect("a thread runs")
    }

    fn top(&self) -> &Frame {
        self.thread().top()
    }

    fn top_mut(&mut self) -> &mut Frame {
        self.thread_mut().top_mut()
    }

    fn go_to(&mut self, node: NodeId) {
        self.top_mut().at = Some(node);
    }

    fn error(&self, message: impl Into<String>) -> StoryError {
        let at = self.top().at.or(self.thread().before);
        let path = at.map_or_else(String::new, |node| self.program.path(node).to_owned());
        StoryError { message: message.into(), path }
    }

    /// Checks that there is room for another frame, thread or choice.
    fn must_have_room(&self, count: usize, what: &str) -> Result<(), StoryError> {
        if count < MOST {
            return Ok(());
        }
        Err(self.error(format!("there are more than {MOST} {what} at a time: see what comes round again and again")))
    }

    fn push(&mut self, value: Value) {
        self.state.stack.push(value);
    }

    fn pop(&mut self) -> Result<Value, StoryError> {
        self.state.stack.pop().ok_or_else(|| self.error("an expression lacks a value"))
    }

    /// Does what is at a node, and goes to the next.
    fn step(&mut self, at: NodeId) -> Result<(), StoryError> {
        let mut at = at;
        while let Some(container) = self.program.as_container(at) {
            self.visit(container, true);
            if self.program.container(container).content.is_empty() {
                break;
            }
            at = self.program.first(container);
        }
        self.go_to(at);
        let program = self.program;
        let node = program.node(at);
        let way = match node {
            Node::Container(_) => None,
            Node::Text(text) => {
                self.say(text);
                None
            }
            Node::Glue => {
                if !self.top().is_in_expression {
                    self.output.add_glue();
                }
                None
            }
            Node::Tag(tag) if self.top().is_in_expression => {
                self.push(Value::Tag(Arc::clone(tag)));
                None
            }
            Node::Tag(tag) => {
                self.output.add_tag(tag);
                None
            }
            Node::Value(value) => {
                if self.top().is_in_expression {
                    self.push(value.clone());
                }
                None
            }
            Node::Reference(variable) => {
                let reference = self.reference(variable);
                self.push(Value::Reference(reference));
                None
            }
            Node::Variable(variable) => {
                let value = self.read(self.reference(variable)).cloned().unwrap_or(Value::Number(0));
                self.push(value);
                None
            }
            Node::ReadCount(container) => {
                let count = self.visits(*container)?;
                self.push(Value::Number(count));
                None
            }
            Node::Assign { variable, is_new } => {
                self.assign(variable, *is_new)?;
                None
            }
            Node::Native(native) => {
                let right = self.pop()?;
                let value = if native.operands() == 1 {
                    native.of_one(&program.lists, &right)
                } else {
                    native.of_two(&program.lists, &self.pop()?, &right)
                };
                let value = value.map_err(|message| self.error(message))?;
                self.push(value);
                None
            }
            Node::Choice(point) => {
                self.offer(*point)?;
                None
            }
            Node::Divert(divert) => self.divert(at, divert)?,
            Node::Command(command) => self.command(*command)?,
        };
        if self.top().at.is_none() {
            return Ok(());
        }
        self.advance(way.as_ref());
        // A thread begins with the divert behind this node, and comes back to what is behind that.
        if matches!(node, Node::Command(Command::BeginThread)) {
            self.must_have_room(self.threads.len(), "threads")?;
            let thread = self.thread().clone();
            self.threads.push(thread);
        }
        Ok(())
    }

    /// Says a text, or adds it to the stack.
    fn say(&mut self, text: &Arc<str>) {
        if self.top().is_in_expression {
            self.push(Value::Text(Arc::clone(text)));
        } else {
            self.print(text);
        }
    }

    fn print(&mut self, text: &str) {
        let top = self.top();
        let start = if top.call == Call::Function { top.output_start } else { None };
        if self.output.add_text(text, start) == Added::FirstWords {
            let frames = self.thread_mut().frames.iter_mut().rev();
            frames.take_while(|frame| frame.call == Call::Function).for_each(|frame| frame.output_start = None);
        }
    }

    /// Goes to the next node, or another way.
    fn advance(&mut self, way: Option<&Way>) {
        let thread = self.thread_mut();
        thread.before = thread.top().at;
        if let Some(&Way { node, counts }) = way {
            self.go_to(node);
            if counts {
                self.visit_changed();
            }
            return;
        }
        while let Some(at) = self.top().at {
            self.thread_mut().before = Some(at);
            self.top_mut().at = self.program.next(at);
            if self.top().at.is_some() {
                return;
            }
            // The content has come to its end, and with it a function, which returns nothing, or a thread.
            if self.thread().frames.len() > 1 && self.top().call == Call::Function {
                self.leave_frame();
                if self.top().is_in_expression {
                    self.push(Value::Void);
                }
            } else if self.threads.len() > 1 {
                self.threads.pop();
            }
        }
    }

    fn leave_frame(&mut self) {
        if let Some(frame) = self.thread_mut().frames.pop()
            && frame.call == Call::Function
        {
            self.output.trim_function(frame.output_start);
        }
    }

    /// Follows a divert.
    fn divert(&mut self, at: NodeId, divert: &Divert) -> Result<Option<Way>, StoryError> {
        if divert.is_conditional && !self.pop_condition()? {
            return Ok(None);
        }
        let way = match &divert.target {
            Target::Place(place) => Way { node: self.program.start(*place), counts: true },
            Target::Variable(variable, name) => match self.read(self.reference(variable)) {
                Some(Value::Place(place)) => way_to(*place),
                Some(other) => {
                    let what = other.kind();
                    return Err(self.error(format!("a divert leads to `{name}`, which is no place, but {what}")));
                }
                None => return Err(self.error(format!("a divert leads to `{name}`, which is nowhere declared"))),
            },
        };
        if let Some(call) = divert.pushes {
            self.must_have_room(self.thread().frames.len(), "calls in each other")?;
            let output_start = (call == Call::Function).then(|| self.output.len());
            let frame = Frame { output_start, ..Frame::new(call, Some(at)) };
            self.thread_mut().frames.push(frame);
        }
        Ok(Some(way))
    }

    fn pop_condition(&mut self) -> Result<bool, StoryError> {
        let value = self.pop()?;
        value.is_true().ok_or_else(|| {
            self.error(format!(
                "{} is used as a condition: to ask whether it was read, leave out the arrow",
                value.kind()
            ))
        })
    }

    /// Offers a choice, unless its condition does not hold, or it was made before and is for once.
    fn offer(&mut self, point: ChoicePoint) -> Result<(), StoryError> {
        let mut is_offered = !point.has_condition || self.pop_condition()?;
        let mut tags = Vec::new();
        let only = if point.has_choice_only { self.pop_label(&mut tags)? } else { "".into() };
        let start = if point.has_start { self.pop_label(&mut tags)? } else { "".into() };
        if point.is_once_only && self.visits(point.container)? > 0 {
            is_offered = false;
        }
        if !is_offered {
            return Ok(());
        }
        self.must_have_room(self.choices.len(), "choices")?;
        tags.reverse();
        let text = [&*start, &*only].concat().trim_matches([' ', '\t']).to_owned();
        let tags = tags.iter().map(ToString::to_string).collect();
        self.choices.push(Choice {
            told: Line { text, tags },
            target: self.program.start(point.target),
            thread: self.thread().clone(),
            is_invisible: point.is_invisible,
        });
        Ok(())
    }

    /// Takes a part of a choice's text from the stack, and its tags.
    fn pop_label(&mut self, tags: &mut Vec<Arc<str>>) -> Result<Arc<str>, StoryError> {
        let Value::Text(text) = self.pop()? else { return Err(self.error("a choice has no text")) };
        while let Some(Value::Tag(_)) = self.state.stack.last() {
            if let Value::Tag(tag) = self.pop()? {
                tags.push(tag);
            }
        }
        Ok(text)
    }

    fn command(&mut self, command: Command) -> Result<Option<Way>, StoryError> {
        match command {
            Command::BeginExpression => self.top_mut().is_in_expression = true,
            Command::EndExpression => self.top_mut().is_in_expression = false,
            Command::Output => {
                if let Some(value) = self.state.stack.pop() {
                    self.print(&value.shown(&self.program.lists));
                }
            }
            Command::Duplicate => {
                let value = self.pop()?;
                self.push(value.clone());
                self.push(value);
            }
            Command::Pop => drop(self.pop()?),
            Command::Return => {
                self.must_be_in(Call::Function)?;
                self.leave_frame();
            }
            Command::LeaveTunnel => {
                let onwards = self.pop()?;
                self.must_be_in(Call::Tunnel)?;
                self.leave_frame();
                return Ok(if let Value::Place(place) = onwards { Some(way_to(place)) } else { None });
            }
            Command::BeginString => {
                self.output.begin_string();
                self.top_mut().is_in_expression = false;
            }
            Command::EndString => {
                let text = self.output.end_string().ok_or_else(|| self.error("a string ends that never began"))?;
                self.top_mut().is_in_expression = true;
                self.push(Value::text(&text));
            }
            Command::BeginTag => self.output.begin_tag(),
            Command::EndTag if self.output.is_in_string() => {
                let tag = self.output.take_tag();
                self.push(Value::Tag(tag.into()));
            }
            Command::EndTag => self.output.end_tag(),
            Command::Nothing | Command::BeginThread => {}
            Command::Done if self.threads.len() > 1 => drop(self.threads.pop()),
            Command::Done => {
                self.has_ended = true;
                self.top_mut().at = None;
            }
            Command::End => {
                self.has_ended = true;
                self.threads = vec![Thread::at(None)];
                self.choices.clear();
            }
            _ => {
                let value = self.ask(command)?;
                self.push(value);
            }
        }
        Ok(None)
    }

    /// Returns the value of a command that has one.
    fn ask(&mut self, command: Command) -> Result<Value, StoryError> {
        let program = self.program;
        let lists = &program.lists;
        Ok(match command {
            Command::ChoiceCount => Value::count(self.choices.len()),
            Command::Turns => Value::Number(self.state.turn),
            Command::TurnsSince | Command::ReadCount => {
                let value = self.pop()?;
                let Value::Place(place) = value else {
                    let what = value.kind();
                    return Err(self.error(format!("what is counted is a place, with an arrow, and not {what}")));
                };
                match (command, program.as_container(place.node)) {
                    (Command::TurnsSince, Some(container)) => Value::Number(self.turns_since(container)?),
                    (_, Some(container)) => Value::Number(self.visits(container)?),
                    (Command::TurnsSince, None) => Value::Number(-1),
                    (_, None) => Value::Number(0),
                }
            }
            Command::Random => {
                let (most, least) = (self.pop()?, self.pop()?);
                let (Value::Number(least), Value::Number(most)) = (least, most) else {
                    return Err(self.error("RANDOM takes two whole numbers"));
                };
                let count = i64::from(most) - i64::from(least) + 1;
                if count <= 0 {
                    return Err(
                        self.error(format!("RANDOM takes the smaller number first, and not {least} and {most}"))
                    );
                }
                Value::Number((i64::from(least) + i64::from(self.random()) % count) as i32)
            }
            Command::SeedRandom => {
                let Value::Number(seed) = self.pop()? else {
                    return Err(self.error("SEED_RANDOM takes a whole number"));
                };
                (self.state.seed, self.state.last_random) = (i64::from(seed), 0);
                Value::Void
            }
            Command::VisitIndex => {
                let container = self.here();
                Value::Number(self.visits(container)? - 1)
            }
            Command::ShuffleIndex => self.shuffled()?,
            Command::ListFromNumber => {
                let (number, name) = (self.pop()?, self.pop()?);
                let (Value::Number(number), Value::Text(name)) = (number, name) else {
                    return Err(self.error("an item of a list is made of a whole number"));
                };
                let list = lists.named(&name).ok_or_else(|| self.error(format!("there is no list `{name}`")))?;
                single(lists, list, lists.item_with(list, number))
            }
            Command::ListRange => {
                let (to, from, list) = (self.pop()?, self.pop()?, self.pop()?);
                let Value::List(list) = list else { return Err(self.error("LIST_RANGE takes a list")) };
                Value::List(Arc::new(range(lists, &list, &from, &to)))
            }
            Command::ListRandom => {
                let Value::List(list) = self.pop()? else { return Err(self.error("LIST_RANDOM takes a list")) };
                if list.items.is_empty() {
                    return Ok(Value::List(Arc::default()));
                }
                let item = list.items[self.random() as usize % list.items.len()];
                single(lists, lists.item(item).list, Some(item))
            }
            _ => Value::Void,
        })
    }

    fn must_be_in(&self, call: Call) -> Result<(), StoryError> {
        if self.thread().frames.len() > 1 && self.top().call == call {
            return Ok(());
        }
        Err(self.error(match call {
            Call::Function => "a function returns here that was not called",
            Call::Tunnel => "a tunnel ends here (`->->`) that was not entered",
        }))
    }

    /// Returns the container that the story is in.
    fn here(&self) -> ContainerId {
        self.top().at.map_or(ContainerId(0), |at| self.program.parent(at))
    }

    /// Returns the next random number.
    fn random(&mut self) -> u32 {
        let number = Chance::new(self.state.seed + self.state.last_random).next();
        self.state.last_random = i64::from(number);
        number
    }

    /// Returns which part of a shuffled sequence comes next: all of them come once before any comes again.
    fn shuffled(&mut self) -> Result<Value, StoryError> {
        let (count, visit) = (self.pop()?, self.pop()?);
        let (Value::Number(count @ 1..), Value::Number(visit @ 0..)) = (count, visit) else {
            return Err(self.error("a shuffled sequence has no parts"));
        };
        let path = &self.program.container(self.here()).path;
        let hash: i64 = path.encode_utf16().map(i64::from).sum();
        let mut chance = Chance::new(hash + i64::from(visit / count) + self.state.seed);
        let mut left: Vec<i32> = (0..count).collect();
        for _ in 0..visit % count {
            left.remove(chance.next() as usize % left.len());
        }
        Ok(Value::Number(left[chance.next() as usize % left.len()]))
    }

    fn visits(&self, container: ContainerId) -> Result<i32, StoryError> {
        let container = self.program.container(container);
        let uncounted = || self.error(format!("the visits of `{}` are not counted", container.path));
        container.visits.map(|slot| self.state.visits[slot as usize]).ok_or_else(uncounted)
    }

    fn turns_since(&self, container: ContainerId) -> Result<i32, StoryError> {
        let container = self.program.container(container);
        let uncounted = || self.error(format!("the turns since `{}` are not counted", container.path));
        let slot = container.turns.ok_or_else(uncounted)?;
        Ok(self.state.turns[slot as usize].map_or(-1, |turn| self.state.turn - turn))
    }

    /// Notes a visit of a container, which may begin `at_start`.
    fn visit(&mut self, container: ContainerId, at_start: bool) {
        let container = self.program.container(container);
        if container.counts_at_start && !at_start {
            return;
        }
        if let Some(slot) = container.visits {
            self.state.visits[slot as usize] += 1;
        }
        if let Some(slot) = container.turns {
            self.state.turns[slot as usize] = Some(self.state.turn);
        }
    }

    /// Notes visits of the containers that the story has come into.
    fn visit_changed(&mut self) {
        let program = self.program;
        let Some(mut child) = self.top().at else { return };
        let inner = self.thread().before.map(|node| program.as_container(node).unwrap_or(program.parent(node)));
        let left: Vec<ContainerId> = std::iter::successors(inner, |&container| program.around(container)).collect();
        let mut around = Some(program.parent(child));
        let mut is_at_start = true;
        while let Some(container) = around {
            if left.contains(&container) && !program.container(container).counts_at_start {
                break;
            }
            is_at_start &= child == program.first(container);
            self.visit(container, is_at_start);
            child = program.container(container).node;
            around = program.around(container);
        }
    }

    /// Returns what a name refers to where the story is.
    fn reference(&self, variable: &Variable) -> Reference {
        match variable {
            Variable::Global(id) => Reference::Global(*id),
            Variable::Temporary(name) => Reference::Temporary(self.thread().frames.len() as u32 - 1, *name),
        }
    }

    /// Returns what a variable holds, which can be a reference to another one.
    fn held(&self, reference: Reference) -> Option<&Value> {
        match reference {
            Reference::Global(id) => self.state.globals.get(id.0 as usize),
            Reference::Temporary(frame, name) => self.thread().frames.get(frame as usize)?.get(name),
        }
    }

    /// Returns the variable that a reference leads to in the end.
    fn followed(&self, mut reference: Reference) -> Reference {
        for _ in 0..MOST_REFERENCES {
            match self.held(reference) {
                Some(Value::Reference(other)) => reference = *other,
                _ => break,
            }
        }
        reference
    }

    /// Returns the value of a variable, or of the one that it refers to.
    fn read(&self, reference: Reference) -> Option<&Value> {
        self.held(self.followed(reference))
    }

    /// Takes a value from the stack into a variable.
    fn assign(&mut self, variable: &Variable, is_new: bool) -> Result<(), StoryError> {
        let mut value = self.pop()?;
        let mut reference = self.reference(variable);
        if is_new {
            if let Value::Reference(other) = value
                && let Some(Value::Reference(inner)) = self.held(other)
            {
                value = Value::Reference(*inner);
            }
            // A knot that is diverted to, and not called, can be given a variable under the name that it has.
            if value == Value::Reference(reference) {
                return Ok(());
            }
        } else {
            reference = self.followed(reference);
            if self.held(reference).is_none() {
                return Err(self.error("a temporary variable gets a value before it is declared"));
            }
        }
        // An empty list stays one of the lists that the variable had items of.
        if let (Some(Value::List(old)), Value::List(new)) = (self.held(reference), &value)
            && new.items.is_empty()
        {
            value = Value::List(Arc::new(Items { items: Vec::new(), origins: old.origins.clone() }));
        }
        match reference {
            Reference::Global(id) => self.state.globals[id.0 as usize] = value,
            Reference::Temporary(frame, name) => self.thread_mut().frames[frame as usize].set(name, value),
        }
        Ok(())
    }
}

/// Returns the way to a place that is a value: a whole container is not visited from around it.
fn way_to(place: Place) -> Way {
    Way { node: place.node, counts: !place.is_whole }
}
