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
    /// If a cell is negative or not a number, if numbers are ambiguous, or if they say how a record counts in an
    /// average and not how many people it stands for.
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
        let people: Vec<f64> = (0..codes.len()).map(|row| people[codes.get(row) as usize]).collect();
        match says_no_people(&people) {
            None => Ok(people),
            Some(error) => Err(Error::new(error).in_column(&self.cells.name)),
        }
    }
}

/// The sum of weights per record up to which they say how a record counts in an average, if some are 0.
const ABOUT_ONE: f64 = 1.1;

/// The error for weights that do not say how many people a record stands for. A record stands for at least its own
/// person, so none of them is below 1, but for records of nobody, of weight 0, beside such that stand for many.
fn says_no_people(weights: &[f64]) -> Option<DataError> {
    let below = weights.iter().filter(|&&weight| 0.0 < weight && weight < 1.0).count();
    let none = weights.iter().filter(|&&weight| weight == 0.0).count();
    let sum: f64 = weights.iter().sum();
    let records = weights.len();
    let is_average = none > 0 && sum <= ABOUT_ONE * records as f64;
    (below > 0 || is_average).then(|| DataError::WeightsOfAverages {
        below: below + none,
        records,
        sum: format!("{sum:.1}").trim_end_matches(".0").to_owned(),
    })
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
        assert_eq!(read(&["1,5", "2", "1,25", "1,5"], None)?, [1.5, 2.0, 1.25, 1.5]);
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
    fn weights_of_averages_say_no_people() {
        for (cells, words) in [
            (&["0.02", "1.48", "1.5"][..], "the weights add up to 3 for 3 records, and 1 of them is below 1"),
            (&["0.5", "0.25", "2.75", "0.5"], "the weights add up to 4 for 4 records, and 3 of them are below 1"),
            (&["0", "2", "0", "2.2"], "the weights add up to 4.2 for 4 records, and 2 of them are below 1"),
            (&["900", "0.4"], "the weights add up to 900.4 for 2 records, and 1 of them is below 1"),
        ] {
            let error = read(cells, None).unwrap_err();
            assert_eq!(error.code(), "data-weights-of-averages", "{cells:?}");
            assert!(error.to_string().contains(words), "{error}");
        }
    }

    #[test]
    fn weights_that_count_people_are_taken() -> Result<()> {
        // A census, people whom nobody else stands for, and records of nobody beside such that stand for many.
        for cells in [&["1", "1", "1"][..], &["1.0", "1.05", "1"], &["0", "500", "0", "812.5"]] {
            assert_eq!(read(cells, None)?.len(), cells.len());
        }
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
