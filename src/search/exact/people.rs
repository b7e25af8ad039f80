//! People of a population in the rows of boxes, where a k-map is asked for.
//!
//! A row then has records, people or both: people whose values no record has are rows of their own, of no record. They
//! cost nothing, and are in a class as long as that has a record. Where no k-map is asked for there are no people, and
//! the loops over rows are compiled without them.

use crate::privacy::{Population, Protection};

/// What a k-map asks of a class, beside the records that every class must have.
///
/// A class has as many people as the population has in it, and at least its records. Both numbers only grow when
/// classes are joined; so a class that is large enough stays so, as with records alone.
#[derive(Debug, Clone, Copy)]
pub(super) struct LeastPeople {
    /// So many records are enough.
    pub(super) records: u64,
    /// So many people are, in the units of the population.
    people: u64,
    /// What a person counts.
    unit: u64,
}

impl LeastPeople {
    /// What a protection asks of people, and the population in which they are counted. `None` where it asks nothing,
    /// or for more than can be counted.
    pub(super) fn of(protection: &Protection) -> Option<(Self, &Population)> {
        let (population, k) = protection.map()?;
        // Rows count in as many bits.
        u32::try_from(k).ok()?;
        let least = Self {
            records: k,
            people: k.checked_mul(population.unit())?,
            unit: population.unit(),
        };
        Some((least, population))
    }

    /// Whether a class of so many records, and so many people of the population, has enough of either.
    #[inline(always)]
    pub(super) fn keeps(self, records: u64, people: u64) -> bool {
        records >= self.records || people >= self.people
    }

    /// The people of a row as far as they tell anything: more than enough are enough.
    pub(super) fn told_apart(self, people: u64) -> u64 {
        people.min(self.people)
    }

    /// The same of [`whole`](Self::whole) people.
    #[inline(always)]
    pub(super) fn keeps_whole(self, records: u64, people: u64) -> bool {
        records.max(people) >= self.records
    }

    /// Whole people: no fewer than these, and no more than are enough.
    #[inline(always)]
    pub(super) fn whole(self, people: u64) -> u32 {
        self.told_apart(people).div_ceil(self.unit) as u32
    }
}
