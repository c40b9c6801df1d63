//! Reads play from the pages, following only links from the first page, and compares it with the table.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use pageturner::game::{Computer, Player, Policy, Status, Target};

use super::board;
use super::published::{FOLDER, Published, TITLE, folder_of};
use super::table::{Case, EditionCase, LAST, Move, Table, done, in_sight, text};
use crate::oracle::Values;
use crate::reading::{Link, Page, follow, one_line};
use crate::ways::TO_BETTER;

/// The contents of a page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub(super) state: usize,
    /// The slugs of the computer's moves that led to it, and whether the reader passed between them.
    pub(super) replies: (Vec<String>, bool),
    /// The names of these moves; without such moves, what the reader's passes are called.
    pub(super) names: Vec<String>,
    /// The board before the move whose changes the page marks.
    pub(super) before: Option<String>,
    /// The place of the chosen piece.
    pub(super) chosen: Option<Target>,
    pub(super) hint: bool,
}

/// A link that a page must contain.
#[derive(Debug)]
pub(super) struct Offer {
    /// The mark before its text.
    pub(super) mark: String,
    pub(super) short: String,
    pub(super) rest: String,
    pub(super) worth: String,
    pub(super) leads: Leads,
}

#[derive(Clone, Debug)]
pub(super) enum Leads {
    /// To the page after a reader's move to this state.
    After(usize),
    /// To another view of the same position.
    To(Spot),
}

/// A reader of one edition.
pub(super) struct Walk<'a> {
    pub(super) table: &'a Table,
    pub(super) edition: &'a EditionCase,
    pub(super) values: &'a Values,
    /// The values of states for hints, if a computer with these replies lets a person get more or less than in
    /// `values`.
    pub(super) hinted: Option<Values>,
    /// For each state in which the computer replies, the state after its reply.
    pub(super) replies: BTreeMap<usize, usize>,
    /// The states in which a reader who plays against the computer can only pass, and does so.
    pub(super) left_to_pass: BTreeSet<usize>,
    pub(super) published: &'a Published,
    /// The pages of the edition, by path.
    pub(super) pages: BTreeMap<&'a str, Page>,
    pub(super) door: &'a str,
    /// The first page of the next edition, if this one links to it.
    pub(super) next: Option<&'a str>,
    /// The contents of each page that was found.
    pub(super) found: BTreeMap<String, Spot>,
    pub(super) paths: BTreeMap<Spot, String>,
    pub(super) queue: VecDeque<String>,
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
        // Now that all replies are known, the expected hints are, too.
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

    /// Returns whether a reader of this state, who plays against the computer, can only pass. The first page shows its
    /// state in any case.
    fn only_passes(&self, state: usize) -> bool {
        let row = &self.table.states[state];
        let is_readers = |computer: &Computer| row.status == Status::Turn(computer.seat.opponent());
        state != 0 && row.has_to_pass() && self.edition.computer.as_ref().is_some_and(is_readers)
    }

    /// Returns the state that a reader reaches instead of this one, after the passes that are skipped.
    pub(super) fn after_passes(&self, state: usize) -> usize {
        let is_skipped = self.only_passes(state) && !self.left_to_pass.contains(&state);
        if is_skipped { self.after_passes(self.table.states[state].moves[0].to) } else { state }
    }

    /// Returns whether replies and passes lead from this state to no other end.
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

    /// Returns whether the expected hints are known, if the edition has any.
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

    /// Records the contents of a page after a reader's move to a state.
    fn arrive(&mut self, path: &str, after: usize, hint: bool) -> Result<(), String> {
        let Some(page) = self.pages.get(path) else { return Err(format!("the link to {path} is dead")) };
        let (seat, status) = (self.edition.computer.as_ref().map(|computer| computer.seat), one_line(&page.status));
        let passes_alone = self.only_passes(after) && status.starts_with("You played");
        let (skips_passes, mut has_passed) = (passes_alone || status.starts_with(ALONE), false);
        let told = if skips_passes { ALONE } else { "The computer " };
        let (mut state, mut replies, mut names, mut told) = (after, Vec::new(), Vec::new(), told.to_owned());
        let (mut way, mut passes) = (Vec::new(), Vec::new());
        loop {
            let row = &self.table.states[state];
            way.push(row);
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
                passes.push(done(&row.moves[0].slug));
                state = row.moves[0].to;
            } else {
                break;
            }
        }
        if self.only_passes(state) {
            self.left_to_pass.insert(state);
        }
        // The last position has no move. After passes, the board changes from the last position of the first mover.
        way.pop();
        let first = self.table.states[after].status;
        let before = if has_passed { way.iter().rfind(|row| row.status == first) } else { way.first() };
        let before = before.map(|row| format!("{:?}", row.scene));
        // Only after passes does a page name the moves; otherwise moves with the same slug to the same state share a
        // page.
        if replies.is_empty() || !has_passed {
            names = passes;
        }
        self.note(path, Spot { state, replies: (replies, has_passed), names, before, chosen: None, hint })
    }

    /// Each page shows one spot, and each spot is on one page.
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

    /// Checks that the computer follows its policy.
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

    /// Compares a page with its expected contents, and follows its links.
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
            board::check(&state.scene, &cells)?;
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

    /// Reads the links next to the board.
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
        // From a page with hints, links lead to pages with hints.
        self.arrive(&again, 0, spot.hint)?;
        // An end has no hints. But if a game begins with its end, that page still has a page with hints.
        let has_twin = self.edition.hints
            && spot.chosen.is_none()
            && (!is_over || path == self.door || path == again && spot.hint);
        let twin = if has_twin { ways.remove(if spot.hint { "Hide values" } else { "Show values" }) } else { None };
        let prize = ways.remove("Take your star");
        if prize.as_ref().is_some_and(|prize| !is_over || !prize.ends_with("/index~won.html")) {
            return Err(format!("the prize is {prize:?}"));
        }
        // Another test checks the answers; here only the links to them matter.
        let (hint, better) = (ways.remove("Hint"), TO_BETTER.iter().find_map(|title| ways.remove(*title)));
        let is_answer = |to: &String| to.contains("/index~answers");
        if hint.is_some() != (!is_over && !spot.hint)
            || better.is_some() && !is_over
            || hint.iter().chain(&better).any(|to| !is_answer(to))
        {
            return Err(format!("the answers are {hint:?} and {better:?}"));
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
}

/// The text before the names of the computer's moves, if the reader had to pass.
pub(super) const ALONE: &str = "You had to pass. The computer: ";

/// Returns the part of a title after the computer's moves.
fn after_replies(title: &str) -> &str {
    if title.starts_with("Computer: ") { title.rsplit(". ").next().expect("a part") } else { title }
}

/// Returns the name of a move among the legal ones.
pub(super) fn name_among(mv: &Move, moves: &[Move]) -> String {
    let name = |mv: &Move| match (mv.clicks.piece.as_ref(), mv.clicks.at) {
        (Some(piece), _) => format!("{} to {}", text(&piece.label.short), text(&mv.label.short)),
        (None, Target::Piece { .. }) => text(&mv.label.whole).to_owned(),
        _ => text(&mv.label.short).to_owned(),
    };
    let is_alone = moves.iter().filter(|other| name(other) == name(mv)).count() == 1;
    if is_alone { name(mv) } else { text(&mv.label.whole).to_owned() }
}
