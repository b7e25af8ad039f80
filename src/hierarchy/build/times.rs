//! Times of day by hours.

use super::stack::{ColumnValues, Level, Values, expect_few_levels, parameter};
use crate::data::TimeOfDay;
use crate::error::{Error, Result};
use crate::hierarchy::Hierarchy;
use crate::sorting::sort;
use serde::{Deserialize, Serialize};

/// Spans of the day, as successive levels; the first of each begins at midnight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Times {
    /// The hours of the spans on levels 1, 2, …; each divides 24, and is a multiple of the previous one.
    pub hours: Vec<u8>,
}

impl Times {
    /// The hierarchy. Its rows are in the order of the day.
    ///
    /// # Errors
    /// If there is no span, a span does not divide a day or is not a multiple of the previous one, a value is not a
    /// time of day (with its records), or there are no values.
    pub fn build(&self, column: &ColumnValues<'_>) -> Result<Hierarchy> {
        expect_few_levels(self.hours.len())?;
        self.check_hours()?;
        let mut values = Values::of(column);
        let times = values.sort_by_time()?;
        let levels: Vec<Level> = (self.hours.iter())
            .map(|&hours| {
                let spans = times.iter().map(|time| time.hour() / hours);
                let name = match hours {
                    1 => "hour".to_owned(),
                    _ => format!("{hours} hours"),
                };
                Level::of_runs(name, spans, |_, &span| {
                    let first = span * hours;
                    format!("{first:02}:00-{:02}:59", first + hours - 1)
                })
            })
            .collect();
        values.stack(&levels)
    }

    fn check_hours(&self) -> Result<()> {
        let goes_into_a_day = |hours: u8| matches!(hours, 1 | 2 | 3 | 4 | 6 | 8 | 12);
        let mut before = None;
        for &hours in &self.hours {
            let is_made = before.is_none_or(|before| hours > before && hours.is_multiple_of(before));
            if !goes_into_a_day(hours) || !is_made {
                return Err(refused(&format!(
                    "spans of {hours} hours do not go into a day, or are not made of whole ones of the spans before"
                )));
            }
            before = Some(hours);
        }
        match before {
            None => Err(refused("there is no span of hours")),
            Some(_) => Ok(()),
        }
    }
}

fn refused(problem: &str) -> Error {
    parameter(problem, "Choose among 1, 2, 3, 4, 6, 8 and 12 hours, each a multiple of the one before.")
}

impl Values<'_> {
    /// Sorts the values as times of day, and equal times by text.
    ///
    /// # Errors
    /// If values are not times.
    fn sort_by_time(&mut self) -> Result<Vec<TimeOfDay>> {
        let (mut times, mut others) = (Vec::with_capacity(self.present.len()), Vec::new());
        for &value in &self.present {
            match TimeOfDay::read(value) {
                Some(time) => times.push((time, value)),
                None => others.push(value),
            }
        }
        self.reject(&others, || "times of day".to_owned())?;
        sort(&mut times);
        self.present = times.iter().map(|&(_, value)| value).collect();
        Ok(times.into_iter().map(|(time, _)| time).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Dictionary;
    use proptest::prelude::*;

    fn dictionary<S: AsRef<str>>(values: &[S]) -> Dictionary {
        let mut dictionary = Dictionary::new();
        for value in values {
            dictionary.intern(value.as_ref(), 1);
        }
        dictionary
    }

    fn built(values: &Dictionary, hours: &[u8]) -> Result<Hierarchy> {
        let hours = hours.to_vec();
        Times { hours }.build(&ColumnValues::new(values, &[]))
    }

    /// A minute of the day in one of the common notations.
    fn written(minute: u16, way: usize) -> String {
        let (hour, minute) = (minute / 60, minute % 60);
        let half = if hour < 12 { "AM" } else { "PM" };
        match way {
            0 => format!("{hour}:{minute:02}"),
            1 => format!("{hour:02}:{minute:02}:59"),
            2 => format!("{}:{minute:02} {half}", (hour + 11) % 12 + 1),
            _ => format!("{hour:02}:{minute:02}:00.250"),
        }
    }

    fn minute_of(text: &str) -> Option<u16> {
        let (hour, minute) = text.split_once(':')?;
        Some(hour.parse::<u16>().ok()? * 60 + minute.parse::<u16>().ok()?)
    }

    proptest! {
        #[test]
        fn every_span_of_the_day_holds_its_times(
            minutes in proptest::collection::vec(0..1440_u16, 1..40),
            way in 0..4_usize,
            hours in proptest::sample::select(vec![vec![1, 3, 6, 12], vec![2, 4, 8], vec![6], vec![1, 12]]),
        ) {
            let values: Vec<String> = minutes.iter().map(|&minute| written(minute, way)).collect();
            let hierarchy = built(&dictionary(&values), &hours).map_err(|error| TestCaseError::fail(error.to_string()))?;
            for row in hierarchy.rows() {
                let place = values.iter().position(|value| value == row[0]).unwrap_or_default();
                for (label, hours) in row[1..].iter().zip(&hours) {
                    let ends = label.split_once('-').map(|(first, last)| (minute_of(first), minute_of(last)));
                    let Some((Some(first), Some(last))) = ends else {
                        return Err(TestCaseError::fail((*label).to_owned()));
                    };
                    prop_assert!((first..=last).contains(&minutes[place]), "{} in {}", row[0], label);
                    prop_assert_eq!(last - first + 1, u16::from(*hours) * 60);
                }
            }
        }
    }

    #[test]
    fn spans_of_no_day_are_refused() {
        let times = dictionary(&["12:54", "6:10"]);
        let problem = |column: &Dictionary, hours: &[u8]| {
            let error = built(column, hours).err().map(|error| error.to_string());
            error.unwrap_or_default()
        };
        for (hours, part) in [
            ([].as_slice(), "no span"),
            (&[0], "spans of 0 hours"),
            (&[5], "spans of 5 hours"),
            (&[24], "spans of 24 hours"),
            (&[6, 3], "spans of 3 hours"),
            (&[4, 6], "spans of 6 hours"),
            (&[6, 6], "spans of 6 hours"),
        ] {
            let problem = problem(&times, hours);
            assert!(problem.contains(part), "{hours:?}: {problem}");
        }
        assert_eq!(problem(&times, &[1, 12]), "");
        let texts = problem(&dictionary(&["12:54", "noon"]), &[1]);
        assert!(texts.contains("times of day; this one is not: `noon`"), "{texts}");
    }
}
