//! What can stop a proof that a policy is the best one.

/// What can stop a proof that a policy is the best one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// A measure for which it is not proven that the rule closes only boxes without a better policy.
    #[error("no proof can be made under {measure}: {reason}")]
    NoRule {
        /// The measure, by the name that a recipe uses.
        measure: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// More records than are counted.
    #[error("the table has {records} records, and a proof counts at most {limit}")]
    TooManyRecords {
        /// The table's records.
        records: u64,
        /// The most there may be.
        limit: u64,
    },
}

impl ProofError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::NoRule { .. } => "proof-no-rule",
            Self::TooManyRecords { .. } => "proof-too-many-records",
        }
    }

    pub(super) fn advice(&self) -> String {
        match self {
            Self::NoRule { .. } => {
                "Choose iyengar, precision, precision-cells or distortion with the arithmetic mean or the maximum, or height; or let `kanon verify --optimality` search again.".into()
            }
            Self::TooManyRecords { .. } => {
                "Let `kanon verify --optimality` search again.".into()
            }
        }
    }
}
