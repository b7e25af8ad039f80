//! Applies a policy to records.

use crate::classes::{Classes, Kept, QuasiIdentifier};
use crate::data::{Dictionary, Table};
use crate::hierarchy::Hierarchy;
use crate::local::Suppression;
use fixedbitset::FixedBitSet;

/// The text in the quasi-identifiers of a suppressed record.
const SUPPRESSED: &str = "*";

/// The effect of a policy on the quasi-identifiers of every record of a table.
#[derive(Debug, Clone)]
pub struct Transformation {
    qis: Vec<Generalized>,
    suppressed: FixedBitSet,
    /// Single cells that are suppressed in addition to those records.
    cells: Option<Suppression>,
}

/// A quasi-identifier on the policy's level.
#[derive(Debug, Clone)]
struct Generalized {
    name: String,
    /// The label of each value code.
    labels: Vec<String>,
    /// A number for each value code: equal if the labels are, and 0 for `*`.
    groups: Vec<u32>,
}

impl Generalized {
    fn new(name: &str, labels: Vec<String>) -> Self {
        let mut numbers = Dictionary::new();
        numbers.intern(SUPPRESSED, 0);
        Self { name: name.to_owned(), groups: labels.iter().map(|label| numbers.intern(label, 0)).collect(), labels }
    }
}

impl Transformation {
    /// The transformation of `table`, whose columns are the quasi-identifiers, under the policy of these classes.
    /// Records in classes that are not kept are suppressed.
    pub fn new(
        table: &Table,
        hierarchies: &[Hierarchy],
        qis: &[QuasiIdentifier],
        (classes, kept): (&Classes, &Kept),
    ) -> Self {
        let columns: Vec<_> = table.columns.iter().map(|column| &column.codes).collect();
        let suppressed = kept.suppressed_rows(&columns, qis, classes);
        let qis = (table.columns.iter().zip(hierarchies).zip(qis).zip(classes.policy().levels()))
            .map(|(((column, hierarchy), qi), &level)| {
                let labels = (0..column.dictionary.len() as u32).map(|value| {
                    let group = qi.hierarchy_group(level, qi.group(level, value));
                    hierarchy.label(usize::from(level), group).to_owned()
                });
                Generalized::new(&column.name, labels.collect())
            })
            .collect();
        Self { qis, suppressed, cells: None }
    }

    /// The transformation of `table` that suppresses single cells. `label` returns the text of a kept value.
    pub fn of_cells(table: &Table, label: &dyn Fn(usize, u32) -> String, suppression: Suppression) -> Self {
        let qis = (table.columns.iter().enumerate())
            .map(|(place, column)| {
                let values = 0..column.dictionary.len() as u32;
                Generalized::new(&column.name, values.map(|value| label(place, value)).collect())
            })
            .collect();
        Self { qis, suppressed: FixedBitSet::with_capacity(table.n_rows), cells: Some(suppression) }
    }

    /// Rows of the table.
    pub fn n_rows(&self) -> usize {
        self.suppressed.len()
    }

    /// Whether a row is suppressed.
    pub fn is_suppressed(&self, row: usize) -> bool {
        self.suppressed.contains(row)
    }

    /// The place of a column among the quasi-identifiers.
    pub fn qi(&self, column: &str) -> Option<usize> {
        self.qis.iter().position(|qi| qi.name == column)
    }

    /// The released cell of a quasi-identifier with this value code, in a row of the table.
    pub fn cell(&self, qi: usize, row: usize, value: u32) -> &str {
        if self.is_blank(qi, row) { SUPPRESSED } else { &self.qis[qi].labels[value as usize] }
    }

    /// A number for that cell: equal if the cells of the quasi-identifier are, and 0 for `*`.
    pub fn group(&self, qi: usize, row: usize, value: u32) -> u32 {
        if self.is_blank(qi, row) { 0 } else { self.qis[qi].groups[value as usize] }
    }

    fn is_blank(&self, qi: usize, row: usize) -> bool {
        let is_cell = |cells: &Suppression| cells.is_suppressed(row, qi);
        self.is_suppressed(row) || self.cells.as_ref().is_some_and(is_cell)
    }
}
