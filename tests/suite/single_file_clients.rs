//! Browsers play the single file from its first position to an end: Chromium and Firefox without JavaScript, which show
//! one position at a time; and w3m, lynx and NetSurf, which show all of them in order.

use std::collections::HashMap;
use std::fs;
use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::clients::{print, run};
use crate::driver::{Chromium, WITHOUT_SCRIPTS};
use crate::old_browsers::{Picture, Screen};
use crate::shared_files::{Leaf, first_of_file, leaves_of_file};
use crate::temporary::TempDir;
use crate::whole_site::FOLDER;

/// The file: all of tic-tac-toe for two.
static FILE: LazyLock<PathBuf> = LazyLock::new(|| FOLDER.join("tic-tac-toe/downloads/tic-tac-toe-two-player.html"));

/// The positions of a game in which both players always take the first free square, and how it ends.
static GAME: LazyLock<(Vec<String>, String)> = LazyLock::new(|| {
    let html = fs::read_to_string(&*FILE).expect("the file");
    let leaves: HashMap<String, Leaf> = leaves_of_file(&html);
    let mut game = vec![first_of_file(&html)];
    while let Some((next, _)) = leaves[&game[game.len() - 1]].moves.first() {
        game.push(next.clone());
    }
    let ending = leaves[&game[game.len() - 1]].status.clone();
    // a3, b3, c3, a2, b2, c2; then a1 completes a diagonal.
    assert_eq!((game.len() - 1, &*ending), (7, "X wins"));
    (game, ending)
});

/// The longest time for a browser.
const PATIENCE: Duration = Duration::from_secs(180);

/// Repeats a function until it returns something.
fn wait_for<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(begin.elapsed() < PATIENCE, "{what}");
        sleep(Duration::from_millis(50));
    }
}

/// Waits until the result no longer changes.
fn wait_until_calm<T: PartialEq>(what: &str, look: impl Fn() -> T) {
    let (mut last, mut calm) = (look(), 0);
    wait_for(&format!("{what} is done"), || {
        sleep(Duration::from_millis(150));
        let now = look();
        calm = if now == last { calm + 1 } else { 0 };
        last = now;
        (calm == 5).then_some(())
    });
}

/// Calls `act`, and waits until its effect is visible and complete.
fn wait_for_effect<T: PartialEq>(what: &str, look: impl Fn() -> T, act: impl FnOnce()) {
    let before = look();
    act();
    wait_for(&format!("{what} has an effect"), || (look() != before).then_some(()));
    wait_until_calm(what, look);
}

#[test]
#[ignore = "needs Chromium: `make test` installs it"]
fn chromium_plays_a_single_file_and_shows_one_position() {
    const SHOWN: &str = "return [...document.querySelectorAll('[id]')].filter(it => it.offsetParent).map(it => it.id)";
    let chromium = Chromium::start(WITHOUT_SCRIPTS);
    chromium.open(&format!("file://{}", FILE.display()));
    let (game, ending) = &*GAME;
    for (position, next) in game.iter().zip(game.iter().skip(1)) {
        chromium.wait_for(SHOWN, &json!([&position[1..]]));
        let link = format!("[id=\"{}\"] a[href=\"{next}\"]", &position[1..]);
        chromium.click_at(&link);
    }
    let last = &game[game.len() - 1][1..];
    chromium.wait_for(SHOWN, &json!([last]));
    let text = chromium.ask(&format!("return document.getElementById('{last}').innerText"));
    assert!(text.as_str().expect("a text").contains(ending));
    chromium.stop();
}

/// Firefox, driven by its own protocol: <https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html>.
struct Firefox {
    program: Child,
    connection: BufReader<TcpStream>,
    profile: TempDir,
    commands: u64,
}

impl Firefox {
    fn start() -> Self {
        let profile = TempDir::new();
        let settings = "user_pref(\"javascript.enabled\", false);\nuser_pref(\"marionette.port\", 0);\n";
        fs::write(profile.path().join("user.js"), settings).expect("settings");
        let mut firefox = Command::new("firefox-esr");
        firefox.args(["--headless", "--no-remote", "--marionette", "--profile"]).arg(profile.path());
        let program = firefox.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let program = program.expect("Firefox runs; `make clients` installs it");
        let connection = wait_for("Firefox says where it listens", || {
            let port = fs::read_to_string(profile.path().join("MarionetteActivePort")).ok()?;
            TcpStream::connect(("127.0.0.1", port.trim().parse::<u16>().ok()?)).ok()
        });
        let mut firefox = Self { program, connection: BufReader::new(connection), profile, commands: 0 };
        firefox.read();
        firefox.ask("WebDriver:NewSession", &json!({}));
        firefox
    }

