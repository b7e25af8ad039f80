//! Tuples in the classes of a policy: sets of records, a bit for each.

use super::study::Study;
use std::sync::OnceLock;

/// Classes of a policy that lower policies may break. Of each row at most k records are counted, as a row of k is kept
/// whatever the policy.
#[derive(Default)]
pub(super) struct Frame {
    lo: Vec<usize>,
    classes: Vec<Class>,
    /// The tuple of each record, class after class.
    tuples: Vec<u32>,
    /// Sets of each class: all records, and those in rows of fewer than k. A set of none of these stays kept.
    all: Vec<u64>,
    light: Vec<u64>,
    /// For each level of each column the sets of equal value, class after class, and where those of each class end.
    cells: Vec<Vec<OnceLock<Cells>>>,
}

type Cells = (Vec<u64>, Vec<usize>);

/// Where the records and the words of a class begin, and how many words each of its sets has.
struct Class {
    tuples: usize,
    words: usize,
    width: usize,
}

/// A tuple of a class: what it is from the lowest policy on, its number and its records.
type Row = (Result<u128, u32>, u32, u32);

/// What a policy keeps of a frame's classes, and what it suppresses of all.
#[derive(Clone)]
pub(super) struct Held<'a> {
    frame: &'a Frame,
    pub(super) hi: Vec<usize>,
    /// The sets of each class that has any, and their class and end.
    sets: Vec<u64>,
    ends: Vec<(usize, usize)>,
    /// S and P, and how many of the suppressed records have each row of each column's hierarchy.
    pub(super) suppressed: u64,
    pub(super) price: Vec<u64>,
    fallen: Vec<Vec<u64>>,
}

/// A set of records of a class.
type Set<'a> = &'a [u64];

impl Frame {
    fn new(study: &Study, lo: &[usize]) -> Self {
        let cells = study.columns.iter().map(|column| column.groups.iter().map(|_| OnceLock::new()).collect());
        Self { lo: lo.to_vec(), cells: cells.collect(), ..Self::default() }
    }

    /// All tuples in one class.
    pub(super) fn top(study: &Study) -> Self {
        let mut frame = Self::new(study, &vec![0; study.columns.len()]);
        let row = |(tuple, &records): (u32, &u32)| (Err(tuple), tuple, records);
        frame.add(study, (0..).zip(&study.records).map(row).collect());
        frame
    }

    /// Takes up a class, unless no policy can break it. Rows that are equal from the lowest policy on are one.
    fn add(&mut self, study: &Study, mut rows: Vec<Row>) {
        rows.sort_unstable();
        let rows = rows.chunk_by(|one, other| one.0 == other.0);
        let rows: Vec<(u32, u64)> =
            rows.map(|equal| (equal[0].1, equal.iter().map(|row| u64::from(row.2)).sum())).collect();
        if rows.len() < 2 || rows.iter().all(|row| row.1 >= study.k) {
            return;
        }
        let (first, words) = (self.tuples.len(), self.all.len());
        for (tuple, records) in rows {
            for _ in 0..records.min(study.k) {
                let (word, bit) = (words + (self.tuples.len() - first) / 64, (self.tuples.len() - first) % 64);
                self.all.resize(word + 1, 0);
                self.light.resize(word + 1, 0);
                self.all[word] |= 1 << bit;
                self.light[word] |= u64::from(records < study.k) << bit;
                self.tuples.push(tuple);
            }
        }
        self.classes.push(Class { tuples: first, words, width: self.all.len() - words });
    }

    /// The records of each class that have the same group on a level of a column; none of a class that has one group.
    fn cells(&self, study: &Study, (qi, level): (usize, usize)) -> &Cells {
        let (codes, groups) = (&study.columns[qi].codes, &study.columns[qi].groups[level]);
        self.cells[qi][level].get_or_init(|| {
            let (mut cells, mut ends, mut found) = (Vec::new(), Vec::new(), Vec::new());
            let mut cell_of = vec![None; groups.len()];
            for (number, class) in self.classes.iter().enumerate() {
                let end = self.classes.get(number + 1).map_or(self.tuples.len(), |next| next.tuples);
                for (at, &tuple) in self.tuples[class.tuples..end].iter().enumerate() {
                    let group = groups[codes[tuple as usize] as usize] as usize;
                    let cell = *cell_of[group].get_or_insert_with(|| {
                        found.push(group);
                        cells.resize(cells.len() + class.width, 0);
                        cells.len() - class.width
                    });
                    cells[cell + at / 64] |= 1_u64 << (at % 64);
                }
                if found.len() == 1 {
                    cells.truncate(cells.len() - class.width);
                }
                found.drain(..).for_each(|group| cell_of[group] = None);
                ends.push(cells.len());
            }
            (cells, ends)
        })
    }

