//! Reads play off the pages, from the first one on by following links alone, and compares it with the table.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use pageturner::game::{Computer, Coordinates, Outcome, Player, Players, Policy, Scene, Square, Status, Target};

use super::board::{self, Cell};
use super::published::{FOLDER, Published, TITLE, folder_of};
use super::table::{Case, EditionCase, LAST, Move, State, Table, done, in_sight, rest, text};
use crate::oracle::{Value, Values};
use crate::reading::{Link, Page, follow, one_line};
use crate::ways::TO_BETTER;

/// What a page shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    state: usize,
    /// The slugs of the computer's moves that led to it, and whether the reader passed between them.
    replies: (Vec<String>, bool),
    /// What these moves are called.
    names: Vec<String>,
    /// The place of the piece that is chosen.
    chosen: Option<Target>,
    hint: bool,
}

/// A link that has to be on a page.
#[derive(Debug)]
struct Offer {
    /// The mark before its words.
    mark: String,
    short: String,
    rest: String,
    worth: String,
    leads: Leads,
}

#[derive(Clone, Debug)]
enum Leads {
    /// To the page after a reader's move to this state.
    After(usize),
    /// To another view of the same position.
    To(Spot),
}

/// A reader of one edition.
pub(super) struct Walk<'a> {
    table: &'a Table,
    edition: &'a EditionCase,
    values: &'a Values,
    /// What states are worth to those who get hints, where a computer with these replies lets a person get more or less
    /// than `values` tell.
    hinted: Option<Values>,
    /// For each state in which the computer replies the one that its reply leads to.
    replies: BTreeMap<usize, usize>,
    /// The states in which a reader who plays against the computer can only pass, and is left to do so.
    left_to_pass: BTreeSet<usize>,
    published: &'a Published,
    /// The pages of the edition by their paths.
    pages: BTreeMap<&'a str, Page>,
    door: &'a str,
    /// The first page of the next edition, if this one leads there.
    next: Option<&'a str>,
    /// What each page that was found shows.
    found: BTreeMap<String, Spot>,
    /// Where the page of each spot was found.
    paths: BTreeMap<Spot, String>,
    queue: VecDeque<String>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(case: &'a Case, index: usize, values: &'a Values, published: &'a Published) -> Self {
        let edition = &case.editions[index];
        let folder = format!("{}/", folder_of(index));
        let own = published.pages.iter().filter(|(path, _)| path.starts_with(&folder));
        let leads_on = edition.leads_on && index + 1 < case.editions.len();
        Self {
            table: &case.table,
            edition,
            values,
            hinted: None,
            replies: BTreeMap::new(),
            left_to_pass: BTreeSet::new(),
            published,
            pages: own.map(|(path, html)| (path.as_str(), Page::parse(html))).collect(),
            door: &published.doors[index],
            next: leads_on.then(|| published.doors[index + 1].as_str()),
            found: BTreeMap::new(),
            paths: BTreeMap::new(),
            queue: VecDeque::new(),
        }
    }

    /// Reads all pages.
    pub(super) fn run(mut self) -> Result<(), String> {
        self.read_all()?;
        if let Some(state) = self.left_to_pass.iter().find(|state| !self.passes_for_ever(**state)) {
            return Err(format!("a reader is left to pass in {state}, and passing comes to an end"));
        }
        if self.knows_hints() {
            return Ok(());
        }
        // Now that all replies are known, so is what hints have to say.
        let mut table = self.table.clone();
        for (&before, &to) in &self.replies {
            table.states[before].moves.retain(|mv| mv.to == to);
        }
        for mv in table.states.iter_mut().flat_map(|state| &mut state.moves) {
            mv.to = self.after_passes(mv.to);
        }
        self.hinted = Some(table.values());
        (self.found, self.paths) = (BTreeMap::new(), BTreeMap::new());
        self.read_all()
    }

    /// Whether a reader of this state, who plays against the computer, can only pass. The first page shows its state in
    /// any case.
    fn only_passes(&self, state: usize) -> bool {
        let row = &self.table.states[state];
        let is_readers = |computer: &Computer| row.status == Status::Turn(computer.seat.opponent());
        state != 0 && row.has_to_pass() && self.edition.computer.as_ref().is_some_and(is_readers)
    }

    /// The state that a reader meets instead of this one, in which passes are skipped.
    fn after_passes(&self, state: usize) -> usize {
        let is_skipped = self.only_passes(state) && !self.left_to_pass.contains(&state);
        if is_skipped { self.after_passes(self.table.states[state].moves[0].to) } else { state }
    }

    /// Whether replies and passes lead from this state to no other end.
    fn passes_for_ever(&self, mut state: usize) -> bool {
        let mut seen = BTreeSet::new();
        while seen.insert(state) {
            state = match self.replies.get(&state) {
                Some(&next) => next,
                None if self.only_passes(state) => self.table.states[state].moves[0].to,
                None => return false,
            };
        }
        true
    }

    /// Whether it is known what hints have to say, if there are any.
    fn knows_hints(&self) -> bool {
        self.edition.computer.is_none() || !self.edition.hints || self.hinted.is_some()
    }

    fn read_all(&mut self) -> Result<(), String> {
        self.arrive(self.door, 0, false)?;
        while let Some(path) = self.queue.pop_front() {
            let spot = self.found[&path].clone();
            self.read(&path, &spot).map_err(|problem| format!("{path}, which shows {spot:?}: {problem}"))?;
        }
        let lost: Vec<_> = self.pages.keys().filter(|path| !self.found.contains_key(**path)).collect();
        if !lost.is_empty() && self.knows_hints() {
            return Err(format!("no link leads to {lost:?}"));
        }
        Ok(())
    }

    /// Notes what a page shows that a reader's move to a state leads to.
    fn arrive(&mut self, path: &str, after: usize, hint: bool) -> Result<(), String> {
        let Some(page) = self.pages.get(path) else { return Err(format!("the link to {path} is dead")) };
        let (seat, status) = (self.edition.computer.as_ref().map(|computer| computer.seat), one_line(&page.status));
        let (skips_passes, mut has_passed) = (status.starts_with(ALONE), false);
        let told = if skips_passes { ALONE } else { "The computer " };
        let (mut state, mut replies, mut names, mut told) = (after, Vec::new(), Vec::new(), told.to_owned());
        loop {
            let row = &self.table.states[state];
            if seat.is_some_and(|seat| row.status == Status::Turn(seat)) {
                let said = |mv: &Move| if skips_passes { name_among(mv, &row.moves) } else { done(&mv.slug) };
                let is_told = |mv: &&Move| status.starts_with(&format!("{told}{}", said(mv)));
                let Some(reply) = row.moves.iter().find(is_told) else {
                    return Err(format!("{path} tells no legal reply in {state}, but {status:?}"));
                };
                self.check_policy(state, reply)?;
                self.replies.insert(state, reply.to);
                told.extend([said(reply).as_str(), if skips_passes { ", " } else { ", then " }]);
                replies.push(reply.slug.clone());
                names.push(name_among(reply, &row.moves));
                state = reply.to;
            } else if skips_passes && self.only_passes(state) {
                has_passed = true;
                state = row.moves[0].to;
            } else {
                break;
            }
        }
        if self.only_passes(state) {
            self.left_to_pass.insert(state);
        }
        self.note(path, Spot { state, replies: (replies, has_passed), names, chosen: None, hint })
    }

    /// Each page shows one thing, and each thing is on one page.
    fn note(&mut self, path: &str, spot: Spot) -> Result<(), String> {
        if !self.pages.contains_key(path) {
            return Err(format!("the link to {path} is dead"));
        }
        if spot.hint && !self.knows_hints() {
            return Ok(());
        }
        if let Some(known) = self.paths.get(&spot).filter(|known| *known != path) {
            return Err(format!("{known} and {path} both show {spot:?}"));
        }
        match self.found.get(path) {
            Some(known) if *known != spot => Err(format!("{path} has to show {spot:?}, and {known:?}")),
            Some(_) => Ok(()),
            None => {
                self.paths.insert(spot.clone(), path.to_owned());
                self.found.insert(path.to_owned(), spot);
                self.queue.push_back(path.to_owned());
                Ok(())
            }
        }
    }

    /// The computer keeps to its policy.
    fn check_policy(&self, before: usize, reply: &Move) -> Result<(), String> {
        let Some(Computer { seat, policy, blunder, random_opening, .. }) = &self.edition.computer else {
            return Ok(());
        };
        if *blunder > 0 || (*random_opening && before == 0) {
            return Ok(());
        }
        let moves = &self.table.states[before].moves;
        let keeps = match policy {
            Policy::Random => true,
            Policy::Named(name) => name == LAST && moves.last().is_some_and(|last| last.slug == reply.slug),
            Policy::Perfect => {
                let wish = |mv: &Move| self.values.wish(*seat, mv.to);
                moves.iter().all(|other| wish(reply) <= wish(other))
            }
            Policy::Negamax { depth } => {
                let seen = |mv: &Move| in_sight(self.table, mv.to, u32::from(*depth) - 1);
                moves.iter().all(|other| match seat {
                    Player::First => seen(reply) >= seen(other),
                    Player::Second => seen(reply) <= seen(other),
                })
            }
        };
        if keeps { Ok(()) } else { Err(format!("{policy:?} does not play {} in {before}", reply.slug)) }
    }

    /// Compares a page with what it has to show, and goes where its links lead.
    fn read(&mut self, path: &str, spot: &Spot) -> Result<(), String> {
        let page = self.pages[path].clone();
        let (status, expected) = (one_line(&page.status), self.status(spot));
        if status.trim_end_matches('.') != expected {
            return Err(format!("it says {status:?}, not {expected:?}"));
        }
        let place = page.heading.strip_prefix(&format!("{TITLE} · ")).map(|edition| format!("{edition} · {TITLE}"));
        match page.title.split_once(" — ") {
            Some((status, told)) if expected.contains(after_replies(status)) && Some(told) == place.as_deref() => {}
            _ => return Err(format!("it is titled {:?}, and headed {:?}", page.title, page.heading)),
        }
        let state = &self.table.states[spot.state];
        if self.published.look.name != "plain" {
            let cells = board::read(&self.published.pages[path]);
            check_board(&state.scene, &cells)?;
        }
        let mut links: Vec<&Link> = page.moves().collect();
        for offer in self.offers(spot) {
            let Some(at) = links.iter().position(|link| self.is_of(link, &offer)) else {
                return Err(format!("there is no link {offer:?}, but {links:?}"));
            };
            let link = links.swap_remove(at);
            let target = follow(path, &link.href);
            let is_back = matches!(&offer.leads, Leads::To(to) if spot.chosen.is_some() && to.chosen.is_none());
            if link.is_back != is_back {
                return Err(format!("{link:?} says the wrong thing of leading back"));
            }
            match &offer.leads {
                Leads::After(state) => self.arrive(&target, *state, spot.hint)?,
                Leads::To(spot) => self.note(&target, spot.clone())?,
            }
        }
        if !links.is_empty() {
            return Err(format!("these links are no moves: {links:?}"));
        }
        self.read_ways(path, &page, spot)
    }

    /// The links beside the board.
    fn read_ways(&mut self, path: &str, page: &Page, spot: &Spot) -> Result<(), String> {
        let is_over = matches!(self.table.states[spot.state].status, Status::Over(_));
        let mut ways = BTreeMap::new();
        for link in page.links.iter().filter(|link| !link.in_main && link.is_visible) {
            if ways.insert(one_line(&link.text), follow(path, &link.href)).is_some() {
                return Err(format!("two ways are called {:?}", link.text));
            }
        }
        let mut expect = |name: &str, to: Option<&str>| match (ways.remove(name), to) {
            (Some(found), Some(to)) if found == to => Ok(()),
            (found, _) => Err(format!("the way {name:?} leads to {found:?} instead of {to:?}")),
        };
        expect(&one_line(TITLE), Some(&format!("{FOLDER}/index.html")))?;
        if let Some(next) = self.next.filter(|_| is_over) {
            expect("Next game", Some(next))?;
        }
        let again = ways.remove(if is_over { "Play again" } else { "New game" }).ok_or("there is no new game")?;
        if !spot.hint && again != self.door {
            return Err(format!("a new game begins on {again}"));
        }
        // Who looks at hints goes on looking at them.
        self.arrive(&again, 0, spot.hint)?;
        // After the end there is nothing to tell. A game that begins with its end has a twin to be found all the same.
        let has_twin = self.edition.hints
            && spot.chosen.is_none()
            && (!is_over || path == self.door || path == again && spot.hint);
        let twin = if has_twin { ways.remove(if spot.hint { "Hide hints" } else { "Hints" }) } else { None };
        let prize = ways.remove("Take your star");
        if prize.as_ref().is_some_and(|prize| !is_over || !prize.ends_with("/index~won.html")) {
            return Err(format!("the prize is {prize:?}"));
        }
        // Which position that is is held by the tests of ways; here it is a page of play, after an end.
        let better: Vec<_> = TO_BETTER.iter().filter_map(|&name| ways.remove(name)).collect();
        if better.len() > 1 || better.iter().any(|better| !is_over || !self.published.pages.contains_key(better)) {
            return Err(format!("more could be had on {better:?}"));
        }
        if let Some(more) = ways.keys().next() {
            return Err(format!("what is the way {more:?} for?"));
        }
        match twin {
            Some(twin) if has_twin => self.note(&twin, Spot { hint: !spot.hint, ..spot.clone() }),
            None if !has_twin => Ok(()),
            twin => Err(format!("the way to its twin is {twin:?}")),
        }
    }

    /// Whether a link has the words of an offer.
    fn is_of(&self, link: &Link, offer: &Offer) -> bool {
        let Offer { mark, short, rest, worth, .. } = offer;
        let is_plain = self.published.look.name == "plain";
        let join = |worth: &str| one_line(&[mark, " ", short, worth].concat());
        let worth = match (worth.is_empty(), is_plain) {
            (true, _) => String::new(),
            (false, true) => format!(", {worth}"),
            (false, false) => format!(" {worth}"),
        };
        // What is seen is heard first.
        let seen = if worth.is_empty() { [mark, " ", short].concat() } else { join(&worth) };
        // After what is seen there is a pause.
        let pause = if !worth.is_empty() && rest.starts_with(' ') { "," } else { "" };
        let label = one_line(&format!("{seen}{pause}{rest}"));
        one_line(&link.text) == join(&worth)
            && (is_plain || link.label.as_deref().map(one_line).is_some_and(|known| known == label))
    }

    /// What a page has to say of its position, without a full stop at its end.
    fn status(&self, spot: &Spot) -> String {
        let State { status, tally, .. } = &self.table.states[spot.state];
        let name = |player| match (&self.table.players, player) {
            (Players::One, _) => "",
            (Players::Two(first, _), Player::First) => text(first),
            (Players::Two(_, second), Player::Second) => text(second),
        };
        let seat = self.edition.computer.as_ref().map(|computer| computer.seat);
        let (replies, has_passed) = &spot.replies;
        let replies: Vec<_> = replies.iter().map(|reply| done(reply)).collect();
        let news = match seat {
            _ if spot.chosen.is_some() => String::new(),
            _ if !replies.is_empty() && *has_passed => format!("{ALONE}{}. ", spot.names.join(", ")),
            _ if !replies.is_empty() => format!("The computer {}. ", replies.join(", then ")),
            Some(_) if *has_passed => "You had to pass. ".to_owned(),
            Some(_) => String::new(),
            // Who solves a puzzle knows what was done.
            None => match self.only_move_to(spot.state) {
                Some((Status::Turn(player), mv)) if self.table.players != Players::One => {
                    format!("{} {}. ", name(player), done(&mv.slug))
                }
                _ => String::new(),
            },
        };
        let moves = &self.table.states[spot.state].moves;
        let has_to_pass = self.table.states[spot.state].has_to_pass();
        let mut words = match (*status, seat) {
            (Status::Turn(player), None) if has_to_pass && self.table.players != Players::One => {
                format!("{} cannot move and has to pass", name(player))
            }
            (Status::Turn(_), _) if has_to_pass => "You cannot move and have to pass".to_owned(),
            (Status::Turn(_), Some(_)) => "Your move".to_owned(),
            (Status::Turn(_), None) if self.table.players == Players::One => "Your move".to_owned(),
            (Status::Turn(player), None) => format!("{} to move", name(player)),
            (Status::Over(Outcome::Win(player)), None) => format!("{} wins", name(player)),
            (Status::Over(Outcome::Win(player)), Some(seat)) if seat == player => "You lose".to_owned(),
            (Status::Over(Outcome::Win(_)), Some(_)) => "You win".to_owned(),
            (Status::Over(Outcome::Draw), _) => "A draw: nobody wins".to_owned(),
            (Status::Over(Outcome::Solved), _) => "Solved".to_owned(),
            (Status::Over(Outcome::Stuck), _) => "Stuck".to_owned(),
        };
        if let Some(chosen) = spot.chosen {
            let pieces = self.table.states[spot.state].moves.iter().filter_map(|mv| mv.clicks.piece());
            let piece = text(&pieces.into_iter().find(|piece| piece.at == chosen).expect("a piece").label.short);
            let by_it = moves.iter().filter(|mv| mv.clicks.can_be_by(chosen));
            let places = match by_it.map(|mv| text(&mv.label.short)).collect::<Vec<_>>()[..] {
                [one] => format!("{one} is a move"),
                [one, two] => format!("{one} and {two} are moves"),
                [one, two, three] => format!("{one}, {two} and {three} are moves"),
                ref many => format!("{} places are moves", many.len()),
            };
            words = format!("{piece} chosen: {places}; touch {piece} to cancel");
        }
        let tally = if tally.is_empty() { String::new() } else { format!(". {}", as_sentence(tally)) };
        format!("{}{}{tally}", as_sentence(&news), as_sentence(&words))
    }

    /// The links that a page has to have on its board.
    fn offers(&self, spot: &Spot) -> Vec<Offer> {
        let state = &self.table.states[spot.state];
        let offer = |mv: &Move| Offer {
            mark: mark_at(&state.scene, mv.clicks.at()),
            short: text(&mv.label.short).to_owned(),
            rest: rest(&mv.label).to_owned(),
            worth: if spot.hint { self.worth(state, mv) } else { String::new() },
            leads: Leads::After(mv.to),
        };
        if let Some(chosen) = spot.chosen {
            let back = Offer {
                mark: mark_at(&state.scene, chosen),
                short: "back".to_owned(),
                rest: ", to all moves".to_owned(),
                worth: String::new(),
                leads: Leads::To(Spot { chosen: None, ..spot.clone() }),
            };
            let by_it = state.moves.iter().filter(|mv| mv.clicks.can_be_by(chosen));
            return by_it.map(offer).chain([back]).collect();
        }
        let at_once = state.moves.iter().filter(|mv| mv.clicks.piece().is_none()).map(offer);
        let pieces = state.pieces().into_iter().map(|place| {
            let by_it = || state.moves.iter().filter(|mv| mv.clicks.piece().is_some_and(|piece| piece.at == place));
            let label = by_it().find_map(|mv| mv.clicks.piece()).map(|piece| piece.label.clone()).expect("a piece");
            let Status::Turn(mover) = state.status else { unreachable!("there are moves") };
            let best = by_it()
                .min_by_key(|mv| self.hint_values().wish(mover, self.after_passes(mv.to)))
                .expect("a move of the piece");
            Offer {
                mark: mark_at(&state.scene, place),
                short: text(&label.short).to_owned(),
                rest: rest(&label).to_owned(),
                worth: if spot.hint { self.worth(state, best) } else { String::new() },
                leads: Leads::To(Spot { chosen: Some(place), ..spot.clone() }),
            }
        });
        at_once.chain(pieces).collect()
    }

    /// The only move that play can come to a state by, and whose it is.
    fn only_move_to(&self, state: usize) -> Option<(Status, &'a Move)> {
        let states = &self.table.states;
        let moves = self
            .table
            .reached()
            .into_iter()
            .flat_map(|at| states[at].moves.iter().map(move |mv| (states[at].status, mv)));
        let mut to_it = moves.filter(|(_, mv)| mv.to == state);
        let first = to_it.next().filter(|_| state != 0)?;
        if to_it.next().is_none() { Some(first) } else { None }
    }

    /// What a hint says of a move: nothing where all moves are worth the same.
    fn worth(&self, state: &State, mv: &Move) -> String {
        let words: Vec<_> = state.moves.iter().map(|mv| self.words_of_worth(state, mv)).collect();
        if words.iter().all(|other| *other == words[0]) { String::new() } else { self.words_of_worth(state, mv) }
    }

    fn hint_values(&self) -> &Values {
        self.hinted.as_ref().unwrap_or(self.values)
    }

    fn words_of_worth(&self, state: &State, mv: &Move) -> String {
        let Status::Turn(mover) = state.status else { unreachable!("a move is made while play goes on") };
        let value = self.hint_values().value(self.after_passes(mv.to));
        match value {
            Value::Win(_, (needed, _)) if self.table.players == Players::One => format!("{needed} left"),
            Value::Win(winner, (needed, _)) if winner == mover => format!("wins in {}", 1 + needed),
            Value::Win(_, (0, _)) => "loses now".to_owned(),
            Value::Win(_, (needed, _)) => format!("loses in {needed}"),
            Value::Draw(_) => "draws".to_owned(),
            Value::Endless => "endless".to_owned(),
            Value::Unsolvable => "stuck".to_owned(),
        }
    }
}

