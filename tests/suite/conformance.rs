//! What every game has to keep: the promises of the trait `Game`, and the known counts in `tests/counts`.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::fs;
use std::path::Path;

use pageturner::game::{
    Clicks, Edges, Game, Grid, Label, NamedPolicy, Outcome, ParameterValue, Parameters, Player, Players, Scene, Square,
    Status, Target, is_slug,
};
use pageturner::games::{AnyGame, Visitor};
use pageturner::graph::{Choice, ExploredPositions, Graph, StateId, explore, pieces};
use pageturner::solve::{GameValue, Solution};

const LIMIT: usize = 100_000;

/// One entry of a file of known counts.
struct Known {
    name: String,
    parameters: Parameters,
    counts: toml::Table,
}

/// The list of entries with counts of whole games.
const WHOLE: &str = "counts";

/// The list of entries with counts of the first moves.
const OPENINGS: &str = "openings";

impl Known {
    fn game(&self) -> AnyGame {
        AnyGame::new(&self.name, &self.parameters).expect("known counts are of games that exist")
    }

    fn explore(&self) -> Box<dyn ExploredPositions> {
        explore(self.game(), LIMIT).expect("known counts are of games small enough to test")
    }

    fn describe(&self) -> String {
        format!("{} {:?}", self.name, self.parameters)
    }
}

fn known(list: &str) -> Vec<Known> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/counts");
    let mut known = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder of known counts") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("a file of known counts");
        let file: toml::Table = toml::from_str(&text).expect("known counts are TOML");
        for counts in file.get(list).and_then(toml::Value::as_array).into_iter().flatten() {
            let mut counts = counts.as_table().expect("counts are a table").clone();
            let parameters = counts.remove("parameters");
            let parameters = parameters.and_then(|table| table.as_table().cloned()).unwrap_or_default();
            let parameters = parameters.iter().map(|(key, value)| (key.clone(), parameter(value))).collect();
            known.push(Known { name: file["game"].as_str().expect("a name").to_owned(), parameters, counts });
        }
    }
    known
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
    for name in AnyGame::NAMES {
        assert!(known.contains(*name), "add tests/counts/{name}.toml");
    }
}

#[test]
fn the_graphs_have_the_known_counts() {
    for known in known(WHOLE) {
        assert_counts(&*known.explore(), &known.counts, &known.describe());
    }
}

/// Counts in an explored game, which is described by `name`, what is known of it.
pub(crate) fn assert_counts(positions: &dyn ExploredPositions, counts: &toml::Table, name: &str) {
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
        let found = known.game().visit(Sequences { lengths: expected.len() });
        assert_eq!(found, expected, "{}", known.describe());
    }
}

/// Counts the sequences of one move, two moves and so on.
struct Sequences {
    lengths: usize,
}

impl Visitor for Sequences {
    type Output = Vec<u64>;

    fn visit<G: Game>(self, game: G) -> Vec<u64> {
        (1..=self.lengths).map(|length| sequences(&game, &game.start(), length)).collect()
    }
}

fn sequences<G: Game>(game: &G, state: &G::State, length: usize) -> u64 {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    match length {
        1 => moves.len() as u64,
        _ => moves.into_iter().map(|mv| sequences(game, &game.play(state, mv), length - 1)).sum(),
    }
}

