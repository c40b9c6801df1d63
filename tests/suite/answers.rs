//! The answers of editions: every row is compared with a solver that knows only the pages of play and their links.

use std::collections::{BTreeSet, HashMap};
use std::fs;

use pageturner::game::{Outcome, Player, Status};
use rayon::prelude::*;

use crate::book::{export_as, files};
use crate::could_have::TOO_MANY_MISTAKES;
use crate::files::{in_language, in_variant, is_beside_play, plain, themes};
use crate::html::{self, all, page, text, values};
use crate::oracle::{Value, Values};
use crate::reading::{self, follow, one_line};
use crate::thoughts::leads_to;
use crate::tree::{Html, Node};
use crate::whole_site::{FOLDER, IS_WHOLE, PAGES, SITE, is_list_of_puzzles, named_moves, pages_below, site};

/// An edition as its pages of play show it, except those with hints, of perfect play and of chosen pieces.
struct Edition {
    pages: Vec<&'static str>,
    /// For each page, the names of its moves, and the indices of the pages after them.
    moves: Vec<Vec<(String, u32)>>,
    /// Whose turn it is on each page, or how play ended. Against a computer, the person is the first player.
    statuses: Vec<Status>,
    /// The names of the players, if people play each other.
    people: Option<[String; 2]>,
    is_against_computer: bool,
    values: Values,
    /// How often the computer moves in a lost game, from the move that leads to each page.
    replies: Vec<u32>,
}

impl Edition {
    fn read(folder: &str) -> Self {
        let is_one = |path: &&str| !is_beside_play(path) && plain(path) == **path && !path.contains("~from-");
        let pages: Vec<_> = pages_below(folder).map(|(path, _)| path).filter(is_one).collect();
        let number = |path: &str| pages.binary_search(&path).expect("a page of the edition") as u32;
        let moves = |path: &&str| named_moves(path).into_iter().map(|(name, to)| (name, number(&plain(&to)))).collect();
        let moves: Vec<Vec<_>> = pages.iter().map(moves).collect();
        let start = number(&format!("{folder}/index.html")) as usize;
        let people = mover(pages[start]).map(|first| {
            let other = pages.iter().find_map(|path| mover(path).filter(|name| *name != first));
            [first, other.unwrap_or_default()]
        });
        let status = |(path, moves): (&&'static str, &Vec<_>)| {
            let said = &*SITE[*path].status;
            let is_second =
                |name: Option<String>| people.as_ref().is_some_and(|people| name.as_ref() == Some(&people[1]));
            let player = |is_second| if is_second { Player::Second } else { Player::First };
            match people {
                _ if moves.is_empty() && said.to_lowercase().contains("draw") => Status::Over(Outcome::Draw),
                Some(_) if !moves.is_empty() => Status::Turn(player(is_second(mover(path)))),
                Some(ref people) => Status::Over(Outcome::Win(player(said.contains(&format!("{} wins", people[1]))))),
                None if !moves.is_empty() => Status::Turn(Player::First),
                None if said.contains("You win") || said.contains("Solved") => Status::Over(Outcome::Solved),
                None if said.contains("You lose") => Status::Over(Outcome::Win(Player::Second)),
                None => Status::Over(Outcome::Stuck),
            }
        };
        let statuses: Vec<_> = pages.iter().zip(&moves).map(status).collect();
        let to = |moves: &Vec<(String, u32)>| moves.iter().map(|&(_, to)| to).collect();
        let values = Values::of(&statuses.iter().copied().zip(moves.iter().map(to)).collect::<Vec<_>>(), false);
        let is_against_computer = people.is_none() && pages.iter().any(|path| SITE[*path].status.contains("You "));
        let mut replies: Vec<u32> = pages.iter().map(|path| replies(path)).collect();
        let mut lost: Vec<_> =
            (0..pages.len()).filter_map(|page| Some((values.win(Player::Second, page)?.1, page))).collect();
        lost.sort_unstable();
        for (_, page) in lost {
            replies[page] += moves[page].iter().map(|&(_, to)| replies[to as usize]).max().unwrap_or(0);
        }
        Self { pages, moves, statuses, people, is_against_computer, values, replies }
    }
}

/// Returns the player to move on a page, if people play each other.
fn mover(path: &str) -> Option<String> {
    let said = &SITE[path].status;
    let (name, _) = said.split_once(" to move").or_else(|| said.split_once(" cannot move"))?;
    Some(name.rsplit(". ").next().expect("a name").to_owned())
}

