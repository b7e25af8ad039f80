//! The combinations of one record, counted.

use super::tuples::ColumnSet;

/// Columns whose counts lie in one word, sixteen bits each.
const LANES: usize = 4;

/// A word with 1 in the lane of each column of a set of four.
const SPREAD: [u64; 1 << LANES] = {
    let mut spread = [0; 1 << LANES];
    let mut set = 0;
    while set < spread.len() {
        let mut lane = 0;
        while lane < LANES {
            spread[set] |= (set as u64 >> lane & 1) << (16 * lane);
            lane += 1;
        }
        set += 1;
    }
    spread
};

/// The combinations of one record, counted by their sizes and columns.
///
/// A combination is counted in words of four columns: with thousands of them a record, counting column by column would
/// take a fifth of a search.
#[derive(Debug)]
pub(super) struct Tally {
    by_size: Vec<u32>,
    by_column_and_size: Vec<u32>,
    common: ColumnSet,
    /// For each size, the counts of four columns a word that are not yet among `by_column_and_size`.
    lanes: Vec<u64>,
    /// Words of a size.
    n_words: usize,
    /// Combinations in `lanes`.
    waiting: u16,
}

impl Tally {
    /// Nothing counted yet.
    pub(super) fn new(n_columns: usize) -> Self {
        let n_words = n_columns.div_ceil(LANES).max(1);
        Self {
            by_size: vec![0; n_columns + 1],
            by_column_and_size: vec![0; n_columns * (n_columns + 1)],
            common: ColumnSet::MAX,
            lanes: vec![0; n_words * (n_columns + 1)],
            n_words,
            waiting: 0,
        }
    }

    /// Counts a combination of `size` columns.
    #[inline(always)]
    pub(super) fn add(&mut self, set: ColumnSet, size: usize) {
        self.by_size[size] += 1;
        self.common &= set;
        let mut rest = set;
        for word in &mut self.lanes[size * self.n_words..][..self.n_words] {
            *word += SPREAD[rest as usize % SPREAD.len()];
            rest >>= LANES;
        }
        self.waiting += 1;
        if self.waiting == u16::MAX {
            self.settle();
        }
    }

    /// Takes the counts out of the words, whose lanes could not hold more.
    #[cold]
    fn settle(&mut self) {
        let n_sizes = self.by_size.len();
        for (size, words) in self.lanes.chunks_exact_mut(self.n_words).enumerate() {
            let columns = self.by_column_and_size.chunks_exact_mut(n_sizes);
            for (column, counts) in columns.enumerate() {
                let lane = words[column / LANES] >> (16 * (column % LANES));
                counts[size] += u32::from(lane as u16);
            }
            words.fill(0);
        }
        self.waiting = 0;
    }

    /// Combinations of 0, 1, 2, … columns.
    pub(super) fn by_size(&self) -> &[u32] {
        &self.by_size
    }

    /// For each column, the combinations of 0, 1, 2, … columns that it is part of.
    pub(super) fn by_column_and_size(&mut self) -> impl Iterator<Item = &[u32]> {
        self.settle();
        self.by_column_and_size.chunks_exact(self.by_size.len())
    }

    /// The columns that all combinations have in common; all columns where there is none.
    pub(super) fn common(&self) -> ColumnSet {
        self.common
    }

    /// Counts anew.
    pub(super) fn clear(&mut self) {
        self.settle();
        self.by_size.fill(0);
        self.by_column_and_size.fill(0);
        self.common = ColumnSet::MAX;
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn combinations_are_counted_beyond_what_a_lane_holds() {
        let mut tally = Tally::new(6);
        for _ in 0..70_000 {
            tally.add(0b10_0001, 2);
        }
        tally.add(0b00_1001, 2);
        tally.add(0b11_0000, 2);
        tally.add(0b00_0001, 1);
        assert_eq!(tally.by_size(), [0, 1, 70_002, 0, 0, 0, 0]);
        let columns: Vec<[u32; 2]> = (tally.by_column_and_size())
            .map(|sizes| [sizes[1], sizes[2]])
            .collect();
        assert_eq!(
            columns,
            [[1, 70_001], [0, 0], [0, 0], [0, 1], [0, 1], [0, 70_001]]
        );
        assert_eq!(tally.common(), 0);
        tally.clear();
        tally.add(0b00_0010, 1);
        assert_eq!(tally.by_column_and_size().nth(1).unwrap()[1], 1);
        assert_eq!(tally.common(), 0b00_0010);
    }
}
