//! The server, as browsers, caches and people who mean no good ask it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use pageturner::output::graph;
use pageturner::output::server::Work;
use pageturner::site::{Found, Sites};
use rayon::prelude::*;

use crate::files::files_below;
use crate::fixture::Fixture;
use crate::whole_site::{FOLDER, options, options_of};

/// A running server, which ends with the test.
pub(crate) struct Server {
    process: Child,
    /// Its host and port.
    pub(crate) address: String,
    /// The path that its site stands under.
    base: String,
}

/// What a server has answered.
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Server {
    /// Serves the site in a folder at any port.
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

    /// Asks for a path below that of the site.
    pub(crate) fn get(&self, path: &str) -> Response {
        self.ask("GET", path, &[])
    }

    /// Returns how many megabytes of memory it has had at most.
    pub(crate) fn most_memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("a process");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its memory");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1024
    }

    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Response {
        let headers: Vec<_> = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let headers = headers.concat();
        let base = &self.base;
        self.send(format!("{method} {base}{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{headers}\r\n").as_bytes())
    }

    /// Sends bytes and reads what comes back until the server closes the connection.
    fn send(&self, request: &[u8]) -> Response {
        let mut stream = self.connect();
        stream.write_all(request).expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        Response::read(&answer)
    }

    /// Returns the bytes of a body that has no length.
    fn chunked(&self, path: &str) -> Vec<u8> {
        let mut response = &*self.get(path).body;
        let mut body = Vec::new();
        loop {
            let end = response.windows(2).position(|bytes| bytes == b"\r\n").expect("the length of a chunk");
            let length = std::str::from_utf8(&response[..end]).expect("a number");
            let length = usize::from_str_radix(length, 16).expect("a number");
            if length == 0 {
                return body;
            }
            body.extend_from_slice(&response[end + 2..][..length]);
            response = &response[end + 2 + length + 2..];
        }
    }

    fn connect(&self) -> TcpStream {
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

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("text")
    }
}

#[test]
fn every_page_is_what_a_build_writes() {
    let site = Sites::open(&options(), None).expect("the site");
    let written = files_below(&FOLDER);
    let pages: Vec<_> = written.iter().filter(|(path, _)| !path.starts_with(".pageturner")).collect();
    assert!(pages.len() > 10_000, "the site has {} files", pages.len());
    // To explore a game takes the threads that would ask for its pages here.
    for edition in site.first().plan.editions() {
        edition.open().expect("a small game");
    }
    pages.par_iter().for_each(|(path, written)| match site.look_up(path).expect("no mistakes").expect("a page") {
        Found::File(file) => assert!(fs::read(file).expect("a file") == **written, "{path}"),
        Found::Graph(edition) => {
            let mut bytes = Vec::new();
            graph::write(edition, &mut bytes).expect("a graph");
            assert!(bytes == **written, "{path}");
        }
        Found::Position(bytes) | Found::Made(bytes) => assert!(bytes == **written, "{path}"),
    });
}

#[test]
fn games_are_explored_once() {
    let site = Fixture::new();
    let options = options_of(site.root());
    let known = Sites::open(&options, None).expect("a site");
    let explore = |site: &Sites| {
        let edition = site.first().plan.editions()[0].open().expect("a small game");
        Arc::clone(edition.expect("it is explored").game())
    };
    let game = explore(&known);
    let again = Sites::open(&options, Some(&known.first().library)).expect("the same site");
    assert!(Arc::ptr_eq(&game, &explore(&again)), "it was explored before");
}

/// What a page asks of a game for the first time, such as its solution, is found where nobody waits for other pages.
#[test]
fn a_page_is_made_at_once_when_its_game_is_solved() {
    let site = Fixture::new();
    let site = Sites::open(&options_of(site.root()), None).expect("a site");
    let page = "nim/two-player/index.html";
    site.first().plan.editions()[0].open().expect("a small game");
    assert_eq!(site.work(page), Work::Any, "the game is explored and no more");
    site.look_up(page).expect("no mistakes").expect("a page");
    assert_eq!(site.work(page), Work::Page);
    assert_eq!(site.work("nim/two-player/a-9-9-9.html"), Work::Any, "what is said of it can lead to any game");
}

