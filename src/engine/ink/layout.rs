//! Layout: the names of a story's pages, its endings, and the paths to them.

use std::collections::BTreeMap;

use indexmap::{IndexMap, IndexSet};

use super::explore::StoryGraph;
use super::play::Passage;
use crate::engine::graph::{Dominators, StateId};

/// The key of the tag that names an ending, on one of the last lines of the ending.
const ENDING: &str = "ending";

/// The name of the page that begins the story.
pub const BEGINNING: &str = "begin";

/// The name of a page before the first knot.
const OPENING: &str = "page";

/// A story as pages, one for each passage.
#[derive(Clone, Debug)]
pub struct StoryLayout {
    /// The passages, and where their choices lead.
    pub graph: StoryGraph,
    /// The names of the passages: the knot, the stitch and a number, such as `harbour-by-night-2`. The first is
    /// [`BEGINNING`].
    pub names: IndexSet<String>,
    /// The endings, in the order in which they are found.
    pub endings: Vec<Ending>,
    /// For each passage, the index of its ending, if it ends the story.
    pub ending_of: Vec<Option<usize>>,
    /// For each passage, the smallest number of choices that lead to it.
    pub depths: Vec<usize>,
    /// For each passage, `true` if its first line repeats the choice just made, as ink prints it.
    pub echoes: Vec<bool>,
    /// For each passage, the passage before it on a shortest path, and the choice that leads from one to the other;
    /// `None` where the story begins.
    before: Vec<Option<(usize, usize)>>,
    forks: Vec<usize>,
}

/// An ending: the passages that end the story with the same tag `ending` or, without a tag, with the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The name in the tag `ending`; `None` if there is no such tag.
    pub title: Option<String>,
    /// The indices of the passages of the ending, ascending.
    pub passages: Vec<usize>,
}

impl StoryLayout {
    /// Lays out a story. Merge its passages first, with [`StoryGraph::merged`].
    pub fn new(graph: StoryGraph) -> Self {
        let count = graph.passages.len();
        let (mut depths, mut before, mut echoes) = (vec![0; count], vec![None; count], vec![false; count]);
        // Passages are in breadth-first order.
        for (number, after) in graph.after.iter().enumerate() {
            for (choice, &next) in after.iter().enumerate() {
                if before[next].is_none() && !graph.starts.contains(&next) {
                    (before[next], depths[next]) = (Some((number, choice)), depths[number] + 1);
                }
                let first = graph.passages[next].lines.first();
                echoes[next] |= first.is_some_and(|line| line.text == graph.passages[number].choices[choice].text);
            }
        }
        let (endings, ending_of) = endings(&graph);
        let forks = forks(&graph, &ending_of);
        Self { names: names(&graph.parts), endings, ending_of, depths, echoes, before, forks, graph }
    }

    /// Returns the last passage that is on every path to `end`, and from which another ending can be reached. If no
    /// passage meets both conditions, returns the passage that begins the story.
    pub fn fork_before(&self, end: usize) -> usize {
        self.forks[end]
    }

    /// Returns the texts of the choices on a shortest path from the beginning to a passage.
    pub fn way_to(&self, passage: usize) -> Vec<&str> {
        let back = std::iter::successors(self.before[passage], |&(before, _)| self.before[before]);
        let mut way: Vec<&str> =
            back.map(|(number, choice)| &*self.graph.passages[number].choices[choice].text).collect();
        way.reverse();
        way
    }

    /// Returns the number of words in the story. Lines and choices with the same text count once.
    pub fn words(&self) -> usize {
        let lines = self.graph.passages.iter().flat_map(|passage| passage.lines.iter().chain(&passage.choices));
        let known: std::collections::HashSet<&str> = lines.map(|line| &*line.text).collect();
        known.into_iter().map(|text| text.split_whitespace().count()).sum()
    }

    /// Returns the number of choices on all pages together.
    pub fn choice_count(&self) -> usize {
        self.graph.after.iter().map(Vec::len).sum()
    }
}

/// Returns the value of a tag of the form `key: value`; `None` if the tag has another key.
pub fn tag_value<'t>(tag: &'t str, key: &str) -> Option<&'t str> {
    let (own, value) = tag.split_once(':')?;
    own.trim().eq_ignore_ascii_case(key).then(|| value.trim())
}

fn names(parts: &[String]) -> IndexSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let name = |part: &String| {
        let fit = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let mut slug: String = part.chars().filter(char::is_ascii).map(fit).collect();
        slug = slug.trim_matches('-').to_owned();
        if slug.is_empty() {
            OPENING.clone_into(&mut slug);
        }
        let count = counts.entry(slug.clone()).or_default();
        *count += 1;
        format!("{slug}-{count}")
    };
    let names: Vec<String> = parts.iter().map(name).collect();
    [BEGINNING.to_owned()].into_iter().chain(names.into_iter().skip(1)).collect()
}

