//! Privacy models: which classes of a policy may be released, and which releases.
//!
//! A [`Condition`] is what a recipe asks for; a [`Model`] is the same, ready to judge classes; a [`Protection`] is all
//! that a recipe asks for beside the sizes of classes. A class that one of the models does not let through is
//! suppressed.
//!
//! | condition | a class may be released when | source |
//! |---|---|---|
//! | k-anonymity | it has at least k records | Sweeney 2002 |
//! | k-map | at least k people of the population share its values | Sweeney 2002 |
//! | distinct ℓ-diversity | its records have at least ℓ different values | Machanavajjhala et al. 2007, §4.1 |
//! | entropy ℓ-diversity | the entropy of its values is at least log ℓ | the same, definition 4.1 |
//! | recursive (c, ℓ)-diversity | its most frequent value has fewer records than c times the ℓ-th and all rarer ones | the same, definition 4.2 |
//! | t-closeness | the distance of its values from the table's is at most t | Li et al. 2007 |
//! | basic β-likeness | no value is more frequent than in the table by more than β times | Cao and Karras 2012 |
//! | average risk | the kept classes are at most that share of their records | El Emam and Arbuckle 2013 |
//! | marketer risk | 1 ÷ the people of its class is on average at most that, over the kept records | Dankar and El Emam 2010 |
//!
//! # Missing values
//! A missing value of a sensitive column says nothing of its person. So every model of a sensitive column looks at the
//! known values alone: a class with one known value and missing ones beside it has one value. A class without a known
//! value has no diversity at all, and is as close to the table as can be.
//!
//! # What is kept when classes are joined
//! A model is *upward-closed* when every class that contains a class which may be released may be released, too: sizes,
//! people and distinct values only grow. Then the records that a policy suppresses never grow when it is generalized.
//! The other models of classes let a class through that is joined of classes which they let through, and of these
//! alone: without suppression that is enough, and with it a policy may suppress more than one of its specializations.
//! ({a, b, c, d} has an entropy of log 4; joined with 96 times a it has one of log 1.18.)
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

/// Records of one value of a sensitive column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueCount {
    /// The value.
    pub value: ValueCode,
    /// Its records, at least one.
    pub records: u64,
}

/// What a model may ask of a class.
#[derive(Debug, Clone, Copy)]
pub struct ClassValues<'a> {
    /// The known values of the model's column, by their codes.
    pub values: &'a [ValueCount],
}

impl ClassValues<'_> {
    /// Records whose value is known.
    pub fn known(&self) -> u64 {
        self.values.iter().map(|value| value.records).sum()
    }
}

/// What a privacy model asks of the classes of one sensitive column.
pub trait Model: Debug + Send + Sync {
    /// Whether a class may be released.
    ///
    /// Time in the class's different values, but for t-closeness.
    fn keeps(&self, class: ClassValues<'_>) -> bool {
        self.admits(self.figure(class))
    }

    /// The number by which the model judges a class, as reports tell it.
    fn figure(&self, class: ClassValues<'_>) -> f64;

    /// Whether a class of this figure may be released.
    fn admits(&self, figure: f64) -> bool;

    /// Whether a class of a smaller figure is the less safe one.
    fn smaller_is_worse(&self) -> bool;

    /// Whether every class that contains a class which may be released may be released, too.
    fn is_upward_closed(&self) -> bool;

    /// A class that may be released has at least so many different known values, and so as many records.
    fn least_values(&self) -> u64;
}
