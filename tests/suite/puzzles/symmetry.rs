//! Which positions are equal by symmetry, implemented independently: a slug becomes a picture, and the first of all its
//! mirror images, rotations and exchanges of sides represents it.

use super::rules::Kind;
use crate::boards::{digits, rows};

/// Returns a string that is the same for positions that are equal by symmetry. `board` is the rows of a board of Ataxx,
/// with `#` for walls.
pub(crate) fn class(kind: Kind, board: &[String], slug: &str) -> String {
    match kind {
        Kind::TicTacToe => {
            let marks = digits(slug).map(|digit| char::from(b'0' + digit));
            let rows = marks.chunks(3).map(|row| row.iter().collect()).collect::<Vec<String>>();
            images(&rows).into_iter().map(|rows| rows.join("/")).min().expect("images")
        }
        Kind::Nim { .. } => {
            let mut rows = rows(slug);
            rows.sort_unstable();
            format!("{rows:?}")
        }
        Kind::Ataxx => {
            let mut squares = slug.chars();
            let turn = squares.next().expect("a side to move");
            let own = |square| match square {
                '-' => '.',
                square if square == turn => 'm',
                _ => 'y',
            };
            let fill = |square| if square == '#' { '#' } else { own(squares.next().expect("a square")) };
            let text: String = board
                .join("/")
                .chars()
                .map({
                    let mut fill = fill;
                    move |square| if square == '/' { '/' } else { fill(square) }
                })
                .collect();
            let rows: Vec<String> = text.split('/').map(str::to_owned).collect();
            let walls = |rows: &[String]| rows.join("/").replace(['m', 'y'], ".");
            let kept = images(&rows).into_iter().filter(|image| walls(image) == walls(&rows));
            kept.map(|rows| rows.join("/")).min().expect("images")
        }
        Kind::Graph { .. } => slug.to_owned(),
        Kind::Pegs => {
            // A triangle read along each of its sides, from either end.
            let mut holes = slug.chars();
            let rows: Vec<Vec<char>> = (1..=5).map(|count| holes.by_ref().take(count).collect()).collect();
            let turned = |rows: &Vec<Vec<char>>| -> Vec<Vec<char>> {
                (0..5).map(|row| (0..=row).map(|place| rows[4 - place][row - place]).collect()).collect()
            };
            let mirrored = |rows: &Vec<Vec<char>>| rows.iter().map(|row| row.iter().rev().copied().collect()).collect();
            let turns = [rows.clone(), turned(&rows), turned(&turned(&rows))];
            let all = turns.iter().flat_map(|rows| [rows.clone(), mirrored(rows)]);
            all.map(|rows: Vec<Vec<char>>| rows.concat().into_iter().collect::<String>()).min().expect("images")
        }
    }
}

/// Returns the eight images of a picture by mirroring and rotation.
fn images(rows: &[String]) -> Vec<Vec<String>> {
    let turned = |rows: &Vec<String>| -> Vec<String> {
        (0..rows[0].len())
            .map(|column| rows.iter().rev().map(|row| char::from(row.as_bytes()[column])).collect())
            .collect()
    };
    let mut images = Vec::new();
    let mut image = rows.to_vec();
    for _ in 0..4 {
        images.push(image.clone());
        images.push(image.iter().rev().cloned().collect());
        image = turned(&image);
    }
    images
}
