//! Playing: runs a story from one choice to the next, as ink's own runtime does.
//!
//! The behaviour follows ink's runtime and the description of the compiled format (inkle/ink, MIT licence). Tests
//! compare the behaviour with inkjs, the runtime for the web. Random numbers are those of inkjs. The types of numbers
//! are those of the original runtime: 32-bit integers, which `/` and `INT` round towards zero, and single-precision
//! fractions, which `POW` always returns. In inkjs, by contrast, `-7 / 2` is -4, and `POW(2, 3)` is an integer.

use std::mem;
use std::sync::Arc;

use super::output::{Line, Output, Piece};
use super::program::{Call, ChoicePoint, Command, DECLARATIONS, Divert, Node, Program, StoryError, Target};
use super::state::{Frame, State, Thread};
use super::value::{ContainerId, NodeId, Place, Value};

/// The maximum number of nodes of a passage. A longer passage is treated as endless.
const MOST_STEPS: usize = 100_000;

/// The maximum number of bytes of a string in a variable.
const MOST_BYTES_OF_TEXT: usize = 1 << 16;

/// The maximum number of frames, of threads and of choices at a time.
const MOST: usize = 500;

const TUNNELS: &str = "leave each tunnel, such as `-> room ->`, with `->->`, because each call goes one level deeper; \
                       or use a divert, `-> room`, instead";

/// What a reader sees between two choices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Passage {
    /// The lines of text.
    pub lines: Vec<Line>,
    /// The choices; empty if the story ends after these lines.
    pub choices: Vec<Line>,
    /// True if the story stopped without an `END`, which is a mistake of its author.
    pub is_loose_end: bool,
    /// The error that ended the story after these lines, if any.
    pub error: Option<StoryError>,
}

impl Passage {
    /// Returns the approximate size in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let lines = || self.lines.iter().chain(&self.choices);
        let texts = lines().flat_map(|line| line.tags.iter().chain([&line.text]));
        size_of::<Self>()
            + size_of::<Line>() * lines().count()
            + texts.map(|text| size_of_val(text) + text.len()).sum::<usize>()
    }
}

impl Program {
    /// Returns the state at the beginning of the story. `seed` is the seed of the story's random numbers.
    ///
    /// # Errors
    ///
    /// Returns an error if the declaration of a variable contains a mistake.
    pub fn begin(&self, seed: i64) -> Result<State, StoryError> {
        let root = self.first(ContainerId(0));
        let Some(declarations) = self.container(ContainerId(0)).named.get(DECLARATIONS) else {
            return Ok(State::at(self, root, seed));
        };
        let mut run = Run::new(self, State::at(self, self.first(*declarations), seed));
        run.play()?;
        Ok(State { globals: run.state.globals, ..State::at(self, root, seed) })
    }

    /// Continues the story. Returns the next passage, and the state after each of its choices. If an error occurs in
    /// the story, the passage ends early: it is a loose end, and [`Passage::error`] contains the error.
    ///
    /// # Errors
    ///
    /// Returns an error if the passage does not end, or exceeds a limit.
    pub fn step(&self, state: &State) -> Result<PassageStep<'_>, StoryError> {
        let mut run = Run::new(self, state.clone());
        run.visit_changed();
        let error = run.play().err();
        if run.is_beyond_limit {
            return Err(error.expect("a limit was reported"));
        }
        if error.is_some() {
            run.choices.clear();
        }
        Ok(run.finish(error))
    }
}

/// A passage, and the state after each of its choices.
#[derive(Clone, Debug)]
pub struct PassageStep<'a> {
    /// The text and the choices that a reader sees.
    pub passage: Passage,
    /// The knot and the stitch that contain the choices or the end, such as `harbour.by_night`; empty before the first
    /// knot.
    pub part: &'a str,
    /// The state after each choice, in the order of the choices.
    pub after: Vec<State>,
    pub(super) entered: Vec<ContainerId>,
}

