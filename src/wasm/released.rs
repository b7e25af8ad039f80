//! The beginning of a release, as a message.

use super::disclosed::Disclosed;
use super::encoding::EncodedTable;
use super::messages::AttackersBeforeAfter;
use crate::recipe::Recipe;
use crate::release::{Transformation, Treatment, preview};
use serde::Serialize;
use tsify::Tsify;

/// A record as released.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Tsify)]
pub struct ReleasedRow {
    /// Whether it is suppressed.
    pub suppressed: bool,
    /// The released cells of the record; empty for a suppressed record if these are removed.
    pub cells: Vec<String>,
}

/// The first records of a table with suppressed cells.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Tsify)]
pub struct CellsHead {
    /// The released columns.
    pub columns: Vec<String>,
    /// The records.
    pub rows: Vec<ReleasedRow>,
    /// The disclosure warnings that are known before the table is written.
    pub disclosure: Vec<Disclosed>,
}

/// The first records as released.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ReleasedHead {
    /// The released columns.
    pub columns: Vec<String>,
    /// The records.
    pub rows: Vec<ReleasedRow>,
    /// What attackers find before and after.
    pub attackers: AttackersBeforeAfter,
    /// The disclosure warnings that are known before the release is written.
    pub disclosure: Vec<Disclosed>,
    /// The disclosure warnings if suppressed records are removed.
    pub disclosure_removed: Vec<Disclosed>,
}

/// The columns of a release and its first records, at most `count`.
pub(super) fn first_records(
    table: &EncodedTable,
    transformation: &Transformation,
    recipe: &Recipe,
    count: usize,
) -> (Vec<String>, Vec<ReleasedRow>) {
    let (header, head) = (table.file.header(), &table.file.profile.head);
    let original = table.prepared.table();
    let columns: Vec<(usize, Option<usize>)> = (header.iter().enumerate())
        .map(|(place, name)| (place, transformation.qi(name)))
        .filter(|&(place, qi)| qi.is_some() || recipe.treatment(&header[place]) != Treatment::Drop)
        .collect();
    let codes = recipe.missing(table.dialect());
    let rows = (head.iter().take(count).enumerate())
        .map(|(row, cells)| ReleasedRow {
            suppressed: transformation.is_suppressed(row),
            cells: columns
                .iter()
                .map(|&(place, qi)| match qi {
                    Some(qi) => transformation.cell(qi, row, original.columns[qi].codes.get(row)).to_owned(),
                    None => match codes.is_missing(&header[place], &cells[place]) {
                        true => cells[place].clone(),
                        false => preview(&recipe.treatment(&header[place]), &cells[place]),
                    },
                })
                .collect(),
        })
        .collect();
    let columns = columns.into_iter().map(|(place, _)| header[place].clone()).collect();
    (columns, rows)
}
