//! Browsers that support little of today's web open a page of each game at the widths of e-ink readers: NetSurf and
//! Dillo in a window, QtWebKit of 2013, and Firefox for comparison. Their screenshots are saved in
//! `target/tmp/pictures` for people to look at; what follows from pixels is checked here.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::clients::{print, run};
use crate::files::{in_language, themes};
use crate::temporary::TempDir;
use crate::whole_site::site;

/// The front page, and one page of each kind of board, some of them in German.
const PAGES: [&str; 6] = [
    "index.html",
    "tic-tac-toe/two-player/36c7.html",
    "hanoi/6-discs/index.html",
    "de/hanoi/4-discs/aabc~hint.html",
    "nim/marienbad/index.html",
    "ataxx/gardens/hard/index.html",
];

/// The viewports of a Kobo, of the first Paperwhite, and of the third, which reports physical pixels.
const SIZES: [(usize, usize); 3] = [(732, 762), (758, 899), (1072, 1300)];

/// The height of the folded corner of a page, in pixels.
const FOLDED: usize = 66;

/// A picture in 256 shades of grey.
pub(crate) struct Picture {
    width: usize,
    rows: Vec<Vec<u8>>,
}

impl Picture {
    /// Reads a file in any format, without the rows and columns at its edges that belong to the browser.
    fn read(path: &Path, above: usize, right: usize, below: usize) -> Self {
        let width = Self::width_of(path);
        let bytes = run(Command::new("convert").arg(path).args(["-alpha", "off", "-depth", "8", "gray:-"])).stdout;
        let rows: Vec<_> = bytes.chunks(width).map(|row| row[..width - right].to_vec()).collect();
        let rows = rows[above..rows.len() - below].to_vec();
        Self { width: width - right, rows }
    }

    /// Returns the width of a picture in a file, in pixels.
    pub(crate) fn width_of(path: &Path) -> usize {
        let size = print(Command::new("identify").args(["-format", "%w"]).arg(path));
        size.trim().parse().expect("a number")
    }

    /// Returns the most white stretches of at least `least` pixels between black ones in any row: the insides of round
    /// pieces next to each other.
    fn insides(&self, least: usize) -> usize {
        let of_row = |row: &Vec<u8>| {
            let runs: Vec<_> = row.chunk_by(|one, two| (*one < 64) == (*two < 64)).collect();
            let between = runs.get(1..runs.len().saturating_sub(1)).unwrap_or_default();
            between.iter().filter(|run| run[0] >= 64 && run.len() >= least).count()
        };
        self.rows.iter().map(of_row).max().unwrap_or_default()
    }

    /// Returns whether columns show only the background, above the folded corner.
    fn is_empty_strip(&self, columns: std::ops::Range<usize>) -> bool {
        let background = self.rows[0][1];
        let rows = &self.rows[..self.rows.len() - FOLDED];
        rows.iter().all(|row| row[columns.clone()].iter().all(|&pixel| pixel.abs_diff(background) < 8))
    }

    /// Returns whether its right side differs from the page's colour from top to bottom.
    fn has_scroll_bar(&self) -> bool {
        let background = self.rows[0][1];
        self.rows.iter().all(|row| row[self.width - 3] != background)
    }

    /// Returns the lengths of the upper edges of black areas, if at least `least`: of the lines around a square, of a
    /// disc. What a number on a disc leaves of a row inside it is not an edge.
    fn edges(&self, least: usize) -> Vec<usize> {
        let is_black = |pixel: &u8| *pixel < 64;
        let mut edges = Vec::new();
        // Lines that underline words are thinner than three rows.
        for rows in self.rows.windows(4) {
            let (above, row, below) = (&rows[0], &rows[1], &rows[3]);
            let mut start = 0;
            for run in row.chunk_by(|one, two| is_black(one) == is_black(two)) {
                let middle = start + run.len() / 2;
                if is_black(&run[0]) && !is_black(&above[middle]) && is_black(&below[middle]) && run.len() >= least {
                    edges.push(run.len());
                }
                start += run.len();
            }
        }
        edges
    }
}

/// Returns the path for the screenshot of a page.
fn picture_path(browser: &str, theme: &str, width: usize, page: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    fs::create_dir_all(&folder).expect("a folder");
    let page = page.trim_end_matches(".html").replace('/', "-");
    folder.join(format!("{browser}-{theme}-{width}-{page}.png"))
}

