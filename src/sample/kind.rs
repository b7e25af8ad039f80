//! The kinds of tables that can be generated.

use super::household::household;
use super::students::students;
use super::{DEFAULT_RECORDS, Sample, hospital};

/// A kind of table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SampleKind {
    /// Discharges of a hospital.
    Hospital,
    /// A household survey with weights.
    Household,
    /// Student records.
    Students,
}

impl SampleKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Hospital, Self::Household, Self::Students];

    /// The name of the kind.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hospital => "hospital",
            Self::Household => "household",
            Self::Students => "students",
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The number of records of the table on the page.
    pub fn usual_records(self) -> usize {
        match self {
            Self::Hospital => DEFAULT_RECORDS,
            Self::Household => 8_000,
            Self::Students => 6_000,
        }
    }

    /// A table of this many records. Equal seeds give equal bytes, and a smaller table is the beginning of a larger
    /// one.
    pub fn generate(self, records: usize, seed: u64) -> Sample {
        match self {
            Self::Hospital => hospital(records, seed),
            Self::Household => household(records, seed),
            Self::Students => students(records, seed),
        }
    }
}