fn shortest_solution(positions: &dyn ExploredPositions) -> usize {
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

/// Counts the ways to play from the start to an end with a status that counts.
fn number_of_games(positions: &dyn ExploredPositions, counts: &dyn Fn(Status) -> bool) -> usize {
    fn from(graph: &Graph, counts: &dyn Fn(Status) -> bool, state: StateId) -> usize {
        match graph.successors(state) {
            [] => usize::from(counts(graph.status(state))),
            successors => successors.iter().map(|&next| from(graph, counts, next)).sum(),
        }
    }
    from(positions.graph(), counts, StateId::START)
}

/// Counts the states in which the game is over by their tallies.
fn endings(positions: &dyn ExploredPositions) -> toml::Table {
    let graph = positions.graph();
    let mut endings = BTreeMap::<_, i64>::new();
    for state in graph.states().filter(|&state| matches!(graph.status(state), Status::Over(_))) {
        *endings.entry(positions.tally(state)).or_default() += 1;
    }
    endings.into_iter().map(|(tally, count)| (tally, toml::Value::Integer(count))).collect()
}

#[test]
fn every_game_keeps_the_promises_of_the_trait() {
    for known in known(WHOLE) {
        let name = known.describe();
        known.game().visit(Conformance { name });
    }
}

/// Checks that a game keeps the promises of the trait. Its `name` stands in messages.
pub(crate) struct Conformance {
    pub(crate) name: String,
}

impl Visitor for Conformance {
    type Output = ();

    /// Walks through every state without the help of `graph`, and looks at others that only the grammar of slugs knows:
    /// who asks for a page on demand can ask for any.
    fn visit<G: Game>(self, game: G) {
        let name = &self.name;
        let mut seen = HashSet::from([game.start()]);
        let mut slugs = HashSet::new();
        let mut queue = vec![game.start()];
        while let Some(state) = queue.pop() {
            let slug = slug_of(&game, &state);
            assert!(slugs.insert(slug.clone()), "{name} at {state:?}: another position is {slug} too");
            let after = assert_state(&game, name, &state);
            queue.extend(after.into_iter().filter(|next| seen.insert(next.clone())));
        }
        let letters: BTreeSet<char> = slugs.iter().flat_map(|slug| slug.chars()).collect();
        let some: BTreeSet<&String> = slugs.iter().collect();
        let step = some.len().div_ceil(FEW_SLUGS);
        for slug in some.into_iter().step_by(step) {
            for (at, letter) in slug.char_indices().flat_map(|(at, _)| letters.iter().map(move |letter| (at, letter))) {
                let other = format!("{}{letter}{}", &slug[..at], &slug[at + 1..]);
                if let Ok(state) = game.parse_slug(&other) {
                    assert_state(&game, name, &state);
                }
            }
        }
        assert!(game.parse_slug("").is_err() && game.parse_slug("../x").is_err() && game.parse_slug("index").is_err());
    }
}

/// Of how many slugs of each game each letter is changed.
const FEW_SLUGS: usize = 40;

fn slug_of<G: Game>(game: &G, state: &G::State) -> String {
    let mut slug = String::new();
    game.slug(state, &mut slug);
    slug
}

/// Checks what the trait promises of a state, and returns the states that its moves lead to.
fn assert_state<G: Game>(game: &G, name: &str, state: &G::State) -> Vec<G::State> {
    let place = format!("{name} at {state:?}");
    let (mut moves, mut after) = (Vec::new(), Vec::new());
    game.moves(state, &mut moves);
    assert!(moves.is_sorted_by(|a, b| a < b), "{place}: the moves {moves:?} are not ascending");
    let over = matches!(game.status(state), Status::Over(_));
    assert_eq!(moves.is_empty(), over, "{place}: moves exactly until the game is over");
    let allowed = match (game.players(), game.status(state)) {
        (Players::One, status) => is_of_a_puzzle(status),
        (Players::Two(..), status) => matches!(status, Status::Turn(_)) || !is_of_a_puzzle(status),
    };
    assert!(allowed, "{place}: puzzles end solved or stuck, and games of two players won or drawn");

    if over {
        let ending = game.ending(state);
        let is_phrase = ending == ending.trim() && !ending.ends_with('.') && !ending.contains(':');
        assert!(is_phrase, "{place}: {ending:?} follows a colon and stands before a full stop");
    }

    let slug = slug_of(game, state);
    assert!(is_slug(&slug), "{place}: {slug:?} has to be lower-case letters, digits and hyphens");
    assert_ne!(slug, "index", "{place}: that is the name of the start page");
    assert_eq!(game.parse_slug(&slug).as_ref(), Ok(state), "{place}: {slug} is read back");
    // What is in `out` before the slug stays there.
    let mut address = "before/".to_owned();
    game.slug(state, &mut address);
    assert_eq!(address, format!("before/{slug}"), "{place}: a slug is appended");

    for NamedPolicy { name: policy, .. } in G::POLICIES.iter().filter(|_| !over) {
        let candidates = game.named_policy(policy, state);
        assert!(!candidates.is_empty(), "{place}: {policy} has no move");
        assert!(candidates.iter().all(|mv| moves.contains(mv)), "{place}: {policy} plays {candidates:?}");
    }

    let scene = game.scene(state);
    // What a label says of a square is the name that the edges give it, if they do.
    let is_named_so = |at: Target, label: &Label| match (&scene, at) {
        (Scene::Grid(grid), Target::Square(square)) => {
            let mut name = String::new();
            grid.push_name(square, &mut name);
            name.is_empty() || name == label.short
        }
        _ => true,
    };
    let choice =
        |&mv| Choice { clicks: game.clicks(state, mv), label: game.label(state, mv), kind: game.kind(state, mv) };
    let choices: Vec<_> = moves.iter().map(choice).collect();
    let (mut targets, mut labels, mut names) = (HashSet::new(), HashSet::new(), HashSet::new());
    for (&mv, Choice { clicks, label, kind }) in moves.iter().zip(&choices) {
        assert!(scene.has(clicks.at()), "{place}: {clicks:?} touch nothing in the scene");
        let piece = clicks.piece().map(|piece| piece.at);
        assert!(targets.insert((piece, clicks.at())), "{place}: two moves touch {clicks:?}");
        assert!(piece.is_none_or(|at| scene.has(at)), "{place}: {clicks:?} choose nothing in the scene");
        assert!(!label.short.trim().is_empty(), "{place}: {mv:?} has no visible text");
        assert!(is_named_so(clicks.at(), label), "{place}: {label:?} has another name for {:?}", clicks.at());
        assert!(kind.chars().all(|letter| letter.is_ascii_lowercase()), "{place}: {kind:?} is a noun");
        assert!(labels.insert(label.full()), "{place}: two moves are called {:?}", label.full());
        let slug = game.move_slug(state, mv);
        let is_taken = slug.as_str() == "hint" || slug.as_str().starts_with("from-");
        assert!(!is_taken, "{place}: pages with hints and of chosen pieces have names like {slug}");
        assert!(names.insert(slug), "{place}: two moves have the name of {mv:?}");
        assert_eq!(game.play(state, mv), game.play(state, mv), "{place}: play is a function");
        let next = game.play(state, mv);
        let again = game.players() != Players::One && game.status(&next) == game.status(state);
        assert!(!again, "{place}: after {mv:?} it is the other's turn");
        after.push(next);
    }
    assert_symmetric(game, &place, state);
    // A piece to choose is not itself a place to touch for a move, and has each of its places once.
    let pieces = pieces(&choices);
    assert_eq!(game.piece_count(state), pieces.len(), "{place}: the number of pieces to choose");
    let mut chosen_names = HashSet::new();
    for piece in pieces {
        let same = choices.iter().filter_map(|choice| choice.clicks.piece()).filter(|other| other.at == piece.at);
        assert!(same.into_iter().all(|other| other == piece), "{place}: {piece:?} is described in two ways");
        assert!(!targets.contains(&(None, piece.at)), "{place}: touching {piece:?} has two meanings");
        assert!(chosen_names.insert(&piece.slug), "{place}: two pieces have the name {}", piece.slug);
        assert!(!piece.label.short.trim().is_empty(), "{place}: {piece:?} has no visible text");
        assert!(is_named_so(piece.at, &piece.label), "{place}: {piece:?} has another name");
        let clicks = choices.iter().map(|choice| &choice.clicks).filter(|clicks| clicks.can_be_by(piece.at));
        let mut places: Vec<_> = clicks.map(Clicks::at).collect();
        let count = places.len();
        places.sort();
        places.dedup();
        assert!(places.len() == count && !places.contains(&piece.at), "{place}: {piece:?} has {places:?}");
    }
    after
}

/// Checks that play goes on from a state as it does from the one that stands for it by symmetry. That one can be out of
/// reach, and then cannot be asked for more than the rules.
fn assert_symmetric<G: Game>(game: &G, place: &str, state: &G::State) {
    let image = game.canonical(state);
    assert_eq!(game.canonical(&image), image, "{place}: {image:?} stands for another state");
    let ways_on = |state: &G::State| {
        let (Status::Turn(mover) | Status::Over(Outcome::Win(mover))) = game.status(state) else { return Vec::new() };
        let mut legal = Vec::new();
        game.moves(state, &mut legal);
        let way = |mv| {
            let next = game.play(state, mv);
            // Players can have changed places, so what counts is how it ends for who moved.
            let won = match game.status(&next) {
                Status::Over(Outcome::Win(winner)) => Some(winner == mover),
                _ => None,
            };
            let over = matches!(game.status(&next), Status::Over(_));
            (slug_of(game, &game.canonical(&next)), over, won)
        };
        let mut ways: Vec<_> = legal.into_iter().map(way).collect();
        ways.sort();
        ways
    };
    assert_eq!(ways_on(&image), ways_on(state), "{place}: play goes on in another way from {image:?}");
}

fn is_of_a_puzzle(status: Status) -> bool {
    matches!(status, Status::Turn(Player::First) | Status::Over(Outcome::Solved | Outcome::Stuck))
}

#[test]
fn walls_and_gaps_cannot_be_touched() {
    let squares = vec![Square::Empty, Square::Hole, Square::Mark(Player::First, "X".into()), Square::Wall, Square::Gap];
    let count = squares.len();
    let scene = Scene::Grid(Grid { columns: count, walled: true, edges: Edges::Chess, squares, emphasis: Vec::new() });
    let touchable: Vec<_> = (0..=count).filter(|&index| scene.has(Target::Square(index))).collect();
    assert_eq!(touchable, [0, 1, 2]);
}

#[test]
fn numbers_do_not_depend_on_threads() {
    let big = known(WHOLE).into_iter().max_by_key(|known| known.counts["positions"].as_integer()).expect("some counts");
    let slugs = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let positions = pool.install(|| big.explore());
        let slug = |state| (positions.slug(state), positions.graph().successors(state).to_vec());
        positions.graph().states().map(slug).collect::<Vec<_>>()
    };
    assert!(slugs(1) == slugs(8), "{} differs between 1 and 8 threads", big.describe());
}

#[test]
fn too_many_positions_are_refused() {
    let parameters = Parameters::from([("discs".to_owned(), ParameterValue::Integer(9))]);
    let game = AnyGame::new("hanoi", &parameters).expect("nine discs are allowed");
    assert!(explore(game.clone(), 19_682).is_err(), "nine discs have 19,683 positions");
    assert!(explore(game, 19_683).is_ok());
}

#[test]
fn positions_are_found_by_their_slugs() {
    let game = AnyGame::new("tic-tac-toe", &Parameters::new()).expect("it has no parameters");
    let positions = explore(game, LIMIT).expect("it is small");
    // X in the centre is 000010000 in base 3, which is 81, which is 51 in hexadecimal.
    let state = positions.find("51").expect("a first move");
    assert_eq!(positions.graph().successors(state).len(), 8);
    // Three X and three O in rows: both sides have won, which play cannot reach.
    let both_won = u32::from_str_radix("111222000", 3).expect("digits");
    assert!(positions.find(&format!("{both_won:x}")).is_err());
    // These have a leading zero, and an O but no X.
    assert!(positions.find("051").is_err() && positions.find("2").is_err());
}
