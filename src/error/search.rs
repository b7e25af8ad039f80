//! Errors of a search or a release.

/// An error of a search or a release.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// `k` is larger than the number of records.
    #[error("k is {k}, the table has {}", if *records == 1 { "1 record".to_owned() } else { format!("{records} records") })]
    KTooLarge {
        /// The requested k.
        k: u64,
        /// The number of records of the table.
        records: u64,
    },
    /// More quasi-identifiers than the search supports.
    #[error("{given} quasi-identifiers, more than {limit}")]
    TooManyQuasiIdentifiers {
        /// The number of quasi-identifiers given.
        given: usize,
        /// The maximum.
        limit: usize,
    },
    /// An explicit lattice would not fit in memory.
    #[error("the lattice has {policies} policies, and an explicit one may have {limit}")]
    LatticeTooLarge {
        /// The number of policies of the lattice; `u128::MAX` if there are more.
        policies: u128,
        /// The maximum.
        limit: usize,
    },
    /// The algorithm is correct only for measures that never fall when a policy is generalized.
    #[error("{algorithm} needs a measure that never falls when a policy is generalized, and {measure} may fall")]
    NotMonotone {
        /// The algorithm, by the name that a recipe uses.
        algorithm: &'static str,
        /// The measure, by the name that a recipe uses.
        measure: &'static str,
        /// The algorithms that find the best policy for this measure.
        right: Vec<&'static str>,
    },
    /// The algorithm does not support conditions on classes beyond their size.
    #[error("{algorithm} cannot search under these conditions: {}", match *algorithm {
        "incognito" => "it looks at some of the quasi-identifiers alone",
        _ => "a coarser policy may suppress more records than a finer one, and it counts on the opposite",
    })]
    NotForConditions {
        /// The algorithm, by the name that a recipe uses.
        algorithm: &'static str,
        /// The algorithms that support them.
        right: Vec<&'static str>,
    },
    /// Even the most general policy is not valid.
    #[error(
        "no policy is valid: the most general one still suppresses {suppressed} of {records} records; {limit} are allowed"
    )]
    NoValidPolicy {
        /// The number of records that the most general policy suppresses.
        suppressed: u64,
        /// The number of records of the table.
        records: u64,
        /// The suppression limit.
        limit: u64,
        /// The cause, and changes that would help.
        remedies: Remedies,
    },
    /// A policy that the recipe does not allow.
    #[error("the recipe does not allow the levels {levels:?}")]
    NotInLattice {
        /// The requested levels.
        levels: Vec<u8>,
    },
    /// No policy is valid under conditions beyond class sizes.
    #[error(
        "no policy is valid under these conditions: the most general one {}",
        if suppressed > limit {
            format!("still suppresses {suppressed} of {records} records; {limit} are allowed")
        } else {
            "has an average risk above the limit".to_owned()
        }
    )]
    NoneHolds {
        /// The number of records that the most general policy suppresses.
        suppressed: u64,
        /// The number of records of the table.
        records: u64,
        /// The suppression limit.
        limit: u64,
        /// The conditions that even the whole table as one class violates, in words, each with the figure of that
        /// class.
        out_of_reach: Vec<String>,
    },
    /// A policy cannot be released because it exceeds the suppression limit or the limit on the average risk.
    #[error("the policy {}", match suppressed {
        _ if suppressed <= limit => "has an average risk above the limit".to_owned(),
        1 => format!("suppresses 1 record; {limit} are allowed"),
        _ => format!("suppresses {suppressed} records; {limit} are allowed"),
    })]
    NotValid {
        /// The number of records that it suppresses.
        suppressed: u64,
        /// The suppression limit.
        limit: u64,
    },
    /// The budget ended before the search found a valid policy.
    #[error(
        "the budget ended after {steps} {}, before the search found a valid policy", if *of_boxes { "boxes" } else { "policies" }
    )]
    BudgetTooSmall {
        /// The number of policies checked or boxes looked at.
        steps: u64,
        /// Whether the steps are boxes.
        of_boxes: bool,
    },
    /// Keyed hashes need a key, and there is none.
    #[error("keyed hashes need a key, and none was given")]
    NoKey,
    /// A key short enough to be found by trying.
    #[error("the key has {given} bytes, fewer than {least}")]
    ShortKey {
        /// The number of bytes of the key.
        given: usize,
        /// The minimum.
        least: usize,
    },
    /// A key of few different bytes, which is found by trying.
    #[error("the key has only {different} different bytes")]
    PlainKey {
        /// The number of different bytes.
        different: usize,
    },
    /// Two values of a column have the same keyed hash.
    #[error("two values have the same keyed hash of {digits} digits")]
    SameHash {
        /// The number of hexadecimal digits.
        digits: usize,
    },
    /// More records than a computation with products of record numbers supports.
    #[error("the table has {records} records, and {what} for at most {limit}")]
    TooManyRecords {
        /// The computation, for use after "and".
        what: &'static str,
        /// The number of records of the table.
        records: u64,
        /// The maximum.
        limit: u64,
    },
    /// A replacement text for values that denotes a missing value.
    #[error("the replacement of a value would read as a missing value")]
    MadeMissing,
}

