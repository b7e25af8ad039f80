//! The class of each record under a policy.

use super::classes::Classes;
use super::quasi_identifier::QuasiIdentifier;
use crate::data::Codes;
use crate::hierarchy::GroupCode;
use rustc_hash::FxHashMap;

impl Classes {
    /// The index of the class that contains each of the distinct `tuples` of a table. These are the classes of a
    /// policy over that table.
    ///
    /// Time: tuples × quasi-identifiers.
    pub fn places_of_tuples(&self, tuples: &Classes, qis: &[QuasiIdentifier]) -> Vec<u32> {
        self.places(tuples.len(), qis.len(), |tuple, qi| {
            let (from, to) = (tuples.policy.levels()[qi], self.policy.levels()[qi]);
            qis[qi].parent(from, tuples.class(tuple).group(qi), to)
        })
    }

    /// The index of the class that contains each of the `parts`. These are classes of the same policy over the
    /// quasi-identifiers, which come first, and further columns.
    ///
    /// Time: parts × quasi-identifiers.
    pub(crate) fn places_of_parts(&self, parts: &Classes, n_qis: usize) -> Vec<u32> {
        self.places(parts.len(), n_qis, |part, qi| parts.class(part).group(qi))
    }

    /// For each of these classes, the count of the class among `others` with the same groups, or 0 if there is none.
    /// `others` has the same policy and number of quasi-identifiers, which may have further groups there.
    ///
    /// Time: `others` × quasi-identifiers.
    pub(crate) fn counts_in(&self, others: &Classes, n_qis: usize) -> Vec<u64> {
        let places: FxHashMap<&[u64], usize> = self.iter().map(|class| class.tuple).zip(0..).collect();
        let mut counts = vec![0; self.len()];
        let mut tuple = vec![0; self.layout.words()];
        for other in others.iter() {
            tuple.fill(0);
            let fits = (0..n_qis).all(|qi| self.layout.set_if_fits(&mut tuple, qi, other.group(qi)));
            if let Some(&place) = places.get(tuple.as_slice()).filter(|_| fits) {
                counts[place] += other.count;
            }
        }
        counts
    }

    /// The index of the class of each row, from the value codes of `columns` (one for each quasi-identifier, as for
    /// [`group`](super::group)).
    ///
    /// Time: rows × quasi-identifiers.
    pub fn places_of_rows(&self, columns: &[&Codes], qis: &[QuasiIdentifier]) -> Vec<u32> {
        let n_rows = columns.first().map_or(0, |column| column.len());
        self.places(n_rows, qis.len(), |row, qi| qis[qi].group(self.policy.levels()[qi], columns[qi].get(row)))
    }

    /// `group` returns the group of an item and a quasi-identifier, on the level of these classes.
    fn places(&self, n: usize, n_qis: usize, group: impl Fn(usize, usize) -> GroupCode) -> Vec<u32> {
        let classes: FxHashMap<&[u64], u32> = self.iter().map(|class| class.tuple).zip(0..).collect();
        let mut tuple = vec![0; self.layout.words()];
        (0..n)
            .map(|item| {
                tuple.fill(0);
                for qi in 0..n_qis {
                    self.layout.set(&mut tuple, qi, group(item, qi));
                }
                // Every item belongs to the table of the classes.
                (classes.get(tuple.as_slice()).copied()).unwrap_or_default()
            })
            .collect()
    }
}
