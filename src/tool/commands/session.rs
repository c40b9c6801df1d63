//! The context of all verbs, and the arguments that several verbs share.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;

use super::terminal::{Progress, print, print_to_stderr, some};
use crate::content::StorySpec;
use crate::content::words::Catalogue;
use crate::engine::games::Games;
use crate::ground::diagnostic::{Diagnostic, Diagnostics, visible};
use crate::pages::prose::images;
use crate::pages::site::{Options, Site};
use crate::pages::story::OpenedStory;

/// The maximum number of loose ends of a story (pages on which it ends by mistake) to list.
const MOST_ENDS: usize = 3;

/// The stack size of a thread, in bytes. Only the used part takes memory.
const STACK: usize = 64 << 20;

pub(super) struct Session<'a> {
    pub(super) games: &'a Games,
    /// The folder of the site.
    pub(super) root: PathBuf,
    pub(super) quiet: bool,
    pub(super) verbose: bool,
}

impl Session<'_> {
    pub(super) fn print(&self, text: &str) -> Result<(), Diagnostic> {
        if self.quiet { Ok(()) } else { print(text) }
    }

    pub(super) fn note(&self, text: &str) {
        if !self.quiet {
            print_to_stderr(text);
        }
    }

    /// Prints the number of messages that a catalogue lacks, and the names of at most `most` of them.
    pub(super) fn note_missing_messages(&self, catalogue: &Catalogue, most: usize) {
        let (language, lacking) = (catalogue.language(), catalogue.lacking());
        if !lacking.is_empty() {
            self.note(&format!(
                "note: the catalogue of `{language}` lacks {} of {} messages; pages show these in English: {};\n      \
                 `pageturner words {language} --missing` prints them for you to translate\n",
                lacking.len(),
                catalogue.count(),
                some(lacking, most)
            ));
        }
    }

    /// Prints notes for the authors of a site's stories.
    pub(super) fn note_stories(&self, site: &Site) {
        for story in site.plan.stories.iter().filter_map(|story| story.open().ok()) {
            for note in notes(story) {
                self.note(&format!("{}\n", visible(&note)));
            }
        }
    }

    pub(super) fn options(&self) -> Options {
        Options { root: self.root.clone(), games: self.games.clone(), ..Options::default() }
    }
}

/// The arguments about the site that several verbs share.
#[derive(Args, Debug)]
pub(super) struct SiteArguments {
    /// The theme, instead of the one in content/site.toml
    #[arg(short, long, value_name = "NAME")]
    theme: Option<String>,
    /// Limit the site to a game or an edition; repeatable
    #[arg(long, value_name = "GAME[/EDITION]")]
    pub(super) only: Vec<String>,
    /// Include content that is marked as a draft
    #[arg(long)]
    drafts: bool,
}

impl SiteArguments {
    pub(super) fn options(&self, session: &Session<'_>, base_url: Option<&String>) -> Options {
        let Self { theme, only, drafts } = self;
        let (theme, only, base_url) = (theme.clone(), only.clone(), base_url.cloned());
        Options { theme, base_url, only, drafts: *drafts, ..session.options() }
    }
}

#[derive(Args, Debug)]
pub(super) struct Jobs {
    /// The number of threads; 0 means one for each core
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=256))]
    jobs: u16,
}

impl Jobs {
    /// Calls a function in a pool with the requested number of threads, and shows the progress.
    pub(super) fn with<T: Send>(
        &self,
        session: &Session<'_>,
        work: impl FnOnce(&Progress) -> Result<T, Diagnostics> + Send,
    ) -> Result<T, Diagnostics> {
        // The minifier is recursive, and content can be deeply nested.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.into()).stack_size(STACK).build();
        let pool = pool.map_err(|error| {
            Diagnostic::new(format!("cannot start {} threads: {error}", self.jobs))
                .hint("choose a smaller number with --jobs")
        })?;
        let progress = Progress::new(session.quiet);
        pool.install(|| work(&progress))
    }
}

/// Returns sentences about the loose ends of a story, and about the parts of the story that its pages omit.
fn notes(story: OpenedStory<'_>) -> Vec<String> {
    let (title, mut notes) = (&story.spec.title, Vec::new());
    let passages = || story.layout.graph.passages.iter();
    for (number, passage) in passages().enumerate().filter(|(_, passage)| passage.is_loose_end) {
        let way: Vec<String> = story.layout.way_to(number).into_iter().map(|choice| format!("{choice:?}")).collect();
        let way = if way.is_empty() { "at its beginning".to_owned() } else { format!("after {}", way.join(", ")) };
        notes.push(match &passage.error {
            Some(error) => format!("warning: {title}: {way}, the story ends with an error: {error}"),
            None => format!("warning: {title}: {way}, the story ends without `-> END` or `-> DONE`"),
        });
    }
    let more = notes.len().saturating_sub(MOST_ENDS);
    if more > 0 {
        notes.truncate(MOST_ENDS);
        notes.push(format!(
            "warning: {title}: the story ends by mistake on {more} other pages; `pageturner list` lists them"
        ));
    }
    let lines = || passages().flat_map(|passage| passage.lines.iter().chain(&passage.choices));
    let sounds: BTreeSet<&str> = lines().flat_map(|line| &line.tags).filter_map(|tag| StorySpec::sound(tag)).collect();
    let mut tags = BTreeSet::new();
    for line in lines() {
        let images = images(&line.text, &mut tags);
        let lacking = images.into_iter().filter(|source| story.spec.picture(source).is_none());
        tags.extend(lacking.map(|source| format!("`<img src={source:?}>`, which is not a picture next to the story")));
    }
    let tags: Vec<String> = tags.into_iter().collect();
    let sounds: Vec<String> = sounds.into_iter().map(|key| format!("`# {key}`")).collect();
    let left_out = [("sounds, which pages cannot play", sounds), ("tags, which pages cannot show", tags)];
    let left_out = left_out.into_iter().filter(|(_, names)| !names.is_empty());
    notes.extend(left_out.map(|(what, names)| format!("note: {title}: left out {what}: {}", names.join(", "))));
    notes
}
