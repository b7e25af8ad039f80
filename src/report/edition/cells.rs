//! What an external report says of suppressed cells.

use super::{Making, Node, node};
use serde_json::Value;

/// What tells nothing of single records.
const ALWAYS: [&str; 17] = [
    "kind",
    "format",
    "version",
    "k",
    "max_size",
    "missing",
    "method",
    "complete",
    "policy",
    "policy_in_words",
    "records",
    "suppress",
    "proven_minimal",
    "ended_after_steps",
    "treatments",
    "chosen",
    "seconds",
];

/// What no external report has.
pub(super) const NEVER: [&str; 10] = [
    "read",
    "combinations",
    "combinations_by_size",
    "combinations_by_qi",
    "records_by_smallest_size",
    "records_resolved_without",
    "scores",
    "impact",
    "input_sha256",
    "recipe_sha256",
];

/// The readings of a suppressed cell.
pub(super) const READINGS: [&str; 4] = ["wildcard", "matches_nothing", "category", "attacker"];

/// Keeps what may be shown.
pub(super) fn keep(making: &mut Making<'_>) {
    making.keep(&ALWAYS);
    making.keep(&["output_sha256"]);
    cells(making);
    records(making);
    classes(making);
    making.keep_warnings();
}

/// The suppressed cells: of all columns, or of none, as a sum would give back the one that is left out. The columns
/// are named in both cases.
fn cells(making: &mut Making<'_>) {
    const BY_COLUMN: &str = "suppressed_cells_by_qi";
    let records = making.whole(&["records"]);
    let Some(Node::Fields(by_column)) = making.from.get(BY_COLUMN) else { return };
    let is_safe = |cells: u64| making.may_show(cells) && making.are_apart(cells, records);
    let are_safe = by_column.values().all(|cells| cells.whole().is_some_and(is_safe));
    if !are_safe {
        let names = by_column.keys().map(|name| (name.clone(), Node::Value(Value::Null))).collect();
        making.put(&[BY_COLUMN], Node::Fields(names));
        making.not_shown.push(BY_COLUMN.to_owned());
    } else {
        making.keep(&[BY_COLUMN]);
    }
    for key in ["suppressed_cells", "suppression_cost", "lower_bound_cells", "lower_bound_cost"] {
        making.keep_if(are_safe, &[key]);
    }
}

/// Numbers of records that have an unsafe combination, or may be taken for few. No two of them differ by a hidden
/// number.
fn records(making: &mut Making<'_>) {
    let mut shown = vec![making.whole(&["records"])];
    let of_readings = READINGS.map(|reading| ["unsafe_after", reading]);
    let paths = of_readings.iter().map(|path| &path[..]).chain([&["unsafe_records"][..]]);
    for path in paths {
        let records = making.whole(path);
        let is_apart = |other: &u64| making.are_apart(*other, records);
        let may = records == 0 || (making.may_show(records) && shown.iter().all(is_apart));
        making.keep_if(may, path);
        if may && records > 0 {
            shown.push(records);
        }
    }
}

/// The classes of the release. Where one is smaller than k, neither its size is shown nor how many there are.
fn classes(making: &mut Making<'_>) {
    const AFTER: &str = "classes_after";
    let are_large = making.whole(&[AFTER, "smallest_class"]) >= making.below;
    for key in ["classes", "smallest_class"] {
        making.keep_if(are_large, &[AFTER, key]);
    }
    making.keep_if(true, &[AFTER, "threshold"]);
    for reading in READINGS {
        let path = [AFTER, reading];
        let has_none = node::at(making.from, &path).is_some_and(|read| read.wholes().iter().all(|&number| number == 0));
        making.keep_if(has_none, &path);
    }
}
