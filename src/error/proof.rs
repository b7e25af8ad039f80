//! Errors of a proof that a policy is optimal.

/// An error of a proof that a policy is optimal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// There are conditions on classes beyond their size.
    #[error("no proof can be made: it covers class sizes only, and the recipe has other conditions")]
    Conditions,
    /// The lattice has only one policy.
    #[error("the settings leave one policy: there is nothing to prove")]
    OnePolicy,
    /// A valid policy comes before the claimed one.
    #[error("no proof can be made: the policy {better} comes before this one")]
    NotFirst {
        /// The better policy: its columns with their levels.
        better: String,
    },
    /// More records than can be counted.
    #[error("the table has {records} records, and a proof counts at most {limit}")]
    TooManyRecords {
        /// The number of records of the table.
        records: u64,
        /// The maximum.
        limit: u64,
    },
    /// A passport with more bytes than an archive can state.
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
                "Leave the proof out; the search still proves its policy, and `kanon verify --optimality` repeats that."
                    .into()
            }
            Self::OnePolicy => "Leave the proof out, or allow further levels.".into(),
            Self::NotFirst { .. } => "Let the search finish, or leave the proof out.".into(),
            Self::TooManyRecords { .. } => "Let `kanon verify --optimality` search again.".into(),
            Self::TooLarge => "Publish the proof as a separate file, with recipe and report.".into(),
        }
    }
}
