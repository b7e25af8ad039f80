//! The records that are still unsafe after suppression, under four readings of a suppressed cell.
//!
//! For a record that keeps the columns K, this counts the records that match it. An ignored missing value is read as
//! before the suppression, under every reading: its record asks nothing of others in that column, and it matches no
//! value. So a table without suppressed cells has the same unsafe records under all four readings.

use super::suppression::Suppression;
use crate::classes::K;
use crate::error::Result;
use crate::monitor::Monitor;
use crate::sorting::sort_by;
use crate::uniques::{BLOCK, ColumnSet, Tuples};
use serde::{Deserialize, Serialize};

/// The number of records that are still unsafe, by the reading of a suppressed cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UnsafeAfter {
    /// It matches every value: two records match if they agree wherever both kept a cell.
    pub wildcard: u64,
    /// It matches nothing: the other record must have kept every cell that this one kept.
    pub matches_nothing: u64,
    /// It is a category of its own: the other record must have kept and lost the same cells.
    pub category: u64,
    /// An attacker knows all original values of the record, and compares them with the cells that the other one kept.
    pub attacker: u64,
}

/// Numbers below k in ascending order, each with the number of records that have this many matches.
pub type Few = Vec<(u64, u64)>;

/// The numbers of matches of the records that are still unsafe, and the classes of equal records.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TakenFor {
    /// Classes of records that are equal in every cell, where suppression counts as a value of its own, and so do
    /// missing values.
    pub classes: u64,
    /// The size of the smallest class.
    pub smallest_class: u64,
    /// If a suppressed cell matches every value.
    pub wildcard: Few,
    /// If it matches nothing.
    pub matches_nothing: Few,
    /// If it is a category of its own.
    pub category: Few,
    /// For an attacker who knows all original values.
    pub attacker: Few,
}

/// Adds records with this number of matches.
fn add(few: &mut Few, number: u64, records: u64) {
    match few.binary_search_by_key(&number, |(number, _)| *number) {
        Ok(place) => few[place].1 += records,
        Err(place) => few.insert(place, (number, records)),
    }
}

/// Equal released records: a tuple, the columns that it keeps, and the number of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Released {
    tuple: u32,
    /// The columns that are not suppressed, including those of missing values.
    kept: ColumnSet,
    records: u64,
    /// The number of records that kept the same cells with the same values.
    same: u64,
}

/// Counts the records that are still unsafe. It can be interrupted and continued.
#[derive(Debug)]
pub struct Readings {
    k: K,
    released: Vec<Released>,
    /// The tuples of the released records, one for each.
    tuples: Tuples,
    /// The columns that each one keeps, eight columns to a byte.
    kept: Vec<Vec<u8>>,
    next: usize,
    found: UnsafeAfter,
    taken_for: TakenFor,
}

impl Readings {
    /// The count for a suppression in a table. `records` is the number of records that a row represents.
    ///
    /// # Errors
    /// As [`Tuples::new`].
    pub fn new(tuples: &Tuples, suppression: &Suppression, k: u64, records: &dyn Fn(usize) -> u64) -> Result<Self> {
        let mut released: Vec<Released> = (tuples.of_rows().iter().enumerate())
            .map(|(row, &tuple)| Released { tuple, kept: suppression.kept(row), records: records(row), same: 0 })
            .collect();
        sort_by(&mut released, |one, other| (one.tuple.cmp(&other.tuple)).then(one.kept.cmp(&other.kept)));
        released.dedup_by(|next, first| {
            let equal = (next.tuple, next.kept) == (first.tuple, first.kept);
            if equal {
                first.records += next.records;
            }
            equal
        });
        let classes = count_same(tuples, &mut released)?;
        let smallest_class = released.iter().map(|released| released.same).min();
        let places: Vec<u32> = released.iter().map(|released| released.tuple).collect();
        Ok(Self {
            k: K::new(k),
            tuples: tuples.subset(&places),
            kept: (0..tuples.n_columns().div_ceil(8))
                .map(|group| {
                    let bytes = released.iter().map(|released| (released.kept >> (8 * group)) as u8);
                    bytes.collect()
                })
                .collect(),
            released,
            next: 0,
            found: UnsafeAfter::default(),
            taken_for: TakenFor { classes, smallest_class: smallest_class.unwrap_or_default(), ..TakenFor::default() },
        })
    }

