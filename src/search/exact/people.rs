//! People of a population in the rows of boxes, for a k-map.
//!
//! With a k-map, a row has records, people or both: people whose values no record has are rows of their own, without
//! records. They cost nothing, and belong to a class only if it has a record. Without a k-map there are no people,
//! and the loops over rows are compiled without them.

use crate::privacy::{Population, Protection};

/// What a k-map requires of a class, beyond the records that every class must have.
///
/// A class has as many people as the population has in it, and at least its number of records. Both numbers only grow
/// when classes are joined. So a class that is large enough stays large enough, as with records alone.
#[derive(Debug, Clone, Copy)]
pub(super) struct LeastPeople {
    /// This many records are enough.
    pub(super) records: u64,
    /// This many people are enough, in the units of the population.
    people: u64,
    /// The units that one person counts.
    unit: u64,
}

impl LeastPeople {
    /// The requirement of a protection on people, and the population in which they are counted. `None` if it requires
    /// nothing, or more than can be counted.
    pub(super) fn of(protection: &Protection) -> Option<(Self, &Population)> {
        let (population, k) = protection.map()?;
        // Rows count in 32 bits.
        u32::try_from(k).ok()?;
        let least = Self { records: k, people: k.checked_mul(population.unit())?, unit: population.unit() };
        Some((least, population))
    }

    /// Whether a class of this many records, and this many people of the population, has enough of either.
    #[inline(always)]
    pub(super) fn keeps(self, records: u64, people: u64) -> bool {
        records >= self.records || people >= self.people
    }

    /// The people of a row, capped at the number that is enough.
    pub(super) fn capped(self, people: u64) -> u64 {
        people.min(self.people)
    }

    /// As [`keeps`](Self::keeps), for [`whole`](Self::whole) people.
    #[inline(always)]
    pub(super) fn keeps_whole(self, records: u32, people: u32) -> bool {
        u64::from(records.max(people)) >= self.records
    }

    /// The people rounded up to whole ones, capped at the number that is enough.
    #[inline(always)]
    pub(super) fn whole(self, people: u64) -> u32 {
        self.capped(people).div_ceil(self.unit) as u32
    }
}

/// The people of each code, counted along with the records of a probe.
#[derive(Debug, Default)]
pub(super) struct PeopleByCode {
    pub(super) counts: Vec<u64>,
    pub(super) sums: Vec<u64>,
    /// The people of the codes that the probe lists.
    pub(super) list: Vec<u64>,
}

impl PeopleByCode {
    /// Adds the people of each listed code to those of the code that it is raised to.
    pub(super) fn add(&mut self, list: &[(u32, u32)], raised: &[u32]) {
        for (&(code, _), &people) in list.iter().zip(&self.list) {
            self.sums[raised[code as usize] as usize] += people;
        }
    }

    /// Whether this many records, with the people at a place, have enough of either.
    #[inline(always)]
    pub(super) fn has_enough(&self, asked: Option<LeastPeople>, records: u64, place: usize) -> bool {
        asked.is_none_or(|least| least.keeps(records, self.sums[place]))
    }

    /// As [`has_enough`](Self::has_enough), and resets the people at the place.
    #[inline(always)]
    pub(super) fn take(&mut self, asked: Option<LeastPeople>, records: u64, place: usize) -> bool {
        let has_enough = self.has_enough(asked, records, place);
        self.sums[place] = 0;
        has_enough
    }
}
