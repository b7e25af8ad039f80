//! Estimates how many records are unique in a population, if the table is a random sample of it, from the sizes of
//! the table's classes alone.

mod class_sizes;
mod pitman;
mod slide_negative_binomial;
mod zayatz;

use class_sizes::ClassSizes;
use pitman::pitman;
use serde::{Deserialize, Serialize};
use slide_negative_binomial::slide_negative_binomial;
use zayatz::zayatz;

/// Up to this sampling fraction, Dankar's rule takes Pitman's estimate.
const SMALL_FRACTION: f64 = 0.1;

/// The estimates of the number of records that are unique in the population.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Uniqueness {
    /// The number of records that are unique in the table. No other record can be unique in the population.
    pub in_table: u64,
    /// The expected number of these that are unique in the population, by the estimate that Dankar's rule takes.
    pub in_population: f64,
    /// `in_population` / records of the table; 0 without records.
    pub share: f64,
    /// The estimator taken; `None` if no record is unique in the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimator: Option<Estimator>,
    /// `in_population` by Zayatz's estimate.
    pub zayatz: f64,
    /// `in_population` by the slide negative binomial model; `None` if the model does not fit the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slide_negative_binomial: Option<f64>,
    /// `in_population` by Pitman's model; `None` if the model does not fit the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pitman: Option<f64>,
}

/// The estimator taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Estimator {
    /// Zayatz, 1991.
    Zayatz,
    /// Chen and Keller-McNulty, 1998.
    SlideNegativeBinomial,
    /// Hoshino, 2001.
    Pitman,
}

impl Estimator {
    /// The name of its author, for use after "by".
    pub fn name(self) -> &'static str {
        match self {
            Self::Zayatz => "Zayatz",
            Self::SlideNegativeBinomial => "the slide negative binomial model",
            Self::Pitman => "Pitman's model",
        }
    }
}

impl Uniqueness {
    /// The estimates for classes of these sizes, which are this fraction of the population, 0 to 1.
    ///
    /// The choice follows the rule of Dankar, El Emam, Neisa and Roffey (*Estimating the re-identification risk of
    /// clinical data sets*, 2012): Pitman's estimate for a fraction up to a tenth; above it the lower one of Zayatz's
    /// and the slide negative binomial estimate; Zayatz's if these do not exist. No estimate exceeds the number of
    /// records that are unique in the table.
    ///
    /// Each model estimates the number of people who are unique in the population; the fraction of these is in the
    /// table. Time: linear in the number of classes and in the largest of them.
    pub fn of(records: impl Iterator<Item = u64>, fraction: f64) -> Self {
        let sizes = ClassSizes::of(records);
        let in_table = sizes.of_size(1);
        if in_table == 0 {
            return Self::default();
        }
        let people = libm::round(sizes.records() as f64 / fraction);
        let in_sample = |unique: f64| f64::min(unique * fraction, in_table as f64);
        let zayatz = in_sample(zayatz(&sizes, people));
        let slide_negative_binomial = slide_negative_binomial(&sizes, fraction).map(in_sample);
        let pitman = pitman(&sizes, people).map(in_sample);
        let (estimator, in_population) = match (pitman, slide_negative_binomial) {
            (Some(pitman), _) if fraction <= SMALL_FRACTION => (Estimator::Pitman, pitman),
            (_, Some(lower)) if fraction > SMALL_FRACTION && lower <= zayatz => {
                (Estimator::SlideNegativeBinomial, lower)
            }
            _ => (Estimator::Zayatz, zayatz),
        };
        Self {
            in_table,
            in_population,
            share: in_population / sizes.records() as f64,
            estimator: Some(estimator),
            zayatz,
            slide_negative_binomial,
            pitman,
        }
    }

    /// The estimates that remain if only this many of the unique records, and this many records in all, are kept. It
    /// is not known which of them are unique in the population, so each has the same chance.
    pub fn of_kept(self, in_table: u64, records: u64) -> Self {
        if in_table == 0 {
            return Self::default();
        }
        let kept = |estimate: f64| estimate / self.in_table as f64 * in_table as f64;
        Self {
            in_table,
            in_population: kept(self.in_population),
            share: kept(self.in_population) / records as f64,
            estimator: self.estimator,
            zayatz: kept(self.zayatz),
            slide_negative_binomial: self.slide_negative_binomial.map(kept),
            pitman: self.pitman.map(kept),
        }
    }
}

#[cfg(test)]
mod tests;
