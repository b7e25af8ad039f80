//! Stacks levels on top of each other.

use super::span::Span;
use super::spans::Spans;
use crate::data::{Dictionary, Guess, Number, Reading, Texts, odd_values};
use crate::error::{Error, HierarchyError, Result};
use crate::hierarchy::{Hierarchy, MAX_LEVELS};
use crate::sorting::sort;
use std::borrow::Cow;

/// The label of the top level.
pub(super) const TOP: &str = "*";

/// One level above the values: the group of each value, and each group's label.
#[derive(Debug, Default)]
pub(super) struct Level {
    /// The name of the level.
    pub(super) name: String,
    pub(super) group_of_value: Vec<u32>,
    pub(super) labels: Texts,
}

/// A column's distinct values, as the input of a builder.
#[derive(Debug, Clone, Copy)]
pub struct ColumnValues<'a> {
    /// All values, with their records.
    pub dictionary: &'a Dictionary,
    /// The values that denote a missing one.
    pub missing: &'a [String],
    /// The kind of the values; inferred if not specified.
    pub reading: Option<&'a Reading>,
}

impl<'a> ColumnValues<'a> {
    /// The values that are not missing.
    pub fn present(&self) -> Vec<&'a str> {
        self.dictionary.present(self.missing).map(|(value, _)| value).collect()
    }

    /// The values of a column whose reading is inferred.
    pub fn new(dictionary: &'a Dictionary, missing: &'a [String]) -> Self {
        Self { dictionary, missing, reading: None }
    }
}

/// A column's distinct values, with missing ones separate.
pub(super) struct Values<'a> {
    pub(super) dictionary: &'a Dictionary,
    reading: Option<&'a Reading>,
    /// Values that are not missing.
    pub(super) present: Vec<&'a str>,
    missing: Vec<&'a str>,
}

impl<'a> Values<'a> {
    pub(super) fn of(column: &ColumnValues<'a>) -> Self {
        let &ColumnValues { dictionary, missing, reading } = column;
        let (missing, present) =
            dictionary.iter().map(|(value, _)| value).partition(|value| missing.iter().any(|missing| missing == value));
        Self { dictionary, reading, present, missing }
    }

    /// The kind of the values.
    ///
    /// # Errors
    /// If the values are numbers or dates in two readings, and none was specified.
    pub(super) fn reading(&self) -> Result<Option<Reading>> {
        Reading::of_values(self.reading, self.present.iter().copied())
    }

    /// Whether nobody said what the values are.
    pub(super) fn is_unsaid(&self) -> bool {
        self.reading.is_none()
    }

    /// The readings of a kind that the values have, or most of them: the specified one; otherwise the inferred ones,
    /// which match equally many values.
    ///
    /// # Errors
    /// If all values are numbers or dates in two readings, and none was specified.
    pub(super) fn best_readings(&self, is_wanted: fn(&Reading) -> bool) -> Result<Vec<Reading>> {
        let reading = self.reading()?.filter(is_wanted);
        match (reading, self.reading) {
            (Some(reading), _) => Ok(vec![reading]),
            (None, Some(_)) => Ok(Vec::new()),
            (None, None) => Ok(Guess::best(&self.present, is_wanted)),
        }
    }

    /// Sorts the values as numbers, and equal numbers by text.
    ///
    /// # Errors
    /// If values are not numbers. Also if numbers can be read in two ways.
    pub(super) fn sort_numerically(&mut self) -> Result<Vec<Number>> {
        let readings = self.best_readings(Reading::is_numeric)?;
        let format = Reading::number_format(readings.first());
        let (numbers, others) = self.numbers(|value| format.read(value));
        self.reject(&others, || numbers_in_words(&format.words()))?;
        Ok(self.in_order(numbers))
    }

    /// As [`sort_numerically`](Self::sort_numerically), and also accepts values that are spans of numbers, if
    /// `expect` allows them. Also returns the common unit.
    ///
    /// # Errors
    /// If values are neither. Also if numbers can be read in two ways, or `expect` fails.
    pub(super) fn sort_with_spans(
        &mut self,
        expect: impl Fn(Span, &str) -> Result<()>,
    ) -> Result<(Vec<Number>, String)> {
        let reading = self.reading()?;
        let mut written = Spans::said(Reading::number_format(reading.as_ref()));
        let is_read = |value: &&str| written.number(value).is_some() || written.span(value, true).is_some();
        if reading.is_none() && !self.present.iter().all(is_read) {
            written = Spans::of(&self.present);
        }
        let (mut numbers, mut others) = self.numbers(|value| written.number(value));
        let is_whole = numbers.iter().all(|(number, _)| number.is_whole());
        let mut spans = Vec::new();
        others.retain(|value| {
            let span = written.span(value, is_whole);
            spans.extend(span.map(|span| (span, *value)));
            span.is_none()
        });
        self.reject(&others, || match spans.is_empty() {
            true => numbers_in_words(&written.words()),
            false => format!("{}, or several numbers", numbers_in_words(&written.words())),
        })?;
        for (span, value) in spans {
            expect(span, value)?;
            numbers.push((span.number(), value));
        }
        Ok((self.in_order(numbers), written.unit().to_owned()))
    }

