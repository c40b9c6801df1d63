//! The server: serves the result of a build to the author of the site. The server makes each file when a browser
//! requests it.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HOST, LOCATION};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, Version, http};
use hyper_util::rt::TokioIo;
use percent_encoding::percent_decode_str;
use quick_xml::escape::partial_escape;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::book::media_type;
use crate::ground::diagnostic::{Diagnostic, Diagnostics};

pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    /// The address on which it listens.
    pub address: SocketAddr,
}

/// The response to a request.
pub enum Answer {
    /// A file.
    File {
        /// The path of the file; its extension decides the media type.
        path: String,
        bytes: Vec<u8>,
    },
    /// A redirect to this path.
    Moved(String),
    /// There is no such file. This answer contains the site's error page, if the site has one.
    Nothing(Option<Vec<u8>>),
    /// The site contains mistakes.
    Wrong(Diagnostics),
}

/// The stack size of a thread, in bytes. Only the used part takes memory. The stack is large, because content can be
/// deeply nested.
const STACK: usize = 64 << 20;

impl Server {
    /// Listens on an address. If `port` is 0, the system chooses a free one.
    ///
    /// # Errors
    ///
    /// Returns an error if the address is in use or does not belong to this machine, or if threads cannot be started.
    pub fn listen(interface: IpAddr, port: u16) -> Result<Self, Diagnostic> {
        let wanted = SocketAddr::new(interface, port);
        let listen = || {
            let runtime = Builder::new_current_thread().enable_all().thread_stack_size(STACK).build()?;
            let listener = runtime.block_on(TcpListener::bind(wanted))?;
            let address = listener.local_addr()?;
            Ok(Self { runtime, listener, address })
        };
        listen().map_err(|error: io::Error| {
            Diagnostic::new(format!("cannot listen on {wanted}: {error}")).hint(
                "choose another `--port`, or 0 for any free port; set `--interface` to an address of this machine",
            )
        })
    }

    /// Answers requests until the program ends. `answer` receives decoded paths; `log` receives each request's path and
    /// the status of its response.
    pub fn run(self, answer: impl Fn(&str) -> Answer + Send + Sync + 'static, log: Option<fn(&str, u16)>) {
        let answer = Arc::new(answer);
        let service = service_fn(move |request: Request<Incoming>| {
            let answer = Arc::clone(&answer);
            async move {
                let path = percent_decode_str(request.uri().path()).decode_utf8_lossy().into_owned();
                let refuse =
                    |status| Response::builder().status(status).header(ALLOW, "GET,HEAD").body(Full::default());
                let hosts = request.headers().get_all(HOST).iter().count();
                let response = if hosts > 1 || hosts == 0 && request.version() == Version::HTTP_11 {
                    refuse(StatusCode::BAD_REQUEST)
                } else if [Method::GET, Method::HEAD].contains(request.method()) {
                    let answered = spawn_blocking(move || answer(&path).respond()).await;
                    answered.unwrap_or_else(|_| refuse(StatusCode::INTERNAL_SERVER_ERROR))
                } else {
                    refuse(StatusCode::METHOD_NOT_ALLOWED)
                };
                let response = response?;
                if let Some(log) = log {
                    log(&format!("{} {}", request.method(), request.uri()), response.status().as_u16());
                }
                Ok::<_, http::Error>(response)
            }
        });
        self.runtime.block_on(async {
            loop {
                let Ok((stream, _)) = self.listener.accept().await else {
                    // Too many files are open, or the browser has closed the connection.
                    sleep(Duration::from_millis(100)).await;
                    continue;
                };
                // Responses are sent in one piece, so waiting for more data saves nothing.
                stream.set_nodelay(true).ok();
                let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service.clone());
                tokio::spawn(async { connection.await.ok() });
            }
        });
    }
}

impl Answer {
    fn respond(self) -> http::Result<Response<Full<Bytes>>> {
        // Authors need the current version of each file.
        let begun = |status| Response::builder().status(status).header(CACHE_CONTROL, "no-store");
        let html = |status, page: Vec<u8>| begun(status).header(CONTENT_TYPE, HTML).body(Full::from(page));
        match self {
            Self::File { path, bytes } => {
                begun(StatusCode::OK).header(CONTENT_TYPE, content_type(&path)).body(Full::from(bytes))
            }
            Self::Moved(address) => {
                begun(StatusCode::TEMPORARY_REDIRECT).header(LOCATION, address).body(Full::default())
            }
            Self::Nothing(page) => {
                html(StatusCode::NOT_FOUND, page.unwrap_or_else(|| page_of("There is no page here", "").into()))
            }
            Self::Wrong(findings) => html(StatusCode::INTERNAL_SERVER_ERROR, mistakes(&findings).into()),
        }
    }
}

const HTML: &str = "text/html; charset=utf-8";

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => HTML,
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "xml" => "application/xml; charset=utf-8",
        "json" => "application/json",
        "epub" => "application/epub+zip",
        "pdf" => "application/pdf",
        "webp" => "image/webp",
        _ => media_type(path).unwrap_or("application/octet-stream"),
    }
}

/// Returns an HTML page with the mistakes, as the command line prints them.
fn mistakes(findings: &Diagnostics) -> String {
    let count = findings.count();
    let title = if count == 1 { "1 mistake".to_owned() } else { format!("{count} mistakes") };
    let text = findings.plain();
    page_of(&title, &format!("<pre>{}</pre><p>Correct it and reload this page.", partial_escape(&text)))
}

fn page_of(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html><html lang=en><meta charset=utf-8><meta name=viewport content=width=device-width>\
         <title>{title}</title><style>body{{font:1em/1.5 Georgia,serif;margin:2em auto;max-width:60em;padding:0 1em}}\
         pre{{background:#f4f1ea;color:#222;overflow:auto;padding:1em}}</style><main><h1>{title}</h1>{body}</main>"
    )
}
