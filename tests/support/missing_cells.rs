//! The meaning of missing and suppressed cells, from the texts of a table and its release alone. Slow and plain.

/// What a cell holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Value(String),
    /// A missing value that is ignored.
    Missing,
    Suppressed,
}

use Cell::{Missing, Suppressed, Value};

/// Unsafe records, if a suppressed cell may be any value, matches nothing, is a category, and against someone who
/// knows all original values.
pub type Unsafe = [u64; 4];

/// Records that fewer than k records match.
fn few(rows: usize, k: u64, matches: &dyn Fn(usize, usize) -> bool) -> u64 {
    (0..rows).filter(|&own| ((0..rows).filter(|&other| matches(own, other)).count() as u64) < k).count() as u64
}

/// The unsafe records of a release, whose rows are those of the original `known`, in its words.
pub fn unsafe_after(known: &[Vec<Cell>], released: &[Vec<Cell>], k: u64) -> Unsafe {
    let all = |matches: &dyn Fn(&Cell, &Cell) -> bool| {
        few(released.len(), k, &|own, other| {
            released[own].iter().zip(&released[other]).all(|(own, other)| *own == Missing || matches(own, other))
        })
    };
    [
        all(&|own, other| *own == Suppressed || *other == Suppressed || own == other),
        all(&|own, other| *own == Suppressed || own == other),
        all(&|own, other| own == other),
        few(known.len(), k, &|own, other| {
            let mut cells = known[own].iter().zip(&released[other]);
            cells.all(|(own, other)| *own == Missing || *other == Suppressed || own == other)
        }),
    ]
}

/// The records of a table without suppressed cells that have an unsafe combination of up to `most` columns.
pub fn unsafe_before(rows: &[Vec<Cell>], k: u64, most: usize) -> u64 {
    let columns = rows[0].len();
    let is_unsafe = |own: usize| {
        (0_u32..1 << columns).filter(|set| set.count_ones() as usize <= most).any(|set| {
            let matches = |other: &&Vec<Cell>| {
                (0..columns).filter(|column| set >> column & 1 == 1).all(|column| {
                    let cell = &rows[own][column];
                    *cell == Missing || *cell == other[column]
                })
            };
            (rows.iter().filter(matches).count() as u64) < k
        })
    };
    (0..rows.len()).filter(|&own| is_unsafe(own)).count() as u64
}

/// The sizes of the classes of equal rows, the smallest first.
pub fn classes(rows: &[Vec<Cell>]) -> Vec<u64> {
    let mut found: Vec<(&Vec<Cell>, u64)> = Vec::new();
    for row in rows {
        match found.iter_mut().find(|(own, _)| *own == row) {
            Some((_, records)) => *records += 1,
            None => found.push((row, 1)),
        }
    }
    let mut sizes: Vec<u64> = found.into_iter().map(|(_, records)| records).collect();
    sizes.sort_unstable();
    sizes
}

/// The cells of a text: `*` is suppressed, these labels are missing.
pub fn cells(text: &str, missing: &[Vec<String>]) -> Vec<Vec<Cell>> {
    let cell = |(label, missing): (&str, &Vec<String>)| match label {
        "*" => Suppressed,
        label if missing.iter().any(|own| own == label) => Missing,
        label => Value(label.to_owned()),
    };
    text.lines().skip(1).map(|line| line.split(',').zip(missing).map(cell).collect()).collect()
}