/// Returns how many moves of the computer led to a page, by its name. The person passed between them.
fn replies(path: &str) -> u32 {
    let parts = path.trim_end_matches(".html").split('~').skip(1);
    let moves = parts.filter(|part| !part.starts_with("after-"));
    moves.enumerate().filter(|&(place, name)| place % 2 == 0 || name != "pass").count() as u32
}

/// Returns the address that a link on a page leads to.
pub(crate) fn address(from: &str, href: &str) -> String {
    let name = href.split_once('#').map_or(String::new(), |(_, name)| format!("#{name}"));
    follow(from, href) + &name
}

/// A row of answers: its text without that of its links, and the addresses of its links, by their texts.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) said: String,
    pub(crate) links: Vec<(String, String)>,
}

impl Row {
    /// Returns all rows of a file, by their addresses.
    pub(crate) fn read_all(path: &str) -> HashMap<String, Row> {
        let html = page(&FOLDER.join(path));
        let row = |element: &crate::tree::Node<'_>| {
            let links: Vec<_> = element
                .select("a")
                .iter()
                .map(|link| (text(link), address(path, link.attr("href").unwrap_or_default())))
                .collect();
            let mut said = text(element);
            for (text, _) in links.iter().rev() {
                let at = said.rfind(&**text).expect("the link's text");
                said.replace_range(at..at + text.len(), "");
            }
            (format!("{path}#{}", element.attr("id").expect("a name")), Row { said: one_line(&said), links })
        };
        all(&html, "main li").iter().map(row).collect()
    }

    pub(crate) fn link(&self, begin: &str) -> Option<&str> {
        self.links.iter().find(|(text, _)| text.starts_with(begin)).map(|(_, to)| &**to)
    }
}

impl Edition {
    fn is_puzzle(&self) -> bool {
        self.people.is_none() && !self.is_against_computer
    }

    /// Returns the best result at a position, in the words of its question.
    fn question(&self, position: usize) -> String {
        match (self.values.value(position), &self.people) {
            (Value::Win(winner, (own, _)), Some(people)) => {
                format!("Best play: {} wins in {own}.", people[usize::from(winner == Player::Second)])
            }
            (Value::Draw(_), Some(_)) => "Best play: a draw.".to_owned(),
            (_, Some(_)) => "Best play: endless.".to_owned(),
            (Value::Win(Player::First, (_, all)), None) if self.is_against_computer => {
                format!("You can win in {all}.")
            }
            (Value::Win(Player::First, (_, all)), None) => {
                format!("{} to the goal.", if all == 1 { "One move".to_owned() } else { format!("{all} moves") })
            }
            (Value::Draw(_), None) => "You can get a draw.".to_owned(),
            (Value::Win(..), None) => {
                let replies = self.moves[position].iter().map(|&(_, to)| self.replies[to as usize]).max();
                match replies.expect("a move") {
                    0 => "The computer wins, whatever you do.".to_owned(),
                    1 => "The computer wins in 1.".to_owned(),
                    replies => format!("The computer wins in {replies} or fewer."),
                }
            }
            _ if self.is_against_computer => "You can keep the game going for ever.".to_owned(),
            _ => "The goal is out of reach.".to_owned(),
        }
    }

    /// Returns the worth of a move to a position for a player, in words, if its page shows it.
    fn worth(&self, player: Player, to: u32) -> String {
        let (position, is_own) = (to as usize, |winner| winner == player);
        match (self.values.value(position), &self.people) {
            (Value::Win(winner, (own, _)), Some(_)) if is_own(winner) => format!("wins in {}", own + 1),
            (Value::Win(_, (0, _)), Some(_)) => "loses now".to_owned(),
            (Value::Win(_, (own, _)), Some(_)) => format!("loses in {own}"),
            (Value::Win(Player::First, (_, all)), None) if self.is_against_computer => format!("wins in {}", all + 1),
            (Value::Win(Player::First, (_, all)), None) => format!("{all} left"),
            (Value::Win(..), None) => match self.replies[position] {
                0 => "loses now".to_owned(),
                replies => format!("loses in {replies}"),
            },
            (Value::Draw(_), _) => "draws".to_owned(),
            _ => "endless".to_owned(),
        }
    }

