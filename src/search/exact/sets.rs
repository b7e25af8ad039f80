//! Small classes as sets of records: one bit for each record, one or a few words for each set.

use super::axis::Step;
use super::cells::{Cutting, Set, Sets};
use super::node::Node;
use super::objective::Terms;
use super::people::LeastPeople;
use super::probe::price_of;
use super::savings::{ClassSavings, Savings};
use super::steps::{Free, each, highest, lowest};
use super::subject::Subject;
use crate::classes::{Blocks, K, Planes, mark};

/// Records, and their price: how much more they cost when suppressed than when kept.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Price {
    pub(super) records: u64,
    pub(super) price: u64,
}

impl Price {
    /// Whether the records or the price reach those of `other`.
    #[inline(always)]
    pub(super) fn reaches(self, other: Self) -> bool {
        self.records >= other.records || self.price >= other.price
    }
}

/// The next lowering: of this axis to this step. `chosen` axes then have their steps; `lowered` were lowered before.
#[derive(Debug, Clone, Copy)]
pub(super) struct Next {
    pub(super) free: Free,
    pub(super) step: Step,
    pub(super) chosen: usize,
    pub(super) lowered: usize,
}

/// The effect of lowering an axis on the classes of a store.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Lowered {
    /// The records that it suppresses, priced at the lowest steps of the axes that have no step yet.
    pub(super) suppressed: Price,
    /// The part of that price that these records do not save there.
    pub(super) unsaved: u64,
    /// If classes are counted: the kept parts that stay one class whichever axis is lowered next.
    pub(super) settled: u64,
}

/// The classes of up to `WORDS` × 64 records that are too large for a store of fewer words. At most k records of each
/// row are counted, because every policy keeps a row of k records.
///
/// If rows have people, a row has one bit for each of its records or people, whichever are more. Two sets of each
/// class mark the bits that are records and the bits that are people. Fractions of people are rounded up, so that
/// suppression is never overestimated.
#[derive(Debug)]
pub(super) struct Store<const WORDS: usize> {
    k: K,
    /// The largest number of records of a row: more make no difference.
    most: u32,
    people: Option<LeastPeople>,
    /// For each class, the bits that are records and those that are people, if rows have people.
    sides: Vec<[[u64; WORDS]; 2]>,
    /// The bits of the rows.
    blocks: Blocks<WORDS>,
    /// For each class, the number of its block and its first row.
    places: Vec<(u32, u32)>,
    /// Per word of a row, once an axis in it was used: the planes of each block.
    planes: Vec<Vec<Planes<WORDS>>>,
    /// For each class, the bits of rows that are not kept on their own: a set that contains none of these is kept by
    /// every policy. If classes are counted, the first bit of each row: a set that contains one of these is one class
    /// under every policy.
    marks: Vec<[u64; WORDS]>,
    /// Whether classes are counted, in addition to suppressed records.
    counts: bool,
    /// Per level, once its axis was used: the cells of each class, which are its records with equal code at that
    /// step.
    cells: Vec<Sets<WORDS>>,
    /// Per number of lowered axes: the parts of each class that are kept.
    kept: Vec<Sets<WORDS>>,
    /// What records of the classes save, if suppressed records have a price.
    savings: ClassSavings,
    /// In the same case, per number of lowered axes: the classes in which the next lowering suppresses records, and
    /// how many.
    suppressed: Vec<Vec<(u32, u32)>>,
    cutting: Cutting<WORDS>,
    /// The cells of a class at the step of its rows, if no policy of the box has that step.
    coded: Sets<WORDS>,
}

/// The most bits of a row: more make no difference.
fn most_bits(subject: &Subject) -> u32 {
    u32::try_from(subject.enough_records()).map_or(u32::MAX, |most| most.max(1))
}

/// The records of a row, and its people rounded up.
#[inline(always)]
fn sides_of(node: &Node, row: usize, people: Option<LeastPeople>) -> [u32; 2] {
    let people = people.map_or(0, |least| least.whole(node.rows.people[row]));
    [node.rows.weights[row], people]
}

