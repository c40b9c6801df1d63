//! Planned stories: where stories stand among the pages of a site.

use std::sync::OnceLock;

use crate::content::{Located, StorySpec};
use crate::engine::ink::{BEGINNING, StoryGraph, StoryLayout};
use crate::ground::diagnostic::Diagnostic;
use crate::pages::page::{PageId, PageRef, StoryId};

const ENDING_NAME: &str = "ending~";

/// A story. Its passages are found when it is opened.
pub struct PlannedStory {
    pub id: StoryId,
    pub spec: StorySpec,
    limit: usize,
    opened: OnceLock<Result<StoryLayout, Diagnostic>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoryPart {
    /// The passage of this number.
    Passage(usize),
    /// The page that tells of the ending of this number.
    Ending(usize),
}

impl PlannedStory {
    pub fn new(id: StoryId, spec: StorySpec, limit: usize) -> Self {
        Self { id, spec, limit, opened: OnceLock::new() }
    }

    /// Finds its passages, if nobody has so far. Everything that is said of its pages, but for the story's own and the
    /// name of the map, comes after it.
    ///
    /// # Errors
    ///
    /// When the story has no end, or does what it cannot.
    pub fn open(&self) -> Result<&StoryLayout, Diagnostic> {
        self.opened.get_or_init(|| self.explore()).as_ref().map_err(Clone::clone)
    }

    fn explore(&self) -> Result<StoryLayout, Diagnostic> {
        let graph = StoryGraph::explore(self.spec.program(), &self.spec.seeds, self.limit);
        let graph = graph.map_err(|error| self.spec.refusal(&error))?;
        let graph = graph.merged();
        let mut lines = graph.passages.iter().flat_map(|passage| passage.lines.iter().chain(&passage.choices));
        lines.try_for_each(|line| self.spec.check_line(line))?;
        Ok(StoryLayout::new(graph))
    }

    pub fn layout(&self) -> &StoryLayout {
        let opened = self.opened.get().and_then(|opened| opened.as_ref().ok());
        opened.unwrap_or_else(|| panic!("{} is asked for its pages before it is opened", self.spec.folder))
    }

    /// Returns the pictures that it shows, each once, by their paths on the site.
    pub fn pictures(&self) -> Vec<Located<String>> {
        let lines = self.layout().graph.passages.iter().flat_map(|passage| &passage.lines);
        let images = lines.flat_map(|line| &line.tags).filter_map(|tag| self.spec.image(tag)).map(|(path, _)| path);
        let mut pictures: Vec<Located<String>> = images.chain(self.spec.cover.clone()).collect();
        pictures.sort_by(|one, other| one.value.cmp(&other.value));
        pictures.dedup_by(|one, other| one.value == other.value);
        pictures
    }

    /// Returns how many pages there are: the passages, and after them the endings.
    pub fn page_count(&self) -> usize {
        self.layout().names.len() + self.layout().endings.len()
    }

    pub fn part(&self, page: PageId) -> StoryPart {
        match page.index().checked_sub(self.layout().names.len()) {
            None => StoryPart::Passage(page.index()),
            Some(ending) => StoryPart::Ending(ending),
        }
    }

    /// Returns the pages that the choices on the page of a passage lead to, or from its end.
    pub fn leads(&self, page: PageId) -> Option<Vec<PageId>> {
        let StoryPart::Passage(number) = self.part(page) else { return None };
        let layout = self.layout();
        Some(match layout.ending_of[number] {
            Some(ending) => vec![PageId::new(layout.names.len() + ending)],
            None => layout.graph.after[number].iter().map(|&next| PageId::new(next)).collect(),
        })
    }

    pub fn passage(&self, number: usize) -> PageRef {
        PageRef::Passage(self.id, PageId::new(number))
    }

    pub fn ending(&self, number: usize) -> PageRef {
        self.passage(self.layout().names.len() + number)
    }

    pub(super) fn write_name(&self, page: PageId, out: &mut String) {
        if page == PageId::FIRST {
            // It is known before the story is opened.
            return out.push_str(BEGINNING);
        }
        match self.part(page) {
            StoryPart::Passage(number) => out.push_str(&self.layout().names[number]),
            StoryPart::Ending(number) => out.extend([ENDING_NAME, &(number + 1).to_string()]),
        }
    }

    pub(super) fn page_named(&self, name: &str) -> Option<PageRef> {
        let layout = self.layout();
        if let Some(number) = layout.names.get_index_of(name) {
            return Some(self.passage(number));
        }
        let number = name.strip_prefix(ENDING_NAME)?.parse::<usize>().ok()?;
        let is_there = (1..=layout.endings.len()).contains(&number) && name == format!("{ENDING_NAME}{number}");
        is_there.then(|| self.ending(number - 1))
    }
}
