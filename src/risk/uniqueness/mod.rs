//! How many records are unique in a population of which the table is a random sample: estimates from the sizes of the
//! table's classes alone.

mod class_sizes;
mod pitman;
mod slide_negative_binomial;
mod zayatz;

use class_sizes::ClassSizes;
use pitman::pitman;
use serde::{Deserialize, Serialize};
use slide_negative_binomial::slide_negative_binomial;
use zayatz::zayatz;

/// Up to this sampling fraction Dankar's rule takes Pitman's estimate.
const SMALL_FRACTION: f64 = 0.1;

/// What is estimated of the records that are unique in the population.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Uniqueness {
    /// Records that are unique in the table. No other can be unique in the population.
    pub in_table: u64,
    /// Of them, those that are expected to be unique in the population, by the estimate that Dankar's rule takes.
    pub in_population: f64,
    /// `in_population` / records of the table; 0 where there is none.
    pub share: f64,
    /// Whose estimate it is; none where no record is unique in the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimator: Option<Estimator>,
    /// `in_population` by Zayatz's estimate.
    pub zayatz: f64,
    /// By the slide negative binomial model; none where it fits no such table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slide_negative_binomial: Option<f64>,
    /// By Pitman's model; none where it fits no such table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pitman: Option<f64>,
}

/// Whose estimate is taken.
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
    /// Whose it is, to go on with after "by".
    pub fn name(self) -> &'static str {
        match self {
            Self::Zayatz => "Zayatz",
            Self::SlideNegativeBinomial => "the slide negative binomial model",
            Self::Pitman => "Pitman's model",
        }
    }
}

impl Uniqueness {
    /// The estimates of classes with so many records each, that are this fraction of the population, 0 to 1.
    ///
    /// Which one is taken is the rule of Dankar, El Emam, Neisa and Roffey (*Estimating the re-identification risk of
    /// clinical data sets*, 2012): of a fraction up to a tenth Pitman's, above it the lower one of Zayatz's and of the
    /// slide negative binomial; Zayatz's where there is no such one. None is more than the records that are unique in
    /// the table.
    ///
    /// Each model estimates the people who are unique in the population; of these, the fraction is in the table. Time
    /// in the classes and in the largest of them.
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

    /// What is left of it where only so many of the unique records, of so many in all, are kept. Which of them are
    /// unique in the population is not known, so that each is with the same chance.
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
