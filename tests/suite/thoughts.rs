//! The thoughts that lead to the best moves: each is compared with the theory of its game.

use std::collections::BTreeSet;

use crate::whole_site::SITE;

/// Returns whether an explanation of a position leads to its best moves, which have these names.
pub(crate) fn leads_to(thought: &str, path: &str, best: &[String]) -> bool {
    let slug = path.rsplit('/').next().expect("a name").trim_end_matches(".html");
    let begins = |begin: &str| thought.starts_with(begin);
    let all = |is_right: &dyn Fn(&str) -> bool| best.iter().all(|name| is_right(name));
    if begins("Leave the queen on ") {
        let said = thought.split(':').next().expect("squares").split([' ', ',']).skip(4);
        let said: BTreeSet<_> = said.filter(|word| !matches!(*word, "" | "or")).map(str::to_owned).collect();
        // Against a computer that makes mistakes, other moves can win sooner.
        let is_weak = ["/easy", "/medium"].iter().any(|level| path.contains(level));
        return said == wythoff() && (is_weak || all(&|name| said.contains(&name[name.len() - 2..])));
    }
    if begins("With an odd number of rings on the bar, move the first;") {
        // All rings are on at the start, and their number is odd.
        let is_odd = slug == "index" || slug.matches('1').count() % 2 == 1;
        return all(&|name| name.contains("ring a ") == is_odd);
    }
    if begins("Last time, you ") {
        // The page shows where it guessed the coin was, and who lost one.
        let said = &SITE[path].status;
        let was_left = said.contains("I guessed the left hand") == said.contains("you lose a coin");
        let bets_on_left = was_left == thought.contains("kept the same hand");
        return all(&|name| (name == "right") == bets_on_left);
    }
    let is_of_nim = ["As sums the rows are ", "As a sum the row is ", "Only single pieces are left"];
    let is_blind = ["I know nothing about you yet", "This is new to me"];
    thought.is_empty()
        || is_blind.into_iter().any(begins)
        || is_of_nim.into_iter().any(begins) && is_by_bouton(thought, slug)
}

/// Returns the squares from which the queen cannot move to another of them, by Wythoff (1907): the numbers n and n + k,
/// where n is the least number in no earlier pair, and k counts the pairs.
fn wythoff() -> BTreeSet<String> {
    let (mut used, mut squares) = (BTreeSet::new(), BTreeSet::new());
    for k in 0..8u8 {
        let n = (0..u8::MAX).find(|n| !used.contains(n)).expect("a number");
        used.extend([n, n + k]);
        for (column, row) in [(n, n + k), (n + k, n)].into_iter().filter(|&(column, row)| column.max(row) < 8) {
            squares.insert(format!("{}{}", char::from(b'a' + column), row + 1));
        }
    }
    squares
}

/// Returns whether an explanation of rows in Nim agrees with Bouton's theory (1901), by the numbers in the slug.
fn is_by_bouton(reason: &str, slug: &str) -> bool {
    let rows = slug.split('~').next().expect("a position").split('-').filter_map(|row| row.parse::<u32>().ok());
    let rows: Vec<_> = rows.collect();
    let is_even = rows.iter().fold(0, |sum, row| sum ^ row) == 0;
    let is_single = rows.iter().all(|&row| row <= 1);
    // The address of the first page contains no numbers.
    rows.is_empty()
        || reason.contains("single pieces") && is_single
        || reason.contains("an even number of times") == is_even
}
