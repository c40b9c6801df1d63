//! Promises: checks what [`Show`] requires of each state, while a game is explored.
//!
//! To show every state takes longer than to find it, and a game that breaks a promise does so in many states. So this
//! module checks the slugs of all states, but checks boards and moves only in a sample of the states.

use std::collections::BTreeMap;
use std::mem::discriminant;

use crate::engine::game::{Clicks, Part, Piece, Scene, Show, Slug, Target, is_slug};

/// Returns whether the state with this number is in the sample: every state of a small game, and some states of a large
/// game. Pages check the states that they show; the sample finds mistakes in other states.
pub(super) fn is_sampled(number: usize) -> bool {
    number < 300 || number.is_multiple_of(61)
}

/// Checks the state with this number, and returns its slug. `start` is the board at the start.
pub(super) fn check<G: Show>(
    game: &G,
    number: usize,
    state: &G::State,
    start: &Scene,
) -> Result<String, (Part, String)> {
    let of = |part| move |problem| (part, problem);
    let slug = game.slug(state);
    check_slug(&slug).map_err(of(Part::Slug))?;
    if is_sampled(number) {
        let scene = game.scene(state);
        check_board(&scene, start).map_err(of(Part::Board))?;
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        check_names(moves.iter().map(|&mv| game.move_slug(state, mv)).collect()).map_err(of(Part::Moves))?;
        let clicks: Vec<Clicks> = moves.iter().map(|&mv| game.clicks(state, mv)).collect();
        check_clicks(&scene, &clicks).map_err(of(Part::Moves))?;
    }
    Ok(slug)
}

/// Checks that a slug can name a position.
pub(crate) fn check_slug(slug: &str) -> Result<(), String> {
    if !is_slug(slug) || slug == "index" {
        return Err(format!(
            "the slug {slug:?} must consist of lower-case letters, digits and hyphens, and must not be `index`"
        ));
    }
    #[cfg(feature = "cli")]
    if let Some(hint) = crate::ground::files::why_unfit(slug) {
        return Err(format!("the slug `{slug}` cannot be the name of a file: {hint}"));
    }
    Ok(())
}

/// Checks that a board has the same kind as the board at the start and, if the board is a grid, the same size.
pub(crate) fn check_board(scene: &Scene, start: &Scene) -> Result<(), String> {
    if discriminant(scene) != discriminant(start) {
        return Err("the board differs in kind from the board at the start".to_owned());
    }
    let (Scene::Grid(grid), Scene::Grid(first)) = (scene, start) else { return Ok(()) };
    let (columns, squares) = (grid.columns, grid.squares.len());
    if columns == 0 || squares % columns > 0 {
        return Err(format!("a grid must have whole rows, but this one has {squares} squares in rows of {columns}"));
    }
    if (columns, squares) != (first.columns, first.squares.len()) {
        return Err(format!(
            "the grid differs in size from the grid at the start: {squares} squares in rows of {columns}"
        ));
    }
    Ok(())
}

/// Checks that moves can have these slugs.
pub(crate) fn check_names(slugs: Vec<Slug>) -> Result<(), String> {
    let is_taken = |slug: &&Slug| ["hint", "perfect"].contains(&slug.as_str()) || slug.as_str().starts_with("from-");
    if let Some(slug) = slugs.iter().find(is_taken) {
        return Err(format!(
            "a move cannot have the slug `{slug}`: pages of hints, perfect play or chosen pieces use it"
        ));
    }
    repeated(slugs).map_or(Ok(()), |slug| Err(format!("two moves have the slug `{slug}`")))
}

fn check_clicks(scene: &Scene, clicks: &[Clicks]) -> Result<(), String> {
    let mut touched = Vec::with_capacity(clicks.len());
    let mut pieces: BTreeMap<Target, &Piece> = BTreeMap::new();
    for clicks in clicks {
        let Clicks { piece, at, .. } = clicks;
        touched.push((piece.as_ref().map(|piece| piece.at), *at));
        let mut places = piece.iter().map(|piece| piece.at).chain([*at]);
        if let Some(at) = places.find(|&at| !scene.has(at)) {
            return Err(format!(
                "a move touches a place that is a wall, or not on the board: {}",
                place_name(scene, at)
            ));
        }
        if let Some(piece) = piece
            && *pieces.entry(piece.at).or_insert(piece) != piece
        {
            return Err(format!("two moves describe the piece at {} differently", place_name(scene, piece.at)));
        }
    }
    for &at in pieces.keys() {
        let by = clicks.iter().filter(|clicks| clicks.can_be_by(at)).map(|clicks| clicks.at);
        if touched.contains(&(None, at)) || repeated(by.chain([at]).collect()).is_some() {
            return Err(format!("touching {} would both choose a piece and make a move", place_name(scene, at)));
        }
    }
    if let Some((piece, at)) = repeated(touched) {
        let (piece, at) = (piece.map(|piece| place_name(scene, piece)), place_name(scene, at));
        let touched = piece.map_or_else(|| at.clone(), |piece| format!("{piece} and then {at}"));
        return Err(format!("touching {touched} would make two different moves"));
    }
    match repeated(pieces.values().map(|piece| &piece.slug).collect()) {
        Some(slug) => Err(format!("two pieces have the slug `{slug}`")),
        None => Ok(()),
    }
}

fn place_name(scene: &Scene, at: Target) -> String {
    let mut name = String::new();
    match (at, scene) {
        (Target::Square(square), Scene::Grid(grid)) if square < grid.squares.len() => {
            grid.push_name(square, &mut name);
            if name.is_empty() {
                return format!("place {} of row {}", square % grid.columns + 1, square / grid.columns + 1);
            }
            format!("`{name}`")
        }
        (Target::Square(square), _) => format!("square {}", square + 1),
        (Target::Landing { peg, disc }, _) => format!("peg {} with disc {disc}", peg + 1),
        (Target::Piece { row, piece }, _) => format!("piece {piece} of row {}", row + 1),
        (Target::Word(number), _) => format!("word {}", number + 1),
        (Target::Pass, _) => "the word for a pass".to_owned(),
    }
}

/// Returns an item that occurs more than once, if any.
fn repeated<T: Ord>(mut items: Vec<T>) -> Option<T> {
    items.sort_unstable();
    let first = items.windows(2).position(|pair| pair[0] == pair[1])?;
    Some(items.swap_remove(first))
}
