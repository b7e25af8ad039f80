//! Digests of the table and the hierarchies that a proof is about, to identify them.
//!
//! They do not depend on how a file is written, on the order of records and rows, on columns that are not
//! quasi-identifiers, or on the labels of groups. A proof does not depend on these either.

use crate::hierarchy::Hierarchy;
use crate::recipe::Digest;
use crate::table::EncodedStudy;
use rustc_hash::FxHashMap;

/// The SHA-256 of the distinct records: one line for each, sorted by bytes, with each value after its length and a
/// colon, and the number of records.
pub(super) fn of_table(prepared: &EncodedStudy) -> String {
    let mut lines = Vec::with_capacity(prepared.tuples().len());
    for tuple in prepared.tuples().iter() {
        let columns = prepared.qis().iter().zip(prepared.hierarchies());
        let mut line = String::new();
        for (qi, (column, hierarchy)) in columns.enumerate() {
            let leaf = column.hierarchy_group(0, tuple.group(qi));
            push(&mut line, hierarchy.label(0, leaf));
        }
        lines.push(line + &tuple.count.to_string() + "\n");
    }
    lines.sort_unstable();
    of_lines(&lines)
}

/// The SHA-256 of the hierarchies: for each column one line for each value, sorted by bytes, with the least value of
/// its group on every level, and then an empty line.
pub(super) fn of_hierarchies(hierarchies: &[Hierarchy]) -> String {
    let mut all = Vec::new();
    for hierarchy in hierarchies {
        let rows: Vec<Vec<&str>> = hierarchy.rows().collect();
        let mut lines = vec![String::new(); rows.len()];
        for level in 0..rows.first().map_or(0, Vec::len) {
            let mut least: FxHashMap<&str, &str> = FxHashMap::default();
            for row in &rows {
                let own = least.entry(row[level]).or_insert(row[0]);
                *own = (*own).min(row[0]);
            }
            for (line, row) in lines.iter_mut().zip(&rows) {
                push(line, least[row[level]]);
            }
        }
        lines.iter_mut().for_each(|line| line.push('\n'));
        lines.sort_unstable();
        all.append(&mut lines);
        all.push("\n".to_owned());
    }
    of_lines(&all)
}

fn push(line: &mut String, value: &str) {
    line.push_str(&value.len().to_string());
    line.push(':');
    line.push_str(value);
}

fn of_lines(lines: &[String]) -> String {
    let mut digest = Digest::new();
    lines.iter().for_each(|line| digest.push(line.as_bytes()));
    digest.finish()
}
