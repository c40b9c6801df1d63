//! The server: answers requests with the pages of a site, each made when somebody asks for it. It keeps nothing of its
//! own, so any number of servers of one site can stand side by side.

mod answers;
mod connections;
mod site;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use hyper::body::Incoming;
use hyper::{Request, service};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use self::answers::Responder;
pub use self::site::{Answer, Freshness, Site, Work};
use crate::diagnostic::Diagnostic;

/// A server that waits for connections.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    /// The address that it listens at.
    pub address: SocketAddr,
}

/// The stack of a thread, in bytes; only what is used of it takes memory. Content may nest.
const STACK: usize = 64 << 20;

/// How many threads do what takes longer than to make a page, beside searches.
const SLOW_THREADS: usize = 16;

impl Server {
    /// Listens at an address. For the port 0 the system chooses one.
    ///
    /// # Errors
    ///
    /// When the address is taken, or not one of this machine, or when the system has no threads.
    pub fn listen(interface: IpAddr, port: u16) -> Result<Self, Diagnostic> {
        let wanted = SocketAddr::new(interface, port);
        let listen = || {
            let mut runtime = Builder::new_multi_thread();
            runtime.enable_all().thread_stack_size(STACK).max_blocking_threads(SLOW_THREADS + answers::searches());
            let runtime = runtime.build()?;
            let listener = runtime.block_on(TcpListener::bind(wanted))?;
            let address = listener.local_addr()?;
            Ok(Self { runtime, listener, address })
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

    /// Answers requests until the program ends. `log` is told of each request, with the status of its answer.
    pub fn run(self, site: Arc<dyn Site>, freshness: Freshness, log: Option<fn(&str, u16)>) {
        let responder = Arc::new(Responder::new(site, freshness, log));
        let service = service::service_fn(move |request: Request<Incoming>| {
            let responder = Arc::clone(&responder);
            async move { Ok(responder.respond(request).await) }
        });
        self.runtime.block_on(connections::serve(self.listener, connections::PATIENCE, service));
    }
}
