//! A sensitive column for the models: numbers only.

use crate::data::{Column, ValueCode};
use crate::error::{Error, Result};
use crate::hierarchy::{GroupCode, Hierarchy};

/// The values of a sensitive column, and their order or hierarchy.
#[derive(Debug, Clone)]
pub struct SensitiveColumn {
    pub(super) name: String,
    /// The number of records of each value; 0 for missing values.
    pub(super) records: Vec<u64>,
    /// Which values are missing.
    pub(super) missing: Vec<bool>,
    /// The position of each known value in the order of the values, if they have one, and the number of positions.
    pub(super) places: Option<(Vec<u32>, u32)>,
    /// For each level from 1 on, the group of each group of the level below, if there is a hierarchy.
    pub(super) parents: Option<Vec<Vec<GroupCode>>>,
}

impl SensitiveColumn {
    /// A column whose values are neither ordered nor in groups. `is_missing` is called for each value.
    pub fn new(column: &Column, is_missing: impl Fn(&str) -> bool) -> Self {
        let values = || column.dictionary.iter();
        let missing: Vec<bool> = values().map(|(value, _)| is_missing(value)).collect();
        let records =
            (values().zip(&missing)).map(|((_, records), &missing)| if missing { 0 } else { records }).collect();
        Self { name: column.name.clone(), records, missing, places: None, parents: None }
    }

    /// The name of the column.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of distinct known values.
    pub fn n_known(&self) -> u64 {
        self.missing.iter().filter(|&&missing| !missing).count() as u64
    }

    /// The number of records of the most frequent known value.
    pub fn most_frequent(&self) -> u64 {
        self.records.iter().copied().max().unwrap_or_default()
    }

    /// The number of records whose value is known.
    pub fn known(&self) -> u64 {
        self.records.iter().sum()
    }

    /// This column with an order of `n` positions. `place` gives the position of each known value.
    #[must_use]
    pub fn ordered(mut self, n: u32, place: impl Fn(ValueCode) -> u32) -> Self {
        let codes = (0..).zip(&self.missing);
        let places = codes.map(|(code, &missing)| if missing { 0 } else { place(code) });
        self.places = Some((places.collect(), n));
        self
    }

    /// This column with the groups of a hierarchy over the values of `column`. If the highest level has several
    /// groups, a level above it joins all values.
    ///
    /// # Errors
    /// If the hierarchy lacks a value.
    pub fn in_groups(mut self, column: &Column, hierarchy: &Hierarchy) -> Result<Self> {
        let maps = hierarchy.encode(&column.dictionary);
        let groups = maps.map_err(|error: Error| error.in_column(&column.name))?.groups;
        let parents = (1..groups.len()).map(|level| {
            let n_below = match level {
                1 => column.dictionary.len(),
                _ => hierarchy.n_groups(level - 1),
            };
            let mut parents = vec![0; n_below];
            for (value, &group) in groups[level].iter().enumerate() {
                let below = match level {
                    1 => value,
                    _ => groups[level - 1][value] as usize,
                };
                parents[below] = group;
            }
            parents
        });
        let mut parents: Vec<Vec<GroupCode>> = parents.collect();
        let n_highest = match groups.len() {
            0 | 1 => column.dictionary.len(),
            n => hierarchy.n_groups(n - 1),
        };
        if n_highest > 1 {
            parents.push(vec![0; n_highest]);
        }
        self.parents = Some(parents);
        Ok(self)
    }

    /// Whether a value is known.
    pub(super) fn is_known(&self, value: ValueCode) -> bool {
        !self.missing[value as usize]
    }
}
