//! Keeps frequent values and groups the others.

use super::stack::{ColumnValues, Level, Values, expect_few_levels, parameter};
use crate::error::Result;
use crate::hierarchy::Hierarchy;
use crate::sorting::sort_by;
use serde::{Deserialize, Serialize};

/// Keeps the most frequent values, and makes all others one group: for values without an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Frequent {
    /// The number of values kept on levels 1, 2, …; falling.
    pub keep: Vec<usize>,
    /// The name of the group of the others.
    #[serde(default = "other")]
    pub rest: String,
}

impl Frequent {
    /// The hierarchy. Its rows go from the most frequent value to the rarest; among equally frequent ones, the
    /// smaller text comes first.
    ///
    /// # Errors
    /// If the numbers do not fall or are 0, the name of the group of the others is empty, or there are no values.
    pub fn build(&self, column: &ColumnValues<'_>) -> Result<Hierarchy> {
        let falls = self.keep.is_sorted_by(|before, next| before > next);
        if !falls || self.keep.last().is_none_or(|&last| last == 0) {
            return Err(parameter(
                format!("the numbers of values that stay, {:?}, do not fall", self.keep),
                "Say how many values stay on levels 1, 2, …, for example 20, 5.",
            ));
        }
        if self.rest.is_empty() {
            return Err(parameter("the group of the other values has no name", "Give it one, for example other."));
        }
        expect_few_levels(self.keep.len())?;
        let mut values = Values::of(column);
        let records = |value: &str| {
            let code = column.dictionary.code(value);
            code.map_or(0, |code| column.dictionary.count(code))
        };
        sort_by(&mut values.present, |one, other| records(other).cmp(&records(one)).then_with(|| one.cmp(other)));
        let levels: Vec<Level> = (self.keep.iter())
            .map(|&keep| {
                let group_of_value = (0..values.present.len()).map(|place| place.min(keep) as u32);
                let kept = values.present.iter().copied().take(keep);
                let rest = (values.present.len() > keep).then_some(self.rest.as_str());
                let name = format!("{keep} most frequent, rest {}", self.rest);
                Level::new(name, group_of_value.collect(), kept.chain(rest))
            })
            .collect();
        values.stack(&levels)
    }
}

fn other() -> String {
    "other".to_owned()
}
