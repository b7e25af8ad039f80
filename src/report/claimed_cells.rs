//! The claims of a report of suppressed cells, for display or verification.

use super::file::read_report;
use super::kind::ReportKind;
use super::release::expect_all;
use crate::error::Result;
use crate::lattice::Level;
use crate::local::UnsafeAfter;
use crate::recipe::{Chosen, Recipe, Suppress};
use crate::release::Treatment;
use crate::release::disclosure::Warning;
use crate::run::ClassesAfter;
use crate::table::ReadReport;
use crate::uniques::{Method, Missing};
use indexmap::IndexMap;
use serde::Deserialize;

/// The fields of a [`UniquesReport`](super::UniquesReport) that are about a release.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ClaimedCells {
    /// The program's version.
    pub version: String,
    /// A combination is unsafe when fewer than k records have it.
    pub k: u64,
    /// How a missing value was treated.
    pub missing: Missing,
    /// How the combinations were found.
    pub method: Method,
    /// The level of each quasi-identifier that was generalized first, if above 0.
    pub policy: IndexMap<String, Level>,
    /// These levels in words.
    pub policy_in_words: IndexMap<String, String>,
    /// Records of the table.
    pub records: u64,
    /// Records with an unsafe combination.
    pub unsafe_records: u64,
    /// Minimum unsafe combinations.
    pub combinations: u64,
    /// Which cells were suppressed.
    pub suppress: Suppress,
    /// Suppressed cells.
    pub suppressed_cells: u64,
    /// Suppressed cells of each quasi-identifier.
    pub suppressed_cells_by_qi: IndexMap<String, u64>,
    /// Their cost by the weights.
    pub suppression_cost: f64,
    /// No suppression of this kind has fewer cells.
    pub lower_bound_cells: u64,
    /// No suppression of this kind costs less.
    pub lower_bound_cost: f64,
    /// Whether it is proven that none costs less.
    pub proven_minimal: bool,
    /// The number of steps after which the search for cells was ended; `None` if it came to its own end.
    #[serde(default)]
    pub ended_after_steps: Option<u64>,
    /// Records that are still unsafe, by the reading of suppressed cells.
    pub unsafe_after: UnsafeAfter,
    /// The classes, and how many records each record may match; `None` if no table was written.
    #[serde(default)]
    pub classes_after: Option<ClassesAfter>,
    /// The effect of the suppression on analyses.
    #[serde(default)]
    pub impact: Option<ClaimedImpact>,
    /// How the table was read.
    #[serde(default)]
    pub read: ReadReport,
    /// The treatments of the columns that are not quasi-identifiers.
    #[serde(default)]
    pub treatments: IndexMap<String, Treatment>,
    /// The statement that a person chose it for the release.
    #[serde(default)]
    pub chosen: Option<Chosen>,
    /// Disclosure warnings; `None` if no table was written.
    #[serde(default)]
    pub disclosure: Option<Vec<Warning>>,
    /// SHA-256 of the original.
    #[serde(default)]
    pub input_sha256: Option<String>,
    /// SHA-256 of the recipe.
    #[serde(default)]
    pub recipe_sha256: Option<String>,
    /// SHA-256 of the release; `None` if none was written.
    #[serde(default)]
    pub output_sha256: Option<String>,
}

/// The claimed impact.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ClaimedImpact {
    /// Values whose intervals before and after overlap.
    pub overlapping: u64,
    /// Values that the release still contains.
    pub compared: u64,
}

impl ClaimedCells {
    /// Reads a report.
    ///
    /// # Errors
    /// Those of [`kind_of_report`](super::file::kind_of_report), and a report of another kind or form.
    pub fn parse(json: &str) -> Result<Self> {
        read_report(ReportKind::Uniques, json)
    }

    /// Checks that the report says of its settings what the recipe says.
    ///
    /// # Errors
    /// [`ReportError::Contradicts`](crate::error::ReportError::Contradicts), with the first key that differs.
    pub fn expect_settings(&self, recipe: &Recipe) -> Result<()> {
        let policy = recipe.uniques.policy.iter().filter(|(_, level)| **level > 0);
        expect_all(&[
            ("k", self.k == recipe.uniques_k()),
            ("missing", self.missing == recipe.uniques.missing),
            ("suppress", self.suppress == recipe.uniques.suppress),
            (
                "policy",
                self.policy.len() == policy.clone().count()
                    && policy.clone().all(|(name, level)| self.policy.get(name) == Some(level)),
            ),
            ("treatments", self.treatments == recipe.treatments()),
            ("chosen", self.chosen.as_ref() == recipe.chosen_cells()),
        ])
    }

    /// The quasi-identifiers.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.suppressed_cells_by_qi.keys()
    }

    /// Whether it is about a release.
    pub fn is_of_release(&self) -> bool {
        self.suppress != Suppress::None && self.output_sha256.is_some()
    }
}