    /// A message: its length, a colon, and JSON.
    fn read(&mut self) -> Value {
        let mut length = 0;
        let mut byte = [0];
        loop {
            self.connection.read_exact(&mut byte).expect("an answer");
            match byte[0] {
                b':' => break,
                digit => length = length * 10 + usize::from(digit - b'0'),
            }
        }
        let mut message = vec![0; length];
        self.connection.read_exact(&mut message).expect("a whole answer");
        serde_json::from_slice(&message).expect("JSON")
    }

    fn ask(&mut self, command: &str, arguments: &Value) -> Value {
        self.commands += 1;
        let message = json!([0, self.commands, command, arguments]).to_string();
        write!(self.connection.get_mut(), "{}:{message}", message.len()).expect("a command");
        let answer = self.read();
        assert_eq!(answer[2], Value::Null, "{command}: {answer}");
        answer[3].clone()
    }

    /// Returns the element that a selector finds.
    fn find(&mut self, selector: &str) -> Value {
        let found = self.ask("WebDriver:FindElement", &json!({ "using": "css selector", "value": selector }));
        found["value"].as_object().and_then(|found| found.values().next()).expect("an element").clone()
    }

    fn is_shown(&mut self, selector: &str) -> bool {
        let element = self.find(selector);
        self.ask("WebDriver:IsElementDisplayed", &json!({ "id": element }))["value"] == json!(true)
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
        let _ = fs::remove_dir_all(self.profile.path());
    }
}

#[test]
#[ignore = "needs Firefox: `make test` installs it"]
fn firefox_plays_a_single_file_and_shows_one_position() {
    let (game, ending) = &*GAME;
    let mut firefox = Firefox::start();
    firefox.ask("WebDriver:Navigate", &json!({ "url": format!("file://{}", FILE.display()) }));
    let selector = |position: &str| format!("[id=\"{}\"]", &position[1..]);
    for (position, next) in game.iter().zip(game.iter().skip(1)) {
        assert!(firefox.is_shown(&selector(position)), "{position}");
        assert!(!firefox.is_shown(&selector(next)), "{next} before the click");
        let link = firefox.find(&format!("{} a[href=\"{next}\"]", selector(position)));
        firefox.ask("WebDriver:ElementClick", &json!({ "id": link }));
        wait_for(&format!("{position} goes"), || (!firefox.is_shown(&selector(position))).then_some(()));
    }
    let last = firefox.find(&selector(&game[game.len() - 1]));
    let text = firefox.ask("WebDriver:GetElementText", &json!({ "id": last }));
    assert!(text["value"].as_str().expect("a text").contains(ending), "{text}");
}

/// A terminal that runs a program.
struct Terminal(String);

impl Terminal {
    fn start(program: &str) -> Self {
        let terminal = Self(format!("pageturner-{program}-{}", std::process::id()));
        let command = format!("{program} {}", FILE.display());
        terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", &command]);
        terminal
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        print(Command::new("tmux").args(["-L", &self.0]).args(arguments).env("LC_ALL", "C.UTF-8"))
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Returns the screen, and the line and column of the cursor.
    fn state(&self) -> (String, String) {
        (self.screen(), self.tmux(&["display-message", "-p", "#{cursor_y} #{cursor_x}"]))
    }

    /// Presses a key, and waits until it changes the screen or moves the cursor.
    fn press(&self, key: &str) {
        wait_for_effect(
            &format!("{key}, pressed at:\n{}", self.screen()),
            || self.state(),
            || {
                self.tmux(&["send-keys", key]);
            },
        );
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.0, "kill-server"]).status();
    }
}

/// Returns the text of the board after some moves of the game: a mark on each played square, otherwise its name.
fn board(moves: usize) -> String {
    let squares = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"];
    let signs = ["X", "O"].into_iter().cycle().take(moves);
    signs.chain(squares.into_iter().skip(moves)).collect()
}

