//! Answers: from a request to what is sent back, as HTTP wants it.

use std::convert::Infallible;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;

use axum_core::body::Body;
use axum_core::response::{IntoResponse, IntoResponseParts, Response};
use hyper::body::Incoming;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, REFRESH, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{HeaderMap, Method, Request, StatusCode};
use percent_encoding::percent_decode_str;
use quick_xml::escape::partial_escape;
use tokio::sync::Semaphore;
use tower_http::services::ServeFile;
use xxhash_rust::xxh3::xxh3_128;

use super::site::{Answer, Freshness, Site, Work};
use crate::diagnostic::Diagnostics;
use crate::game::Message;
use crate::output::address;

/// Answers the requests of all clients.
pub(super) struct Responder {
    site: Arc<dyn Site>,
    freshness: Freshness,
    log: Option<fn(&str, u16)>,
    /// A place for each search that can go on at once. Who waits for one and leaves was no work.
    searches: Arc<Semaphore>,
}

/// Returns how many searches can go on at once.
pub(super) fn searches() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}

impl Responder {
    pub(super) fn new(site: Arc<dyn Site>, freshness: Freshness, log: Option<fn(&str, u16)>) -> Self {
        Self { site, freshness, log, searches: Arc::new(Semaphore::new(searches())) }
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
            let told = self.notice(request.uri().path(), StatusCode::METHOD_NOT_ALLOWED, &Message::key("only-pages"));
            return ([(ALLOW, "GET, HEAD")], told).into_response();
        }
        let Ok(path) = percent_decode_str(request.uri().path()).decode_utf8() else {
            return self.notice(request.uri().path(), StatusCode::BAD_REQUEST, &Message::key("no-address"));
        };
        let path = path.into_owned();
        match self.find(&path).await {
            Answer::Made { bytes, is_lasting } => {
                let headers = self.headers(Path::new(&address::file_at(&path)), is_lasting);
                (headers, unless_known(request.headers(), bytes)).into_response()
            }
            Answer::Parts(parts) => {
                // Each part is made when the client has room for it.
                let parts = futures_util::stream::iter(parts.map(Ok::<_, Infallible>));
                (self.headers(Path::new(&path), false), Body::from_stream(parts)).into_response()
            }
            Answer::File(file) => match ServeFile::new(&file).try_call(request).await {
                Ok(response) => (self.headers(&file, false), response.map(Body::new)).into_response(),
                Err(error) => {
                    let message = Message::key("unreadable-file").with("error", error.to_string());
                    self.notice(&path, StatusCode::INTERNAL_SERVER_ERROR, &message)
                }
            },
            Answer::Moved { to, is_permanent } => {
                let query = request.uri().query().map_or(String::new(), |query| format!("?{query}"));
                let status = if is_permanent { StatusCode::MOVED_PERMANENTLY } else { StatusCode::FOUND };
                let told = self.notice(&path, status, &Message::key("moved-to").with("path", to.clone()));
                ([(LOCATION, address::encode(&to) + &query)], told).into_response()
            }
            Answer::Nothing { page: Some(page), .. } => page_with(StatusCode::NOT_FOUND, page),
            Answer::Nothing { page: None, front } => {
                let message = Message::key("no-page-at").with("path", path.clone()).with("front", front);
                self.notice(&path, StatusCode::NOT_FOUND, &message)
            }
            Answer::Wrong(findings) => mistakes(&findings),
        }
    }

    /// Returns a page that says one thing about a path.
    fn notice(&self, path: &str, status: StatusCode, message: &Message) -> Response {
        let (language, text) = self.site.say(path, message).unwrap_or_else(|| (ENGLISH.to_owned(), status.to_string()));
        page_with(status, page(&language, &text, &format!("<p>{}</p>", partial_escape(&text))))
    }

    /// Returns what the site answers. What takes long has a thread of its own.
    async fn find(&self, path: &str) -> Answer {
        let place = match self.site.work(path) {
            Work::Page => return self.site.answer(path),
            Work::Search => Some(Arc::clone(&self.searches).acquire_owned().await.expect("nobody closes it")),
            Work::Any => None,
        };
        let (site, path) = (Arc::clone(&self.site), path.to_owned());
        let done = tokio::task::spawn_blocking(move || {
            let answer = site.answer(&path);
            drop(place);
            answer
        });
        done.await.unwrap_or_else(|error| panic!("the work ends with its thread: {error}"))
    }

    /// Returns what kind of file an answer is, and for how long it can be used.
    fn headers(&self, file: &Path, is_lasting: bool) -> impl IntoResponseParts + use<> {
        let control = match self.freshness.cache {
            None => "no-cache".to_owned(),
            Some(seconds) if is_lasting => format!("public, max-age={seconds}, immutable"),
            Some(seconds) => format!("public, max-age={}", seconds.min(MOST_SECONDS_OF_WORDS)),
        };
        let refresh = self.freshness.refresh.map(|seconds| [(REFRESH, seconds.to_string())]);
        ([(CONTENT_TYPE, kind_of(file)), (CACHE_CONTROL, control)], [(X_CONTENT_TYPE_OPTIONS, "nosniff")], refresh)
    }
}

/// The language of what is told of mistakes.
const ENGLISH: &str = "en";

/// For how long pages of words are kept at most: they are where a reader sees first what is new.
const MOST_SECONDS_OF_WORDS: u32 = 300;

/// Returns an answer with these bytes, or with none where the client has them already.
fn unless_known(asked: &HeaderMap, bytes: Vec<u8>) -> Response {
    let tag = format!("\"{:032x}\"", xxh3_128(&bytes));
    let known = asked.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).unwrap_or_default();
    let is_known = known.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag);
    if is_known {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response();
    }
    ([(ETAG, tag)], bytes).into_response()
}

/// Returns the media type of a file by its name.
fn kind_of(file: &Path) -> String {
    let kind = mime_guess::from_path(file).first_or_octet_stream();
    let is_text =
        kind.type_() == "text" || kind.suffix().is_some_and(|suffix| suffix == "xml") || kind.subtype() == "json";
    if is_text { format!("{kind}; charset=utf-8") } else { kind.to_string() }
}

/// Returns a page that tells what is wrong, as the command line does.
fn mistakes(findings: &Diagnostics) -> Response {
    let count = findings.count();
    let title = if count == 1 { "1 mistake".to_owned() } else { format!("{count} mistakes") };
    let told = findings.plain();
    let text = partial_escape(&told);
    let advice = "<p>Mend it and load this page again. The server goes on.</p>";
    let body = format!("<h1>{title}</h1><pre>{text}</pre>{advice}");
    page_with(StatusCode::INTERNAL_SERVER_ERROR, page(ENGLISH, &title, &body))
}

fn page_with(status: StatusCode, page: impl Into<Body>) -> Response {
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (status, headers, page.into()).into_response()
}

fn page(language: &str, title: &str, body: &str) -> String {
    let title = partial_escape(title);
    format!(
        "<!DOCTYPE html><html lang={language}><meta charset=utf-8><meta name=viewport content=width=device-width>\
         <title>{title}</title><style>body{{font:1em/1.5 Georgia,serif;margin:2em auto;max-width:60em;padding:0 1em}}\
         pre{{background:#f4f1ea;color:#222;overflow:auto;padding:1em}}</style><main>{body}</main>"
    )
}
