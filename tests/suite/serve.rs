//! Access to the server: from other machines and browsers, below the path of the base URL, and by attackers.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

use crate::fixture::Fixture;

/// A running server, which ends with the test.
pub(crate) struct Server {
    process: Child,
    /// Its host and port.
    pub(crate) address: String,
    /// The path of its site.
    base: String,
}

/// The response of a server.
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Server {
    /// Serves the site in a folder on a free port.
    pub(crate) fn start(root: &Path, arguments: &[&str]) -> Self {
        Self::start_as(Command::new(env!("CARGO_BIN_EXE_pageturner")), root, arguments)
    }

    fn start_as(mut serve: Command, root: &Path, arguments: &[&str]) -> Self {
        serve.arg("--root").arg(root).args(["serve", "--port", "0"]).args(arguments);
        let mut process = serve.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program");
        let mut line = String::new();
        let out = process.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(": ").next());
        let (address, base) = address.and_then(|address| address.split_once('/')).expect("an address in {line}");
        Self { address: address.to_owned(), base: format!("/{base}"), process }
    }

    /// Requests a path below that of the site.
    pub(crate) fn get(&self, path: &str) -> Response {
        self.ask("GET", path)
    }

    pub(crate) fn ask(&self, method: &str, path: &str) -> Response {
        let base = &self.base;
        self.send(format!("{method} {base}{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").as_bytes())
    }

    /// Sends bytes, and reads until the server closes the connection.
    fn send(&self, request: &[u8]) -> Response {
        let mut stream = self.connect();
        stream.write_all(request).expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        Response::read(&answer)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Response {
    fn read(answer: &[u8]) -> Self {
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8(answer[..end].to_vec()).expect("text");
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).expect("a status");
        let header = |line: &str| {
            let (name, value) = line.split_once(": ").expect("a header");
            (name.to_lowercase(), value.to_owned())
        };
        let headers = lines.map(header).collect();
        Self { status: status.parse().expect("a number"), headers, body: answer[end + 4..].to_vec() }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("text")
    }
}

#[test]
fn other_machines_are_served_only_when_that_is_asked_for() {
    let site = Fixture::new();
    assert!(Server::start(site.root(), &[]).address.starts_with("127.0.0.1:"));
    assert!(Server::start(site.root(), &["--interface", "0.0.0.0"]).address.starts_with("0.0.0.0:"));
    assert!(Server::start(site.root(), &["-i", "localhost"]).address.starts_with("127.0.0.1:"));
    let taken = Server::start(site.root(), &[]);
    let (_, port) = taken.address.split_once(':').expect("a port");
    let told = site.fail_to("serve", &["--port", port]);
    assert!(told.contains("cannot listen on 127.0.0.1:") && told.contains("choose another `--port`"), "{told}");
}

#[test]
fn a_browser_is_opened_when_that_is_asked_for() {
    use std::os::unix::fs::PermissionsExt;

    let site = Fixture::new();
    let opened = site.root().join("opened");
    let browser = site.root().join("bin/xdg-open");
    site.write("bin/xdg-open", "#!/bin/sh\necho \"$1\" > \"$OPENED.new\" && mv \"$OPENED.new\" \"$OPENED\"\n");
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("permissions");
    let path = format!("{}:{}", site.root().join("bin").display(), std::env::var("PATH").expect("a path"));
    let mut serve = Command::new(env!("CARGO_BIN_EXE_pageturner"));
    serve.env("PATH", path).env("OPENED", &opened);
    let server = Server::start_as(serve, site.root(), &["--open"]);
    while !opened.exists() {
        thread::sleep(Duration::from_millis(20));
    }
    let address = fs::read_to_string(opened).expect("an address");
    assert_eq!(address.trim(), format!("http://{}/", server.address));
}

