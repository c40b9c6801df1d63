//! Chromium, driven through its WebDriver, and a server for the pages that it looks at.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::RawQuery;
use axum::response::Html;
use axum::routing::get;
use axum::serve::ListenerExt;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tower_http::services::ServeDir;
use url::{ParseError, Url};

/// A served site.
#[derive(Clone, Copy)]
pub(crate) struct Server {
    address: SocketAddr,
}

impl Server {
    /// Serves a folder below `/site/`, and below `/host` a page of a blog that shows the page which its query names in
    /// a frame: `?320x420&URL`.
    pub(crate) async fn start(folder: &Path) -> Self {
        let host = |RawQuery(query): RawQuery| async move {
            let query = query.unwrap_or_default();
            let (size, url) = query.split_once('&').expect("a size and an address");
            let (width, height) = size.split_once('x').expect("two numbers");
            Html(format!(
                "<!DOCTYPE html><html lang=en><title>A blog</title><style>body{{margin:0}}</style>\
                 <p style='height:60px'>Play here:<p><iframe src='{url}' title='A game' width={width} height={height} \
                 sandbox style='border:0'></iframe><p style='height:3000px'>A long text."
            ))
        };
        let empty = || async { Html("<!DOCTYPE html><html lang=en><title>Nothing</title><body>") };
        let router = Router::new().nest_service("/site", ServeDir::new(folder));
        let router = router.route("/host", get(host)).route("/empty", get(empty));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let listener = listener.tap_io(|connection| connection.set_nodelay(true).expect("a connection"));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address }
    }

    /// The address of a page of the site.
    pub(crate) fn page(&self, path: &str) -> String {
        format!("http://{}/site/{path}", self.address)
    }

    /// The address of an empty page of this server, on which scripts can do anything.
    pub(crate) fn empty(&self) -> String {
        format!("http://{}/empty", self.address)
    }

    /// The address of a page of this server that shows another in a frame.
    pub(crate) fn host(&self, width: u32, height: u32, url: &str) -> String {
        format!("http://{}/host?{width}x{height}&{url}", self.address)
    }
}

/// How long a page may take to appear.
const PATIENCE: Duration = Duration::from_secs(60);

/// How Chromium is started.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) javascript: bool,
    pub(crate) reduced_motion: bool,
}

/// With scripts, so that pages can be asked for their sizes.
pub(crate) const STILL: Settings = Settings { javascript: true, reduced_motion: true };

/// Without scripts, as readers play, and without what moves between two pages: thousands of clicks would wait for it.
pub(crate) const WITHOUT_SCRIPTS: Settings = Settings { javascript: false, ..STILL };

/// A browser that goes when the test is over.
pub(crate) struct Chromium {
    driver: Child,
    pub(crate) client: Client,
}

/// Starts the driver, which chooses a port. Another program can take the port before the driver does, which then ends
/// without saying any, so it has a few chances.
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
    pub(crate) async fn start(settings: Settings) -> Self {
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
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        let mut builder = ClientBuilder::new(connector);
        // Whoever waits for a page looks at what it says.
        let mut capabilities = json!({ "goog:chromeOptions": options, "timeouts": { "script": 900_000 } });
        if !settings.javascript {
            capabilities["pageLoadStrategy"] = json!("none");
        }
        builder.capabilities(capabilities.as_object().expect("an object").clone());
        let client = builder.connect(&format!("http://127.0.0.1:{port}")).await.expect("Chromium starts");
        Self { driver, client }
    }

    pub(crate) async fn goto(&self, url: &str) {
        self.client.goto(url).await.expect("a page");
    }

    /// Goes to a page and waits until it is there, also where the browser does not. It goes by way of an empty page,
    /// since the one that is asked for may be the one that is shown already.
    pub(crate) async fn open(&self, url: &str) {
        for address in ["about:blank", url] {
            self.goto(address).await;
            self.wait_for("return [location.href, document.readyState]", &json!([address, "complete"])).await;
        }
    }

    /// Asks again and again until a script gives what is expected.
    pub(crate) async fn wait_for(&self, script: &str, expected: &Value) {
        let begin = Instant::now();
        loop {
            // While one page gives way to the next there may be nothing to ask.
            let given = self.client.execute(script, Vec::new()).await;
            if given.as_ref().is_ok_and(|given| given == expected) {
                break;
            }
            assert!(begin.elapsed() < PATIENCE, "{given:?}, not {expected}");
        }
    }

    /// What a script gives in the current page or frame.
    pub(crate) async fn ask(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// What a command of the protocol gives that Chromium's own tools speak.
    pub(crate) async fn devtools(&self, name: &str, parameters: &Value) -> Value {
        let command = ToolCommand { name: name.to_owned(), parameters: parameters.clone() };
        self.client.issue_cmd(command).await.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Shows pages as to somebody who has some preferences, each with a value, until it is told others.
    pub(crate) async fn prefer(&self, preferences: &[(&str, &str)]) {
        let features = preferences.iter().map(|(name, value)| json!({ "name": name, "value": value }));
        let features = features.collect::<Value>();
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": features })).await;
    }

    /// Clicks the link in `<main>` with this address.
    pub(crate) async fn click(&self, href: &str) {
        let link = self.client.find(Locator::Css(&format!("main a[href=\"{href}\"]"))).await;
        let link = link.unwrap_or_else(|error| panic!("no link to {href}: {error}"));
        link.click().await.unwrap_or_else(|error| panic!("the link to {href} cannot be clicked: {error}"));
    }

    /// Clicks the first link in sight with this name, which is its label, or else its words.
    pub(crate) async fn click_named(&self, name: &str) {
        let named =
            format!("//*[local-name()='a'][@aria-label='{name}' or not(@aria-label) and normalize-space()='{name}']");
        for link in self.client.find_all(Locator::XPath(&named)).await.expect("links") {
            if link.is_displayed().await.expect("an answer") {
                return link.click().await.unwrap_or_else(|error| panic!("{name:?} cannot be clicked: {error}"));
            }
        }
        panic!("no link in sight is named {name:?}");
    }

    pub(crate) async fn stop(self) {
        self.client.clone().close().await.expect("Chromium ends");
    }
}

/// A command of the protocol that Chromium's own tools speak.
#[derive(Debug)]
struct ToolCommand {
    name: String,
    parameters: Value,
}

impl WebDriverCompatibleCommand for ToolCommand {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({ "cmd": self.name, "params": self.parameters }).to_string()))
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // A test that failed leaves the browser to its driver, which takes it along.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
