//! The order in which the rows of a release are written.

use super::Recipe;
use crate::error::{RecipeError, Result};
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// A drawn order of the rows. In JSON it is the seed, or `true` where each run draws one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "number | true"))]
pub enum Shuffle {
    /// From this seed.
    Seed(u64),
    /// From a seed that is drawn for the run and stands in its report; `None` before that.
    Drawn(Option<u64>),
}

impl Shuffle {
    /// The least seed of an order that is not found by trying all smaller ones: that takes years of a processor.
    pub const LEAST_SEED: u64 = 1 << 52;

    /// The first number above all seeds that are drawn: a page holds whole numbers below it.
    pub const SEEDS_BELOW: u64 = 1 << 53;

    /// The seed that a random number gives, of which 52 bits count. It is at least [`LEAST_SEED`](Self::LEAST_SEED),
    /// and below [`SEEDS_BELOW`](Self::SEEDS_BELOW).
    pub fn drawn_with(random: u64) -> u64 {
        Self::LEAST_SEED | (random % Self::LEAST_SEED)
    }

    /// The seed, if it is known.
    pub fn seed(self) -> Option<u64> {
        match self {
            Self::Seed(seed) => Some(seed),
            Self::Drawn(seed) => seed,
        }
    }

    /// Whether its seed is too small to be secret.
    pub fn is_guessable(self) -> bool {
        matches!(self, Self::Seed(seed) if seed < Self::LEAST_SEED)
    }
}

impl Recipe {
    /// The seed of the order of the rows; `None` if they keep the order of the file.
    ///
    /// # Errors
    /// An order that each run draws, before a seed was drawn.
    pub fn order_seed(&self) -> Result<Option<u64>> {
        match self.release.shuffle {
            Some(Shuffle::Drawn(None)) => {
                let problem = "no seed was drawn for the order of the rows";
                let advice = "Draw one before the release is written, or give a number in place of true.";
                Err(RecipeError::setting("release.shuffle", problem, advice).into())
            }
            shuffle => Ok(shuffle.and_then(Shuffle::seed)),
        }
    }

    /// The seed that a report names: it was drawn for this run.
    pub fn drawn_order_seed(&self) -> Option<u64> {
        match self.release.shuffle {
            Some(Shuffle::Drawn(seed)) => seed,
            _ => None,
        }
    }

    /// Sets the seed of an order that each run draws. Changes nothing in a recipe with a seed of its own, or without a
    /// drawn order. `random`: as in [`Shuffle::drawn_with`].
    pub fn draw_order(&mut self, random: u64) {
        if let Some(Shuffle::Drawn(drawn)) = &mut self.release.shuffle {
            *drawn = Some(Shuffle::drawn_with(random));
        }
    }

    /// Gives an order that each run draws a seed that stands in the recipe, so that it can be shown and kept. Changes
    /// nothing in other recipes. `random`: as in [`Shuffle::drawn_with`].
    pub fn settle_order(&mut self, random: u64) {
        if let Some(shuffle @ Shuffle::Drawn(_)) = &mut self.release.shuffle {
            *shuffle = Shuffle::Seed(Shuffle::drawn_with(random));
        }
    }

    /// Takes the seed of a drawn order from the report of the run, if that wrote a release.
    ///
    /// # Errors
    /// A report that does not name it, or names none that could be drawn.
    pub fn take_order(&mut self, report: &str) -> Result<()> {
        let Some(Shuffle::Drawn(drawn)) = &mut self.release.shuffle else { return Ok(()) };
        let Named { order_seed, output_sha256 } = serde_json::from_str(report).unwrap_or_default();
        if output_sha256.is_none() {
            return Ok(());
        }
        let is_drawn = |seed: &u64| (Shuffle::LEAST_SEED..Shuffle::SEEDS_BELOW).contains(seed);
        let Some(seed) = order_seed.filter(is_drawn) else {
            let problem = "each run draws the order of the rows, and this report does not name the seed that was drawn";
            let advice = "Check the release with the report for those who keep the original.";
            return Err(RecipeError::setting("release.shuffle", problem, advice).into());
        };
        *drawn = Some(seed);
        Ok(())
    }
}