    /// Adds the tuples of a set's records.
    fn add_tuples(&self, class: &Class, set: impl Iterator<Item = u64>, tuples: &mut Vec<u32>) {
        for (word, mut bits) in set.enumerate() {
            while bits != 0 {
                tuples.push(self.tuples[class.tuples + 64 * word + bits.trailing_zeros() as usize]);
                bits &= bits - 1;
            }
        }
    }

    /// Cuts the sets of a class by cells: parts of k records or more that can be broken further are kept, and those of
    /// fewer fall.
    #[inline(always)]
    fn cut(
        &self,
        k: u64,
        class: &Class,
        width: usize,
        (sets, cells): (Set, Set),
        next: &mut Vec<u64>,
        fall: &mut impl FnMut(&[u32]),
    ) {
        let (light, mut tuples) = (&self.light[class.words..class.words + width], Vec::new());
        for set in sets.chunks_exact(width) {
            let mut left: u32 = set.iter().map(|word| word.count_ones()).sum();
            for cell in cells.chunks_exact(width) {
                let part = || set.iter().zip(cell).map(|(set, cell)| set & cell);
                if part().all(|word| word == 0) {
                    continue;
                }
                let records: u32 = part().map(u64::count_ones).sum();
                if u64::from(records) < k {
                    tuples.clear();
                    self.add_tuples(class, part(), &mut tuples);
                    fall(&tuples);
                } else if part().zip(light).any(|(word, light)| word & light != 0) {
                    next.extend(part());
                }
                left -= records;
                if left == 0 {
                    break;
                }
            }
        }
    }
}

impl<'a> Held<'a> {
    /// So many words are read while a record is put into a frame.
    const WORTH: usize = 24;

    /// The policy of these levels, over a frame of all tuples in one class.
    pub(super) fn new(study: &Study, frame: &'a Frame, levels: &[usize]) -> Option<Self> {
        let fallen = study.columns.iter().map(|column| vec![0; column.rows.len()]).collect();
        let (hi, price) = (vec![usize::MAX; levels.len()], vec![0; levels.len()]);
        let one = Self { frame, hi, sets: Vec::new(), ends: Vec::new(), suppressed: 0, price, fallen };
        one.within(frame).lower(study, levels, &mut |_, _| false)
    }