/// Plays in a text browser: `first` are the keys from the top of the file to the position after the first move, and
/// `others` those for each further move.
fn play_in_terminal(program: &str, first: &[&str], others: &[&str]) {
    let (game, ending) = &*GAME;
    let terminal = Terminal::start(program);
    wait_for("the file is shown", || terminal.screen().contains("Three in a row wins").then_some(()));
    // A key pressed while a browser is starting can be lost.
    wait_until_calm("the file", || terminal.state());
    let moves = game.len() - 1;
    for played in 1..=moves {
        for key in if played == 1 { first } else { others } {
            terminal.press(key);
        }
        wait_for(&format!("{program} shows move {played}, not:\n{}", terminal.screen()), || {
            let (screen, cursor) = terminal.state();
            let is_there = if played < moves {
                let line: usize = cursor.split(' ').next().and_then(|line| line.parse().ok()).expect("a line");
                let paragraphs = screen.lines().enumerate().collect::<Vec<_>>();
                let mut paragraphs = paragraphs.split(|(_, text)| text.is_empty());
                let around = paragraphs.find(|lines| lines.iter().any(|(at, _)| *at == line)).unwrap_or_default();
                let text: String = around.iter().flat_map(|(_, text)| text.split_whitespace()).collect();
                text.contains(&board(played))
            } else {
                screen.lines().take(6).any(|line| line.contains(ending))
            };
            is_there.then_some(())
        });
    }
}

#[test]
#[ignore = "needs w3m and tmux: `make test` installs them"]
fn w3m_plays_a_single_file() {
    // In the first position, the cursor is on a link already.
    play_in_terminal("w3m", &["Tab", "Enter", "Enter"], &["Tab", "Enter"]);
}

#[test]
#[ignore = "needs lynx and tmux: `make test` installs them"]
fn lynx_plays_a_single_file() {
    play_in_terminal("lynx", &["Enter", "Enter"], &["Enter"]);
}

/// Returns the place of the first link in a colour screenshot: the left end of the highest line with blue in it.
fn first_link(picture: &Path) -> Option<(usize, usize)> {
    let width = Picture::width_of(picture);
    let pixels = run(Command::new("convert").arg(picture).args(["-alpha", "off", "-depth", "8", "rgb:-"])).stdout;
    let is_blue = |at: usize| matches!(pixels[3 * at..3 * at + 3], [0..100, 0..100, 160..=255]);
    let height = pixels.len() / 3 / width;
    // Excludes the toolbar, the scroll bars and the status bar.
    let mut blue =
        (50..height - 30).flat_map(|y| (4..width - 25).map(move |x| (x, y))).filter(|(x, y)| is_blue(y * width + x));
    let (_, top) = blue.next()?;
    let in_line = (top..top + 12).flat_map(|y| (4..width - 25).map(move |x| (x, y)));
    let left = in_line.filter(|(x, y)| is_blue(y * width + x)).map(|(x, _)| x).min()?;
    Some((left + 3, top + 5))
}

#[test]
#[ignore = "needs NetSurf and xdotool: `make test` installs them"]
fn netsurf_plays_a_single_file() {
    let (game, _) = &*GAME;
    let (size, home) = ((700, 600), TempDir::new());
    let screen = Screen::open(size);
    let mut netsurf = screen.start_netsurf(home.path(), size, &FILE);
    let picture = home.path().join("netsurf.png");
    let xdotool = |arguments: &[&str]| {
        run(Command::new("xdotool").args(arguments).env("DISPLAY", screen.display()));
    };
    let look = || {
        // The pointer changes the look of a link below it.
        xdotool(&["mousemove", "690", "590"]);
        screen.keep(&picture);
        first_link(&picture)
    };
    wait_for("NetSurf shows the file", look);
    wait_until_calm("the file", || screen.pixels());
    let mut clicks = 0;
    // Positions in which the game is over have no links, and neither have those below them.
    while let Some((x, y)) = look() {
        xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
        wait_until_calm("the pointer", || screen.pixels());
        wait_for_effect("a click", || screen.pixels(), || xdotool(&["click", "1"]));
        clicks += 1;
        assert!(clicks <= game.len(), "the game goes on");
    }
    netsurf.kill().expect("it was running");
    netsurf.wait().expect("it ends");
    assert_eq!(clicks, game.len(), "one click to begin, and one for each move");
}