    /// Returns the problem with the row of a page that shows a position, if any. Removes its question and its answer
    /// from `rows`.
    fn fault(&self, position: usize, path: &str, rows: &mut HashMap<String, Row>) -> Option<String> {
        let hint = SITE[path].links.iter().find(|link| link.text == "Hint");
        let Status::Turn(player) = self.statuses[position] else {
            // Another test checks the texts about mistakes.
            let mistakes = SITE[path].links.iter().find(|link| link.text == "Where did it go wrong?");
            let address = mistakes.map(|link| address(path, &link.href));
            let is_own = |address: &String| rows.get(address).is_some_and(|row| row.link("Back") == Some(path));
            address.filter(is_own).map(|address| rows.remove(&address));
            return hint.map(|_| "an end has a hint".to_owned());
        };
        let Some(question) = hint.and_then(|hint| rows.remove(&address(path, &hint.href))) else {
            return Some("no row".to_owned());
        };
        let expected = self.question(position);
        let said = question.said.trim_end_matches(" One of these moves was the mistake:");
        let said = said.trim_end_matches(TOO_MANY_MISTAKES).trim_end();
        let Some(thought) = said.strip_prefix(&*expected).filter(|_| question.link("Back") == Some(path)) else {
            return Some(format!("{question:?}, not {expected}"));
        };
        let wish = |&(_, to): &(String, u32)| match self.values.wish(player, to as usize) {
            (3, ..) if self.is_against_computer => (3, -i64::from(self.replies[to as usize]), 0),
            wish => wish,
        };
        let moves = &self.moves[position];
        let best = moves.iter().map(wish).min();
        let (best, others): (Vec<_>, _) = moves.iter().partition(|mv| Some(wish(mv)) == best);
        let answer = question.link("Answer");
        if expected == "The goal is out of reach." {
            return answer.map(|_| "an answer to a question that has none".to_owned());
        }
        let Some(answer) = answer.and_then(|answer| rows.remove(answer)) else { return Some("no answer".to_owned()) };
        if !leads_to(thought.trim_start(), path, &names(&best)) {
            return Some(format!("{thought:?}, but {:?}", names(&best)));
        }
        let said = &*answer.said;
        let play = answer.link("Play").map(plain);
        let leads = |to: u32| play.as_deref() == Some(self.pages[to as usize]);
        if answer.link("Back") != Some(path) || !best.iter().any(|&&(_, to)| leads(to)) {
            return Some(format!("{answer:?}, not {best:?}"));
        }
        // The best moves, and one of those that get the same result later.
        let also = others.iter().filter(|mv| wish(mv).0 == 0 && !self.is_puzzle());
        let also = also.map(|mv| wish(mv)).min();
        let also: Vec<_> = others.into_iter().filter(|mv| Some(wish(mv)) == also).collect();
        let worth = |moves: &[&(String, u32)]| self.worth(player, moves[0].1);
        let firsts = or(&names(&best)).into_iter().map(|names| match worth(&best).split_once(" left") {
            Some(("0", _)) => format!("{names}, and the goal is reached"),
            Some(("1", _)) => format!("{names}, then one move to the goal"),
            Some((moves, _)) => format!("{names}, then {moves} moves to the goal"),
            None => format!("{names}: {}", worth(&best)),
        });
        let seconds = |first: String| match &also[..] {
            [] => vec![first],
            also => names(also).iter().map(|name| format!("{first} Also {name}: {}", worth(also))).collect(),
        };
        let kinds: BTreeSet<_> = moves.iter().map(|&(_, to)| self.worth(player, to)).collect();
        if let (Some(alike), true) = (kinds.first(), kinds.len() == 1) {
            let said = said.to_lowercase();
            let is_of_all = ["all ", "both ", "every ", "the only "].iter().any(|begin| said.starts_with(begin));
            let is_said = is_of_all && said.contains(&of_all(alike));
            return (!is_said).then(|| format!("{:?}, not that all moves are {alike}", answer.said));
        }
        let expected: BTreeSet<_> = firsts.flat_map(seconds).map(|text| words(&text)).collect();
        if !expected.contains(&words(said)) {
            return Some(format!("{:?}, not {expected:?}", answer.said));
        }
        None
    }
}

/// Returns the text for all moves if each has this worth.
fn of_all(worth: &str) -> String {
    match worth.split(' ').collect::<Vec<_>>()[..] {
        [_, "in", moves] => format!(" in {moves}."),
        ["0", "left"] => "the goal.".to_owned(),
        ["1", "left"] => "one move to the goal.".to_owned(),
        [moves, "left"] => format!("{moves} moves to the goal."),
        ["endless"] => "without an end.".to_owned(),
        ["draws"] => "draw".to_owned(),
        _ => "now.".to_owned(),
    }
}

/// Returns the words of an answer, sorted: its moves are in the order of the game.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let mut words: Vec<_> =
        text.split([' ', '.', ',', ':']).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    words.sort();
    words
}

