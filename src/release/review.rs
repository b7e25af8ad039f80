//! Reviews a finished table from its text alone: classes, uniques and risks.

use super::verify::SUPPRESSED;
use crate::data::{Column, MissingCodes, Table};
use crate::error::Result;
use crate::local::Few;
use crate::monitor::Monitor;
use crate::sorting::{sort, sort_by};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The most failing classes that are listed.
const WORST: usize = 10;

/// The cells of a finished table that hold no value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BlankCells {
    /// The values that mean a suppressed cell, beside `*`.
    pub suppressed: MissingCodes,
    /// The values that mean a missing one, which is ignored: its record asks nothing of others there, and it matches
    /// no value, however a suppressed cell is read.
    pub missing: MissingCodes,
}

impl BlankCells {
    /// The cells with one of these words: missing values that are ignored, or else suppressed.
    pub fn of_words(words: &[String], are_missing: bool) -> Self {
        let (words, none) = (MissingCodes::everywhere(words), MissingCodes::default());
        match are_missing {
            true => Self { suppressed: none, missing: words },
            false => Self { suppressed: words, missing: none },
        }
    }
}

/// The code of a suppressed cell, of an ignored missing value, and the first of a value.
const LOST: u32 = 0;
const IGNORED: u32 = 1;

/// The reading of a blank cell: one with `*`, or without a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Blank {
    /// A value of its own: only another blank cell matches it.
    #[default]
    Category,
    /// Any value.
    Wildcard,
    /// No value: it matches nothing and requires nothing.
    Nothing,
}

/// The records of a table, counted by how many others each one matches.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reviewed {
    /// Records.
    pub records: u64,
    /// Records whose cells are all blank.
    pub blank_records: u64,
    /// Blank cells of each quasi-identifier.
    pub blank_cells: Vec<u64>,
    /// Distinct rows.
    pub classes: usize,
    /// Distinct rows that are not all blank: the classes, if a row of blanks is a suppressed record.
    pub kept_classes: usize,
    /// The fewest records that a record that is not all blank may match; 0 if there is none.
    pub kept_smallest: u64,
    /// Records that are not all blank and may match fewer than k.
    pub kept_below_k: u64,
    /// The fewest records that any record may match: the k that holds.
    pub smallest: u64,
    /// Records that may match no other.
    pub unique_records: u64,
    /// Records that may match fewer than k.
    pub records_below_k: u64,
    /// The highest risk of a record, 1 / smallest.
    pub highest_risk: f64,
    /// The mean risk of the records.
    pub average_risk: f64,
    /// The rows that match fewest: their cells, their records, and the records that they may match.
    pub worst: Vec<(Vec<String>, u64, u64)>,
}

/// A number for each value of each of these columns: [`LOST`] for a suppressed cell, [`IGNORED`] for a missing value.
fn cell_codes(table: &Table, columns: &[usize], blank: &BlankCells) -> Vec<Vec<u32>> {
    let codes = blank_codes(table, columns, &blank.suppressed);
    (columns.iter().zip(codes))
        .map(|(&column, mut codes)| {
            let Column { name, dictionary, .. } = &table.columns[column];
            for (code, (value, _)) in codes.iter_mut().zip(dictionary.iter()) {
                if *code != LOST {
                    *code = if blank.missing.is_missing(name, value) { IGNORED } else { *code + 1 };
                }
            }
            codes
        })
        .collect()
}

/// A number for each value of each of these columns: 0 for a blank one, which is `*` or named by `missing`.
pub(super) fn blank_codes(table: &Table, columns: &[usize], missing: &MissingCodes) -> Vec<Vec<u32>> {
    let of_column = |&column: &usize| {
        let Column { name, dictionary, .. } = &table.columns[column];
        let missing = missing.of(name);
        let values = dictionary.iter().zip(1..);
        values
            .map(|((value, _), code)| {
                let is_blank = value == SUPPRESSED || missing.iter().any(|name| name == value);
                if is_blank { 0 } else { code }
            })
            .collect()
    };
    columns.iter().map(of_column).collect()
}

/// The rows of each class of a finished table, in the order in which classes first appear. Cells with `*` are blank,
/// and those that `missing` names. Records that are all blank form a class only if `are_blanks_kept`, and only if blank
/// cells are a category.
///
/// `None` if a blank cell is not a value of its own and rows have blanks in different columns: the records then do not
/// form classes.
///
/// Time in rows × quasi-identifiers.
///
/// # Errors
/// A quasi-identifier that the table does not have.
pub fn classes_of_finished(
    table: &Table,
    qis: &[String],
    blank: Blank,
    missing: &MissingCodes,
    are_blanks_kept: bool,
) -> Result<Option<Vec<Vec<usize>>>> {
    let columns = (qis.iter()).map(|name| table.place(name)).collect::<Result<Vec<usize>>>()?;
    let codes = blank_codes(table, &columns, missing);
    let is_category = blank == Blank::Category;
    let mut places: HashMap<Vec<u32>, usize> = HashMap::new();
    let mut classes: Vec<Vec<usize>> = Vec::new();
    let mut pattern: Option<Vec<bool>> = None;
    for row in 0..table.n_rows {
        let own: Vec<u32> = (columns.iter().zip(&codes))
            .map(|(&column, codes)| codes[table.columns[column].codes.get(row) as usize])
            .collect();
        if own.iter().all(|&code| code == 0) && !(is_category && are_blanks_kept) {
            continue;
        }
        if !is_category {
            let blanks: Vec<bool> = own.iter().map(|&code| code == 0).collect();
            if *pattern.get_or_insert_with(|| blanks.clone()) != blanks {
                return Ok(None);
            }
        }
        let place = *places.entry(own).or_insert_with(|| {
            classes.push(Vec::new());
            classes.len() - 1
        });
        classes[place].push(row);
    }
    Ok(Some(classes))
}

