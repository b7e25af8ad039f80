//! One pass over a node's rows: the records that each lowering of one axis from the high corner suppresses, and their
//! cost.

use super::axis::{OfWords, Step};
use super::node::Node;
use super::objective::Terms;
use super::people::PeopleByCode;
use super::sizes::{SizesLowered, price_of_sizes};
use super::steps::{each, highest};
use super::subject::Subject;
use crate::classes::BitField;

/// For each step of each axis: the records suppressed by the *lowering* to it, which is the high corner with that axis
/// at that step.
///
/// The lowering generalizes every policy of the box that has the axis at that step, so the records are *forced* at the
/// step. The tables leave out the records that the box itself forces.
#[derive(Debug, Default)]
pub(super) struct Probe {
    /// For each step of each axis: the number of records forced at it.
    pub(super) forced: Vec<u64>,
    /// For each step of each axis: the sum of the prices of these records; see [`price_of`].
    pub(super) price: Vec<u64>,
    /// For each step of each component: the cost of these records at that step, if they were kept.
    pub(super) cost: Vec<u64>,
    /// For each step of each component: the cost of the same records at the highest step.
    pub(super) cost_highest: Vec<u64>,
    /// For each step of each axis, for measures of class sizes: how the lowering's sizes differ from those of the
    /// high corner.
    pub(super) sizes: Vec<SizesLowered>,
    /// For each step of each axis: the rows forced at this step, but at no step above it.
    pub(super) forced_rows: Vec<Vec<ForcedRow>>,
    counts: Vec<u32>,
    sums: Vec<u32>,
    /// The codes of an axis in a class, with their records.
    list: Vec<(u32, u32)>,
    /// As the three fields above, for people, if rows have people.
    people: PeopleByCode,
    /// Per code of an axis: the highest step at which it is forced in the class, plus one; 0 for none.
    forced_at: Vec<u8>,
    raised: Vec<u32>,
    /// The forced rows of a class, with the same number.
    forced_in_class: Vec<(u32, u8)>,
    free: Vec<FreeAxis>,
}

/// A row that is forced when an axis is lowered far enough.
#[derive(Debug, Clone, Copy)]
pub(super) struct ForcedRow {
    pub(super) row: u32,
    /// The number of records.
    pub(super) weight: u32,
    /// The number of records × the price of one of them; see [`price_of`].
    pub(super) price: u64,
}

/// An axis on which the box has more than one step.
#[derive(Debug, Clone, Copy)]
struct FreeAxis {
    axis: usize,
    /// Where the axis' steps begin in tables.
    slot: usize,
    field: BitField,
    /// Where the counts of the axis begin.
    start: usize,
    n_codes: usize,
    /// Where the raised codes of the axis begin, for each step of the box below the highest.
    raised: usize,
}

impl Probe {
    /// Probes every lowering of one axis from the high corner of a node. Time: rows × axes with more than one step.
    pub(super) fn run(&mut self, subject: &Subject, node: &Node) {
        let encoded = &subject.encoded;
        for table in [&mut self.forced, &mut self.price] {
            table.clear();
            table.resize(encoded.n_slots, 0);
        }
        for table in [&mut self.cost, &mut self.cost_highest] {
            table.clear();
            table.resize(subject.objective.n_slots, 0);
        }
        self.sizes.clear();
        self.sizes.resize(encoded.n_slots, SizesLowered::default());
        self.forced_rows.resize(encoded.n_slots, Vec::new());
        self.forced_rows.iter_mut().for_each(Vec::clear);
        self.free.clear();
        self.raised.clear();
        let mut start = 0;
        for (number, axis) in encoded.axes.iter().enumerate() {
            if node.steps[number].count_ones() > 1 {
                let n_codes = axis.n_codes(node.coded[number]);
                self.free.push(FreeAxis {
                    axis: number,
                    slot: axis.slot,
                    field: axis.field,
                    start,
                    n_codes,
                    raised: self.raised.len(),
                });
                let (coded, high) = (node.coded[number], highest(node.steps[number]));
                for step in each(node.steps[number]).take_while(|&step| step < high) {
                    let codes = 0..n_codes;
                    self.raised.extend(codes.map(|code| axis.raised(coded, code, step)));
                }
                start += n_codes;
            }
        }
        self.counts.clear();
        self.counts.resize(start, 0);
        self.sums.resize(subject.widest, 0);
        if subject.people.is_some() {
            self.people.counts.clear();
            self.people.counts.resize(start, 0);
            self.people.sums.resize(subject.widest, 0);
        }
        self.forced_at.resize(subject.widest, 0);
        let free = std::mem::take(&mut self.free);
        encoded.with_words(&mut Classes { probe: self, free: &free, subject, node });
        self.free = free;
        // So far a step counts what is forced at it, but at no step above. Records forced above are forced here as
        // well.
        for (axis, &steps) in encoded.axes.iter().zip(&node.steps) {
            let mut above = (0, 0);
            for step in each(steps).collect::<Vec<_>>().into_iter().rev() {
                let slot = axis.slot + step;
                above = (above.0 + self.forced[slot], above.1 + self.price[slot]);
                (self.forced[slot], self.price[slot]) = above;
            }
        }
    }

