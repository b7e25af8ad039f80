//! Whether rows follow the order of a column that is seen row by row.

use super::order::goes_one_way;
use crate::data::{Guess, Meaning, Reading};
use std::cmp::Ordering;

/// The values from which the readings of a column are taken.
const HEAD: usize = 500;

/// The fewest rows with a value that tell an order: fewer are often in one by chance.
const LEAST_ROWS: u64 = 10;

/// Of the values after the first ones, at most one in this many may not fit a reading.
const EXCEPTIONS: u64 = 5;

/// The order of the rows by one column, as [`is_sorted`](super::is_sorted) finds it for a column in memory, and also by
/// text if the values have another reading.
///
/// Memory for the first values and the last one. An order that too many of the file's rows break is given up.
#[derive(Debug)]
pub(super) struct RunningOrder {
    /// Rows of the file, at most.
    rows: u64,
    seen: u64,
    /// The first values, until there are enough.
    head: Vec<String>,
    /// The last value, and the steps by text; `None` once they are given up.
    text: Option<(String, Steps)>,
    readings: Option<Vec<ByMeaning>>,
}

/// Steps from one value to the next.
#[derive(Debug, Default, Clone, Copy)]
struct Steps {
    up: u64,
    down: u64,
}

impl Steps {
    fn count(&mut self, step: Ordering) {
        match step {
            Ordering::Greater => self.up += 1,
            Ordering::Less => self.down += 1,
            Ordering::Equal => {}
        }
    }

    /// Whether a file of so many rows may still go one way.
    fn may_go_one_way(self, rows: u64) -> bool {
        goes_one_way(rows, self.up.min(self.down))
    }

    fn go_one_way(self) -> bool {
        goes_one_way(self.up.max(self.down), self.up.min(self.down))
    }
}

/// The steps by what the values mean in a reading.
#[derive(Debug)]
struct ByMeaning {
    reading: Reading,
    last: Option<Meaning>,
    steps: Steps,
    /// Values that do not fit.
    other: u64,
}

impl ByMeaning {
    fn see(&mut self, value: &str) {
        let Some(meaning) = self.reading.meaning(value) else {
            self.other += 1;
            return;
        };
        if let Some(last) = self.last {
            self.steps.count(meaning.cmp(&last));
        }
        self.last = Some(meaning);
    }
}

impl RunningOrder {
    /// Before the first of at most `rows` rows.
    pub(super) fn new(rows: u64) -> Self {
        Self { rows, seen: 0, head: Vec::new(), text: Some(Default::default()), readings: None }
    }

    /// Whether the rows are in no order, whatever comes.
    pub(super) fn is_given_up(&self) -> bool {
        self.text.is_none() && self.readings.as_ref().is_some_and(Vec::is_empty)
    }

    /// Sees the next row's value, which is not missing.
    pub(super) fn see(&mut self, value: &str) {
        self.seen += 1;
        if let Some((last, steps)) = &mut self.text {
            if self.seen > 1 {
                steps.count(value.cmp(last.as_str()));
            }
            value.clone_into(last);
            if !steps.may_go_one_way(self.rows) {
                self.text = None;
            }
        }
        match &mut self.readings {
            None => {
                self.head.push(value.to_owned());
                if self.head.len() == HEAD {
                    self.read_head();
                }
            }
            Some(readings) if !readings.is_empty() => {
                readings.iter_mut().for_each(|reading| reading.see(value));
                let (rows, seen) = (self.rows, self.seen);
                readings.retain(|one| one.steps.may_go_one_way(rows) && one.other * EXCEPTIONS <= seen.max(rows));
            }
            Some(_) => {}
        }
    }

    /// Whether the rows are sorted, except for one step in a hundred.
    pub(super) fn keeps_order(mut self) -> bool {
        if self.readings.is_none() {
            self.read_head();
        }
        let readings = self.readings.unwrap_or_default();
        let fits = |one: &ByMeaning| one.other * EXCEPTIONS <= self.seen && one.steps.go_one_way();
        let is_by_text = self.text.is_some_and(|(_, steps)| steps.go_one_way());
        self.seen >= LEAST_ROWS && (is_by_text || readings.iter().any(fits))
    }

    fn read_head(&mut self) {
        let head = std::mem::take(&mut self.head);
        let readings = Guess::of(head.iter().map(String::as_str)).readings.into_iter();
        let mut readings: Vec<ByMeaning> =
            readings.map(|reading| ByMeaning { reading, last: None, steps: Steps::default(), other: 0 }).collect();
        for value in &head {
            readings.iter_mut().for_each(|reading| reading.see(value));
        }
        self.readings = Some(readings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(values: impl IntoIterator<Item = String>) -> bool {
        let values: Vec<String> = values.into_iter().collect();
        let mut order = RunningOrder::new(values.len() as u64);
        values.iter().for_each(|value| order.see(value));
        order.keeps_order()
    }

    #[test]
    fn the_order_is_by_text_or_by_meaning() {
        assert!(sorted((0..2_000).map(|n| n.to_string())));
        assert!(sorted((0..2_000).rev().map(|n| n.to_string())));
        assert!(sorted((0..2_000).map(|n| format!("P{n:05}"))));
        assert!(sorted((0..12).map(|n| n.to_string())));
        assert!(sorted((0..700).map(|n| format!("{}.{}.{}", n % 28 + 1, n / 28 % 12 + 1, 2_000 + n / 336))));
        assert!(!sorted((0..2_000).map(|n| (n * 777 % 2_000).to_string())));
        // Few rows are in order by chance, and one value alone has none.
        assert!(!sorted((0..9).map(|n| n.to_string())));
        assert!(!sorted((0..2_000).map(|_| "x".to_owned())));
    }

    #[test]
    fn one_step_in_a_hundred_may_go_the_other_way_and_some_values_may_not_fit() {
        let swapped = |every: usize| {
            let mut values: Vec<String> = (0..3_000).map(|n| n.to_string()).collect();
            (every..2_990).step_by(every).for_each(|place| values.swap(place, place + 1));
            sorted(values)
        };
        assert!(swapped(150));
        assert!(!swapped(40));
        assert!(sorted((0..3_000).map(|n| if n > 600 && n % 50 == 0 { "?".to_owned() } else { n.to_string() })));
        assert!(!sorted((0..3_000).map(|n| if n > 600 && n % 2 == 0 { "?".to_owned() } else { n.to_string() })));
    }
}