/// What a report says of the order.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Named {
    order_seed: Option<u64>,
    output_sha256: Option<String>,
}

impl Serialize for Shuffle {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Self::Seed(seed) => serializer.serialize_u64(*seed),
            Self::Drawn(_) => serializer.serialize_bool(true),
        }
    }
}

impl<'de> Deserialize<'de> for Shuffle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Order;
        impl Visitor<'_> for Order {
            type Value = Shuffle;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter
                    .write_str("true or a whole number of at least 0 for the order of the rows; leave it out to keep that of the file")
            }

            fn visit_u64<E: de::Error>(self, seed: u64) -> std::result::Result<Shuffle, E> {
                Ok(Shuffle::Seed(seed))
            }

            fn visit_bool<E: de::Error>(self, is_drawn: bool) -> std::result::Result<Shuffle, E> {
                match is_drawn {
                    true => Ok(Shuffle::Drawn(None)),
                    false => Err(E::invalid_value(de::Unexpected::Bool(false), &self)),
                }
            }
        }
        deserializer.deserialize_any(Order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(shuffle: &str) -> Result<Recipe> {
        Recipe::parse(&format!(
            r#"{{"kanon": 1, "columns": {{"a": {{"role": "quasi-identifier"}}}}, "release": {{"shuffle": {shuffle}}}}}"#
        ))
    }

    #[test]
    fn an_order_is_a_seed_or_drawn_and_drawing_changes_no_digest() {
        assert_eq!(recipe("7").unwrap().order_seed(), Ok(Some(7)));
        assert_eq!(recipe("null").unwrap().order_seed(), Ok(None));
        for wrong in ["false", "-1", "1.5", "\"x\"", "[1]"] {
            let message = recipe(wrong).unwrap_err().to_string();
            assert!(message.contains("order of the rows"), "{wrong}: {message}");
        }
        let mut drawn = recipe("true").unwrap();
        let (before, json) = (drawn.sha256(), drawn.to_json());
        assert!(drawn.order_seed().is_err());
        for (random, seed) in [(0, 1 << 52), (5, (1 << 52) + 5), (u64::MAX, (1 << 53) - 1)] {
            drawn.draw_order(random);
            assert_eq!((drawn.order_seed(), drawn.drawn_order_seed()), (Ok(Some(seed)), Some(seed)));
        }
        assert_eq!((drawn.sha256(), drawn.to_json()), (before, json));
        let mut own = recipe("7").unwrap();
        own.draw_order(5);
        assert_eq!((own.order_seed(), own.drawn_order_seed()), (Ok(Some(7)), None));
    }

    #[test]
    fn a_recipe_is_given_a_seed_where_each_run_would_draw_one_and_nothing_else_changes() {
        let mut settled = recipe("true").unwrap();
        settled.settle_order(5);
        assert_eq!(settled, recipe("4503599627370501").unwrap());
        let mut again = recipe("true").unwrap();
        again.draw_order(9);
        again.settle_order(5);
        assert_eq!(again, settled);
        for own in ["7", "null", "0"] {
            let mut kept = recipe(own).unwrap();
            kept.settle_order(5);
            assert_eq!(kept, recipe(own).unwrap(), "{own}");
        }
    }

    #[test]
    fn the_seed_is_that_of_the_report_and_nothing_else() {
        let mut drawn = recipe("true").unwrap();
        for seed in ["", r#", "order_seed": 7"#, r#", "order_seed": 9007199254740992"#] {
            let report = format!(r#"{{"output_sha256": "0"{seed}}}"#);
            assert!(drawn.take_order(&report).is_err(), "{report}");
        }
        drawn.draw_order(1);
        drawn.take_order(r#"{"output_sha256": "0", "order_seed": 4503599627370498}"#).unwrap();
        assert_eq!(drawn.order_seed(), Ok(Some((1 << 52) + 2)));
        let mut own = recipe("7").unwrap();
        own.take_order(r#"{"output_sha256": "0", "order_seed": 4503599627370498}"#).unwrap();
        assert_eq!(own.order_seed(), Ok(Some(7)));
    }
}
