//! Two servers behind a cache, as the documentation describes it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::files::{blocks, of_project};
use crate::serve::Server;

/// How many requests are sent, and over how many connections.
const REQUESTS: usize = 4_000;
const CLIENTS: usize = 20;

/// A running nginx, which ends with the test.
struct Nginx(Child);

impl Drop for Nginx {
    fn drop(&mut self) {
        let mut stop = Command::new("kill");
        let _ = stop.arg("-QUIT").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

/// Returns a port that nobody listens at.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port()
}

/// Starts nginx with the configuration of the documentation, but for the ports, in a folder.
fn start_nginx(folder: &Path, servers: [&str; 2]) -> (Nginx, String) {
    let address = format!("127.0.0.1:{}", free_port());
    let page = of_project("content/docs/serving.md");
    let config = blocks(&page, "nginx")[0].replace("127.0.0.1:1111", servers[0]).replace("127.0.0.1:1112", servers[1]);
    let config = config.replace("127.0.0.1:8080", &address).replace("http {", "http {\naccess_log off;");
    fs::write(folder.join("nginx.conf"), config).expect("a file");
    let mut nginx = Command::new("nginx");
    nginx.arg("-p").arg(folder).arg("-c").arg("nginx.conf").args(["-e", "stderr", "-g"]);
    nginx.arg("daemon off; user root; pid nginx.pid;").stderr(Stdio::null());
    let nginx = Nginx(nginx.spawn().expect("nginx runs"));
    for _ in 0..200 {
        if TcpStream::connect(&address).is_ok() {
            return (nginx, address);
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("nginx does not listen at {address}");
}

/// Asks for paths one after the other over one connection, and returns for each the body and what the cache said.
fn ask_all(address: &str, paths: impl Iterator<Item = String>) -> Vec<(String, String)> {
    let stream = TcpStream::connect(address).expect("a connection");
    let mut reader = BufReader::new(stream.try_clone().expect("the connection"));
    let mut writer = stream;
    let ask = |path: String| {
        write!(writer, "GET /{path} HTTP/1.1\r\nHost: x\r\n\r\n").expect("a request");
        let (mut length, mut cache, mut line) = (0, String::new(), String::new());
        reader.read_line(&mut line).expect("a status");
        assert!(line.starts_with("HTTP/1.1 200"), "{path}: {line}");
        while line != "\r\n" {
            line.clear();
            reader.read_line(&mut line).expect("a header");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().expect("a number"),
                Some(("X-Cache", value)) => value.clone_into(&mut cache),
                _ => {}
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).expect("a body");
        (String::from_utf8(body).expect("text"), cache)
    };
    paths.map(ask).collect()
}

/// Whether a page of Hanoi has moves, or says that it is solved, and each move takes one disc from the position at
/// `path`.
fn moves_are_of(path: &str, page: &str) -> bool {
    let slug = path.rsplit_once('/').expect("a folder").1;
    let is_slug = |name: &&str| name.len() == slug.len();
    let moves: Vec<_> =
        page.split("href=").skip(1).filter_map(|rest| rest.split(['>', ' ']).next()).filter(is_slug).collect();
    let discs_taken = |name: &&str| name.bytes().zip(slug.bytes()).filter(|(a, b)| a != b).count();
    moves.iter().all(|name| discs_taken(name) == 1) && (!moves.is_empty() || page.contains("Solved"))
}

#[test]
#[ignore = "needs nginx: `make test` installs it"]
fn two_servers_stand_behind_a_cache() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/on_demand");
    let start = || Server::start(&root, &["--cache", "86400"]);
    let (one, two) = (start(), start());
    let folder = TempDir::new().expect("a folder");
    let (_nginx, address) = start_nginx(folder.path(), [&one.address, &two.address]);

    // Every client asks for the same positions of a game that nobody could write, each in an order of its own.
    let path = |number: usize| {
        let letters = (0..20).map(|disc| ['a', 'b', 'c'][(number >> disc) % 3]);
        format!("hanoi/20-discs/{}.html", letters.collect::<String>())
    };
    let each = REQUESTS / CLIENTS;
    let asked = move |client: usize| (0..each).map(move |number| path((number * 7 + client * 13) % each + 1));
    let answers: Vec<_> = thread::scope(|scope| {
        let address = &address;
        let ask = |client| (client, scope.spawn(move || ask_all(address, asked(client))));
        let clients: Vec<_> = (0..CLIENTS).map(ask).collect();
        // One of the servers ends while all ask.
        thread::sleep(Duration::from_millis(300));
        drop(two);
        clients.into_iter().map(|(client, thread)| (client, thread.join().expect("answers"))).collect()
    });
    let mut hits = 0;
    for (client, answers) in &answers {
        assert_eq!(answers.len(), each);
        for (path, (body, cache)) in asked(*client).zip(answers) {
            assert!(moves_are_of(&path, body), "{path} has the page of another");
            hits += usize::from(cache == "HIT");
        }
    }
    assert!(hits > REQUESTS / 2, "the cache answered {hits} of {REQUESTS} requests");
    let direct = one.get(&path(5)).text();
    assert_eq!(ask_all(&address, [path(5)].into_iter())[0].0, direct, "the cache changes nothing");
}
