//! Puzzles as requested by content: seeds, editions, days, and positions that authors name.

use std::collections::BTreeMap;

use pageturner::outputs::assembly::Sites;
use pageturner::pages::site::Options;
use toml::value::Datetime;

use crate::files::files_below;
use crate::fixture::Fixture;
use crate::html;
use crate::keys::GAME_OF_MANY_PUZZLES;
use crate::whole_site::options_of;

/// Returns a header of Nim with a collection of puzzles.
fn nim_with(puzzles: &str) -> String {
    format!(
        "+++\ntitle = \"Nim\"\nsummary = \"Take pieces.\"\ngame = \"nim\"\nparameters.rows = [3, 4, 5]\n\
         [[editions]]\nname = \"two-player\"\ntitle = \"Two players\"\n\
         [[editions]]\nname = \"other\"\ntitle = \"Another\"\ncomputer.policy = \"random\"\n\
         [[puzzles]]\nname = \"puzzles\"\ntitle = \"Find the win\"\n{puzzles}\n+++\n"
    )
}

/// Returns the pages of puzzles that a build wrote, with their bytes.
fn written(site: &Fixture, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let all = files_below(&site.public());
    all.into_iter().filter(|(path, _)| path.starts_with(&format!("{folder}/"))).collect()
}

#[test]
fn the_same_content_gives_the_same_puzzles() {
    let site = Fixture::new();
    site.write("content/nim.md", &nim_with("editions = [\"two-player\"]\ncount = 5\nmoves = [2, 3]\nseed = 1"));
    site.build(&["--jobs", "1"]);
    let first = written(&site, "nim/puzzles");
    site.build(&["--jobs", "4", "--force"]);
    assert!(written(&site, "nim/puzzles") == first, "the same seed");
    site.write("content/nim.md", &nim_with("editions = [\"two-player\"]\ncount = 5\nmoves = [2, 3]\nseed = 2"));
    site.build(&[]);
    assert!(written(&site, "nim/puzzles") != first, "another seed");
}

#[test]
fn puzzles_come_with_the_editions_that_they_are_taken_from() {
    let site = Fixture::new();
    let config = "title = \"A\"\n[[variants]]\nname = \"ink\"\ntitle = \"Ink\"\ntheme = \"eink\"\nonly = ";
    let names = [("nim/two-player", true), ("nim/other", false), ("nim", true)];
    site.write("content/nim.md", &nim_with("editions = [\"two-player\"]\ncount = 2\nmoves = [1, 2]"));
    for (name, has_puzzles) in names {
        site.build(&["--only", name, "--prune"]);
        assert_eq!(!written(&site, "nim/puzzles").is_empty(), has_puzzles, "--only {name}");
        site.write("content/site.toml", &format!("{config}[\"{name}\"]\n"));
        site.build(&[]);
        assert_eq!(!written(&site, "ink/nim/puzzles").is_empty(), has_puzzles, "a variant of {name}");
    }
    // Selected by their own name, they are built without the editions; a build of the editions contains both.
    site.write("content/site.toml", &format!("{config}[\"nim/other\", \"nim/puzzles\"]\n"));
    site.build(&[]);
    assert!(!written(&site, "ink/nim/puzzles").is_empty() && written(&site, "ink/nim/two-player").is_empty());
    site.build(&["--only", "nim/puzzles"]);
    assert!(!written(&site, "nim/puzzles").is_empty() && !written(&site, "nim/two-player").is_empty());
    site.run(&["check"]);
}