/// Returns the ways in which an answer can name some equally good moves.
fn or(names: &[String]) -> Vec<String> {
    match names {
        [one] => vec![one.clone()],
        [one, other] => vec![format!("{one} or {other}")],
        [one, other, third] => vec![format!("{one}, {other} or {third}")],
        _ => names.iter().map(|name| format!("{name} or one of {} others", names.len() - 1)).collect(),
    }
}

/// Returns the names of moves, without a mark before a square or a verb: `a1 to b2` for `a1 to ♞ b2`, and `put ring a
/// on` for `o put ring a on`.
fn names<T>(moves: &[&(String, T)]) -> Vec<String> {
    let is_square = |word: &&str| match word.as_bytes() {
        b"put" | b"take" | [b'a'..=b'z' | b'A'..=b'Z'] => true,
        [b'a'..=b'z', digit] => digit.is_ascii_digit(),
        _ => false,
    };
    let short = |(name, _): &&(String, T)| {
        let words: Vec<_> = name.split(' ').collect();
        let is_mark =
            |(place, word): &(usize, &&str)| word.chars().count() == 1 && words.get(place + 1).is_some_and(is_square);
        let kept = words.iter().enumerate().filter(|word| !is_mark(word)).map(|(_, word)| *word);
        kept.collect::<Vec<_>>().join(" ")
    };
    moves.iter().map(short).collect()
}

#[test]
fn every_row_agrees_with_another_solver() {
    let folders = SITE.keys().filter_map(|path| path.strip_suffix("/index~answers.html"));
    let folders: BTreeSet<&str> = folders.filter(|folder| !is_of_script(folder)).collect();
    let check = |folder: &&str| {
        let edition = Edition::read(folder);
        let files = pages_below(folder).map(|(path, _)| path).filter(|path| path.contains("/index~answers"));
        let mut rows: HashMap<_, _> = files.flat_map(Row::read_all).collect();
        let mut faults = Vec::new();
        for (position, &plain) in edition.pages.iter().enumerate() {
            let perfect = plain.replace(".html", "~perfect.html");
            for path in [plain, &perfect].into_iter().filter(|path| SITE.contains_key(*path)) {
                faults.extend(edition.fault(position, path, &mut rows).map(|fault| format!("{path}: {fault}")));
            }
        }
        faults.extend(rows.keys().map(|row| format!("{row} is of no page")));
        faults.truncate(3);
        faults
    };
    let checked: Vec<_> = folders.par_iter().map(check).collect();
    let faults: Vec<_> = checked.concat();
    assert!(faults.is_empty(), "{faults:#?}");
}

fn is_of_script(folder: &str) -> bool {
    folder.contains("puzzles") || folder.ends_with("calendar") || folder.ends_with("/lesson")
}

/// Puzzles link to their answer on each page, lessons after a mistake.
#[test]
fn the_answers_of_puzzles_and_lessons_are_the_moves_that_lead_on() {
    let folders = SITE.keys().filter_map(|path| path.strip_suffix("/index~answers.html"));
    let mut answered = [0, 0];
    for folder in folders.filter(|folder| is_of_script(folder)) {
        let is_lesson = folder.ends_with("/lesson");
        let is_mistake = |path: &str| if is_lesson { path.contains('~') } else { path.contains("~not-") };
        let files = pages_below(folder).map(|(path, _)| path).filter(|path| path.contains("/index~answers"));
        let rows: HashMap<_, _> = files.flat_map(Row::read_all).collect();
        for (path, shown) in pages_below(folder).filter(|(path, _)| !is_beside_play(path) && !path.contains("~from-")) {
            let link = shown.links.iter().find(|link| link.text == "Show the answer");
            let step = path.split(if is_lesson { "~" } else { "~not-" }).next().expect("a step");
            let step = step.trim_end_matches(".html").replace("/lesson/1", "/lesson/index") + ".html";
            let is_list = is_list_of_puzzles(path) || path == "calendar/index.html";
            let moves = if is_list { Vec::new() } else { named_moves(&step) };
            let right: Vec<_> = moves.iter().filter(|(_, to)| !is_mistake(to)).collect();
            assert_eq!(link.is_some(), !right.is_empty() && (is_mistake(path) || !is_lesson), "{path}");
            let Some(link) = link else { continue };
            let row = &rows[&address(path, &link.href)];
            assert_eq!(row.link("Back"), Some(&*step), "{path}");
            let play = row.link("Play").expect("a move");
            assert!(right.iter().any(|(_, to)| to == play), "{path}: {row:?}, {right:?}");
            let expected: BTreeSet<_> = or(&names(&right)).iter().map(|names| words(names)).collect();
            let (place, said) = row.said.split_once(": ").expect("a place");
            assert!(expected.contains(&words(said)), "{path}: {row:?}, {right:?}");
            assert!(SITE[&step].title.contains(place) || step.ends_with("/lesson/index.html"), "{path}: {row:?}");
            answered[usize::from(is_lesson)] += 1;
        }
    }
    assert!(answered.into_iter().min() > Some(30), "{answered:?}");
}

