//! Connections: taking them, and ending those of clients that take too long.

use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::HttpService;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use super::answers::Body;

/// What clients may take of a server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// How many connections are open at once; others wait until one ends.
    connections: usize,
    /// How long a client may take to ask, how long it may be silent between two requests, and how long it may read
    /// nothing of an answer.
    patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 20_000, patience: Duration::from_secs(20) }
    }
}

/// How long to wait where the system can take no more connections.
const PAUSE: Duration = Duration::from_millis(50);

/// Takes connections and lets `service` answer their requests.
pub(super) async fn serve<S>(listener: TcpListener, limits: Limits, service: S)
where
    S: HttpService<Incoming, ResBody = Body, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    allow_many_files();
    let places = Arc::new(Semaphore::new(limits.connections));
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
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(limits.patience));
        let service = service.clone();
        tokio::spawn(async move {
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(limits.patience).max_buf_size(16 << 10);
            // A client that goes away or asks in no HTTP is no failure of the server.
            let _ = http.serve_connection(TokioIo::new(Box::pin(stream)), service).await;
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

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpStream};

    use http_body_util::{BodyExt, Full};
    use hyper::body::Bytes;
    use hyper::service::service_fn;
    use hyper::{Request, Response};

    use super::*;

    /// Starts a server with two places whose answers have so many bytes, which nobody's buffers have room for.
    fn start(length: usize) -> SocketAddr {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("a listener");
        let address = listener.local_addr().expect("an address");
        let answer = move |_: Request<Incoming>| async move {
            let body = Full::new(Bytes::from(vec![b'a'; length]));
            Ok(Response::new(body.map_err(|never| match never {}).boxed_unsync()))
        };
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
            runtime.block_on(async {
                let listener = TcpListener::from_std(listener).expect("a listener");
                let limits = Limits { connections: 2, patience: Duration::from_millis(300) };
                serve(listener, limits, service_fn(answer)).await;
            });
        });
        address
    }

    fn ask(address: SocketAddr, request: &[u8]) -> TcpStream {
        let mut client = TcpStream::connect(address).expect("a connection");
        client.set_read_timeout(Some(Duration::from_secs(10))).expect("a time-out");
        client.write_all(request).expect("a request");
        client
    }

    const LENGTH: usize = 64 << 20;
    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

    #[test]
    fn clients_that_read_nothing_or_ask_for_nothing_give_their_places_to_others() {
        for request in [REQUEST, b"GET / HTTP/1.1\r\n"] {
            let address = start(LENGTH);
            let waiting: Vec<_> = (0..6).map(|_| ask(address, request)).collect();
            let mut answer = Vec::new();
            ask(address, REQUEST).read_to_end(&mut answer).expect("an answer");
            assert!(answer.len() > LENGTH);
            drop(waiting);
        }
    }
}
