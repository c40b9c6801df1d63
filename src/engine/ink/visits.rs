//! Visits: how often, and how long ago, a story came into its knots, stitches, gathers and choices.

use std::iter::successors;

use super::error::StoryError;
use super::ids::ContainerId;
use super::play::Run;

impl Run<'_> {
    pub(super) fn visit(&mut self, id: ContainerId, at_start: bool) {
        let container = self.program.container(id);
        if container.is_part && self.entered.last() != Some(&id) {
            self.entered.push(id);
        }
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

    pub(super) fn visit_changed(&mut self) {
        let program = self.program;
        let Some(mut child) = self.top().at else { return };
        let inner = self.thread().before.map(|node| program.container_at(node));
        let left: Vec<ContainerId> = successors(inner, |&container| program.around(container)).collect();
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

    pub(super) fn visits(&self, container: ContainerId) -> Result<i32, StoryError> {
        let container = self.program.container(container);
        let uncounted = || self.error(format!("the visits of `{}` are not counted", container.path));
        container.visits.map(|slot| self.state.visits[slot as usize]).ok_or_else(uncounted)
    }

    /// Returns how many choices ago a container was come into; -1 if never.
    pub(super) fn turns_since(&self, container: ContainerId) -> Result<i32, StoryError> {
        let container = self.program.container(container);
        let uncounted = || self.error(format!("the turns since `{}` are not counted", container.path));
        let slot = container.turns.ok_or_else(uncounted)?;
        Ok(self.state.turns[slot as usize].map_or(-1, |turn| self.state.turn - turn))
    }
}
