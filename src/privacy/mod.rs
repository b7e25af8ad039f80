//! Privacy models: conditions on the classes of a policy and on releases.
//!
//! A [`Condition`] is the form in a recipe. A [`Model`] is the form that judges classes. A [`Protection`] combines
//! all conditions of a recipe beyond the sizes of classes. A class that violates a model is suppressed.
//!
//! | condition | a class may be released if | source |
//! |---|---|---|
//! | k-anonymity | it has at least k records | Sweeney 2002 |
//! | k-map | at least k people of the population share its values | Sweeney 2002 |
//! | distinct ℓ-diversity | its records have at least ℓ distinct values | Machanavajjhala et al. 2007, §4.1 |
//! | entropy ℓ-diversity | the entropy of its values is at least log ℓ | the same, definition 4.1 |
//! | recursive (c, ℓ)-diversity | its most frequent value has fewer records than c times the ℓ-th and all rarer ones | the same, definition 4.2 |
//! | t-closeness | the distance of its values from the table's is at most t | Li et al. 2007 |
//! | basic β-likeness | no value is more frequent than in the table by more than β times | Cao and Karras 2012 |
//! | average risk | the kept classes are at most that share of their records | El Emam and Arbuckle 2013 |
//! | marketer risk | 1 ÷ the people of its class is on average at most that, over the kept records | Dankar and El Emam 2010 |
//!
//! # Missing values
//! A missing value of a sensitive column reveals nothing about its person. So every model of a sensitive column
//! considers only the known values: a class with one known value and some missing ones has one value. A class without
//! a known value has no diversity at all, and is as close to the table as possible.
//!
//! # When classes are joined
//! A model is *upward-closed* if every class that contains a releasable class is releasable: sizes, people and
//! distinct values only grow. Then generalizing a policy never increases the number of suppressed records. The other
//! models of classes only guarantee that a union of releasable classes is releasable. Without suppression that is
//! enough; with suppression a policy may suppress more than one of its specializations. ({a, b, c, d} has an entropy
//! of log 4; joined with 96 times a it has one of log 1.18.)
//!
//! **Invariant:** models see numbers of values, never their text.

mod asked;
mod average_risk;
mod beta_likeness;
mod closeness;
mod condition;
mod distinct_diversity;
mod diversity;
mod entropy_diversity;
mod judge;
mod k_anonymity;
mod k_map;
mod marketer_risk;
mod population;
mod protection;
mod recursive_diversity;
mod sensitive;
mod t_closeness;
mod threshold;

pub use asked::Wrong;
pub use beta_likeness::Likeness;
pub use closeness::{Closeness, Distance};
pub use condition::Condition;
pub use diversity::{Diversity, DiversityKind};
pub use judge::Judge;
pub use population::Population;
pub use protection::Protection;
pub use sensitive::SensitiveColumn;
pub use threshold::{GreatestRisk, Threshold};

use crate::data::ValueCode;
use std::fmt::Debug;

/// The records of one value of a sensitive column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueCount {
    /// The value.
    pub value: ValueCode,
    /// The number of its records, at least one.
    pub records: u64,
}

/// The data of a class for a model.
#[derive(Debug, Clone, Copy)]
pub struct ClassValues<'a> {
    /// The known values of the model's column, by their codes.
    pub values: &'a [ValueCount],
}

impl ClassValues<'_> {
    /// The number of records whose value is known.
    pub fn known(&self) -> u64 {
        self.values.iter().map(|value| value.records).sum()
    }
}

/// A condition of a privacy model on the classes of one sensitive column.
pub trait Model: Debug + Send + Sync {
    /// Whether a class may be released.
    ///
    /// Time: linear in the class's distinct values, except for t-closeness.
    fn keeps(&self, class: ClassValues<'_>) -> bool {
        self.admits(self.figure(class))
    }

    /// The number by which the model judges a class, as in reports.
    fn figure(&self, class: ClassValues<'_>) -> f64;

    /// Whether a class of this figure may be released.
    fn admits(&self, figure: f64) -> bool;

    /// Whether a smaller figure is less safe.
    fn smaller_is_worse(&self) -> bool;

    /// Whether every class that contains a releasable class is releasable.
    fn is_upward_closed(&self) -> bool;

    /// A releasable class has at least this many distinct known values, and therefore as many records.
    fn least_values(&self) -> u64;
}
