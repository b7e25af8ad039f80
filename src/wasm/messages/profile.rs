//! What a file holds.

use crate::data;
use serde::Serialize;
use tsify::Tsify;

/// What all values of a column are, unknown ones left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Whole numbers.
    Integer,
    /// Numbers, not all whole.
    Decimal,
    /// Dates.
    Date,
    /// Anything else.
    Text,
    /// No value at all.
    Empty,
}

/// What a column is to an attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Names one person by itself.
    Identifier,
    /// Names a person together with others.
    QuasiIdentifier,
    /// What must not be learned.
    Sensitive,
    /// Neither.
    Insensitive,
}

/// What speaks for an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum EncodingEvidence {
    /// A byte order mark.
    ByteOrderMark,
    /// Every byte is valid in it.
    Valid,
    /// Nothing: it is assumed.
    Guess,
}

message! {
    /// How a file is written; the recipe's `dialect`.
    pub struct Dialect {
        /// The character between two cells.
        delimiter: String,
        /// The character around a cell, if there is one.
        quote: Option<String>,
        /// Whether the first record names the columns.
        header: bool,
        /// The encoding by its WHATWG label.
        encoding: String,
        /// The cells that stand for an unknown value.
        missing: Vec<String>,
    }

    /// How a file seems to be written.
    pub struct Sniffed {
        /// The dialect.
        dialect: Dialect,
        /// Why this encoding.
        encoding_evidence: EncodingEvidence,
    }

    /// A value and its records.
    pub struct ValueCount {
        /// The value.
        value: String,
        /// Records that have it.
        count: u64,
    }

    /// A record with another number of cells than the header.
    pub struct RaggedRow {
        /// The number of the record, from 1.
        row: u64,
        /// The number of its cells.
        cells: usize,
    }

    /// A histogram of 20 equal bins.
    pub struct Histogram {
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
        /// Records in each bin.
        counts: Vec<u64>,
    }

    /// A role with the reason why.
    pub struct Suggestion {
        /// The role.
        role: Role,
        /// A sentence with this column's numbers.
        reason: String,
    }

    /// What a column holds.
    pub struct ColumnProfile {
        /// The name.
        name: String,
        /// What its values are.
        kind: Kind,
        /// Distinct values, or the number up to which they were counted.
        distinct: u64,
        /// Whether all were counted.
        distinct_is_exact: bool,
        /// Records without a value.
        missing: u64,
        /// The most frequent values.
        top: Vec<ValueCount>,
        /// Numbers only.
        histogram: Option<Histogram>,
        /// A role to begin with.
        suggestion: Suggestion,
    }

    /// What a file holds.
    pub struct Profile {
        /// Records.
        records: u64,
        /// The columns in the order of the file.
        columns: Vec<ColumnProfile>,
        /// The first records.
        head: Vec<Vec<String>>,
        /// The first ragged records.
        ragged: Vec<RaggedRow>,
        /// All ragged records.
        ragged_count: u64,
    }
}

impl From<data::Kind> for Kind {
    fn from(kind: data::Kind) -> Self {
        match kind {
            data::Kind::Integer => Self::Integer,
            data::Kind::Decimal => Self::Decimal,
            data::Kind::Date => Self::Date,
            data::Kind::Text => Self::Text,
            data::Kind::Empty => Self::Empty,
        }
    }
}

impl From<data::Role> for Role {
    fn from(role: data::Role) -> Self {
        match role {
            data::Role::Identifier => Self::Identifier,
            data::Role::QuasiIdentifier => Self::QuasiIdentifier,
            data::Role::Sensitive => Self::Sensitive,
            data::Role::Insensitive => Self::Insensitive,
        }
    }
}

impl From<data::EncodingEvidence> for EncodingEvidence {
    fn from(evidence: data::EncodingEvidence) -> Self {
        match evidence {
            data::EncodingEvidence::ByteOrderMark => Self::ByteOrderMark,
            data::EncodingEvidence::Valid => Self::Valid,
            data::EncodingEvidence::Guess => Self::Guess,
        }
    }
}

impl From<data::Dialect> for Dialect {
    fn from(dialect: data::Dialect) -> Self {
        let data::Dialect {
            delimiter,
            quote,
            header,
            encoding,
            missing,
        } = dialect;
        Self {
            delimiter: char::from(delimiter).into(),
            quote: quote.map(|quote| char::from(quote).into()),
            header,
            encoding,
            missing,
        }
    }
}

impl From<data::Sniffed> for Sniffed {
    fn from(sniffed: data::Sniffed) -> Self {
        Self {
            dialect: sniffed.dialect.into(),
            encoding_evidence: sniffed.encoding_evidence.into(),
        }
    }
}

impl From<&data::ColumnProfile> for ColumnProfile {
    fn from(column: &data::ColumnProfile) -> Self {
        Self {
            name: column.name.clone(),
            kind: column.kind.into(),
            distinct: column.distinct,
            distinct_is_exact: column.distinct_is_exact,
            missing: column.missing,
            top: (column.top.iter())
                .map(|top| ValueCount {
                    value: top.value.clone(),
                    count: top.count,
                })
                .collect(),
            histogram: (column.histogram.as_ref()).map(|histogram| Histogram {
                min: histogram.min,
                max: histogram.max,
                counts: histogram.counts.clone(),
            }),
            suggestion: Suggestion {
                role: column.suggestion.role.into(),
                reason: column.suggestion.reason.clone(),
            },
        }
    }
}

impl From<&data::Profile> for Profile {
    fn from(profile: &data::Profile) -> Self {
        Self {
            records: profile.records,
            columns: profile.columns.iter().map(Into::into).collect(),
            head: profile.head.clone(),
            ragged: (profile.ragged.iter())
                .map(|ragged| RaggedRow {
                    row: ragged.row,
                    cells: ragged.cells,
                })
                .collect(),
            ragged_count: profile.ragged_count,
        }
    }
}