fn endings(graph: &StoryGraph) -> (Vec<Ending>, Vec<Option<usize>>) {
    let mut known: IndexMap<(Option<&str>, &str), Vec<usize>> = IndexMap::new();
    let mut ending_of = vec![None; graph.passages.len()];
    for (number, passage) in graph.passages.iter().enumerate() {
        let Passage { lines, .. } = &**passage;
        if !graph.after[number].is_empty() {
            continue;
        }
        let mut tags = lines.iter().rev().flat_map(|line| &line.tags);
        let title = tags.find_map(|tag| tag_value(tag, ENDING));
        let last = lines.iter().rfind(|line| !line.text.is_empty() && title.is_none());
        let entry = known.entry((title, last.map_or("", |line| &line.text)));
        ending_of[number] = Some(entry.index());
        entry.or_default().push(number);
    }
    let ending = |((title, _), passages): ((Option<&str>, _), _)| Ending { title: title.map(str::to_owned), passages };
    (known.into_iter().map(ending).collect(), ending_of)
}

/// Returns, for each end, the last passage that is on every path to this end and from which several endings can be
/// reached.
fn forks(graph: &StoryGraph, ending_of: &[Option<usize>]) -> Vec<usize> {
    // The lowest and the highest number of an ending that can be reached from each passage.
    let bounds = ending_of.iter().map(|ending| ending.map_or((usize::MAX, 0), |ending| (ending, ending)));
    let mut after: Vec<(usize, usize)> = bounds.collect();
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for number in (0..after.len()).rev() {
            let widen =
                |(least, most): (usize, usize), next: &usize| (least.min(after[*next].0), most.max(after[*next].1));
            let all = graph.after[number].iter().fold(after[number], widen);
            has_changed |= std::mem::replace(&mut after[number], all) != all;
        }
    }
    // A virtual start, which is not a passage, precedes all beginnings.
    let successors = |state: StateId| {
        let next = state.index().checked_sub(1).map_or(&graph.starts, |number| &graph.after[number]);
        next.iter().map(|next| StateId::new(next + 1))
    };
    let dominators = Dominators::of(graph.passages.len() + 1, successors);
    let fork = |number: usize| {
        let passed = || dominators.before(StateId::new(number + 1)).filter_map(|state| state.index().checked_sub(1));
        // Paths from several beginnings may have no passage in common.
        let first = passed().last().unwrap_or(number);
        let beginning = if graph.starts.contains(&first) { first } else { graph.starts[0] };
        passed().find(|&passage| after[passage].0 < after[passage].1).unwrap_or(beginning)
    };
    (0..graph.passages.len()).map(|number| if ending_of[number].is_some() { fork(number) } else { number }).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::engine::ink::Line;

    fn layout(starts: &[usize], passages: &[(&str, &[usize])]) -> StoryLayout {
        let line = |text: &str| Line { text: text.to_owned(), tags: Vec::new() };
        let told = |(text, after): &(&str, &[usize])| Passage {
            lines: vec![line(text)],
            choices: after.iter().map(|next| line(&format!("to {next}"))).collect(),
            is_loose_end: false,
            error: None,
        };
        StoryLayout::new(StoryGraph {
            passages: passages.iter().map(told).map(Arc::new).collect(),
            parts: vec!["the_Hall.by_night".to_owned(); passages.len()],
            after: passages.iter().map(|(_, after)| after.to_vec()).collect(),
            starts: starts.to_vec(),
            unreached: Vec::new(),
        })
    }

    #[test]
    fn the_way_back_is_the_last_passage_on_all_ways_from_which_there_is_another_ending() {
        // 0 leads to 1 and 2, both to 3, which leads to 4 and to the end 5; 4 leads to the end 6 alone.
        let story = layout(
            &[0],
            &[("a", &[1, 2]), ("b", &[3]), ("c", &[3]), ("d", &[4, 5]), ("e", &[6]), ("f", &[]), ("g", &[])],
        );
        assert_eq!((story.fork_before(5), story.fork_before(6)), (3, 3));
        assert_eq!(story.endings.iter().map(|ending| &*ending.passages).collect::<Vec<_>>(), [[5], [6]]);
        assert_eq!(story.way_to(6), ["to 1", "to 3", "to 4", "to 6"]);
        assert_eq!(story.depths, [0, 1, 1, 2, 3, 3, 4]);
        // With one ending, the only fork is the beginning.
        let story = layout(&[0], &[("a", &[1, 2]), ("b", &[3]), ("c", &[3]), ("d", &[])]);
        assert_eq!(story.fork_before(3), 0);
    }

    #[test]
    fn ends_with_the_same_last_words_are_one_ending_and_each_seed_has_a_beginning() {
        let story = layout(&[0, 1], &[("a", &[2]), ("b", &[2]), ("End.", &[])]);
        assert_eq!(story.fork_before(2), 0);
        let story = layout(&[0, 1], &[("a", &[2]), ("b", &[3]), ("End.", &[]), ("End.", &[])]);
        assert_eq!((story.endings.len(), &*story.ending_of), (1, &[None, None, Some(0), Some(0)][..]));
        assert_eq!((story.fork_before(2), story.fork_before(3)), (0, 1));
        let names: Vec<&str> = story.names.iter().map(String::as_str).collect();
        assert_eq!(names, ["begin", "the-hall-by-night-2", "the-hall-by-night-3", "the-hall-by-night-4"]);
    }
}
