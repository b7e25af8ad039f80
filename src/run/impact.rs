//! The impact of a suppression on analyses, by names and values.

use super::suppressing::Suppressed;
use super::unique_questions::UniqueQuestions;
use crate::data::{Column, MissingCodes, Reading, Table};
use crate::error::{Error, Result, UniquesError};
use crate::local::impact::{Distribution, Observations, distribution, regress};
use crate::table::EncodedStudy;
use crate::uniques::Tuples;
use serde::Serialize;

/// The columns of numbers beside the quasi-identifiers.
#[derive(Debug, Clone, Default)]
pub struct ImpactColumns {
    weight: Option<Vec<Option<f64>>>,
    outcome: Option<Vec<Option<f64>>>,
}

/// The effect of suppression on the columns' distributions, and on a regression.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImpactReport {
    /// Column by column.
    pub columns: Vec<ColumnImpact>,
    /// Values whose intervals before and after overlap.
    pub overlapping: usize,
    /// Values that the release still contains.
    pub compared: usize,
    /// A regression on the original, on the records of the release without a suppressed cell, and on all records with
    /// suppressed and missing cells as a level of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regressions: Vec<ModelReport>,
}

/// The effect on one column.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ColumnImpact {
    /// The column.
    pub column: String,
    /// Suppressed cells.
    pub cells: u64,
    /// The share of the records whose cell is suppressed.
    pub share: f64,
    /// The value that was suppressed most often, with its cells.
    pub most_suppressed: Option<(String, u64)>,
    /// Values that the release no longer contains.
    pub vanished: Vec<String>,
    /// The values.
    pub values: Vec<ValueImpact>,
}

/// The effect on one value. Shares are weighted.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ValueImpact {
    /// The value.
    pub value: String,
    /// Records that have it.
    pub records: u64,
    /// Records that no longer have it.
    pub suppressed: u64,
    /// The share of the value before, and the ends of its 95 % interval.
    pub before: [f64; 3],
    /// The share of the value after, and the ends of its 95 % interval.
    pub after: Option<[f64; 3]>,
    /// Whether the intervals have a point in common.
    pub overlaps: bool,
}

/// A regression, by names and values.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ModelReport {
    /// `original`, `excluding` or `as-level`.
    pub data: &'static str,
    /// Records that it was fitted to.
    pub records: u64,
    /// The share of the outcome's variance that it explains.
    pub r_squared: f64,
    /// Covariates with a coefficient that differs from 0 at the 0.05 level.
    pub significant: Vec<String>,
    /// The coefficients against each covariate's most frequent value.
    pub coefficients: Vec<CoefficientReport>,
}

/// One coefficient.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CoefficientReport {
    /// The covariate.
    pub column: String,
    /// The value of the covariate; `*` for suppressed and missing cells.
    pub value: String,
    /// The estimate.
    pub estimate: f64,
    /// The standard error of the estimate.
    pub standard_error: f64,
    /// The ratio of the two; absent if the covariates explain the outcome without an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub t: Option<f64>,
    /// The probability of such a ratio if the coefficient is 0.
    pub p: f64,
}

const SIGNIFICANT: f64 = 0.05;

impl ImpactColumns {
    /// Takes the numbers of the recipe's columns from a table that was read with them.
    ///
    /// # Errors
    /// A cell that is neither a number nor missing, a missing or negative weight, and numbers that can be read in two
    /// ways.
    pub fn new(table: &Table, questions: &UniqueQuestions) -> Result<Self> {
        let numbers = |name: &Option<String>| -> Result<Option<Vec<Option<f64>>>> {
            let Some(name) = name else {
                return Ok(None);
            };
            let column = &table.columns[table.place(name)?];
            parse(table, column, questions.missing(), questions.reading(name)).map(Some)
        };
        let settings = &questions.settings.impact;
        let columns = Self { weight: numbers(&settings.weight)?, outcome: numbers(&settings.outcome)? };
        let bad = (columns.weight.iter().flatten()).position(|weight| weight.is_none_or(|weight| weight < 0.0));
        match (bad, &settings.weight) {
            (Some(row), Some(name)) => {
                Err(Error::new(UniquesError::NotANumber).at_row(table.number_in_file(row)).in_column(name))
            }
            _ => Ok(columns),
        }
    }
}

fn parse(
    table: &Table,
    column: &Column,
    missing: &MissingCodes,
    reading: Option<&Reading>,
) -> Result<Vec<Option<f64>>> {
    let values = column.dictionary.iter().map(|(value, _)| value);
    let known = values.filter(|value| !missing.is_missing(&column.name, value));
    let format = Reading::format_of_numbers(reading, known).map_err(|error| error.in_column(&column.name))?;
    let numbers: Vec<Option<Option<f64>>> = (column.dictionary.iter())
        .map(|(value, _)| {
            if missing.is_missing(&column.name, value) {
                return Some(None);
            }
            format.read(value).map(|number| Some(number.to_f64()))
        })
        .collect();
    (0..table.n_rows)
        .map(|row| {
            numbers[column.codes.get(row) as usize].ok_or_else(|| {
                Error::new(UniquesError::NotANumber)
                    .at_row(table.number_in_file(row))
                    .in_column(&column.name)
                    .with_value(column.value(row))
            })
        })
        .collect()
}

