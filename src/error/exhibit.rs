//! Errors of exhibits.

/// An error of an exhibit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExhibitError {
    /// The report is of a different kind.
    #[error("this is the report of a {given}; the exhibit needs the report of a {expected}")]
    OtherReport {
        /// What the report is about.
        given: &'static str,
        /// What it must be about.
        expected: &'static str,
    },
    /// There is nothing to draw.
    #[error("there is no {what} to show")]
    Empty {
        /// What is missing.
        what: &'static str,
    },
    /// The exhibit would show values, which was not requested.
    #[error("the hierarchy contains {values} values, which everyone on the page would see")]
    HoldsValues {
        /// The number of values.
        values: usize,
    },
    /// There is more than can be drawn.
    #[error("there are {given} {what}, and an exhibit draws at most {limit}")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// The actual number.
        given: String,
        /// The maximum that can be drawn.
        limit: usize,
    },
    /// What the exhibit shows gives a hidden number back.
    #[error("{what} give numbers of records below {below} back")]
    GivesBack {
        /// What it shows.
        what: &'static str,
        /// Numbers from 1 up to this are hidden.
        below: u64,
    },
    /// The column has no hierarchy.
    #[error("the recipe has no hierarchy for this column; it has one for {columns}")]
    NoHierarchy {
        /// The columns with a hierarchy.
        columns: String,
    },
    /// The hierarchy is built from the table's values.
    #[error("its hierarchy is made from the values of the table")]
    NeedsTable,
}

impl ExhibitError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::OtherReport { .. } => "exhibit-other-report",
            Self::Empty { .. } => "exhibit-empty",
            Self::HoldsValues { .. } => "exhibit-holds-values",
            Self::TooLarge { .. } => "exhibit-too-large",
            Self::GivesBack { .. } => "exhibit-gives-back",
            Self::NoHierarchy { .. } => "exhibit-no-hierarchy",
            Self::NeedsTable => "exhibit-needs-table",
        }
    }

    #[inline(never)]
    pub(super) fn advice(&self) -> String {
        match self {
            Self::OtherReport { expected, .. } => {
                format!("Use the report of a {expected}, or make an exhibit of the other kind.")
            }
            Self::Empty { .. } => "Use the report of a search that found something.".into(),
            Self::HoldsValues { .. } => {
                "If they may be published, use `--with-values`, or tick the box for values on the page.".into()
            }
            Self::TooLarge { what: "values", .. } => "Show the hierarchy of a column with fewer values.".into(),
            Self::TooLarge { .. } => {
                "Give columns another role, or cap their levels (`min_level` and `max_level` in a recipe).".into()
            }
            Self::GivesBack { .. } => {
                "Publish the exhibit of the policy instead. Or leave `--external` out, for those who have the original."
                    .into()
            }
            Self::NoHierarchy { .. } => "Name a column that has one.".into(),
            Self::NeedsTable => "Give the table with `--data`.".into(),
        }
    }
}
