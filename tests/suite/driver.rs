//! Chromium, driven through WebDriver, and a server for the pages that it opens.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use pageturner::outputs::server::{self, Answer};
use serde_json::{Value, json};

/// A served site.
#[derive(Clone, Copy)]
pub(crate) struct Server {
    address: SocketAddr,
}

impl Server {
    /// Serves a folder below `/site/`, and below `/host/` pages of a blog that embed another page.
    pub(crate) fn start(folder: &Path) -> Self {
        let server = server::Server::listen(Ipv4Addr::LOCALHOST.into(), 0).expect("a port");
        let (address, folder) = (server.address, folder.to_owned());
        thread::spawn(move || server.run(move |path| answer(&folder, path), None));
        Self { address }
    }

    /// Returns the address of a page of the site.
    pub(crate) fn page(&self, path: &str) -> String {
        format!("http://{}/site/{path}", self.address)
    }

    /// Returns the address of an empty page of this server, on which scripts can do anything.
    pub(crate) fn empty(&self) -> String {
        format!("http://{}/empty", self.address)
    }

    /// Returns the address of a page of this server that embeds another page.
    pub(crate) fn host(&self, width: u32, height: u32, url: &str) -> String {
        format!("http://{}/host/{width}x{height}/{url}", self.address)
    }
}

/// Returns the answer with a page of the blog, a file of a folder, or the index page of a folder in it.
fn answer(folder: &Path, path: &str) -> Answer {
    let page = |html: String| Answer::File { path: "index.html".to_owned(), bytes: html.into_bytes() };
    if let Some((size, url)) = path.strip_prefix("/host/").and_then(|shown| shown.split_once('/')) {
        let (width, height) = size.split_once('x').expect("two numbers");
        return page(format!(
            "<!DOCTYPE html><html lang=en><title>A blog</title><style>body{{margin:0}}</style>\
             <p style='height:60px'>Play here:<p><iframe src='{url}' title='A game' width={width} height={height} \
             sandbox style='border:0'></iframe><p style='height:3000px'>A long text."
        ));
    }
    if path == "/empty" {
        return page("<!DOCTYPE html><html lang=en><title>Nothing</title><body>".to_owned());
    }
    let Some(path) = path.strip_prefix("/site/") else { return Answer::Nothing(None) };
    let mut path = folder.join(path);
    if path.is_dir() {
        path.push("index.html");
    }
    match fs::read(&path) {
        Ok(bytes) => Answer::File { path: path.display().to_string(), bytes },
        Err(_) => Answer::Nothing(None),
    }
}

/// The longest time until a page appears.
const PATIENCE: Duration = Duration::from_secs(60);

/// How Chromium is started.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) javascript: bool,
    pub(crate) reduced_motion: bool,
}

/// With scripts, to measure pages.
pub(crate) const STILL: Settings = Settings { javascript: true, reduced_motion: true };

/// Without scripts, as readers play, and without animations between pages, for which thousands of clicks would wait.
pub(crate) const WITHOUT_SCRIPTS: Settings = Settings { javascript: false, ..STILL };

/// A browser that ends with the test.
pub(crate) struct Chromium {
    driver: Child,
    port: u16,
    /// The common part of the paths of all commands, after the first.
    session: String,
}

/// The key of an element's name in responses: <https://www.w3.org/TR/webdriver2/#elements>.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Starts the driver, which chooses a port. Another program can take that port first; the driver then ends without
/// printing one, so this tries several times.
fn start_driver() -> (Child, u16) {
    for _ in 0..5 {
        let driver = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut driver = driver.expect("chromedriver runs; `make clients` installs it");
        let lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
        let mut ports = lines.map_while(Result::ok).filter_map(|line| {
            line.strip_prefix("ChromeDriver was started successfully on port ")?
                .trim_end_matches('.')
                .parse::<u16>()
                .ok()
        });
        if let Some(port) = ports.next() {
            return (driver, port);
        }
        driver.wait().expect("the driver ended");
    }
    panic!("chromedriver says no port");
}

impl Chromium {
    pub(crate) fn start(settings: Settings) -> Self {
        let (driver, port) = start_driver();
        let mut arguments = vec![
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--window-size=1280,900",
        ];
        if settings.reduced_motion {
            arguments.push("--force-prefers-reduced-motion");
        }
        let mut options = json!({ "args": arguments });
        if !settings.javascript {
            options["prefs"] = json!({ "profile.managed_default_content_settings.javascript": 2 });
        }
        // The test itself waits for pages.
        let mut capabilities = json!({ "goog:chromeOptions": options, "timeouts": { "script": 900_000 } });
        if !settings.javascript {
            capabilities["pageLoadStrategy"] = json!("none");
        }
        let mut chromium = Self { driver, port, session: "/session".to_owned() };
        let capabilities = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let begun = chromium.command("POST", "", &capabilities).expect("Chromium starts");
        chromium.session = format!("/session/{}", begun["sessionId"].as_str().expect("a session"));
        chromium
    }

