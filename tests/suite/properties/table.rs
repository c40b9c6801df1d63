//! Games that are tables: a list of states, each with its moves, its board and its words.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use pageturner::game::{
    Clicks, Computer, Declare, Label, Message, Outcome, ParameterError, ParameterReader, Parameters, Player, Players,
    PolicyDescription, Rules, Scene, Show, Slug, Status, Target,
};

use pageturner::games::{Game, Games};

use crate::oracle::Values;

/// A game, with its editions.
#[derive(Clone)]
pub(super) struct Case {
    pub(super) table: Table,
    pub(super) editions: Vec<EditionCase>,
    /// The theme, as an index.
    pub(super) look: usize,
}

/// What an edition is.
#[derive(Clone, Debug)]
pub(crate) struct EditionCase {
    pub(crate) computer: Option<Computer>,
    pub(crate) hints: bool,
    /// Whether it links to the next edition.
    pub(crate) leads_on: bool,
}

/// A game given state by state. Play begins in the first state.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) players: Players,
    pub(super) states: Vec<State>,
}

/// A state of a table.
#[derive(Clone)]
pub(super) struct State {
    pub(super) slug: String,
    pub(super) status: Status,
    pub(super) scene: Scene,
    pub(super) tally: String,
    pub(super) estimate: i32,
    pub(super) moves: Vec<Move>,
}

/// A legal move of a state.
#[derive(Clone)]
pub(super) struct Move {
    /// The index of the resulting state.
    pub(super) to: usize,
    pub(super) slug: String,
    pub(super) label: Label,
    pub(super) clicks: Clicks,
}

/// The name of the policy that plays the last move of each state.
pub(super) const LAST: &str = "last";

/// Returns the text of a message that is the same in every language.
pub(super) fn text(message: &Message) -> &str {
    let Message::Text(text) = message else { panic!("a table has no catalogue for {message:?}") };
    text
}

/// Returns what follows the visible text of a label in its whole phrase.
pub(super) fn rest(label: &Label) -> &str {
    text(&label.whole).strip_prefix(text(&label.short)).expect("it begins with what is seen")
}

/// Returns the text for having made the move with this slug.
pub(super) fn done(slug: &str) -> String {
    format!("played <{slug}> & waits")
}

impl State {
    /// Returns whether the only move is a pass.
    pub(super) fn has_to_pass(&self) -> bool {
        matches!(&self.moves[..], [only] if only.clicks.at == Target::Pass)
    }

    /// Returns the places of the pieces to choose, in order.
    pub(super) fn pieces(&self) -> Vec<Target> {
        let mut places: Vec<_> =
            self.moves.iter().filter_map(|mv| mv.clicks.piece.as_ref()).map(|piece| piece.at).collect();
        places.sort();
        places.dedup();
        places
    }
}

/// A table as a game of the program.
pub(super) struct TableGame(pub(super) Arc<Table>);

thread_local! {
    /// The table from which a game is created next.
    static NEXT: RefCell<Option<Arc<Table>>> = const { RefCell::new(None) };
}

impl TableGame {
    /// Returns a table as a game of the program.
    pub(super) fn of(table: &Table) -> Game {
        NEXT.set(Some(Arc::new(table.clone())));
        Games::default().with::<Self>().open(Self::NAME, &Parameters::new()).expect("a table")
    }
}

impl Rules for TableGame {
    /// The index of the state.
    type State = usize;
    /// The index of the move in its state.
    type Move = usize;

    fn players(&self) -> Players {
        self.0.players.clone()
    }

    fn start(&self) -> usize {
        0
    }

    fn status(&self, &state: &usize) -> Status {
        self.0.states[state].status
    }

    fn moves(&self, &state: &usize, out: &mut Vec<usize>) {
        out.extend(0..self.0.states[state].moves.len());
    }

    fn play(&self, &state: &usize, mv: usize) -> usize {
        self.0.states[state].moves[mv].to
    }

    fn estimate(&self, &state: &usize) -> i32 {
        self.0.states[state].estimate
    }
}

impl Declare for TableGame {
    const NAME: &'static str = "table";

    const SUMMARY: &'static str = "A table of states and moves.";