/// What is said before the names of the computer's moves, while the reader had to pass.
const ALONE: &str = "You had to pass. The computer: ";

/// What a move is called among the legal ones.
fn name_among(mv: &Move, moves: &[Move]) -> String {
    let name = |mv: &Move| match (mv.clicks.piece(), mv.clicks.at()) {
        (Some(piece), _) => format!("{} to {}", text(&piece.label.short), text(&mv.label.short)),
        (None, Target::Piece { .. }) => text(&mv.label.whole).to_owned(),
        _ => text(&mv.label.short).to_owned(),
    };
    let is_alone = moves.iter().filter(|other| name(other) == name(mv)).count() == 1;
    if is_alone { name(mv) } else { text(&mv.label.whole).to_owned() }
}

/// What a title says after the computer's moves.
fn after_replies(title: &str) -> &str {
    if title.starts_with("Computer: ") { title.rsplit(". ").next().expect("a part") } else { title }
}

/// The mark that stands on a place.
fn mark_at(scene: &Scene, place: Target) -> String {
    match (scene, place) {
        (Scene::Grid(grid), Target::Square(index)) => match &grid.squares[index] {
            Square::Mark(_, mark) => mark.to_string(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// Compares a board with its scene.
fn check_board(scene: &Scene, rows: &[Vec<Cell>]) -> Result<(), String> {
    let wrong = |expected: &dyn std::fmt::Debug| Err(format!("the board shows {rows:?}, not {expected:?}"));
    match scene {
        Scene::Grid(grid) => {
            // At the left and before them stand the names of rows and columns, if they have any.
            let count = grid.squares.len() / grid.columns;
            let (heads, squares) = rows.split_at(usize::from(grid.edges == Coordinates::Chess).min(rows.len()));
            let (rows, names): (Vec<_>, Vec<_>) = squares
                .iter()
                .map(|row| row.split_at(usize::from(grid.edges != Coordinates::Bare).min(row.len())))
                .map(|(a, b)| (b, a))
                .unzip();
            let texts = |cells: &[Cell]| cells.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>();
            let columns = || ('a'..).take(grid.columns).map(String::from);
            let numbers = (1..=count).rev().map(|number| vec![number.to_string()]);
            let letters = ('a'..).take(count).map(|letter| vec![letter.to_string()]);
            let is_named = match grid.edges {
                Coordinates::Chess => {
                    numbers.eq(names.into_iter().map(texts))
                        && heads.len() == 1
                        && std::iter::once(String::new()).chain(columns()).eq(texts(&heads[0]))
                }
                Coordinates::Rows => letters.eq(names.into_iter().map(texts)),
                Coordinates::Bare => true,
            };
            let is_there = |(cell, square): (&Cell, &Square)| match square {
                Square::Wall => cell.text == "wall",
                Square::Gap => cell.text.is_empty() && cell.links == 0,
                Square::Hole => cell.links == 1 || cell.text == "·",
                Square::Empty => cell.first.is_empty() && cell.second.is_empty(),
                Square::Mark(Player::First, mark) => cell.first == [mark.to_string()] && cell.second.is_empty(),
                Square::Mark(Player::Second, mark) => cell.second == [mark.to_string()] && cell.first.is_empty(),
            };
            let is_shown = |(row, squares): (&&[Cell], &[Square])| {
                row.len() == squares.len() && row.iter().zip(squares).all(is_there)
            };
            let is_right =
                is_named && rows.len() == count && rows.iter().zip(grid.squares.chunks(grid.columns)).all(is_shown);
            if is_right { Ok(()) } else { wrong(grid) }
        }
        Scene::Text(lines) => {
            let shown: Vec<_> = rows.iter().map(|row| row[0].text.as_str()).collect();
            if text(lines).lines().eq(shown) { Ok(()) } else { wrong(lines) }
        }
        Scene::Heaps(heaps) => {
            let pieces: Vec<_> = rows.iter().map(|row| row[1].first.len() + row[1].links).collect();
            let expected: Vec<_> = heaps.rows.iter().map(|heap| usize::from(heap.pieces)).collect();
            if pieces == expected { Ok(()) } else { wrong(heaps) }
        }
        Scene::Pegs(pegs) => {
            // The first row has the names of the pegs.
            let levels = &rows[1..];
            let discs = |peg: usize| levels.iter().rev().flat_map(move |level| level[peg].first.iter().cloned());
            let shown: Vec<Vec<_>> = (0..pegs.pegs.len()).map(|peg| discs(peg).collect()).collect();
            let expected: Vec<Vec<_>> = pegs.pegs.iter().map(|on| on.iter().map(u8::to_string).collect()).collect();
            if shown == expected { Ok(()) } else { wrong(pegs) }
        }
    }
}

/// A text as a sentence begins: with a capital letter, but where it begins with the name of a square.
fn as_sentence(text: &str) -> String {
    match text.as_bytes() {
        [first, second, ..] if first.is_ascii_lowercase() && !second.is_ascii_digit() => {
            text[..1].to_uppercase() + &text[1..]
        }
        _ => text.to_owned(),
    }
}