pub(super) struct Run<'a> {
    pub(super) program: &'a Program,
    /// The state, without its thread.
    pub(super) state: State,
    /// The threads; the last one runs.
    threads: Vec<Thread>,
    pub(super) choices: Vec<Choice>,
    output: Output,
    has_ended: bool,
    is_beyond_limit: bool,
    steps: usize,
    /// The last node that added text, except in functions.
    last: Option<NodeId>,
    pub(super) entered: Vec<ContainerId>,
}

pub(super) struct Choice {
    told: Line,
    target: NodeId,
    thread: Thread,
    /// Whether the choice is hidden from readers. The story makes this choice itself if it offers no visible choice.
    is_invisible: bool,
}

impl<'a> Run<'a> {
    fn new(program: &'a Program, mut state: State) -> Self {
        let threads = vec![mem::replace(&mut state.thread, Thread::at(None))];
        let (choices, output) = (Vec::new(), Output::default());
        Self {
            program,
            state,
            threads,
            choices,
            output,
            has_ended: false,
            is_beyond_limit: false,
            steps: 0,
            last: None,
            entered: Vec::new(),
        }
    }

    fn play(&mut self) -> Result<(), StoryError> {
        loop {
            while let Some(at) = self.top().at {
                self.steps += 1;
                if self.steps > MOST_STEPS {
                    return self.exceed("the story loops here without reaching a choice or an end");
                }
                self.step(at)?;
                if self.output.is_too_long() {
                    return self.exceed("the passage is longer than a megabyte here: check for a loop");
                }
                if matches!(self.state.stack.last(), Some(Value::Text(text)) if text.len() > MOST_BYTES_OF_TEXT) {
                    return self.exceed(format!("a text has more than {MOST_BYTES_OF_TEXT} bytes here"));
                }
            }
            // The story makes hidden choices itself.
            if self.choices.iter().any(|choice| !choice.is_invisible) {
                return Ok(());
            }
            let Some(choice) = mem::take(&mut self.choices).into_iter().next() else { return Ok(()) };
            self.threads = vec![choice.thread];
            self.go_to(choice.target);
            self.visit_changed();
        }
    }