    /// Counts the classes that a class of the high corner is split into at each step of an axis, and their sizes.
    fn count_sizes<const PEOPLE: bool>(&mut self, subject: &Subject, node: &Node, axis: &FreeAxis) {
        if self.list.len() < 2 {
            return;
        }
        let (list, sums) = (self.list.as_slice(), self.sums.as_mut_slice());
        let records: u64 = list.iter().map(|&(_, count)| u64::from(count)).sum();
        let high = highest(node.steps[axis.axis]);
        let below = each(node.steps[axis.axis]).take_while(|&step| step < high);
        for (step, raised) in below.zip((axis.raised..).step_by(axis.n_codes)) {
            let raised = &self.raised[raised..raised + axis.n_codes];
            for &(code, count) in list {
                sums[raised[code as usize] as usize] += count;
            }
            if PEOPLE {
                self.people.add(list, raised);
            }
            let sizes = &mut self.sizes[axis.slot + step];
            let (mut classes, mut squares) = (0, 0);
            for &(code, _) in list {
                let code = raised[code as usize] as usize;
                let size = u64::from(std::mem::take(&mut sums[code]));
                squares += size * size;
                let has_people = !PEOPLE || self.people.take(subject.people, size, code);
                if size > 0 && subject.k.keeps(size) && has_people {
                    classes += 1;
                } else {
                    sizes.forced_squares += size * size;
                }
            }
            sizes.classes += classes - 1;
            sizes.squares += records * records - squares;
            if squares == records * records && classes == 1 {
                break;
            }
        }
    }

    /// Finds, for each code of the list, the highest step at which too few records or people of the class share its
    /// value.
    fn find_forced<const PEOPLE: bool>(
        &mut self,
        subject: &Subject,
        node: &Node,
        axis: &FreeAxis,
        price: u64,
        row: &[u64],
    ) {
        let (raised, free) = (axis.raised, axis.axis);
        let n_codes = axis.n_codes;
        let axis = &subject.encoded.axes[free];
        let (coded, high) = (node.coded[free], highest(node.steps[free]));
        let components = subject.objective.of_axis(free);
        let high_code = axis.raised(coded, axis.code(row), high) as usize;
        let below = each(node.steps[free]).take_while(|&step| step < high);
        // Slices, because the methods of `Vec` are not inlined when optimised for size.
        let (list, sums) = (self.list.as_slice(), self.sums.as_mut_slice());
        let forced_at = self.forced_at.as_mut_slice();
        for (step, raised) in below.zip((raised..).step_by(n_codes)) {
            let raised = &self.raised[raised..raised + n_codes];
            for &(code, count) in list {
                sums[raised[code as usize] as usize] += count;
            }
            if PEOPLE {
                self.people.add(list, raised);
            }
            let (mut forced, mark) = (0, step as u8 + 1);
            for &(code, count) in list {
                let place = raised[code as usize] as usize;
                let records = u64::from(sums[place]);
                let has_people = !PEOPLE || self.people.has_enough(subject.people, records, place);
                if !subject.k.keeps(records) || !has_people {
                    forced += u64::from(count);
                    forced_at[code as usize] = mark;
                }
            }
            for &(code, _) in list {
                sums[raised[code as usize] as usize] = 0;
                if PEOPLE {
                    self.people.sums[raised[code as usize] as usize] = 0;
                }
            }
            if forced == 0 {
                break;
            }
            for component in components {
                let costs = component.costs[step].as_slice();
                let mut cost = 0;
                for &(code, count) in list {
                    if forced_at[code as usize] == mark {
                        cost += u64::from(count) * costs[raised[code as usize] as usize];
                    }
                }
                self.cost[component.slot + step] += cost;
                self.cost_highest[component.slot + step] += forced * component.costs[high][high_code];
            }
        }
        let slots = axis.slot..axis.slot + axis.n_steps();
        let (forced, prices) = (&mut self.forced[slots.clone()], &mut self.price[slots]);
        for &(code, count) in list {
            if let Some(step) = forced_at[code as usize].checked_sub(1) {
                forced[usize::from(step)] += u64::from(count);
                prices[usize::from(step)] += u64::from(count) * price;
            }
        }
    }
}

