//! A column while it is read.

use super::bins::Bins;
use super::known_column::Values;
use super::patterns::{Pattern, are_addresses, are_names_of_persons};
use super::propose_missing::{is_sign, propose_missing, usual_signs};
use super::suggest_role::suggest_role;
use super::{ColumnProfile, Histogram, Suggestion, ValueCount};
use crate::data::dictionary::Dictionary;
use crate::data::kind::Kind;
use crate::data::lexicon::Lexicon;
use crate::data::list_cells::ListCells;
use crate::data::rare::rare;
use crate::data::reading::{Guess, GuessTally, MixedDates, NumberFormat, Reading};
use crate::sorting::sort_by;

/// The maximum number of distinct values kept for one column.
const MAX_VALUES: usize = 250_000;

/// The maximum number of distinct values kept for all columns together, so that a wide file needs no more memory than
/// a narrow one.
const MAX_VALUES_OF_ALL: usize = 6_000_000;

/// The number of distinct values kept beyond the limits of all columns together, where they have an order of which a
/// hierarchy is made by rule: timestamps and measured numbers are coarsened by the day or the interval.
const MAX_ORDERED_VALUES: usize = 4_000_000;

/// The number of most frequent values shown.
const N_TOP: usize = 10;

/// The number of values that are still counted once there are too many to keep.
const N_COUNTED: usize = 1_000;

/// The average number of bytes allowed for each value, so that a column of long notes does not fill the memory.
const BYTES_PER_VALUE: usize = 64;

/// Up to this number of distinct sentences, they are the answers of a questionnaire or the names of categories.
pub(super) const FEW_SENTENCES: u64 = 20;

/// A value that fewer records have singles them out.
const FEW_RECORDS: u64 = 5;

/// The counted values of a column.
#[derive(Debug, Default)]
pub struct ColumnTally {
    /// All values; beyond the limit, the most frequent ones of the first values.
    dictionary: Dictionary,
    /// The number of values kept beyond the limit, as they have an order.
    more: usize,
    overflow: Option<Overflow>,
}

/// How many distinct values may still be kept.
#[derive(Debug, Default)]
pub struct ValueLimits {
    /// Of each column.
    of_each: usize,
    /// Of all columns together beyond that, for those with an order.
    of_ordered: usize,
}

impl ValueLimits {
    /// The limits in a file with `n_columns` columns.
    pub fn of_columns(n_columns: usize) -> Self {
        let of_each = MAX_VALUES.min(MAX_VALUES_OF_ALL / n_columns.max(1)).max(1);
        Self { of_each, of_ordered: MAX_ORDERED_VALUES }
    }

    /// At most `of_each` for each column without an order.
    pub(super) fn at_most(self, of_each: usize) -> Self {
        Self { of_each: self.of_each.min(of_each), ..self }
    }
}

/// What is still known once there are too many values to keep.
#[derive(Debug)]
struct Overflow {
    /// The number of values that were kept.
    distinct: u64,
    missing: u64,
    /// Of what is no usual sign for a missing value.
    guess: GuessTally,
    has_signs: bool,
    /// The numbers so far, and their format.
    bins: Option<(Bins, NumberFormat)>,
}

impl ColumnTally {
    /// Counts a cell. `missing` has the values that denote a missing one.
    pub fn push(&mut self, cell: &str, limits: &mut ValueLimits, missing: &[String]) {
        match &mut self.overflow {
            None => {
                self.dictionary.intern(cell, 1);
                let most = limits.of_each + self.more;
                let is_full =
                    self.dictionary.len() > most || self.dictionary.text_len() > most.saturating_mul(BYTES_PER_VALUE);
                if is_full && !self.takes_more(limits, missing) {
                    self.overflow = Some(Overflow::of(&self.dictionary, missing));
                    self.dictionary = most_frequent(&self.dictionary, N_COUNTED, missing).into_iter().fold(
                        Dictionary::new(),
                        |mut counted, (value, count)| {
                            counted.intern(value, count);
                            counted
                        },
                    );
                }
            }
            Some(overflow) if missing.iter().any(|code| code == cell) => overflow.missing += 1,
            Some(overflow) => {
                overflow.push(cell);
                self.dictionary.count_known(cell, 1);
            }
        }
    }

