//! Playtests: facts about a game for its designer, such as its size, its endings, the results of best and random play,
//! whether choices matter, and possible mistakes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use crate::content::words::{Catalogue, Locales};
use crate::content::{fault_diagnostic, read_game};
use crate::engine::game::{Message, Outcome, Player, Players, Status};
use crate::engine::games::Games;
use crate::engine::graph::{ExploreError, Positions, StateId};
use crate::engine::solve::{GameValue, Solution};
use crate::ground::diagnostic::{Diagnostic, Diagnostics, first_of};
use crate::pages::picture::drawing;

/// The number of random games.
const GAMES: u64 = 1000;

/// The maximum number of moves in a random game.
const LONGEST: usize = 1000;

/// The maximum number of positions, as in the default settings of a site.
const LIMIT: usize = 1_000_000;

/// Playtests a game in a file with these options, each `name=value`. Returns the report.
///
/// # Errors
///
/// Returns an error if the game cannot be read or explored.
pub(crate) fn playtest(path: &Path, options: &[String], games: &Games) -> Result<String, Diagnostics> {
    let (game, words) = read_game(path, options)?;
    let positions = game.explore(LIMIT).map_err(|error| match &error {
        ExploreError::Fault { fault, .. } => fault_diagnostic(fault).say(error.to_string()),
        _ => Diagnostic::new(error.to_string()).hint("limit the part of the state that grows"),
    })?;
    let locales = Locales::shipped(games.catalogues()).with_games(&[words])?;
    let catalogue = locales.catalogue("en");
    Ok(Playtest::new(&*positions, &catalogue).report(&path.display().to_string()))
}

struct Playtest<'a> {
    positions: &'a dyn Positions,
    solution: Solution,
    catalogue: &'a Catalogue,
}

#[derive(Default)]
struct Random {
    lengths: Vec<usize>,
    /// For each way in which games ended, its description, and the number of games that ended in this way.
    ends: BTreeMap<String, usize>,
    /// The positions of the first random game.
    first: Vec<StateId>,
}

impl<'a> Playtest<'a> {
    fn new(positions: &'a dyn Positions, catalogue: &'a Catalogue) -> Self {
        Self { positions, solution: Solution::of(positions.graph()), catalogue }
    }

    fn name(&self, player: Player) -> String {
        self.positions.players().name(player).map_or_else(|| "the player".to_owned(), |name| self.say(name))
    }

    fn say(&self, message: &Message) -> String {
        self.catalogue.say(message)
    }

