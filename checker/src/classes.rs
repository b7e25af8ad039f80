//! Tuples in the classes of a policy: sets of records, a bit for each.

use super::study::Study;
use std::collections::HashMap;
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
    /// For each cut the sets of equal code below it, class after class, and where those of each class end.
    cells: Vec<OnceLock<(Vec<u64>, Vec<usize>)>>,
}

/// Where the records and the words of a class begin, and how many words each of its sets has.
struct Class {
    tuples: usize,
    words: usize,
    width: usize,
}

/// A tuple of a class: what it is from the lowest policy on, its number and its records.
type Row = (u64, u32, u32);

/// What a policy keeps of a frame's classes, and what it suppresses of all.
pub(super) struct Held<'a> {
    frame: &'a Frame,
    pub(super) hi: Vec<usize>,
    /// The sets of each class that has any, and their class and end.
    sets: Vec<u64>,
    ends: Vec<(usize, usize)>,
    /// S and P, and how many of the suppressed records have each code of step 0 of each axis.
    pub(super) suppressed: u64,
    pub(super) price: Vec<u64>,
    fallen: Vec<u64>,
}

impl Frame {
    fn new(study: &Study, lo: &[usize]) -> Self {
        Self { lo: lo.to_vec(), cells: (0..study.n_cuts).map(|_| OnceLock::new()).collect(), ..Self::default() }
    }

    /// All tuples in the classes of the top policy, and those that it suppresses.
    pub(super) fn top(study: &Study) -> (Self, Vec<u32>) {
        let mut classes: HashMap<Vec<u32>, Vec<Row>> = HashMap::new();
        for (tuple, &records) in (0..).zip(&study.records) {
            let top = study.axes.iter().map(|axis| axis.up[axis.up.len() - 1][study.code(tuple, axis)]);
            classes.entry(top.collect()).or_default().push((tuple.into(), tuple, records));
        }
        let mut classes: Vec<_> = classes.into_values().collect();
        classes.sort_unstable();
        let (mut frame, mut fallen) = (Self::new(study, &vec![0; study.axes.len()]), Vec::new());
        for class in classes {
            match class.iter().map(|row| u64::from(row.2)).sum::<u64>() < study.k {
                true => fallen.extend(class.iter().flat_map(|row| std::iter::repeat_n(row.1, row.2 as usize))),
                false => frame.add(study, class),
            }
        }
        (frame, fallen)
    }

    /// Takes up a class, unless no policy can break it. Rows that are equal from the lowest policy on are one.
    fn add(&mut self, study: &Study, mut rows: Vec<Row>) {
        rows.sort_unstable();
        let rows = rows.chunk_by(|one, other| one.0 == other.0);
        let rows: Vec<_> =
            rows.map(|equal| (equal[0].1, equal.iter().map(|row| u64::from(row.2)).sum::<u64>())).collect();
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

    /// The records of each class that have the same code at a step of an axis; none of a class that has one code.
    fn cells(&self, study: &Study, (axis, step): (usize, usize)) -> &(Vec<u64>, Vec<usize>) {
        let axis = &study.axes[axis];
        self.cells[axis.first_cut + step].get_or_init(|| {
            let (mut cells, mut ends, mut codes) = (Vec::new(), Vec::new(), Vec::new());
            let mut cell_of = vec![None; axis.up[step].len()];
            for (number, class) in self.classes.iter().enumerate() {
                let end = self.classes.get(number + 1).map_or(self.tuples.len(), |next| next.tuples);
                for (at, &tuple) in self.tuples[class.tuples..end].iter().enumerate() {
                    let code = axis.up[step][axis.codes[tuple as usize] as usize] as usize;
                    let cell = *cell_of[code].get_or_insert_with(|| {
                        codes.push(code);
                        cells.resize(cells.len() + class.width, 0);
                        cells.len() - class.width
                    });
                    cells[cell + at / 64] |= 1_u64 << (at % 64);
                }
                if codes.len() == 1 {
                    cells.truncate(cells.len() - class.width);
                }
                codes.drain(..).for_each(|code| cell_of[code] = None);
                ends.push(cells.len());
            }
            (cells, ends)
        })
    }

    /// The tuples of a set's records.
    fn tuples_of(&self, class: &Class, set: &[u64], tuples: &mut Vec<u32>) {
        tuples.clear();
        for (word, &bits) in set.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                tuples.push(self.tuples[class.tuples + 64 * word + bits.trailing_zeros() as usize]);
                bits &= bits - 1;
            }
        }
    }
}

impl<'a> Held<'a> {
    /// So many words are read while a record is put into a frame.
    const WORTH: usize = 8;