/// Reading this many counts in sequence takes about as long as one lookup by the code of a row.
const COUNTS_FOR_A_ROW: usize = 8;

/// The loop over the classes of a node.
struct Classes<'a> {
    probe: &'a mut Probe,
    free: &'a [FreeAxis],
    subject: &'a Subject,
    node: &'a Node,
}

impl OfWords for Classes<'_> {
    fn run<const WORDS: usize>(&mut self) {
        match self.subject.people {
            None => self.probe::<WORDS, false>(),
            Some(_) => self.probe::<WORDS, true>(),
        }
    }
}

impl Classes<'_> {
    #[inline(always)]
    fn probe<const WORDS: usize, const PEOPLE: bool>(&mut self) {
        let (subject, node, free) = (self.subject, self.node, self.free);
        let probe = &mut *self.probe;
        let (all, _) = node.rows.words.as_chunks::<WORDS>();
        let k = subject.k;
        let of_sizes = matches!(subject.objective.terms, Terms::Sizes(_));
        for class in 0..node.rows.n_classes() {
            let range = node.rows.class(class);
            let (rows, weights) = (&all[range.clone()], &node.rows.weights[range.clone()]);
            count(rows, weights, free, &mut probe.counts);
            if PEOPLE {
                let people = &node.rows.people[range.clone()];
                for axis in free {
                    for (row, &people) in rows.iter().zip(people) {
                        let code = axis.field.get_in(row) as usize;
                        probe.people.counts[axis.start + code] += people;
                    }
                }
            }
            let mut price = None;
            for axis in free {
                let counts = &mut probe.counts[axis.start..axis.start + axis.n_codes];
                let people = match PEOPLE {
                    true => &mut probe.people.counts[axis.start..axis.start + axis.n_codes],
                    false => &mut [],
                };
                // A count of 0 is a code that the class does not have.
                let is_small = |count: u32| k.suppresses_some(count);
                let lacks_people = |code: usize| {
                    let count = u64::from(counts[code]);
                    count > 0 && (subject.people).is_some_and(|least| !least.keeps(count, people[code]))
                };
                // By the counts, which are contiguous, unless they are far more than the rows.
                let by_counts = axis.n_codes / COUNTS_FOR_A_ROW <= rows.len();
                let any_forced = if by_counts {
                    counts.iter().fold(false, |any_forced, &count| any_forced | is_small(count))
                } else {
                    rows.iter().any(|row| is_small(counts[axis.field.get_in(row) as usize]))
                };
                let any_forced = any_forced
                    || PEOPLE
                        && match by_counts {
                            true => (0..axis.n_codes).any(lacks_people),
                            false => (rows.iter()).any(|row| lacks_people(axis.field.get_in(row) as usize)),
                        };
                if !any_forced && !of_sizes {
                    if by_counts {
                        counts.fill(0);
                        people.fill(0);
                    } else {
                        rows.iter().for_each(|row| counts[axis.field.get_in(row) as usize] = 0);
                    }
                    if PEOPLE && !by_counts {
                        rows.iter().for_each(|row| people[axis.field.get_in(row) as usize] = 0);
                    }
                    continue;
                }
                probe.list.clear();
                probe.people.list.clear();
                let mut take = |code: usize| {
                    let count = std::mem::take(&mut counts[code]);
                    let own = match PEOPLE {
                        true => std::mem::take(&mut people[code]),
                        false => 0,
                    };
                    if count > 0 || own > 0 {
                        probe.list.push((code as u32, count));
                        if PEOPLE {
                            probe.people.list.push(own);
                        }
                    }
                };
                if rows.len() < axis.n_codes {
                    rows.iter().for_each(|row| take(axis.field.get_in(row) as usize));
                } else {
                    (0..axis.n_codes).for_each(take);
                }
                if of_sizes {
                    probe.count_sizes::<PEOPLE>(subject, node, axis);
                }
                if !any_forced {
                    continue;
                }
                let price = *price.get_or_insert_with(|| price_of(subject, node, &rows[0]));
                probe.find_forced::<PEOPLE>(subject, node, axis, price, &rows[0]);
                let forced_at = probe.forced_at.as_slice();
                // Branch-free, because a branch would be unpredictable: each row is written, and counted only if it
                // is forced.
                let mut n_forced = 0;
                if probe.forced_in_class.len() < rows.len() {
                    probe.forced_in_class.resize(rows.len(), (0, 0));
                }
                let forced_in_class = &mut probe.forced_in_class[..rows.len()];
                for (number, row) in (0..).zip(rows) {
                    let step = forced_at[axis.field.get_in(row) as usize];
                    forced_in_class[n_forced] = (number, step);
                    n_forced += usize::from(step > 0);
                }
                let forced_rows = probe.forced_rows.as_mut_slice();
                for &(number, step) in &forced_in_class[..n_forced] {
                    let weight = weights[number as usize];
                    forced_rows[axis.slot + usize::from(step) - 1].push(ForcedRow {
                        row: range.start as u32 + number,
                        weight,
                        price: u64::from(weight) * price,
                    });
                }
                for &(code, _) in &probe.list {
                    probe.forced_at[code as usize] = 0;
                }
            }
        }
    }
}

