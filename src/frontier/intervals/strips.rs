//! The entries along one quasi-identifier in each cell of the others.

use super::super::engine::{Column, Columns};
use crate::partition::PartitionPolicy;

/// Keys up to this number have a slot of their own, whatever the number of tuples.
const FEW_KEYS: u64 = 1 << 16;
/// No cell.
const NONE: u32 = u32::MAX;

/// The tuples of one cell of the other quasi-identifiers with the same atom.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Entry {
    pub(super) atom: u32,
    pub(super) records: u32,
    pub(super) people: u32,
}

/// For each cell of the other quasi-identifiers, its entries in order of the atoms: a strip of the table.
#[derive(Debug, Default)]
pub(super) struct Strips {
    /// For each tuple, the key of its cell.
    keys: Vec<u64>,
    /// All keys are below this number.
    span: u64,
    /// The cell of each tuple.
    ids: Vec<u32>,
    /// The cells by hash, or by key.
    slots: Vec<u32>,
    /// The key of each cell.
    distinct: Vec<u64>,
    /// What each value of the current quasi-identifier adds to a key.
    parts: Vec<u64>,
    ends: Vec<u32>,
    begins: Vec<u32>,
    entries: Vec<Entry>,
}

impl Strips {
    /// Starts again, with all tuples in one cell.
    pub(super) fn begin(&mut self, n_tuples: usize) {
        self.keys.clear();
        self.keys.resize(n_tuples, 0);
        self.span = 1;
    }

    /// Splits the cells by the intervals of a quasi-identifier. Time: linear in the tuples.
    pub(super) fn part(&mut self, column: &Column, policy: &PartitionPolicy) {
        let mut label = 0;
        self.parts.clear();
        for value in 0..column.size {
            label += u64::from(value > 0 && policy.keeps(column.first_bit + value - 1));
            self.parts.push(label);
        }
        let n_labels = label + 1;
        if n_labels == 1 {
            return;
        }
        if self.span.checked_mul(n_labels).is_none() {
            self.number();
            self.span = self.distinct.len().max(1) as u64;
            for (key, &id) in self.keys.iter_mut().zip(&self.ids) {
                *key = u64::from(id);
            }
        }
        self.parts.iter_mut().for_each(|part| *part *= self.span);
        for (key, &value) in self.keys.iter_mut().zip(&column.values) {
            *key += self.parts[value as usize];
        }
        self.span *= n_labels;
    }

    /// Numbers the cells in the order of their first tuples. Time: linear in the tuples.
    fn number(&mut self) {
        self.ids.clear();
        self.distinct.clear();
        self.slots.clear();
        if self.span <= FEW_KEYS.max(self.keys.len() as u64) {
            self.slots.resize(self.span as usize, NONE);
            for &key in &self.keys {
                let slot = &mut self.slots[key as usize];
                if *slot == NONE {
                    *slot = self.distinct.len() as u32;
                    self.distinct.push(key);
                }
                self.ids.push(*slot);
            }
            return;
        }
        let size = (2 * self.keys.len()).next_power_of_two();
        let shift = 64 - size.trailing_zeros();
        self.slots.resize(size, NONE);
        for &key in &self.keys {
            let mut place = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> shift) as usize;
            let id = loop {
                let slot = &mut self.slots[place];
                if *slot == NONE {
                    *slot = self.distinct.len() as u32;
                    self.distinct.push(key);
                    break *slot;
                }
                if self.distinct[*slot as usize] == key {
                    break *slot;
                }
                place = (place + 1) & (size - 1);
            };
            self.ids.push(id);
        }
    }

    /// Lays out the strips of the tuples whose values of a quasi-identifier are between the first and the last of
    /// these cuts. An atom is the range between two neighbouring cuts. Time: linear in the tuples.
    pub(super) fn lay_out(&mut self, columns: &Columns, axis: usize, cuts: &[u32]) {
        self.number();
        let column = &columns.columns[axis];
        let (first, last) = (cuts[0] as usize, cuts[cuts.len() - 1] as usize);
        let tuples_at = |value: usize| column.tuples_before[value] as usize;
        let members = &column.by_value[tuples_at(first)..tuples_at(last)];
        self.begins.clear();
        self.begins.resize(self.distinct.len() + 1, 0);
        for &tuple in members {
            self.begins[self.ids[tuple as usize] as usize + 1] += 1;
        }
        for cell in 0..self.distinct.len() {
            self.begins[cell + 1] += self.begins[cell];
        }
        self.ends.clear();
        self.ends.extend_from_slice(&self.begins);
        self.entries.resize(members.len(), Entry::default());
        for (atom, pair) in cuts.windows(2).enumerate() {
            let atom = atom as u32;
            let of_atom = tuples_at(pair[0] as usize)..tuples_at(pair[1] as usize);
            for &tuple in &column.by_value[of_atom] {
                let cell = self.ids[tuple as usize] as usize;
                let (records, people) = columns.counts[tuple as usize];
                let end = self.ends[cell] as usize;
                if end > self.begins[cell] as usize && self.entries[end - 1].atom == atom {
                    self.entries[end - 1].records += records;
                    self.entries[end - 1].people += people;
                } else {
                    self.entries[end] = Entry { atom, records, people };
                    self.ends[cell] += 1;
                }
            }
        }
    }

    /// Number of strips.
    pub(super) fn len(&self) -> usize {
        self.distinct.len()
    }

    /// The entries of a strip.
    pub(super) fn strip(&self, cell: usize) -> &[Entry] {
        &self.entries[self.begins[cell] as usize..self.ends[cell] as usize]
    }
}
