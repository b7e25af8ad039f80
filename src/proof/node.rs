//! The rows of a table in the classes of a policy, carried down from policy to policy.

use super::axes::{ProofAxes, ProofAxis, Step};
use crate::classes::K;
use rustc_hash::FxHashMap;

/// The rows that the policies below one policy, `hi`, may keep, in the classes of that policy.
///
/// Classes that no policy of the box can break are left out, and so are the records that `hi` suppresses: of these it
/// is known how many they are and what they cost at each step of each axis.
#[derive(Default)]
pub(super) struct Node {
    pub(super) hi: Vec<Step>,
    rows: Vec<u32>,
    weights: Vec<u32>,
    starts: Vec<u32>,
    /// M less what a record of the class costs at `hi`, for each sum of each class.
    prices: Vec<u64>,
    /// S: the records that `hi` suppresses.
    pub(super) suppressed: u64,
    /// What they cost, for each sum of each step of each axis.
    costs: Vec<u64>,
    /// P: what they cost more than kept, for each sum.
    pub(super) price: Vec<u64>,
    /// The steps at which equal rows are one.
    merged: Vec<Step>,
}

/// What counting and splitting need besides.
#[derive(Default)]
pub(super) struct Scratch {
    tallies: Vec<Tally>,
    touched: Vec<u32>,
    places: Vec<u32>,
    slots: Vec<u32>,
    keys: Vec<u64>,
}

/// A part of a class: its records and rows.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    records: u64,
    rows: u32,
}

/// A part of a class with what becomes of it.
struct Part {
    class: u32,
    code: u32,
    rows: u32,
    becomes: Becomes,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Becomes {
    /// A class, with the bits of its number of records.
    Class(usize),
    /// Smaller than k.
    Suppressed,
    /// One row, which no policy breaks.
    Kept,
}

/// Where rows go that no class holds.
const SUPPRESSED: u32 = u32::MAX;
const KEPT: u32 = u32::MAX - 1;

/// An odd number whose multiples are spread over all words.
const HASH: u64 = 0x9e37_79b9_7f4a_7c15;

/// One axis of a node's policy, at a lower step.
#[derive(Clone, Copy)]
pub(super) struct Lowering {
    pub(super) axis: usize,
    pub(super) to: Step,
}

impl Node {
    /// All rows in the classes of the top policy.
    pub(super) fn top(all: &ProofAxes, k: K) -> Self {
        let hi: Vec<Step> = all.axes.iter().map(|axis| axis.n_steps() - 1).collect();
        let mut numbers: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        let mut classes: Vec<(u64, Vec<u32>)> = Vec::new();
        for row in 0..all.weights.len() {
            let codes = (all.axes.iter().zip(&hi))
                .map(|(axis, &step)| axis.up[step][axis.codes[row] as usize])
                .collect();
            let class = *numbers.entry(codes).or_insert(classes.len());
            if class == classes.len() {
                classes.push((0, Vec::new()));
            }
            classes[class].0 += u64::from(all.weights[row]);
            classes[class].1.push(row as u32);
        }
        classes.sort_by_key(|class| class.0);
        let mut node = Self {
            merged: vec![0; hi.len()],
            costs: vec![0; all.n_slots],
            starts: vec![0],
            hi,
            ..Self::default()
        };
        for (records, rows) in classes {
            if !k.keeps(records) {
                node.suppressed += records;
                for row in rows {
                    node.add_costs(all, row, all.weights[row as usize]);
                }
                continue;
            }
            for (sum, &most) in all.most.iter().enumerate() {
                let cost: u64 = (all.axes.iter().zip(&node.hi))
                    .flat_map(|(axis, &step)| {
                        let code = axis.codes[rows[0] as usize];
                        (axis.sums.iter().enumerate())
                            .filter(move |&(_, &own)| own == sum)
                            .map(move |(place, _)| axis.cost(step, code, place))
                    })
                    .sum();
                node.prices.push(most - cost);
            }
            for row in rows {
                node.rows.push(row);
                node.weights.push(all.weights[row as usize]);
            }
            node.starts.push(node.rows.len() as u32);
        }
        node.price = node.price_of_suppressed(all, &node.hi);
        node
    }

    fn add_costs(&mut self, all: &ProofAxes, row: u32, weight: u32) {
        for axis in &all.axes {
            let (code, width) = (axis.codes[row as usize], axis.sums.len());
            for step in 0..axis.n_steps() {
                for place in 0..width {
                    self.costs[axis.slot + step * width + place] +=
                        u64::from(weight) * axis.cost(step, code, place);
                }
            }
        }
    }

    /// What the suppressed records of this node cost more than kept under a policy that this one generalizes.
    fn price_of_suppressed(&self, all: &ProofAxes, steps: &[Step]) -> Vec<u64> {
        let mut price: Vec<u64> = (all.most.iter())
            .map(|most| most * self.suppressed)
            .collect();
        for (axis, &step) in all.axes.iter().zip(steps) {
            for (place, &sum) in axis.sums.iter().enumerate() {
                price[sum] -= self.costs[axis.slot + step * axis.sums.len() + place];
            }
        }
        price
    }

