//! Small classes as sets of records: a bit for each record, a word or a few for each set.

use super::axis::Axis;
use super::node::Node;
use super::objective::Terms;
use super::rows::Field;
use super::steps::{Steps, each, highest, lowest};
use super::subject::Subject;

/// An axis on which a box has more than one step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Free {
    pub(super) axis: usize,
    pub(super) steps: Steps,
    /// The number of its lowest step among the steps of all free axes that are not the highest of theirs.
    pub(super) level: usize,
}

impl Free {
    /// The free axes of a box.
    pub(super) fn of(steps: &[Steps]) -> Vec<Self> {
        let mut level = 0;
        let free = steps.iter().enumerate().filter_map(|(axis, &steps)| {
            let free = Self { axis, steps, level };
            level += steps.count_ones() as usize - 1;
            (steps.count_ones() > 1).then_some(free)
        });
        free.collect()
    }
}

/// Records, and by how much more they cost when they are suppressed than when they are kept.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Price {
    pub(super) records: u64,
    pub(super) price: u64,
}

impl Price {
    /// Whether one of the two is no less than another's.
    #[inline(always)]
    pub(super) fn reaches(self, other: Self) -> bool {
        self.records >= other.records || self.price >= other.price
    }
}

/// The classes of up to `WORDS` × 64 records that are too large for a store of fewer words. No more than k of a row's records count:
/// with so many the row lives.
#[derive(Debug)]
pub(super) struct Store<const WORDS: usize> {
    k: u32,
    /// Per level: each class's parts of equal codes at that step.
    cells: Vec<Sets<WORDS>>,
    /// After so many lowered axes: each class's parts that live.
    living: Vec<Sets<WORDS>>,
    filling: Filling<WORDS>,
}

/// A set of records of a class, and a price for each.
#[derive(Debug, Clone, Copy)]
struct Set<const WORDS: usize> {
    records: [u64; WORDS],
    price: u64,
}

/// Sets, class after class.
#[derive(Debug)]
struct Sets<const WORDS: usize> {
    sets: Vec<Set<WORDS>>,
    /// The numbers of the classes that have any, and where the sets of each end.
    classes: Vec<(u32, u32)>,
}

impl<const WORDS: usize> Sets<WORDS> {
    fn clear(&mut self) {
        self.sets.clear();
        self.classes.clear();
    }

    /// Ends a class.
    #[inline(always)]
    fn end(&mut self, class: u32) {
        self.classes.push((class, self.sets.len() as u32));
    }
}

/// Working memory for the cells of a class.
#[derive(Debug)]
struct Filling<const WORDS: usize> {
    /// Per part of a row that lies in one word: the row, the word, and the records' bits there.
    bits: Vec<(u32, u32, u64)>,
    /// The codes of a class at a step, in the order of its cells.
    codes: Vec<u32>,
    /// Per code: its records in the class.
    of_code: Vec<[u64; WORDS]>,
    /// Per free axis: where its codes are in a row, and where in `raised` what they become at its lowest step.
    fields: Vec<(Field, usize)>,
    raised: Vec<u32>,
}

impl<const WORDS: usize> Default for Sets<WORDS> {
    fn default() -> Self {
        Self {
            sets: Vec::new(),
            classes: Vec::new(),
        }
    }
}

impl<const WORDS: usize> Default for Store<WORDS> {
    fn default() -> Self {
        Self {
            k: 0,
            cells: Vec::new(),
            living: Vec::new(),
            filling: Filling {
                bits: Vec::new(),
                codes: Vec::new(),
                of_code: Vec::new(),
                fields: Vec::new(),
                raised: Vec::new(),
            },
        }
    }
}

impl<const WORDS: usize> Store<WORDS> {
    /// The most records of a class.
    pub(super) const MOST: u64 = 64 * WORDS as u64;