/// Few threads explore all games. Were all of them to wait for a game that somebody else has begun to explore, nobody
/// would be left to do so.
#[test]
fn a_game_with_many_editions_is_explored_without_waiting_for_itself() {
    let site = Fixture::new();
    let edition = |number| {
        let computer = format!("computer = {{ policy = \"random\", seed = {number} }}");
        format!("[[editions]]\nname = \"e{number}\"\ntitle = \"E{number}\"\n{computer}\n")
    };
    let editions: String = (0..64).map(edition).collect();
    let head = "title = \"H\"\nsummary = \"H.\"\ngame = \"nim\"\nparameters = { rows = [14, 14, 14] }\n";
    site.write("content/h.md", &format!("+++\n{head}{editions}+++\n"));
    let site = Arc::new(Sites::open(&options_of(site.root()), None).expect("a site"));
    let (sender, receiver) = mpsc::channel();
    for path in ["h/e0/index.html", "h/index.html"] {
        let (site, sender) = (Arc::clone(&site), sender.clone());
        thread::spawn(move || sender.send(site.look_up(path).is_ok()));
        // The first one has begun to explore the game.
        thread::sleep(Duration::from_millis(20));
    }
    for _ in 0..2 {
        assert_eq!(receiver.recv_timeout(Duration::from_secs(120)), Ok(true), "the pages of the game are there");
    }
}

#[test]
fn a_site_is_open_before_its_games_are_explored() {
    let site = Fixture::new();
    let site = Sites::open(&options_of(site.root()), None).expect("a site");
    assert!(site.first().plan.editions().iter().all(|edition| edition.opened().is_none()));
}

#[test]
fn answers_say_what_they_are() {
    let site = Fixture::new();
    site.write("content/data/numbers.json", "{\"numbers\": [1, 2, 3]}");
    let server = Server::start(site.root(), &[]);
    for (path, kind) in [
        ("", "text/html; charset=utf-8"),
        ("nim/", "text/html; charset=utf-8"),
        ("nim/two-player/index.html", "text/html; charset=utf-8"),
        ("style.css", "text/css; charset=utf-8"),
        ("data/numbers.json", "application/json; charset=utf-8"),
    ] {
        let response = server.get(path);
        assert_eq!((response.status, response.header("content-type")), (200, kind), "{path}");
        assert_eq!(response.header("cache-control"), "no-cache", "{path}");
        assert_eq!(response.header("content-length"), response.body.len().to_string(), "{path}");

        let head = server.ask("HEAD", path, &[]);
        assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
        assert_eq!(head.header("content-length"), response.header("content-length"), "{path}");

        let tag = response.header("etag");
        assert!(tag.starts_with('"'), "{path}: {tag}");
        let known = server.ask("GET", path, &[("If-None-Match", tag)]);
        assert_eq!((known.status, known.body.len()), (304, 0), "{path}");
        for list in [&*format!("W/{tag}"), &*format!("\"other\", {tag}"), "*"] {
            assert_eq!(server.ask("GET", path, &[("If-None-Match", list)]).status, 304, "{path}: {list}");
        }
        for other in ["\"other\"", "other", ""] {
            assert_eq!(server.ask("GET", path, &[("If-None-Match", other)]).status, 200, "{path}: {other}");
        }
    }
    let part = server.ask("GET", "data/numbers.json", &[("Range", "bytes=2-8")]);
    assert_eq!((part.status, part.text().as_str()), (206, "numbers"), "a part of a file");

    let moved = server.get("nim/two-player?a=b");
    assert_eq!((moved.status, moved.header("location")), (301, "/nim/two-player/?a=b"));
    let wrong = server.ask("POST", "", &[]);
    assert_eq!((wrong.status, wrong.header("allow")), (405, "GET, HEAD"));
    let missing = server.get("nim/two-player/a-9-9-9.html");
    assert_eq!(missing.status, 404);
    assert!(missing.text().contains("nim/two-player/a-9-9-9.html"), "{}", missing.text());
}

