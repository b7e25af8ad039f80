//! A reader who works out what is not printed: whole numbers with linear relations among them.
//!
//! Bounds are narrowed until nothing changes, and then every number that a count might still be is tried by itself.

use std::collections::BTreeMap;

/// The greatest number that a count may be.
const MOST: f64 = 1e6;
/// What sums of printed figures may be off by.
const ROUNDING: f64 = 1e-7;

/// A sum of multiples, with its least and its greatest value.
type Sum = (Vec<(String, f64)>, f64, f64);

/// Unknown whole numbers, by name.
#[derive(Debug, Clone, Default)]
pub struct Unknowns {
    bounds: BTreeMap<String, (f64, f64)>,
    sums: Vec<Sum>,
    /// Numbers that are 0 or at least so much.
    gaps: Vec<(String, f64)>,
    /// The second is at most so much if the first is above 0.
    where_some: Vec<(String, String, f64)>,
}

impl Unknowns {
    /// A sum of multiples is between these.
    pub fn sum(&mut self, terms: &[(&str, f64)], least: f64, greatest: f64) {
        let terms: Vec<(String, f64)> = terms.iter().map(|(name, times)| ((*name).to_owned(), *times)).collect();
        for (name, _) in &terms {
            self.bounds.entry(name.clone()).or_insert((0.0, MOST));
        }
        self.sums.push((terms, least - ROUNDING, greatest + ROUNDING));
    }

    /// The number is this.
    pub fn is(&mut self, name: &str, number: f64) {
        self.sum(&[(name, 1.0)], number, number);
    }

    /// The number is 0 or at least so much.
    pub fn is_none_or(&mut self, name: &str, least: f64) {
        self.gaps.push((name.to_owned(), least));
    }

    /// Where `one` is above 0, `other` is at most this.
    pub fn limits(&mut self, one: &str, other: &str, most: f64) {
        self.where_some.push((one.to_owned(), other.to_owned(), most));
    }

    /// Narrows the bounds. Returns whether any numbers are left.
    fn narrow(&mut self) -> bool {
        let mut changes = true;
        let mut rounds = 0;
        while changes && rounds < 200 {
            changes = false;
            rounds += 1;
            for (terms, least, greatest) in &self.sums {
                for (place, (name, times)) in terms.iter().enumerate() {
                    let (mut low, mut high) = (*least, *greatest);
                    for (_, (other, factor)) in terms.iter().enumerate().filter(|(own, _)| *own != place) {
                        let (from, to) = self.bounds[other];
                        let (one, two) = (from * factor, to * factor);
                        low -= one.max(two);
                        high -= one.min(two);
                    }
                    let (one, two) = (low / times, high / times);
                    let found = ((one.min(two) - ROUNDING).ceil(), (one.max(two) + ROUNDING).floor());
                    let own = self.bounds.get_mut(name).unwrap();
                    let narrower = (own.0.max(found.0), own.1.min(found.1));
                    changes |= narrower != *own;
                    *own = narrower;
                    if own.0 > own.1 {
                        return false;
                    }
                }
            }
            for (name, least) in &self.gaps {
                let own = self.bounds.get_mut(name).unwrap();
                let before = *own;
                if own.0 >= 1.0 {
                    own.0 = own.0.max(*least);
                }
                if own.1 < *least {
                    own.1 = own.1.min(0.0);
                }
                changes |= before != *own;
                if own.0 > own.1 {
                    return false;
                }
            }
            for (one, other, most) in &self.where_some {
                if self.bounds[one].0 >= 1.0 {
                    let own = self.bounds.get_mut(other).unwrap();
                    changes |= own.1 > *most;
                    own.1 = own.1.min(*most);
                    if own.0 > own.1 {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The number, if only one is possible.
    pub fn determined(&self, name: &str) -> Option<u64> {
        let mut all = self.clone();
        if !all.bounds.contains_key(name) {
            return None;
        }
        assert!(all.narrow(), "what is printed contradicts itself: {self:?}");
        let (low, high) = all.bounds[name];
        let mut only = None;
        let mut number = low;
        // Two that are possible are enough.
        while number <= high && number <= low + 500.0 {
            let mut tried = all.clone();
            tried.bounds.insert(name.to_owned(), (number, number));
            if tried.narrow() {
                if only.is_some() {
                    return None;
                }
                only = Some(number as u64);
            }
            number += 1.0;
        }
        if high > low + 500.0 { None } else { only }
    }
}
