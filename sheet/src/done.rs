//! What was done to convert a sheet to a table, in numbers and in words.

/// How often something was done, and the first text affected.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Example {
    count: u64,
    first: String,
}

impl Example {
    pub(crate) fn add(&mut self, text: &str) {
        if self.count == 0 {
            self.first = text.to_owned();
        }
        self.count += 1;
    }

    /// How often.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The first text written in this way; empty if there is none.
    pub fn first(&self) -> &str {
        &self.first
    }
}

/// What was done to convert a sheet to a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Done {
    /// Days without a time.
    pub days: Example,
    /// Days with a time.
    pub days_and_times: Example,
    /// Times of day.
    pub times: Example,
    /// Durations.
    pub durations: Example,
    /// Numbers padded with zeros.
    pub filled_up: Example,
    /// Cells with a date format whose number is not a day, written as numbers.
    pub no_days: u64,
    /// Booleans.
    pub booleans: u64,
    /// Error cells.
    pub errors: u64,
    /// Integers with more digits than a sheet keeps.
    pub long_numbers: u64,
    /// Formulas that were saved without a value.
    pub without_value: u64,
    /// Areas of merged cells.
    pub merged: u64,
    /// Filled rows above the header.
    pub rows_above: u64,
    /// Empty rows between others.
    pub empty_rows: u64,
    /// Whether the workbook has macros.
    pub macros: bool,
    /// Whether a sheet of the workbook has rows that it does not show.
    pub hidden_rows: bool,
    /// Whether a sheet of the workbook has columns that it does not show.
    pub hidden_columns: bool,
}

impl Done {
    /// These counts as sentences, the most misleading first. What was not done is not mentioned.
    pub fn sentences(&self) -> Vec<String> {
        let mut said = Vec::new();
        let mut say = |count: u64, one: &str, many: &str| {
            if count > 0 {
                let words = if count == 1 { one } else { many };
                said.push(words.replace("{}", &grouped(count)));
            }
        };
        say(
            self.without_value,
            "1 formula was saved without a value: its cell is empty. Open the workbook in a spreadsheet program and save it to have it computed.",
            "{} formulas were saved without a value: their cells are empty. Open the workbook in a spreadsheet program and save it to have them computed.",
        );
        for (is_hidden, what) in [(self.hidden_rows, "rows"), (self.hidden_columns, "columns")] {
            say(u64::from(is_hidden), &format!("The workbook hides {what}. They are read like all others."), "");
        }
        say(
            self.rows_above,
            "1 filled row above the header is left out.",
            "{} filled rows above the header are left out.",
        );
        say(
            self.merged,
            "1 area of merged cells: its value stands in its first cell, the others are empty.",
            "{} areas of merged cells: the value stands in the first cell, the others are empty.",
        );
        say(
            self.empty_rows,
            "1 empty row between others is a record of empty cells.",
            "{} empty rows between others are records of empty cells.",
        );
        say(
            self.errors,
            "1 error of the sheet is written as it is shown, such as #N/A.",
            "{} errors of the sheet are written as they are shown, such as #N/A.",
        );
        say(
            self.long_numbers,
            "1 whole number has more than 15 digits: a sheet does not keep the others, so its last digits may be wrong.",
            "{} whole numbers have more than 15 digits: a sheet does not keep the others, so their last digits may be wrong.",
        );
        say(
            self.no_days,
            "1 cell is formatted as a date but holds no day, and is written as a number.",
            "{} cells are formatted as dates but hold no day, and are written as numbers.",
        );
        let examples = [
            (&self.days, "date", "dates"),
            (&self.days_and_times, "date with a time", "dates with a time"),
            (&self.times, "time", "times"),
            (&self.durations, "duration", "durations"),
            (&self.filled_up, "number with leading zeros", "numbers with leading zeros"),
        ];
        for (example, one, many) in examples {
            match example.count {
                0 => {}
                1 => said.push(format!("1 {one} of the sheet is written as {}.", example.first)),
                count => {
                    said.push(format!("{} {many} of the sheet are written like {}.", grouped(count), example.first))
                }
            }
        }
        match self.booleans {
            0 => {}
            1 => said.push("1 truth value is written as TRUE or FALSE.".to_owned()),
            count => said.push(format!("{} truth values are written as TRUE or FALSE.", grouped(count))),
        }
        if self.macros {
            said.push("The workbook has macros. They are not run.".to_owned());
        }
        said
    }
}

/// A number with thousands separators.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_done_is_said() {
        assert_eq!(Done::default().sentences(), Vec::<String>::new());
        let mut done = Done { errors: 1, merged: 1_234, ..Done::default() };
        done.days.add("2022-01-31");
        done.days.add("2022-02-01");
        assert_eq!(
            done.sentences(),
            [
                "1,234 areas of merged cells: the value stands in the first cell, the others are empty.",
                "1 error of the sheet is written as it is shown, such as #N/A.",
                "2 dates of the sheet are written like 2022-01-31.",
            ]
        );
    }
}
