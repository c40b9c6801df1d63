//! Connections: taking them, and ending those of clients that take too long.

use std::convert::Infallible;
use std::time::Duration;

use axum_core::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::HttpService;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio_io_timeout::TimeoutStream;

/// How long a client may take to ask, how long it may be silent between two requests, and how long it may read nothing
/// of an answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// How long to wait where a connection cannot be taken, mostly because too many are open.
const PAUSE: Duration = Duration::from_millis(5);

/// How many files the program may have open at a time, of which each connection is one.
#[cfg(unix)]
const MOST_FILES: u64 = 20_000;

/// Takes connections and lets `service` answer their requests.
pub(super) async fn serve<S>(listener: TcpListener, patience: Duration, service: S)
where
    S: HttpService<Incoming, ResBody = Body, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    allow_many_files();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        // Answers are small, and clients wait for them.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(patience));
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(16 << 10);
        // A client that goes away or asks in no HTTP is no failure of the server.
        tokio::spawn(http.serve_connection(TokioIo::new(Box::pin(stream)), service.clone()));
    }
}

/// Lets the program have more open files than are usual, if the system allows it.
#[cfg(unix)]
fn allow_many_files() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let current = maximum.unwrap_or(MOST_FILES).min(MOST_FILES);
    // Where that is refused, fewer connections are taken at once.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(current), maximum });
}

#[cfg(not(unix))]
fn allow_many_files() {}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Read, Write};
    use std::net::{SocketAddr, TcpStream};
    use std::time::Instant;

    use hyper::service::service_fn;
    use hyper::{Request, Response};

    use super::*;

    /// The patience of a server that soon lets go.
    const SHORT: Duration = Duration::from_millis(100);
    /// How many bytes an answer has: nobody's buffers have room for so many.
    const LENGTH: usize = 64 << 20;

    fn start(patience: Duration) -> SocketAddr {
        let answer = |_: Request<Incoming>| async { Ok(Response::new(Body::from(vec![b'a'; LENGTH]))) };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port");
        let address = listener.local_addr().expect("an address");
        std::thread::spawn(move || runtime.block_on(serve(listener, patience, service_fn(answer))));
        address
    }

    /// Asks, and returns how many bytes come back to a client that begins to read after some time, until the server
    /// ends the connection.
    fn read_after(time: Duration, address: SocketAddr, request: &[u8]) -> usize {
        let mut client = TcpStream::connect(address).expect("a connection");
        client.set_read_timeout(Some(6 * PATIENCE)).expect("a time-out");
        client.write_all(request).expect("a request");
        std::thread::sleep(time);
        let mut answer = Vec::new();
        let end = client.read_to_end(&mut answer).map_err(|error| error.kind());
        assert!(!matches!(end, Err(ErrorKind::WouldBlock | ErrorKind::TimedOut)), "the connection is still open");
        answer.len()
    }

    #[test]
    fn clients_that_read_nothing_or_ask_for_nothing_are_let_go() {
        const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        // On a busy machine a client that reads all the time may come to it too late for a short patience, and a server
        // may come late to letting go.
        assert!(read_after(Duration::ZERO, start(PATIENCE), REQUEST) > LENGTH);
        let address = start(SHORT);
        assert!([8, 32, 128].iter().any(|&times| read_after(times * SHORT, address, REQUEST) < LENGTH));
        let begin = Instant::now();
        assert!(read_after(Duration::ZERO, address, b"GET / HTTP/1.1\r\n") < 1000 && begin.elapsed() < PATIENCE);
    }
}
