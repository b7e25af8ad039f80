//! ℓ-diversity of any kind in a recipe.

use super::asked::{Asked, Number, ROUNDING, Wrong};
use super::distinct_diversity::DistinctDiversity;
use super::entropy_diversity::EntropyDiversity;
use super::recursive_diversity::RecursiveDiversity;
use super::{Model, SensitiveColumn};
use serde::{Deserialize, Serialize};

/// The required number of values of a sensitive column in every class.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Diversity {
    /// The sensitive column.
    pub column: String,
    /// How they are counted.
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    #[serde(default)]
    pub kind: DiversityKind,
    /// ℓ: an integer, except for entropy.
    pub l: f64,
    /// The c of recursive diversity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c: Option<f64>,
}

/// How the values of a class are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum DiversityKind {
    /// The distinct values.
    #[default]
    Distinct,
    /// By the exponential of their entropy.
    Entropy,
    /// The most frequent value compared with the rare ones.
    Recursive,
}

impl<'a> Asked<'a> for &'a Diversity {
    fn column(&self) -> Option<&'a str> {
        Some(&self.column)
    }

    fn wrong(&self) -> Option<Wrong> {
        let Diversity { kind, l, c, .. } = *self;
        let is_entropy = *kind == DiversityKind::Entropy;
        if !(*l >= 1.0 && *l <= 1e9 && (is_entropy || l.fract() == 0.0)) {
            let advice = match is_entropy {
                true => "Give a number from 1 on.",
                false => "Give a whole number from 1 on; 2 is the least that asks for something.",
            };
            return Some((format!("ℓ is {l}"), advice));
        }
        match (kind, c) {
            (DiversityKind::Recursive, Some(c)) if *c > 0.0 && c.is_finite() => None,
            (DiversityKind::Recursive, _) => Some((
                "c is missing, or not above 0".to_owned(),
                "Give c: the most frequent value has fewer records than c times the rare ones together.",
            )),
            (_, Some(_)) => {
                Some(("c belongs to recursive diversity".to_owned(), "Leave c out, or choose the kind recursive."))
            }
            (_, None) => None,
        }
    }

    fn words(&self) -> String {
        let Diversity { column, kind, l, c } = *self;
        match kind {
            DiversityKind::Distinct => format!("at least {l} different values of `{column}`"),
            DiversityKind::Entropy => {
                format!("values of `{column}` as mixed as {l} equally frequent ones")
            }
            DiversityKind::Recursive => format!(
                "the most frequent value of `{column}` has fewer records than {} times the {l}{} and all rarer ones together",
                c.unwrap_or(1.0),
                ending(*l as u64)
            ),
        }
    }

    fn found(&self, figure: f64) -> String {
        match self.kind {
            DiversityKind::Distinct => format!("the fewest are {figure}"),
            DiversityKind::Entropy => format!("the least mixed is as {figure:.3}"),
            DiversityKind::Recursive if figure.is_infinite() => {
                format!("one has fewer than {} different values", self.l)
            }
            DiversityKind::Recursive => format!("the most are {figure:.3} times as many"),
        }
    }

    fn risk_words(&self) -> String {
        let column = &self.column;
        match self.kind {
            DiversityKind::Distinct => {
                format!("1 by the fewest different values of `{column}` in a class")
            }
            DiversityKind::Entropy => {
                format!("1 by the least mixed values of `{column}` in a class")
            }
            DiversityKind::Recursive => {
                format!("records of the most frequent value of `{column}` by those of the rare ones")
            }
        }
    }

    fn admits(&self, figure: f64) -> bool {
        match self.kind {
            DiversityKind::Distinct => figure >= self.l,
            DiversityKind::Entropy => EntropyDiversity { l: self.l }.admits(figure),
            DiversityKind::Recursive => figure < self.c.unwrap_or(1.0),
        }
    }

    fn threshold(&self) -> f64 {
        self.l
    }

    fn rises(&self) -> bool {
        true
    }

    fn risk(&self, figure: f64) -> f64 {
        match self.kind {
            DiversityKind::Distinct | DiversityKind::Entropy => 1.0 / figure,
            DiversityKind::Recursive => figure,
        }
    }

    fn holding(&self, risk: f64) -> Number {
        match self.kind {
            DiversityKind::Distinct => Number::Threshold((1.0 / risk).round()),
            DiversityKind::Entropy => Number::Threshold((1.0 / risk).max(1.0)),
            DiversityKind::Recursive => Number::C(risk * (1.0 + ROUNDING)),
        }
    }

    fn beyond(&self, risk: f64) -> Number {
        match self.kind {
            DiversityKind::Distinct => Number::Threshold((1.0 / risk).round() + 1.0),
            // A class that misses ℓ by less than the rounding error satisfies it.
            DiversityKind::Entropy => Number::Threshold(1.0 / risk * (1.0 + 3.0 * ROUNDING)),
            DiversityKind::Recursive => Number::C(risk * (1.0 - ROUNDING)),
        }
    }

    fn model(&self, _column: &SensitiveColumn) -> Option<Box<dyn Model>> {
        Some(match self.kind {
            DiversityKind::Distinct => Box::new(DistinctDiversity { l: self.l as u64 }),
            DiversityKind::Entropy => Box::new(EntropyDiversity { l: self.l }),
            DiversityKind::Recursive => {
                Box::new(RecursiveDiversity { c: self.c.unwrap_or(1.0), l: (self.l as u64).max(1) })
            }
        })
    }
}

/// The ending of an ordinal number.
fn ending(number: u64) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

#[cfg(test)]
mod tests {
    use super::ending;

    #[test]
    fn ordinal_numbers_end_as_they_are_said() {
        let ends = [1, 2, 3, 4, 11, 12, 13, 21, 112, 122].map(ending);
        assert_eq!(ends, ["st", "nd", "rd", "th", "th", "th", "th", "st", "th", "nd"]);
    }
}
