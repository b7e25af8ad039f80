//! What can stop a proof that a policy is the best one.

/// What can stop a proof that a policy is the best one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// More is asked of classes than their size.
    #[error("no proof can be made: it counts the sizes of classes, and the recipe asks for more")]
    Conditions,
    /// A lattice of one policy.
    #[error("the settings leave one policy: there is nothing to prove")]
    OnePolicy,
    /// A valid policy comes before the claimed one.
    #[error("no proof can be made: the policy {better} comes before this one")]
    NotFirst {
        /// Its columns with their levels.
        better: String,
    },
    /// More records than are counted.
    #[error("the table has {records} records, and a proof counts at most {limit}")]
    TooManyRecords {
        /// The table's records.
        records: u64,
        /// The most there may be.
        limit: u64,
    },
    /// A passport of more bytes than an archive can say.
    #[error("the passport would have 4 GiB or more")]
    TooLarge,
}

impl ProofError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Conditions => "proof-conditions",
            Self::OnePolicy => "proof-one-policy",
            Self::NotFirst { .. } => "proof-not-first",
            Self::TooManyRecords { .. } => "proof-too-many-records",
            Self::TooLarge => "proof-too-large",
        }
    }

    #[inline(never)]
    pub(super) fn advice(&self) -> String {
        match self {
            Self::Conditions => {
                "Leave the proof out; the search proves its policy all the same, and `kanon verify --optimality` repeats it.".into()
            }
            Self::OnePolicy => "Leave the proof out, or allow further levels.".into(),
            Self::NotFirst { .. } => {
                "Let the search go to its end, or leave the proof out.".into()
            }
            Self::TooManyRecords { .. } => {
                "Let `kanon verify --optimality` search again.".into()
            }
            Self::TooLarge => "Hand out the proof by itself, with recipe and report.".into(),
        }
    }
}
