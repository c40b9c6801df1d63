//! Commands and variables: random numbers, visit counts, and assignments.

use super::growth::called;
use super::native::range;
use super::play::Run;
use super::program::{Command, StoryError, Variable};
use super::value::{ContainerId, Reference, Value};

/// The maximum number of parts of a shuffled sequence.
const MOST_PARTS: i32 = 1000;

/// A sequence of random numbers: the generator of Park and Miller with the multiplier 48,271, as in inkjs. So a story
/// draws the same numbers in this program as on the web.
struct ParkMiller(i64);

impl ParkMiller {
    const MODULUS: i64 = (1 << 31) - 1;

    fn new(seed: i64) -> Self {
        let seed = seed % Self::MODULUS;
        Self(if seed <= 0 { seed + Self::MODULUS - 1 } else { seed })
    }

    fn next(&mut self) -> u32 {
        self.0 = self.0 * 48_271 % Self::MODULUS;
        self.0.unsigned_abs() as u32
    }
}

impl Run<'_> {
    pub(super) fn compute(&mut self, command: Command) -> Result<Value, StoryError> {
        let program = self.program;
        let lists = &program.lists;
        Ok(match command {
            Command::ChoiceCount => Value::count(self.choices.len()),
            Command::Turns => Value::Number(self.state.turn),
            Command::TurnsSince | Command::ReadCount => {
                let value = self.pop()?;
                let Value::Place(place) = value else {
                    let what = value.kind();
                    return self
                        .fail(format!("TURNS_SINCE and READ_COUNT need a place, such as `-> knot`, not {what}"));
                };
                Value::Number(match (command, program.as_container(place.node)) {
                    (Command::TurnsSince, Some(container)) => self.turns_since(container)?,
                    (_, Some(container)) => self.visits(container)?,
                    (Command::TurnsSince, None) => -1,
                    (_, None) => 0,
                })
            }
            Command::Random => {
                let (most, least) = (self.pop()?, self.pop()?);
                let (Value::Number(least), Value::Number(most)) = (least, most) else {
                    return self.fail("RANDOM needs two whole numbers");
                };
                let count = i64::from(most) - i64::from(least) + 1;
                if count <= 0 {
                    return self.fail(format!("RANDOM needs the smaller number first, but gets {least} and {most}"));
                }
                Value::Number((i64::from(least) + i64::from(self.random()) % count) as i32)
            }
            Command::SeedRandom => {
                let Value::Number(seed) = self.pop()? else {
                    return self.fail("SEED_RANDOM needs a whole number");
                };
                (self.state.seed, self.state.last_random) = (i64::from(seed), 0);
                Value::Void
            }
            Command::VisitIndex => Value::Number(self.visits(self.here())? - 1),
            Command::ShuffleIndex => self.shuffled()?,
            Command::ListFromNumber => {
                let (number, name) = (self.pop()?, self.pop()?);
                let (Value::Number(number), Value::Text(name)) = (number, name) else {
                    return self.fail("a list item needs a whole number");
                };
                let list = lists.named(&name).ok_or_else(|| self.error(format!("there is no list `{name}`")))?;
                Value::list(lists, lists.item_with(list, number), &[])
            }
            Command::ListRange => {
                let (to, from, list) = (self.pop()?, self.pop()?, self.pop()?);
                let Value::List(list) = list else { return self.fail("LIST_RANGE needs a list") };
                range(lists, &list, &from, &to)
            }
            Command::ListRandom => {
                let Value::List(list) = self.pop()? else { return self.fail("LIST_RANDOM needs a list") };
                let count = list.items.len();
                let drawn = if count == 0 { None } else { Some(list.items[self.random() as usize % count]) };
                Value::list(lists, drawn, &[])
            }
            _ => Value::Void,
        })
    }

    fn here(&self) -> ContainerId {
        self.top().at.map_or(ContainerId(0), |at| self.program.parent(at))
    }

    fn random(&mut self) -> u32 {
        let number = ParkMiller::new(self.state.seed + self.state.last_random).next();
        self.state.last_random = i64::from(number);
        number
    }

    /// Returns the next part of a shuffled sequence. Each part occurs once before any part occurs again.
    fn shuffled(&mut self) -> Result<Value, StoryError> {
        let (count, visit) = (self.pop()?, self.pop()?);
        let (Value::Number(count @ 1..=MOST_PARTS), Value::Number(visit @ 0..)) = (count, visit) else {
            return self.fail(format!("a shuffle can have 1 to {MOST_PARTS} parts"));
        };
        let path = &self.program.container(self.here()).path;
        let hash: i64 = path.encode_utf16().map(i64::from).sum();
        let round = self.program.shuffle_rounds.map_or(visit / count, |rounds| visit / count % rounds);
        let mut chance = ParkMiller::new(hash + i64::from(round) + self.state.seed);
        let mut left: Vec<i32> = (0..count).collect();
        for _ in 0..visit % count {
            left.remove(chance.next() as usize % left.len());
        }
        Ok(Value::Number(left[chance.next() as usize % left.len()]))
    }

    pub(super) fn visit(&mut self, id: ContainerId, at_start: bool) {
        let container = self.program.container(id);
        if container.is_part && self.entered.last() != Some(&id) {
            self.entered.push(id);
        }
        if container.counts_at_start && !at_start {
            return;
        }
        if container.counts_visits {
            *self.state.visits.entry(id).or_default() += 1;
        }
        if container.notes_turns {
            self.state.turns.insert(id, self.state.turn);
        }
    }

    pub(super) fn visit_changed(&mut self) {
        let program = self.program;
        let Some(mut child) = self.top().at else { return };
        let inner = self.thread().before.map(|node| program.container_at(node));
        let left: Vec<ContainerId> = inner.into_iter().flat_map(|container| program.around(container)).collect();
        let mut is_at_start = true;
        for container in program.around(program.parent(child)) {
            if left.contains(&container) && !program.container(container).counts_at_start {
                break;
            }
            is_at_start &= child == program.first(container);
            self.visit(container, is_at_start);
            child = program.container(container).node;
        }
    }

    pub(super) fn visits(&self, id: ContainerId) -> Result<i32, StoryError> {
        let container = self.program.container(id);
        if !container.counts_visits {
            return self.fail(format!("the story does not count the visits to {}", called(self.program, id)));
        }
        Ok(self.state.visits.get(&id).copied().unwrap_or(0))
    }

    /// Returns how many choices ago the story last entered a container; -1 if the story never entered it.
    pub(super) fn turns_since(&self, id: ContainerId) -> Result<i32, StoryError> {
        let container = self.program.container(id);
        if !container.notes_turns {
            return self.fail(format!("the story does not count the turns since {}", called(self.program, id)));
        }
        Ok(self.state.turns.get(&id).map_or(-1, |turn| self.state.turn - turn))
    }

    pub(super) fn reference(&self, variable: Variable) -> Reference {
        match variable {
            Variable::Global(id) => Reference::Global(id),
            Variable::Temporary(name) => Reference::Temporary(self.thread().frames.len() as u32 - 1, name),
        }
    }

    fn held(&self, reference: Reference) -> Option<&Value> {
        match reference {
            Reference::Global(id) => self.state.globals.get(id.0 as usize),
            Reference::Temporary(frame, name) => self.thread().frames.get(frame as usize)?.temporaries.get(&name),
        }
    }

    /// Returns the variable to which a reference leads. References to references do not occur: see `assign`.
    fn followed(&self, reference: Reference) -> Reference {
        if let Some(Value::Reference(other)) = self.held(reference) { *other } else { reference }
    }

    pub(super) fn read(&self, reference: Reference) -> Option<&Value> {
        self.held(self.followed(reference))
    }

    pub(super) fn assign(&mut self, variable: Variable, is_new: bool) -> Result<(), StoryError> {
        let mut value = self.pop()?;
        let mut reference = self.reference(variable);
        if is_new {
            if let Value::Reference(other) = value
                && let Some(Value::Reference(inner)) = self.held(other)
            {
                value = Value::Reference(*inner);
            }
            // A story can divert to a knot with a parameter, and pass a variable of the parameter's name.
            if value == Value::Reference(reference) {
                return Ok(());
            }
        } else {
            reference = self.followed(reference);
            if self.held(reference).is_none() {
                return self.fail("a temporary variable is assigned before it is declared");
            }
        }
        // An empty list keeps the origins of the variable's old value.
        if let Value::List(new) = &value
            && new.items.is_empty()
            && let Some(empty) = self.held(reference).and_then(Value::erased)
        {
            value = empty;
        }
        match reference {
            Reference::Global(id) => self.state.globals[id.0 as usize] = value,
            Reference::Temporary(frame, name) => {
                self.thread_mut().frames[frame as usize].temporaries.insert(name, value);
            }
        }
        Ok(())
    }
}
