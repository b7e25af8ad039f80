//! t-closeness in a recipe.

use super::asked::{Asked, Number, ROUNDING, Wrong};
use super::t_closeness::{Ground, TCloseness};
use super::{Model, SensitiveColumn};
use serde::{Deserialize, Serialize};

/// How close the values of a class must be to those of the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Closeness {
    /// The sensitive column.
    pub column: String,
    /// The distance between values.
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    #[serde(default)]
    pub distance: Distance,
    /// t: the greatest distance, 0 to 1.
    pub t: f64,
}

/// The distance between values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Distance {
    /// All are equally far apart.
    #[default]
    Equal,
    /// By their order.
    Ordered,
    /// By a hierarchy.
    Hierarchical,
}

impl<'a> Asked<'a> for &'a Closeness {
    fn column(&self) -> Option<&'a str> {
        Some(&self.column)
    }

    fn knows_the_table(&self) -> bool {
        true
    }

    fn wrong(&self) -> Option<Wrong> {
        let t = self.t;
        (!(0.0..=1.0).contains(&t)).then(|| {
            let advice = "Give the greatest distance that a class may have: 0.2 is near, 1 is any.";
            (format!("{t} is no distance from 0 to 1"), advice)
        })
    }

    fn words(&self) -> String {
        let distance = match self.distance {
            Distance::Equal => "all values equally far apart",
            Distance::Ordered => "values as far apart as in their order",
            Distance::Hierarchical => "values as far apart as in their hierarchy",
        };
        format!("values of `{}` within {} of the whole table's distribution, {distance}", self.column, self.t)
    }

    fn found(&self, figure: f64) -> String {
        format!("the farthest is {figure:.4} away")
    }

    fn risk_words(&self) -> String {
        format!("farthest distance of a class's values of `{}`", self.column)
    }

    fn admits(&self, figure: f64) -> bool {
        figure <= self.t
    }

    fn threshold(&self) -> f64 {
        self.t
    }

    fn rises(&self) -> bool {
        false
    }

    fn risk(&self, figure: f64) -> f64 {
        figure
    }

    fn holding(&self, risk: f64) -> Number {
        Number::Threshold((risk * (1.0 + ROUNDING)).min(1.0))
    }

    /// A class may have distance 0 from the table.
    fn holding_none(&self) -> Option<Number> {
        Some(Number::Threshold(0.0))
    }

    fn beyond(&self, risk: f64) -> Number {
        Number::Threshold(risk * (1.0 - ROUNDING))
    }

    fn model(&self, column: &SensitiveColumn) -> Option<Box<dyn Model>> {
        Some(Box::new(TCloseness {
            t: self.t,
            ground: match self.distance {
                Distance::Equal => Ground::Equal,
                Distance::Ordered => {
                    let (places, n) = column.places.clone()?;
                    Ground::Ordered(places, n)
                }
                Distance::Hierarchical => Ground::Hierarchical(column.parents.clone()?),
            },
            table: column.records.clone(),
            known: column.known(),
        }))
    }
}
