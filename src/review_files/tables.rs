//! Compares the beginnings of two tables to find out whether one is the release of the other.

use crate::data::{RecordReader, sniff};
use crate::release::verify::SUPPRESSED;

/// Features of a table's beginning.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TableHead {
    columns: Vec<String>,
    /// Cells that contain only `*`.
    stars: u64,
}

impl TableHead {
    /// The features of a text. Its last record may be cut off.
    pub(super) fn of(text: &str) -> Self {
        let dialect = sniff(text.as_bytes(), false).dialect;
        let mut reader = RecordReader::new(&dialect);
        let mut stars = 0;
        // An unreadable table is reported when the review reads the file.
        let _told_later = reader.push(text.as_bytes(), &mut |record| {
            stars += record.iter().filter(|cell| *cell == SUPPRESSED).count() as u64;
            Ok(())
        });
        Self { columns: reader.header().unwrap_or_default().to_vec(), stars }
    }

    /// Whether this table is the release of the two, and why; `None` if nothing decides.
    pub(super) fn is_release_beside(&self, other: &Self) -> Option<(bool, &'static str)> {
        let has_all = |one: &Self, own: &Self| {
            one.columns.len() > own.columns.len() && own.columns.iter().all(|name| one.columns.contains(name))
        };
        let fewer = "the other table has the same columns and more";
        let stars = "it has cells with `*`, and the other table has none";
        match () {
            () if has_all(other, self) => Some((true, fewer)),
            () if has_all(self, other) => Some((false, fewer)),
            () if self.stars > 0 && other.stars == 0 => Some((true, stars)),
            () if other.stars > 0 && self.stars == 0 => Some((false, stars)),
            () => None,
        }
    }
}