/// Measures the effect of a suppression.
///
/// # Errors
/// A regression with more coefficients than records.
pub fn impact(
    prepared: &EncodedStudy,
    questions: &UniqueQuestions,
    suppressed: &Suppressed,
    numbers: &ImpactColumns,
) -> Result<ImpactReport> {
    let (table, tuples) = (prepared.table(), questions.tuples());
    let records = |row: usize| table.weight(row);
    let weight = |row: usize| match &numbers.weight {
        Some(weights) => weights[row].unwrap_or(0.0),
        None => 1.0,
    };
    let n = tuples.records() as f64;
    let names = prepared.names();
    let label = |column: usize, value: u32| prepared.label(column, questions.levels()[column], value);
    let mut report =
        ImpactReport { columns: Vec::with_capacity(names.len()), overlapping: 0, compared: 0, regressions: Vec::new() };
    for (column, name) in names.iter().enumerate() {
        let found: Distribution = distribution(tuples, &suppressed.suppression, column, &records, &weight);
        let values: Vec<ValueImpact> = (found.values.iter())
            .map(|value| {
                let share = |share: crate::local::impact::Share| [share.share, share.low, share.high];
                ValueImpact {
                    value: label(column, value.value).to_owned(),
                    records: value.records,
                    suppressed: value.suppressed,
                    before: share(value.before),
                    after: value.after.map(share),
                    overlaps: value.overlaps(),
                }
            })
            .collect();
        let remaining = || found.values.iter().filter(|value| !value.has_vanished());
        report.compared += remaining().count();
        report.overlapping += remaining().filter(|value| value.overlaps()).count();
        report.columns.push(ColumnImpact {
            column: name.clone(),
            cells: suppressed.cells[column],
            share: suppressed.cells[column] as f64 / n,
            most_suppressed: (found.most_suppressed())
                .map(|value| (label(column, value.value).to_owned(), value.suppressed)),
            vanished: (found.values.iter().filter(|value| value.has_vanished()))
                .map(|value| label(column, value.value).to_owned())
                .collect(),
            values,
        });
    }
    if let Some(outcome) = &numbers.outcome {
        let regression = Regression { names: &names, tuples, questions, prepared, suppressed, outcome };
        report.regressions =
            vec![regression.fit("original")?, regression.fit("excluding")?, regression.fit("as-level")?];
    }
    Ok(report)
}

/// A regression over the recipe's covariates.
struct Regression<'a> {
    names: &'a [String],
    tuples: &'a Tuples,
    questions: &'a UniqueQuestions,
    prepared: &'a EncodedStudy,
    suppressed: &'a Suppressed,
    outcome: &'a [Option<f64>],
}

impl Regression<'_> {
    fn fit(&self, data: &'static str) -> Result<ModelReport> {
        let settings = &self.questions.settings.impact;
        let covariates: Vec<usize> = settings.of_covariates(self.names).collect();
        // The last category of each covariate is for cells without a value.
        let n_categories: Vec<usize> = covariates.iter().map(|&column| self.tuples.n_values(column) + 1).collect();
        let references: Vec<usize> = covariates.iter().map(|&column| self.most_frequent(column)).collect();
        let table = self.prepared.table();
        let category = |row: usize, covariate: usize| {
            let column = covariates[covariate];
            let tuple = self.tuples.of_rows()[row] as usize;
            let is_kept = data == "original" || !self.suppressed.suppression.is_suppressed(row, column);
            match self.tuples.value(column, tuple).filter(|_| is_kept) {
                Some(value) => Some(value as usize),
                None if data == "as-level" => Some(self.tuples.n_values(column)),
                None => None,
            }
        };
        let model = regress(&Observations {
            n_rows: table.n_rows,
            outcome: &|row| self.outcome[row],
            records: &|row| table.weight(row),
            n_categories: &n_categories,
            references: &references,
            category: &category,
        })?;
        let coefficients: Vec<CoefficientReport> = (model.coefficients.iter())
            .filter_map(|coefficient| {
                let column = covariates[coefficient.covariate];
                let estimate = coefficient.estimate?;
                let value = if coefficient.category == self.tuples.n_values(column) {
                    "*"
                } else {
                    let level = self.questions.levels()[column];
                    self.prepared.label(column, level, coefficient.category as u32)
                };
                Some(CoefficientReport {
                    column: self.names[column].clone(),
                    value: value.to_owned(),
                    estimate: estimate.value,
                    standard_error: estimate.standard_error,
                    t: estimate.t,
                    p: estimate.p,
                })
            })
            .collect();
        let is_significant = |column: usize| {
            (coefficients.iter()).any(|own| own.column == self.names[column] && own.p < SIGNIFICANT && own.value != "*")
        };
        Ok(ModelReport {
            data,
            records: model.records,
            r_squared: model.r_squared,
            significant: (covariates.iter().filter(|&&column| is_significant(column)))
                .map(|&column| self.names[column].clone())
                .collect(),
            coefficients,
        })
    }

    /// The most frequent value of a column; on a tie, the first.
    fn most_frequent(&self, column: usize) -> usize {
        let mut counts = vec![0; self.tuples.n_values(column)];
        for tuple in 0..self.tuples.len() {
            if let Some(value) = self.tuples.value(column, tuple) {
                counts[value as usize] += self.tuples.count(tuple);
            }
        }
        (0..counts.len()).rev().max_by_key(|&value| counts[value]).unwrap_or(0)
    }
}