/// The number of bits of a row with these records and people.
#[inline(always)]
fn n_bits([records, people]: [u32; 2], most: u32) -> u32 {
    records.max(people).min(most)
}

impl<const WORDS: usize> Default for Store<WORDS> {
    fn default() -> Self {
        Self {
            k: K::new(0),
            most: 0,
            people: None,
            sides: Vec::new(),
            blocks: Blocks::default(),
            places: Vec::new(),
            planes: Vec::new(),
            marks: Vec::new(),
            counts: false,
            cells: Vec::new(),
            kept: Vec::new(),
            savings: ClassSavings::default(),
            suppressed: Vec::new(),
            cutting: Cutting::default(),
            coded: Sets::default(),
        }
    }
}

impl<const WORDS: usize> Store<WORDS> {
    /// The most records of a class.
    pub(super) const MOST: u64 = 64 * WORDS as u64;

    /// Adds the classes of a node that have more than `above` records and fit, for the free axes of its box.
    pub(super) fn fill(&mut self, subject: &Subject, node: &Node, free: &[Free], savings: &Savings, above: u64) {
        self.k = subject.k;
        self.most = most_bits(subject);
        self.people = subject.people;
        self.sides.clear();
        let n_levels = free.iter().map(|free| free.steps.count_ones() as usize - 1);
        let n_levels = n_levels.sum::<usize>().max(self.cells.len());
        self.cells.resize_with(n_levels, Sets::default);
        self.cells.iter_mut().for_each(Sets::clear);
        self.kept.resize_with(free.len() + 1, Sets::default);
        self.kept[0].clear();
        self.cutting.cell_of.resize(subject.widest, 0);
        self.blocks.clear();
        self.places.clear();
        self.planes.resize_with(subject.encoded.words, Vec::new);
        self.planes.iter_mut().for_each(Vec::clear);
        self.marks.clear();
        self.counts = subject.objective.counts_classes();
        self.savings.begin(free.len());
        self.suppressed.resize_with(free.len(), Vec::new);
        self.suppressed.iter_mut().for_each(Vec::clear);
        for class in 0..node.rows.n_classes() {
            self.take_class(subject, node, savings, above, class);
        }
    }

    /// Adds a class of a node if it fits.
    fn take_class(&mut self, subject: &Subject, node: &Node, savings: &Savings, above: u64, class: usize) {
        let rows = node.rows.class(class);
        if rows.len() as u64 > Self::MOST {
            return;
        }
        let (most, least) = (self.most, self.people);
        let bits_of = |row| n_bits(sides_of(node, row, least), most);
        let records: u64 = rows.clone().map(|row| u64::from(bits_of(row))).sum();
        if records <= above || records > Self::MOST {
            return;
        }
        let block = self.blocks.begin(records as usize);
        let (mut all, mut marks, mut sides) = ([0; WORDS], [0; WORDS], [[0; WORDS]; 2]);
        for row in rows.clone() {
            let bits = bits_of(row);
            let place = self.blocks.add(row as u32, bits);
            mark(&mut all, place, bits);
            if self.counts {
                mark(&mut marks, place, 1);
            } else if node.rows.weights[row] < most {
                mark(&mut marks, place, bits);
            }
            if least.is_some() {
                for (side, own) in sides.iter_mut().zip(sides_of(node, row, least)) {
                    mark(side, place, own.min(bits));
                }
            }
        }
        let n_marks: u32 = marks.iter().map(|marks| marks.count_ones()).sum();
        if n_marks <= u32::from(self.counts) {
            self.blocks.take_back(records as usize);
            return;
        }
        let n_words = subject.encoded.words;
        let row = &node.rows.words[rows.start * n_words..][..n_words];
        let price = price_of(subject, node, row);
        if !savings.is_empty() {
            self.savings.add(subject, node, savings, row);
        }
        self.kept[0].sets.push(Set { records: all, price });
        self.kept[0].end(self.places.len() as u32);
        self.marks.push(marks);
        if least.is_some() {
            self.sides.push(sides);
        }
        self.places.push((block, rows.start as u32));
    }

