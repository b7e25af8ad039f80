//! The axes of a lattice over the rows of a table: codes, costs and sums.

use super::order::Order;
use super::price::Price;
use crate::classes::{BitField, Packing};
use crate::lattice::{Level, Policy};
use crate::search::Problem;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A level of an axis, counted from the lowest that it may take.
pub(super) type Step = usize;

/// An axis that is lower than in a node: its number, its step there, and its step in the node.
pub(super) type Lowered = (usize, Step, Step);

/// An axis: the codes of its values at each step, and their costs.
pub(super) struct ProofAxis {
    members: Vec<usize>,
    min: Level,
    /// `up[step][code]`: the code that a code of step 0 generalizes to.
    pub(super) up: Vec<Vec<u32>>,
    /// `firsts[step][code of the step]`: the first code of step 0 that generalizes to it.
    pub(super) firsts: Vec<Vec<u32>>,
    /// The number of codes at each step.
    pub(super) n_codes: Vec<usize>,
    /// The sums to which this axis contributes.
    pub(super) sums: Vec<usize>,
    /// `costs[step][code of step 0 · sums + sum]` of one record.
    pub(super) costs: Vec<Vec<u64>>,
    /// `totals[step · sums + sum]` of all records.
    pub(super) totals: Vec<u64>,
    /// The cost of each step by itself, and the logarithm of its number of codes, for the choice of cuts.
    spans: Vec<f64>,
    spreads: Vec<f64>,
    /// The start of this axis in tables with an entry for each code of step 0 of each axis.
    pub(super) first_code: usize,
    /// The number of this axis's cut above step 0.
    pub(super) first_cut: usize,
    /// The position of a code of step 0 in a row: the index of its word, and the bits in that word.
    pub(super) word: usize,
    pub(super) bits: Range<usize>,
    pub(super) field: BitField,
}

/// All axes of a problem.
pub(super) struct ProofAxes {
    pub(super) axes: Vec<ProofAxis>,
    /// Records of each row.
    pub(super) weights: Vec<u32>,
    /// The cost of a suppressed record, for each sum.
    pub(super) most: Vec<u64>,
    pub(super) n_codes: usize,
    pub(super) n_cuts: usize,
    /// The codes of each row at step 0: `words[word][row]`.
    pub(super) words: Vec<Vec<u64>>,
    n_qis: usize,
}

impl ProofAxis {
    /// The number of steps of the axis.
    pub(super) fn n_steps(&self) -> usize {
        self.up.len()
    }

    /// The code of step 0 in the axis's word of a row.
    #[inline(always)]
    pub(super) fn code(&self, word: u64) -> u32 {
        self.field.get_of(word) as u32
    }

    /// The gain of cutting a box below the highest step of this axis.
    ///
    /// The upper part is closed the sooner, the more the highest step costs compared to the lowest one. The lower
    /// part is closed the sooner, the more codes its steps have, because more is suppressed there.
    pub(super) fn worth(&self, low: Step, high: Step) -> f64 {
        let cost = self.spans[high] - self.spans[low];
        let codes = |step: Step| self.spreads[step] - self.spreads[high];
        cost * (codes(low) + codes(high - 1))
    }

    /// The code at a higher step for each code of a step.
    pub(super) fn raised(&self, from: Step, to: Step) -> Vec<u32> {
        let mut raised = vec![0; self.n_codes[from]];
        for (&low, &high) in self.up[from].iter().zip(&self.up[to]) {
            raised[low as usize] = high;
        }
        raised
    }

    /// For each code of step 0, the bits of a row that change when it is replaced by the first code that is equal to
    /// it at a step.
    pub(super) fn changes(&self, step: Step) -> Vec<u64> {
        let firsts = self.firsts[step].as_slice();
        let change = |(code, &up): (u64, &u32)| code ^ u64::from(firsts[up as usize]);
        let changes = (0..).zip(&self.up[step]).map(change);
        changes.map(|change| self.field.at_its_place(change)).collect()
    }

    /// The cost of a code of step 0 at a step, for each of the axis's sums.
    #[inline(always)]
    pub(super) fn costs_of(&self, step: Step, code: u32) -> &[u64] {
        let (start, width) = (code as usize * self.sums.len(), self.sums.len());
        &self.costs[step][start..start + width]
    }
}