#[test]
fn a_day_has_its_puzzle_on_the_front_page_and_in_the_feed() {
    let site = Fixture::new();
    site.write("content/ataxx.md", GAME_OF_MANY_PUZZLES);
    let calendar = "title = \"Every day\"\n[calendar]\neditions = [\"ataxx/two-player\"]\nmoves = [1, 4]\n";
    site.write("content/calendar.md", &format!("+++\n{calendar}+++\n"));
    let base_url = Some("https://example.org/".to_owned());
    let built = |date: Option<&str>| {
        let date = date.map(|date| date.parse::<Datetime>().expect("a day").date.expect("a day"));
        let options = Options { base_url: base_url.clone(), date, ..options_of(site.root()) };
        let sites = Sites::open(&options, None).expect("a site");
        ["index.html", "feed.xml"].map(|path| {
            let bytes = sites.look_up(path).expect("no mistakes").unwrap_or_default();
            String::from_utf8(bytes).expect("text")
        })
    };
    let [front, feed] = built(None);
    assert!(front.contains("Try one: Ataxx") && front.contains("href=calendar/01-12~"), "{front}");
    assert!(feed.is_empty(), "nothing is dated");
    let [front, feed] = built(Some("2028-02-29"));
    assert!(front.contains("Today’s puzzle: Ataxx") && front.contains("href=calendar/02-29~"), "{front}");
    assert!(front.contains("href=calendar/index.html#month-2"), "the calendar opens at the month: {front}");
    assert!(feed.contains("<title>29 February: Ataxx: Win in"), "{feed}");
    assert!(
        feed.contains("https://example.org/calendar/02-29.html") && feed.contains("2028-02-29T00:00:00Z"),
        "{feed}"
    );
    assert!(built(Some("2028-02-29")) == [front, feed], "the same day gives the same bytes");
    site.build(&["--base-url", "https://example.org/"]);
    let day = site.read("calendar/02-29.html");
    assert!(day.contains("href=index.html#month-2>"), "a day leads back to its month: {day}");
    let days = written(&site, "calendar").into_iter().filter(|(path, _)| path.starts_with("calendar/02-29~"));
    let ends =
        days.filter_map(|(_, bytes)| Some(String::from_utf8(bytes).ok()?.split_once("mailto:?body=")?.1.to_owned()));
    let ends: Vec<_> = ends.collect();
    assert!(!ends.is_empty());
    for end in ends {
        let (line, rest) = end.split_once("%20https:%2F%2Fexample.org%2Fcalendar%2F02-29.html\"").expect("an address");
        assert!(line.starts_with("29%20February:%20solved%20in%20") && rest.starts_with(">Send your result"), "{end}");
    }
    for wrong in ["2027-02-29", "2026-13-01", "tomorrow", "2026-11-24T10:00:00"] {
        let told = site.fail_with(2, &["build", "--date", wrong]);
        assert!(told.contains("write an existing day as year, month and day, such as 2026-11-24"), "{told}");
    }
}

/// Returns the tasks of puzzles of Nim with rows of three, four and five, for these keys, in order.
fn tasks(keys: &str) -> Vec<String> {
    let site = Fixture::new();
    let header = "title = \"Nim\"\nsummary = \"Take.\"\ngame = \"nim\"\nparameters.rows = [3, 4, 5]\n";
    let edition = "[[editions]]\nname = \"two-player\"\ntitle = \"Two players\"\n";
    let puzzles = "[[puzzles]]\nname = \"puzzles\"\ntitle = \"A\"\neditions = [\"two-player\"]\n";
    site.write("content/nim.md", &format!("+++\n{header}{edition}{puzzles}{keys}\n+++\n"));
    site.build(&[]);
    let pages = files_below(&site.public().join("nim/puzzles"));
    let first = pages.keys().filter(|path| path.len() == "01.html".len());
    first.map(|path| html::texts(&html::page(&site.public().join("nim/puzzles").join(path)), "body").concat()).collect()
}

#[test]
fn puzzles_of_ones_own_stand_alone_or_beside_those_that_are_drawn() {
    let own = "positions = [\"b-0-2-3\", \"a-1-2-2\"]";
    let alone = tasks(own);
    assert_eq!(alone.len(), 2);
    // Easy puzzles come first, whatever the order in the list.
    assert!(alone[0].contains("Player A") && alone[1].contains("Player B"), "{alone:?}");
    let drawn = tasks("count = 3\nmoves = [2, 4]");
    assert_eq!(drawn.len(), 3);
    assert_eq!(tasks(&format!("{own}\ncount = 3\nmoves = [2, 4]")).len(), 5);
}
