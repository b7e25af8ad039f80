//! Information loss of a release; lower is better.
//!
//! Each measure has its own file. A [`Measure`] gives the loss of a policy from its classes, a lower bound for the
//! policy and all its generalizations, and whether it is monotone. [`LossSettings::measure`] makes one.
//!
//! **Invariant:** `bound(x) ≤ loss(y)` for every generalization y of x, including x, in floating point too: bound and
//! loss are the same monotone function of exact integer sums. So a policy's loss is the same float in whatever order
//! it was computed.
//!
//! Under every measure that is a sum or mean of integers, policies with equal losses have equal floats, so ties are
//! broken by rank. Powers, logarithms and unequal weights round: under the geometric mean, entropy and weighted
//! means, two policies with equal losses may differ in the last digit, and that digit then decides. All searches see
//! the same floats, so they still agree.

mod aggregate;
mod average_class_size;
mod cells;
mod discernibility;
mod distortion;
mod entropy;
mod form;
mod height;
mod iyengar;
mod kl_divergence;
mod precision;

pub use aggregate::{Aggregate, Aggregator};
pub use average_class_size::AverageClassSize;
pub use cells::CellCosts;
pub use discernibility::{Discernibility, MonotoneDiscernibility};
pub use distortion::Distortion;
pub use entropy::Entropy;
pub use form::{Form, Sizes};
pub use height::Height;
pub use iyengar::Iyengar;
pub use kl_divergence::KlDivergence;
pub use precision::{CellPrecision, Precision};

use crate::classes::{Classes, Kept, QuasiIdentifier};
use crate::data::EXACT_AS_FLOAT;
use crate::lattice::Policy;
use serde::{Deserialize, Serialize};

/// A measure of information loss.
pub trait Measure: Send + Sync {
    /// Whether the loss never falls when a policy is generalized.
    fn is_monotone(&self) -> bool;

    /// The loss of the policy of these classes. `kept` determines which are suppressed.
    fn loss(&self, classes: &Classes, kept: &Kept) -> f64;

    /// An integer that orders losses that round to one float, as can happen with very many records. 0 for measures
    /// whose losses are not rounded, or not by a single division.
    fn exact(&self, _classes: &Classes, _kept: &Kept) -> u128 {
        0
    }

    /// A lower bound for the loss of a policy and of all its generalizations, from its levels alone.
    fn bound_of_levels(&self, policy: &Policy) -> f64;

    /// A lower bound for the loss of the policy of these classes and of all its generalizations.
    fn bound(&self, classes: &Classes) -> f64 {
        self.bound_of_levels(classes.policy())
    }

    /// The loss of each quasi-identifier, if the measure aggregates these.
    fn by_qi(&self, classes: &Classes, kept: &Kept) -> Option<Vec<f64>>;

    /// The form of the measure.
    fn form(&self) -> Form;
}

/// The measures by the names that a recipe uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum MeasureName {
    /// [`Iyengar`].
    #[default]
    Iyengar,
    /// [`Precision`].
    Precision,
    /// [`CellPrecision`].
    PrecisionCells,
    /// [`Discernibility`].
    Discernibility,
    /// [`MonotoneDiscernibility`].
    DmStar,
    /// [`Entropy`].
    Entropy,
    /// [`AverageClassSize`].
    Aecs,
    /// [`Height`].
    Height,
    /// [`Distortion`].
    Distortion,
}

impl MeasureName {
    /// All measures.
    pub const ALL: [Self; 9] = [
        Self::Iyengar,
        Self::Precision,
        Self::PrecisionCells,
        Self::Discernibility,
        Self::DmStar,
        Self::Entropy,
        Self::Aecs,
        Self::Height,
        Self::Distortion,
    ];

    /// The name that a recipe uses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Iyengar => "iyengar",
            Self::Precision => "precision",
            Self::PrecisionCells => "precision-cells",
            Self::Discernibility => "discernibility",
            Self::DmStar => "dm-star",
            Self::Entropy => "entropy",
            Self::Aecs => "aecs",
            Self::Height => "height",
            Self::Distortion => "distortion",
        }
    }

    /// Whether the loss of a policy depends on the records that it suppresses. If it does not, a policy that
    /// suppresses every record can be the best.
    pub fn counts_suppression(self) -> bool {
        !matches!(self, Self::Precision | Self::DmStar | Self::Entropy | Self::Height)
    }

    /// Whether the measure combines the losses of the quasi-identifiers by an [`Aggregate`].
    pub fn is_aggregated(self) -> bool {
        matches!(self, Self::Iyengar | Self::Precision | Self::PrecisionCells | Self::Distortion)
    }
}

/// A measure and its parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct LossSettings {
    /// The measure.
    pub measure: MeasureName,
    /// How the losses of the quasi-identifiers are combined, for the measures that do so.
    pub aggregate: Aggregate,
    /// The weight of each quasi-identifier, 0 or more, not all 0. Used by entropy and the measures with an aggregate.
    pub weights: Vec<f64>,
}

impl LossSettings {
    /// The measure for these quasi-identifiers.
    pub fn measure(&self, qis: &[QuasiIdentifier]) -> Box<dyn Measure> {
        let orders_exactly = records(qis) > EXACT_AS_FLOAT;
        let aggregator = |denominators| {
            Aggregator::new(self.aggregate, &self.weights, denominators).with_exact_order(orders_exactly)
        };
        match self.measure {
            MeasureName::Iyengar => Box::new(Iyengar::measure(qis, aggregator)),
            MeasureName::Precision => Box::new(Precision::new(qis, aggregator)),
            MeasureName::PrecisionCells => Box::new(CellPrecision::new(qis, aggregator)),
            MeasureName::Discernibility => Box::new(Discernibility::new(qis)),
            MeasureName::DmStar => Box::new(MonotoneDiscernibility),
            MeasureName::Entropy => Box::new(Entropy::new(qis, &self.weights)),
            MeasureName::Aecs => Box::new(AverageClassSize::new(qis)),
            MeasureName::Height => Box::new(Height::new(qis)),
            MeasureName::Distortion => Box::new(Distortion::measure(qis, aggregator)),
        }
    }
}

/// The number of records of the table of the quasi-identifiers.
fn records(qis: &[QuasiIdentifier]) -> u64 {
    qis.first().map_or(0, |qi| qi.counts().iter().sum())
}
