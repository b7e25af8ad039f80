//! Computes the risk and loss of a policy from those of a policy one boundary away.
//!
//! Dropping a boundary joins the cells on its two sides in pairs. Keeping a boundary splits each cell that it cuts.
//! Only these cells are touched: about a hundred in a table of thirty thousand records. [`peek`](Engine::peek)
//! returns the risk and loss of the policy across one boundary, [`flip`](Engine::flip) moves there.
//!
//! If the grid of occurring values is small enough, the records and people of a part of a cell come from summed-area
//! tables; cells without a record need not be stored then. On larger grids every cell with people is stored, and a
//! part is counted from the tuples of the narrower side.

mod axis;
mod cells;
mod columns;
mod parts;
mod summed_area;

use super::point::Point;
use crate::error::{FrontierError, Result};
use crate::loss::KlDivergence;
use crate::partition::{Frequencies, PartitionPolicy, Space};
use crate::risk::expected_matches;
use axis::{Axis, axes};
use cells::{CellId, Cells, MOST_POSITIONS, NONE};
pub(in crate::frontier) use columns::{Column, Columns};
use rustc_hash::FxHashMap;
use summed_area::{Side, SummedArea};

/// The most axes for which 2^axes lookups for a box are worthwhile.
const MOST_SUMMED_AXES: usize = 8;
/// A policy that differs in more boundaries than this is built from scratch.
const FAR: usize = 120;

/// Evaluates partition policies, each from the previous one.
#[derive(Debug, Clone)]
pub struct Engine {
    measure: KlDivergence,
    /// Equation 3.
    most_risk: f64,
    axes: Vec<Axis>,
    /// The axis and value of each bit's boundary.
    boundaries: Vec<(usize, u32)>,
    policy: PartitionPolicy,
    cells: Cells,
    counts: Counts,
    sums: Sums,
    /// The parts that the boundary looked at last joins or splits.
    parts: Vec<Part>,
    sides: Vec<Side>,
    /// Tuples: values in the order of the axes, records and people.
    values: Vec<u32>,
    tuples: Vec<(u32, u32)>,
    /// ln of each width.
    ln: Vec<f64>,
    effort: u64,
    /// Groups of fewer records are small.
    least_group: u32,
    /// The small groups across the boundary looked at last.
    small_across: i64,
}

/// The source of the records and people of a part of a cell.
#[derive(Debug, Clone)]
enum Counts {
    Summed {
        records: SummedArea,
        /// `None` if the people are the records.
        people: Option<SummedArea>,
    },
    /// For each axis and value, the tuples that have it; and for each cell, its counts.
    Tuples { by_value: Vec<Vec<Vec<u32>>>, counted: Vec<(u32, u32)> },
}

#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    /// Σ records / people.
    risk: f64,
    /// Σ C ln C.
    terms: f64,
    /// Σ N ln w over the intervals of all axes.
    volumes: f64,
    /// Groups with records, but fewer than the least number.
    small: i64,
}

/// The two sides of an actual or possible boundary within one cell: their cells, if any, and their records and
/// people.
#[derive(Debug, Clone, Copy)]
struct Part {
    left: CellId,
    right: CellId,
    left_counts: (u32, u32),
    right_counts: (u32, u32),
}

impl Engine {
    /// An engine at the bottom policy.
    pub fn new(space: &Space, frequencies: &Frequencies) -> Self {
        let axes = axes(space, frequencies);
        let positions = axes.iter().try_fold(1_u128, |product, axis| product.checked_mul(axis.n_occurring as u128 + 1));
        let summed = axes.len() <= MOST_SUMMED_AXES && positions.is_some_and(|positions| positions <= MOST_POSITIONS);
        Self::with(space, frequencies, axes, summed)
    }

    /// As [`new`](Self::new), but always without summed-area tables.
    pub fn without_tables(space: &Space, frequencies: &Frequencies) -> Self {
        Self::with(space, frequencies, axes(space, frequencies), false)
    }