    fn finish(self, error: Option<StoryError>) -> PassageStep<'a> {
        let Self { program, mut state, choices, output, has_ended, last, entered, .. } = self;
        state.turn += 1;
        state.clamp(program);
        let offered = choices.iter().find(|choice| !choice.is_invisible).map(|choice| choice.target);
        let part = offered.or(last).map_or("", |node| program.part(node));
        let is_loose_end = choices.is_empty() && !has_ended || error.is_some();
        let (mut told, mut after) = (Vec::new(), Vec::new());
        for choice in choices.into_iter().filter(|choice| !choice.is_invisible) {
            let mut thread = choice.thread;
            // Only the innermost container around the old place and the new one decides which visits count.
            thread.before = thread.before.map(|before| program.common(before, choice.target));
            (thread.top_mut().at, thread.top_mut().is_in_expression) = (Some(choice.target), false);
            thread.frames.iter_mut().for_each(|frame| frame.output_start = None);
            told.push(choice.told);
            after.push(State { thread, ..state.clone() });
        }
        let passage = Passage { lines: output.lines(), choices: told, is_loose_end, error };
        PassageStep { passage, part, after, entered }
    }

    pub(super) fn thread(&self) -> &Thread {
        self.threads.last().expect("a thread runs")
    }

    pub(super) fn thread_mut(&mut self) -> &mut Thread {
        self.threads.last_mut().expect("a thread runs")
    }

    pub(super) fn top(&self) -> &Frame {
        self.thread().top()
    }

    fn top_mut(&mut self) -> &mut Frame {
        self.thread_mut().top_mut()
    }

    fn go_to(&mut self, node: NodeId) {
        self.top_mut().at = Some(node);
    }

    pub(super) fn error(&self, message: impl Into<String>) -> StoryError {
        let at = self.top().at.or(self.thread().before);
        let path = at.map_or_else(String::new, |node| self.program.part(node).to_owned());
        StoryError {
            message: message.into(),
            path,
            help: "play the story in Inky up to this place, and correct the mistake",
        }
    }

    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Result<T, StoryError> {
        Err(self.error(message))
    }

    /// Fails as [`Self::fail`] does, and rejects the whole story.
    fn exceed<T>(&mut self, message: impl Into<String>) -> Result<T, StoryError> {
        self.is_beyond_limit = true;
        self.fail(message)
    }

    fn must_have_room(&mut self, count: usize, what: &str) -> Result<(), StoryError> {
        if count < MOST {
            return Ok(());
        }
        self.exceed(format!("the story has more than {MOST} {what} at a time: check for a loop"))
    }

    pub(super) fn push(&mut self, value: Value) {
        self.state.stack.push(value);
    }

    pub(super) fn pop(&mut self) -> Result<Value, StoryError> {
        self.state.stack.pop().ok_or_else(|| self.error("an expression lacks a value"))
    }

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
        let node = self.program.node(at);
        if matches!(node, Node::Text(_)) && self.top().call != Call::Function {
            self.last = Some(at);
        }
        let jump = match node {
            Node::Divert(divert) => self.divert(at, divert)?,
            Node::Command(command) => self.command(*command)?,
            node => {
                self.tell_or_compute(node)?;
                None
            }
        };
        if self.top().at.is_none() {
            return Ok(());
        }
        self.advance(jump);
        // A thread begins with the divert after this node. Later, the story continues after that divert.
        if matches!(node, Node::Command(Command::BeginThread)) {
            self.must_have_room(self.threads.len(), "threads")?;
            let thread = self.thread().clone();
            self.threads.push(thread);
        }
        Ok(())
    }

    fn tell_or_compute(&mut self, node: &Node) -> Result<(), StoryError> {
        let is_in_expression = self.top().is_in_expression;
        match node {
            Node::Text(text) if is_in_expression => self.push(Value::Text(Arc::clone(text))),
            Node::Text(text) => self.print(text),
            Node::Tag(tag) if is_in_expression => self.push(Value::Tag(Arc::clone(tag))),
            Node::Tag(tag) => self.output.push(Piece::Tag(Arc::clone(tag))),
            Node::Value(value) if is_in_expression => self.push(value.clone()),
            Node::Glue if !is_in_expression => self.output.add_glue(),
            Node::Reference(variable) => self.push(Value::Reference(self.reference(*variable))),
            Node::Variable(variable) => {
                let value = self.read(self.reference(*variable)).cloned();
                self.push(value.unwrap_or(Value::Number(0)));
            }
            Node::ReadCount(container) => {
                let count = self.visits(*container)?;
                self.push(Value::Number(count));
            }
            Node::Assign { variable, is_new } => self.assign(*variable, *is_new)?,
            Node::Native(native) => {
                let (lists, right) = (&self.program.lists, self.pop()?);
                let value = match native.operands() {
                    1 => native.of_one(lists, &right),
                    _ => native.of_two(lists, &self.pop()?, &right),
                };
                self.push(value.map_err(|message| self.error(message))?);
            }
            Node::Choice(point) => self.offer(*point)?,
            Node::Container(_) | Node::Value(_) | Node::Glue | Node::Divert(_) | Node::Command(_) => {}
        }
        Ok(())
    }

    fn print(&mut self, text: &str) {
        let top = self.top();
        let start = if top.call == Call::Function { top.output_start } else { None };
        if self.output.add_text(text, start) {
            let frames = self.thread_mut().frames.iter_mut().rev();
            frames.take_while(|frame| frame.call == Call::Function).for_each(|frame| frame.output_start = None);
        }
    }

    /// Continues at a place. If `jump` is `None`, continues at the next node. As in ink's runtime, a jump to a whole
    /// container does not count as a visit of the containers around it.
    fn advance(&mut self, jump: Option<Place>) {
        let thread = self.thread_mut();
        thread.before = thread.top().at;
        if let Some(Place { node, is_whole }) = jump {
            self.go_to(node);
            if !is_whole {
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
            // The content ends here. This ends a function, which then returns nothing, or a thread.
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

    fn divert(&mut self, at: NodeId, divert: &Divert) -> Result<Option<Place>, StoryError> {
        if divert.is_conditional && !self.pop_condition()? {
            return Ok(None);
        }
        let place = match &divert.target {
            Target::Place(place) => Place { node: self.program.start(*place), is_whole: false },
            Target::Variable(variable, name) => match self.read(self.reference(*variable)) {
                Some(Value::Place(place)) => *place,
                Some(other) => {
                    let what = other.kind();
                    return self.fail(format!("a divert leads to `{name}`, which is {what}, not a place"));
                }
                None => return self.fail(format!("a divert leads to `{name}`, which is not declared")),
            },
        };
        if let Some(call) = divert.pushes {
            self.must_have_room(self.thread().frames.len(), "nested calls").map_err(|error| match call {
                Call::Tunnel => StoryError { help: TUNNELS, ..error },
                Call::Function => error,
            })?;
            let output_start = (call == Call::Function).then(|| self.output.len());
            let frame = Frame { output_start, ..Frame::new(call, Some(at)) };
            self.thread_mut().frames.push(frame);
        }
        Ok(Some(place))
    }

    fn pop_condition(&mut self) -> Result<bool, StoryError> {
        let value = self.pop()?;
        value.is_true().ok_or_else(|| {
            self.error(format!(
                "{} is used as a condition: to test whether a knot was read, write its name without `->`",
                value.kind()
            ))
        })
    }

    /// Offers a choice, unless its condition is false, or it can be made only once and was made.
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

    fn pop_label(&mut self, tags: &mut Vec<Arc<str>>) -> Result<Arc<str>, StoryError> {
        let Value::Text(text) = self.pop()? else { return self.fail("a choice has no text") };
        while let Some(Value::Tag(tag)) = self.state.stack.pop_if(|value| matches!(value, Value::Tag(_))) {
            tags.push(tag);
        }
        Ok(text)
    }

    fn command(&mut self, command: Command) -> Result<Option<Place>, StoryError> {
        match command {
            Command::BeginExpression => self.top_mut().is_in_expression = true,
            Command::EndExpression => self.top_mut().is_in_expression = false,
            Command::Output => {
                if let Some(value) = self.state.stack.pop() {
                    self.print(&match value {
                        Value::Place(place) => format!("DivertTargetValue({})", self.program.place_path(place)).into(),
                        value => value.shown(&self.program.lists),
                    });
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
                return Ok(if let Value::Place(place) = onwards { Some(place) } else { None });
            }
            Command::BeginString => {
                self.output.push(Piece::BeginString);
                self.top_mut().is_in_expression = false;
            }
            Command::EndString => {
                let text = self.output.end_string().ok_or_else(|| self.error("a string ends without a beginning"))?;
                self.top_mut().is_in_expression = true;
                self.push(Value::text(&text));
            }
            Command::BeginTag => self.output.push(Piece::BeginTag),
            Command::EndTag if self.output.is_in_string() => {
                let tag = self.output.take_tag();
                self.push(Value::Tag(tag.into()));
            }
            Command::EndTag => self.output.push(Piece::EndTag),
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
                let value = self.compute(command)?;
                self.push(value);
            }
        }
        Ok(None)
    }

    fn must_be_in(&self, call: Call) -> Result<(), StoryError> {
        if self.thread().frames.len() > 1 && self.top().call == call {
            return Ok(());
        }
        self.fail(match call {
            Call::Function => "a function returns here without a call",
            Call::Tunnel => "a tunnel ends here (`->->`) without a call",
        })
    }
}
