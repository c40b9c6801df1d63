//! Days: the names of the puzzles of a calendar, and which puzzle is that of which day.

use toml::value::Date;

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

    /// Returns the name of the puzzle of a day, by the place of the day in the year: `11-24`.
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

    pub(crate) fn title(self) -> Message {
        Message::key("day").with_number("day", self.day).with_number("month", self.month)
    }

    pub(super) fn solved(self) -> Message {
        let left = LENGTHS[usize::from(self.month) - 1] - self.day;
        Message::key("day-solved")
            .with_number("day", self.day)
            .with_number("month", self.month)
            .with_number("left", left)
    }

    pub(crate) fn month_title(self) -> Message {
        Message::key("month").with_number("month", self.month)
    }

    /// Returns the name of the part of a calendar that its month is.
    pub(crate) fn part(self) -> String {
        format!("month-{}", self.month)
    }

    /// Returns how much of its month has passed at noon, to be compared.
    fn passed(self) -> f32 {
        (f32::from(self.day) - 0.5) / f32::from(LENGTHS[usize::from(self.month) - 1])
    }
}

/// Puts puzzles, the easy ones first, into the order of the days: each month goes from easy to hard.
pub(super) fn by_days<T>(puzzles: Vec<T>) -> Vec<T> {
    let mut days: Vec<_> = Day::all().enumerate().collect();
    days.sort_by(|(_, one), (_, other)| one.passed().total_cmp(&other.passed()));
    let mut by_days: Vec<_> = days.into_iter().map(|(place, _)| place).zip(puzzles).collect();
    by_days.sort_by_key(|(place, _)| *place);
    by_days.into_iter().map(|(_, puzzle)| puzzle).collect()
}
