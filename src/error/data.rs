//! Errors of a microdata file.

use super::shown::listed;

/// An error of a microdata file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// The file is empty or has only blank lines.
    #[error("the file is empty")]
    Empty,
    /// The file has a header but no record.
    #[error("the file has a header and no records")]
    NoRecords,
    /// The file ends above the row that has the names.
    #[error("the file ends before the row in which the names of its columns are to be")]
    NoNames,
    /// A record that is to be left out does not exist.
    #[error("record {record} is to be left out, and the file has {records} records")]
    NoRecordToSkip {
        /// Its number, from 1.
        record: u64,
        /// The number of records of the file.
        records: u64,
    },
    /// All records were left out: they are ragged, or the dialect names them.
    #[error(
        "no record is left: all {records} records are left out, by their numbers or because they have another number of cells than the header"
    )]
    NoneLeft {
        /// The number of records of the file.
        records: u64,
    },
    /// A record has more or fewer cells than the header.
    #[error("the record has {} where the header has {expected}", cells(*given))]
    Ragged {
        /// The number of cells of this record.
        given: usize,
        /// The number of cells of the header.
        expected: usize,
    },
    /// A record without an end.
    #[error("the record goes on for more than {limit} {unit}")]
    RecordTooLong {
        /// The maximum.
        limit: usize,
        /// The unit of the limit: bytes or cells.
        unit: &'static str,
    },
    /// A quote that is not closed at the end of the file.
    #[error("a quote in this record is never closed: the rest of the file would be one cell")]
    OpenQuote,
    /// A zero byte, which does not occur in text: the file is a workbook, an archive or a picture.
    #[error("the file is not text: byte {position} is zero")]
    NotText {
        /// Offset of the first such byte, from 0, in the file as UTF-8.
        position: u64,
    },
    /// Bytes that are not valid in the encoding.
    #[error("byte {position} of the file is not valid {encoding}{}", but_others(*others))]
    Encoding {
        /// Offset of the first such byte, from 0.
        position: u64,
        /// The requested encoding.
        encoding: String,
        /// Characters beyond ASCII that were read and are valid, if nothing else was read that is not.
        others: u64,
    },
    /// A column that does not exist in the file.
    #[error("the file has no such column")]
    NoSuchColumn {
        /// The columns of the file.
        columns: Vec<String>,
    },
    /// A cell of a count column that is not an integer.
    #[error("the count is not a whole number above 0")]
    Count,
    /// A cell of a weight column that is not a number of people.
    #[error("the weight is not a number of at least 0")]
    Weight,
    /// Weights that say how a record counts in an average, and not how many people it stands for.
    #[error(
        "the weights add up to {sum} for {records} records, and {}: they say how a record counts in an average, not how many people it stands for",
        below_one(*below)
    )]
    WeightsOfAverages {
        /// The number of weights below 1.
        below: usize,
        /// The number of records.
        records: usize,
        /// The sum of the weights, with one decimal.
        sum: String,
    },
    /// The sum of the counts exceeds the number of records that can be counted.
    #[error("the counts add up to more than {limit} records")]
    TooManyRecords {
        /// The maximum.
        limit: u64,
    },
    /// A value of an extract that is not among the values of its table.
    #[error("the value is not in the table's list of values")]
    UnknownValue,
    /// A cell that cannot be written.
    #[error("the cell needs quotes, and the file has no quote character")]
    Unquotable,
    /// A column with more distinct values than are stored for a hierarchy.
    #[error("the column has more than {limit} distinct values")]
    TooManyValues {
        /// The number of values stored.
        limit: u64,
    },
    /// Values that can be read as numbers or dates in two ways.
    #[error("the values can be read in {} ways (`{}` in a recipe)", readings.len(), readings.join("`, `"))]
    Doubtful {
        /// The readings, in the form of a recipe.
        readings: Vec<String>,
    },
    /// Dates of which the century is not written.
    #[error("the years have two digits: {:02} may be {from_year} or {}", from_year % 100, from_year + 100)]
    ShortYears {
        /// The reading of a recipe that begins with this year.
        kind: String,
        /// The first of the hundred years that two digits denote by default.
        from_year: u16,
    },
    /// A released value that its hierarchy does not contain on this level.
    #[error("the hierarchy has no such group on level {level}")]
    NoSuchGroup {
        /// The level.
        level: usize,
    },
    /// The file has changed since it was first read.
    #[error("the file has changed since it was opened")]
    Changed,
}

fn below_one(count: usize) -> String {
    if count == 1 { "1 of them is below 1".to_owned() } else { format!("{count} of them are below 1") }
}

/// What to do about columns that are named by their places alone.
fn about_names(columns: &[String]) -> &'static str {
    let is_place = |(name, position): (&String, usize)| *name == format!("column {position}");
    match !columns.is_empty() && columns.iter().zip(1..).all(is_place) {
        true => {
            " These are places, as no names were found: the first row was taken for a record. If it has the names, say so (`\"dialect\": {\"header\": true}` in a recipe)."
        }
        false => "",
    }
}

