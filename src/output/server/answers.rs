//! Answers: from a request to what is sent back, as HTTP wants it.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED, LOCATION,
    REFRESH, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::Response;
use percent_encoding::percent_decode_str;
use tower::ServiceExt;
use tower_http::services::ServeFile;
use xxhash_rust::xxh3::xxh3_128;

use super::{Answer, Manner, Pages, Source};
use crate::diagnostic::Diagnostics;
use crate::output::address;

/// What all requests share.
#[derive(Clone)]
pub(super) struct Answering {
    pub(super) source: Arc<dyn Source>,
    pub(super) manner: Manner,
    pub(super) log: Option<fn(&str, u16)>,
}

/// Answers a request.
pub(super) async fn answer(State(answering): State<Answering>, request: Request) -> Response {
    let logged = answering.log.map(|log| (log, format!("{} {}", request.method(), request.uri())));
    let response = answering.respond(request).await;
    if let Some((log, line)) = logged {
        log(&line, response.status().as_u16());
    }
    response
}

impl Answering {
    async fn respond(&self, request: Request) -> Response {
        if ![Method::GET, Method::HEAD].contains(request.method()) {
            let mut response = notice(StatusCode::METHOD_NOT_ALLOWED, "Pages can be asked for, and nothing else.");
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return response;
        }
        let pages = if let Some(pages) = self.source.current_at_once() {
            pages
        } else {
            let source = Arc::clone(&self.source);
            aside(move || source.current()).await
        };
        let base = pages.base_path();
        let Ok(asked) = percent_decode_str(request.uri().path()).decode_utf8() else {
            return notice(StatusCode::BAD_REQUEST, "That is no address: its bytes are no text.");
        };
        let Some(path) = asked.strip_prefix(base) else {
            if format!("{asked}/") == base || asked == "/" {
                return redirect(StatusCode::FOUND, base);
            }
            return notice(StatusCode::NOT_FOUND, &format!("The site stands at {base}, and nothing beside it."));
        };
        match find(&pages, path).await {
            Answer::Made { bytes, is_lasting, modified } => {
                let path = address::file_at(path);
                let mut response = whole(request.headers(), bytes, modified);
                set_type(&mut response, Path::new(&path));
                self.set_manner(&mut response, is_lasting);
                response
            }
            Answer::File(file) => {
                let mut response = send(&file, request).await;
                self.set_manner(&mut response, false);
                response
            }
            Answer::Folder => {
                let query = request.uri().query().map_or(Cow::Borrowed(""), |query| format!("?{query}").into());
                redirect(StatusCode::MOVED_PERMANENTLY, &format!("{base}{}/{query}", address::encode(path)))
            }
            Answer::Nothing(Some(page)) => page_with(StatusCode::NOT_FOUND, page),
            Answer::Nothing(None) => {
                notice(StatusCode::NOT_FOUND, &format!("The site has no page `{path}`. It begins at {base}."))
            }
            Answer::Wrong(findings) => mistakes(&findings),
        }
    }

    /// Says for how long the answer can be used.
    fn set_manner(&self, response: &mut Response, is_lasting: bool) {
        let control = match self.manner.cache.map(|time| time.as_secs()) {
            None => Cow::Borrowed("no-cache"),
            Some(seconds) if is_lasting => format!("public, max-age={seconds}, immutable").into(),
            Some(seconds) => format!("public, max-age={}", seconds.min(MOST_SECONDS_OF_WORDS)).into(),
        };
        let headers = response.headers_mut();
        set(headers, CACHE_CONTROL, &control);
        set(headers, X_CONTENT_TYPE_OPTIONS, "nosniff");
        if let Some(time) = self.manner.refresh {
            set(headers, REFRESH, &time.as_secs().to_string());
        }
    }
}

/// Returns what stands at a path. What takes long does not keep others waiting.
async fn find(pages: &Arc<dyn Pages>, path: &str) -> Answer {
    let path = address::file_at(path);
    if let Some(answer) = pages.answer_at_once(&path) {
        return answer;
    }
    let pages = Arc::clone(pages);
    aside(move || pages.answer(&path)).await
}

/// Does work on a thread of its own.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| panic!("the work ends with its thread: {error}"))
}

/// For how long pages of words are kept at most: they are where a reader sees first what is new.
const MOST_SECONDS_OF_WORDS: u64 = 300;

/// Returns an answer with all bytes, or none of them where the client has them already.
fn whole(asked: &HeaderMap, bytes: Vec<u8>, modified: SystemTime) -> Response {
    let tag = format!("\"{:032x}\"", xxh3_128(&bytes));
    let date = httpdate::fmt_http_date(modified);
    let is_known = match asked.get(IF_NONE_MATCH).map(HeaderValue::to_str) {
        Some(known) => known.is_ok_and(|known| has_tag(known, &tag)),
        None => has_since(asked.get(IF_MODIFIED_SINCE), modified),
    };
    let mut response = if is_known { Response::new(Body::empty()) } else { Response::new(Body::from(bytes)) };
    if is_known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    set(response.headers_mut(), ETAG, &tag);
    set(response.headers_mut(), LAST_MODIFIED, &date);
    response
}

/// Whether a list of entity tags has this one, or stands for all.
fn has_tag(list: &str, tag: &str) -> bool {
    list.split(',').map(str::trim).any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

/// Whether a client has what was last modified at a time. Dates of HTTP have no parts of a second.
fn has_since(header: Option<&HeaderValue>, modified: SystemTime) -> bool {
    let since = header.and_then(|date| httpdate::parse_http_date(date.to_str().ok()?).ok());
    since.is_some_and(|since| modified <= since + Duration::from_millis(999))
}

/// Sends a file of the author, or a part of it.
async fn send(file: &PathBuf, request: Request) -> Response {
    match ServeFile::new(file).oneshot(request).await {
        Ok(response) => {
            let mut response = response.map(Body::new);
            if response.status().is_success() {
                set_type(&mut response, file);
            }
            response
        }
        Err(never) => match never {},
    }
}

/// Says what kind of file an answer is.
fn set_type(response: &mut Response, path: &Path) {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let is_text =
        kind.type_() == "text" || kind.suffix().is_some_and(|suffix| suffix == "xml") || kind.subtype() == "json";
    let kind = if is_text { format!("{kind}; charset=utf-8") } else { kind.to_string() };
    set(response.headers_mut(), CONTENT_TYPE, &kind);
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

fn redirect(status: StatusCode, to: &str) -> Response {
    let mut response = notice(status, &format!("It is at {to}."));
    set(response.headers_mut(), LOCATION, to);
    response
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
    let mut response = Response::new(Body::from(page));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_found_in_every_form_of_the_header() {
        for list in ["\"a\"", "W/\"a\"", "\"b\", \"a\"", "*"] {
            assert!(has_tag(list, "\"a\""), "{list}");
        }
        for list in ["", "a", "\"b\"", "\"aa\""] {
            assert!(!has_tag(list, "\"a\""), "{list}");
        }
    }

    #[test]
    fn dates_count_by_the_second() {
        let modified = SystemTime::UNIX_EPOCH + Duration::from_millis(1_000_500);
        let since = |seconds: u64| {
            let date = httpdate::fmt_http_date(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
            HeaderValue::from_str(&date).expect("a date")
        };
        assert!(has_since(Some(&since(1000)), modified));
        assert!(!has_since(Some(&since(999)), modified));
        assert!(!has_since(Some(&HeaderValue::from_static("yesterday")), modified));
        assert!(!has_since(None, modified));
    }
}
