//! What a measure is made of, for searches that bound many policies at once.

use super::aggregate::{Aggregate, Aggregator};

/// What a measure is made of.
#[derive(Debug, Clone)]
pub enum Form {
    /// Every cell costs a number, a suppressed one the most; the sums over the records of each quasi-identifier are the
    /// numerators of an aggregate.
    Cells {
        /// `costs[qi][level][group]`; never falls from a level to the one above.
        costs: Vec<Vec<Vec<u64>>>,
        /// The cost of a suppressed cell of each quasi-identifier.
        suppressed: Vec<u64>,
        /// How the sums become one.
        aggregator: Aggregator,
    },
    /// The loss follows from the levels.
    Levels {
        /// `terms[qi][level]`, joined as an aggregate joins its terms; never falls from a level to the one above.
        terms: Vec<Vec<f64>>,
        /// Sum, product (of which 1 is taken off) or maximum.
        join: Aggregate,
        /// The terms as integers and their divisor, where these give the loss to the last bit.
        integers: Option<(Vec<Vec<u64>>, f64)>,
    },
    /// The loss follows from the sizes of the classes.
    Sizes(Sizes),
}

/// A measure of the sizes of the classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sizes {
    /// Σ size² over the classes that are kept, and n for every suppressed record.
    Discernibility,
    /// Σ size² over all classes.
    MonotoneDiscernibility,
    /// n / (classes that are kept, and one for all suppressed records).
    Average,
}