    /// Sends a command to the driver and returns its result, or its error.
    fn command(&self, method: &str, path: &str, body: &Value) -> Result<Value, Value> {
        let mut connection = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver listens");
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let (session, port, length) = (&self.session, self.port, body.len());
        let head = format!("{method} {session}{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {length}");
        write!(connection, "{head}\r\n\r\n{body}").expect("a command");
        let mut answer = BufReader::new(connection);
        let (mut status, mut line, mut length) = (String::new(), String::new(), 0);
        answer.read_line(&mut status).expect("an answer");
        while line != "\r\n" {
            line.clear();
            answer.read_line(&mut line).expect("a header");
            if let Some((_, value)) =
                line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            {
                length = value.trim().parse().expect("a length");
            }
        }
        let mut body = vec![0; length];
        answer.read_exact(&mut body).expect("a whole answer");
        let mut answer: Value = serde_json::from_slice(&body).expect("JSON");
        let value = answer["value"].take();
        if status.contains(" 200 ") { Ok(value) } else { Err(value) }
    }

    /// Posts a command that must succeed, and returns its result.
    fn post(&self, path: &str, body: &Value) -> Value {
        self.command("POST", path, body).unwrap_or_else(|error| panic!("{path} {body}: {error}"))
    }

    pub(crate) fn goto(&self, url: &str) {
        self.post("/url", &json!({ "url": url }));
    }

    /// Opens a page and waits until it is loaded, even if the browser does not wait. Opens an empty page first, because
    /// the requested page can be the current one.
    pub(crate) fn open(&self, url: &str) {
        for address in ["about:blank", url] {
            self.goto(address);
            self.wait_for("return [location.href, document.readyState]", &json!([address, "complete"]));
        }
    }

    /// Repeats a script until it returns the expected value.
    pub(crate) fn wait_for(&self, script: &str, expected: &Value) {
        let begin = Instant::now();
        loop {
            // While one page replaces another, the script can fail.
            let given = self.command("POST", "/execute/sync", &json!({ "script": script, "args": [] }));
            if given.as_ref().is_ok_and(|given| given == expected) {
                break;
            }
            assert!(begin.elapsed() < PATIENCE, "{given:?}, not {expected}");
        }
    }

    /// Returns the result of a script in the current page or frame.
    pub(crate) fn ask(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Returns what a script passes to its callback, which is its last argument.
    pub(crate) fn ask_async(&self, script: &str, arguments: &[Value]) -> Value {
        self.post("/execute/async", &json!({ "script": script, "args": arguments }))
    }

    /// Runs further scripts in the first frame of the page.
    pub(crate) fn enter_frame(&self) {
        self.post("/frame", &json!({ "id": 0 }));
    }

    /// Runs further scripts in the page around the frame.
    pub(crate) fn leave_frame(&self) {
        self.post("/frame/parent", &json!({}));
    }

    /// Presses keys.
    pub(crate) fn press(&self, keys: &str) {
        let focused = self.command("GET", "/element/active", &Value::Null).expect("something has the focus");
        let focused = focused[ELEMENT].as_str().expect("an element");
        self.post(&format!("/element/{focused}/value"), &json!({ "text": keys }));
    }

    /// Returns a screenshot of the visible part of the page.
    pub(crate) fn screenshot(&self) -> Vec<u8> {
        let picture = self.command("GET", "/screenshot", &Value::Null).expect("a picture");
        BASE64_STANDARD.decode(picture.as_str().expect("a text")).expect("base 64")
    }

    /// Returns the elements that a selector of this kind finds.
    fn find(&self, kind: &str, selector: &str) -> Vec<String> {
        let found = self.post("/elements", &json!({ "using": kind, "value": selector }));
        let found = found.as_array().expect("a list").iter();
        found.map(|element| element[ELEMENT].as_str().expect("an element").to_owned()).collect()
    }

    fn click_element(&self, element: &str) {
        self.post(&format!("/element/{element}/click"), &json!({}));
    }

    /// Clicks the first element that a selector finds.
    pub(crate) fn click_at(&self, selector: &str) {
        let found = self.find("css selector", selector);
        self.click_element(found.first().unwrap_or_else(|| panic!("nothing is {selector}")));
    }

    /// Returns the result of a command of the `DevTools` protocol.
    pub(crate) fn devtools(&self, name: &str, parameters: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({ "cmd": name, "params": parameters }))
    }

    /// Sets media preferences, each with a value, until the next call.
    pub(crate) fn prefer(&self, preferences: &[(&str, &str)]) {
        let features = preferences.iter().map(|(name, value)| json!({ "name": name, "value": value }));
        let features = features.collect::<Value>();
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Clicks the link in `<main>` with this address.
    pub(crate) fn click(&self, href: &str) {
        self.click_at(&format!("main a[href=\"{href}\"]"));
    }

    /// Clicks the first visible link with this name: its label, or else its text.
    pub(crate) fn click_named(&self, name: &str) {
        let named =
            format!("//*[local-name()='a'][@aria-label='{name}' or not(@aria-label) and normalize-space()='{name}']");
        for link in self.find("xpath", &named) {
            if self.command("GET", &format!("/element/{link}/displayed"), &Value::Null) == Ok(json!(true)) {
                return self.click_element(&link);
            }
        }
        panic!("no link in sight is named {name:?}");
    }

    pub(crate) fn stop(self) {
        self.command("DELETE", "", &Value::Null).expect("Chromium ends");
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // If a test failed, the browser ends with its driver.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