/// Counts the records of each code on each axis. Three axes at a time, so that their fields stay in registers.
fn count<const WORDS: usize>(rows: &[[u64; WORDS]], weights: &[u32], free: &[FreeAxis], counts: &mut [u32]) {
    let (threes, rest) = free.as_chunks::<3>();
    for [one, two, three] in threes {
        for (row, &weight) in rows.iter().zip(weights) {
            counts[one.start + one.field.get_in(row) as usize] += weight;
            counts[two.start + two.field.get_in(row) as usize] += weight;
            counts[three.start + three.field.get_in(row) as usize] += weight;
        }
    }
    for axis in rest {
        for (row, &weight) in rows.iter().zip(weights) {
            counts[axis.start + axis.field.get_in(row) as usize] += weight;
        }
    }
}

/// The price of suppression of each record in the class of this row: how much more it costs when suppressed than in
/// the high corner. Under discernibility, its cost when suppressed minus the most that it could count in a suppressed
/// class.
pub(super) fn price_of(subject: &Subject, node: &Node, row: &[u64]) -> u64 {
    match subject.objective.terms {
        Terms::Cells => {}
        Terms::Sizes(_) => return price_of_sizes(subject),
        _ => return 0,
    }
    let price = |component: &super::objective::Component| {
        let axis = &subject.encoded.axes[component.axis];
        let (coded, high): (Step, Step) = (node.coded[component.axis], highest(node.steps[component.axis]));
        let code = axis.raised(coded, axis.code(row), high) as usize;
        component.suppressed - component.costs[high][code]
    };
    subject.objective.components.iter().map(price).sum()
}
