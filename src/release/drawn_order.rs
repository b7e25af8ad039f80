//! The order of a shuffled release, by its definition in the book (docs/src/recipe.md) and with code of its own: it
//! shares only the cipher with the writer.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The rows 0 … `n_rows` − 1 of the original in the order that a release shuffled by this seed must have.
///
/// Places are filled from the last to the first: each takes a drawn row of those that are left, and the last one left
/// moves to its position.
pub fn drawn_order(seed: u64, n_rows: usize) -> Vec<usize> {
    let key: Vec<u8> = seed.to_le_bytes().into_iter().chain([0; 24]).collect();
    let mut stream = ChaCha8Rng::from_seed(key.try_into().unwrap_or_default());
    let mut left: Vec<usize> = (0..n_rows).collect();
    let mut order = Vec::with_capacity(n_rows);
    while left.len() > 1 {
        order.push(left.swap_remove(draw(&mut stream, left.len() as u64) as usize));
    }
    order.append(&mut left);
    order.reverse();
    order
}

/// A number below `limit`: of the next eight bytes as a number x, x · `limit` / 2⁶⁴ rounded down. An x is skipped if
/// the rest of the division is less than 2⁶⁴ modulo `limit`: these are as many as would favour some numbers.
fn draw(stream: &mut ChaCha8Rng, limit: u64) -> u64 {
    const RANGE: u128 = 1 << 64;
    loop {
        let mut bytes = [0; 8];
        stream.fill_bytes(&mut bytes);
        let product = u128::from(u64::from_le_bytes(bytes)) * u128::from(limit);
        if product % RANGE >= RANGE % u128::from(limit) {
            return (product / RANGE) as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::shuffled;

    #[test]
    fn the_writer_draws_the_same_order() {
        let sizes = [0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 1000];
        for seed in (0..300).chain([(1 << 52) - 1, 1 << 52, (1 << 53) - 1, u64::MAX]) {
            for n_rows in sizes {
                assert_eq!(drawn_order(seed, n_rows), shuffled::drawn_order(seed, n_rows), "{seed}, {n_rows}");
            }
        }
        assert!(drawn_order(11, 200_000) == shuffled::drawn_order(11, 200_000));
    }

    #[test]
    fn what_would_favour_some_numbers_is_skipped() {
        // Of 2⁶⁴ numbers, a limit of 3 · 2⁶² skips 2⁶² of them, so that the stream loses one in four.
        let limit = 3 << 62;
        let mut stream = ChaCha8Rng::from_seed([1; 32]);
        let drawn: Vec<u64> = (0..4000).map(|_| draw(&mut stream, limit)).collect();
        assert!(drawn.iter().all(|&number| number < limit));
        // Numbers of eight bytes that were read: 4000 · 4 / 3, within five standard deviations, √(4000 · 4 / 9) = 42.
        let read = stream.get_word_pos() / 2;
        assert!(read.abs_diff(5333) < 211, "{read}");
    }
}
