//! Drafts: content that a site leaves out unless the user requests it.

use crate::fixture::Fixture;

/// Returns a site with an edition, a draft of one, and a lesson, a cover and a second game that are or use drafts.
fn site() -> Fixture {
    let site = Fixture::new();
    let edition = |name: &str, rows: &str, rest: &str| {
        format!("[[editions]]\nname = \"{name}\"\ntitle = \"{name}\"\nparameters = {{ rows = {rows} }}\n{rest}\n")
    };
    let header = "title = \"Nim\"\nsummary = \"Take.\"\ngame = \"nim\"\n";
    let (small, large) = (edition("two-player", "[1, 2]", ""), edition("large", "[2, 2]", "draft = true"));
    site.write("content/nim.md", &format!("+++\n{header}cover = \"large/a-2-2\"\n{small}{large}+++\n"));
    site.write("content/later.md", &format!("+++\n{header}draft = true\n{small}+++\n"));
    let step = "```step\nposition = \"b-0-2\"\nmove = \"2-2\"\n```\n";
    site.write(
        "content/nim/lesson.md",
        &format!("+++\ntitle = \"Learn\"\nlesson = \"nim/large\"\n+++\n\nTake.\n\n{step}"),
    );
    site
}

fn built(site: &Fixture, arguments: &[&str]) -> Vec<&'static str> {
    site.build(&[arguments, &["--prune"]].concat());
    let pages = ["nim/two-player", "nim/large", "nim/lesson", "later/two-player"];
    pages.into_iter().filter(|page| site.public().join(page).join("index.html").exists()).collect()
}

#[test]
fn drafts_are_built_when_they_are_asked_for() {
    let site = site();
    assert_eq!(built(&site, &[]), ["nim/two-player"]);
    assert_eq!(built(&site, &["--drafts"]), ["nim/two-player", "nim/large", "nim/lesson", "later/two-player"]);
    assert_eq!(built(&site, &["--only", "nim"]), ["nim/two-player"]);
    assert_eq!(built(&site, &["--only", "nim/large"]), ["nim/large", "nim/lesson"]);
    assert_eq!(built(&site, &["--only", "nim/lesson"]), ["nim/large", "nim/lesson"], "a lesson comes with its edition");
    assert_eq!(built(&site, &["--only", "later"]), ["later/two-player"], "a game of nothing but drafts");
    assert_eq!(built(&site, &[]), ["nim/two-player"], "and then they go again");
}

#[test]
fn a_board_is_asked_for_by_its_name() {
    let site = Fixture::new();
    let board = |name: &str, draft: bool| {
        format!(
            "[[boards]]\nname = \"{name}\"\ntitle = \"{name}\"\ndraft = {draft}\nparameters = {{ rows = [1, 2] }}\n"
        )
    };
    let editions = "[[editions]]\nname = \"two-player\"\ntitle = \"Two players\"\n\
                    [[editions]]\nname = \"easy\"\ntitle = \"Easy\"\n\
                    computer = { policy = \"random\" }\n";
    let header = "title = \"Nim\"\nsummary = \"Take.\"\ngame = \"nim\"\n";
    let page = format!("+++\n{header}{}{}{editions}+++\n", board("one", false), board("two", true));
    site.write("content/nim.md", &page);
    let built = |arguments: &[&str]| {
        site.build(&[arguments, &["--prune"]].concat());
        let pages = ["one/two-player", "one/easy", "two/two-player", "two/easy"];
        let exists = |page: &&str| site.public().join("nim").join(page).join("index.html").exists();
        pages.into_iter().filter(exists).collect::<Vec<_>>()
    };
    assert_eq!(built(&[]), ["one/two-player", "one/easy"]);
    assert_eq!(built(&["--only", "nim/two"]), ["two/two-player", "two/easy"]);
    assert_eq!(built(&["--only", "nim/two/easy", "--only", "nim/one/easy"]), ["one/easy", "two/easy"]);
    assert!(site.fail(&["--only", "nim/three"]).contains("the site has no game, edition or story `nim/three`"));
    // A board can leave out some of the editions.
    site.write("content/nim.md", &page.replace("draft = true\n", "drafts = [\"two-player\"]\n"));
    assert_eq!(built(&[]), ["one/two-player", "one/easy", "two/easy"]);
    assert_eq!(built(&["--only", "nim/two"]), ["two/two-player", "two/easy"]);
    assert_eq!(built(&["--drafts"]), ["one/two-player", "one/easy", "two/two-player", "two/easy"]);
}
