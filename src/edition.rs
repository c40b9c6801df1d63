//! Editions: which pages a playable version of a game has, what each is called and what it shows.
//!
//! With nobody but people at the board every position is a page. With a computer in one seat its reply is folded into the
//! link: a page is a position together with the reply that led to it, and only pages that play can reach exist. Where a piece
//! has to be chosen before it is moved, each such piece has a page of its own that shows where it can go.

use std::collections::HashMap;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::content::relative;
use crate::game::{Computer, Outcome, Piece, Players, Slug, SlugError, Status, Target};
use crate::graph::{Positions, StateId, pieces};
use crate::page::{Board, Frame, Lead, Link, Offer, PositionPage, Worth};
use crate::policy;
use crate::solve::{GameValue, SolvedGame, Verdict};

/// A playable version of a game: its pages and where they stand on the site.
pub struct Edition {
    /// Its folder on the site, for example `nim/two-player`.
    pub folder: String,
    /// Its name for readers.
    pub title: String,
    /// One sentence about it; may be empty.
    pub summary: String,
    /// The first page of the next edition of the same series.
    pub next: Option<Link>,
    game: Arc<SolvedGame>,
    computer: Option<Computer>,
    hints: bool,
    pages: Pages,
}

/// The pages of an edition in the order in which play reaches them, the first page first.
struct Pages {
    nodes: IndexMap<Key, Option<Reply>>,
    /// For each node the nodes that its moves lead to, in the order of the moves.
    links: Vec<Vec<usize>>,
    /// The pages without hints: for each node one with all moves, and after it one for each piece that has to be chosen.
    views: Vec<View>,
}

/// What tells a node from the others: the position, and the name of the computer's last reply.
type Key = (StateId, Option<Slug>);

/// What a page shows of a node.
#[derive(Clone, Copy)]
struct View {
    node: usize,
    /// Where the piece stands that was chosen.
    chosen: Option<Target>,
}

/// A move of the computer.
#[derive(Clone, Copy)]
struct Reply {
    /// The position in which it was made.
    before: StateId,
    /// Its place among the legal moves there.
    place: usize,
}

impl Edition {
    /// An edition of a game in a folder of the site, with a computer in one seat or none. With `hints` each page has a twin
    /// that shows what every move is worth.
    pub fn new(
        folder: String,
        title: String,
        summary: String,
        game: Arc<SolvedGame>,
        computer: Option<Computer>,
        hints: bool,
    ) -> Self {
        let pages = Pages::plan(&game, computer.as_ref());
        Self { folder, title, summary, next: None, game, computer, hints, pages }
    }

    /// Every position of the game.
    pub fn positions(&self) -> &dyn Positions {
        &*self.game.positions
    }

    /// The game, solved.
    pub fn game(&self) -> &Arc<SolvedGame> {
        &self.game
    }

    /// Where a position that this edition does not have can be found: a hint for whoever named it.
    pub fn whereabouts(&self, name: &str, editions: &[&Self]) -> String {
        // Every edition has an index.
        let has = |edition: &&&Self| name != "index" && edition.page_named(name).is_ok();
        match editions.iter().find(has) {
            Some(other) => format!("`{name}` is a position of `{}`", other.folder),
            None => format!("the start of `{}` is `{}`", self.folder, self.positions().slug(StateId::START)),
        }
    }

    /// The page with this name in the edition's folder, such as `51~c3`.
    ///
    /// # Errors
    ///
    /// When the name is that of no position, or of one that play in this edition does not come to.
    pub fn page_named(&self, name: &str) -> Result<usize, SlugError> {
        if name == "index" {
            return Ok(0);
        }
        let slug = name.split('~').next().unwrap_or_default();
        let state = self.positions().find(slug)?;
        let mut pages = (0..self.page_count()).filter(|&page| self.pages.node(self.view(page).node).0.0 == state);
        let page = pages.find(|&page| self.file_stem(page) == name || (page == 0 && slug == name));
        page.ok_or_else(|| SlugError::new(name, format!("play in `{}` does not come to it", self.folder)))
    }

    /// A page's board to be looked at, with the words that tell whose turn it is or how the game ended.
    pub fn diagram(&self, page: usize) -> (Board, String) {
        let (&(state, _), reply) = self.pages.node(self.view(page).node);
        let before = reply.map(|reply| reply.before);
        (Board::picture(self.positions(), state, before), self.describe(state))
    }

    /// How many pages there are; they are numbered from the first page, which is 0. Twins come after all plain pages.
    pub fn page_count(&self) -> usize {
        let plain = self.pages.views.len();
        if self.hints { 2 * plain } else { plain }
    }

    /// The page with the same board: the twin of a plain page, or the plain page of a twin.
    fn twin(&self, page: usize) -> usize {
        let plain = self.pages.views.len();
        if page < plain { page + plain } else { page - plain }
    }

    fn is_hint(&self, page: usize) -> bool {
        page >= self.pages.views.len()
    }

