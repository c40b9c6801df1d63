//! The rules for every game: the promises of the traits `Rules` and `Show`, and the known counts in `tests/counts`.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::fs;
use std::path::Path;

use crate::english::CATALOGUE;
use crate::file_games;
use crate::whole_site::IS_WHOLE;
use pageturner::game::{
    Coordinates, Declare, Description, GridStyle, Label, Outcome, ParameterReader, ParameterValue, Parameters, Player,
    Players, PolicyDescription, Rules, Scene, Square, Status, Target, is_slug,
};
use pageturner::games::{Ataxx, Game, Games};
use pageturner::graph::{Choice, Graph, Positions, StateId, pieces};
use pageturner::solve::{GameValue, Solution};

const LIMIT: usize = 500_000;

/// An entry of a file of known counts.
pub(crate) struct Known {
    name: String,
    pub(crate) parameters: Parameters,
    pub(crate) counts: toml::Table,
}

/// The list of entries with counts of whole games.
const WHOLE: &str = "counts";

/// The list of entries with counts of the first moves.
const OPENINGS: &str = "openings";

impl Known {
    fn game(&self) -> Game {
        if self.name.contains(".lua") {
            return file_games::open(&self.name, &self.parameters);
        }
        Games::standard().open(&self.name, &self.parameters).expect("known counts are of games that exist")
    }

    fn explore(&self) -> Box<dyn Positions> {
        self.game().explore(LIMIT).expect("known counts are of games small enough to test")
    }

    /// Returns the number of positions, if it is among the counts.
    fn positions(&self) -> Option<i64> {
        self.counts.get("positions").and_then(toml::Value::as_integer)
    }

    fn describe(&self) -> String {
        format!("{} {:?}", self.name, self.parameters)
    }
}

fn known(list: &str) -> Vec<Known> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/counts");
    let files = fs::read_dir(folder).expect("the folder of known counts");
    files.flat_map(|file| known_in(&file.expect("an entry").path(), list)).collect()
}

/// Returns the entries of a list in a file.
pub(crate) fn known_in(path: &Path, list: &str) -> Vec<Known> {
    let file: toml::Table = fs::read_to_string(path).expect("a file of known counts").parse().expect("TOML");
    let entry = |counts: &toml::Value| {
        let mut counts = counts.as_table().expect("counts are a table").clone();
        let parameters = counts.remove("parameters");
        let parameters = parameters.and_then(|table| table.as_table().cloned()).unwrap_or_default();
        let parameters = parameters.iter().map(|(key, value)| (key.clone(), parameter(value))).collect();
        Known { name: file["game"].as_str().expect("a name").to_owned(), parameters, counts }
    };
    file.get(list).and_then(toml::Value::as_array).into_iter().flatten().map(entry).collect()
}

pub(crate) fn parameter(value: &toml::Value) -> ParameterValue {
    match value {
        toml::Value::Integer(number) => ParameterValue::Integer(*number),
        toml::Value::Boolean(flag) => ParameterValue::Flag(*flag),
        toml::Value::String(text) => ParameterValue::Text(text.clone()),
        toml::Value::Array(items) => ParameterValue::List(items.iter().map(parameter).collect()),
        other => panic!("no parameter looks like {other:?}"),
    }
}

#[test]
fn every_game_has_known_counts() {
    let known: HashSet<_> = known(WHOLE).into_iter().map(|known| known.name).collect();
    let compiled: Vec<String> = Games::standard().names().map(str::to_owned).collect();
    for name in compiled.into_iter().chain(file_games::names().cloned()) {
        assert!(known.contains(&name), "add tests/counts/{}.toml", name.trim_end_matches(".lua"));
    }
}

#[test]
fn the_graphs_have_the_known_counts() {
    let is_small = |known: &Known| {
        let most = if known.name.contains(".lua") { 1_500 } else { 10_000 };
        *IS_WHOLE || known.positions() < Some(most)
    };
    for known in known(WHOLE).into_iter().filter(is_small) {
        assert_counts(&*known.explore(), &known.counts, &known.describe());
    }
}

