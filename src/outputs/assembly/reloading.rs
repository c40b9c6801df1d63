//! Sites for the server, which reloads them when their files change.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use percent_encoding::percent_decode_str;

use super::inputs::inputs;
use super::sites::Sites;
use crate::content::words::Catalogue;
use crate::engine::graph::{cancel, cancelled_count};
use crate::engine::solve::library::Library;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};
use crate::ground::html::address::encode;
use crate::outputs::server::Answer;
use crate::outputs::website::InputDigest;
use crate::pages::plan::paths;
use crate::pages::site::{Options, has_content};

/// A site that is reloaded when its files change. Each new version of the site reuses the games that were explored
/// before.
pub struct ReloadingSite {
    options: Options,
    current: Mutex<Current>,
    /// Wakes the requests that wait for the site.
    is_read: Condvar,
    /// The function to call with the mistakes of each version that contains mistakes.
    report: fn(&Diagnostics),
}

struct Current {
    version: Arc<Version>,
    /// The games of the last version without mistakes.
    explored: Option<Arc<Library>>,
    /// The version that a request is reading.
    reading: Option<InputDigest>,
}

/// How long a request waits while another request reads the site.
const PATIENCE: Duration = Duration::from_secs(3);

struct Version {
    inputs: InputDigest,
    sites: Result<Sites, Diagnostics>,
}

impl ReloadingSite {
    /// Reads the site. If the site contains mistakes now or after a later change, calls `report` with them.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no content folder.
    pub fn new(options: Options, report: fn(&Diagnostics)) -> Result<Self, Diagnostics> {
        let version = Version::read(&options, inputs(&options), None);
        let mut explored = None;
        match &version.sites {
            Ok(sites) => explored = Some(Arc::clone(&sites.first().library)),
            Err(findings) if has_content(&options.root) => report(findings),
            Err(findings) => return Err(findings.clone()),
        }
        let current = Mutex::new(Current { version: Arc::new(version), explored, reading: None });
        Ok(Self { options, current, is_read: Condvar::new(), report })
    }

    /// Returns the path of the site on its host, percent-encoded.
    pub fn base_path(&self) -> String {
        encode(&self.lock().version.base_path())
    }

    /// Returns the catalogue of each language; empty if the site contains a mistake.
    pub fn catalogues(&self) -> Vec<Arc<Catalogue>> {
        self.lock().version.sites.iter().flat_map(Sites::all).map(|site| Arc::clone(&site.catalogue)).collect()
    }

    /// Returns the answer for a decoded path on the host, such as `/games/nim/two-player/index.html`.
    pub fn answer(&self, path: &str) -> Answer {
        loop {
            let begun = cancelled_count();
            let answer = match self.version() {
                Some(version) => version.answer(path),
                None => Answer::Wrong(
                    Diagnostic::new("reading the site takes too long: the code of a game may never end")
                        .hint("reload this page later, or check the file that you changed last")
                        .into(),
                ),
            };
            if cancelled_count() == begun {
                return answer;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the current version of the site, unless another request takes long to read this version.
    fn version(&self) -> Option<Arc<Version>> {
        // Compute the digest before reading the files, so that the next request notices a change in between.
        let inputs = inputs(&self.options);
        let is_being_read = |current: &mut Current| current.version.inputs != inputs && current.reading == Some(inputs);
        let waited = self.is_read.wait_timeout_while(self.lock(), PATIENCE, is_being_read);
        let (mut current, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            return None;
        }
        if current.version.inputs == inputs {
            return Some(Arc::clone(&current.version));
        }
        // Other requests work on an outdated version.
        cancel();
        current.reading = Some(inputs);
        let explored = current.explored.clone();
        drop(current);
        let version = Arc::new(Version::read(&self.options, inputs, explored.as_ref()));
        let mut current = self.lock();
        if current.reading == Some(inputs) {
            match &version.sites {
                Ok(sites) => current.explored = Some(Arc::clone(&sites.first().library)),
                Err(findings) => (self.report)(findings),
            }
            (current.version, current.reading) = (Arc::clone(&version), None);
            self.is_read.notify_all();
        }
        Some(version)
    }
}

impl Version {
    fn read(options: &Options, inputs: InputDigest, explored: Option<&Arc<Library>>) -> Self {
        let sites = Sites::open(options, explored);
        if let Ok(sites) = &sites {
            let editions = sites.all().flat_map(|site| site.plan.editions.iter());
            sites.first().library.keep(&editions.map(|edition| &edition.spec.game).collect());
        }
        Self { inputs, sites }
    }

    /// Returns the path of the site on its host, decoded; begins and ends with `/`.
    fn base_path(&self) -> String {
        let base_url = self.sites.as_ref().ok().and_then(|sites| sites.first().base_url());
        let path = base_url.and_then(|url| url.split_once("://")?.1.split_once('/')).map_or("", |(_, path)| path);
        format!("/{}", percent_decode_str(path).decode_utf8_lossy())
    }

    fn answer(&self, path: &str) -> Answer {
        let (base, sites) = match &self.sites {
            Ok(sites) => (self.base_path(), sites),
            Err(findings) => return Answer::Wrong(findings.clone()),
        };
        let Some(inside) = path.strip_prefix(&base) else {
            let is_above = format!("{path}/") == base || path == "/";
            return if is_above { Answer::Moved(encode(&base)) } else { Answer::Nothing(None) };
        };
        let file = paths::file_at(inside);
        match sites.look_up(&file) {
            Err(findings) => Answer::Wrong(findings),
            Ok(Some(bytes)) => Answer::File { path: file, bytes },
            Ok(None) => self.nothing(sites, inside),
        }
    }

    /// Returns the answer for a path without a file: a redirect to the folder of that name or, without such a folder,
    /// the error page.
    fn nothing(&self, sites: &Sites, path: &str) -> Answer {
        let folder = format!("{path}/");
        if !path.is_empty() && matches!(sites.look_up(&paths::file_at(&folder)), Ok(Some(_))) {
            return Answer::Moved(encode(&(self.base_path() + &folder)));
        }
        Answer::Nothing(sites.look_up(paths::ERROR_PAGE).ok().flatten())
    }
}
