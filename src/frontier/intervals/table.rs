//! Risk and loss of every interval of one quasi-identifier.

use super::super::engine::{Column, Columns};
use super::super::point::Point;
use super::strips::Entry;

/// What each run of atoms of one quasi-identifier, as an interval, adds to risk and loss if the others are cut as in
/// a given policy. Both are sums over the intervals, so any partition of the quasi-identifier can be looked up.
///
/// The contribution of an interval is Σ records / people and Σ C ln C over the cells in it. With the entries of a
/// cell in order, each pair of entries adds its second difference to all intervals that contain both; these contain
/// everything between the pair as well. So a table of differences is filled pair by pair and summed once.
#[derive(Debug, Default)]
pub(in crate::frontier) struct IntervalTable {
    /// The first value of each atom, and the end of the last.
    pub(in crate::frontier) cuts: Vec<u32>,
    /// For each atom, the offset of its row minus the atom after which the row begins.
    rows: Vec<usize>,
    /// Σ records / people and Σ C ln C. They are later converted to risk and loss.
    sums: Vec<[f64; 2]>,
    /// Records before each cut.
    records_before: Vec<u32>,
    most_risk: f64,
    n_records: f64,
}

impl IntervalTable {
    /// An empty table for these cuts. Time: quadratic in the atoms.
    pub(super) fn begin(&mut self, columns: &Columns, column: &Column, cuts: Vec<u32>) {
        let m = cuts.len() - 1;
        self.rows.clear();
        self.rows.extend((0..m).map(|atom| atom * m - atom * (atom + 1) / 2));
        self.sums.clear();
        self.sums.resize(m * (m + 1) / 2 + 1, [0.0; 2]);
        self.records_before.clear();
        let before = cuts.iter().map(|&cut| column.records_before[cut as usize]);
        self.records_before.extend(before);
        self.cuts = cuts;
        self.most_risk = columns.most_risk;
        self.n_records = columns.n_records;
    }

    /// Number of atoms.
    pub(in crate::frontier) fn n_atoms(&self) -> usize {
        self.rows.len()
    }

    /// Number of values from its first cut to its last.
    pub(in crate::frontier) fn n_values(&self) -> usize {
        let last = self.cuts[self.rows.len()];
        (last - self.cuts[0]) as usize
    }

    /// Adds the entries of a strip. Time: linear in their pairs, which are counted.
    pub(super) fn add(&mut self, strip: &[Entry], columns: &Columns) -> u64 {
        for (place, entry) in strip.iter().enumerate() {
            let own = (entry.records, entry.people);
            let atom = entry.atom as usize;
            let [risk, term] = columns.amounts(own);
            let sum = &mut self.sums[self.rows[atom] + atom + 1];
            *sum = [sum[0] + risk, sum[1] + term];
            if columns.has_population {
                self.pair_people(&strip[..place], *entry, columns);
            } else {
                self.pair(&strip[..place], *entry, columns);
            }
        }
        (strip.len() * strip.len() / 2) as u64
    }

    /// Pairs an entry with all entries before it, if the people are the records: each occupied cell counts as one.
    fn pair(&mut self, before: &[Entry], entry: Entry, columns: &Columns) {
        let Some(nearest) = before.last() else {
            return;
        };
        let column = entry.atom as usize + 1;
        self.sums[self.rows[nearest.atom as usize] + column][0] -= 1.0;
        let term = |records: u32| columns.measure.term(records);
        // The records between, and their terms without and with the later entry.
        let mut between = 0;
        let (mut without, mut with) = (0.0, term(entry.records));
        for other in before.iter().rev() {
            between += other.records;
            let (own, both) = (term(between), term(between + entry.records));
            self.sums[self.rows[other.atom as usize] + column][1] += both - own - with + without;
            (without, with) = (own, both);
        }
    }

    fn pair_people(&mut self, before: &[Entry], entry: Entry, columns: &Columns) {
        let column = entry.atom as usize + 1;
        let mut between = (0, 0);
        let mut without = [0.0; 2];
        let mut with = columns.amounts((entry.records, entry.people));
        for other in before.iter().rev() {
            between = (between.0 + other.records, between.1 + other.people);
            let own = columns.amounts(between);
            let both = columns.amounts((between.0 + entry.records, between.1 + entry.people));
            let sum = &mut self.sums[self.rows[other.atom as usize] + column];
            for lane in 0..2 {
                sum[lane] += both[lane] - own[lane] - with[lane] + without[lane];
            }
            (without, with) = (own, both);
        }
    }

    /// Sums one row of differences, once those of later atoms are summed. Time: linear in the atoms.
    pub(super) fn sum_row(&mut self, atom: usize, ln: &[f64]) {
        let m = self.n_atoms();
        let begin = self.rows[atom] + atom + 1;
        let (row, later) = self.sums[begin..].split_at_mut(m - atom);
        let mut run = row[0];
        for (sum, below) in row[1..].iter_mut().zip(&*later) {
            run = [run[0] + sum[0], run[1] + sum[1]];
            *sum = [run[0] + below[0], run[1] + below[1]];
        }
        if atom + 1 < m {
            self.weigh_row(atom + 1, ln);
        }
        if atom == 0 {
            self.weigh_row(0, ln);
        }
    }

    /// Converts the sums of a row that no other row needs any more to risk and loss.
    fn weigh_row(&mut self, atom: usize, ln: &[f64]) {
        let (m, begin) = (self.n_atoms(), self.rows[atom] + atom + 1);
        let (cut, records) = (self.cuts[atom], self.records_before[atom]);
        let ends = self.cuts[atom + 1..].iter().zip(&self.records_before[atom + 1..]);
        let (per_risk, per_record) = (1.0 / self.most_risk, 1.0 / self.n_records);
        for (sum, (&end, &before)) in self.sums[begin..begin + m - atom].iter_mut().zip(ends) {
            let volume = f64::from(before - records) * ln[(end - cut) as usize];
            *sum = [sum[0] * per_risk, (volume - sum[1]) * per_record];
        }
    }

    /// What the atoms from `begin` on and before `end` add to risk and loss as one interval.
    #[inline]
    pub(in crate::frontier) fn at(&self, begin: usize, end: usize) -> Point {
        let [risk, loss] = self.sums[self.rows[begin] + end];
        Point { risk, loss }
    }
}