    fn from_parameters(_: &ParameterReader<'_>) -> Result<Self, ParameterError> {
        Ok(Self(NEXT.take().expect("a table")))
    }

    const SLUG_FORMAT: &'static str = "the name in the table";

    const POLICIES: &'static [PolicyDescription] = &[PolicyDescription::new(LAST, "The last move.")];
}

impl Show for TableGame {
    fn slug(&self, &state: &usize) -> String {
        self.0.states[state].slug.clone()
    }

    fn move_slug(&self, &state: &usize, mv: usize) -> Slug {
        Slug::new(self.0.states[state].moves[mv].slug.clone())
    }

    fn policy_moves(&self, _: &str, &state: &usize) -> Vec<usize> {
        vec![self.0.states[state].moves.len() - 1]
    }

    fn goal(&self) -> Message {
        "Come to <the> end & win.".into()
    }

    fn scene(&self, &state: &usize) -> Scene {
        self.0.states[state].scene.clone()
    }

    fn clicks(&self, &state: &usize, mv: usize) -> Clicks {
        self.0.states[state].moves[mv].clicks.clone()
    }

    fn label(&self, &state: &usize, mv: usize) -> Label {
        self.0.states[state].moves[mv].label.clone()
    }

    fn past_tense(&self, &state: &usize, mv: usize) -> Message {
        done(&self.0.states[state].moves[mv].slug).into()
    }

    fn tally(&self, &state: &usize) -> Message {
        self.0.states[state].tally.clone().into()
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "theme {}, editions {:?}", self.look, self.editions)?;
        writeln!(f, "players {:?}", self.table.players)?;
        for (index, state) in self.table.states.iter().enumerate() {
            let State { slug, status, tally, estimate, .. } = state;
            writeln!(f, "{index} {slug}: {status:?}, tally {tally:?}, estimate {estimate}")?;
            writeln!(f, "    {:?}", state.scene)?;
            for mv in &state.moves {
                let Move { to, slug, label, clicks } = mv;
                writeln!(f, "    {slug} to {to}: {label:?}, {clicks:?}")?;
            }
        }
        Ok(())
    }
}

impl Table {
    /// Returns the values of its states.
    pub(super) fn values(&self) -> Values {
        let position = |state: &State| (state.status, state.moves.iter().map(|mv| mv.to as u32).collect());
        Values::of(&self.states.iter().map(position).collect::<Vec<_>>(), self.is_puzzle())
    }

    /// Returns whether the reachable states are those of a puzzle: the first player makes all moves, and every end is
    /// solved or stuck. This can also be true of a game of two players, if the second never moves and it has no end.
    fn is_puzzle(&self) -> bool {
        let is_of_a_puzzle =
            |status| matches!(status, Status::Turn(Player::First) | Status::Over(Outcome::Solved | Outcome::Stuck));
        self.reached().into_iter().all(|state| is_of_a_puzzle(self.states[state].status))
    }

    /// Returns the reachable states.
    pub(super) fn reached(&self) -> BTreeSet<usize> {
        let (mut reached, mut queue) = (BTreeSet::from([0]), vec![0]);
        while let Some(at) = queue.pop() {
            queue.extend(self.states[at].moves.iter().map(|mv| mv.to).filter(|&to| reached.insert(to)));
        }
        reached
    }
}

/// Returns the score of a state in a search of limited depth, for the first player: a win in sight counts more than any
/// estimate, and more the sooner it is.
pub(super) fn in_sight(table: &Table, state: usize, depth: u32) -> (i32, i32) {
    let row = &table.states[state];
    let sooner = 1 + i32::try_from(depth).expect("a small depth");
    let next = row.moves.iter().map(|mv| in_sight(table, mv.to, depth - 1));
    match row.status {
        Status::Over(Outcome::Win(Player::First) | Outcome::Solved) => (sooner, 0),
        Status::Over(Outcome::Win(Player::Second) | Outcome::Stuck) => (-sooner, 0),
        Status::Over(Outcome::Draw) => (0, 0),
        Status::Turn(_) if depth == 0 => (0, row.estimate),
        Status::Turn(Player::First) => next.max().expect("there are moves while play goes on"),
        Status::Turn(Player::Second) => next.min().expect("there are moves while play goes on"),
    }
}