/// Compares an explored game, called `name` in messages, with its known counts.
pub(crate) fn assert_counts(positions: &dyn Positions, counts: &toml::Table, name: &str) {
    let graph = positions.graph();
    let solution = Solution::of(graph);
    let start = solution.verdict(StateId::START);
    let wins_in = |player| if start.value == GameValue::Win(player) { start.distance as usize } else { usize::MAX };
    let is_forced = |state| matches!(solution.verdict(state).value, GameValue::Win(_));
    let plays_on = |state| matches!(graph.status(state), Status::Turn(_));
    let over = |wanted| graph.states().filter(|&state| graph.status(state) == Status::Over(wanted)).count();
    for (count, expected) in counts {
        if count == "endings" {
            let expected = expected.as_table().expect("numbers of states by their tallies");
            assert_eq!(&endings(positions), expected, "endings of {name}");
            continue;
        }
        let found = match count.as_str() {
            "positions" => graph.states().len(),
            "moves" => graph.move_count(),
            "first_wins" => over(Outcome::Win(Player::First)),
            "second_wins" => over(Outcome::Win(Player::Second)),
            "draws" => over(Outcome::Draw),
            "solved" => over(Outcome::Solved),
            "stuck" => over(Outcome::Stuck),
            "first_wins_in" => wins_in(Player::First),
            "second_wins_in" => wins_in(Player::Second),
            "nobody_wins" => usize::from(!is_forced(StateId::START)),
            "unforced" => graph.states().filter(|&state| plays_on(state) && !is_forced(state)).count(),
            "shortest" => shortest_solution(positions),
            "games" => number_of_games(positions, &|_| true),
            "solutions" => number_of_games(positions, &|status| status == Status::Over(Outcome::Solved)),
            other => panic!("what is the count `{other}`?"),
        };
        let expected = expected.as_integer().and_then(|count| usize::try_from(count).ok());
        assert_eq!(Some(found), expected, "{count} of {name}");
    }
}

#[test]
fn play_begins_in_as_many_ways_as_is_known() {
    for known in known(OPENINGS) {
        let expected = known.counts["sequences"].as_array().expect("a list of numbers");
        let expected: Vec<u64> =
            expected.iter().map(|count| count.as_integer().expect("a number").cast_unsigned()).collect();
        let parameters = Description::of::<Ataxx>().parameters;
        let game = Ataxx::from_parameters(&ParameterReader::new(&known.parameters, &parameters)).expect("a board");
        let count = |length| sequences(&game, &game.start(), length);
        let found: Vec<u64> = (1..=expected.len()).map(count).collect();
        assert_eq!(found, expected, "{}", known.describe());
    }
}

/// Returns the number of sequences of `length` moves.
fn sequences<G: Rules>(game: &G, state: &G::State, length: usize) -> u64 {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    match length {
        1 => moves.len() as u64,
        _ => moves.into_iter().map(|mv| sequences(game, &game.play(state, mv), length - 1)).sum(),
    }
}

fn shortest_solution(positions: &dyn Positions) -> usize {
    let graph = positions.graph();
    let mut distance = vec![usize::MAX; graph.states().len()];
    let mut queue = VecDeque::from([StateId::START]);
    distance[StateId::START.index()] = 0;
    while let Some(state) = queue.pop_front() {
        if graph.status(state) == Status::Over(Outcome::Solved) {
            return distance[state.index()];
        }
        for &next in graph.successors(state) {
            if distance[next.index()] == usize::MAX {
                distance[next.index()] = distance[state.index()] + 1;
                queue.push_back(next);
            }
        }
    }
    panic!("the puzzle cannot be solved")
}

