//! The effect of suppression on analyses of the release (Wilson, k-anonymization may be NP-hard, section 4).

mod distribution;
mod regression;
mod student;

pub use distribution::{Distribution, Share, ValueShare, distribution};
pub use regression::{Coefficient, Estimate, Model, Observations, expect_few_coefficients, regress};