    fn with(space: &Space, frequencies: &Frequencies, mut axes: Vec<Axis>, summed: bool) -> Self {
        let measure = KlDivergence::new(frequencies);
        let sizes: Vec<usize> = axes.iter().map(|axis| axis.n_occurring + 1).collect();
        let mut stride = 1;
        for axis in axes.iter_mut().rev().filter(|_| summed) {
            axis.ranks.iter_mut().for_each(|rank| *rank *= stride);
            stride *= axis.n_occurring as u32 + 1;
        }
        let keys: Vec<Vec<u32>> = (axes.iter())
            .map(|axis| (axis.ranks[..axis.size]).iter().map(|&rank| axis.key(rank, summed)).collect())
            .collect();
        let position = |values: &[u32]| -> usize {
            (axes.iter()).map(|axis| axis.ranks[values[axis.qi] as usize + 1] as usize).sum()
        };
        let counts = if summed {
            let records = frequencies.iter().map(|(values, records, _)| (position(values), records));
            let people = frequencies.iter().map(|(values, _, people)| (position(values), people));
            Counts::Summed {
                records: SummedArea::new(&sizes, records),
                people: frequencies.has_population().then(|| SummedArea::new(&sizes, people)),
            }
        } else {
            Counts::Tuples { by_value: Vec::new(), counted: Vec::new() }
        };
        let mut boundaries = vec![(0, 0); space.n_bits()];
        for (place, axis) in axes.iter().enumerate() {
            for value in 1..axis.size {
                boundaries[axis.first_bit + value - 1] = (place, value as u32);
            }
        }
        let widest = axes.iter().map(|axis| axis.size).max().unwrap_or(0);
        let mut engine = Self {
            measure,
            most_risk: 1.0,
            boundaries,
            policy: space.bottom(),
            cells: Cells::new(&keys, summed.then_some(stride as usize)),
            counts,
            sums: Sums::default(),
            parts: Vec::new(),
            sides: vec![(0, 0); axes.len()],
            values: Vec::new(),
            tuples: Vec::new(),
            ln: (0..=widest).map(|width| libm::log(width.max(1) as f64)).collect(),
            axes,
            effort: 0,
            least_group: 1,
            small_across: 0,
        };
        engine.take(frequencies, summed);
        engine.build(space.bottom());
        if engine.sums.risk > 0.0 {
            engine.most_risk = engine.sums.risk;
        }
        engine
    }

    /// The engine with a least number of records that a group of an admissible policy has.
    ///
    /// # Errors
    /// [`FrontierError::FewRecords`] if all records together are fewer.
    pub fn with_least_group(mut self, least: u64) -> Result<Self> {
        let records: u64 = self.tuples.iter().map(|&(records, _)| u64::from(records)).sum();
        if least > records {
            return Err(FrontierError::FewRecords { records, least }.into());
        }
        // At most the number of records, which is below 2³².
        self.least_group = least as u32;
        self.rebuild();
        Ok(self)
    }

    /// Whether every group with records of the current policy has at least the least number of them.
    pub fn is_admissible(&self) -> bool {
        self.sums.small == 0
    }

    /// The same for the policy across the boundary that was looked at last.
    pub fn is_admissible_across(&self) -> bool {
        self.small_across == 0
    }

    /// The same for any policy of the space. Time: linear in the number of distinct tuples.
    pub fn admits(&mut self, policy: &PartitionPolicy) -> bool {
        if self.least_group <= 1 {
            return true;
        }
        let m = self.axes.len();
        let starts: Vec<Vec<u32>> = self.axes.iter().map(|axis| axis.starts_under(policy)).collect();
        let mut groups: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        for (values, &(records, _)) in self.values.chunks_exact(m).zip(&self.tuples) {
            let group = values.iter().zip(&starts).map(|(&value, starts)| starts[value as usize]).collect();
            *groups.entry(group).or_default() += records;
        }
        self.effort += self.tuples.len() as u64;
        !groups.values().any(|&records| self.is_small(records))
    }

    fn is_small(&self, records: u32) -> bool {
        (1..self.least_group).contains(&records)
    }

    /// Keeps the tuples that make cells: with summed-area tables, those that have a record.
    fn take(&mut self, frequencies: &Frequencies, summed: bool) {
        for (values, records, people) in frequencies.iter().filter(|tuple| tuple.1 > 0 || !summed) {
            self.values.extend(self.axes.iter().map(|axis| values[axis.qi]));
            self.tuples.push((records, people));
        }
        if let Counts::Tuples { by_value, .. } = &mut self.counts {
            let m = self.axes.len();
            *by_value = (self.axes.iter().enumerate())
                .map(|(place, axis)| {
                    let mut having = vec![Vec::new(); axis.size];
                    for tuple in 0..self.tuples.len() {
                        having[self.values[tuple * m + place] as usize].push(tuple as u32);
                    }
                    having
                })
                .collect();
        }
    }

    /// The current policy of the engine.
    pub fn policy(&self) -> &PartitionPolicy {
        &self.policy
    }

    /// The risk and loss of the current policy: equations 2 and 4.
    pub fn point(&self) -> Point {
        self.point_of(self.sums)
    }

    /// Equation 3: the risk of the bottom policy, before normalisation.
    pub fn most_risk(&self) -> f64 {
        self.most_risk
    }

    fn point_of(&self, sums: Sums) -> Point {
        Point { risk: sums.risk / self.most_risk, loss: self.measure.loss(sums.terms, sums.volumes) }
    }

    /// The number of cells and tuples touched so far. The run time is proportional to it.
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// Goes to a policy of the space: boundary by boundary if it is near, otherwise by grouping the tuples again.
    pub fn go_to(&mut self, policy: &PartitionPolicy) {
        let differences: Vec<usize> = self.policy.differences(policy).take(FAR + 1).collect();
        if differences.len() > FAR {
            self.build(policy.clone());
        } else {
            differences.into_iter().for_each(|bit| self.flip(bit));
        }
    }

    /// Groups the tuples by the current policy again, so that rounding errors do not accumulate.
    pub fn rebuild(&mut self) {
        self.build(self.policy.clone());
    }