/// A virtual screen for a browser that needs a window.
pub(crate) struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    pub(crate) fn open((width, height): (usize, usize)) -> Self {
        let screen = format!("{width}x{height}x24");
        let mut server = Command::new("Xvfb");
        server.args(["-displayfd", "1", "-screen", "0", &screen, "-nolisten", "tcp"]);
        let server = server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut server = server.expect("Xvfb runs; `make clients` installs it");
        let mut number = String::new();
        BufReader::new(server.stdout.take().expect("its output")).read_line(&mut number).expect("a number");
        Self { server, display: format!(":{}", number.trim()) }
    }

    /// Saves what a program shows when it no longer changes.
    fn picture(&self, mut program: Command, path: &Path) {
        let before = self.pixels();
        let name = program.get_program().to_string_lossy().into_owned();
        let shown = program.env("DISPLAY", &self.display).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut shown =
            shown.unwrap_or_else(|error| panic!("{name} does not run ({error}): `make clients` installs it"));
        let mut last = before.clone();
        let mut calm = 0;
        for _ in 0..200 {
            sleep(Duration::from_millis(150));
            let now = self.pixels();
            calm = if now == last && now != before { calm + 1 } else { 0 };
            if calm == 8 {
                break;
            }
            last = now;
        }
        self.keep(path);
        shown.kill().expect("it was running");
        shown.wait().expect("it ends");
        assert_eq!(calm, 8, "{name} shows a page and is done");
    }

    pub(crate) fn display(&self) -> &str {
        &self.display
    }

    /// Starts NetSurf in a window of this size, which is that of the screen.
    pub(crate) fn start_netsurf(&self, home: &Path, (width, height): (usize, usize), page: &Path) -> Child {
        let mut netsurf = netsurf(home, (width, height), page);
        netsurf.env("DISPLAY", &self.display).stdout(Stdio::null()).stderr(Stdio::null());
        netsurf.spawn().expect("NetSurf runs; `make clients` installs it")
    }

    /// Saves the screen in a file.
    pub(crate) fn keep(&self, path: &Path) {
        run(Command::new("import").args(["-window", "root", "-display", &self.display]).arg(path));
    }

    pub(crate) fn pixels(&self) -> Vec<u8> {
        run(Command::new("import").args(["-window", "root", "-display", &self.display, "-depth", "8", "gray:-"])).stdout
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Returns the command for NetSurf with a window of this size.
fn netsurf(home: &Path, (width, height): (usize, usize), page: &Path) -> Command {
    let settings = home.join(".config/netsurf");
    fs::create_dir_all(&settings).expect("a folder");
    let choices = format!("window_x:0\nwindow_y:0\nwindow_width:{width}\nwindow_height:{height}\n");
    fs::write(settings.join("Choices"), choices).expect("a file");
    let mut netsurf = Command::new("netsurf-gtk");
    netsurf.env("HOME", home).arg(format!("file://{}", page.display()));
    netsurf
}

/// Returns the problems with a screenshot of a page, as far as pixels show them.
fn complaints(picture: &Picture, has_discs_alone: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    // Every theme leaves a margin, so a page without one has overflowed.
    if !picture.is_empty_strip(1..4) {
        wrong.push("the margin on the left is not empty".to_owned());
    }
    if !picture.is_empty_strip(picture.width - 5..picture.width - 1) {
        wrong.push("the margin on the right is not empty".to_owned());
    }
    if has_discs_alone {
        // Discs have black borders or are black, and none is narrower than a tenth of the width. Parts of letters are
        // shorter than a fifteenth.
        let narrow = picture.width / 10;
        let edges = picture.edges(picture.width / 15);
        let shortest = edges.iter().min();
        if shortest.is_some_and(|shortest| *shortest < narrow - 1) {
            wrong.push(format!("something is {} px wide, less than {narrow}", shortest.expect("one")));
        }
    }
    wrong
}

fn check(browser: &str, shoot: impl Fn((usize, usize), &Path, &Path) -> Picture, has_boxes: bool) {
    let mut wrong = Vec::new();
    for theme in themes() {
        let folder = site(&theme);
        // The theme for e-readers is tested at each size, the others at one.
        let sizes = if theme == "eink" { &SIZES[..] } else { &SIZES[1..2] };
        for &size in sizes {
            for page in PAGES {
                let path = picture_path(browser, &theme, size.0, page);
                let picture = shoot(size, &folder.join(page), &path);
                let what = format!("{browser} {theme} {} {page}", size.0);
                let is_large = has_boxes && theme == "eink" && page != "index.html";
                // Squares contain pieces and letters that are smaller than the touch target, and so are hints.
                let has_discs_alone = is_large && page == "hanoi/6-discs/index.html";
                wrong.extend(complaints(&picture, has_discs_alone).into_iter().map(|said| format!("{what}: {said}")));
                let seen = match in_language(page).1.split('/').next() {
                    // The rows of Marienbad have up to seven pieces, which are round.
                    Some("nim") => picture.insides(picture.width / 10) >= 7,
                    // Two of the four lines of tic-tac-toe are horizontal.
                    Some("tic-tac-toe") => picture.edges(picture.width / 10).len() >= 2,
                    _ => picture.edges(picture.width / 10).len() >= 4,
                };
                assert!(seen || !is_large, "{what}: a board is to be seen");
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "needs NetSurf: `make test` installs it"]
fn netsurf_shows_whole_boards() {
    let home = TempDir::new();
    let shoot = |size: (usize, usize), page: &Path, path: &Path| {
        Screen::open(size).picture(netsurf(home.path(), size, page), path);
        // Excludes its toolbar, its scroll bar and its status bar.
        Picture::read(path, 50, 20, 30)
    };
    check("netsurf", shoot, true);
}

#[test]
#[ignore = "needs Dillo: `make test` installs it"]
fn dillo_shows_whole_boards() {
    let home = TempDir::new();
    let shoot = |size: (usize, usize), page: &Path, path: &Path| {
        let mut dillo = Command::new("dillo");
        dillo.env("HOME", home.path()).args(["-f", "-g", &format!("{}x{}+0+0", size.0, size.1)]);
        dillo.arg(format!("file://{}", page.display()));
        Screen::open(size).picture(dillo, path);
        // It draws no boxes around links in a line, and a scroll bar on the right only if needed.
        let picture = Picture::read(path, 4, 0, 4);
        if picture.has_scroll_bar() { Picture::read(path, 4, 20, 4) } else { picture }
    };
    check("dillo", shoot, false);
}

#[test]
#[ignore = "needs wkhtmltoimage: `make test` installs it"]
fn qtwebkit_shows_whole_boards_on_one_screen() {
    let shoot = |size: (usize, usize), page: &Path, path: &Path| {
        let screen = Screen::open(size);
        let mut webkit = Command::new("wkhtmltoimage");
        webkit.env("DISPLAY", &screen.display).args(["--enable-local-file-access", "--quiet", "--width"]);
        webkit.arg(size.0.to_string()).arg(format!("file://{}", page.display())).arg(path);
        let output = run(&mut webkit);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let picture = Picture::read(path, 0, 0, 0);
        // It widens the screenshot if the page is wider.
        assert_eq!(picture.width, size.0, "{} overflows", page.display());
        let is_eink = page.to_string_lossy().contains("site-eink") && !page.ends_with("site-eink/index.html");
        assert!(!is_eink || picture.rows.len() <= size.1, "{} is {} px high", page.display(), picture.rows.len());
        picture
    };
    check("qtwebkit", shoot, true);
}

#[test]
#[ignore = "needs Firefox: `make test` installs it"]
fn firefox_shows_whole_boards() {
    let profile = TempDir::new();
    let shoot = |size: (usize, usize), page: &Path, path: &Path| {
        let mut firefox = Command::new("firefox-esr");
        firefox.args(["--headless", "--no-remote", "--profile"]).arg(profile.path()).arg("--screenshot").arg(path);
        firefox.arg(format!("--window-size={},{}", size.0, size.1)).arg(format!("file://{}", page.display()));
        let output = run(firefox.env("HOME", profile.path()));
        assert!(path.is_file(), "{}", String::from_utf8_lossy(&output.stderr));
        Picture::read(path, 0, 0, 0)
    };
    check("firefox", shoot, true);
}
