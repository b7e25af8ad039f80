//! The names of the columns.

use super::record::Record;
use rustc_hash::FxHashSet;
use serde::Serialize;

/// A column that is called otherwise than in the header, as its name there was empty or that of a column before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RenamedColumn {
    /// The position of the column, from 1.
    pub position: usize,
    /// The name in the header.
    pub given: String,
    /// What the column is called.
    pub name: String,
}

/// The names in a header, and those that are not as they stand there.
///
/// An empty name becomes that of the position, `column 3`. Of columns of one name, the first keeps it and the others
/// are numbered in their order, `name (2)`, from the first number that makes a name which no column has.
pub(super) fn names(header: &Record<'_>) -> (Vec<String>, Vec<RenamedColumn>) {
    let given: FxHashSet<&str> = header.iter().collect();
    let mut names: Vec<String> = Vec::with_capacity(header.len());
    let mut taken: FxHashSet<String> = FxHashSet::default();
    // The number that was tried last for each name, so that many columns of one name take no square of time.
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

/// The name of a column that has none.
pub(super) fn name_of_position(position: usize) -> String {
    format!("column {position}")
}
