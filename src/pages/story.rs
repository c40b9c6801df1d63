//! Stories, their pages, and the names of these pages. In the sequence of a story's pages, the passages come first,
//! then the endings. The page about the story and the map are outside of this sequence.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::OnceLock;

use crate::content::{Located, StorySpec};
use crate::engine::ink::{BEGINNING, Line, StoryGraph, StoryLayout};
use crate::ground::diagnostic::Diagnostic;
use crate::pages::chapter::{Chapter, FIRST_NAME, Leads, Summary};
use crate::pages::edition::MAP_NAME;
use crate::pages::page::{PageId, PageRef, StoryId};
use crate::pages::prose::{html_of_choice, images};

const ENDING_NAME: &str = "ending~";

/// A story. The first call of `open` explores the passages.
pub struct Story {
    pub id: StoryId,
    pub spec: StorySpec,
    summary: Summary,
    limit: usize,
    opened: OnceLock<Result<StoryLayout, Diagnostic>>,
}

/// A story with explored passages.
#[derive(Clone, Copy)]
pub struct OpenedStory<'a> {
    story: &'a Story,
    pub layout: &'a StoryLayout,
}

impl Story {
    pub fn new(id: StoryId, spec: StorySpec, limit: usize) -> Self {
        let StorySpec { title, summary, date, image, cover, aliases, .. } = &spec;
        let summary = Summary::new(title, summary, *date, image.as_ref().or(cover.as_ref()), aliases);
        Self { id, spec, summary, limit, opened: OnceLock::new() }
    }

    /// Opens the story. The first call explores the passages.
    ///
    /// # Errors
    ///
    /// Returns an error if the story never ends, or uses features that the program does not support.
    pub fn open(&self) -> Result<OpenedStory<'_>, Diagnostic> {
        let layout = self.opened.get_or_init(|| self.explore()).as_ref().map_err(Clone::clone)?;
        Ok(OpenedStory { story: self, layout })
    }

    fn explore(&self) -> Result<StoryLayout, Diagnostic> {
        let graph = StoryGraph::explore(self.spec.program(), &self.spec.seeds, self.limit);
        let graph = graph.map_err(|error| self.spec.refusal(&error))?;
        let graph = graph.merged();
        let mut lines = graph.passages.iter().flat_map(|passage| passage.lines.iter().chain(&passage.choices));
        lines.try_for_each(|line| self.spec.check_line(line))?;
        let layout = StoryLayout::new(graph);
        let picture = |source: &str| self.spec.picture(source).map(|_| String::new());
        for (passage, name) in layout.graph.passages.iter().zip(&layout.names) {
            let is_empty = |choice: &Line| html_of_choice(&choice.text, false, picture).is_empty();
            if let Some(number) = passage.choices.iter().position(is_empty) {
                let message = format!("choice {} on the page `{name}` has no text", number + 1);
                let hint = "write a text, as in `* [Go on]`, or continue without a choice: `* ->`";
                return Err(self.spec.story.diagnostic(message).hint(hint));
            }
        }
        Ok(layout)
    }

    pub fn passage(&self, number: usize) -> PageRef {
        PageRef::new(self.id, PageId::new(number))
    }
}

impl Deref for OpenedStory<'_> {
    type Target = Story;

    fn deref(&self) -> &Story {
        self.story
    }
}

impl OpenedStory<'_> {
    /// Returns the facts that multiply the story's states, the largest factor first.
    pub fn facts(self) -> Vec<String> {
        let facts = StoryGraph::facts(self.spec.program(), &self.spec.seeds, self.limit);
        facts.iter().map(ToString::to_string).collect()
    }

    /// Returns the paths of the story's pictures, without repetition.
    pub fn pictures(self) -> Vec<Located<String>> {
        let lines = self.layout.graph.passages.iter().flat_map(|passage| &passage.lines);
        let tags = lines.flat_map(|line| &line.tags).filter_map(|tag| self.spec.image(tag)).map(|(path, _)| path);
        let lines = self.layout.graph.passages.iter().flat_map(|passage| passage.lines.iter().chain(&passage.choices));
        let shown =
            lines.filter(|line| line.text.contains('<')).flat_map(|line| images(&line.text, &mut BTreeSet::new()));
        let shown = shown.filter_map(|source| self.spec.picture(&source));
        let mut pictures: Vec<Located<String>> = tags.chain(shown).chain(self.spec.cover.clone()).collect();
        pictures.sort_by(|one, other| one.value.cmp(&other.value));
        pictures.dedup_by(|one, other| one.value == other.value);
        pictures
    }

    pub fn page_count(self) -> usize {
        self.layout.names.len() + self.layout.endings.len()
    }

    /// Returns the index of the ending that a page is about; `None` for a passage.
    pub fn ending_on(self, page: PageId) -> Option<usize> {
        page.index().checked_sub(self.layout.names.len())
    }

    /// Returns the pages to which a passage leads: the passages after its choices, or the page about its ending.
    pub fn leads(self, page: PageId) -> Option<Vec<PageId>> {
        Some(match self.layout.ending_of.get(page.index())? {
            Some(ending) => vec![self.ending(*ending).page],
            None => self.layout.graph.after[page.index()].iter().map(|&next| PageId::new(next)).collect(),
        })
    }

    pub fn ending(self, number: usize) -> PageRef {
        self.passage(self.layout.names.len() + number)
    }
}

impl Chapter for Story {
    fn folder(&self) -> &str {
        &self.spec.folder
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn starts(&self) -> &'static [PageId] {
        &[PageId::ABOUT, PageId::MAP, PageId::FIRST]
    }

    fn count_from(&self, page: PageId) -> usize {
        match page {
            PageId::ABOUT | PageId::MAP => 1,
            _ => self.open().map_or(1, OpenedStory::page_count),
        }
    }

    fn write_name(&self, page: PageId, out: &mut String) {
        match page {
            PageId::ABOUT => out.push_str(FIRST_NAME),
            PageId::MAP => out.push_str(MAP_NAME),
            PageId::FIRST => out.push_str(BEGINNING),
            page => self.open().into_iter().for_each(|story| match story.ending_on(page) {
                None => out.push_str(&story.layout.names[page.index()]),
                Some(number) => out.extend([ENDING_NAME, &(number + 1).to_string()]),
            }),
        }
    }

    fn page_named(&self, name: &str) -> Option<PageId> {
        if name == MAP_NAME {
            return Some(PageId::MAP);
        }
        let story = self.open().ok()?;
        if let Some(number) = story.layout.names.get_index_of(name) {
            return Some(PageId::new(number));
        }
        let number = name.strip_prefix(ENDING_NAME)?.parse::<usize>().ok()?;
        let is_there = (1..=story.layout.endings.len()).contains(&number) && name == format!("{ENDING_NAME}{number}");
        is_there.then(|| story.ending(number - 1).page)
    }

    fn leads(&self, page: PageId) -> Option<Leads> {
        (!page.is_beside()).then(|| Some((self.open().ok()?.leads(page)?, None))).flatten()
    }
}
