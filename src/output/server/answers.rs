//! Answers: from a request to what is sent back, as HTTP wants it.

use std::borrow::Cow;
use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, SystemTime};

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Empty, Full, StreamBody};
use hyper::body::{Bytes, Frame, Incoming};
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED,
    LOCATION, REFRESH, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{HeaderMap, Method, Request, StatusCode};
use percent_encoding::percent_decode_str;
use tokio::sync::Semaphore;
use tower_http::services::ServeFile;
use xxhash_rust::xxh3::xxh3_128;

use super::site::{Answer, Freshness, Site, Work};
use crate::diagnostic::Diagnostics;
use crate::output::address;

pub(super) type Body = UnsyncBoxBody<Bytes, io::Error>;
type Response = hyper::Response<Body>;

/// How many threads do what takes longer than to make a page, beside searches.
const SLOW_THREADS: usize = 16;

/// Answers the requests of all clients.
pub(super) struct Responder {
    site: Arc<dyn Site>,
    freshness: Freshness,
    log: Option<fn(&str, u16)>,
    /// How many searches, and how much else, can go on at once. Who waits for a place and leaves was no work.
    searches: Arc<Semaphore>,
    others: Arc<Semaphore>,
}

impl Responder {
    pub(super) fn new(site: Arc<dyn Site>, freshness: Freshness, log: Option<fn(&str, u16)>) -> Self {
        let cores = available_parallelism().map_or(1, NonZero::get);
        let [searches, others] = [cores, SLOW_THREADS].map(|places| Arc::new(Semaphore::new(places)));
        Self { site, freshness, log, searches, others }
    }

    /// Answers a request, and tells the log.
    pub(super) async fn respond(&self, request: Request<Incoming>) -> Response {
        let logged = self.log.map(|log| (log, format!("{} {}", request.method(), request.uri())));
        let response = self.answer(request).await;
        if let Some((log, line)) = logged {
            log(&line, response.status().as_u16());
        }
        response
    }

    async fn answer(&self, request: Request<Incoming>) -> Response {
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            let mut response = notice(StatusCode::METHOD_NOT_ALLOWED, "Pages can be asked for, and nothing else.");
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return response;
        }
        let Ok(path) = percent_decode_str(request.uri().path()).decode_utf8() else {
            return notice(StatusCode::BAD_REQUEST, "That is no address: its bytes are no text.");
        };
        let path = path.into_owned();
        match self.find(&path).await {
            Answer::Made { bytes, is_lasting, modified } => {
                let tag = Some(format!("\"{:032x}\"", xxh3_128(&bytes)));
                let response = unless_known(request.headers(), tag, modified, || full(bytes));
                self.with_kind_and_freshness(response, Path::new(&address::file_at(&path)), is_lasting)
            }
            Answer::Parts { parts, modified } => {
                let response = unless_known(request.headers(), None, modified, || streamed(parts));
                self.with_kind_and_freshness(response, Path::new(&path), false)
            }
            Answer::File(file) => match ServeFile::new(&file).try_call(request).await {
                Ok(response) => self.with_kind_and_freshness(response.map(BodyExt::boxed_unsync), &file, false),
                Err(error) => notice(StatusCode::INTERNAL_SERVER_ERROR, &format!("The file cannot be read: {error}")),
            },
            Answer::Moved { to, is_permanent } => {
                let query = request.uri().query().map_or(Cow::Borrowed(""), |query| format!("?{query}").into());
                let status = if is_permanent { StatusCode::MOVED_PERMANENTLY } else { StatusCode::FOUND };
                let mut response = notice(status, &format!("It is at {to}."));
                set(response.headers_mut(), LOCATION, &(address::encode(&to) + &query));
                response
            }
            Answer::Nothing { page: Some(page), .. } => page_with(StatusCode::NOT_FOUND, page),
            Answer::Nothing { page: None, front } => {
                notice(StatusCode::NOT_FOUND, &format!("There is no page at {path}. The site begins at {front}."))
            }
            Answer::Wrong(findings) => mistakes(&findings),
        }
    }

    /// Returns what the site answers. What takes long has a thread of its own, once there is a place for it.
    async fn find(&self, path: &str) -> Answer {
        let places = match self.site.work(path) {
            Work::Page => return self.site.answer(path),
            Work::Search => &self.searches,
            Work::Any => &self.others,
        };
        let place = Arc::clone(places).acquire_owned().await.expect("nobody closes it");
        let (site, path) = (Arc::clone(&self.site), path.to_owned());
        let done = tokio::task::spawn_blocking(move || {
            let answer = site.answer(&path);
            drop(place);
            answer
        });
        done.await.unwrap_or_else(|error| panic!("the work ends with its thread: {error}"))
    }

    /// Says what kind of file an answer is, and for how long it can be used.
    fn with_kind_and_freshness(&self, mut response: Response, file: &Path, is_lasting: bool) -> Response {
        let control = match self.freshness.cache.map(|time| time.as_secs()) {
            None => Cow::Borrowed("no-cache"),
            Some(seconds) if is_lasting => format!("public, max-age={seconds}, immutable").into(),
            Some(seconds) => format!("public, max-age={}", seconds.min(MOST_SECONDS_OF_WORDS)).into(),
        };
        let headers = response.headers_mut();
        set(headers, CONTENT_TYPE, &kind_of(file));
        set(headers, CACHE_CONTROL, &control);
        set(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
        if let Some(time) = self.freshness.refresh {
            set(headers, REFRESH, &time.as_secs().to_string());
        }
        response
    }
}