fn cells(count: usize) -> String {
    if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") }
}

fn but_others(count: u64) -> String {
    match count {
        0 => String::new(),
        1 => ", but the other character beyond ASCII that was read is".to_owned(),
        _ => format!(", but the other {count} characters beyond ASCII that were read are"),
    }
}

impl DataError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Empty => "data-empty",
            Self::NoRecords => "data-no-records",
            Self::NoNames => "data-no-names",
            Self::NoRecordToSkip { .. } => "data-no-record-to-skip",
            Self::NoneLeft { .. } => "data-none-left",
            Self::Ragged { .. } => "data-ragged",
            Self::RecordTooLong { .. } => "data-record-too-long",
            Self::OpenQuote => "data-open-quote",
            Self::NotText { .. } => "data-not-text",
            Self::Encoding { .. } => "data-encoding",
            Self::NoSuchColumn { .. } => "data-no-such-column",
            Self::Count => "data-count",
            Self::Weight => "data-weight",
            Self::WeightsOfAverages { .. } => "data-weights-of-averages",
            Self::TooManyRecords { .. } => "data-too-many-records",
            Self::UnknownValue => "data-unknown-value",
            Self::Unquotable => "data-unquotable",
            Self::TooManyValues { .. } => "data-too-many-values",
            Self::Doubtful { .. } => "data-doubtful",
            Self::ShortYears { .. } => "data-short-years",
            Self::NoSuchGroup { .. } => "data-no-such-group",
            Self::Changed => "data-changed",
        }
    }

    pub(super) fn advice(&self) -> String {
        match self {
            Self::Empty => "Choose a file with a header and records.".into(),
            Self::NoRecords => "Choose a file with at least one record below its header, or say that it has no header.".into(),
            Self::NoNames => "Say in which row the names are.".into(),
            Self::NoRecordToSkip { .. } => "Leave out records that the file has.".into(),
            Self::NoneLeft { .. } => "Choose another delimiter or quote character, or leave fewer records out.".into(),
            Self::Ragged { given, expected } => format!(
                "{}, or have such records {}.",
                match given {
                    1 => "Choose the delimiter that the file uses, fix this record",
                    _ => "Fix this record, choose another delimiter or quote character",
                },
                match given < expected {
                    true => "left out (`\"ragged\": \"leave-out\"` of the dialect in a recipe) or padded with empty cells (`\"ragged\": \"pad\"` in a recipe)",
                    false => "left out (`\"ragged\": \"leave-out\"` of the dialect in a recipe)",
                }
            ),
            Self::RecordTooLong { .. } => "Close the quote that is open in this record, or choose another quote character or delimiter.".into(),
            Self::OpenQuote => {
                "Close the quote, write it twice, or read the file without quotes (`\"dialect\": {\"quote\": null}` in a recipe).".into()
            }
            Self::NotText { .. } => {
                "Save the table as CSV in the program that it comes from, and open that file.".into()
            }
            Self::Encoding { others: 1.., .. } => {
                "Mend this byte in the file; only if all letters with accents look wrong, choose another encoding.".into()
            }
            Self::Encoding { .. } => "Choose the encoding that the file was saved in, for example windows-1252.".into(),
            Self::NoSuchColumn { columns } => format!("The columns are: {}.{}", listed(columns), about_names(columns)),
            Self::Count => "Every cell of the count column must hold a whole number above 0, without signs for thousands.".into(),
            Self::Weight => "Every cell of the weight column must hold the number of people that the record represents.".into(),
            Self::WeightsOfAverages { .. } => {
                "Multiply each weight by the people of the population divided by the sum of the weights. If they do count people, raise those below 1 to 1: a record stands for at least its own person.".into()
            }
            Self::TooManyRecords { .. } => "Choose the column that holds the number of records.".into(),
            Self::UnknownValue => "Export the values and the extract again, one right after the other.".into(),
            Self::Unquotable => "Choose a quote character, or change the label that holds a delimiter or a line break.".into(),
            Self::TooManyValues { .. } => {
                "Round or shorten its values first, give the column another role, or use the command line, which allows more.".into()
            }
            Self::Doubtful { readings } => format!(
                "Say which is meant (`\"kind\": {}` in a recipe).",
                readings.first().map_or("", String::as_str)
            ),
            Self::ShortYears { kind, from_year } => format!(
                "Say the first of the hundred years that they may be: from {from_year} on they are {from_year} to {} (`\"kind\": {kind}` in a recipe).",
                from_year + 99
            ),
            Self::NoSuchGroup { .. } => {
                "Verify the release with the recipe and the report that belong to it.".into()
            }
            Self::Changed => "Open the file again.".into(),
        }
    }
}
