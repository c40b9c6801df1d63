//! Pictures of positions, for articles and print.

use std::fs;
use std::process::Command;

use crate::fixture::Fixture;
use crate::html::elements;

/// Returns a site with a position of each kind of board.
fn site() -> Fixture {
    let site = Fixture::new();
    let edition = |game: &str, parameters: &str| {
        format!(
            "+++\ntitle = \"<{game}> & more\"\nsummary = \"\"\ngame = \"{game}\"\n\n[[editions]]\nname = \"all\"\n\
             title = \"All of it\"\nparameters = {{ {parameters} }}\n+++\n"
        )
    };
    site.write("content/lines.md", &edition("tic-tac-toe", ""));
    site.write("content/towers.md", &edition("hanoi", "discs = 3"));
    site.write("content/cross.md", &edition("ataxx", "layout = 0x7FCE"));
    site.write("content/pegs.md", &edition("peg-solitaire", "empty = \"a1\""));
    site
}

/// A position of each kind of board: marks, a winning line, discs, walls, holes, rows of pieces.
const POSITIONS: [&str; 6] =
    ["lines/all/51", "lines/all/2cef", "towers/all/acb", "cross/all", "pegs/all", "nim/two-player/b-0-2"];

/// Returns the width and height of a PNG.
pub(crate) fn size_of_png(bytes: &[u8]) -> (usize, usize) {
    assert_eq!(imagesize::image_type(bytes).expect("a picture"), imagesize::ImageType::Png);
    let size = imagesize::blob_size(bytes).expect("its size");
    (size.width, size.height)
}

#[test]
fn positions_are_drawn_as_shapes_that_say_what_they_are() {
    let (site, small) = (site(), Fixture::new());
    for position in POSITIONS {
        site.run(&["export", "picture", position, "-o", "drawn.svg"]);
        let svg = fs::read_to_string(site.root().join("drawn.svg")).expect("a drawing");
        small.write("content/drawn.svg", &svg);
        let elements: Vec<_> = elements(&svg).expect("well-formed XML").into_iter().map(|(name, _)| name).collect();
        assert_eq!(elements[..3], ["svg", "title", "desc"], "{position}");
        assert!(!elements.iter().any(|name| name == "text" || name == "image"), "{position} needs a font or a file");
        assert!(svg.contains("viewBox=\"0 0 ") && svg.contains("role=\"img\""), "{position}");
        // An author's files are checked, so this picture passes the check.
        small.build(&["--quiet"]);
    }
    site.run(&["export", "picture", "lines/all/51"]);
    let svg = fs::read_to_string(site.root().join("lines-all-51.svg")).expect("a drawing");
    assert!(svg.contains("<title>&lt;tic-tac-toe&gt; &amp; more, All of it: O to move</title>"), "{svg}");
    assert!(svg.contains("empty, empty, empty; empty, X, empty; empty, empty, empty."), "{svg}");
}

#[test]
fn a_picture_is_as_wide_as_it_is_asked_to_be() {
    let site = site();
    let draw = |arguments: &[&str]| site.output(&[&["export", "picture", "-o", "-"], arguments].concat()).stdout;
    assert_eq!(size_of_png(&draw(&["lines/all/51", "--width", "500"])), (500, 500));
    assert_eq!(size_of_png(&draw(&["nim/two-player", "--width", "1700"])).0, 1700);
    assert_eq!(size_of_png(&draw(&["towers/all", "--width", "333"])).0, 333);
    assert!(draw(&["lines/all/51"]).starts_with(b"<svg "));
    assert_eq!(draw(&["lines/all/51", "--width", "500"]), draw(&["lines/all/51", "--width", "500"]));
}

#[test]
fn content_has_pictures_of_the_positions_that_it_names() {
    let site = Fixture::new();
    let nim = fs::read_to_string(site.root().join("content/nim.md")).expect("text");
    site.write("content/nim.md", &nim.replacen("title = \"Two", "pictures = [\"index\", \"b-0-2\"]\ntitle = \"Two", 1));
    site.write(
        "content/about.md",
        "+++\ntitle = \"About\"\n+++\n\n![Two are left](nim/two-player/b-0-2.svg), ![S](nim/two-player/index.png)\n",
    );
    site.build(&[]);
    let about = site.read("about.html");
    assert!(about.contains("src=nim/two-player/b-0-2.svg") && about.contains("alt=\"Two are left\""), "{about}");
    for name in ["index", "b-0-2"] {
        let path = site.public().join("nim/two-player").join(name);
        assert!(fs::read_to_string(path.with_extension("svg")).expect("a drawing").starts_with("<svg "));
        assert_eq!(size_of_png(&fs::read(path.with_extension("png")).expect("pixels")).0, 1200);
    }
}

#[test]
#[ignore = "needs librsvg: `make test` installs it"]
fn shapes_and_pixels_are_the_same_picture() {
    let site = site();
    for position in POSITIONS {
        let draw = |name: &str| {
            let width: &[&str] = if name == "a.png" { &["--width", "680"] } else { &[] };
            site.run(&[&["export", "picture", position, "-o", name], width].concat());
        };
        draw("a.png");
        draw("a.svg");
        let mut converter = Command::new("rsvg-convert");
        let rendered = converter.args(["-w", "680", "a.svg", "-o", "b.png"]).current_dir(site.root()).status();
        assert!(rendered.expect("rsvg-convert runs; `make clients` installs it").success());
        let compare = "compare -metric MAE a.png b.png null: 2>&1 | sed 's/.*(\\(.*\\))/\\1/'";
        let compared = Command::new("sh").args(["-c", compare]).current_dir(site.root()).output().expect("a shell");
        let difference = String::from_utf8(compared.stdout).expect("text");
        let difference: f64 = difference.trim().parse().unwrap_or_else(|_| panic!("{position}: {difference}"));
        assert!(difference < 0.01, "{position}: pixels differ by {difference} on average");
    }
}
