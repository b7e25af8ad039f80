//! What can stop a search or a release.

/// What can stop a search or a release.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// `k` is larger than the number of records.
    #[error("k is {k}, the table has {}", if *records == 1 { "1 record".to_owned() } else { format!("{records} records") })]
    KTooLarge {
        /// The k asked for.
        k: u64,
        /// The table's records.
        records: u64,
    },
    /// More quasi-identifiers than the search can hold.
    #[error("{given} quasi-identifiers, more than {limit}")]
    TooManyQuasiIdentifiers {
        /// Quasi-identifiers asked for.
        given: usize,
        /// The most there may be.
        limit: usize,
    },
    /// An explicit lattice would not fit into the memory.
    #[error("the lattice has {policies} policies, and an explicit one may have {limit}")]
    LatticeTooLarge {
        /// Policies of the lattice; `u128::MAX` if there are more.
        policies: u128,
        /// The most there may be.
        limit: usize,
    },
    /// The algorithm is right only for measures that never fall when a policy is generalized.
    #[error(
        "{algorithm} needs a measure that never falls when a policy is generalized, and {measure} may fall"
    )]
    NotMonotone {
        /// The algorithm, by the name that a recipe uses.
        algorithm: &'static str,
        /// The measure, by the name that a recipe uses.
        measure: &'static str,
        /// The algorithms that find the best policy for this measure.
        right: Vec<&'static str>,
    },
    /// Not even the most general policy is valid.
    #[error(
        "no policy is valid: the most general one still suppresses {suppressed} of {records} records, and {limit} may be"
    )]
    NoValidPolicy {
        /// Records that the most general policy suppresses.
        suppressed: u64,
        /// The table's records.
        records: u64,
        /// Records that may be suppressed.
        limit: u64,
    },
    /// A policy that the recipe does not allow.
    #[error("the recipe does not allow the levels {levels:?}")]
    NotInLattice {
        /// The levels asked for.
        levels: Vec<u8>,
    },
    /// A policy that suppresses more records than it may cannot be released.
    #[error("the policy suppresses {}, and {limit} may be", if *suppressed == 1 { "1 record".to_owned() } else { format!("{suppressed} records") })]
    NotValid {
        /// Records that it suppresses.
        suppressed: u64,
        /// Records that may be suppressed.
        limit: u64,
    },
    /// The budget ended before the search had a valid policy to offer.
    #[error(
        "the budget ended after {steps} {}, before the search had a valid policy to offer", if *of_boxes { "boxes" } else { "policies" }
    )]
    BudgetTooSmall {
        /// Policies checked, or boxes looked at.
        steps: u64,
        /// Whether it is boxes.
        of_boxes: bool,
    },
    /// Keyed hashes are to be written, and the key is not at hand.
    #[error("keyed hashes are to be written, and there is no key")]
    NoKey,
    /// A key that could be found by trying.
    #[error("the key has {given} bytes, fewer than {least}")]
    ShortKey {
        /// Bytes of the key.
        given: usize,
        /// The fewest there may be.
        least: usize,
    },
    /// Two values of a column have the same hash.
    #[error("two values have the same keyed hash of {digits} digits")]
    SameHash {
        /// Hexadecimal digits.
        digits: usize,
    },
    /// What is to stand for a value stands for a missing one.
    #[error("what is to stand for a value means that there is none")]
    MadeMissing,
}

impl SearchError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::KTooLarge { .. } => "search-k-too-large",
            Self::TooManyQuasiIdentifiers { .. } => "search-too-many-quasi-identifiers",
            Self::LatticeTooLarge { .. } => "search-lattice-too-large",
            Self::NotMonotone { .. } => "search-not-monotone",
            Self::NoValidPolicy { .. } => "search-no-valid-policy",
            Self::NotInLattice { .. } => "search-not-in-lattice",
            Self::NotValid { .. } => "search-not-valid",
            Self::BudgetTooSmall { .. } => "search-budget-too-small",
            Self::NoKey => "search-no-key",
            Self::ShortKey { .. } => "search-short-key",
            Self::SameHash { .. } => "search-same-hash",
            Self::MadeMissing => "search-made-missing",
        }
    }

    pub(super) fn advice(&self) -> String {
        match self {
            Self::KTooLarge { records: 1, .. } => {
                "Nothing hides the only record of a table. Take a table of more records.".into()
            }
            Self::KTooLarge { records, .. } => format!("Choose a k of at most {records}."),
            Self::TooManyQuasiIdentifiers { .. } => "Give some of the columns another role.".into(),
            Self::LatticeTooLarge { .. } => {
                "Represent the lattice implicitly, which takes memory for checked policies only, or raise the minimum levels.".into()
            }
            Self::NotMonotone { right, .. } => format!(
                "Choose the algorithm {}, or another measure.",
                right.join(" or ")
            ),
            Self::NoValidPolicy { .. } => {
                "Raise the suppression limit, lower k, raise the maximum levels, or give the hierarchies a top level with one group.".into()
            }
            Self::NotInLattice { .. } => {
                "Choose for every quasi-identifier a level between its least and its greatest one, and for linked ones the same.".into()
            }
            Self::NotValid { .. } => "Choose a coarser policy, or raise the suppression limit.".into(),
            Self::BudgetTooSmall { .. } => "Raise the budget.".into(),
            Self::NoKey => {
                "Give the key, on the command line with --key-file, or choose another treatment.".into()
            }
            Self::ShortKey { least, .. } => {
                format!("Give a key of {least} bytes or more, drawn at random.")
            }
            Self::SameHash { .. } => "Raise `digits` of the keyed hash.".into(),
            Self::MadeMissing => {
                "Choose another constant or prefix, or take the value out of those that are missing.".into()
            }
        }
    }
}
