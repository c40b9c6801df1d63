//! Addresses of pages and slugs of positions, of every game: whatever is found by a name has that name.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use pageturner::content::EditionSpec;
use pageturner::content::words::Locales;
use pageturner::engine::solve::library::Library;
use pageturner::game::{Computer, ParameterValue as Value, Parameters, Player, Policy};
use pageturner::games::{Game, Games};
use pageturner::pages::chapter::Summary;
use pageturner::pages::edition::Edition;
use pageturner::pages::page::{EditionId, SectionId};
use pageturner::pages::plan::{Plan, paths};

/// Returns every game that has an edition here, with its parameters.
fn games() -> Vec<Game> {
    let texts = |rows: &[&str]| Value::List(rows.iter().map(|row| Value::Text((*row).to_owned())).collect());
    let numbers = |rows: &[i64]| Value::List(rows.iter().copied().map(Value::Integer).collect());
    let games = [
        ("tic-tac-toe", None),
        ("nim", Some(("rows", numbers(&[1, 2, 3])))),
        ("hanoi", Some(("discs", Value::Integer(3)))),
        ("ataxx", Some(("board", texts(&[".#.", "###", "..."])))),
        ("peg-solitaire", Some(("empty", Value::Text("c1".to_owned())))),
    ];
    let game = |(name, parameter): (&str, Option<(&str, Value)>)| {
        let parameters: Parameters = parameter.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        Games::standard().open(name, &parameters).expect("a game")
    };
    games.into_iter().map(game).collect()
}

static PLAN: LazyLock<Plan> = LazyLock::new(|| {
    let library = Arc::new(Library::new(10_000));
    let catalogue = Arc::new(Locales::shipped([]).catalogue("en"));
    let (mut plan, mut ids) = (Plan::default(), (0..).map(EditionId::new));
    for (number, game) in games().into_iter().enumerate() {
        let section = SectionId::new(number);
        let computer =
            Computer { seat: Player::Second, policy: Policy::Perfect, blunder: 0, random_opening: false, seed: 0 };
        let has_seats = game.players() != pageturner::game::Players::One;
        let editions = [None, has_seats.then_some(computer)].into_iter().zip(&mut ids).map(|(computer, id)| {
            let mut spec = EditionSpec::new("", game.clone(), computer);
            spec.keys.hints = true;
            let folder = format!("{number}/{}", id.index());
            let (library, catalogue) = (Arc::clone(&library), Arc::clone(&catalogue));
            Edition::new(id, section, folder, spec, library, catalogue)
        });
        plan.add_game("game.md", number.to_string(), Summary::default(), false, editions.collect());
    }
    for edition in plan.editions.iter() {
        edition.open().expect("a small game");
    }
    plan
});

fuzz_target!(|text: &str| {
    for edition in PLAN.editions.iter() {
        let positions = edition.open().expect("a small game").positions();
        if let Some(state) = positions.find(text) {
            assert_eq!(positions.slug(state), text, "a position has one slug");
        }
        let path = format!("{}/{text}.html", edition.folder());
        if let Some(page) = paths::page_at(&PLAN, &path) {
            let is_start = paths::path(&PLAN, page).ends_with("/index.html");
            assert!(is_start || paths::path(&PLAN, page) == path, "{path} is {}", paths::path(&PLAN, page));
        }
    }
    paths::page_referred_to(&PLAN, text);
});