    /// Whether the column may keep as many values again: those that came last have an order, and the limit
    /// of such values is not reached.
    ///
    /// Time: O(values since the last call).
    fn takes_more(&mut self, limits: &mut ValueLimits, missing: &[String]) -> bool {
        if limits.of_ordered < limits.of_each {
            return false;
        }
        let last = (self.dictionary.iter().skip(self.more)).map(|(value, _)| value);
        let known: Vec<&str> =
            last.filter(|value| !is_sign(value) && missing.iter().all(|code| code != value)).collect();
        let guess = Guess::of_most(&known);
        let has_rule = |reading| matches!(Kind::of_reading(reading), Kind::Date | Kind::Time | Kind::Decimal);
        let takes = guess.readings.first().is_some_and(has_rule);
        if takes {
            limits.of_ordered -= limits.of_each;
            self.more += limits.of_each;
        }
        takes
    }

    /// The profile, and the dictionary if it contains all values. `records` is the number of cells that were counted;
    /// `first_row` finds the first record with a value, if it is known.
    pub fn finish(
        self,
        name: &str,
        records: u64,
        missing: &[String],
        first_row: &dyn Fn(&str) -> Option<u64>,
        lexicon: &Lexicon,
    ) -> (ColumnProfile, Option<Dictionary>) {
        let Self { dictionary, overflow, .. } = self;
        let top = most_frequent(&dictionary, N_TOP, missing)
            .into_iter()
            .map(|(value, count)| ValueCount { value: value.to_owned(), count })
            .collect();
        let mut profile = ColumnProfile {
            name: name.to_owned(),
            kind: Kind::Empty,
            distinct: 0,
            distinct_is_exact: overflow.is_none(),
            alone: None,
            rare: None,
            missing: 0,
            readings: Vec::new(),
            is_doubtful: false,
            exceptions: None,
            pattern: None,
            top,
            histogram: None,
            missing_proposals: Vec::new(),
            lists: None,
            suggestion: Suggestion { role: None, reason: String::new() },
        };
        let mut values = Values::default();
        // Without the usual signs for a missing value, which nobody has named.
        let guess: Guess;
        let has_signs;
        let dictionary = match overflow {
            Some(overflow) => {
                guess = overflow.guess.guess();
                has_signs = overflow.has_signs;
                profile.missing_proposals = usual_signs(&dictionary, missing);
                let format = numbers_of(&guess);
                profile.distinct = overflow.distinct;
                profile.missing = overflow.missing;
                profile.histogram =
                    (overflow.bins.as_ref()).filter(|(_, own)| format == Some(own)).map(|(bins, _)| bins.histogram());
                None
            }
            None => {
                let counted = || dictionary.present(missing);
                let present: Vec<&str> = counted().map(|(value, _)| value).collect();
                let signs = usual_signs(&dictionary, missing);
                has_signs = !signs.is_empty();
                let is_known = |value: &&str| signs.iter().all(|sign| sign.code != *value);
                let known: Vec<&str> = present.iter().copied().filter(is_known).collect();
                guess = Guess::of_most(&known);
                profile.distinct = present.len() as u64;
                profile.alone = Some(counted().filter(|&(_, count)| count == 1).count() as u64);
                profile.rare = Some(rare(counted().map(|(_, count)| count), FEW_RECORDS).0);
                values.are_names = are_names_of_persons(&known);
                values.are_addresses = are_addresses(&known);
                values.are_counted_up = are_counted_up(&known);
                let all: u64 = dictionary.iter().map(|(_, count)| count).sum();
                profile.missing = all - counted().map(|(_, count)| count).sum::<u64>();
                if let Some(format) = numbers_of(&guess) {
                    profile.histogram = Histogram::of(numbers(&dictionary, missing, format));
                }
                if guess.has_exceptions || has_signs {
                    let mixed = MixedDates::of(&known).filter(MixedDates::is_even).map(|mixed| mixed.to_string());
                    let odd = Reading::odd_values(&guess.readings, counted());
                    profile.exceptions = mixed.or_else(|| {
                        let mut odd = odd?;
                        odd.find_rows(first_row);
                        Some(odd.to_string())
                    });
                }
                profile.lists = ListCells::of(&dictionary, missing).map(|lists| lists.told(name));
                let format = Reading::number_format(guess.reading());
                profile.missing_proposals = propose_missing(signs, &dictionary, missing, format);
                Some(dictionary)
            }
        };
        profile.kind = guess.kind();
        profile.is_doubtful = guess.is_doubtful();
        profile.readings = guess.readings;
        let top: Vec<&str> = profile.top.iter().map(|top| top.value.as_str()).collect();
        let may_be_free_text = profile.kind == Kind::Text && profile.distinct > FEW_SENTENCES;
        let pattern = Pattern::of(&top, may_be_free_text);
        profile.pattern = pattern.filter(|pattern| pattern.may_be(&profile.readings));
        profile.suggestion = suggest_role(&profile, records, values, lexicon);
        if has_signs {
            // As long as they are values, they are exceptions among numbers and dates.
            profile.kind = Kind::Text;
            profile.is_doubtful = false;
            if profile.exceptions.is_none() && !profile.readings.is_empty() {
                profile.exceptions = Some("some of the values are usual signs of a missing one".into());
            }
        }
        (profile, dictionary)
    }
}