    /// Counts what the policy with one axis lowered suppresses, smallest classes first, until that is enough. Returns
    /// whether it was.
    pub(super) fn lower(
        &self,
        all: &ProofAxes,
        k: K,
        lowering: Lowering,
        scratch: &mut Scratch,
        enough: &mut impl FnMut(u64, &[u64]) -> bool,
    ) -> bool {
        let mut steps = self.hi.clone();
        steps[lowering.axis] = lowering.to;
        let mut price = self.price_of_suppressed(all, &steps);
        let mut suppressed = self.suppressed;
        if enough(suppressed, &price) {
            return true;
        }
        let axis = &all.axes[lowering.axis];
        scratch.make_room(axis);
        for class in 0..self.n_classes() {
            if self.tally(axis, lowering, class, scratch) < 2 {
                scratch.forget();
                continue;
            }
            let mut has_more = false;
            for &code in &scratch.touched {
                let Tally { records, .. } = std::mem::take(&mut scratch.tallies[code as usize]);
                if !k.keeps(records) {
                    has_more = true;
                    suppressed += records;
                    self.add_price(all, lowering, (class, code), records, &mut price);
                }
            }
            if has_more && enough(suppressed, &price) {
                return true;
            }
        }
        false
    }

    /// Counts the parts of a class where one axis is lowered. Returns how many they are.
    #[inline]
    fn tally(
        &self,
        axis: &ProofAxis,
        lowering: Lowering,
        class: usize,
        scratch: &mut Scratch,
    ) -> usize {
        let range = self.class(class);
        let (codes, up) = (axis.codes.as_slice(), axis.up[lowering.to].as_slice());
        let tallies = scratch.tallies.as_mut_slice();
        scratch.touched.clear();
        for (&row, &weight) in self.rows[range.clone()].iter().zip(&self.weights[range]) {
            let code = up[codes[row as usize] as usize];
            let tally = &mut tallies[code as usize];
            if tally.rows == 0 {
                scratch.touched.push(code);
            }
            tally.rows += 1;
            tally.records += u64::from(weight);
        }
        scratch.touched.len()
    }

    /// Adds the price of a part of a class that is suppressed where one axis is lowered.
    #[inline]
    fn add_price(
        &self,
        all: &ProofAxes,
        lowering: Lowering,
        (class, code): (usize, u32),
        records: u64,
        price: &mut [u64],
    ) {
        let n_sums = all.most.len();
        for (sum, own) in price.iter_mut().zip(&self.prices[class * n_sums..]) {
            *sum += records * own;
        }
        for (place, &sum) in all.axes[lowering.axis].sums.iter().enumerate() {
            price[sum] += records * self.saved(all, lowering, (class, code), place);
        }
    }

    /// By how much a cell of a part of a class costs less where one axis is lowered.
    #[inline]
    fn saved(
        &self,
        all: &ProofAxes,
        Lowering { axis, to }: Lowering,
        (class, code): (usize, u32),
        place: usize,
    ) -> u64 {
        let own = &all.axes[axis];
        let of_class = own.codes[self.rows[self.starts[class] as usize] as usize];
        own.cost(self.hi[axis], of_class, place)
            - own.costs[to][code as usize * own.sums.len() + place]
    }