/// Why even the most general policy is not valid, and the smallest changes after which it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Remedies {
    /// The columns with more than one group on their highest allowed level, each with its number of groups there,
    /// largest first.
    pub apart: Vec<(String, usize)>,
    /// The column among these without which a policy is valid. Of several, the one with the fewest records left to
    /// suppress.
    pub without: Option<String>,
    /// Whether it is the only quasi-identifier: without it nothing is left to protect.
    pub is_alone: bool,
    /// The greatest k for which a policy is valid within the limit; `None` if it is 1, which requires nothing.
    pub k: Option<u64>,
}

/// The number of columns that are listed by name.
const NAMED: usize = 3;

impl Remedies {
    fn advice(&self, suppressed: u64, records: u64) -> String {
        let mut said = Vec::new();
        let named: Vec<String> =
            (self.apart.iter().take(NAMED)).map(|(column, groups)| format!("`{column}` ({groups} groups)")).collect();
        match self.apart.len() {
            0 => said.push("Every column is one group on its highest level.".to_owned()),
            _ => said.push(format!(
                "More than one group on the highest allowed level: {}{}.",
                named.join(", "),
                match self.apart.len() > NAMED {
                    true => format!(" and {} more", self.apart.len() - NAMED),
                    false => String::new(),
                }
            )),
        }
        // Rounded up, so that the records fit.
        let percent = (suppressed as f64 / records.max(1) as f64 * 1000.0).ceil() / 10.0;
        let mut ways = Vec::new();
        if let Some(column) = &self.without {
            ways.push(format!("give the hierarchy of `{column}` a level with one group, or raise its maximum level"));
            if !self.is_alone {
                ways.push(format!("leave `{column}` out of the quasi-identifiers"));
            }
        }
        ways.push(format!(
            "raise the suppression limit to {percent} % ({})",
            match suppressed {
                1 => "1 record".to_owned(),
                records => format!("{records} records"),
            }
        ));
        if let Some(k) = self.k {
            ways.push(format!("lower k to {k}"));
        }
        if self.without.is_none() && !self.apart.is_empty() {
            said.push("None of them is the cause alone.".to_owned());
        }
        said.push(format!("Each of these makes a policy valid: {}.", ways.join("; ")));
        said.join(" ")
    }
}

impl SearchError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::KTooLarge { .. } => "search-k-too-large",
            Self::TooManyQuasiIdentifiers { .. } => "search-too-many-quasi-identifiers",
            Self::LatticeTooLarge { .. } => "search-lattice-too-large",
            Self::NotMonotone { .. } => "search-not-monotone",
            Self::NotForConditions { .. } => "search-not-for-conditions",
            Self::NoValidPolicy { .. } => "search-no-valid-policy",
            Self::NoneHolds { .. } => "search-none-holds",
            Self::NotInLattice { .. } => "search-not-in-lattice",
            Self::NotValid { .. } => "search-not-valid",
            Self::BudgetTooSmall { .. } => "search-budget-too-small",
            Self::NoKey => "search-no-key",
            Self::ShortKey { .. } => "search-short-key",
            Self::PlainKey { .. } => "search-plain-key",
            Self::SameHash { .. } => "search-same-hash",
            Self::TooManyRecords { .. } => "search-too-many-records",
            Self::MadeMissing => "search-made-missing",
        }
    }

    #[inline(never)]
    pub(super) fn advice(&self) -> String {
        match self {
            Self::KTooLarge { records: 1, .. } => {
                "The only record of a table cannot be hidden. Use a table with more records.".into()
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
            Self::NoneHolds { out_of_reach, .. } => match out_of_reach.as_slice() {
                [] => "Raise the suppression limit, weaken the conditions, or give hierarchies a level with one group.".into(),
                some => format!("Ask for less: not even the whole table as one class has {}.", some.join("; nor ")),
            },
            Self::NotForConditions { right, .. } => {
                format!("Choose the algorithm {}.", right.join(" or "))
            }
            Self::NoValidPolicy {
                suppressed,
                records,
                remedies,
                ..
            } => remedies.advice(*suppressed, *records),
            Self::NotInLattice { .. } => {
                "Choose a level in the allowed range for each quasi-identifier, and the same level for linked ones.".into()
            }
            Self::NotValid { suppressed, limit } if suppressed <= limit => {
                "Choose a coarser policy, or weaken the conditions.".into()
            }
            Self::NotValid { .. } => "Choose a coarser policy, or raise the suppression limit.".into(),
            Self::BudgetTooSmall { .. } => "Raise the budget.".into(),
            Self::NoKey => {
                "Give a key (on the command line: --key-file), or choose another treatment.".into()
            }
            Self::ShortKey { least, .. } => {
                format!("Give a key of {least} bytes or more, drawn at random.")
            }
            Self::PlainKey { .. } => "Give a key that was drawn at random.".into(),
            Self::SameHash { .. } => "Take more digits for the keyed hash (`digits` in a recipe).".into(),
            Self::TooManyRecords { .. } => {
                "Leave it out, or check the column of the counts.".into()
            }
            Self::MadeMissing => {
                "Choose another constant or prefix, or remove that value from the missing ones.".into()
            }
        }
    }
}
