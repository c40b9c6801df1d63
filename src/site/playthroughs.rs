//! Playthroughs: stories played at random, in the interpreter and by following the links of pages side by side.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::basis::{Site, View};
use super::languages::Sites;
use super::pages::Pages;
use super::prose::plain;
use crate::check::{Reading, words_of};
use crate::content::is_english;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::output::address;
use crate::page::{OpenPage, PageRef};
use crate::plan::PlannedStory;
use crate::story::{Line, Passage, StoryError};

/// How many choices are made in a playthrough at most.
const MOST_CHOICES: u64 = 1000;

impl Sites {
    /// Plays each story of the site so many times at random, and compares word by word what the interpreter tells with
    /// what stands on the pages, whose links it follows. Returns how many pages were read.
    ///
    /// # Errors
    ///
    /// The first difference of each story.
    pub fn play_stories(&self, playthroughs: u64) -> Result<usize, Diagnostics> {
        let mut findings = Diagnostics::new();
        let mut pages = 0;
        for site in self.all() {
            for view in &site.views {
                let stories = site.plan.stories().iter().filter(|story| view.variant.has_story(story));
                for story in stories {
                    let table = Table { site, view, story, is_english: is_english(&site.content.config.language) };
                    let played = (0..playthroughs)
                        .into_par_iter()
                        .map_init(HashMap::new, |known, number| table.play(number, known));
                    pages += findings.keep(played.try_reduce(|| 0, |one, other| Ok(one + other))).unwrap_or(0);
                }
            }
        }
        findings.into_result(pages)
    }
}

/// Where a story is played.
struct Table<'a> {
    site: &'a Site,
    view: &'a View,
    story: &'a PlannedStory,
    is_english: bool,
}

impl Table<'_> {
    /// Plays once. Returns how many pages were read.
    fn play(&self, number: u64, known: &mut HashMap<PageRef, Reading>) -> Result<usize, Diagnostic> {
        let (program, seeds) = (self.story.spec.program(), &self.story.spec.seeds);
        let first = (number % seeds.len() as u64) as usize;
        let mut way = format!("begun with the seed {}", seeds[first]);
        let wrong = |error: StoryError| self.story.spec.story.diagnostic(error.to_string());
        let mut state = program.begin(seeds[first]).map_err(wrong)?;
        let mut page = self.story.passage(self.story.layout().graph.starts[first]);
        for step in 0..MOST_CHOICES {
            let told = program.go_on(&state).map_err(wrong)?;
            let read = match known.entry(page) {
                Entry::Occupied(read) => read.into_mut(),
                Entry::Vacant(missing) => missing.insert(self.read(page)?),
            };
            let links = self.links_of(&told.passage, read).map_err(|missing| self.differs(page, &missing, &way))?;
            if told.after.is_empty() {
                return Ok(step as usize + 1);
            }
            let choice = (xxh3_64_with_seed(way.as_bytes(), number) % links.len() as u64) as usize;
            write!(way, ", {}", choice + 1).expect("a string takes all");
            let text = &told.passage.choices[choice].text;
            page = links[choice].ok_or_else(|| self.differs(page, text, &way))?;
            state = told.after.into_iter().nth(choice).expect("each choice has a state");
        }
        Ok(MOST_CHOICES as usize)
    }

    /// Returns where the links of a page lead that are the choices of a passage.
    ///
    /// # Errors
    ///
    /// The first text of the passage that is not in its place on the page.
    fn links_of(&self, passage: &Passage, page: &Reading) -> Result<Vec<Option<PageRef>>, String> {
        let mut rest = &page.words[..];
        for line in passage.lines.iter().chain(&passage.choices) {
            let words = words_of(&plain(&line.text, self.is_english));
            let at = rest.windows(words.len().max(1)).position(|window| window == words);
            match at {
                _ if words.is_empty() => {}
                Some(at) => rest = &rest[at + words.len()..],
                None => return Err(line.text.clone()),
            }
        }
        let mut links = page.links.iter();
        let link = |choice: &Line| {
            let words = words_of(&plain(&choice.text, self.is_english));
            links.find(|(own, _)| *own == words).map(|(_, to)| self.page_at(to)).ok_or_else(|| choice.text.clone())
        };
        passage.choices.iter().map(link).collect()
    }

    /// Reads a page of the story.
    fn read(&self, page: PageRef) -> Result<Reading, Diagnostic> {
        let pages = Pages { site: self.site, view: self.view };
        let mut bytes = Vec::new();
        pages.write(page, &pages.resolver(page), &mut OpenPage::default(), &mut bytes)?;
        Ok(Reading::of(&String::from_utf8_lossy(&bytes)))
    }

    /// Returns the page of the story that a link leads to.
    fn page_at(&self, address: &str) -> Option<PageRef> {
        address::page_at(&self.site.plan, &format!("{}/{address}", self.story.spec.folder))
    }

    fn differs(&self, page: PageRef, missing: &str, way: &str) -> Diagnostic {
        let path = address::path(&self.site.plan, page);
        let message = format!("the page {path} lacks what the story tells there, {missing:?}, when it is {way}");
        let hint = "if the theme shows all lines and choices of a passage, this is a mistake in the program";
        self.story.spec.story.diagnostic(message).hint(hint)
    }
}