    /// The node of the policy with one axis lowered, whose box begins at `lo`.
    ///
    /// Time in the rows; where rows may become equal, a look-up for each.
    pub(super) fn lowered(
        &self,
        all: &ProofAxes,
        k: K,
        lowering: Lowering,
        lo: &[Step],
        scratch: &mut Scratch,
    ) -> Self {
        let axis = &all.axes[lowering.axis];
        let mut node = Self {
            hi: self.hi.clone(),
            suppressed: self.suppressed,
            costs: self.costs.clone(),
            merged: self.merged.clone(),
            ..Self::default()
        };
        node.hi[lowering.axis] = lowering.to;
        scratch.make_room(axis);
        // The parts, and how many rows those of each size have, by powers of two.
        let mut parts: Vec<Part> = Vec::new();
        let mut ends = [0_u32; u64::BITS as usize + 1];
        for class in 0..self.n_classes() {
            self.tally(axis, lowering, class, scratch);
            for &code in &scratch.touched {
                let Tally { records, rows } = std::mem::take(&mut scratch.tallies[code as usize]);
                let size = (u64::BITS - records.leading_zeros()) as usize;
                let becomes = match k.keeps(records) {
                    false => Becomes::Suppressed,
                    // No policy breaks it.
                    true if rows == 1 => Becomes::Kept,
                    true => {
                        ends[size] += rows;
                        Becomes::Class(size)
                    }
                };
                let class = class as u32;
                parts.push(Part {
                    class,
                    code,
                    rows,
                    becomes,
                });
                if becomes == Becomes::Suppressed {
                    node.suppressed += records;
                }
            }
        }
        let mut end = 0;
        for place in &mut ends {
            end += *place;
            *place = end - *place;
        }
        node.rows.resize(end as usize, 0);
        node.weights.resize(end as usize, 0);
        let mut classes: Vec<(u32, usize)> = Vec::new();
        let mut first = 0;
        for class in 0..self.n_classes() {
            let own = parts[first..].partition_point(|part| part.class as usize == class);
            for (number, part) in parts[first..first + own].iter().enumerate() {
                scratch.places[part.code as usize] = match part.becomes {
                    Becomes::Class(size) => {
                        let place = ends[size];
                        ends[size] += part.rows;
                        classes.push((place, first + number));
                        place
                    }
                    Becomes::Suppressed => SUPPRESSED,
                    Becomes::Kept => KEPT,
                };
            }
            first += own;
            for place in self.class(class) {
                let (row, weight) = (self.rows[place], self.weights[place]);
                let code = axis.up[lowering.to][axis.codes[row as usize] as usize];
                match &mut scratch.places[code as usize] {
                    &mut KEPT => {}
                    &mut SUPPRESSED => node.add_costs(all, row, weight),
                    next => {
                        node.rows[*next as usize] = row;
                        node.weights[*next as usize] = weight;
                        *next += 1;
                    }
                }
            }
        }
        classes.sort_unstable();
        let n_sums = all.most.len();
        for (start, part) in classes {
            let Part { class, code, .. } = parts[part];
            let class = class as usize;
            node.starts.push(start);
            let prices = node.prices.len();
            node.prices
                .extend_from_slice(&self.prices[class * n_sums..(class + 1) * n_sums]);
            for (place, &sum) in axis.sums.iter().enumerate() {
                node.prices[prices + sum] += self.saved(all, lowering, (class, code), place);
            }
        }
        node.starts.push(end);
        node.price = node.price_of_suppressed(all, &node.hi);
        node.merge(all, k, lo, scratch);
        node
    }

    fn n_classes(&self) -> usize {
        self.starts.len() - 1
    }

    fn class(&self, class: usize) -> std::ops::Range<usize> {
        self.starts[class] as usize..self.starts[class + 1] as usize
    }

    /// Makes rows that every policy from `lo` on makes equal one, and leaves out classes that none of them breaks.
    fn merge(&mut self, all: &ProofAxes, k: K, lo: &[Step], scratch: &mut Scratch) {
        if all.packed.is_empty() || self.merged == lo {
            return;
        }
        let free: Vec<(&ProofAxis, &[u32])> = (all.axes.iter().zip(lo).zip(&self.hi))
            .filter(|((_, lo), hi)| lo < hi)
            .map(|((axis, &lo), _)| (axis, axis.up[lo].as_slice()))
            .collect();
        let n_sums = all.most.len();
        let (mut end, mut classes) = (0, 0);
        let mut next_start = self.starts[0] as usize;
        for class in 0..self.n_classes() {
            let range = next_start..self.starts[class + 1] as usize;
            next_start = range.end;
            let first = end;
            let size = (range.len() * 2).next_power_of_two();
            scratch.slots.clear();
            scratch.slots.resize(size, 0);
            scratch.keys.clear();
            let mut has_light = false;
            for place in range {
                let (row, weight) = (self.rows[place], self.weights[place]);
                // One look-up in a large table, and the others in small ones.
                let packed = all.packed[row as usize];
                let key = free.iter().fold(0, |key, (axis, up)| {
                    key | u64::from(up[axis.unpack(packed)]) << axis.shift
                });
                let mut slot = (key.wrapping_mul(HASH) >> 32) as usize & (size - 1);
                loop {
                    match scratch.slots[slot] {
                        0 => {
                            scratch.keys.push(key);
                            scratch.slots[slot] = scratch.keys.len() as u32;
                            self.rows[end] = row;
                            self.weights[end] = weight;
                            end += 1;
                            break;
                        }
                        own if scratch.keys[own as usize - 1] == key => {
                            self.weights[first + own as usize - 1] += weight;
                            break;
                        }
                        _ => slot = (slot + 1) & (size - 1),
                    }
                }
            }
            for &weight in &self.weights[first..end] {
                has_light |= !k.keeps(weight.into());
            }
            if end - first < 2 || !has_light {
                end = first;
                continue;
            }
            self.prices
                .copy_within(class * n_sums..(class + 1) * n_sums, classes * n_sums);
            self.starts[classes] = first as u32;
            classes += 1;
        }
        self.rows.truncate(end);
        self.weights.truncate(end);
        self.starts.truncate(classes);
        self.starts.push(end as u32);
        self.prices.truncate(classes * n_sums);
        self.merged = lo.to_vec();
    }
}

impl Scratch {
    fn make_room(&mut self, axis: &ProofAxis) {
        let codes = axis.n_codes[0].max(self.tallies.len());
        self.tallies.resize(codes, Tally::default());
        self.places.resize(codes, 0);
    }

    fn forget(&mut self) {
        for &code in &self.touched {
            self.tallies[code as usize] = Tally::default();
        }
    }
}
