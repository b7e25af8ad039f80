//! Small classes as sets of records: one bit for each record, one or a few words for each set.

use super::axes::{ProofAxes, ProofAxis, Step};
use super::node::Node;
use super::suppressed_sum::{Part, SuppressedSum};
use crate::classes::{Blocks, Planes, mark, split};
use std::cell::OnceCell;

/// Sets of records of some classes.
#[derive(Clone, Default)]
pub(super) struct Kept<const WORDS: usize> {
    sets: Vec<[u64; WORDS]>,
    /// The records of each set.
    sizes: Vec<u32>,
    /// The numbers of the classes that have sets, and the end of each one's sets.
    classes: Vec<(u32, u32)>,
}

/// Classes of up to `WORDS` × 64 records. At most k records of each row are counted, because every policy keeps a row
/// of k records.
pub(super) struct Store<const WORDS: usize> {
    most: u32,
    /// The number of each class among those of its node.
    classes: Vec<u32>,
    /// The records, and the number of each class's block.
    blocks: Blocks<WORDS>,
    block_of: Vec<u32>,
    /// For each word of a row, the planes of each block, computed on first use.
    planes: Vec<OnceCell<Vec<Planes<WORDS>>>>,
    /// For each class, the records in rows of fewer than k: a set that contains none of these is kept by every
    /// policy.
    light: Vec<[u64; WORDS]>,
    /// All records of the classes.
    all: Kept<WORDS>,
    /// For each cut, the records of equal code below it, computed on first use.
    cells: Vec<OnceCell<Cells<WORDS>>>,
}

/// The records of each class with the same code at a step of an axis. A class with a single code has no entry.
#[derive(Default)]
struct Cells<const WORDS: usize> {
    sets: Vec<[u64; WORDS]>,
    /// The code of each cell at the step.
    codes: Vec<u32>,
    /// The end of each class's cells.
    ends: Vec<u32>,
}

/// The number of records that two sets have in common.
#[inline(always)]
fn common<const WORDS: usize>(set: &[u64; WORDS], other: &[u64; WORDS]) -> u32 {
    let mut records = 0;
    for word in 0..WORDS {
        records += (set[word] & other[word]).count_ones();
    }
    records
}

/// The records that two sets have in common.
#[inline(always)]
fn intersection<const WORDS: usize>(set: &[u64; WORDS], other: &[u64; WORDS]) -> [u64; WORDS] {
    let mut part = [0; WORDS];
    for word in 0..WORDS {
        part[word] = set[word] & other[word];
    }
    part
}

/// Whether two sets have records in common.
#[inline(always)]
fn meet<const WORDS: usize>(set: &[u64; WORDS], other: &[u64; WORDS]) -> bool {
    let mut any = 0;
    for word in 0..WORDS {
        any |= set[word] & other[word];
    }
    any != 0
}

impl<const WORDS: usize> Cells<WORDS> {
    /// The cell of a code, in the class whose cells begin at `start`.
    #[inline(always)]
    fn cell(&mut self, start: usize, code: u32, cell_of: &mut [u32]) -> &mut [u64; WORDS] {
        let cell = &mut cell_of[code as usize];
        if *cell == 0 {
            self.codes.push(code);
            self.sets.push([0; WORDS]);
            *cell = (self.sets.len() - start) as u32;
        }
        &mut self.sets[start + *cell as usize - 1]
    }

    /// Ends the class whose cells begin at `start`.
    #[inline(always)]
    fn end(&mut self, start: usize) {
        if self.sets.len() == start + 1 {
            self.sets.pop();
            self.codes.pop();
        }
        self.ends.push(self.sets.len() as u32);
    }
}

impl<const WORDS: usize> Kept<WORDS> {
    fn clear(&mut self) {
        self.sets.clear();
        self.sizes.clear();
        self.classes.clear();
    }
}

impl<const WORDS: usize> Store<WORDS> {
    pub(super) fn new(all: &ProofAxes, most: u32) -> Self {
        Self {
            most,
            classes: Vec::new(),
            blocks: Blocks::default(),
            block_of: Vec::new(),
            planes: all.words.iter().map(|_| OnceCell::new()).collect(),
            light: Vec::new(),
            all: Kept::default(),
            cells: (0..all.n_cuts).map(|_| OnceCell::new()).collect(),
        }
    }

    /// Adds a class of a node with this many records.
    pub(super) fn add(&mut self, node: &Node, class: usize, records: u64) {
        let (mut all, mut light) = ([0; WORDS], [0; WORDS]);
        self.block_of.push(self.blocks.begin(records as usize));
        for row in node.class(class) {
            let records = node.weights[row].min(self.most);
            let place = self.blocks.add(row as u32, records);
            mark(&mut all, place, records);
            if records < self.most {
                mark(&mut light, place, records);
            }
        }
        self.all.sizes.push(records as u32);
        self.all.sets.push(all);
        let number = self.classes.len() as u32;
        self.all.classes.push((number, number + 1));
        self.light.push(light);
        self.classes.push(class as u32);
    }

    pub(super) fn all(&self) -> &Kept<WORDS> {
        &self.all
    }

    /// The records of each class of equal code at a step of an axis.
    fn cells(&self, node: &Node, to: (&ProofAxis, usize, Step)) -> &Cells<WORDS> {
        let (own, axis, step) = to;
        self.cells[own.first_cut + step].get_or_init(|| match node.merged[axis] {
            lowest if lowest < step => {
                let below = self.cells(node, (own, axis, lowest));
                self.joined(below, &own.raised(lowest, step), own.n_codes[step])
            }
            _ => self.cut(node, own, &own.up[step]),
        })
    }

