//! What a server asks of a site.

use std::path::PathBuf;

use crate::diagnostic::Diagnostics;
use crate::game::Message;

/// A site that a server publishes. Paths begin at the root of the host, and have no escapes.
pub trait Site: Send + Sync + 'static {
    /// Returns what has to be done for the answer to a path.
    fn work(&self, path: &str) -> Work;

    /// Returns the answer to a path, such as `/games/nim/two-player/index.html`.
    fn answer(&self, path: &str) -> Answer;

    /// Returns what a message says in the language of a path, after the tag of that; nothing while something is wrong
    /// with the site.
    fn say(&self, path: &str, message: &Message) -> Option<(String, String)>;
}

/// What has to be done for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Making a page of a game that is explored.
    Page,
    /// A search for the computer's move.
    Search,
    /// Reading files, or exploring a game.
    Any,
}

/// What stands at a path.
pub enum Answer {
    /// Something that the site makes.
    Made {
        /// All of it.
        bytes: Vec<u8>,
        /// Whether it stays as it is as long as the site does.
        is_lasting: bool,
    },
    /// Something that the site makes while it is sent: its parts, each of which is made when it is taken.
    Parts(Box<dyn Iterator<Item = Vec<u8>> + Send>),
    /// A file to be read.
    File(PathBuf),
    /// Nothing, but there is something at another path.
    Moved {
        /// The other path.
        to: String,
        /// Whether it will always be there.
        is_permanent: bool,
    },
    /// Nothing.
    Nothing {
        /// The page that the site has for this.
        page: Option<Vec<u8>>,
        /// The path of the front page.
        front: String,
    },
    /// Something that is wrong.
    Wrong(Diagnostics),
}

/// What headers tell browsers and caches, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Freshness {
    /// For how long browsers and caches may keep pages without asking again.
    pub cache: Option<u32>,
    /// After what time browsers ask for a page again by themselves.
    pub refresh: Option<u32>,
}
