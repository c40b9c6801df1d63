//! The server: answers requests with the pages of a site, each made when somebody asks for it. It keeps nothing of its
//! own, so any number of servers of one site can stand side by side.

mod answers;
mod connections;

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use hyper::body::Incoming;
use hyper::{Request, service};

use self::answers::Responder;
use self::connections::Limits;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// A site that a server publishes. Paths begin at the root of the host, and have no escapes.
pub trait Site: Send + Sync + 'static {
    /// Returns what has to be done for the answer to a path.
    fn work(&self, path: &str) -> Work;

    /// Returns the answer to a path, such as `/games/nim/two-player/index.html`.
    fn answer(&self, path: &str) -> Answer;
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
        /// When it was last different, as far as is known.
        modified: SystemTime,
    },
    /// Something that the site makes while it is sent.
    Parts {
        /// Its parts, each of which is made when it is taken.
        parts: Box<dyn Iterator<Item = Vec<u8>> + Send>,
        /// When it was last different, as far as is known.
        modified: SystemTime,
    },
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

/// What headers tell browsers and caches.
#[derive(Clone, Copy, Debug)]
pub struct Freshness {
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
    pub fn run(self, site: Arc<dyn Site>, freshness: Freshness, log: Option<fn(&str, u16)>) -> Result<(), Diagnostic> {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.enable_all().thread_stack_size(STACK).build().map_err(|error| {
            Diagnostic::new(format!("cannot start the server: {error}")).hint("end other programs and try again")
        })?;
        let responder = Arc::new(Responder::new(site, freshness, log));
        let service = service::service_fn(move |request: Request<Incoming>| {
            let responder = Arc::clone(&responder);
            async move { Ok(responder.respond(request).await) }
        });
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)
                .map_err(|error| Diagnostic::new(format!("cannot wait for connections: {error}")))?;
            connections::serve(listener, Limits::default(), service).await;
            Ok(())
        })
    }
}
