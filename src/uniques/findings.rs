//! The findings: counts, never the combinations themselves.

use super::suda::weights_by_size;
use super::tuples::{ColumnSet, Tuples, columns_of};
use std::ops::Range;

/// The findings about one tuple, and therefore about each of its records.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TupleFinding {
    /// The number of minimum unsafe combinations of one record.
    pub combinations: u32,
    /// The number of columns of the smallest one; 0 if there is none.
    pub smallest: u8,
    /// The columns that all of them contain: without any one of these the record is safe. 0 if there is none.
    pub common: ColumnSet,
    /// The SUDA score: the sum of the combinations' scores by size.
    pub score: f64,
}

/// The findings in a range of tuples. Every count is a pair of a record and a combination: what k − 1 records have in
/// common counts for each of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    range: Range<usize>,
    n_columns: usize,
    score_of_size: Vec<f64>,
    by_size: Vec<u64>,
    by_column_and_size: Vec<u64>,
    by_value: Vec<Vec<u64>>,
    tuples: Vec<TupleFinding>,
}

impl Findings {
    /// Empty findings for these tuples, for combinations of up to `max_size` columns.
    pub(crate) fn new(tuples: &Tuples, max_size: usize, range: Range<usize>) -> Self {
        let n_columns = tuples.n_columns();
        Self {
            n_columns,
            score_of_size: weights_by_size(n_columns, max_size),
            by_size: vec![0; n_columns + 1],
            by_column_and_size: vec![0; n_columns * (n_columns + 1)],
            by_value: (0..n_columns).map(|column| vec![0; tuples.n_values(column)]).collect(),
            tuples: vec![TupleFinding::default(); range.len()],
            range,
        }
    }

    /// The tuples that were searched.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The number of combinations of `size` columns.
    pub fn by_size(&self, size: usize) -> u64 {
        self.by_size[size]
    }

    /// The most columns that a combination can have.
    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// The number of all combinations.
    pub fn combinations(&self) -> u64 {
        self.by_size.iter().sum()
    }

    /// The number of combinations of this size that contain a column.
    pub fn by_column_and_size(&self, column: usize, size: usize) -> u64 {
        self.by_column_and_size[column * (self.n_columns + 1) + size]
    }

    /// The number of combinations that contain a column.
    pub fn by_column(&self, column: usize) -> u64 {
        (0..=self.n_columns).map(|size| self.by_column_and_size(column, size)).sum()
    }

    /// The number of combinations that contain each value of a column, by value code.
    pub fn by_value(&self, column: usize) -> &[u64] {
        &self.by_value[column]
    }

    /// The findings about a tuple of the range.
    pub fn tuple(&self, tuple: usize) -> TupleFinding {
        self.tuples[tuple - self.range.start]
    }

    /// The number of records with at least one combination.
    pub fn unsafe_records(&self, tuples: &Tuples) -> u64 {
        self.records(tuples, |finding| finding.combinations > 0)
    }

    /// The number of records whose combinations all contain a column: without it they are safe.
    pub fn resolved_without(&self, tuples: &Tuples, column: usize) -> u64 {
        self.records(tuples, |finding| finding.common >> column & 1 == 1)
    }

    /// The number of records whose smallest combination has `size` columns.
    pub fn records_by_smallest(&self, tuples: &Tuples, size: usize) -> u64 {
        self.records(tuples, |finding| usize::from(finding.smallest) == size && size > 0)
    }

    fn records(&self, tuples: &Tuples, which: impl Fn(&TupleFinding) -> bool) -> u64 {
        (self.range.clone().zip(&self.tuples))
            .filter(|(_, finding)| which(finding))
            .map(|(tuple, _)| tuples.count(tuple))
            .sum()
    }

    /// Adds the findings in a part of this range.
    ///
    /// **Invariant:** the result depends neither on how the range was split nor on the order of the parts.
    pub fn absorb(&mut self, part: &Self) {
        add(&mut self.by_size, &part.by_size);
        add(&mut self.by_column_and_size, &part.by_column_and_size);
        for (own, part) in self.by_value.iter_mut().zip(&part.by_value) {
            add(own, part);
        }
        let start = part.range.start - self.range.start;
        self.tuples[start..start + part.tuples.len()].copy_from_slice(&part.tuples);
    }

    /// The counts and the tuples' findings as words, to send them to another worker.
    pub fn to_words(&self) -> Vec<u64> {
        let mut words = vec![self.range.start as u64, self.range.end as u64];
        words.extend(&self.by_size);
        words.extend(&self.by_column_and_size);
        words.extend(self.by_value.iter().flatten());
        for finding in &self.tuples {
            let counts = u64::from(finding.combinations) << 8 | u64::from(finding.smallest);
            words.extend([counts, finding.common, finding.score.to_bits()]);
        }
        words
    }