    /// Whether a class of a node does not fit.
    pub(super) fn is_too_large(subject: &Subject, node: &Node, class: usize) -> bool {
        let most = most_bits(subject);
        let bits = |row| n_bits(sides_of(node, row, subject.people), most);
        let records: u64 = node.rows.class(class).map(bits).map(u64::from).sum();
        records > Self::MOST
    }

    /// The kept parts that are still open after this many axes were lowered.
    pub(super) fn n_open(&self, lowered: usize) -> u64 {
        let ends = self.kept[lowered].classes.last();
        match self.places.is_empty() {
            true => 0,
            false => ends.map_or(0, |&(_, end)| u64::from(end)),
        }
    }

    /// Splits the classes into the cells of an axis. Returns the number of words of the cells.
    fn cut(&mut self, subject: &Subject, node: &Node, free: Free) -> u64 {
        let axis = &subject.encoded.axes[free.axis];
        let (coded, high) = (node.coded[free.axis], highest(free.steps));
        let n_words = subject.encoded.words;
        let row = |row: u32| &node.rows.words[row as usize * n_words..][..n_words];
        let (word, bits) = axis.field.bits(axis.n_codes(coded));
        let planes = &mut self.planes[word];
        if planes.is_empty() {
            self.blocks.planes(|of| row(of)[word], planes);
        }
        let levels = &mut self.cells[free.level..][..free.steps.count_ones() as usize - 1];
        for (number, (&(block, first), all)) in (self.places.iter()).zip(&self.kept[0].sets).enumerate() {
            let costs = matches!(subject.objective.terms, Terms::Cells).then(|| {
                let code = axis.raised(coded, axis.code(row(first)), high);
                let costs = &subject.objective.components[free.axis].costs;
                (costs, costs[high][code as usize])
            });
            let planes = &planes[block as usize][bits.clone()];
            let mut below: Option<(Step, &[Set<WORDS>])> = None;
            if coded < lowest(free.steps) {
                self.coded.clear();
                (self.cutting).cells_of_bits(&all.records, planes, &mut self.coded);
                below = Some((coded, &self.coded.sets));
            }
            for (step, cells) in each(free.steps).zip(levels.iter_mut()) {
                let start = cells.sets.len();
                match below {
                    None => self.cutting.cells_of_bits(&all.records, planes, cells),
                    Some((from, below)) => {
                        (self.cutting).cells_of_cells(axis, from, step, below, cells);
                    }
                }
                if let Some((costs, of_highest)) = costs {
                    let costs = costs[step].as_slice();
                    for (set, &code) in cells.sets[start..].iter_mut().zip(&self.cutting.codes) {
                        set.price = of_highest - costs[code as usize];
                    }
                }
                cells.end(number as u32);
                below = Some((step, &cells.sets[start..]));
            }
        }
        let words = levels.iter().map(|cells| cells.sets.len() * WORDS);
        words.sum::<usize>() as u64
    }

    /// Lowers one more axis to a step, after some others. Adds what that suppresses and settles, and returns the
    /// number of words read. It stops once the price reaches `enough`; no axis may be lowered after that.
    pub(super) fn lower(
        &mut self,
        subject: &Subject,
        node: &Node,
        next: Next,
        enough: Price,
        lowered: &mut Lowered,
    ) -> u64 {
        match (self.people, self.counts) {
            (None, false) => self.lower_with::<false, false>(subject, node, next, enough, lowered),
            (None, true) => self.lower_with::<false, true>(subject, node, next, enough, lowered),
            (Some(_), _) => self.lower_with::<true, true>(subject, node, next, enough, lowered),
        }
    }

