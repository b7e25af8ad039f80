//! Rows of a release that wait to be shuffled.

use crate::draw::Draw;
use crate::error::Result;
use std::ops::Range;

/// The approximate size of one buffer of rows, in bytes; also written at once.
const PIECE: usize = 1 << 20;

/// Appends the written form of a row that waited.
pub(super) type WriteRow<'a> = dyn FnMut(&[u8], &mut Vec<u8>) -> Result<()> + 'a;

/// Rows that are written in a shuffled order once all are there.
///
/// Memory for the rows once, in their written form, and for 24 bytes of each (half of it as WebAssembly). No buffer is
/// ever copied into a larger one, and output is produced in pieces.
#[derive(Debug)]
pub(super) struct Shuffled {
    seed: u64,
    /// Rows one after the other, none of them split between pieces.
    pieces: Vec<Vec<u8>>,
    /// The start of each row: the number of its piece, and the offset in it.
    starts: Vec<(usize, usize)>,
    /// The rows left to write, once the last row is there.
    order: Option<std::vec::IntoIter<usize>>,
}

impl Shuffled {
    /// Starts without rows.
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, pieces: Vec::new(), starts: Vec::new(), order: None }
    }

    /// Takes the next row, as `write` appends it.
    ///
    /// # Errors
    /// The error of `write`.
    pub(super) fn push(&mut self, write: impl FnOnce(&mut Vec<u8>) -> Result<()>) -> Result<()> {
        // A row that begins in the last part of a piece may be too long for it and make it grow.
        let is_full = |piece: &Vec<u8>| piece.len() > PIECE - PIECE / 16;
        if self.pieces.last().is_none_or(is_full) {
            self.pieces.push(Vec::with_capacity(PIECE));
        }
        let number = self.pieces.len() - 1;
        let piece = &mut self.pieces[number];
        self.starts.push((number, piece.len()));
        write(piece)
    }

    /// Appends the next rows in the drawn order, about one mebibyte, each as `write` appends it. Returns whether there
    /// are more.
    ///
    /// # Errors
    /// The error of `write`.
    pub(super) fn write(&mut self, out: &mut Vec<u8>, write: &mut WriteRow<'_>) -> Result<bool> {
        let (seed, n_rows) = (self.seed, self.starts.len());
        let mut order = match self.order.take() {
            Some(order) => order,
            None => drawn_order(seed, n_rows).into_iter(),
        };
        let most = out.len() + PIECE;
        while out.len() < most
            && let Some(row) = order.next()
        {
            let number = self.starts[row].0;
            write(&self.pieces[number][self.place(row)], out)?;
        }
        let has_more = order.len() > 0;
        self.order = Some(order);
        Ok(has_more)
    }

    /// The range of a row in its piece.
    fn place(&self, row: usize) -> Range<usize> {
        let (number, start) = self.starts[row];
        let end = match self.starts.get(row + 1) {
            Some(&(next, end)) if next == number => end,
            _ => self.pieces[number].len(),
        };
        start..end
    }
}

/// The rows 0 … `n_rows` − 1 in the order that a release with this seed has.
///
/// The Fisher–Yates shuffle in the form of Durstenfeld (1964): every order is equally likely. Verification has
/// [its own](super::drawn_order()).
pub(super) fn drawn_order(seed: u64, n_rows: usize) -> Vec<usize> {
    let mut draw = Draw::new(seed);
    let mut order: Vec<usize> = (0..n_rows).collect();
    for place in (1..n_rows).rev() {
        let other = draw.below(place as u64 + 1) as usize;
        order.swap(place, other);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_any_length_come_in_the_drawn_order_and_in_pieces() {
        let lengths = [0, 1, 70_000, PIECE - 1, 3 * PIECE, 2, 900_000, 60_000, 60_000, 7];
        let rows: Vec<Vec<u8>> = (lengths.into_iter().zip(1..)).map(|(length, byte)| vec![byte; length]).collect();
        let mut shuffled = Shuffled::new(5);
        for row in &rows {
            shuffled
                .push(|piece| {
                    piece.extend_from_slice(row);
                    Ok(())
                })
                .unwrap();
        }
        let mut as_it_is = |row: &[u8], out: &mut Vec<u8>| {
            out.extend_from_slice(row);
            Ok(())
        };
        let (mut written, mut pieces) = (Vec::new(), 0);
        loop {
            let mut piece = Vec::new();
            let has_more = shuffled.write(&mut piece, &mut as_it_is).unwrap();
            assert!(piece.len() < 4 * PIECE);
            written.extend(piece);
            pieces += 1;
            if !has_more {
                break;
            }
        }
        assert!(pieces > 1);
        let order = drawn_order(5, rows.len());
        let expected: Vec<u8> = order.iter().flat_map(|&row| rows[row].clone()).collect();
        assert!(written == expected);
        assert!(!shuffled.write(&mut written, &mut as_it_is).unwrap() && written == expected);
    }
}