impl ProofAxes {
    /// The axes of a problem, for an order of its policies.
    pub(super) fn new(problem: &Problem, order: &Order) -> Self {
        let tuples = problem.tuples();
        let mut all = Self {
            axes: Vec::new(),
            weights: tuples.counts().iter().map(|&count| count as u32).collect(),
            most: vec![0; order.n_sums],
            n_codes: 0,
            n_cuts: 0,
            words: vec![vec![0; tuples.len()]],
            n_qis: problem.qis().len(),
        };
        let is_one_sum = order.n_sums == 1;
        for (qi, most) in order.most.iter().enumerate() {
            all.most[if is_one_sum { 0 } else { qi }] += order.factors[qi] * most;
        }
        let mut packing = Packing::default();
        for axis in problem.lattice().axes() {
            let (members, min) = (axis.members(), axis.range().min);
            let mut values: Vec<Vec<u32>> = Vec::new();
            let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut codes = Vec::with_capacity(tuples.len());
            for tuple in tuples.iter() {
                let groups: Vec<u32> = (members.iter())
                    .map(|&qi| {
                        let from = tuples.policy().levels()[qi];
                        problem.qis()[qi].parent(from, tuple.group(qi), min)
                    })
                    .collect();
                let next = values.len() as u32;
                let code = *numbers.entry(groups).or_insert_with_key(|groups| {
                    values.push(groups.clone());
                    next
                });
                codes.push(code);
            }
            let sums: Vec<usize> = match (order.n_sums, is_one_sum) {
                (0, _) => Vec::new(),
                (_, true) => vec![0],
                _ => members.to_vec(),
            };
            let mut counts = vec![0_u64; values.len()];
            for (&code, &weight) in codes.iter().zip(&all.weights) {
                counts[code as usize] += u64::from(weight);
            }
            let field = packing.field(values.len());
            let (word, bits) = field.bits(values.len());
            all.words.resize_with(word + 1, || vec![0; tuples.len()]);
            for (word, code) in all.words[word].iter_mut().zip(codes) {
                *word |= field.at_its_place(u64::from(code));
            }
            let mut own = ProofAxis {
                members: members.to_vec(),
                min,
                up: Vec::new(),
                firsts: Vec::new(),
                n_codes: Vec::new(),
                costs: Vec::new(),
                totals: Vec::new(),
                spans: Vec::new(),
                spreads: Vec::new(),
                first_code: all.n_codes,
                first_cut: all.n_cuts,
                word,
                bits,
                field,
                sums,
            };
            for step in 0..=axis.steps() as Step {
                own.push_step(problem, order, &values, &counts, step);
            }
            all.n_codes += own.n_codes[0];
            all.n_cuts += own.n_steps() - 1;
            all.axes.push(own);
        }
        all
    }

    /// Counts a row's code of each axis.
    #[inline]
    pub(super) fn count_codes(&self, words: &[Vec<u64>], row: usize, records: u32, counts: &mut [u32]) {
        for axis in &self.axes {
            let code = axis.code(words[axis.word][row]) as usize;
            counts[axis.first_code + code] += records;
        }
    }

    /// Counts the codes of some axes, for rows with one record each. Adjacent rows are counted in separate tables:
    /// they often have the same code, and one count would have to wait for the other.
    pub(super) fn count_records(&self, axes: &[usize], words: &[Vec<u64>], rows: &[u32], counts: &mut [u32]) {
        let (pairs, last) = rows.as_chunks::<2>();
        let mut second = Vec::new();
        for &axis in axes {
            let axis = &self.axes[axis];
            let (words, field) = (words[axis.word].as_slice(), axis.field);
            let code = |row: u32| field.get_of(words[row as usize]) as usize;
            let first = &mut counts[axis.first_code..][..axis.n_codes[0]];
            second.clear();
            second.resize(first.len(), 0);
            for &[row, next] in pairs {
                first[code(row)] += 1;
                second[code(next)] += 1;
            }
            last.iter().for_each(|&row| first[code(row)] += 1);
            for (first, second) in first.iter_mut().zip(&second) {
                *first += second;
            }
        }
    }

