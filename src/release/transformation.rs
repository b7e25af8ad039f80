//! What a policy makes of a record.

use crate::classes::{Classes, QuasiIdentifier, suppressed_rows};
use crate::data::Table;
use crate::hierarchy::Hierarchy;
use crate::local::Suppression;
use fixedbitset::FixedBitSet;

/// What stands in the quasi-identifiers of a suppressed record.
const SUPPRESSED: &str = "*";

/// What a policy makes of the quasi-identifiers of every record of a table.
#[derive(Debug, Clone)]
pub struct Transformation {
    qis: Vec<Generalized>,
    suppressed: FixedBitSet,
    /// Single cells that are suppressed beside those records.
    cells: Option<Suppression>,
}

/// A quasi-identifier on the policy's level.
#[derive(Debug, Clone)]
struct Generalized {
    name: String,
    /// The label of each value code.
    labels: Vec<String>,
}

impl Transformation {
    /// The transformation of `table`, whose columns are the quasi-identifiers, by the policy of `classes`. Records of
    /// classes smaller than `k` are suppressed.
    pub fn new(
        table: &Table,
        hierarchies: &[Hierarchy],
        qis: &[QuasiIdentifier],
        classes: &Classes,
        k: u64,
    ) -> Self {
        let columns: Vec<_> = table.columns.iter().map(|column| &column.codes).collect();
        let suppressed = suppressed_rows(&columns, qis, classes, k);
        let qis = (table
            .columns
            .iter()
            .zip(hierarchies)
            .zip(qis)
            .zip(classes.policy().levels()))
        .map(|(((column, hierarchy), qi), &level)| Generalized {
            name: column.name.clone(),
            labels: (0..column.dictionary.len() as u32)
                .map(|value| {
                    let group = qi.hierarchy_group(level, qi.group(level, value));
                    hierarchy.label(usize::from(level), group).to_owned()
                })
                .collect(),
        })
        .collect();
        Self {
            qis,
            suppressed,
            cells: None,
        }
    }

    /// The transformation of `table` that suppresses single cells; `label` gives what a kept value becomes.
    pub fn of_cells(
        table: &Table,
        label: &dyn Fn(usize, u32) -> String,
        suppression: Suppression,
    ) -> Self {
        let qis = (table.columns.iter().enumerate())
            .map(|(place, column)| Generalized {
                name: column.name.clone(),
                labels: (0..column.dictionary.len() as u32)
                    .map(|value| label(place, value))
                    .collect(),
            })
            .collect();
        Self {
            qis,
            suppressed: FixedBitSet::with_capacity(table.n_records),
            cells: Some(suppression),
        }
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
        let is_cell = |cells: &Suppression| cells.is_suppressed(row, qi);
        if self.is_suppressed(row) || self.cells.as_ref().is_some_and(is_cell) {
            SUPPRESSED
        } else {
            &self.qis[qi].labels[value as usize]
        }
    }
}