    /// As [`lower`](Self::lower), with or without people, and with or without counting marks, which a count of
    /// classes needs.
    #[inline(always)]
    fn lower_with<const PEOPLE: bool, const COUNT: bool>(
        &mut self,
        subject: &Subject,
        node: &Node,
        next: Next,
        enough: Price,
        all: &mut Lowered,
    ) -> u64 {
        let Next { free, step, chosen, lowered } = next;
        let suppressed = &mut all.suppressed;
        if self.places.is_empty() || suppressed.reaches(enough) {
            return 0;
        }
        let words = if self.cells[free.level].classes.is_empty() { self.cut(subject, node, free) } else { 0 };
        let level = free.level + (free.steps & ((1 << step) - 1)).count_ones() as usize;
        let (k, least) = (self.k, self.people);
        let most_marks = u64::from(COUNT && self.counts);
        let (from, to) = self.kept.split_at_mut(lowered + 1);
        let (from, to) = (&from[lowered], &mut to[0]);
        to.classes.clear();
        let cells = &self.cells[level];
        let (mut begin, mut n_kept) = (0, 0);
        let at_lowest = self.savings.at_lowest[chosen].as_slice();
        let list = &mut self.suppressed[lowered];
        if !at_lowest.is_empty() {
            list.resize(list.len().max(from.classes.len()), (0, 0));
        }
        let mut n_suppressed = 0;
        for &(class, end) in &from.classes {
            let first = match class {
                0 => 0,
                _ => cells.classes[class as usize - 1].1,
            };
            let own = &cells.sets[first as usize..cells.classes[class as usize].1 as usize];
            let sets = &from.sets[begin as usize..end as usize];
            let marks = &self.marks[class as usize];
            let [records, people] = match PEOPLE {
                true => self.sides[class as usize],
                false => [[u64::MAX; WORDS]; 2],
            };
            let (before, suppressed_before) = (n_kept, suppressed.records);
            let unsaved = at_lowest.get(class as usize).copied().unwrap_or(0);
            // Branch-free, because branches would be unpredictable: each part is written, and counted only if it is
            // kept.
            let most = n_kept + sets.len() * own.len();
            if to.sets.len() < most {
                to.sets.resize(most, Set::EMPTY);
            }
            let kept = &mut to.sets.as_mut_slice()[..most];
            for set in sets {
                for cell in own {
                    let mut part = [0; WORDS];
                    let (mut size, mut size_of_people, mut marked) = (0, 0, 0);
                    for word in 0..WORDS {
                        part[word] = set.records[word] & cell.records[word];
                        let own = part[word] & marks[word];
                        match COUNT {
                            true => marked += u64::from(own.count_ones()),
                            false => marked |= own,
                        }
                        if PEOPLE {
                            size += (part[word] & records[word]).count_ones();
                            size_of_people += (part[word] & people[word]).count_ones();
                        } else {
                            size += part[word].count_ones();
                        }
                    }
                    let has_people = !PEOPLE || least.is_none_or(|least| least.keeps_whole(size, size_of_people));
                    let is_kept = k.keeps(u64::from(size)) & has_people;
                    let price = set.price + cell.price;
                    let of_suppressed = if is_kept { 0 } else { u64::from(size) };
                    suppressed.records += of_suppressed;
                    suppressed.price += of_suppressed * (price + unsaved);
                    kept[n_kept] = Set { records: part, price };
                    let is_open = marked > most_marks;
                    if COUNT {
                        all.settled += u64::from(is_kept & !is_open);
                    }
                    n_kept += usize::from(is_kept & is_open);
                }
            }
            if suppressed.reaches(enough) {
                break;
            }
            // The list is empty if savings are left out.
            if let Some(place) = list.get_mut(n_suppressed) {
                let own = suppressed.records - suppressed_before;
                all.unsaved += own * unsaved;
                *place = (class, own as u32);
                n_suppressed += usize::from(own > 0);
            }
            begin = end;
            if n_kept > before {
                to.classes.push((class, n_kept as u32));
            }
        }
        list.truncate(n_suppressed);
        words + (n_kept * WORDS) as u64
    }

    /// Counts the records suppressed by this many lowerings, by their code on a free axis.
    pub(super) fn count_suppressed(&self, savings: &mut Savings, axis: usize, lowered: usize) {
        let codes = self.savings.codes[axis].as_slice();
        for &(class, records) in self.suppressed[..lowered].iter().flatten() {
            savings.count(codes[class as usize], u64::from(records));
        }
    }
}
