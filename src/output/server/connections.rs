//! Connections: taking them, and ending those of clients that take too long.

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// How many connections are open at once; others wait until one ends.
const MOST_CONNECTIONS: usize = 20_000;

/// How long a client may take to ask, and how long it may be silent between two requests.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long to wait where the system can take no more connections.
const PAUSE: Duration = Duration::from_millis(50);

/// Takes connections and lets `router` answer their requests.
pub(super) async fn serve(listener: TcpListener, router: Router) {
    allow_many_files();
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await.expect("nobody closes it");
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                // What one client did wrong is over; if there are no more files to be had, some will be closed.
                let is_of_client = matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset);
                if !is_of_client {
                    tokio::time::sleep(PAUSE).await;
                }
                continue;
            }
        };
        // Answers are small, and clients wait for them.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(PATIENCE).max_buf_size(16 << 10);
            // A client that goes away or asks in no HTTP is no failure of the server.
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}

/// Lets many clients wait for their connection: with few places, some of those that come at once are sent away.
#[cfg(unix)]
pub(super) fn let_many_wait(listener: &std::net::TcpListener) -> io::Result<()> {
    Ok(rustix::net::listen(listener, 1 << 12)?)
}

#[cfg(not(unix))]
pub(super) fn let_many_wait(_: &std::net::TcpListener) -> io::Result<()> {
    Ok(())
}

/// Lets the program have as many open files as the system allows it, of which each connection is one.
#[cfg(unix)]
fn allow_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // Where that is refused, fewer connections are taken at once.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
}

#[cfg(not(unix))]
fn allow_many_files() {}