    /// Separates the values that are numbers from the others.
    fn numbers(&self, read: impl Fn(&str) -> Option<Number>) -> (Vec<(Number, &'a str)>, Vec<&'a str>) {
        let (mut numbers, mut others) = (Vec::with_capacity(self.present.len()), Vec::new());
        for &value in &self.present {
            match read(value) {
                Some(number) => numbers.push((number, value)),
                None => others.push(value),
            }
        }
        (numbers, others)
    }

    /// Sorts the values by their numbers.
    fn in_order(&mut self, mut numbers: Vec<(Number, &'a str)>) -> Vec<Number> {
        sort(&mut numbers);
        self.present = numbers.iter().map(|&(_, value)| value).collect();
        numbers.into_iter().map(|(number, _)| number).collect()
    }

    /// # Errors
    /// If there are such values, which are not `what` the others are.
    pub(super) fn reject(&self, values: &[&str], what: impl FnOnce() -> String) -> Result<()> {
        if values.is_empty() {
            return Ok(());
        }
        let records = |value: &str| {
            let code = self.dictionary.code(value);
            code.map_or(0, |code| self.dictionary.count(code))
        };
        let all = self.present.iter().map(|value| records(value)).sum();
        match odd_values(what(), all, values.iter().map(|value| (*value, records(value)))) {
            None => Ok(()),
            Some(odd) => Err(HierarchyError::Odd(odd).into()),
        }
    }

    /// Puts the levels on top of the values, with separate missing values, and adds one group `*` on top unless it
    /// exists already.
    ///
    /// A label that a missing value or another group of the level already has gets a number.
    pub(super) fn stack(&self, levels: &[Level]) -> Result<Hierarchy> {
        let n_present = self.present.len();
        let n_rows = n_present + self.missing.len();
        let labels: Vec<Texts> =
            (levels.iter()).map(|level| distinct_labels(self.missing.iter().copied(), level.labels.iter())).collect();
        let cell = |row: usize, level: usize| match row.checked_sub(n_present) {
            _ if level > levels.len() => TOP,
            Some(missing) => self.missing[missing],
            None if level == 0 => self.present[row],
            None => labels[level - 1].get(levels[level - 1].group_of_value[row] as usize),
        };
        let has_top = (0..n_rows).all(|row| cell(row, levels.len()) == TOP);
        let height = levels.len() + 1 + usize::from(!has_top);
        let hierarchy = Hierarchy::from_cells(n_rows, height, &cell)?;
        Ok(hierarchy.named(levels.iter().map(|level| level.name.clone())))
    }
}

/// The numbers of a column, by how they are written.
fn numbers_in_words(written: &str) -> String {
    if written.is_empty() { "numbers".to_owned() } else { format!("numbers {written}") }
}

/// The labels in order. A label that an earlier value or label already has gets a number at its end.
pub fn distinct_labels<'a>(
    taken: impl Iterator<Item = &'a str>,
    labels: impl Iterator<Item = impl AsRef<str>>,
) -> Texts {
    let mut names = Dictionary::new();
    for value in taken {
        names.intern(value, 0);
    }
    let mut distinct = Texts::default();
    for label in labels {
        let label = label.as_ref();
        let mut free = Cow::Borrowed(label);
        let mut number = 2;
        while names.code(&free).is_some() {
            free = Cow::Owned(format!("{label} ({number})"));
            number += 1;
        }
        names.intern(&free, 0);
        distinct.push(&free);
    }
    distinct
}

impl Level {
    /// A level with this name and these groups and labels.
    pub(super) fn new<'a>(name: String, group_of_value: Vec<u32>, groups: impl Iterator<Item = &'a str>) -> Self {
        let mut labels = Texts::default();
        groups.for_each(|group| labels.push(group));
        Self { name, group_of_value, labels }
    }

    /// A level with this name for sorted values. Consecutive values with the same key are one group.
    pub(super) fn of_runs<K: PartialEq>(
        name: String,
        keys: impl Iterator<Item = K>,
        mut label: impl FnMut(usize, &K) -> String,
    ) -> Self {
        let mut level = Self { name, ..Self::default() };
        let mut last = None;
        for (value, key) in keys.enumerate() {
            if last.as_ref() != Some(&key) {
                level.labels.push(&label(value, &key));
            }
            last = Some(key);
            level.group_of_value.push(level.labels.len() as u32 - 1);
        }
        level
    }
}

/// # Errors
/// If there are more levels than a hierarchy may have, including the values and the top. Checked before any of them
/// is built.
pub(super) fn expect_few_levels(built: usize) -> Result<()> {
    let given = built.saturating_add(2);
    if given <= MAX_LEVELS {
        return Ok(());
    }
    let limit = MAX_LEVELS;
    Err(HierarchyError::TooManyLevels { given, limit }.into())
}

/// The error for an invalid parameter.
pub(super) fn parameter(problem: impl Into<String>, advice: impl Into<String>) -> Error {
    Error::new(HierarchyError::Parameter { problem: problem.into(), advice: advice.into() })
}
