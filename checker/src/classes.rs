//! The tuples of a table in the classes of a policy.

use super::study::Study;

/// A class of the policy: its records, its number, and where its rows begin and end.
type Class = (u64, usize, usize, usize);

/// The tuples in the classes of the policy `hi`, for the policies between `lo` and it.
///
/// Every class of a policy below lies in one of these. Left out are classes that `hi` suppresses, and those that no
/// policy from `lo` on can break, because all that they become there has k records.
#[derive(Default)]
pub(super) struct Held {
    pub(super) hi: Vec<usize>,
    lo: Vec<usize>,
    /// Classes, those of fewest records first.
    classes: Vec<Class>,
    /// A tuple and its records, and those of tuples that are equal from `lo` on.
    rows: Vec<(u32, u32)>,
    /// M less what a record costs at `hi`, for each sum of each class.
    prices: Vec<u64>,
    /// S: records that `hi` suppresses, and what they cost on each axis, for each sum of each step.
    pub(super) suppressed: u64,
    costs: Vec<Vec<u64>>,
}

/// A tuple of a part: what it is at `lo`, its number and its records.
type Row = (u64, u32, u32);

impl Held {
    /// All tuples, in the classes of the top policy.
    pub(super) fn top(study: &Study) -> Self {
        let costs = study.axes.iter().map(|axis| vec![0; axis.up.len() * axis.sums.len()]);
        let hi: Vec<usize> = study.axes.iter().map(|axis| axis.up.len() - 1).collect();
        let mut held = Self { costs: costs.collect(), lo: vec![0; hi.len()], hi, ..Self::default() };
        let top = |row: usize| -> Vec<u32> {
            (study.axes.iter().map(|axis| axis.up[axis.up.len() - 1][axis.codes[row] as usize])).collect()
        };
        let mut rows: Vec<(Vec<u32>, usize)> = (0..study.tuples.len()).map(|row| (top(row), row)).collect();
        rows.sort_unstable();
        for class in rows.chunk_by(|one, other| one.0 == other.0) {
            let row = |row: usize| (row as u64, row as u32, study.tuples[row].1 as u32);
            held.add(study, &class.iter().map(|class| row(class.1)).collect::<Vec<Row>>());
        }
        held.classes.sort_unstable();
        held
    }

    /// The same in the classes of a policy with one axis lowered.
    pub(super) fn lowered(&self, study: &Study, (axis, to): (usize, usize), lo: &[usize]) -> Self {
        let mut held =
            Self { hi: self.hi.clone(), suppressed: self.suppressed, costs: self.costs.clone(), ..Self::default() };
        held.hi[axis] = to;
        let (codes, up) = (&study.axes[axis].codes, &study.axes[axis].up[to]);
        let free: Vec<(&[u32], (u32, u64))> = (study.axes.iter().zip(lo).zip(&study.places).zip(&held.hi))
            .filter(|(((_, lo), _), hi)| lo < hi)
            .map(|(((axis, &lo), &place), _)| (axis.up[lo].as_slice(), place))
            .collect();
        let may_merge = self.lo != lo && !study.packed.is_empty();
        let key = |row: u32| {
            let all = study.packed[row as usize];
            free.iter().fold(0, |key, (up, (shift, mask))| key | u64::from(up[(all >> shift & mask) as usize]) << shift)
        };
        let mut parts: Vec<Vec<Row>> = vec![Vec::new(); up.len()];
        let mut found = Vec::new();
        for &(_, _, start, end) in &self.classes {
            for &(row, records) in &self.rows[start..end] {
                let code = up[codes[row as usize] as usize] as usize;
                if parts[code].is_empty() {
                    found.push(code);
                }
                parts[code].push((if may_merge { key(row) } else { row.into() }, row, records));
            }
            for code in found.drain(..) {
                if may_merge {
                    parts[code].sort_unstable();
                }
                held.add(study, &parts[code]);
                parts[code].clear();
            }
        }
        held.classes.sort_unstable();
        held
    }

    /// Takes up a class.
    fn add(&mut self, study: &Study, part: &[Row]) {
        let records: u64 = part.iter().map(|row| u64::from(row.2)).sum();
        if records < study.k {
            self.suppressed += records;
            for &(_, row, records) in part {
                for (axis, own) in study.axes.iter().zip(&mut self.costs) {
                    let costs = axis.costs.iter().flatten();
                    for (sum, cost) in own.iter_mut().zip(costs) {
                        *sum += u64::from(records) * cost[axis.codes[row as usize] as usize];
                    }
                }
            }
            return;
        }
        let start = self.rows.len();
        for equal in part.chunk_by(|one, other| one.0 == other.0) {
            self.rows.push((equal[0].1, equal.iter().map(|row| row.2).sum()));
        }
        let own = &self.rows[start..];
        if own.len() == 1 || own.iter().all(|row| u64::from(row.1) >= study.k) {
            return self.rows.truncate(start);
        }
        self.classes.push((records, self.classes.len(), start, self.rows.len()));
        let prices = self.prices.len();
        self.prices.extend_from_slice(&study.most);
        for (axis, &step) in study.axes.iter().zip(&self.hi) {
            for (&sum, costs) in axis.sums.iter().zip(&axis.costs[step]) {
                self.prices[prices + sum] -= costs[axis.codes[part[0].1 as usize] as usize];
            }
        }
    }

    /// P of this policy, or of one that it generalizes as far as the records go that this one suppresses.
    pub(super) fn price(&self, study: &Study, steps: &[usize]) -> Vec<u64> {
        let mut price: Vec<u64> = study.most.iter().map(|most| most * self.suppressed).collect();
        for ((axis, &step), costs) in study.axes.iter().zip(steps).zip(&self.costs) {
            for (place, &sum) in axis.sums.iter().enumerate() {
                price[sum] -= costs[step * axis.sums.len() + place];
            }
        }
        price
    }

    /// Counts S and P of the policy with one axis lowered, until `enough` says so. Returns whether it did.
    pub(super) fn lower(
        &self,
        study: &Study,
        (axis, to): (usize, usize),
        enough: &mut dyn FnMut(u64, &[u64]) -> bool,
    ) -> bool {
        let mut steps = self.hi.clone();
        steps[axis] = to;
        let (mut suppressed, mut price) = (self.suppressed, self.price(study, &steps));
        if enough(suppressed, &price) {
            return true;
        }
        let lowered = &study.axes[axis];
        let (up, high) = (&lowered.up[to], self.hi[axis]);
        // The records of each part, and one of its tuples' codes at step 0.
        let mut parts = vec![(0_u64, 0_u32); up.len()];
        let mut found = Vec::new();
        for &(_, number, start, end) in &self.classes {
            found.clear();
            for &(row, records) in &self.rows[start..end] {
                let code = lowered.codes[row as usize];
                let part = &mut parts[up[code as usize] as usize];
                if part.0 == 0 {
                    found.push(up[code as usize]);
                    part.1 = code;
                }
                part.0 += u64::from(records);
            }
            let before = suppressed;
            for &part in &found {
                let (records, code) = std::mem::take(&mut parts[part as usize]);
                if records >= study.k {
                    continue;
                }
                suppressed += records;
                for (sum, own) in price.iter_mut().zip(&self.prices[number * study.most.len()..]) {
                    *sum += records * own;
                }
                for (place, &sum) in lowered.sums.iter().enumerate() {
                    let cost = |step: usize| lowered.costs[step][place][code as usize];
                    price[sum] += records * (cost(high) - cost(to));
                }
            }
            if suppressed > before && enough(suppressed, &price) {
                return true;
            }
        }
        false
    }
}
