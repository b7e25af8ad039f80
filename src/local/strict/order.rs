//! An order of the tuples that does not depend on that of the rows.
//!
//! Codes and tuples are numbered as they appear, and ties are broken by these numbers. So the tuples are numbered anew,
//! by what they have in common with others: a tuple's colour is made of its records and of the colours of its values, a
//! value's colour of those of its tuples, and so on (colour refinement; Weisfeiler, Leman, The reduction of a graph to
//! canonical form, 1968). Of tuples that still look the same, one is coloured anew, and the others follow from it, as
//! long as that takes little time: those that are left can nearly always stand for each other.

use super::space::Space;
use crate::sorting::sort_by;

/// Cells to be looked at until what still looks the same stays as it is.
const MOST_WORK: usize = 40_000_000;
/// Times that the colours are made anew at least.
const FEWEST_ROUNDS: usize = 4;

/// All tuples. Time linear in the cells for each round.
pub(super) fn order(space: &Space) -> Vec<u32> {
    let (n, n_columns) = (space.len(), space.n_columns());
    let mut colours: Vec<u64> = (0..n as u32).map(|tuple| mix(space.count(tuple))).collect();
    let mut of_values = vec![vec![0; space.n_codes()]; n_columns];
    let mut order: Vec<u32> = (0..n as u32).collect();
    let rounds = (MOST_WORK / (n * n_columns).max(1)).clamp(FEWEST_ROUNDS, 4 * n + FEWEST_ROUNDS);
    for round in 1..=rounds {
        for (column, colours_of_values) in of_values.iter_mut().enumerate() {
            colours_of_values.fill(0);
            for tuple in 0..n as u32 {
                let colour = &mut colours_of_values[space.code(column, tuple) as usize];
                *colour = u64::wrapping_add(*colour, mix(colours[tuple as usize]));
            }
            // A missing value has no tuples in common.
            colours_of_values[0] = 0;
        }
        for tuple in 0..n as u32 {
            let colour = &mut colours[tuple as usize];
            for (column, colours_of_values) in of_values.iter().enumerate() {
                let value = colours_of_values[space.code(column, tuple) as usize];
                *colour = mix(colour.wrapping_add(value));
            }
        }
        if round % 2 == 0 {
            sort_by(&mut order, |&one, &other| colours[one as usize].cmp(&colours[other as usize]));
            let same = order.windows(2).find(|pair| colours[pair[0] as usize] == colours[pair[1] as usize]);
            match same {
                Some(pair) => colours[pair[0] as usize] = mix(!colours[pair[0] as usize]),
                None => break,
            }
        }
    }
    order
}

/// Spreads the bits of a number over all others (Steele, Lea, Flood, Fast splittable pseudorandom number generators,
/// 2014).
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
