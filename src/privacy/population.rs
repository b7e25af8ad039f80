//! k-map (Sweeney 2002; El Emam and Dankar 2008): at least k people of a population share the released values of
//! every class, whether they are in the table or not.
//!
//! The people of a class are those of the population whose values are in its groups, and at least as many as its
//! records. Both numbers are sums over the classes that a generalization joins. So k-map is upward-closed:
//! generalizing a policy never increases the number of records that it suppresses.

use super::marketer_risk::ExpectedMatches;
use crate::classes::{Classes, Kept, QuasiIdentifier, RollupMemory, Snapshots, group, rollup};
use crate::data::Codes;
use std::sync::Arc;

/// The people of a population, grouped by their values.
#[derive(Debug, Clone)]
pub struct Population {
    /// The distinct tuples of people. A count is one person, or a [`UNIT`](Self::UNIT) part of one.
    tuples: Arc<Classes>,
    qis: Arc<[QuasiIdentifier]>,
    /// The units that one person counts.
    unit: u64,
}

impl Population {
    /// Weights are counted in millionths, as integers, so their sums do not depend on the order.
    pub const UNIT: u64 = 1_000_000;

    /// The people with the values `codes`, one row for as many of them as `people` states. The quasi-identifiers are
    /// those of the table, with the values that only people have after its own.
    ///
    /// Time and memory: rows × quasi-identifiers.
    pub fn new(codes: &[&Codes], people: Vec<u64>, qis: Vec<QuasiIdentifier>) -> Self {
        Self::of(codes, people, qis.into(), 1)
    }

    /// The people that the rows of a sample represent by their weights.
    ///
    /// Time and memory: rows × quasi-identifiers.
    pub fn weighed(codes: &[&Codes], weights: &[f64], qis: &[QuasiIdentifier]) -> Self {
        let parts = weights.iter().map(|&weight| Self::parts(weight)).collect();
        Self::of(codes, parts, qis.into(), Self::UNIT)
    }

    /// A weight in millionths, rounded to nearest.
    pub fn parts(weight: f64) -> u64 {
        libm::round(weight * Self::UNIT as f64) as u64
    }

    fn of(codes: &[&Codes], mut counts: Vec<u64>, qis: Arc<[QuasiIdentifier]>, unit: u64) -> Self {
        // No sum of the weights may overflow.
        let mut left = u64::MAX;
        for count in &mut counts {
            *count = left.min(*count);
            left -= *count;
        }
        let tuples = Arc::new(group(codes, Some(&counts), &qis));
        Self { tuples, qis, unit }
    }

    /// The distinct tuples of people; a person counts [`unit`](Self::unit).
    pub(crate) fn tuples(&self) -> &Classes {
        &self.tuples
    }

    /// The quasi-identifiers of the table, with the values that only people have after its own.
    pub(crate) fn qis(&self) -> &[QuasiIdentifier] {
        &self.qis
    }

    /// The units that one person counts.
    pub(crate) fn unit(&self) -> u64 {
        self.unit
    }

    /// All people.
    fn people(&self) -> f64 {
        self.told(self.tuples.counts().iter().sum())
    }

    fn told(&self, count: u64) -> f64 {
        count as f64 / self.unit as f64
    }
}

/// A k-map that judges the classes of one policy after the other. If people are counted only for the marketer, k is
/// 1, which every class satisfies.
#[derive(Debug, Clone)]
pub(super) struct KMap {
    pub(super) population: Population,
    /// The greatest k of the conditions.
    pub(super) k: u64,
}

impl KMap {
    /// The figure of all people and records as one class, if even that is too small.
    pub(super) fn out_of_reach(&self, k: u64, records: u64) -> Option<f64> {
        let people = self.population.people().max(records as f64);
        (people < k as f64).then_some(people)
    }

    /// The matches of a marketer for all people and this many records as one class.
    pub(super) fn of_all(&self, records: u64) -> ExpectedMatches {
        let people = self.population.tuples.counts().iter().sum();
        let mut matches = ExpectedMatches::default();
        matches.add(records, people, self.population.unit);
        matches
    }
}

/// Counts the people in the classes of one policy after the other, each from the nearest tuples that it has cached.
#[derive(Debug)]
pub(super) struct PeopleCounter {
    map: KMap,
    snapshots: Snapshots,
    scratch: RollupMemory,
    rolled: Classes,
    /// For each class, the number of people of the population, in units.
    counts: Vec<u64>,
}

impl PeopleCounter {
    pub(super) fn new(map: KMap) -> Self {
        let tuples = &map.population.tuples;
        Self {
            snapshots: Snapshots::new(Arc::clone(tuples)),
            scratch: RollupMemory::default(),
            rolled: Classes::like(tuples),
            counts: Vec::new(),
            map,
        }
    }

    /// Counts the people of these classes.
    ///
    /// Time: tuples of the nearest cached specialization × quasi-identifiers.
    pub(super) fn count(&mut self, classes: &Classes) {
        let policy = classes.policy();
        let source = self.snapshots.nearest(policy);
        let source_len = source.len();
        let qis = &self.map.population.qis;
        rollup(source, policy, qis, &mut self.scratch, &mut self.rolled);
        self.snapshots.offer(&self.rolled, source_len);
        self.counts = classes.counts_in(&self.rolled, qis.len());
    }

    /// Whether the class at an index, with this many records, has enough people.
    pub(super) fn keeps(&self, place: usize, records: u64) -> bool {
        let (k, unit) = (self.map.k, self.map.population.unit);
        records >= k || u128::from(self.counts[place]) >= u128::from(k) * u128::from(unit)
    }

    /// The expected matches of a marketer in the kept classes. They must be those counted last.
    pub(super) fn matches(&self, classes: &Classes, kept: &Kept) -> ExpectedMatches {
        let unit = self.map.population.unit;
        let mut matches = ExpectedMatches::default();
        for place in kept.places() {
            matches.add(classes.counts()[place], self.counts[place], unit);
        }
        matches
    }

    /// The number of people in the class at an index, with this many records.
    pub(super) fn people(&self, place: usize, records: u64) -> f64 {
        let told = self.map.population.told(self.counts[place]);
        told.max(records as f64)
    }
}
