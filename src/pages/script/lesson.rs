//! Lessons: scripts by an author. In each step, only the move that the step teaches leads on to the next step. An end
//! follows the last step.

use std::sync::Arc;

use crate::content::{Located, StepSpec};
use crate::engine::game::Slug;
use crate::engine::graph::StateId;
use crate::ground::diagnostic::{Diagnostics, MOST, first_of};
use crate::pages::edition::{Edition, Node, OpenedEdition};
use crate::pages::script::layout::Script;
use crate::pages::script::step::Step;

/// Finds the positions and moves of the author's steps, and adds the end. `editions` are the editions of the whole
/// site.
pub(super) fn find(
    specs: &[StepSpec],
    edition: OpenedEdition<'_>,
    editions: &[Edition],
) -> Result<Script, Diagnostics> {
    let mut findings = Diagnostics::new();
    let mut steps = Vec::new();
    for (number, spec) in (1..).zip(specs) {
        let slug = &spec.position;
        let found = edition.positions().find(&slug.value);
        let found = found.ok_or_else(|| slug.locate(edition.no_position(&slug.value, editions)));
        let Some(state) = findings.keep(found) else { continue };
        steps.extend(findings.keep(find_step(spec, number, state, edition)));
    }
    findings.into_result(())?;
    steps.extend(steps.last().map(end_after));
    Ok(Script::new(steps, Vec::new()))
}

/// Returns the step with this number, in which one move leads on.
///
/// # Errors
///
/// Returns an error for every move in the author's step that is not legal, or that has a text although it leads on.
fn find_step(spec: &StepSpec, number: usize, state: StateId, edition: OpenedEdition<'_>) -> Result<Step, Diagnostics> {
    let (game, slugs) = (edition.game(), edition.positions().move_slugs(state));
    if slugs.is_empty() {
        let message = format!("the game is over in `{}`", spec.position.value);
        return Err(spec.position.diagnostic(message).hint("name a position with a legal move").into());
    }
    let find = |mv: &Located<String>| {
        let index = slugs.iter().position(|slug| slug.as_str() == mv.value);
        index.ok_or_else(|| {
            let message = format!("`{}` is not a legal move in `{}`", mv.value, spec.position.value);
            mv.diagnostic(message).hint(legal(edition, state, &slugs))
        })
    };
    let mut findings = Diagnostics::new();
    let taught = findings.keep(find(&spec.mv));
    let mut next = vec![Err(spec.otherwise.clone()); slugs.len()];
    for (mv, why) in &spec.instead {
        match findings.keep(find(mv)) {
            Some(index) if taught == Some(index) => findings.push(
                mv.diagnostic(format!("`{}` is the right move of this step", mv.value))
                    .hint("explain only wrong moves here; explain the right move in the next step"),
            ),
            Some(index) => next[index] = Err(why.clone()),
            None => {}
        }
    }
    if let Some(index) = taught {
        next[index] = Ok(number);
    }
    let name = number.to_string();
    findings.into_result(Step { name, game: Arc::clone(game), node: Node::at(state), before: None, next })
}

/// Returns the end of a lesson, which shows the result of the last move.
fn end_after(last: &Step) -> Step {
    let (taught, _) = last.onward().expect("a move leads on");
    let (game, node) = (Arc::clone(&last.game), Node::at(last.after(taught)));
    Step { name: "end".to_owned(), game, node, before: Some(last.node.state), next: Vec::new() }
}

fn legal(edition: OpenedEdition<'_>, state: StateId, slugs: &[Slug]) -> String {
    let choices = edition.positions().choices(state);
    let labels = choices.iter().map(|choice| edition.catalogue().say(&choice.label.whole));
    let named: Vec<_> = slugs.iter().zip(labels).map(|(slug, label)| format!("`{slug}` ({label})")).collect();
    format!("the legal moves are {}", first_of(&named, MOST, "; "))
}
