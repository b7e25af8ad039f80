//! A made-up survey of students, in the shape of the published one whose unsafe combinations were counted.
//!
//! It has many columns of few values that depend on each other, and some cells are missing.

use super::stream::Stream;
use kanon::data::{Dialect, Table, TableReader};

/// The values of each column.
const VALUES: [u64; 14] = [2, 7, 6, 5, 7, 6, 9, 8, 8, 17, 13, 3, 3, 6];

pub const N_COLUMNS: usize = VALUES.len();

/// The survey with 6,000 students.
pub fn survey() -> Table {
    let mut stream = Stream::new(2);
    let names: Vec<String> = (1..=N_COLUMNS).map(|place| format!("q{place}")).collect();
    let mut csv = names.join(",");
    for _ in 0..6_000 {
        let home = stream.below(40);
        let cells: Vec<String> = (VALUES.iter())
            .map(|&values| match stream.below(100) {
                0..2 => String::new(),
                // As most at home.
                2..55 => (home % values).to_string(),
                // The first values are more common than the last ones.
                _ => stream.below(values).min(stream.below(values)).to_string(),
            })
            .collect();
        csv.push('\n');
        csv += &cells.join(",");
    }
    let mut reader = TableReader::new(&Dialect::default(), &names);
    reader.push(csv.as_bytes()).unwrap();
    reader.finish().unwrap()
}
