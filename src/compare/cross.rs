//! The cross table of two columns.

use super::classes_of_rows;
use super::columns::{Shown, Untouched};
use super::report::{CrossReport, GroupReport};
use crate::data::{Column, Table};
use crate::effect::{Applied, Frequency, Run};
use crate::lattice::Level;
use crate::recipe::Recipe;
use crate::table::EncodedStudy;

/// The most groups of a side.
const MOST_GROUPS: usize = 24;

/// A side: its groups in display order, and the counts of each value.
struct Side<'a> {
    column: &'a Column,
    groups: Vec<GroupReport>,
    /// The run that shows each value.
    places: Vec<u32>,
}

/// The records of each pair of groups of two columns, each a quasi-identifier or one of `others`. `None` if one is
/// neither.
///
/// Time in rows × quasi-identifiers.
pub(super) fn cross(
    prepared: &EncodedStudy,
    recipe: &Recipe,
    applied: &Applied<'_>,
    others: &Table,
    (one, other): &(String, String),
) -> Option<CrossReport> {
    let after = classes_of_rows(prepared, applied.classes());
    let keeps = |row: usize| applied.keeps(after[row]);
    let side = |name: &String| side(prepared, recipe, applied, others, name, &keeps);
    let (rows, columns) = (side(one)?, side(other)?);
    let table = prepared.table();
    let n = columns.groups.len();
    let mut cells = vec![Frequency::default(); rows.groups.len() * n];
    for row in 0..table.n_rows {
        let place = |side: &Side<'_>| side.places[side.column.codes.get(row) as usize] as usize;
        cells[place(&rows) * n + place(&columns)].add(table.weight(row), keeps(row));
    }
    let table = |records: fn(&Frequency) -> u64| -> Vec<Vec<u64>> {
        let rows = cells.chunks(n.max(1));
        rows.map(|row| row.iter().map(records).collect()).collect()
    };
    Some(CrossReport {
        row: one.clone(),
        column: other.clone(),
        rows: rows.groups,
        columns: columns.groups,
        before: table(|cell| cell.before),
        after: table(|cell| cell.after),
    })
}

fn side<'a>(
    prepared: &'a EncodedStudy,
    recipe: &Recipe,
    applied: &Applied<'_>,
    others: &'a Table,
    name: &str,
    keeps: &dyn Fn(usize) -> bool,
) -> Option<Side<'a>> {
    let place = |table: &Table| table.columns.iter().position(|column| column.name == name);
    if let Some(qi) = place(prepared.table()) {
        let shown = Shown::new(prepared, recipe, applied, qi);
        let runs = shown.runs(MOST_GROUPS);
        let column = &prepared.table().columns[qi];
        let own = &prepared.qis()[qi];
        let level: Level = applied.classes().policy().levels()[qi];
        let of_group = places(&runs);
        let values = 0..column.dictionary.len() as u32;
        return Some(Side {
            column,
            groups: runs.iter().map(|run| shown.group_report(run)).collect(),
            places: values.map(|value| of_group[own.group(level, value) as usize]).collect(),
        });
    }
    let column = &others.columns[place(others).filter(|_| recipe.is_crossed(name))?];
    let shown = Untouched::new(prepared, recipe, column, keeps);
    let runs = shown.runs(MOST_GROUPS);
    Some(Side { column, groups: runs.iter().map(|run| shown.group_report(run)).collect(), places: places(&runs) })
}

/// The run that shows each group.
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
