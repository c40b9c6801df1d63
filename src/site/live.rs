//! Live sites: read again when their files change, for a server.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use super::{Found, Options, ServerScratch, Site, inputs};
use crate::diagnostic::Diagnostics;
use crate::library::Library;
use crate::output::address;
use crate::output::server::{Answer, Pages, Source};
use crate::output::website::InputDigest;

/// A site that is read again when its files change. The games that it has explored are kept.
pub struct LiveSite {
    options: Options,
    /// Whether its files are looked at before each answer.
    is_watched: bool,
    state: Mutex<State>,
    /// Told of the mistakes each time that a site with some is read.
    tell: fn(&Diagnostics),
}

#[derive(Default)]
struct State {
    version: Option<Arc<Version>>,
    /// What the last version without mistakes has explored.
    library: Option<Arc<Library>>,
}

/// The site as it was when it was last read.
struct Version {
    inputs: InputDigest,
    read: SystemTime,
    base_path: String,
    site: Result<Site, Diagnostics>,
    scratch: Mutex<Vec<ServerScratch>>,
}

impl LiveSite {
    /// Returns the site with these options. `tell` is called with what is wrong each time that it is read.
    pub fn new(options: Options, is_watched: bool, tell: fn(&Diagnostics)) -> Self {
        Self { options, is_watched, state: Mutex::default(), tell }
    }

    /// Returns the site, which is read if it was not or if its files have changed.
    fn look(&self) -> Arc<Version> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // Looked at before the files are read: a change in the meantime is seen the next time.
        let inputs = inputs(&self.options);
        if let Some(version) = state.version.as_ref().filter(|version| version.inputs == inputs) {
            return Arc::clone(version);
        }
        let site = Site::open(&self.options, state.library.as_ref());
        match &site {
            Ok(site) => {
                let editions = site.content.games.iter().flat_map(|game| &game.editions);
                site.library().keep(&editions.map(|edition| &edition.game).collect());
                state.library = Some(Arc::clone(site.library()));
            }
            Err(findings) => (self.tell)(findings),
        }
        let base_url = site.as_ref().ok().and_then(|site| site.content.config.base_url.as_deref());
        let base_path = base_path(base_url.unwrap_or_default());
        let version = Arc::new(Version { inputs, read: SystemTime::now(), base_path, site, scratch: Mutex::default() });
        state.version = Some(Arc::clone(&version));
        version
    }

    /// Reads the site.
    ///
    /// # Errors
    ///
    /// What is wrong with it, as far as that shows before its games are explored.
    pub fn read(&self) -> Result<(), Diagnostics> {
        self.look().site.as_ref().map(drop).map_err(Clone::clone)
    }

    /// Returns what the last look at the files has found, if there is no need of another.
    fn known(&self) -> Option<Arc<Version>> {
        if self.is_watched {
            return None;
        }
        self.state.lock().unwrap_or_else(PoisonError::into_inner).version.clone()
    }
}

impl Source for LiveSite {
    fn current(&self) -> Arc<dyn Pages> {
        match self.known() {
            Some(version) => version,
            None => self.look(),
        }
    }

    fn current_at_once(&self) -> Option<Arc<dyn Pages>> {
        self.known().map(|version| version as Arc<dyn Pages>)
    }
}

impl Pages for Version {
    fn base_path(&self) -> &str {
        &self.base_path
    }

    fn answer(&self, path: &str) -> Answer {
        let site = match &self.site {
            Ok(site) => site,
            Err(findings) => return Answer::Wrong(findings.clone()),
        };
        let mut scratch = self.scratch.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        let answer = self.find(site, path, &mut scratch);
        self.scratch.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
        answer
    }

    fn answer_at_once(&self, path: &str) -> Option<Answer> {
        let is_quick = self.site.as_ref().is_ok_and(|site| site.is_quick(path));
        is_quick.then(|| self.answer(path))
    }
}

impl Version {
    fn find(&self, site: &Site, path: &str, scratch: &mut ServerScratch) -> Answer {
        let mut bytes = Vec::new();
        match site.answer(path, scratch, &mut bytes) {
            Err(findings) => Answer::Wrong(findings),
            Ok(Some(Found::File(file))) => Answer::File(Path::to_owned(file)),
            Ok(Some(found)) => Answer::Made { bytes, is_lasting: found == Found::Position, modified: self.read },
            Ok(None) => {
                bytes.clear();
                let inside = address::file_at(&format!("{path}/"));
                match site.answer(&inside, scratch, &mut bytes) {
                    Ok(Some(_)) if !path.is_empty() => return Answer::Folder,
                    _ => bytes.clear(),
                }
                let said = site.answer(&address::not_found_path(), scratch, &mut bytes);
                Answer::Nothing(matches!(said, Ok(Some(Found::Made))).then_some(bytes))
            }
        }
    }
}

/// Returns the folder on its host that a base URL names; without one that is the host's own.
fn base_path(base_url: &str) -> String {
    let path = base_url.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
    path.map_or_else(|| "/".to_owned(), |(_, path)| format!("/{path}"))
}
