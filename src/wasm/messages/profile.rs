//! The contents of a file, as messages.

use crate::classes::MAX_QUASI_IDENTIFIERS;
use crate::data;
use serde::Serialize;
use std::collections::BTreeMap;
use tsify::Tsify;

/// The kind of all values of a column, except missing ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Whole numbers.
    Integer,
    /// Numbers, not all whole.
    Decimal,
    /// Dates.
    Date,
    /// Times of day.
    Time,
    /// Anything else.
    Text,
    /// No value at all.
    Empty,
}

/// The kind of a column's values, and how they are written; the recipe's `kind`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum ValueReading {
    /// Whole numbers.
    WholeNumber(NumberFormat),
    /// Numbers with fractions.
    Decimal(NumberFormat),
    /// Dates.
    Date(DateFormat),
    /// Times of day.
    Time,
    /// Codes and categories.
    Category,
    /// Codes of places.
    Place,
    /// Free text.
    Text,
}

/// The characters in a number; defaults are omitted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct NumberFormat {
    /// Before the fraction: a point or a comma.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<String>,
    /// Between thousands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thousands: Option<String>,
    /// Beside each number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Whether they are ages with units of their own: `all` have one, or `bare-years` have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ages: Option<String>,
}

/// How dates are written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct DateFormat {
    /// The pattern: `dd/MM/yyyy`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The patterns, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formats: Option<Vec<String>>,
    /// The first of the hundred years that two digits may mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_year: Option<u16>,
}

/// The role of a column for an attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Identifies a person by itself.
    Identifier,
    /// Identifies a person together with others.
    QuasiIdentifier,
    /// Must not be learned.
    Sensitive,
    /// Neither.
    Insensitive,
}

/// The evidence for an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum EncodingEvidence {
    /// A byte order mark.
    ByteOrderMark,
    /// Every byte is valid in it.
    Valid,
    /// Most of what is not ASCII is valid in it.
    Most,
    /// Every other byte is zero, as in UTF-16.
    Zeros,
    /// It is guessed by the letters that stand in words.
    Guess,
}

/// The treatment of ragged records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "kebab-case")]
pub enum RaggedRule {
    /// They are an error.
    Refuse,
    /// They are left out of the table.
    LeaveOut,
    /// Those with too few cells are padded with empty ones; the others are left out.
    Pad,
}

/// Missing values of single columns, by column name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Tsify)]
pub struct MissingOfColumns(
    #[tsify(type = "Readonly<Record<string, readonly string[]>>")] pub BTreeMap<String, Vec<String>>,
);

