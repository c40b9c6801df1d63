//! The page that reads your mind plays against habits, which lose as its page claims.

use crate::whole_site::{SITE, moves};

/// A habit: returns whether the next coin is in the left hand. It gets the number of the way to begin, and for each
/// earlier round whether the hand was the left one, and whether the player won.
type Habit = fn(usize, &[(bool, bool)]) -> bool;

/// For each habit, the number of ways to begin it, and the habit.
const HABITS: [(usize, Habit); 8] = [
    // The same hand all the time.
    (2, |beginning, _| beginning == 0),
    // Alternating hands.
    (2, |beginning, before| (beginning + before.len()).is_multiple_of(2)),
    // Two and two, two and one, three and one; each of the last two starts with either hand.
    (4, |beginning, before| (beginning + before.len()) % 4 < 2),
    (3, |beginning, before| (beginning + before.len()) % 3 < 2),
    (3, |beginning, before| (beginning + before.len()) % 3 == 2),
    (4, |beginning, before| (beginning + before.len()) % 4 < 3),
    (4, |beginning, before| (beginning + before.len()) % 4 == 3),
    // Stay after a win and change after a loss, and the reverse.
    (4, |beginning, before| match before.last() {
        None => beginning % 2 == 0,
        Some((hand, is_won)) => *hand == (*is_won == (beginning < 2)),
    }),
];

#[test]
fn habits_lose_against_the_page_that_reads_minds() {
    let play = |habit: Habit, beginning| {
        let (mut path, mut before) = ("mind-reader/six/index.html".to_owned(), Vec::new());
        while SITE[&path].moves().next().is_some() {
            let is_left = habit(beginning, &before);
            let hand = if is_left { "left" } else { "right" };
            path = moves(&path).into_iter().find(|(link, _)| link.text == hand).expect("a hand").1;
            let is_won = SITE[&path].status.contains("I lose a coin") || SITE[&path].status.contains("You win");
            before.push((is_left, is_won));
        }
        before.last().expect("a round").1
    };
    let beginnings = HABITS.into_iter().flat_map(|(count, habit)| (0..count).map(move |beginning| (habit, beginning)));
    let won: Vec<bool> = beginnings.map(|(habit, beginning)| play(habit, beginning)).collect();
    assert_eq!((won.len(), won.iter().filter(|is_won| **is_won).count()), (26, 4));
}