/// The other languages show the same positions, so their rows contain the same links.
#[test]
fn rows_of_another_language_lead_where_the_first_ones_do() {
    let links = |path: &str| {
        let html = page(&FOLDER.join(path));
        let links = ["id", "href"].map(|name| values(&html, if name == "id" { "main li" } else { "main li a" }, name));
        links.concat()
    };
    let others: Vec<_> =
        PAGES.keys().filter(|path| path.starts_with("de/") && path.contains("/index~answers")).collect();
    assert!(others.len() > 10, "{others:?}");
    for path in others {
        assert_eq!(links(path), links(in_language(path).1), "{path}");
    }
}

#[test]
fn no_page_of_play_tells_more_than_was_asked_for() {
    for theme in themes().into_iter().filter(|theme| *IS_WHOLE || theme == "classic") {
        let (folder, mut looked_at) = (site(&theme), 0);
        for (path, shown) in &reading::pages_below(&folder) {
            let own = in_variant(in_language(path).1).1;
            let is_of_play =
                own.matches('/').count() >= 2 || own.starts_with("calendar/") && !own.ends_with("/index.html");
            if !is_of_play || is_beside_play(path) || path.contains("~hint") || is_list_of_puzzles(path) {
                continue;
            }
            let html = fs::read_to_string(folder.join(path)).expect("a page");
            let told = ["wins in", "loses in", "Better", "Best:", "gewinnt in", "verliert in", "Besser", "Am besten"];
            // Only rules of the game and texts by authors are true of all positions at once.
            let found =
                told.iter().find(|told| html.contains(&format!(">{told}")) || html.contains(&format!(" {told}: ")));
            assert_eq!(found, None, "{theme}: {path}");
            let hints = shown.links.iter().filter(|link| ["Hint", "Tipp"].contains(&&*link.text)).count();
            let goes_on = shown.moves().next().is_some()
                && !own.contains("puzzles/")
                && !own.contains("/lesson/")
                && !own.starts_with("calendar/")
                // The page guesses there, and the reader has to answer truly.
                && !own.starts_with("code-breaker/");
            assert_eq!(hints, usize::from(goes_on), "{theme}: {path}");
            looked_at += 1;
        }
        assert!(looked_at > 1_000, "{theme}: {looked_at}");
    }
}

/// Books and single files contain the same texts in the same order, and positions and questions link to each other.
#[test]
fn books_and_single_files_have_the_same_rows() {
    for edition in ["nim/computer", "hanoi/3-discs"] {
        let on_website = html::texts(&page(&FOLDER.join(edition).join("index~answers.html")), "main li");
        let single = String::from_utf8(export_as("single", &[edition], &[])).expect("a text");
        let single = Html::parse_document(&single);
        assert_eq!(html::texts(&single, "main li"), on_website, "{edition}");
        let with_id: HashMap<_, _> =
            single.select("main [id]").into_iter().map(|node| (node.attr("id"), node)).collect();
        let link = |node: Node<'_>, begin: &str| {
            let link = node.select("a").into_iter().find(|link| text(link) == begin)?;
            Some(link.attr("href").expect("an address")[1..].to_owned())
        };
        let hints = with_id.values().filter_map(|position| Some((position.attr("id")?, link(*position, "Hint")?)));
        let hints: Vec<_> = hints.collect();
        assert!(hints.len() > 20, "{edition}");
        for (position, question) in hints {
            let question = with_id[&Some(&*question)];
            let answer = with_id[&Some(&*link(question, "Answer").expect("an answer"))];
            for row in [question, answer] {
                assert_eq!(link(row, "Back").as_deref(), Some(position), "{edition}");
            }
        }
        for flags in [&[][..], &["--compact"]] {
            let book = files(&export_as("epub", &[edition], flags));
            let answers = book.iter().filter(|(path, _)| is_beside_play(path));
            let rows = |file: &str| file.split("<hr ").skip(1).map(|row| text_of(&format!("<hr {row}"))).collect();
            let of_each: Vec<Vec<_>> = answers.map(|(_, file)| rows(file)).collect();
            assert!(of_each.contains(&on_website), "{edition}: {of_each:?}");
        }
    }
}

/// Returns the text of a piece of HTML.
fn text_of(html: &str) -> String {
    one_line(&html::texts(&Html::parse_fragment(html), "p").concat())
}
