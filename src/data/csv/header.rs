//! The names of the columns.

use rustc_hash::FxHashSet;
use serde::Serialize;

/// A column renamed because its name in the header was empty or equal to that of an earlier column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
pub(super) fn names(header: &[String]) -> (Vec<String>, Vec<RenamedColumn>) {
    let given: FxHashSet<&str> = header.iter().map(String::as_str).collect();
    let mut names: Vec<String> = Vec::with_capacity(header.len());
    let mut taken: FxHashSet<String> = FxHashSet::default();
    // The last number tried for each name, to avoid quadratic time for many columns with the same name.
    let mut tried: rustc_hash::FxHashMap<String, usize> = rustc_hash::FxHashMap::default();
    let mut renamed = Vec::new();
    for (own, position) in header.iter().zip(1..) {
        let mut name = match own.as_str() {
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
        if name != *own {
            renamed.push(RenamedColumn { position, given: own.clone(), name: name.clone() });
        }
        taken.insert(name.clone());
        names.push(name);
    }
    (names, renamed)
}

/// The names of columns whose names are in several rows: `group · name`.
///
/// An empty cell of an upper row belongs to the group on its left, as merged cells are exported, if that group has
/// names below it. What stands in two rows alike is said once.
pub(super) fn joined(rows: &[Vec<String>]) -> Vec<String> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut names: Vec<Vec<&str>> = vec![Vec::new(); width];
    for (at, row) in rows.iter().enumerate() {
        let below = &rows[at + 1..];
        let mut group = "";
        for (column, name) in names.iter_mut().enumerate() {
            let cell = |row: &'_ Vec<String>| row.get(column).is_some_and(|cell| !cell.trim().is_empty());
            let is_named_below = below.iter().any(cell);
            let own = row.get(column).map_or("", |own| own.trim());
            if !own.is_empty() {
                group = if is_named_below { own } else { "" };
            } else if !is_named_below {
                group = "";
            }
            let part = if own.is_empty() { group } else { own };
            if !part.is_empty() && name.last() != Some(&part) {
                name.push(part);
            }
        }
    }
    names.iter().map(|parts| parts.join(" · ")).collect()
}

/// The name of a column without a name.
pub(super) fn name_of_position(position: usize) -> String {
    format!("column {position}")
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn names_of_several_rows_are_joined() {
        for (rows, names) in [
            (
                vec!["Person,,Laboratory,", "age,sex,hb,crp"],
                "Person · age,Person · sex,Laboratory · hb,Laboratory · crp",
            ),
            (vec!["id,Person,", ",age,sex"], "id,Person · age,Person · sex"),
            (vec!["id,,Person", ",age,sex"], "id,age,Person · sex"),
            (vec!["age,sex", "age,"], "age,sex"),
            (vec!["A,,", "B,,C", "x,y,z"], "A · B · x,A · B · y,A · C · z"),
            (vec!["a,b"], "a,b"),
        ] {
            let rows: Vec<Vec<String>> = rows.iter().map(|row| row.split(',').map(str::to_owned).collect()).collect();
            assert_eq!(joined(&rows).join(","), names);
        }
    }
}
