//! The names of the columns.

use super::record::Record;
use rustc_hash::FxHashSet;
use serde::Serialize;

/// A column renamed because its name in the header was empty or equal to that of an earlier column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RenamedColumn {
    /// The position of the column, from 1.
    pub position: usize,
    /// The name in the header.
    pub given: String,
    /// The new name of the column.
    pub name: String,
}

/// The names of a header, and the columns that were renamed.
///
/// An empty name becomes that of the position, `column 3`. Of columns with the same name, the first keeps it. The
/// others are numbered in order, `name (2)`, with the first number that gives an unused name.
pub(super) fn names(header: &Record<'_>) -> (Vec<String>, Vec<RenamedColumn>) {
    let given: FxHashSet<&str> = header.iter().collect();
    let mut names: Vec<String> = Vec::with_capacity(header.len());
    let mut taken: FxHashSet<String> = FxHashSet::default();
    // The last number tried for each name, to avoid quadratic time for many columns with the same name.
    let mut tried: rustc_hash::FxHashMap<String, usize> = rustc_hash::FxHashMap::default();
    let mut renamed = Vec::new();
    for (own, position) in header.iter().zip(1..) {
        let mut name = match own {
            "" => name_of_position(position),
            own => own.to_owned(),
        };
        let is_free = |name: &String| !taken.contains(name);
        if !is_free(&name) || (own.is_empty() && given.contains(name.as_str())) {
            let number = tried.entry(name.clone()).or_insert(1);
            name = loop {
                *number += 1;
                let numbered = format!("{name} ({number})");
                if is_free(&numbered) && !given.contains(numbered.as_str()) {
                    break numbered;
                }
            };
        }
        if name != own {
            renamed.push(RenamedColumn { position, given: own.to_owned(), name: name.clone() });
        }
        taken.insert(name.clone());
        names.push(name);
    }
    (names, renamed)
}

/// The name of a column without a name.
pub(super) fn name_of_position(position: usize) -> String {
    format!("column {position}")
}