impl Overflow {
    fn of(dictionary: &Dictionary, missing: &[String]) -> Self {
        let mut guess = GuessTally::default();
        let (mut distinct, mut counted, mut has_signs) = (0, 0, false);
        for (value, count) in dictionary.present(missing) {
            if is_sign(value) {
                has_signs = true;
            } else {
                guess.observe(value);
            }
            distinct += 1;
            counted += count;
        }
        let all: u64 = dictionary.iter().map(|(_, count)| count).sum();
        let bins = numbers_of(&guess.guess())
            .and_then(|format| Some((Bins::of(numbers(dictionary, missing, format))?, format.clone())));
        Self {
            // The last one exceeded the limit.
            distinct: distinct - 1,
            missing: all - counted,
            guess,
            has_signs,
            bins,
        }
    }

    fn push(&mut self, cell: &str) {
        if is_sign(cell) {
            self.has_signs = true;
            return;
        }
        self.guess.observe(cell);
        if let Some((bins, format)) = &mut self.bins
            && let Some(number) = format.read(cell)
        {
            bins.push(number.to_f64(), 1);
        }
    }
}

fn numbers<'a>(
    dictionary: &'a Dictionary,
    missing: &'a [String],
    format: &'a NumberFormat,
) -> impl Iterator<Item = (f64, u64)> + Clone + 'a {
    dictionary.present(missing).filter_map(move |(value, count)| Some((format.read(value)?.to_f64(), count)))
}

/// The format of a column's numbers, if it contains unambiguous numbers.
fn numbers_of(guess: &Guess) -> Option<&NumberFormat> {
    let reading = guess.reading().filter(|reading| reading.is_numeric());
    reading.map(|reading| Reading::number_format(Some(reading)))
}

/// The most frequent values; equally frequent ones are ordered by value.
fn most_frequent<'a>(dictionary: &'a Dictionary, n: usize, missing: &'a [String]) -> Vec<(&'a str, u64)> {
    let order = |a: &(&str, u64), b: &(&str, u64)| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0));
    let mut values: Vec<(&str, u64)> = Vec::with_capacity(2 * n);
    for value in dictionary.present(missing) {
        if values.len() == 2 * n {
            sort_by(&mut values, order);
            values.truncate(n);
        }
        values.push(value);
    }
    sort_by(&mut values, order);
    values.truncate(n);
    values
}

/// Whether the values are the whole numbers from 0 or 1 on, with hardly one left out.
fn are_counted_up(values: &[&str]) -> bool {
    let numbers: Option<Vec<u64>> = values.iter().map(|value| value.trim().parse().ok()).collect();
    numbers.is_some_and(|numbers| {
        let (least, most) =
            numbers.iter().fold((u64::MAX, 0), |(least, most), &number| (least.min(number), most.max(number)));
        !numbers.is_empty() && least <= 1 && most - least < (numbers.len() as u64).saturating_mul(11) / 10
    })
}
