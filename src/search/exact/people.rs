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
        let least = Self { records: k, people: k.checked_mul(population.unit())?, unit: population.unit() };
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
    pub(super) fn keeps_whole(self, records: u32, people: u32) -> bool {
        u64::from(records.max(people)) >= self.records
    }

    /// Whole people: no fewer than these, and no more than are enough.
    #[inline(always)]
    pub(super) fn whole(self, people: u64) -> u32 {
        self.told_apart(people).div_ceil(self.unit) as u32
    }
}

/// People by code, beside the records of a probe.
#[derive(Debug, Default)]
pub(super) struct PeopleByCode {
    pub(super) counts: Vec<u64>,
    pub(super) sums: Vec<u64>,
    /// Those of the codes that the probe lists.
    pub(super) list: Vec<u64>,
}

impl PeopleByCode {
    /// Adds the people of the listed codes to those of what they become.
    pub(super) fn add(&mut self, list: &[(u32, u32)], raised: &[u32]) {
        for (&(code, _), &people) in list.iter().zip(&self.list) {
            self.sums[raised[code as usize] as usize] += people;
        }
    }

    /// Whether so many records with the people at a place have enough of either.
    #[inline(always)]
    pub(super) fn has_enough(&self, asked: Option<LeastPeople>, records: u64, place: usize) -> bool {
        asked.is_none_or(|least| least.keeps(records, self.sums[place]))
    }

    /// The same, and takes them away.
    #[inline(always)]
    pub(super) fn take(&mut self, asked: Option<LeastPeople>, records: u64, place: usize) -> bool {
        let has_enough = self.has_enough(asked, records, place);
        self.sums[place] = 0;
        has_enough
    }
}
