//! Property: any text is read as a hierarchy or refused. What was read is a hierarchy, and survives being written.

use kanon::hierarchy::{Hierarchy, HierarchySpec, format_rows, parse_hierarchy};

/// Asserts the property for a file; says whether it was read.
pub(crate) fn holds(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let (names, rows) = match parse_hierarchy(text, "fuzz.csv") {
        Ok(HierarchySpec::Rows(rows)) => (None, rows),
        Ok(HierarchySpec::Tree(tree)) => (Some(tree.levels), tree.rows),
        Ok(other) => unreachable!("a file has rows, and not {other:?}"),
        Err(error) => {
            assert_eq!(error.place().file.as_deref(), Some("fuzz.csv"));
            assert!(!error.advice().is_empty());
            return false;
        }
    };
    let hierarchy = Hierarchy::from_rows(&rows);
    assert_eq!(hierarchy.as_ref().err(), None);
    let height = hierarchy.map_or(0, |hierarchy| hierarchy.height());

    let written = format_rows(rows.iter().map(|row| row.iter().map(String::as_str)));
    match names {
        Some(names) => assert_eq!(names.len() + 1, rows[0].len()),
        // Where there is but one column, the file cannot tell its delimiter.
        None if height > 1 => {
            let again = written.and_then(|text| parse_hierarchy(&text, "again.csv"));
            assert_eq!(again, Ok(HierarchySpec::Rows(rows)));
        }
        None => {}
    }
    true
}
