//! The form of a measure, for searches that bound many policies at once.

use super::aggregate::{Aggregate, Aggregator};

/// The form of a measure.
#[derive(Debug, Clone)]
pub enum Form {
    /// Every cell has a cost, a suppressed one the largest. The sums over the records for each quasi-identifier are
    /// the numerators of an aggregate.
    Cells {
        /// `costs[qi][level][group]`; costs never fall from a level to the one above.
        costs: Vec<Vec<Vec<u64>>>,
        /// The cost of a suppressed cell of each quasi-identifier.
        suppressed: Vec<u64>,
        /// How the sums are combined.
        aggregator: Aggregator,
    },
    /// The loss follows from the levels.
    Levels {
        /// `terms[qi][level]`, joined as the terms of an aggregate; they never fall from a level to the one above.
        terms: Vec<Vec<f64>>,
        /// Sum, product (minus 1) or maximum.
        join: Aggregate,
        /// The terms as integers and their divisor, if these give the loss to the last bit.
        integers: Option<(Vec<Vec<u64>>, f64)>,
    },
    /// The loss follows from the class sizes.
    Sizes(Sizes),
}

/// A measure of class sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sizes {
    /// Σ size² over the kept classes, plus n for every suppressed record.
    Discernibility,
    /// Σ size² over all classes.
    MonotoneDiscernibility,
    /// n / (kept classes, plus one for all suppressed records).
    Average,
}
