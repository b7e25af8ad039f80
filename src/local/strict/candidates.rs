//! The other tuples that are most similar to each tuple.

use crate::local::weights::CellWeights;
use crate::uniques::{BLOCK, Tuples};

/// For each tuple, the most similar other tuples, most similar first. Ties are broken by the order of the tuples.
#[derive(Debug, Clone, Default)]
pub(super) struct Candidates {
    width: usize,
    places: Vec<u32>,
    ends: Vec<u32>,
}

impl Candidates {
    /// Empty, with room for `width` candidates of each tuple.
    pub(super) fn new(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    /// Tuples whose candidates are known.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The candidates of a tuple.
    pub(super) fn of(&self, tuple: usize) -> &[u32] {
        let start = if tuple == 0 { 0 } else { self.ends[tuple - 1] };
        &self.places[start as usize..self.ends[tuple] as usize]
    }

    /// Finds the candidates of the next tuple. Time: n·m/16 byte operations and a little more.
    pub(super) fn find_next(&mut self, tuples: &Tuples, weights: &CellWeights) {
        let tuple = self.len();
        let mut best: Vec<(u32, u32)> = Vec::with_capacity(self.width + 1);
        let mut block = [0; BLOCK];
        for start in (0..tuples.len()).step_by(BLOCK) {
            let length = BLOCK.min(tuples.len() - start);
            let full = best.len() == self.width;
            let least = best.last().map_or(0, |last| last.0);
            if full && weights.most_similar(tuples, tuple, start) <= least {
                continue;
            }
            weights.similarities(tuples, tuple, start, &mut block);
            for (&similarity, other) in block[..length].iter().zip(start..) {
                let least = best.last().map_or(0, |last| last.0);
                if other == tuple || best.len() == self.width && similarity <= least {
                    continue;
                }
                if best.len() == self.width {
                    best.pop();
                }
                let place = best.partition_point(|own| own.0 >= similarity);
                best.insert(place, (similarity, other as u32));
            }
        }
        self.places.extend(best.iter().map(|&(_, other)| other));
        self.ends.push(self.places.len() as u32);
    }
}
