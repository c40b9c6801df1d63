//! Sites for a server, which are read again when their files change.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use percent_encoding::percent_decode_str;

use super::languages::Sites;
use super::lookup::Found;
use super::options::{Options, has_content, inputs};
use crate::diagnostic::Diagnostics;
use crate::game::Message;
use crate::library::Library;
use crate::output::server::{self, Answer, Work};
use crate::output::website::InputDigest;
use crate::output::{address, graph};
use crate::words::Catalogue;

/// A site that is read again when its files change. The games that it has explored are kept.
pub struct ReloadingSite {
    options: Options,
    /// Whether its files are looked at before each answer.
    is_watched: bool,
    version: RwLock<Arc<Version>>,
    /// What the last version without mistakes has explored. Who reads the site anew holds it.
    explored: Mutex<Option<Arc<Library>>>,
    /// Told of the mistakes each time that a site with some is read.
    tell: fn(&Diagnostics),
}

/// The site as it was when it was last read.
struct Version {
    inputs: InputDigest,
    /// The path of the site on its host without escapes; it begins and ends with `/`.
    base_path: String,
    sites: Result<Sites, Diagnostics>,
}

impl ReloadingSite {
    /// Reads the site with these options. What is wrong with a site that is watched is told to `tell` now and each
    /// time that it is read.
    ///
    /// # Errors
    ///
    /// When there is no content, or something is wrong with it that nobody watches.
    pub fn new(options: Options, is_watched: bool, tell: fn(&Diagnostics)) -> Result<Self, Diagnostics> {
        let version = Version::read(&options, inputs(&options), None);
        if let Err(findings) = &version.sites {
            if !is_watched || !has_content(&options.root) {
                return Err(findings.clone());
            }
            tell(findings);
        }
        let explored = Mutex::new(version.sites.as_ref().ok().map(|sites| Arc::clone(&sites.first().library)));
        Ok(Self { options, is_watched, version: RwLock::new(Arc::new(version)), explored, tell })
    }

    /// Returns the path of the site on its host as addresses have it.
    pub fn base_path(&self) -> String {
        address::encode(&self.version().base_path)
    }

    /// Returns what says all that is on its pages in each language; nothing if something is wrong with it.
    pub fn catalogues(&self) -> Vec<Arc<Catalogue>> {
        let version = self.version();
        version.sites.iter().flat_map(Sites::all).map(|site| Arc::clone(&site.catalogue)).collect()
    }

    /// Returns the site as it was when it was last read.
    fn version(&self) -> Arc<Version> {
        Arc::clone(&self.version.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads the site again if its files have changed.
    fn reload(&self) {
        let mut explored = self.explored.lock().unwrap_or_else(PoisonError::into_inner);
        // Looked at before the files are read: a change in the meantime is seen the next time.
        let inputs = inputs(&self.options);
        if self.version().inputs == inputs {
            return;
        }
        let version = Version::read(&self.options, inputs, explored.as_ref());
        match &version.sites {
            Ok(sites) => *explored = Some(Arc::clone(&sites.first().library)),
            Err(findings) => (self.tell)(findings),
        }
        *self.version.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(version);
    }
}

impl server::Site for ReloadingSite {
    fn work(&self, path: &str) -> Work {
        let version = self.version();
        let Ok(sites) = &version.sites else { return Work::Any };
        match path.strip_prefix(version.base_path.as_str()).map(|path| sites.work(&address::file_at(path))) {
            Some(Work::Page) if self.is_watched => Work::Any,
            work => work.unwrap_or(Work::Any),
        }
    }

    fn answer(&self, path: &str) -> Answer {
        if self.is_watched {
            self.reload();
        }
        self.version().answer(path)
    }

    fn say(&self, path: &str, message: &Message) -> Option<(String, String)> {
        let version = self.version();
        let inside = path.strip_prefix(version.base_path.as_str()).unwrap_or_default();
        let catalogue = &version.sites.as_ref().ok()?.at(inside).0.catalogue;
        Some((catalogue.language().to_owned(), catalogue.say(message)))
    }
}

impl Version {
    fn read(options: &Options, inputs: InputDigest, explored: Option<&Arc<Library>>) -> Self {
        let sites = Sites::open(options, explored);
        if let Ok(sites) = &sites {
            let editions = sites.all().flat_map(|site| &site.content.games).flat_map(|game| &game.editions);
            sites.first().library.keep(&editions.map(|edition| &edition.game).collect());
        }
        let base_url = sites.as_ref().ok().and_then(|sites| sites.first().base_url());
        let base_path = base_path(base_url.unwrap_or_default());
        Self { inputs, base_path, sites }
    }

    fn answer(self: Arc<Self>, path: &str) -> Answer {
        let sites = match &self.sites {
            Ok(sites) => sites,
            Err(findings) => return Answer::Wrong(findings.clone()),
        };
        let base = &self.base_path;
        let Some(inside) = path.strip_prefix(base.as_str()) else {
            if format!("{path}/") == *base || path == "/" {
                return Answer::Moved { to: base.clone(), is_permanent: false };
            }
            return Answer::Nothing { page: None, front: base.clone() };
        };
        let file = address::file_at(inside);
        match sites.look_up(&file) {
            Err(findings) => Answer::Wrong(findings),
            Ok(Some(Found::File(file))) => Answer::File(file.to_owned()),
            Ok(Some(Found::Graph(edition))) => {
                let (version, id, count) = (Arc::clone(&self), edition.id, graph::part_count(edition));
                let part = move |number| {
                    let sites = version.sites.as_ref().expect("it has this graph");
                    graph::part(sites.at(&file).0.plan.opened(id), number)
                };
                Answer::Parts(Box::new((0..count).map(part)))
            }
            Ok(Some(Found::Position(bytes))) => Answer::Made { bytes, is_lasting: true },
            Ok(Some(Found::Made(bytes))) => Answer::Made { bytes, is_lasting: false },
            Ok(None) => self.nothing(sites, inside),
        }
    }

    /// Returns the answer where there is nothing at a path: the folder of that name, or what the site says then.
    fn nothing(&self, sites: &Sites, path: &str) -> Answer {
        let inside = address::file_at(&format!("{path}/"));
        if !path.is_empty() && matches!(sites.look_up(&inside), Ok(Some(_))) {
            return Answer::Moved { to: format!("{}{path}/", self.base_path), is_permanent: true };
        }
        let page = match sites.look_up(address::ERROR_PAGE) {
            Ok(Some(Found::Made(page))) => Some(page),
            _ => None,
        };
        Answer::Nothing { page, front: self.base_path.clone() }
    }
}

/// Returns the folder on its host that a base URL names, without escapes; without one that is the host's own.
fn base_path(base_url: &str) -> String {
    let path = base_url.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
    path.map_or_else(|| "/".to_owned(), |(_, path)| format!("/{}", percent_decode_str(path).decode_utf8_lossy()))
}
