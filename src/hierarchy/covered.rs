//! Columns of a table for which a file may be the hierarchy or the code book.

use super::file::parse_hierarchy;
use super::spec::HierarchySpec;
use crate::data::Dictionary;
use crate::sorting::sort_by;
use rustc_hash::FxHashSet;
use serde::Serialize;

/// The most columns that are named.
const MOST: usize = 6;

/// A column of which a file has values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CoveredColumn {
    /// The column.
    pub column: String,
    /// The number of its values that have a row in the file.
    pub covered: usize,
    /// The number of its values.
    pub values: usize,
}

/// The columns of a table for which a file may be a hierarchy, surest first; none if the file can only be a table.
/// Each column comes with its values and their missing codes.
///
/// Its first column must have a row for at least half the values of the column. Its rows end in one value, as those of
/// a hierarchy do. A code book has rows of two cells, a code and its name, and then the column must have values that
/// occur again: beside a column that numbers persons, such rows are a table.
pub fn covered_columns<'a>(
    text: &str,
    file: &str,
    columns: impl IntoIterator<Item = (&'a str, &'a Dictionary, &'a [String])>,
) -> Vec<CoveredColumn> {
    let (HierarchySpec::Rows(rows) | HierarchySpec::Tree(super::tree::Tree { rows, .. })) =
        (match parse_hierarchy(text, file) {
            Ok(spec) => spec,
            Err(_) => return Vec::new(),
        })
    else {
        return Vec::new();
    };
    let top = rows.first().and_then(|row| row.last());
    let ends_in_one = rows.len() > 1 && rows.iter().all(|row| row.len() > 1 && row.last() == top);
    let is_code_book = rows.len() > 1 && rows.iter().all(|row| row.len() == 2);
    if !ends_in_one && !is_code_book {
        return Vec::new();
    }
    let leaves: FxHashSet<&str> = rows.iter().filter_map(|row| row.first()).map(String::as_str).collect();
    let mut found = Vec::new();
    for (column, dictionary, missing) in columns {
        let (mut values, mut covered, mut records) = (0, 0, 0);
        for (value, count) in dictionary.present(missing) {
            values += 1;
            records += count;
            covered += usize::from(leaves.contains(value));
        }
        let recurs = records >= 2 * values as u64;
        if covered > 0 && 2 * covered >= values && (ends_in_one || recurs) {
            found.push(CoveredColumn { column: column.to_owned(), covered, values });
        }
    }
    // The largest share of the values first, then the most of the file's rows.
    sort_by(&mut found, |a, b| {
        (b.covered * a.values).cmp(&(a.covered * b.values)).then_with(|| b.covered.cmp(&a.covered))
    });
    found.truncate(MOST);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(text: &str) -> Vec<(String, usize, usize)> {
        let table: [(&str, &[(&str, u64)]); 4] = [
            ("region", &[("AT1", 40), ("AT2", 30), ("AT3", 29), ("", 1)]),
            ("person", &[("1", 1), ("2", 1), ("3", 1), ("4", 1)]),
            ("answer", &[("1", 50), ("2", 50)]),
            ("blank", &[("", 100)]),
        ];
        let dictionaries = table.map(|(name, values)| {
            let mut dictionary = Dictionary::new();
            for (value, count) in values {
                dictionary.intern(value, *count);
            }
            (name, dictionary)
        });
        let missing = [String::new()];
        let columns = dictionaries.iter().map(|(name, dictionary)| (*name, dictionary, missing.as_slice()));
        let found = covered_columns(text, "f.csv", columns);
        found.into_iter().map(|one| (one.column, one.covered, one.values)).collect()
    }

    #[test]
    fn a_hierarchy_or_a_code_book_of_a_column_is_no_other_table() {
        let region = |covered| vec![("region".to_owned(), covered, 3)];
        for (text, expected) in [
            ("AT1;East;*\nAT2;South;*\nAT3;West;*\n", region(3)),
            ("AT1,East,Austria\nAT2,South,Austria\nXX,West,Austria\n", region(2)),
            ("code;part;all\nAT1;East;*\nAT2;South;*\nAT3;West;*\n", region(3)),
            ("AT1\tEast\nAT2\tSouth\nAT3\tWest\n", region(3)),
            ("code,name\nAT1,East\nAT2,South\nAT3,West\n", region(3)),
            // Too few of the values, one row, other values, rows that are no hierarchy.
            ("AT1;East;*\nXX;South;*\n", vec![]),
            ("AT1;*\n", vec![]),
            ("BE1;East;*\nBE2;South;*\n", vec![]),
            ("AT1,East,1\nAT2,South,2\nAT3,West,3\n", vec![]),
            ("region,age\nAT1,30\nAT2,40\nAT1,50\n", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(covered(text), expected, "{text:?}");
        }
    }

    #[test]
    fn of_persons_rows_of_two_cells_are_a_table_and_the_surest_column_is_first() {
        let answer = ("answer".to_owned(), 2, 2);
        assert_eq!(covered("1,yes\n2,no\n3,perhaps\n4,never\n"), std::slice::from_ref(&answer));
        let person = ("person".to_owned(), 3, 4);
        assert_eq!(covered("1;yes;*\n2;no;*\n3;perhaps;*\n"), [answer, person]);
    }
}