    /// The top policy.
    pub(super) fn top(study: &Study, (frame, fallen): &'a (Frame, Vec<u32>)) -> Self {
        let hi = study.axes.iter().map(|axis| axis.up.len() - 1).collect();
        let (price, counts) = (vec![0; study.most.len()], vec![0; study.n_codes]);
        let mut held = Self { frame, hi, sets: Vec::new(), ends: Vec::new(), suppressed: 0, price, fallen: counts };
        fallen.iter().for_each(|&tuple| held.fall(study, &[tuple], false));
        held.within(frame)
    }

    /// The same with all classes of a frame.
    pub(super) fn within<'b>(&self, frame: &'b Frame) -> Held<'b> {
        let ends = frame.classes.iter().map(|class| class.words + class.width).enumerate().collect();
        Held { sets: frame.all.clone(), ends, ..self.bare(frame) }
    }

    /// What it suppresses, without what it keeps.
    fn bare<'b>(&self, frame: &'b Frame) -> Held<'b> {
        let (hi, price, fallen) = (self.hi.clone(), self.price.clone(), self.fallen.clone());
        Held { frame, hi, sets: Vec::new(), ends: Vec::new(), suppressed: self.suppressed, price, fallen }
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
        let (mut frame, mut tuples, is_raised) = (Frame::new(study, lo), Vec::new(), self.frame.lo != lo);
        for (_, class, place) in order {
            let class = &self.frame.classes[class];
            self.frame.tuples_of(class, &self.sets[place..place + class.width], &mut tuples);
            let key = |tuple: u32| if is_raised { study.key(tuple, lo) } else { tuple.into() };
            frame.add(study, tuples.iter().map(|&tuple| (key(tuple), tuple, 1)).collect());
        }
        Some(frame)
    }

    /// Suppresses records that are equal under the policy.
    fn fall(&mut self, study: &Study, tuples: &[u32], is_last: bool) {
        let records = tuples.len() as u64;
        self.suppressed += records;
        self.price.iter_mut().zip(&study.most).for_each(|(price, most)| *price += records * most);
        for (axis, &step) in study.axes.iter().zip(&self.hi) {
            for (&sum, costs) in axis.sums.iter().zip(&axis.costs[step]) {
                self.price[sum] -= records * costs[study.code(tuples[0], axis)];
            }
            let counted = if is_last { &[] } else { tuples };
            counted.iter().for_each(|&tuple| self.fallen[axis.first_code + study.code(tuple, axis)] += 1);
        }
    }

    /// The policy with one axis lowered, unless what it suppresses is enough; if it is the last, without what it keeps.
    pub(super) fn lower(
        &self,
        study: &Study,
        (number, to): (usize, usize),
        is_last: bool,
        enough: &mut dyn FnMut(u64, &[u64]) -> bool,
    ) -> Option<Self> {
        let (axis, high) = (&study.axes[number], self.hi[number]);
        let mut below = self.bare(self.frame);
        below.hi[number] = to;
        for (place, &sum) in axis.sums.iter().enumerate() {
            let costs = axis.costs[high][place].iter().zip(&axis.costs[to][place]);
            let dearer = costs.zip(&self.fallen[axis.first_code..]).map(|((high, low), of)| of * (high - low));
            below.price[sum] += dearer.sum::<u64>();
        }
        if enough(below.suppressed, &below.price) {
            return None;
        }
        let (cells, cell_ends) = self.frame.cells(study, (number, to));
        let (mut start, mut fallen) = (0, Vec::new());
        for &(number, end) in &self.ends {
            let (class, before) = (&self.frame.classes[number], below.suppressed);
            let first = number.checked_sub(1).map_or(0, |before| cell_ends[before]);
            let (own, light) = (&cells[first..cell_ends[number]], &self.frame.light[class.words..]);
            if own.is_empty() && !is_last {
                below.sets.extend_from_slice(&self.sets[start..end]);
            }
            for set in self.sets[start..end].chunks_exact(class.width) {
                for cell in own.chunks_exact(class.width) {
                    let (part, mut records, mut of_light) = (below.sets.len(), 0, 0);
                    for ((set, cell), light) in set.iter().zip(cell).zip(light) {
                        below.sets.push(set & cell);
                        records += u64::from((set & cell).count_ones());
                        of_light |= set & cell & light;
                    }
                    if records > 0 && records < study.k {
                        self.frame.tuples_of(class, &below.sets[part..], &mut fallen);
                        below.fall(study, &fallen, is_last);
                    }
                    if records < study.k || of_light == 0 || is_last {
                        below.sets.truncate(part);
                    }
                }
            }
            start = end;
            if below.suppressed > before && enough(below.suppressed, &below.price) {
                return None;
            }
            if below.sets.len() > below.ends.last().map_or(0, |last| last.1) {
                below.ends.push((number, below.sets.len()));
            }
        }
        Some(below)
    }
}
