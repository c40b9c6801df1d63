//! The server: answers requests with the pages of a site, each made when somebody asks for it. It keeps nothing of its
//! own, so any number of servers of one site can stand side by side.

mod answers;
mod connections;

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::Router;

use crate::diagnostic::{Diagnostic, Diagnostics};

/// A site that a server publishes, which may change while it does.
pub trait Source: Send + Sync + 'static {
    /// Returns the site as it is now.
    fn current(&self) -> Arc<dyn Pages>;

    /// Does what [`current`](Self::current) does, if that needs no look at any file.
    fn current_at_once(&self) -> Option<Arc<dyn Pages>>;
}

/// The pages of a site.
pub trait Pages: Send + Sync + 'static {
    /// Returns the folder that the site stands in on the web: `/`, or a path that begins and ends with it.
    fn base_path(&self) -> &str;

    /// Returns what stands at a path of the website, such as `nim/two-player/index.html`.
    fn answer(&self, path: &str) -> Answer;

    /// Does what [`answer`](Self::answer) does, if it takes no longer than to make a page.
    fn answer_at_once(&self, path: &str) -> Option<Answer>;
}

/// What stands at a path.
#[derive(Debug)]
pub enum Answer {
    /// Something that the site makes.
    Made {
        /// All of it.
        bytes: Vec<u8>,
        /// Whether it stays as it is as long as the site does.
        is_lasting: bool,
        /// When it was last different, as far as is known.
        modified: SystemTime,
    },
    /// A file to be read.
    File(PathBuf),
    /// A folder, whose address ends with `/`.
    Folder,
    /// Nothing, and what the site says then.
    Nothing(Option<Vec<u8>>),
    /// Something that is wrong.
    Wrong(Diagnostics),
}

/// What a server is told.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// For how long browsers and caches may keep pages without asking again.
    pub cache: Option<Duration>,
    /// After what time browsers ask for a page again by themselves.
    pub refresh: Option<Duration>,
}

/// A server that waits for connections.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

/// The stack of a thread, in bytes; only what is used of it takes memory. Content may nest.
const STACK: usize = 64 << 20;

/// How many threads do what takes longer than to make a page.
const SLOW_THREADS: usize = 16;

impl Server {
    /// Listens at an address. For the port 0 the system chooses one.
    ///
    /// # Errors
    ///
    /// When the address is taken, or not one of this machine.
    pub fn listen(interface: IpAddr, port: u16) -> Result<Self, Diagnostic> {
        let wanted = SocketAddr::new(interface, port);
        let listen = || {
            let listener = TcpListener::bind(wanted)?;
            connections::let_many_wait(&listener)?;
            listener.set_nonblocking(true)?;
            let address = listener.local_addr()?;
            Ok(Self { listener, address })
        };
        listen().map_err(|error: io::Error| {
            let hint = match error.kind() {
                io::ErrorKind::AddrInUse => "another program listens there: choose another `--port`, or 0 for any",
                io::ErrorKind::AddrNotAvailable => "name an address of this machine with `--interface`",
                io::ErrorKind::PermissionDenied => "ports below 1024 are for the system: choose another `--port`",
                _ => "choose another `--interface` or `--port`",
            };
            Diagnostic::new(format!("cannot listen at {wanted}: {error}")).hint(hint)
        })
    }

    /// Returns the address that it listens at.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until the program ends. `log` is told of each request, with the status of its answer.
    ///
    /// # Errors
    ///
    /// When the system has no threads for it.
    pub fn run(self, source: Arc<dyn Source>, manner: Manner, log: Option<fn(&str, u16)>) -> Result<(), Diagnostic> {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        runtime.enable_all().thread_stack_size(STACK).max_blocking_threads(SLOW_THREADS);
        let runtime = runtime.build().map_err(|error| {
            Diagnostic::new(format!("cannot start the server: {error}")).hint("end other programs and try again")
        })?;
        let answering = answers::Answering { source, manner, log };
        let router = Router::new().fallback(answers::answer).with_state(answering);
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)
                .map_err(|error| Diagnostic::new(format!("cannot wait for connections: {error}")))?;
            connections::serve(listener, router).await;
            Ok(())
        })
    }
}