    /// As [`cells`](Self::cells), from the rows, which are equal from this step on. A code of step 0 becomes `up` at
    /// it.
    fn cut(&self, node: &Node, axis: &ProofAxis, up: &[u32]) -> Cells<WORDS> {
        let words = node.words[axis.word].as_slice();
        let planes = self.planes[axis.word].get_or_init(|| {
            let mut planes = Vec::new();
            let word_of = |row: u32| words[row as usize];
            self.blocks.planes(word_of, &mut planes);
            planes
        });
        let mut cells = Cells::default();
        for (all, &block) in self.all.sets.iter().zip(&self.block_of) {
            let start = cells.sets.len();
            let planes = &planes[block as usize][axis.bits.clone()];
            split(all, planes, &mut cells.codes, &mut cells.sets);
            cells.end(start);
        }
        for code in &mut cells.codes {
            *code = up[*code as usize];
        }
        cells
    }

    /// As [`cells`](Self::cells), from the cells at a lower step: a class with a single code there also has a single
    /// code here.
    fn joined(&self, below: &Cells<WORDS>, raised: &[u32], n_codes: usize) -> Cells<WORDS> {
        let mut cell_of = vec![0_u32; n_codes];
        let mut cells = Cells::default();
        let mut begin = 0;
        for &end in &below.ends {
            let start = cells.sets.len();
            for place in begin as usize..end as usize {
                let code = raised[below.codes[place] as usize];
                let cell = cells.cell(start, code, &mut cell_of);
                for (all, records) in cell.iter_mut().zip(below.sets[place]) {
                    *all |= records;
                }
            }
            begin = end;
            for &code in &cells.codes[start..] {
                cell_of[code as usize] = 0;
            }
            cells.end(start);
        }
        cells
    }

    /// Lowers an axis to a step: the parts that stay kept go to other sets, and the others are suppressed. Returns
    /// whether that is enough. Then not all parts were looked at.
    pub(super) fn lower(
        &self,
        (axis, step): (usize, Step),
        from: &Kept<WORDS>,
        to: &mut Kept<WORDS>,
        suppressed: &mut SuppressedSum,
    ) -> bool {
        to.clear();
        if from.classes.is_empty() {
            return false;
        }
        // There are rarely fewer afterwards.
        to.sets.reserve(from.sets.len());
        to.sizes.reserve(from.sets.len());
        to.classes.reserve(from.classes.len());
        let cells = self.cells(suppressed.node, (&suppressed.all.axes[axis], axis, step));
        let most = self.most;
        suppressed.parts.clear();
        let mut begin = 0;
        for &(class, end) in &from.classes {
            let sets = begin..end as usize;
            begin = sets.end;
            *suppressed.read += (sets.len() * WORDS) as u64;
            let first = match class {
                0 => 0,
                _ => cells.ends[class as usize - 1],
            };
            let own = &cells.sets[first as usize..cells.ends[class as usize] as usize];
            let (before, fallen) = (to.sets.len(), suppressed.parts.len());
            if own.is_empty() {
                to.sets.extend_from_slice(&from.sets[sets.clone()]);
                to.sizes.extend_from_slice(&from.sizes[sets.clone()]);
            }
            let light = &self.light[class as usize];
            for (number, set) in sets.clone().zip(&from.sets[sets]) {
                let mut left = from.sizes[number];
                for (place, cell) in own.iter().enumerate() {
                    // The last cell contains what no other cell contains.
                    let records = match place + 1 == own.len() {
                        true => left,
                        false => common(set, cell),
                    };
                    if records >= most {
                        let part = intersection(set, cell);
                        if meet(&part, light) {
                            to.sets.push(part);
                            to.sizes.push(records);
                        }
                    } else if records > 0 {
                        suppressed.add_part(Part { class, set: number as u32, cell: first + place as u32, records });
                    }
                    left -= records;
                    if left == 0 {
                        break;
                    }
                }
            }
            if suppressed.parts.len() > fallen && suppressed.is_over_limit() {
                return true;
            }
            if to.sets.len() > before {
                to.classes.push((class, to.sets.len() as u32));
            }
        }
        // The suppressed parts are often enough, so only those that stay open are listed and priced.
        let parts = std::mem::take(suppressed.parts);
        for part in &parts {
            let (set, cell) = (&from.sets[part.set as usize], &cells.sets[part.cell as usize]);
            self.list(part, &intersection(set, cell), suppressed);
        }
        *suppressed.parts = parts;
        !suppressed.parts.is_empty() && suppressed.is_enough()
    }

    /// Lists the rows of a suppressed part, and adds its price.
    #[inline(always)]
    fn list(&self, part: &Part, records: &[u64; WORDS], suppressed: &mut SuppressedSum) {
        let class = part.class as usize;
        let (block, first) = (self.block_of[class], suppressed.rows.len());
        for (word, &bits) in records.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let place = 64 * word + bits.trailing_zeros() as usize;
                suppressed.rows.push(self.blocks.row(block, place));
                bits &= bits - 1;
            }
            if suppressed.rows.len() - first == part.records as usize {
                break;
            }
        }
        if let Some(&row) = suppressed.rows.get(first) {
            suppressed.add_price(self.classes[class] as usize, row, part.records.into());
        }
    }
}
