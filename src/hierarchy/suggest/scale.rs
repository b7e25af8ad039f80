//! The widths of intervals that an owner of the numbers would choose.

use super::Seen;
use super::bulk::Bulk;
use crate::data::NumberFormat;

/// The greatest age in years that somebody may have.
const GREATEST_AGE: f64 = 125.0;

/// At most one of so many records may have an impossible age, or they are no years; a single one always may.
const MISTAKES: u64 = 100;

/// Units of ages that are no years.
const NO_YEARS: &[&str] = &[
    "day",
    "days",
    "week",
    "weeks",
    "wk",
    "wks",
    "month",
    "months",
    "mo",
    "mos",
    "mth",
    "mths",
    "hour",
    "hours",
    "hrs",
    "minutes",
    "gestational",
    "gest",
    "tage",
    "tagen",
    "wochen",
    "monate",
    "monaten",
    "jours",
    "semaines",
    "mois",
    "dias",
    "semanas",
    "meses",
];

/// Those that are twelfths of years.
const MONTHS: &[&str] = &["month", "months", "mo", "mos", "mth", "mths", "monate", "monaten", "mois", "meses"];

/// Words for shares of a hundred.
const PERCENT: &[&str] = &["percent", "percentage", "pct", "perc", "prozent", "pourcentage"];

/// Words for days of a month.
const DAY: &[&str] = &["day", "dom", "dayofmonth", "tag", "jour", "dia"];

/// What the numbers of a column count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// Ages in years.
    Years,
    /// Ages in months.
    Months,
    /// Whole shares of a hundred.
    Percents,
    /// Days of a month.
    DaysOfMonth,
    /// Anything else.
    Any,
}

/// Intervals, before outer groups are added for what is far away.
pub(super) struct Scale {
    pub(super) widths: Vec<f64>,
    pub(super) origin: f64,
    pub(super) bottom: Option<f64>,
    pub(super) top: Option<f64>,
}

impl What {
    /// What numbers in order, with their records, count; and their bulk.
    pub(super) fn of<'a>(
        seen: &Seen<'_>,
        format: &NumberFormat,
        numbers: &[(crate::data::Number, &'a str, u64)],
        is_whole: bool,
    ) -> (Self, Bulk<'a>) {
        let is_age = seen.words.have_age();
        if is_age && !seen.words.have(NO_YEARS) {
            let bulk = Bulk::of(numbers, Some(GREATEST_AGE));
            let impossible = numbers.iter().filter(|number| number.0.to_f64() > GREATEST_AGE);
            let impossible: u64 = impossible.map(|number| number.2).sum();
            if impossible <= (seen.records() / MISTAKES).max(1) {
                return (Self::Years, bulk);
            }
        }
        let bulk = Bulk::of(numbers, None);
        let (least, greatest) = (bulk.least.to_f64(), bulk.greatest.to_f64());
        let what = if is_age && seen.words.have(MONTHS) {
            Self::Months
        } else if !is_whole {
            Self::Any
        } else if (format.unit == "%" || seen.words.have(PERCENT)) && least >= 0.0 && (50.0..=100.0).contains(&greatest)
        {
            Self::Percents
        } else if seen.words.have(DAY) && least >= 1.0 && (28.0..=31.0).contains(&greatest) {
            Self::DaysOfMonth
        } else {
            Self::Any
        };
        (what, bulk)
    }
}

impl Scale {
    pub(super) fn of(what: What, bulk: &Bulk<'_>, is_whole: bool) -> Self {
        let from = |widths: Vec<f64>, origin| Self { widths, origin, bottom: None, top: None };
        // A group of all is the top.
        let parts = |width: &f64| width * 2.0 <= bulk.range;
        let known = |always: &[f64], wider: f64| {
            let widths = always.iter().copied().filter(|width| *width < bulk.range);
            widths.chain([wider].into_iter().filter(parts)).collect::<Vec<f64>>()
        };
        match what {
            What::Years if bulk.range > 10.0 => from(known(&[5.0, 10.0, 20.0], 40.0), 0.0),
            What::Months if bulk.range > 24.0 => from(known(&[6.0, 12.0, 24.0], 48.0), 0.0),
            What::Percents => {
                let bottom = (bulk.least.to_f64() < 1.0).then_some(1.0);
                Self { bottom, ..from(vec![5.0, 25.0, 50.0], 1.0) }
            }
            What::DaysOfMonth => Self { top: Some(21.0), ..from(vec![10.0], 1.0) },
            _ => from(widths(bulk.range, is_whole), 0.0),
        }
    }
}

/// A width of 1, 2 or 5 · 10ⁿ that is at least a twenty-fifth of the range, and wider ones up to half of it.
fn widths(range: f64, is_whole: bool) -> Vec<f64> {
    const ROUND: [[u32; 4]; 3] = [[1, 5, 10, 20], [2, 10, 20, 40], [5, 10, 20, 40]];
    let up_to_half = |width: &f64| width * 2.0 <= range;
    if is_whole && range < 25.0 {
        let wider = [4.0, 8.0].into_iter().take_while(up_to_half);
        return [2.0].into_iter().chain(wider).collect();
    }
    let finest = range / 25.0;
    // Parsed from text, which rounds once; products of 0.1 would accumulate rounding errors.
    let width = |digits: u32, exponent: i32| format!("{digits}e{exponent}").parse().unwrap_or(1.0);
    let mut series = (-6..15).flat_map(|exponent| ROUND.map(|digits| digits.map(|digits| width(digits, exponent))));
    let [first, wider @ ..] = series.find(|widths: &[f64; 4]| widths[0] >= finest).unwrap_or([1.0, 5.0, 10.0, 20.0]);
    let wider = wider.into_iter().take_while(up_to_half);
    [first].into_iter().chain(wider).collect()
}