    /// What a page shows, with hints or without.
    fn view(&self, page: usize) -> View {
        self.pages.views[page % self.pages.views.len()]
    }

    /// How many moves are offered on all pages together.
    pub fn move_count(&self) -> usize {
        self.pages.links.iter().map(Vec::len).sum()
    }

    /// What comes of a position under best play.
    pub fn verdict(&self, state: StateId) -> Verdict {
        self.game.solution().verdict(state)
    }

    /// What comes of the game under best play from the beginning, in words such as `Player A wins in 7`.
    pub fn best_play(&self) -> String {
        let Verdict { value, distance } = self.verdict(StateId::START);
        match (self.positions().players(), value) {
            (Players::One, GameValue::Win(_)) => format!("solved in {distance}"),
            (Players::One, _) => "cannot be solved".to_owned(),
            (players, GameValue::Win(player)) => format!("{} wins in {distance}", players.name(player)),
            (_, GameValue::Draw) => format!("a draw in {distance}"),
            (_, GameValue::Endless | GameValue::Unsolvable) => "endless".to_owned(),
        }
    }

    /// Where a page stands on the site.
    pub fn path(&self, page: usize) -> String {
        format!("{}/{}.html", self.folder, self.file_stem(page))
    }

    /// The first page, under the edition's name.
    pub fn link(&self) -> Link {
        Link { href: self.path(0), title: self.title.clone() }
    }

    fn file_stem(&self, page: usize) -> String {
        self.file_stem_of(self.view(page), self.is_hint(page))
    }

    /// The start page has no second address under its slug.
    fn file_stem_of(&self, View { node, chosen }: View, hint: bool) -> String {
        if node == 0 && chosen.is_none() && !hint {
            return "index".to_owned();
        }
        let positions = self.positions();
        let ((state, reply), _) = self.pages.node(node);
        let reply = reply.as_ref().map(|reply| format!("~{reply}")).unwrap_or_default();
        let from = chosen.map(|piece| format!("~from-{}", piece_at(positions, *state, piece).slug)).unwrap_or_default();
        let hint = if hint { "~hint" } else { "" };
        format!("{}{reply}{from}{hint}", positions.slug(*state))
    }

    /// A page. `frame` is what holds for every page, `game` the path and name of the game's page.
    pub fn page(&self, page: usize, frame: Frame, game: &Link) -> PositionPage {
        let positions = self.positions();
        let path = self.path(page);
        let to = |target: &str, title: &str| Link { href: relative(&path, target), title: title.to_owned() };
        let hint = self.is_hint(page);
        let View { node, chosen } = self.view(page);
        let (&(state, ref reply_slug), reply) = self.pages.node(node);
        let status = match chosen {
            None => self.describe(state),
            Some(piece) => {
                format!(
                    "{}: choose a square for {}",
                    self.describe(state),
                    piece_at(positions, state, piece).label.short
                )
            }
        };
        let stem = self.file_stem(page);
        let title = match reply_slug {
            _ if page == 0 => format!("{} — {}", game.title, self.title),
            None => format!("{status} ({stem}) — {}, {}", self.title, game.title),
            Some(slug) => {
                let name = stem.replacen(&format!("~{slug}"), "", 1);
                format!("{status} after {slug} ({name}) — {}, {}", self.title, game.title)
            }
        };
        let address = |lead| {
            let view = match lead {
                Lead::Move(place) => View { node: self.pages.links[node][place], chosen: None },
                Lead::Piece(piece) => View { node, chosen: Some(piece) },
                Lead::Back => View { node, chosen: None },
            };
            // Who looks at hints goes on looking at them.
            format!("{}.html", self.file_stem_of(view, hint))
        };
        let worths = if hint { self.worths(state) } else { Vec::new() };
        let offer = Offer { chosen, worths: &worths, address: &address };
        PositionPage {
            title,
            game: to(&game.href, &game.title),
            edition: to(&self.path(0), &self.title),
            next: self.next.as_ref().map(|next| to(&next.href, &next.title)),
            twin: self.hints.then(|| to(&self.path(self.twin(page)), if hint { "Hide hints" } else { "Hints" })),
            home: to("index.html", &frame.site_title),
            news: reply
                .map(|reply| format!("The computer {}.", positions.done(reply.before, reply.place)))
                .unwrap_or_default(),
            status,
            tally: positions.tally(state),
            goal: self.goal(),
            reasoning: if hint { self.reasoning(state) } else { String::new() },
            hint,
            over: positions.graph().successors(state).is_empty(),
            board: Board::new(positions, state, reply.map(|reply| reply.before), &offer),
            frame,
        }
    }

