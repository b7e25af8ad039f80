//! Characters masked one after the other.

use super::stack::{ColumnValues, Level, Values, expect_few_levels, parameter};
use crate::data::Dictionary;
use crate::error::Result;
use crate::hierarchy::{Hierarchy, MAX_LEVELS};
use crate::sorting::sort;
use serde::{Deserialize, Serialize};

/// The side on which masking begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// At the last character: prefixes remain.
    Right,
    /// At the first character: suffixes remain.
    Left,
}

/// Replaces more and more characters by a mask, as for postal codes: `37126`, `3712*`, `371**`, …, `*`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Mask {
    /// The side on which masking begins.
    pub from: Side,
    /// The mask, one Unicode character.
    #[serde(default = "asterisk")]
    pub character: String,
    /// The number of characters masked on levels 1, 2, …; rising. By default 1, 2, 3, … up to one less than the
    /// longest value has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<usize>>,
}

impl Mask {
    /// The hierarchy. Its rows are in text order.
    ///
    /// Masking keeps the length, so values of different lengths are joined only on the top level.
    ///
    /// # Errors
    /// If the mask is not one character, the steps are not above 0 and rising, or there are no values.
    pub fn build(&self, column: &ColumnValues<'_>) -> Result<Hierarchy> {
        let mut characters = self.character.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else {
            return Err(parameter(
                format!("the mask `{}` is not one character", self.character),
                "Choose one character, for example *.",
            ));
        };
        let mut values = Values::of(column);
        sort(&mut values.present);
        let steps = self.steps(&values.present)?;
        expect_few_levels(steps.len())?;
        let levels: Vec<Level> = steps
            .iter()
            .map(|&masked| {
                let labels = values.present.iter().map(|value| self.masked(value, masked, character));
                level(self.name(masked), labels)
            })
            .collect();
        values.stack(&levels)
    }

    /// The name of a level.
    fn name(&self, masked: usize) -> String {
        let end = match self.from {
            Side::Right => "last",
            Side::Left => "first",
        };
        match masked {
            1 => format!("{end} character masked"),
            _ => format!("{end} {masked} characters masked"),
        }
    }

    fn steps(&self, values: &[&str]) -> Result<Vec<usize>> {
        let Some(steps) = &self.steps else {
            let longest = values.iter().map(|value| value.chars().count()).max();
            // The value itself and the top count as levels.
            let steps = longest.unwrap_or(0).min(MAX_LEVELS - 1);
            return Ok((1..steps).collect());
        };
        let rises = steps.is_sorted_by(|before, step| before < step);
        if !rises || steps.first().is_none_or(|&first| first == 0) {
            return Err(parameter(
                format!("the steps {steps:?} are not rising numbers above 0"),
                "Give the number of masked characters for levels 1, 2, …, for example 1, 2, 4.",
            ));
        }
        Ok(steps.clone())
    }

    fn masked(&self, value: &str, masked: usize, character: char) -> String {
        let length = value.chars().count();
        let is_masked = |position: usize| match self.from {
            Side::Right => position + masked >= length,
            Side::Left => position < masked,
        };
        value.chars().enumerate().map(|(position, kept)| if is_masked(position) { character } else { kept }).collect()
    }
}

/// A level on which equal labels are one group. It is nested: masking a label masks all its values in the same way.
fn level(name: String, labels: impl Iterator<Item = String>) -> Level {
    let mut groups = Dictionary::new();
    let group_of_value = labels.map(|label| groups.intern(&label, 0)).collect();
    Level { name, group_of_value, labels: groups.into_values() }
}

fn asterisk() -> String {
    "*".to_owned()
}