    /// Adds a part of this range that was received as words; `false` if the words are no part of it.
    pub fn absorb_words(&mut self, words: &[u64]) -> bool {
        let counts =
            self.by_size.len() + self.by_column_and_size.len() + self.by_value.iter().map(Vec::len).sum::<usize>();
        let &[start, end, ref rest @ ..] = words else {
            return false;
        };
        let range = start as usize..end as usize;
        let inside = range.start >= self.range.start && range.end <= self.range.end;
        if !inside || range.is_empty() || rest.len() != counts + 3 * range.len() {
            return false;
        }
        let (counts, findings) = rest.split_at(counts);
        let own =
            (self.by_size.iter_mut()).chain(&mut self.by_column_and_size).chain(self.by_value.iter_mut().flatten());
        for (own, count) in own.zip(counts) {
            *own += count;
        }
        let first = range.start - self.range.start;
        for (own, words) in self.tuples[first..].iter_mut().zip(findings.chunks_exact(3)) {
            *own = TupleFinding {
                combinations: (words[0] >> 8) as u32,
                smallest: words[0] as u8,
                common: words[1],
                score: f64::from_bits(words[2]),
            };
        }
        true
    }

    /// Counts one combination of a tuple that represents `records`.
    pub(crate) fn note(&mut self, tuples: &Tuples, tuple: usize, set: ColumnSet, records: u64) {
        let size = set.count_ones() as usize;
        self.by_size[size] += records;
        for column in columns_of(set) {
            self.by_column_and_size[column * (self.n_columns + 1) + size] += records;
            if let Some(value) = tuples.value(column, tuple) {
                self.by_value[column][value as usize] += records;
            }
        }
        let finding = &mut self.tuples[tuple - self.range.start];
        if finding.combinations == 0 {
            finding.common = set;
            finding.smallest = size as u8;
        }
        finding.combinations += 1;
        finding.common &= set;
        finding.smallest = finding.smallest.min(size as u8);
        finding.score += self.score_of_size[size];
    }

    /// Counts all combinations of a tuple.
    pub(crate) fn note_tally(&mut self, tuples: &Tuples, tuple: usize, tally: &mut Tally) {
        let records = tuples.count(tuple);
        let width = self.n_columns + 1;
        let mut finding = TupleFinding { common: tally.common, ..TupleFinding::default() };
        for (size, &count) in tally.by_size.iter().enumerate() {
            if count > 0 {
                self.by_size[size] += u64::from(count) * records;
                finding.combinations += count;
                finding.score += f64::from(count) * self.score_of_size[size];
                if finding.smallest == 0 {
                    finding.smallest = size as u8;
                }
            }
        }
        if finding.combinations > 0 {
            for column in 0..self.n_columns {
                let mut sum = 0;
                let sizes = column * width..(column + 1) * width;
                let own = &mut self.by_column_and_size[sizes.clone()];
                for (own, &count) in own.iter_mut().zip(&tally.by_column_and_size[sizes]) {
                    *own += u64::from(count) * records;
                    sum += u64::from(count) * records;
                }
                if let Some(value) = tuples.value(column, tuple) {
                    self.by_value[column][value as usize] += sum;
                }
            }
            self.tuples[tuple - self.range.start] = finding;
        }
        tally.clear();
    }
}

fn add(own: &mut [u64], part: &[u64]) {
    for (own, part) in own.iter_mut().zip(part) {
        *own += part;
    }
}

/// The combinations of one record, as counts.
#[derive(Debug)]
pub(crate) struct Tally {
    by_size: Vec<u32>,
    by_column_and_size: Vec<u32>,
    common: ColumnSet,
}

impl Tally {
    pub(crate) fn new(n_columns: usize) -> Self {
        Self {
            by_size: vec![0; n_columns + 1],
            by_column_and_size: vec![0; n_columns * (n_columns + 1)],
            common: ColumnSet::MAX,
        }
    }

    pub(crate) fn add(&mut self, set: ColumnSet, size: usize) {
        let width = self.by_size.len();
        self.by_size[size] += 1;
        for column in columns_of(set) {
            self.by_column_and_size[column * width + size] += 1;
        }
        self.common &= set;
    }

    pub(crate) fn clear(&mut self) {
        self.by_size.fill(0);
        self.by_column_and_size.fill(0);
        self.common = ColumnSet::MAX;
    }
}
