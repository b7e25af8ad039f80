//! The contents of a file, as messages.

use crate::classes::MAX_QUASI_IDENTIFIERS;
use crate::data::{self, ColumnProfile, Dialect, EncodingEvidence, RaggedRecord, RenamedColumn, ValueCount};
use serde::Serialize;
use std::collections::BTreeMap;
use tsify::Tsify;

/// Missing values of single columns, by column name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct MissingOfColumns(
    #[tsify(type = "Readonly<Record<string, readonly string[]>>")] pub BTreeMap<String, Vec<String>>,
);

message! {
    /// How a file is probably written.
    pub struct Sniffed {
        /// The dialect.
        dialect: Dialect,
        /// The reason for this encoding.
        encoding_evidence: EncodingEvidence,
        /// What is to be told of the encoding, after the name of the file; null if the file says its own.
        encoding_told: Option<String>,
        /// Whether cells are enclosed in quotes, as far as can be seen.
        has_quoted_cells: bool,
        /// The rows above the table.
        above: Vec<String>,
    }

    /// A record that may be none.
    pub struct OddRecord {
        /// Its number, from 1.
        row: u64,
        /// Its beginning, with a comma between cells.
        text: String,
        /// Why it may be none, to follow the record.
        why: String,
    }

    /// The meaning of a value in one reading.
    pub struct ReadValue {
        /// The value.
        value: String,
        /// The meaning: a number, or a day and a time; null if it does not fit.
        meaning: Option<String>,
    }

    /// The reading of a column's values.
    pub struct ReadColumn {
        /// Values that illustrate the reading.
        examples: Vec<ReadValue>,
        /// The most frequent values that do not fit.
        others: Vec<ValueCount>,
        /// The number of all values that do not fit.
        other_values: u64,
        /// Records with such a value.
        other_records: u64,
    }

    /// The contents of a file.
    pub struct Profile {
        /// Records.
        records: u64,
        /// The columns in the order of the file.
        columns: Vec<ColumnProfile>,
        /// The first records.
        head: Vec<Vec<String>>,
        /// The records that may be none; they count.
        odd: Vec<OddRecord>,
        /// The first ragged records.
        ragged: Vec<RaggedRecord>,
        /// All ragged records.
        ragged_count: u64,
        /// Ragged records that are left out.
        ragged_left_out: u64,
        /// Ragged records padded with empty cells.
        ragged_padded: u64,
        /// The positions of the first records in the file, from 1.
        head_rows: Vec<u64>,
        /// Columns whose names differ from the header's.
        renamed: Vec<RenamedColumn>,
        /// The most columns that may be quasi-identifiers.
        most_quasi_identifiers: usize,
    }
}

impl From<data::ReadColumn> for ReadColumn {
    fn from(read: data::ReadColumn) -> Self {
        let data::ReadColumn { examples, others, other_values, other_records } = read;
        Self {
            examples: (examples.into_iter())
                .map(|(value, meaning)| ReadValue { value, meaning: meaning.map(|meaning| meaning.to_string()) })
                .collect(),
            others: (others.into_iter()).map(|(value, count)| ValueCount { value, count }).collect(),
            other_values,
            other_records,
        }
    }
}

impl From<BTreeMap<String, Vec<String>>> for MissingOfColumns {
    fn from(codes: BTreeMap<String, Vec<String>>) -> Self {
        Self(codes)
    }
}

impl From<data::Sniffed> for Sniffed {
    fn from(sniffed: data::Sniffed) -> Self {
        Self {
            encoding_told: sniffed.encoding_told(),
            dialect: sniffed.dialect,
            encoding_evidence: sniffed.encoding_evidence,
            has_quoted_cells: sniffed.has_quoted_cells,
            above: sniffed.above,
        }
    }
}

impl From<data::OddRecord> for OddRecord {
    fn from(odd: data::OddRecord) -> Self {
        Self { row: odd.row, text: odd.text, why: odd.why.words().into() }
    }
}

impl From<&data::Profile> for Profile {
    fn from(profile: &data::Profile) -> Self {
        Self {
            records: profile.records,
            columns: profile.columns.clone(),
            head: profile.head.clone(),
            odd: profile.odd.iter().cloned().map(Into::into).collect(),
            ragged: profile.ragged.clone(),
            ragged_count: profile.ragged_count,
            ragged_left_out: profile.ragged_counts.left_out,
            ragged_padded: profile.ragged_counts.padded,
            head_rows: profile.head_rows.clone(),
            most_quasi_identifiers: MAX_QUASI_IDENTIFIERS,
            renamed: profile.renamed.clone(),
        }
    }
}