/// Returns the number of ways to play from the start to an end whose status counts.
fn number_of_games(positions: &dyn Positions, counts: &dyn Fn(Status) -> bool) -> usize {
    fn from(graph: &Graph, counts: &dyn Fn(Status) -> bool, state: StateId) -> usize {
        match graph.successors(state) {
            [] => usize::from(counts(graph.status(state))),
            successors => successors.iter().map(|&next| from(graph, counts, next)).sum(),
        }
    }
    from(positions.graph(), counts, StateId::START)
}

/// Returns the number of final states for each tally.
fn endings(positions: &dyn Positions) -> toml::Table {
    let graph = positions.graph();
    let mut endings = BTreeMap::<_, i64>::new();
    for state in graph.states().filter(|&state| matches!(graph.status(state), Status::Over(_))) {
        *endings.entry(CATALOGUE.say(&positions.tally(state))).or_default() += 1;
    }
    endings.into_iter().map(|(tally, count)| (tally, toml::Value::Integer(count))).collect()
}

#[test]
fn every_game_keeps_the_promises_of_the_traits() {
    // Games that can be explored in a few seconds, or in less than a minute.
    let is_small = |known: &Known| {
        let most = match (*IS_WHOLE, known.name.contains(".lua")) {
            (false, _) => 250,
            (true, true) => 6_000,
            (true, false) => 100_000,
        };
        known.positions() < Some(most)
    };
    for known in known(WHOLE).into_iter().filter(is_small) {
        assert_keeps_promises(&known.game(), &known.describe());
    }
}

/// Checks that a game, called `name` in messages, keeps the promises of the traits in every state. Also checks states
/// that only the slug grammar allows, because authors can request pictures of them.
pub(crate) fn assert_keeps_promises(game: &Game, name: &str) {
    let positions = &*game.explore(LIMIT).expect("a game small enough to test");
    let again = game.explore(LIMIT).expect("the same game");
    let mut slugs = HashSet::new();
    let mut alike: BTreeMap<String, Vec<StateId>> = BTreeMap::new();
    for state in positions.graph().states() {
        let slug = positions.slug(state);
        assert!(slugs.insert(slug), "{name}: two positions are {slug}");
        assert_eq!(slug, again.slug(state), "{name}: a slug is a function");
        assert_eq!(positions.successors(state), again.successors(state), "{name} at {slug}: play is a function");
        assert_state(game, positions, name, state);
        alike.entry(positions.canonical_slug(state)).or_default().push(state);
    }
    for (slug, states) in &alike {
        assert_symmetric(positions, name, slug, states);
    }
    assert!(["", "../x", "index"].iter().all(|slug| positions.find(slug).is_none()), "{name} has odd slugs");
    assert_eq!(game.start_slug(), positions.slug(StateId::START), "{name}");
    // Games in files give no texts for positions that play cannot reach.
    if name.contains(".lua") {
        return;
    }
    let letters: BTreeSet<char> = slugs.iter().flat_map(|slug| slug.chars()).collect();
    let some: BTreeSet<&str> = slugs.iter().copied().collect();
    let step = some.len().div_ceil(FEW_SLUGS);
    for slug in some.into_iter().step_by(step) {
        for (at, letter) in slug.char_indices().flat_map(|(at, _)| letters.iter().map(move |letter| (at, letter))) {
            let other = format!("{}{letter}{}", &slug[..at], &slug[at + 1..]);
            if let Some(state) = positions.find(&other) {
                assert_eq!(positions.slug(state), other, "{name}: one position has one slug");
            }
        }
    }
}

/// The number of slugs of each game in which each letter is changed.
const FEW_SLUGS: usize = 40;

