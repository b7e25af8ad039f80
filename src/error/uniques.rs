//! What can stop the search for unsafe combinations and the suppression of cells.

/// What can stop the search for unsafe combinations and the suppression of cells.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum UniquesError {
    /// k below 2 makes nothing unsafe.
    #[error("k is {k}: a combination is unsafe when fewer than k records have it, and one always has")]
    KTooSmall {
        /// The k asked for.
        k: u64,
    },
    /// More quasi-identifiers than the method can take.
    #[error("the {method} method takes up to {limit} quasi-identifiers, and the table has {given}")]
    TooManyColumns {
        /// The method, by the name that a recipe uses.
        method: &'static str,
        /// Quasi-identifiers of the table.
        given: usize,
        /// The most there may be.
        limit: usize,
    },
    /// Combinations of so many records that their number may be more than is counted.
    #[error("{records} records have fewer than k of their kind, and the combinations of at most {limit} are counted")]
    TooManyRecords {
        /// Records that fewer than k others are like.
        records: u64,
        /// The most there may be.
        limit: u64,
    },
    /// A regression that has no unique solution.
    #[error(
        "{records} records with a number in every column leave nothing to estimate {coefficients} coefficients from"
    )]
    TooFewRecords {
        /// Records without a missing value.
        records: usize,
        /// Coefficients to estimate.
        coefficients: usize,
    },
    /// A regression on more categories than are estimated.
    #[error("the covariates have {coefficients} categories, and at most {most} are estimated")]
    TooManyCoefficients {
        /// Coefficients to estimate.
        coefficients: usize,
        /// The most there may be.
        most: usize,
    },
    /// A value of an outcome or a weight that is no number.
    #[error("the value is no number")]
    NotANumber,
}

impl UniquesError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::KTooSmall { .. } => "uniques-k-too-small",
            Self::TooManyColumns { .. } => "uniques-too-many-columns",
            Self::TooManyRecords { .. } => "uniques-too-many-records",
            Self::TooFewRecords { .. } => "uniques-too-few-records",
            Self::TooManyCoefficients { .. } => "uniques-too-many-coefficients",
            Self::NotANumber => "uniques-not-a-number",
        }
    }

    #[inline(never)]
    pub(super) fn advice(&self) -> String {
        match self {
            Self::KTooSmall { .. } => "Choose 2 or more.".into(),
            Self::TooManyColumns { .. } => {
                "Give some of the columns another role, or leave the choice of the method to the program.".into()
            }
            Self::TooManyRecords { .. } => "Choose a smaller k, or fewer quasi-identifiers.".into(),
            Self::TooFewRecords { .. } => "Choose fewer quasi-identifiers.".into(),
            Self::TooManyCoefficients { .. } => {
                "Choose fewer covariates or quasi-identifiers, or higher levels of them.".into()
            }
            Self::NotANumber => "Choose a column of numbers, or name the value as missing.".into(),
        }
    }
}