#[test]
fn a_server_for_caches_says_how_long_pages_last() {
    let site = Fixture::new();
    let server = Server::start(site.root(), &["--cache", "86400"]);
    let control = |path: &str| server.get(path).header("cache-control").to_owned();
    assert_eq!(control("nim/two-player/index.html"), "public, max-age=86400, immutable");
    assert_eq!(control("index.html"), "public, max-age=300");
    let before = server.get("index.html");
    site.write("content/site.toml", "title = \"Another\"\n");
    assert_eq!(server.get("index.html").body, before.body, "files are not looked at again");
    assert_eq!(server.get("index.html").header("etag"), before.header("etag"));

    let refreshing = Server::start(site.root(), &["--refresh", "2"]);
    assert_eq!(refreshing.get("").header("refresh"), "2");
}

#[test]
fn edits_show_and_mistakes_are_pages() {
    let site = Fixture::new();
    let server = Server::start(site.root(), &[]);
    let config = fs::read_to_string(site.root().join("content/site.toml")).expect("a file");
    assert!(!server.get("").text().contains("Another title"));
    site.write("content/site.toml", "title = \"Another title\"\n");
    assert!(server.get("").text().contains("Another title"));

    site.write("content/site.toml", "titel = \"Another title\"\n");
    let told = site.fail(&[]);
    for path in ["", "nim/two-player/index.html"] {
        let page = server.get(path);
        assert_eq!(page.status, 500);
        let text = html_text(&page.text());
        assert!(text.contains(told.trim_end()), "the page tells what a build does:\n{text}\n{told}");
    }
    site.write("content/site.toml", &config);
    assert_eq!(server.get("").status, 200, "the server lives on");

    // What is wrong with a page alone shows there, and nowhere else.
    site.write("content/extra.md", "+++\ntitle = \"Extra\"\n+++\n\nSee [this](nim/two-player/a-9-9-9.html).\n");
    let page = server.get("extra.html");
    assert_eq!(page.status, 500);
    assert!(html_text(&page.text()).contains(site.fail(&[]).trim_end()));
    assert_eq!(server.get("").status, 200);
    fs::remove_file(site.root().join("content/extra.md")).expect("a removal");
    assert_eq!(server.get("extra.html").status, 404);

    // A theme of the site is looked at, too.
    site.write("themes/own/theme.toml", "extends = \"plain\"\n");
    let themed = Server::start(site.root(), &["--theme", "own"]);
    let before = themed.get("").text();
    site.write("themes/own/static/mine.css", "a{color:red}");
    assert_eq!(themed.get("mine.css").status, 200);
    assert_eq!(themed.get("").text(), before);
}

