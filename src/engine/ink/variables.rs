//! Variables: what names refer to where a story is, and what they hold.

use std::sync::Arc;

use super::error::StoryError;
use super::play::Run;
use super::program::Variable;
use super::value::{Items, Reference, Value};

/// How many references lead from one to the next.
const MOST_REFERENCES: usize = 50;

impl Run<'_> {
    pub(super) fn reference(&self, variable: &Variable) -> Reference {
        match variable {
            Variable::Global(id) => Reference::Global(*id),
            Variable::Temporary(name) => Reference::Temporary(self.thread().frames.len() as u32 - 1, *name),
        }
    }

    fn held(&self, reference: Reference) -> Option<&Value> {
        match reference {
            Reference::Global(id) => self.state.globals.get(id.0 as usize),
            Reference::Temporary(frame, name) => self.thread().frames.get(frame as usize)?.get(name),
        }
    }

    fn followed(&self, mut reference: Reference) -> Reference {
        for _ in 0..MOST_REFERENCES {
            match self.held(reference) {
                Some(Value::Reference(other)) => reference = *other,
                _ => break,
            }
        }
        reference
    }

    pub(super) fn read(&self, reference: Reference) -> Option<&Value> {
        self.held(self.followed(reference))
    }

    pub(super) fn assign(&mut self, variable: &Variable, is_new: bool) -> Result<(), StoryError> {
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
