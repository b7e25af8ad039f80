//! The number of people of the population that each row of a sample represents.

use super::number::Number;
use super::reading::{NumberSigns, Reading};
use super::table::Column;
use crate::error::{DataError, Error, Result};

/// The maximum number of people that a row may represent: more than exist.
pub(crate) const MOST_PEOPLE: f64 = 1e12;

/// The cells of a weight column. Only all of them together determine the number format.
#[derive(Debug)]
pub(super) struct Weights {
    cells: Column,
    /// For each distinct cell, the row of its first appearance.
    first_rows: Vec<u64>,
    reading: Option<Reading>,
}

impl Weights {
    /// The weights of a column with this name, before any row.
    pub(super) fn new(name: &str, reading: Option<Reading>) -> Self {
        Self { cells: Column::new(name), first_rows: Vec::new(), reading }
    }

    /// Adds the cell of one row.
    pub(super) fn push(&mut self, cell: &str, row: u64) {
        self.cells.push(cell);
        if self.first_rows.len() < self.cells.dictionary.len() {
            self.first_rows.push(row);
        }
    }

    /// The number of people of each row. The number format is the specified one; otherwise with a decimal point if
    /// that fits all numbers; otherwise inferred.
    ///
    /// # Errors
    /// If a cell is negative or not a number, or numbers are ambiguous.
    pub(super) fn finish(self) -> Result<Vec<f64>> {
        let cells = &self.cells.dictionary;
        let values = || cells.iter().map(|(cell, _)| cell);
        let format = Reading::format_of_numbers(self.reading.as_ref(), values())
            .map_err(|error| error.in_column(&self.cells.name))?;
        // If the cells are not all numbers, the error names one that is not a number in any format, instead of the
        // first with a comma.
        let is_number = |cell| NumberSigns::ALL.into_iter().any(|signs| signs.read(cell).is_some());
        let are_numbers = values().all(is_number);
        let people = (values().zip(&self.first_rows)).map(|(cell, &row)| {
            let number = match are_numbers || !is_number(cell) {
                true => format.read(cell).map(Number::to_f64),
                false => Some(0.0),
            };
            number.filter(|people| (0.0..=MOST_PEOPLE).contains(people)).ok_or_else(|| {
                let error = Error::new(DataError::Weight).at_row(row).with_value(cell);
                error.in_column(&self.cells.name)
            })
        });
        let people = people.collect::<Result<Vec<f64>>>()?;
        let codes = &self.cells.codes;
        Ok((0..codes.len()).map(|row| people[codes.get(row) as usize]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{DecimalPoint, NumberFormat};

    fn read(cells: &[&str], reading: Option<Reading>) -> Result<Vec<f64>> {
        let mut weights = Weights::new("weight", reading);
        for (cell, row) in cells.iter().zip(1..) {
            weights.push(cell, row);
        }
        weights.finish()
    }

    #[test]
    fn numbers_are_read_as_all_of_them_allow() -> Result<()> {
        assert_eq!(read(&["1.5", "2", "1.5"], None)?, [1.5, 2.0, 1.5]);
        assert_eq!(read(&["1,5", "2", "0,25", "1,5"], None)?, [1.5, 2.0, 0.25, 1.5]);
        assert_eq!(read(&["1.250,5", "2"], None)?, [1250.5, 2.0]);
        // With a point they are read as before.
        assert_eq!(read(&["1.250", "2.500"], None)?, [1.25, 2.5]);
        Ok(())
    }

    #[test]
    fn what_may_be_meant_in_two_ways_is_asked() -> Result<()> {
        let cells = ["1,250", "2,500"];
        let error = read(&cells, None).unwrap_err();
        assert_eq!((error.code(), error.place().column.as_deref()), ("data-doubtful", Some("weight")));
        let comma = NumberFormat { point: DecimalPoint::Comma, ..NumberFormat::PLAIN };
        assert_eq!(read(&cells, Some(Reading::Decimal(comma)))?, [1.25, 2.5]);
        Ok(())
    }

    #[test]
    fn what_is_no_number_of_people_is_named_where_it_is_first() {
        for (wrong, row) in [("-1,5", 2), ("", 2), ("many", 2), ("2000000000000", 2)] {
            let error = read(&["1,5", wrong, "2", wrong], None).unwrap_err();
            assert_eq!((error.code(), error.place().row), ("data-weight", Some(row)), "{wrong}");
            assert_eq!(error.place().value.as_deref(), Some(wrong));
        }
    }
}
