//! Distinct tuples as bytes, for workers that search ranges of them.
//!
//! The numbers of columns and tuples come first, then the number of values of each column and of records of each
//! tuple. Each number has seven bits a byte, the lowest first; the eighth bit marks that more bytes follow. Then come
//! the planes of the columns, a byte for each tuple.

use super::lanes::LANES;
use super::tuples::{MAX_COLUMNS, Tuples, n_planes};

impl Tuples {
    /// The data that a search needs, without the rows of the table.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        push(&mut bytes, self.n_columns() as u64);
        push(&mut bytes, self.len() as u64);
        for &values in &self.n_values {
            push(&mut bytes, values as u64);
        }
        for &records in &self.counts {
            push(&mut bytes, records);
        }
        for plane in self.columns.iter().flatten() {
            bytes.extend(&plane[..self.len()]);
        }
        bytes
    }

    /// Tuples received as bytes, which have no rows here; `None` if the bytes are invalid.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let n_columns = take(&mut bytes)? as usize;
        let n_tuples = take(&mut bytes)? as usize;
        // Each of them has at least one byte.
        if n_columns > MAX_COLUMNS || n_tuples > bytes.len() {
            return None;
        }
        let mut n_values = Vec::with_capacity(n_columns);
        for _ in 0..n_columns {
            n_values.push(take(&mut bytes)? as usize);
        }
        let mut counts = Vec::with_capacity(n_tuples);
        for _ in 0..n_tuples {
            counts.push(take(&mut bytes)?);
        }
        let mut columns = vec![Vec::new(); n_columns];
        for (planes, &values) in columns.iter_mut().zip(&n_values) {
            for _ in 0..n_planes(values) {
                let (cells, rest) = bytes.split_at_checked(n_tuples)?;
                bytes = rest;
                let mut plane = cells.to_vec();
                plane.resize(n_tuples.next_multiple_of(LANES), 0);
                planes.push(plane);
            }
        }
        (bytes.is_empty()).then(|| Self::of_planes(columns, n_values, counts))
    }
}

fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..10 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}