    /// Time: linear in the number of distinct tuples.
    fn build(&mut self, policy: PartitionPolicy) {
        self.policy = policy;
        self.cells.clear();
        self.sums = Sums::default();
        for axis in &mut self.axes {
            axis.cut(&self.policy);
            self.sums.volumes += axis.volumes(&self.ln);
        }
        self.effort += self.tuples.len() as u64;
        let m = self.axes.len();
        let mut starts = vec![0; m];
        for (tuple, &(records, people)) in self.tuples.iter().enumerate() {
            for ((start, axis), &value) in (starts.iter_mut().zip(&self.axes)).zip(&self.values[tuple * m..]) {
                *start = axis.start_of[value as usize];
            }
            let cell = self.cells.find(&starts);
            if cell == NONE {
                self.cells.insert(&starts, (records, people));
            } else {
                let (own_records, own_people) = self.cells.counts(cell);
                self.cells.set_counts(cell, (own_records + records, own_people + people));
            }
        }
        for cell in self.cells.iter().collect::<Vec<_>>() {
            let (records, people) = self.cells.counts(cell);
            let people = self.people_within(cell, 0, self.axes[0].span(self.cells.starts(cell)[0]), people);
            self.cells.set_counts(cell, (records, people));
            self.sums.risk += expected_matches(records, people);
            self.sums.terms += self.measure.term(records);
            self.sums.small += i64::from(self.is_small(records));
        }
    }

    /// The people of a cell if its interval on one axis were `span`; or `known` if there is no table.
    fn people_within(&mut self, cell: CellId, axis: usize, span: (u32, u32), known: u32) -> u32 {
        let Counts::Summed { people: Some(people), .. } = &self.counts else {
            return known;
        };
        set_sides(&mut self.sides, &self.axes, self.cells.starts(cell));
        self.sides[axis] = self.axes[axis].side(span);
        people.sum(&self.sides)
    }

    /// The risk and loss of the policy that differs in this bit.
    ///
    /// Time: linear in the number of cells on the two sides of the boundary.
    pub fn peek(&mut self, bit: usize) -> Point {
        let sums = self.look(bit);
        self.small_across = sums.small;
        self.point_of(sums)
    }

    /// Goes to the policy that differs in this bit.
    pub fn flip(&mut self, bit: usize) {
        self.sums = self.look(bit);
        let (place, value) = self.boundaries[bit];
        let start = self.axes[place].start_of[value as usize - 1];
        let joins = self.policy.keeps(bit);
        let parts = std::mem::take(&mut self.parts);
        if !joins {
            self.cells.empty(place, start);
        }
        for part in &parts {
            if joins {
                self.join(place, start, part);
            } else {
                self.part(place, value, part);
            }
        }
        if joins {
            self.cells.empty(place, value);
        }
        self.parts = parts;
        self.axes[place].flip(value, joins);
        self.policy.flip(bit);
    }

    /// The sums across a boundary, and its parts.
    fn look(&mut self, bit: usize) -> Sums {
        let (place, value) = self.boundaries[bit];
        let axis = &self.axes[place];
        let start = axis.start_of[value as usize - 1];
        self.parts.clear();
        let (end, sign) = if self.policy.keeps(bit) {
            let end = axis.end[value as usize];
            self.sides_apart(place, start, value, end);
            (end, 1.0)
        } else {
            let end = axis.end[start as usize];
            self.sides_within(place, start, value, end);
            (end, -1.0)
        };
        self.effort += 1 + self.parts.len() as u64;
        let axis = &self.axes[place];
        let volume = |first: u32, end: u32| {
            f64::from(axis.records_before[end as usize] - axis.records_before[first as usize])
                * self.ln[(end - first) as usize]
        };
        let mut change =
            Sums { volumes: volume(start, end) - volume(start, value) - volume(value, end), ..Sums::default() };
        for part in &self.parts {
            let ((records, people), (more_records, more_people)) = (part.left_counts, part.right_counts);
            change.risk += expected_matches(records + more_records, people + more_people)
                - expected_matches(records, people)
                - expected_matches(more_records, more_people);
            change.small += i64::from(self.is_small(records + more_records))
                - i64::from(self.is_small(records))
                - i64::from(self.is_small(more_records));
            if records > 0 && more_records > 0 {
                change.terms += self.measure.term(records + more_records)
                    - self.measure.term(records)
                    - self.measure.term(more_records);
            }
        }
        Sums {
            risk: self.sums.risk + sign * change.risk,
            terms: self.sums.terms + sign * change.terms,
            volumes: self.sums.volumes + sign * change.volumes,
            small: self.sums.small + sign as i64 * change.small,
        }
    }
}

/// The sides of the box that a cell with these starts covers.
fn set_sides(sides: &mut [Side], axes: &[Axis], starts: &[u32]) {
    for ((side, axis), &start) in sides.iter_mut().zip(axes).zip(starts) {
        *side = axis.sides[start as usize];
    }
}