/// For how long pages of words are kept at most: they are where a reader sees first what is new.
const MOST_SECONDS_OF_WORDS: u64 = 300;

/// Returns an answer with a body, or with none where the client has it already.
fn unless_known(asked: &HeaderMap, tag: Option<String>, modified: SystemTime, body: impl FnOnce() -> Body) -> Response {
    let asked = |name| asked.get(name).and_then(|value| value.to_str().ok());
    let is_known = if let (Some(known), Some(tag)) = (asked(IF_NONE_MATCH), &tag) {
        known.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
    } else {
        let since = asked(IF_MODIFIED_SINCE).and_then(|date| httpdate::parse_http_date(date).ok());
        // Dates of HTTP have no parts of a second.
        since.is_some_and(|since| modified < since + Duration::from_secs(1))
    };
    let mut response = Response::new(if is_known { Empty::new().map_err(no_error).boxed_unsync() } else { body() });
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    if let Some(tag) = tag {
        set(response.headers_mut(), ETAG, &tag);
    }
    set(response.headers_mut(), LAST_MODIFIED, &httpdate::fmt_http_date(modified));
    response
}

fn full(bytes: Vec<u8>) -> Body {
    Full::new(Bytes::from(bytes)).map_err(no_error).boxed_unsync()
}

/// Returns a body each of whose parts is made when the client has room for it.
fn streamed(parts: impl Iterator<Item = Vec<u8>> + Send + 'static) -> Body {
    let frames = parts.map(|part| Ok(Frame::data(Bytes::from(part))));
    StreamBody::new(futures_util::stream::iter(frames)).boxed_unsync()
}

fn no_error(never: std::convert::Infallible) -> io::Error {
    match never {}
}

/// Returns the media type of a file by its name.
fn kind_of(file: &Path) -> String {
    let kind = mime_guess::from_path(file).first_or_octet_stream();
    let is_text =
        kind.type_() == "text" || kind.suffix().is_some_and(|suffix| suffix == "xml") || kind.subtype() == "json";
    if is_text { format!("{kind}; charset=utf-8") } else { kind.to_string() }
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

/// Returns a page that says one thing.
fn notice(status: StatusCode, text: &str) -> Response {
    page_with(status, page(text, &format!("<p>{}</p>", escape(text))).into_bytes())
}

/// Returns a page that tells what is wrong, as the command line does.
fn mistakes(findings: &Diagnostics) -> Response {
    let count = findings.count();
    let title = if count == 1 { "1 mistake".to_owned() } else { format!("{count} mistakes") };
    let text = escape(&findings.plain());
    let advice = "<p>Mend it and load this page again. The server goes on.</p>";
    let body = format!("<h1>{title}</h1><pre>{text}</pre>{advice}");
    page_with(StatusCode::INTERNAL_SERVER_ERROR, page(&title, &body).into_bytes())
}

fn page_with(status: StatusCode, page: Vec<u8>) -> Response {
    let mut response = Response::new(full(page));
    *response.status_mut() = status;
    set(response.headers_mut(), CONTENT_TYPE, "text/html; charset=utf-8");
    set(response.headers_mut(), CACHE_CONTROL, "no-store");
    response
}

fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html><html lang=en><meta charset=utf-8><meta name=viewport content=width=device-width>\
         <title>{title}</title><style>body{{font:1em/1.5 Georgia,serif;margin:2em auto;max-width:60em;padding:0 1em}}\
         pre{{background:#f4f1ea;color:#222;overflow:auto;padding:1em}}</style><main>{body}</main>"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
