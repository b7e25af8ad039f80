//! Sums of squared row sizes. A few large rows make up most of the sum.

use super::rows::PackedRows;

impl PackedRows {
    /// Takes those rows of `from` that have at least as many records as the average row, in the same classes and
    /// without their people. Returns Σ weight² of the other rows.
    pub(super) fn take_large(&mut self, from: &Self, n_words: usize) -> u64 {
        let records: u64 = from.weights.iter().copied().map(u64::from).sum();
        let n_rows = from.weights.len() as u64;
        let mut of_small = 0;
        self.words.clear();
        self.weights.clear();
        self.people.clear();
        self.starts.clear();
        self.starts.push(0);
        let mut end = 0;
        for class in 0..from.n_classes() {
            for row in from.class(class) {
                let weight = u64::from(from.weights[row]);
                if weight * n_rows < records {
                    of_small += weight * weight;
                    continue;
                }
                (self.words).extend_from_slice(&from.words[row * n_words..][..n_words]);
                self.weights.push(from.weights[row]);
            }
            let start = std::mem::replace(&mut end, self.weights.len());
            if end > start {
                self.starts.push(end as u32);
            }
        }
        of_small
    }

    /// Σ weight² of the rows.
    pub(super) fn squares(&self) -> u64 {
        let weights = self.weights.iter().copied().map(u64::from);
        weights.map(|weight| weight * weight).sum()
    }
}