    /// What each legal move of a position is worth.
    fn worths(&self, state: StateId) -> Vec<Worth> {
        let positions = self.positions();
        let Status::Turn(mover) = positions.graph().status(state) else { return Vec::new() };
        let successors = positions.graph().successors(state).iter();
        let scores: Vec<i64> = successors.clone().map(|&next| policy::worth(mover, self.verdict(next))).collect();
        let most = scores.iter().max();
        let worth = |(&next, score): (&StateId, &i64)| {
            let Verdict { value, distance } = self.verdict(next);
            let text = match value {
                GameValue::Win(_) if *positions.players() == Players::One => format!("{distance} left"),
                GameValue::Win(winner) if winner == mover => format!("wins in {}", distance + 1),
                GameValue::Win(_) => format!("loses in {}", distance + 1),
                GameValue::Draw => "draws".to_owned(),
                GameValue::Endless => "endless".to_owned(),
                GameValue::Unsolvable => "stuck".to_owned(),
            };
            let best = Some(score) == most && value != GameValue::Unsolvable;
            Worth { text, best, score: *score }
        };
        successors.zip(&scores).map(worth).collect()
    }

    /// What explains the worths of a position's moves.
    fn reasoning(&self, state: StateId) -> String {
        let successors = self.positions().graph().successors(state);
        let endless = successors.iter().any(|&next| self.verdict(next).value == GameValue::Endless);
        match self.positions().reasoning(state) {
            known if !endless => known,
            known => format!(
                "{known} Endless: nobody can force an end, so with best play on both sides the game goes on and on."
            ),
        }
    }

    fn goal(&self) -> String {
        let goal = self.positions().goal();
        match &self.computer {
            None => goal,
            Some(computer) => {
                let person = self.positions().players().name(computer.seat.opponent());
                format!("You are {person}. {goal}")
            }
        }
    }

    /// The words for whose turn it is or how the game ended.
    fn describe(&self, state: StateId) -> String {
        let players = self.positions().players();
        let computer = self.computer.as_ref().map(|computer| computer.seat);
        match self.positions().graph().status(state) {
            Status::Turn(_) if *players == Players::One || computer.is_some() => "Your move".to_owned(),
            Status::Turn(player) => format!("{} to move", players.name(player)),
            Status::Over(Outcome::Win(player)) => match computer {
                None => format!("{} wins", players.name(player)),
                Some(seat) if seat == player => "You lose".to_owned(),
                Some(_) => "You win".to_owned(),
            },
            Status::Over(Outcome::Draw) => "A draw: nobody wins".to_owned(),
            Status::Over(Outcome::Solved) => "Solved".to_owned(),
            Status::Over(Outcome::Stuck) => "Stuck".to_owned(),
        }
    }
}

impl Pages {
    /// Follows all that a reader can do from the beginning.
    fn plan(game: &SolvedGame, computer: Option<&Computer>) -> Self {
        let graph = game.positions.graph();
        let mut pages = Self { nodes: IndexMap::new(), links: Vec::new(), views: Vec::new() };

        // The node that a reader comes to by making a move that leads to a position.
        let mut node_after: HashMap<StateId, usize> = HashMap::new();
        let mut arrive = |nodes: &mut IndexMap<Key, Option<Reply>>, state| {
            *node_after.entry(state).or_insert_with(|| {
                let (key, reply) = answer(game, computer, state);
                nodes.insert_full(key, reply).0
            })
        };
        arrive(&mut pages.nodes, StateId::START);
        while let Some((&(state, _), _)) = pages.nodes.get_index(pages.links.len()) {
            let links = graph.successors(state).iter().map(|&next| arrive(&mut pages.nodes, next)).collect();
            let node = pages.links.len();
            pages.links.push(links);
            pages.views.push(View { node, chosen: None });
            if game.positions.piece_count(state) > 0 {
                let choices = game.positions.choices(state);
                let chosen = pieces(&choices).into_iter().map(|piece| Some(piece.at));
                pages.views.extend(chosen.map(|chosen| View { node, chosen }));
            }
        }
        pages
    }

    fn node(&self, node: usize) -> (&Key, Option<Reply>) {
        let (key, reply) = self.nodes.get_index(node).expect("nodes are numbered");
        (key, *reply)
    }
}

/// The piece of a position that stands at a place and has to be chosen first.
pub(crate) fn piece_at(positions: &dyn Positions, state: StateId, at: Target) -> Piece {
    let choices = positions.choices(state);
    let piece = pieces(&choices).into_iter().find(|piece| piece.at == at);
    piece.expect("a piece was chosen there").clone()
}

/// What a reader sees who brings a position about: it, or what the computer makes of it when it is the computer's turn.
fn answer(game: &SolvedGame, computer: Option<&Computer>, state: StateId) -> (Key, Option<Reply>) {
    let positions = &*game.positions;
    match computer {
        Some(computer) if positions.graph().status(state) == Status::Turn(computer.seat) => {
            let place = policy::choose(computer, positions, game.solution(), state);
            let slug = positions.move_slugs(state).swap_remove(place);
            ((positions.graph().successors(state)[place], Some(slug)), Some(Reply { before: state, place }))
        }
        _ => ((state, None), None),
    }
}
