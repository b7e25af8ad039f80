//! A minimum number of records or people in a recipe.

use super::Wrong;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// A minimum number of records or people: the number itself, or the risk that may remain.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Threshold {
    /// The number.
    Number(u64),
    /// The greatest risk.
    Risk(GreatestRisk),
}

/// The greatest risk of a record, as a probability.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GreatestRisk {
    /// The probability, above 0 and up to 1.
    pub risk: f64,
}

impl Threshold {
    /// The resulting number. For a risk, it is the smallest k with 1 / k ≤ risk: 0.2 means 5, 0.05 means 20, and 0.09
    /// means 12, as 1 / 11 is above 0.09.
    pub fn k(self) -> u64 {
        let Self::Risk(GreatestRisk { risk }) = self else {
            return self.number().unwrap_or_default();
        };
        let is_enough = |k: u64| 1.0 / k as f64 <= risk;
        // The quotient is rounded, so k may be off by one.
        let k = ((1.0 / risk).ceil() as u64).max(1);
        match (k > 1 && is_enough(k - 1), is_enough(k)) {
            (true, _) => k - 1,
            (false, true) => k,
            (false, false) => k.saturating_add(1),
        }
    }

    /// The number, if it is given.
    pub fn number(self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(number),
            Self::Risk(_) => None,
        }
    }

    /// The risk, if it is given.
    pub fn risk(self) -> Option<f64> {
        match self {
            Self::Number(_) => None,
            Self::Risk(GreatestRisk { risk }) => Some(risk),
        }
    }

    /// What is wrong with it, and how to fix it.
    pub(super) fn wrong(self) -> Option<Wrong> {
        match (self.risk(), self.k()) {
            (Some(risk), _) => wrong_risk(risk),
            (None, 0) => {
                let advice = "Choose 2 or more; 1 asks for nothing.";
                Some(("0 is not allowed".to_owned(), advice))
            }
            (None, _) => None,
        }
    }

    /// The text after its number: the given risk.
    pub(super) fn given(self) -> String {
        match self.risk() {
            Some(risk) => format!(", for a risk of at most {risk}"),
            None => String::new(),
        }
    }
}

/// What is wrong with a maximum risk.
pub(super) fn wrong_risk(risk: f64) -> Option<Wrong> {
    (!(risk > 0.0 && risk <= 1.0)).then(|| {
        let advice = "Give a chance as a fraction: 0.05 is 5 %.";
        (format!("{risk} is no risk above 0 and up to 1"), advice)
    })
}

impl<'de> Deserialize<'de> for Threshold {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Given;

        impl<'de> Visitor<'de> for Given {
            type Value = Threshold;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(r#"a whole number, or {"risk": 0.2}"#)
            }

            fn visit_u64<E>(self, number: u64) -> Result<Threshold, E> {
                Ok(Threshold::Number(number))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Threshold, A::Error> {
                GreatestRisk::deserialize(MapAccessDeserializer::new(map)).map(Threshold::Risk)
            }
        }

        deserializer.deserialize_any(Given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_risk_means_the_smallest_k_that_leaves_no_more() {
        let k = |risk| Threshold::Risk(GreatestRisk { risk }).k();
        let usual = [0.33, 0.2, 0.1, 0.09, 0.05, 1.0, 0.5, 0.999];
        assert_eq!(usual.map(k), [4, 5, 10, 12, 20, 1, 2, 2]);
        for number in 1..100_000 {
            assert_eq!(k(1.0 / number as f64), number);
        }
        assert_eq!(Threshold::Number(11).k(), 11);
    }

    #[test]
    fn both_are_read_and_written_as_they_were_given() {
        for json in ["11", r#"{"risk":0.09}"#] {
            let read: Threshold = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), json);
        }
        let unknown = serde_json::from_str::<Threshold>(r#"{"risk":0.2,"k":5}"#).unwrap_err();
        assert!(unknown.to_string().contains("unknown field `k`"));
        for wrong in ["2.5", "-1", r#""5""#] {
            let error = serde_json::from_str::<Threshold>(wrong).unwrap_err();
            assert!(error.to_string().contains("a whole number, or"), "{error}");
        }
    }
}
