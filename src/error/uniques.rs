//! Errors of the search for unsafe combinations and of cell suppression.

/// An error of the search for unsafe combinations or of cell suppression.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum UniquesError {
    /// With k below 2, nothing is unsafe.
    #[error("k is {k}: a combination is unsafe when fewer than k records have it, and one always has")]
    KTooSmall {
        /// The requested k.
        k: u64,
    },
    /// More quasi-identifiers than the method supports.
    #[error("the {method} method takes up to {limit} quasi-identifiers, and the table has {given}")]
    TooManyColumns {
        /// The method, by the name that a recipe uses.
        method: &'static str,
        /// The number of quasi-identifiers of the table.
        given: usize,
        /// The maximum.
        limit: usize,
    },
    /// There may be more combinations than can be counted.
    #[error("{records} records have fewer than k of their kind, and the combinations of at most {limit} are counted")]
    TooManyRecords {
        /// The number of records in classes smaller than k.
        records: u64,
        /// The maximum.
        limit: u64,
    },
    /// A regression without a unique solution.
    #[error(
        "{records} records with a number in every column leave nothing to estimate {coefficients} coefficients from"
    )]
    TooFewRecords {
        /// The number of records without a missing value.
        records: usize,
        /// The number of coefficients.
        coefficients: usize,
    },
    /// A regression with too many coefficients.
    #[error("the covariates have {coefficients} categories, and at most {most} are estimated")]
    TooManyCoefficients {
        /// The number of coefficients.
        coefficients: usize,
        /// The maximum.
        most: usize,
    },
    /// Some values of a column, and not all, would be released as `*`.
    #[error("some of the values of `{name}` are `*` in the release, as suppressed cells are")]
    StarAmongValues {
        /// The column.
        name: String,
    },
    /// An outcome or a weight that is not a number.
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
            Self::StarAmongValues { .. } => "uniques-star-among-values",
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
            Self::StarAmongValues { .. } => {
                "Write these values in another way, in the table or in the hierarchy, or choose a higher level.".into()
            }
            Self::NotANumber => "Choose a column of numbers, or name the value as missing.".into(),
        }
    }
}