    /// Takes the classes of a node that have more than some number of records, for the free axes of its box. Returns how many
    /// words these are.
    pub(super) fn fill(
        &mut self,
        subject: &Subject,
        node: &Node,
        free: &[Free],
        above: u64,
    ) -> u64 {
        self.begin(subject, node, free);
        let k = self.k;
        for class in 0..node.rows.n_classes() {
            let weights = &node.rows.weights[node.rows.class(class)];
            if weights.len() as u64 > Self::MOST {
                continue;
            }
            let records: u64 = weights.iter().map(|&weight| u64::from(weight.min(k))).sum();
            if records > above && records <= Self::MOST {
                self.take(subject, node, free, class);
            }
        }
        let cells = self.cells.iter().map(|cells| cells.sets.len());
        (cells.sum::<usize>() * WORDS) as u64
    }

    /// Empties the store, and prepares for a node.
    fn begin(&mut self, subject: &Subject, node: &Node, free: &[Free]) {
        self.k = u32::try_from(subject.k).unwrap_or(u32::MAX);
        let n_levels = free.iter().map(|free| free.steps.count_ones() as usize - 1);
        let n_levels = n_levels.sum::<usize>().max(self.cells.len());
        self.cells.resize_with(n_levels, Sets::default);
        self.living.resize_with(free.len() + 1, Sets::default);
        self.cells.iter_mut().for_each(Sets::clear);
        self.living[0].clear();
        let filling = &mut self.filling;
        filling.of_code.resize(subject.widest, [0; WORDS]);
        filling.fields.clear();
        filling.raised.clear();
        for free in free {
            let axis = &subject.encoded.axes[free.axis];
            let (low, to) = (node.low[free.axis], lowest(free.steps));
            let field = (Field::of(axis), filling.raised.len());
            filling.fields.push(field);
            let codes = (0..axis.n_codes(low)).map(|code| axis.raised(low, code, to));
            filling.raised.extend(codes);
        }
    }

    /// Takes a class of these rows.
    fn take(&mut self, subject: &Subject, node: &Node, free: &[Free], class: usize) {
        let n_words = subject.encoded.words;
        let range = node.rows.class(class);
        let weights = &node.rows.weights[range.clone()];
        let rows = &node.rows.words[range.start * n_words..range.end * n_words];
        let all = self.filling.place(weights, self.k);
        let number = self.living[0].classes.len() as u32;
        for (place, free) in free.iter().enumerate() {
            let axis = &subject.encoded.axes[free.axis];
            let high = highest(free.steps);
            let costs = match subject.objective.terms {
                Terms::Cells => {
                    let code = axis.raised(node.low[free.axis], axis.code(rows), high);
                    let costs = &subject.objective.components[free.axis].costs;
                    Some((costs, costs[high][code as usize]))
                }
                _ => None,
            };
            let mut levels = self.cells[free.level..].iter_mut();
            let mut below = None;
            for (step, cells) in each(free.steps).zip(&mut levels) {
                if step == high {
                    break;
                }
                let start = cells.sets.len();
                match below {
                    None => self
                        .filling
                        .cells_of_rows(place, rows, n_words, &all, cells),
                    Some((from, own)) => self.filling.cells_of_cells(axis, from, step, own, cells),
                }
                if let Some((costs, of_highest)) = costs {
                    let costs = costs[step].as_slice();
                    for (set, &code) in cells.sets[start..].iter_mut().zip(&self.filling.codes) {
                        set.price = of_highest - costs[code as usize];
                    }
                }
                cells.end(number);
                below = Some((step, &cells.sets[start..]));
            }
        }
        let price = super::probe::price_of(subject, node, &rows[..n_words]);
        self.living[0].sets.push(Set {
            records: all,
            price,
        });
        self.living[0].end(number);
    }

