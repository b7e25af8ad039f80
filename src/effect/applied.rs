//! A policy applied to a grouped table.

use crate::classes::{Classes, K, Kept, QuasiIdentifier, RollupMemory, rollup};
use crate::lattice::Policy;
use fixedbitset::FixedBitSet;

/// A grouped table under a policy: its classes, which of them are kept, and therefore which distinct tuples are kept.
#[derive(Debug)]
pub struct Applied<'a> {
    tuples: &'a Classes,
    qis: &'a [QuasiIdentifier],
    classes: Classes,
    kept: Kept,
    k: K,
    is_kept: FixedBitSet,
}

/// The number of records of a group before and after.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Frequency {
    /// Records whose original value is in the group.
    pub before: u64,
    /// The kept ones among these.
    pub after: u64,
}

impl<'a> Applied<'a> {
    /// Applies a policy to the distinct `tuples` of a table on level 0.
    ///
    /// Time: tuples × quasi-identifiers.
    pub fn new(tuples: &'a Classes, qis: &'a [QuasiIdentifier], policy: &Policy, k: K) -> Self {
        let mut classes = Classes::like(tuples);
        rollup(tuples, policy, qis, &mut RollupMemory::default(), &mut classes);
        let kept = Kept::of(&classes, k);
        Self::kept_of(tuples, qis, classes, kept, k)
    }

    /// As [`new`](Self::new), if it is already known which of a policy's classes over these tuples are kept. Each has
    /// at least `k` records.
    ///
    /// Time: tuples × quasi-identifiers.
    pub fn kept_of(tuples: &'a Classes, qis: &'a [QuasiIdentifier], classes: Classes, kept: Kept, k: K) -> Self {
        let places = classes.places_of_tuples(tuples, qis);
        let is_kept = (places.iter().enumerate())
            .filter(|&(_, &place)| kept.keeps(place as usize))
            .map(|(tuple, _)| tuple)
            .collect();
        Self { tuples, qis, kept, classes, k, is_kept }
    }

    /// The least number of records of a kept class.
    pub fn k(&self) -> K {
        self.k
    }

    /// The classes.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// Which of them are kept.
    pub fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Whether the class at an index is kept.
    pub fn keeps(&self, place: u32) -> bool {
        self.kept.keeps(place as usize)
    }

    /// Records of each group of a quasi-identifier on the policy's level.
    ///
    /// Time: linear in the tuples.
    pub fn frequencies(&self, qi: usize) -> Vec<Frequency> {
        let level = self.classes.policy().levels()[qi];
        let mut groups = vec![Frequency::default(); self.qis[qi].n_groups(level)];
        self.for_tuples(|tuple, is_kept| {
            let value = self.tuples.class(tuple).group(qi);
            let group = &mut groups[self.qis[qi].group(level, value) as usize];
            group.add(self.tuples.counts()[tuple], is_kept);
        });
        groups
    }

    /// The number of kept records with each value of a quasi-identifier.
    ///
    /// Time: linear in the tuples.
    pub fn kept_values(&self, qi: usize) -> Vec<u64> {
        let mut values = vec![0; self.qis[qi].n_groups(0)];
        self.for_tuples(|tuple, is_kept| {
            if is_kept {
                let value = self.tuples.class(tuple).group(qi);
                values[value as usize] += self.tuples.counts()[tuple];
            }
        });
        values
    }

    fn for_tuples(&self, mut with: impl FnMut(usize, bool)) {
        for tuple in 0..self.tuples.len() {
            with(tuple, self.is_kept.contains(tuple));
        }
    }
}

impl Frequency {
    /// Adds a number of records, kept or not.
    pub fn add(&mut self, records: u64, is_kept: bool) {
        self.before += records;
        self.after += if is_kept { records } else { 0 };
    }
}