message! {
    /// How a file is written; the recipe's `dialect`.
    pub struct Dialect {
        /// The character between two cells.
        delimiter: String,
        /// The character around a cell, if there is one.
        quote: Option<String>,
        /// Whether there are names of the columns, above the records.
        header: bool,
        /// The row with which the table begins, from 1; absent if it is the first.
        #[serde(rename = "header_row", skip_serializing_if = "Option::is_none")]
        header_row: Option<u64>,
        /// The number of rows that have the names; absent if it is one.
        #[serde(rename = "header_rows", skip_serializing_if = "Option::is_none")]
        header_rows: Option<u64>,
        /// The records that are left out, by number; absent if there are none.
        #[serde(skip_serializing_if = "Option::is_none")]
        skip: Option<Vec<u64>>,
        /// The encoding by its WHATWG label.
        encoding: String,
        /// The cells that mean a missing value.
        missing: Vec<String>,
        /// The treatment of ragged records; absent if they are refused, which is the default.
        #[serde(skip_serializing_if = "Option::is_none")]
        ragged: Option<RaggedRule>,
    }

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

    /// A value and its records.
    pub struct ValueCount {
        /// The value.
        value: String,
        /// Records that have it.
        count: u64,
    }

    /// A record whose number of cells differs from the header's.
    pub struct RaggedRow {
        /// The number of the record, from 1.
        row: u64,
        /// The number of its cells.
        cells: usize,
    }

    /// A column whose name differs from the header's.
    pub struct RenamedColumn {
        /// The position of the column, from 1.
        position: usize,
        /// The name in the header.
        given: String,
        /// The name of the column.
        name: String,
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

    /// A value that probably means a missing one.
    pub struct MissingProposal {
        /// The value.
        code: String,
        /// Records that have it.
        records: u64,
        /// A sentence with this column's numbers.
        reason: String,
        /// Whether it is a usual sign for a missing value, and no number that stands apart.
        is_sign: bool,
    }

    /// A role with the reason why.
    pub struct Suggestion {
        /// The role; null if the user must decide.
        role: Option<Role>,
        /// A sentence with this column's numbers.
        reason: String,
    }

    /// The contents of a column.
    pub struct ColumnProfile {
        /// The name.
        name: String,
        /// The kind of its values.
        kind: Kind,
        /// Numbers, dates and times that the values may be, likelier ones first.
        readings: Vec<ValueReading>,
        /// Whether it is open which of these they are.
        is_doubtful: bool,
        /// The values that do not fit them, in a sentence without its end; null if all do.
        exceptions: Option<String>,
        /// Distinct values, or the number up to which they were counted.
        distinct: u64,
        /// Whether all were counted.
        distinct_is_exact: bool,
        /// Records whose value is unique; null if that was not counted.
        alone: Option<u64>,
        /// Records whose value fewer than five records have; null if that was not counted.
        rare: Option<u64>,
        /// Records without a value.
        missing: u64,
        /// The most frequent values.
        top: Vec<ValueCount>,
        /// Numbers only.
        histogram: Option<Histogram>,
        /// Values that probably mean a missing one.
        missing_proposals: Vec<MissingProposal>,
        /// Tells that the cells are lists, each of which is one value.
        lists: Option<String>,
        /// A proposed role.
        suggestion: Suggestion,
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
        ragged: Vec<RaggedRow>,
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

impl From<data::Kind> for Kind {
    fn from(kind: data::Kind) -> Self {
        match kind {
            data::Kind::Integer => Self::Integer,
            data::Kind::Decimal => Self::Decimal,
            data::Kind::Date => Self::Date,
            data::Kind::Time => Self::Time,
            data::Kind::Text => Self::Text,
            data::Kind::Empty => Self::Empty,
        }
    }
}

impl From<&data::Reading> for ValueReading {
    fn from(reading: &data::Reading) -> Self {
        match reading {
            data::Reading::WholeNumber(format) => Self::WholeNumber(format.into()),
            data::Reading::Decimal(format) => Self::Decimal(format.into()),
            data::Reading::Date(format) => {
                let formats = Some(format.list_of_patterns().to_vec()).filter(|list| !list.is_empty());
                let one = formats.is_none().then(|| format.pattern().to_owned());
                Self::Date(DateFormat { format: one, formats, from_year: format.from_year() })
            }
            data::Reading::Time => Self::Time,
            data::Reading::Category => Self::Category,
            data::Reading::Place => Self::Place,
            data::Reading::Text => Self::Text,
        }
    }
}

impl From<data::Reading> for ValueReading {
    fn from(reading: data::Reading) -> Self {
        (&reading).into()
    }
}

impl From<&data::NumberFormat> for NumberFormat {
    fn from(format: &data::NumberFormat) -> Self {
        let data::NumberFormat { point, thousands, unit, ages } = format;
        Self {
            point: (*point == data::DecimalPoint::Comma).then(|| ",".to_owned()),
            thousands: thousands.map(|thousands| thousands.sign().into()),
            unit: (!unit.is_empty()).then(|| unit.clone()),
            ages: ages.map(|ages| match ages {
                data::AgeUnits::All => "all".into(),
                data::AgeUnits::BareYears => "bare-years".into(),
            }),
        }
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
            data::EncodingEvidence::Most => Self::Most,
            data::EncodingEvidence::Zeros => Self::Zeros,
            data::EncodingEvidence::Guess => Self::Guess,
        }
    }
}

impl From<data::Dialect> for Dialect {
    fn from(dialect: data::Dialect) -> Self {
        let data::Dialect { delimiter, quote, header, header_row, header_rows, skip, encoding, missing, ragged } =
            dialect;
        Self {
            delimiter: char::from(delimiter).into(),
            quote: quote.map(|quote| char::from(quote).into()),
            header,
            header_row: (header_row != 1).then_some(header_row),
            header_rows: (header_rows != 1).then_some(header_rows),
            skip: (!skip.is_empty()).then_some(skip),
            encoding,
            missing,
            ragged: (ragged != data::RaggedRule::default()).then_some(ragged.into()),
        }
    }
}

impl From<BTreeMap<String, Vec<String>>> for MissingOfColumns {
    fn from(codes: BTreeMap<String, Vec<String>>) -> Self {
        Self(codes)
    }
}

impl From<data::RaggedRule> for RaggedRule {
    fn from(rule: data::RaggedRule) -> Self {
        match rule {
            data::RaggedRule::Refuse => Self::Refuse,
            data::RaggedRule::LeaveOut => Self::LeaveOut,
            data::RaggedRule::Pad => Self::Pad,
        }
    }
}

impl From<data::Sniffed> for Sniffed {
    fn from(sniffed: data::Sniffed) -> Self {
        Self {
            encoding_told: sniffed.encoding_told(),
            dialect: sniffed.dialect.into(),
            encoding_evidence: sniffed.encoding_evidence.into(),
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

impl From<&data::ColumnProfile> for ColumnProfile {
    fn from(column: &data::ColumnProfile) -> Self {
        Self {
            name: column.name.clone(),
            kind: column.kind.into(),
            readings: column.readings.iter().map(Into::into).collect(),
            is_doubtful: column.is_doubtful,
            exceptions: column.exceptions.clone(),
            distinct: column.distinct,
            distinct_is_exact: column.distinct_is_exact,
            alone: column.alone,
            rare: column.rare,
            missing: column.missing,
            top: (column.top.iter()).map(|top| ValueCount { value: top.value.clone(), count: top.count }).collect(),
            histogram: (column.histogram.as_ref()).map(|histogram| Histogram {
                min: histogram.min,
                max: histogram.max,
                counts: histogram.counts.clone(),
            }),
            lists: column.lists.clone(),
            missing_proposals: (column.missing_proposals.iter())
                .map(|proposal| MissingProposal {
                    code: proposal.code.clone(),
                    records: proposal.records,
                    reason: proposal.reason.clone(),
                    is_sign: proposal.is_sign,
                })
                .collect(),
            suggestion: Suggestion {
                role: column.suggestion.role.map(Into::into),
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
            odd: profile.odd.iter().cloned().map(Into::into).collect(),
            ragged: (profile.ragged.iter()).map(|ragged| RaggedRow { row: ragged.row, cells: ragged.cells }).collect(),
            ragged_count: profile.ragged_count,
            ragged_left_out: profile.ragged_counts.left_out,
            ragged_padded: profile.ragged_counts.padded,
            head_rows: profile.head_rows.clone(),
            most_quasi_identifiers: MAX_QUASI_IDENTIFIERS,
            renamed: (profile.renamed.iter())
                .map(|renamed| RenamedColumn {
                    position: renamed.position,
                    given: renamed.given.clone(),
                    name: renamed.name.clone(),
                })
                .collect(),
        }
    }
}
