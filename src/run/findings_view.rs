//! Details to look at beside a report: the riskiest records, and one record.

use super::unique_questions::UniqueQuestions;
use crate::data::Table;
use crate::error::Result;
use crate::local::PerRecord;
use crate::sorting::sort_by;
use crate::table::EncodedStudy;
use crate::uniques::{ColumnSet, DIS_FRACTION, Findings, Question, columns_of, combinations_of, dis};
use serde::Serialize;

/// Values listed for a quasi-identifier.
const SHOWN_VALUES: usize = 5;
/// Combinations listed for a record.
const SHOWN_COMBINATIONS: usize = 200;

/// Findings in more detail than in a report.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FindingsView {
    /// For each quasi-identifier, the combinations of 1, 2, … quasi-identifiers that contain it.
    pub by_qi_and_size: Vec<Vec<u64>>,
    /// For each quasi-identifier the values that occur in most combinations, with their number.
    pub values: Vec<Vec<(String, u64)>>,
    /// Levels of each quasi-identifier's hierarchy.
    pub heights: Vec<usize>,
    /// The level to which each was generalized.
    pub levels: Vec<u8>,
    /// The records of highest risk.
    pub riskiest: Vec<RiskyRecord>,
}

/// A record of high risk.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RiskyRecord {
    /// The position of the record in the file, from 1; of several equal ones, the first.
    pub row: u64,
    /// The number of equal records.
    pub records: u64,
    /// The number of its unsafe combinations.
    pub combinations: u32,
    /// The number of quasi-identifiers in the smallest of them.
    pub smallest: u8,
    /// SUDA score.
    pub score: f64,
    /// DIS score.
    pub dis: f64,
    /// The values of the record.
    pub values: Vec<String>,
}

/// One record: why it is unsafe, and what would help.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordView {
    /// The position of the record in the file, from 1.
    pub row: u64,
    /// The values of the record.
    pub values: Vec<String>,
    /// The number of all its unsafe combinations.
    pub total: usize,
    /// The smallest of them, as places of quasi-identifiers.
    pub combinations: Vec<Vec<usize>>,
    /// The quasi-identifiers whose cells are cheapest to suppress.
    pub fix: Vec<usize>,
    /// The cost of that.
    pub cost: f64,
}

impl FindingsView {
    /// The view of findings, with up to `most` of the riskiest records.
    pub fn new(prepared: &EncodedStudy, questions: &UniqueQuestions, findings: &Findings, most: usize) -> Self {
        let tuples = questions.tuples();
        let max_size = questions.question().max_size(tuples);
        let dis = dis(tuples, findings, DIS_FRACTION);
        let mut places: Vec<usize> =
            (0..tuples.len()).filter(|&tuple| findings.tuple(tuple).combinations > 0).collect();
        sort_by(&mut places, |&a, &b| {
            let score = |tuple: usize| findings.tuple(tuple).score;
            score(b).total_cmp(&score(a)).then(a.cmp(&b))
        });
        let levels = questions.levels();
        Self {
            by_qi_and_size: (0..tuples.n_columns())
                .map(|column| (1..=max_size).map(|size| findings.by_column_and_size(column, size)).collect())
                .collect(),
            values: (0..tuples.n_columns())
                .map(|column| {
                    let counts = findings.by_value(column);
                    let mut values: Vec<usize> = (0..counts.len()).filter(|&value| counts[value] > 0).collect();
                    sort_by(&mut values, |&a, &b| counts[b].cmp(&counts[a]).then(a.cmp(&b)));
                    (values.into_iter().take(SHOWN_VALUES))
                        .map(|value| {
                            let label = prepared.label(column, levels[column], value as u32);
                            (label.to_owned(), counts[value])
                        })
                        .collect()
                })
                .collect(),
            heights: prepared.qis().iter().map(crate::classes::QuasiIdentifier::height).collect(),
            levels: levels.to_vec(),
            riskiest: (places.into_iter().take(most))
                .map(|tuple| {
                    let finding = findings.tuple(tuple);
                    let row = tuples.first_row(tuple);
                    RiskyRecord {
                        row: prepared.table().number_in_file(row),
                        records: tuples.count(tuple),
                        combinations: finding.combinations,
                        smallest: finding.smallest,
                        score: finding.score,
                        dis: dis[tuple],
                        values: values(prepared, questions, row),
                    }
                })
                .collect(),
        }
    }
}

impl RecordView {
    /// The view of the record in a row of the table.
    ///
    /// # Errors
    /// k below 2.
    pub fn new(prepared: &EncodedStudy, questions: &UniqueQuestions, row: usize) -> Result<Self> {
        let tuples = questions.tuples();
        let question: Question = questions.question();
        let tuple = tuples.of_rows()[row] as usize;
        let sets = combinations_of(tuples, &question, tuple, usize::MAX)?;
        let kept = PerRecord::of_tuple(tuples, questions.weights(), question.k, tuple)?;
        let lost: ColumnSet = tuples.all() & !kept & !tuples.missing(tuple);
        let cost = questions.weights().to_cost(questions.weights().sum(lost).into());
        Ok(Self {
            row: prepared.table().number_in_file(row),
            values: values(prepared, questions, row),
            total: sets.len(),
            combinations: (sets.iter().take(SHOWN_COMBINATIONS)).map(|&set| columns_of(set).collect()).collect(),
            fix: columns_of(lost).collect(),
            cost,
        })
    }
}

/// The values of a row on the levels to which the table is generalized.
fn values(prepared: &EncodedStudy, questions: &UniqueQuestions, row: usize) -> Vec<String> {
    let table: &Table = prepared.table();
    (table.columns.iter().zip(questions.levels()).enumerate())
        .map(|(qi, (column, &level))| {
            let group = prepared.qis()[qi].group(level, column.codes.get(row));
            prepared.label(qi, level, group).to_owned()
        })
        .collect()
}
