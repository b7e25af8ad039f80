//! Basic β-likeness (Cao and Karras 2012, "Publishing Microdata with a Robust Privacy Guarantee"): no value is much
//! more frequent in a class than in the whole table.
//!
//! With the shares p of a value in the table and q in a class, (q − p) ÷ p ≤ β for each value. A class without a
//! known value reveals nothing, and has 0.
//!
//! The share of a value in a union of classes is between its shares in the classes, so a union of classes that
//! satisfy it satisfies it. With suppression it is not monotone.

use super::asked::{Asked, Number, ROUNDING, Wrong};
use super::{ClassValues, Model, SensitiveColumn};
use serde::{Deserialize, Serialize};

/// The limit on how much more frequent a value may be in a class than in the whole table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Likeness {
    /// The sensitive column.
    pub column: String,
    /// β: 1 is twice as frequent.
    pub beta: f64,
}

/// No value is more frequent than in the table by more than `beta` times.
#[derive(Debug)]
struct BetaLikeness {
    beta: f64,
    /// The number of records of each value of the table; 0 for missing values.
    table: Vec<u64>,
    /// Their sum.
    known: u64,
    /// A released class has at least this many distinct values.
    least_values: u64,
}

impl BetaLikeness {
    /// No share is above 1 + β times the greatest share in the table, and the shares of a class add up to 1.
    fn least_values(beta: f64, column: &SensitiveColumn) -> u64 {
        if column.missing.contains(&true) {
            // A class without a known value is kept.
            return 0;
        }
        let greatest = column.most_frequent() as f64 / column.known().max(1) as f64;
        let least = 1.0 / ((1.0 + beta) * greatest);
        if least.is_finite() { (least * (1.0 - ROUNDING)).ceil() as u64 } else { 0 }
    }
}

impl Model for BetaLikeness {
    fn figure(&self, class: ClassValues<'_>) -> f64 {
        let known = i128::from(class.known());
        let figures = class.values.iter().map(|value| {
            let records = i128::from(self.table[value.value as usize]);
            // (c / n − C / N) / (C / N), in integers up to the division.
            let more = i128::from(value.records) * i128::from(self.known) - records * known;
            more as f64 / (records * known) as f64
        });
        figures.fold(0.0, f64::max)
    }

    fn admits(&self, figure: f64) -> bool {
        figure <= self.beta
    }

    fn smaller_is_worse(&self) -> bool {
        false
    }

    fn is_upward_closed(&self) -> bool {
        false
    }

    fn least_values(&self) -> u64 {
        self.least_values
    }
}

impl<'a> Asked<'a> for &'a Likeness {
    fn column(&self) -> Option<&'a str> {
        Some(&self.column)
    }

    fn knows_the_table(&self) -> bool {
        true
    }

    fn wrong(&self) -> Option<Wrong> {
        let beta = self.beta;
        (!(beta >= 0.0 && beta.is_finite())).then(|| {
            let advice = "Give 0 or more: 1 lets a value be twice as frequent as in the table.";
            (format!("β is {beta}"), advice)
        })
    }

    fn words(&self) -> String {
        format!("no value of `{}` more frequent than in the whole table by more than {} times", self.column, self.beta)
    }

    fn found(&self, figure: f64) -> String {
        format!("the most is by {figure:.4} times")
    }

    fn risk_words(&self) -> String {
        format!("by how much a value of `{}` is more frequent in a class than in the table", self.column)
    }

    fn admits(&self, figure: f64) -> bool {
        figure <= self.beta
    }

    fn threshold(&self) -> f64 {
        self.beta
    }

    fn rises(&self) -> bool {
        false
    }

    fn risk(&self, figure: f64) -> f64 {
        figure
    }

    fn holding(&self, risk: f64) -> Number {
        Number::Threshold(risk * (1.0 + ROUNDING))
    }

    fn holding_none(&self) -> Option<Number> {
        Some(Number::Threshold(0.0))
    }

    fn beyond(&self, risk: f64) -> Number {
        Number::Threshold(risk * (1.0 - ROUNDING))
    }

    fn model(&self, column: &SensitiveColumn) -> Option<Box<dyn Model>> {
        Some(Box::new(BetaLikeness {
            beta: self.beta,
            table: column.records.clone(),
            known: column.known(),
            least_values: BetaLikeness::least_values(self.beta, column),
        }))
    }
}