    /// Adds the extra cost of records when an axis is lowered, from the counts of the codes of each axis.
    pub(super) fn add_saved(&self, counts: &[u32], (axis, high, low): Lowered, price: &mut [u64]) {
        let axis = &self.axes[axis];
        for code in 0..axis.n_codes[0] as u32 {
            let records = u64::from(counts[axis.first_code + code as usize]);
            let costs = axis.costs_of(high, code).iter().zip(axis.costs_of(low, code));
            for (&sum, (high, low)) in axis.sums.iter().zip(costs) {
                price[sum] += records * (high - low);
            }
        }
    }

    /// The price of suppressing records at some steps, from the counts of the codes of each axis.
    pub(super) fn price(&self, suppressed: u64, counts: &[u32], steps: &[Step]) -> Price {
        let mut price: Vec<u64> = self.most.iter().map(|most| most * suppressed).collect();
        for (axis, &step) in self.axes.iter().zip(steps) {
            for code in 0..axis.n_codes[0] as u32 {
                let records = u64::from(counts[axis.first_code + code as usize]);
                for (&sum, cost) in axis.sums.iter().zip(axis.costs_of(step, code)) {
                    price[sum] -= records * cost;
                }
            }
        }
        Price { suppressed, price }
    }

    /// The levels of all columns, given the step of each axis.
    pub(super) fn levels(&self, steps: &[Step]) -> Vec<Level> {
        let mut levels = vec![0; self.n_qis];
        for (axis, &step) in self.axes.iter().zip(steps) {
            for &qi in &axis.members {
                levels[qi] = axis.min + step as Level;
            }
        }
        levels
    }

    /// As [`levels`](Self::levels), as a policy.
    pub(super) fn policy(&self, steps: &[Step]) -> Policy {
        Policy::new(self.levels(steps))
    }

    /// T: the cost of all records if none is suppressed.
    pub(super) fn totals(&self, steps: &[Step]) -> Vec<u64> {
        let mut sums = vec![0; self.most.len()];
        for (axis, &step) in self.axes.iter().zip(steps) {
            for (place, &sum) in axis.sums.iter().enumerate() {
                sums[sum] += axis.totals[step * axis.sums.len() + place];
            }
        }
        sums
    }
}

impl ProofAxis {
    fn push_step(&mut self, problem: &Problem, order: &Order, values: &[Vec<u32>], counts: &[u64], step: Step) {
        let level = self.min + step as Level;
        let width = self.sums.len();
        let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let (mut up, mut costs) = (Vec::with_capacity(values.len()), Vec::new());
        let mut firsts = Vec::new();
        let mut totals = vec![0; width];
        for (own_code, (value, count)) in values.iter().zip(counts).enumerate() {
            let groups: Vec<u32> = (self.members.iter().zip(value))
                .map(|(&qi, &group)| problem.qis()[qi].parent(self.min, group, level))
                .collect();
            let next = numbers.len() as u32;
            let code = *numbers.entry(groups).or_insert_with_key(|groups| {
                let own = costs.len();
                costs.resize(own + width, 0);
                if width > 0 {
                    for (member, (&qi, &group)) in self.members.iter().zip(groups).enumerate() {
                        let place = if order.n_sums == 1 { 0 } else { member };
                        let cost = order.costs[qi][usize::from(level)][group as usize];
                        costs[own + place] += order.factors[qi] * cost;
                    }
                }
                next
            });
            up.push(code);
            firsts.resize(numbers.len(), own_code as u32);
            for (place, total) in totals.iter_mut().enumerate() {
                *total += count * costs[code as usize * width + place];
            }
        }
        let mut sizes = vec![0.0; numbers.len()];
        for (&code, &count) in up.iter().zip(counts) {
            sizes[code as usize] += count as f64;
        }
        let squares = sizes.iter().map(|size| size * size).sum();
        let span = order.span(&self.members, level, &self.sums, &totals, squares);
        self.spans.push(span);
        self.spreads.push(libm::log(numbers.len() as f64));
        self.n_codes.push(numbers.len());
        self.firsts.push(firsts);
        let own = |&code: &u32| &costs[code as usize * width..][..width];
        self.costs.push(up.iter().flat_map(own).copied().collect());
        self.up.push(up);
        self.totals.extend(totals);
    }
}