/// Undoes what a text needs to stand in HTML.
fn html_text(html: &str) -> String {
    html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// Games are explored when they are asked for, so each page has to open what it shows or leads to, whoever comes first.
#[test]
fn any_page_can_be_the_first_one() {
    let site = Fixture::new();
    let nim = fs::read_to_string(site.root().join("content/nim.md")).expect("a page");
    site.write("content/nim.md", &nim.replace("[1, 2] }\n", "[1, 2] }\npictures = [\"index\", \"b-0-2\"]\n"));
    let step = "```step\nposition = \"a-1-2\"\nmove = \"2-1\"\n```";
    let lesson = format!("+++\ntitle = \"Learn\"\nlesson = \"nim/two-player\"\n+++\n\nTake one.\n\n{step}\n\nDone.\n");
    site.write("content/nim/lesson.md", &lesson);
    let page = |text: &str| format!("+++\ntitle = \"More\"\n+++\n\n{text}\n");
    site.write("content/step.md", &page("[One step](nim/lesson/end.html), [a mistake](nim/lesson/1~1-1.html)."));
    site.write("content/board.md", &page("```board\nnim/two-player/b-0-2\n```"));
    site.write("content/file.md", &page("[A file](nim/two-player/none.txt)."));
    for (path, status) in [
        ("nim/two-player/index.svg", 200),
        ("nim/two-player/b-0-2.png", 200),
        ("nim/lesson/end.html", 200),
        ("nim/lesson/2~none.html", 404),
        ("nim/", 200),
        ("step.html", 200),
        ("board.html", 200),
        ("file.html", 500),
        ("nim/two-player/none.txt", 404),
    ] {
        let server = Server::start(site.root(), &[]);
        assert_eq!(server.get(path).status, status, "{path}");
        assert_eq!(server.get("").status, 200, "after {path}");
    }
}

#[test]
fn a_part_of_the_site_and_its_drafts_can_be_served() {
    let site = Fixture::new();
    site.write("content/draft.md", "+++\ntitle = \"Draft\"\ndraft = true\n+++\n\nNot yet.\n");
    let discs = "[[editions]]\nname = \"3-discs\"\ntitle = \"Three\"\nparameters = { discs = 3 }\n";
    let hanoi = format!("+++\ntitle = \"Hanoi\"\nsummary = \"Carry.\"\ngame = \"hanoi\"\n{discs}+++\n\nRules.\n");
    site.write("content/hanoi.md", &hanoi);
    let status = |arguments: &[&str], path: &str| Server::start(site.root(), arguments).get(path).status;
    assert_eq!([status(&[], "draft.html"), status(&["--drafts"], "draft.html")], [404, 200]);
    assert_eq!([status(&["--only", "hanoi"], "nim/"), status(&["--only", "hanoi"], "hanoi/")], [404, 200]);
    assert_eq!([status(&[], "style.css"), status(&["--theme", "plain"], "style.css")], [200, 404]);
}

#[test]
fn other_machines_are_served_only_when_that_is_asked_for() {
    let site = Fixture::new();
    assert!(Server::start(site.root(), &[]).address.starts_with("127.0.0.1:"));
    assert!(Server::start(site.root(), &["--interface", "0.0.0.0"]).address.starts_with("0.0.0.0:"));
    let taken = Server::start(site.root(), &[]);
    let (_, port) = taken.address.split_once(':').expect("a port");
    let told = site.fail_to("serve", &["--port", port]);
    assert!(told.contains("cannot listen at 127.0.0.1:") && told.contains("choose another `--port`"), "{told}");
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
        assert_eq!((moved.status, moved.header("location")), (302, "/my/games/"), "{outside}");
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
    let server = Server::start(site.root(), &[]);
    let long = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(1 << 20));
    let many = format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", "X-A: b\r\n".repeat(100_000));
    let wrong: [&[u8]; 10] = [
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
        // The server may close the connection before it has read all.
        let _ = stream.write_all(request);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert_eq!(
            server.get("").status,
            200,
            "after {:?}",
            String::from_utf8_lossy(&request[..request.len().min(60)])
        );
    }
    // Clients that ask and do not wait, and clients that never come to the end of their question.
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

/// A site with an edition whose computer looks at many positions before it answers.
fn site_with_a_search() -> Fixture {
    let site = Fixture::new();
    let rows = "parameters = { rows = [5, 5, 5, 5, 5, 5, 5, 5, 5] }";
    let computer = "computer = { plays = \"second\", policy = \"negamax\", depth = 3 }\non_demand = true";
    let edition = format!("[[editions]]\nname = \"deep\"\ntitle = \"Deep\"\n{rows}\n{computer}\n");
    site.write("content/search.md", &format!("+++\ntitle = \"S\"\nsummary = \"S.\"\ngame = \"nim\"\n{edition}+++\n"));
    site
}

#[test]
fn nothing_is_searched_for_clients_that_left() {
    let site = site_with_a_search();
    let server = Server::start(site.root(), &["--cache", "60"]);
    let path = |row: usize, left: usize| {
        let rows: Vec<_> = (0..9).map(|other| if other == row { left } else { 5 }.to_string()).collect();
        format!("search/deep/b-{}.html", rows.join("-"))
    };
    let begin = Instant::now();
    assert_eq!(server.get(&path(0, 1)).status, 200);
    let time = begin.elapsed();
    let ask = |number: usize| {
        let mut client = server.connect();
        let request = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", path(number / 4 + 1, number % 4 + 1));
        client.write_all(request.as_bytes()).expect("a request");
        client
    };
    let clients: Vec<_> = (0..32).map(ask).collect();
    thread::sleep(Duration::from_millis(50));
    drop(clients);
    let begin = Instant::now();
    assert_eq!(server.get(&path(0, 2)).status, 200);
    let cores = thread::available_parallelism().expect("a number of cores").get() as u32;
    let all = 32 * time / cores;
    assert!(begin.elapsed() < all / 2, "{:?} of {all:?}", begin.elapsed());
}

#[test]
fn clients_that_read_nothing_keep_nobody_waiting() {
    let site = site_with_a_search();
    site.write("content/large.txt", &"many words ".repeat(1 << 20));
    let server = Server::start(site.root(), &[]);
    let ask = |number: usize| {
        let mut client = server.connect();
        let path = ["large.txt", "nim/two-player/", "", "search/deep/"][number % 4];
        write!(client, "GET /{path} HTTP/1.1\r\nHost: x\r\n\r\n").expect("a request");
        client
    };
    let clients: Vec<_> = (0..60).map(ask).collect();
    for path in ["", "nim/two-player/", "search/deep/", "large.txt"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    drop(clients);
}

#[test]
fn a_graph_is_made_while_it_is_sent() {
    let site = Fixture::new();
    let edition = "[[editions]]\nname = \"all\"\ntitle = \"All\"\nparameters = { discs = 9 }\ngraph = true\n";
    site.write("content/h.md", &format!("+++\ntitle = \"H\"\nsummary = \"H.\"\ngame = \"hanoi\"\n{edition}+++\n"));
    let opened = Sites::open(&options_of(site.root()), None).expect("the site");
    let edition =
        opened.first().plan.editions().iter().find(|edition| edition.folder() == "h/all").expect("the edition");
    let edition = edition.open().expect("a small game").expect("it is explored");
    let mut built = Vec::new();
    graph::write(edition, &mut built).expect("a graph");
    let server = Server::start(site.root(), &[]);
    let head = server.ask("HEAD", "h/all/graph.json", &[]);
    assert_eq!((head.status, head.header("content-type")), (200, "application/json; charset=utf-8"));
    let before = server.most_memory();
    let graph = server.chunked("h/all/graph.json");
    assert!(graph == built);
    let megabytes = server.most_memory() - before;
    assert!(megabytes * 4 < (built.len() >> 20) as u64, "{megabytes} MB for {} bytes", built.len());
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
        assert_eq!((moved.status, moved.header("location")), (301, "/spiele-f%C3%BCr-alle/nim/two-player/"));
        let moved = server.send(b"GET / HTTP/1.0\r\n\r\n");
        assert_eq!((moved.status, moved.header("location")), (302, "/spiele-f%C3%BCr-alle/"));
    }
}

#[test]
fn what_is_no_site_is_not_served() {
    let site = Fixture::new();
    for arguments in [&["--root", "/nope"][..], &["--root", "/"], &["--cache", "60", "--theme", "none"]] {
        let told = site.fail_to("serve", &[&["--port", "0"], arguments].concat());
        assert!(told.contains("help:"), "{arguments:?}: {told}");
        assert_eq!(told.matches("help:").count(), 1, "{arguments:?}: {told}");
    }
}

/// Needs two open files for each connection, which is more than many systems allow.
#[test]
#[ignore = "opens ten thousand connections: `make trust` does"]
fn trust_ten_thousand_clients_are_served() {
    const CLIENTS: usize = 9_500;
    let site = Fixture::new();
    let server = Server::start(site.root(), &[]);
    let ask = |_| {
        let mut client = server.connect();
        client.write_all(b"GET /nim/two-player/ HTTP/1.1\r\nHost: x\r\n\r\n").expect("a request");
        client
    };
    let mut clients: Vec<TcpStream> = (0..CLIENTS).map(ask).collect();
    for client in &mut clients {
        let mut status = [0; 12];
        client.read_exact(&mut status).expect("an answer");
        assert_eq!(&status, b"HTTP/1.1 200");
    }
    assert_eq!(server.get("").status, 200, "one more is served while they are open");
}