    /// The same with all classes of a frame.
    pub(super) fn within<'b>(&self, frame: &'b Frame) -> Held<'b> {
        let ends = frame.classes.iter().map(|class| class.words + class.width).enumerate().collect();
        let (hi, price, fallen) = (self.hi.clone(), self.price.clone(), self.fallen.clone());
        Held { frame, hi, sets: frame.all.clone(), ends, suppressed: self.suppressed, price, fallen }
    }

    /// A frame of what it keeps, for the policies from `lo` on, if that is worth its making for so many nodes: if as
    /// much less is read as it takes. Classes of fewest records come first, as they are broken soonest.
    pub(super) fn frame(&self, study: &Study, lo: &[usize], nodes: usize) -> Option<Frame> {
        let (mut start, mut records, mut words, mut order) = (0, 0, 0, Vec::new());
        for &(class, end) in &self.ends {
            let width = self.frame.classes[class].width;
            for (place, set) in (start..).step_by(width).zip(self.sets[start..end].chunks_exact(width)) {
                let own: u32 = set.iter().map(|word| word.count_ones()).sum();
                records += own as usize;
                words += own.div_ceil(64) as usize;
                order.push((own, class, place));
            }
            start = end;
        }
        if nodes.saturating_mul(self.sets.len() - words) < Self::WORTH * records {
            return None;
        }
        order.sort_unstable();
        let (mut frame, mut tuples) = (Frame::new(study, lo), Vec::new());
        // What was merged from here on is not merged again.
        let numbers = if self.frame.lo == lo { None } else { study.numbers(lo) };
        for (_, class, place) in order {
            let class = &self.frame.classes[class];
            tuples.clear();
            self.frame.add_tuples(class, self.sets[place..place + class.width].iter().copied(), &mut tuples);
            let key = |tuple: u32| numbers.as_ref().map(|numbers| study.number(tuple, numbers)).ok_or(tuple);
            frame.add(study, tuples.iter().map(|&tuple| (key(tuple), tuple, 1)).collect());
        }
        Some(frame)
    }

    /// A lower policy, unless what it suppresses is enough.
    pub(super) fn lower(
        &self,
        study: &Study,
        hi: &[usize],
        enough: &mut dyn FnMut(u64, &[u64]) -> bool,
    ) -> Option<Self> {
        let cuts: Vec<usize> = (0..hi.len()).filter(|&qi| hi[qi] < self.hi[qi]).collect();
        let mut price = self.price.clone();
        for &qi in &cuts {
            let costs = &study.columns[qi].costs;
            let costs = costs[self.hi[qi].min(costs.len() - 1)].iter().zip(&costs[hi[qi]]).zip(&self.fallen[qi]);
            price[qi] += costs.map(|((high, low), records)| records * (high - low)).sum::<u64>();
        }
        if enough(self.suppressed, &price) {
            return None;
        }
        let cells: Vec<&Cells> = cuts.iter().map(|&qi| self.frame.cells(study, (qi, hi[qi]))).collect();
        let columns = study.columns.iter().zip(hi);
        let costs: Vec<(&[u32], &[u64], u64)> =
            columns.map(|(column, &level)| (&column.codes[..], &column.costs[level][..], column.most)).collect();
        let (mut suppressed, mut fallen) = (self.suppressed, Vec::new());
        let (mut sets, mut ends, mut start) = (Vec::new(), Vec::new(), 0);
        let (mut parts, mut next): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
        for &(number, end) in &self.ends {
            let (class, before) = (&self.frame.classes[number], suppressed);
            parts.clear();
            parts.extend_from_slice(&self.sets[start..end]);
            start = end;
            for (stage, (cells, ends)) in cells.iter().enumerate() {
                let cells = &cells[number.checked_sub(1).map_or(0, |before| ends[before])..ends[number]];
                if cells.is_empty() {
                    continue;
                }
                // What falls is equal under the lower policy, but for the columns that are cut later.
                let later = &cuts[stage + 1..];
                let mut fall = |tuples: &[u32]| {
                    suppressed += tuples.len() as u64;
                    fallen.extend_from_slice(tuples);
                    for (qi, (price, (codes, costs, most))) in price.iter_mut().zip(&costs).enumerate() {
                        let own = |tuple: &u32| most - costs[codes[*tuple as usize] as usize];
                        *price += match later.contains(&qi) {
                            true => tuples.iter().map(own).sum(),
                            false => tuples.len() as u64 * own(&tuples[0]),
                        };
                    }
                };
                next.clear();
                // With a number that the compiler knows the usual case is fast.
                match class.width {
                    1 => self.frame.cut(study.k, class, 1, (&parts, cells), &mut next, &mut fall),
                    width => self.frame.cut(study.k, class, width, (&parts, cells), &mut next, &mut fall),
                }
                std::mem::swap(&mut parts, &mut next);
            }
            if suppressed > before && enough(suppressed, &price) {
                return None;
            }
            sets.extend_from_slice(&parts);
            if !parts.is_empty() {
                ends.push((number, sets.len()));
            }
        }
        let mut counts = self.fallen.clone();
        for (counts, column) in counts.iter_mut().zip(&study.columns) {
            fallen.iter().for_each(|&tuple| counts[column.codes[tuple as usize] as usize] += 1);
        }
        Some(Self { frame: self.frame, hi: hi.to_vec(), sets, ends, suppressed, price, fallen: counts })
    }
}