    /// Continues until the count is done or the monitor interrupts it. The monitor is asked before each record.
    /// Returns whether the count is done.
    ///
    /// Time: n·m/16 byte operations for each record that is not safe by its own category.
    pub fn advance(&mut self, monitor: &mut dyn Monitor) -> bool {
        while let Some(&own) = self.released.get(self.next) {
            // A record with k records of its own category has k matches under every reading.
            if !self.k.keeps(own.same) {
                if monitor.interrupted() {
                    return false;
                }
                self.count(self.next, own);
            }
            self.next += 1;
        }
        true
    }

    /// The share that is done, 0 to 1.
    pub fn share(&self) -> f64 {
        self.next as f64 / self.released.len().max(1) as f64
    }

    /// The counts so far.
    pub fn found(&self) -> UnsafeAfter {
        self.found
    }

    /// The numbers of matches of the unsafe records found so far.
    pub fn taken_for(&self) -> &TakenFor {
        &self.taken_for
    }

    fn count(&mut self, place: usize, own: Released) {
        // Wildcard, matches nothing, category, attacker.
        let mut counts = [0; 4];
        let mut agreement = [0; BLOCK];
        let (all, asked) = (self.tuples.all(), own.kept & !self.tuples.missing(place));
        for start in (0..self.released.len()).step_by(BLOCK) {
            let end = self.released.len().min(start + BLOCK);
            // Columns of each other record that rule out a match.
            let mut against = [[0_u8; BLOCK]; 4];
            for (group, kept) in self.kept.iter().enumerate() {
                self.tuples.agreements(place, group, start, &mut agreement);
                let byte = |set: ColumnSet| (set >> (8 * group)) as u8;
                let (asked, lost) = (byte(asked), byte(all & !own.kept));
                let [wildcard, nothing, category, attacker] = &mut against;
                let others = kept[start..end].iter().zip(&agreement);
                for (((((&kept, &agree), wildcard), nothing), category), attacker) in
                    others.zip(wildcard).zip(nothing).zip(category).zip(attacker)
                {
                    *wildcard |= asked & kept & !agree;
                    *nothing |= asked & !(kept & agree);
                    *category |= asked & !(kept & agree) | lost & kept;
                    *attacker |= kept & !agree;
                }
            }
            for (count, against) in counts.iter_mut().zip(&against) {
                let against = &against[..end - start];
                if !self.k.keeps(*count) && against.iter().copied().min() == Some(0) {
                    *count += (against.iter().zip(&self.released[start..end]))
                        .filter(|&(&against, _)| against == 0)
                        .map(|(_, other)| other.records)
                        .sum::<u64>();
                }
            }
            if counts.iter().all(|&count| self.k.keeps(count)) {
                break;
            }
        }
        let [wildcard, nothing, category, attacker] = counts;
        let (found, few) = (&mut self.found, &mut self.taken_for);
        for (unsafe_records, few, count) in [
            (&mut found.wildcard, &mut few.wildcard, wildcard),
            (&mut found.matches_nothing, &mut few.matches_nothing, nothing),
            (&mut found.category, &mut few.category, category),
            (&mut found.attacker, &mut few.attacker, attacker),
        ] {
            if !self.k.keeps(count) {
                *unsafe_records += own.records;
                add(few, count, own.records);
            }
        }
    }
}

/// Counts, for each released record, the records with the same cells and values. Returns the number of classes.
fn count_same(tuples: &Tuples, released: &mut [Released]) -> Result<u64> {
    let own: &[Released] = released;
    // A suppressed cell gets a code after those of the values, so that equal codes mean equal cells.
    let code = |place: usize, column: usize| {
        let Released { tuple, kept, .. } = own[place];
        let is_kept = kept >> column & 1 == 1;
        if is_kept { tuples.code(column, tuple as usize) } else { tuples.n_values(column) as u32 + 1 }
    };
    let n_values = (0..tuples.n_columns()).map(|column| tuples.n_values(column) + 1).collect();
    let groups = Tuples::grouped(own.len(), n_values, 0, &code, &|place| own[place].records)?;
    for (own, &group) in released.iter_mut().zip(groups.of_rows()) {
        own.same = groups.count(group as usize);
    }
    Ok(groups.len() as u64)
}
