//! The days of the table: 1 January 2022 to 31 March 2024.
//!
//! Stays begin in the first two years; the quarter after that has the last discharges.

/// Days on which a stay may begin: the years 2022 and 2023.
pub(super) const ADMISSION_DAYS: usize = 730;

/// The longest stay, in days. The last admission of 2023 then ends within the first quarter of 2024.
pub(super) const LONGEST_STAY: u64 = 90;

/// The number of days of each month, except in leap years.
const MONTH_LENGTHS: [u8; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/// The day of the week of 1 January 2022, a Saturday, counted from Monday = 0.
const FIRST_WEEKDAY: usize = 5;

/// A day of the calendar.
pub(super) struct Day {
    pub(super) year: u16,
    /// 1 … 12.
    pub(super) month: u8,
    /// 1 … 31.
    day: u8,
    /// Monday = 0 … Sunday = 6.
    pub(super) weekday: usize,
}

impl Day {
    /// Year, month and day, as in `2022-03-07`.
    pub(super) fn iso(&self) -> String {
        format!("{}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// 0 for winter (December to February), 1 for spring, 2 for summer, 3 for autumn.
    pub(super) fn season(&self) -> usize {
        usize::from(self.month % 12 / 3)
    }

    /// Whether it is a Saturday or Sunday.
    pub(super) fn is_weekend(&self) -> bool {
        self.weekday >= 5
    }
}

/// All days, in order.
pub(super) fn days() -> Vec<Day> {
    let months = (2022..=2024).flat_map(|year| (1..).zip(MONTH_LENGTHS).map(move |m| (year, m.0, m.1)));
    months
        .take_while(|&(year, month, _)| year < 2024 || month <= 3)
        .flat_map(|(year, month, length)| {
            let leap_day = u8::from(year == 2024 && month == 2);
            (1..=length + leap_day).map(move |day| (year, month, day))
        })
        .enumerate()
        .map(|(number, (year, month, day))| Day { year, month, day, weekday: (FIRST_WEEKDAY + number) % 7 })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_days_are_those_of_the_calendar() {
        let days = days();
        let day = |number: usize| (days[number].iso(), days[number].weekday);
        assert_eq!(days.len(), 365 + 365 + 91);
        assert_eq!(day(0), ("2022-01-01".to_owned(), 5));
        assert_eq!(day(58), ("2022-02-28".to_owned(), 0));
        assert_eq!(day(59), ("2022-03-01".to_owned(), 1));
        assert_eq!(day(ADMISSION_DAYS - 1), ("2023-12-31".to_owned(), 6));
        assert_eq!(day(ADMISSION_DAYS + 59), ("2024-02-29".to_owned(), 3));
        assert_eq!(day(820), ("2024-03-31".to_owned(), 6));
        assert!(ADMISSION_DAYS - 1 + (LONGEST_STAY as usize) < days.len());
        assert_eq!([0, 59, 200, 330, 334].map(|d| days[d].season()), [0, 1, 2, 3, 0]);
    }
}
