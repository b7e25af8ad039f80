//! Two columns crossed.

use super::columns::Shown;
use super::report::CrossReport;
use crate::effect::{Applied, CrossSide, Run};
use crate::study::{Prepared, Recipe};

/// The most groups of a side.
const MOST_GROUPS: usize = 24;

/// The records of each pair of groups of two quasi-identifiers.
pub(super) fn cross(
    prepared: &Prepared,
    recipe: &Recipe,
    applied: &Applied<'_>,
    one: usize,
    other: usize,
) -> CrossReport {
    let shown = |qi: usize| Shown::new(prepared, recipe, applied, qi);
    let (rows, columns) = (shown(one), shown(other));
    let (row_runs, column_runs) = (rows.runs(MOST_GROUPS), columns.runs(MOST_GROUPS));
    let (row_places, column_places) = (places(&row_runs), places(&column_runs));
    let side = |qi, places, n| CrossSide { qi, places, n };
    let cells = applied.cross(
        side(one, &row_places, row_runs.len()),
        side(other, &column_places, column_runs.len()),
    );
    let table = |records: fn(&crate::effect::Frequency) -> u64| -> Vec<Vec<u64>> {
        let rows = cells.chunks(column_runs.len().max(1));
        rows.map(|row| row.iter().map(records).collect()).collect()
    };
    let name = |qi: usize| prepared.table().columns[qi].name.clone();
    CrossReport {
        row: name(one),
        column: name(other),
        rows: row_runs.iter().map(|run| rows.group_report(run)).collect(),
        columns: (column_runs.iter())
            .map(|run| columns.group_report(run))
            .collect(),
        before: table(|cell| cell.before),
        after: table(|cell| cell.after),
    }
}

/// For each group the run that it is shown in.
fn places(runs: &[Run]) -> Vec<u32> {
    let n: usize = runs.iter().map(|run| run.groups.len()).sum();
    let mut places = vec![0; n];
    for (place, run) in (0..).zip(runs) {
        for &group in &run.groups {
            places[group as usize] = place;
        }
    }
    places
}