/// Checks the promises of the traits for a state.
fn assert_state(game: &Game, positions: &dyn Positions, name: &str, state: StateId) {
    let slug = positions.slug(state);
    let place = format!("{name} at {slug}");
    let status = positions.status(state);
    let over = matches!(status, Status::Over(_));
    let successors = positions.successors(state);
    assert_eq!(successors.is_empty(), over, "{place}: moves exactly until the game is over");
    let allowed = match game.players() {
        Players::One => is_of_a_puzzle(status),
        Players::Two(..) => !over || !is_of_a_puzzle(status),
    };
    assert!(allowed, "{place}: puzzles end solved or stuck, and games of two players won or drawn");

    if over {
        let ending = CATALOGUE.say(&positions.ending(state));
        let is_phrase = ending == ending.trim() && !ending.ends_with('.') && !ending.contains(':');
        assert!(is_phrase, "{place}: {ending:?} follows a colon and stands before a full stop");
    }

    assert!(is_slug(slug), "{place}: {slug:?} has to be lower-case letters, digits and hyphens");
    assert_ne!(slug, "index", "{place}: that is the name of the start page");
    assert_eq!(positions.find(slug), Some(state), "{place}: {slug} is read back");

    for PolicyDescription { name: policy, .. } in game.policies().iter().filter(|_| !over) {
        let candidates = positions.policy_moves(policy, state);
        assert!(candidates.is_ok(), "{place}: {candidates:?}");
    }

    let scene = positions.scene(state);
    // The name of a square in a label is the one from the edges, if they have names.
    // A game in a file can give a move a name of its own, which is then also its label.
    let has_own_name = |label: &Label| name.contains(".lua") && label.short == label.whole;
    let is_named_so = |at: Target, label: &Label| match (&scene, at) {
        _ if has_own_name(label) => true,
        (Scene::Grid(grid), Target::Square(square)) => {
            let mut name = String::new();
            grid.push_name(square, &mut name);
            name.is_empty() || name == CATALOGUE.say(&label.short)
        }
        _ => true,
    };
    let (choices, slugs) = (positions.choices(state), positions.move_slugs(state));
    let (mut targets, mut labels, mut names) = (HashSet::new(), HashSet::new(), HashSet::new());
    for (slug, Choice { clicks, label, kind }) in slugs.iter().zip(&choices) {
        assert!(scene.has(clicks.at), "{place}: {clicks:?} touch nothing in the scene");
        let piece = clicks.piece.as_ref().map(|piece| piece.at);
        assert!(targets.insert((piece, clicks.at)), "{place}: two moves touch {clicks:?}");
        assert!(piece.is_none_or(|at| scene.has(at)), "{place}: {clicks:?} choose nothing in the scene");
        let (short, whole) = (CATALOGUE.say(&label.short), CATALOGUE.say(&label.whole));
        assert!(!short.trim().is_empty(), "{place}: {slug} has no visible text");
        assert!(whole.starts_with(&short), "{place}: {whole:?} does not begin with what is seen: {short:?}");
        assert!(is_named_so(clicks.at, label), "{place}: {label:?} has another name for {:?}", clicks.at);
        let kind = CATALOGUE.say(&kind.clone().with("places", "HERE").with_number("count", 1));
        assert!(kind.starts_with("HERE is a "), "{place}: {kind:?} says of places what they are");
        assert!(labels.insert((piece, whole.clone())), "{place}: two moves are called {whole:?}");
        let is_taken = slug.as_str() == "hint" || slug.as_str().starts_with("from-");
        assert!(!is_taken, "{place}: pages with hints and of chosen pieces have names like {slug}");
        assert!(names.insert(slug), "{place}: two moves have the name {slug}");
    }
    // A piece to choose is not itself a target of a move, and has each of its places once.
    let pieces = pieces(&choices);
    let mut chosen_names = HashSet::new();
    for piece in pieces {
        let same =
            choices.iter().filter_map(|choice| choice.clicks.piece.as_ref()).filter(|other| other.at == piece.at);
        assert!(same.into_iter().all(|other| other == piece), "{place}: {piece:?} is described in two ways");
        assert!(!targets.contains(&(None, piece.at)), "{place}: touching {piece:?} has two meanings");
        assert!(chosen_names.insert(&piece.slug), "{place}: two pieces have the name {}", piece.slug);
        let (short, whole) = (CATALOGUE.say(&piece.label.short), CATALOGUE.say(&piece.label.whole));
        assert!(!short.trim().is_empty(), "{place}: {piece:?} has no visible text");
        assert!(whole.starts_with(&short), "{place}: {whole:?} does not begin with what is seen: {short:?}");
        assert!(is_named_so(piece.at, &piece.label), "{place}: {piece:?} has another name");
        let clicks = choices.iter().map(|choice| &choice.clicks).filter(|clicks| clicks.can_be_by(piece.at));
        let mut places: Vec<_> = clicks.map(|clicks| clicks.at).collect();
        let count = places.len();
        places.sort();
        places.dedup();
        assert!(places.len() == count && !places.contains(&piece.at), "{place}: {piece:?} has {places:?}");
    }
}

