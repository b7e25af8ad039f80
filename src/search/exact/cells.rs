//! Sets of records of small classes, and the cells of a class: its records of equal code at a step of an axis.

use super::axis::PackedAxis;

/// Records of one row, in one word of the sets of its class.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bits {
    pub(super) row: u32,
    pub(super) word: u32,
    pub(super) records: u64,
}

/// A set of records of a class, and a price for each.
#[derive(Debug, Clone, Copy)]
pub(super) struct Set<const WORDS: usize> {
    pub(super) records: [u64; WORDS],
    pub(super) price: u64,
}

impl<const WORDS: usize> Set<WORDS> {
    pub(super) const EMPTY: Self = Self {
        records: [0; WORDS],
        price: 0,
    };
}

/// Sets of records, class after class.
#[derive(Debug)]
pub(super) struct Sets<const WORDS: usize> {
    pub(super) sets: Vec<Set<WORDS>>,
    /// The numbers of the classes that have any, and where the sets of each end.
    pub(super) classes: Vec<(u32, u32)>,
}

impl<const WORDS: usize> Sets<WORDS> {
    pub(super) fn clear(&mut self) {
        self.sets.clear();
        self.classes.clear();
    }

    /// Ends a class.
    #[inline(always)]
    pub(super) fn end(&mut self, class: u32) {
        self.classes.push((class, self.sets.len() as u32));
    }
}

/// Working memory for the cells of a class.
#[derive(Debug, Default)]
pub(super) struct Cutting {
    /// The codes of the axis raised to its lowest step.
    pub(super) raised: Vec<u32>,
    /// The codes of the class at a step, in the order of its cells.
    pub(super) codes: Vec<u32>,
    /// Per code: the number of its cell in the class, from 1; 0 for none.
    pub(super) cell_of: Vec<u32>,
}

impl<const WORDS: usize> Default for Sets<WORDS> {
    fn default() -> Self {
        Self {
            sets: Vec::new(),
            classes: Vec::new(),
        }
    }
}

impl Cutting {
    /// The cells of a class at the lowest step of an axis, by first appearance among its rows.
    pub(super) fn cells_of_rows<'a, const WORDS: usize>(
        &mut self,
        axis: &PackedAxis,
        bits: &[Bits],
        row: impl Fn(u32) -> &'a [u64],
        to: &mut Sets<WORDS>,
    ) {
        let raised = self.raised.as_slice();
        let cell_of = self.cell_of.as_mut_slice();
        let start = to.sets.len();
        self.codes.clear();
        for bits in bits {
            let code = raised[axis.code(row(bits.row))];
            let cell = &mut cell_of[code as usize];
            if *cell == 0 {
                self.codes.push(code);
                *cell = self.codes.len() as u32;
                to.sets.push(Set::EMPTY);
            }
            let set = &mut to.sets.as_mut_slice()[start + *cell as usize - 1];
            set.records[bits.word as usize] |= bits.records;
        }
        for &code in &self.codes {
            cell_of[code as usize] = 0;
        }
    }

    /// The cells of a class at a step, from those at a lower one, by first appearance among these.
    pub(super) fn cells_of_cells<const WORDS: usize>(
        &mut self,
        axis: &PackedAxis,
        from: usize,
        step: usize,
        below: &[Set<WORDS>],
        to: &mut Sets<WORDS>,
    ) {
        let cell_of = self.cell_of.as_mut_slice();
        let codes = self.codes.as_mut_slice();
        let start = to.sets.len();
        let mut n_cells = 0;
        for (place, set) in below.iter().enumerate() {
            let code = axis.raised(from, codes[place] as usize, step);
            let cell = &mut cell_of[code as usize];
            if *cell == 0 {
                codes[n_cells] = code;
                n_cells += 1;
                *cell = n_cells as u32;
                to.sets.push(Set::EMPTY);
            }
            let into = &mut to.sets.as_mut_slice()[start + *cell as usize - 1];
            for (all, records) in into.records.iter_mut().zip(set.records) {
                *all |= records;
            }
        }
        self.codes.truncate(n_cells);
        for &code in &self.codes {
            cell_of[code as usize] = 0;
        }
    }
}
