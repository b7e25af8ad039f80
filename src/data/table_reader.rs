//! Reads a file into a table.

use super::csv::{Record, RecordReader};
use super::dialect::{Dialect, Terminator};
use super::dictionary::Dictionary;
use super::number::Number;
use super::reading::Reading;
use super::table::{Column, Table};
use super::weights::Weights;
use crate::error::{DataError, Error, Result};
use crate::sorting::sort;

/// The maximum sum of counts, which is the maximum of counts in databases: 2⁶³ − 1.
const MOST_RECORDS: u64 = i64::MAX as u64;

/// Up to this number, 2⁵³, every number of records is exact as a 64-bit float and in a browser. Beyond it, sums take
/// 128 bits, and losses that round to one float are distinguished by their sums.
pub const EXACT_AS_FLOAT: u64 = 1 << 53;

/// Reads some of a file's columns into a [`Table`], chunk by chunk.
#[derive(Debug)]
pub struct TableReader {
    reader: RecordReader,
    rows: Rows,
    may_be_empty: bool,
}

#[derive(Debug)]
struct Rows {
    wanted: Vec<String>,
    count_column: Option<String>,
    weight_column: Option<String>,
    weight_reading: Option<Reading>,
    /// The values of columns of a larger table, with their numbers of records there.
    known: Vec<(String, Dictionary)>,
    /// The positions of the table's columns in the file.
    positions: Vec<usize>,
    count_position: Option<usize>,
    weight_position: Option<usize>,
    /// The cells of the weight column.
    weights: Option<Weights>,
    table: Table,
    records: u64,
}

impl TableReader {
    /// A reader of the named columns. The table has them in the order of the file.
    pub fn new(dialect: &Dialect, columns: &[String]) -> Self {
        Self {
            reader: RecordReader::new(dialect),
            rows: Rows {
                wanted: columns.to_vec(),
                count_column: None,
                weight_column: None,
                weight_reading: None,
                known: Vec::new(),
                positions: Vec::new(),
                count_position: None,
                weight_position: None,
                weights: None,
                table: Table::default(),
                records: 0,
            },
            may_be_empty: false,
        }
    }

    /// Declares the file pre-aggregated: each row represents as many records as this column states.
    #[must_use]
    pub fn with_count_column(mut self, column: Option<String>) -> Self {
        self.rows.count_column = column;
        self
    }

    /// Declares the file a sample: each row represents as many people of the population as this column states.
    #[must_use]
    pub fn with_weight_column(mut self, column: Option<String>) -> Self {
        self.rows.weight_column = column;
        self
    }

    /// Sets the number format of the weight column. Without it, the numbers are read with a decimal point if
    /// possible, and otherwise the format is inferred.
    #[must_use]
    pub fn with_weights_read(mut self, reading: Option<Reading>) -> Self {
        self.rows.weight_reading = reading;
        self
    }

    /// Declares the file an extract of a larger table, in which some values represent others: the dictionary of each
    /// of these columns is that of the larger table.
    #[must_use]
    pub fn with_known(mut self, known: Vec<(String, Dictionary)>) -> Self {
        self.rows.known = known;
        self
    }

    /// Allows a file without records, such as a release in which none is left.
    #[must_use]
    pub fn may_be_empty(mut self, may_be_empty: bool) -> Self {
        self.may_be_empty = may_be_empty;
        self
    }

    /// Reads a chunk of UTF-8 bytes, which may end anywhere.
    ///
    /// # Errors
    /// If the file lacks a column, a record is ragged, a count is not an integer above 0, or a value is not among the
    /// [known](Self::with_known) ones. Also as [`RecordReader::push`].
    pub fn push(&mut self, chunk: &[u8]) -> Result<()> {
        let Self { reader, rows, .. } = self;
        reader.push(chunk, &mut |record| rows.push(&record))
    }

    /// Reads the last record and returns the table.
    ///
    /// # Errors
    /// As [`push`](Self::push). Also if the file has no records, unless [it may be empty](Self::may_be_empty), or a
    /// weight is negative, not a number, or ambiguous.
    pub fn finish(self) -> Result<Table> {
        let Self { mut reader, mut rows, may_be_empty } = self;
        reader.finish(&mut |record| rows.push(&record))?;
        if !may_be_empty {
            reader.expect_records()?;
        } else if reader.records() == 0 {
            // Without a header the columns cannot be found.
            let named = (rows.wanted.iter()).chain(&rows.count_column).chain(&rows.weight_column);
            let named: Vec<String> = named.cloned().collect();
            rows.find_columns(reader.header().unwrap_or(&named))?;
        }
        rows.table.people = rows.weights.map(Weights::finish).transpose()?;
        rows.table.renamed = reader.renamed().to_vec();
        rows.table.odd = reader.odd();
        rows.table.ragged = reader.into_ragged();
        Ok(rows.table)
    }

    /// The line terminator of the first line.
    pub fn terminator(&self) -> Terminator {
        self.reader.terminator()
    }
}

impl Rows {
    fn push(&mut self, record: &Record<'_>) -> Result<()> {
        if self.table.n_rows == 0 {
            self.find_columns(record.header())?;
        }
        record.expect_cells(record.header().len())?;
        let weight = match self.count_position {
            Some(position) => self.count(record, position)?,
            None => 1,
        };
        if let (Some(position), Some(weights)) = (self.weight_position, &mut self.weights) {
            weights.push(record.get(position), record.number());
        }
        for (column, &position) in self.table.columns.iter_mut().zip(&self.positions) {
            let value = record.get(position);
            if !self.known.is_empty() && self.known.iter().any(|(name, _)| *name == column.name) {
                let code = column.dictionary.code(value);
                let code = code.ok_or_else(|| at_cell(record, position, DataError::UnknownValue))?;
                column.codes.push(code);
                continue;
            }
            column.push_weighted(value, weight);
        }
        self.table.n_rows += 1;
        Ok(())
    }

