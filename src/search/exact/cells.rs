//! Sets of records of small classes, and the cells of a class: its records with equal code at a step of an axis.

use super::axis::PackedAxis;
use crate::classes::split;

/// A set of records of a class, and the price of each record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Set<const WORDS: usize> {
    pub(super) records: [u64; WORDS],
    pub(super) price: u64,
}

impl<const WORDS: usize> Set<WORDS> {
    pub(super) const EMPTY: Self = Self { records: [0; WORDS], price: 0 };
}

/// Sets of records, class after class.
#[derive(Debug, Default)]
pub(super) struct Sets<const WORDS: usize> {
    pub(super) sets: Vec<Set<WORDS>>,
    /// The numbers of the classes that have sets, and the end of each one's sets.
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
pub(super) struct Cutting<const WORDS: usize> {
    /// The codes of the class at a step, in the order of its cells.
    pub(super) codes: Vec<u32>,
    /// Per code: the number of its cell in the class, from 1; 0 for none.
    pub(super) cell_of: Vec<u32>,
    /// The records of each code.
    records: Vec<[u64; WORDS]>,
}

impl<const WORDS: usize> Cutting<WORDS> {
    /// The cells of a class at the step of its rows, from the set of each bit of their codes.
    pub(super) fn cells_of_bits(&mut self, all: &[u64; WORDS], planes: &[[u64; WORDS]], to: &mut Sets<WORDS>) {
        self.codes.clear();
        self.records.clear();
        split(all, planes, &mut self.codes, &mut self.records);
        let set = |&records: &_| Set { records, price: 0 };
        to.sets.extend(self.records.iter().map(set));
    }

    /// The cells of a class at a step, built from those at a lower step, in the order of first appearance among them.
    pub(super) fn cells_of_cells(
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
        if let [only] = below {
            codes[0] = axis.raised(from, codes[0] as usize, step);
            to.sets.push(*only);
            return;
        }
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
