//! An order of the tuples that does not depend on the order of the rows.
//!
//! Codes and tuples are numbered as they appear, and ties are broken by these numbers. So the tuples are renumbered
//! by what they have in common with others. A tuple's colour is computed from its number of records and the colours
//! of its values, a value's colour from those of its tuples, and so on (colour refinement; Weisfeiler, Leman, The
//! reduction of a graph to canonical form, 1968). If tuples still look equal, one gets a new colour, and those of the
//! others follow, as long as that takes little time. The remaining ones are almost always interchangeable.

use super::space::Space;
use crate::sorting::sort_by;

/// The maximum number of cells to look at. After that, tuples that still look equal stay equal.
const MOST_WORK: usize = 40_000_000;
/// The minimum number of refinement rounds.
const FEWEST_ROUNDS: usize = 4;

/// All tuples in order. Time: linear in the cells for each round.
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
            // A missing value does not relate its tuples.
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

/// Mixes the bits of a number (Steele, Lea, Flood, Fast splittable pseudorandom number generators, 2014).
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
