//! What commands in expressions have as their values: chance, counts, and lists that are made.

use std::sync::Arc;

use super::error::StoryError;
use super::ids::ContainerId;
use super::native::{range, single};
use super::park_miller::ParkMiller;
use super::play::Run;
use super::program::Command;
use super::value::Value;

/// How many parts a shuffled sequence has at most.
const MOST_PARTS: i32 = 1000;

impl Run<'_> {
    pub(super) fn ask(&mut self, command: Command) -> Result<Value, StoryError> {
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
                single(lists, lists.item_with(list, number))
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
                single(lists, Some(item))
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

    /// Returns which part of a shuffled sequence comes next: all of them come once before any comes again.
    fn shuffled(&mut self) -> Result<Value, StoryError> {
        let (count, visit) = (self.pop()?, self.pop()?);
        let (Value::Number(count @ 1..=MOST_PARTS), Value::Number(visit @ 0..)) = (count, visit) else {
            return Err(self.error(format!("a shuffled sequence has 1 to {MOST_PARTS} parts")));
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
}
