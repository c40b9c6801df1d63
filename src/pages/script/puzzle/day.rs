//! Days: the names of the puzzles in a calendar, and the choice of a puzzle for each day.

use std::cmp::Reverse;

use toml::value::Date;

use crate::content::WEEK;
use crate::engine::game::Message;

const LENGTHS: [u8; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/// A day of a leap year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Day {
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

impl Day {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (1..).zip(LENGTHS).flat_map(|(month, length)| (1..=length).map(move |day| Self { month, day }))
    }

    /// Returns the name of the puzzle for a day of the year: `11-24`.
    pub(super) fn name(place: usize) -> String {
        let Self { month, day } = Self::at(place);
        format!("{month:02}-{day:02}")
    }

    pub(crate) fn at(place: usize) -> Self {
        Self::all().nth(place).expect("a year has as many days")
    }

    pub(crate) fn place_of(date: Date) -> usize {
        Self::all().position(|day| (day.month, day.day) == (date.month, date.day)).expect("a day of a leap year")
    }

    /// Returns a message about the day.
    pub(crate) fn said(self, message: &'static str) -> Message {
        Message::key(message).with_number("day", self.day).with_number("month", self.month)
    }

    /// Returns the `id` of the day's month on the page of the calendar.
    pub(crate) fn part(self) -> String {
        format!("month-{}", self.month)
    }

    /// Returns the day's column in the calendar, from 0.
    pub(super) fn column(self) -> usize {
        (usize::from(self.day) - 1) % WEEK
    }
}

/// Chooses a puzzle for each day, so that each month goes from easy to hard. The puzzle comes from the pool of the
/// day's column, or from the only pool. Each pool lists the ease of its puzzles. For each day, returns the index of a
/// pool, and the index of a puzzle in this pool.
///
/// # Errors
///
/// Returns the index of a pool with too few puzzles that are as easy as the days require.
pub(super) fn by_days<E: Copy + Ord>(pools: Vec<Vec<E>>) -> Result<Vec<(usize, usize)>, usize> {
    let mut free: Vec<Vec<_>> = pools.into_iter().map(|pool| pool.into_iter().map(Some).collect()).collect();
    let all: Vec<_> = Day::all().collect();
    let mut chosen = vec![(0, 0); all.len()];
    // Days are filled from the last to the first, so this is the ease of the following day.
    let mut after = [None; LENGTHS.len()];
    for number in (1..=LENGTHS[0]).rev() {
        let mut places: Vec<_> = (0..all.len()).filter(|&place| all[place].day == number).collect();
        // Months whose days are already easy have the fewest puzzles to choose from, and take the hardest of them.
        places.sort_by_key(|&place| Reverse(after[usize::from(all[place].month) - 1]));
        for place in places {
            let after = &mut after[usize::from(all[place].month) - 1];
            let pool = all[place].column() % free.len();
            let fitting = free[pool].iter().enumerate().filter(|(_, ease)| ease.is_some() && **ease >= *after);
            // Of equally hard puzzles, take the first one drawn: the first draws are from the most games.
            let hardest = fitting.min_by_key(|&(drawn, ease)| (*ease, drawn)).ok_or(pool)?.0;
            *after = free[pool][hardest].take();
            chosen[place] = (pool, hardest);
        }
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_day_of_a_month_is_easier_than_the_one_before() {
        for count in [1, WEEK] {
            // Not sorted by ease.
            let pools: Vec<Vec<_>> = (0..count)
                .map(|pool| (0..420 / count).map(|place| (place * 97 % 420 + pool) % 420).collect())
                .collect();
            let chosen = by_days(pools.clone()).expect("enough puzzles");
            let days: Vec<_> = Day::all().zip(chosen).collect();
            for (one, next) in days.iter().zip(&days[1..]).filter(|(one, next)| one.0.month == next.0.month) {
                let ease = |(_, (pool, place)): &(Day, (usize, usize))| pools[*pool][*place];
                assert!(ease(one) >= ease(next), "{one:?} {next:?}");
            }
            assert!(days.iter().all(|(day, (pool, _))| day.column() % count == *pool));
        }
    }

    #[test]
    fn a_column_of_hard_puzzles_among_easy_ones_is_named() {
        let mut pools = vec![vec![1; 60]; WEEK];
        assert!(by_days(pools.clone()).is_ok());
        pools[2] = vec![0; 60];
        assert_eq!(by_days(pools), Err(2));
    }
}
