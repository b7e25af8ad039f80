//! Errors of a frontier: its domains, its population, its settings.

use super::shown::quoted;

/// An error of a frontier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrontierError {
    /// A range whose last number is less than its first.
    #[error("the domain's range from {first} to {last} holds no number")]
    EmptyRange {
        /// The first number.
        first: i64,
        /// The last number.
        last: i64,
    },
    /// A domain lists a value twice.
    #[error("the domain lists `{}` twice", quoted(value))]
    ValueTwice {
        /// The value.
        value: String,
    },
    /// More values than a domain may have.
    #[error("the domain has more than {limit} values")]
    DomainTooLarge {
        /// The maximum.
        limit: usize,
    },
    /// A value of the table or the population that is not in its domain.
    #[error("the domain does not have this value")]
    NotInDomain,
    /// More combinations of values than can be distinguished.
    #[error("the domains have more than 2¹²⁸ combinations of values")]
    TooManyTuples,
    /// More people than can be counted.
    #[error("table and population have more than 4,294,967,295 people")]
    TooManyPeople,
    /// Too many bits to search all policies.
    #[error("there are 2^{bits} policies; at most 2^{limit} can all be checked")]
    NotExhaustible {
        /// The number of bits of a policy.
        bits: usize,
        /// The maximum.
        limit: usize,
    },
    /// The search needs a reference policy.
    #[error("the bisecting search needs a reference policy")]
    NoReference,
    /// Safe Harbor found no column that it applies to.
    #[error(
        "Safe Harbor needs a column of ages, ZIP codes or dates among the quasi-identifiers, and none is recognised"
    )]
    NoSafeHarborColumn,
    /// Fewer records than a group must have.
    #[error("the table has {records} records, fewer than the {least} that each group must have")]
    FewRecords {
        /// The records.
        records: u64,
        /// The least number in a group.
        least: u64,
    },
    /// A policy of a different space.
    #[error("the policy has {given} bits, and the frontier's have {expected}")]
    OtherSpace {
        /// The number of bits of the policy.
        given: usize,
        /// The number of bits of the frontier.
        expected: usize,
    },
}

impl FrontierError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::EmptyRange { .. } => "frontier-empty-range",
            Self::ValueTwice { .. } => "frontier-value-twice",
            Self::DomainTooLarge { .. } => "frontier-domain-too-large",
            Self::NotInDomain => "frontier-not-in-domain",
            Self::TooManyTuples => "frontier-too-many-tuples",
            Self::TooManyPeople => "frontier-too-many-people",
            Self::NotExhaustible { .. } => "frontier-not-exhaustible",
            Self::NoReference => "frontier-no-reference",
            Self::NoSafeHarborColumn => "frontier-no-safe-harbor-column",
            Self::FewRecords { .. } => "frontier-few-records",
            Self::OtherSpace { .. } => "frontier-other-space",
        }
    }

    #[inline(never)]
    pub(super) fn advice(&self) -> String {
        match self {
            Self::EmptyRange { .. } => "Give the smaller number first.",
            Self::ValueTwice { .. } => "Keep it once.",
            Self::DomainTooLarge { .. } => "Give the column another role, or coarsen it first.",
            Self::NotInDomain => "Add it to the column's domain.",
            Self::TooManyTuples => "Give some of the columns another role.",
            Self::TooManyPeople => "Give the population of a part of the area.",
            Self::NotExhaustible { .. } => "Choose the best of all methods (`best` in a recipe), or fewer columns.",
            Self::NoReference => "Name one in the recipe: \"reference\": \"safe-harbor\".",
            Self::NoSafeHarborColumn => "Its name must say what it is (age, zip, birth_date), and all of its values must be that; or leave the reference out.",
            Self::FewRecords { .. } => "Ask for a smaller least group.",
            Self::OtherSpace { .. } => "Choose a policy of the frontier that is shown.",
        }
        .into()
    }
}