/// Checks that play continues in the same way from all states that are equal by symmetry.
fn assert_symmetric(positions: &dyn Positions, name: &str, slug: &str, alike: &[StateId]) {
    if let Some(image) = positions.find(slug) {
        assert_eq!(positions.canonical_slug(image), slug, "{name}: {slug} stands for another state");
    }
    let ways_on = |state| {
        let (Status::Turn(mover) | Status::Over(Outcome::Win(mover))) = positions.status(state) else {
            return Vec::new();
        };
        let way = |&next: &StateId| {
            // Players can be exchanged, so the result is compared for the player who moved.
            let status = positions.status(next);
            let won = match status {
                Status::Over(Outcome::Win(winner)) => Some(winner == mover),
                _ => None,
            };
            (positions.canonical_slug(next), matches!(status, Status::Over(_)), won)
        };
        let mut ways: Vec<_> = positions.successors(state).iter().map(way).collect();
        ways.sort();
        ways
    };
    let expected = ways_on(alike[0]);
    for &state in alike {
        assert_eq!(ways_on(state), expected, "{name} at {}: play goes on in another way", positions.slug(state));
    }
}

fn is_of_a_puzzle(status: Status) -> bool {
    matches!(status, Status::Turn(Player::First) | Status::Over(Outcome::Solved | Outcome::Stuck))
}

#[test]
fn only_places_can_be_touched() {
    let mark = Square::Mark(Player::First, "X".into());
    let squares = vec![Square::Empty, Square::Hole, mark, Square::Wall, Square::Gap, Square::Dot, Square::Line];
    let count = squares.len();
    let scene = Scene::grid(count, GridStyle::Discs, Coordinates::Chess, squares);
    let touchable: Vec<_> = (0..=count).filter(|&index| scene.has(Target::Square(index))).collect();
    assert_eq!(touchable, [0, 1, 2]);
}

#[test]
fn numbers_do_not_depend_on_threads() {
    let games = known(WHOLE).into_iter().filter(|known| *IS_WHOLE || known.positions() < Some(10_000));
    let big = games.max_by_key(Known::positions).expect("some counts");
    let slugs = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let positions = pool.install(|| big.explore());
        let slug = |state| (positions.slug(state).to_owned(), positions.graph().successors(state).to_vec());
        positions.graph().states().map(slug).collect::<Vec<_>>()
    };
    assert!(slugs(1) == slugs(8), "{} differs between 1 and 8 threads", big.describe());
}

#[test]
fn positions_are_found_by_their_slugs() {
    let game = Games::standard().open("tic-tac-toe", &Parameters::new()).expect("it has no parameters");
    let positions = game.explore(LIMIT).expect("it is small");
    // X in the centre is 000010000 in base 3, or 81, or 51 in hexadecimal.
    let state = positions.find("51").expect("a first move");
    assert_eq!(positions.graph().successors(state).len(), 8);
    // Three X and three O in rows: both sides have won, which play cannot reach.
    let both_won = u32::from_str_radix("111222000", 3).expect("digits");
    assert!(positions.find(&format!("{both_won:x}")).is_none());
    // These have a leading zero, and an O but no X.
    assert!(positions.find("051").is_none() && positions.find("2").is_none());
}
