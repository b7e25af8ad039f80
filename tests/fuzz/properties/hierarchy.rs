//! Any text is read as a hierarchy or refused; what was read is a hierarchy and survives being written.

use kanon::hierarchy::{Hierarchy, format_rows, parse_rows};

/// Asserts the property for a file; says whether it was read.
pub(crate) fn holds(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let rows = match parse_rows(text, "fuzz.csv") {
        Ok(rows) => rows,
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
    // Where there is but one column, the file cannot tell its delimiter.
    if height > 1 {
        let again = written.and_then(|text| parse_rows(&text, "again.csv"));
        assert_eq!(again, Ok(rows));
    }
    true
}