#[test]
fn the_site_stands_where_it_will_be_published() {
    let site = Fixture::new();
    let server = Server::start(site.root(), &["--base-url", "https://example.org/my/games/"]);
    assert_eq!(server.base, "/my/games/");
    assert_eq!(server.get("nim/two-player/").status, 200);
    for outside in ["/", "/my/games"] {
        let request = format!("GET {outside} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        let moved = server.send(request.as_bytes());
        assert_eq!((moved.status, moved.header("location")), (307, "/my/games/"), "{outside}");
    }
    let request = b"GET /nim/two-player/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    assert_eq!(server.send(request).status, 404);
    site.build(&["--base-url", "https://example.org/my/games/", "--output-dir", "out"]);
    let built = fs::read(site.root().join("out/nim/two-player/index.html")).expect("a page");
    assert!(server.get("nim/two-player/").body == built, "pages are those of a build");
}

#[test]
fn nothing_but_the_site_can_be_had() {
    let site = Fixture::new();
    site.write("secret.txt", "not for you");
    let server = Server::start(site.root(), &[]);
    for path in [
        "../secret.txt",
        "..%2fsecret.txt",
        "%2e%2e/secret.txt",
        "%2e%2e%2fsecret.txt",
        "nim/..%2f..%2fsecret.txt",
        "nim/../../secret.txt",
        "..%5csecret.txt",
        "..\\secret.txt",
        "%252e%252e/secret.txt",
        "%c0%ae%c0%ae/secret.txt",
        "/secret.txt",
        "//secret.txt",
        "%00secret.txt",
        "nim/%00",
        ".pageturner/manifest",
        "content/site.toml",
        "site.toml",
        "nim.md",
        "themes/plain/theme.toml",
        "etc/passwd",
        "%2fetc%2fpasswd",
    ] {
        let response = server.get(path);
        assert!([400, 404].contains(&response.status), "{path}: {}", response.status);
        assert!(!response.text().contains("not for you"), "{path}");
    }
    assert_eq!(server.get("").status, 200);
}

#[test]
fn requests_that_are_none_and_clients_that_vanish_are_survived() {
    let site = Fixture::new();
    // Other servers have this flag.
    let server = Server::start(site.root(), &["--watch"]);
    let long = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(1 << 20));
    let many = format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", "X-A: b\r\n".repeat(100_000));
    let front = server.get("").text();
    for range in ["bytes=9-2", "bytes=99999999999999999999-", "lines=a,,-\r\nRange:"] {
        let request = format!("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nRange: {range}\r\n\r\n");
        assert_eq!(server.send(request.as_bytes()).text(), front, "{range}");
    }
    let wrong: [&[u8]; 12] = [
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"",
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        b"GET http:///// HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n",
        long.as_bytes(),
        many.as_bytes(),
    ];
    for request in wrong {
        let mut stream = server.connect();
        // The server may close the connection before it has read everything.
        let _ = stream.write_all(request);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let was_read = stream.read_to_end(&mut answer).is_ok();
        let hosts = request.windows(5).filter(|part| part == b"Host:").count();
        if was_read && request.starts_with(b"GET / HTTP/1.1") && hosts != 1 {
            assert!(answer.starts_with(b"HTTP/1.1 400 "), "{}", String::from_utf8_lossy(&answer));
        }
        assert_eq!(
            server.get("").status,
            200,
            "after {:?}",
            String::from_utf8_lossy(&request[..request.len().min(60)])
        );
    }
    // Clients that do not read the response, and clients that never finish their request.
    let mut slow = Vec::new();
    for number in 0..200 {
        let mut stream = server.connect();
        stream.write_all(b"GET /nim/two-player/ HTTP/1.1\r\nHost: x\r\n").expect("a part of a request");
        if number % 2 == 0 {
            stream.write_all(b"\r\n").expect("the rest");
        } else {
            slow.push(stream);
        }
    }
    assert_eq!(server.get("nim/").status, 200);
    drop(slow);
    assert_eq!(server.get("nim/two-player/").status, 200);
}

#[test]
fn a_site_stands_under_a_path_of_any_letters() {
    let site = Fixture::new();
    for base in ["https://example.org/spiele-f%C3%BCr-alle/", "https://example.org/spiele-f%c3%bcr-alle"] {
        let server = Server::start(site.root(), &["--base-url", base]);
        assert_eq!(server.base, "/spiele-f%C3%BCr-alle/");
        assert_eq!(server.get("nim/two-player/").status, 200);
        assert_eq!(server.send(b"GET /spiele-f%c3%bcr-alle/ HTTP/1.0\r\n\r\n").status, 200);
        let moved = server.get("nim/two-player");
        assert_eq!((moved.status, moved.header("location")), (307, "/spiele-f%C3%BCr-alle/nim/two-player/"));
        let moved = server.send(b"GET / HTTP/1.0\r\n\r\n");
        assert_eq!((moved.status, moved.header("location")), (307, "/spiele-f%C3%BCr-alle/"));
    }
}

#[test]
fn what_is_no_site_is_not_served() {
    let site = Fixture::new();
    for arguments in [["--root", "/nope"], ["--root", "/"]] {
        let told = site.fail_to("serve", &[["--port", "0"], arguments].concat());
        assert!(told.contains("help:"), "{arguments:?}: {told}");
        assert_eq!(told.matches("help:").count(), 1, "{arguments:?}: {told}");
    }
}