    fn outcome(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Win(player) => format!("{} wins", self.name(player)),
            Outcome::Draw => "drawn".to_owned(),
            Outcome::Solved => "solved".to_owned(),
            Outcome::Stuck => "stuck".to_owned(),
        }
    }

    fn report(&self, file: &str) -> String {
        let graph = self.positions.graph();
        let (count, moves) = (graph.states().len(), graph.move_count());
        let (mut choices, mut ends) = (Vec::new(), BTreeMap::new());
        for state in graph.states() {
            match graph.status(state) {
                Status::Over(outcome) => *ends.entry(self.outcome(outcome)).or_default() += 1,
                Status::Turn(_) => choices.push(graph.successors(state).len()),
            }
        }
        let random = self.random();
        let mut out = format!("{file}: {}\n\n", self.say(&self.positions.goal()));
        let mut line = |name: &str, text: &str| writeln!(out, "{name:12}{text}").expect("writing to a string succeeds");
        line("positions", &format!("{count}, of which {} are ends", counted(&ends)));
        let most = choices.iter().max().copied().unwrap_or(0);
        line(
            "moves",
            &format!("{moves}; per position, {} on average and {most} at most", tenths(moves, choices.len())),
        );
        line("best play", &self.best_play());
        for &player in self.players() {
            line(if player == Player::First { "choices" } else { "" }, &self.mattering(player));
        }
        if let Some((shortest, longest)) = random.lengths.iter().min().zip(random.lengths.iter().max()) {
            let average = tenths(random.lengths.iter().sum(), random.lengths.len());
            line("length", &format!("{average} moves on average in random play, from {shortest} to {longest}"));
        }
        let share = |count: usize| tenths(100 * count, GAMES as usize);
        let shares: Vec<_> = random.ends.iter().map(|(end, &count)| format!("{end} {} %", share(count))).collect();
        line("random play", &shares.join(", "));
        let wrong = self.wrong();
        out.push_str(if wrong.is_empty() { "\nNo problems found.\n" } else { "\nPossible mistakes:\n" });
        out.extend(wrong.iter().map(|wrong| format!("- {wrong}\n")));
        let last = random.first.len() - 1;
        for number in BTreeSet::from([0, last / 2, last]) {
            let state = random.first[number];
            let _ = writeln!(out, "\nafter {number} moves, {}", self.positions.slug(state));
            for line in drawing(&self.positions.scene(state), self.catalogue).lines() {
                let _ = writeln!(out, "  {line}");
            }
        }
        out
    }

    fn best_play(&self) -> String {
        let start = self.solution.verdict(StateId::START);
        let end = match start.value {
            GameValue::Win(_) if *self.positions.players() == Players::One => {
                format!("solved in {} moves", start.distance)
            }
            GameValue::Win(player) => {
                format!("{} wins in {} moves, counting both players", self.name(player), start.distance)
            }
            GameValue::Draw => format!("a draw, after {} moves at the earliest", start.distance),
            GameValue::Endless => "no player can force an end".to_owned(),
            GameValue::Unsolvable => "the puzzle cannot be solved".to_owned(),
        };
        let Status::Turn(player) = self.positions.status(StateId::START) else { return end };
        let after = self.positions.graph().successors(StateId::START);
        let worth = |state: &StateId| self.solution.verdict(*state).worth(player);
        let best = after.iter().map(worth).max();
        let choices = self.positions.choices(StateId::START);
        let good = choices.iter().zip(after).filter(|(_, state)| Some(worth(state)) == best);
        let names: Vec<_> = good.map(|(choice, _)| self.say(&choice.name_among(&choices))).collect();
        let few = first_of(&names, 8, ", ");
        format!("{end}; best first moves ({} of {}): {few}", names.len(), after.len())
    }

    fn players(&self) -> &'static [Player] {
        match self.positions.players() {
            Players::One => &[Player::First],
            Players::Two(..) => &[Player::First, Player::Second],
        }
    }

    /// Returns the moves of each position in which this player is to move.
    fn moves_of(&self, player: Player) -> impl Iterator<Item = &[StateId]> {
        let graph = self.positions.graph();
        let own = graph.states().filter(move |state| graph.status(*state) == Status::Turn(player));
        own.map(|state| graph.successors(state))
    }

    /// Returns the share of positions in which a choice of a player matters, in words.
    fn mattering(&self, player: Player) -> String {
        let open: Vec<_> = self.moves_of(player).filter(|moves| moves.len() > 1).collect();
        let value = |state: &StateId| self.solution.verdict(*state).value;
        let matters = |moves: &&&[StateId]| moves.iter().any(|next| value(next) != value(&moves[0]));
        let count = open.iter().filter(matters).count();
        let of = format!("can be made in {count} of {} positions with a choice", open.len());
        match self.positions.players() {
            Players::One => format!("a mistake that makes the puzzle unsolvable {of}"),
            Players::Two(..) => format!("{}: a mistake {of}", self.name(player)),
        }
    }

    fn random(&self) -> Random {
        let graph = self.positions.graph();
        let mut random = Random::default();
        for game in 0..GAMES {
            let (mut state, mut length) = (StateId::START, 0);
            let mut met = vec![state];
            while let after @ [_, ..] = graph.successors(state) {
                if length == LONGEST {
                    break;
                }
                let drawn = xxh3_64(format!("{game} {length}").as_bytes());
                state = after[(drawn % after.len() as u64) as usize];
                met.push(state);
                length += 1;
            }
            let end = match graph.status(state) {
                Status::Over(outcome) => {
                    random.lengths.push(length);
                    self.outcome(outcome)
                }
                Status::Turn(_) => format!("no end after {LONGEST} moves"),
            };
            *random.ends.entry(end).or_default() += 1;
            if game == 0 {
                random.first = met;
            }
        }
        random
    }

    fn wrong(&self) -> Vec<String> {
        let graph = self.positions.graph();
        let mut wrong = Vec::new();
        let over = |state: StateId| matches!(graph.status(state), Status::Over(_));
        let mut ends: Vec<bool> = graph.states().map(over).collect();
        let mut open: Vec<StateId> = graph.states().filter(|&state| over(state)).collect();
        if open.is_empty() {
            wrong.push("play never ends: `result` never returns a result".to_owned());
            return wrong;
        }
        let before = graph.predecessors();
        while let Some(state) = open.pop() {
            for &from in before.of(state) {
                if !std::mem::replace(&mut ends[from.index()], true) {
                    open.push(from);
                }
            }
        }
        let mut trapped = graph.states().filter(|state| !ends[state.index()]);
        if let Some(first) = trapped.next() {
            let count = trapped.count() + 1;
            let slug = self.positions.slug(first);
            wrong.push(format!("no end can be reached from {count} positions, such as {slug}"));
        }
        let has = |outcome| graph.states().any(|state| graph.status(state) == Status::Over(outcome));
        if *self.positions.players() == Players::One {
            wrong.extend((!has(Outcome::Solved)).then(|| "the puzzle is never solved".to_owned()));
            return wrong;
        }
        for &player in self.players() {
            let name = self.name(player);
            if !has(Outcome::Win(player)) {
                wrong.push(format!("{name} never wins"));
            }
            if self.moves_of(player).map(<[_]>::len).max() == Some(1) {
                wrong.push(format!("{name} never has a choice"));
            }
        }
        wrong
    }
}

/// Returns a quotient with one decimal.
fn tenths(number: usize, by: usize) -> String {
    let tenths = (10 * number + by / 2).checked_div(by).unwrap_or(0);
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn counted(ends: &BTreeMap<String, usize>) -> String {
    let each: Vec<_> = ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
    let all: usize = ends.values().sum();
    if each.is_empty() { all.to_string() } else { format!("{all} ({})", each.join(", ")) }
}