    /// Lowers one axis more, to the step of a level, after `lowered` others. Returns what that suppresses and how many words are
    /// left of the classes. Where there is enough, the rest is not done: nothing may be lowered after that.
    pub(super) fn lower(&mut self, level: usize, lowered: usize, enough: Price) -> (Price, u64) {
        let k = self.k;
        let (from, to) = self.living.split_at_mut(lowered + 1);
        let (from, to) = (&from[lowered], &mut to[0]);
        to.clear();
        let cells = &self.cells[level];
        let mut died = Price::default();
        let mut begin = 0;
        for &(class, end) in &from.classes {
            let first = match class {
                0 => 0,
                _ => cells.classes[class as usize - 1].1,
            };
            let own = &cells.sets[first as usize..cells.classes[class as usize].1 as usize];
            let before = to.sets.len();
            for set in &from.sets[begin as usize..end as usize] {
                let mut left = set.records;
                for cell in own {
                    let mut part = [0; WORDS];
                    let (mut size, mut any) = (0, 0);
                    for word in 0..WORDS {
                        part[word] = set.records[word] & cell.records[word];
                        size += part[word].count_ones();
                        left[word] ^= part[word];
                        any |= left[word];
                    }
                    let price = set.price + cell.price;
                    if size < k {
                        died.records += u64::from(size);
                        died.price += u64::from(size) * price;
                    } else {
                        to.sets.push(Set {
                            records: part,
                            price,
                        });
                    }
                    if any == 0 {
                        break;
                    }
                }
            }
            if died.reaches(enough) {
                break;
            }
            begin = end;
            if to.sets.len() > before {
                to.end(class);
            }
        }
        (died, (to.sets.len() * WORDS) as u64)
    }
}

impl<const WORDS: usize> Filling<WORDS> {
    /// Gives each row of a class its bits. Returns all of them.
    fn place(&mut self, weights: &[u32], k: u32) -> [u64; WORDS] {
        self.bits.clear();
        let mut all = [0; WORDS];
        let mut at = 0;
        for (row, &weight) in (0..).zip(weights) {
            let mut left = weight.min(k);
            while left > 0 {
                let (word, begin) = (at / 64, at % 64);
                let now = left.min(64 - begin);
                let bits = (u64::MAX >> (64 - now)) << begin;
                self.bits.push((row, word, bits));
                all[word as usize] |= bits;
                at += now;
                left -= now;
            }
        }
        all
    }

    /// The cells of a class at the lowest step of an axis.
    fn cells_of_rows(
        &mut self,
        place: usize,
        rows: &[u64],
        n_words: usize,
        all: &[u64; WORDS],
        to: &mut Sets<WORDS>,
    ) {
        let (field, raised) = self.fields[place];
        let raised = &self.raised[raised..];
        let code = |row: u32| raised[field.code_at(&rows[row as usize * n_words..])];
        let of_code = self.of_code.as_mut_slice();
        for &(row, word, bits) in &self.bits {
            of_code[code(row) as usize][word as usize] |= bits;
        }
        self.codes.clear();
        let mut left = *all;
        for &(row, ..) in &self.bits {
            let code = code(row);
            let records = std::mem::replace(&mut of_code[code as usize], [0; WORDS]);
            if is_empty(&records) {
                continue;
            }
            self.codes.push(code);
            to.sets.push(Set { records, price: 0 });
            let mut any = 0;
            for (left, records) in left.iter_mut().zip(records) {
                *left ^= records;
                any |= *left;
            }
            if any == 0 {
                break;
            }
        }
    }

    /// The cells of a class at a step, from those at a lower one.
    fn cells_of_cells(
        &mut self,
        axis: &Axis,
        from: usize,
        step: usize,
        below: &[Set<WORDS>],
        to: &mut Sets<WORDS>,
    ) {
        let of_code = self.of_code.as_mut_slice();
        for (code, set) in self.codes.iter_mut().zip(below) {
            *code = axis.raised(from, *code as usize, step);
            for (all, records) in of_code[*code as usize].iter_mut().zip(set.records) {
                *all |= records;
            }
        }
        self.codes.retain(|&code| {
            let records = std::mem::replace(&mut of_code[code as usize], [0; WORDS]);
            let is_new = !is_empty(&records);
            if is_new {
                to.sets.push(Set { records, price: 0 });
            }
            is_new
        });
    }
}

/// Whether a set has no record. Not a comparison, which is a call for several words.
#[inline(always)]
fn is_empty<const WORDS: usize>(records: &[u64; WORDS]) -> bool {
    records.iter().fold(0, |any, word| any | word) == 0
}