    fn find_columns(&mut self, header: &[String]) -> Result<()> {
        let position = |name: &String| {
            header.iter().position(|column| column == name).ok_or_else(|| {
                let columns = header.to_vec();
                Error::new(DataError::NoSuchColumn { columns }).in_column(name)
            })
        };
        let mut positions = self.wanted.iter().map(position).collect::<Result<Vec<_>>>()?;
        sort(&mut positions);
        positions.dedup();
        self.count_position = self.count_column.as_ref().map(position).transpose()?;
        self.table.weights = self.count_position.map(|_| Vec::new());
        self.weight_position = self.weight_column.as_ref().map(position).transpose()?;
        self.weights = (self.weight_column.as_ref()).map(|name| Weights::new(name, self.weight_reading.clone()));
        self.table.columns = positions
            .iter()
            .map(|&position| {
                let mut column = Column::new(&header[position]);
                let mut known = self.known.iter();
                if let Some((_, known)) = known.find(|(name, _)| *name == column.name) {
                    column.dictionary = known.clone();
                }
                column
            })
            .collect();
        self.positions = positions;
        Ok(())
    }

    /// The row's number of records, which is stored as its weight.
    fn count(&mut self, record: &Record<'_>, position: usize) -> Result<u64> {
        let cell = record.get(position);
        let at_cell = |kind: DataError| at_cell(record, position, kind);
        // A [`Number`] has at most 15 digits, and a count may have more.
        let count = (Number::parse(cell).and_then(Number::to_u64))
            .or_else(|| cell.parse().ok())
            .filter(|&count| count > 0)
            .ok_or_else(|| at_cell(DataError::Count))?;
        self.records = self
            .records
            .checked_add(count)
            .filter(|&records| records <= MOST_RECORDS)
            .ok_or_else(|| at_cell(DataError::TooManyRecords { limit: MOST_RECORDS }))?;
        if let Some(weights) = &mut self.table.weights {
            weights.push(count);
        }
        Ok(count)
    }
}

fn at_cell(record: &Record<'_>, position: usize, kind: DataError) -> Error {
    let cell = record.get(position);
    let error = Error::new(kind).at_row(record.number()).with_value(cell);
    match record.header().get(position) {
        Some(column) => error.in_column(column),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, columns: &[&str], count_column: Option<&str>) -> Result<Table> {
        let columns: Vec<String> = columns.iter().map(|&column| column.to_owned()).collect();
        let mut reader =
            TableReader::new(&Dialect::default(), &columns).with_count_column(count_column.map(str::to_owned));
        for chunk in text.as_bytes().chunks(5) {
            reader.push(chunk)?;
        }
        reader.finish()
    }

    #[test]
    fn only_the_named_columns_are_kept() -> Result<()> {
        let table = read("sex,age,zip\nF,30,1\nM,40,2\nF,40,3\n", &["age", "sex", "age"], None)?;
        let names: Vec<_> = table.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names, ["sex", "age"]);
        let ages: Vec<_> = (0..3).map(|row| table.columns[1].value(row)).collect();
        assert_eq!(ages, ["30", "40", "40"]);
        assert_eq!((table.n_rows, table.records(), table.weight(2)), (3, 3, 1));
        Ok(())
    }

    #[test]
    fn counts_weigh_the_rows() -> Result<()> {
        let table = read("sex,n\nF,7\nM,2\nF,1", &["sex"], Some("n"))?;
        assert_eq!(table.weights, Some(vec![7, 2, 1]));
        assert_eq!((table.n_rows, table.records(), table.weight(1)), (3, 10, 2));
        assert_eq!(table.columns[0].dictionary.iter().collect::<Vec<_>>(), [("F", 8), ("M", 2)]);
        Ok(())
    }

    #[test]
    fn errors_say_where() {
        let cases = [
            ("a,n\nx,1\ny\n", Some("n"), "data-ragged", Some(2), None, None),
            ("a,n\nx,0\n", Some("n"), "data-count", Some(1), Some("n"), Some("0")),
            ("a,n\nx,1\ny,1.5\n", Some("n"), "data-count", Some(2), Some("n"), Some("1.5")),
            ("a,n\nx,-3\n", Some("n"), "data-count", Some(1), Some("n"), Some("-3")),
            ("a,n\nx,\n", Some("n"), "data-count", Some(1), Some("n"), Some("")),
            ("b,n\nx,1\n", None, "data-no-such-column", None, Some("a"), None),
            ("a,n\nx,1\n", Some("m"), "data-no-such-column", None, Some("m"), None),
            ("a,n\n", None, "data-no-records", None, None, None),
            ("", None, "data-empty", None, None, None),
        ];
        for (text, count_column, code, row, column, value) in cases {
            let error = read(text, &["a"], count_column).err();
            assert_eq!(error.as_ref().map(Error::code), Some(code), "{text:?}");
            let place = error.map(|error| error.place().clone()).unwrap_or_default();
            assert_eq!((place.row, place.column.as_deref(), place.value.as_deref()), (row, column, value), "{text:?}");
        }
    }

    #[test]
    fn counts_beyond_those_of_databases_are_refused() -> Result<()> {
        let most = "a,n\nx,9223372036854775806\nx,1\n";
        assert_eq!(read(most, &["a"], Some("n"))?.records(), MOST_RECORDS);
        let error = read(&format!("{most}y,1\n"), &["a"], Some("n")).err();
        assert_eq!(error.as_ref().map(Error::code), Some("data-too-many-records"));
        assert_eq!(error.and_then(|error| error.place().row), Some(3));
        Ok(())
    }
}