/// A resumable review of a table.
#[derive(Debug)]
pub struct Review {
    blank: Blank,
    k: u64,
    /// Each distinct row: its codes, its records, and a row of the table.
    rows: Vec<(Vec<u32>, u64, usize)>,
    columns: Vec<usize>,
    found: Vec<u64>,
    /// Whether rows may match others than equal ones.
    any_unequal: bool,
}

impl Review {
    /// Starts a review. Cells with `*` are suppressed, and those that `cells` says.
    ///
    /// # Errors
    /// A quasi-identifier that the table does not have.
    pub fn new(table: &Table, qis: &[String], k: u64, blank: Blank, cells: &BlankCells) -> Result<Self> {
        let columns = qis.iter().map(|name| table.place(name)).collect::<Result<Vec<usize>>>()?;
        let codes = cell_codes(table, &columns, cells);
        let mut places: HashMap<Vec<u32>, usize> = HashMap::new();
        let mut rows: Vec<(Vec<u32>, u64, usize)> = Vec::new();
        for row in 0..table.n_rows {
            let own: Vec<u32> = (columns.iter().zip(&codes))
                .map(|(&column, codes)| codes[table.columns[column].codes.get(row) as usize])
                .collect();
            let place = *places.entry(own).or_insert_with_key(|own| {
                rows.push((own.clone(), 0, row));
                rows.len() - 1
            });
            rows[place].1 += table.weight(row);
        }
        Ok(Self {
            blank,
            k,
            any_unequal: (rows.iter())
                .any(|(own, _, _)| own.contains(&IGNORED) || blank != Blank::Category && own.contains(&LOST)),
            found: Vec::with_capacity(rows.len()),
            rows,
            columns,
        })
    }

    /// Continues until it is done or the monitor, asked before each distinct row, interrupts. Returns whether it is
    /// done.
    ///
    /// If blank cells are not a category or missing values are ignored, time is quadratic in the distinct rows.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> bool {
        while let Some((own, records, _)) = self.rows.get(self.found.len()) {
            if !self.any_unequal {
                self.found.push(*records);
                continue;
            }
            if monitor.interrupted() {
                return false;
            }
            let matches = |other: &[u32]| {
                own.iter().zip(other).all(|(&own, &other)| match self.blank {
                    _ if own == other || own == IGNORED => true,
                    Blank::Category => false,
                    Blank::Wildcard => own == LOST || other == LOST,
                    Blank::Nothing => own == LOST,
                })
            };
            let others = self.rows.iter().filter(|(other, _, _)| matches(other));
            self.found.push(others.map(|(_, records, _)| records).sum());
        }
        true
    }

    /// The share that is done, 0 to 1.
    pub fn share(&self) -> f64 {
        self.found.len() as f64 / self.rows.len().max(1) as f64
    }

    /// Numbers below k, each with the records that may match that many. Complete once the review is done.
    pub fn few(&self) -> Few {
        let mut few = Few::new();
        for ((_, records, _), &found) in self.rows.iter().zip(&self.found) {
            if found >= self.k {
                continue;
            }
            match few.iter_mut().find(|(number, _)| *number == found) {
                Some((_, all)) => *all += records,
                None => few.push((found, *records)),
            }
        }
        sort(&mut few);
        few
    }

    /// The distinct rows, and the records of the rarest.
    pub fn rows(&self) -> (u64, u64) {
        let smallest = self.rows.iter().map(|(_, records, _)| *records).min();
        (self.rows.len() as u64, smallest.unwrap_or_default())
    }

    /// The result; complete once the review is done.
    pub fn reviewed(&self, table: &Table) -> Reviewed {
        let mut reviewed = Reviewed {
            blank_cells: vec![0; self.columns.len()],
            classes: self.rows.len(),
            smallest: self.found.iter().copied().min().unwrap_or(0),
            ..Reviewed::default()
        };
        let mut risk = 0.0;
        for ((own, records, _), &found) in self.rows.iter().zip(&self.found) {
            reviewed.records += records;
            if own.iter().all(|&code| code <= IGNORED) {
                reviewed.blank_records += records;
            } else {
                let smallest = match reviewed.kept_classes {
                    0 => found,
                    _ => reviewed.kept_smallest.min(found),
                };
                reviewed.kept_smallest = smallest;
                reviewed.kept_classes += 1;
                if found < self.k {
                    reviewed.kept_below_k += records;
                }
            }
            for (cells, _) in reviewed.blank_cells.iter_mut().zip(own).filter(|(_, code)| **code <= IGNORED) {
                *cells += records;
            }
            if found == 1 {
                reviewed.unique_records += records;
            }
            if found < self.k {
                reviewed.records_below_k += records;
            }
            risk += *records as f64 / found as f64;
        }
        reviewed.highest_risk = 1.0 / reviewed.smallest.max(1) as f64;
        reviewed.average_risk = risk / reviewed.records.max(1) as f64;
        let mut worst: Vec<usize> = (0..self.found.len()).collect();
        sort_by(&mut worst, |&one, &other| {
            (self.found[one].cmp(&self.found[other])).then(self.rows[one].2.cmp(&self.rows[other].2))
        });
        reviewed.worst = (worst.into_iter().take(WORST))
            .map(|place| {
                let (_, records, row) = &self.rows[place];
                let cells = self.columns.iter().map(|&column| table.columns[column].value(*row).to_owned());
                (cells.collect(), *records, self.found[place])
            })
            .collect();
        reviewed
    }
}
